"""JSON lines in and out: one answer for each line, whatever the line holds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

Json = dict[str, Any]
Answerer = Callable[[Json], Json]


class BadLine(ValueError):
    """A line that asks nothing that could be answered; the message says why."""


def answers(lines: Iterable[bytes], answer: Answerer) -> Iterator[tuple[str, bool]]:
    """For every line that is not blank: the line to write, and whether it erred."""
    for line in lines:
        if line.strip():
            told = told_of(line, answer)
            yield _WRITER.encode(told), "error" in told


def told_of(line: bytes, answer: Answerer) -> Json:
    """The answer to one line, with its id; a bad line is answered with an error."""
    echo = None
    try:
        request = _read(line)
        echo = request.get("id")
        return {"id": echo, **answer(request)}
    except BadLine as wrong:
        return {"id": echo, "error": str(wrong)}


def _read(line: bytes) -> Json:
    try:
        found = _READER.decode(line.decode("utf-8").strip())
    except UnicodeDecodeError:
        raise BadLine("The line is not UTF-8 text.") from None
    except json.JSONDecodeError as wrong:
        raise BadLine(f"The line is no JSON: {wrong.msg}.") from None
    except RecursionError:
        raise BadLine("The line is nested too deeply.") from None
    except BadLine:
        raise
    except ValueError:  # Python itself limits how many digits it reads
        raise BadLine("A number in the line is too long.") from None
    if not isinstance(found, dict):
        raise BadLine("A line must be a JSON object.")
    return found


def _once(pairs: list[tuple[str, Any]]) -> Json:
    """An object; a key given twice would leave open which value is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadLine(f"“{twice}” is given more than once.")
    return found


def _no_number(name: str) -> None:
    raise BadLine(f"{name} is no number.")


def _finite(written_down: str) -> float:
    number = float(written_down)
    if not isfinite(number):
        raise BadLine(f"{written_down} is too large a number.")
    return number


_WRITER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_READER = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite
)


def only(
    found: Mapping[str, Any], needed: frozenset[str], extra: frozenset[str]
) -> None:
    """Refuse to guess: every needed key is there and no unknown one."""
    keys = found.keys()
    if keys == needed or needed <= keys <= needed | extra:
        return
    if missing := needed - keys:
        raise BadLine(f"“{min(missing)}” is missing.")
    raise BadLine(f"“{min(keys - needed - extra)}” is no key of this request.")


def text(found: Mapping[str, Any], key: str) -> str:
    """A key whose value must be text."""
    value = found[key]
    if not isinstance(value, str):
        raise BadLine(f"“{key}” must be text.")
    return value


def objects(found: Mapping[str, Any], key: str) -> list[Json]:
    """A key whose value must be a list of objects."""
    value = found[key]
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise BadLine(f"“{key}” must be a list of objects.")
    return value

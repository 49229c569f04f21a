"""JSON lines in and out: one answer for each line, whatever the line holds."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Protocol, cast

Json = dict[str, Any]

LONGEST_LINE = 2**20
MOST_DIGITS = 100  # what is worked out from such numbers can still be written down
MOST_NESTED = 64


class BadLine(ValueError):
    """A line that asks nothing that could be answered; the message says why."""


class Spelt(str):
    """An answer that is JSON already: its members, one after another."""

    __slots__ = ()


Answerer = Callable[[Json], Json | Spelt]


class Source(Protocol):
    """Where lines come from: a pipe, a file, a terminal."""

    def read1(self, size: int, /) -> bytes:
        """What is there by now, or nothing at the end."""


def batches(source: Source) -> Iterator[list[bytes]]:
    """The whole lines that have arrived, again and again; none waits for a later one.

    Of a line without end no more is kept than shows that it is too long.
    """
    begun = b""
    while piece := source.read1(2**16):
        *whole, begun = (begun + piece).split(b"\n")
        begun = begun[: LONGEST_LINE + 1]
        if whole:
            yield whole
    if begun:
        yield [begun]


def answers(lines: Iterable[bytes], answer: Answerer) -> Iterator[tuple[str, bool]]:
    """For every line that is not blank: the line to write, and whether it erred."""
    for line in lines:
        if line and not line.isspace():
            yield _answered(line, answer)


def _answered(line: bytes, answer: Answerer) -> tuple[str, bool]:
    """The answer to one line, with its id; a bad line is answered with an error."""
    try:
        request = _read(line)
    except BadLine as wrong:
        return _WRITER.encode({"id": _id_of(line), "error": str(wrong)}), True
    echo = request.get("id")
    try:
        told = answer(request)
    except BadLine as wrong:
        told = {"error": str(wrong)}
    if isinstance(told, Spelt):
        known = str(echo) if type(echo) is int else _WRITER.encode(echo)
        return f'{{"id":{known},{told}}}', False
    return _WRITER.encode({"id": echo, **told}), "error" in told


def _read(line: bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise BadLine(f"The line is longer than {LONGEST_LINE:,} bytes.")
    try:
        written_down = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise BadLine("The line is not UTF-8 text.") from None
    _not_too_deep(written_down)
    long = _TOO_MANY in line.translate(_DIGITS_AS_ZEROS)  # perhaps in text
    reader = _COUNTING_DIGITS if long else _READER
    try:
        found, end = reader.raw_decode(written_down)
    except json.JSONDecodeError as wrong:
        raise BadLine(f"The line is no JSON: {wrong.msg}.") from None
    if end < len(written_down):
        raise BadLine("The line is no JSON: Extra data.")
    if not isinstance(found, dict):
        raise BadLine("A line must be a JSON object.")
    return found


def _not_too_deep(written_down: str) -> None:
    """Refuse what neither a reader nor a writer that calls itself could follow."""
    if written_down.count("[") + written_down.count("{") <= MOST_NESTED:
        return
    depth = 0
    for mark in _MARKS.finditer(written_down):
        depth += _STEPS.get(mark[0], 0)  # a bracket inside of text is none
        if depth > MOST_NESTED:
            levels = f"{MOST_NESTED} levels at most"
            raise BadLine(f"The line is nested too deeply: {levels}.")


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
        shown = written_down if len(written_down) <= MOST_DIGITS else "A number"
        raise BadLine(f"{shown} is too large a number.")
    return number


def _whole(written_down: str) -> int:
    if len(written_down.lstrip("-")) > MOST_DIGITS:
        raise BadLine(f"A number is too long: {MOST_DIGITS} digits at most.")
    return int(written_down)


_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_TOO_MANY = b"0" * (MOST_DIGITS + 1)
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_WRITER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_STRICT: Any = {
    "object_pairs_hook": _once,
    "parse_constant": _no_number,
    "parse_float": _finite,
}
_READER = json.JSONDecoder(**_STRICT)
_COUNTING_DIGITS = json.JSONDecoder(**_STRICT, parse_int=_whole)


def _id_of(line: bytes) -> Any:
    """The id of a line that cannot be answered, where one can be told for certain."""
    written_down = line.decode("utf-8", errors="replace")
    try:
        _not_too_deep(written_down)
        found = _LENIENT.decode(written_down.strip())
        echo = found.get("id") if isinstance(found, dict) else None
    except ValueError:  # cut off or worse: an id that opens the line is whole
        opening = _OPENING_ID.match(written_down)
        echo = _LENIENT.decode(opening[1]) if opening else None
    return None if "\ufffd" in str(echo) else echo


def _certain(pairs: list[tuple[str, Any]]) -> Json:
    """An object; of an id given twice neither is certain."""
    keys = [key for key, _ in pairs]
    return {} if keys.count("id") > 1 else dict(pairs)


def _short(written_down: str) -> int | None:
    return int(written_down) if len(written_down) <= MOST_DIGITS else None


_LENIENT = json.JSONDecoder(
    object_pairs_hook=_certain,
    parse_constant=lambda _name: None,
    parse_float=lambda _written: None,
    parse_int=_short,
)
_OPENING_ID = re.compile(
    r'\s*\{\s*"id"\s*:\s*("(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*"|-?[0-9]+)\s*,'
)


def only(
    found: Mapping[str, Any], needed: frozenset[str], extra: frozenset[str]
) -> None:
    """Refuse to guess: every needed key is there and no unknown one."""
    keys = found.keys()
    if keys == needed or (needed <= keys and keys - needed <= extra):
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
    if isinstance(value, list):
        listed = [each for each in value if isinstance(each, dict)]
        if len(listed) == len(value):
            return listed
    raise BadLine(f"“{key}” must be a list of objects.")


def answer_all(answer: Answerer) -> None:
    """Answer the lines as they arrive; the exit status says whether any erred."""
    any_erred = False
    for lines in batches(cast("Source", sys.stdin.buffer)):
        told = list(answers(lines, answer))
        any_erred = any_erred or any(erred for _, erred in told)
        sys.stdout.write("".join([f"{line}\n" for line, _ in told]))
        sys.stdout.flush()
    if any_erred:
        raise SystemExit(1)

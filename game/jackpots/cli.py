"""`jackpot`: what each winner gets, one JSON line in and one out."""

import json
import sys
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

import click

from game.jackpots.wire import answer


def answers(lines: Iterable[bytes]) -> Iterator[tuple[str, bool]]:
    """For every line that is not blank: the line to write, and whether it erred."""
    for line in lines:
        if line.strip():
            told = _told(line)
            yield json.dumps(told), "error" in told


def _told(line: bytes) -> dict[str, Any]:
    echo = None
    try:
        question = json.loads(line.decode(), parse_constant=str, parse_float=_echoable)
        if not isinstance(question, dict):
            return {"id": None, "error": "A line must be a JSON object."}
        echo = question.get("id")
        return answer(question)
    except RecursionError:
        return {"id": None, "error": "The line is nested too deeply."}
    except UnicodeDecodeError:
        return {"id": None, "error": "The line is not UTF-8 text."}
    except json.JSONDecodeError as error:
        return {"id": None, "error": f"The line is not JSON: {error.msg}."}
    except ValueError as error:
        return {"id": echo, "error": str(error)}


def _echoable(text: str) -> float | str:
    """A number that is not whole, kept only so that an id comes back as it was sent."""
    return float(text) if isfinite(float(text)) else text


@click.command("jackpot")
def jackpot() -> None:
    """Share jackpots: JSON lines on standard input, one answer for each."""
    any_erred = False
    for told, erred in answers(sys.stdin.buffer):
        any_erred = any_erred or erred
        click.echo(told)
    if any_erred:
        raise SystemExit(1)

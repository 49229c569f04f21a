"""Reading what a console sends, as JSON or as a form; nothing is guessed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from flask import json, request

from house.venue import YEARS
from house.web.once import KEY, request_key
from rulebook import HOUSE, Refusal, Refused

STRICT = HOUSE.at("CONSOLE-1")
LARGEST = 10**9
# In a form these fields are JSON, in JSON they are what they are.
NESTED = frozenset({"action", "actions", "deck", "instead", "options"})
MOST_TAPS = 40


class Unread(Exception):
    """A request that asks for nothing that could be done; every reason is listed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


@dataclass(slots=True)
class RequestFields:
    """The fields of a request, each read once and strictly."""

    found: Mapping[str, Any]
    wrong: list[Refusal] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The key the sender made."""
        return request_key()

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number from 0."""
        value = self.found.get(name, default)
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:12])
        if type(value) is not int or not 0 <= value <= LARGEST:
            self.refuse(name, "a whole number")
            return 0
        return value

    def text(self, name: str, most: int, *, needed: bool = False) -> str:
        """Text of at most so many characters."""
        value = self.found.get(name, "")
        if not isinstance(value, str) or len(value) > most:
            self.refuse(name, f"text of at most {most} characters")
            return ""
        if needed and not value.strip():
            self.refuse(name, "given")
        return value.strip()

    def flag(self, name: str) -> bool:
        """Yes or no; nothing is no."""
        value = self.found.get(name, False)
        if value in ("", "0", "false", False):
            return False
        if value in ("1", "true", "y", True):
            return True
        self.refuse(name, "true or false")
        return False

    def group(self, name: str, *, needed: bool = False) -> dict[str, Any]:
        """An object with names."""
        value = self.found.get(name, None if needed else {})
        if not isinstance(value, dict):
            self.refuse(name, "an object")
            return {}
        return value

    def taps(self, name: str) -> list[dict[str, Any]]:
        """Actions that were held back, each under a key of its own."""
        value = self.found.get(name)
        good = isinstance(value, list) and 0 < len(value) <= MOST_TAPS
        taps = value if good and isinstance(value, list) else []
        keys = [tap.get("key") for tap in taps if isinstance(tap, dict)]
        fit = all(isinstance(key, str) and KEY.fullmatch(key) for key in keys)
        whole = (
            fit
            and len({*keys}) == len(taps)
            and all(
                isinstance(tap.get("action"), dict)
                for tap in taps
                if isinstance(tap, dict)
            )
        )
        if not (taps and whole):
            self.refuse(name, "a list of actions, each with a key of its own")
            return []
        return taps

    def instant(self, name: str) -> datetime | None:
        """A time with its zone, where one is given; a device may be wrong about it."""
        value = self.found.get(name)
        try:
            at = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            return None
        known = at is not None and at.tzinfo is not None and at.year in YEARS
        return at if known else None

    def refuse(self, name: str, right: str) -> None:
        """Note that a field cannot be read, and what it must be."""
        wrong = f"“{name}” cannot be read."
        self.wrong.append(Refusal(STRICT, wrong, f"It must be {right}.", name))

    def done(self) -> None:
        """Refuse the request as a whole if anything in it cannot be read."""
        if self.wrong:
            raise Unread(Refused(tuple(self.wrong)))


def request_fields() -> RequestFields:
    """What this request asks for."""
    if request.is_json:
        found = request.get_json(silent=True)
        if not isinstance(found, dict):
            wrong = "The request is no JSON object."
            raise Unread(Refused((Refusal(STRICT, wrong, "Send one."),)))
        return RequestFields(found)
    return RequestFields({k: _nested(k, v) for k, v in request.form.items()})


def _nested(name: str, value: str) -> Any:
    if name not in NESTED:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value

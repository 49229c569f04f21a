"""What a request may carry: text, numbers and JSON that the house can keep.

Whatever cannot be kept is turned away here, before any room looks at it.
"""

from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any, TypeVar

from flask import Flask, current_app, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import BadRequest
from werkzeug.routing import BaseConverter, ValidationError

from house.audit.plain import LARGEST, UNKEEPABLE
from house.typed import whole
from house.web.access import may

DEEPEST = 32
View = TypeVar("View", bound=Callable[..., Any])


class Number(BaseConverter):
    """A number in an address: digits alone, and what every database can take."""

    regex = "[0-9]+"

    def to_python(self, value: str) -> int:
        """The number, or no such address."""
        found = whole(value)
        if found is None:
            raise ValidationError
        return found


class StrictJSON(DefaultJSONProvider):
    """JSON as its standard has it, with values that the house can keep."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON; whatever is wrong with it is a ValueError."""
        strict = {
            "parse_constant": _no_number,
            "parse_int": _whole,
            "parse_float": _finite,
        }
        try:
            found = super().loads(s, **(strict | kwargs))
        except RecursionError:
            raise ValueError("The JSON is nested too deeply.") from None
        if any(map(UNKEEPABLE.search, _texts(found, DEEPEST))):
            raise ValueError("The JSON has a character that cannot be kept.")
        return found


def _texts(value: Any, deep: int) -> Iterator[str]:
    """Every text in a value of JSON, names as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        if not deep:
            raise ValueError("The JSON is nested too deeply.")
        within: Iterable[Any] = value
        if isinstance(value, dict):
            yield from value
            within = value.values()
        for each in within:
            yield from _texts(each, deep - 1)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number.")


def _whole(digits: str) -> int:
    if whole(digits.removeprefix("-"), LARGEST) is None:
        raise ValueError("A number is too large.")
    return int(digits)


def _finite(written: str) -> float:
    if not isfinite(found := float(written)):
        raise ValueError("A number is too large.")
    return found


def takes_file(largest: int) -> Callable[[View], View]:
    """A route to which files of up to so many bytes are sent, by those it is for."""

    def declare(view: View) -> View:
        view.largest = largest  # type: ignore[attr-defined]
        return view

    return declare


def make_room() -> None:
    """Let a file in that is larger than a form; it goes to the disk as it comes."""
    view = current_app.view_functions.get(request.endpoint or "")
    largest: int | None = getattr(view, "largest", None)
    if largest and request.method == "POST" and may(str(request.endpoint), current_app):
        request.max_content_length = largest


def keepable() -> None:
    """Turn a request away whose address or form has a character nobody can keep."""
    sent = (request.args, request.form)
    fields = (text for each in sent for pair in each.items(multi=True) for text in pair)
    if any(map(UNKEEPABLE.search, (request.path, *fields))):
        raise BadRequest(
            "It has a character that cannot be kept. Type it again instead of pasting."
        )


def init_app(app: Flask) -> None:
    """Read every request of the app strictly."""
    app.json = StrictJSON(app)
    app.url_map.converters["int"] = Number
    app.before_request(make_room)
    app.before_request(keepable)

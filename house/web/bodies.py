"""Reading JSON that a request carries: what cannot be read is a bad request."""

from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider


class StrictJSON(DefaultJSONProvider):
    """JSON as its standard has it: `NaN` is none, and no depth brings a worker down."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON; whatever is wrong with it is a ValueError."""
        try:
            return super().loads(s, **({"parse_constant": _no_number} | kwargs))
        except RecursionError:
            raise ValueError("The JSON is nested too deeply.") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number.")


def init_app(app: Flask) -> None:
    """Read every request of the app strictly."""
    app.json = StrictJSON(app)

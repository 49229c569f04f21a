"""Who owns accounts, as people name them; each room names its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, current_app, url_for
from sqlmodel import Session


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose accounts they are, and the page where they are looked after."""

    name: str
    endpoint: str = ""
    place: Mapping[str, Any] = field(default_factory=dict)

    @property
    def page(self) -> str:
        """The address of that page, where there is one."""
        return url_for(self.endpoint, **self.place) if self.endpoint else ""


Naming = Callable[[Session, int], Owner | None]


def named(session: Session, owner: str) -> Owner:
    """An owner as people name them, or as the ledger does where no room knows it."""
    kind, _, number = owner.rpartition(" ")
    naming: Naming | None = current_app.extensions["owners"].get(kind)
    found = naming(session, int(number)) if naming and number.isdecimal() else None
    return found or Owner(owner)


def init_app(app: Flask, namings: Mapping[str, Naming]) -> None:
    """Let each room name the owners of its accounts."""
    app.extensions["owners"] = namings

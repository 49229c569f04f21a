"""The doors of the house: those a person may open, and no others."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask, current_app, request

from house.web.access import may


@dataclass(frozen=True, slots=True)
class Door:
    """One entry of the rail."""

    label: str
    icon: str
    endpoint: str
    gap: bool = False
    count: int = 0

    @property
    def here(self) -> bool:
        """Whether the page shown lies behind this door."""
        return (request.blueprint or "") == self.endpoint.partition(".")[0]


DOORS = (
    Door("Desk", "desk", "desk.home"),
    Door("Tables", "table", "tables.index"),
    Door("Meters", "meter", "meters.index"),
    Door("Rulings", "scale", "rulings.index"),
    Door("Disputes", "dispute", "disputes.index"),
    Door("Patrons", "people", "patrons.index", gap=True),
    Door("Payments", "coins", "payments.index"),
    Door("Calendar", "present", "planned.index"),
    Door("Deadlines", "clock", "deadlines.index"),
    Door("Notices", "tell", "notices.index"),
    Door("Rules", "book", "rules.index"),
    Door("Record", "chain", "audit.index"),
    Door("What is kept", "doc", "retention.index"),
    Door("Staff", "badge", "staff.index"),
    Door("Permissions", "lock", "permissions.index"),
)


def doors() -> Iterator[Door]:
    """The doors that are open to whoever is signed in."""
    every: tuple[Door, ...] = current_app.extensions["doors"]
    return (door for door in every if may(door.endpoint, current_app))


def init_app(app: Flask, *more: Door) -> None:
    """Let every page show the doors; those of other rooms come after the desk."""
    desk, *others = DOORS
    app.extensions["doors"] = (desk, *more, *others)
    app.jinja_env.globals["doors"] = doors

"""Who may do what, read off the declarations of the running code."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from flask import Flask
from werkzeug.routing import Rule

from house.people.roles import Role
from house.web.access import SAFE, Access, access_of

ROOMS = {
    "accounts": "Signing in and one’s own account",
    "kin": "Signing in and one’s own account",
    "audit": "The record",
    "desk": "The desk",
    "health": "Whether the house can serve",
    "calendar": "Deadlines",
    "deadlines": "Deadlines",
    "notices": "Notices",
    "payments": "Over- and underpayments",
    "patrons": "Patrons",
    "permissions": "Permissions",
    "person": "A person’s data",
    "retention": "What is kept",
    "rules": "The rules",
    "staff": "Staff",
    "tables": "Tables",
    "console": "The table console",
    "at_table": "Seats and money at a table",
    "rounds": "Rounds",
    "rulings": "Rulings",
    "disputes": "Disputes",
    "meters": "Prize meters",
    "displays": "Screens at a table",
    "meter_screens": "Screens of a prize meter",
    "play": "The programming interface of rounds",
    "rule_copies": "Rules for players",
    "tournaments": "Tournaments",
    "cage": "The cage",
    "public_tournaments": "Tournaments, for the public",
}


@dataclass(frozen=True, slots=True)
class Permission:
    """One door of the house: its path, what it does, and whom it lets through."""

    room: str
    endpoint: str
    path: str
    methods: tuple[str, ...]
    does: str
    access: Access
    plain: bool  # a page without blanks in its path, so that it can be linked to

    @property
    def changes(self) -> bool:
        """Whether it changes something."""
        return not set(self.methods) <= SAFE

    def lets(self, role: Role) -> bool:
        """Whether somebody with only this role comes through."""
        return self.access.public or role in self.access.roles


def permissions(app: Flask) -> Iterator[Permission]:
    """Every endpoint of the application, room by room."""
    rules = (rule for rule in app.url_map.iter_rules() if rule.endpoint != "static")
    found = [one for rule in rules if (one := _permission(app, rule)) is not None]
    return iter(sorted(found, key=lambda p: (p.room, p.path, p.changes, p.methods)))


def by_room(app: Flask, role: Role | None = None) -> list[tuple[str, list[Permission]]]:
    """The permissions grouped by room; for one role, only those it has."""
    kept = (one for one in permissions(app) if role is None or one.lets(role))
    return [(room, list(some)) for room, some in groupby(kept, key=lambda p: p.room)]


def _permission(app: Flask, rule: Rule) -> Permission | None:
    view = app.view_functions[rule.endpoint]
    access = access_of(view)
    if access is None:
        return None
    room = rule.endpoint.partition(".")[0]
    methods = tuple(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
    return Permission(
        ROOMS.get(room, room.replace("_", " ").capitalize()),
        rule.endpoint,
        rule.rule,
        methods,
        (view.__doc__ or "").strip().partition("\n")[0],
        access,
        plain=not rule.arguments and "GET" in methods,
    )

"""The roles of the house, and which of them need more than a password."""

from collections.abc import Iterable
from enum import StrEnum


class Role(StrEnum):
    """What a member of staff is here to do."""

    DIRECTOR = "director"
    DEPUTY = "deputy"
    SUPERVISOR = "supervisor"
    DEALER = "dealer"
    ENTRIES_DESK = "entries desk"
    CASHIER = "cashier"
    MARKETING = "marketing"
    APPROVER = "approver"
    SCRUTINEER = "scrutineer"
    COMPLIANCE = "compliance"
    INSPECTOR = "inspector"
    ADMIN = "admin"

    @property
    def label(self) -> str:
        """The role as it stands on a badge."""
        return _LABELS[self]


_LABELS = {
    Role.DIRECTOR: "Tournament director",
    Role.DEPUTY: "Deputy director",
    Role.SUPERVISOR: "Table supervisor",
    Role.DEALER: "Dealer",
    Role.ENTRIES_DESK: "Entries desk",
    Role.CASHIER: "Cashier",
    Role.MARKETING: "Marketing",
    Role.APPROVER: "Approver",
    Role.SCRUTINEER: "Scrutineer",
    Role.COMPLIANCE: "Compliance",
    Role.INSPECTOR: "Inspector",
    Role.ADMIN: "Administrator",
}

# They read everything and change nothing.
READERS = frozenset({Role.COMPLIANCE, Role.INSPECTOR})
NEED_SECOND_FACTOR = frozenset({Role.ADMIN, Role.APPROVER, Role.SCRUTINEER})
EVERYONE = frozenset(Role)


def titles(roles: Iterable[Role]) -> str:
    """Roles as on a badge, in their own order."""
    held = frozenset(roles)
    return ", ".join(role.label for role in Role if role in held)

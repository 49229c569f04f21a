"""What each role does here, on one screen, with the pages that do it."""

from collections.abc import Mapping
from dataclasses import dataclass

from house.people.roles import Role

GO_ON = "If the house does not answer, go on by hand: what you tapped is kept and sent."
EVERYWHERE = (
    "A refusal says every rule against it, and what would be right.",
    "A number such as CROWN3-12.2.2 opens its rule.",
    "At a console, type cards as rank and suit: q h. Digits pick seats.",
)


@dataclass(frozen=True, slots=True)
class Help:
    """What a role is here for, and its work in the order it comes."""

    does: str
    work: tuple[tuple[str, str], ...]  # what to do, and the page where it is done


TABLES = ("Open a table, watch over it, close it.", "tables.index")
RULINGS = ("See what was ruled and what is still to be done.", "rulings.index")
PATRONS = ("Find a patron by name or player card.", "patrons.index")
DEADLINES = ("See what is due, and when.", "deadlines.index")
NOTICES = ("Send the notices that steps have drafted.", "notices.index")
CONSOLE = ("Open a table’s console: seat players, key antes and cards.", "tables.index")
WRONG = ("At a console, “Something went wrong” finds the ruling.", "tables.index")
RUNS = (
    ("Write terms from a template; the list says what is missing.", "tournaments.new"),
    ("Follow a tournament’s path: each step has its button.", "tournaments.index"),
    TABLES,
    RULINGS,
    DEADLINES,
    NOTICES,
)
READS = (
    ("Read the record; take it along as a file or on paper.", "audit.index"),
    ("See which rules are held, and by what.", "rules.index"),
    DEADLINES,
    NOTICES,
    RULINGS,
)
DRAWS = (("Read the rules of promotions.", "rules.index"), DEADLINES)
HELP: Mapping[Role, Help] = {
    Role.DIRECTOR: Help("You run tournaments from their terms to the prizes.", RUNS),
    Role.DEPUTY: Help("You run tournaments when the director is away.", RUNS),
    Role.SUPERVISOR: Help(
        "You watch over tables and decide what dealers may not.",
        (TABLES, CONSOLE, WRONG, RULINGS, ("Change limits, signs.", "tables.index")),
    ),
    Role.DEALER: Help("You deal, and key what happens.", (CONSOLE, WRONG, RULINGS)),
    Role.ENTRIES_DESK: Help(
        "You take entries.",
        (
            ("Open a tournament and take an entry.", "tournaments.index"),
            PATRONS,
            DEADLINES,
        ),
    ),
    Role.CASHIER: Help(
        "You take buy-ins, pay prizes and put payments right.",
        (
            ("Enter what was paid too much or too little.", "payments.index"),
            ("See refunds and prizes of a tournament.", "tournaments.index"),
            PATRONS,
        ),
    ),
    Role.MARKETING: Help("You prepare promotional draws.", DRAWS),
    Role.APPROVER: Help("You approve what somebody else has prepared.", DRAWS),
    Role.SCRUTINEER: Help("You are present where a draw needs a witness.", DRAWS),
    Role.COMPLIANCE: Help("You read everything and change nothing.", READS),
    Role.INSPECTOR: Help("You read everything and change nothing.", READS),
    Role.ADMIN: Help(
        "You look after the accounts of staff.",
        (
            ("Add somebody, change roles, lock an account.", "staff.index"),
            ("See who may do what.", "permissions.index"),
            ("Have the record verified.", "audit.index"),
        ),
    ),
}

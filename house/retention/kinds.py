"""Everything the house keeps, how long, under which rule and why. Pure."""

from dataclasses import dataclass
from datetime import timedelta

from rulebook import HOUSE, STAR4, Cite, Cited


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A kind that is kept for a while: never shorter than its rule says."""

    name: str  # of the setting: sign_ins is KEEP_SIGN_INS_DAYS
    what: str
    least: Cited[timedelta]
    usual: timedelta
    why: str

    @property
    def setting(self) -> str:
        """What the setting is called."""
        return f"KEEP_{self.name.upper()}_DAYS"


@dataclass(frozen=True, slots=True)
class Lasting:
    """A kind that a rule keeps without end."""

    what: str
    cite: Cite
    why: str


NEVER_SHORTER: Cite = HOUSE.at("KEEP-1")
FORGOTTEN = (
    Forgotten(
        "request_keys",
        "Keys of requests, with their answers",
        Cited(timedelta(days=2), HOUSE.at("CLOCK-4")),
        timedelta(days=2),
        "A form that is sent again gets the same answer.",
    ),
    Forgotten(
        "sign_in_tries",
        "Tries to sign in",
        Cited(timedelta(days=30), HOUSE.at("CLOCK-5")),
        timedelta(days=30),
        "Somebody who guesses is held up, and found afterwards.",
    ),
    Forgotten(
        "sign_ins",
        "Browsers that were signed in",
        Cited(timedelta(days=90), HOUSE.at("CLOCK-6")),
        timedelta(days=90),
        "People see where they were signed in; the record keeps who was.",
    ),
    Forgotten(
        "letters",
        "Messages that were delivered",
        Cited(timedelta(days=30), HOUSE.at("KEEP-2")),
        timedelta(days=365),
        "The notice itself stays with the time it was sent; the copy in the post goes.",
    ),
)
LASTING = (
    Lasting(
        "The record of acts and refusals",
        HOUSE.at("RECORD-2"),
        "One entry taken out would break the chain. It names people by name and "
        "number, and holds marks in place of their contact and birth date.",
    ),
    Lasting(
        "The ledger",
        HOUSE.at("LEDGER-1"),
        "Balances are the sum of all postings; patrons appear by number.",
    ),
    Lasting(
        "Published documents and who accepted them",
        HOUSE.at("DOC-1"),
        "An entrant is bound to the version they accepted.",
    ),
    Lasting(
        "Exclusions, with the name and birth date of whom they bar",
        HOUSE.at("PATRON-11"),
        "Somebody who comes back under an exclusion must be recognised.",
    ),
    Lasting(
        "Numbers of player cards",
        HOUSE.at("PATRON-6"),
        "A number is never given to anybody else.",
    ),
    Lasting(
        "Over- and underpayments",
        STAR4.at("11.13"),
        "The register is read back when a payment is in doubt.",
    ),
)


def least(name: str) -> Cited[timedelta]:
    """How long a kind is kept at the least, and by which rule."""
    return next(kind.least for kind in FORGOTTEN if kind.name == name)

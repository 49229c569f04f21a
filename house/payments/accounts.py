"""The accounts of a patron: what they won or lost, and what may still be lost."""

from collections.abc import Iterable

from game.loss_limits import Funds
from house.ledger.postings import Account

CENTS = "cents"
PURSE = "purse"  # what was paid out to them less what they staked
AT_RISK = "at risk"  # what lies on the layout in their name
CARRIED = "carried"  # jackpot wagers that wait for the next round
OWED = "owed"  # what they were paid too little, or below nothing too much
# Together they come to what a patron won, or below nothing lost.
RESULT = (PURSE, AT_RISK, CARRIED, OWED)


def owner(patron_id: int) -> str:
    """A patron as the owner of accounts."""
    return f"patron {patron_id}"


def patron_of(owner_: str) -> int | None:
    """The patron who owns an account, if one does."""
    kind, _, number = owner_.partition(" ")
    return int(number) if kind == "patron" else None


def at_risk(patron_ids: Iterable[int]) -> tuple[Account, ...]:
    """What lies on layouts in the names of patrons."""
    return tuple(Account(AT_RISK, owner(id_), CENTS) for id_ in patron_ids)


def result(patron_ids: Iterable[int]) -> tuple[Account, ...]:
    """The accounts that together are what patrons won or lost."""
    return tuple(
        Account(kind, owner(id_), CENTS) for id_ in patron_ids for kind in RESULT
    )


def paid_in(patron_id: int, funds: Funds) -> Account:
    """What a patron paid into their account from such funds."""
    return Account(f"paid in from {funds.value}", owner(patron_id), CENTS)


def cage() -> Account:
    """Where money comes from that is paid in."""
    return Account("cage", "house", CENTS)

"""The accounts of a prize meter: what it shows, and the wagers that it counts."""

from house.ledger.postings import Account, Due

METER = "meter"
FUND = "meter fund"  # below nothing: what the house has put into the meter
COUNTED = "counted wagers"
FED = "fed wagers"  # below nothing: where the counted ones come from
MILLIONTHS = "millionths of a cent"
WAGERS = "wagers"


def owner(meter_id: int) -> str:
    """A meter as the owner of accounts."""
    return f"meter {meter_id}"


def meter_of(account: Account) -> int:
    """The meter whose an account is."""
    return int(account.owner.removeprefix("meter "))


def shown(meter_id: int) -> Account:
    """What a meter stands at."""
    return Account(METER, owner(meter_id), MILLIONTHS)


def moved(meter_id: int, millionths: int) -> Due:
    """What goes into a meter, or below nothing comes out of it."""
    if not millionths:
        return {}
    fund = Account(FUND, owner(meter_id), MILLIONTHS)
    return {shown(meter_id): millionths, fund: -millionths}


def counted(meter_id: int, wagers: int) -> Due:
    """The jackpot wagers that a meter counts."""
    if not wagers:
        return {}
    mine = owner(meter_id)
    return {Account(COUNTED, mine, WAGERS): wagers, Account(FED, mine, WAGERS): -wagers}

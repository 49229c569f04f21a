"""What can be won, what may never be, and how it reaches its winner."""

from enum import StrEnum


class PrizeKind(StrEnum):
    """What a prize is; each kind adds its details, none takes any away."""

    MONEY = "money"
    CASINO_DOLLARS = "casino-dollars"
    SLOTS_DOLLARS = "slots-dollars"
    APPLIANCE = "appliance"
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real-estate"
    LIQUOR = "liquor"
    VOUCHER = "voucher"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The kind as a person says it."""
        return self.value.replace("-", " ")


class Barred(StrEnum):
    """What no prize may be, or contain."""

    TOBACCO = "tobacco"
    FIREARM = "firearm"  # ammunition and imitations as well
    WEAPON = "prohibited-weapon"


class Given(StrEnum):
    """How a prize reaches its winner."""

    CASH = "cash"
    CHEQUE = "crossed-cheque"
    TRANSFER = "electronic-transfer"
    ACCOUNT = "credited-to-account"
    HANDED_OVER = "handed-over"
    BOOKED = "booked"
    SENT = "sent"

    @property
    def words(self) -> str:
        """The way as a sentence has it."""
        return _GIVEN[self]


_GIVEN = {
    Given.CASH: "paid in cash",
    Given.CHEQUE: "paid by crossed cheque",
    Given.TRANSFER: "paid by electronic transfer",
    Given.ACCOUNT: "credited to the winner’s account",
    Given.HANDED_OVER: "handed over at the casino",
    Given.BOOKED: "booked for the winner",
    Given.SENT: "sent to the winner",
}
IN_MONEY = frozenset({Given.CASH, Given.CHEQUE, Given.TRANSFER, Given.ACCOUNT})
# Words that say what a thing is, whatever it is called; each stands alone.
TELLING: dict[Barred, tuple[str, ...]] = {
    Barred.TOBACCO: (
        "tobacco",
        "cigar",
        "cigars",
        "cigarette",
        "cigarettes",
        "snuff",
        "shisha",
    ),
    Barred.FIREARM: (
        "firearm",
        "firearms",
        "gun",
        "guns",
        "rifle",
        "pistol",
        "revolver",
        "shotgun",
        "ammunition",
    ),
    Barred.WEAPON: (
        "weapon",
        "weapons",
        "crossbow",
        "nunchaku",
        "knuckleduster",
        "taser",
        "flick knife",
    ),
}

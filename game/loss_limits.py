"""Loss limits a player has set: what may still be staked, and what went too far."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.ranks import Rank, outranked
from rulebook import STAR4, Cite, Cited, Refusal, Refused, refusing


class Duty(StrEnum):
    """What a player with a loss limit has undertaken; shown when the limit is set."""

    PURCHASES = "declare chip purchases to the dealer before the round"
    CHIPS_IN = "declare chips brought to the table before the round"
    CHIPS_OUT = "declare the chips left when leaving"
    DIRECTIONS = "follow other reasonable directions on monitoring"


# The documents under which a loss limit stops a wager, each with its rule.
LIMITED: Mapping[str, Cite] = {"STAR4": STAR4.at("13.3")}
DUTIES: dict[Duty, Cite] = {
    Duty.PURCHASES: STAR4.at("13.2.1"),
    Duty.CHIPS_IN: STAR4.at("13.2.2"),
    Duty.CHIPS_OUT: STAR4.at("13.2.3"),
    Duty.DIRECTIONS: STAR4.at("13.2.4"),
}
_NOT_LIABLE = (
    "As far as the law allows, the casino is not liable where a limit is passed "
    "deliberately, recklessly, dishonestly or by not declaring chips."
)
DISCLAIMER = Cited(_NOT_LIABLE, STAR4.at("13.5"))


@dataclass(frozen=True, slots=True)
class LossLimit:
    """A player's limit for a period, and the net loss in it so far."""

    player: str
    limit_cents: int
    lost_cents: int = 0
    won_cents: int = 0
    acknowledged: frozenset[Duty] = frozenset()
    paused: bool = False

    @property
    def remaining(self) -> Cited[int]:
        """The limit less the net loss of the period the player chose."""
        left = max(0, self.limit_cents - (self.lost_cents - self.won_cents))
        return Cited(left, STAR4.at("1.1:Loss Limit"))


class Funds(StrEnum):
    """Where money paid into an account comes from."""

    CASHIER = "cash at the cashier"
    DEBIT_CARD = "debit card"
    EFTPOS = "EFTPOS"
    BANK_TRANSFER = "bank transfer"
    WINNINGS = "winnings"  # not from outside, so it never counts


@dataclass(frozen=True, slots=True)
class DepositLimit:
    """A player's limit on money paid into the account from outside in one day."""

    player: str
    limit_cents: int

    def remaining(self, paid_in: Iterable[tuple[Funds, int]]) -> Cited[int]:
        """What may still be paid in today."""
        outside = sum(cents for funds, cents in paid_in if funds is not Funds.WINNINGS)
        left = max(0, self.limit_cents - outside)
        return Cited(left, STAR4.at("1.1:Deposit Limit"))


def has_gaming_limit(
    loss: LossLimit | None, deposit: DepositLimit | None
) -> Cited[bool]:
    """Whether a player has set a gaming limit of either sort."""
    either = loss is not None or deposit is not None
    return Cited(either, STAR4.at("1.1:Gaming Limit"))


def may_activate(limit: LossLimit) -> Refused | None:
    """Whether the limit may start: its four duties are shown and acknowledged."""
    missing = [duty for duty in Duty if duty not in limit.acknowledged]
    if not missing:
        return None
    wrong = f"{limit.player} has not acknowledged every duty."
    right = f"Still open: {'; '.join(missing)}."
    return Refused((Refusal(STAR4.at("13.2"), wrong, right),))


@dataclass(frozen=True, slots=True)
class Declarations:
    """The chips of a limit player as they were declared, against what was seen."""

    purchases_seen: int = 0
    purchases_declared: int = 0
    chips_in_seen: int = 0
    chips_in_declared: int = 0


@refusing
def may_enter_round(limit: LossLimit, chips: Declarations) -> Iterator[Refusal]:
    """Whether a limit player may enter the round: all chips are declared, no pause."""
    open_purchases = chips.purchases_seen - chips.purchases_declared
    open_chips = chips.chips_in_seen - chips.chips_in_declared
    right = "Declare them to the dealer before the round."
    if open_purchases > 0:
        wrong = f"{limit.player} bought chips for {open_purchases} undeclared."
        yield Refusal(DUTIES[Duty.PURCHASES], wrong, right)
    if open_chips > 0:
        wrong = f"{limit.player} brought chips for {open_chips} undeclared."
        yield Refusal(DUTIES[Duty.CHIPS_IN], wrong, right)
    if limit.paused:
        yield _paused(limit)


def _paused(limit: LossLimit) -> Refusal:
    wrong = f"{limit.player} is on a pause so that the limit can calculate."
    return Refusal(STAR4.at("13.4"), wrong, "Wait until a supervisor ends it.")


def pause(limit: LossLimit, by: Rank, *, on: bool) -> LossLimit | Refused:
    """Stop a player's betting for a while so that the limit can calculate and reset."""
    refusal = outranked("STAR4", by, Rank.SUPERVISOR, STAR4.at("13.4"))
    return Refused((refusal,)) if refusal else replace(limit, paused=on)


def may_wager(limit: LossLimit, at_risk: int, amount: int) -> Refused | None:
    """Whether one more wager keeps within the limit, with all already at risk."""
    if limit.paused:
        return Refused((_paused(limit),))
    room = limit.remaining.value - at_risk
    if amount <= room:
        return None
    wrong = f"{amount} would take {limit.player} past the loss limit."
    right = f"At most {max(0, room)} may be staked."
    return Refused((Refusal(STAR4.at("13.3"), wrong, right),))


@dataclass(frozen=True, slots=True)
class Placed:
    """One wager in the order of placing; a jackpot wager takes its place as any."""

    wager: str
    amount: int


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Wagers cut back to the limit: what stays valid and what goes back."""

    valid: tuple[Placed, ...]
    returned: tuple[Placed, ...]
    cites: tuple[Cite, ...]
    spoken: str


def trim(limit: LossLimit, placed: Sequence[Placed], *, declared: bool) -> Trimmed:
    """Cut wagers back to the limit, the latest first; earlier rounds stand.

    What is left of a wager stays valid, even where it is less than the ratio asks for.
    """
    excess = max(0, sum(bet.amount for bet in placed) - limit.remaining.value)
    valid: list[Placed] = []
    returned: list[Placed] = []
    for bet in reversed(placed):
        back = min(bet.amount, excess)
        excess -= back
        if back:
            returned.append(Placed(bet.wager, back))
        if bet.amount > back:
            valid.append(Placed(bet.wager, bet.amount - back))
    cites = [STAR4.at("11.17")]
    cites += [STAR4.at("11.17:13.1.1")] if returned and not declared else []
    return Trimmed(
        valid=tuple(reversed(valid)),
        returned=tuple(returned),
        cites=(*cites, STAR4.at("11.17:13.1.2")),
        spoken=_spoken(limit, returned),
    )


def _spoken(limit: LossLimit, returned: Sequence[Placed]) -> str:
    if not returned:
        return f"All wagers of {limit.player} are within the loss limit."
    bets = ", then of ".join(f"the {bet.wager}" for bet in returned)
    return f"What is past the loss limit goes back, of {bets}. Earlier rounds stand."

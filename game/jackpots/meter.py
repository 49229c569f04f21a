"""The prize meter: what it starts from, what stakes add and what prizes take away."""

from dataclasses import dataclass, replace
from fractions import Fraction

from game.jackpots.rules import MeterRules
from game.rulebooks.crown3_jackpots import Option
from rulebook import CROWN3, Cite, Cited, Refusal, Refused

CROWN3_METER = MeterRules(
    floor=CROWN3.at("9.3"),
    seed=CROWN3.at("9.3.1"),
    increments=CROWN3.at("9.3.2"),
    prizes=CROWN3.at("9.3.3"),
    reset=CROWN3.at("9.4.1"),
)


@dataclass(frozen=True, slots=True)
class Meter:
    """A prize meter since it was last reset; fractions of a cent are kept."""

    rules: MeterRules
    reseed_cents: int  # the seed times the price of a jackpot wager
    rate: Fraction
    price_cents: int
    staked_cents: int = 0
    paid_cents: int = 0
    received_cents: int = 0  # moved here from a meter that closed

    @property
    def parts(self) -> tuple[Cited[Fraction], ...]:
        """How the least the meter may show is made up, each part with its rule."""
        return (
            Cited(Fraction(self.reseed_cents), self.rules.seed),
            Cited(self.rate * self.staked_cents, self.rules.increments),
            Cited(Fraction(-self.paid_cents), self.rules.prizes),
        )

    @property
    def floor_cents(self) -> Fraction:
        """The least the meter may show."""
        return sum((part.value for part in self.parts), Fraction(0))

    @property
    def value_cents(self) -> Fraction:
        """What the meter shows: money received from a closed meter lies on top."""
        return self.floor_cents + self.received_cents

    def register(self, wagers: int) -> "Meter":
        """The meter once so many jackpot wagers reached a settled round."""
        return replace(self, staked_cents=self.staked_cents + wagers * self.price_cents)

    def cancel(self, wagers: int) -> "Meter":
        """The meter once so many jackpot wagers are cancelled: they add nothing."""
        cancelled = wagers * self.price_cents
        if cancelled > self.staked_cents:
            raise ValueError("More wagers are cancelled than were registered.")
        return replace(self, staked_cents=self.staked_cents - cancelled)

    def receive(self, cents: int) -> "Meter":
        """The meter with money moved from one that closed."""
        if cents < 0:
            raise ValueError("A meter receives money, it does not give it.")
        return replace(self, received_cents=self.received_cents + cents)

    def pay(self, cents: int) -> "Meter":
        """The meter after a royal or straight flush prize; never below its reseed."""
        if cents < 0:
            raise ValueError("A prize cannot be negative.")
        after = replace(self, paid_cents=self.paid_cents + cents)
        return after.reset() if after.value_cents < self.reseed_cents else after

    def reset(self) -> "Meter":
        """The meter back at the seed times the price."""
        return Meter(self.rules, self.reseed_cents, self.rate, self.price_cents)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One jackpot wager as the table's equipment records it, with the pool after it."""

    table: str
    stake_cents: int
    pool_cents: Fraction
    cite: Cite


def record_wagers(
    meter: Meter, table: str, wagers: int
) -> tuple[tuple[Recorded, ...], Meter]:
    """The rows the equipment records for so many wagers, and the meter after them."""
    rows = []
    for _ in range(wagers):
        meter = meter.register(1)
        cite = meter.rules.increments
        rows.append(Recorded(table, meter.price_cents, meter.value_cents, cite))
    return tuple(rows), meter


def prize_meter(option: Option, seed_dollars: int, price_cents: int) -> Meter | Refused:
    """A new Crown meter on one row of the option's own seed table."""
    rate = option.rates.get(seed_dollars)
    if rate is None:
        seeds = ", ".join(f"{seed:,}" for seed in option.rates)
        wrong = f"{option.name} has no seed of {seed_dollars:,}."
        right = f"Its seeds are {seeds}."
        refusal = Refusal(option.seeds, wrong, right, "seed")
        return Refused((refusal,))
    return Meter(CROWN3_METER, seed_dollars * price_cents, rate, price_cents)


def integrity_alarm(meter: Meter, shown_cents: int) -> Refusal | None:
    """An alarm if the display shows less than the meter's own sum."""
    if shown_cents >= meter.floor_cents:
        return None
    wrong = f"The meter shows {in_cents(shown_cents)}."
    right = f"It may show no less than {in_cents(meter.floor_cents)}."
    return Refusal(meter.rules.floor, wrong, right)


def in_cents(cents: Fraction | int) -> str:
    """An exact number of cents as a person reads it aloud, with no rounding."""
    whole, part = divmod(Fraction(cents).numerator, Fraction(cents).denominator)
    rest = f" and {part}/{Fraction(cents).denominator}" if part else ""
    return f"{whole:,}{rest} cents"

"""The prize pool and how it is shared out: CROWN3-12.5.2(b) and (c)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from tournaments.rules.payments import PaidFor, Part

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class PoolShares:
    """Which part of each payment goes into the prize pool, or to the staff."""

    entry_fee: Fraction = Fraction(0)
    buy_in: Fraction = Fraction(0)
    rebuy: Fraction = Fraction(0)
    add_on: Fraction = Fraction(0)
    buy_back: Fraction = Fraction(0)  # the fee of a repechage too


@dataclass(frozen=True, slots=True)
class PrizePoolClause(Clause):
    """How much the prize pool is, or how it is worked out."""

    cites = (Cite("CROWN3-12.5.2(b)"),)
    title = "The prize pool"

    added_cents: int | None = None  # put up by the house; nought for nothing
    shares: PoolShares = PoolShares()
    at_least_cents: int = 0
    staff: PoolShares = since(2, PoolShares())  # what the staff get of each payment

    def text(self, terms: "Terms") -> str:
        """Each part of the pool, and what the staff and the house keep of payments."""
        paid = [part for part in self.parts(terms) if part.cents]
        into = [
            f"{'the whole' if part.pool == 1 else wording.per_cent(part.pool)} of "
            f"every {part.what} ({wording.dollars(part.shared(part.cents).pool_cents)})"
            for part in paid
            if part.pool
        ]
        if self.added_cents or self.added_cents is None:
            into.append(f"{wording.dollars(self.added_cents)} from the operator")
        least = (
            f" It is at least {wording.dollars(self.at_least_cents)}."
            if self.at_least_cents
            else ""
        )
        made = wording.listed(into)
        return f"The prize pool is made up of {made}.{least}{_kept(paid)}"

    def parts(self, terms: "Terms") -> tuple[Part, ...]:
        """Every payment with its amount and its shares of pool and staff."""
        fees, pool, staff = terms.details.fees, self.shares, self.staff
        offer = terms.format.buy_back
        back = (offer.price_cents or 0) if offer.offered else 0
        second = terms.format.repechage.price_cents
        fee, buy_in = fees.entry_fee_cents or 0, fees.buy_in_cents or 0
        rebuy, add_on = fees.rebuy_cents or 0, fees.add_on_cents or 0
        return (
            Part(PaidFor.ENTRY_FEE, fee, pool.entry_fee, staff.entry_fee),
            Part(PaidFor.BUY_IN, buy_in, pool.buy_in, staff.buy_in),
            Part(PaidFor.REBUY, rebuy, pool.rebuy, staff.rebuy),
            Part(PaidFor.ADD_ON, add_on, pool.add_on, staff.add_on),
            Part(PaidFor.BUY_BACK, back, pool.buy_back, staff.buy_back),
            Part(PaidFor.REPECHAGE, second, pool.buy_back, staff.buy_back),
        )

    def part(self, what: PaidFor, terms: "Terms") -> Part:
        """One kind of payment with its amount and its shares."""
        return next(part for part in self.parts(terms) if part.what is what)

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """An amount, or shares of what is paid."""
        if self.added_cents is None:
            yield self.gap(
                "added_cents",
                "It is not entered what the operator adds to the pool.",
                "Enter the amount, or 0.",
            )
        if self.shares == PoolShares() and not (
            self.added_cents or self.at_least_cents
        ):
            yield self.gap(
                "shares",
                "The prize pool is nothing.",
                "Enter an amount, or the shares of what is paid that make it up.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Pool and staff together get no more of a payment than there is."""
        for name in (each.name for each in fields(PoolShares)):
            both = getattr(self.shares, name) + getattr(self.staff, name)
            if both > 1:
                yield self.gap(
                    f"staff.{name}",
                    f"Pool and staff together get {wording.per_cent(both)} of the "
                    f"{name.replace('_', ' ')}.",
                    "Let them get 100% at most.",
                )


def _kept(paid: Sequence[Part]) -> str:
    """What the staff get and the operator keeps of each payment."""
    shared = [(part, part.shared(part.cents)) for part in paid]
    staff = [
        f"{wording.dollars(shares.staff_cents)} of every {part.what}"
        for part, shares in shared
        if shares.staff_cents
    ]
    house = [
        f"{wording.dollars(shares.house_cents)} of every {part.what}"
        for part, shares in shared
        if shares.house_cents
    ]
    said = f" The staff receive {wording.listed(staff)}." if staff else ""
    keeps = f" The operator keeps {wording.listed(house)}." if house else ""
    return said + keeps


SEAT_WON: Cite = HOUSE.at("TOURN-390")


class SplitBy(StrEnum):
    """How prizes are written down."""

    SHARES = "shares"
    AMOUNTS = "amounts"
    SEATS = "seats"


class Remainder(StrEnum):
    """Where the cents go that a division leaves over."""

    LARGEST = "largest-remainder"
    FIRST_PLACE = "first-place"


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes from a number of entries on."""

    from_players: int = 1
    shares: tuple[Fraction, ...] = ()
    amounts_cents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeExample:
    """Prizes printed in figures for one number of players, to be checked."""

    players: int = 0
    amounts_cents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeSplitClause(Clause):
    """How the pool is shared out, to the last cent."""

    cites = (Cite("CROWN3-12.5.2(c)"), HOUSE.at("TOURN-12"), HOUSE.at("TOURN-390"))
    title = "How the pool is shared out"

    by: SplitBy = SplitBy.SHARES
    tables: tuple[PrizeTable, ...] = ()
    seat_cents: int = 0  # the worth of a seat won, in a satellite
    step_cents: int = 1
    remainder: Remainder = Remainder.LARGEST
    examples: tuple[PrizeExample, ...] = ()
    seat_in: str = since(4, "")  # the address of the tournament a seat is won in
    seat_or_money: bool = since(4, default=True)  # for who is not let in there

    def text(self, terms: "Terms") -> str:
        """The split, the rounding and the examples."""
        if self.by is SplitBy.SEATS:
            return self._seats()
        said = " ".join(self._table(at) for at in range(len(self.tables)))
        return f"{said or wording.BLANK}{self._rounding()}{self._examples()}"

    def _seats(self) -> str:
        where = f" in the tournament at /t/{self.seat_in}" if self.seat_in else ""
        instead = {
            True: " Whoever is not let in there receives the worth of the seat.",
            False: " A seat is not exchanged for money.",
        }[self.seat_or_money]
        return (
            f"The pool buys as many seats{where} as it can, each worth "
            f"{wording.dollars(self.seat_cents)}, for the players placed first; "
            f"what is left over goes to the next place.{instead if where else ''}"
        )

    def _table(self, at: int) -> str:
        table = self.tables[at]
        parts = [wording.per_cent(share) for share in table.shares]
        if self.by is SplitBy.AMOUNTS:
            parts = [wording.dollars(amount) for amount in table.amounts_cents]
        start = ""
        if at + 1 < len(self.tables):
            until = self.tables[at + 1].from_players - 1
            start = f"with {table.from_players} to {until} entries, "
        elif at:
            start = f"with {table.from_players} entries or more, "
        places = "the winner" if len(parts) == 1 else f"the first {len(parts)} places"
        return wording.capital(f"{start}{places} receive {wording.listed(parts)}.")

    def _rounding(self) -> str:
        if self.by is SplitBy.AMOUNTS:
            return ""
        step = wording.dollars(self.step_cents) if self.step_cents > 1 else "a cent"
        rest = {
            Remainder.LARGEST: "what is left goes, a step at a time, to the largest "
            "fractions, the better place first",
            Remainder.FIRST_PLACE: "what is left goes to the winner",
        }[self.remainder]
        return f" Prizes are rounded down to {step}; {rest}."

    def _examples(self) -> str:
        return "".join(
            f" With {example.players} players: "
            f"{wording.listed(map(wording.dollars, example.amounts_cents))}."
            for example in self.examples
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """A table of prizes, or the worth of a seat."""
        if self.by is SplitBy.SEATS and not self.seat_cents:
            yield self.gap(
                "seat_cents", "The worth of a seat is missing.", "Enter the amount."
            )
        if self.by is SplitBy.SEATS and not self.seat_in:
            yield Refusal(
                SEAT_WON,
                "Nothing names the tournament in which a seat is won.",
                "Enter the last part of its address: /t/…",
                "seat_in",
            )
        if self.by is not SplitBy.SEATS and not self.tables:
            yield self.gap(
                "tables", "Nothing says how the pool is shared out.", "Enter the split."
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Shares make a whole; tables begin with the fewest players, in order."""
        if self.step_cents < 1:
            yield Refusal(
                HOUSE.at("TOURN-12"),
                "Prizes are rounded to nothing.",
                "Enter 1 cent or more.",
                "step_cents",
            )
        for at, table in enumerate(self.tables):
            yield from self._whole(at, table)
        starts = [table.from_players for table in self.tables]
        if starts != sorted(set(starts)):
            yield self.gap(
                "tables",
                "Two splits begin with the same number of players, or out of order.",
                "Let each begin with more players than the one before.",
            )
        fewest = terms.details.players.minimum or 1
        if self.by is not SplitBy.SEATS and starts and starts[0] > fewest:
            yield self.gap(
                "tables.0.from_players",
                f"No split is given for {fewest} to {starts[0] - 1} players.",
                f"Let the first begin with {fewest}.",
            )

    def _whole(self, at: int, table: PrizeTable) -> Iterator[Refusal]:
        if self.by is SplitBy.SHARES and (total := sum(table.shares)) != 1:
            yield self.gap(
                f"tables.{at}.shares",
                f"The shares add up to {wording.per_cent(Fraction(total))}.",
                "They must add up to 100%.",
            )
        if self.by is SplitBy.AMOUNTS and not table.amounts_cents:
            yield self.gap(
                f"tables.{at}.amounts_cents", "A split has no amounts.", "Enter them."
            )

    def table_for(self, players: int) -> PrizeTable | None:
        """The split that holds for this many entries."""
        begun = [table for table in self.tables if table.from_players <= players]
        return begun[-1] if begun else None

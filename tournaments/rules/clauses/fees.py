"""What taking part costs: CROWN3-12.4.1(a)(ii)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from tournaments.rules.payments import PaidFor

if TYPE_CHECKING:
    from tournaments.rules.facts import Application, Sale
    from tournaments.rules.terms import Terms

IN_FULL: Cite = HOUSE.at("TOURN-65")
AS_OFFERED: Cite = HOUSE.at("TOURN-81")


class Offer(NamedTuple):
    """What a re-buy or an add-on gives, how often and until which hand."""

    chips: int
    most: int
    until_hand: int


@dataclass(frozen=True, slots=True)
class FeesClause(Clause):
    """Entry fee, buy-in, re-buy and add-on; nought says that there is none."""

    cites = (Cite("CROWN3-12.4.1(a)(ii)"),)
    title = "Entry fee, buy-in, re-buy and add-on"

    entry_fee_cents: int | None = None
    buy_in_cents: int | None = None
    rebuy_cents: int | None = None
    rebuy_chips: int = 0
    rebuys_most: int = 0  # for each player
    add_on_cents: int | None = None
    add_on_chips: int = 0
    add_ons_most: int = 0
    rebuys_until_hand: int = since(2, 0)  # of a session; nought is to its end
    add_ons_until_hand: int = since(2, 0)

    def text(self, terms: "Terms") -> str:
        """All four amounts, or that there is none."""
        amounts = (
            ("entry fee", self.entry_fee_cents),
            ("buy-in", self.buy_in_cents),
            ("re-buy", self.rebuy_cents),
            ("add-on", self.add_on_cents),
        )
        some = [f"the {n} is {wording.dollars(c)}" for n, c in amounts if c != 0]
        none = [f"no {name}" for name, cents in amounts if cents == 0]
        said = f"{wording.capital(wording.listed(some))}. " if some else ""
        said += f"There is {wording.listed(none)}. " if none else ""
        return (said + self._extras()).strip()

    def _extras(self) -> str:
        said = ""
        for name, cents, offer in (
            ("re-buy", self.rebuy_cents, self.offer(PaidFor.REBUY)),
            ("add-on", self.add_on_cents, self.offer(PaidFor.ADD_ON)),
        ):
            last = f", until hand {offer.until_hand} of a session has ended"
            if cents:
                said += (
                    f"A player may take {wording.many(offer.most, name)} at most"
                    f"{last if offer.until_hand else ''}; "
                    f"each gives {wording.chips(offer.chips)}. "
                )
        return said

    def offer(self, what: PaidFor) -> Offer:
        """How often, until when and for which chips more can be bought."""
        if what is PaidFor.REBUY:
            return Offer(self.rebuy_chips, self.rebuys_most, self.rebuys_until_hand)
        return Offer(self.add_on_chips, self.add_ons_most, self.add_ons_until_hand)

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Each of the four is an amount, or nought for none."""
        for field, name in (
            ("entry_fee_cents", "entry fee"),
            ("buy_in_cents", "buy-in"),
            ("rebuy_cents", "re-buy"),
            ("add_on_cents", "add-on"),
        ):
            if getattr(self, field) is None:
                yield self.gap(
                    field,
                    f"The {name} has no amount.",
                    "Enter the amount, or 0 when there is none.",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """What can be bought has a price, gives chips and has a limit."""
        for name, stem, cents, chips, most in (
            ("re-buy", "rebuy", self.rebuy_cents, self.rebuy_chips, self.rebuys_most),
            (
                "add-on",
                "add_on",
                self.add_on_cents,
                self.add_on_chips,
                self.add_ons_most,
            ),
        ):
            if most and cents == 0:
                yield self.gap(
                    f"{stem}_cents",
                    f"{wording.capital(wording.many(most, name))} a player are allowed "
                    "and the price is nothing.",
                    f"Enter the price of the {name}, or allow none.",
                )
            if cents and not (most and chips):
                lacks = f"{stem}s_most" if not most else f"{stem}_chips"
                yield self.gap(
                    lacks,
                    f"The {name} costs {wording.dollars(cents)} and the terms do not "
                    "say how many each player may take and what chips it gives.",
                    "Enter both, or a price of 0.",
                )

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why an entry is not taken: fee and buy-in are paid in full, and exactly."""
        if facts.desk is None:
            return
        for field, name in (
            ("entry_fee_cents", "entry fee"),
            ("buy_in_cents", "buy-in"),
        ):
            paid, due = getattr(facts.desk, field), getattr(self, field) or 0
            if paid != due:
                wrong = f"{wording.dollars(paid)} was paid as the {name}."
                right = f"The terms ask for {wording.dollars(due)}."
                yield Refusal(IN_FULL, wrong, right, field)

    def sell(self, sale: "Sale") -> Iterator[Refusal]:
        """Why a re-buy or an add-on is not sold: how often, and until when."""
        offer, name = self.offer(sale.what), sale.what.value
        if not offer.most:
            yield Refusal(AS_OFFERED, f"The terms offer no {name}.")
            return
        if sale.taken >= offer.most:
            wrong = f"The player has taken {wording.many(sale.taken, name)}."
            right = f"The terms allow {wording.many(offer.most, name)}."
            yield Refusal(AS_OFFERED, wrong, right)
        if sale.eliminated:
            wrong = f"The player is eliminated: no {name} is sold to them."
            yield Refusal(AS_OFFERED, wrong, "See whether they may buy back in.")
        if offer.until_hand and sale.is_playing:
            yield from self._hand(sale, offer.until_hand)

    def _hand(self, sale: "Sale", last: int) -> Iterator[Refusal]:
        right = f"The terms sell it until hand {last} of the session has ended."
        if sale.hand is None:
            wrong = "Nobody says which hand is played at the player’s table."
            yield Refusal(AS_OFFERED, wrong, right, "hand")
        elif sale.hand > last:
            wrong = f"It is hand {sale.hand} at the player’s table."
            yield Refusal(AS_OFFERED, wrong, right, "hand")

"""What more an entrant may buy: as often, as long and at the price the terms say."""

from collections.abc import Iterator

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.chances import Qualifies, RepechageOffer
from tournaments.rules.facts import Sale
from tournaments.rules.payments import PaidFor
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import slots

SOLD: Cite = HOUSE.at("TOURN-81")
BACK: Cite = Cite("CROWN3-12.4.3(a)(iv)")
IN_TIME: Cite = HOUSE.at("TOURN-173")
AGAIN: Cite = Cite("CROWN3-12.4.3(a)(v)")
EXTRAS = (PaidFor.REBUY, PaidFor.ADD_ON, PaidFor.BUY_BACK, PaidFor.REPECHAGE)


def may_buy(terms: Terms, sale: Sale) -> tuple[Refusal, ...]:
    """Every reason why this is not sold to this player now."""
    return (*_in_time(sale), *_offered(terms, sale), *_price(terms, sale))


def gives_chips(terms: Terms, what: PaidFor) -> int:
    """The chips that wait for the player at the table once it is paid."""
    if what in {PaidFor.REBUY, PaidFor.ADD_ON}:
        return terms.details.fees.offer(what).chips
    stages = terms.format.stages.repechages if what is PaidFor.REPECHAGE else ()
    own = (stage.bank_chips for stage in stages if stage.bank_chips)
    return next(own, terms.format.bank.bank_chips or 0)


def _in_time(sale: Sale) -> Iterator[Refusal]:
    """An add-on may be taken with the entry; everything else needs play."""
    if sale.what is not PaidFor.ADD_ON and not sale.is_playing:
        wrong = f"A {sale.what} is taken while play goes on."
        yield Refusal(SOLD, wrong, "Wait until play has begun.")


def _offered(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    if sale.what is PaidFor.BUY_BACK:
        if not sale.eliminated:
            wrong = "The player is not eliminated."
            yield Refusal(BACK, wrong, "Only an eliminated player buys back in.")
        if sale.stage:
            clause = terms.format.buy_back
            yield from clause.refuse(sale.stage, sale.taken, terms)
            yield from _stage_over(terms, sale)
    elif sale.what is PaidFor.REPECHAGE:
        yield from _repechage(terms, sale)
    else:
        yield from terms.details.fees.sell(sale)


def _stage_over(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    """Buying back in ends with the last session of the stage that the terms name."""
    name = terms.format.buy_back.until_stage
    stages = terms.format.stages.stages
    ends = [slot.ends for slot in slots(terms) if stages[slot.stage_at].name == name]
    if sale.now and ends and sale.now >= max(ends):
        over = wording.when(max(ends), terms.zone)
        wrong = f"The last session of {name} was over {over}."
        yield Refusal(IN_TIME, wrong, "Nobody buys back in after it.")


def _repechage_begun(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    """A place in a repechage is sold until the last of its sessions begins."""
    stages = terms.format.stages.stages
    planned = terms.format.stages.repechages
    starts = [s.starts for s in slots(terms) if stages[s.stage_at] in planned]
    if sale.now and starts and sale.now >= max(starts):
        began = wording.when(max(starts), terms.zone)
        wrong = f"The last session of the repechage began {began}."
        yield Refusal(IN_TIME, wrong, "Places in it were sold until then.")


def _repechage(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    clause, stages = terms.format.repechage, terms.format.stages.repechages
    if clause.offer is not RepechageOffer.PLANNED or not clause.price_cents:
        yield Refusal(AGAIN, "The terms sell no place in a repechage.")
        return
    if not sale.eliminated:
        wrong = "The player is not eliminated."
        yield Refusal(AGAIN, wrong, "A repechage is for those eliminated before it.")
    if sale.taken >= len(stages):
        wrong = f"The player has paid for {wording.many(sale.taken, 'repechage')}."
        yield Refusal(AGAIN, wrong, "There is no other.")
    yield from _repechage_begun(terms, sale)
    seats = sum(len(s.starts) * (s.tables or 0) * (s.seats or 0) for s in stages)
    if clause.qualifies is Qualifies.FIRST_TO_ENTER and sale.sold >= seats:
        wrong = f"All {seats} seats of the repechage are taken."
        yield Refusal(AGAIN, wrong)


def _price(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    due = terms.winners.pool.part(sale.what, terms).cents
    if due and sale.cents != due:
        wrong = f"{wording.dollars(sale.cents)} was paid for the {sale.what}."
        right = f"The terms ask for {wording.dollars(due)}."
        yield Refusal(SOLD, wrong, right, "cents")

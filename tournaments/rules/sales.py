"""What more an entrant may buy: as often, as long and at the price the terms say."""

from collections.abc import Iterator

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules import second_chances
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
    stages = (chance.stage for chance in second_chances.every(terms, what))
    own = (stage.bank_chips for stage in stages if stage.bank_chips)
    return next(own, terms.format.bank.bank_chips or 0)


def _in_time(sale: Sale) -> Iterator[Refusal]:
    """An add-on may be taken with the entry; everything else needs play."""
    if sale.what is not PaidFor.ADD_ON and not sale.is_playing:
        wrong = f"A {sale.what} is taken while play goes on."
        yield Refusal(SOLD, wrong, "Wait until play has begun.")


def _offered(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    if sale.what is PaidFor.BUY_BACK:
        yield from _back_in(terms, sale)
    elif sale.what is PaidFor.REPECHAGE:
        yield from _repechage(terms, sale)
    else:
        yield from terms.details.fees.sell(sale)


def _back_in(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    """An eliminated player buys back in at the table, or into a stage of its own."""
    if not sale.eliminated:
        wrong = "The player is not eliminated."
        yield Refusal(BACK, wrong, "Only an eliminated player buys back in.")
    if not sale.stage:
        return
    yield from terms.format.buy_back.refuse(sale.stage, sale.taken, terms)
    if terms.format.stages.buy_backs:
        yield from _place(terms, sale)
    else:
        yield from _stage_over(terms, sale)


def _stage_over(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    """Buying back in ends with the last session of the stage that the terms name."""
    name = terms.format.buy_back.until_stage
    stages = terms.format.stages.stages
    ends = [slot.ends for slot in slots(terms) if stages[slot.stage_at].name == name]
    if sale.now and ends and sale.now >= max(ends):
        over = wording.when(max(ends), terms.zone)
        wrong = f"The last session of {name} was over {over}."
        yield Refusal(IN_TIME, wrong, "Nobody buys back in after it.")
    at = next((n for n, r in enumerate(stages) if r.name == sale.stage), None)
    if at in sale.closed:
        wrong = f"{wording.capital(stages[at].called)} is closed."
        yield Refusal(IN_TIME, wrong, "Nobody comes back into a stage that is over.")


def _repechage(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    clause = terms.format.repechage
    sells = clause.offer in {RepechageOffer.PLANNED, RepechageOffer.DIRECTOR}
    if not sells or not clause.price_cents:
        yield Refusal(AGAIN, "The terms sell no place in a repechage.")
        return
    if not sale.eliminated:
        wrong = "The player is not eliminated."
        yield Refusal(AGAIN, wrong, "A repechage is for those eliminated before it.")
    stages = terms.format.stages.repechages
    if sale.taken >= len(stages):
        wrong = f"The player has paid for {wording.many(sale.taken, 'repechage')}."
        yield Refusal(AGAIN, wrong, "There is no other.")
    yield from _place(terms, sale)


def _place(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    """Why no place in the next second chance is sold to this player now."""
    chance = second_chances.on_sale(terms, sale.what, sale.drawn | sale.closed)
    if chance is None:
        wrong = f"The seats are drawn: nothing more is sold for the {sale.what}."
        yield Refusal(IN_TIME, wrong, "Places are sold until then.")
        return
    called = chance.stage.called
    if chance.director_decides and chance.at not in sale.held:
        wrong = f"The Director has not decided that {called} is played."
        yield Refusal(chance.cite, wrong, "Wait for the decision.")
    if sale.waits:
        wrong = f"The player has paid for a place in {called} already."
        yield Refusal(chance.cite, wrong, "One place is enough.")
    if sale.now and chance.closes_at and sale.now >= chance.closes_at:
        over = wording.when(chance.closes_at, terms.zone)
        wrong = f"Places in {called} were sold until {over}."
        yield Refusal(IN_TIME, wrong, "Nothing more is sold for it.")
    first = chance.qualifies is Qualifies.FIRST_TO_ENTER
    if first and sale.sold >= chance.stage.places:
        wrong = f"All {chance.stage.places} seats of {called} are taken."
        yield Refusal(chance.cite, wrong)


def _price(terms: Terms, sale: Sale) -> Iterator[Refusal]:
    due = terms.winners.pool.part(sale.what, terms).cents
    if due and sale.cents != due:
        wrong = f"{wording.dollars(sale.cents)} was paid for the {sale.what}."
        right = f"The terms ask for {wording.dollars(due)}."
        yield Refusal(SOLD, wrong, right, "cents")

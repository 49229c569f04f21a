"""Buying back in: at the table while a stage goes on, or into a stage of its own."""

from dataclasses import replace

import pytest

from rulebook import Refused
from tests.tournaments.cast import DESK, MINUTE, SLUG, at, cites, clock, do, look
from tests.tournaments.conduct_cast import ADVICE, deed, must
from tests.tournaments.examples import with_
from tests.tournaments.play_cast import in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, starts, state
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_stages import by_number
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.models import EntryState
from tournaments.money import buying, correcting
from tournaments.money import queries as money
from tournaments.money.buying import Buy
from tournaments.path import ledgers
from tournaments.rules import structure
from tournaments.rules.clauses.buy_back import BuyBackClause
from tournaments.rules.clauses.chances import Qualifies
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.conducting import Verb
from tournaments.rules.payments import PaidFor
from tournaments.rules.stages import GoesOn, StageKind
from tournaments.stages import closing, next_draw

HEATS, BACK, FINAL = 0, 1, 2
PRICE = 100_00
OWN = "CROWN3-12.4.3(a)(iv)"


def back_in(qualifies=Qualifies.FIRST_TO_ENTER, closes_minutes=10, seats=3, **clause):
    """Heats whose best two go on, a stage for who buys back in, and a final."""
    made = short_terms()
    heats, final = made.format.stages.stages
    heats = replace(heats, goes_on=GoesOn(best_others=2), minutes=30)
    own = replace(
        heats,
        name="Buy-back round",
        kind=StageKind.BUY_BACK,
        starts=(heats.ends()[0] + 30 * MINUTE,),
        tables=1,
        seats=seats,
        hands=seats,
        goes_on=GoesOn(best_others=1),
    )
    bought = BuyBackClause(
        offered=True,
        price_cents=PRICE,
        how="At the desk.",
        qualifies=qualifies,
        closes_minutes=closes_minutes,
    )
    return with_(
        made,
        ("format.stages.stages", (heats, own, final)),
        ("format.buy_back", replace(bought, **clause)),
        ("house.ties.order", (TieBreak.LOT,)),
    )


def buys(db, number, minutes, what=PaidFor.BUY_BACK):
    """An entrant buys back in at the desk."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        entry = ledgers.entry(session, tournament, number, lock=True)
        wanted = Buy(what, PRICE)
        return buying.buy(session, tournament, entry, wanted, at(minutes, DESK))


def heats_closed(db, made):
    """The heats are over: entries 7 and 8 go on, six are out."""
    in_session(db, made)
    close_tables(db, LATER, by_number)
    row = do(db, closing.close, HEATS, at(LATER))
    assert not isinstance(row, Refused), row
    assert row.through == [7, 8]


@pytest.mark.rule(OWN, "HOUSE-TOURN-173", "HOUSE-TOURN-420")
def test_who_buys_back_in_plays_a_stage_with_places_a_price_and_a_time(db):
    made = back_in()
    heats_closed(db, made)
    begins = starts(made, BACK)
    assert cites(buys(db, 8, LATER + 1)) == [OWN]  # goes on anyway
    for number in (5, 2):
        assert not isinstance(buys(db, number, LATER + 1), Refused)
        assert state(db, number) is EntryState.ELIMINATED  # until the seats are drawn
    assert OWN in cites(buys(db, 2, LATER + 1))  # once is enough
    assert cites(buys(db, 4, begins - 10)) == ["HOUSE-TOURN-173"]  # closed
    assert not isinstance(buys(db, 1, begins - 11), Refused)  # a minute before
    assert cites(buys(db, 4, begins - 11)) == [OWN]  # three seats are taken
    drawn = draw_next(db, begins - 5)
    assert drawn.header["entries"] == [1, 2, 5]
    assert {state(db, n) for n in (1, 2, 5)} == {EntryState.ENTERED}
    assert cites(buys(db, 4, begins - 11)) == ["HOUSE-TOURN-173"]  # drawn: too late
    begun = start(db, at(begins), BACK)
    assert not isinstance(begun, Refused), begun
    found = close_tables(db, begins + 1, lambda _number, has: has)
    assert set(found.values()) == {made.format.bank.bank_chips}  # one bank, not two


@pytest.mark.rule(OWN, "HOUSE-TOURN-420")
def test_the_best_of_the_stage_goes_on_to_the_final(db):
    made = back_in()
    heats_closed(db, made)
    for number in (3, 6):
        buys(db, number, LATER + 1)
    begins = starts(made, BACK)
    draw_next(db, begins - 5)
    start(db, at(begins), BACK)
    close_tables(db, begins + 1, by_number)
    row = do(db, closing.close, BACK, at(begins + 2))
    assert not isinstance(row, Refused), row
    assert (row.through, list(row.out)) == ([6], ["3"])
    last = draw_next(db, starts(made, FINAL) - 5)
    assert last.header["entries"] == [6, 7, 8]


@pytest.mark.rule("HOUSE-TOURN-420", OWN)
def test_who_paid_and_got_no_seat_has_the_price_back_before_the_stage_closes(db):
    made = back_in(Qualifies.HIGHEST_STACKS, seats=2)
    heats_closed(db, made)
    for number in (2, 5, 6):
        assert not isinstance(buys(db, number, LATER + 1), Refused)
    assert look(db, next_draw.due).numbers == (5, 6)
    begins = starts(made, BACK)
    draw_next(db, begins - 5)
    start(db, at(begins), BACK)
    close_tables(db, begins + 1, by_number)
    refused = do(db, closing.close, BACK, at(begins + 2))
    assert cites(refused) == ["HOUSE-TOURN-420"]
    assert "Entry 2 has paid" in refused.refusals[0].wrong
    mine = look(db, ledgers.entry, 2).pk
    sold = [r for r in look(db, money.receipts) if r.kind == "buy-back"]
    [receipt] = [r for r in sold if r.entry_id == mine]
    back = do(db, correcting.give_back, receipt, "No seat.", at(begins + 3, DESK))
    assert not isinstance(back, Refused), back
    row = do(db, closing.close, BACK, at(begins + 4))
    assert not isinstance(row, Refused), row


@pytest.mark.rule(OWN, "CROWN3-12.4.3(a)(v)")
def test_a_stage_nobody_buys_into_is_closed_with_nobody(db):
    made = back_in()
    heats_closed(db, made)
    row = do(db, closing.close, BACK, at(LATER + 1))
    assert (row.through, row.says) == ([], ["The buy-back round is not played."])
    assert look(db, next_draw.due).numbers == (7, 8)


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_nothing_is_left_to_the_director_about_a_stage_that_is_bought_into(db):
    heats_closed(db, back_in())
    for stage_at in (HEATS, BACK, 9):
        no = do(db, closing.decide_chance, stage_at, "Late.", at(LATER), held=False)
        assert cites(no) == ["CROWN3-12.4.3(a)(v)"]


@pytest.mark.rule(OWN, "HOUSE-TOURN-173")
def test_the_page_says_places_price_who_plays_and_until_when(db, as_):  # noqa: F811
    made = back_in(closes_minutes=20)
    heats_closed(db, made)
    buys(db, 5, LATER + 1)
    with clock(LATER + 2):
        page = as_("ruth", at(LATER + 2).now).get(f"/desk/tournaments/{SLUG}/stages")
    for said in ("Places", "$100; paid by 1", "in the order in which they ask"):
        assert said in " ".join(page.text.split())
    assert "Sold until" in page.text


@pytest.mark.rule(OWN, "HOUSE-TOURN-173", "HOUSE-TOURN-300")
def test_at_the_table_one_buys_back_in_until_the_stage_is_closed(db):
    made = with_(
        short_terms(("format.stages.stages.0.goes_on", GoesOn(best_others=2))),
        ("conduct.penalties.penalties.2.most", 10_000),
        ("format.buy_back", BuyBackClause(True, PRICE, "Heats", 1, "At the desk.")),
    )
    in_session(db, made)
    entry = look(db, ledgers.entry, 3).pk
    bank = made.format.bank.bank_chips
    must(db, entry, deed(Verb.CHIPS, ADVICE, bank - 99))
    must(db, entry, deed(Verb.BROKE))
    close_tables(db, LATER, by_number)
    assert not isinstance(buys(db, 3, LATER), Refused)
    waits = do(db, closing.close, HEATS, at(LATER))  # neither through nor out
    assert cites(waits) == ["HOUSE-TOURN-300"]
    assert "Entry 3 is back in" in waits.refusals[0].wrong
    [receipt] = [r for r in look(db, money.receipts) if r.kind == "buy-back"]
    do(db, correcting.give_back, receipt, "Too late.", at(LATER, DESK))
    assert state(db, 3) is EntryState.ELIMINATED
    assert not isinstance(do(db, closing.close, HEATS, at(LATER)), Refused)
    assert cites(buys(db, 3, LATER)) == ["HOUSE-TOURN-173"]  # the stage is over


@pytest.mark.rule(OWN)
def test_terms_with_such_a_stage_say_who_plays_it_and_offer_it():
    made = back_in()
    clause = made.format.buy_back
    said = clause.text(made)
    assert "plays the buy-back round" in said
    assert "until ten minutes before it begins" in said
    assert "has the price back" in said
    assert [*clause.missing(made), *clause.refusals(made)] == []
    bare = with_(made, ("format.buy_back.qualifies", None))
    assert [r.field for r in bare.format.buy_back.missing(bare)] == ["qualifies"]
    none = with_(made, ("format.buy_back.offered", False))
    assert [r.field for r in none.format.buy_back.refusals(none)] == ["offered"]
    everyone = with_(made, ("format.buy_back.qualifies", Qualifies.EVERYONE))
    wrong = [r for r in structure.check(everyone).refusals if r.cite.id == OWN]
    assert "seats 3" in wrong[0].wrong

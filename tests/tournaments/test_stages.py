"""Stages close by confirmed counts; who goes on, who is out, and the next draw."""

import pytest

from rulebook import Refused
from tests.tournaments.cast import SEAL, SLUG, at, cites, clock, do, look, recorded
from tests.tournaments.play_cast import in_session, short_terms, start
from tests.tournaments.stages_cast import (
    close_tables,
    count,
    draw_next,
    starts,
    state,
)
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.models import EntryState
from tournaments.rules import seat_replay
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.lots import dealt
from tournaments.rules.stages import GoesOn
from tournaments.seating import published, seats
from tournaments.stages import (
    closing,
    counted,
    field,
    lots,
    next_draw,
    outcomes,
    placing,
    ties,
)

TOP_ONE = ("format.stages.stages.0.goes_on", GoesOn(top_per_table=1, best_others=2))
ORDER = "house.ties.order"
LOTS = (ORDER, (TieBreak.LOT,))


def by_number(number, _has):
    """The higher the entry's number, the higher its stack."""
    return 1_000 + 100 * number


def result(db, at_=0):
    """What comes of a stage now."""
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        played = counted.look(session, tournament, at_)
        return outcomes.result(session, tournament, played)


@pytest.mark.rule(
    "HOUSE-TOURN-300", "HOUSE-TOURN-301", "CROWN3-12.4.3(a)(iii)", "CROWN3-12.5(a)"
)
def test_a_stage_closes_once_and_the_next_is_drawn_for_those_who_go_on(db):
    made = short_terms(TOP_ONE)
    in_session(db, made)
    assert cites(do(db, closing.close, 0, at(LATER)))[0] == "HOUSE-TOURN-300"
    count(db, LATER, by_number, 1, second=None)  # not confirmed: it counts for nothing
    assert result(db).through == ()
    assert next_draw_of(db) is None
    close_tables(db, LATER, by_number)
    row = do(db, closing.close, 0, at(LATER))
    assert not isinstance(row, Refused), row
    assert len(row.through) == 4
    assert {*row.through, *map(int, row.out)} == set(range(1, 9))
    assert {state(db, n) for n in row.through} == {EntryState.ENTERED}
    assert {state(db, int(n)) for n in row.out} == {EntryState.ELIMINATED}
    assert any("place" in said for said in row.says)
    assert "HOUSE-TOURN-300" in cites(do(db, closing.close, 0, at(LATER)))
    after = starts(made, 1)
    released = draw_next(db, after - 5)
    assert (released.stage_at, released.header["entries"]) == (1, sorted(row.through))
    listed = look(db, lambda s, t: published.lists(seats.draws(s, t)))[-1]
    file = look(db, lambda s, t: published.file(s, listed))
    assert seat_replay.differences(file) == ()
    assert not isinstance(start(db, at(after), 1), Refused)
    close_tables(db, after + 1, by_number)
    last = do(db, closing.close, 1, at(after + 1))
    assert not isinstance(last, Refused), last
    found = look(db, placing.placing)
    assert found.groups[0] == (f"entry {max(row.through)}",)
    assert sum(map(len, found.groups)) == 8


def next_draw_of(db):
    """Which seats would be drawn next."""
    return look(db, next_draw.due)


def equal(_number, _has):
    """Everybody has the same."""
    return 5_000


@pytest.mark.rule("HOUSE-TOURN-302", "HOUSE-TOURN-303", "HOUSE-TOURN-2")
def test_a_tie_of_everybody_is_decided_by_a_lot_that_anybody_repeats(db):
    in_session(db, short_terms(TOP_ONE, LOTS))
    close_tables(db, LATER, equal)
    refused = do(db, closing.close, 0, at(LATER))
    assert cites(refused) == ["HOUSE-TOURN-2", "HOUSE-TOURN-2"]
    while (open_ := [o for t in result(db).ties for o in t.standing.open]) != []:
        early = do(db, ties.by_earlier_stack, 0, open_[0], at(LATER))
        assert cites(early) == ["HOUSE-TOURN-302"]
        do(db, ties.by_lot, 0, open_[0], "", at(LATER), SEAL)  # the list is fixed
        step = do(db, ties.by_lot, 0, open_[0], "anchor", at(LATER), SEAL)
        assert not isinstance(step, Refused), step
    row = do(db, closing.close, 0, at(LATER))
    assert not isinstance(row, Refused), row
    assert len(row.through) == 4
    for lot in look(db, lots.every):
        file = lots.file(lot)
        assert seat_replay.differences(file) == ()
        changed = file | {"order": file["order"][::-1]}
        assert seat_replay.differences(changed)
        assert seat_replay.differences(file | {"secret": "00" * 32})


@pytest.mark.rule("HOUSE-TOURN-302")
def test_the_highest_card_decides_with_suits_and_no_card_twice(db):
    one = ("format.stages.stages.0.goes_on", GoesOn(best_others=2))
    in_session(
        db, short_terms(one, (ORDER, (TieBreak.EARLIER_STACK, TieBreak.HIGH_CARD)))
    )
    close_tables(
        db, LATER, lambda n, _has: 9_000 if n in (3, 5) else 9_999 if n == 8 else 10
    )
    [tie] = result(db).ties
    [open_] = tie.standing.open
    assert open_.players == ("entry 3", "entry 5")
    assert not isinstance(do(db, ties.by_earlier_stack, 0, open_, at(LATER)), Refused)
    [open_] = result(db).ties[0].standing.open  # nobody played a hand: still equal
    assert open_.by is TieBreak.HIGH_CARD
    twice = {"entry 3": "KS", "entry 5": "ks"}
    assert cites(do(db, ties.by_cards, 0, open_, twice, at(LATER))) == [
        "HOUSE-TOURN-302"
    ]
    cards = {"entry 3": "KH", "entry 5": "KS"}
    assert not isinstance(do(db, ties.by_cards, 0, open_, cards, at(LATER)), Refused)
    assert result(db).through == (5, 8)


@pytest.mark.rule("HOUSE-TOURN-302", "HOUSE-TOURN-303")
def test_the_house_deals_the_highest_card_as_anybody_can_repeat_it(db, as_):  # noqa: F811
    one = ("format.stages.stages.0.goes_on", GoesOn(best_others=2))
    in_session(db, short_terms(one, (ORDER, (TieBreak.HIGH_CARD,))))
    close_tables(
        db, LATER, lambda n, _has: 9_999 if n == 8 else 500 if n in (3, 5) else n
    )
    [tie] = result(db).ties
    [open_] = tie.standing.open
    form = {"players": ",".join(open_.players), "dealt": "yes"}
    home = f"/desk/tournaments/{SLUG}/stages"
    with clock(LATER):
        ruth = as_("ruth", at(LATER).now)
        assert "the house deals" in ruth.get(home).text
        for word in ("", "anchor"):  # the list is fixed, then the cards are dealt
            answer = ruth.post(f"{home}/0/tie/high-card", data=sent(word=word, **form))
            assert answer.status_code == 303, answer.text
    [lot] = look(db, lots.every)
    assert seat_replay.differences(lots.file(lot)) == ()
    cards = dealt(lot.header, bytes.fromhex(lot.secret), "anchor")
    assert sorted(cards) == [3, 5]
    assert len(set(cards.values())) == 2
    assert result(db).through == tuple(sorted((8, max(cards, key=cards.get))))


@pytest.mark.rule("HOUSE-TOURN-304")
def test_the_counts_of_a_play_off_decide_a_tie_for_going_on(db):
    one = ("format.stages.stages.0.goes_on", GoesOn(best_others=2))
    made = short_terms(
        one,
        (ORDER, (TieBreak.PLAY_OFF, TieBreak.LOT)),
        ("house.ties.play_off_hands", 3),
        ("house.ties.play_off_chips", 2_000),
        ("format.progression.stacks", Stacks.CARRY_OVER),
    )
    in_session(db, made)
    close_tables(db, LATER, lambda n, _has: 9_000 if n > 5 else 10)
    due = next_draw_of(db)
    assert due.numbers == (6, 7, 8)
    draw = draw_next(db, LATER + 1)
    assert draw.stage_at == due.stage_at
    begun = start(db, at(LATER + 2), due.stage_at)
    assert not isinstance(begun, Refused), begun
    assert (begun.plan["hands"], begun.plan["bank_chips"]) == (3, 2_000)
    started = [entry.rules for entry in recorded(db, "start session")]
    assert ["HOUSE-TOURN-304" in rules for rules in started] == [False, True]
    close_tables(db, LATER + 3, lambda n, _has: n * 100)
    assert result(db).through == (7, 8)
    row = do(db, closing.close, 0, at(LATER + 4))
    assert (row.through, row.out["6"]) == ([7, 8], 9_000)
    after = starts(made, 1)
    draw_next(db, after - 1)
    assert not isinstance(start(db, at(after), 1), Refused)
    found = close_tables(db, after + 1, lambda _n, has: has)
    assert found == {7: 9_000, 8: 9_000}  # what they brought is theirs again


@pytest.mark.rule("HOUSE-TOURN-303", "CROWN3-12.4.3(a)(iii)")
def test_a_wild_card_is_drawn_from_those_left_and_published(db):
    wild = ("format.stages.stages.0.goes_on", GoesOn(top_per_table=1, drawn=1))
    in_session(db, short_terms(wild, LOTS))
    close_tables(db, LATER, by_number)
    assert cites(do(db, closing.close, 0, at(LATER))) == ["HOUSE-TOURN-303"]
    wanted = result(db).lot
    assert (len(wanted.entries), wanted.places) == (6, 1)
    row = do(db, lots.fix, 0, wanted, at(LATER), SEAL)
    assert cites(do(db, lots.fix, 0, wanted, at(LATER), SEAL)) == ["HOUSE-TOURN-303"]
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        mine = lots.every(session, tournament)[0]
        assert mine.number == row.number
        held = lots.hold(session, tournament, mine, "anchor", at(LATER), SEAL)
        again = lots.hold(session, tournament, mine, "bell", at(LATER), SEAL)
        assert not isinstance(held, Refused)
        assert cites(again) == ["HOUSE-TOURN-303"]
    closed = do(db, closing.close, 0, at(LATER))
    assert not isinstance(closed, Refused), closed
    assert len(closed.through) == 3


@pytest.mark.rule("HOUSE-TOURN-303")
def test_a_lot_of_nobody_is_refused(db):
    in_session(db)
    none = lots.Lot(lots.WILD_CARD, (), 1)
    assert cites(do(db, lots.fix, 0, none, at(LATER), SEAL)) == ["HOUSE-TOURN-303"]


@pytest.mark.rule("HOUSE-TOURN-300", "HOUSE-TOURN-302")
def test_the_pages_lead_from_the_counts_through_a_tie_to_the_closing(db, as_):  # noqa: F811
    cards = (ORDER, (TieBreak.HIGH_CARD,))
    in_session(db, short_terms(TOP_ONE, cards))
    home = f"/desk/tournaments/{SLUG}/stages"
    with clock(LATER):
        ruth = as_("ruth", at(LATER).now)
        page = ruth.get(home).text
        assert "Table 1 is not closed." in page
        assert "nothing counts before both counts are in" in page
        close_tables(db, LATER, lambda n, _has: 9_000 + n // 4)
        page = ruth.get(home).text
        assert "A tie is open" in page
        assert ruth.post(f"{home}/0/close", data=sent()).status_code == 409
        for _ in range(4):
            found = [o for t in result(db).ties for o in t.standing.open]
            if not found:
                break
            players = found[0].players
            cards = dict(zip(players, ("AS", "KS", "QS", "JS", "TS"), strict=False))
            form = sent(players=",".join(players), **cards)
            answer = ruth.post(f"{home}/0/tie/high-card", data=form)
            assert answer.status_code == 303, answer.text
        stale = ruth.post(f"{home}/0/tie/high-card", data=sent(players="entry 99"))
        assert stale.status_code == 404
        form = sent()
        for _ in range(2):  # sent twice, it is done once
            assert ruth.post(f"{home}/0/close", data=form).status_code == 303
        page = ruth.get(home).text
        closed = look(db, field.closings)[0]
        assert page.count("goes on</span>") == len(closed.through) > 0
        assert page.count("out</span>") == len(closed.out) > 0
        assert "Draw the next seats" in page
        seats_page = ruth.get(f"/desk/tournaments/{SLUG}/seats").text
        assert "The seats of the final can be drawn." in seats_page
        assert ruth.get(f"/t/{SLUG}/draws").status_code == 200
        assert ruth.get(f"/t/{SLUG}/lots/1.json").status_code == 404

"""Chips move at a table beside its hands, and are kept by denomination."""

import pytest

from house.ledger import queries as ledger
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import SLUG, STARTS, at, cites, clock
from tests.tournaments.play_cast import FLOOR, SUE, TESS, deal, in_session, tablet
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_play_pages import TABLE
from tests.tournaments.test_table_close import LATER, SAID, at_table, expected
from tournaments import queries
from tournaments.play import accounts, closing, counting, moving_chips, verification
from tournaments.play.closing import Closing, Early
from tournaments.play.counting import Keyed
from tournaments.play.models import Moved
from tournaments.play.moving_chips import Moving
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.tokens import pieces_worth

TRAY = {25: 400, 100: 200, 1_000: 20}
BANK = {25: 20, 100: 25, 500: 8, 1_000: 3}  # of each of four


def moved(db, *given, **said):
    """Move chips at table 1."""
    wanted = Moving(*given, **said)
    return at_table(db, moving_chips.move, wanted, at(LATER))


def rebuilt(db):
    """What the record comes to differs nowhere from the ledger."""
    with db.reading() as session:
        ledger_holds(session)
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []
        return found


def by_piece(db, off=None):
    """Table 1 counted by denomination: every stack its bank, unless said otherwise."""
    has = expected(db)
    lay = {str(entry): dict(BANK) for entry in has.stacks} | {"tray": dict(TRAY)}
    first = next(iter(lay.values()))
    for denomination, more in (off or {}).items():
        first[denomination] = first.get(denomination, 0) + more
    sums = {of: pieces_worth(pieces) for of, pieces in lay.items()}
    tray = sums.pop("tray")
    stacks = {int(entry): worth for entry, worth in sums.items()}
    return Keyed(counting.Counted(tray, stacks), lay)


def both(db, keyed):
    """Two people count the same."""
    for service, who in ((counting.count, TESS), (counting.confirm, SUE)):
        verdict = at_table(db, service, keyed, at(LATER, who))
        assert not isinstance(verdict, Refused), verdict


@pytest.mark.rule("HOUSE-TOURN-200", "CROWN3-12.4.3(b)")
def test_a_session_brings_trays_and_banks_by_denomination(db):
    in_session(db)
    wanted = {d: TRAY.get(d, 0) + 4 * BANK.get(d, 0) for d in {*TRAY, *BANK}}
    assert expected(db).pieces == dict(sorted(wanted.items()))
    with db.reading() as session:
        out = accounts.pieces_out(queries.get(session, SLUG).pk, 25)
        assert ledger.balances(session, [out])[out] == -2 * wanted[25]


@pytest.mark.rule("HOUSE-TOURN-164", "HOUSE-TOURN-200")
def test_a_colour_up_changes_pieces_and_no_stack(db):
    in_session(db)
    before = expected(db)
    unequal = moved(db, Moved.COLOUR_UP, pieces={25: -40, 500: 1})
    assert cites(unequal) == ["HOUSE-TOURN-164"]
    assert isinstance(moved(db, Moved.COLOUR_UP, pieces={25: -40}), Refused)
    assert not isinstance(
        moved(db, Moved.COLOUR_UP, pieces={25: -40, 1_000: 1}), Refused
    )
    after = expected(db)
    assert after == before
    assert after.pieces == before.pieces | {
        25: before.pieces[25] - 40,
        1_000: before.pieces[1_000] + 1,
    }
    rebuilt(db)


@pytest.mark.rule("HOUSE-TOURN-164")
def test_what_is_taken_from_a_stack_goes_to_the_tray_with_a_reason(db):
    in_session(db)
    before = expected(db)
    entry = next(iter(before.stacks))
    has = before.stacks[entry]
    for kind, chips, reason in (
        (Moved.PENALTY, -200, ""),  # no reason
        (Moved.PENALTY, 200, "Advice"),  # it takes, it does not give
        (Moved.PENALTY, -has - 25, "Advice"),  # more than there is
        (Moved.CORRECTION, 0, "Nothing"),
    ):
        refused = moved(db, kind, chips, entry, reason=reason)
        assert cites(refused) == ["HOUSE-TOURN-164"], (kind, chips)
    moved(db, Moved.PENALTY, -200, entry, reason="Advice to another player")
    moved(db, Moved.CORRECTION, 75, entry, reason="Paid 75 too little in hand 1")
    after = expected(db)
    assert after.stacks[entry] == has - 125
    assert after.rack_chips == before.rack_chips + 125
    assert after.pieces == before.pieces
    strange = moved(db, Moved.PENALTY, -25, 999, reason="Nobody of this table")
    assert cites(strange) == ["HOUSE-TOURN-164"]
    rebuilt(db)


@pytest.mark.rule("HOUSE-TOURN-164")
def test_chips_are_taken_out_of_the_tray_and_not_during_a_hand(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    console.undo()
    during = moved(db, Moved.TAKEN_OUT, -1_000, reason="Too many")
    assert "under way" in during.refusals[0].wrong
    console.must("close")
    before = expected(db)
    assert not isinstance(moved(db, Moved.TAKEN_OUT, -1_000, reason="Many"), Refused)
    assert expected(db).rack_chips == before.rack_chips - 1_000
    more = moved(db, Moved.TAKEN_OUT, -before.rack_chips, reason="All and more")
    assert isinstance(more, Refused)
    odd = moved(db, Moved.FILL, 30)
    assert "cannot be made" in odd.refusals[0].wrong
    rebuilt(db)


@pytest.mark.rule("HOUSE-TOURN-200", "HOUSE-TOURN-17")
def test_pieces_that_are_missing_are_shown_though_the_sums_agree(db):
    in_session(db)
    both(db, by_piece(db, {25: -4, 100: 1}))
    there = at_table(db, lambda _session, _tournament, there: there)
    off = {each.where: each.chips for each in there.off}
    assert off == {"Chips of 25": -4, "Chips of 100": 1}
    early = Early(EarlyGround.DECIDED, decided=True)
    said = Closing(SAID.cards, early=early)
    refused = at_table(db, closing.close, said, at(LATER))
    assert cites(refused) == ["HOUSE-TOURN-200"]
    assert "4 of 25 and 1 of 100" in refused.refusals[0].wrong
    ruled = Closing(SAID.cards, "Changed at the next table.", early)
    closed = at_table(db, closing.close, ruled, at(LATER))
    assert closed.variance_chips == 0
    rebuilt(db)
    with db.reading() as session:
        mine = queries.get(session, SLUG).pk
        lost = {d: accounts.pieces_unexplained(mine, d) for d in (25, 100)}
        found = ledger.balances(session, lost.values())
        assert [found[lost[d]] for d in (25, 100)] == [4, -1]
        table = accounts.pieces(1, 25)
        assert ledger.balances(session, [table])[table] == 0


@pytest.mark.rule("HOUSE-TOURN-200", "HOUSE-TOURN-17")
def test_counts_that_differ_in_pieces_alone_are_counted_again(db):
    in_session(db)
    at_table(db, counting.count, by_piece(db), at(LATER, TESS))
    other = by_piece(db, {25: -4, 100: 1})
    at_table(db, counting.confirm, other, at(LATER, SUE))
    there = at_table(db, lambda _session, _tournament, there: there)
    assert not there.agree
    at_table(db, counting.count, by_piece(db), at(LATER, TESS))
    at_table(db, counting.confirm, by_piece(db).counted, at(LATER, SUE))  # as sums
    there = at_table(db, lambda _session, _tournament, there: there)
    assert there.agree
    assert there.off == ()


@pytest.mark.rule("HOUSE-TOURN-200")
def test_a_table_is_counted_by_denomination_from_the_page(db, as_):  # noqa: F811
    in_session(db)
    lay = by_piece(db).pieces
    typed = {
        f"{'rack' if of == 'tray' else f'stack-{of}'}-{d}": str(n)
        for of, pieces in lay.items()
        for d, n in pieces.items()
    }
    with clock(STARTS + 40):
        tess = as_("tess", at(STARTS + 40).now)
        assert 'name="rack-25"' in tess.get(f"{TABLE}?by-piece=1").text
        form = sent(**typed, **{"by-piece": "1"})
        assert tess.post(f"{TABLE}/count", data=form).status_code == 303
    there = at_table(db, lambda _session, _tournament, there: there)
    assert there.count.rack_chips == pieces_worth(TRAY)
    assert there.count.pieces["tray"]["25"] == 400


@pytest.mark.rule("HOUSE-TOURN-164")
def test_a_stack_is_put_right_once_its_effect_was_shown(db, as_):  # noqa: F811
    in_session(db)
    entry = next(iter(expected(db).stacks))
    said = {"entry": str(entry), "right_by": "75", "why": "Mispaid"}
    with clock(STARTS + 40):
        ruth = as_("ruth", at(STARTS + 40).now)
        page = ruth.post(f"{TABLE}/stack", data=sent(**said))
        assert "10,000 becomes 10,075." in page.text
        assert expected(db).stacks[entry] == 10_000
        done = ruth.post(f"{TABLE}/stack", data=sent(**said, sure="y"))
        assert done.status_code == 303
        nobodys = ruth.post(f"{TABLE}/stack", data=sent(**said | {"entry": ""}, sure=1))
        assert "does not sit at this table" in nobodys.text
    assert expected(db).stacks[entry] == 10_075


@pytest.mark.rule("HOUSE-TOURN-164", "HOUSE-TOURN-200")
def test_a_supervisor_fills_a_tray_and_colours_up_by_piece(db, as_):  # noqa: F811
    in_session(db)
    before = expected(db)
    with clock(STARTS + 40):
        sue = as_("sue", at(STARTS + 40).now)

        def tell(**said):
            return sue.post(f"{TABLE}/chips", data=sent(**said))

        filled = tell(kind="fill", **{"come-25": "40", "come-100": "10"})
        assert filled.status_code == 303, filled.text
        up = tell(kind="colour-up", **{"go-25": "40", "come-1000": "1"})
        assert up.status_code == 303, up.text
        for said, wrong in (
            ({"kind": "fill", "come-25": "many"}, "no whole number"),
            ({"kind": "fill", "come-100": "2", "go-25": "4"}, "others go"),
            ({"kind": "fill", "come-100": "2", "chips": "300"}, "worth 200 chips"),
            ({"kind": "colour-up", "go-500": "400", "come-1000": "200"}, "32 pieces"),
            ({"kind": "taken out", "go-25": "4"}, "why the chips are moved"),
        ):
            refused = tell(**said)
            assert refused.status_code == 409, said
            assert wrong in refused.text, said
        assert tell(kind="correction", chips="75").status_code == 422
        assert sue.post(f"{TABLE}/stack", data=sent()).status_code == 403
    after = expected(db)
    assert after.rack_chips == before.rack_chips + 2_000
    came = {100: 10, 1_000: 1}
    assert after.pieces == before.pieces | {
        d: before.pieces[d] + n for d, n in came.items()
    }
    rebuilt(db)

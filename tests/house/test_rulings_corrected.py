"""A correction says which ruling it would do without, before anybody confirms it."""

import pytest

from game.play import Move
from house.floor.rounds import book as books
from house.floor.rounds import corrections, services
from house.floor.rounds.corrections import Correction
from house.floor.rounds.taps import TableAct, Tap
from rulebook import CROWN3, Refused
from tests.house.floor_cast import at, open_table
from tests.house.rounds_cast import FLOOR, SEAL, Console, key
from tests.house.test_rounds import DEALT

VOID = CROWN3.at("5.5")
TAPS = (
    *({"act": "ante", "seat": seat, "amount": 25_00} for seat in (2, 3)),
    *({"act": name} for name in ("no_more_bets", "deal", "bet_or_fold")),
)


def voided(db):
    """A round that was ruled void once its cards were out."""
    open_table(db, "CROWN3")
    console = Console(db)
    console.open(options=DEALT)
    console.sit(2, 3)
    for fields in TAPS:
        assert not isinstance(console.tap(**fields), Refused)
    moves = (Move("void_round", cite=VOID), Move("close"))
    tap = Tap(key(), console.round, console.seq, {"act": "void_round"})

    def work(session, table):
        here = TableAct(session, table, at(), FLOOR)
        return services.rule(session, table, tap, moves, here)

    assert not isinstance(console._in_table(work), Refused)
    return console


def foreseen(console, instead):
    """What a correction of the last round would change elsewhere."""

    def work(session, table):
        row = books.last(session, books.REAL, table)
        now = books.position(session, books.REAL, row, SEAL)
        seq = {move.act: slot.seq for slot in now.slots for move in slot.moves}
        put = {seq[act]: moves for act, moves in instead.items()}
        wanted = Correction(key(), row.number, now.seq, "Misread", put)
        return corrections.foresee(session, table, wanted, at(), FLOOR)

    return console._in_table(work)


@pytest.mark.rule("HOUSE-ROUNDS-13")
def test_a_correction_names_the_ruling_it_does_without(db):
    folds = [{"act": "fold", "seat": seat} for seat in (2, 3)]
    effect = foreseen(voided(db), {"void_round": folds})
    said = "What was ruled under CROWN3-5.5 would no longer be carried out."
    assert said in effect.elsewhere


@pytest.mark.rule("HOUSE-ROUNDS-13")
def test_a_correction_beside_a_ruling_leaves_it_alone(db):
    ante = {"act": "ante", "seat": 3, "amount": 50_00}
    effect = foreseen(voided(db), {"ante": [ante]})
    assert not [said for said in effect.elsewhere if "ruled" in said]

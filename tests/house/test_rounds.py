"""Rounds through the service: opened, played, settled, taken back, corrected."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from house.audit.models import AuditRow
from house.db import Database
from house.floor.editions import services as editions
from house.floor.editions.services import UNDATED
from house.floor.rounds import book as books
from house.floor.rounds import decks, history, practice
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import Done, Stale
from house.floor.signs.models import MarkerKind, MarkerRow
from house.floor.tables import closing, shutting
from house.floor.tables import services as tables
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.floor_cast import (
    MINUTE,
    SUPERVISOR,
    VENUE,
    at,
    cites,
    do,
    entries,
    open_table,
    stands,
)
from tests.house.rounds_cast import SEAL, Console, dealer, play_through

DEALT = {"cards": "dealt", "maximum_payout": 100_000_00}
KEYED = {"cards": "keyed", "maximum_payout": 100_000_00}


@pytest.fixture
def db(database_url):
    db = Database(database_url)
    yield db
    db.engine.dispose()


@pytest.fixture
def console(db):
    """A tablet at an open table where two players sit and a round is open."""
    open_table(db, "CROWN3")
    console = Console(db)
    assert isinstance(console.open(options=DEALT), RoundRow)
    console.sit(2, 3)
    return console


def rows(db, kind):
    with db.reading() as session:
        return session.exec(select(kind).order_by(kind.id)).all()


# Opening


@pytest.mark.rule("HOUSE-ROUNDS-1")
def test_a_round_opens_under_what_the_table_says_now(console, db):
    [row] = rows(db, RoundRow)
    assert row.number == 1
    assert row.setup["document"] == "CROWN3"
    assert row.setup["edition"] == "3.0"
    assert row.setup["limits"] == {
        "minimum": 10_00,
        "maximum": 200_00,
        "step": 5_00,
        "player_maximum": None,
    }
    [entry] = entries(db, "open round")
    assert entry.after["deck_sha256"] == row.deck_sha256
    assert "HOUSE-ROUNDS-9" in entry.rules


@pytest.mark.rule("HOUSE-ROUNDS-1")
def test_a_closed_table_opens_no_round_that_counts(db):
    open_table(db, "CROWN3")
    do(db, 4, shutting.close, at(), nobody=True)
    verdict = Console(db).open(options=DEALT)
    assert "HOUSE-ROUNDS-1" in cites(verdict)
    assert entries(db, "open round")[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-ROUNDS-1", "STAR4-Order:Effect")
def test_a_document_that_is_not_in_force_opens_no_round(db):
    open_table(db, "STAR4")
    later = NOON + 60 * MINUTE
    with db.writing() as session:
        for which in UNDATED:
            editions.enter(session, which, later, "A later order", at())
    verdict = Console(db).open(options=DEALT)
    assert isinstance(verdict, Refused)
    assert "HOUSE-SIGNS-13" in cites(verdict)


@pytest.mark.rule("HOUSE-ROUNDS-2")
def test_one_round_at_a_time(console):
    assert cites(console.open()) == ["HOUSE-ROUNDS-2"]


@pytest.mark.rule("HOUSE-ROUNDS-4", "HOUSE-ONCE-1")
def test_the_next_round_offers_the_same_and_opens_once(console, db):
    play_through(console)
    first = console.open(key_="the-same-key-twice")
    again = console.open(key_="the-same-key-twice")
    assert (first.number, again.number) == (2, 2)
    assert first.setup["cards"] == "dealt"
    assert first.deck_sha256 != rows(db, RoundRow)[0].deck_sha256
    console.tap("ante", seat=2, amount=10_00)
    refused = Console(db).open(options={"magic": 1})
    assert set(cites(refused)) == {"HOUSE-ROUNDS-2", "HOUSE-ROUNDS-4"}


# Sitting


@pytest.mark.rule("HOUSE-ROUNDS-5")
def test_a_seat_takes_one_person_and_a_person_one_seat(console):
    assert cites(console.sit(2, names=["Somebody Else"])) == ["HOUSE-ROUNDS-5"]
    assert cites(console.sit(5, names=["Arjun Patel"])) == ["HOUSE-ROUNDS-5"]
    assert cites(console.sit(9, names=["Far Away"])) == ["HOUSE-ROUNDS-5"]
    assert cites(console.sit(1, names=[" "])) == ["HOUSE-ROUNDS-5"]
    refused = console.tap("ante", seat=1, amount=10_00)
    assert "HOUSE-ROUNDS-5" in cites(refused)
    assert not isinstance(console.leave(2), Refused)
    assert cites(console.leave(2)) == ["HOUSE-ROUNDS-5"]
    assert not isinstance(console.sit(2, names=["Somebody Else"]), Refused)


@pytest.mark.rule("HOUSE-ROUNDS-5")
def test_nobody_takes_over_what_another_has_staked(console):
    owner = console.read(
        lambda session, table: books.seats(session, books.REAL, table)[2].player
    )
    console.tap("ante", seat=2, amount=10_00)
    console.leave(2)
    refused = console.sit(2, names=["Somebody Else"])
    assert cites(refused) == ["HOUSE-ROUNDS-5"]
    assert owner in refused.refusals[0].wrong
    assert not isinstance(console.sit(2, names=[owner]), Refused)
    console.tap("take_back", seat=2)
    console.leave(2)
    assert not isinstance(console.sit(2, names=["Somebody Else"]), Refused)


def patron_with_card(db, number="5011"):
    with db.writing() as session:
        patron = PatronRow(
            given_name="Grace",
            family_name="Nguyen",
            search_name="grace nguyen",
            born_on=NOON.date().replace(year=1980),
            created_at=NOON,
        )
        session.add(patron)
        session.flush()
        card = PlayerCardRow(number=number, patron_id=patron.pk, issued_at=NOON)
        session.add(card)
    return patron, card


@pytest.mark.rule("HOUSE-ROUNDS-6")
def test_a_player_card_names_its_holder_on_the_lines(console, db):
    patron, card = patron_with_card(db)
    sits = console.sit(4, names=[""], card="5011")
    assert (sits.player, sits.patron_id) == ("Grace Nguyen", patron.pk)
    play_through(console, antes=((4, 10_00),))
    assert {line.patron_id for line in rows(db, LineRow)} == {patron.pk}
    assert "HOUSE-ROUNDS-6" in cites(console.sit(5, names=[""], card="nobody’s"))
    with db.writing() as session:
        session.get_one(PlayerCardRow, card.pk).cancelled_at = NOON
    console.leave(4)
    assert "HOUSE-ROUNDS-6" in cites(console.sit(4, names=[""], card="5011"))


@pytest.mark.rule("HOUSE-ROUNDS-6")
def test_an_excluded_patron_does_not_sit_down(console, db):
    patron, _ = patron_with_card(db)
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=patron.pk,
                by="self",
                reason="asked",
                from_at=NOON,
                recorded_by="ruth",
            )
        )
    assert isinstance(console.sit(4, names=[""], card="5011"), Refused)


# Playing


@pytest.mark.rule("HOUSE-ROUNDS-7", "HOUSE-ROUNDS-10")
def test_a_round_is_its_actions_played_again(console, db):
    done = play_through(console)
    replayed = console.replayed()
    assert replayed.agrees
    assert replayed.state == done.position.state
    assert console.lines() == [
        (line.seat, line.wager, line.stake, line.net, line.cite.id)
        for line in replayed.lines
    ]
    row = rows(db, RoundRow)[0]
    assert row.first_card_at is not None
    assert row.ended_at == rows(db, ActionRow)[-1].at
    [entry] = entries(db, "settle round")
    assert entry.after["net"] == sum(line.net for line in replayed.lines)


@pytest.mark.rule("HOUSE-ROUNDS-7")
def test_no_action_line_or_seat_is_ever_changed(console, db):
    play_through(console)
    for change in (
        "UPDATE round_action SET kind = 'fold'",
        "DELETE FROM round_action",
        "UPDATE round_line SET net = 0",
        "DELETE FROM round_seat",
        "DELETE FROM game_round",
        "UPDATE game_round SET deck_sha256 = ''",
        "UPDATE game_round SET setup = '{}'",
    ):
        with pytest.raises(DatabaseError, match="append-only"), db.writing() as session:
            session.execute(text(change))


@pytest.mark.rule("HOUSE-STALE-1")
def test_a_stale_action_is_refused_with_both_values_and_changes_nothing(console, db):
    console.must("ante", seat=2, amount=10_00)
    other = Console(db)
    other.round, other.seq = 1, 0
    verdict = other.tap("ante", seat=3, amount=10_00)
    assert isinstance(verdict, Stale)
    assert (verdict.yours, verdict.ours) == ((1, 0), (1, 1))
    assert cites(verdict) == ["HOUSE-STALE-1"]
    assert len(rows(db, ActionRow)) == 1
    play_through(console, antes=())
    console.open()
    verdict = console.tap("ante", seat=3, amount=10_00, round_=1, expected=0)
    assert isinstance(verdict, Stale)
    assert verdict.ours == (2, 0)


@pytest.mark.rule("HOUSE-ONCE-1")
def test_the_same_key_acts_once_and_answers_the_same_a_day_later(console, db):
    first = console.must("ante", seat=2, amount=10_00, key_="one-key-for-one-tap")
    console.must("ante", seat=3, amount=15_00)
    play_through(console, antes=())
    console.open()
    again = console.tap(
        "ante",
        seat=2,
        amount=10_00,
        key_="one-key-for-one-tap",
        round_=1,
        expected=0,
        by=at(24 * 60),
    )
    assert isinstance(again, Done)
    assert again.repeated
    assert again.position.state == first.position.state
    assert again.position.seq == 1
    antes = [row for row in rows(db, ActionRow) if row.kind == "ante"]
    assert len(antes) == 2


@pytest.mark.rule("HOUSE-ONCE-2")
def test_a_key_is_not_used_for_another_action(console):
    console.must("ante", seat=2, amount=10_00, key_="one-key-for-one-tap")
    verdict = console.tap("ante", seat=3, amount=10_00, key_="one-key-for-one-tap")
    assert cites(verdict) == ["HOUSE-ONCE-2"]


@pytest.mark.parametrize(
    ("fields", "cited"),
    [
        ({"act": "ante", "seat": 2, "amount": 5_00}, "CROWN3-6.2.1"),
        ({"act": "ante", "seat": 2, "amount": 205_00}, "CROWN3-6.2.2"),
        ({"act": "bet", "seat": 2, "amount": 10_00}, None),
        ({"act": "ante", "seat": 2, "amount": "ten"}, "HOUSE-CONSOLE-1"),
        ({"act": "dance"}, "HOUSE-CONSOLE-1"),
        ({"act": "close"}, None),
        ({"act": "void_round", "cite": "CROWN3-5.5"}, "HOUSE-ROUNDS-8"),
        ({"act": "void_hand", "seat": 2}, "HOUSE-ROUNDS-8"),
        ({"act": "deal", "cards": ["Ah"]}, "HOUSE-CONSOLE-3"),
    ],
)
@pytest.mark.rule("HOUSE-CONSOLE-1", "HOUSE-CONSOLE-3", "HOUSE-ROUNDS-8")
def test_what_may_not_be_done_is_refused_and_recorded(console, db, fields, cited):
    verdict = console.tap(**fields)
    assert isinstance(verdict, Refused)
    if cited:
        assert cited in cites(verdict)
    assert rows(db, ActionRow) == []
    entry = entries(db, "act in round")[-1]
    assert (entry.verdict, entry.rules[0]) == ("refused", cites(verdict)[0])


@pytest.mark.rule("HOUSE-ROUNDS-2")
def test_a_card_after_settlement_is_refused(console):
    play_through(console)
    assert cites(console.tap("deal")) == ["HOUSE-ROUNDS-2"]


def test_the_same_card_twice_is_refused_at_a_keyed_table(db):
    open_table(db, "CROWN3")
    console = Console(db)
    console.open(options=KEYED)
    console.sit(2)
    console.must("ante", seat=2, amount=10_00)
    console.must("no_more_bets")
    console.must("deal")
    console.must("bet_or_fold")
    console.must("bet", seat=2, amount=10_00)
    console.must("reveal", cards=["Ah"])
    console.must("bet", seat=2, amount=10_00)
    assert isinstance(console.tap("reveal", cards=["Ah"]), Refused)
    console.must("reveal", cards=["Kd"])
    console.must("bet", seat=2, amount=10_00)
    console.must("reveal", cards=["2c"])
    assert isinstance(console.tap("settle", seat=2, cards=["Kd", "Kd"]), Refused)
    console.must("settle", seat=2, cards=["Ac", "Ks"])
    console.must("close")
    assert {line[3] for line in console.lines()} == {20_00}  # two pairs pay 2 to 1


@pytest.mark.rule("HOUSE-ROUNDS-9")
def test_nobody_reads_the_cards_to_come_from_the_database(console, db):
    console.must("ante", seat=2, amount=10_00)
    console.must("no_more_bets")
    done = console.must("deal")
    hole = done.position.state.boxes[0].hole
    community = done.position.state.community
    [row] = rows(db, RoundRow)
    assert row.deck_shown is None
    assert rows(db, ActionRow)[-1].data["cards"] == [0, 5]
    assert set(decks.cards(row, SEAL)[:5]) == {*hole, *community}
    assert "cards" not in entries(db, "deal")[-1].after
    console.must("bet_or_fold")
    play_through(console, antes=())
    [row] = rows(db, RoundRow)
    shown = decks.read(row.deck_shown)
    assert shown.sha256 == entries(db, "open round")[0].after["deck_sha256"]
    with db.reading() as session:
        kept = session.get_one(RoundRow, row.pk)
        session.expunge(kept)
        assert history.replay(session, books.REAL, kept, SEAL).is_sealed_deck
        other = {"salt": "0" * 32}  # no longer the deck that was put on record
        kept.deck_shown = kept.deck_shown | other
        assert not history.replay(session, books.REAL, kept, SEAL).is_sealed_deck


@pytest.mark.rule("HOUSE-ROUNDS-14")
def test_a_clock_moved_back_stops_no_game_and_moves_no_action(console, db):
    console.must("ante", seat=2, amount=10_00, by=at(30))
    console.must("ante", seat=3, amount=10_00, by=at(-30))
    first, second = rows(db, ActionRow)
    assert first.at == second.at == at(30).now
    assert entries(db, "ante")[-1].at == at(-30).now
    assert "HOUSE-ROUNDS-14" in entries(db, "ante")[-1].rules


@pytest.mark.rule("HOUSE-ROUNDS-17", "HOUSE-CONSOLE-4")
def test_limits_follow_the_sign_until_the_first_stake(console, db):
    raise_to(db, 20_00)
    assert "CROWN3-6.2.1" in cites(console.tap("ante", seat=2, amount=10_00))
    console.must("ante", seat=2, amount=20_00)
    raise_to(db, 10_00)
    assert isinstance(console.tap("ante", seat=3, amount=10_00), Refused)
    console.must("ante", seat=3, amount=20_00)


@pytest.mark.rule("HOUSE-ROUNDS-17")
def test_a_round_whose_stakes_were_taken_back_keeps_its_limits(console, db):
    console.must("ante", seat=2, amount=10_00)
    console.undo()
    raise_to(db, 20_00)
    console.must("ante", seat=2, amount=10_00)
    assert console.replayed().position.seq == 3


@pytest.mark.rule("HOUSE-ROUNDS-17", "NSW3-6.5.1")
def test_a_player_who_keeps_the_old_minimum_stakes_it(db):
    open_table(db, "NSW3")
    console = Console(db)
    console.open(options={"cards": "dealt"})
    console.sit(2, 3)
    raise_to(db, 20_00)
    with db.writing() as session:
        session.add(
            MarkerRow(
                table_id=tables.get(session, 4).pk,
                seat=2,
                player="Mei-Lin Zhao",
                kind=MarkerKind.KEPT_MINIMUM,
                minimum_cents=10_00,
                maximum_cents=200_00,
                rule_id="NSW3-6.5.1",
                since=NOON,
                agreed_by="Ruth",
            )
        )
    console.must("ante", seat=2, amount=10_00)
    assert isinstance(console.tap("ante", seat=3, amount=10_00), Refused)
    console.must("ante", seat=3, amount=20_00)
    console.leave(2)
    assert stands(db).markers == ()


def raise_to(db, cents):
    with db.writing() as session:
        tables.get(session, 4, lock=True).minimum_cents = cents


@pytest.mark.rule("CROWN3-cover:version")
def test_the_edition_at_the_first_card_governs_and_stays(console, db):
    console.must("ante", seat=2, amount=10_00)
    console.must("no_more_bets")
    with db.writing() as session:
        for which in UNDATED:
            editions.enter(session, which, NOON + 5 * MINUTE, "Corrected", at())
    verdict = console.tap("deal", by=at(4))
    assert "HOUSE-SIGNS-13" in cites(verdict)
    console.must("deal", by=at(5))
    with db.writing() as session:
        for which in UNDATED:
            editions.enter(session, which, NOON + 90 * MINUTE, "Again", at())
    done = console.must("bet_or_fold", by=at(6))
    assert done.position.state.setup.edition == "3.0"


# Taking back


@pytest.mark.rule("HOUSE-ROUNDS-11")
def test_an_action_is_taken_back_with_a_reason(console, db):
    console.must("ante", seat=2, amount=10_00)
    console.must("ante", seat=3, amount=15_00)
    assert cites(console.undo(" ")) == ["HOUSE-ROUNDS-11"]
    done = console.undo("Wrong seat")
    assert list(done.position.game.staked(done.position.state)) == [2]
    assert [row.kind for row in rows(db, ActionRow)] == ["ante", "ante", "take back"]
    assert entries(db, "take back")[-1].after["reason"] == "Wrong seat"
    console.must("ante", seat=3, amount=20_00)
    done = console.undo("The first one too", seq=1)
    assert list(done.position.game.staked(done.position.state)) == [3]
    assert cites(console.undo("Again", seq=1)) == ["HOUSE-ROUNDS-11"]


@pytest.mark.rule("HOUSE-ROUNDS-11")
def test_what_others_rest_on_is_not_taken_back_from_under_them(console):
    console.must("ante", seat=2, amount=10_00)
    console.must("no_more_bets")
    console.must("deal")
    verdict = console.undo("No ante after all", seq=1)
    assert cites(verdict)[0] == "HOUSE-ROUNDS-11"
    done = console.undo("Dealt too early")
    assert done.round.first_card_at is None
    dealt = console.must("deal")
    assert dealt.round.first_card_at is not None


@pytest.mark.rule("HOUSE-ROUNDS-12", "HOUSE-ROUNDS-10")
def test_a_settled_round_is_taken_back_by_a_supervisor_until_the_next_card(console, db):
    play_through(console)
    before = console.lines()
    assert cites(console.undo("Too soon", by=dealer())) == ["HOUSE-ROUNDS-12"]
    console.open()
    console.tap("ante", seat=2, amount=10_00)
    mine = {"round_": 1, "expected": seq_of(db, 1)}
    reopened = console.undo("Misread", by=at(by=SUPERVISOR), **mine)
    assert reopened.round.ended_at is None
    verdict = console.tap("ante", seat=3, amount=10_00, round_=2, expected=1)
    assert isinstance(verdict, Stale)
    console.must("close")
    assert console.lines(1) == before
    assert {line.settlement for line in rows(db, LineRow)} == {1}
    console.round, console.seq = 2, 1
    play_through(console, antes=())
    console.open()
    console.must("ante", seat=2, amount=10_00)
    console.must("no_more_bets")
    console.must("deal")
    verdict = console.undo("Late", round_=2, expected=seq_of(db, 2))
    assert cites(verdict) == ["HOUSE-ROUNDS-11"]


def seq_of(db, number):
    with db.reading() as session:
        table = tables.get(session, 4)
        row = books.numbered(session, books.REAL, table, number)
        return books.newest(session, books.REAL, row)[0]


# Practice


@pytest.mark.rule("HOUSE-ROUNDS-3", "HOUSE-ROUNDS-15")
def test_practice_counts_for_nothing_and_is_thrown_away(db):
    open_table(db, "CROWN3")
    console = Console(db)
    assert cites(console.open(options=DEALT, practice=True)) == ["HOUSE-ROUNDS-3"]
    do(db, 4, shutting.close, at(), nobody=True)
    written = len(entries_all(db))
    row = console.open(options=DEALT, practice=True)
    assert row.practice
    play_through(console, antes=((1, 10_00), (6, 25_00)))
    assert console.replayed(practice=True).agrees
    assert console.lines(1, practice=True)
    assert rows(db, RoundRow) == rows(db, ActionRow) == rows(db, LineRow) == []
    assert len(entries_all(db)) == written
    assert do(db, 4, practice.purge, at()) == 1
    with db.reading() as session:
        table = tables.get(session, 4)
        assert books.last(session, books.PRACTICE, table) is None


def entries_all(db):
    with db.reading() as session:
        return session.exec(select(AuditRow)).all()


# Closing


@pytest.mark.rule("CROWN3-13.7", "HOUSE-ROUNDS-16", "HOUSE-ROUNDS-18")
def test_three_hands_are_counted_from_the_rounds(console, db):
    console.must("ante", seat=2, amount=10_00)
    assert "HOUSE-ROUNDS-18" in cites(do(db, 4, shutting.close, at(), nobody=True))
    console.must("no_more_bets")
    console.must("deal")
    announce = closing.notice(table_row(db), at(1), at=None, hand_under_way=False)
    do(db, 4, closing.announce, announce, at(1), VENUE)
    assert stands(db).closing.hand_under_way
    console.act = at(2)
    console.must("bet_or_fold")
    play_through(console, antes=())
    assert stands(db).closing.hands_played == 0
    for _ in range(3):
        assert isinstance(do(db, 4, shutting.close, at(3), nobody=False), Refused)
        console.open()
        play_through(console)
    assert stands(db).closing.hands_played == 3
    assert "HOUSE-ROUNDS-16" in cites(do(db, 4, closing.hand_played, at(3)))
    closed = do(db, 4, shutting.close, at(3), nobody=False)
    assert not isinstance(closed, Refused)
    assert console.read(lambda s, t: books.seats(s, books.REAL, t)) == {}


def table_row(db):
    with db.reading() as session:
        return tables.get(session, 4)

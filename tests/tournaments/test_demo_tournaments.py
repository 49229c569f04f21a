"""The demo house's tournaments: one is settled, one is in round two, one to enter."""

from datetime import timedelta

import pytest
from sqlmodel import select

from house.sealing import Seal
from tests.house.conftest import NOON, SECRET
from tests.house.demo_house import demo, demo_file  # noqa: F401
from tournaments import queries
from tournaments.arrival import roster
from tournaments.conduct.models import ConductRow
from tournaments.models import TournamentRow
from tournaments.play import standing, verification
from tournaments.play.models import PlaySessionRow
from tournaments.prizes import awarding
from tournaments.rules.lifecycle import PATH, Status
from tournaments.rules.play_offs import is_play_off
from tournaments.secret.models import SecretFormRow
from tournaments.stages import field, placing


@pytest.fixture
def rows(demo):  # noqa: F811
    """Every tournament by its address, in a session that only reads."""
    with demo.extensions["database"].reading() as session:
        yield session, {row.slug: row for row in session.exec(select(TournamentRow))}


def test_one_is_settled_one_is_played_and_one_takes_entries(rows):
    _, found = rows
    assert {slug: row.status for slug, row in found.items()} == {
        "spring-stud-classic": Status.SETTLED,
        "friday-night-stud": Status.RUNNING,
        "summer-stud-open": Status.ENTRIES_OPEN,
    }


def test_the_open_waits_for_its_tables_and_the_end_of_entries(rows):
    session, found = rows
    summer = found["summer-stud-open"]
    facts = queries.facts_of(session, summer, NOON)
    assert (facts.entries, facts.director) == (44, "Ruth Okafor")
    assert [(d.name, d.appointed_by) for d in facts.deputies] == [
        ("Daniel Marsh", "Ruth Okafor")
    ]
    [seats] = [PATH.next_of(summer.status, facts)]
    shut = [tick.title for tick in seats.ticks if not tick.is_done]
    assert shut == ["Tables designated", "Entries closed"]


def test_the_classic_had_a_play_off_secret_wagers_a_ruling_and_paid_every_prize(rows):
    session, found = rows
    classic = found["spring-stud-classic"]
    played = standing.sessions(session, classic)
    assert sum(is_play_off(stage) for stage, _ in played) == 1
    mine = {row.pk for row in played.values()}
    forms = session.exec(select(SecretFormRow)).all()
    assert len([form for form in forms if form.session_id in mine]) == 3
    [ruled] = session.exec(
        select(ConductRow).where(ConductRow.tournament_id == classic.pk)
    )
    assert (ruled.verb, ruled.takes_chips) == ("chips taken", 500)
    prizes = awarding.of(session, classic)
    assert len(prizes) == 3
    assert all(prize.paid and prize.paid.witness for prize in prizes)
    places = placing.placing(session, classic)
    assert sum(prize.row.cents for prize in prizes) == places.pool_cents == 3_600_00
    assert sum(map(len, places.groups)) == 18


def test_friday_is_in_round_two_with_its_clock_running(rows):
    session, found = rows
    friday = found["friday-night-stud"]
    assert field.current(session, friday) == 1
    [playing] = session.exec(
        select(PlaySessionRow).where(
            PlaySessionRow.tournament_id == friday.pk, PlaySessionRow.stage_at == 1
        )
    )
    assert playing.at == NOON - timedelta(minutes=20)
    assert not standing.clock(session, playing, NOON).paused
    tables = standing.tables_of(session, playing)
    assert len(tables) == 2
    here = [player.is_here for player in roster.players(session, friday)]
    assert here == [True] * 8
    fees = queries.terms_of(session, friday).details.fees
    assert (fees.entry_fee_cents, fees.buy_in_cents) == (20_00, 100_00)


@pytest.mark.rule("HOUSE-TOURN-165")
@pytest.mark.parametrize(
    ("slug", "rounds", "hands"),
    [
        ("spring-stud-classic", 6, 45),  # others play at its tables now
        ("friday-night-stud", 6, 42),
        ("summer-stud-open", 0, 0),
    ],
)
def test_each_is_rebuilt_chip_for_chip(rows, slug, rounds, hands):
    session, found = rows
    rebuilt = verification.rebuild(session, found[slug], Seal((SECRET,)))
    assert (rebuilt.wrong, rebuilt.rounds, rebuilt.hands) == ([], rounds, hands)


@pytest.mark.parametrize(
    "address",
    [
        "/t/spring-stud-classic",
        "/t/spring-stud-classic/standings",
        "/t/friday-night-stud",
        "/t/friday-night-stud/standings",
        "/t/summer-stud-open",
    ],
)
def test_what_a_newcomer_looks_at_first_answers(demo, address):  # noqa: F811
    assert demo.test_client().get(address).status_code == 200

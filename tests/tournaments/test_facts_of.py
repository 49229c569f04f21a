"""What the gates are told: every fact from its rows, nobody taken for another."""

from dataclasses import replace
from datetime import timedelta

import pytest

from house.audit import Actor
from house.floor.editions import services as editions
from house.floor.editions.services import Undated
from house.floor.models import Designation
from house.people.models import StaffRow
from house.terms.versions import document_of
from rulebook import CROWN3, Refused
from tests.house.conftest import add_staff
from tests.house.statements import statements
from tests.tournaments import cast
from tests.tournaments.cast import NOW, at, cites
from tests.tournaments.examples import START, complete, with_
from tournaments import queries, staffing
from tournaments.editions import edition_from, rulebook_facts
from tournaments.models import Office, TellingRow, ToldRow
from tournaments.rules.changes import Audience
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.contradictions import contradictions
from tournaments.rules.lifecycle import Action, Status, transition


def facts(db, **more):
    return cast.look(db, queries.facts_of, NOW, **more)


def test_a_draft_brings_its_terms_and_nothing_else(db):
    cast.draft(db)
    found = facts(db, by=cast.RUTH)
    assert (found.terms, found.actor) == (cast.terms(), "Ruth")
    assert found.edition_from == NOW - timedelta(days=90)
    assert (found.entries, found.director, found.deputies) == (0, "", ())
    assert (found.present, found.tables, found.players) == (frozenset(), (), ())
    assert transition(Status.DRAFT, Action.PUBLISH, found) is Status.PUBLISHED


@pytest.mark.rule("CROWN3-12.2.3(a)")
def test_two_of_one_name_are_told_apart(db):
    """A namesake of the Director is not the Director."""
    cast.published(db)
    cast.appoint(db)
    with db.writing() as session:
        other = add_staff(session, "ruth2", at=NOW)
        other.name = "Ruth"
    found = facts(db, by=Actor("ruth2", "Ruth", "director"))
    assert (found.director, found.actor) == ("Ruth (ruth)", "Ruth (ruth2)")
    verdict = transition(Status.PUBLISHED, Action.APPOINT_DEPUTY, found)
    assert cast.cites(verdict) == ["CROWN3-12.2.3(a)"]


def test_a_new_director_ends_the_one_before(db):
    cast.published(db)
    cast.appoint(db)
    cast.appoint(db, "hugo")
    assert facts(db).director == "Hugo"
    offices = cast.look(db, staffing.appointments)
    assert [row.office for row in offices].count(Office.DIRECTOR) == 1


@pytest.mark.rule("HOUSE-TOURN-14")
@pytest.mark.parametrize(
    ("since", "is_in_force"),
    [
        (START - timedelta(minutes=1), True),
        (START, True),
        (START + timedelta(minutes=1), False),
        (None, False),
    ],
)
def test_the_edition_has_to_be_in_force_at_the_start(db, since, is_in_force):
    cast.staff(db)
    with db.writing() as session:
        if since is not None:
            which = Undated(CROWN3.code, "3.0")
            editions.enter(session, which, since, "An order", at(-60))
    with db.reading() as session:
        found = edition_from(session, complete())
    assert found == since
    assert (found is not None and found <= START) is is_in_force


@pytest.mark.rule("HOUSE-TOURN-14")
@pytest.mark.parametrize("changed", [("edition", "2.0"), ("rulebook", "NOBODY")])
def test_an_edition_nobody_knows_is_in_force_never(db, changed):
    cast.draft(db)
    name, value = changed
    with db.reading() as session:
        terms = with_(complete(), (f"details.names.{name}", value))
        assert edition_from(session, terms) is None


@pytest.mark.rule("CROWN3-12.2.5")
def test_a_table_that_went_to_another_use_is_not_free(db):
    cast.published(db)
    cast.set_up_tables(db, 4)
    assert not isinstance(cast.designate(db, 4), Refused)
    assert [(t.name, t.other_use) for t in facts(db).tables] == [("Table 4", "")]
    with db.writing() as session:
        [table] = queries.tables(session, queries.get(session, cast.SLUG))
        table.designation = Designation.OPEN_PLAY
        table.kept_for_kind = table.kept_for_id = table.kept_for_name = ""
    assert [t.other_use for t in facts(db).tables] == ["open play"]


@pytest.mark.rule("CROWN3-12.4.1(c)")
def test_a_change_is_untold_until_the_regulator_is_told(db):
    cast.published(db)

    def tell(session, tournament):
        row = TellingRow(
            tournament_id=tournament.pk,
            document_id=tournament.document_id,
            audience=Audience.REGULATOR,
            paths=["details.fees", "details.players"],
            sentence="Tell the regulator.",
            rule_id="CROWN3-12.4.1(c)",
            at=NOW,
        )
        session.add(row)
        session.flush()
        return row.pk

    number = cast.do(db, tell)
    assert facts(db).untold_changes == (
        "Entry fee, buy-in, re-buy and add-on and Fewest and most players",
    )
    cast.do(
        db,
        lambda session, _: session.add(
            ToldRow(telling_id=number, at=NOW, by="ruth", by_name="Ruth")
        ),
    )
    assert facts(db).untold_changes == ()


def test_what_is_expected_is_kept_for_the_house(db):
    cast.published(db)
    terms = cast.look(db, queries.terms_of)
    assert terms.details.players.expected == 6
    with db.reading() as session:
        document = document_of(session, queries.get(session, cast.SLUG))
    assert queries.terms_in(document).details.players.expected is None


@pytest.mark.parametrize(
    ("rule", "code", "game", "street", "seats"),
    [
        ("CROWN3-2.1", "CROWN3", "Mississippi Stud Poker", 3, range(1, 10)),
        ("MASS-11P(c)", "MASS", "Mississippi Stud", 3, range(1, 8)),
        ("HOUSE-FLOOR-1", "NSW3", "Mississippi Stud", 3, range(1, 10)),
        ("HOUSE-FLOOR-1", "STAR4", "Mississippi Stud", 3, range(1, 10)),
        ("VIC99-N26-2.1", "VIC99", "Baccarat", None, range(5, 15)),
    ],
)
def test_each_document_brings_its_own_limits(rule, code, game, street, seats):
    found = rulebook_facts(NamesClause(rulebook=code, game=game))
    assert found.seats_most.cite.id == rule
    assert range(found.seats_least.value, found.seats_most.value + 1) == seats
    assert (found.street_most and found.street_most.value) == street
    over = with_(complete(), ("format.stages.stages.0.seats", seats[-1] + 1))
    fields = [c.field for c in contradictions(over, found)]
    assert "format.stages.stages.0.seats" in fields


def test_somebody_who_left_is_still_called_by_name(db):
    cast.published(db)
    cast.appoint(db)
    with db.writing() as session:
        number = cast.who(session, "ruth")
        session.get_one(StaffRow, number).left_at = NOW
    assert facts(db).director == "Ruth"


@pytest.mark.rule("CROWN3-12.2.3")
def test_the_gates_of_a_hand_read_no_entry_however_many_there_are(db):
    cast.running(db)
    with statements(db) as asked:
        told = cast.look(db, queries.table_facts, cast.at(8).now)
    assert asked
    assert not [s for s in asked if "tournament_entry" in s or "briefing" in s]
    assert transition(Status.RUNNING, Action.NEXT_HAND, told) is Status.RUNNING
    alone = replace(told, present=frozenset())
    assert cites(transition(Status.RUNNING, Action.NEXT_HAND, alone)) == [
        "CROWN3-12.2.3"
    ]

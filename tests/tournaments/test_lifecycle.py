"""The steps of a tournament: each gate at its boundary, every other step refused."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from rulebook import Cite, Refused
from rulebook.terms.path import Progress
from tests.tournaments.examples import MINUTE, NOW, START, complete, ready, with_
from tournaments.rules.clauses.chances import Disposal
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.facts import (
    Application,
    Count,
    Deputy,
    Facts,
    Play,
    Remaining,
    SeatedPlayer,
    TableUse,
)
from tournaments.rules.gates import Remedy
from tournaments.rules.lifecycle import PATH, STEPS, Action, Status, transition

EIGHT = ready().players
ITEMS = len([*complete().clauses()])
STACKS = (("seat 1", 700), ("seat 2", 900))
COUNTED = Count("Ann", "Bob", STACKS, STACKS)


@pytest.mark.rule("HOUSE-TOURN-15")
@pytest.mark.parametrize(
    ("status", "action"), sorted(set(product(Status, Action)) - STEPS.keys())
)
def test_every_other_step_is_refused(status, action):
    verdict = transition(status, action, ready(count=COUNTED))
    assert isinstance(verdict, Refused)
    [refusal] = verdict.refusals
    assert refusal.cite == Cite("HOUSE-TOURN-15")
    assert status.words in refusal.wrong
    assert refusal.right


@pytest.mark.rule("HOUSE-TOURN-15")
@pytest.mark.parametrize(("status", "action"), sorted(STEPS))
def test_every_step_is_taken_with_its_gates_open(status, action):
    play = Play(table="Table 4", early_ground=EarlyGround.DECIDED, decided=True)
    facts = ready(count=COUNTED, play=play)
    if action is Action.TAKE_ENTRY:
        facts = replace(facts, now=START - timedelta(days=5), late_places=1)
    if action in {Action.SEAT, Action.START_PLAY}:
        facts = replace(facts, now=START)
    assert transition(status, action, facts) is STEPS[status, action].to


def test_the_steps_lead_from_draft_to_settled():
    seen, status = [], Status.DRAFT
    for action in (
        Action.PUBLISH,
        Action.OPEN_ENTRIES,
        Action.SEAT,
        Action.START_PLAY,
        Action.FINISH,
        Action.SETTLE,
    ):
        now = NOW if action in {Action.PUBLISH, Action.OPEN_ENTRIES} else START
        status = transition(status, action, ready(now=now))
        seen.append(status)
    assert seen == [
        Status.PUBLISHED,
        Status.ENTRIES_OPEN,
        Status.SEATED,
        Status.RUNNING,
        Status.FINISHED,
        Status.SETTLED,
    ]


def unbriefed(count):
    """Eight players of whom so many are not briefed."""
    return tuple(
        replace(p, briefed_by="" if at < count else "Ruth")
        for at, p in enumerate(EIGHT)
    )


LATER = NOW + MINUTE
SHUT = [
    ("CROWN3-12.2.2(a)", "OPEN_ENTRIES", {"terms_available_at": None}),
    ("CROWN3-12.2.2(a)", "OPEN_ENTRIES", {"terms_available_at": LATER}),
    ("CROWN3-12.2.2(a)", "TAKE_ENTRY", {"terms_available_at": None}),
    ("CROWN3-12.2.2(b)", "OPEN_ENTRIES", {"inspectorate_advised_at": None}),
    ("CROWN3-12.2.2(b)", "OPEN_ENTRIES", {"inspectorate_advised_at": LATER}),
    ("CROWN3-12.2.2(b)", "TAKE_ENTRY", {"inspectorate_advised_at": None}),
    ("CROWN3-12.4.1(a)(iii)", "TAKE_ENTRY", {"entries": 72}),
    ("HOUSE-TOURN-100", "SEAT", {"now": START - 61 * MINUTE}),
    ("CROWN3-12.4.1(a)(i)", "START_PLAY", {"now": START - MINUTE}),
    ("CROWN3-12.4.1(a)(iii)", "SEAT", {"entries": 35}),
    ("CROWN3-12.4.1(a)(iii)", "SEAT", {"entries": 73}),
    ("CROWN3-12.2.3", "SEAT", {"director": ""}),
    ("CROWN3-12.2.3(a)", "SEAT", {"deputies": (Deputy("Daniel", "a dealer"),)}),
    ("CROWN3-12.2.3(a)", "APPOINT_DEPUTY", {"actor": "a dealer"}),
    ("CROWN3-12.2.3(a)", "APPOINT_DEPUTY", {"director": ""}),
    ("CROWN3-12.2.4", "SEAT", {"tables": ()}),
    ("CROWN3-12.2.4", "SEAT", {"tables": (TableUse("Table 4"),) * 2}),
    ("CROWN3-12.2.5", "SEAT", {"tables": (TableUse("Table 4", "a cash game"),)}),
    ("CROWN3-12.2.5", "START_PLAY", {"tables": (TableUse("Table 4", "a cash game"),)}),
    ("NSW3-6.6.1", "SEAT", {"tables": (TableUse("Table 8", "", True, "NSW3"),)}),
    ("STAR4-6.7.1", "SEAT", {"tables": (TableUse("Table 8", "", True, "STAR4"),)}),
    ("CROWN3-12.3.1", "START_PLAY", {"players": unbriefed(1)}),
    ("CROWN3-12.3.1", "START_PLAY", {"players": ()}),
    ("CROWN3-12.2.3", "START_PLAY", {"present": frozenset({"Somebody"})}),
    ("CROWN3-12.2.3", "NEXT_HAND", {"present": frozenset()}),
    ("CROWN3-12.4.1(c)", "START_PLAY", {"untold_changes": ("the prize pool",)}),
    (
        "CROWN3-12.4.2(b)(iii)",
        "START_PLAY",
        {"players": (replace(EIGHT[0], signed=False), *EIGHT[1:])},
    ),
    (
        "HOUSE-TOURN-19",
        "START_PLAY",
        {"players": (replace(EIGHT[0], accepted=False), *EIGHT[1:])},
    ),
    (
        "CROWN3-12.4.3(b)",
        "START_PLAY",
        {"players": (replace(EIGHT[0], bank_chips=12_000), *EIGHT[1:])},
    ),
    (
        "CROWN3-12.1",
        "START_PLAY",
        {"players": (replace(EIGHT[0], boxes=2), *EIGHT[1:])},
    ),
    ("HOUSE-TOURN-15", "NEXT_HAND", {"play": Play("Table 4", open_hand=11)}),
    (
        "VIC99-N26-14.6.7",
        "NEXT_HAND",
        {"play": Play("Table 4", unexamined_forms=("seat 3",))},
    ),
    ("CROWN3-12.5.3(d)", "END_TABLE_EARLY", {"play": Play("Table 4")}),
    (
        "CROWN3-12.5.3(d)(i)",
        "END_TABLE_EARLY",
        {"play": Play("Table 4", early_ground=EarlyGround.DECIDED)},
    ),
    ("HOUSE-TOURN-17", "CLOSE_TABLE", {"count": Count()}),
    ("HOUSE-TOURN-17", "CLOSE_TABLE", {"count": Count("Ann", "", STACKS)}),
    ("HOUSE-TOURN-17", "CLOSE_TABLE", {"count": replace(COUNTED, confirmed_by="Ann")}),
    ("HOUSE-TOURN-17", "CLOSE_TABLE", {"count": replace(COUNTED, variance_chips=25)}),
    (
        "HOUSE-TOURN-17",
        "CLOSE_TABLE",
        {"count": replace(COUNTED, confirmed=(("seat 1", 701), ("seat 2", 900)))},
    ),
    ("HOUSE-TOURN-18", "FINISH", {"remaining": Remaining(open_tables=("Table 5",))}),
    ("HOUSE-TOURN-18", "FINISH", {"remaining": Remaining(open_ties=("places 3, 4",))}),
    ("HOUSE-TOURN-18", "SETTLE", {"remaining": Remaining(unpaid_prizes=1)}),
    ("HOUSE-TOURN-18", "SETTLE", {"remaining": Remaining(unpaid_refunds=2)}),
    ("CROWN3-12.4.3(c)", "SETTLE", {"remaining": Remaining(chips_out=25)}),
    ("HOUSE-TOURN-16", "CANCEL", {"reason": "  "}),
]


@pytest.mark.parametrize(("rule", "action", "facts"), SHUT)
def test_a_shut_gate_refuses_the_step_under_its_rule_and_says_what_is_right(
    rule, action, facts
):
    act = Action[action]
    defaults = {"count": COUNTED}
    if act is Action.TAKE_ENTRY:
        defaults |= {"now": NOW, "application": Application()}
    starts = [status for status, each in STEPS if each is act]
    for status in starts:
        verdict = transition(status, act, ready(**{**defaults, **facts}))
        assert isinstance(verdict, Refused), status
        assert rule in {cite.id for cite in verdict.cites}
        assert all(r.wrong and (r.right or r.field) for r in verdict.refusals)


@pytest.mark.rule("CROWN3-12.2.2(a)", "CROWN3-12.2.2(b)")
def test_entries_open_a_minute_after_the_terms_and_the_advice():
    facts = ready(terms_available_at=NOW, inspectorate_advised_at=NOW, now=NOW + MINUTE)
    step = transition(Status.PUBLISHED, Action.OPEN_ENTRIES, facts)
    assert step is Status.ENTRIES_OPEN
    both = replace(facts, terms_available_at=None, inspectorate_advised_at=None)
    verdict = transition(Status.PUBLISHED, Action.OPEN_ENTRIES, both)
    assert [c.id for c in verdict.cites] == ["CROWN3-12.2.2(a)", "CROWN3-12.2.2(b)"]


@pytest.mark.rule("CROWN3-12.2.3", "CROWN3-12.2.3(a)")
@pytest.mark.parametrize(
    ("present", "by", "dealt"),
    [
        ("Ruth", "Ruth", True),
        ("Daniel", "Ruth", True),
        ("Daniel", "a dealer", False),
        ("Priya", "Ruth", False),
    ],
)
def test_the_director_or_a_deputy_of_the_directors_is_there(present, by, dealt):
    facts = ready(present=frozenset({present}), deputies=(Deputy("Daniel", by),))
    verdict = transition(Status.RUNNING, Action.NEXT_HAND, facts)
    assert (verdict is Status.RUNNING) is dealt


@pytest.mark.rule("CROWN3-12.3.1")
def test_eight_of_eight_are_briefed_or_play_does_not_start():
    go = transition(Status.SEATED, Action.START_PLAY, ready(now=START))
    assert go is Status.RUNNING
    stay = transition(
        Status.SEATED, Action.START_PLAY, ready(now=START, players=unbriefed(1))
    )
    [refusal] = stay.refusals
    assert refusal.wrong == "7 of 8 players are briefed; open: Player 1."
    most = transition(
        Status.SEATED, Action.START_PLAY, ready(now=START, players=unbriefed(8))
    )
    assert "Player 1, Player 2 and Player 3 and 5 more" in most.refusals[0].wrong
    ticked = tuple(replace(p, briefed_by="a dealer") for p in EIGHT)
    other = transition(
        Status.SEATED, Action.START_PLAY, ready(now=START, players=ticked)
    )
    assert isinstance(other, Refused)


@pytest.mark.rule("HOUSE-TOURN-22", "CROWN3-12.1")
def test_everybody_plays_as_many_boxes_as_the_terms_say():
    two = with_(complete(), ("house.equal_chance.boxes_each", 2))
    stay = transition(Status.SEATED, Action.START_PLAY, ready(two, now=START))
    assert len(stay.refusals) == 8
    pairs = tuple(replace(p, boxes=2) for p in EIGHT)
    go = transition(
        Status.SEATED, Action.START_PLAY, ready(two, now=START, players=pairs)
    )
    assert go is Status.RUNNING
    text = two.house.equal_chance.text(two)
    assert "Each plays two betting areas, no fewer and no more." in text
    assert "No jackpot wager is offered" in text


@pytest.mark.rule("CROWN3-12.4.3(b)", "CROWN3-12.1")
def test_a_bank_of_1200_where_all_have_1000_stops_the_start():
    terms = with_(
        complete(),
        ("format.bank.bank_chips", 1_000),
        ("format.bank.made_of", ()),
    )
    players = (
        SeatedPlayer("Ann", 1_000, "Ruth", True),
        SeatedPlayer("Bob", 1_200, "Ruth", True),
    )
    stay = transition(
        Status.SEATED, Action.START_PLAY, ready(terms, now=START, players=players)
    )
    assert [r.wrong for r in stay.refusals] == ["Bob would start with 1,200 chips."]


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
def test_the_last_place_is_taken_and_the_next_entry_refused():
    during = START - timedelta(days=5)
    last = transition(
        Status.ENTRIES_OPEN,
        Action.TAKE_ENTRY,
        ready(entries=71, now=during, application=Application()),
    )
    assert last is Status.ENTRIES_OPEN
    full = transition(
        Status.ENTRIES_OPEN,
        Action.TAKE_ENTRY,
        ready(entries=72, now=during, application=Application()),
    )
    assert "All 72 places are taken." in str(full)


@pytest.mark.rule("CROWN3-12.5.3(d)(ii)")
@pytest.mark.parametrize(("agreed", "ends"), [(6, True), (5, False)])
def test_a_cashed_table_ends_early_when_all_six_agree(agreed, ends):
    terms = with_(complete(), ("format.disposal.disposal", Disposal.CASHED))
    play = Play("Table 4", None, (), EarlyGround.CASHED, agreed=agreed, players=6)
    verdict = transition(
        Status.RUNNING, Action.END_TABLE_EARLY, ready(terms, play=play)
    )
    assert (verdict is Status.RUNNING) is ends


@pytest.mark.rule("HOUSE-TOURN-13")
@pytest.mark.parametrize(("late", "stands"), [(-1, True), (0, False), (1, False)])
def test_terms_are_published_before_the_first_session(late, stands):
    open_to_the_end = with_(complete(), ("entry.method.closes_at", START))
    facts = ready(open_to_the_end, now=START + late * MINUTE)
    verdict = transition(Status.DRAFT, Action.PUBLISH, facts)
    assert (verdict is Status.PUBLISHED) is stands
    if not stands:
        assert {c.id for c in verdict.cites} == {"HOUSE-TOURN-13"}
        fields = {r.field for r in verdict.refusals}
        assert "format.stages.stages.0.starts.0" in fields


@pytest.mark.rule("HOUSE-TOURN-14")
@pytest.mark.parametrize(
    ("since", "stands"), [(START, True), (START + MINUTE, False), (None, False)]
)
def test_the_edition_is_in_force_when_play_begins(since, stands):
    verdict = transition(Status.DRAFT, Action.PUBLISH, ready(edition_from=since))
    assert (verdict is Status.PUBLISHED) is stands
    if not stands:
        assert "Edition 3.0 of CROWN3" in str(verdict)


@pytest.mark.rule("HOUSE-TOURN-17")
def test_a_variance_that_was_ruled_on_lets_the_table_close():
    ruled = replace(COUNTED, variance_chips=-25, is_ruled_on=True)
    step = transition(Status.RUNNING, Action.CLOSE_TABLE, ready(count=ruled))
    assert step is Status.RUNNING
    open_ = replace(ruled, is_ruled_on=False)
    verdict = transition(Status.RUNNING, Action.CLOSE_TABLE, ready(count=open_))
    assert "25 chips fewer than went in" in str(verdict)


@pytest.mark.rule("HOUSE-TOURN-16")
@pytest.mark.parametrize("status", list(Status))
def test_cancelling_is_possible_until_settled(status):
    verdict = transition(status, Action.CANCEL, ready())
    over = status in (Status.SETTLED, Status.CANCELLED)
    assert isinstance(verdict, Refused) is over


@pytest.mark.rule("CROWN3-12.4.1(c)", "CROWN3-12.2.4")
def test_every_reason_is_told_at_once():
    facts = ready(director="", tables=(), entries=3, now=START)
    verdict = transition(Status.ENTRIES_OPEN, Action.SEAT, facts)
    assert {c.id for c in verdict.cites} == {
        "CROWN3-12.4.1(a)(iii)",
        "CROWN3-12.2.3",
        "CROWN3-12.2.3(a)",
        "CROWN3-12.2.4",
    }


@pytest.mark.rule("CROWN3-12.2.5")
def test_the_path_shows_what_is_done_what_is_missing_and_what_settles_it():
    facts = ready(
        now=START,
        tables=(TableUse("Table 5", "Friday Night Stud"),),
        players=unbriefed(8),
        untold_changes=("the prize pool",),
        inspectorate_reference="letter 118",
    )
    milestones = PATH.milestones(Status.ENTRIES_OPEN, facts)
    assert [s.status for s in milestones] == [
        Status.DRAFT,
        Status.PUBLISHED,
        Status.ENTRIES_OPEN,
        Status.SEATED,
        Status.RUNNING,
        Status.FINISHED,
        Status.SETTLED,
    ]
    assert [s.progress for s in milestones] == [
        *[Progress.DONE] * 3,
        Progress.NEXT,
        *[Progress.LATER] * 3,
    ]
    assert all(tick.is_done for s in milestones[:3] for tick in s.ticks)
    seat, running = milestones[3], milestones[4]
    assert [t.detail for t in milestones[2].ticks] == [
        "Monday 9 November 2026, 09:00",
        "Monday 9 November 2026, 09:00, letter 118",
    ]
    assert [t.detail for t in seat.ticks][:4] == [
        "54 entries; the terms take 36 to 72",
        "Ruth",
        "Daniel",
        "Table 5",
    ]
    assert [t.detail for t in running.ticks][:2] == ["0 of 8", "Ruth"]
    assert milestones[1].ticks[1].detail == f"{ITEMS} of {ITEMS} items"
    assert seat.action is Action.SEAT
    assert (seat.missing, len(seat.ticks), seat.progress) == (1, 8, Progress.NEXT)
    [shut] = [tick for tick in seat.ticks if not tick.is_done]
    assert shut.title == "Tables free of other use"
    assert shut.cite == Cite("CROWN3-12.2.5")
    assert shut.remedy is Remedy.DESIGNATE_TABLES
    assert "Table 5 is in use for Friday Night Stud." in shut.refusals[0].wrong
    assert {t.remedy for t in running.ticks if not t.is_done} == {
        Remedy.BRIEF_PLAYERS,
        Remedy.NOTIFY_REGULATOR,
        Remedy.DESIGNATE_TABLES,
    }
    free = PATH.milestones(Status.ENTRIES_OPEN, ready(now=START))[3]
    assert (free.missing, free.progress) == (0, Progress.NEXT)
    assert PATH.milestones(Status.CANCELLED, ready()) == ()


def test_a_path_can_be_shown_before_anything_is_known():
    milestones = PATH.milestones(Status.DRAFT, Facts(terms=None, now=NOW))
    assert milestones[1].missing == 1
    assert {t.detail for s in milestones for t in s.ticks} == {
        "",
        "none",
        "0 entries",
    }


@pytest.mark.parametrize("key", ["heats", "second-chance", "accumulation"])
def test_amended_terms_have_to_stand_as_well(key):
    good = transition(Status.ENTRIES_OPEN, Action.AMEND, ready(complete(key)))
    assert good is Status.ENTRIES_OPEN
    bad = with_(complete(key), ("details.location.place", ""))
    assert isinstance(
        transition(Status.ENTRIES_OPEN, Action.AMEND, ready(bad)), Refused
    )


@pytest.mark.rule("HOUSE-TOURN-100", "CROWN3-12.4.1(a)(i)")
@pytest.mark.parametrize(("minutes", "fixed"), [(-61, False), (-60, True)])
def test_the_list_is_fixed_once_entries_are_closed(minutes, fixed):
    facts = ready(now=START + minutes * MINUTE)
    verdict = transition(Status.ENTRIES_OPEN, Action.SEAT, facts)
    assert (verdict is Status.SEATED) is fixed
    full = replace(facts, entries=72)  # every place is taken: nobody else can enter
    assert transition(Status.ENTRIES_OPEN, Action.SEAT, full) is Status.SEATED
    early = transition(Status.SEATED, Action.START_PLAY, facts)
    assert [c.id for c in early.cites] == ["CROWN3-12.4.1(a)(i)"]
    assert "Saturday 21 November 2026, 14:00" in early.refusals[0].wrong


@pytest.mark.rule("HOUSE-TOURN-100")
def test_where_entries_close_after_the_start_places_are_kept_for_late_ones():
    late = with_(complete(), ("entry.method.closes_at", START + 30 * MINUTE))
    facts = ready(late, now=START - MINUTE)
    [refusal] = transition(Status.ENTRIES_OPEN, Action.SEAT, facts).refusals
    assert refusal.right.endswith("how many places are kept for late entries.")
    kept = replace(facts, late_places=4)
    assert transition(Status.ENTRIES_OPEN, Action.SEAT, kept) is Status.SEATED
    soon = replace(kept, terms=complete(), now=START - 61 * MINUTE)
    assert isinstance(transition(Status.ENTRIES_OPEN, Action.SEAT, soon), Refused)


@pytest.mark.rule("HOUSE-TOURN-101")
@pytest.mark.parametrize(("minutes", "drawn"), [(-31, False), (-30, True)])
def test_seats_are_not_drawn_before_the_time_the_terms_name(minutes, drawn):
    terms = with_(complete(), ("house.seat_draw.earliest_minutes", 30))
    facts = ready(terms, now=START + minutes * MINUTE)
    verdict = transition(Status.ENTRIES_OPEN, Action.SEAT, facts)
    assert (verdict is Status.SEATED) is drawn
    assert "at the earliest 30 minutes before the first session" in (
        terms.house.seat_draw.text(terms)
    )


@pytest.mark.rule("HOUSE-TOURN-104")
@pytest.mark.parametrize("status", [Status.SEATED, Status.RUNNING])
def test_a_late_entry_needs_a_place_that_was_kept_for_one(status):
    facts = ready(now=START - timedelta(days=5), application=Application())
    verdict = transition(status, Action.TAKE_ENTRY, facts)
    assert "HOUSE-TOURN-104" in {cite.id for cite in verdict.cites}
    kept = replace(facts, late_places=1)
    assert transition(status, Action.TAKE_ENTRY, kept) is status

"""What is done to players at the table: only as listed, with its effect, and back."""

import pytest
from sqlmodel import select

from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import SLUG, STARTS, at, cites, do
from tests.tournaments.conduct_cast import (
    ADVICE,
    CHEATS,
    RUDE,
    SLOW,
    act_on,
    chips_of,
    deed,
    entry_at,
    must,
    state_of,
    take_back,
)
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    TESS,
    asked,
    deal,
    in_session,
    seated,
    short_terms,
    stacks,
    tablet,
)
from tournaments import queries
from tournaments.models import EntryRow, EntryState
from tournaments.path import presence
from tournaments.play import verification
from tournaments.rules.clauses.conduct import ChipsLeft, LateEffect
from tournaments.rules.clauses.consequences import RetiredPlace
from tournaments.rules.clauses.penalties import Penalty, Sanction
from tournaments.rules.conducting import PHONE, Verb

BANK = 10_000


def player(db):
    """A session under way, its first table, and a player there who bets not first."""
    in_session(db)
    console = tablet(db)
    return console, entry_at(console, max(seated(console)))


def all_agrees(db):
    """Stacks, trays and hands are what the record comes to."""
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        assert verification.rebuild(session, tournament, FLOOR.seal).wrong == []
        ledger_holds(session)


@pytest.mark.rule("CROWN3-12.5.3(a)(i)", "HOUSE-TOURN-260")
@pytest.mark.parametrize(
    ("asked_for", "rules"),
    [
        (deed(Verb.CHIPS, ADVICE, 500), []),
        (deed(Verb.CHIPS, ADVICE, 501), ["CROWN3-12.5.3(a)(i)"]),
        (deed(Verb.CHIPS, ADVICE, 0), ["CROWN3-12.5.3(a)(i)"]),
        (deed(Verb.HANDS, ADVICE, 1), ["CROWN3-12.5.3(a)(i)"]),
        (deed(Verb.WARNING, "wearing a hat"), ["CROWN3-12.5.3(a)(i)"]),
        (deed(Verb.CHIPS, ADVICE, 500, reason=" "), ["HOUSE-TOURN-260"]),
    ],
)
def test_only_penalties_of_the_terms_are_given(db, asked_for, rules):
    _, entry = player(db)
    verdict = act_on(db, entry, asked_for)
    assert (cites(verdict) if isinstance(verdict, Refused) else []) == rules
    assert chips_of(db, entry) == (BANK if rules else BANK - 500)
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(iii)")
def test_a_telephone_costs_what_its_clause_says(db):
    console, entry = player(db)
    assert cites(act_on(db, entry, deed(Verb.HANDS, PHONE, 1))) == [
        "CROWN3-12.5.3(b)(iii)"
    ]
    tray = stacks(db, console)[1]
    row = must(db, entry, deed(Verb.CHIPS, PHONE, 200))
    assert row.rule_id == "CROWN3-12.5.3(a)(i)"
    assert chips_of(db, entry) == BANK - 200
    assert stacks(db, console)[1] == tray + 200  # nobody else gets what is taken
    all_agrees(db)


@pytest.mark.rule("HOUSE-TOURN-260", "CROWN3-12.5.3(g)", "CROWN3-12.2.3(a)")
def test_only_the_director_or_a_deputy_who_is_there_decides(db):
    _, entry = player(db)
    fine = deed(Verb.CHIPS, ADVICE, 100)
    assert cites(act_on(db, entry, fine, at(STARTS + 1, TESS))) == ["CROWN3-12.5.3(g)"]
    do(db, presence.check, at(STARTS + 1), coming=False)
    assert cites(act_on(db, entry, fine)) == ["CROWN3-12.5.3(g)"]
    assert chips_of(db, entry) == BANK


@pytest.mark.rule("HOUSE-TOURN-260", "CROWN3-12.2.3")
def test_chips_and_seats_change_between_hands_even_when_the_director_has_gone(db):
    console, entry = player(db)
    console.open(options=DEALT)
    first = asked(console, lambda play: play.first_to_bet())
    others = sorted(asked(console, lambda play: play.playing) - {first})
    for seat in (first, *others):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    console.must("deal")
    assert cites(act_on(db, entry, deed(Verb.CHIPS, ADVICE, 100))) == [
        "HOUSE-TOURN-260"
    ]
    do(db, presence.check, at(STARTS + 2), coming=False)
    assert cites(act_on(db, entry, deed(Verb.WARNING, SLOW))) == ["CROWN3-12.5.3(g)"]
    do(db, presence.check, at(STARTS + 2), coming=True)
    must(db, entry, deed(Verb.WARNING, SLOW))  # a warning waits for nothing


@pytest.mark.rule("HOUSE-TOURN-260")
def test_nobody_loses_more_than_the_stack(db):
    made = short_terms(("conduct.penalties.penalties.2.most", 10_000))
    in_session(db, made)
    entry = entry_at(tablet(db), max(seated(tablet(db))))
    must(db, entry, deed(Verb.CHIPS, ADVICE, 1))
    over = act_on(db, entry, deed(Verb.CHIPS, ADVICE, BANK))
    assert "has 9,999 chips and no more" in over.refusals[0].wrong
    must(db, entry, deed(Verb.CHIPS, ADVICE, BANK - 1))
    assert chips_of(db, entry) == 0
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(a)(i)", "HOUSE-TOURN-163")
def test_hands_are_sat_out_and_the_marker_passes_over_the_seat(db):
    console, entry = player(db)
    taken = sorted(seated(console))
    seat = taken[1]
    must(db, entry_at(console, seat), deed(Verb.HANDS, RUDE, 2))
    first = []
    for _ in range(3):
        first.append(asked(console, lambda play: play.first_to_bet()))
        assert (seat in asked(console, lambda play: play.playing)) is (len(first) == 3)
        deal(console)
    assert first == [taken[0], taken[2], taken[3]]
    assert chips_of(db, entry) != 0
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(a)(ii)", "CROWN3-12.5.3(b)(v)", "HOUSE-TOURN-260")
def test_a_disqualified_player_leaves_and_the_chips_go_to_nobody(db):
    console, entry = player(db)
    no_ground = act_on(db, entry, deed(Verb.DISQUALIFIED, "losing"))
    assert cites(no_ground) == ["CROWN3-12.5.3(a)(ii)"]
    before = stacks(db, console)
    row = must(db, entry, deed(Verb.DISQUALIFIED, CHEATS))
    assert (row.place, row.takes_chips, row.stack_chips) == ("no-place", BANK, BANK)
    after = stacks(db, console)
    gone = max(before[0])
    left = {s: n for s, n in before[0].items() if s != gone}
    assert after == (left, before[1] + BANK)
    assert state_of(db, entry) is EntryState.DISQUALIFIED
    assert cites(act_on(db, entry, deed(Verb.WARNING, SLOW))) == ["HOUSE-TOURN-260"]
    deal(console)
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(v)", "HOUSE-TOURN-261")
def test_where_the_terms_say_so_a_disqualified_players_chips_stay_and_pay_antes(db):
    in_session(db, short_terms(("conduct.disqualified.chips", ChipsLeft.STAY_IN_PLAY)))
    console = tablet(db)
    seat = max(seated(console))
    entry = entry_at(console, seat)
    must(db, entry, deed(Verb.DISQUALIFIED, CHEATS))
    assert state_of(db, entry) is EntryState.DISQUALIFIED
    for hand in range(1, 4):
        assert seat not in asked(console, lambda play: play.playing)
        deal(console)
        assert chips_of(db, entry) == BANK - 100 * hand
    console.undo()
    assert chips_of(db, entry) == BANK - 200
    console.must("close")
    assert chips_of(db, entry) == BANK - 300
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(vi)")
@pytest.mark.parametrize("place", list(RetiredPlace))
def test_who_retires_gives_the_chips_back_and_is_placed_as_the_terms_say(db, place):
    in_session(db, short_terms(("conduct.retirement.place", place)))
    console = tablet(db)
    entry = entry_at(console, max(seated(console)))
    row = must(db, entry, deed(Verb.RETIRED))
    assert (row.place, row.stack_chips) == (place.value, BANK)
    assert (chips_of(db, entry), state_of(db, entry)) == (0, EntryState.RETIRED)
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(i)", "HOUSE-TOURN-261")
def test_a_late_player_loses_the_least_ante_of_every_hand_missed(db):
    console, entry = player(db)
    must(db, entry, deed(Verb.LATE, reason=""), at(STARTS + 1, TESS))
    tray = stacks(db, console)[1]
    won = 0
    for _ in range(4):
        deal(console)
        won += sum(net for *_, net, _ in console.lines())
    assert chips_of(db, entry) == BANK - 400
    assert stacks(db, console)[1] == tray - won + 400
    must(db, entry, deed(Verb.BACK, reason=""), at(STARTS + 29, TESS))
    assert max(seated(console)) in asked(console, lambda play: play.playing)
    deal(console)
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(i)")
def test_the_place_of_a_late_player_is_lost_as_the_terms_say(db):
    _, entry = player(db)
    must(db, entry, deed(Verb.LATE), at(STARTS + 1))
    early = act_on(db, entry, deed(Verb.OUT), at(STARTS + 29))
    assert cites(early) == ["CROWN3-12.5.3(b)(i)"]
    too_late = act_on(db, entry, deed(Verb.BACK), at(STARTS + 30, TESS))
    assert cites(too_late) == ["CROWN3-12.5.3(b)(i)"]
    row = must(db, entry, deed(Verb.OUT), at(STARTS + 30))
    assert row.place == "last-of-stage"
    assert (chips_of(db, entry), state_of(db, entry)) == (0, EntryState.ELIMINATED)
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(i)")
@pytest.mark.parametrize(
    ("effect", "left", "refused"),
    [
        (LateEffect.HANDS_MISSED, BANK, []),
        (LateEffect.ELIMINATED, BANK, ["CROWN3-12.5.3(b)(i)"]),
    ],
)
def test_other_terms_for_the_late(db, effect, left, refused):
    in_session(db, short_terms(("conduct.late.effect", effect)))
    console = tablet(db)
    entry = entry_at(console, max(seated(console)))
    verdict = act_on(db, entry, deed(Verb.LATE))
    assert (cites(verdict) if isinstance(verdict, Refused) else []) == refused
    if refused:
        must(db, entry, deed(Verb.OUT), at(STARTS))
        assert state_of(db, entry) is EntryState.ELIMINATED
        return
    deal(console)
    assert chips_of(db, entry) == left
    all_agrees(db)


@pytest.mark.rule("CROWN3-12.5.3(b)(ii)", "HOUSE-TOURN-261")
@pytest.mark.parametrize("chips", list(ChipsLeft))
def test_an_absent_players_chips_go_or_stay_as_the_terms_say(db, chips):
    in_session(db, short_terms(("conduct.absence.chips", chips)))
    console = tablet(db)
    entry = entry_at(console, max(seated(console)))
    early = act_on(db, entry, deed(Verb.ABSENT), at(STARTS - 1))
    assert "CROWN3-12.5.3(b)(ii)" in cites(early)
    must(db, entry, deed(Verb.ABSENT))
    deal(console)
    stays = chips is ChipsLeft.STAY_IN_PLAY
    assert chips_of(db, entry) == (BANK - 100 if stays else 0)
    all_agrees(db)


@pytest.mark.rule("HOUSE-TOURN-3", "HOUSE-TOURN-260")
def test_who_cannot_meet_the_ante_is_out_and_nobody_else(db):
    made = short_terms(("conduct.penalties.penalties.2.most", 10_000))
    in_session(db, made)
    console = tablet(db)
    entry = entry_at(console, max(seated(console)))
    assert cites(act_on(db, entry, deed(Verb.BROKE))) == ["HOUSE-TOURN-3"]
    must(db, entry, deed(Verb.CHIPS, ADVICE, BANK - 99))
    must(db, entry, deed(Verb.BROKE))
    assert state_of(db, entry) is EntryState.ELIMINATED
    all_agrees(db)


@pytest.mark.rule("HOUSE-TOURN-262")
@pytest.mark.parametrize(
    "done",
    [
        deed(Verb.CHIPS, ADVICE, 500),
        deed(Verb.HANDS, RUDE, 3),
        deed(Verb.DISQUALIFIED, CHEATS),
        deed(Verb.RETIRED),
        deed(Verb.LATE),
        deed(Verb.ABSENT),
    ],
    ids=lambda done: done.verb.value,
)
def test_what_was_done_is_taken_back_with_a_reason_and_everything_is_as_before(
    db, done
):
    console, entry = player(db)
    before, seats = chips_of(db, entry), seated(console)
    row = must(db, entry, done)
    deal(console)  # an ante may be taken meanwhile
    assert cites(take_back(db, row, " ")) == ["HOUSE-TOURN-262"]
    assert cites(take_back(db, row, by=at(STARTS + 3, TESS))) == ["CROWN3-12.5.3(g)"]
    back = take_back(db, row)
    assert not isinstance(back, Refused), back
    played = done.verb is Verb.CHIPS
    won = 0
    if played:
        seat = max(seats)
        won = sum(net for s, _, _, net, _ in console.lines() if s == seat)
    assert chips_of(db, entry) == before + won
    assert (seated(console), state_of(db, entry)) == (seats, EntryState.ENTERED)
    assert cites(take_back(db, row)) == ["HOUSE-TOURN-262"]
    assert max(seats) in asked(console, lambda play: play.playing)
    deal(console)
    all_agrees(db)


@pytest.mark.rule("HOUSE-TOURN-262")
def test_what_rests_on_it_is_taken_back_first(db):
    _, entry = player(db)
    late = must(db, entry, deed(Verb.LATE))
    back = must(db, entry, deed(Verb.BACK), at(STARTS + 5, TESS))
    assert "came after it" in take_back(db, late).refusals[0].wrong
    assert not isinstance(take_back(db, back), Refused)
    assert not isinstance(take_back(db, late), Refused)
    all_agrees(db)


@pytest.mark.rule("HOUSE-TOURN-263", "HOUSE-TOURN-260")
def test_of_two_of_one_name_each_has_their_own_warnings(db):
    in_session(db)
    with db.writing() as session:
        for entry in session.exec(select(EntryRow)):
            entry.name = "Sam Lee"
    console = tablet(db)
    one, other = list(seated(console).values())[:2]
    must(db, one, deed(Verb.WARNING, SLOW))
    again = must(db, one, deed(Verb.WARNING, SLOW))
    theirs = must(db, other, deed(Verb.WARNING, SLOW))
    assert again.says[0].startswith("One warning for")
    assert theirs.says[0].startswith("No warnings for")
    assert [again.number, theirs.number] == [2, 3]


@pytest.mark.rule("HOUSE-TOURN-262", "HOUSE-TOURN-162")
def test_a_win_undone_after_the_chips_were_taken_leaves_no_stack_below_nothing(db):
    made = short_terms(
        ("conduct.penalties.penalties", (Penalty(RUDE, Sanction.CHIPS, 10_000),))
    )
    in_session(db, made)
    console = tablet(db)
    for _ in range(6):
        deal(console)
        won = {s: net for s, _, _, net, _ in console.lines() if net > 0}
        if won:
            break
    assert won, "Somebody wins in six hands of these decks."
    entry = entry_at(console, next(iter(won)))
    while has := chips_of(db, entry):
        must(db, entry, deed(Verb.CHIPS, RUDE, min(has, 10_000)))
    console.undo()
    assert chips_of(db, entry) == 0
    all_agrees(db)
    console.must("close")
    assert chips_of(db, entry) == 0
    all_agrees(db)

"""Secret wagers at a Baccarat tournament: VIC99-N26-14.6, rule by rule."""

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.floor.rounds import book as books
from house.floor.rounds.taps import Done
from proof.commitments import keeps
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import RUTH, cites, recorded
from tests.tournaments.play_cast import FLOOR
from tests.tournaments.secret_cast import (
    BANK,
    BANKER_WINS,
    PLAYER_WINS,
    SUE,
    TIE,
    Secret,
    at_table,
    form,
    secret_terms,
)
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.secret_wagers import Written
from tournaments.secret import forms
from tournaments.secret.models import SecretFormRow, Way


@pytest.fixture
def table(db):
    """A Baccarat table in a session of three secret wagers each."""
    return at_table(db)


def seats(table):
    return sorted(table.entries)


@pytest.mark.rule("VIC99-N26-14.6.1")
def test_a_fourth_secret_wager_is_refused_and_the_next_hand_is_another(table):
    seat = seats(table)[0]
    for _ in range(3):
        table.coup(BANKER_WINS, (seat, form(100)))
    table.open()
    refused = table.hand_in(seat)
    assert cites(refused) == ["VIC99-N26-14.6.1"]
    assert "three" in refused.refusals[0].right


@pytest.mark.rule("VIC99-N26-14.6.2", "HOUSE-TOURN-233")
def test_a_form_says_type_and_amount_in_words_and_figures(table, db):
    seat = seats(table)[0]
    table.open()
    for written in (
        form(100, words="ten"),
        Written("", "100", "one hundred"),
        Written("banker", "", "one hundred"),
        Written("banker", "100", "hundred and"),
        Written("dragon", "100", "one hundred"),
        Written("banker", "1,00", "one hundred"),
    ):
        assert set(cites(table.hand_in(seat, written))) == {"VIC99-N26-14.6.2"}
    for entry in recorded(db, "hand in secret wager"):
        assert "hundred" not in str([*entry.reasons, entry.after])
        assert "100" not in str([*entry.reasons, entry.after])
    assert isinstance(table.hand_in(seat), SecretFormRow)


@pytest.mark.rule("VIC99-N26-14.6.2", "HOUSE-TOURN-231")
def test_a_form_comes_before_no_more_bets_for_its_own_hand_and_once(table):
    one, two = seats(table)[:2]
    assert cites(table.hand_in(one)) == ["VIC99-N26-14.6.2"]  # no hand is open
    row = table.open()
    wrong_hand = table.hand_in(one, round_=row.number + 1)
    assert cites(wrong_hand) == ["VIC99-N26-14.6.2"]
    table.must_hand_in(one)
    assert cites(table.hand_in(one)) == ["HOUSE-TOURN-231"]
    table.console.must("no_more_bets")
    assert cites(table.hand_in(two)) == ["VIC99-N26-14.6.2"]


def _taken(table, seat, written):
    """Whether a form is taken, and the rules against it; one that is goes back."""
    verdict = table.hand_in(seat, written)
    if isinstance(verdict, Refused):
        return cites(verdict)
    assert table.give_back(verdict) is None
    return []


@pytest.mark.rule("VIC99-N26-14.6.3")
def test_with_chips_on_the_layout_it_keeps_to_the_maximum_and_to_one_side(table):
    seat = seats(table)[0]
    table.open()
    table.console.must("bet", seat=seat, spot="banker", amount=200)
    refused = ["VIC99-N26-14.6.3"]
    assert _taken(table, seat, form(300)) == []
    assert _taken(table, seat, form(301)) == refused
    assert _taken(table, seat, form(100, "player")) == refused
    assert _taken(table, seat, form(300, "tie")) == []
    assert _taken(table, seat, form(301, "tie")) == refused


@pytest.mark.rule("VIC99-N26-14.6.4.1")
def test_it_keeps_within_the_limits_of_the_table(table):
    seat = seats(table)[0]
    table.open()
    for amount, refused in ((9, 1), (10, 0), (500, 0), (501, 1)):
        against = ["VIC99-N26-14.6.4.1"] * refused
        assert _taken(table, seat, form(amount)) == against


@pytest.mark.rule("VIC99-N26-14.6.4.2")
def test_it_keeps_within_the_chips_that_are_not_on_the_layout(db):
    table = at_table(db, secret_terms(bank=240))
    one, two, _three = seats(table)[:3]
    table.open()
    assert cites(table.hand_in(one, form(241))) == ["VIC99-N26-14.6.4.2"]
    table.must_hand_in(one, form(240))
    table.console.must("bet", seat=two, spot="tie", amount=40)
    assert cites(table.hand_in(two, form(201))) == ["VIC99-N26-14.6.4.2"]
    table.must_hand_in(two, form(200))


@pytest.mark.rule("VIC99-N26-14.6.5")
def test_a_tied_hand_uses_one_up(table):
    one, two = seats(table)[:2]
    table.coup(TIE, (one, form(100)), (two, form(100, "tie")))
    assert (table.stacks[one], table.stacks[two]) == (BANK, BANK + 800)
    for seat in (one, two):
        assert table.used(table.entries[seat]) == 1


@pytest.mark.rule("VIC99-N26-14.6.6", "HOUSE-TOURN-233")
def test_a_mark_lies_at_the_seat_for_all_and_the_record_has_the_promise(table, db):
    seat = seats(table)[0]
    table.open()
    row = table.must_hand_in(seat, form(300))
    state = table.console.read(_state)
    assert state.sealed[0].seat == seat
    from game.games import GAMES  # noqa: PLC0415

    game = GAMES["baccarat"]
    assert game.seen(state)["secret"] == {"seats": [seat], "told": []}
    assert not game.staked(state)
    [sealed] = recorded(db, "seal")
    assert sealed.after["promise"] == row.promise
    assert row.entry_id == table.entries[seat]


def _state(session, board):
    here = books.here(session, board)
    return books.position(session, books.REAL, here.round, FLOOR.seal).state


@pytest.mark.rule("VIC99-N26-14.6.7", "HOUSE-TOURN-234")
def test_no_card_is_dealt_before_its_supervisor_has_examined_every_form(table, db):
    one, _two = seats(table)[:2]
    table.open()
    row = table.must_hand_in(one)
    table.console.must("no_more_bets")
    assert cites(table.console.tap("deal", cards=["2c"])) == ["VIC99-N26-14.6.7"]
    for stranger in (SUE, RUTH):
        assert cites(table.examine(row, by=stranger)) == ["HOUSE-TOURN-234"]
    assert not isinstance(table.examine(row), Refused)
    assert isinstance(table.console.tap("deal", cards=["2c"]), Done)
    assert cites(table.examine(row)) == ["VIC99-N26-14.6.7"]


@pytest.mark.rule("VIC99-N26-14.6.7", "HOUSE-TOURN-234")
def test_chips_added_after_the_examination_have_the_form_examined_again(table):
    seat = seats(table)[0]
    table.open()
    row = table.must_hand_in(seat, form(400))
    assert not isinstance(table.examine(row), Refused)
    table.console.must("bet", seat=seat, spot="banker", amount=101)
    table.console.must("no_more_bets")
    assert cites(table.console.tap("deal", cards=["2c"])) == ["VIC99-N26-14.6.7"]
    assert cites(table.examine(row)) == ["VIC99-N26-14.6.3"]
    assert table.give_back(row) is None
    assert isinstance(table.console.tap("deal", cards=["2c"]), Done)
    assert table.used(table.entries[seat]) == 0


@pytest.mark.rule("VIC99-N26-14.6.8")
@pytest.mark.parametrize(
    ("cards", "net"), [(BANKER_WINS, 285), (PLAYER_WINS, -300), (TIE, 0)]
)
def test_after_the_hand_it_is_announced_and_settled(table, db, cards, net):
    seat = seats(table)[0]
    [row] = table.coup(cards, (seat, form(300)), close=False)
    assert cites(table.console.tap("close")) == ["VIC99-N26-14.6.8"]
    assert cites(table.announce(by=SUE)) == ["HOUSE-TOURN-234"]
    assert not isinstance(table.announce(), Refused)
    assert cites(table.announce()) == ["VIC99-N26-14.6.8"]
    table.console.must("close")
    [line] = table.console.lines()
    assert line[:4] == (seat, "secret banker", 300, net)
    assert table.stacks[seat] == BANK + net
    told = recorded(db, "announce secret wagers")
    [said] = next(entry.after["forms"] for entry in told if entry.after.get("forms"))
    assert keeps(row.promise, said["sheet"].encode())
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("VIC99-N26-14.6.8", "VIC99-N26-14.6.11")
def test_nothing_is_announced_before_the_hand_is_played(table):
    seat = seats(table)[0]
    table.open()
    row = table.must_hand_in(seat)
    table.console.must("no_more_bets")
    assert cites(table.announce()) == ["VIC99-N26-14.6.11"]
    table.examine(row)
    table.console.must("deal", cards=["2c"])
    assert cites(table.announce()) == ["VIC99-N26-14.6.8"]


@pytest.mark.rule("VIC99-N26-14.6.9")
def test_anybody_at_the_table_may_look_until_the_next_first_card(table, db):
    one, two = seats(table)[:2]
    entries = table.entries
    table.coup(BANKER_WINS, (one, form(300)), close=False)
    assert cites(table.inspect(entries[two])) == ["VIC99-N26-14.6.9"]
    table.announce()
    table.console.must("close")
    stranger = next(iter(Secret(db, 2).entries.values()))
    assert cites(table.inspect(stranger)) == ["VIC99-N26-14.6.9"]
    [lies] = table.inspect(entries[two])
    assert (lies.seat, lies.written, lies.counted) == (one, form(300), 300)
    table.open()
    table.console.must("bet", seat=two, spot="tie", amount=10)
    table.console.must("no_more_bets")
    assert len(table.inspect(entries[two])) == 1
    table.console.must("deal", cards=["2c"])
    assert cites(table.inspect(entries[two])) == ["VIC99-N26-14.6.9"]


@pytest.mark.rule(
    "HOUSE-TOURN-235",
    "VIC99-N26-14.6.10.1",
    "VIC99-N26-14.6.10.2",
    "VIC99-N26-14.6.10.4",
)
def test_paper_found_wrong_after_the_hand_is_deemed_to_say_what_it_may(db):
    table = at_table(db, secret_terms(allowed=6))
    seat, has = seats(table)[0], BANK
    for reads, cards, net in (
        (form(5, "player"), PLAYER_WINS, 10),
        (form(5), PLAYER_WINS, -10),
        (form(900), PLAYER_WINS, -500),
        (Written("", "100", "one hundred"), BANKER_WINS, -10),
        (form(100, words="ten"), TIE, -10),
    ):
        [row] = table.coup(cards, (seat, form(100)), way=Way.PAPER)
        assert cites(table.find_wrong(row, reads, by=SUE)) == ["HOUSE-TOURN-234"]
        assert not isinstance(table.find_wrong(row, reads), Refused)
        has += net
        assert table.stacks[seat] == has
    assert table.used(table.entries[seat]) == 5
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("VIC99-N26-14.6.10.3")
@pytest.mark.parametrize(("cards", "net"), [(BANKER_WINS, 228), (PLAYER_WINS, -240)])
def test_more_than_the_chips_is_deemed_to_be_all_of_them(db, cards, net):
    table = at_table(db, secret_terms(bank=240))
    seat = seats(table)[0]
    [row] = table.coup(cards, (seat, form(100)), way=Way.PAPER)
    assert not isinstance(table.find_wrong(row, form(300)), Refused)
    assert table.stacks[seat] == 240 + net


@pytest.mark.rule("HOUSE-TOURN-235")
def test_what_was_written_on_a_screen_is_not_found_to_read_otherwise(table):
    seat = seats(table)[0]
    [row] = table.coup(BANKER_WINS, (seat, form(100)))
    assert cites(table.find_wrong(row, form(5))) == ["HOUSE-TOURN-235"]


def _final(db, count=4):
    """The last hand of the final is open; five were played before it."""
    table = at_table(db, secret_terms(final=True), count=count)
    for _ in range(5):
        table.coup(TIE, bets=((table.first, "banker", 10),), close=False)
        table.console.must("close")
    return table


@pytest.mark.rule("VIC99-N26-14.6.11", "VIC99-N26-14.6.11.1", "VIC99-N26-14.6.11.2")
def test_in_the_last_hand_of_the_final_all_is_announced_and_placed_before_the_deal(db):
    table = _final(db)
    one, two, *others = seats(table)
    was = table.stacks
    table.open()
    written = {one: form(300), two: form(200, "player")}
    written |= {seat: form(10, "tie") for seat in others}
    rows = [table.must_hand_in(seat, each) for seat, each in written.items()]
    assert cites(table.announce()) == ["VIC99-N26-14.6.8"]  # betting is still open
    table.console.must("no_more_bets")
    for row in rows:
        table.examine(row)
    assert "VIC99-N26-14.6.11.1" in cites(table.console.tap("deal", cards=["2c"]))
    assert not isinstance(table.announce(), Refused)
    blocked = table.console.tap("deal", cards=["2c"])
    assert set(cites(blocked)) == {"VIC99-N26-14.6.11.2"}
    short = table.console.tap("place", seat=one, amount=250, spot="banker")
    aside = table.console.tap("place", seat=one, amount=300, spot="player")
    assert cites(short) == cites(aside) == ["VIC99-N26-14.6.11.2"]
    table.console.must("place", seat=one, amount=300, spot="banker")
    table.console.must("place", seat=two, amount=200, spot="player")
    for seat in others:
        table.console.must("place", seat=seat, amount=10, spot="tie")
    table.deal(BANKER_WINS)
    table.console.must("close")
    assert table.stacks[one] - was[one] == 285
    assert table.stacks[two] - was[two] == -200
    assert table.used(table.entries[one]) == 1


@pytest.mark.rule("VIC99-N26-14.6.11")
def test_one_player_without_a_secret_wager_and_all_are_announced_after_the_hand(db):
    table = _final(db)
    *most, _last = seats(table)
    table.open()
    rows = [table.must_hand_in(seat) for seat in most]
    table.console.must("no_more_bets")
    for row in rows:
        table.examine(row)
    assert cites(table.announce()) == ["VIC99-N26-14.6.11"]
    table.deal(BANKER_WINS)
    assert not isinstance(table.announce(), Refused)


@pytest.mark.rule("VIC99-N26-14.6.11.3")
def test_the_cards_of_each_side_go_to_its_highest_bettor(db):
    table = _final(db, count=8)
    one, two, three, four = seats(table)
    table.open()
    written = {
        one: form(200),
        two: form(300),
        three: form(400, "player"),
        four: form(300),
    }
    rows = [table.must_hand_in(seat, each) for seat, each in written.items()]
    table.console.must("no_more_bets")
    for row in rows:
        table.examine(row)
    table.announce()
    from game.games import GAMES  # noqa: PLC0415

    seen = GAMES["baccarat"].seen(table.console.read(_state))
    does = {s["seat"]: s["dealer"] for s in seen["seats"]}
    assert [d["does"] for d in does[two]] == ["The Banker’s cards come here"]
    assert [d["does"] for d in does[three]] == ["The Player’s cards come here"]
    assert does[one] == does[four] == []  # of equal ones the lowest place has them


@pytest.mark.rule("HOUSE-TOURN-162")
def test_undo_and_a_void_coup_leave_the_chips_where_they_were(table, db):
    seat = seats(table)[0]
    table.coup(BANKER_WINS, (seat, form(300)))
    assert table.stacks[seat] == BANK + 285
    table.console.undo()  # the close
    assert table.stacks[seat] == BANK
    table.console.undo()  # the announcement
    assert not isinstance(table.announce(), Refused)
    table.console.must("close")
    assert table.stacks[seat] == BANK + 285
    with db.reading() as session:
        ledger_holds(session)


def test_a_form_opens_to_what_was_promised_and_to_nothing_else(table, db):
    row = table.open() and table.must_hand_in(seats(table)[0], form(300))
    sheet = forms.opened(row, FLOOR.seal)
    assert (sheet.promise, sheet.written) == (row.promise, form(300))
    with db.reading() as session:
        said = str([r.after for r in session.exec(select(AuditRow)).all()])
    assert sheet.salt not in said


@pytest.mark.rule("HOUSE-TOURN-236")
def test_where_the_terms_say_so_nobody_bets_on_a_tie(db):
    table = at_table(db, secret_terms(SecretOn.SIDES), tie=False)
    seat = table.open() and table.first
    refused = table.console.tap("bet", seat=seat, spot="tie", amount=10)
    assert cites(refused) == ["HOUSE-TOURN-236"]
    assert cites(table.hand_in(seat, form(10, "tie"))) == ["VIC99-N26-14.6.2"]
    table.console.must("bet", seat=seat, spot="banker", amount=110)
    table.console.must("no_more_bets")
    table.deal(BANKER_WINS)
    table.console.must("close")
    assert table.stacks[seat] == BANK + 104  # less a commission of 5.5, counted as 6


@pytest.mark.rule("HOUSE-TOURN-232", "VIC99-N26-14.6.10.3")
def test_a_secret_ante_is_posted_with_what_follows_it_as_far_as_the_chips_go(db):
    made = secret_terms(
        SecretOn.ANTE_AND_STREETS, ("wagers.secret.stated", True), bank=240
    )
    table = at_table(db, made, layout=STUD)
    table.open(cards="dealt")
    seat = table.first
    table.console.must("ante", seat=seat, amount=10)
    row = table.must_hand_in(seat, form(100, "ante"))
    table.examine(row)
    while True:
        offers = {o.act: o for o in table.console.read(_offers)}
        act = next((a for a in STEPS if a in offers), None)
        if act is None:
            break
        fields = {"amount": offers[act].amounts.least} if act == "bet" else {}
        fields |= {"seat": offers[act].seat} if act in {"bet", "settle"} else {}
        table.console.must(act, **fields)
    assert not isinstance(table.announce(), Refused)
    done = table.console.must("close")
    lines = table.console.lines()
    staked = {wager: stake for _, wager, stake, *_ in lines}
    assert sum(staked.values()) <= 240
    assert staked["secret ante"] == staked["secret 5th"] == 50  # four times, of 200
    assert table.stacks[seat] == 240 + sum(net for *_, net, _ in lines)
    assert done.position.over
    with db.reading() as session:
        ledger_holds(session)


STEPS = ("no_more_bets", "deal", "bet_or_fold", "bet", "reveal", "settle")
STUD = {"rulebook": "CROWN3"}


def _offers(session, board):
    here = books.here(session, board)
    now = books.position(session, books.REAL, here.round, FLOOR.seal)
    return now.game.offers(now.state)

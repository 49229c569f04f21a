"""The console's pages: what they offer, who may use them, what others may see."""

import re

import pytest
from sqlalchemy import event

from game.cards import show
from game.games import GAMES
from game.line import Line
from game.ranks import Rank
from house.floor.console import devices, links, screens
from house.floor.console.choices import choices
from house.floor.console.felt import felt
from house.floor.console.moves_in_words import in_words
from house.floor.console.prompts import at_seats, at_the_table, keying
from house.floor.console.settlement import settlement
from house.floor.console.wording import card
from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.floor.tables import shutting
from house.people.roles import Role
from rulebook import Cite, Refused
from tests.game.play_rounds import a_setup, do, opened
from tests.house.floor_cast import at, clock_shows, open_table, table
from tests.house.floor_cast import do as act_on
from tests.house.rounds_cast import SEAL, Console, key, play_through

HOME = "/desk/tables/4/console"
OPTIONS = {"options": {"cards": "dealt", "maximum_payout": 100_000_00}}


@pytest.fixture
def desk(db, sign_in):
    """A dealer's tablet at an open table with two players, and its round dealt."""
    with clock_shows():
        open_table(db, "CROWN3")
        console = Console(db)
        console.sit(2, 3)
        assert not isinstance(console.open(**OPTIONS), Refused)
        yield sign_in(Role.DEALER), console


def names(page: str) -> set[str]:
    """The cards a page shows face up."""
    said = r'aria-label="((?:Ace|King|Queen|Jack|\d+) of \w+)"'
    return set(re.findall(said, page))


def hands(console) -> dict[int, set[str]]:
    """The hole cards of the round, by seat, off the sealed deck."""

    def work(session, table):
        row = books.here(session, table).round
        now = books.position(session, books.REAL, row, SEAL)

        assert decks.cards(row, SEAL)
        return {
            box.seat: {card(show((each,))) for each in box.hole}
            for box in now.state.boxes
        }

    return console.read(work)


def deal(console):
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=1000)
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        console.must(act)


def test_the_console_offers_what_may_happen_and_nothing_else(desk):
    client, console = desk
    page = client.get(HOME).text
    assert 'data-move=\'{"act": "ante", "amount": 1000, "seat": 2}\'' in page
    assert '"act": "fold"' not in page
    assert "CROWN3-5.4.1" in page
    assert "Mei-Lin Zhao" in page
    deal(console)
    page = client.get(HOME).text
    assert '"act": "ante"' not in page
    assert '{"act": "fold", "seat": 2}' in page
    assert 'data-turn="2"' in page


def test_the_console_says_what_is_done_by_hand_at_this_moment(desk):
    client, console = desk
    assert "By hand now" not in client.get(HOME).text  # antes: nothing in CROWN3
    deal(console)
    page = client.get(HOME).text
    assert "By hand now" in page
    assert "CROWN3-7.4.2(c)" in page
    assert "CROWN3-8.1.1(d)" not in page  # comes at the settlement


@pytest.mark.rule("HOUSE-CONSOLE-7")
def test_the_dealers_console_shows_no_hole_card(desk):
    client, console = desk
    deal(console)
    held = set().union(*hands(console).values())
    assert len(held) == 4
    assert not names(client.get(HOME).text)
    assert not names(client.get(f"{HOME}/now").text)


def test_the_console_is_sent_only_when_it_reads_differently(desk):
    client, console = desk
    first = client.get(f"{HOME}/now", headers={"X-Poll": "1"})
    tag = {"If-None-Match": first.headers["ETag"], "X-Poll": "1"}
    assert client.get(f"{HOME}/now", headers=tag).status_code == 304
    console.must("ante", seat=2, amount=1000)
    assert client.get(f"{HOME}/now", headers=tag).status_code == 200


@pytest.mark.rule("HOUSE-ACCESS-1")
@pytest.mark.parametrize("role", [Role.COMPLIANCE, Role.INSPECTOR, Role.CASHIER])
def test_others_look_on(desk, sign_in, role):
    page = sign_in(role).get(HOME).text
    assert "You look on" in page
    buttons = re.findall(r"<button[^>]*data-move[^>]*>", page)
    assert buttons
    assert all('aria-disabled="true"' in button for button in buttons)


def test_there_is_no_console_without_a_table(desk):
    client, _ = desk
    assert client.get("/desk/tables/99/console").status_code == 404
    assert client.get("/desk/tables/99/console/rounds").status_code == 404
    assert client.get(f"{HOME}/rounds/99").status_code == 404


def others(db, device, now):
    """Who else has the console open, as a device is told."""
    here = table(db)
    with db.reading() as session:
        return devices.others(devices.seen(session, here, now), here, device)


@pytest.mark.rule("HOUSE-CONSOLE-6")
def test_a_second_device_is_named_and_forgotten_when_it_is_gone(desk, db):
    client, _ = desk
    one, two = "tablet-one-0123456789", "tablet-two-0123456789"
    with db.writing() as session:
        devices.note(session, table(db), one, "Amara Diallo", at().now)
    assert others(db, two, at().now) == ["Amara Diallo"]
    assert not others(db, one, at().now)
    assert others(db, two, at(0, 39).now) == ["Amara Diallo"]
    assert not others(db, two, at(0, 40).now)
    page = client.get(f"{HOME}/now?device={two}").text
    assert "Also open on another device: Amara Diallo" in page
    client.get(f"{HOME}/now?device={two}")
    assert "another device" in client.get(f"{HOME}/now?device={one}").text


@pytest.mark.rule("HOUSE-CONSOLE-6")
@pytest.mark.parametrize(
    "name", ["", "short", "x" * 41, "a b c d e f g h i j k", "<b>"]
)
def test_a_device_without_a_proper_name_is_not_noted(desk, db, name):
    client, _ = desk
    assert client.get(f"{HOME}/now", query_string={"device": name}).status_code == 200
    assert not others(db, "another-one-123456", at().now)


@pytest.mark.rule("HOUSE-CONSOLE-7")
def test_the_rooms_screen_shows_no_hand_until_it_is_withdrawn(desk, db):
    client, console = desk
    given = client.post(f"{HOME}/screens", data={"_key": "k" * 20})
    assert given.status_code == 303
    with db.reading() as session:
        [screen] = screens.of(table(db)).in_use(session)
    deal(console)
    room = client.get(f"/play/{screen.token}").text
    assert not names(room)
    assert "This screen shows what the room may see" in room
    withdrawn = f"{HOME}/screens/{screen.pk}/withdraw"
    assert client.post(withdrawn, data={"_key": "m" * 20}).status_code == 303
    assert client.get(f"/play/{screen.token}").status_code == 404
    assert client.post(withdrawn, data={"_key": "n" * 20}).status_code == 409
    assert client.get("/play/" + "x" * 70).status_code == 404


@pytest.mark.rule("HOUSE-CONSOLE-8")
def test_nobody_looks_from_anothers_seat_while_the_round_goes_on(desk):
    client, console = desk
    deal(console)
    answer = client.get(f"{HOME}/rounds/1?seat=2")
    assert answer.status_code == 409
    assert "HOUSE-CONSOLE-8" in answer.text
    assert not names(answer.text)
    assert not names(client.get(f"{HOME}/rounds/1").text)


@pytest.mark.rule("HOUSE-CONSOLE-8")
def test_a_past_round_is_seen_step_by_step_from_every_seat(desk):
    client, console = desk
    play_through(console)
    held = hands(console)
    early = client.get(f"{HOME}/rounds/1?step=5&seat=2").text
    assert names(early) == held[2]
    assert not names(client.get(f"{HOME}/rounds/1?step=5").text)
    last = client.get(f"{HOME}/rounds/1").text
    assert held[2] | held[3] <= names(last)
    for *_, rule in console.lines():
        assert rule in last
    assert "Seat 2 antes $10" in last
    listed = client.get(f"{HOME}/rounds").text
    assert f"{HOME}/rounds/1" in listed
    for strange in ("step=-5", "step=9999", "step=x", "seat=77", "seat=x"):
        assert client.get(f"{HOME}/rounds/1?{strange}").status_code == 200


@pytest.mark.rule("MASS-10(j)")
def test_every_hand_of_a_round_can_be_laid_out_again_in_its_order(db, sign_in):
    with clock_shows():
        open_table(db, "MASS")
        console = Console(db)
        console.sit(2, 3)
        assert not isinstance(console.open(options={"cards": "dealt"}), Refused)
        play_through(console)
        page = sign_in(Role.SUPERVISOR).get(f"{HOME}/rounds/1").text
        held = hands(console)
    assert "MASS-10(j)" in page
    assert held[2] | held[3] <= names(page)
    seats = [seat for seat, *_ in console.lines()]
    assert seats == sorted(seats, reverse=True)  # from the dealer's right
    for seat, wager, stake, net, rule in console.lines():
        assert rule in page, (seat, wager, stake, net)


def test_an_undone_action_is_struck_out_and_stays(desk):
    client, console = desk
    console.must("ante", seat=2, amount=1000)
    console.undo("Wrong amount")
    page = client.get(f"{HOME}/rounds/1").text
    assert 'class="gone"' in page
    assert "Action 1 taken back: Wrong amount" in page


@pytest.mark.rule("HOUSE-ROUNDS-3")
def test_a_closed_table_practises_and_says_so(db, sign_in):
    with clock_shows():
        client = sign_in(Role.DEALER)

        open_table(db, "CROWN3")
        act_on(db, 4, shutting.close, at(), nobody=True)
        page = client.get(HOME).text
        assert "Nothing here counts" in page
        assert "Practise on the console" in client.get("/desk/tables/4").text


def test_every_offer_of_a_seat_becomes_a_tap_or_an_amount():
    state = opened(a_setup())

    game = GAMES["mississippi_stud"]
    state = do(state, "ante", 1, amount=10)
    asks = at_seats(game.offers(state), game.staked(state), "chips", Rank.DEALER)
    first = next(ask for ask in asks if ask.seat == 1)
    assert [button.move["act"] for button in first.buttons] == ["take_back"]
    assert not first.more
    free = next(ask for ask in asks if ask.seat == 2)
    assert [button.label for button in free.buttons] == ["10", "20", "30", "50", "100"]
    assert (free.typed[0].least, free.typed[0].most, free.typed[0].step) == (
        10,
        1000,
        5,
    )
    assert [extra.wager for extra in free.extras] == ["jackpot"]
    asks = at_seats(game.offers(state), game.staked(state), "chips", Rank.SUPERVISOR)
    [refuse] = next(ask for ask in asks if ask.seat == 1).more
    assert (refuse.move["act"], refuse.needs_reason) == ("refuse_wager", True)
    calls = at_the_table(game.offers(state), Rank.DEALER)
    assert [call.move["act"] for call in calls] == ["no_more_bets", "deal"]
    assert keying(game.offers(state)) is None


def test_a_fold_says_what_it_loses_and_comes_first():

    game = GAMES["mississippi_stud"]
    state = do(opened(a_setup()), "ante", 1, amount=10, also=(("jackpot", 5),))
    state = do(state, "deal")
    [ask] = at_seats(game.offers(state), game.staked(state), "cents", Rank.DEALER)
    assert [(b.label, b.small) for b in ask.buttons] == [
        ("Fold", "loses $0.10"),
        ("$0.10", "once"),
        ("$0.20", "twice"),
        ("$0.30", "3 times"),
    ]
    shown = felt(game.seen(state), 6, {1: "Ann"}, undecided=(1,))
    assert (shown.seats[0].say, shown.seats[0].turn) == ("Bet or fold", True)
    assert [stake.amount for stake in shown.totals] == ["$0.10", "$0.05", "$0.15"]
    assert in_words(state.moves[0], "cents") == "Seat 1 antes $0.10 Jackpot $0.05"


def test_a_settlement_keeps_bets_beside_the_hand_apart():

    cite, bonus = Cite("MASS-10(i)(2)"), Cite("MASS-6(f)(4)")
    lines = [
        Line(3, "ante", 10, 0, cite),
        Line(3, "3rd", 10, 0, cite),
        Line(3, "three_card_bonus", 5, -5, bonus),
    ]
    found = settlement(lines, lambda _seat: "Pair of 9s", "chips")
    assert [(row.says, row.shown) for row in found.rows] == [
        ("Pair of 9s, stand-off", "0"),
        ("3 Card Bonus, loses", "−5"),
    ]
    assert found.house == "+5"


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("CROWN3", ["cards", "maximum_payout", "smallest_chip", "seconds"]),
        ("NSW3", ["cards", "seconds"]),
        ("MASS", ["cards", "three_card_table", "cover_all", "seconds"]),
    ],
)
def test_the_next_round_asks_what_its_document_leaves_open(db, code, asked):
    open_table(db, code)
    found = choices(table(db), {"maximum_payout": 50_000_00, "seconds": 30})
    assert [choice.name for choice in found] == asked
    assert found[-1].value == "30"


@pytest.mark.rule("CROWN3-5.10")
def test_a_blind_hand_is_offered_at_the_open_hand_of_its_player(desk):
    client, console = desk
    console.must("ante", seat=2, amount=1500)
    page = client.get(HOME).text
    move = '{"act": "ante", "amount": 1500, "blind": true, "player": "Mei-Lin Zhao", '
    assert f'{move}"seat": 1}}' in page
    assert f'{move}"seat": 3}}' not in page  # somebody sits there
    blind = {"blind": True, "player": "Mei-Lin Zhao"}
    console.must("ante", seat=1, amount=1500, **blind)
    console.must("ante", seat=3, amount=1000)
    for act in ("no_more_bets", "deal"):
        console.must(act)
    assert '"amounts": [1500, 1500, 1500]' in client.get(HOME).text


@pytest.mark.rule("HOUSE-ROUNDS-15")
def test_practice_rounds_are_thrown_away_from_the_page_of_rounds(db, sign_in):
    with clock_shows():
        open_table(db, "CROWN3")
        act_on(db, 4, shutting.close, at(), nobody=True)
        client, page = sign_in(Role.DEALER), f"{HOME}/rounds"
        assert "practice rounds away" not in client.get(page).text
        assert not isinstance(Console(db).open(**OPTIONS, practice=True), Refused)
        assert "Throw the practice rounds away" in client.get(page).text
        done = client.post(f"{HOME}/practice/purge", data={"_key": key()})
        assert done.status_code == 303
        assert "One practice round is thrown away." in client.get(page).text
        assert "Throw the practice rounds away" not in client.get(page).text


@pytest.mark.rule("CROWN3-6.2.3")
def test_the_smallest_chip_is_asked_for_where_wins_are_paid_up(db):
    open_table(db, "CROWN3")
    [first] = (c for c in choices(table(db), None) if c.name == "smallest_chip")
    assert first.value == f"{table(db).unit_cents // 100}"
    last = {"smallest_chip": 2_50}
    [later] = (c for c in choices(table(db), last) if c.name == "smallest_chip")
    assert later.value == "2.50"


@pytest.mark.rule("CROWN3-8.2:Table1-note")
def test_a_maximum_payout_is_suggested_until_one_is_posted(db):
    open_table(db, "CROWN3")
    [first] = (c for c in choices(table(db), None) if c.name == "maximum_payout")
    assert first.value == f"{table(db).minimum_cents * 10 * 500 // 100}"
    assert first.hint.startswith("Suggested")
    posted = {"maximum_payout": 50_000_50}
    [later] = (c for c in choices(table(db), posted) if c.name == "maximum_payout")
    assert (later.value, later.hint) == ("50000.50", "As the notice at the table says.")


@pytest.mark.rule("CROWN3-8.2:Table1-note")
def test_without_a_maximum_payout_the_refusal_names_its_field(db):
    with clock_shows():
        open_table(db, "CROWN3")
        refused = Console(db).open(options={"cards": "dealt"})
    assert [each.field for each in refused.refusals] == ["maximum_payout"]
    assert "Write the figure on the notice" in refused.refusals[0].right


@pytest.mark.rule("CROWN3-5.10")
def test_a_blind_hand_that_must_bet_is_asked_for(desk):
    client, console = desk
    console.must("ante", seat=2, amount=1000)
    console.must("ante", seat=1, amount=1000, blind=True, player="Mei-Lin Zhao")
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        console.must(act)
    console.must("bet", seat=2, amount=1000)
    page = client.get(HOME).text
    assert 'data-turn="1"' in page
    assert "Seat 1 decides." in page


def test_each_spot_of_a_coup_has_its_own_taps_and_typing():
    state = opened(a_setup("VIC99", "baccarat"))
    offers = GAMES["baccarat"].offers(state)
    first, *_others = at_seats(offers, {}, "cents", Rank.DEALER)
    assert [spot.name for spot in first.spots] == ["Player", "Banker", "Tie"]
    assert all(len(spot.buttons) == 5 for spot in first.spots)
    assert [spot.typed.move["spot"] for spot in first.spots] == [
        spot.buttons[0].move["spot"] for spot in first.spots
    ]


@pytest.mark.rule("HOUSE-ROUNDS-2")
def test_a_round_under_way_is_on_the_desks_it_concerns(desk, sign_in):
    _client, console = desk
    opener = console.act.by.id
    said = "Round 1 is under way at table 4"
    assert said in sign_in(Role.DEALER, username=opener).get("/desk/").text
    assert said not in sign_in(Role.DEALER, username="somebody").get("/desk/").text
    director = sign_in(Role.DIRECTOR, username="dora")
    assert said not in director.get("/desk/").text  # it goes on by itself
    with clock_shows(15):
        page = sign_in(Role.DIRECTOR, username="dan").get("/desk/").text
        assert said in page
        assert "Nothing was done there for 15 minutes" in page


@pytest.mark.rule("HOUSE-ROUNDS-2")
def test_a_dealers_desk_leads_to_every_open_table(db, sign_in):
    with clock_shows():
        dealer = sign_in(Role.DEALER)
        assert "No table is open." in dealer.get("/desk/").text
        open_table(db, "CROWN3")
        page = dealer.get("/desk/").text
        assert f'href="{HOME}"' in page
        assert "No round under way" in page
        console = Console(db)
        console.sit(2, 3)
        console.open(**OPTIONS)
        assert "Round 1: waits for the first wager" in dealer.get("/desk/").text
        console.must("ante", seat=2, amount=25_00)
        page = dealer.get("/desk/").text
        assert "Round 1: wagers are taken" in page
        assert "Seat 2 antes, " in page
        console.must("no_more_bets")
        console.must("deal")
        page = dealer.get("/desk/").text
        assert "Round 1: cards are out" in page
        assert not names(page)
        console.undo()
        assert "An action taken back, " in dealer.get("/desk/").text


def test_a_desk_leads_to_ones_own_tables_and_others_to_none(db, sign_in):
    with clock_shows():
        open_table(db, "CROWN3")
        watched = Console(db).read(lambda _session, table: table.supervisor_id)
        assert watched is not None
        for role in set(Role) - {Role.DEALER}:
            page = sign_in(role, username=f"other-{role}").get("/desk/").text
            assert f'href="{HOME}"' not in page, role
        with db.reading() as session:
            theirs = [way.number for way in links.open_tables(session, watched)]
            assert theirs == [4]
            assert list(links.open_tables(session, watched + 1)) == []


def test_the_ways_to_the_tables_are_asked_for_at_once(desk, db):
    seen = []

    def asked(*about):
        seen.append(about[2])

    with db.reading() as session:
        engine = session.get_bind()
        event.listen(engine, "before_cursor_execute", asked)
        [way] = links.open_tables(session)
        event.remove(engine, "before_cursor_execute", asked)
    assert (way.round, way.phase) == (1, "waits for the first wager")
    assert len([said for said in seen if said.startswith("SELECT")]) == 1

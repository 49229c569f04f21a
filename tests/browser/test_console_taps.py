"""How many taps a round takes: a table of six or seven is keyed without haste."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.console_page import TABLET, Console

MOST_TAPS = 20
# Every touch but those of the cards themselves.
COUNT = """() => {
    window.taps = 0;
    addEventListener("click", event => {
        if (!event.target.closest("[data-card]")) window.taps += 1;
    }, true);
}"""


class Counted(Console):
    """A console whose taps are counted from the round before on."""

    def together(self, label: str) -> None:
        """Do at once what several seats do alike, and wait for the last of them."""
        group = self.page.locator(f".together:visible:has(b:text-is('{label}'))")
        moves = len(group.evaluate("each => JSON.parse(each.dataset.moves)"))
        last = int(self.seq) + moves
        group.click()
        expect(self.page.locator(f"#console[data-seq='{last}']")).to_be_visible()

    def a_round_everybody_folds(self, seats: int, **choices: str) -> None:
        """Sit everybody down and let them ante, so that there is a round before."""
        for seat in range(1, seats + 1):
            self.sit(seat, name=f"Player {seat}")
        self.open_round(**choices)
        for seat in range(1, seats + 1):
            self.pick(seat)
            was = self.seq
            self.shown(".opt:has(small:text-is('Ante'))").first.click()
            self.moves_on(was)
        self.everybody_folds()

    def everybody_folds(self) -> None:
        self.on_to_the_decisions()
        while self.page.locator(".seat .say:has-text('Bet or fold')").count():
            self.tap("Fold")
        self.to_the_next_round("3d", "4h", "5s", "6s")

    def everybody_leaves(self) -> None:
        """Leave the table as it was found."""
        taken = self.page.locator(".seat:not(.free)")
        for number in [seat.get_attribute("data-seat") for seat in taken.all()]:
            self.pick(int(number or 0))
            self.shown("[data-leave]").click()
            free = self.page.locator(f".seat[data-seat='{number}'].free")
            expect(free).to_be_visible()

    def on_to_the_decisions(self, *, up_card: str = "") -> None:
        """Call, deal and turn until somebody is asked."""
        while not self.turn:
            if self.page.locator("[data-keying]").count():
                self.key(up_card or "2c")
            else:
                self.call("")

    def to_the_next_round(self, *keyed: str) -> None:
        """Key whatever the end of the round still asks for, and close it."""
        left = list(keyed)
        while self.page.locator("#console[data-under-way='yes']").count():
            area = self.page.locator("[data-keying]")
            if area.count():
                wanted = int(area.get_attribute("data-count") or 0)
                cards, left = left[:wanted], left[wanted:]
                self.key(*cards)
            else:
                self.call("")

    @property
    def foot(self) -> float:
        """How tall the foot is."""
        box = self.page.locator(".console > footer").bounding_box()
        return box["height"] if box else 0

    @property
    def counted(self) -> int:
        return int(self.page.evaluate("window.taps"))


@pytest.fixture
def at(request: pytest.FixtureRequest, enter: Enter) -> Iterator[Counted]:
    """The console of a table where nobody sits before or after."""
    supervisor, table = request.param
    at = Counted(enter(supervisor, viewport=TABLET), table)
    yield at
    at.everybody_leaves()


stud = pytest.mark.parametrize("at", [("oscar", 7)], indirect=True)
caribbean = pytest.mark.parametrize("at", [("priya", 10)], indirect=True)


@stud
@pytest.mark.rule("HOUSE-CONSOLE-11")
def test_six_players_of_mississippi_stud_take_twenty_taps(at: Counted) -> None:
    at.a_round_everybody_folds(6, maximum_payout="50000")
    at.page.evaluate(COUNT)
    at.open_round()
    at.together("Same antes")
    tall = at.foot
    at.on_to_the_decisions()
    assert at.foot == tall  # what is tapped next lies where the hand expects it
    assert not at.scrolls
    assert at.sticks_out == []
    at.pick(2)
    at.shown(".opt:has(small:text-is('3 times'))").click()  # sure of the hand
    expect(at.page.locator(".seat[data-seat='2'] .say")).to_contain_text("In")
    at.tap("Fold", seat=5)
    at.together("The rest bet")
    at.key("Qh")
    at.tap("Fold", seat=3)
    at.together("The rest bet")
    at.key("8s")
    at.together("The rest bet")
    at.key("2d")
    pairs = ("Qs", "Qd", "9c", "9d", "7c", "3h", "Ac", "Kd")
    at.to_the_next_round(*pairs)
    assert at.counted <= MOST_TAPS
    rows = at.page.locator(".lines tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.nth(0)).to_contain_text(re.compile(r"Three Queens, 3 to 1 on \$\d+"))
    lost = at.page.locator(".seat[data-seat='1'] .say")
    expect(lost.locator("svg")).to_have_count(0)  # a tick is for who won
    expect(at.page.locator(".seat[data-seat='6'] .say svg")).to_have_count(1)


@caribbean
@pytest.mark.rule("HOUSE-CONSOLE-11")
def test_seven_players_of_caribbean_stud_take_twenty_taps(at: Counted) -> None:
    at.a_round_everybody_folds(7, cards="keyed", maximum_payout="20000")
    at.page.evaluate(COUNT)
    at.open_round()
    at.together("Same antes")
    at.on_to_the_decisions(up_card="Ah")
    assert not at.scrolls
    at.tap("Fold", seat=2)
    at.tap("Fold", seat=6)
    at.together("The rest bet")
    at.key("Kd", "9c", "5s", "3d")
    expect(at.page.locator(".board-said")).to_have_text("Ace-King: plays")
    hands = (
        "Qs Qd Qc 2h 4s  Jh 9h 7h 4h 3h  8c 8d 5c 4c 2s  Ks Kc 6s 6d 2d  Ts 9d 8s 7c 4d"
    )
    at.to_the_next_round(*hands.split())
    assert at.counted <= MOST_TAPS
    expect(at.page.locator(".lines")).to_contain_text("Flush, 1 to 1 on $10, 5 to 1")


@stud
@pytest.mark.rule("HOUSE-CONSOLE-11")
def test_whoever_left_is_not_put_down_again(at: Counted) -> None:
    at.a_round_everybody_folds(4)
    at.pick(2)
    at.shown("[data-leave]").click()
    expect(at.page.locator(".taps .sent")).to_contain_text("Seat 2 leaves")
    at.open_round()
    group = at.page.locator(".together:visible")
    expect(group).to_contain_text("seats 1, 3, 4")
    at.together("Same antes")
    expect(at.page.locator(".seat[data-seat='3'] .say")).to_contain_text("In")
    expect(group).to_have_count(0)
    at.everybody_folds()


@stud
def test_cards_of_the_next_hand_may_be_keyed_before_the_house_answers(
    at: Counted,
) -> None:
    at.a_round_everybody_folds(2)
    at.open_round()
    at.together("Same antes")
    at.on_to_the_decisions()
    for card in ("Qh", "8s", "2d"):
        at.together("The rest bet")
        at.key(card)
    was = at.seq
    at.page.keyboard.type("qsqd9")  # two hands in one go, none confirmed
    at.moves_on(was)  # the page is drawn anew between a rank and its suit
    at.page.keyboard.type("c9d")
    expect(at.page.locator(".primary[data-move]")).to_contain_text("Close the round")
    expect(at.page.locator(".lines tbody tr")).to_have_count(2)
    at.call("Close the round")

"""The stage in a real browser: silent until asked, and no name skipped or early."""

import pytest
import time_machine

from promotions.drawing import staging, winners
from tests.browser.promotions.test_draw_held import BIG
from tests.browser.serving import serving
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import SHOW, mine
from tests.promotions.promo_cast import ANA, act, done

# Every name the screen had in its place, in order; and every tone it made.
WATCH = """() => {
    window.names = [];
    const look = () => {
        const hidden = document.getElementById("live").hidden;
        const name = document.querySelector("#live .tkt");
        const said = !hidden && name ? name.textContent.trim() : "";
        if (said && window.names.at(-1) !== said) window.names.push(said);
    };
    look();
    new MutationObserver(look).observe(document.getElementById("live"),
        {childList: true, subtree: true, attributes: true});
}"""
LISTEN = """() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones += 1;
        return start.apply(this, when);
    };
}"""


@pytest.fixture
def served(app, db, tmp_path):
    """Eleven winners are drawn and wait to be shown; a screen has an address."""
    row, _ = cast.frozen_house(app, db, tmp_path)
    cast.drawn(app, db, row)
    with db.writing() as session:
        token = staging.give(session, mine(session, row), act(ANA, SHOW)).token
    with time_machine.travel(SHOW, tick=False), serving(app) as address:
        yield address, row, f"/display/{token}"


@pytest.fixture
def show(served, db):
    """Somebody presents: the stage has this many names to show from now on."""

    def upto(count):
        with db.writing() as session:
            row = mine(session, served[1])
            draw = winners.held(session, row, 1)
            for wanted in range(1, count + 1):
                done(staging.show_next(session, row, draw, wanted, act(ANA, SHOW)))

    return upto


def until(page, count):
    """Wait until the screen has shown so many names."""
    page.wait_for_function(
        """count => !document.getElementById("live").hidden
            && Number(document.querySelector("#live .wall").dataset.shown) >= count""",
        arg=count,
    )


@pytest.fixture
def tickets(served, db):
    with db.reading() as session:
        every = winners.selections(session, winners.held(session, served[1], 1))
        return [f"Ticket {one.ticket:,}of" for one in every]


def seen(page):
    """The names in the order the screen showed them, each by its ticket."""
    said = page.evaluate("window.names")
    return ["".join(one.split("of")[0].split()) + "of" for one in said]


def spelt(tickets, count):
    return ["".join(one.split()) for one in tickets[:count]]


def asked_in_vain(stage):
    """The screen asked for news and got no answer."""
    with stage.expect_event("requestfailed"):
        pass


@pytest.mark.rule("HOUSE-PROMOTION-108")
def test_a_lost_network_skips_no_name(served, come_in, show, tickets):
    stage = come_in(viewport=BIG)
    show(1)
    stage.goto(served[2])
    stage.evaluate(WATCH)
    stage.context.set_offline(True)
    asked_in_vain(stage)  # from now on the screen hears nothing
    show(4)
    asked_in_vain(stage)
    assert seen(stage) == spelt(tickets, 1)
    stage.context.set_offline(False)
    until(stage, 4)
    assert seen(stage) == spelt(tickets, 4)

    stage.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    stage.context.set_offline(True)
    show(6)
    stage.context.set_offline(False)
    stage.reload()  # somebody loads the page again: names keep their turn
    until(stage, 6)
    assert [one for one in seen(stage) if one not in spelt(tickets, 4)] == [
        one for one in spelt(tickets, 6) if one not in spelt(tickets, 4)
    ]


@pytest.mark.rule("HOUSE-PROMOTION-108")
def test_the_stage_is_silent_until_somebody_wants_it_to_sound(
    served,
    come_in,
    show,
    accessible,
):
    stage = come_in(viewport=BIG)
    stage.goto(served[2])
    stage.evaluate(LISTEN)
    show(1)
    until(stage, 1)
    assert stage.evaluate("window.tones") == 0
    sound = stage.get_by_role("button", name="Sound")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.press("Enter")
    stage.wait_for_function("window.tones === 2")  # what it will sound like
    assert sound.get_attribute("aria-pressed") == "true"
    show(2)
    until(stage, 2)
    stage.wait_for_function("window.tones === 4")
    accessible(stage)
    sound.click()
    stage.wait_for_function(
        "document.querySelector('[data-sound]').ariaPressed === 'false'"
    )
    show(3)
    until(stage, 3)
    assert stage.evaluate("window.tones") == 4

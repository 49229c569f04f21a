"""The desk: one page, a different one for every role."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from house.desk.items import Item, Urgency, on_the_desk
from house.web import anyone, reading, reads
from house.web.request import now, signed_in

bp = Blueprint("desk", __name__)
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


@bp.get("/")
@anyone
def front() -> ResponseReturnValue:
    """The way in from the street."""
    return redirect(url_for(".home"))


@bp.get("/desk/")
@reads()
def home() -> ResponseReturnValue:
    """What is blocked, what is due and what comes next for whoever is signed in."""
    items = on_the_desk(reading(), signed_in(), now())
    return render_template("desk/home.html", items=items, title=situation(items))


def situation(items: tuple[Item, ...]) -> str:
    """The state of things in one sentence."""
    blocked = sum(item.urgency is Urgency.BLOCKED for item in items)
    waiting = len(items) - blocked
    if not items:
        return "Nothing waits for you."
    if not blocked:
        return f"{number(waiting)} {'thing waits' if waiting == 1 else 'things wait'}."
    stuck = f"{number(blocked)} {'thing is' if blocked == 1 else 'things are'} blocked"
    if not waiting:
        return f"{stuck}."
    more = f"{number(waiting).lower()} more {'waits' if waiting == 1 else 'wait'}"
    return f"{stuck} and {more}."


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)

"""The desk: one page, a different one for every role."""

from datetime import datetime

from flask import (
    Blueprint,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from house.desk import outside
from house.desk.help import EVERYWHERE, GO_ON, HELP
from house.desk.items import Item, Urgency, on_the_desk, panels
from house.desk.search import LONGEST
from house.desk.search import search as find
from house.documents import answers
from house.people.roles import Role
from house.web import anyone, now, reading, reads, signed_in, staff

bp = Blueprint("desk", __name__)
WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


@bp.get("/")
@anyone
def front() -> ResponseReturnValue:
    """See what the house announces; staff come to their desk from here."""
    if staff() is not None:
        return redirect(url_for(".home"))
    found = outside.sections(reading(), now())
    response = answers.page(render_template("public/house.html", sections=found))
    response.headers["Vary"] = "Cookie"
    return response


@bp.get("/desk/")
@reads()
def home() -> ResponseReturnValue:
    """See what is blocked, what is due and what comes next."""
    items = on_the_desk(reading(), signed_in(), now())
    return render_template(
        "desk/home.html",
        title=situation(items, now()),
        panels=panels(reading(), signed_in(), now()),
        blocked=[item for item in items if item.urgency is Urgency.BLOCKED],
        due=[item for item in items if item.urgency is Urgency.DUE],
        coming=[item for item in items if item.urgency is Urgency.NEXT],
    )


@bp.get("/desk/search")
@reads()
def search() -> ResponseReturnValue:
    """Find people, tables, tournaments and rules: whatever one may open."""
    words = request.args.get("q", "").strip()[:LONGEST]
    found = tuple(find(reading(), words))
    return render_template("desk/search.html", words=words, found=found)


@bp.get("/desk/help")
@reads()
def help_page() -> ResponseReturnValue:
    """Read on one screen what one does here, and where."""
    mine = [(role, HELP[role]) for role in Role if role in signed_in().roles]
    return render_template(
        "desk/help.html", mine=mine, everywhere=EVERYWHERE, go_on=GO_ON
    )


def situation(items: tuple[Item, ...], at: datetime) -> str:
    """The state of things in one sentence, the worst first."""
    blocked = sum(item.urgency is Urgency.BLOCKED for item in items)
    late = sum(item.urgency is not Urgency.BLOCKED and item.late(at) for item in items)
    waiting = len(items) - blocked - late
    parts = [
        *([_count(blocked, "is blocked", "are blocked")] if blocked else []),
        *([_count(late, "is late", "are late")] if late else []),
        *([_count(waiting, "waits", "wait")] if waiting else []),
    ]
    if not parts:
        return "Nothing waits for you."
    number, _, verb = parts[0].partition(" ")
    noun = "thing" if number == "one" else "things"
    parts[0] = f"{number.capitalize()} {noun} {verb}"
    *firsts, last = parts
    return f"{', '.join(firsts)} and {last}." if firsts else f"{last}."


def _count(count: int, singular: str, plural: str) -> str:
    """Three are blocked, one waits."""
    number = WORDS[count].lower() if count < len(WORDS) else str(count)
    return f"{number} {singular if count == 1 else plural}"

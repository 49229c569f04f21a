"""The page of deadlines: what fails, what comes, what took effect, what was sent."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from house.notices import desk, queries  # noqa: F401 (the desk speaks once imported)
from house.people.roles import Role
from house.web import now, reading, reads
from rulebook import rules

bp = Blueprint("deadlines", __name__, url_prefix="/desk/deadlines")
SHOWN = 50


@bp.get("/")
@reads(Role.ADMIN, Role.DIRECTOR)
def index() -> ResponseReturnValue:
    """Every deadline that waits, with its rule, and every message that does."""
    session = reading()
    failing = queries.failing_deadlines(session, SHOWN)
    letters = queries.undelivered(session, SHOWN)
    late = queries.unlooked_at(session, now())
    return render_template(
        "notices/index.html",
        title=situation(len(failing), len(letters), late=late is not None),
        failing=failing,
        coming=queries.coming(session, SHOWN),
        fired=queries.lately_fired(session, 20),
        letters=letters,
        late=late,
        known=rules(),
    )


def situation(failing: int, letters: int, *, late: bool) -> str:
    """How the clocks stand in one sentence."""
    if late:
        return "Nothing looks at the clock: start the ticking process."
    parts: list[str] = []
    if failing:
        parts.append(_count(failing, "deadline fails", "deadlines fail"))
    if letters:
        parts.append(
            _count(letters, "message is undelivered", "messages are undelivered")
        )
    sentence = " and ".join(parts) or "every deadline is in hand"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _count(count: int, one: str, many: str) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven")
    number = words[count] if count < len(words) else str(count)
    return f"{number} {one if count == 1 else many}"

"""The page of the fairness report: for staff, never for players."""

from flask import render_template
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.web import reading, reads
from rulebook import Cite
from tournaments.fairness.report import report
from tournaments.pages import RUN, bp, looked_at
from tournaments.rules.fairness import RULE

STAFF_ONLY: Cite = Cite("CROWN3-13.1")


@bp.get("/<slug>/fairness")
@reads(*RUN, Role.SUPERVISOR)
def fairness(slug: str) -> ResponseReturnValue:
    """See how even the event was: sizes of tables, first bets, seats, sessions."""
    tournament = looked_at(slug)
    return render_template(
        "tournaments/fairness/show.html",
        tournament=tournament,
        report=report(reading(), tournament),
        rule=RULE,
        staff_only=STAFF_ONLY,
        refused=None,
    )

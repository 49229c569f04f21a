"""Pages of prizes: who wins what, handing out, slips to sign."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit import Actor
from house.documents.models import How
from house.people.accounts import second_person
from house.press import sent, sheet
from house.web import acts, go_to, now, reading, reads, refuse
from house.web.request import config
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.money.taking import Tender
from tournaments.pages import CAGE, SEE, act, allowed, bp, found, here, looked_at
from tournaments.prizes import awarding, paying, seats
from tournaments.prizes.paying import HandOut
from tournaments.rules.payments import Method

PAGE = "tournaments/prizes/show.html"
SEAT = "seat"
METHODS = tuple(m.value for m in Method if m is not Method.COMP)


def _mark_cents() -> int:
    return config().prize_cash_mark_dollars * 100


def _shown(tournament: TournamentRow, tried: int = 0) -> dict[str, Any]:
    prizes = awarding.of(here(), tournament)
    waiting = [p for p in prizes if p.paid is None]
    return {
        "tournament": tournament,
        "prizes": prizes,
        "waiting": waiting,
        "seats": {p.row.pk: seats.won(here(), tournament, p.row) for p in prizes},
        "tried": tried,
        "late": [p for p in waiting if p.row.collect_by <= now()],
        "cents": sum(p.row.cents for p in prizes),
        "methods": METHODS,
        "mark": paying.mark(_mark_cents()),
        "may": allowed,
    }


@bp.get("/<slug>/prizes")
@reads(*SEE)
def prizes(slug: str) -> ResponseReturnValue:
    """See who won what, what was handed out, and what waits."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/prizes/<int:prize_id>/pay")
@acts(*CAGE, before=second_person.weigh)
def pay_prize(slug: str, prize_id: int) -> ResponseReturnValue:
    """Hand a prize out, once, signed by two."""
    tournament, second = found(slug), second_person.second()
    if isinstance(second, Refused):
        return refuse(PAGE, second, **_shown(tournament, prize_id))
    verdict = paying.pay(here(), tournament, prize_id, _said(second), act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(tournament, prize_id))
    flash("The prize is handed out. Print the slip and have it signed.")
    return go_to(url_for("tournaments.prizes", slug=slug))


def _said(second: Actor | None) -> HandOut:
    """What the cage says in this request."""
    given = request.form
    method, how = given.get("method", ""), given.get("how", How.SIGNED.value)
    if method not in {*METHODS, SEAT} or how not in {How.SIGNED, How.SPOKEN}:
        abort(422, "There is no such way to hand out a prize.")
    by = Method.COMP if method == SEAT else Method(method)
    return HandOut(
        Tender(by, config().cash_needs_shift),
        given.get("identity", "")[:120],
        second,
        given.get("note", "")[:200],
        _mark_cents(),
        How(how),
        given.get("selected") == "yes",
    )


@bp.get("/<slug>/prizes/<int:prize_id>/slip")
@reads(*SEE)
def prize_slip(slug: str, prize_id: int) -> ResponseReturnValue:
    """The slip of a prize, with room for two signatures."""
    tournament = found(slug)
    every = {each.row.pk: each for each in awarding.of(here(), tournament)}
    if prize_id not in every:
        abort(404, "There is no such prize.")
    about = {"tournament": tournament, "prize": every[prize_id]}
    return render_template("tournaments/prizes/slip.html", refused=None, **about)


@bp.get("/<slug>/prizes/<int:prize_id>/slip.pdf")
@reads(*SEE)
def prize_slip_pdf(slug: str, prize_id: int) -> ResponseReturnValue:
    """The slip of a prize on paper, in two copies to be signed."""
    tournament = looked_at(slug)
    every = {each.row.pk: each for each in awarding.of(reading(), tournament)}
    if prize_id not in every:
        abort(404, "There is no such prize.")
    prize = every[prize_id]
    page = render_template(
        "print/prize_slip.html",
        tournament=tournament,
        terms=queries.terms_of(reading(), tournament),
        prize=prize,
        mark=paying.mark(_mark_cents()),
    )
    return sent(sheet(page), page, f"{slug}-prize-{prize.row.number}.pdf")

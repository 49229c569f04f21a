"""Pages of tickets for marketing: how they come in, and tickets by hand."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.people.patrons.models import PatronRow
from house.people.patrons.queries import card_number
from house.web import acts, go_to, now, reads, refuse
from promotions import queries
from promotions.forms import HandForm
from promotions.models import PromotionRow
from promotions.pages import SEE, WRITE, act, allowed, bp, found, here
from promotions.rules.flags import FLAGGED
from promotions.tickets import explaining, granting, holders, watching
from promotions.tickets.chart import Chart, chart
from promotions.tickets.granting import BY_HAND, ByHand
from rulebook import Refused

PAGE = "promotions/tickets/show.html"


def _shown(row: PromotionRow) -> dict[str, Any]:
    terms = queries.terms_of(here(), row)
    watched = watching.watched(here(), row, terms)
    return {
        "row": row,
        "watched": watched,
        "graph": graph(row, watched.by_day, terms.zone),
        "is_open": granting.open_draw(here(), row, act()) is not None,
        "may": allowed,
        "rule": BY_HAND,
        "flagged": FLAGGED,
    }


def graph(
    row: PromotionRow, by_day: Mapping[date, int], zone: ZoneInfo
) -> Chart | None:
    """Tickets a day until the close, as the venue's calendar has them."""
    closes = row.closes_at.astimezone(zone).date() if row.closes_at else None
    return chart(by_day, now().astimezone(zone).date(), closes)


@bp.get("/<slug>/tickets/days")
@reads(*SEE)
def ticket_days(slug: str) -> ResponseReturnValue:
    """See tickets a day as a picture, beside the path."""
    row = found(slug)
    zone = queries.terms_of(here(), row).zone
    drawn = graph(row, watching.by_day(here(), row, zone), zone)
    return render_template("promotions/tickets/days.html", row=row, graph=drawn)


@bp.get("/<slug>/tickets")
@reads(*SEE)
def tickets(slug: str) -> ResponseReturnValue:
    """See how tickets come in, and from where."""
    about = _shown(found(slug))
    return render_template(PAGE, form=HandForm(), refused=None, **about)


@bp.post("/<slug>/tickets")
@acts(*WRITE)
def tickets_by_hand(slug: str) -> ResponseReturnValue:
    """Give tickets by hand or take some back, with a reason."""
    row, form = found(slug), HandForm(request.form)
    if not form.validate():
        return render_template(PAGE, form=form, refused=None, **_shown(row)), 422
    count = form.tickets.data or 0
    wish = ByHand(
        form.card.data or "",
        -count if form.back.data else count,
        form.reason.data or "",
        request.form.get("_key", ""),
    )
    verdict = granting.change(here(), row, wish, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, form=form, **_shown(row))
    flash("It is done, and on the record with its reason.")
    return go_to(url_for("promotions.tickets", slug=slug))


@bp.get("/<slug>/tickets/of")
@reads(*SEE)
def tickets_of(slug: str) -> ResponseReturnValue:
    """See where the tickets of one patron come from, by card or reference."""
    row, session = found(slug), here()
    asked = request.args.get("who", "").strip()[:40]
    number = card_number(asked)
    holder = holders.by_card(session, [number]).get(number) if asked else None
    patron = (
        session.get(PatronRow, holder.patron_id)
        if holder
        else explaining.patron_of(session, row, asked.lower())
    )
    refs = explaining.refs_of(session, patron.pk, now()) if patron else ()
    return render_template(
        "promotions/tickets/of.html",
        row=row,
        asked=asked,
        who=watching.initials(patron) if patron else "",
        ref=refs[0] if refs else "",
        held=explaining.explained(session, row, refs) if refs else (),
        rule=explaining.EXPLAINED,
        refused=None,
    ), (404 if asked and not patron else 200)

"""The pages of online entry: the same for everybody, whoever they are."""

from datetime import UTC, datetime
from hmac import compare_digest

from flask import Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents.models import DocumentRow
from house.terms import public
from house.web import anyone, anyone_acts, config, go_to, now, reading, writing
from house.web.request import seal
from rulebook import Refused
from tournaments import queries
from tournaments.entrants import applying
from tournaments.entrants.consents import WORDS
from tournaments.entrants.forms import ApplyForm
from tournaments.models import TournamentRow
from tournaments.public.views import bp, row_of
from tournaments.terms import TERMS


@bp.route("/<slug>/enter", methods=["GET", "POST"])
@anyone_acts
def enter(slug: str) -> ResponseReturnValue:
    """Apply to enter: the desk looks at it, and the place is yours once it is paid."""
    tournament, document = public.version_of(TERMS, row_of(slug))
    if request.method == "GET":
        return _asked(tournament, document, ApplyForm())
    form = ApplyForm(request.form)
    if not form.validate():
        return _asked(tournament, document, form, status=422)
    said = form.command(seal(), request.remote_addr or "")
    if applying.too_often(writing(), said, now()):
        abort(429, "Many applications came from your network. Please try again later.")
    held = queries.get(writing(), slug, lock=True)
    assert held is not None
    minutes = config().application_hold_minutes
    verdict = applying.apply(writing(), held, said, now(), minutes)
    if isinstance(verdict, Refused):
        return _asked(held, document, form, verdict, 409)
    return go_to(_received(slug, verdict.held_until))


def _received(slug: str, until: datetime | None) -> str:
    """The page after it, told and signed until when a place is held."""
    if until is None:
        return url_for(".received", slug=slug)
    held = f"{until.timestamp():.0f}"
    return url_for(".received", slug=slug, held=held, mark=_mark(slug, held))


def _mark(slug: str, held: str) -> str:
    return seal().mark(f"held {slug} {held}")[:32]


def _promised(slug: str) -> datetime | None:
    """Until when a place is held, as this house said it."""
    held, mark = request.args.get("held", "")[:12], request.args.get("mark", "")
    if not compare_digest(_mark(slug, held).encode(), mark.encode()):
        return None
    return datetime.fromtimestamp(int(held), UTC)


def _asked(
    tournament: TournamentRow,
    document: DocumentRow,
    form: ApplyForm,
    refused: Refused | None = None,
    status: int = 200,
) -> Response:
    terms = queries.terms_in(document)
    page = render_template(
        "public/enter.html",
        tournament=tournament,
        terms=terms,
        document=document,
        form=form,
        closed=applying.closed(tournament, reading(), now()),
        privacy=terms.conduct.privacy.text(terms),
        publicity=terms.conduct.publicity.text(terms),
        words=WORDS,
        minutes=config().application_hold_minutes,
        refused=refused,
    )
    return make_response(page, status)


@bp.get("/<slug>/enter/received")
@anyone
def received(slug: str) -> ResponseReturnValue:
    """What happens next, in the same words for everybody."""
    tournament, document = public.version_of(TERMS, row_of(slug))
    terms = queries.terms_in(document)
    about = {"held_until": _promised(slug), "now": now()}
    return render_template(
        "public/received.html", tournament=tournament, terms=terms, **about
    )

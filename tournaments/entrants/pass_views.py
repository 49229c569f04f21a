"""The pages of a pass: for whoever holds its address, and for nobody else."""

from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit import Actor
from house.floor.acts import Act
from house.notices import ical
from house.terms.public import SLUG
from house.typed import read_whole
from house.web import anyone, anyone_acts, go_to, now, on_the_web, reading, writing
from house.web.request import seal
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.entrants import applying, consents, naming, passes, shown
from tournaments.entrants.consents import WORDS
from tournaments.entrants.forms import ConsentsForm, NameForm, named
from tournaments.entrants.shown import Pass
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import ending, substituting
from tournaments.public.views import bp
from tournaments.rules.refunds import Cause

LEAVES: Cite = HOUSE.at("TOURN-141")
NOTHING = "public/no_pass.html"


def private(answer: Any, status: int = 200) -> Response:
    """An answer for one pair of eyes: kept nowhere, listed nowhere, named nowhere."""
    response = make_response(answer, status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    if request.method == "GET":
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


def with_form(answer: Any, status: int = 200) -> Response:
    """The same for a page with a form, which has to say where it was sent from."""
    response = private(answer, status)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def opened(slug: str, token: str) -> tuple[TournamentRow, EntryRow]:
    """The tournament and the entry of a pass; else a page that says what to do."""
    session, lock = reading(), request.method != "GET"
    known = SLUG.fullmatch(slug)
    tournament = queries.get(session, slug, lock=lock) if known else None
    entry = passes.opened(session, tournament, token, lock=lock) if tournament else None
    if tournament is None or entry is None:
        abort(private(render_template(NOTHING), 404))
    return tournament, entry


def _pass(slug: str, token: str) -> Pass:
    return shown.of(reading(), *opened(slug, token))


def holder(entry: EntryRow) -> Act:
    """The entrant, acting by their pass."""
    return Act(Actor("entrant", f"Entry {entry.number}, by pass", "entrant"), now())


@bp.get("/<slug>/pass/<token>")
@anyone
def entrant_pass(slug: str, token: str) -> ResponseReturnValue:
    """See one’s own entry: seat, session, payments, the version accepted."""
    page = _pass(slug, token)
    substitutes = page.terms.conduct.substitutes
    return private(
        render_template(
            "public/pass.html",
            page=page,
            token=token,
            withdrawing=page.terms.entry.withdrawal.text(page.terms),
            substituting=substitutes.text(page.terms),
            consents=consents.of(reading(), page.entry),
            words=WORDS,
            may_substitute=not _too_late(page),
            named=naming.of(reading(), page.entry, page.terms),
        )
    )


def _too_late(page: Pass) -> tuple[Refusal, ...]:
    """Why nobody can be named any more."""
    return tuple(substituting.closed(reading(), page.tournament, page.entry, now()))


@bp.route("/<slug>/pass/<token>/substitute", methods=["GET", "POST"])
@anyone_acts
def pass_substitute(slug: str, token: str) -> ResponseReturnValue:
    """Name somebody to take over one’s entry, by the terms’ clock."""
    tournament, entry = opened(slug, token)
    form = NameForm(request.form if request.method == "POST" else None)
    if request.method == "GET":
        return _naming(slug, token, form)
    if not form.validate():
        return _naming(slug, token, form, status=422)
    said = form.said(seal(), request.remote_addr or "")
    if applying.too_often(writing(), said, now()):
        abort(429, "Many forms came from your network. Please try again later.")
    verdict = naming.name(writing(), tournament, entry, said, holder(entry))
    if isinstance(verdict, Refused):
        return _naming(slug, token, form, verdict, 409)
    return go_to(url_for(".entrant_pass", slug=slug, token=token))


def _naming(
    slug: str,
    token: str,
    form: NameForm,
    refused: Refused | None = None,
    status: int = 200,
) -> Response:
    page = shown.of(reading(), *opened(slug, token))
    answer = render_template(
        "public/substitute.html",
        page=page,
        token=token,
        form=form,
        late=_too_late(page),
        named=naming.of(reading(), page.entry, page.terms),
        clause=page.terms.conduct.substitutes.text(page.terms),
        follows=page.terms.conduct.substitution.text(page.terms),
        refused=refused,
    )
    return with_form(answer, status)


@bp.post("/<slug>/pass/<token>/substitute/take-back")
@anyone_acts
def pass_take_back(slug: str, token: str) -> ResponseReturnValue:
    """Say that whoever was named does not come after all."""
    tournament, entry = opened(slug, token)
    naming.take_back(writing(), tournament, entry, holder(entry))
    return go_to(url_for(".entrant_pass", slug=slug, token=token))


@bp.get("/<slug>/pass/<token>/start.ics")
@anyone
def pass_calendar(slug: str, token: str) -> ResponseReturnValue:
    """Take the start into one’s own calendar."""
    page = _pass(slug, token)
    if page.starts_at is None:
        abort(404, "The start is not decided yet.")
    # The calendar may be shared, and the pass may not: it gets the public page.
    event = shown.event(page, on_the_web(f"/t/{slug}"))
    answer = private(ical.calendar(page.tournament.name, [event], now()))
    answer.content_type = "text/calendar; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return answer


@bp.route("/<slug>/pass/<token>/withdraw", methods=["GET", "POST"])
@anyone_acts
def pass_withdraw(slug: str, token: str) -> ResponseReturnValue:
    """Withdraw by the terms’ clock, knowing what comes back."""
    tournament, entry = opened(slug, token)
    page = shown.of(reading(), tournament, entry)
    if request.method == "GET":
        return _withdrawing(page, token)
    back = shown.leaving(reading(), page, now())
    seen = request.form.get("back_cents", -1, type=read_whole)
    if page.may_leave and seen != back.cents:
        sum_ = wording.dollars(back.cents)
        wrong = f"What comes back has changed meanwhile: it is {sum_} now."
        return _withdrawing(page, token, Refused((Refusal(LEAVES, wrong),)))
    way, act = Cause.WITHDRAWN, holder(entry)
    verdict = ending.end(writing(), tournament, entry, way, "", act)
    if isinstance(verdict, Refused):
        return _withdrawing(page, token, verdict)
    return go_to(url_for(".entrant_pass", slug=slug, token=token))


def _withdrawing(page: Pass, token: str, refused: Refused | None = None) -> Response:
    answer = render_template(
        "public/withdraw.html",
        page=page,
        token=token,
        back=shown.leaving(reading(), page, now()),
        clause=page.terms.entry.withdrawal.text(page.terms),
        refused=refused,
    )
    return with_form(answer, 409 if refused else 200)


@bp.route("/<slug>/pass/<token>/consents", methods=["GET", "POST"])
@anyone_acts
def pass_consents(slug: str, token: str) -> ResponseReturnValue:
    """Say what of one’s own may be published, or take it back."""
    tournament, entry = opened(slug, token)
    if request.method == "GET":
        held = consents.of(reading(), entry)
        given = [what for what, agreed in held.items() if agreed]
        form = ConsentsForm(data={"consents": named(given)})
    else:
        form = ConsentsForm(request.form)
    if request.method == "GET" or not form.validate():
        page = shown.of(reading(), tournament, entry)
        clause = page.terms.conduct.publicity.text(page.terms)
        about = {"page": page, "token": token, "form": form, "clause": clause}
        answer = render_template("public/consents.html", **about)
        return with_form(answer, 422 if form.errors else 200)
    consents.say(writing(), tournament, entry, form.given, holder(entry))
    return go_to(url_for(".entrant_pass", slug=slug, token=token))

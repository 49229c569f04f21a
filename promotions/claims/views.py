"""Pages of winners: who they are, what they were told, claimed and given."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.press import sent, sheet
from house.web import acts, go_to, now, reads, refuse, venue
from promotions.claims import claiming, handing, refusing, standing
from promotions.claims.forms import (
    ClaimForm,
    DenialForm,
    OverForm,
    ReturnedForm,
    tried_form,
)
from promotions.claims.standing import Standing, State
from promotions.drawing import vacancies
from promotions.forms import ReasonForm
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, allowed, bp, found, here
from promotions.rules import claims as rules
from promotions.rules.goods import IN_MONEY
from promotions.store import stock
from promotions.telling import attempts, retracting
from promotions.telling.winners import contact_of
from rulebook import Refused
from rulebook.terms import wording

PAGE = "promotions/claims/winner.html"
BOTH = (*WRITE, *APPROVE)


@bp.get("/<slug>/winners")
@reads(*SEE)
def winners(slug: str) -> ResponseReturnValue:
    """See every prize that was drawn, whose it is and how far it came."""
    row = found(slug)
    every = standing.of(here(), row, now())
    return render_template(
        "promotions/claims/winners.html",
        row=row,
        every=every,
        State=State,
        situation=situation(every),
        refused=None,
        may=allowed,
    )


def situation(every: Any) -> str:
    """How the prizes stand in one sentence."""
    if not every:
        return "Nothing is drawn yet."
    left = sum(not one.is_settled for one in every)
    if not left:
        return "Every prize is handed over or accounted for."
    said = wording.many(left, "prize is on its way", "prizes are on their way")
    return f"{wording.capital(said)} to its winner." if left == 1 else f"{said}."


def _one(slug: str, number: int) -> tuple[PromotionRow, Standing]:
    row = found(slug)
    known = 0 < number <= LARGEST
    stands = standing.one(here(), row, number, now()) if known else None
    if stands is None:
        abort(404, "There is no such winner, or somebody replaced them.")
    return row, stands


def _shown(row: PromotionRow, stands: Standing, **over: Any) -> dict[str, Any]:
    session, to = here(), contact_of(stands.patron)
    due = handing.due_in(stands, instead=False)
    form = OverForm(data={"signed_by": stands.patron.name})
    prize, regime = stands.winner.prize, stands.terms.regime
    most = max(due, prize.alternative_cents or 0)
    ways = rules.ways(prize, regime, most)
    things = tuple(way for way in prize.given if way not in IN_MONEY)
    shown: dict[str, Any] = {
        "row": row,
        "one": stands,
        "to": to,
        "State": State,
        "due": due,
        "ways": ways,
        "regime": regime,
        "against": tuple(handing.against(session, row, stands, act())),
        "unsigned": tuple(handing.against_second(stands, act())),
        "unclaimable": tuple(claiming.against(stands, act())),
        "kept_told": tuple(retracting.against(session, row, stands.told.notice)),
        "signatures": vacancies.signatures(session, stands.selection),
        "attempt": tried_form(venue(), at=now(), where=to.phone or to.email),
        "returned": ReturnedForm(),
        "claim": ClaimForm(),
        "over": form,
        "denial": DenialForm(data={"name": to.name, "address": to.address}),
        "reason": ReasonForm(),
        "may": allowed,
    } | over
    marks = stock.free(session, row, int(stands.selection.prize))
    shown["over"].offer(things, ways, marks)
    return shown


@bp.get("/<slug>/prizes/<int:number>")
@reads(*SEE)
def winner(slug: str, number: int) -> ResponseReturnValue:
    """See one winner: told, claimed, handed over or refused, and what comes next."""
    row, stands = _one(slug, number)
    return render_template(PAGE, refused=None, **_shown(row, stands))


def _then(
    verdict: object, row: PromotionRow, stands: Standing, done: str, **forms: Any
) -> ResponseReturnValue:
    """Back to the winner after an act, or every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, stands, **forms))
    flash(done)
    number = stands.selection.pk
    return go_to(url_for("promotions.winner", slug=row.slug, number=number))


@bp.post("/<slug>/prizes/<int:number>/tried")
@acts(*WRITE)
def try_winner(slug: str, number: int) -> ResponseReturnValue:
    """Keep an attempt to tell the winner; one that reached them tells them."""
    (row, stands), form = _one(slug, number), tried_form(venue(), request.form)
    if not form.validate():
        page = render_template(PAGE, refused=None, **_shown(row, stands, attempt=form))
        return page, 422
    verdict = attempts.note(here(), row, stands.selection, form.tried(), act())
    return _then(verdict, row, stands, "The attempt is kept.", attempt=form)


@bp.post("/<slug>/prizes/<int:number>/returned")
@acts(*WRITE)
def winner_returned(slug: str, number: int) -> ResponseReturnValue:
    """Note that a notice came back: the winner is told again."""
    (row, stands), form = _one(slug, number), ReturnedForm(request.form)
    why = form.note.data or ""
    verdict = attempts.returned(here(), row, stands.selection, why, act())
    done = "It came back: tell the winner another way."
    return _then(verdict, row, stands, done, returned=form)


@bp.post("/<slug>/prizes/<int:number>/retract")
@acts(*APPROVE, step_up=True)
def retract_notice(slug: str, number: int) -> ResponseReturnValue:
    """Take back what a winner was told, after the inspectors were told why."""
    (row, stands), form = _one(slug, number), ReasonForm(request.form)
    why = form.reason.data or ""
    verdict = retracting.retract(here(), row, stands.selection, why, act())
    done = "The letter is drafted: send it from the notices."
    return _then(verdict, row, stands, done, reason=form)


@bp.post("/<slug>/prizes/<int:number>/claim")
@acts(*BOTH)
def claim_prize(slug: str, number: int) -> ResponseReturnValue:
    """Note that the winner claims the prize, and which paper was seen."""
    (row, stands), form = _one(slug, number), ClaimForm(request.form)
    verdict = claiming.claim(here(), row, stands, form.identity.data or "", act())
    return _then(verdict, row, stands, "The prize is claimed.", claim=form)


@bp.post("/<slug>/prizes/<int:number>/hand-over")
@acts(*BOTH, step_up=True)
def prepare_prize(slug: str, number: int) -> ResponseReturnValue:
    """Sign first what goes to whom, in the parts the winner chose."""
    (row, stands), form = _one(slug, number), OverForm(request.form)
    shown = _shown(row, stands, over=form)
    if not form.validate():
        return render_template(PAGE, refused=None, **shown), 422
    verdict = handing.prepare(here(), row, stands, form.over(), act())
    done = "You signed. Somebody else of the house signs in and signs second."
    return _then(verdict, row, stands, done, over=form)


@bp.post("/<slug>/prizes/<int:number>/handed")
@acts(*BOTH, step_up=True)
def hand_over(slug: str, number: int) -> ResponseReturnValue:
    """Sign second: the prize is handed over as the first signed."""
    row, stands = _one(slug, number)
    seen = request.form.get("seen", 0, type=int)
    verdict = handing.hand_over(here(), row, stands, seen, act())
    done = "The prize is handed over. Print the receipt and have it signed."
    return _then(verdict, row, stands, done)


@bp.post("/<slug>/prizes/<int:number>/refuse")
@acts(*BOTH, step_up=True)
def refuse_claim(slug: str, number: int) -> ResponseReturnValue:
    """Sign first that a claim is refused, with ground, reason and evidence."""
    (row, stands), form = _one(slug, number), DenialForm(request.form)
    if not form.validate():
        page = render_template(PAGE, refused=None, **_shown(row, stands, denial=form))
        return page, 422
    verdict = refusing.begin(here(), row, stands, form.denial(), act())
    done = "You signed. Somebody else signs as well before anything is refused."
    return _then(verdict, row, stands, done, denial=form)


@bp.post("/<slug>/prizes/<int:number>/confirm")
@acts(*BOTH, step_up=True)
def confirm_refusal(slug: str, number: int) -> ResponseReturnValue:
    """Sign second that a claim is refused: the patron is told the reason."""
    row, stands = _one(slug, number)
    verdict = refusing.confirm(here(), row, stands, act())
    return _then(verdict, row, stands, "The claim is refused: now send the reason.")


@bp.post("/<slug>/prizes/<int:number>/reopen")
@acts(*APPROVE, step_up=True)
def reopen_claim(slug: str, number: int) -> ResponseReturnValue:
    """Take a refusal or a lapse back while its reserve is sealed."""
    (row, stands), form = _one(slug, number), ReasonForm(request.form)
    verdict = refusing.reopen(here(), row, stands, form.reason.data or "", act())
    return _then(verdict, row, stands, "The prize is the winner’s again.", reason=form)


@bp.post("/<slug>/prizes/<int:number>/lapse")
@acts(*BOTH, step_up=True)
def lapse_claim(slug: str, number: int) -> ResponseReturnValue:
    """Sign, as first or second, that nobody claimed the prize in time."""
    (row, stands), form = _one(slug, number), ReasonForm(request.form)
    verdict = refusing.lapse(here(), row, stands, form.reason.data or "", act())
    return _then(verdict, row, stands, "You signed that it lapsed.", reason=form)


@bp.get("/<slug>/prizes/<int:number>/receipt.pdf")
@reads(*SEE)
def prize_receipt(slug: str, number: int) -> ResponseReturnValue:
    """The receipt of a prize that was handed over, with room for signatures."""
    row, stands = _one(slug, number)
    if stands.handed is None:
        abort(404, "This prize was not handed over.")
    page = render_template("promotions/claims/receipt.html", row=row, one=stands)
    return sent(sheet(page), page, f"receipt-{row.slug}-{number}.pdf")

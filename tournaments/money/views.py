"""Pages of an entry's money: what was paid, what more may be bought, each receipt."""

from datetime import datetime
from typing import Any

from flask import abort, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house import press
from house.documents.pdf import qr
from house.ledger.owners import Owner
from house.web import acts, config, go_to, now, on_the_web, reads, refuse
from house.web.access import may
from house.web.request import seal
from rulebook import Refused
from tournaments.entrants import passes
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import buying, correcting, queries, receipts, shifts, taking
from tournaments.money.forms import BuyForm, CorrectForm
from tournaments.money.models import ReceiptRow
from tournaments.money.receipts import Paper
from tournaments.pages import CAGE, DESK, SEE, act, allowed, bp, found, here
from tournaments.path import ledgers
from tournaments.rules.payments import PaidFor

TAKE = (*DESK, *CAGE)
ENTRY, RECEIPT = "tournaments/money/entry.html", "tournaments/money/receipt.html"
COPIES = ("Entrant’s copy", "Drawer’s copy")


def _entry(tournament: TournamentRow, number: int) -> EntryRow:
    lock = request.method != "GET"
    row = ledgers.entry(here(), tournament, number, lock=lock)
    if row is None:
        abort(404, f"There is no entry {number}.")
    return row


def _about(
    tournament: TournamentRow, entry: EntryRow, form: BuyForm | None = None
) -> dict[str, Any]:
    terms = taking.bound_terms(here(), entry)
    every = queries.receipts(here(), tournament, entry.pk)
    sold = buying.offers(here(), tournament, entry, now())
    open_ = [offer.part for offer in sold if not offer.stops]
    return {
        "tournament": tournament,
        "entry": entry,
        "money": queries.of_entry(here(), entry.pk),
        "receipts": receipts.read(here(), every),
        "sold": sold,
        "open": open_,
        "form": (form or BuyForm()).offering(open_ or [o.part for o in sold]),
        "stops": buying.standing(tournament, entry),
        "needs_hand": any(
            terms.details.fees.offer(what).until_hand
            for what in (PaidFor.REBUY, PaidFor.ADD_ON)
        ),
        "shift": shifts.open_of(here(), act()),
        "may": allowed,
        "sees_ledger": may("ledger.owner", current_app),
    }


@bp.get("/<slug>/entries/<int:number>/money")
@reads(*SEE)
def entry_money(slug: str, number: int) -> ResponseReturnValue:
    """See what an entry has paid, receipt by receipt, and what may be bought."""
    tournament = found(slug)
    about = _about(tournament, _entry(tournament, number))
    return render_template(ENTRY, refused=None, **about)


@bp.post("/<slug>/entries/<int:number>/buy")
@acts(*TAKE)
def buy(slug: str, number: int) -> ResponseReturnValue:
    """Sell a re-buy, an add-on, buying back in or a place in a repechage."""
    tournament = found(slug)
    entry = _entry(tournament, number)
    form = BuyForm(request.form)
    if not form.validate():
        about = _about(tournament, entry, form=form)
        return render_template(ENTRY, refused=None, **about), 422
    verdict = buying.buy(here(), tournament, entry, form.command(), act())
    if isinstance(verdict, Refused):
        return refuse(ENTRY, verdict, **_about(tournament, entry, form=form))
    flash(f"{entry.name} has paid for the {verdict.kind}: receipt {verdict.number}.")
    return go_to(url_for("tournaments.receipt", slug=slug, number=verdict.number))


def _receipt(tournament: TournamentRow, number: int) -> ReceiptRow:
    row = queries.receipt(here(), tournament, number)
    if row is None:
        abort(404, f"There is no receipt {number}.")
    return row


def _shown(tournament: TournamentRow, row: ReceiptRow, **over: Any) -> dict[str, Any]:
    [said] = receipts.read(here(), [row])
    return {
        "tournament": tournament,
        "receipt": said,
        "prints": receipts.prints(here(), row),
        "papers": tuple(Paper),
        "was_sold": row.kind in correcting.SOLD,
        "form": CorrectForm(),
        "may": allowed,
    } | over


@bp.get("/<slug>/receipts/<int:number>")
@reads(*SEE)
def receipt(slug: str, number: int) -> ResponseReturnValue:
    """See a receipt, print it, set right what was taken wrongly."""
    tournament = found(slug)
    about = _shown(tournament, _receipt(tournament, number))
    return render_template(RECEIPT, refused=None, **about)


@bp.post("/<slug>/receipts/<int:number>/print")
@acts(*TAKE)
def print_receipt(slug: str, number: int) -> ResponseReturnValue:
    """Count one more print of a receipt, and show it to be printed."""
    tournament = found(slug)
    row = _receipt(tournament, number)
    made = receipts.print_again(here(), tournament, row, act())
    entry = here().get_one(EntryRow, row.entry_id)
    if receipts.is_of_holder(here(), row):
        passes.standing(here(), tournament, entry, seal(), act())
    there = url_for(
        "tournaments.receipt_pdf",
        slug=slug,
        number=number,
        copy=made.number,
        paper=request.form.get("paper", Paper.ROLL.value)[:8],
    )
    return go_to(there)


@bp.get("/<slug>/receipts/<int:number>.pdf")
@reads(*SEE)
def receipt_pdf(slug: str, number: int) -> ResponseReturnValue:
    """A print of a receipt that was counted, in two copies."""
    tournament = found(slug)
    row = _receipt(tournament, number)
    copy = request.args.get("copy", 0, type=int)
    prints = {made.number: made.at for made in receipts.prints(here(), row)}
    if copy not in prints:
        abort(404, "This print of the receipt was never made.")
    asked = request.args.get("paper", "")
    [said] = receipts.read(here(), [row])
    code = _pass_code(tournament, said, prints[copy])
    page = render_template(
        "print/receipt.html",
        receipt=said,
        tournament=tournament,
        house=config().house_name,
        copy=copy,
        paper=Paper(asked) if asked in set(Paper) else Paper.ROLL,
        copies=COPIES,
        **{"pass": code},
    )
    # What carries somebody's pass is put on no shelf.
    made = press.alone(lambda: press.as_pdf(page)) if code else press.sheet(page)
    return press.sent(made, page, f"receipt-{said.called}.pdf")


def _pass_code(
    tournament: TournamentRow, said: receipts.Receipt, printed_at: datetime
) -> str:
    """The way to the entrant's pass as a drawing, for those who hand receipts out."""
    if not (allowed("print_receipt") and receipts.is_of_holder(here(), said.row)):
        return ""
    good = passes.printed(passes.of(here(), said.entry), printed_at)
    if good is None:
        return ""
    return qr(on_the_web(passes.path(tournament, passes.token_in(good, seal()))))


@bp.post("/<slug>/receipts/<int:number>/correct")
@acts(*TAKE)
def correct_receipt(slug: str, number: int) -> ResponseReturnValue:
    """Say that a receipt was paid by another method."""
    tournament = found(slug)
    row, form = _receipt(tournament, number), CorrectForm(request.form)
    if not form.validate():
        about = _shown(tournament, row, form=form)
        return render_template(RECEIPT, refused=None, **about), 422
    tender, reason = form.tender, form.reason.data or ""
    verdict = correcting.change_method(here(), tournament, row, tender, reason, act())
    return _corrected(tournament, row, verdict, form)


@bp.post("/<slug>/receipts/<int:number>/give-back")
@acts(*TAKE)
def give_back(slug: str, number: int) -> ResponseReturnValue:
    """Give back what was sold by mistake, chips and all."""
    tournament = found(slug)
    row, form = _receipt(tournament, number), CorrectForm(request.form)
    reason, needed = form.reason.data or "", config().cash_needs_shift
    verdict = correcting.give_back(
        here(), tournament, row, reason, act(), shift_needed=needed
    )
    return _corrected(tournament, row, verdict, form)


def _corrected(
    tournament: TournamentRow,
    row: ReceiptRow,
    verdict: ReceiptRow | Refused,
    form: CorrectForm,
) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        return refuse(RECEIPT, verdict, **_shown(tournament, row, form=form))
    flash(f"Receipt {row.number} is set right by receipt {verdict.number}.")
    slug, number = tournament.slug, verdict.number
    return go_to(url_for("tournaments.receipt", slug=slug, number=number))


def owner_of_tournament(session: Session, tournament_id: int) -> Owner | None:
    """A tournament as the owner of accounts."""
    row = session.get(TournamentRow, tournament_id)
    place = {"slug": row.slug} if row else {}
    return Owner(row.name, "tournaments.entries", place) if row else None


def owner_of_entry(session: Session, entry_id: int) -> Owner | None:
    """An entry as the owner of accounts."""
    entry = session.get(EntryRow, entry_id)
    if entry is None:
        return None
    slug = session.get_one(TournamentRow, entry.tournament_id).slug
    place = {"slug": slug, "number": entry.number}
    name = f"entry {entry.number}, {entry.name}"
    return Owner(name, "tournaments.entry_money", place)


def owner_of_shift(_session: Session, shift_id: int) -> Owner | None:
    """A shift as the owner of accounts."""
    return Owner(f"shift {shift_id}", "cage.sheet", {"shift_id": shift_id})

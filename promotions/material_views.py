"""Pages beside the path: marketing material, files, the list of prescribed things."""

from collections.abc import Iterator
from typing import Any

from flask import Response, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents.pdf import qr
from house.terms.pages import number
from house.web import acts, go_to, on_the_web, reading, reads, refuse
from promotions import files, material, prescribed, queries
from promotions.forms import PieceForm, ThingForm
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, allowed, bp, found, here
from promotions.path import switching
from promotions.rules import material as rules
from promotions.rules.terms import Terms
from promotions.terms import TERMS
from rulebook import HOUSE, Cite, Refused
from rulebook.terms import wording

MADE: Cite = HOUSE.at("PROMOTION-30")
MATERIAL, FILES = "promotions/material.html", "promotions/files.html"
PRESCRIBED, REGIME = "promotions/prescribed.html", "promotions/regime.html"
FORMS = ("poster", "flyer", "e-mail-foot")


def _material(row: PromotionRow) -> dict[str, Any]:
    terms, session = queries.draft_of(row), here()
    channels, regime = terms.promotion.available.channels, terms.regime
    return {
        "row": row,
        "regime": regime,
        "pieces": [
            (each, tuple(rules.against(piece, channels, regime)))
            for each, piece in zip(
                material.on_file(session, row),
                material.pieces(session, row),
                strict=True,
            )
        ],
        "forms": FORMS if row.document_id else (),
        "may": allowed,
    }


@bp.get("/<slug>/material", endpoint="material")
@reads(*SEE)
def material_on_file(slug: str) -> ResponseReturnValue:
    """See the marketing material on file, and what is wrong with any of it."""
    form = PieceForm()
    about = _material(found(slug))
    return render_template(MATERIAL, refused=None, form=form, **about)


@bp.post("/<slug>/material")
@acts(*WRITE)
def put_material(slug: str) -> ResponseReturnValue:
    """Put a piece on file, or take one off."""
    row, off = found(slug), request.form.get("off", "")
    form = PieceForm() if off else PieceForm(request.form)
    if off:
        verdict: object = material.take_off(here(), row, number("off"), act())
    elif not form.validate():
        about = _material(row)
        return render_template(MATERIAL, refused=None, form=form, **about), 422
    else:
        verdict = material.put(here(), row, form.piece(), act())
    if isinstance(verdict, Refused):
        return refuse(MATERIAL, verdict, form=form, **_material(row))
    flash("The piece is off file." if off else "The piece is on file.")
    return go_to(url_for("promotions.material", slug=slug))


@bp.get("/<slug>/made/<form>")
@reads(*SEE)
def made(slug: str, form: str) -> ResponseReturnValue:
    """Poster, flyer or the foot of an e-mail, made from the terms in force."""
    row = found(slug)
    if form not in FORMS or row.document_id is None:
        abort(404, "Material is made from approved terms: poster, flyer, e-mail-foot.")
    terms = queries.terms_of(reading(), row)
    address = on_the_web(TERMS.public_path(row))
    return render_template(
        "promotions/made.html",
        row=row,
        form=form,
        terms=terms,
        address=address,
        code=qr(address),
        lines=tuple(lines(terms)),
        rule=MADE,
    )


def lines(terms: Terms) -> Iterator[str]:
    """What every piece says below its prizes, all of it from the terms."""
    zone = terms.zone
    yield (
        f"Entries from {wording.when(terms.starts_at, zone)} to "
        f"{wording.when(terms.last_close_at, zone)}."
    )
    place = wording.phrase(terms.award.awarded.place)
    drawn = wording.when(terms.award.awarded.drawn_at, zone)
    yield f"Drawn {drawn} at {place}."
    yield terms.entry.wager.text(terms)
    yield f"Terms apply. {terms.promotion.available.text(terms)}"


@bp.get("/<slug>/files", endpoint="files")
@reads(*SEE)
def files_kept(slug: str) -> ResponseReturnValue:
    """See the files that terms can name."""
    row = found(slug)
    about = {"row": row, "files": files.kept(here(), row), "may": allowed}
    return render_template(FILES, refused=None, **about)


@bp.post("/<slug>/files")
@acts(*WRITE)
def put_file(slug: str) -> ResponseReturnValue:
    """Keep a file under its hash."""
    row, file = found(slug), request.files.get("file")
    content = file.stream.read(files.LARGEST + 1) if file else b""
    name = (file.filename or "") if file else ""
    verdict = files.put(here(), row, name, content, act())
    if isinstance(verdict, Refused):
        about = {"row": row, "files": files.kept(here(), row), "may": allowed}
        return refuse(FILES, verdict, **about)
    flash("The file is kept: name it in the terms by its hash.")
    return go_to(url_for("promotions.files", slug=slug))


@bp.get("/<slug>/files/<digest>")
@reads(*SEE)
def file(slug: str, digest: str) -> ResponseReturnValue:
    """One file as it was kept."""
    kept = files.one(reading(), found(slug), digest)
    if kept is None:
        abort(404, "No file of this hash is kept here.")
    response = Response(kept.content, content_type=kept.media_type)
    name = f"{kept.sha256[:12]}.{kept.media_type.rpartition('/')[2]}"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _compared(row: PromotionRow) -> dict[str, Any]:
    return {"row": row, "c": switching.compare(row), "may": allowed}


@bp.get("/<slug>/regime")
@reads(*SEE)
def regime(slug: str) -> ResponseReturnValue:
    """See both documents side by side, as they bear on this draft."""
    return render_template(REGIME, refused=None, **_compared(found(slug)))


@bp.post("/<slug>/regime")
@acts(*WRITE)
def switch_regime(slug: str) -> ResponseReturnValue:
    """Let the draft run under the other document, as it was compared."""
    row = found(slug)
    seen, to = number("version"), request.form.get("to", "")
    verdict = switching.switch(here(), row, to, seen, act())
    if isinstance(verdict, Refused):
        return refuse(REGIME, verdict, **_compared(row))
    flash(f"The draft runs under {to} now.")
    return go_to(url_for("promotions.terms", slug=slug))


def _things(form: ThingForm) -> dict[str, Any]:
    return {"things": prescribed.listed(here()), "form": form, "may": allowed}


@bp.get("/prescribed", endpoint="prescribed")
@reads(*SEE)
def prescribed_things() -> ResponseReturnValue:
    """See the things that no prize may be by regulation."""
    return render_template(PRESCRIBED, refused=None, **_things(ThingForm()))


@bp.post("/prescribed")
@acts(*APPROVE)
def prescribe() -> ResponseReturnValue:
    """Put a thing on the list, or strike it out."""
    form, strike = ThingForm(request.form), request.form.get("strike", "")
    thing = strike or form.thing.data or ""
    reference = form.reference.data or ""
    verdict = prescribed.enter(here(), thing, reference, act(), strike=bool(strike))
    if isinstance(verdict, Refused):
        return refuse(PRESCRIBED, verdict, **_things(form))
    flash("It is struck out." if strike else "It is on the list.")
    return go_to(url_for("promotions.prescribed"))

"""Public files of draws: the certificate to the byte, and what checks it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from house import press
from house.terms import public
from house.web import anyone, config, on_the_web, reading
from promotions import verify
from promotions.drawing import archive, certificates, room, winners
from promotions.drawing.models import CertificateRow, DrawRow, SetAsideRow
from promotions.freezing import closing
from promotions.freezing import reading as lists
from promotions.models import PromotionRow
from promotions.public.views import bp, row_of
from promotions.terms import TERMS

SCRIPT = Path(verify.__file__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draw as everybody may know it: held or given up, and by whom it was watched."""

    draw: DrawRow
    certificate: CertificateRow
    said: Any
    screened: str
    made_from: int | None  # the number it is drawn again for
    aside: SetAsideRow | None  # who set the result aside, and why
    of_aside: bool  # whether it is drawn again for a result that was set aside


def attempts(session: Session, row: PromotionRow) -> list[Attempt]:
    """Every draw of a promotion that was held or given up."""
    found: list[Attempt] = []
    for draw in winners.draws(session, row):
        kept = winners.certificate(session, draw)
        if kept is not None:
            said = json.loads(kept.content)
            again = _made_from(session, row, draw)
            held_against = room.held_against(session, row, draw.draw)
            aside = winners.aside(session, draw)
            of_aside = any(one.aside and one.draw.draw == again for one in found)
            about = (draw, kept, said, held_against, again)
            found.append(Attempt(*about, aside=aside, of_aside=of_aside))
    return found


def _made_from(session: Session, row: PromotionRow, draw: DrawRow) -> int | None:
    frozen = closing.of(session, row, draw.draw)
    again = lists.made_from(session, frozen) if frozen else None
    every = {one.pk: one.draw for one in lists.lists(session, row)}
    return every[again.of_id] if again else None


def _asked(slug: str) -> tuple[PromotionRow, DrawRow, CertificateRow]:
    """The certificate that is asked for: by draw and round, or the newest."""
    row, _ = public.version_of(TERMS, row_of(slug))
    number = request.values.get("draw", type=int)
    every = [d for d in winners.draws(reading(), row) if number in {None, d.draw}]
    if not every:
        abort(404, "No draw was held yet.")
    draw, at = every[-1], request.values.get("round", type=int)
    mine = select(CertificateRow).where(col(CertificateRow.draw_id) == draw.pk)
    kept = [
        one
        for one in reading().exec(mine.order_by(col(CertificateRow.round)))
        if at in {None, one.round}
    ]
    if not kept:
        abort(404, "There is no certificate of this round.")
    return row, draw, kept[-1]


@bp.get("/<slug>/certificate.json")
@anyone
def certificate(slug: str) -> ResponseReturnValue:
    """The certificate of a draw, to the byte, as it was signed."""
    _, _, kept = _asked(slug)
    answer = Response(kept.content, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-cache"
    answer.set_etag(kept.sha256)
    return answer.make_conditional(request)


@bp.get("/<slug>/verify.py")
@anyone
def script(slug: str) -> ResponseReturnValue:
    """The script that works a draw out again, for anybody with Python."""
    public.version_of(TERMS, row_of(slug))
    answer = Response(SCRIPT.read_bytes(), mimetype="text/x-python")
    answer.headers["Content-Disposition"] = "attachment; filename=verify.py"
    return answer


@bp.post("/<slug>/check-draw")
@anyone
def check_draw(slug: str) -> ResponseReturnValue:
    """Work a draw out again on the house's side, where the browser cannot."""
    _, draw, _ = _asked(slug)
    sound = certificates.is_sound(reading(), draw)
    said = (
        "The draw is sound: worked out again by the house, it comes out the same."
        if sound
        else "The draw does not hold."
    )
    return Response(f"{said} {archive.AGAIN.id}\n", mimetype="text/plain")


@bp.get("/<slug>/certificate.pdf")
@anyone
def certificate_pdf(slug: str) -> ResponseReturnValue:
    """The certificate of a draw on paper."""
    row, draw, kept = _asked(slug)
    terms = winners.terms_of(reading(), draw)
    page = render_template(
        "print/certificate.html",
        promotion=row,
        draw=draw,
        said=json.loads(kept.content),
        sha256=kept.sha256,
        prizes={str(at): p.title for at, p in enumerate(terms.each_prize, start=1)},
        house=config().house_name,
        address=on_the_web(url_for(".check", slug=slug)),
    )
    return press.sent(press.sheet(page), page, f"certificate-{slug}-{draw.draw}.pdf")

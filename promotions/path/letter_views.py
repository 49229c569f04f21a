"""Letters to holders whom no e-mail reaches: printed together, and posted."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house import press
from house.notices.notice_rules import State, state
from house.web import acts, go_to, reads, refuse
from promotions.models import PromotionRow
from promotions.pages import APPROVE, WRITE, act, allowed, bp, found, here
from promotions.path import letters
from rulebook import Refused
from rulebook.terms import wording

PAGE = "promotions/path/letters.html"
FEW = 200  # lines of the page; the register has all of them


def _shown(row: PromotionRow) -> dict[str, Any]:
    every, some = letters.every(here(), row), letters.to_post(here(), row)
    waiting = letters.waiting(here(), row)
    return {
        "row": row,
        "letters": [(one, state(one)) for one in every[:FEW]],
        "more": max(len(every) - FEW, 0),
        "posted": sum(state(one) is not State.DRAFT for one in every),
        "situation": _situation(len(every), waiting),
        "some": some,
        "rule": letters.TOLD,
        "may": allowed,
    }


def _situation(every: int, waiting: int) -> str:
    if not every:
        return "Nobody is written to on paper."
    if not waiting:
        return "Every letter was posted."
    said = wording.many(waiting, "letter waits", "letters wait")
    return f"{wording.capital(said)} for the post."


@bp.get("/<slug>/letters")
@reads(*WRITE, *APPROVE)
def paper_letters(slug: str) -> ResponseReturnValue:
    """See who is written to on paper, and what was posted."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.get("/<slug>/letters.pdf")
@reads(*WRITE)
def letters_pdf(slug: str) -> ResponseReturnValue:
    """Print the letters that wait for the post, one a sheet."""
    row = found(slug)
    some = letters.to_post(here(), row)
    if not some:
        abort(404, "No letter waits for the post.")
    page = render_template("print/letters.html", letters=some, promotion=row, at=act())
    return press.sent(press.sheet(page), page, f"letters-{slug}.pdf")


@bp.post("/<slug>/letters")
@acts(*WRITE)
def post_letters(slug: str) -> ResponseReturnValue:
    """Note that the printed letters went to the post."""
    row, upto = found(slug), request.form.get("upto", 0, type=int)
    said = request.form.get("reference", "")
    verdict = letters.post(here(), row, upto, said, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row))
    flash(
        f"{wording.capital(wording.many(verdict, 'letter is', 'letters are'))} posted."
    )
    return go_to(url_for("promotions.paper_letters", slug=slug))

"""The four ways to tell a winner that count, and what each of them keeps."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Refusal
from rulebook.terms import wording

if TYPE_CHECKING:
    from promotions.rules.regimes import Regime


class Means(StrEnum):
    """How a winner can be told so that it counts."""

    FACE_TO_FACE = "face-to-face"
    MAIL = "mail"
    TELEPHONE = "telephone"
    EMAIL = "email"


TOLD = {
    Means.FACE_TO_FACE: "face to face",
    Means.MAIL: "by mail",
    Means.TELEPHONE: "by telephone",
    Means.EMAIL: "by e-mail",
}
KEPT = {
    Means.FACE_TO_FACE: ("It is not said who told the winner.", "Write who it was."),
    Means.MAIL: ("The winner has no postal address here.", "Enter the address."),
    Means.TELEPHONE: ("The winner has no telephone number here.", "Enter the number."),
    Means.EMAIL: ("The winner has no e-mail address here.", "Enter the address."),
}


def check(
    regime: "Regime", stated: tuple[Means, ...], means: Means | None, where: str
) -> Iterator[Refusal]:
    """Why telling a winner so does not count: no such means, not in the terms, bare.

    Where is the number or address, or who it was that stood before the winner.
    """
    ways = wording.listed((TOLD[each] for each in regime.means), "or")
    if means is None:
        wrong = "Nothing but these means counts; social media alone does not."
        right = f"Tell the winner {ways}."
        yield Refusal(regime.winners_told.cite, wrong, right, "means")
        return
    if stated and means not in stated:
        wrong = f"The terms do not say that winners are told {TOLD[means]}."
        right = f"They are told {wording.listed((TOLD[m] for m in stated), 'or')}."
        yield Refusal(regime.items.notified, wrong, right, "means")
    if not where.strip():
        wrong, right = KEPT[means]
        yield Refusal(regime.means[means], wrong, right, "where")

"""A stage for the eliminated: what it costs, who plays it, until when it is sold."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from rulebook import Cite
from tournaments.rules.clauses.chances import Qualifies, RepechageOffer
from tournaments.rules.payments import PaidFor
from tournaments.rules.stages import Stage, StageKind
from tournaments.rules.terms import Terms

REPECHAGE: Cite = Cite("CROWN3-12.4.3(a)(v)")
BUY_BACK: Cite = Cite("CROWN3-12.4.3(a)(iv)")
KINDS = {PaidFor.REPECHAGE: StageKind.REPECHAGE, PaidFor.BUY_BACK: StageKind.BUY_BACK}


@dataclass(frozen=True, slots=True)
class SecondChance:
    """A repechage, or a stage for those who buy back in, as the terms have it."""

    at: int
    stage: Stage
    what: PaidFor  # that is paid for it
    cite: Cite
    price_cents: int
    qualifies: Qualifies | None
    closes_minutes: int
    director_decides: bool = False

    @property
    def closes_at(self) -> datetime | None:
        """The first moment at which no place in it is sold any more."""
        if not self.stage.starts:
            return None
        return min(self.stage.starts) - timedelta(minutes=self.closes_minutes)


def of(terms: Terms, at: int) -> SecondChance:
    """The second chance that a stage of the terms is."""
    stage, again, back = (
        terms.format.stages.stages[at],
        terms.format.repechage,
        terms.format.buy_back,
    )
    if stage.kind is StageKind.BUY_BACK:
        return SecondChance(
            at,
            stage,
            PaidFor.BUY_BACK,
            BUY_BACK,
            back.price_cents or 0,
            back.qualifies,
            back.closes_minutes,
        )
    return SecondChance(
        at,
        stage,
        PaidFor.REPECHAGE,
        REPECHAGE,
        again.price_cents,
        again.qualifies,
        again.closes_minutes,
        director_decides=again.offer is RepechageOffer.DIRECTOR,
    )


def every(terms: Terms, what: PaidFor) -> tuple[SecondChance, ...]:
    """The second chances that this is paid for, in their order."""
    kind = KINDS.get(what)
    stages = enumerate(terms.format.stages.stages)
    return tuple(of(terms, at) for at, stage in stages if stage.kind is kind)


def on_sale(
    terms: Terms, what: PaidFor, begun: Collection[int] = ()
) -> SecondChance | None:
    """The one whose places can be sold: the first that is neither drawn nor closed."""
    return next((each for each in every(terms, what) if each.at not in begun), None)

"""Each ticket explains itself: which play, rule, multiplier, limit and cut-off."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.documents import queries as documents
from house.people.patrons.models import PatronRow
from promotions import queries
from promotions.freezing.screening import merged_at, references
from promotions.models import PromotionRow
from promotions.nominees import DOCUMENT
from promotions.rules import earning
from promotions.rules.earning import Earned, Holding, Played, Source
from promotions.rules.terms import Terms
from promotions.tickets.earned import with_grant
from promotions.tickets.models import Came, GrantRow, HandRow, ListRow
from rulebook import HOUSE, Cite
from rulebook.terms import wording

EXPLAINED: Cite = HOUSE.at("PROMOTION-66")
LISTED: Cite = HOUSE.at("PROMOTION-44")
BY_HAND: Cite = HOUSE.at("PROMOTION-60")


@dataclass(frozen=True, slots=True)
class Explained:
    """Tickets from one thing: when it was played, how many, and why so many."""

    at: datetime
    reference: str
    tickets: int
    why: Sequence[tuple[str, Cite]]


@dataclass(frozen=True, slots=True)
class Held:
    """What somebody holds towards one draw, and until when more can come."""

    draw: int
    closes_at: datetime | None
    tickets: int
    gifts: Sequence[Explained]  # the newest first


@dataclass(frozen=True, slots=True)
class _Sources:
    """Where tickets came from, and the terms of that time."""

    lists: Mapping[int, ListRow]
    hands: Mapping[int, HandRow]
    versions: Sequence[tuple[datetime, Terms]]  # the newest first
    now: Terms

    def terms(self, grant: GrantRow) -> Terms:
        came = self.lists.get(grant.run_id or 0)
        at = came.at if came else grant.at
        return next((terms for since, terms in self.versions if since <= at), self.now)


def refs_of(session: Session, patron_id: int, now: datetime) -> Sequence[str]:
    """How lists name a patron, and the records that were merged into theirs."""
    merged = merged_at(session, now)
    mine = merged.get(patron_id, patron_id)
    ids = [mine, *(id_ for id_, stands in merged.items() if stands == mine)]
    named = references(session, ids)
    return [named[id_] for id_ in ids]


def explained(
    session: Session, row: PromotionRow, refs: Sequence[str]
) -> Sequence[Held]:
    """Everything somebody holds, draw by draw, each gift with its reasons."""
    mine = select(GrantRow).where(
        col(GrantRow.promotion_id) == row.pk, col(GrantRow.holder).in_(refs)
    )
    grants = session.exec(mine.order_by(col(GrantRow.id))).all()
    sources = _sources(session, row, grants)
    closes = {draw.number: draw.closes_at for draw in sources.now.draws}
    by_draw: dict[int, list[GrantRow]] = defaultdict(list)
    for grant in grants:
        by_draw[grant.draw].append(grant)
    return [
        Held(
            draw,
            closes.get(draw),
            sum(grant.tickets for grant in some),
            [*_gifts(some, sources)][::-1],
        )
        for draw, some in sorted(by_draw.items(), reverse=True)
    ]


def _sources(
    session: Session, row: PromotionRow, grants: Sequence[GrantRow]
) -> _Sources:
    runs = {grant.run_id for grant in grants if grant.run_id}
    ids = [grant.pk for grant in grants if grant.came in {Came.HAND, Came.VOID}]
    lists = session.exec(select(ListRow).where(col(ListRow.id).in_(runs)))
    hands = session.exec(select(HandRow).where(col(HandRow.grant_id).in_(ids)))
    versions = documents.versions(session, DOCUMENT, row.pk)
    return _Sources(
        {one.pk: one for one in lists},
        {hand.grant_id: hand for hand in hands},
        [(each.published_at, queries.terms_in(each)) for each in versions],
        queries.terms_of(session, row),
    )


def _gifts(grants: Sequence[GrantRow], sources: _Sources) -> Iterator[Explained]:
    """Gifts in the order they were counted, each after all that came before it."""
    before: dict[str, Holding] = defaultdict(Holding)
    for grant in grants:
        terms, had = sources.terms(grant), before[grant.holder]
        why = tuple(_why(grant, had, terms, sources))
        before[grant.holder] = with_grant(had, grant, grant.at.astimezone(terms.zone))
        yield Explained(grant.at, grant.reference, grant.tickets, why)


def _why(
    grant: GrantRow, had: Holding, terms: Terms, sources: _Sources
) -> Iterator[tuple[str, Cite]]:
    if grant.came in {Came.HAND, Came.VOID}:
        hand = sources.hands.get(grant.pk)
        what = "Given by hand" if grant.tickets > 0 else "Taken back by hand"
        yield f"{what}: {wording.ended(hand.reason if hand else 'no reason')}", BY_HAND
    elif grant.came is Came.LIST:
        named = sources.lists.get(grant.run_id or 0)
        by = f" in “{named.name}”" if named else ""
        yield f"Counted by the system that sent it{by}.", LISTED
    else:
        found = _earned(grant, had, terms)
        yield from found.why
        if found.tickets != grant.tickets:
            said = f"{wording.figure(grant.tickets, 'ticket')} by the terms of then."
            yield wording.capital(said), EXPLAINED


def _earned(grant: GrantRow, had: Holding, terms: Terms) -> Earned:
    played = Played(Source(grant.came.value), grant.amount, grant.at)
    return earning.earned(terms.entry.earning.earning, played, had, terms.zone)


def patron_of(session: Session, row: PromotionRow, ref: str) -> PatronRow | None:
    """Who has tickets of a promotion under a reference."""
    mine = select(GrantRow.patron_id).where(
        col(GrantRow.promotion_id) == row.pk, col(GrantRow.holder) == ref
    )
    id_ = session.exec(mine.limit(1)).first()
    return session.get(PatronRow, id_) if id_ else None

"""What tournaments put into packs, in the order a regulator reads it."""

from collections.abc import Iterator

from flask import url_for
from sqlmodel import Session, col, select

from house.audit import Subject
from house.floor.disputes.models import DisputeRow
from house.floor.rulings.models import RulingRow
from house.packs.parts import Packed, Papers
from rulebook import CROWN3, HOUSE
from tournaments import queries
from tournaments.models import KIND, EntryRow, TournamentRow
from tournaments.packing import outcome, papers, people, play


def named(session: Session, tournament_id: int) -> Subject | None:
    """The tournament as the record names it."""
    found = session.get(TournamentRow, tournament_id)
    return queries.subject(found) if found else None


def page(session: Session, tournament_id: int) -> str:
    """Where it has its own page."""
    slug = session.get_one(TournamentRow, tournament_id).slug
    return url_for("tournaments.show", slug=slug)


def about(session: Session, tournament_id: int) -> Iterator[Subject]:
    """Its entries, rulings and disputes: the record has entries on each of them."""
    entries = select(EntryRow.id).where(col(EntryRow.tournament_id) == tournament_id)
    yield from (Subject("entry", str(id_)) for id_ in session.exec(entries))
    for kind, row in (("ruling", RulingRow), ("dispute", DisputeRow)):
        mine = select(row.id).where(
            col(row.lent_kind) == KIND, col(row.lent_id) == str(tournament_id)
        )
        yield from (Subject(kind, str(id_)) for id_ in session.exec(mine))


PACKED = Packed(
    named,
    page,
    (
        Papers(
            "terms",
            "The terms in every version",
            CROWN3.at("12.2.1"),
            papers.published,
        ),
        Papers("letters", "Notices to the bodies", CROWN3.at("12.2.2(b)"), papers.sent),
        *people.SHEETS,
        *play.SHEETS,
        *outcome.SHEETS,
    ),
    about,
    HOUSE.at("PACK-5"),
)

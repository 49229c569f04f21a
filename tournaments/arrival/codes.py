"""What a scanner reads or somebody types at the door, as entries."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from house.people.patrons.models import PlayerCardRow
from house.people.patrons.queries import card_number
from tournaments.entrants import passes
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import entry_list, ledgers

PASS = "/pass/"  # noqa: S105  (the path before a pass's secret)
LONGEST = 300


def meant(
    session: Session, tournament: TournamentRow, typed: str
) -> Sequence[EntryRow]:
    """The entry of a pass, a card or a number; or whoever fits a name."""
    words = typed.strip()[:LONGEST]
    if not words:
        return ()
    token = words.rpartition(PASS)[2].partition("?")[0].strip("/")
    if (mine := passes.opened(session, tournament, token)) is not None:
        return (mine,)
    if by_card := _carded(session, tournament, words):
        return by_card
    digits = words.removeprefix("#")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        one = ledgers.entry(session, tournament, int(digits))
        return (one,) if one else ()
    return entry_list.listed(session, tournament, words).entries


def _carded(
    session: Session, tournament: TournamentRow, words: str
) -> Sequence[EntryRow]:
    holder = select(PlayerCardRow.patron_id).where(
        col(PlayerCardRow.number) == card_number(words),
        col(PlayerCardRow.cancelled_at).is_(None),
    )
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.patron_id).in_(holder),
    )
    return session.exec(mine.order_by(col(EntryRow.number).desc())).all()[:1]

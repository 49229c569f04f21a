"""Who sits where: people sit down and leave, and nothing of that is forgotten."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.limits import markers
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import seat_screens
from house.floor.rounds.book import Book, RoundAtTable
from house.floor.rounds.hooks import Leaving, Sitting
from house.floor.rounds.models import AnySeat, Seating
from house.floor.rounds.play import Floor
from house.floor.tables.standing import standing
from house.people.patrons.exclusion_rules import EXCLUDED, in_force
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.queries import exclusions_of
from house.sealing import Seal
from rulebook import HOUSE, Refusal, Refused

SEATED = HOUSE.at("ROUNDS-5")
CARD = HOUSE.at("ROUNDS-6")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who wants to sit down: with a player card, or by name."""

    seat: int
    key: str
    player: str = ""
    card: str = ""
    entrant: str = ""  # of whatever the seat is lent to


def sit(
    session: Session, table: TableRow, guest: Guest, act: Act, floor: Floor
) -> AnySeat | Refused:
    """Let somebody take a free seat."""
    here = books.here(session, table)
    if (before := _by_key(session, here.book, table, guest.key)) is not None:
        return before
    patron = None if here.book.practice else holder(session, guest.card)
    name = patron.name if patron else guest.player.strip()
    guest = replace(guest, player=name)
    found = (
        *_against(session, here, guest, patron, act, floor),
        *_anothers(session, here, guest, floor.seal),
    )
    row = here.book.seat(
        table_id=table.pk,
        seat=guest.seat,
        happened=Seating.SIT,
        player=name[:LONGEST_NAME],
        patron_id=patron.pk if patron else None,
        card=guest.card,
        entrant=guest.entrant,
        at=act.now,
        by=act.by.id,
        key=guest.key,
    )
    return _written(session, here, row, found, act)


def _written(
    session: Session,
    here: RoundAtTable,
    row: AnySeat,
    found: tuple[Refusal, ...],
    act: Act,
) -> AnySeat | Refused:
    refused = Refused(found) if found else None
    if refused is None:
        session.add(row)
        session.flush()
    if not here.book.practice:
        after = {"seat": row.seat, "player": row.player, "why": row.why}
        name = "sit down" if row.happened is Seating.SIT else "leave seat"
        record(session, act, name, here.table, refused, rules=(SEATED,), after=after)
    return refused or row


def holder(session: Session, card: str) -> PatronRow | None:
    """Who holds a player card that is good."""
    if not card:
        return None
    query = (
        select(PatronRow)
        .join(PlayerCardRow, col(PlayerCardRow.patron_id) == PatronRow.id)
        .where(PlayerCardRow.number == card, col(PlayerCardRow.cancelled_at).is_(None))
    )
    return session.exec(query).first()


def _against(  # noqa: PLR0913, PLR0917
    session: Session,
    here: RoundAtTable,
    guest: Guest,
    patron: PatronRow | None,
    act: Act,
    floor: Floor,
) -> Iterator[Refusal]:
    table, practice, name = here.table, here.book.practice, guest.player
    yield from _place(session, here, guest.seat, name)
    if guest.card and patron is None and not practice:
        wrong = f"There is no good player card {guest.card}."
        yield Refusal(CARD, wrong, "Read the card again, or sit by name.", "card")
    elif not name:
        wrong = "Nobody is named."
        yield Refusal(SEATED, wrong, "Give a name or a player card.", "player")
    if len(name) > LONGEST_NAME or not name.isprintable():
        wrong = f"A name has at most {LONGEST_NAME} printable characters."
        yield Refusal(SEATED, wrong, "Shorten it.", "player")
    if patron is not None:
        yield from _kept_out(session, patron, act)
    if not practice:
        patron_id = patron.pk if patron else None
        play = floor.play_at(session, table, act.now)
        yield from floor.rooms_in(play).against_sitting(
            Sitting(
                session,
                table,
                guest.seat,
                name,
                patron_id,
                guest.card,
                act,
                guest.entrant,
            )
        )


def _kept_out(session: Session, patron: PatronRow, act: Act) -> Iterator[Refusal]:
    if any(in_force(one, act.now) for one in exclusions_of(session, patron.pk)):
        wrong = f"{patron.name} is excluded."
        yield Refusal(EXCLUDED, wrong, "They may not play until it is over.", "card")


def _place(
    session: Session, here: RoundAtTable, seat: int, name: str
) -> Iterator[Refusal]:
    table = here.table
    if not 1 <= seat <= table.seats:
        wrong = f"There is no seat {seat}."
        yield Refusal(SEATED, wrong, f"Seats run from 1 to {table.seats}.", "seat")
    taken = books.seats(session, here.book, table)
    if seat in taken:
        wrong = f"{taken[seat].player} sits at seat {seat}."
        yield Refusal(SEATED, wrong, "Choose a free seat.", "seat")
    for other in taken.values():
        if name and other.player == name:
            wrong = f"{name} sits at seat {other.seat} already."
            right = "If it is somebody else, add an initial."
            yield Refusal(SEATED, wrong, right, "player")


def _anothers(
    session: Session, here: RoundAtTable, guest: Guest, seal: Seal
) -> Iterator[Refusal]:
    """Nobody takes over what another has staked in the round under way."""
    if here.round is None or not here.under_way:
        return
    now = books.position(session, here.book, here.round, seal, here.last)
    if not now.game.staked(now.state).get(guest.seat):
        return
    whose = books.players(session, here.book, here.round).get(guest.seat)
    player = whose.player if whose else f"Seat {guest.seat}"
    if player != guest.player:
        wrong = f"A wager of {player} lies at seat {guest.seat}."
        yield Refusal(SEATED, wrong, "Wait until the round is over.", "seat")


def leave(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    seat: int,
    act: Act,
    floor: Floor,
    *,
    key: str,
    why: str = "",
) -> AnySeat | Refused:
    """Write down that whoever sat there has left; what was theirs ends with it."""
    here = books.here(session, table)
    if (before := _by_key(session, here.book, table, key)) is not None:
        return before
    sits = books.seats(session, here.book, table).get(seat)
    if sits is None:
        refused = Refused(
            (Refusal(SEATED, f"Nobody sits at seat {seat}.", "", "seat"),)
        )
        record(session, act, "leave seat", table, refused, after={"seat": seat})
        return refused
    row = _left(table, sits, act, key=key, why=why)
    found = tuple(_in_play(session, here, seat, floor.seal))
    if not here.book.practice:
        play = floor.play_at(session, table, act.now)
        leaving = Leaving(session, table, sits, act)
        found += floor.rooms_in(play).against_leaving(leaving)
        if not found:
            _end_markers(session, table, seat, act)
    if not found:
        seat_screens.end_with(session, table, (sits,), "The player left", act)
    return _written(session, here, row, found, act)


def _in_play(
    session: Session, here: RoundAtTable, seat: int, seal: Seal
) -> Iterator[Refusal]:
    """What the round under way has against somebody leaving."""
    if here.round is not None and here.under_way:
        now = books.position(session, here.book, here.round, seal, here.last)
        yield from now.game.may_leave(now.state, seat)


def _end_markers(session: Session, table: TableRow, seat: int, act: Act) -> None:
    mine = tuple(m for m in standing(session, table).markers if m.seat == seat)
    markers.end(mine, "The player left", act)


def _left(table: TableRow, sits: AnySeat, act: Act, *, key: str, why: str) -> AnySeat:
    """The row that says that somebody is gone."""
    return type(sits)(
        table_id=table.pk,
        seat=sits.seat,
        happened=Seating.LEAVE,
        player=sits.player,
        patron_id=sits.patron_id,
        card=sits.card,
        entrant=sits.entrant,
        why=why[:200],
        at=act.now,
        by=act.by.id,
        key=key,
    )


def clear(session: Session, table: TableRow, why: str, act: Act) -> None:
    """Everybody leaves: the table has closed."""
    sitting = books.seats(session, books.REAL, table)
    for seat, sits in sitting.items():
        key = f"closed-{seat}-{sits.pk}"
        session.add(_left(table, sits, act, key=key, why=why))
    seat_screens.end_with(session, table, sitting.values(), why, act)


def _by_key(session: Session, book: Book, table: TableRow, key: str) -> AnySeat | None:
    kind = book.seat
    mine = select(kind).where(col(kind.table_id) == table.pk, col(kind.key) == key)
    return session.exec(mine).first()


def named(seats: Mapping[int, AnySeat], player: str) -> AnySeat | None:
    """Whoever of this name sits at the table."""
    return next((sits for sits in seats.values() if sits.player == player), None)

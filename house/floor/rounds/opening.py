"""Opening a round: only at a table that may be played at now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session

from game.deck import Prepared
from game.play import Setup
from house.floor.acts import Act, record
from house.floor.decks import services as table_cards
from house.floor.decks.models import CardAct
from house.floor.editions.services import check_edition, entries_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import decks, setups
from house.floor.rounds.book import PRACTICE, REAL, Book
from house.floor.rounds.models import AnyRound
from house.floor.rounds.play import Play
from house.floor.rounds.replay import MEMORY, start
from house.floor.tables.designation import check_use
from house.people.roles import Role
from house.people.sessions import roles_of
from house.sealing import Seal
from rulebook import HOUSE, Cite, Refusal, Refused

OPEN = HOUSE.at("ROUNDS-1")
ONE = HOUSE.at("ROUNDS-2")
PRACTISE = HOUSE.at("ROUNDS-3")
WATCHED = HOUSE.at("FLOOR-6")


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """The round somebody wants to open."""

    key: str
    options: Mapping[str, Any] = field(default_factory=dict)
    practice: bool = False
    prepared: Prepared | None = None  # what was done to its deck


def open_round(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    wanted: RoundRequest,
    play: Play,
    act: Act,
    seal: Seal,
) -> AnyRound | Refused:
    """Open the next round at a table, or say everything that stands against it."""
    book = PRACTICE if wanted.practice else REAL
    if (before := _by_key(session, book, table, wanted.key)) is not None:
        return before
    previous = books.last(session, book, table)
    found = list(_against(session, table, previous, wanted, play, act))
    options = setups.taken_over(previous, table) | dict(wanted.options)
    hand = _next(previous)
    setup = setups.setup_for(session, table, play, hand, act.now, options)
    cards: table_cards.Done | Refused | None = None
    if not isinstance(setup, Refused) and not wanted.practice:
        cards = table_cards.for_round(session, table, hand, setup, wanted.prepared)
    for refused in (setup, cards):
        found += refused.refusals if isinstance(refused, Refused) else ()
    if found or isinstance(setup, Refused):
        refused = Refused(tuple(found))
        said = {"practice": wanted.practice}
        _note(session, table, wanted, act, refused=refused, after=said)
        return refused
    row = _row(table, setup, previous, wanted, play, act)
    if (deck := decks.fresh(setup)) is not None:
        row.deck_sealed, row.deck_sha256 = decks.sealed(deck, seal), deck.sha256
    session.add(row)
    session.flush()
    MEMORY.keep(start(row))
    if isinstance(cards, table_cards.Done):
        parts = (session, table, CardAct.PREPARE, cards, act, wanted.key)
        table_cards.write(*parts, noted=False)
    _note(session, table, wanted, act, after=_opened(row, cards), deck=deck or cards)
    return row


def _next(previous: AnyRound | None) -> int:
    return previous.number + 1 if previous else 1


def _row(  # noqa: PLR0913, PLR0917
    table: TableRow,
    setup: Setup,
    previous: AnyRound | None,
    wanted: RoundRequest,
    play: Play,
    act: Act,
) -> AnyRound:
    kind = (PRACTICE if wanted.practice else REAL).round
    lent = play.lent_to
    ended = previous.ended_at if previous and previous.ended_at else act.now
    return kind(
        table_id=table.pk,
        number=_next(previous),
        setup=setups.plain(setup),
        lent_kind=lent.kind if lent else "",
        lent_id=lent.id if lent else "",
        lent_name=lent.name[:160] if lent else "",
        opened_at=max(act.now, ended),
        opened_by=act.by.id,
        key=wanted.key,
    )


def _opened(row: AnyRound, cards: object) -> dict[str, Any]:
    said = {
        "round": row.number,
        "edition": row.setup["edition"],
        "unit": row.setup["unit"],
        "cards": row.setup["cards"],
        "limits": row.setup["limits"],
    }
    if isinstance(cards, table_cards.Done):
        said |= {"deck": cards.back, **cards.figures}
    return said | ({"deck_sha256": row.deck_sha256} if row.deck_sha256 else {})


def _note(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    wanted: RoundRequest,
    act: Act,
    *,
    after: dict[str, Any],
    refused: Refused | None = None,
    deck: object = None,
) -> None:
    if wanted.practice and refused is None:
        return  # nothing that only teaches goes on the record
    rules: tuple[Cite, ...] = (OPEN,)
    if isinstance(deck, decks.Deck):
        rules = (OPEN, decks.SEALED, *deck.mixed_by)
    elif isinstance(deck, table_cards.Done):
        rules = (OPEN, *deck.under)
    record(session, act, "open round", table, refused, rules=rules, after=after)


def _against(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    previous: AnyRound | None,
    wanted: RoundRequest,
    play: Play,
    act: Act,
) -> Iterator[Refusal]:
    if previous is not None and previous.ended_at is None:
        wrong = f"Round {previous.number} at table {table.number} is not over."
        yield Refusal(ONE, wrong, "Play it to its end first.", "round")
    if wanted.practice:
        yield from _against_practice(session, table, play)
        return
    if not play.is_open():
        wrong = f"Table {table.number} is closed."
        yield Refusal(OPEN, wrong, "Open it, or practise there.", "table")
    else:
        yield from play.against_opening()
    yield from check_use(table, act.now, play.lent_to)
    yield from check_edition(table, act.now, entries_of(session, table.rulebook))
    supervisor = table.supervisor_id
    if supervisor is None or Role.SUPERVISOR not in roles_of(session, supervisor):
        wrong = f"Nobody watches over table {table.number}."
        yield Refusal(WATCHED, wrong, "Assign a supervisor first.", "table")


def _against_practice(
    session: Session, table: TableRow, play: Play
) -> Iterator[Refusal]:
    if play.is_open() or books.under_way(session, table) is not None:
        wrong = f"Table {table.number} is open for real play."
        yield Refusal(PRACTISE, wrong, "Practise at a closed table.", "practice")


def _by_key(session: Session, book: Book, table: TableRow, key: str) -> AnyRound | None:
    which = {"table": table.pk, "key": key}
    return session.exec(book.keyed_round, params=which).first()

"""What a round came to: its lines, written once, and again only as a correction."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert

from game.line import Line
from game.play import State
from house.floor.acts import record
from house.floor.rounds import book as books
from house.floor.rounds import decks, hands
from house.floor.rounds.hooks import Settled
from house.floor.rounds.ledger import about
from house.floor.rounds.models import AnyLine, AnySeat, RoundRow
from house.floor.rounds.taps import Done, TableAct
from rulebook import HOUSE, Cite, Refused

ONCE = HOUSE.at("ROUNDS-10")
VOID = frozenset({"void_round"})


def lines_of(done: Done) -> tuple[Line, ...] | Refused:
    """What a round that is over comes to."""
    return done.position.game.settle(done.position.state)


def as_lines(rows: Sequence[AnyLine]) -> tuple[Line, ...]:
    """Lines as they were written, read back."""
    found = ((row, Cite.kept(row.rule_id)) for row in rows)
    return tuple(
        Line(row.seat, row.wager, row.stake, row.net, cite)
        for row, cite in found
        if cite is not None
    )


def settle(at: TableAct, done: Done, reason: str = "") -> None:
    """Write down what the round came to, unless that stands there already."""
    book, row = done.book, done.round
    lines = lines_of(done)
    if isinstance(lines, Refused):
        raise TypeError(f"A round that is over cannot be settled: {lines}")
    kept = books.lines(at.session, book, row)
    before, settled_before = as_lines(kept), kept[0].settlement if kept else 0
    first = settled_before == 0
    if first or before != lines:
        _write(at, done, (before, lines), settled_before + 1, reason)
    elif isinstance(row, RoundRow):  # a hand may have changed that no line shows
        players, both = books.players(at.session, book, row), (before, lines)
        told = settled(at, done, row, both, settled_before, players)
        at.rooms(row).tell_settled(told)
    if row.is_dealt and not row.deck_shown:
        deck = decks.of(row, at.seal)
        shown = deck.plain() if deck else None
        books.mark(at.session, book, row, deck_shown=shown)
    began = row.first_card_at
    is_hand = isinstance(row, RoundRow) and counts(done.position.state, lines)
    if first and began and is_hand:
        hands.count(at.session, at.table, at.act, began)


def counts(state: State[Any], lines: Sequence[Line]) -> bool:
    """Whether a round was a hand: something was staked and not all of it void."""
    void = any(move.act in VOID for move in state.moves)
    return bool(lines) and not void


def _write(
    at: TableAct,
    done: Done,
    lines: tuple[tuple[Line, ...], tuple[Line, ...]],
    number: int,
    reason: str,
) -> None:
    book, row = done.book, done.round
    players = books.players(at.session, book, row)
    rows = [
        {
            "round_id": row.pk,
            "settlement": number,
            "place": place,
            "seat": line.seat,
            "player": who.player if who else "",
            "patron_id": who.patron_id if who else None,
            "wager": line.wager,
            "stake": line.stake,
            "net": line.net,
            "rule_id": line.cite.id,
            "at": done.position.last_at or at.act.now,
            "by": at.act.by.id,
            "reason": reason[:400],
        }
        for place, line in enumerate(lines[1], 1)
        for who in (players.get(line.seat),)
    ]
    if rows:
        at.session.execute(insert(book.line), rows)
    if isinstance(row, RoundRow):
        told = settled(at, done, row, lines, number, players)
        _note(at, told, reason)
        at.rooms(row).tell_settled(told)


def settled(  # noqa: PLR0913, PLR0917
    at: TableAct,
    done: Done,
    row: RoundRow,
    lines: tuple[tuple[Line, ...], tuple[Line, ...]],
    number: int,
    players: Mapping[int, AnySeat],
) -> Settled:
    """The settlement as other rooms are told of it: the lines before and after."""
    return Settled(
        at.session,
        at.table,
        row,
        done.position.state,
        number,
        *lines,
        players,
        at.act,
        at.play(row),
    )


def _note(at: TableAct, told: Settled, reason: str) -> None:
    after = {
        "round": told.round.number,
        "settlement": told.settlement,
        "staked": sum(line.stake for line in told.lines),
        "net": sum(line.net for line in told.lines),
        "unit": told.round.unit,
    }
    before = {"net": sum(line.net for line in told.before)} if told.before else {}
    record(
        at.session,
        at.act,
        "settle round",
        about(at.table),
        rules=tuple(dict.fromkeys((ONCE, *(line.cite for line in told.lines)))),
        before=before,
        after=after | ({"reason": reason} if reason else {}),
    )

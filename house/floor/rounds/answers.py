"""How the round at a table stands, as plain JSON for whoever keeps it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from game.cards import show
from game.line import Line
from game.play import Amounts, Offer
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import settling
from house.floor.rounds.book import RoundAtTable
from house.floor.rounds.corrections import Effect
from house.floor.rounds.models import AnyRound, AnySeat
from house.floor.rounds.play import Play
from house.floor.rounds.replay import Position
from house.sealing import Seal
from rulebook import Refused

Plain = dict[str, Any]


def now_at(session: Session, table: TableRow, seal: Seal, play: Play) -> Plain:
    """The table as it stands: the round under way, or the last one."""
    here = books.here(session, table)
    if here.round is None:
        return {
            "table": table.number,
            "round": None,
            "seq": 0,
            "practice": here.book.practice,
            "seats": seats(books.seats(session, here.book, table)),
        }
    return _round(play, here, here.round, seal)


def _round(play: Play, here: RoundAtTable, row: AnyRound, seal: Seal) -> Plain:
    """How a round stands, with everything that may happen next."""
    session, table = play.session, here.table
    position = books.position(session, here.book, row, seal, here.last)
    game, state = position.game, position.state
    if position.over:
        lines = settling.as_lines(books.lines(session, here.book, row))
    else:
        lines = game.so_far(state)
    return {
        "table": table.number,
        "round": row.number,
        "seq": position.seq,
        "practice": row.practice,
        "unit": row.unit,
        "dealt": row.setup["cards"],
        "over": position.over,
        "first_card": position.first_card_at is not None,
        "turn": game.turn(state),
        "offers": [offer(each) for each in _offers(play, here, position)],
        "seen": game.seen(state, None),
        "seats": seats(books.seats(session, here.book, table)),
        "staked": {str(seat): w for seat, w in game.staked(state).items()},
        "lines": [line(each) for each in lines],
        "at": instant(position.last_at or row.opened_at),
    }


def _offers(play: Play, here: RoundAtTable, now: Position) -> Sequence[Offer]:
    """What may happen next, as far as it can be paid."""
    offers = now.game.offers(now.state)
    return offers if here.book.practice else play.offered(now.state, offers)


def instant(at: datetime) -> str:
    """An instant as browsers read it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def line(one: Line) -> Plain:
    """A settled wager, spelt as `flask game settle` spells it."""
    return {
        "seat": one.seat,
        "wager": one.wager,
        "stake": one.stake,
        "net": one.net,
        "rule": one.cite.id,
    }


def seats(found: Mapping[int, AnySeat]) -> list[Plain]:
    """Who sits where."""
    return [
        {"seat": seat, "player": sits.player, "card": bool(sits.card)}
        for seat, sits in found.items()
    ]


def amounts(found: Amounts | None) -> Plain | None:
    """What may be staked."""
    if found is None:
        return None
    return {
        "least": found.least,
        "most": found.most,
        "step": found.step,
        "taps": list(found.taps),
    }


def offer(one: Offer) -> Plain:
    """One thing that may happen now."""
    cards = one.cards
    return {
        "act": one.act,
        "label": one.label,
        "rule": one.cite.id,
        "seat": one.seat,
        "amounts": amounts(one.amounts),
        "extras": [
            {
                "wager": extra.wager,
                "label": extra.label,
                "amounts": amounts(extra.amounts),
                "rule": extra.cite.id,
            }
            for extra in one.extras
        ],
        "cards": cards
        and {
            "count": cards.count,
            "for_whom": cards.for_whom,
            "left": show(cards.left),
        },
        "spot": one.spot,
        "blind": one.blind,
        "rank": one.rank.title,
        "needs": list(one.needs),
    }


def outcome(seq: int, done: int, refused: Refused | None = None) -> Plain:
    """What came of taps: how many were done, the last action now, and why no more."""
    return {"done": done, "seq": seq, "refused": reasons(refused) if refused else []}


def refusals(refused: Refused) -> Plain:
    """Every reason why nothing was done."""
    return {"refused": reasons(refused)}


def reasons(refused: Refused) -> list[Plain]:
    """Every reason with its rule: what is wrong, what would be right, and where."""
    return [
        {"rule": r.cite.id, "wrong": r.wrong, "right": r.right, "field": r.field}
        for r in refused.refusals
    ]


def effect(found: Effect) -> Plain:
    """What a correction changes."""
    return {
        "lines": [
            {
                "seat": each.seat,
                "wager": each.wager,
                "before": each.before and line(each.before),
                "after": each.after and line(each.after),
                "net": each.net,
            }
            for each in found.lines
        ],
        "seats": {str(seat): net for seat, net in found.seats.items()},
        "elsewhere": list(found.elsewhere),
        "done": found.done is not None,
    }

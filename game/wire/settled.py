"""What is told of a settled round: how each seat has ended, or all that is wrong."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from game.line import Line
from game.wire.lines import Json, Spelt
from rulebook import Refusal

Reason = tuple[int | None, Refusal]  # the seat it is about, if it is about one
Notes = dict[int, Refusal]  # antes that count for something else than placed

_spelt = cache(json.dumps)  # a few names of wagers, hands and rules, again and again


class Ended(NamedTuple):
    """How a seat has ended: its hand, and what became of it."""

    hand: str
    result: str


def settled(
    seats: Mapping[int, Ended], lines: Iterable[Line], notes: Notes | None = None
) -> Spelt:
    """Every seat with its settled wagers and what they come to, spelt as JSON.

    Most of an answer is the same few words: spelling it here takes half as long as
    building it from objects for a writer to take apart.
    """
    wagers: dict[int, list[str]] = {seat: [] for seat in seats}
    nets = dict.fromkeys(seats, 0)
    for seat, wager, stake, net, cite in lines:
        wagers[seat].append(
            f'{{"wager":{_spelt(wager)},"stake":{stake},"net":{net}'
            f',"rule":{_spelt(cite.id)}}}'
        )
        nets[seat] += net
    told = [
        f'{{"seat":{seat},"category":{_spelt(hand)},"result":{_spelt(result)}'
        f',"lines":[{",".join(wagers[seat])}],"net":{nets[seat]}'
        f"{_noted(notes, seat) if notes else ''}}}"
        for seat, (hand, result) in seats.items()
    ]
    return Spelt(f'"seats":[{",".join(told)}]')


def _noted(notes: Notes, seat: int) -> str:
    if seat not in notes:
        return ""
    note = {"rule": notes[seat].cite.id, "reason": notes[seat].reason}
    return f',"note":{json.dumps(note, separators=(",", ":"))}'


def refused(reasons: Iterable[Reason]) -> Json:
    """Every reason why a round is not settled, each with its seat and its rule."""
    return {
        "refused": [
            {"rule": why.cite.id, "seat": seat, "reason": why.reason}
            for seat, why in reasons
        ]
    }

"""A draw of seats repeated from its public file alone, and everything that differs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from proof.commitments import keeps
from proof.stream import PROTOCOL
from rulebook import HOUSE, Cite, Refusal
from tournaments.rules import lots, seat_draw
from tournaments.rules.seat_repair import Place, Swap

REPEATED: Cite = HOUSE.at("TOURN-105")
NOT_A_DRAW = "This is not the file of a draw of seats"


def differences(file: object) -> tuple[Refusal, ...]:
    """Everything in the file of a draw that the draw itself does not give."""
    if isinstance(file, dict) and _is_lot(file.get("header")):
        return tuple(Refusal(REPEATED, said) for said in lots.differences(file))
    wrong = [*_malformed(file)]
    if not wrong and isinstance(file, dict):
        wrong = [*_compared(file)]
    return tuple(Refusal(REPEATED, sentence) for sentence in wrong)


def _is_lot(header: object) -> bool:
    """Whether it is the file of a lot, whose entries come out in an order."""
    return isinstance(header, dict) and "lot" in header


def _malformed(file: object) -> Iterator[str]:
    """Why nothing can be recomputed from this file."""
    if not isinstance(file, dict) or not isinstance(file.get("header"), dict):
        yield f"{NOT_A_DRAW}: it has no header."
        return
    fixed = file["header"]
    if fixed.get("protocol") != PROTOCOL:
        yield f"{NOT_A_DRAW}: its protocol is not {PROTOCOL}."
    elif "seats" not in file:
        yield "The seats of this draw are not released: there is nothing to compare."
    elif bad := next(_odd_shapes(file, fixed), ""):
        yield f"{NOT_A_DRAW}: {bad}."
    else:
        yield from _odd_lists(fixed)


def _odd_shapes(file: Mapping[str, Any], fixed: Mapping[str, Any]) -> Iterator[str]:
    if not _numbers(fixed.get("entries"), 1):
        yield "its entries are not whole numbers"
    for name in ("places", "kept"):
        if not _rows(fixed.get(name, []), 3):
            yield f"its {name} are not lists of session, table and seat"
    if not _rows(fixed.get("apart", []), 2):
        yield "those kept apart are not pairs of entries"
    limited = fixed.get("limited", [])
    if not isinstance(limited, list) or not all(map(_is_limit, limited)):
        yield "those limited to some places are not entries with places"
    if not _is_hex(fixed.get("commitment")) or not _is_hex(file.get("secret")):
        yield "promise and secret are not both there"
    if not isinstance(file.get("word"), str):
        yield "its word is not there"
    if not isinstance(file.get("swaps"), list) or not isinstance(file["seats"], list):
        yield "its swaps and seats are not lists"


def _is_limit(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 2:
        return False
    return _numbers(row[:1], 1) and _numbers(row[1], 0)


def _numbers(found: object, least: int) -> bool:
    return isinstance(found, list) and all(
        isinstance(n, int) and not isinstance(n, bool) and n >= least for n in found
    )


def _rows(found: object, length: int) -> bool:
    return isinstance(found, list) and all(
        _numbers(row, 1) and len(row) == length for row in found
    )


def _is_hex(text: object) -> bool:
    try:
        return isinstance(text, str) and bool(bytes.fromhex(text))
    except ValueError:
        return False


def _odd_lists(fixed: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the list itself, whatever was drawn from it."""
    entries, places = fixed["entries"], fixed["places"]
    for one, two in pairwise(entries):
        if one >= two:
            yield f"The list is not in order: entry {one} stands before {two}."
    if len({tuple(place) for place in places}) != len(places):
        yield "The list has a place twice."
    if len(entries) > len(places):
        yield f"The list has {len(entries)} entries and only {len(places)} places."
    known = set(entries)
    named = {entry for pair in fixed.get("apart", []) for entry in pair}
    named |= {entry for entry, _ in fixed.get("limited", [])}
    for entry in sorted(named - known):
        yield f"Entry {entry} has a condition and is not on the list."
    for entry, at in fixed.get("limited", []):
        if any(place >= len(places) for place in at):
            yield f"Entry {entry} is limited to a place that is not on the list."


def _compared(file: Mapping[str, Any]) -> Iterator[str]:
    fixed, secret = file["header"], bytes.fromhex(file["secret"])
    if file.get("promise", fixed["commitment"]) != fixed["commitment"]:
        yield "The promise beside the list is not the promise in it."
    if not keeps(fixed["commitment"], secret):
        yield "The promise is not kept: this secret is not the one promised."
        return
    drawn = seat_draw.drawn(fixed, secret, file["word"])
    if isinstance(drawn, Refusal):
        yield drawn.wrong
        return
    yield from _swaps(file["swaps"], drawn.swaps)
    yield from _seats(file["seats"], drawn.seats)


def _swaps(kept: Sequence[Any], drawn: Sequence[Swap]) -> Iterator[str]:
    due = [swap.to_data() for swap in drawn]
    for at, swap in enumerate(kept, start=1):
        if swap not in due:
            yield f"Swap {at} in the file has no cause."
    for at, swap in enumerate(due, start=1):
        if swap not in kept:
            who = f"entry {swap['entry']} with {swap['with'] or 'nobody'}"
            yield f"Swap {at} of the draw, {who}, is not in the file."
    if not any(s not in due for s in kept) and len(kept) != len(due):
        yield f"The file has {len(kept)} swaps; the draw makes {len(due)}."


def _seats(kept: Sequence[Any], drawn: Sequence[seat_draw.Seated]) -> Iterator[str]:
    due = {each.entry: each.place for each in drawn}
    seen: set[int] = set()
    for at, row in enumerate(kept, start=1):
        values = row if isinstance(row, dict) else {}
        given: list[Any] = [values.get(name) for name in ("session", "table", "seat")]
        entry = values.get("entry")
        if not _numbers([entry, *given], 1):
            yield f"Seat {at} in the file is not an entry with a place."
        elif entry in seen:
            yield f"Entry {entry} has two seats in the file."
        elif entry not in due:
            yield f"Entry {entry} has a seat in the file and is not on the list."
        elif Place(*given) != due[entry]:
            yield (
                f"Entry {entry} sits at {_said(Place(*given))} in the file; the draw "
                f"gives {_said(due[entry])}."
            )
        seen.add(entry if isinstance(entry, int) else 0)
    for entry in sorted(due.keys() - seen):
        yield (
            f"Entry {entry} has no seat in the file; the draw gives "
            f"{_said(due[entry])}."
        )


def _said(place: Place) -> str:
    return f"session {place.session}, table {place.table}, seat {place.seat}"

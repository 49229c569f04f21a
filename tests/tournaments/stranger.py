"""A second draw of seats, written from docs/repeat-a-draw.md alone: no shared code."""

import hashlib
import hmac
import json


def again(file):
    """Swaps and seats as a stranger finds them from the header, secret and word."""
    head, secret = file["header"], bytes.fromhex(file["secret"])
    assert hashlib.sha256(secret).hexdigest() == head["commitment"]
    text = json.dumps(head, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    key = hashlib.sha256(text.encode() + secret + file["word"].encode()).digest()
    order = shuffle(
        head["entries"] + [0] * (len(head["places"]) - len(head["entries"])), key
    )
    targets = choose(head, order)
    if targets is None:
        return None
    swaps = exchange(head, order, targets)
    seats = {e: tuple(p) for e, p in zip(order, head["places"], strict=True) if e}
    return swaps, seats


def shuffle(items, key):
    """Fisher-Yates from the end, with numbers from the blocks of one key."""
    items, numbers = list(items), blocks(key)
    for i in range(len(items) - 1, 0, -1):
        bits = i.bit_length()
        while (j := next(numbers) >> (64 - bits)) > i:
            pass
        items[i], items[j] = items[j], items[i]
    return items


def blocks(key):
    """Four numbers of 64 bits from each block."""
    i = 0
    while True:
        block = hmac.new(key, b"HR-DRAW-1" + i.to_bytes(8, "big"), "sha256").digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        i += 1


def choose(head, order):
    """A place for everybody with a rule, by going forward and back."""
    places, limited = head["places"], {e: set(at) for e, at in head["limited"]}
    foes = {}
    for a, b in head["apart"]:
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    who = sorted(
        limited.keys() | foes.keys(),
        key=lambda e: (len(limited[e]) if e in limited else len(places), e),
    )
    left = [100_000]

    def place(at, got):
        if at == len(who):
            return got
        entry, size = who[at], len(places)
        for step in range(size):
            spot = (order.index(entry) + step) % size
            if entry in limited and spot not in limited[entry]:
                continue
            left[0] -= 1
            if left[0] < 0:
                return None
            clash = any(
                places[got[foe]][:2] == places[spot][:2]
                for foe in foes.get(entry, ())
                if foe in got
            )
            if spot in got.values() or clash:
                continue
            done = place(at + 1, {**got, entry: spot})
            if done is not None:
                return done
        return None

    return place(0, {})


def exchange(head, order, targets):
    """The swaps that lead to these places, each with its reason; order is changed."""
    places, limited = head["places"], dict(head["limited"])
    first, swaps = list(order), []
    for entry, spot in targets.items():
        own = order.index(entry)
        if own == spot:
            continue
        other, drawn = order[spot], first.index(entry)
        order[own], order[spot] = other, entry
        foes = {e for pair in head["apart"] if entry in pair for e in pair} - {entry}
        if entry in limited and drawn not in limited[entry]:
            why = "limited"
        elif any(places[targets[foe]][:2] == places[drawn][:2] for foe in foes):
            why = "apart"
        else:
            why = "makes-room"
        swaps.append({"entry": entry, "with": other, "why": why})
    return swaps

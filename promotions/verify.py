"""Check a draw of HR-DRAW-1 yourself: verify.py CERTIFICATE ENTRIES.

Everything is worked out again, from the published list to the last ticket drawn, and
what fails is named. Only checking the signature needs the package `cryptography`.
"""

import hashlib
import hmac
import json
import sys
from array import array
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:  # a bare machine checks all but the signature
    Ed25519PublicKey = None  # type: ignore[assignment,misc]


def sha(data: bytes) -> bytes:
    """H of the protocol."""
    return hashlib.sha256(data).digest()


def canonical(data: object) -> bytes:
    """JSON in the one spelling of the protocol."""
    spelt = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    return json.dumps(data, **spelt).encode()  # type: ignore[arg-type]


def entries(lines: Iterable[str]) -> tuple[str, Sequence[int], int]:
    """The root of the list, where each holder's tickets begin, and how many are."""
    level, firsts, end = list[bytes](), array("Q"), 0
    for line in lines:
        if line == "index,first,count,leaf\n":
            continue
        index, first, tickets, leaf = line.split(",")
        if (index, first) != (str(len(firsts)), str(end)) or int(tickets) < 1:
            raise ValueError(f"row {len(firsts)} of the entries does not follow")
        firsts.append(end)
        end += int(tickets)
        level.append(bytes.fromhex(leaf))
    while len(level) > 1:  # a last one without a neighbour goes up as it is
        alone = level[len(level) & ~1 :]
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [sha(b"\x01" + left + right) for left, right in pairs] + alone
    return (level[0] if level else sha(b"")).hex(), firsts, end


def words(key: bytes) -> Iterator[int]:
    """The numbers of 64 bits that a key gives, one after another."""
    for block in count():
        mac = hmac.digest(key, b"HR-DRAW-1" + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(mac[at : at + 8], "big") for at in (0, 8, 16, 24))


def below(n: int, numbers: Iterator[int]) -> int:
    """The next number below n: too large ones are passed over, so none is favoured."""
    shift = 64 - (n - 1).bit_length()
    return 0 if n == 1 else next(v for w in numbers if (v := w >> shift) < n)


def drawn(cert: Any, firsts: Sequence[int], total: int) -> Iterator[tuple[Any, ...]]:
    """The transcript as it must be."""
    header, position, removed = cert["header"], count(), list[tuple[int, int]]()
    once = header["one_win_per_holder"]
    prizes = [[p["id"] for p in header["prizes"] for _ in range(p["quantity"])]]
    prizes += [[row["prize"]] for row in cert["transcript"] if row["round"] > 0]
    for number, (reveal, each) in enumerate(zip(cert["reveals"], prizes, strict=False)):
        told = bytes.fromhex(reveal["house"] + reveal["scrutineer"])
        start = canonical(header) + number.to_bytes(4, "big")
        numbers = words(sha(start + told + cert["beacon_value"].encode()))
        for prize in each:
            if not (left := total - sum(after - first for first, after in removed)):
                return  # nobody is left to win
            ticket = below(left, numbers)
            for first, after in removed:
                if ticket < first:
                    break
                ticket += after - first
            index = bisect_right(firsts, ticket) - 1
            after = firsts[index + 1] if index + 1 < len(firsts) else total
            insort(removed, (firsts[index], after) if once else (ticket, ticket + 1))
            yield (number, next(position), prize, ticket, index)


def reveals(cert: Any) -> Iterator[str]:
    """What was revealed and not promised: each value hashes back to its promise."""
    for number, reveal in enumerate(cert["reveals"]):
        for who, promised in cert["header"]["commitments"].items():
            value = bytes.fromhex(reveal[who])
            for _ in range(number + 1 if promised else 0):
                value = sha(value)
            if value.hex() != promised:
                yield f"round {number}: what the {who} revealed was not promised"


def replacements(cert: Any) -> Iterator[str]:
    """What is wrong with later rounds: each is for one vacated place, with a reason."""
    later = [row for row in cert["transcript"] if row["round"]]
    if len(later) > (most := cert["header"]["reserves"]):
        yield f"{len(later)} replacement rounds, and {most} were allowed"
    if len(cert["reveals"]) != (0 if cert.get("aborted") else 1 + len(later)):
        yield f"{len(cert['reveals'])} reveals do not fit the rounds"
    places = {row["position"]: row["prize"] for row in cert["transcript"]}
    for row in later:
        place = row.get("replaces", row["position"])
        known = place < row["position"] and places.pop(place, None) == row["prize"]
        if not known or not row.get("reason"):
            yield f"round {row['round']}: no vacated place of this prize with a reason"


def faults(cert: Any, lines: Iterable[str]) -> Iterator[str]:
    """Everything that does not hold, in sentences; nothing when the draw is sound."""
    if cert.get("by_hand"):
        yield "it was drawn by hand from paper tickets, which nobody can repeat"
        return
    root, firsts, total = entries(lines)
    listed = {"entry_root": root, "holders": len(firsts), "tickets": total}
    for name, value in listed.items():
        if (said := cert["header"][name]) != value:
            yield f"{name}: the header says {said}, the list {value}"
    yield from (*reveals(cert), *replacements(cert))
    fields = ("round", "position", "prize", "ticket", "index")
    rows = [tuple(row[name] for name in fields) for row in cert["transcript"]]
    for at, pair in enumerate(zip_longest(rows, drawn(cert, firsts, total))):
        if pair[0] != pair[1]:
            yield f"position {at}: the transcript has {pair[0]}, drawn was {pair[1]}"
    if Ed25519PublicKey is not None:
        body = canonical({key: cert[key] for key in cert if key != "signature"})
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(cert["public_key"]))
            key.verify(bytes.fromhex(cert["signature"]), body)
        except (InvalidSignature, ValueError):
            yield "the signature is not of this certificate"


if __name__ == "__main__":
    try:
        with Path(sys.argv[2]).open(encoding="utf-8") as file:
            wrong = [*faults(json.loads(Path(sys.argv[1]).read_bytes()), file)]
    except (LookupError, TypeError, ValueError, OSError) as bad:
        wrong = [f"It cannot be read: {bad!r}"]
    sys.exit("\n".join(wrong) or print("The draw is sound: it comes out the same."))

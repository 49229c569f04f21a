"""Check a pack of House Rules: python3 verify_pack.py [PACK.zip or its folder].

Holds every file against the list of hashes, the list against the record, the record
against its signed checkpoint, and names what fails. Needs Python 3.11, nothing else.
"""

import hashlib
import json
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
READING = (LookupError, TypeError, ValueError, OSError, RuntimeError, EOFError)
BROKEN = (*READING, zlib.error, zipfile.BadZipFile)
Point = tuple[int, int]
Opened = Callable[[str], Any]


def without(data: dict[str, Any], name: str) -> bytes:
    """All but one field, as JSON in the one spelling that is hashed and signed."""
    rest = {key: data[key] for key in data if key != name}
    how = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    return json.dumps(rest, **how).encode()  # type: ignore[arg-type]


def added(p: Point, q: Point) -> Point:
    """Two points of the curve Ed25519, added."""
    (a, b), (c, d), k = p, q, D * p[0] * p[1] * q[0] * q[1]
    one, two = (a * d + b * c) * pow(1 + k, -1, P), (b * d + a * c) * pow(1 - k, -1, P)
    return one % P, two % P


def times(n: int, p: Point) -> Point:
    """A point, added to itself n times."""
    half = times(n // 2, added(p, p)) if n else (0, 1)
    return added(half, p) if n & 1 else half


def point(data: bytes) -> Point:
    """The point that these 32 bytes stand for (RFC 8032, 5.1.3)."""
    odd, y = data[31] >> 7, int.from_bytes(data, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (not x and odd):
        raise ValueError("no point of the curve")
    return P - x if x & 1 != odd else x, y


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a key signed this message (RFC 8032, 5.1.7)."""
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    half, s = signature[:32], int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(half + key + message).digest(), "little") % ORDER
    same = times(s, base) == added(point(half), times(h, point(key)))
    return len(signature) == 64 and s < ORDER and same


def led_to(leaf: bytes, at: int, size: int, path: list[bytes]) -> bytes:
    """The root that a path leads to from the entry at this place (RFC 6962)."""
    found = hashlib.sha256(b"\x00" + leaf).digest()
    while size > 1:
        if at % 2 or at + 1 < size:
            both = path.pop(0) + found if at % 2 else found + path.pop(0)
            found = hashlib.sha256(b"\x01" + both).digest()
        at, size = at // 2, (size + 1) // 2
    return b"" if path else found


def altered(entry: dict[str, Any]) -> bool:
    """Whether an entry of the record is not what its hash was made from."""
    return bool(entry["hash"] != hashlib.sha256(without(entry, "hash")).hexdigest())


def lines(record: IO[bytes]) -> Iterator[str]:
    """The first line of the record that does not hold."""
    last: dict[str, Any] = {"number": 0, "hash": "0" * 64}
    for number, entry in enumerate(map(json.loads, record), start=1):
        gap = entry["number"] - last["number"] - 1
        if altered(entry) or gap < 0 or (not gap and entry["previous"] != last["hash"]):
            yield f"record.jsonl, line {number}: the entry was changed or moved."
            return
        last = entry


def proven(manifest: bytes, proof: Any) -> Iterator[str]:
    """Whatever keeps the list of files from being on the record that was signed."""
    entry, mark = proof["entry"], proof.get("checkpoint")
    if altered(entry):
        yield "proof.json was changed: the entry of the record is not as hashed."
    if entry["after"].get("manifest_sha256") != hashlib.sha256(manifest).hexdigest():
        yield "manifest.json was changed: the record knows another list of files."
    if mark is None:
        yield f"No checkpoint stands for it: {proof.get('unsigned')}"
        return
    path, place = [bytes.fromhex(node) for node in proof["path"]], entry["number"] - 1
    leads = led_to(bytes.fromhex(entry["hash"]), place, mark["size"], path)
    if not 0 <= place < mark["size"] or leads.hex() != mark["root"]:
        yield "proof.json was changed: the path does not lead to what was signed."
    key, signature = bytes.fromhex(mark["key"]), bytes.fromhex(mark["signature"])
    if not signed(key, without(mark, "signature"), signature):
        yield "proof.json was changed: the signature of its checkpoint does not hold."
    print(f"Checkpoint {mark['number']} of {mark['at']}, signed with {mark['key']}")


def faults(names: set[str], opened: Opened) -> Iterator[str]:
    """Everything wrong with a pack, in sentences."""
    with opened("manifest.json") as first, opened("proof.json") as second:
        manifest, proof = first.read(), second.read()
    try:
        yield from proven(manifest, json.loads(proof))
    except BROKEN as why:
        yield f"proof.json was changed: {why}"
    for file in (listed := json.loads(manifest)["files"]):
        try:
            with opened(file["name"]) as found:
                digest = hashlib.file_digest(found, "sha256").hexdigest()
        except BROKEN as why:
            digest = f"none, {why}"
        if digest != file["sha256"]:
            yield f"{file['name']} was changed: its SHA-256 is {digest}."
    known = {"manifest.json", "proof.json", *(file["name"] for file in listed)}
    yield from (f"{name} does not belong to it." for name in sorted(names - known))
    with opened("record.jsonl") as record:
        yield from lines(record)


def checked(place: Path) -> Iterator[str]:
    """Everything wrong with the pack that lies there, zipped or unpacked."""
    try:
        if place.is_dir():
            names = {str(p.relative_to(place)) for p in place.rglob("*") if p.is_file()}
            yield from faults(names, lambda name: (place / name).open("rb"))
        else:
            with zipfile.ZipFile(place) as pack:
                yield from faults(set(pack.namelist()), pack.open)
    except BROKEN as bad:
        yield f"Something in it cannot be read: {bad!r}"


if __name__ == "__main__":
    wrong = [*checked(Path(sys.argv[1] if sys.argv[1:] else Path(__file__).parent))]
    sys.exit("\n".join(wrong) or print("The pack holds: every file is as it was made."))

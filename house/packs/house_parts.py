"""The parts that every pack has: its record, itself on paper, and how it is checked."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, col, select

from house.audit import Subject
from house.audit.chain import line
from house.audit.models import AuditRow
from house.audit.verification import as_entry
from house.packs import report
from house.packs.models import PackPartRow, PackRow
from house.packs.parts import Packed, Papers, Part
from house.packs.writing import Folder, Made
from rulebook import HOUSE, Cite

WRITTEN_DOWN: Cite = HOUSE.at("RECORD-1")
TAKEN_AWAY: Cite = HOUSE.at("RECORD-8")
CHECKED: Cite = HOUSE.at("PACK-2")
CHUNK = 500
SCRIPT = Path(__file__).with_name("verify_pack.py")
GUIDE = """\
Everything {house} has on {name}, put together by House Rules.

report.pdf      what is in it, to be read
*.csv, *.json   the same rows for people and for programs
record.jsonl    every act and refusal about it, one a line, with its hash
manifest.json   each file with its SHA-256
proof.json      the entry of the record that has the hash of manifest.json, the signed
                checkpoint that stands for it, and the path between them

To check it, with Python 3.11 or later and nothing else:

    python3 verify_pack.py            in this folder, unpacked
    python3 verify_pack.py PACK.zip   anywhere

It names what was changed, left out or added. Then compare the key it prints with the
one on the house's public page “/record”, or with a checkpoint you were sent.
"""


@dataclass(frozen=True, slots=True)
class Record:
    """What the record says about an event, as it is exported, line by line."""

    subject: Subject
    room: Packed
    name: str = "record"
    title: str = "The record: every act and every refusal"
    cite: Cite = TAKEN_AWAY

    def write(self, session: Session, subject_id: int, folder: Folder) -> Made:
        """Write every entry in the order of its number."""
        about = (self.subject, *self.room.about(session, subject_id))
        found = array("q", sorted(numbers(session, about)))
        written = folder.file("record.jsonl", entries(session, found))
        return Made(len(found), (written,))


def entries(session: Session, found: "array[int]") -> Iterator[bytes]:
    """The entries of these numbers as they are exported, some at a time."""
    row = AuditRow
    for at in range(0, len(found), CHUNK):
        mine = select(row).where(col(row.number).in_(found[at : at + CHUNK].tolist()))
        for entry in session.exec(mine.order_by(col(row.number))):
            yield line(as_entry(entry))
        session.expunge_all()


def numbers(session: Session, about: Iterable[Subject]) -> Iterator[int]:
    """The numbers of the entries about these."""
    by_kind = defaultdict[str, list[str]](list)
    for subject in about:
        by_kind[subject.kind].append(subject.id)
    for kind, ids in by_kind.items():
        for at in range(0, len(ids), CHUNK):
            mine = select(AuditRow.number).where(
                col(AuditRow.subject_kind) == kind,
                col(AuditRow.subject_id).in_(ids[at : at + CHUNK]),
            )
            yield from session.exec(mine)


@dataclass(frozen=True, slots=True)
class Report:
    """The pack on paper."""

    pack: PackRow
    before: Sequence[PackPartRow]
    name: str = "report"
    title: str = "All of it on paper"
    cite: Cite = WRITTEN_DOWN

    def write(self, session: Session, _subject_id: int, folder: Folder) -> Made:
        """Print what the files have, as far as paper has room for it."""
        made = report.printed(session, self.pack, self.before, folder)
        return Made(1, (folder.file("report.pdf", [made]),))


def of(pack: PackRow, room: Packed, made: Sequence[PackPartRow]) -> tuple[Part, ...]:
    """What comes after the parts of the room."""
    subject = Subject(pack.subject_kind, str(pack.subject_id), pack.subject_name)

    def guide(_session: Session, _id: int) -> Iterator[tuple[str, bytes]]:
        words = GUIDE.format(house=report.house(), name=pack.subject_name)
        yield "README.txt", words.encode()
        yield SCRIPT.name, SCRIPT.read_bytes()

    return (
        Record(subject, room),
        Papers("guide", "How it is checked", CHECKED, guide),
        Report(pack, made),
    )

"""What was decided: how the documents are read, and how the product is built."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebook.register import rule
from rulebook.sources import DOCUMENTS

FOLDER = Path(__file__).parent.parent / "docs" / "decisions"
READINGS = FOLDER / "readings"
INDEX = FOLDER / "README.md"
HEADINGS = {"Room", "Rules", "Changed by", "Superseded by"}
SEVERAL, POLICY = "Several documents", "The house's own policy"
OPENING = """# Decisions

Ten lines each: what was decided, why, and what was turned down. A *reading* says how we
take a document that is silent, unclear or at odds with itself; it names its rules, and
the page of each of them (`/desk/rules/…`) leads to it. Everything else is about how the
product is built, and names its room. None is ever deleted: one that no longer holds
says which came after it.

This page is made by `flask rules decisions`; a test fails while it is out of date.
[How to write one](../../CONTRIBUTING.md#a-decision).
"""


class Misfiled(ValueError):
    """A decision that does not say what the index needs to know."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One page of the decisions: what it is about and whether it still stands."""

    number: int
    title: str
    file: str
    room: str
    rules: tuple[str, ...]
    changed_by: tuple[int, ...]
    superseded_by: tuple[int, ...]
    paragraphs: tuple[str, ...]

    @property
    def is_reading(self) -> bool:
        """Whether it says how a document is read, and not how something is built."""
        return bool(self.rules)

    @property
    def state(self) -> str:
        """Whether it stands, in a few words."""
        for said, later in (
            ("superseded by", self.superseded_by),
            ("changed in part by", self.changed_by),
        ):
            if later:
                return f"{said} {', '.join(map(str, later))}"
        return "stands"


@cache
def decisions() -> tuple[Decision, ...]:
    """Every decision by its number."""
    pages = [*FOLDER.glob("[0-9]*.md"), *READINGS.glob("[0-9]*.md")]
    return tuple(sorted(map(_read, pages), key=lambda each: each.number))


def decisions_of(rule_id: str) -> tuple[Decision, ...]:
    """The decisions on how a rule is read."""
    return tuple(each for each in decisions() if rule_id in each.rules)


def _read(path: Path) -> Decision:
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    first, *lines = head.splitlines()
    number, _, title = first.removeprefix("# ").partition(". ")
    if number != path.name[:4].lstrip("0") or not title:
        raise Misfiled(f"{path.name} begins with “# {int(path.name[:4])}. Its title”.")
    said = dict(line.split(": ", 1) for line in lines if ": " in line)
    wanted = "Rules" if path.parent == READINGS else "Room"
    if set(said) - HEADINGS or len(said) != len(lines) or wanted not in said:
        raise Misfiled(f"{path.name} has “{wanted}: …” below its title, then a blank.")
    return Decision(
        int(number),
        title,
        path.relative_to(FOLDER).as_posix(),
        said.get("Room", ""),
        tuple(rule(rule_id).id for rule_id in _listed(said.get("Rules", ""))),
        tuple(map(int, _listed(said.get("Changed by", "")))),
        tuple(map(int, _listed(said.get("Superseded by", "")))),
        tuple(_paragraphs(body)),
    )


def _listed(text: str) -> list[str]:
    return [item for item in text.split(", ") if item]


def _paragraphs(body: str) -> Iterator[str]:
    """What a page says, without its line breaks; each item of a list by itself."""
    for block in body.strip().replace("\n- ", "\n\n- ").split("\n\n"):
        yield " ".join(block.removeprefix("- ").split()).replace("**", "")


def index() -> str:
    """The page that lists every decision, readings by document, others by room."""
    readings = [each for each in decisions() if each.is_reading]
    built = [each for each in decisions() if not each.is_reading]
    documents = [*(source.code for source in DOCUMENTS), SEVERAL, POLICY]
    by_document, by_room = _grouped(readings), _grouped(built)
    return "\n".join(
        (
            OPENING,
            f"## How the documents are read ({len(readings)})\n",
            *_tables(documents, by_document),
            f"## How the product is built ({len(built)})\n",
            *_tables(sorted(by_room), by_room),
        )
    )


def _grouped(of: Iterable[Decision]) -> Mapping[str, list[Decision]]:
    grouped: defaultdict[str, list[Decision]] = defaultdict(list)
    for each in of:
        grouped[_document(each) if each.is_reading else f"`{each.room}`"].append(each)
    return grouped


def _document(reading: Decision) -> str:
    codes = {rule(rule_id).code for rule_id in reading.rules} - {"HOUSE"}
    match sorted(codes):
        case []:
            return POLICY
        case [code]:
            return code
    return SEVERAL


def _tables(
    order: Iterable[str], grouped: Mapping[str, list[Decision]]
) -> Iterator[str]:
    for group in order:
        yield f"### {group}\n\n| | decision | |\n|--:|---|---|"
        for each in grouped[group]:
            yield f"| {each.number} | [{each.title}]({each.file}) | {each.state} |"
        yield ""

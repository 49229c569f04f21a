"""The record as the house checks it: whole, and against every checkpoint it finds."""

from sqlalchemy import text
from sqlmodel import Session

from house.audit.checkpoints.signing import Signer
from house.audit.verification import Finding, verify
from house.checks import Check, Outcome, Progress
from house.web.request import config
from rulebook import HOUSE, Cited

NAME = "the record"
WITHOUT = "held against nothing: there is no checkpoint"
# What of the database refuses to change the record, and how it is asked for it.
GUARDS = Cited(
    {
        "sqlite": (
            "SELECT name FROM sqlite_master WHERE type = 'trigger'",
            ("audit_no_update", "audit_no_delete", "audit_no_replace"),
        ),
        "postgresql": (
            "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'",
            ("audit_append_only", "audit_no_truncate"),
        ),
    },
    HOUSE.at("RECORD-2"),
)


def look(session: Session, progress: Progress) -> Outcome:
    """Verify the record of this house."""
    kept = Signer.of(config()).read()
    return outcome(verify(session, kept=kept, progress=progress))


def look_at_guards(session: Session, _progress: Progress) -> Outcome:
    """Verify that the database itself still refuses to change the record."""
    asked, wanted = GUARDS.value[session.get_bind().dialect.name]
    there = {*session.execute(text(asked)).scalars()}
    wrong = tuple(
        f"The database would let the record be changed: {name} is gone. {GUARDS.cite}"
        for name in wanted
        if name not in there
    )
    return Outcome(
        len(wanted) - len(wrong),
        f"{len(wanted)} triggers refuse to change the record",
        wrong,
    )


def outcome(finding: Finding) -> Outcome:
    """What a verification came to, with what is noted of it."""
    facts: dict[str, object] = {
        "entries": finding.head.number,
        "head": finding.head.hash,
        "checkpoint": finding.against.number if finding.against else 0,
    }
    if finding.broken:
        facts |= {"first_bad": finding.broken.number, "why": finding.broken.why}
        facts |= {"breaks": finding.broken.cite.id}
    return Outcome(finding.head.number, said(finding), finding.wrong, facts)


def said(finding: Finding) -> str:
    """How many entries hold, and what they were held against."""
    count = f"{finding.head.number:,} entries"
    if finding.broken:
        return f"{count} hold before the first that does not"
    return f"{count}, {held_against(finding)}"


def held_against(finding: Finding) -> str:
    """What the record was held against, or that there was nothing to hold it to."""
    mark = finding.against
    if mark is None:
        return WITHOUT
    after = finding.head.number - mark.size
    since = f"; {after:,} came after it" if after else ""
    return (
        f"held against checkpoint {mark.number} of {mark.at[:16]}Z "
        f"({mark.size:,} entries, key {mark.key[:16]}…){since}"
    )


CHECK = Check(NAME, look)
GUARDED = Check("its guards", look_at_guards)

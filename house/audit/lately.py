"""Who acted lately, what was done and about what: the lists a filter offers."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.audit.acts_in_words import WHOLE
from house.audit.models import AuditRow
from house.audit.verification import newest

NEWEST = 2_000  # entries; whatever is older is found by its words

Choices = Mapping[str, str]  # what is looked for, and how it reads


@dataclass(frozen=True, slots=True)
class Lately:
    """What the newest entries of the record are of, each in the order of its name."""

    people: Choices
    acts: Choices
    things: Mapping[str, Choices]  # by their kind

    def all_of(self, *kinds: str) -> Choices:
        """The things of these kinds, kind by kind."""
        return {k: v for kind in kinds for k, v in self.things.get(kind, {}).items()}


def offered(every: str, chosen: str | None, found: Choices) -> dict[str, str]:
    """A list to choose from; what is chosen already can stay chosen."""
    return {"": every} | ({chosen: chosen} if chosen else {}) | dict(found)


def lately(session: Session) -> Lately:
    """Read the newest entries once, for every list."""
    row = AuditRow
    about = (row.subject_kind, row.subject_id, row.subject_name)
    query = select(row.actor, row.actor_name, row.act, *about).where(  # type: ignore[call-overload]
        col(row.number) > newest(session) - NEWEST
    )
    found = session.exec(query.distinct()).all()
    people = {actor: f"{name} ({actor})" for actor, name, *_ in found}
    acts = {act: WHOLE.get(act, act).capitalize() for _, _, act, *_ in found}
    things: dict[str, dict[str, str]] = {}
    for *_, kind, id_, name in sorted(found, key=lambda each: (each[3], each[5])):
        things.setdefault(kind, {})[f"{kind}:{id_}"] = name or f"{kind} {id_}"
    return Lately(_sorted(people), _sorted(acts), things)


def _sorted(found: Choices) -> Choices:
    return dict(sorted(found.items(), key=lambda each: each[1].casefold()))

"""Who on the staff may be changed, and by whom; pure decisions over frozen values."""

from collections.abc import Iterator
from dataclasses import dataclass

from house.people.roles import Role
from rulebook import HOUSE, Refusal


@dataclass(frozen=True, slots=True)
class Person:
    """A member of staff as these decisions see one."""

    id: int
    name: str
    roles: frozenset[Role]
    left: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Who asks, and who are the working administrators of the house."""

    by_id: int | None  # none: whoever runs the machine itself
    admins: frozenset[int]


def against_left(person: Person) -> Iterator[Refusal]:
    """Why nothing about this person can be changed."""
    if person.left:
        yield Refusal(
            HOUSE.at("ACCESS-17"),
            f"{person.name} does not work here any more.",
            "Take them back first.",
        )


def against_change(person: Person, facts: Facts) -> Iterator[Refusal]:
    """Why this person cannot be changed by whoever asks."""
    yield from against_left(person)
    if person.id == facts.by_id:
        yield Refusal(
            HOUSE.at("ACCESS-13"),
            "This is your own account.",
            "Another administrator does this; your own account page does the rest.",
        )


def against_roles(
    person: Person, wanted: frozenset[Role], facts: Facts
) -> Iterator[Refusal]:
    """Why this person cannot hold exactly these roles from now on."""
    yield from against_change(person, facts)
    if Role.ADMIN not in wanted:
        yield from _against_losing(person, facts, "roles")


def against_leaving(person: Person, facts: Facts) -> Iterator[Refusal]:
    """Why this person's employment cannot end now."""
    yield from against_change(person, facts)
    yield from _against_losing(person, facts, "")


def against_return(person: Person) -> Iterator[Refusal]:
    """Why this person cannot be taken back."""
    if not person.left:
        yield Refusal(
            HOUSE.at("STEP-1"),
            f"{person.name} works here.",
            "Only somebody who has left is taken back.",
        )


def against_second_factor_reset(
    person: Person, facts: Facts, *, has_one: bool
) -> Iterator[Refusal]:
    """Why this person's second factor cannot be reset."""
    yield from against_change(person, facts)
    if not has_one:
        yield Refusal(
            HOUSE.at("STEP-1"),
            f"{person.name} has no second factor.",
            "There is nothing to reset; they set one up themselves.",
        )


def _against_losing(person: Person, facts: Facts, field: str) -> Iterator[Refusal]:
    if facts.admins == {person.id}:
        yield Refusal(
            HOUSE.at("ACCESS-12"),
            f"{person.name} is the only working administrator.",
            "Make somebody else an administrator first.",
            field,
        )

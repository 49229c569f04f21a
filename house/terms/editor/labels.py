"""What the fields and choices of an editor are called, and what turns them on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ROW = re.compile(r"\.\d+")
ANY_AMOUNT = "+"  # anything but nothing


class Label(NamedTuple):
    """What a field is called, a word of help, and what a row of it is."""

    name: str
    hint: str = ""
    row: str = ""


class Switch(NamedTuple):
    """The place of another field, and what it says while this one has a point."""

    place: str
    on: tuple[str, ...]
    says: str = ""  # what it says now, where it is known


STATED = Label("This statement is made")


@dataclass(frozen=True, slots=True)
class Labels:
    """How one kind of terms names its fields; what it leaves out names itself."""

    places: Mapping[str, Label] = field(default_factory=dict)
    names: Mapping[str, Label] = field(default_factory=dict)  # wherever they stand
    choices: Mapping[str, str] = field(default_factory=dict)
    listed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # texts to pick
    switches: Mapping[str, Switch] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()  # places that a setting of the house decides

    def of(self, place: str) -> Label:
        """What the field at a place is called."""
        path = ROW.sub("", place)
        name = path.rpartition(".")[2]
        known = {"stated": STATED, **self.names}
        plain = Label(name.replace("_", " ").capitalize())
        return self.places.get(path) or known.get(name) or plain

    def choice(self, value: str) -> str:
        """What a choice is called."""
        return self.choices.get(value) or value.replace("-", " ").capitalize()

    def switch(self, place: str) -> Switch | None:
        """What turns the field at a place on, if something does."""
        found = self.switches.get(ROW.sub("", place))
        return Switch(_beside(place, found.place), found.on) if found else None


def _beside(place: str, other: str) -> str:
    """Another field in the same rows as the one at a place."""
    parts, found = place.split("."), []
    for name in other.split("."):
        found.append(name)
        same = bool(parts) and parts.pop(0) == name
        while same and parts and parts[0].isdigit():
            found.append(parts.pop(0))
        if not same:
            parts = []
    return ".".join(found)

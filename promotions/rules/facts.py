"""What is known about a promotion at one moment: everything the gates ask for."""

from dataclasses import dataclass
from datetime import datetime

from promotions.rules.clauses.details import Channel
from promotions.rules.gates import Doubt
from promotions.rules.material import Piece
from promotions.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class Nominee:
    """Somebody who is, or would be, the scrutineer, and what stands against it."""

    username: str
    name: str
    has_role: bool = True
    wrote: bool = False  # began the promotion, or wrote on any version
    approved: bool = False
    draws: bool = False
    entered: bool = False
    related_to: str = ""  # somebody who wrote, approved, draws or entered


@dataclass(frozen=True, slots=True)
class After:
    """What is left to do after the draws, each in a sentence."""

    prizes: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """A promotion at one moment, as its records have it."""

    terms: Terms
    now: datetime
    actor: str = ""  # the username of whoever acts
    began: str = ""  # the username of whoever began it
    writers: frozenset[str] = frozenset()  # of the version to be approved
    lodged_at: datetime | None = None  # of the terms as they stand
    lodging_drafted: bool = False
    prescribed: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()  # hashes of what is kept
    pieces: tuple[Piece, ...] = ()
    scrutineer: Nominee | None = None
    doubts: tuple[Doubt, ...] = ()
    after: After = After()
    postponed_from: str = ""
    reason: str = ""

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Where the terms say they are to be had."""
        return self.terms.promotion.available.channels

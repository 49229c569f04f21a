"""What no key that the house has can open."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor.rounds.models import PracticeRoundRow, RoundRow
from house.people.models import StaffRow
from house.sealing import BrokenSeal, Seal

TOKEN = b"gAAAA"  # how everything sealed begins


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A kind of things that are sealed with a key the house does not have."""

    what: str
    number: int


Sealed = Callable[[Session], Iterator[bytes]]
_KINDS: list[tuple[str, Sealed]] = []


def keeps_sealed(what: str) -> Callable[[Sealed], Sealed]:
    """Let a room name what it keeps sealed, as a person would call it."""

    def register(sealed: Sealed) -> Sealed:
        _KINDS.append((what, sealed))
        return sealed

    return register


@keeps_sealed("second factors: these people sign in with a recovery code")
def second_factors(session: Session) -> Iterator[bytes]:
    """The secrets of everybody's second factor."""
    mine = select(StaffRow.totp_sealed).where(col(StaffRow.totp_sealed).is_not(None))
    return (sealed.encode() for sealed in session.exec(mine) if sealed)


@keeps_sealed("decks of rounds under way: void these rounds by hand")
def decks(session: Session) -> Iterator[bytes]:
    """The decks of rounds that are not over."""
    for kind in (RoundRow, PracticeRoundRow):
        under_way = (col(kind.deck_sealed).is_not(None), col(kind.ended_at).is_(None))
        for sealed in session.exec(select(kind.deck_sealed).where(*under_way)):
            if sealed:
                yield sealed


def unreadable(session: Session, seal: Seal) -> tuple[Unreadable, ...]:
    """Everything sealed that no key of the house opens, kind by kind."""
    counts = (
        Unreadable(what, sum(not _opens(seal, one) for one in sealed(session)))
        for what, sealed in _KINDS
    )
    return tuple(kind for kind in counts if kind.number)


def _opens(seal: Seal, sealed: bytes) -> bool:
    if not sealed.startswith(TOKEN):
        return True
    try:
        seal.open(sealed)
    except BrokenSeal:
        return False
    return True

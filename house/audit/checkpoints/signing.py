"""Sign the next checkpoint: only what holds, and only once for each night."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import Session

from house.audit.chain import GENESIS, Broken, Link, walk
from house.audit.checkpoints import keys
from house.audit.checkpoints.book import Book, Kept
from house.audit.checkpoints.checkpoint import Checkpoint, leaf_of
from house.audit.checkpoints.holding import removed
from house.audit.checkpoints.keys import KeyTrouble
from house.audit.plain import instant
from house.audit.verification import Unreadable, chunks, newest
from house.config import Config
from proof.growing import Frontier

log = structlog.get_logger()


class CannotSign(Exception):
    """Why no checkpoint can be signed now."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Where checkpoints are kept, and the key they are signed with."""

    book: Book
    key_path: Path

    @classmethod
    def of(cls, config: Config) -> "Signer":
        """The signer of the house with these settings."""
        return cls(Book(config.checkpoints), config.checkpoint_key)

    def read(self) -> Kept:
        """The checkpoints, with a fault where the key here is not theirs."""
        kept = self.book.read()
        if kept.newest is None or not self.key_path.exists():
            return kept
        try:
            self._key(kept.newest)
        except KeyTrouble as trouble:
            return replace(kept, faults=(*kept.faults, str(trouble)))
        return kept

    def sign(
        self, session: Session, now: datetime, since: datetime | None = None
    ) -> Checkpoint:
        """Sign the record as it stands; one signed since an instant will do."""
        with self._alone(session) as last:
            if last and since and last.at >= instant(since):
                return last
            checkpoint = _following(session, last, now)
            return self._kept(keys.sign(checkpoint, self._key(last)))

    def key(self) -> Ed25519PrivateKey:
        """The key that signs now: whatever else the house signs is signed with it."""
        try:
            with self.book.held():
                return self._key(self.book.read().newest)
        except KeyTrouble as trouble:
            raise CannotSign(str(trouble)) from None
        except OSError as error:
            why = f"{self.book.folder} cannot be written: {error.strerror}."
            raise CannotSign(why) from None

    def change_key(self, session: Session, now: datetime, *, lost: bool) -> Checkpoint:
        """Put a new key in the place of the old, which signs for it unless lost."""
        with self._alone(session) as last:
            checkpoint = _following(session, last, now)
            old = None if lost else self._key(last)
            self._next_path.unlink(missing_ok=True)
            new = keys.make(self._next_path)
            if old is None:
                signed = keys.sign(replace(checkpoint, key_lost=True), new)
            else:
                named = replace(checkpoint, next_key=keys.public(new))
                signed = keys.sign(named, old)
            self._kept(signed)
            self._next_path.replace(self.key_path)
            return signed

    @contextmanager
    def _alone(self, session: Session) -> Iterator[Checkpoint | None]:
        """The newest checkpoint, while nobody else signs; every trouble a sentence."""
        try:
            with self.book.held():
                kept = self.book.read()
                faults = (*kept.faults, *removed(session, kept))
                if faults:
                    raise CannotSign(faults[0])
                yield kept.newest
        except KeyTrouble as trouble:
            raise CannotSign(str(trouble)) from None
        except OSError as error:
            why = f"{self.book.folder} cannot be written: {error.strerror}."
            raise CannotSign(why) from None

    def _kept(self, checkpoint: Checkpoint) -> Checkpoint:
        self.book.append(checkpoint)
        log.info("checkpoint", **checkpoint.to_data())  # one more place to find it
        return checkpoint

    @property
    def _next_path(self) -> Path:
        return self.key_path.with_name(f"{self.key_path.name}.next")

    def _key(self, last: Checkpoint | None) -> Ed25519PrivateKey:
        """The key that signs after this checkpoint; the first one is made here."""
        if last is None:
            if self.key_path.exists():
                return keys.load(self.key_path)
            log.warning("a key for checkpoints was made", path=str(self.key_path))
            return keys.make(self.key_path)
        if self._is_next(last.signs_next):  # a crash came between line and key
            self._next_path.replace(self.key_path)
        key = keys.load(self.key_path)
        if keys.public(key) != last.signs_next:
            raise KeyTrouble(
                f"{self.key_path} is the wrong key: checkpoints are signed with "
                f"{last.signs_next[:16]}…, this is {keys.public(key)[:16]}…"
            )
        return key

    def _is_next(self, name: str) -> bool:
        path = self._next_path
        return path.exists() and keys.public(keys.load(path)) == name


def _following(session: Session, last: Checkpoint | None, now: datetime) -> Checkpoint:
    """The record since the last checkpoint on top of it, not yet signed."""
    link = Link(last.size, last.head) if last else Link()
    tree = last.tree if last else Frontier()
    _require(session, link)
    try:
        for entries in chunks(session, link.number, newest(session)):
            for step in walk(entries, link):
                if isinstance(step, Broken):
                    raise CannotSign(step.sentence)
                tree, link = tree.grown([leaf_of(step.hash)]), step
    except Unreadable as garbage:
        raise CannotSign(str(garbage)) from None
    return Checkpoint(
        number=last.number + 1 if last else 1,
        at=instant(now),
        head=link.hash,
        tree=tree,
        key="",
        previous=last.hash if last else GENESIS,
    )


def _require(session: Session, link: Link) -> None:
    """The record still has the entry that the last checkpoint ended with."""
    if not link.number:
        return
    found = next(chunks(session, link.number - 1, link.number), [])
    if not found or found[0]["hash"] != link.hash:
        raise CannotSign(
            f"The record no longer has entry {link.number:,} as it was last signed."
        )

"""A form under its seal: written once, opened by whoever may, held to its promise."""

import json
import secrets
from dataclasses import asdict, dataclass

from house.sealing import BrokenSeal, Seal
from proof.canonical import canonical
from proof.commitments import commitment, keeps
from tournaments.rules.secret_wagers import Written
from tournaments.secret.models import SecretFormRow

SALT_BYTES = 32
LONGEST = 1024  # every form is sealed at one length, which then says nothing of it


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is promised: a form for one seat of one round, and salt nobody can guess."""

    round_id: int
    seat: int
    written: Written
    salt: str

    @property
    def plain(self) -> bytes:
        """The sheet in one spelling."""
        said = {"round": self.round_id, "seat": self.seat, "salt": self.salt}
        return canonical(said | asdict(self.written))

    @property
    def promise(self) -> str:
        """What goes on the record before anybody is told."""
        return commitment(self.plain)


def fresh(round_id: int, seat: int, written: Written, salt: str = "") -> Sheet:
    """A sheet with salt of its own."""
    return Sheet(round_id, seat, written, salt or secrets.token_hex(SALT_BYTES))


def sealed(sheet: Sheet, seal: Seal) -> bytes:
    """The sheet as the database may keep it."""
    return seal.seal(sheet.plain.ljust(LONGEST))


def opened(row: SecretFormRow, seal: Seal) -> Sheet:
    """What a form says; one that is not what was promised is no form."""
    plain = seal.open(row.sealed).rstrip()
    if not keeps(row.promise, plain):
        raise BrokenSeal("The form is not the one that was promised.")
    said = json.loads(plain)
    written = Written(said["kind"], said["figures"], said["words"])
    return Sheet(said["round"], said["seat"], written, said["salt"])

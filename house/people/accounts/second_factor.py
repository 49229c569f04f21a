"""The second factor: codes that change every half minute, and codes for a bad day."""

import hashlib
import hmac
import secrets
from datetime import datetime

import pyotp
import segno

from house.sealing import BrokenSeal, Seal

STEP_SECONDS = 30
WINDOW = 1  # clocks of telephones go a little wrong
RECOVERY_CODES = 10
FEW = 3
# Sixteen of these letters hold 80 bits, so a plain hash of them cannot be guessed.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
ENROL_SECONDS = 30 * 60
ISSUER = "House Rules"


def new_secret() -> str:
    """A secret for somebody's telephone."""
    return pyotp.random_base32()


def seal_secret(seal: Seal, staff_id: int, secret: str) -> str:
    """The secret as it is kept: readable by this house, and good for one person."""
    return seal.seal(f"totp {staff_id} {secret}".encode()).decode()


def open_secret(
    seal: Seal, staff_id: int, sealed: str, *, seconds: int | None = None
) -> str:
    """The secret that was sealed for this person."""
    plain = seal.open(sealed.encode(), seconds=seconds).decode()
    prefix = f"totp {staff_id} "
    if not plain.startswith(prefix):
        raise BrokenSeal("This was sealed for somebody else.")
    return plain.removeprefix(prefix)


def step_of(secret: str, code: str, now: datetime) -> int | None:
    """The half minute whose code this is, if it is one of about now."""
    typed = digits(code)
    if len(typed) != 6:
        return None
    totp = pyotp.TOTP(secret)
    current = int(now.timestamp()) // STEP_SECONDS
    for step in range(current - WINDOW, current + WINDOW + 1):
        if hmac.compare_digest(totp.generate_otp(step), typed):
            return step
    return None


def code_at(secret: str, now: datetime) -> str:
    """The code of this half minute, for the demo house and for tests."""
    return pyotp.TOTP(secret).at(int(now.timestamp()))


def digits(code: str) -> str:
    """A code without the spaces people put in it."""
    typed = "".join(code.split())
    return typed if typed.isascii() and typed.isdigit() else ""


def address(secret: str, username: str, house: str) -> str:
    """What the telephone reads from the picture."""
    return pyotp.TOTP(secret).provisioning_uri(username, f"{ISSUER} · {house}")


def picture(uri: str) -> str:
    """The picture to hold a telephone up to, as an address an image can have."""
    code = segno.make(uri, error="m")
    shown: str = code.svg_data_uri(scale=5, border=3, light="#fff", dark="#12211b")
    return shown


def recovery_codes() -> tuple[str, ...]:
    """Ten codes to keep on paper, each in four groups of four."""
    return tuple(_recovery_code() for _ in range(RECOVERY_CODES))


def _recovery_code() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))
    return "-".join(groups)


def recovery_fingerprint(code: str) -> str:
    """What is kept of a recovery code, however it was typed."""
    typed = "".join(c for c in code.upper() if c.isalnum())
    return hashlib.sha256(typed.encode()).hexdigest()

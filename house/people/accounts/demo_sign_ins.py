"""The sign-ins a visitor of the demo house is shown; no other house has any."""

from datetime import datetime

from house.config import Config, Mode
from house.demo.staff import DEMO_STAFF, DemoPerson
from house.people.accounts import second_factor
from house.people.models import StaffRow
from house.sealing import BrokenSeal, Seal


def demo_sign_ins(config: Config) -> tuple[DemoPerson, ...]:
    """Everybody a visitor may be, with user name, name, roles and password."""
    return DEMO_STAFF if config.mode is Mode.DEMO else ()


def demo_code(config: Config, seal: Seal, staff: StaffRow, now: datetime) -> str | None:
    """The code a visitor’s telephone would show, had they one of ours."""
    if staff.totp_sealed is None:
        return None
    try:
        secret = second_factor.open_secret(seal, staff.pk, staff.totp_sealed)
    except BrokenSeal:
        return None
    return demo_secret_code(config, staff.username, secret, now)


def demo_secret_code(
    config: Config, username: str, secret: str, now: datetime
) -> str | None:
    """The code of a secret, for one of the demo house’s own people only."""
    people = {person.username for person in demo_sign_ins(config)}
    return second_factor.code_at(secret, now) if username in people else None

"""The people of the demo house, with sign-ins that everybody may know."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house import audit
from house.audit import SYSTEM, Actor
from house.people.accounts import second_factor
from house.people.accounts.services import subject
from house.people.models import StaffRow
from house.people.roles import NEED_SECOND_FACTOR, Role
from house.people.staff import services as staff_services
from house.people.staff.changes import ChangeRequest
from house.people.staff.services import Newcomer
from house.sealing import Seal
from rulebook import HOUSE, Refused

DEMO_PASSWORD = "by-the-book-2026"  # noqa: S105 (it is shown on the sign-in page)
DEMO_SECRET = "HOUSERULESDEMOHOUSERULESDEMO2222"  # noqa: S105 (as well known)


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody a visitor of the demo house may be."""

    username: str
    name: str
    roles: tuple[Role, ...]
    password: str = DEMO_PASSWORD

    @property
    def actor(self) -> Actor:
        """They as the record names them."""
        return Actor(self.username, self.name, self.roles[0].value)

    @property
    def titles(self) -> str:
        """Their roles as on a badge."""
        return ", ".join(role.label for role in self.roles)

    @property
    def needs_code(self) -> bool:
        """Whether a password alone does not let them in."""
        return bool(NEED_SECOND_FACTOR & set(self.roles))


RUTH = DemoPerson("ruth", "Ruth Okafor", (Role.DIRECTOR,))
DANIEL = DemoPerson("daniel", "Daniel Marsh", (Role.DEPUTY,))
PRIYA = DemoPerson("priya", "Priya Nair", (Role.SUPERVISOR,))
OSCAR = DemoPerson("oscar", "Oscar Lindgren", (Role.SUPERVISOR,))
AMARA = DemoPerson("amara", "Amara Diallo", (Role.DEALER,))
TOM = DemoPerson("tom", "Tom Whitlock", (Role.DEALER,))
GRACE = DemoPerson("grace", "Grace Petrakis", (Role.ENTRIES_DESK,))
LEO = DemoPerson("leo", "Leo Fuentes", (Role.CASHIER,))
JONAH = DemoPerson("jonah", "Jonah Reid", (Role.MARKETING,))
MIRIAM = DemoPerson("miriam", "Miriam Sato", (Role.APPROVER,))
EDITH = DemoPerson("edith", "Edith Calloway", (Role.SCRUTINEER,))
SAMIR = DemoPerson("samir", "Samir Haddad", (Role.COMPLIANCE,))
HELEN = DemoPerson("helen", "Helen Castellano", (Role.INSPECTOR,))
INGRID = DemoPerson("ingrid", "Ingrid Vos", (Role.ADMIN,))
DEMO_STAFF = (
    RUTH,
    DANIEL,
    PRIYA,
    OSCAR,
    AMARA,
    TOM,
    GRACE,
    LEO,
    JONAH,
    MIRIAM,
    EDITH,
    SAMIR,
    HELEN,
    INGRID,
)


def add_staff(
    session: Session, password_hash: str, seal: Seal, now: datetime
) -> dict[str, int]:
    """Add everybody, past every hurdle, and say which row is whose."""
    return {
        person.username: _add(session, person, password_hash, seal, now).pk
        for person in DEMO_STAFF
    }


def _add(
    session: Session,
    person: DemoPerson,
    password_hash: str,
    seal: Seal,
    now: datetime,
) -> StaffRow:
    newcomer = Newcomer(
        person.username,
        person.name,
        frozenset(person.roles),
        password_hash,
        must_change_password=False,
    )
    row = staff_services.add(session, newcomer, ChangeRequest(SYSTEM, now))
    if isinstance(row, Refused):
        raise TypeError(f"The demo house contradicts itself: {row}")
    if person.needs_code:
        row.totp_sealed = second_factor.seal_secret(seal, row.pk, DEMO_SECRET)
        row.totp_confirmed_at = now
        audit.record(
            session,
            person.actor,
            "set up second factor",
            subject(row),
            now=now,
            rules=(HOUSE.at("ACCESS-4"),),
            after={"second factor": True},
        )
    return row

"""Every table of the house, for migrations and for tests."""

from sqlmodel import SQLModel

from house.audit import models as audit
from house.documents import models as documents
from house.floor import models as floor
from house.floor import sign_models as signs
from house.floor.meters import models as meters
from house.notices import models as notices
from house.payments import models as payments
from house.people import models as staff
from house.people.patrons import models as patrons
from house.web import once

TABLES = (
    audit,
    documents,
    floor,
    meters,
    notices,
    once,
    patrons,
    payments,
    signs,
    staff,
)
metadata = SQLModel.metadata

"""Every table of the house, for migrations and for tests."""

from sqlmodel import SQLModel

from house.audit import models as audit
from house.floor import models as floor
from house.notices import models as notices
from house.payments import models as payments
from house.people import models as staff
from house.people import patron_models as patrons
from house.web import once

TABLES = (audit, floor, notices, once, patrons, payments, staff)
metadata = SQLModel.metadata

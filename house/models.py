"""Every table of the house, for migrations and for tests."""

from sqlmodel import SQLModel

from house.audit import models as audit
from house.floor import models as floor
from house.notices import models as notices
from house.people import models as staff
from house.people.patrons import models as patrons
from house.web import once

TABLES = (audit, floor, notices, once, patrons, staff)
metadata = SQLModel.metadata

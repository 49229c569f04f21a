"""Every table of the house, for migrations and for tests."""

from sqlmodel import SQLModel

from house.audit import models as audit
from house.documents import models as documents
from house.floor import models as floor
from house.floor.at_table import models as at_table
from house.floor.decks import models as decks
from house.floor.disputes import models as disputes
from house.floor.meters import models as meters
from house.floor.rounds import models as rounds
from house.floor.rulings import models as rulings
from house.floor.signs import models as signs
from house.ledger import models as ledger
from house.notices import models as notices
from house.payments import models as payments
from house.people import models as staff
from house.people.kin import models as kin
from house.people.patrons import models as patrons
from house.web import once

TABLES = (
    at_table,
    audit,
    decks,
    disputes,
    documents,
    floor,
    kin,
    ledger,
    meters,
    notices,
    once,
    patrons,
    payments,
    rounds,
    rulings,
    signs,
    staff,
)
metadata = SQLModel.metadata

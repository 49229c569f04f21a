"""The table of what members of staff declared about themselves and their relatives."""

from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class Relation(StrEnum):
    """How a patron belongs to a member of staff."""

    SELF = "self"
    PARTNER = "partner"
    PARENT = "parent"
    CHILD = "child"
    SIBLING = "sibling"
    HOUSEHOLD = "household"
    OTHER = "other"


WORDS = {
    Relation.SELF: "Yourself",
    Relation.PARTNER: "Husband, wife or partner",
    Relation.PARENT: "Parent",
    Relation.CHILD: "Child",
    Relation.SIBLING: "Brother or sister",
    Relation.HOUSEHOLD: "Lives in the same household",
    Relation.OTHER: "Other relative",
}


class KinRow(SignedRow, table=True):
    """A patron was declared to belong to a member of staff; the newest row holds."""

    __tablename__ = "staff_kin"
    __table_args__ = (Index("ix_staff_kin_of", "staff_id", "patron_id"),)

    staff_id: int = key_of("staff")
    patron_id: int = key_of("patron", index=True)
    relation: Relation = Field(sa_type=words(Relation))
    declared: bool = True  # false takes it back

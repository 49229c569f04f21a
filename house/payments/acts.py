"""An act about money: who, when, and in which house."""

from dataclasses import dataclass

from house import audit
from house.venue import Venue


@dataclass(frozen=True, slots=True)
class Act(audit.Act):
    """Who acts, when and where."""

    venue: Venue

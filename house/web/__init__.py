"""The edge of the house: who may ask, once per request, and how answers look."""

from house.web.access import acts, anyone, anyone_acts, hurdles, lets_in, reads, tries
from house.web.address import on_the_web
from house.web.pages import go_to, refuse
from house.web.request import (
    act,
    actor,
    config,
    database,
    here,
    let_go,
    now,
    reading,
    signed_in,
    staff,
    transaction,
    venue,
    writing,
)

__all__ = [
    "act",
    "actor",
    "acts",
    "anyone",
    "anyone_acts",
    "config",
    "database",
    "go_to",
    "here",
    "hurdles",
    "let_go",
    "lets_in",
    "now",
    "on_the_web",
    "reading",
    "reads",
    "refuse",
    "signed_in",
    "staff",
    "transaction",
    "tries",
    "venue",
    "writing",
]

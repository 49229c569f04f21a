"""Which rank of the documents somebody on the staff has on the floor."""

from collections.abc import Mapping

from game.ranks import Rank
from house.audit import Actor
from house.people.roles import Role
from rulebook import HOUSE, Cited

RANKS: Cited[Mapping[str, Rank]] = Cited(
    {
        Role.DEALER.value: Rank.DEALER,
        Role.SUPERVISOR.value: Rank.SUPERVISOR,
        Role.DEPUTY.value: Rank.AREA_MANAGER,
        Role.DIRECTOR.value: Rank.CASINO_MANAGER,
    },
    HOUSE.at("SIGNS-8"),
)


def rank_of(actor: Actor) -> Rank:
    """The rank in which somebody acts; whoever has none counts as a player."""
    return RANKS.value.get(actor.role, Rank.PLAYER)

"""The gates for each player: briefed, signed, accepted, with the same bank."""

from collections.abc import Iterator

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.facts import Facts


def terms_signed(facts: Facts) -> Iterator[Refusal]:
    """Where the terms ask for it, every player has signed."""
    if facts.terms is not None:
        yield from facts.terms.entry.signature.guard(facts)


def terms_accepted(facts: Facts) -> Iterator[Refusal]:
    """Every player has accepted the version that binds them now."""
    for player in facts.players:
        if not player.accepted:
            yield Refusal(
                HOUSE.at("TOURN-19"),
                f"{player.name} has not accepted the changed terms.",
                "Have them accepted, or refund the entry.",
            )


def players_briefed(facts: Facts) -> Iterator[Refusal]:
    """Every seated player was briefed, and the Director is satisfied."""
    waiting = [p.name for p in facts.players if p.briefed_by not in facts.stand_ins]
    if waiting or not facts.players:
        done = len(facts.players) - len(waiting)
        named = wording.listed(waiting[:3]) if waiting else "nobody is seated"
        more = f" and {len(waiting) - 3} more" if len(waiting) > 3 else ""
        yield Refusal(
            Cite("CROWN3-12.3.1"),
            f"{done} of {len(facts.players)} players are briefed; open: {named}{more}.",
            "The Tournament Director briefs every player and ticks each who "
            "understands.",
        )


def equal_banks(facts: Facts) -> Iterator[Refusal]:
    """Everybody starts with the same bank."""
    if facts.terms is not None:
        yield from facts.terms.format.bank.guard(facts)


def equal_boxes(facts: Facts) -> Iterator[Refusal]:
    """Everybody plays as many betting areas as everybody else."""
    if facts.terms is not None:
        yield from facts.terms.house.equal_chance.guard(facts)

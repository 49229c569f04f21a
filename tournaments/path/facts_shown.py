"""The key facts of a tournament beside its path, from the terms."""

from collections.abc import Iterator

from rulebook.terms import wording
from tournaments.rules.prizes import Takings, planned_pool_cents
from tournaments.rules.terms import Terms


def key_facts(terms: Terms, entries: int, pool: int) -> Iterator[tuple[str, str, str]]:
    """Name, value and small print, in the order people ask for them."""
    fees, players, zone = terms.details.fees, terms.details.players, terms.names.tz
    edition = f"{terms.names.rulebook} {wording.phrase(terms.names.edition)}"
    yield "Game", wording.phrase(terms.names.game), edition
    yield "Begins", wording.when(terms.details.dates.starts_at, zone), ""
    paid = (fees.entry_fee_cents or 0) + (fees.buy_in_cents or 0)
    parts = (
        f"{wording.dollars(fees.buy_in_cents)} buy-in, "
        f"{wording.dollars(fees.entry_fee_cents)} fee"
    )
    yield "Entry", wording.dollars(paid), parts
    limits = f"of {players.minimum or '?'} to {players.maximum or '?'}"
    yield "Entries", str(entries), limits
    yield "Entries close", wording.when(terms.entry.method.closes_at, zone), ""
    yield "Starting bank", wording.chips(terms.format.bank.bank_chips), ""
    stages = terms.format.stages.stages
    yield "Stages", wording.listed(r.name for r in stages) if stages else "none", ""
    if players.maximum:
        full = planned_pool_cents(terms, Takings(players.maximum))
        says = "now" if entries else f"with {players.maximum} players"
        yield "Prize pool", wording.dollars(pool if entries else full), says

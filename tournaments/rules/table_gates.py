"""The gates at a table and at the end: hands, early ends, counts, payment."""

from collections.abc import Iterator

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.facts import AtTable, Facts


def previous_hand_closed(facts: AtTable) -> Iterator[Refusal]:
    """The hand before is settled."""
    if facts.play.open_hand is not None:
        yield Refusal(
            HOUSE.at("TOURN-15"),
            f"Hand {facts.play.open_hand} at {facts.play.table} is not closed.",
            "Settle it before the next is dealt.",
        )


def forms_examined(facts: AtTable) -> Iterator[Refusal]:
    """The Game Supervisor has examined every secret-wager form handed in."""
    if facts.play.unexamined_forms:
        seats = wording.listed(facts.play.unexamined_forms)
        yield Refusal(
            Cite("VIC99-N26-14.6.7"),
            f"Secret-wager forms have not been examined: {seats}.",
            "The Game Supervisor examines each before the hand is dealt.",
        )


def early_ground(facts: AtTable) -> Iterator[Refusal]:
    """A table ends early on one of two grounds only."""
    if facts.terms is not None:
        yield from facts.terms.conduct.early_end.guard(facts)


def counted_by_two(facts: AtTable) -> Iterator[Refusal]:
    """One person counts, another confirms without seeing, and both agree."""
    count = facts.count
    if not count.counted_by or not count.confirmed_by:
        yield Refusal(
            HOUSE.at("TOURN-17"),
            "The stacks have not been counted and confirmed.",
            "One person counts, another confirms without seeing that count.",
        )
    elif count.counted_by == count.confirmed_by:
        yield Refusal(
            HOUSE.at("TOURN-17"),
            f"{count.counted_by} counted and confirmed.",
            "Somebody else confirms.",
        )
    elif dict(count.counted) != dict(count.confirmed):
        one, two = dict(count.counted), dict(count.confirmed)
        seats = [s for s in sorted({*one, *two}) if one.get(s) != two.get(s)]
        yield Refusal(
            HOUSE.at("TOURN-17"),
            f"The two counts differ at {wording.listed(seats)}.",
            "Count again.",
        )


def tray_reconciled(facts: AtTable) -> Iterator[Refusal]:
    """Tray and stacks hold what went in, or the difference was ruled on."""
    off = facts.count.variance_chips
    if off and not facts.count.is_ruled_on:
        size = wording.chips(abs(off))
        way = "more" if off > 0 else "fewer"
        yield Refusal(
            HOUSE.at("TOURN-17"),
            f"Tray and stacks hold {size} {way} than went in.",
            "Find the difference, or have the Tournament Director rule on it.",
        )


def tables_closed(facts: Facts) -> Iterator[Refusal]:
    """Every table is closed."""
    for table in facts.remaining.open_tables:
        yield Refusal(
            HOUSE.at("TOURN-18"), f"{table} is not closed.", "Count and close it."
        )


def ties_decided(facts: Facts) -> Iterator[Refusal]:
    """No tie is open."""
    for tie in facts.remaining.open_ties:
        yield Refusal(
            HOUSE.at("TOURN-18"), f"A tie is open: {tie}.", "Decide it by the terms."
        )


def all_paid(facts: Facts) -> Iterator[Refusal]:
    """Prizes and refunds are paid."""
    for count, noun in (
        (facts.remaining.unpaid_prizes, "prize"),
        (facts.remaining.unpaid_refunds, "refund"),
    ):
        if count:
            yield Refusal(
                HOUSE.at("TOURN-18"),
                f"{wording.figure(count, noun)} not paid.",
                "Pay and record each.",
            )


def chips_back(facts: Facts) -> Iterator[Refusal]:
    """The tournament chips are back."""
    if facts.remaining.chips_out:
        yield Refusal(
            Cite("CROWN3-12.4.3(c)"),
            f"{wording.chips(facts.remaining.chips_out)} are still out.",
            "Take them back as the terms say.",
        )


def reason_given(facts: Facts) -> Iterator[Refusal]:
    """Cancelling has a reason."""
    if not facts.reason.strip():
        yield Refusal(
            HOUSE.at("TOURN-16"),
            "No reason is given for cancelling.",
            "Write it down: entrants and the regulator will read it.",
            "reason",
        )

"""The gates of a tournament: pure guards over the facts, each with its rule."""

from collections.abc import Iterator
from enum import StrEnum

from game.limits import no_tournament
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.checklist import checklist
from tournaments.rules import structure
from tournaments.rules.facts import AtTable, Facts
from tournaments.rules.terms import Terms


class Remedy(StrEnum):
    """The act that settles a gate, for the button beside it."""

    EDIT_TERMS = "edit-terms"
    SHOW_TERMS = "show-terms"
    ADVISE_INSPECTORATE = "advise-inspectorate"
    TAKE_ENTRIES = "take-entries"
    APPOINT_DIRECTOR = "appoint-director"
    APPOINT_DEPUTIES = "appoint-deputies"
    DESIGNATE_TABLES = "designate-tables"
    SIGN_TERMS = "sign-terms"
    ACCEPT_TERMS = "accept-terms"
    BRIEF_PLAYERS = "brief-players"
    CHECK_IN = "check-in"
    NOTIFY_REGULATOR = "notify-regulator"
    SET_BANKS = "set-banks"
    CLOSE_HAND = "close-hand"
    EXAMINE_FORMS = "examine-forms"
    GIVE_GROUND = "give-ground"
    COUNT_STACKS = "count-stacks"
    CLOSE_TABLES = "close-tables"
    DECIDE_TIES = "decide-ties"
    PAY = "pay"
    TAKE_CHIPS_BACK = "take-chips-back"
    GIVE_REASON = "give-reason"


def terms_written(facts: Facts) -> Iterator[Refusal]:
    """There are terms at all."""
    if facts.terms is None:
        yield Refusal(
            Cite("CROWN3-12.2.1"),
            "The tournament has no terms.",
            "Write them; a template is a good start.",
        )


def terms_complete(facts: Facts) -> Iterator[Refusal]:
    """Every item of the terms is there and stands."""
    if facts.terms is not None:
        yield from checklist(facts.terms).refusals


def structure_adds_up(facts: Facts) -> Iterator[Refusal]:
    """Seats, sessions, second chances and prizes add up for every number of players."""
    if facts.terms is not None:
        yield from structure.check(facts.terms).refusals


def dates_ahead(facts: Facts) -> Iterator[Refusal]:
    """Nothing that is still to come lies in the past."""
    if facts.terms is None:
        return
    zone, stages = facts.terms.names.tz, facts.terms.format.stages.stages
    moments = [
        ("Entries close", facts.terms.entry.method.closes_at, "entry.method.closes_at"),
        (
            "The tournament starts",
            facts.terms.details.dates.starts_at,
            "details.dates.starts_at",
        ),
        *(
            (
                f"A session of {r.called} starts",
                start,
                f"format.stages.stages.{at}.starts.{session}",
            )
            for at, r in enumerate(stages)
            for session, start in enumerate(r.starts)
        ),
    ]
    for name, instant, field in moments:
        if instant is not None and instant <= facts.now:
            yield Refusal(
                HOUSE.at("TOURN-13"),
                f"{name} {wording.when(instant, zone)}, which has passed.",
                "Enter a time that is still to come.",
                field,
            )


def edition_in_force(facts: Facts) -> Iterator[Refusal]:
    """The edition of the rules is in force when play begins."""
    if facts.terms is None or facts.terms.details.dates.starts_at is None:
        return
    names, starts = facts.terms.names, facts.terms.details.dates.starts_at
    if facts.edition_from is None or facts.edition_from > starts:
        since = (
            f"is in force from {wording.when(facts.edition_from, names.tz)}"
            if facts.edition_from
            else "is not in force"
        )
        yield Refusal(
            HOUSE.at("TOURN-14"),
            f"Edition {names.edition} of {names.rulebook} {since}.",
            f"Choose one in force on {wording.when(starts, names.tz)}.",
            "details.names.edition",
        )


def terms_available(facts: Facts) -> Iterator[Refusal]:
    """Patrons can get the terms before the first entry."""
    if facts.terms_available_at is None or facts.terms_available_at > facts.now:
        yield Refusal(
            Cite("CROWN3-12.2.2(a)"),
            "The terms are not yet available to patrons.",
            "Put them on the public page and at the cage before the first entry.",
        )


def inspectorate_advised(facts: Facts) -> Iterator[Refusal]:
    """The on-site inspectorate knows before the first entry."""
    advised = facts.inspectorate_advised_at
    if advised is None or advised > facts.now:
        yield Refusal(
            Cite("CROWN3-12.2.2(b)"),
            "The inspectorate has not been advised of the tournament.",
            "Advise it before the first entry and keep the reference.",
        )


def entries_are_taken_now(facts: Facts) -> Iterator[Refusal]:
    """It is the time for entries."""
    if facts.terms is not None:
        yield from facts.terms.entry.method.guard(facts)


def entries_closed(facts: Facts) -> Iterator[Refusal]:
    """No more entries are taken, or the places kept for late ones are named."""
    if facts.terms is None:
        return
    closes = facts.terms.entry.method.closes_at
    full = facts.terms.details.players.maximum
    if closes is None or facts.now >= closes or (full and facts.entries >= full):
        return
    late = takes_late_entries(facts.terms)
    if late and facts.late_places:
        return
    other = ", or name now how many places are kept for late entries" if late else ""
    yield Refusal(
        HOUSE.at("TOURN-100"),
        f"Entries are taken until {wording.when(closes, facts.zone)}.",
        f"Fix the list then{other}.",
        "entry.method.closes_at",
    )


def takes_late_entries(terms: Terms) -> bool:
    """Whether entries close only after the first session has started."""
    first, closes = terms.first_start, terms.entry.method.closes_at
    return first is not None and closes is not None and closes > first


def late_place_free(facts: Facts) -> Iterator[Refusal]:
    """One of the places kept for late entries is free, in a session to come."""
    if not facts.late_places:
        yield Refusal(
            HOUSE.at("TOURN-104"),
            "The seats are drawn and no place is kept for a late entry.",
            "Late entries take the places that were named before the draw.",
        )


def time_for_seats(facts: Facts) -> Iterator[Refusal]:
    """The terms do not put the draw of seats off."""
    if facts.terms is not None:
        yield from facts.terms.house.seat_draw.guard(facts)


def time_for_play(facts: Facts) -> Iterator[Refusal]:
    """The start that entrants were told has come."""
    if facts.terms is not None:
        yield from facts.terms.details.dates.guard(facts)


def players_fit(facts: Facts) -> Iterator[Refusal]:
    """There is a place for one more; or enough have entered and not too many."""
    if facts.terms is not None:
        yield from facts.terms.details.players.guard(facts)


def may_enter(facts: Facts) -> Iterator[Refusal]:
    """Whoever asks to enter may, by every clause that has a say in it."""
    if facts.terms is not None and facts.application is not None:
        entry = facts.terms.entry
        yield from entry.eligibility.guard(facts.application)
        yield from entry.staff.guard(facts.application)
        yield from entry.withdrawal.guard(facts.application)
        yield from entry.selection.guard(facts.application)
        yield from facts.terms.conduct.substitution.guard(facts.application)


def paid_in_full(facts: Facts) -> Iterator[Refusal]:
    """Whoever enters has paid what the terms ask for."""
    if facts.terms is not None and facts.application is not None:
        yield from facts.terms.details.fees.guard(facts.application)


def director_appointed(facts: Facts) -> Iterator[Refusal]:
    """There is a Tournament Director."""
    if not facts.director:
        yield Refusal(
            Cite("CROWN3-12.2.3"),
            "No Tournament Director is appointed.",
            "Appoint one, who is present for the whole tournament.",
        )


def deputies_by_director(facts: Facts) -> Iterator[Refusal]:
    """Every deputy was appointed by the Director."""
    for deputy in facts.deputies:
        if deputy.name not in facts.stand_ins:
            yield Refusal(
                Cite("CROWN3-12.2.3(a)"),
                f"{deputy.name} was made a deputy by {deputy.appointed_by}.",
                "Only the Tournament Director appoints deputies.",
            )


def actor_is_director(facts: Facts) -> Iterator[Refusal]:
    """Whoever appoints a deputy is the Director."""
    if not facts.director or facts.actor != facts.director:
        yield Refusal(
            Cite("CROWN3-12.2.3(a)"),
            f"{facts.actor or 'Nobody'} is not the Tournament Director.",
            "Only the Tournament Director appoints deputies.",
        )


def tables_designated(facts: Facts) -> Iterator[Refusal]:
    """Tables are designated, each once."""
    if not facts.tables:
        yield Refusal(
            Cite("CROWN3-12.2.4"),
            "No table is designated for the tournament.",
            "Designate the tables it uses.",
        )
    names = [table.name for table in facts.tables]
    for name in dict.fromkeys(n for n in names if names.count(n) > 1):
        yield Refusal(
            Cite("CROWN3-12.2.4"), f"{name} is designated twice.", "List it once."
        )


def tables_free(facts: Facts) -> Iterator[Refusal]:
    """A designated table serves this tournament and nothing else."""
    for table in facts.tables:
        if table.other_use:
            yield Refusal(
                Cite("CROWN3-12.2.5"),
                f"{table.name} is in use for {table.other_use}.",
                "A designated table is for the tournament only: release it first.",
            )


def no_low_limit_table(facts: Facts) -> Iterator[Refusal]:
    """No tournament where low-limit gaming is offered."""
    for table in facts.tables:
        code = table.rulebook
        yield from no_tournament(code, table.name, low_limit=table.low_limit)


def director_present(facts: AtTable) -> Iterator[Refusal]:
    """The Director or a deputy is there at this moment."""
    if not facts.present & facts.stand_ins:
        yield Refusal(
            Cite("CROWN3-12.2.3"),
            "Neither the Tournament Director nor a deputy is checked in.",
            "One of them checks in before play goes on.",
        )


def changes_told(facts: Facts) -> Iterator[Refusal]:
    """The regulator was told of every changed detail."""
    for change in facts.untold_changes:
        yield Refusal(
            Cite("CROWN3-12.4.1(c)"),
            f"The regulator has not been told of a change: {change}.",
            "Send the notice and record it before play begins.",
        )

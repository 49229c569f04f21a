"""The line of those who wait: joining it at the end, and leaving it."""

from dataclasses import replace

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import TournamentRow
from tournaments.path import entries, steps
from tournaments.rules.facts import Facts
from tournaments.rules.gates import takes_late_entries
from tournaments.rules.lifecycle import Action, transition
from tournaments.waiting import offers
from tournaments.waiting.models import Left, WaitingRow
from tournaments.waiting.queries import next_number, of_patron, standing

IN_LINE: Cite = HOUSE.at("TOURN-120")


def against(
    session: Session, tournament: TournamentRow, patron: PatronRow | None, act: Act
) -> tuple[Refusal, ...]:
    """Why somebody cannot join the line: whatever would stop their entry but room."""
    if not entries.is_known(patron):
        return (entries.NOBODY,)
    facts = steps.entry_facts(session, tournament, act)
    asks = entries.application(session, tournament, patron, act.now, facts.zone)
    terms = facts.terms
    late = facts.late_places or int(terms is not None and takes_late_entries(terms))
    if_room = replace(
        facts,
        application=asks,
        entries=0,
        held_places=0,
        held_online=0,
        late_places=late,
    )
    verdict = transition(tournament.status, Action.TAKE_ENTRY, if_room)
    found = list(verdict.refusals if isinstance(verdict, Refused) else ())
    mine = of_patron(session, tournament, patron.pk)
    if mine is not None and mine.stands(act.now):
        wrong = f"{patron.name} waits already, as number {mine.row.number}."
        found.append(Refusal(IN_LINE, wrong, "They keep their number."))
    elif not found and is_room(facts):
        wrong = "A place is free."
        found.append(Refusal(IN_LINE, wrong, f"Enter {patron.name} now."))
    return tuple(found)


def is_room(facts: Facts) -> bool:
    """Whether a place is free that nobody waits for or has been promised."""
    return offers.places_free(facts) > facts.held_places + facts.held_online


def join(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow | None,
    offer_minutes: int,
    act: Act,
) -> WaitingRow | Refused:
    """Put somebody at the end of the line."""
    refusals = against(session, tournament, patron, act)
    if refusals or patron is None:
        refused, after = Refused(refusals), {"patron": patron.pk if patron else None}
        steps.note(session, tournament, "join line", act, refused, (), {}, after)
        return refused
    row = WaitingRow(
        tournament_id=tournament.pk,
        number=next_number(session, tournament),
        patron_id=patron.pk,
        name=fitted(patron.name, 160),
        offer_minutes=max(1, offer_minutes),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {"waiting": row.number, "patron": patron.pk}
    steps.note(session, tournament, "join line", act, None, (IN_LINE,), {}, after)
    offers.offer(
        session, tournament, act
    )  # the line ahead may have been shorter than it was
    return row


def leave(
    session: Session, tournament: TournamentRow, number: int, act: Act
) -> WaitingRow | Refused:
    """Somebody no longer waits; what they were offered goes to the next."""
    line = standing(session, tournament, act.now)
    mine = next((each for each in line if each.row.number == number), None)
    if mine is None:
        wrong = f"Number {number} is not in line."
        refused = Refused((Refusal(IN_LINE, wrong, "It may have been offered."),))
        steps.note(session, tournament, "leave line", act, refused)
        return refused
    offers.left(session, mine, Left.WITHDREW, act)
    after = {"waiting": number}
    steps.note(session, tournament, "leave line", act, None, (IN_LINE,), {}, after)
    offers.offer(session, tournament, act)
    return mine.row

"""Places offered to the first in line: for a time, once, then to the next."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import Session

from house.audit import SYSTEM
from house.floor.acts import Act
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.rules.facts import Application, Facts
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.waiting import telling
from tournaments.waiting.models import Left, LeftLineRow, OfferRow, WaitingRow
from tournaments.waiting.queries import Waiting, of_patron, standing

LAPSES = "tournament.offer-lapses"
OFFERED: Cite = HOUSE.at("TOURN-121")
kinds.describe(
    LAPSES, "An offered place lapses", Role.DIRECTOR, Role.DEPUTY, Role.ENTRIES_DESK
)


def places_free(facts: Facts) -> int:
    """The places that nobody has; seats count, whatever was paid for them."""
    most = facts.terms.details.players.maximum if facts.terms else None
    return max(0, (most or 0) - facts.entries)


def entered(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> None:
    """Whoever has entered waits no more."""
    mine = of_patron(session, tournament, entry.patron_id or 0)
    if mine is not None and mine.left is None:
        left(session, mine, Left.ENTERED, act, entry.pk)


def lost(
    session: Session, tournament: TournamentRow, patron_id: int, now: datetime
) -> Iterator[Refusal]:
    """What somebody hears whose time to take a place is over."""
    mine = of_patron(session, tournament, patron_id)
    if mine is not None and mine.offer is not None and mine.is_late(now):
        zone = queries.terms_of(session, tournament).zone
        until = wording.when(mine.offer.lapses_at, zone)
        wrong = f"The place offered to {mine.row.name} was theirs until {until}."
        yield Refusal(OFFERED, wrong, "Put them at the end of the line.")


def left(
    session: Session, mine: Waiting, how: Left, act: Act, entry_id: int | None = None
) -> None:
    """Somebody leaves the line, and a place offered to them is free again."""
    row = LeftLineRow(
        waiting_id=mine.row.pk, how=how, entry_id=entry_id, **steps.signed(act)
    )
    session.add(row)
    session.flush()
    if mine.offer is not None:
        key = key_of(mine.offer)
        # Who lapses it holds the deadline and waits for us: then it finds them gone.
        deadlines.call_off(session, key, now=act.now, unless_firing=True)


def key_of(offer: OfferRow) -> str:
    """The key of the deadline at which an offer lapses."""
    return f"{LAPSES}:{offer.pk}"


def offer(session: Session, tournament: TournamentRow, act: Act) -> list[OfferRow]:
    """Offer every free place to the next in line, as long as entries are taken."""
    line = standing(session, tournament, act.now)
    if all(each.offer is not None for each in line):
        return []
    facts = steps.entry_facts(session, tournament, act)
    free = _to_offer(tournament, facts) - sum(each.offer is not None for each in line)
    waits = [each.row for each in line if each.offer is None]
    return [_offer(session, tournament, row, facts, act) for row in waits[:free]]


def _to_offer(tournament: TournamentRow, facts: Facts) -> int:
    """The places that whoever is offered one could enter."""
    asked = replace(facts, application=Application(), held_places=0)
    verdict = transition(tournament.status, Action.TAKE_ENTRY, asked)
    if isinstance(verdict, Refused):
        return 0
    free = max(0, places_free(facts) - facts.held_online)
    late = tournament.status is not Status.ENTRIES_OPEN
    return min(free, facts.late_places) if late else free


def _offer(
    session: Session, tournament: TournamentRow, row: WaitingRow, facts: Facts, act: Act
) -> OfferRow:
    closes = facts.terms.entry.method.closes_at if facts.terms else None
    lapses = act.now + timedelta(minutes=row.offer_minutes)
    made = OfferRow(
        waiting_id=row.pk,
        lapses_at=min(lapses, closes) if closes else lapses,
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    deadlines.plan(
        session,
        LAPSES,
        key=key_of(made),
        subject=queries.subject(tournament),
        title=f"The place offered to number {row.number} in line lapses",
        due_at=made.lapses_at,
        cite=OFFERED,
    )
    telling.tell(session, tournament, row, made, act)
    after = {"waiting": row.number, "until": made.lapses_at.isoformat()}
    steps.note(session, tournament, "offer place", act, None, (OFFERED,), {}, after)
    return made


@deadlines.on(LAPSES)
def lapse(session: Session, deadline: DeadlineRow) -> None:
    """An offer that nobody took is over as of its time; the next in line is asked."""
    made = session.get(OfferRow, int(deadline.key.rpartition(":")[2]))
    held = session.get(TournamentRow, deadline.subject_id, with_for_update=True)
    if made is None or held is None:
        return
    row = session.get_one(WaitingRow, made.waiting_id)
    mine = of_patron(session, held, row.patron_id)
    if mine is None or mine.row.pk != row.pk or mine.left is not None:
        return
    _lapsed(session, held, mine, deadline)


def _lapsed(
    session: Session, held: TournamentRow, mine: Waiting, deadline: DeadlineRow
) -> None:
    as_due = Act(SYSTEM, deadline.due_at)
    left = LeftLineRow(waiting_id=mine.row.pk, how=Left.LAPSED, **steps.signed(as_due))
    session.add(left)
    session.flush()
    after = {"waiting": mine.row.number}
    steps.note(session, held, "offer lapses", as_due, None, (OFFERED,), {}, after)
    # The next one's minutes begin when they are asked, however late that is.
    offer(session, held, Act(SYSTEM, deadline.fired_at or deadline.due_at))

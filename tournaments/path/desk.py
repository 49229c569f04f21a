"""What tournaments say on the desks of those who run them."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.notices.kinds import leads
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from rulebook.terms.path import Milestone
from tournaments import queries
from tournaments.models import KIND, TournamentRow
from tournaments.path import ledgers
from tournaments.rules.lifecycle import PATH, Action, Status

LIVE = (Status.PUBLISHED, Status.ENTRIES_OPEN, Status.SEATED)
IN_ORDER = HOUSE.at("TOURN-15")
CAN = {
    Status.ENTRIES_OPEN: "entries can open",
    Status.SEATED: "the seats can be drawn",
    Status.RUNNING: "play can start",
}


@leads(KIND)
def page_of(session: Session, tournament_id: int) -> str | None:
    """Where a tournament has its page, for deadlines and notices about it."""
    tournament = session.get(TournamentRow, tournament_id)
    return url_for("tournaments.show", slug=tournament.slug) if tournament else None


def _in(session: Session, *statuses: Status) -> list[TournamentRow]:
    some = select(TournamentRow).where(col(TournamentRow.status).in_(statuses))
    return list(session.exec(some.order_by(col(TournamentRow.starts_at))))


@tells(Role.DIRECTOR, Role.DEPUTY)
def stopped_play(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Tournaments that run while nobody who may run them is there."""
    for tournament in _in(session, Status.RUNNING):
        facts = queries.table_facts(session, tournament, now)
        if facts.present & facts.stand_ins:
            continue
        yield Item(
            Urgency.BLOCKED,
            f"Play of {tournament.name} stops",
            Cite("CROWN3-12.2.3"),
            "Check in",
            url_for("tournaments.presence", slug=tournament.slug),
            why="Neither the Director nor a deputy is checked in.",
            right="One of them checks in before the next hand.",
        )


@tells(Role.DIRECTOR, Role.DEPUTY)
def next_steps(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """What stands before the next step of each tournament that is under way."""
    for tournament in _in(session, *LIVE):
        facts = queries.facts_of(session, tournament, now)
        ahead = PATH.next_of(tournament.status, facts)
        shut = [tick for tick in ahead.ticks if not tick.is_done] if ahead else []
        if ahead and not shut:
            yield _ready(tournament, ahead)
        if not shut:
            continue
        things = wording.many(len(shut), "thing")
        verb = "stands" if len(shut) == 1 else "stand"
        yield Item(
            Urgency.NEXT,
            f"{wording.capital(things)} {verb} before the next step of "
            f"{tournament.name}",
            shut[0].cite,
            "See the path",
            url_for("tournaments.show", slug=tournament.slug),
            why=shut[0].refusals[0].wrong,
            right=shut[0].refusals[0].right,
        )


def _ready(tournament: TournamentRow, ahead: Milestone[Status, Action]) -> Item:
    """Nothing stands before the next step any more."""
    return Item(
        Urgency.NEXT,
        f"{tournament.name}: {CAN[ahead.status]}",
        ahead.ticks[-1].cite if ahead.ticks else IN_ORDER,
        "Go on",
        url_for("tournaments.show", slug=tournament.slug),
        why="Everything before its next step is done.",
    )


@tells(Role.CASHIER)
def refunds_to_pay(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Refunds that wait at the cage."""
    for tournament in _in(session, *Status):
        owed = ledgers.unpaid(session, tournament)
        if not owed:
            continue
        cents = sum(each.cents for each in owed)
        yield Item(
            Urgency.NEXT,
            f"{wording.capital(wording.many(len(owed), 'refund'))} of "
            f"{tournament.name}",
            HOUSE.at("TOURN-67"),
            "Hand them out",
            url_for("tournaments.refunds", slug=tournament.slug),
            why=f"{wording.dollars(cents)} in all.",
        )

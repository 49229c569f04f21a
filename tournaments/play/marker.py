"""The marker of the first bet: put right where it lay wrong, with a reason."""

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.rounds import book as books
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play.counting import Table
from tournaments.play.models import MarkerRow
from tournaments.play.play import TournamentPlay

FIRST_BET: Cite = HOUSE.at("TOURN-163")


def put_right(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    there: Table,
    seat: int,
    reason: str,
    act: Act,
) -> MarkerRow | Refused:
    """Let another seat bet first in the next hand; from there the marker goes on."""
    use = queries.subject(tournament)
    play = TournamentPlay(session, there.table, act.now, use)
    last = books.last(session, books.REAL, there.table)
    found = []
    if seat not in play.playing:
        wrong = f"Nobody at seat {seat} takes part in the next hand."
        found.append(Refusal(FIRST_BET, wrong, "Choose a seat that does.", "seat"))
    if not reason.strip():
        wrong = "Nothing says why the marker is moved."
        found.append(Refusal(FIRST_BET, wrong, "Give a reason.", "reason"))
    if last is not None and last.ended_at is None:
        wrong = f"Round {last.number} is under way."
        found.append(Refusal(FIRST_BET, wrong, "Move it between two hands.", "seat"))
    before = {"seat": play.first_to_bet()}
    row = MarkerRow(
        session_table_id=there.at.row.pk,
        after_round=last.number if last else 0,
        seat=seat,
        reason=fitted(reason.strip(), 400),
        **steps.signed(act),
    )
    verdict: MarkerRow | Refused = Refused(tuple(found)) if found else row
    if not found:
        session.add(row)
        session.flush()
    after = {"table": there.table.number, "seat": seat, "reason": reason}
    rules = (FIRST_BET,)
    steps.note(session, tournament, "move marker", act, verdict, rules, before, after)
    return verdict

"""What the draw of seats has to respect: set and taken back, each with its reason."""

from collections.abc import Iterator

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Status
from tournaments.seating import seats
from tournaments.seating.models import Condition, ConditionRow
from tournaments.seating.respected import conditions

RESPECTED: Cite = HOUSE.at("TOURN-102")
OVER = frozenset({Status.FINISHED, Status.SETTLED, Status.CANCELLED})
LONGEST = 400


def change(
    session: Session, tournament: TournamentRow, wanted: ConditionRow, act: Act
) -> ConditionRow | Refused:
    """Set a condition of the draw or take one back; either way with its reason."""
    if wanted.kind is Condition.APART:
        wanted.entry, wanted.other = sorted((wanted.entry, wanted.other))
    refusals = tuple(_against(session, tournament, wanted))
    name = "set seat condition" if wanted.holds else "take back seat condition"
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, name, act, refused)
        return refused
    wanted.tournament_id = tournament.pk
    wanted.why = fitted(wanted.why.strip(), LONGEST)
    for field, value in steps.signed(act).items():
        setattr(wanted, field, value)
    session.add(wanted)
    session.flush()
    after = {"condition": wanted.kind.value, "entry": wanted.entry}
    steps.note(session, tournament, name, act, None, (RESPECTED,), {}, after)
    return wanted


def _against(
    session: Session, tournament: TournamentRow, wanted: ConditionRow
) -> Iterator[Refusal]:
    if tournament.status in OVER:
        status = tournament.status.words.lower()
        yield Refusal(HOUSE.at("TOURN-15"), f"The tournament is {status}.", "")
    held = {row.about for row in conditions(session, tournament)}
    if (wanted.about in held) is wanted.holds:
        wrong = "holds already" if wanted.holds else "does not hold"
        yield Refusal(RESPECTED, f"This condition {wrong}.", "Nothing is to be done.")
    if wanted.holds:
        yield from _unknown(session, tournament, wanted)
        if not wanted.why.strip():
            right = "Say why: whoever looks at the draw will ask."
            yield Refusal(RESPECTED, "No reason is given.", right, "why")


def _unknown(
    session: Session, tournament: TournamentRow, wanted: ConditionRow
) -> Iterator[Refusal]:
    known = seats.playing(session, tournament)
    named = {
        Condition.APART: (wanted.entry, wanted.other),
        Condition.ACCESSIBLE_SEAT: (),
    }.get(wanted.kind, (wanted.entry,))
    for number in named:
        if number not in known:
            wrong = f"There is no entry {number} to play."
            yield Refusal(RESPECTED, wrong, "Give the number of an entry.", "entry")
    if wanted.kind is Condition.APART and wanted.entry == wanted.other:
        right = "Name two entries."
        yield Refusal(RESPECTED, "Nobody sits apart from themselves.", right, "other")
    if wanted.kind in {Condition.ACCESSIBLE_SEAT, Condition.LOCKED}:
        tables = {t.number: t.seats for t in queries.tables(session, tournament)}
        if not 1 <= wanted.seat <= tables.get(wanted.table_number, 0):
            where = f"Table {wanted.table_number} has no seat {wanted.seat}"
            right = "Name a seat of a designated table."
            yield Refusal(RESPECTED, f"{where} here.", right, "table_number")

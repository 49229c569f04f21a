"""The briefing: the Director tells each player the terms and ticks who understands."""

from collections.abc import Iterable, Iterator

from sqlmodel import Session

from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import BriefingRow, EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Status

BRIEFED: Cite = Cite("CROWN3-12.3.1")
TICKED: Cite = HOUSE.at("TOURN-69")
BEFORE_PLAY = frozenset({Status.ENTRIES_OPEN, Status.SEATED})


def against(session: Session, tournament: TournamentRow, act: Act) -> Iterator[Refusal]:
    """Why this person cannot tick anybody now."""
    facts = queries.table_facts(session, tournament, act.now, by=act.by)
    if facts.actor not in facts.stand_ins:
        wrong = f"{facts.actor} is neither the Director nor a deputy of it."
        right = "The Tournament Director briefs the players."
        yield Refusal(BRIEFED, wrong, right)
    if tournament.status not in BEFORE_PLAY:
        status = tournament.status.words.lower()
        wrong = f"The tournament is {status}."
        yield Refusal(HOUSE.at("TOURN-15"), wrong, "Players are briefed before play.")


def tick(
    session: Session,
    tournament: TournamentRow,
    entries: Iterable[EntryRow],
    act: Act,
    *,
    understood: bool = True,
) -> int | Refused:
    """Tick these players as briefed, or take their ticks back; say how many."""
    chosen = list(entries)
    refusals = [*against(session, tournament, act)]
    if not chosen:
        wrong = "Nobody is chosen."
        refusals.append(Refusal(BRIEFED, wrong, "Choose at least one.", "entry"))
    for entry in chosen:
        if entry.state is not EntryState.ENTERED:
            wrong = f"{entry.name} is no longer entered."
            refusals.append(Refusal(BRIEFED, wrong, "", "entry"))
    name = "brief players" if understood else "take briefing back"
    if refusals:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, name, act, refused)
        return refused
    return _write(session, tournament, chosen, act, understood=understood)


def _write(
    session: Session,
    tournament: TournamentRow,
    chosen: list[EntryRow],
    act: Act,
    *,
    understood: bool,
) -> int:
    by = steps.who_acts(session, act)
    assert by is not None
    ticked = queries.briefings(session, [entry.pk for entry in chosen])
    new = [entry for entry in chosen if (entry.pk in ticked) is not understood]
    session.add_all(
        BriefingRow(
            entry_id=entry.pk,
            understood=understood,
            by_id=by.pk,
            **steps.signed(act),
        )
        for entry in new
    )
    session.flush()
    name = "brief players" if understood else "take briefing back"
    after = {"entries": [entry.number for entry in new]}
    steps.note(session, tournament, name, act, None, (BRIEFED, TICKED), {}, after)
    return len(new)

"""Pages of stages: who goes on, ties and lots, the closing, and what comes next."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor import running
from house.web import acts, go_to, reads, refuse
from house.web.request import seal
from rulebook import Refused
from tournaments import queries
from tournaments.conduct import lowest
from tournaments.models import TournamentRow
from tournaments.money import places
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path import ledgers
from tournaments.rules import second_chances
from tournaments.rules.clauses.chances import qualifies_how
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.session_plan import is_final
from tournaments.rules.terms import Terms
from tournaments.rules.tie_steps import Open
from tournaments.seating import seats as seating
from tournaments.stages import (
    closing,
    correcting,
    counted,
    field,
    lots,
    next_draw,
    outcomes,
    placing,
    ties,
)
from tournaments.stages.correcting import Correction
from tournaments.stages.lines import lines
from tournaments.stages.outcomes import TieState

PAGE = "tournaments/stages/show.html"


def _shown(tournament: TournamentRow) -> dict[str, Any]:
    session, terms = here(), queries.terms_of(here(), tournament)
    closed, now = (
        field.closings(session, tournament),
        field.current(session, tournament),
    )
    rows = []
    for at, planned in enumerate(terms.format.stages.stages):
        row: dict[str, Any] = {"at": at, "planned": planned, "closed": closed.get(at)}
        if planned.is_second_chance and at not in closed:
            row["chance"] = _chance(tournament, terms, at)
        if at == now:
            row |= _current(tournament, at)
        elif at in closed:
            played = counted.look(session, tournament, at)
            row["lines"] = lines(played, closed[at])
        rows.append(row)
    return {
        "tournament": tournament,
        "terms": terms,
        "rows": rows,
        "current": now,
        "due": next_draw.due(session, tournament),
        "names": _names(tournament),
        "may": allowed,
        "place_ties": [
            *lowest.open_ties(session, tournament),
            *_place_ties(tournament, terms),
        ],
    }


def _chance(tournament: TournamentRow, terms: Terms, at: int) -> dict[str, Any]:
    """What a second chance costs, who plays it, and who has paid for it so far."""
    chance = second_chances.of(terms, at)
    about = (here(), tournament, terms, chance.what)
    paid = places.who_paid(*about, at) if chance.price_cents else ()
    return {
        "planned": chance,
        "who": qualifies_how(chance.qualifies),
        "paid": len(paid),
        "decision": field.decision(here(), tournament, at),
    }


def _names(tournament: TournamentRow) -> dict[str, str]:
    rows = ledgers.entries(here(), tournament)
    return {counted.called(row): row.name for row in rows}


def _current(tournament: TournamentRow, at: int) -> dict[str, Any]:
    """The stage that is played: its tables, what came of it, what stands against it."""
    session = here()
    terms = queries.terms_of(session, tournament)
    played = counted.look(session, tournament, at)
    drawn = seating.released(session, tournament, at) is not None
    asks = closing.leaves_open(terms, at)
    return {
        "played": played,
        "is_drawn": drawn,
        "result": outcomes.result(session, tournament, played)
        if played.is_over
        else None,
        "stops": tuple(closing.against(session, tournament, at)),
        "asks": asks and field.decision(session, tournament, at) is None,
        "tie": None if drawn or not at else _seat_tie(tournament, at),
    }


def _seat_tie(tournament: TournamentRow, at: int) -> TieState | None:
    due = next_draw.due(here(), tournament)
    return due.tie if due and due.stage_at == at else None


def _place_ties(tournament: TournamentRow, terms: Any) -> list[tuple[int, TieState]]:
    """Ties for prizes, once the final is counted."""
    stages = range(len(terms.format.stages.stages))
    last = next((at for at in stages if is_final(terms, at)), None)
    if last is None or not counted.look(here(), tournament, last).is_over:
        return []
    found = placing.placing(here(), tournament)
    return [(at, state) for at, states in found.ties.items() for state in states]


def _answered(
    verdict: object, tournament: TournamentRow, done: str
) -> ResponseReturnValue:
    """Go on to the stages after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(tournament))
    flash(done)
    return go_to(url_for("tournaments.stages", slug=tournament.slug))


@bp.get("/<slug>/stages")
@reads(*SEE)
def stages(slug: str) -> ResponseReturnValue:
    """See who goes on from each stage, what is tied, and what comes next."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/stages/<int:stage_at>/close")
@acts(*RUN)
def close_stage(slug: str, stage_at: int) -> ResponseReturnValue:
    """Close a stage: who goes on is kept, everybody else is eliminated."""
    tournament = found(slug)
    verdict = closing.close(here(), tournament, stage_at, act())
    return _answered(verdict, tournament, "The stage is closed.")


@bp.post("/<slug>/stages/<int:stage_at>/chance")
@acts(*RUN)
def decide_chance(slug: str, stage_at: int) -> ResponseReturnValue:
    """Decide whether a second chance is played, with a reason."""
    tournament, held = found(slug), request.form.get("held") == "yes"
    reason = request.form.get("reason", "")[:400]
    verdict = closing.decide_chance(
        here(), tournament, stage_at, reason, act(), held=held
    )
    return _answered(verdict, tournament, "It is decided and kept.")


def _open(tournament: TournamentRow, stage_at: int) -> Open:
    """The tie that a form is about, as it stands now."""
    wanted = request.form.get("players", "")
    states = [state for at, state in _all_ties(tournament) if at == stage_at]
    every = (each for state in states for each in state.standing.open)
    mine = next((each for each in every if ",".join(each.players) == wanted), None)
    if mine is None:
        abort(404, "There is no such tie any more.")
    return mine


def _all_ties(tournament: TournamentRow) -> list[tuple[int, TieState]]:
    session, now = here(), field.current(here(), tournament)
    states: list[tuple[int, TieState]] = []
    if now is not None:
        played = counted.look(session, tournament, now)
        if played.is_over:
            result = outcomes.result(session, tournament, played)
            states += [(now, state) for state in result.ties]
        if (tie := _seat_tie(tournament, now) if now else None) is not None:
            states.append((now, tie))
    states += lowest.open_ties(session, tournament)
    return states + _place_ties(tournament, queries.terms_of(session, tournament))


@bp.post("/<slug>/stages/<int:stage_at>/tie/<step>")
@acts(*RUN)
def decide_tie(slug: str, stage_at: int, step: str) -> ResponseReturnValue:
    """Decide a tie by the step that the terms put next."""
    tournament = found(slug)
    open_, who = _open(tournament, stage_at), act()
    about = (here(), tournament, stage_at, open_)
    if step == TieBreak.EARLIER_STACK:
        verdict: object = ties.by_earlier_stack(*about, who)
    elif step == TieBreak.HIGH_CARD and request.form.get("dealt"):
        word = request.form.get("word", "")
        verdict = ties.by_dealt_cards(*about, word, who, seal())
    elif step == TieBreak.HIGH_CARD:
        cards = {name: request.form.get(name, "")[:3] for name in open_.players}
        verdict = ties.by_cards(*about, cards, who)
    elif step == TieBreak.LOT:
        verdict = ties.by_lot(*about, request.form.get("word", ""), who, seal())
    elif step == TieBreak.SHARED:
        verdict = ties.shared(*about, who)
    else:
        abort(404, "A play-off is drawn and played.")
    return _answered(verdict, tournament, "The step is kept with its result.")


@bp.post("/<slug>/stages/<int:stage_at>/wild-card")
@acts(*RUN)
def wild_card(slug: str, stage_at: int) -> ResponseReturnValue:
    """Fix the list of a wild card; once it is fixed, draw it."""
    tournament, session = found(slug), here()
    played = counted.look(session, tournament, stage_at)
    result = outcomes.result(session, tournament, played)
    if result.lot is None or not played.is_over:
        abort(404, "There is no wild card to be drawn.")
    if result.lot_row is None:
        verdict: object = lots.fix(
            session, tournament, stage_at, result.lot, act(), seal()
        )
        return _answered(verdict, tournament, "The list is fixed and public.")
    word = request.form.get("word", "")
    verdict = lots.hold(session, tournament, result.lot_row, word, act(), seal())
    return _answered(verdict, tournament, "The wild card is drawn.")


@bp.post("/<slug>/stages/<int:stage_at>/correct")
@acts(*RUN)
def correct_count(slug: str, stage_at: int) -> ResponseReturnValue:
    """Put a stack of a closed stage right; first see what that changes."""
    tournament, given = found(slug), request.form
    figures = [given.get(name, "").strip() for name in ("entry", "chips")]
    if not all(figure.isascii() and figure.isdigit() for figure in figures):
        abort(422, "Entry and stack are whole numbers.")
    number, chips = (int(figure[:12]) for figure in figures)
    said = (given.get(name, "")[:400] for name in ("reason", "ruling"))
    wanted = Correction(number, chips, *said)
    if given.get("look"):
        seen = correcting.foresee(here(), tournament, stage_at, wanted)
        about = {"foreseen": seen, "wanted": wanted, "stage_at": stage_at}
        return render_template(PAGE, refused=None, **_shown(tournament), **about)
    floor = running.floor()
    verdict = correcting.correct(here(), tournament, stage_at, wanted, act(), floor)
    return _answered(verdict, tournament, "The stack is put right.")

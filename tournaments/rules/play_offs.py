"""A play-off is a session of its own: its hands and chips are those of the tie rule."""

from dataclasses import replace

from rulebook import HOUSE, Cite
from tournaments.rules.clauses.house import TieClause
from tournaments.rules.session_plan import How, SessionPlan
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms

OWN_SESSION: Cite = HOUSE.at("TOURN-304")
FIRST = 1000  # play-offs of the first stage are counted from here, and so on
MINUTES = 30  # that a play-off is reckoned with; its hands end it


def numbered(stage_at: int, number: int) -> int:
    """Where a play-off stands among the stages: the first of a stage is one."""
    return FIRST * (stage_at + 1) + number


def is_play_off(stage_at: int) -> bool:
    """Whether this is a play-off and no stage of the terms."""
    return stage_at >= FIRST


def stage_of(stage_at: int) -> int:
    """The stage of the terms that a play-off decides, or the stage itself."""
    return stage_at // FIRST - 1 if is_play_off(stage_at) else stage_at


def called(terms: Terms, stage_at: int) -> str:
    """A play-off inside a sentence."""
    number = stage_at % FIRST
    which = "the play-off" if number == 1 else f"play-off {number}"
    return f"{which} of {terms.format.stages.stages[stage_of(stage_at)].called}"


def planned(terms: Terms, stage_at: int, players: int) -> Stage:
    """A play-off as a stage: one table for everybody who is tied."""
    of = terms.format.stages.stages[stage_of(stage_at)]
    seats = max(2, players)
    return replace(of, starts=of.starts[:1], tables=1, seats=min(seats, of.seats or 2))


def plan_of(terms: Terms, stage_at: int, named: str, how: How) -> SessionPlan:
    """How a session is played: as its stage has it, or as the tie rule does."""
    plan = SessionPlan.of(terms, stage_of(stage_at), named, how)
    if not is_play_off(stage_at):
        return plan
    ties: TieClause = terms.house.ties
    return replace(
        plan,
        hands=ties.play_off_hands,
        minutes=None,
        bank_chips=ties.play_off_chips,
        bank_of=(),
        carries=False,
        secret_wagers=0,
    )

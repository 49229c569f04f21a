"""The last hand of the final, where everybody wagers in secret: VIC99-N26-14.6.11."""

from collections.abc import Iterable

from game.play import State
from tournaments.rules.secret_wagers import all_secret
from tournaments.rules.session_plan import SessionPlan


def opens_early(
    plan: SessionPlan, hand: int, state: State[object], playing: Iterable[int]
) -> bool:
    """Whether what was wagered in secret is announced before the deal."""
    last = plan.is_final and hand == plan.hands
    sealed = frozenset(one.seat for one in state.sealed if not one.ruled)
    return last and all_secret(sealed, frozenset(playing))

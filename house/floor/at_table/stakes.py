"""Cards and loss limits at the table: asked before a wager, posted after it."""

from collections.abc import Iterator, Mapping
from typing import Any

from game.games import GAMES
from game.loss_limits import Declarations
from game.play import State
from game.player_cards import CARDS_NEEDED, Bettor, PlayerCard, invalid, may_start_play
from house.floor.at_table.chips import CITES, declared_by, has_told, undeclared
from house.floor.at_table.jackpot_wagers import has_jackpot, returned, staked_on
from house.floor.at_table.models import Chips
from house.floor.at_table.reconciling import reconcile
from house.floor.at_table.who import (
    JACKPOT,
    backers,
    bettor,
    money_act,
    patron_of,
    venue,
)
from house.floor.rounds.hooks import (
    Leaving,
    MoveAsked,
    Room,
    Settled,
    Sitting,
    TakenBack,
)
from house.floor.rounds.models import AnySeat
from house.payments import wagers
from house.payments.loss_limits import standing
from house.payments.wagers import Wager
from rulebook import Refusal

STAKING = frozenset({"ante", "bet", "bet_blind"})


def card_shown(sitting: Sitting) -> Iterator[Refusal]:
    """Where a player card is needed, nobody sits down to play without a good one."""
    if sitting.table.rulebook not in CARDS_NEEDED:
        return
    card = PlayerCard(sitting.player) if sitting.patron_id else None
    on = venue().local(sitting.act.now).date()
    refused = may_start_play(Bettor(sitting.player, card), on)
    yield from refused.refusals if refused else ()


def chips_told(leaving: Leaving) -> Iterator[Refusal]:
    """A player with a limit says what they leave with."""
    session, sits = leaving.session, leaving.sits
    patron = patron_of(session, sits)
    if patron is None or leaving.table.rulebook not in CARDS_NEEDED:
        return
    limited = standing(session, patron, leaving.act.now) is not None
    if limited and not has_told(session, sits.pk, Chips.LEFT_WITH):
        wrong = f"{patron.name} leaves without declaring the chips left."
        right = "Write them down on the page of the seats first."
        yield Refusal(CITES[Chips.LEFT_WITH], wrong, right, "seat")


def wager_allowed(asked: MoveAsked) -> Iterator[Refusal]:
    """Every reason of a player card or a loss limit against a wager."""
    if asked.move.act not in STAKING:
        return
    sits = bettor(asked)
    patron = patron_of(asked.session, sits)
    if patron is None:
        yield from _unknown(asked, sits)
        return
    cents = _staked(asked.after) - _staked(asked.before)
    if asked.move.seat in backers(asked.session, asked.round):
        cents -= asked.move.wager(JACKPOT)  # it is somebody else's
    chips = declared_by(asked.session, sits.pk) if sits else Declarations()
    wager = Wager(cents, card=sits.card if sits else "", chips=chips)
    act = money_act(asked.act)
    yield from wagers.against(asked.session, asked.table, patron, wager, act)
    if asked.table.rulebook in CARDS_NEEDED and sits is not None:
        yield from undeclared(asked.session, patron, sits, asked.act)


def _unknown(asked: MoveAsked, sits: AnySeat | None) -> Iterator[Refusal]:
    if asked.table.rulebook not in CARDS_NEEDED:
        return
    player = sits.player if sits else asked.move.player or "The player"
    on = venue().local(asked.act.now).date()
    refused = invalid(Bettor(player, None), on)
    yield from refused.refusals if refused else ()


def _staked(state: State[Any]) -> int:
    staked = GAMES[state.setup.game].staked(state)
    return sum(sum(wagers_.values()) for wagers_ in staked.values())


def wager_posted(asked: MoveAsked) -> None:
    """Post what now lies on the layout, and what it was checked against."""
    if _is_a_guests(asked):
        return
    plays_carried = asked.begins and has_jackpot(asked.after)
    if plays_carried or _lies(asked.after) != _lies(asked.before):
        parts = (asked.session, asked.table, asked.round)
        reconcile(*parts, asked.after, asked.act, checked=_checked(asked))


def _is_a_guests(asked: MoveAsked) -> bool:
    """Whether only somebody whom nobody knows by a card stakes with the move."""
    sits = asked.seated
    unknown = sits is not None and sits.patron_id is None
    return asked.move.act in STAKING and unknown and not has_jackpot(asked.after)


def _lies(state: State[Any]) -> object:
    """What lies on the layout, which jackpot wagers are in, and which went back."""
    staked = GAMES[state.setup.game].staked(state)
    return (staked, staked_on(state), returned(state)) if has_jackpot(state) else staked


def _checked(asked: MoveAsked) -> Mapping[str, Any]:
    sits = bettor(asked)
    patron = patron_of(asked.session, sits)
    if asked.move.act not in STAKING or patron is None or sits is None:
        return {}
    limit = wagers.checked_against(asked.session, asked.table, patron, asked.act.now)
    return wagers.kept_with(asked.move.act, sits.card, limit.value)


def wager_reversed(taken: TakenBack) -> None:
    """What is taken back lies there no more; what stays over is settled again."""
    if not GAMES[taken.state.setup.game].over(taken.state):
        parts = (taken.session, taken.table, taken.round)
        reconcile(*parts, taken.state, taken.act)


def round_posted(settled: Settled) -> None:
    """Post what the round came to; after a correction, the difference."""
    parts = (settled.session, settled.table, settled.round)
    reconcile(*parts, settled.state, settled.act, players=settled.players)


ROOM = Room(
    before_sitting=(card_shown,),
    before_leaving=(chips_told,),
    before_action=(wager_allowed,),
    after_action=(wager_posted,),
    after_taking_back=(wager_reversed,),
    after_settlement=(round_posted,),
)

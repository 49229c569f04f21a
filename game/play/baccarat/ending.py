"""How a coup of Baccarat ends, and what a seat, the room or a ruling sees."""

from collections.abc import Sequence
from typing import Any

from game import baccarat as engine
from game.baccarat import Coup, PlaceBet, Stage
from game.cards import Card, show
from game.irregularities.facts import Hand, RoundFacts, Wager
from game.irregularities.facts import Stage as RulingStage
from game.irregularities.from_round import SeenAtTable
from game.line import Line
from game.mississippi.settlement import Claim
from game.play.baccarat.steps import STEP, Bac, is_void
from game.rulebooks.punto_banco import Spot
from game.table_of_play import count, winner
from rulebook import Cite, Refused


def settled(state: Bac) -> tuple[Line, ...] | Refused:
    """Every bet of a complete coup with its rule; a void one goes back."""
    coup = state.round
    if is_void(state):
        return tuple(_back(state, bet) for bet in coup.bets)
    lines = engine.settle(coup)
    if isinstance(lines, Refused):
        return lines
    return tuple(
        _back(state, bet) if state.voided(bet.seat) else line
        for bet, line in zip(coup.bets, lines, strict=True)
    )


def _back(state: Bac, bet: PlaceBet) -> Line:
    cite: Cite = state.voided(bet.seat) or STEP
    return Line(bet.seat, bet.spot, bet.stake, 0, cite)


def so_far(state: Bac) -> tuple[Line, ...]:
    """Every line once the hands are complete: all bets are settled together."""
    lines = settled(state)
    return () if isinstance(lines, Refused) else lines


def decided(state: Bac) -> tuple[Line, ...]:
    """The bets that nothing can change any more but another ruling."""
    coup = state.round
    void = tuple(_back(state, bet) for bet in coup.bets if state.voided(bet.seat))
    return so_far(state) or void


def said(state: Bac, seat: int) -> str:
    """What has become of a place's bets."""
    return "Void" if state.voided(seat) else ""


def claims(_state: Bac) -> tuple[Claim, ...]:
    """No jackpot is played for."""
    return ()


def staked(state: Bac) -> dict[int, dict[str, int]]:
    """What lies on the table, by place and area."""
    found: dict[int, dict[str, int]] = {}
    for bet in sorted(state.round.bets, key=lambda bet: bet.seat):
        found.setdefault(bet.seat, {})[str(bet.spot)] = bet.stake
    return found


def _board(name: str, cards: Sequence[Card]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "card": show((cards[n],)) if n < len(cards) else None,
            "lies": n < len(cards),
        }
        for n in range(3)
    ]


def _board_said(coup: Coup) -> str:
    if not coup.player:
        return ""
    player, banker = (count(coup.rules, hand) for hand in (coup.player, coup.banker))
    told = f"Player {player}, Banker {banker}"
    if coup.stage not in (Stage.DEALT, Stage.SETTLED) or len(coup.banker) < 2:
        return told
    won = winner(coup.rules, coup.player, coup.banker).value
    return f"{told}: {'a tie' if won is Spot.TIE else f'{won.title()} wins'}"


def seen(state: Bac, seat: int | None = None) -> dict[str, Any]:  # noqa: ARG001
    """What everybody may see: all cards and bets lie open."""
    coup, wagers = state.round, staked(state)
    players = {m.seat: m.player for m in state.moves if m.act == "bet" and m.player}
    return {
        "game": state.setup.game,
        "document": state.setup.document,
        "unit": state.setup.unit,
        "phase": str(coup.stage),
        "turn": None,
        "board": [*_board("Player", coup.player), *_board("Banker", coup.banker)],
        "board_said": _board_said(coup),
        "wagers": [str(spot) for spot in Spot],
        "seats": [
            {
                "seat": number,
                "player": players.get(number, ""),
                "wagers": bets,
                "status": "void" if state.voided(number) else "playing",
                "out": state.voided(number) is not None,
                "blind": False,
                "cards": [],
                "said": said(state, number),
            }
            for number, bets in wagers.items()
        ],
    }


def turn(_state: Bac) -> int | None:
    """Nobody decides anything."""
    return None


def facts(state: Bac, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The coup as a ruling sees it."""
    told, coup = seen_at_table or SeenAtTable(), state.round
    stage = RulingStage.DEALING if coup.stage is Stage.DEALING else RulingStage.SETTLING
    return RoundFacts(
        code=state.setup.document,
        hands=tuple(
            Hand(seat, tuple(Wager(name, stake) for name, stake in bets.items()))
            for seat, bets in staked(state).items()
            if not state.voided(seat)
        ),
        stage=RulingStage.DEALING if not coup.closed else stage,
        called=coup.closed,
        number=told.number,
        cards_out=len(coup.player) + len(coup.banker),
        session=told.session,
        cautions=told.cautions,
    )

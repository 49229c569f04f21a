"""Baccarat as a console plays it: bets by place, cards by the table of play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game import baccarat as engine
from game.baccarat import Coup, DealCard, NoMoreBets, PlaceBet, Settle, Stage
from game.cards import Card, show
from game.irregularities.facts import Hand, RoundFacts, Wager
from game.irregularities.facts import Stage as RulingStage
from game.irregularities.from_round import SeenAtTable, steps_of
from game.irregularities.ruling import Ruling
from game.line import Line
from game.mississippi.round import VoidHand, VoidRound
from game.mississippi.settlement import Claim
from game.play.checks import edition_refusals, no_such_seat, stake_refusals
from game.play.face_down import TURNED
from game.play.moves import Form, Move, form
from game.play.offers import Offer, Wanted, still_in, within
from game.play.setup import KEPT, KEYED, Setup
from game.play.state import State
from game.rulebooks.punto_banco import Spot
from game.rulebooks.vic99 import BACCARAT
from game.table_of_play import count, next_card, winner
from rulebook import HOUSE, Cite, Refusal, Refused

Bac = State[Coup]
STEP = HOUSE.at("STEP-1")

FORMS: Mapping[str, Form] = {
    "bet": form("seat", "amount", "spot", takes=("player",)),
    "take_back": form("seat", "spot"),
    "no_more_bets": form(),
    "deal": form(takes=("cards",)),
    "close": form(),
    "void_hand": form("seat", "cite"),
    "void_round": form("cite"),
}


def opened(setup: Setup) -> Bac | Refused:
    """A coup ready for its first bet, or every rule its setup breaks."""
    refusals = tuple(_refusals(setup))
    if refusals:
        return Refused(refusals)
    coup = engine.open_coup(BACCARAT, places=setup.seats, decks=setup.decks)
    return coup if isinstance(coup, Refused) else State(setup, coup)


def _refusals(setup: Setup) -> Iterator[Refusal]:
    if setup.document != "VIC99":
        wrong = f"{setup.document} has no Baccarat."
        yield Refusal(KEPT, wrong, "VIC99 has.", "document")
        return
    yield from edition_refusals(setup)
    for name in ("jackpot", "three_card_table", "cover_all"):
        if getattr(setup, name):
            yield Refusal(KEPT, "Baccarat has no such wager.", "Leave it out.", name)


def applied(state: Bac, move: Move) -> Bac | Refused:
    """The coup after a move, or every rule that stands in its way."""
    after = _STEPS[move.act](state, move)
    if isinstance(after, Refused):
        return after
    return replace(after, moves=(*state.moves, move))


def _engine(state: Bac, action: engine.Action) -> Bac | Refused:
    after = engine.apply(state.round, action)
    return after if isinstance(after, Refused) else replace(state, round=after)


def _bet(state: Bac, move: Move) -> Bac | Refused:
    seat, amount, spot = move.seat or 0, move.amount or 0, move.spot or Spot.PLAYER
    after = _engine(state, PlaceBet(seat, spot, amount))
    against = (*no_such_seat(state.setup, seat), *_around(state, seat, spot, amount))
    if isinstance(after, Refused):
        return Refused((*after.refusals, *against))
    return Refused(against) if against else after


def _around(state: Bac, seat: int, spot: Spot, amount: int) -> tuple[Refusal, ...]:
    if amount <= 0:
        return ()  # the engine says so already
    return stake_refusals(state.setup, seat, spot, amount)


def _take_back(state: Bac, move: Move) -> Bac | Refused:
    coup = state.round
    left = tuple(b for b in coup.bets if (b.seat, b.spot) != (move.seat, move.spot))
    found = []
    if coup.closed:
        wrong, right = "The betting is closed.", "The bet stays until it is settled."
        found.append(Refusal(coup.rules.betting_closes, wrong, right, "spot"))
    if left == coup.bets:
        wrong = f"Place {move.seat} has no bet on {move.spot}."
        found.append(Refusal(STEP, wrong, "Take back one that is there.", "spot"))
    if found:
        return Refused(tuple(found))
    return replace(state, round=replace(coup, bets=left))


def _no_more_bets(state: Bac, _move: Move) -> Bac | Refused:
    return _engine(state, NoMoreBets())


def _deal(state: Bac, move: Move) -> Bac | Refused:
    if not move.cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        return Refused((Refusal(TURNED, wrong, right, "cards"),))
    after = state
    for card in move.cards:
        coup = after.round
        due = next_card(coup.rules, coup.player, coup.banker).value
        step = _engine(after, DealCard(due or Spot.PLAYER, card))
        if isinstance(step, Refused):
            return step
        after = step
    return after


def _close(state: Bac, _move: Move) -> Bac | Refused:
    if _is_void(state) and not state.round.settled:
        return replace(state, round=replace(state.round, settled=True, closed=True))
    return _engine(state, Settle())


def _void_hand(state: Bac, move: Move) -> Bac | Refused:
    seats = {bet.seat for bet in state.round.bets}
    return _void(state, move, [move.seat] if move.seat in seats else [])


def _void_round(state: Bac, move: Move) -> Bac | Refused:
    return _void(state, move, sorted({bet.seat for bet in state.round.bets}))


def _void(state: Bac, move: Move, seats: Sequence[int | None]) -> Bac | Refused:
    if state.round.settled or not state.round.closed or not seats:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        return Refused((Refusal(STEP, wrong, right),))
    fresh = [(s, move.cite or STEP) for s in seats if s and not state.voided(s)]
    return replace(state, void=(*state.void, *fresh))


def _is_void(state: Bac) -> bool:
    """Whether nothing is left to play for."""
    seats = {bet.seat for bet in state.round.bets}
    return bool(seats) and all(state.voided(seat) for seat in seats)


_STEPS: Mapping[str, Callable[[Bac, Move], Bac | Refused]] = {
    "bet": _bet,
    "take_back": _take_back,
    "no_more_bets": _no_more_bets,
    "deal": _deal,
    "close": _close,
    "void_hand": _void_hand,
    "void_round": _void_round,
}


def offered(state: Bac) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    coup, rules = state.round, state.round.rules
    if coup.stage is Stage.BETTING:
        return tuple(_betting(state))
    if coup.stage is not Stage.SETTLED and _is_void(state):
        return (Offer("close", "Close the coup", rules.settled_once_complete),)
    if coup.stage is Stage.DEALING:
        turn = next_card(rules, coup.player, coup.banker)
        side = (turn.value or Spot.PLAYER).title()
        left = still_in((*coup.player, *coup.banker), coup.decks)
        wanted = Wanted(1, f"the {side}", left) if state.setup.cards == KEYED else None
        return (Offer("deal", f"Card to the {side}", turn.cite, cards=wanted),)
    if coup.stage is Stage.DEALT:
        return (Offer("close", "Pay and close", rules.settled_once_complete),)
    return ()


def _betting(state: Bac) -> Iterator[Offer]:
    coup, rules = state.round, state.round.rules
    down = {(bet.seat, bet.spot) for bet in coup.bets}
    for seat in range(1, state.setup.seats + 1):
        for spot in Spot:
            cite, title = rules.amounts, spot.title()
            if (seat, spot) in down:
                label, closes = f"Take back {title}", rules.betting_closes
                yield Offer("take_back", label, closes, seat, spot=spot)
            else:
                amounts = within(state.setup.at(seat))
                yield Offer("bet", title, cite, seat, amounts, spot=spot)
    yield Offer("no_more_bets", "No more bets", rules.betting_closes)


def next_deal(state: Bac, shoe: Sequence[Card]) -> Move | None:
    """The next card off a shoe as a move; none while no card is due."""
    if state.round.stage is not Stage.DEALING or _is_void(state):
        return None
    out = len(state.round.player) + len(state.round.banker)
    return Move("deal", cards=(shoe[out],))


def settled(state: Bac) -> tuple[Line, ...] | Refused:
    """Every bet of a complete coup with its rule; a void one goes back."""
    coup = state.round
    if _is_void(state):
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


def steps(_state: Bac, ruling: Ruling) -> tuple[Move, ...]:
    """What a ruling does to the coup, as moves."""
    return tuple(
        Move("void_round", cite=step.cite)
        if isinstance(step, VoidRound)
        else Move("void_hand", seat=step.seat, cite=step.cite)
        for step in steps_of(ruling)
        if isinstance(step, VoidRound | VoidHand)
    )

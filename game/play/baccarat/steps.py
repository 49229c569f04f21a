"""Baccarat as a console plays it: bets by place, cards by the table of play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from game import baccarat as engine
from game.baccarat import Coup, CutBet, DealCard, NoMoreBets, PlaceBet, Settle, Stage
from game.cards import Card
from game.play.checks import edition_refusals, no_such_seat, stake_refusals
from game.play.face_down import TURNED
from game.play.moves import Form, Move, form
from game.play.offers import Offer, Wanted, still_in, within
from game.play.setup import KEPT, KEYED, Setup
from game.play.state import State
from game.rulebooks.punto_banco import Spot
from game.rulebooks.vic99 import BACCARAT
from game.table_of_play import next_card
from rulebook import HOUSE, Refusal, Refused

Bac = State[Coup]
STEP = HOUSE.at("STEP-1")
EMPTY = HOUSE.at("BACCARAT-18")

FORMS: Mapping[str, Form] = {
    "bet": form("seat", "amount", "spot", takes=("player",)),
    "take_back": form("seat", "spot"),
    "no_more_bets": form(),
    "deal": form(takes=("cards",)),
    "close": form(),
    "cut_back": form("seat", "also", "cite"),
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
    if is_void(state) and not state.round.settled:
        return replace(state, round=replace(state.round, settled=True, closed=True))
    return _engine(state, Settle())


def _cut_back(state: Bac, move: Move) -> Bac | Refused:
    """Hold bets to what a ruling leaves of them."""
    seat, cite, after = move.seat or 0, move.cite or STEP, state
    if state.voided(seat):
        wrong, right = f"The bets of place {seat} are void.", "Leave them as they are."
        return Refused((Refusal(cite, wrong, right, "seat"),))
    for name, left in move.also:
        if name not in {str(spot) for spot in Spot}:
            wrong, right = f"There is no bet on “{name}”.", "Name one that lies there."
            return Refused((Refusal(cite, wrong, right, "also"),))
        step = _engine(after, CutBet(seat, Spot(name), left, cite))
        if isinstance(step, Refused):
            return step
        after = step
    return after


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


def is_void(state: Bac) -> bool:
    """Whether nothing is left to play for."""
    seats = {bet.seat for bet in state.round.bets}
    return bool(seats) and all(state.voided(seat) for seat in seats)


_STEPS: Mapping[str, Callable[[Bac, Move], Bac | Refused]] = {
    "bet": _bet,
    "take_back": _take_back,
    "no_more_bets": _no_more_bets,
    "deal": _deal,
    "close": _close,
    "cut_back": _cut_back,
    "void_hand": _void_hand,
    "void_round": _void_round,
}


def offered(state: Bac) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    coup, rules = state.round, state.round.rules
    if coup.stage is Stage.BETTING:
        return tuple(_betting(state))
    if coup.stage is not Stage.SETTLED and is_void(state):
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
    closes = rules.betting_closes if coup.bets else EMPTY
    yield Offer("no_more_bets", "No more bets", closes)


def next_deal(state: Bac, shoe: Sequence[Card]) -> Move | None:
    """The next card off a shoe as a move; none while no card is due."""
    if state.round.stage is not Stage.DEALING or is_void(state):
        return None
    out = len(state.round.player) + len(state.round.banker)
    return Move("deal", cards=(shoe[out],))

"""What each move does to a round of Caribbean Stud."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from game import caribbean_stud as engine
from game.cards import Card
from game.caribbean.round import (
    Action,
    Box,
    DeclareNoHand,
    OfferJackpot,
    RegisterJackpot,
    Round,
    Status,
    TurnUpCard,
    VoidHand,
)
from game.caribbean.settlement import qualifies
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Call,
    Close,
    CutBack,
    Deal,
    Fold,
    Phase,
    Reveal,
    SettleHand,
    TakeBack,
    VoidRound,
)
from game.play import face_down, wager_rulings
from game.play.checks import no_such_seat, stake_refusals
from game.play.moves import Form, Move, form
from game.play.setup import KEYED
from game.play.state import State
from rulebook import HOUSE, Cite, Refusal, Refused

Stud = State[Round]
JACKPOT = "jackpot"
STEP = HOUSE.at("STEP-1")

FORMS: Mapping[str, Form] = {
    "ante": form("seat", "amount", takes=("player", "also", "medium")),
    "take_back": form("seat"),
    "offer_jackpot": form(),
    "register_jackpot": form("seat"),
    "no_more_bets": form(),
    "deal": form(takes=("cards",)),
    "turn_up": form(takes=("cards",)),
    "bet_or_fold": form(),
    "bet": form("seat", "amount"),
    "fold": form("seat"),
    "no_hand": form(),
    "reveal": form(takes=("cards",)),
    "show": form("seat", "cards"),
    "settle": form("seat", takes=("cards",)),
    "close": form(),
    "cut_back": form("seat", "also", "cite"),
    "void_hand": form("seat", "cite"),
    "void_round": form("cite"),
    **wager_rulings.FORMS,
}


def applied(state: Stud, move: Move) -> Stud | Refused:
    """The round after a move, or every rule that stands in its way."""
    special = _SPECIAL.get(move.act)
    after = special(state, move) if special else _plain(state, move)
    if isinstance(after, Refused):
        return after
    return replace(after, moves=(*state.moves, move))


def _plain(state: Stud, move: Move) -> Stud | Refused:
    after = engine.apply(state.round, _ACTIONS[move.act](move))
    return after if isinstance(after, Refused) else replace(state, round=after)


def _seat(move: Move) -> int:
    return move.seat or 0


def _ruled(move: Move) -> Cite:
    return move.cite or STEP


_ACTIONS: Mapping[str, Callable[[Move], Action]] = {
    "take_back": lambda move: TakeBack(_seat(move)),
    "offer_jackpot": lambda _move: OfferJackpot(),
    "register_jackpot": lambda move: RegisterJackpot(_seat(move)),
    "no_more_bets": lambda _move: Announce(Call.NO_MORE_BETS),
    "bet_or_fold": lambda _move: Announce(Call.BET_OR_FOLD),
    "bet": lambda move: Bet(_seat(move), move.amount or 0),
    "fold": lambda move: Fold(_seat(move)),
    "no_hand": lambda _move: DeclareNoHand(),
    "close": lambda _move: Close(),
    "void_hand": lambda move: VoidHand(_seat(move), _ruled(move)),
    "void_round": lambda move: VoidRound(_ruled(move)),
}


def _ante(state: Stud, move: Move) -> Stud | Refused:
    seat, amount = _seat(move), move.amount or 0
    ante = Ante(seat, amount, move.player, move.wager(JACKPOT), move.medium)
    after = engine.apply(state.round, ante)
    against = (*no_such_seat(state.setup, seat), *_around(state, move))
    if isinstance(after, Refused):
        return Refused((*after.refusals, *against))
    return Refused(against) if against else replace(state, round=after)


def _around(state: Stud, move: Move) -> Iterator[Refusal]:
    if move.amount:
        yield from stake_refusals(state.setup, _seat(move), "ante", move.amount)
    for wager in dict(move.also).keys() - {JACKPOT}:
        cite = state.round.table.rules.wagers.ante.cite
        yield Refusal(cite, f"There is no {wager} wager.", "Leave it out.", wager)


# The cards: dealt by the engine, dealt face down unseen, or keyed as they are turned.


def _deal(state: Stud, move: Move) -> Stud | Refused:
    now = state.round
    cards = move.cards or tuple(_unseen(state))
    if not cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        after = engine.apply(now, Deal(face_down.stand_in(now.cards_out)))
        more = after.refusals if isinstance(after, Refused) else ()
        return Refused((Refusal(face_down.TURNED, wrong, right, "cards"), *more))
    for card in cards:
        after = engine.apply(now, Deal(card))
        if isinstance(after, Refused):
            return after
        now = after
    return replace(state, round=now)


def _unseen(state: Stud) -> Iterator[Card]:
    now = state.round
    if state.setup.cards != KEYED:
        return
    for number, place in enumerate(now.places[now.cards_out :], now.cards_out):
        if place.face_up:
            return
        yield face_down.stand_in(number)


def known_cards(now: Round) -> tuple[Card, ...]:
    """Every card of the round that somebody has seen."""
    return face_down.known(
        (*now.dealer, *(card for box in now.boxes for card in box.cards))
    )


def _against(now: Round, lying: Sequence[Card], move: Move) -> tuple[Refusal, ...]:
    deck = now.table.rules.deck.size.cite
    return tuple(face_down.turning(lying, move.cards, known_cards(now), deck))


def _turn_up(state: Stud, move: Move) -> Stud | Refused:
    now, up = state.round, state.round.table.dealing.up_card.value
    return _turn(state, move, TurnUpCard(), now.dealer[up : up + 1], up)


def _reveal(state: Stud, move: Move) -> Stud | Refused:
    return _turn(state, move, Reveal(), state.round.dealer, 0)


def _turn(
    state: Stud, move: Move, action: Action, lying: Sequence[Card], first: int
) -> Stud | Refused:
    """Turn some of the Dealer's cards, from this place on."""
    now = state.round
    after = engine.apply(now, action)
    against = _against(now, lying, move)
    if isinstance(after, Refused) or against:
        told = after.refusals if isinstance(after, Refused) else ()
        return Refused((*told, *against))
    seen = face_down.turned(lying, move.cards)
    dealer = (*now.dealer[:first], *seen, *now.dealer[first + len(lying) :])
    return replace(state, round=replace(after, dealer=dealer))


def must_turn(now: Round, box: Box) -> bool:
    """Whether a hand is keyed before it is settled: it decides something."""
    if not any(face_down.unknown(card) for card in box.cards):
        return False
    plays = now.revealed and qualifies(now.table.rules, now.dealer).value
    return bool(plays and not now.dealer_dead) or bool(box.jackpot and box.registered)


def _settle(state: Stud, move: Move) -> Stud | Refused:
    now, box = state.round, state.round.box(_seat(move))
    after = engine.apply(now, SettleHand(_seat(move)))
    asked = box is not None and (move.cards or must_turn(now, box))
    against = _against(now, box.cards, move) if box and asked else ()
    if isinstance(after, Refused) or against:
        told = after.refusals if isinstance(after, Refused) else ()
        return Refused((*told, *against))
    return replace(state, round=_shown(after, move) if move.cards else after)


def _shown(now: Round, move: Move) -> Round:
    boxes = tuple(
        replace(box, cards=face_down.turned(box.cards, move.cards))
        if box.seat == move.seat
        else box
        for box in now.boxes
    )
    return replace(now, boxes=boxes)


def may_show(now: Round, box: Box) -> bool:
    """Whether a folded hand is looked at all the same, for its jackpot wager."""
    looked = now.dealer_dead and box.status is Status.FOLDED
    down = any(face_down.unknown(card) for card in box.cards)
    return looked and down and bool(box.jackpot and box.registered)


def _show(state: Stud, move: Move) -> Stud | Refused:
    now, box = state.round, state.round.box(_seat(move))
    if box is None or not may_show(now, box):
        wrong = f"No hand of seat {move.seat} is looked at."
        return Refused((Refusal(STEP, wrong, "Go on with the round.", "seat"),))
    against = _against(now, box.cards, move)
    if against:
        return Refused(against)
    return replace(state, round=_shown(now, move))


def _cut_back(state: Stud, move: Move) -> Stud | Refused:
    """Hold stakes to what a ruling leaves of them."""
    now = state.round
    for wager, left in move.also:
        after = engine.apply(now, CutBack(_seat(move), wager, left, _ruled(move)))
        if isinstance(after, Refused):
            return after
        now = after
    return replace(state, round=now)


def _rule_wagers(state: Stud, move: Move) -> Stud | Refused:
    now = state.round
    hands = {
        box.seat: wager_rulings.Hand(
            {"ante": box.ante, "bet": box.bet, JACKPOT: box.jackpot},
            box.status is Status.VOID,
        )
        for box in now.boxes
        if now.phase not in (Phase.BETTING, Phase.CLOSED)
    }
    return wager_rulings.rule_wagers(state, move, hands)


_SPECIAL: Mapping[str, Callable[[Stud, Move], Stud | Refused]] = {
    **dict.fromkeys(wager_rulings.FORMS, _rule_wagers),
    "ante": _ante,
    "deal": _deal,
    "turn_up": _turn_up,
    "reveal": _reveal,
    "show": _show,
    "settle": _settle,
    "cut_back": _cut_back,
}

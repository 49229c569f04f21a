"""What each move does to a round of Mississippi Stud."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from game import mississippi_stud as engine
from game.cards import Card
from game.mississippi.guards import cards_out
from game.mississippi.round import (
    Action,
    Announce,
    Ante,
    Bet,
    BetBlind,
    Call,
    Close,
    Concede,
    Deal,
    Fold,
    Forfeit,
    OrderBurn,
    Phase,
    RefuseWager,
    Reveal,
    Round,
    SettleHand,
    Status,
    TakeBack,
    VoidHand,
    VoidRound,
)
from game.play import face_down, wager_rulings
from game.play.checks import no_such_seat, stake_refusals
from game.play.mississippi import rulings
from game.play.mississippi.opening import side_bets_offered
from game.play.mississippi.stakes import staked
from game.play.moves import Form, Move, form
from game.play.setup import KEYED
from game.play.state import Side, State
from game.ranks import Rank
from game.rulebooks.mississippi import Medium
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS, Placing, may_place
from rulebook import HOUSE, MASS, Cite, Refusal, Refused

Stud = State[Round]
WAITS = HOUSE.at("CONSOLE-5")
COUPON = MASS.at("6(a)")
SIDE_BETS = (THREE_CARD_BONUS, COVER_ALL_BONUS)
JACKPOT = wager_rulings.JACKPOT

FORMS: Mapping[str, Form] = {
    "ante": form(
        "seat", "amount", takes=("player", "also", "medium", "blind", "waiting")
    ),
    "take_back": form("seat"),
    "refuse_wager": form("seat", "by", "grounds"),
    "no_more_bets": form(),
    "order_burn": form("by"),
    "deal": form(takes=("cards",)),
    "bet_or_fold": form(),
    "bet": form("seat", "amount"),
    "bet_blind": form("seat", "amounts"),
    "fold": form("seat"),
    "deem_folded": form("seat", "by"),
    "forfeit": form("seat", "by", takes=("cite",)),
    "cut_back": form("seat", "also", "cite"),
    "swap_hands": form("seat", "cite"),
    "reveal": form(takes=("cards",)),
    "concede": form("seat"),
    "settle": form("seat", takes=("cards",)),
    "close": form(),
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
    return _with(state, engine.apply(state.round, _ACTIONS[move.act](move)))


def _with(state: Stud, after: Round | Refused) -> Stud | Refused:
    return after if isinstance(after, Refused) else replace(state, round=after)


def _seat(move: Move) -> int:
    return move.seat or 0


def _by(move: Move) -> Rank:
    return move.by or Rank.PLAYER


def _ruled(move: Move) -> Cite:
    return move.cite or rulings.UNRULED


# Moves that need nothing but their own fields, as the engine knows them.
_ACTIONS: Mapping[str, Callable[[Move], Action]] = {
    "take_back": lambda move: TakeBack(_seat(move)),
    "refuse_wager": lambda move: RefuseWager(_seat(move), _by(move), move.grounds),
    "no_more_bets": lambda _move: Announce(Call.NO_MORE_BETS),
    "bet_or_fold": lambda _move: Announce(Call.BET_OR_FOLD),
    "order_burn": lambda move: OrderBurn(_by(move)),
    "bet": lambda move: Bet(_seat(move), move.amount or 0),
    "fold": lambda move: Fold(_seat(move)),
    "deem_folded": lambda move: Fold(_seat(move), absent=True, by=_by(move)),
    "forfeit": lambda move: Forfeit(_seat(move), _by(move), move.cite),
    "concede": lambda move: Concede(_seat(move)),
    "void_hand": lambda move: VoidHand(_seat(move), _ruled(move)),
    "void_round": lambda move: VoidRound(_ruled(move)),
    "close": lambda _move: Close(),
}


def _ante(state: Stud, move: Move) -> Stud | Refused:
    seat, amount = move.seat or 0, move.amount or 0
    ante = Ante(
        seat,
        amount,
        move.player,
        move.wager(JACKPOT),
        move.medium,
        blind=move.blind,
        others_waiting=move.waiting,
    )
    after = engine.apply(state.round, ante)
    against = (*no_such_seat(state.setup, seat), *_around(state, move))
    if isinstance(after, Refused):
        return Refused((*after.refusals, *against))
    if against:
        return Refused(against)
    placed = [Side(seat, w, stake) for w, stake in move.also if stake and w != JACKPOT]
    return replace(state, round=after, sides=(*state.sides, *placed))


def _around(state: Stud, move: Move) -> Iterator[Refusal]:
    """What the engine does not know of an ante: limits, coupons and side bets."""
    seat, amount, boxes = move.seat or 0, move.amount or 0, state.round.boxes
    own = [b.ante for b in boxes if move.player and b.player == move.player]
    if amount > 0:
        yield from stake_refusals(state.setup, seat, "ante", amount, sum(own))
    if move.medium is Medium.COUPON and not state.setup.coupons:
        wrong, right = "Match-play coupons are not taken here.", "Stake chips."
        yield Refusal(COUPON, wrong, right, "medium")
    yield from _side_refusals(state, move)


def _side_refusals(state: Stud, move: Move) -> Iterator[Refusal]:
    rules, placed = state.round.table.rules, dict(move.also)
    for wager in placed.keys() - {JACKPOT, *SIDE_BETS}:
        wrong = f"There is no {wager} wager."
        yield Refusal(rules.wagers.no_other, wrong, "Leave it out.", wager)
    stakes = {wager: placed.get(wager, 0) for wager in SIDE_BETS}
    players = len(state.round.boxes) + 1
    if any(side.wager == COVER_ALL_BONUS for side in state.sides):
        stakes[COVER_ALL_BONUS] = stakes[COVER_ALL_BONUS] or 1  # the odds must exist
    placing = Placing(
        move.seat or 0,
        move.amount or 0,
        first_card_dealt=state.round.cards_out > 0,
        players=players,
    )
    against = may_place(side_bets_offered(state.setup), placing, stakes)
    yield from against.refusals if against else ()


def _remove(state: Stud, move: Move) -> Stud | Refused:
    """Take a stake off the table, and its side bets with it."""
    after = _plain(state, move)
    if isinstance(after, Refused):
        return after
    left = tuple(side for side in state.sides if side.seat != move.seat)
    return replace(after, sides=left)


# The cards: dealt by the engine, dealt face down unseen, or keyed as they are turned.


def _deal(state: Stud, move: Move) -> Stud | Refused:
    now = state.round
    cards = move.cards or tuple(_unseen(state))
    if not cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        if state.setup.cards != KEYED:
            wrong, right = "No card has come out of the shoe.", "Deal from the shoe."
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
    """Stand-ins for the cards that are dealt face down now, at a keyed table."""
    now = state.round
    if state.setup.cards != KEYED:
        return
    for number, place in enumerate(now.places[now.cards_out :], now.cards_out):
        if place.face_up:
            return
        yield face_down.stand_in(number)


def _against_turning(
    now: Round, lying: Sequence[Card], move: Move
) -> tuple[Refusal, ...]:
    deck = now.table.rules.deck.size.cite
    return tuple(face_down.turning(lying, move.cards, cards_out(now), deck))


def _reveal(state: Stud, move: Move) -> Stud | Refused:
    now = state.round
    lying = now.community[now.shown : now.shown + 1]
    after = engine.apply(now, Reveal())
    against = _against_turning(now, lying, move)
    if isinstance(after, Refused) or against:
        told = after.refusals if isinstance(after, Refused) else ()
        return Refused((*told, *against))
    community = (
        *now.community[: now.shown],
        *face_down.turned(lying, move.cards),
        *now.community[now.shown + 1 :],
    )
    return replace(state, round=replace(after, community=community))


def _settle(state: Stud, move: Move) -> Stud | Refused:
    now, seat = state.round, move.seat or 0
    box = now.box(seat)
    lying = box.hole if box else ()
    after = engine.apply(now, SettleHand(seat))
    against = _against_turning(now, lying, move)
    if isinstance(after, Refused) or against:
        told = after.refusals if isinstance(after, Refused) else ()
        return Refused((*told, *against))
    hole = face_down.turned(lying, move.cards)
    boxes = tuple(
        replace(each, hole=hole) if each.seat == seat else each for each in after.boxes
    )
    return replace(state, round=replace(after, boxes=boxes))


def _bet_blind(state: Stud, move: Move) -> Stud | Refused:
    if len(move.amounts) != 3:
        cite: Cite = state.round.table.rules.streets[0].decide
        wrong, right = "A blind hand stakes three streets.", "Key three amounts."
        return Refused((Refusal(cite, wrong, right, "amounts"),))
    first, second, third = move.amounts
    bet = BetBlind(move.seat or 0, (first, second, third))
    return _with(state, engine.apply(state.round, bet))


def waits_for_cards(state: Stud) -> bool:
    """Whether a side bet is still to be decided by cards that are not turned."""
    gone = (Status.VOID, Status.FORFEITED)
    out = {box.seat for box in state.round.boxes if box.status in gone}
    out |= {seat for seat, one in state.ruled if one.wager == THREE_CARD_BONUS}
    waiting = [s for s in state.sides if s.wager == THREE_CARD_BONUS]
    return state.round.shown < 3 and any(s.seat not in out for s in waiting)


def _close(state: Stud, move: Move) -> Stud | Refused:
    after = _plain(state, move)
    if isinstance(after, Refused) or not waits_for_cards(state):
        return after
    wrong, right = "A 3 Card Bonus wager waits for its cards.", "Turn them first."
    return Refused((Refusal(WAITS, wrong, right),))


def _rule_wagers(state: Stud, move: Move) -> Stud | Refused:
    now, stakes = state.round, staked(state)
    hands = {
        box.seat: wager_rulings.Hand(stakes[box.seat], box.status is Status.VOID)
        for box in now.boxes
        if now.phase not in (Phase.BETTING, Phase.CLOSED)
    }
    return wager_rulings.rule_wagers(state, move, hands)


_SPECIAL: Mapping[str, Callable[[Stud, Move], Stud | Refused]] = {
    **dict.fromkeys(wager_rulings.FORMS, _rule_wagers),
    "ante": _ante,
    "take_back": _remove,
    "refuse_wager": _remove,
    "deal": _deal,
    "reveal": _reveal,
    "settle": _settle,
    "bet_blind": _bet_blind,
    "cut_back": rulings.cut_back,
    "swap_hands": rulings.swap_hands,
    "close": _close,
}

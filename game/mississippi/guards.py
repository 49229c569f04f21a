"""What stands in the way of an action once the antes are down, each with its rule."""

from collections.abc import Iterator

from game.cards import Card, show
from game.mississippi.options import (
    all_decided,
    blind_unstaked,
    stage_closed,
    to_settle,
)
from game.mississippi.round import (
    Announce,
    Bet,
    BetBlind,
    Box,
    Call,
    Close,
    Concede,
    CutBack,
    Deal,
    Fold,
    Forfeit,
    OrderBurn,
    Phase,
    Reveal,
    Round,
    SettleHand,
    Status,
    VoidHand,
    VoidRound,
)
from game.mississippi.wagers import beyond, no_box, street_refusals
from game.ranks import Rank
from rulebook import Cite, Refusal

STEP = Cite("HOUSE-STEP-1")


def may_announce(now: Round, action: Announce) -> Iterator[Refusal]:
    """Each call has its moment."""
    rules, dealing = now.table.rules, now.table.dealing
    if action.call is Call.BET_OR_FOLD:
        if now.phase is not Phase.DEALING or not now.initial_deal_over:
            wrong = f"“{action.call}” is called while {now.phase}."
            right = "Call it once every card of the initial deal is out."
            yield Refusal(rules.bet_or_fold or STEP, wrong, right)
        return
    called = dealing.call_before_reveal is not None and now.phase is Phase.DECIDING
    if now.phase is not Phase.BETTING and not called:
        wrong = f"“{action.call}” is called while {now.phase}."
        yield Refusal(dealing.no_more_bets.cite, wrong, "Call it before the deal.")
    elif not now.boxes:
        wrong, right = "Nobody has anted.", "Let the players bet first."
        yield Refusal(rules.wagers.window, wrong, right)
    elif stage_closed(now):
        yield Refusal(STEP, "This stage is closed already.", "Go on with the round.")


def may_order_burn(now: Round, action: OrderBurn) -> Iterator[Refusal]:
    """Where a document allows a burn, it says who orders it."""
    power = now.table.rules.burn
    if power is None:
        cite = now.table.dealing.procedure
        yield Refusal(cite, "No card is burnt here.", "Deal the cards as they come.")
        return
    yield from beyond(action.by, power.value, power.cite, "order a burn")
    if now.burn is not None or now.community:
        wrong, right = "It is too late for a burn.", "One card, before the community."
        yield Refusal(power.cite, wrong, right)


def may_deal(now: Round, action: Deal) -> Iterator[Refusal]:
    """A card leaves the device once, after the bets, to the place that is next."""
    rules, dealing, place = now.table.rules, now.table.dealing, now.next_place
    if action.card in cards_out(now):
        wrong = f"{show((action.card,))} is out already."
        yield Refusal(rules.deck.size.cite, wrong, "One deck has each card once.")
    if not now.boxes:
        wrong, right = "Nobody has anted.", "Let the players bet before the deal."
        yield Refusal(rules.wagers.window, wrong, right)
    elif place is None:
        yield Refusal(dealing.procedure, "All cards are out.", "Turn them in turn.")
    elif place.face_up:
        yield from _may_turn(now)
    call = dealing.no_more_bets
    if now.phase is Phase.BETTING and call.value and not now.stages_closed:
        wrong, right = "Betting is not closed.", "Call no more bets before the deal."
        yield Refusal(call.cite, wrong, right)


def may_reveal(now: Round, _action: Reveal) -> Iterator[Refusal]:
    """A community card is turned once every player has bet or folded."""
    if len(now.community) <= now.shown:
        cite = now.table.dealing.community.cite
        yield Refusal(cite, "No community card lies face down.", "Deal it first.")
    yield from _may_turn(now)


def _may_turn(now: Round) -> Iterator[Refusal]:
    dealing, blind = now.table.dealing, now.table.rules.blind
    if now.shown == 3:
        yield Refusal(STEP, "All three are showing.", "Settle the hands.")
        return
    cite = dealing.reveals[now.shown]
    if now.phase not in (Phase.DECIDING, Phase.SETTLING):
        wrong, right = f"The round is {now.phase}.", "Turn it after the bets."
        yield Refusal(cite, wrong, right)
    if not all_decided(now):
        seats = ", ".join(str(box.seat) for box in now.undecided)
        yield Refusal(cite, f"Seat {seats} has not decided.", "Each bets or folds.")
    if blind and blind_unstaked(now):
        wrong = "A blind hand has not staked all three streets."
        right = "It does so before the first community card."
        yield Refusal(blind.all_streets, wrong, right)
    call = dealing.call_before_reveal
    if call and now.phase is Phase.DECIDING and not stage_closed(now):
        wrong, right = "This stage is not closed.", "Call no more bets first."
        yield Refusal(call, wrong, right)


def may_bet(now: Round, action: Bet) -> Iterator[Refusal]:
    """A street bet comes at its street, once, in an allowed ratio to the ante."""
    box = now.box(action.seat)
    yield from _may_decide(now, box, action.seat)
    if box is None or now.shown == 3:
        return
    blind, street = now.table.rules.blind, now.table.rules.streets[now.shown]
    if box.blind and blind:
        wrong, right = "This hand is played blind.", "Stake all three streets at once."
        yield Refusal(blind.unseen, wrong, right, street.name)
    if now.phase is Phase.DECIDING and stage_closed(now):
        wrong, right = "No more bets was called.", "Only a fold is left."
        yield Refusal(now.table.rules.wagers.window, wrong, right, street.name)
    table = now.table
    yield from street_refusals(street, box.ante, action.amount, table.sizes, table.unit)


def may_bet_blind(now: Round, action: BetBlind) -> Iterator[Refusal]:
    """A blind hand stakes every street before the first community card shows."""
    box, blind, table = now.box(action.seat), now.table.rules.blind, now.table
    yield from no_box(now, action.seat)
    if blind is None or box is None or not box.blind:
        wrong, right = "This hand is not played blind.", "Bet street by street."
        yield Refusal(blind.unseen if blind else STEP, wrong, right)
        return
    if now.shown or now.phase not in (Phase.DEALING, Phase.DECIDING) or box.streets:
        wrong, right = "Its stakes are frozen.", "They are posted once, in time."
        yield Refusal(blind.all_streets, wrong, right)
    for street, amount in zip(table.rules.streets, action.amounts, strict=True):
        yield from street_refusals(street, box.ante, amount, table.sizes, table.unit)


def may_fold(now: Round, action: Fold) -> Iterator[Refusal]:
    """A hand is given up instead of a street bet; a blind hand never is."""
    box, rules = now.box(action.seat), now.table.rules
    yield from _may_decide(now, box, action.seat)
    if box and box.blind and rules.blind:
        wrong, right = "A blind hand is not folded.", "It stakes all three streets."
        yield Refusal(rules.blind.all_streets, wrong, right)
    if action.absent:
        cite = rules.folding.absent
        yield from beyond(action.by, Rank.SUPERVISOR, cite, "deem a player folded")


def may_forfeit(now: Round, action: Forfeit) -> Iterator[Refusal]:
    """Until all cards show, a hand may be forfeited by somebody of the right rank.

    The ruling that makes a round void may forfeit a hand of it.
    """
    box, power = now.box(action.seat), now.table.rules.folding.forfeit
    yield from no_box(now, action.seat)
    if action.cite is None:
        yield from beyond(action.by, power.value, power.cite, "rule a hand forfeited")
    elif box and box.status is Status.VOID and box.ruled == action.cite:
        return  # of a void round, by the same ruling
    if now.phase is not Phase.DECIDING or (box and box.out):
        wrong, right = "The hand is not being played.", "Leave it as it is."
        yield Refusal(power.cite, wrong, right)


def may_cut_back(now: Round, action: CutBack) -> Iterator[Refusal]:
    """A ruling may leave less of a stake that is in play, never more."""
    box, cite = now.box(action.seat), action.cite
    yield from no_box(now, action.seat)
    if box is None:
        return
    if now.phase in (Phase.BETTING, Phase.CLOSED) or box.out:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    staked = stake_on(now, box, action.wager)
    least = 1 if action.wager == "ante" else 0
    if not least <= action.amount < staked:
        wrong = f"{action.amount} cannot be left of {staked} on the {action.wager}."
        right = "Leave less than lies there; without an ante the hand is void."
        yield Refusal(cite, wrong, right, "amount")


def stake_on(now: Round, box: Box, wager: str) -> int:
    """What a box has on one of its wagers."""
    names = [street.name for street in now.table.rules.streets]
    stakes = dict(zip(names, box.streets, strict=False))
    return {"ante": box.ante, "jackpot": box.jackpot, **stakes}.get(wager, 0)


def may_void_hand(now: Round, action: VoidHand) -> Iterator[Refusal]:
    """A hand is void by a ruling, once, while its round is being played."""
    box, cite = now.box(action.seat), now.table.rules.void.hand
    yield from no_box(now, action.seat)
    void = box is not None and box.status is Status.VOID
    if now.phase in (Phase.BETTING, Phase.CLOSED) or void:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)


def may_void_round(now: Round, _action: VoidRound) -> Iterator[Refusal]:
    """A misdeal is found out before the round is over."""
    if now.phase in (Phase.BETTING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "Only a round in play is void."
        yield Refusal(now.table.rules.void.misdeal, wrong, right)


def _may_decide(now: Round, box: Box | None, seat: int) -> Iterator[Refusal]:
    rules = now.table.rules
    if box is None:
        yield from no_box(now, seat)
    elif box.out:
        wrong, right = "The hand is out.", "It stays out for the round."
        yield Refusal(rules.folding.final, wrong, right)
    elif now.phase is not Phase.DECIDING:
        cite = rules.streets[min(now.shown, 2)].decide
        if now.phase in (Phase.BETTING, Phase.DEALING):
            cite = now.table.dealing.unseen
        wrong, right = f"The round is {now.phase}.", "Decide at each street."
        yield Refusal(cite, wrong, right)
    elif box not in now.undecided:
        wrong, right = "This street is bet already.", "The stake stays as it is."
        yield Refusal(rules.wagers.untouched, wrong, right)


def may_concede(now: Round, action: Concede) -> Iterator[Refusal]:
    """Where a document knows it, a hand that stayed in may be conceded at the end."""
    box, cite = now.box(action.seat), now.table.rules.folding.concede or STEP
    yield from no_box(now, action.seat)
    if cite is STEP:
        yield Refusal(cite, "These rules know no concession.", "Settle the hand.")
    elif box and (now.phase is not Phase.SETTLING or box.status is not Status.PLAYING):
        wrong, right = "The hand is not up for settlement.", "Concede it then."
        yield Refusal(cite, wrong, right)


def may_settle_hand(now: Round, action: SettleHand) -> Iterator[Refusal]:
    """Hands are settled one by one from the dealer's right, after the last card."""
    rules, due = now.table.rules.settlement, to_settle(now)
    if now.phase is not Phase.SETTLING or now.shown < 3:
        wrong, right = "The last card is not turned.", "Settle once it is."
        yield Refusal(rules.closed, wrong, right)
    elif action.seat not in due:
        wrong = f"Seat {action.seat} has no hand to settle."
        yield Refusal(rules.one_by_one, wrong, "Each hand is settled once.")
    elif action.seat != due[0]:
        wrong, right = f"Seat {action.seat} is not next.", f"Seat {due[0]} is."
        yield Refusal(rules.order, wrong, right, "seat")


def may_close(now: Round, _action: Close) -> Iterator[Refusal]:
    """The round ends when every hand is settled and the cards are cleared."""
    cite, due = now.table.rules.settlement.closed, to_settle(now)
    if now.phase is not Phase.SETTLING:
        yield Refusal(cite, f"The round is {now.phase}.", "Close it at the end.")
    elif due:
        seats = ", ".join(str(seat) for seat in due)
        yield Refusal(cite, f"Seat {seats} is not settled.", "Settle every hand.")


def may_leave(now: Round, seat: int) -> Iterator[Refusal]:
    """Where the document says so, whoever holds cards stays until the round ends."""
    cite, box = now.table.rules.wagers.seated, now.box(seat)
    if cite and box and box.hole and now.phase is not Phase.CLOSED:
        yield Refusal(cite, f"Seat {seat} holds cards.", "Leave after the round.")


def cards_out(now: Round) -> tuple[Card, ...]:
    """Every card that has left the device in this round."""
    holes = tuple(card for box in now.boxes for card in box.hole)
    return holes + now.community + now.burnt

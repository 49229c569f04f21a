"""What stands in the way of an action in Caribbean Stud, each with its rule."""

from collections.abc import Iterator

from game.cards import show
from game.caribbean.round import (
    HAND,
    OUT,
    Box,
    DeclareNoHand,
    ForfeitHand,
    OfferJackpot,
    RegisterJackpot,
    Round,
    Status,
    TurnUpCard,
    VoidHand,
)
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
from game.mississippi.wagers import amount_refusals
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.mississippi import Medium
from rulebook import Cite, Refusal

STEP = Cite("HOUSE-STEP-1")


def may_ante(now: Round, action: Ante) -> Iterator[Refusal]:
    """An ante is a whole amount in chips on a free box, before betting closes."""
    rules = now.table.rules.wagers
    yield from seat_refusals(now.table.rules, action.seat)
    if action.jackpot and not action.amount:
        wrong, right = "A jackpot wager without an ante.", "Place the ante first."
        yield Refusal(rules.jackpot_needs_ante, wrong, right, "jackpot")
    else:
        yield from amount_refusals(action.amount, rules.ante.value)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Antes are placed before it."
        yield Refusal(rules.ante_first, wrong, right, "ante")
    elif now.betting_closed:
        wrong, right = "No more bets was called.", "Wait for the next round."
        yield Refusal(rules.no_more_bets, wrong, right, "ante")
    yield from _medium(now, action)
    yield from _jackpot(now, action)
    if now.box(action.seat):
        wrong = f"There is a wager on box {action.seat}."
        most = rules.wagers_per_box
        yield Refusal(most.cite, wrong, f"A box takes {most.value}.", "seat")
    hands = sum(bool(action.player) and b.player == action.player for b in now.boxes)
    if hands >= rules.hands_per_player.value:
        wrong = f"{action.player} has a hand in this round."
        right = f"A player wagers on {rules.hands_per_player.value} hand."
        yield Refusal(rules.hands_per_player.cite, wrong, right, "player")


def seat_refusals(rules: CaribbeanRules, seat: object) -> Iterator[Refusal]:
    """Refuse a seat that the table does not have."""
    most = rules.seats
    if type(seat) is not int or not 1 <= seat <= most.value:
        wrong = f"There is no seat {seat!r}."
        yield Refusal(most.cite, wrong, f"Seats run from 1 to {most.value}.", "seat")


def _medium(now: Round, action: Ante) -> Iterator[Refusal]:
    rules = now.table.rules.wagers
    if action.medium is Medium.SPOKEN:
        if not action.changed_to_chips:
            wrong = "A spoken bet was not changed into chips before betting closed."
            right = "Hand over the money at once and place the chips in time."
            yield Refusal(rules.spoken, wrong, right, "ante")
    elif action.medium not in rules.media.value:
        taken = ", ".join(sorted(rules.media.value))
        wrong = f"A stake in {action.medium}."
        yield Refusal(rules.media.cite, wrong, f"Use {taken}.", "ante")


def _jackpot(now: Round, action: Ante) -> Iterator[Refusal]:
    rules, price = now.table.rules.wagers, now.table.jackpot_price
    if action.jackpot and action.jackpot != price:
        wrong = f"A jackpot wager of {action.jackpot}."
        right = f"It costs {price}." if price else "No jackpot is run here."
        yield Refusal(rules.jackpot_price, wrong, right, "jackpot")


def may_take_back(now: Round, action: TakeBack) -> Iterator[Refusal]:
    """An ante is not touched once cards leave the shoe."""
    yield from _no_box(now, action.seat)
    if now.phase is not Phase.BETTING:
        wrong = "Cards have left the shoe."
        right = "The ante stays until it is decided."
        yield Refusal(now.table.rules.wagers.untouched, wrong, right, "ante")


def may_offer_jackpot(now: Round, _action: OfferJackpot) -> Iterator[Refusal]:
    """A jackpot is offered where one is run, before the first card."""
    rules = now.table.rules.wagers
    if now.table.jackpot_price is None:
        wrong, right = "No jackpot price is shown here.", "Show one on a sign."
        yield Refusal(rules.jackpot_price, wrong, right)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Offer the jackpot before it."
        yield Refusal(rules.jackpot_offered, wrong, right)


def may_register_jackpot(now: Round, action: RegisterJackpot) -> Iterator[Refusal]:
    """The equipment takes a jackpot wager that is there, before the first card."""
    rules, box = now.table.rules.wagers, now.box(action.seat)
    if box is None or not box.jackpot:
        wrong = f"Seat {action.seat} has no jackpot wager."
        yield Refusal(rules.jackpot_registered, wrong, "Place it first.")
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "It had to be accepted before."
        yield Refusal(rules.jackpot_registered, wrong, right)


def may_announce(now: Round, action: Announce) -> Iterator[Refusal]:
    """Each call has its moment: one before the deal, one after the up card."""
    rules = now.table.rules
    if action.call is Call.NO_MORE_BETS:
        if now.phase is not Phase.BETTING or now.betting_closed:
            wrong = "Betting is closed already."
            yield Refusal(rules.wagers.no_more_bets, wrong, "Go on with the round.")
        elif not now.boxes:
            wrong, right = "Nobody has anted.", "Let the players bet first."
            yield Refusal(rules.wagers.ante_first, wrong, right)
    elif now.phase is not Phase.DEALING or not now.up_card_shows:
        wrong = f"“{action.call}” is called while {now.phase}."
        right = "Call it once the Dealer's up card shows."
        yield Refusal(rules.decisions.looks, wrong, right)


def may_deal(now: Round, action: Deal) -> Iterator[Refusal]:
    """A card leaves the shoe once, after the bets, to the place that is next."""
    rules = now.table.rules
    if action.card in (*now.dealer, *(c for box in now.boxes for c in box.cards)):
        wrong = f"{show((action.card,))} is out already."
        yield Refusal(rules.deck.size.cite, wrong, "One deck has each card once.")
    if not now.betting_closed:
        wrong, right = "Betting is not closed.", "Call no more bets first."
        yield Refusal(rules.wagers.no_more_bets, wrong, right)
    if not now.boxes:
        wrong, right = "Nobody has anted.", "Only anted boxes are dealt cards."
        yield Refusal(rules.wagers.ante_first, wrong, right)
    elif now.next_place is None:
        cite = now.table.dealing.up_card.cite
        yield Refusal(cite, "All cards are out.", "Show the Dealer's up card.")
    if now.table.jackpot_price is not None and not now.jackpot_offered:
        wrong, right = "The jackpot was not offered.", "Offer it before the deal."
        yield Refusal(rules.wagers.jackpot_offered, wrong, right)


def may_turn_up_card(now: Round, _action: TurnUpCard) -> Iterator[Refusal]:
    """The top card of the Dealer's set is turned once every set is dealt."""
    cite = now.table.dealing.up_card.cite
    if now.phase is not Phase.DEALING or now.next_place is not None:
        wrong, right = "The deal is not over.", "Turn it once every hand has its cards."
        yield Refusal(cite, wrong, right)
    elif now.up_card_shows:
        yield Refusal(cite, "The up card shows.", "Exactly one card is turned.")


def may_bet(now: Round, action: Bet) -> Iterator[Refusal]:
    """The Bet comes after a look at the cards, and is exactly twice the ante."""
    rules, box = now.table.rules, now.box(action.seat)
    if now.phase is Phase.BETTING:
        wrong, right = "No cards are dealt yet.", "The Bet comes after the deal."
        yield Refusal(rules.wagers.bet.cite, wrong, right, "bet")
        return
    yield from _may_decide(now, box, action.seat)
    if box is not None:
        yield from bet_refusals(rules, box.ante, action.amount)


def bet_refusals(rules: CaribbeanRules, ante: int, amount: object) -> Iterator[Refusal]:
    """Refuse a Bet that is not its exact multiple of the ante."""
    times = rules.decisions.times
    if type(amount) is not int or amount != times.value * ante:
        wrong = f"A Bet of {amount!r} on an ante of {ante}."
        right = f"Bet exactly {times.value * ante}, or fold."
        yield Refusal(times.cite, wrong, right, "bet")


def may_fold(now: Round, action: Fold) -> Iterator[Refusal]:
    """A hand is given up once it has been seen, with all its cards."""
    box, counted = now.box(action.seat), now.table.rules.decisions.counted
    yield from _may_decide(now, box, action.seat)
    if box is not None and now.next_place is None and len(box.cards) != counted.value:
        wrong = f"The folded hand has {len(box.cards)} cards."
        yield Refusal(counted.cite, wrong, f"It must have {counted.value}.")


def _may_decide(now: Round, box: Box | None, seat: int) -> Iterator[Refusal]:
    rules = now.table.rules
    if box is None:
        yield from _no_box(now, seat)
    elif now.phase in (Phase.BETTING, Phase.DEALING):
        wrong = f"The round is {now.phase}."
        right = "Players look and decide once the up card shows and is called."
        yield Refusal(rules.decisions.looks, wrong, right)
    elif box.status is not Status.UNDECIDED:
        wrong, right = f"The hand is {box.status}.", "A decision is made once."
        yield Refusal(rules.decisions.choices, wrong, right)


def may_void(now: Round, action: VoidHand) -> Iterator[Refusal]:
    """A ruling cancels a hand while the round is played."""
    yield from _no_box(now, action.seat)
    if now.phase in (Phase.BETTING, Phase.CLOSED) or action.seat in now.settled:
        wrong, right = "There is no open hand to cancel.", "Rule on it in its round."
        yield Refusal(STEP, wrong, right)


def may_forfeit(now: Round, action: ForfeitHand) -> Iterator[Refusal]:
    """A ruling takes the stakes of a hand that is still in."""
    box = now.box(action.seat)
    yield from may_void(now, VoidHand(action.seat, action.cite))
    if box is not None and box.status in OUT:
        wrong, right = f"The hand is {box.status}.", "Leave it as it is."
        yield Refusal(STEP, wrong, right)


def may_cut_back(now: Round, action: CutBack) -> Iterator[Refusal]:
    """A ruling may leave less of a stake that is in play, never more."""
    box, cite = now.box(action.seat), action.cite
    yield from _no_box(now, action.seat)
    if box is None:
        return
    if now.phase in (Phase.BETTING, Phase.CLOSED) or box.status in OUT:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    stakes = {"ante": box.ante, "bet": box.bet, "jackpot": box.jackpot}
    staked = stakes.get(action.wager, 0)
    least = 1 if action.wager == "ante" else 0
    if not least <= action.amount < staked:
        wrong = f"{action.amount} cannot be left of {staked} on the {action.wager}."
        right = "Leave less than lies there; without an ante the hand is void."
        yield Refusal(cite, wrong, right, "amount")


def may_void_round(now: Round, _action: VoidRound) -> Iterator[Refusal]:
    """A misdeal is found out before the round is over."""
    if now.phase in (Phase.BETTING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "Only a round in play is void."
        yield Refusal(STEP, wrong, right)


def may_declare_no_hand(now: Round, _action: DeclareNoHand) -> Iterator[Refusal]:
    """The Dealer's hand is declared dead only after the call to bet or fold."""
    if now.phase not in (Phase.DECIDING, Phase.SETTLING) or now.settled:
        cite = now.table.rules.settlement.no_hand_by_error
        wrong = "It is not the moment to declare “No Hand”."
        right = "Before “Bet or Fold” a wrong number of cards is a misdeal."
        yield Refusal(cite, wrong, right)


def may_reveal(now: Round, _action: Reveal) -> Iterator[Refusal]:
    """The Dealer turns all five cards once every player has decided."""
    cite = now.table.rules.settlement.reveal
    if now.phase is Phase.DECIDING:
        seats = ", ".join(str(box.seat) for box in now.undecided)
        yield Refusal(cite, f"Seat {seats} has not decided.", "Each bets or folds.")
    elif now.phase is not Phase.SETTLING or now.revealed:
        yield Refusal(cite, "It is not the moment to turn the cards.", "Go on.")
    elif len(now.dealer) < HAND:
        wrong = "The Dealer's hand was never complete."
        yield Refusal(cite, wrong, "Close the round.")


def may_settle_hand(now: Round, action: SettleHand) -> Iterator[Refusal]:
    """Hands are compared one by one from the Dealer's right."""
    rules, due = now.table.rules, now.to_settle
    if now.phase is not Phase.SETTLING or not (now.revealed or now.dealer_dead):
        wrong, right = "The Dealer's hand is not known.", "Turn the cards first."
        yield Refusal(rules.settlement.reveal, wrong, right)
    elif action.seat not in due:
        wrong = f"Seat {action.seat} has no hand to settle."
        yield Refusal(rules.one_hand_to_a_seat, wrong, "Each is settled once.")
    elif action.seat != due[0]:
        wrong, right = f"Seat {action.seat} is not next.", f"Seat {due[0]} is."
        yield Refusal(rules.settlement.order, wrong, right, "seat")


def may_close(now: Round, _action: Close) -> Iterator[Refusal]:
    """The round ends when every hand still in is settled."""
    if now.phase is not Phase.SETTLING or now.to_settle:
        wrong = f"The round is {now.phase}, and hands wait to be settled."
        yield Refusal(STEP, wrong, "Settle every hand first.")


def _no_box(now: Round, seat: int) -> Iterator[Refusal]:
    if now.box(seat) is None:
        cite = now.table.rules.wagers.ante_first
        yield Refusal(cite, f"Seat {seat} has no ante.", "Only anted boxes play.")

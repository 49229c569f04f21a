"""The calls, the deal and the Dealer's up card; then bet or fold."""

from collections.abc import Iterator
from dataclasses import replace

from game.caribbean.round import BET, Box, Round, Status
from game.play import face_down
from game.play.moves import Move
from game.play.phases import Phase
from game.stud.antes import no_box
from game.stud.round import against_turning, cards_of
from game.stud.secret import anted_first
from rulebook import Refusal


def may_call_no_more_bets(now: Round, _move: Move) -> Iterator[Refusal]:
    """The betting is closed once, before the deal."""
    rules = now.table.rules.wagers
    if now.phase is not Phase.BETTING or now.stages_closed:
        wrong = "Betting is closed already."
        yield Refusal(rules.no_more_bets, wrong, "Go on with the round.")
    elif not now.boxes:
        wrong, right = "Nobody has anted.", "Let the players bet first."
        yield Refusal(rules.buys_cards, wrong, right)


def no_more_bets(now: Round, _move: Move) -> Round:
    """Close the betting before the deal."""
    return replace(now, stages_closed=1)


def may_deal(now: Round, move: Move) -> Iterator[Refusal]:
    """Cards leave the shoe once, after the bets, each to the place that is next."""
    rules, cards = now.table.rules, cards_of(now, move)
    if not cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        yield Refusal(face_down.TURNED, wrong, right, "cards")
    yield from face_down.twice(cards, now.cards_seen, rules.deck.size.cite)
    if not now.cards_out:
        yield from anted_first(now)
    if not now.stages_closed:
        wrong, right = "Betting is not closed.", "Call no more bets first."
        yield Refusal(rules.wagers.no_more_bets, wrong, right)
    if not now.boxes:
        wrong, right = "Nobody has anted.", "Only anted boxes are dealt cards."
        yield Refusal(rules.wagers.buys_cards, wrong, right)
    elif now.cards_out + max(len(cards), 1) > len(now.places):
        cite = now.table.dealing.up_card.cite
        yield Refusal(cite, "All cards are out.", "Show the Dealer's up card.")
    if now.setup.jackpot is not None and not now.jackpot_offered:
        wrong, right = "The jackpot was not offered.", "Offer it before the deal."
        yield Refusal(rules.wagers.jackpot_offered, wrong, right)


def deal(now: Round, move: Move) -> Round:
    """Put each card in its place, from a shoe one by one or in sets of five."""
    cards, start = cards_of(now, move), now.cards_out
    hands = {box.seat: box.cards for box in now.boxes}
    dealer, shows = now.dealer, now.up_card_shows
    for card, place in zip(cards, now.places[start:], strict=False):
        if place.seat is not None:
            hands[place.seat] += (card,)
        else:
            dealer, shows = (*dealer, card), place.face_up
    return replace(
        now,
        phase=Phase.DEALING,
        boxes=tuple(box._replace(cards=hands[box.seat]) for box in now.boxes),
        cards_out=start + len(cards),
        dealer=dealer,
        up_card_shows=shows,
    )


def may_turn_up(now: Round, move: Move) -> Iterator[Refusal]:
    """The top card of the Dealer's set is turned once every set is dealt."""
    cite, up = now.table.dealing.up_card.cite, now.table.dealing.up_card.value
    if now.phase is not Phase.DEALING or now.ahead:
        wrong, right = "The deal is not over.", "Turn it once every hand has its cards."
        yield Refusal(cite, wrong, right)
    elif now.up_card_shows:
        yield Refusal(cite, "The up card shows.", "Exactly one card is turned.")
    yield from against_turning(now, now.dealer[up : up + 1], move)


def turn_up(now: Round, move: Move) -> Round:
    """Turn the top card of the Dealer's set."""
    up = now.table.dealing.up_card.value
    turned = face_down.turned(now.dealer[up : up + 1], move.cards)
    dealer = (*now.dealer[:up], *turned, *now.dealer[up + 1 :])
    return replace(now, up_card_shows=True, dealer=dealer)


def may_call_bet_or_fold(now: Round, _move: Move) -> Iterator[Refusal]:
    """The players are let at their cards once the up card shows."""
    if now.phase is not Phase.DEALING or not now.up_card_shows:
        wrong = f"“Bet or fold” is called while {now.phase}."
        right = "Call it once the Dealer's up card shows."
        yield Refusal(now.table.rules.decisions.looks, wrong, right)


def bet_or_fold(now: Round, _move: Move) -> Round:
    """Let the players look and decide."""
    return replace(now, phase=Phase.DECIDING).at_its_end()


def may_bet(now: Round, move: Move) -> Iterator[Refusal]:
    """The Bet comes after a look at the cards, and is exactly twice the ante."""
    rules, box = now.table.rules, now.box(move.seat)
    if now.phase is Phase.BETTING:
        wrong, right = "No cards are dealt yet.", "The Bet comes after the deal."
        yield Refusal(rules.wagers.bet.cite, wrong, right, BET)
        return
    yield from _may_decide(now, box, move.number)
    times = rules.decisions.times
    if box and not (type(move.amount) is int and move.amount == times.value * box.ante):
        wrong = f"A Bet of {move.amount!r} on an ante of {box.ante}."
        right = f"Bet exactly {times.value * box.ante}, or fold."
        yield Refusal(times.cite, wrong, right, BET)


def _may_decide(now: Round, box: Box | None, seat: int) -> Iterator[Refusal]:
    rules = now.table.rules
    if box is None:
        yield from no_box(now, seat)
    elif now.phase in (Phase.BETTING, Phase.DEALING):
        wrong = f"The round is {now.phase}."
        right = "Players look and decide once the up card shows and is called."
        yield Refusal(rules.decisions.looks, wrong, right)
    elif box.status is not Status.UNDECIDED:
        wrong, right = f"The hand is {box.status}.", "A decision is made once."
        yield Refusal(rules.decisions.choices, wrong, right)


def bet(now: Round, move: Move) -> Round:
    """Stay in with a Bet of two antes."""
    return now.changed(move.number, bet=move.stake, status=Status.IN).at_its_end()


def may_fold(now: Round, move: Move) -> Iterator[Refusal]:
    """A hand is given up once it has been seen, with all its cards."""
    box, counted = now.box(move.seat), now.table.rules.decisions.counted
    yield from _may_decide(now, box, move.number)
    if box is not None and not now.ahead and len(box.cards) != counted.value:
        wrong = f"The folded hand has {len(box.cards)} cards."
        yield Refusal(counted.cite, wrong, f"It must have {counted.value}.")


def fold(now: Round, move: Move) -> Round:
    """Lay the cards face down; the Dealer takes them and the ante."""
    return now.changed(move.number, status=Status.FOLDED).at_its_end()

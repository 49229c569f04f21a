"""Bets, the cards one by one as the table of play asks for them, and the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.baccarat.coup import Bet, Coup
from game.baccarat.table_of_play import next_card, turn_refusals
from game.cards import Card, show
from game.play import sealed
from game.play.checks import is_whole, stake_refusals
from game.play.face_down import TURNED
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from game.rulebooks.punto_banco import BaccaratRules, Spot
from rulebook import Refusal


def may_bet(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A bet is a whole amount on a free area, while the betting is open."""
    rules, spot = coup.rules, move.spot or Spot.PLAYER
    if coup.closed:
        wrong = "The betting is closed."
        right = "Bets are placed before the first card."
        yield Refusal(rules.betting_closes, wrong, right, spot)
    yield from place_refusals(rules, move.seat, coup.setup.seats)
    yield from bet_refusals(rules, spot, move.amount)
    if coup.on(move.seat, spot):
        wrong = f"Place {move.seat} has a bet on {spot} already."
        yield Refusal(rules.amounts, wrong, "One bet to each area.", spot)
    yield from stake_refusals(coup.setup, move.number, spot, move.amount)


def place_refusals(
    rules: BaccaratRules, seat: object, places: int
) -> Iterator[Refusal]:
    """Refuse a place that the table does not have."""
    if type(seat) is not int or not 1 <= seat <= places:
        right = f"Places are numbered from 1 to {places}."
        yield Refusal(rules.places.cite, f"There is no place {seat!r}.", right, "seat")


def bet_refusals(rules: BaccaratRules, spot: Spot, stake: object) -> Iterator[Refusal]:
    """Refuse anything but a whole amount above nothing."""
    if not is_whole(stake):
        wrong = f"{stake!r} is no bet on {spot}."
        yield Refusal(rules.amounts, wrong, "Bet a whole amount above 0.", spot)


def bet(coup: Coup, move: Move) -> Coup:
    """Stake an amount on one area of the layout."""
    placed = Bet(move.number, move.spot or Spot.PLAYER, move.stake, move.player)
    return replace(coup, boxes=(*coup.boxes, placed))


def may_take_back(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A bet may be taken back while the betting is open."""
    if coup.closed:
        wrong, right = "The betting is closed.", "The bet stays until it is settled."
        yield Refusal(coup.rules.betting_closes, wrong, right, "spot")
    if coup.on(move.seat, move.spot) is None:
        wrong = f"Place {move.seat} has no bet on {move.spot}."
        yield Refusal(UNRULED, wrong, "Take back one that is there.", "spot")


def take_back(coup: Coup, move: Move) -> Coup:
    """Take a bet off the layout."""
    gone = coup.on(move.seat, move.spot)
    return replace(coup, boxes=tuple(each for each in coup.boxes if each is not gone))


def may_call_no_more_bets(coup: Coup, _move: Move) -> Iterator[Refusal]:
    """The betting is closed once."""
    if coup.closed:
        wrong = "The betting is closed already."
        yield Refusal(coup.rules.betting_closes, wrong, "Go on with the deal.")


def no_more_bets(coup: Coup, _move: Move) -> Coup:
    """Close the betting."""
    return replace(coup, closed=True)


def may_deal(coup: Coup, move: Move) -> Iterator[Refusal]:
    """Each card goes to the side the table of play gives it to, and to no other."""
    if not move.cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        yield Refusal(TURNED, wrong, right, "cards")
    if not coup.player:
        yield from sealed.before_deal(coup)
    for number, card in enumerate(move.cards):
        before = _dealt(coup, move.cards[:number])
        against = tuple(_against(before, card, move.spot))
        yield from against
        if against:
            return


def _against(coup: Coup, card: Card, to: Spot | None) -> Iterator[Refusal]:
    rules, decks = coup.rules, coup.setup.decks
    if not coup.closed:
        wrong, right = "The betting is still open.", "Call “No more bets” first."
        yield Refusal(rules.betting_closes, wrong, right)
    if (*coup.player, *coup.banker).count(card) >= decks:
        wrong = f"{show((card,))} has come {decks} times already."
        yield Refusal(rules.decks.cite, wrong, "Look for a foreign card.")
    side = to or next_card(rules, coup.player, coup.banker).value or Spot.PLAYER
    yield from turn_refusals(rules, coup.player, coup.banker, side)


def deal(coup: Coup, move: Move) -> Coup:
    """Give each card to the side whose turn it is."""
    return _dealt(coup, move.cards)


def _dealt(coup: Coup, cards: Sequence[Card]) -> Coup:
    for card in cards:
        to = next_card(coup.rules, coup.player, coup.banker).value
        if to is Spot.BANKER:
            coup = replace(coup, banker=(*coup.banker, card))
        else:
            coup = replace(coup, player=(*coup.player, card))
    return coup


def may_close(coup: Coup, _move: Move) -> Iterator[Refusal]:
    """A coup is settled once, when its hands are complete or nothing is left in it."""
    if not coup.is_void or coup.settled:
        yield from unsettled(coup, Phase.SETTLING)
        yield from sealed.before_close(coup)


def unsettled(coup: Coup, *ready: Phase) -> Iterator[Refusal]:
    """Refuse to settle a coup that has not come so far."""
    wanted = {
        Phase.BETTING: "Close the betting and deal first.",
        Phase.DEALING: "Deal the cards that the table of play asks for.",
        Phase.CLOSED: "Every bet is settled; open the next coup.",
    }
    if coup.phase not in ready:
        wrong = f"The coup is not ready to be settled: it is {coup.phase}."
        cite = coup.rules.settled_once_complete
        yield Refusal(cite, wrong, wanted.get(coup.phase, ""))


def close(coup: Coup, _move: Move) -> Coup:
    """Take and pay every bet."""
    return replace(coup, settled=True, closed=True)


def may_cut_back(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A ruling may leave less of a bet in play, never more."""
    cite = move.rule
    if coup.voided(move.seat):
        wrong = f"The bets of place {move.seat} are void."
        yield Refusal(cite, wrong, "Leave them as they are.", "seat")
        return
    if not coup.closed or coup.settled:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    for name, left in move.also:
        lies = coup.on(move.seat, name)
        staked = lies.stake if lies else 0
        if name not in tuple(Spot):
            wrong, right = f"There is no bet on “{name}”.", "Name one that lies there."
            yield Refusal(cite, wrong, right, "also")
        elif type(left) is not int or not 0 <= left < staked:
            wrong = f"{left!r} cannot be left of {staked} on {name}."
            yield Refusal(cite, wrong, "Leave less than lies there.", "amount")


def cut_back(coup: Coup, move: Move) -> Coup:
    """Hold bets to what a ruling leaves of them; one that is left nothing is gone."""
    left = dict(move.also)
    cut = (
        bet._replace(stake=left.get(bet.spot, bet.stake))
        if bet.seat == move.seat
        else bet
        for bet in coup.boxes
    )
    return replace(coup, boxes=tuple(bet for bet in cut if bet.stake))


def may_void_hand(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A ruling makes the bets of a place void, once, while they are in play."""
    lies = coup.box(move.seat) or sealed.at(coup, move.seat)
    if coup.settled or not coup.closed or lies is None or lies.ruled:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(UNRULED, wrong, right)


def void_hand(coup: Coup, move: Move) -> Coup:
    """Make the bets of a place void; one that is void already stays as it was ruled."""
    boxes = (
        bet._replace(ruled=bet.ruled or move.rule) if bet.seat == move.seat else bet
        for bet in coup.boxes
    )
    secret = sealed.voided(coup, move.rule, move.seat)
    return replace(coup, boxes=tuple(boxes), sealed=secret)


def may_void_round(coup: Coup, _move: Move) -> Iterator[Refusal]:
    """A ruling makes a coup void while bets are in play."""
    nothing = not (coup.boxes or coup.sealed)
    if coup.settled or not coup.closed or nothing or coup.is_void:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(UNRULED, wrong, right)


def void_round(coup: Coup, move: Move) -> Coup:
    """Make every bet void; one that is void already stays as it was ruled."""
    boxes = (bet._replace(ruled=bet.ruled or move.rule) for bet in coup.boxes)
    secret = sealed.voided(coup, move.rule)
    return replace(coup, boxes=tuple(boxes), sealed=secret)

"""The calls, the deal, and the community cards: dealt, dealt unseen, or keyed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.cards import Card
from game.mississippi.round import Place, Round
from game.play import face_down
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from game.play.setup import KEYED
from game.ranks import beyond
from game.stud.round import against_turning, cards_of
from game.stud.secret import anted_first
from rulebook import Refusal


def may_call_no_more_bets(now: Round, _move: Move) -> Iterator[Refusal]:
    """A stage of betting is closed once, while somebody can still bet in it."""
    dealing = now.table.dealing
    called = dealing.call_before_reveal is not None and now.phase is Phase.DECIDING
    if now.phase is not Phase.BETTING and not called:
        wrong = f"“No more bets” is called while {now.phase}."
        yield Refusal(dealing.no_more_bets.cite, wrong, "Call it before the deal.")
    elif not now.boxes:
        wrong, right = "Nobody has anted.", "Let the players bet first."
        yield Refusal(now.table.rules.wagers.window, wrong, right)
    elif now.stage_closed:
        right = "Go on with the round."
        yield Refusal(UNRULED, "This stage is closed already.", right)


def no_more_bets(now: Round, _move: Move) -> Round:
    """Close a stage of betting."""
    stage = 0 if now.phase is Phase.BETTING else now.shown + 1
    return replace(now, stages_closed=stage + 1)


def may_call_bet_or_fold(now: Round, _move: Move) -> Iterator[Refusal]:
    """The players are let at their cards once all of them are out."""
    if now.phase is not Phase.DEALING or not now.initial_deal_over:
        wrong = f"“Bet or fold” is called while {now.phase}."
        right = "Call it once every card of the initial deal is out."
        yield Refusal(now.table.rules.bet_or_fold or UNRULED, wrong, right)


def bet_or_fold(now: Round, _move: Move) -> Round:
    """Let the players look at their cards and decide."""
    return replace(now, phase=Phase.DECIDING)


def may_order_burn(now: Round, move: Move) -> Iterator[Refusal]:
    """Where a document allows a burn, it says who orders it."""
    power = now.table.rules.burn
    if power is None:
        cite = now.table.dealing.procedure
        yield Refusal(cite, "No card is burnt here.", "Deal the cards as they come.")
        return
    yield from beyond(move.rank, power.value, power.cite, "order a burn")
    if now.burn is not None or now.community:
        wrong, right = "It is too late for a burn.", "One card, before the community."
        yield Refusal(power.cite, wrong, right)


def order_burn(now: Round, _move: Move) -> Round:
    """Have a card thrown away unseen before the community cards."""
    return replace(now, burn=now.table.rules.burnt)


def may_deal(now: Round, move: Move) -> Iterator[Refusal]:
    """Cards leave the device once, after the bets, each to the place that is next."""
    cards = cards_of(now, move)
    if not cards:
        wrong, right = "No card was keyed.", "Key the card that is turned up."
        if now.setup.cards != KEYED:
            wrong, right = "No card has come out of the shoe.", "Deal from the shoe."
        yield Refusal(face_down.TURNED, wrong, right, "cards")
    deck = now.table.rules.deck.size.cite
    yield from face_down.twice(cards, now.cards_seen, deck)
    if not now.cards_out:
        yield from anted_first(now)
    if not now.boxes:
        wrong, right = "Nobody has anted.", "Let the players bet before the deal."
        yield Refusal(now.table.rules.wagers.window, wrong, right)
    else:
        yield from _in_place(now, cards)
    call = now.table.dealing.no_more_bets
    if now.phase is Phase.BETTING and call.value and not now.stages_closed:
        wrong, right = "Betting is not closed.", "Call no more bets before the deal."
        yield Refusal(call.cite, wrong, right)


def _in_place(now: Round, cards: Sequence[Card]) -> Iterator[Refusal]:
    """Refuse a card without a place, or one turned up before its street is bet."""
    ahead = now.ahead
    if len(ahead) < max(len(cards), 1):
        cite = now.table.dealing.procedure
        yield Refusal(cite, "All cards are out.", "Turn them in turn.")
        return
    first = now.face_down_ahead
    if first < max(len(cards), 1):
        yield from _may_turn(_dealt(now, cards[:first]) if first else now)


def deal(now: Round, move: Move) -> Round:
    """Put each card in its place."""
    return _dealt(now, cards_of(now, move))


def _dealt(now: Round, cards: Sequence[Card]) -> Round:
    """The first card of all ends the betting, the last of the deal begins the game."""
    every = now.places
    holes: dict[int, tuple[Card, ...]] = {box.seat: box.hole for box in now.boxes}
    burnt, community = list(now.burnt), list(now.community)
    out = now.cards_out + len(cards)
    turned = False
    for card, place in zip(cards, every[now.cards_out : out], strict=True):
        if place.burn:
            burnt.append(card)
        elif place.seat is not None:
            holes[place.seat] += (card,)
        else:
            community.append(card)
            turned = turned or place.face_up
    boxes = tuple(box._replace(hole=holes[box.seat]) for box in now.boxes)
    after = replace(
        now,
        boxes=boxes,
        burnt=tuple(burnt),
        community=tuple(community),
        cards_out=out,
        phase=Phase.DEALING if now.phase is Phase.BETTING else now.phase,
    )
    return turn(after) if turned else _begun(after, every[out : out + 1])


def _begun(now: Round, ahead: Sequence[Place]) -> Round:
    """Once the deal is over the players decide, unless a call lets them."""
    over = not ahead or ahead[0].face_up
    waits_for_call = now.table.rules.bet_or_fold is not None
    if over and not waits_for_call:
        return replace(now, phase=Phase.DECIDING)
    return now


def may_reveal(now: Round, move: Move) -> Iterator[Refusal]:
    """A community card is turned once every player has bet or folded."""
    if len(now.community) <= now.shown:
        cite = now.table.dealing.community.cite
        yield Refusal(cite, "No community card lies face down.", "Deal it first.")
    yield from _may_turn(now)
    yield from against_turning(now, now.community[now.shown :][:1], move)


def _may_turn(now: Round) -> Iterator[Refusal]:
    dealing, blind = now.table.dealing, now.table.rules.blind
    if now.shown == 3:
        yield Refusal(UNRULED, "All three are showing.", "Settle the hands.")
        return
    cite = dealing.reveals[now.shown]
    if now.phase not in (Phase.DECIDING, Phase.SETTLING):
        wrong, right = f"The round is {now.phase}.", "Turn it after the bets."
        yield Refusal(cite, wrong, right)
    if not now.all_decided:
        seats = ", ".join(str(box.seat) for box in now.undecided)
        yield Refusal(cite, f"Seat {seats} has not decided.", "Each bets or folds.")
    if blind and now.blind_unstaked:
        wrong = "A blind hand has not staked all three streets."
        right = "It does so before the first community card."
        yield Refusal(blind.all_streets, wrong, right)
    call = dealing.call_before_reveal
    if call and now.phase is Phase.DECIDING and not now.stage_closed:
        wrong, right = "This stage is not closed.", "Call no more bets first."
        yield Refusal(call, wrong, right)


def reveal(now: Round, move: Move) -> Round:
    """Turn the community card of the street just bet."""
    before, lying = now.community[: now.shown], now.community[now.shown :]
    turned = face_down.turned(lying[:1], move.cards)
    return turn(replace(now, community=(*before, *turned, *lying[1:])))


def turn(now: Round) -> Round:
    """The round with one community card more showing; after the last hands settle."""
    shown = now.shown + 1
    last = shown == 3 or now.phase is Phase.SETTLING
    phase = Phase.SETTLING if last else Phase.DECIDING
    return replace(now, shown=shown, phase=phase)

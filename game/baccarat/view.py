"""What everybody sees of a coup, and what may happen in it now."""

from collections.abc import Iterator, Sequence
from typing import Any

from game.baccarat.coup import Coup
from game.baccarat.settlement import staked
from game.baccarat.table_of_play import count, next_card, winner
from game.cards import Card, show
from game.irregularities.facts import Hand, RoundFacts, SeenAtTable, Wager
from game.play import sealed
from game.play.moves import Move
from game.play.offers import CardsToKey, Offer, labelled, still_in, within
from game.play.phases import Phase
from game.play.setup import KEYED
from game.play.words import WORDS
from game.rulebooks.punto_banco import Spot
from rulebook import HOUSE, Cite

EMPTY = HOUSE.at("BACCARAT-18")


def seen(coup: Coup, seat: int | None = None) -> dict[str, Any]:  # noqa: ARG001
    """What everybody may see: all cards and bets lie open."""
    players = {bet.seat: bet.player for bet in coup.boxes if bet.player}
    return {
        "game": coup.setup.game,
        "document": coup.setup.document,
        "unit": coup.setup.unit,
        "phase": str(coup.phase),
        "turn": None,
        "board": [*_board("Player", coup.player), *_board("Banker", coup.banker)],
        "board_said": _board_said(coup),
        "wagers": [str(spot) for spot in Spot],
        "seats": [
            {
                "seat": number,
                "player": players.get(number, ""),
                "wagers": bets,
                "status": "void" if coup.voided(number) else "playing",
                "out": coup.voided(number) is not None,
                "blind": False,
                "cards": [],
                "said": said(coup, number),
                "dealer": [
                    {"does": f"The {side.title()}’s cards come here", "rule": cite.id}
                    for side, (holder, cite) in holders(coup).items()
                    if holder == number
                ],
            }
            for number, bets in staked(coup).items()
        ],
        **sealed.marks(coup),
    }


def holders(coup: Coup) -> dict[Spot, tuple[int, Cite]]:
    """Who gets the cards of each side, once wagers were announced before the deal.

    The highest wager does, of equal ones the lowest place; else they stay with the
    Dealer.
    """
    if not any(one.early for one in coup.sealed):
        return {}
    found = {}
    for side in (Spot.PLAYER, Spot.BANKER):
        names = (side, sealed.named(side))
        on_it = {
            seat: sum(bets.get(name, 0) for name in names)
            for seat, bets in staked(coup).items()
        }
        if most := max(on_it.values(), default=0):
            seat = min(seat for seat, stake in on_it.items() if stake == most)
            found[side] = (seat, sealed.HANDED_OVER)
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
        return " ".join(
            f"The {side.title()}’s cards go to place {seat}."
            for side, (seat, _) in holders(coup).items()
        )
    player, banker = (count(coup.rules, hand) for hand in (coup.player, coup.banker))
    counts = f"Player {player}, Banker {banker}"
    if coup.phase not in (Phase.SETTLING, Phase.CLOSED) or len(coup.banker) < 2:
        return counts
    won = winner(coup.rules, coup.player, coup.banker).value
    return f"{counts}: {'a tie' if won is Spot.TIE else f'{won.title()} wins'}"


def said(coup: Coup, seat: int) -> str:
    """What has become of a place's bets."""
    return "Void" if coup.voided(seat) else ""


def offers(coup: Coup) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    return labelled(_offered(coup))


def _offered(coup: Coup) -> Iterator[Offer]:
    rules, phase = coup.rules, coup.phase
    if phase is Phase.BETTING:
        yield from _betting(coup)
    elif phase is Phase.DEALING and not coup.player and [*sealed.offers(coup)]:
        yield from sealed.offers(coup)
    elif phase is not Phase.CLOSED and coup.is_void:
        yield Offer("close", rules.settled_once_complete, label="Close the coup")
    elif phase is Phase.DEALING:
        turn = next_card(rules, coup.player, coup.banker)
        side = (turn.value or Spot.PLAYER).title()
        left = still_in((*coup.player, *coup.banker), coup.setup.decks)
        keyed = coup.setup.cards == KEYED
        wanted = CardsToKey(1, f"the {side}", left) if keyed else None
        yield Offer("deal", turn.cite, cards=wanted, label=f"Card to the {side}")
    elif phase is Phase.SETTLING and not sealed.waiting(coup):
        yield Offer("close", rules.settled_once_complete, label="Pay and close")


def _betting(coup: Coup) -> Iterator[Offer]:
    rules = coup.rules
    for seat in range(1, coup.setup.seats + 1):
        for spot in Spot:
            area = spot.title()
            if coup.on(seat, spot):
                label = f"{WORDS['take_back'].label} {area}"
                yield Offer(
                    "take_back", rules.betting_closes, seat, spot=spot, label=label
                )
            else:
                amounts = within(coup.setup.at(seat))
                yield Offer("bet", rules.amounts, seat, amounts, spot=spot, label=area)
    staked_on = coup.boxes or coup.sealed
    yield Offer("no_more_bets", rules.betting_closes if staked_on else EMPTY)


def deal_next(coup: Coup, shoe: Sequence[Card]) -> Move | None:
    """The next card off a shoe as a move; none while no card is due."""
    if coup.phase is not Phase.DEALING or coup.is_void:
        return None
    out = len(coup.player) + len(coup.banker)
    return Move("deal", cards=(shoe[out],))


def facts(coup: Coup, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the coup; void bets are none, as they are back."""
    seen = seen_at_table or SeenAtTable()
    hands = (
        Hand(seat, tuple(Wager(name, stake) for name, stake in bets.items()))
        for seat, bets in staked(coup).items()
        if not coup.voided(seat)
    )
    code, out = coup.setup.document, len(coup.player) + len(coup.banker)
    return seen.facts(code, hands, coup.phase, called=coup.closed, cards_out=out)

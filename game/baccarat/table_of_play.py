"""The table of play of Baccarat: what hands count, and who takes a third card.

Nobody chooses: the first four cards decide whether the Player draws, and the Player's
third card whether the Banker does. Each answer comes with the rule that gives it.
"""

from collections.abc import Iterator

from game.cards import Card
from game.rulebooks.punto_banco import BaccaratRules, Spot
from rulebook import Cited, Refusal

Hand = tuple[Card, ...]


def count(rules: BaccaratRules, cards: Hand) -> int:
    """What a hand counts: the last digit of the sum of its cards."""
    return sum(rules.counts.value[card >> 2] for card in cards) % 10


def player_draws(rules: BaccaratRules, player: Hand, banker: Hand) -> Cited[bool]:
    """Whether the Player takes a third card, by the first two of each hand."""
    if _natural(rules, player, banker):
        return Cited(value=False, cite=rules.draw.natural.cite)
    return Cited(
        count(rules, player[:2]) in rules.draw.player.value, rules.draw.player.cite
    )


def banker_draws(rules: BaccaratRules, player: Hand, banker: Hand) -> Cited[bool]:
    """Whether the Banker takes a third card, once the Player's hand is complete."""
    if _natural(rules, player, banker):
        return Cited(value=False, cite=rules.draw.natural.cite)
    counts = count(rules, banker[:2])
    if len(player) == 2:
        return Cited(
            counts in rules.draw.banker_alone.value, rules.draw.banker_alone.cite
        )
    return Cited(
        count(rules, player[2:]) in rules.draw.banker.value[counts],
        rules.draw.banker.cite,
    )


def _natural(rules: BaccaratRules, player: Hand, banker: Hand) -> bool:
    counts = {count(rules, player[:2]), count(rules, banker[:2])}
    return not counts.isdisjoint(rules.draw.natural.value)


def next_card(rules: BaccaratRules, player: Hand, banker: Hand) -> Cited[Spot | None]:
    """Whose card is next by the table of play, if any, and the rule that says so."""
    if len(player) + len(banker) < 4:
        turn = Spot.PLAYER if len(player) == len(banker) else Spot.BANKER
        return Cited(turn, rules.order)
    third = player_draws(rules, player, banker)
    if third.value and len(player) == 2:
        return Cited(Spot.PLAYER, third.cite)
    third = banker_draws(rules, player, banker)
    drawing = third.value and len(banker) == 2
    return Cited(Spot.BANKER if drawing else None, third.cite)


def winner(rules: BaccaratRules, player: Hand, banker: Hand) -> Cited[Spot]:
    """Which complete hand counts more, or neither."""
    ahead = count(rules, player) - count(rules, banker)
    won = Spot.TIE if not ahead else Spot.PLAYER if ahead > 0 else Spot.BANKER
    return Cited(won, rules.compared)


def turn_refusals(
    rules: BaccaratRules, player: Hand, banker: Hand, to: Spot
) -> Iterator[Refusal]:
    """Refuse a card to a side whose turn it is not, under the rule it breaks."""
    turn = next_card(rules, player, banker)
    if to is turn.value:
        return
    right = (
        f"The next card is the {turn.value.title()}'s."
        if turn.value
        else ("The hands are complete: settle the bets.")
    )
    cite = turn.cite if turn.value is None else rules.order
    if len(player) == len(banker) == 2 and to is Spot.PLAYER:
        cite = player_draws(rules, player, banker).cite
    wrong = f"No card goes to the {to.title()} now, {_counts(rules, player, banker)}."
    yield Refusal(cite, wrong, right, to)


def _counts(rules: BaccaratRules, player: Hand, banker: Hand) -> str:
    return f"with Player {count(rules, player)} and Banker {count(rules, banker)}"

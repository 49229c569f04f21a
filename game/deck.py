"""The deck on its way to the table: checked, shuffled, cut, and counted again.

A physical table records each step; the first card of a round waits until every step
its document asks for has been taken. An engine-dealt table takes the same steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.cards import DECK, Card, Shuffler, repeated, show, shuffled
from game.ranks import Rank
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device, Method
from rulebook import Cite, Cited, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Pack:
    """The one or two decks of a table and what has been done to the next one."""

    rules: DeckRules
    device: Device
    method: Method  # how this table mixes its cards
    backs: tuple[str, ...] = ("red",)
    in_play: int = 0
    checked: bool = False
    shuffled: bool = False
    cut: bool = False
    by_hand_first: bool = False  # shuffled by hand since play began
    vacant: bool = False  # the table has stood empty since the last shuffle
    rounds: int = 0
    uncounted: int = 0  # rounds since the stub was last counted
    machine_counts: bool = False  # the shuffler verifies 52 after each shuffle


def complete(rules: DeckRules, cards: Sequence[Card]) -> Refused | None:
    """Whether these cards are one whole deck, each card once and nothing else."""
    wrong: list[str] = []
    if twice := repeated(cards):
        wrong.append(f"{show(twice)} is there more than once.")
    if missing := set(DECK) - set(cards):
        wrong.append(f"{show(sorted(missing))} is missing.")
    if strange := [card for card in cards if card not in DECK]:
        wrong.append(f"{len(strange)} cards belong to no deck.")
    right = f"A deck is {rules.size.value} different cards without jokers."
    refusals = tuple(Refusal(rules.size.cite, each, right, "deck") for each in wrong)
    return Refused(refusals) if refusals else None


def assemble(
    rules: DeckRules, device: Device, method: Method, backs: Sequence[str] = ("red",)
) -> Pack | Refused:
    """Put one deck at a table, or two that alternate where the shuffler allows it."""
    refusals = (*_mixing(rules, device, method), *_two_decks(rules, method, backs))
    if refusals:
        return Refused(refusals)
    return Pack(rules, device, method, tuple(backs))


def _mixing(rules: DeckRules, device: Device, method: Method) -> Iterator[Refusal]:
    methods = rules.shuffle.methods
    if method not in methods.value:
        right = f"Use one of {', '.join(sorted(methods.value))}."
        yield Refusal(methods.cite, f"“{method}” is no way to shuffle here.", right)
    elif (device, method) not in rules.needs_cut:
        wanted = " or ".join(m for d, m in rules.needs_cut if d is device)
        wrong = f"Cards dealt by {device} are not shuffled by {method}."
        yield Refusal(rules.pairing[device], wrong, f"Shuffle them by {wanted}.")


def _two_decks(
    rules: DeckRules, method: Method, backs: Sequence[str]
) -> Iterator[Refusal]:
    second = rules.second
    if len(backs) not in (1, 2):
        wrong = f"{len(backs)} decks are no supply for a table."
        yield Refusal(second.complete, wrong, "It has one, or two that alternate.")
    if len(backs) == 2 and method not in second.methods.value:
        wrong = f"Cards shuffled by {method} come from one deck."
        yield Refusal(second.methods.cite, wrong, "Two decks need a shuffler.")
    if len(set(backs)) < len(backs):
        wrong = f"Both decks have {backs[0]} backs."
        yield Refusal(second.colours, wrong, "Their backs differ in colour.")


def check(pack: Pack, cards: Sequence[Card]) -> Pack | Refused:
    """Check the deck before it is used; each of two decks is checked by itself."""
    refused = complete(pack.rules, cards)
    return refused if refused else replace(pack, checked=True)


def shuffle(pack: Pack) -> Pack:
    """Mix the next deck the table's way; what was cut before is no longer cut."""
    by_hand = pack.by_hand_first or pack.method is Method.MANUAL
    return replace(pack, shuffled=True, cut=False, vacant=False, by_hand_first=by_hand)


def mixed(rules: DeckRules, by: Shuffler | None = None) -> Cited[tuple[Card, ...]]:
    """A deck in random order for an engine-dealt round, and the rule that asks it."""
    return Cited(shuffled(by), rules.shuffle.random)


def shuffle_by_hand(pack: Pack) -> Pack:
    """Mix the cards by hand before the device is first loaded."""
    return replace(pack, by_hand_first=True)


def may_load(pack: Pack, deck: int) -> Refused | None:
    """Whether the shuffler may work on this deck: only on the one not in play."""
    if deck != pack.in_play or len(pack.backs) == 1:
        return None
    wrong = f"The {pack.backs[deck]} deck is in play."
    return _refused(pack.rules.second.waits, wrong, "Shuffle the other one meanwhile.")


def order_shuffle(
    pack: Pack, by: Rank, *, abnormal: bool, reason: str = ""
) -> Pack | Refused:
    """Have the deck shuffled again, for an abnormal run or another stated cause."""
    rules = pack.rules.shuffle
    power = rules.abnormal if abnormal else rules.cause
    refusals = tuple(_beyond(by, power, "order a shuffle"))
    if not abnormal and not reason.strip():
        refusals += (
            Refusal(rules.cause.cite, "No cause is stated.", "Say why.", "reason"),
        )
    return Refused(refusals) if refusals else replace(pack, shuffled=False, cut=False)


def cut(pack: Pack, by: Rank, depth: int = 26) -> Pack | Refused:
    """Cut the deck once, where its way to the table asks for a cut."""
    needed, rules = cut_needed(pack), pack.rules.cut
    refusals: list[Refusal] = []
    if not needed.value:
        refusals.append(
            Refusal(needed.cite, "These cards are not cut.", "Deal them as they are.")
        )
    if by is not rules.by.value:
        refusals.append(
            Refusal(
                rules.by.cite,
                f"A {by.title} may not cut.",
                f"Only the {rules.by.value.title} cuts.",
            )
        )
    if pack.cut:
        refusals.append(
            Refusal(rules.once, "The deck is cut already.", "It is cut once.")
        )
    if not rules.least.value <= depth < len(DECK):
        refusals.append(
            Refusal(
                rules.least.cite,
                f"The cut lifted {depth} cards.",
                f"It lifts at least {rules.least.value}.",
            )
        )
    return Refused(tuple(refusals)) if refusals else replace(pack, cut=True)


def cut_cards(rules: DeckRules, cards: Sequence[Card], depth: int) -> tuple[Card, ...]:
    """The order after a cut: the rest of the deck goes on top of the lifted packet."""
    packet, rest = tuple(cards[:depth]), tuple(cards[depth:])
    return rest + packet if rules.cut.under.value else packet + rest


def cut_again(pack: Pack, by: Rank, *, first_card_dealt: bool) -> Pack | Refused:
    """Order a fresh cut when the cut was faulty, before any card is dealt."""
    again = pack.rules.cut.again
    refusals = tuple(_beyond(by, again, "order a fresh cut"))
    if first_card_dealt:
        wrong, right = "The first card is out.", "A fresh cut comes before it."
        refusals += (Refusal(again.cite, wrong, right),)
    return Refused(refusals) if refusals else replace(pack, cut=False)


def cut_needed(pack: Pack) -> Cited[bool]:
    """Whether the deck is cut before it is dealt, and the rule that says so."""
    return pack.rules.needs_cut[pack.device, pack.method]


def ready(pack: Pack) -> Refused | None:
    """Every step still missing before the first card of a round."""
    refusals = tuple(_missing_steps(pack))
    return Refused(refusals) if refusals else None


def _missing_steps(pack: Pack) -> Iterator[Refusal]:
    rules = pack.rules
    if not pack.checked:
        yield Refusal(rules.checked, "The deck is not checked.", "Check it first.")
    if not pack.shuffled:
        cite = rules.shuffle.each_round if pack.rounds else rules.shuffle.before_play
        yield Refusal(cite, "The deck is not shuffled.", "Shuffle it for this round.")
    if pack.vacant:
        wrong, right = "The table stood empty.", "Shuffle before play resumes."
        yield Refusal(rules.shuffle.after_vacancy, wrong, right)
    first = rules.shuffle.by_hand_first
    if first and pack.device is Device.SHUFFLER and not pack.by_hand_first:
        wrong = "The cards were not shuffled by hand before the device was loaded."
        yield Refusal(first, wrong, "Shuffle them by hand when play starts.")
    needed = cut_needed(pack)
    if pack.shuffled and needed.value and not pack.cut:
        yield Refusal(needed.cite, "The deck is not cut.", "Cut it before dealing.")
    if rules.count and not pack.machine_counts:
        every = rules.count.every[pack.device]
        if pack.uncounted >= every.value:
            wrong = f"The stub was not counted for {pack.uncounted} rounds."
            right = f"Count it at least once in {every.value} rounds."
            yield Refusal(every.cite, wrong, right)


def dealt(pack: Pack) -> Pack:
    """The pack once its round is over: the other deck is next, and not shuffled."""
    return replace(
        pack,
        in_play=next_deck(pack).value,
        shuffled=False,
        cut=False,
        rounds=pack.rounds + 1,
        uncounted=pack.uncounted + 1,
    )


def next_deck(pack: Pack) -> Cited[int]:
    """Which deck the next round is dealt from: two decks alternate without a break."""
    following = (pack.in_play + 1) % len(pack.backs)
    return Cited(following, pack.rules.second.alternate)


def vacate(pack: Pack) -> Pack:
    """The pack at a table that now stands empty."""
    return replace(pack, vacant=True)


def discard(pack: Pack, back: str) -> Refused | None:
    """Whether a card with this back may go to the discard rack now."""
    if back == pack.backs[pack.in_play]:
        return None
    wrong = f"A {back} card is none of the deck in play."
    return _refused(pack.rules.second.rack, wrong, "The rack holds one deck at a time.")


def expected_stub(rules: DeckRules, players: int, boxed: int = 0) -> Cited[int]:
    """How many cards are left once a round with so many players is dealt."""
    left = rules.size.value - 2 * players - 3 - boxed
    return Cited(left, rules.count.stub if rules.count else rules.size.cite)


def count_stub(pack: Pack, stub: int, players: int, boxed: int = 0) -> Pack | Refused:
    """Count what was not dealt: with the cards of the round it must be a whole deck."""
    rules = pack.rules
    expected = expected_stub(rules, players, boxed)
    if stub != expected.value:
        cite = rules.count.adds_up if rules.count else expected.cite
        wrong = f"The stub has {stub} cards."
        return _refused(cite, wrong, f"It has {expected.value}; remove the deck.")
    return replace(pack, uncounted=0)


def machine_count(pack: Pack, found: int) -> Pack | Refused:
    """The shuffler's own count; a wrong one takes the deck off the table."""
    count, size = pack.rules.count, pack.rules.size
    if found != size.value:
        cite = count.by_machine if count else size.cite
        wrong = f"The shuffler counted {found} cards."
        return _refused(cite, wrong, f"It must count {size.value}; remove the deck.")
    return replace(pack, machine_counts=True, uncounted=0)


def order_count(pack: Pack, by: Rank) -> Refused | None:
    """Whether this rank may order a card count at any moment."""
    refusals = tuple(_beyond(by, pack.rules.count_ordered_by, "order a card count"))
    return Refused(refusals) if refusals else None


def replace_cards(pack: Pack, by: Rank, *, round_open: bool) -> Pack | Refused:
    """Bring a full new deck between rounds: it is checked, shuffled and cut anew."""
    power = pack.rules.replace
    refusals = tuple(_beyond(by, power, "replace the cards"))
    if round_open:
        wrong, right = "A round is being played.", "Cards are replaced after it."
        refusals += (Refusal(power.cite, wrong, right),)
    anew = replace(pack, checked=False, shuffled=False, cut=False)
    return Refused(refusals) if refusals else anew


def _beyond(by: Rank, power: Cited[Rank], act: str) -> Iterator[Refusal]:
    if by < power.value:
        right = f"A {power.value.title} or above may."
        yield Refusal(power.cite, f"A {by.title} may not {act}.", right)


def _refused(cite: Cite, wrong: str, right: str) -> Refused:
    return Refused((Refusal(cite, wrong, right),))

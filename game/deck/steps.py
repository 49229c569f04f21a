"""What a deck still needs before its first card, and taking those steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.cards import DECK
from game.deck.pack import ASKED_FOR, Pack, Step
from game.ranks import Rank
from game.rulebooks.devices import Device
from rulebook import Cite, Cited, Refusal, Refused, refusing

MIDDLE = len(DECK) // 2


@dataclass(frozen=True, slots=True)
class Prepared:
    """What somebody says was done to the deck of the next round."""

    back: str
    steps: tuple[Step, ...]
    cut_by: Rank = Rank.DEALER
    lifted: int = MIDDLE  # cards that the cut took off the top


def steps(pack: Pack) -> tuple[Cited[Step], ...]:
    """The steps that the deck still needs before its first card, each with its rule."""
    return tuple(_steps(pack))


def _steps(pack: Pack) -> Iterator[Cited[Step]]:
    rules, fresh = pack.rules.shuffle, pack.back in pack.unmixed
    shuffle = not pack.shuffled or pack.vacant
    if rules.washed and (fresh or pack.vacant):
        yield Cited(Step.WASH, rules.after_vacancy if pack.vacant else rules.washed)
    first = rules.by_hand_first if pack.device is Device.SHUFFLER else None
    if first and fresh:
        yield Cited(Step.BY_HAND, first)
    elif Step.BY_HAND in pack.ordered:
        yield Cited(Step.BY_HAND, rules.cause.cite)
    if shuffle:
        yield Cited(Step.SHUFFLE, _why_shuffle(pack))
    if shuffle and pack.machine_counts:
        cite = pack.rules.count.by_machine if pack.rules.count else ASKED_FOR
        yield Cited(Step.MACHINE_COUNT, cite)
    needed = cut_needed(pack)
    if needed.value and (shuffle or not pack.cut):
        yield Cited(Step.CUT, needed.cite)


def _why_shuffle(pack: Pack) -> Cite:
    rules = pack.rules.shuffle
    if pack.vacant:
        return rules.after_vacancy
    if Step.SHUFFLE in pack.ordered:
        return rules.cause.cite
    return (pack.played and rules.each_round) or rules.before_play


def cut_needed(pack: Pack) -> Cited[bool]:
    """Whether the deck is cut before it is dealt, and the rule that says so."""
    if Step.CUT in pack.ordered:
        return Cited(value=True, cite=pack.rules.cut.again.cite)
    return pack.rules.needs_cut[pack.device, pack.method]


def prepare(pack: Pack, said: Prepared, *, in_play: bool = False) -> Pack | Refused:
    """Take the steps the next round asks for, each of them and no other."""
    refusals = (*_wrong_deck(pack, said, in_play=in_play), *_not_asked(pack, said))
    if Step.CUT in said.steps:
        refusals += tuple(_wrong_cut(pack, said))
    refusals += tuple(_missing(pack, said.steps))
    if refusals:
        return Refused(refusals)
    done = {step.value for step in steps(pack)} & set(said.steps)
    anew = Step.SHUFFLE in done
    return replace(
        pack,
        shuffled=anew or pack.shuffled,
        cut=Step.CUT in done or (pack.cut and not anew),
        vacant=pack.vacant and not anew,
        unmixed=tuple(b for b in pack.unmixed if not anew or b != pack.back),
        ordered=tuple(step for step in pack.ordered if step not in done),
        uncounted=0 if Step.MACHINE_COUNT in done else pack.uncounted,
    )


def _wrong_deck(pack: Pack, said: Prepared, *, in_play: bool) -> Iterator[Refusal]:
    if in_play and (len(pack.backs) == 1 or said.back != pack.back):
        # The pack stands for the next round: with two decks that is the other one.
        wrong = f"The {said.back} deck is in play."
        right = "Shuffle the other one meanwhile."
        if len(pack.backs) == 1:
            right = "Play the round to its end first."
        yield Refusal(pack.rules.second.waits, wrong, right, "deck")
    elif said.back != pack.back:
        wrong = f"The {said.back or 'unnamed'} deck is not next."
        right = f"The {pack.back} one is."
        yield Refusal(pack.rules.second.alternate, wrong, right, "deck")


def _not_asked(pack: Pack, said: Prepared) -> Iterator[Refusal]:
    asked = {step.value for step in steps(pack)}
    for step in said.steps:
        if step in asked:
            continue
        if step is Step.CUT and not cut_needed(pack).value:
            wrong, right = "These cards are not cut.", "Deal them as they are."
            yield Refusal(cut_needed(pack).cite, wrong, right, "steps")
        elif step is Step.CUT:
            wrong, right = "The deck is cut already.", "It is cut once."
            yield Refusal(pack.rules.cut.once, wrong, right, "steps")
        else:
            wrong = f"Nothing asks for “{step}” now."
            yield Refusal(ASKED_FOR, wrong, "Confirm what is asked for.", "steps")


def _wrong_cut(pack: Pack, said: Prepared) -> Iterator[Refusal]:
    rules = pack.rules.cut
    if said.cut_by < rules.by.value:
        wrong = f"A {said.cut_by.title} may not cut."
        right = f"Only the {rules.by.value.title} cuts."
        yield Refusal(rules.by.cite, wrong, right, "cut_by")
    if not rules.least.value <= said.lifted < len(DECK):
        wrong = f"The cut lifted {said.lifted} cards."
        right = f"It lifts at least {rules.least.value}."
        yield Refusal(rules.least.cite, wrong, right, "lifted")


@refusing
def ready(pack: Pack) -> Iterator[Refusal]:
    """Every step still missing before the first card of a round."""
    yield from _missing(pack, ())
    if due := count_due(pack):
        wrong = f"The stub was not counted for {pack.uncounted} rounds."
        right = f"Count it at least once in {due.value} rounds."
        if pack.count_ordered:
            wrong, right = "A count was ordered.", "Count the cards first."
        yield Refusal(due.cite, wrong, right, "count")


UNDONE = {
    Step.WASH: ("The cards are not washed.", "Spread and mix them face down first."),
    Step.BY_HAND: (
        "The cards were not shuffled by hand before the device was loaded.",
        "Shuffle them by hand first.",
    ),
    Step.SHUFFLE: ("The deck is not shuffled.", "Shuffle it for this round."),
    Step.MACHINE_COUNT: ("The shuffler has not counted the deck.", "Let it count."),
    Step.CUT: ("The deck is not cut.", "Cut it before dealing."),
}


def _missing(pack: Pack, done: Iterable[Step]) -> Iterator[Refusal]:
    if pack.away:
        wrong = "The deck was sent away."
        yield Refusal(pack.away, wrong, "Bring other cards: they are checked first.")
    elif not pack.checked:
        right = "Check it first."
        yield Refusal(pack.rules.checked, "The deck is not checked.", right)
    for step in steps(pack):
        if step.value not in done:
            yield Refusal(step.cite, *UNDONE[step.value], "steps")


def count_due(pack: Pack) -> Cited[int] | None:
    """The rule by which the cards are counted before another round, if one is due."""
    if pack.count_ordered:
        return Cited(1, pack.rules.count_ordered_by.cite)
    if pack.rules.count is None or pack.machine_counts:
        return None
    every = pack.rules.count.every[pack.device]
    return every if pack.uncounted >= every.value else None


def at_round(pack: Pack, number: int) -> Pack:
    """Cards that have just come to the table, for the round with this number."""
    return replace(pack, round=number)


def before(pack: Pack, number: int) -> Pack:
    """The pack as it stands before a round: what was dealt since lies behind it."""
    while pack.round < number and pack.shuffled:
        pack = _dealt(pack)
    # Rounds since then were dealt from no deck of this table.
    return replace(pack, round=max(number, pack.round))


def _dealt(pack: Pack) -> Pack:
    lasts = pack.rules.shuffle.each_round is None
    return replace(
        pack,
        round=pack.round + 1,
        in_play=next_deck(pack).value,
        shuffled=lasts,
        cut=lasts and pack.cut,
        played=pack.played + 1,
        uncounted=pack.uncounted + 1,
    )


def next_deck(pack: Pack) -> Cited[int]:
    """Which deck the next round is dealt from: two decks alternate without a break."""
    following = (pack.in_play + 1) % len(pack.backs)
    return Cited(following, pack.rules.second.alternate)


def vacate(pack: Pack) -> Pack:
    """The pack at a table that has stood empty since it was shuffled."""
    return replace(pack, vacant=True)

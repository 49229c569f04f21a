"""Secret wagers, pure: what a form must say, and what a wrong one is deemed to say.

VIC99-N26-14.6. No sentence here repeats what was written: a refusal is read by others
than whoever wrote the form.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from game.play.sealed import Sealed
from game.rulebooks.punto_banco import Spot
from rulebook import Cite, Cited, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.words_and_figures import read_figures, read_words

TIED: Cite = Cite("VIC99-N26-14.6.5")
COMPLETED: Cite = Cite("VIC99-N26-14.6.2")
TOGETHER: Cite = Cite("VIC99-N26-14.6.3")
LIMITS: Cite = Cite("VIC99-N26-14.6.4.1")
CHIPS: Cite = Cite("VIC99-N26-14.6.4.2")
ANNOUNCED: Cite = Cite("VIC99-N26-14.6.8")
BELOW: Cite = Cite("VIC99-N26-14.6.10.1")
ABOVE: Cite = Cite("VIC99-N26-14.6.10.2")
BEYOND_CHIPS: Cite = Cite("VIC99-N26-14.6.10.3")
NOT_COMPLETED: Cite = Cite("VIC99-N26-14.6.10.4")

ANTE = "ante"
KINDS: Mapping[SecretOn, tuple[str, ...]] = {
    SecretOn.AREAS: (Spot.BANKER, Spot.PLAYER, Spot.TIE),
    SecretOn.SIDES: (Spot.BANKER, Spot.PLAYER),
    SecretOn.ANTE: (ANTE,),
    SecretOn.ANTE_AND_STREETS: (ANTE,),
}
OPPOSITE: Mapping[str, str] = {Spot.BANKER: Spot.PLAYER, Spot.PLAYER: Spot.BANKER}


@dataclass(frozen=True, slots=True)
class Written:
    """A form as it was filled in."""

    kind: str
    figures: str
    words: str


@dataclass(frozen=True, slots=True)
class AtStake:
    """What a form is held against: the limits, and the chips of whoever wrote it."""

    on: SecretOn
    least: int
    most: int
    step: int
    stack: int  # what lies on the layout included
    layout: Mapping[str, int]  # the open wagers of the seat

    @property
    def free(self) -> int:
        """The chips that are not on the layout."""
        return max(0, self.stack - sum(self.layout.values()))

    @property
    def beside(self) -> int:
        """What was wagered openly and counts towards the same maximum."""
        if self.on in (SecretOn.ANTE, SecretOn.ANTE_AND_STREETS):
            return self.layout.get(ANTE, 0)
        return sum(self.layout.values())


def amount_of(written: Written) -> int | None:
    """The amount of a form whose words and figures agree."""
    figures = read_figures(written.figures)
    return figures if figures == read_words(written.words) else None


def completed(written: Written, on: SecretOn) -> Iterator[Refusal]:
    """Why a form is not completed as it has to be: type, figures, words."""
    if written.kind not in KINDS[on]:
        may = wording.listed((kind.title() for kind in KINDS[on]), "or")
        wrong = "The form does not say which wager it is."
        yield Refusal(COMPLETED, wrong, f"It is {may}.", "kind")
    figures, words = read_figures(written.figures), read_words(written.words)
    if figures is None:
        wrong = "The amount in figures cannot be read."
        yield Refusal(COMPLETED, wrong, "Write a whole amount of chips.", "figures")
    if words is None:
        wrong = "The amount in words cannot be read."
        right = "Write it in English words, up to a million."
        yield Refusal(COMPLETED, wrong, right, "words")
    if None not in (figures, words) and figures != words:
        wrong = "Words and figures do not say the same amount."
        yield Refusal(COMPLETED, wrong, "Write the same in both.", "words")


def complies(written: Written, at: AtStake) -> Iterator[Refusal]:
    """Why a completed form cannot stand: limits, chips, what lies on the layout."""
    amount = amount_of(written)
    if amount is None:
        return
    least = f"The least is {wording.chips(at.least)}"
    if amount < at.least:
        wrong = "The amount is below the minimum of the table."
        yield Refusal(LIMITS, wrong, f"{least}.", "figures")
    if amount > at.most:
        wrong, right = "The amount is above the maximum.", wording.chips(at.most)
        yield Refusal(LIMITS, wrong, f"The most is {right}.", "figures")
    if at.step and amount % at.step:
        wrong, right = "The amount is on no step.", f"It goes in steps of {at.step:,}."
        yield Refusal(LIMITS, wrong, right, "figures")
    if amount > at.free:
        wrong = "The amount is more than the chips that are not on the layout."
        right = f"There are {wording.chips(at.free)} left for it."
        yield Refusal(CHIPS, wrong, right, "figures")
    yield from _with_open(written, amount, at)


def _with_open(written: Written, amount: int, at: AtStake) -> Iterator[Refusal]:
    lies = at.beside
    if lies and at.least <= amount <= at.most < amount + lies:
        wrong = "With the chips on the layout it is above the maximum."
        right = f"Both together are {wording.chips(at.most)} at most."
        yield Refusal(TOGETHER, wrong, right, "figures")
    if at.layout.get(OPPOSITE.get(written.kind, "")):
        wrong = "Chips lie on the other side of the layout."
        right = "Banker and Player are not bet at once."
        yield Refusal(TOGETHER, wrong, right, "kind")


def faults(written: Written, at: AtStake) -> tuple[Refusal, ...]:
    """Everything that is wrong with a form before its hand."""
    return (*completed(written, at.on), *complies(written, at))


@dataclass(frozen=True, slots=True)
class Deemed:
    """What a form is taken for after its hand, and the rule that says so."""

    amount: int
    spot: Spot | None
    cite: Cite
    deducted: bool = False


def deemed(
    written: Written, at: AtStake, stakes: Callable[[int], tuple[int, ...]]
) -> Deemed:
    """What a form counts for once its hand is played, whatever it says.

    `stakes` tells what an amount comes to with whatever follows it. The limits hold
    first, the chips last.
    """
    amount, kind = amount_of(written), written.kind
    both = at.layout.get(OPPOSITE.get(kind, ""))
    if amount is None or kind not in KINDS[at.on] or both:
        return Deemed(min(at.least, at.free), None, NOT_COMPLETED, deducted=True)
    spot = None if kind == ANTE else Spot(kind)
    cite, most = ANNOUNCED, max(0, at.most - at.beside)
    if amount < at.least:
        amount, cite = at.least, BELOW
    if amount > most:
        amount, cite = most, ABOVE
    if sum(stakes(amount)) > at.free:
        amount, cite = _affordable(amount, at.free, stakes), BEYOND_CHIPS
    return Deemed(amount, spot, cite)


def _affordable(most: int, chips: int, stakes: Callable[[int], tuple[int, ...]]) -> int:
    """The largest amount that the chips still cover, with what follows it."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if sum(stakes(middle)) <= chips:
            least = middle
        else:
            most = middle - 1
    return least


def used_up(one: Sealed | None, promise: str) -> Cited[bool]:
    """Whether a form counts as used: in any hand that was played, a tied one too.

    One that went back does not, nor one in a void hand, which is played again.
    """
    holds = one is not None and one.promise == promise and not one.ruled
    return Cited(holds, TIED)


def all_secret(sealed: frozenset[int], playing: frozenset[int]) -> bool:
    """Whether every player of a hand makes a secret wager."""
    return bool(playing) and playing <= sealed

"""Two documents beside each other, rule by rule, with every difference marked. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulebook.readings import counterparts
from rulebook.register import Rule, rules

Words = tuple[tuple[str, bool], ...]  # runs of text, and whether the other has it not


@dataclass(frozen=True, slots=True)
class Answer:
    """One rule of a document, its words marked where the other's differ."""

    rule: Rule
    words: Words


@dataclass(frozen=True, slots=True)
class Pair:
    """What two documents say of one matter; one of them may say nothing."""

    ours: tuple[Answer, ...]
    theirs: tuple[Answer, ...]

    @property
    def same(self) -> bool:
        """Whether both say it in the same words."""
        both = bool(self.ours and self.theirs)
        every = (*self.ours, *self.theirs)
        return both and not any(new for each in every for _, new in each.words)


def beside(code: str, other: str) -> Iterator[Pair]:
    """Every rule of a document with those that answer it; then what it has not."""
    answered: set[str] = set()
    for rule in _of(code):
        facing = [each for each in counterparts(rule.id) if rules()[each].code == other]
        answered.update(facing)
        theirs = tuple(rules()[each] for each in facing)
        text = " ".join(each.duty for each in theirs)
        ours = Answer(rule, marked(rule.duty, text))
        yield Pair((ours,), tuple(Answer(e, marked(e.duty, rule.duty)) for e in theirs))
    for rule in _of(other):
        if rule.id not in answered:
            yield Pair((), (Answer(rule, marked(rule.duty, "")),))


def _of(code: str) -> Iterator[Rule]:
    return (rule for rule in rules().values() if rule.code == code)


def marked(text: str, against: str) -> Words:
    """The words of a text, those marked that the other does not have in their place."""
    words, theirs = text.split(), against.split()
    if not theirs:
        return ((text, False),)
    found = SequenceMatcher(None, words, theirs, autojunk=False).get_opcodes()
    runs = ((_run(words[a:b]), kind != "equal") for kind, a, b, _, _ in found)
    return tuple(run for run in runs if run[0])


def _run(words: Sequence[str]) -> str:
    return " ".join(words)

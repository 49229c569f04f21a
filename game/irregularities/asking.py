"""How what must be known of an irregularity is asked: a field is told its question.

A field is asked for by the documents named beside its words, or by all of them; where
it is not asked for, it keeps its default.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from typing import Any

from game.irregularities.answers import Answer, Given, Question, seat_options
from game.irregularities.scene import Scene

MOST = 1_000_000_000_000
DECK_MOST = 104
Options = Callable[[Scene], Iterable[tuple[str, str]]]  # value and label
Seats = Callable[[Scene], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question that a field is asked by."""

    words: str | Mapping[str, str]  # as all documents ask, or each that does
    answer: Answer
    by: Collection[str] = ()  # the documents that ask; none: all of them
    options: Options = lambda _: ()
    least: int = 0
    most: int = 0
    needed: bool = True
    read: Callable[[Any], Any] = lambda answer: answer

    def at(self, scene: Scene, name: str) -> Iterator[Question]:
        """The question as it is asked at this table, if it is."""
        code, words = scene.facts.code, self.words
        told = words if isinstance(words, str) else words.get(code)
        if told and (not self.by or code in self.by):
            options = tuple(self.options(scene))
            limits = self.least, self.most, self.needed
            yield Question(name, told, self.answer, options, *limits)


def asked(*what: Any, default: Any = MISSING, **more: Any) -> Any:
    """A field with its question, which may be left open where there is a default."""
    question = Prompt(*what, **{"needed": default is MISSING} | more)
    return field(default=default, metadata={"asked": question})


def number(words: str | Mapping[str, str], most: int = DECK_MOST, **more: Any) -> Any:
    """A field that says how many there are."""
    return asked(words, Answer.NUMBER, most=most, **more)


def amount(words: str, **more: Any) -> Any:
    """A field that says how much there is."""
    return asked(words, Answer.AMOUNT, most=MOST, **more)


def seat(words: str, among: Seats) -> Any:
    """A field that names a seat."""
    return asked(words, Answer.SEAT, options=lambda at: seat_options(among(at)))


def seats(words: str, among: Seats, *by: str, **more: Any) -> Any:
    """A field that names seats."""
    options: Options = lambda at: seat_options(among(at))  # noqa: E731
    return asked(words, Answer.SEATS, by, options, **more)


def yes(words: str, *by: str) -> Any:
    """A field that says whether it is so; unless it is said, it is not."""
    return asked(words, Answer.YES_OR_NO, by, default=False)


def cards(words: str, least: int, most: int, **more: Any) -> Any:
    """A field that names cards."""
    return asked(words, Answer.CARDS, least=least, most=most, default=(), **more)


def one_of(words: str, these: type[StrEnum], **more: Any) -> Any:
    """A field that is one of these."""
    options: Options = lambda _: [(o.name.lower(), o.capitalize()) for o in these]  # noqa: E731
    read = lambda name: these[name.upper()]  # noqa: E731
    return asked(words, Answer.ONE_OF, options=options, read=read, **more)


def questions(kind: type, scene: Scene) -> Iterator[Question]:
    """What is asked at this table about an irregularity."""
    for each in fields(kind):
        if each.metadata:
            yield from each.metadata["asked"].at(scene, each.name)


def made(kind: type, answers: Mapping[str, Given]) -> Any:
    """An irregularity from its answers."""
    known = {each.name: each.metadata for each in fields(kind)}
    return kind(**{n: known[n]["asked"].read(given) for n, given in answers.items()})

"""The questions a ruling needs answered, and the strict reading of the answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.cards import Card, parse, repeated
from rulebook import HOUSE, Refusal, Refused

ANSWERED = HOUSE.at("RULING-4")
LONGEST = 400
YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0", ""})


class Answer(StrEnum):
    """What kind of answer a question takes."""

    SEAT = "a seat"
    SEATS = "seats"
    NUMBER = "a number"
    AMOUNT = "an amount"
    YES_OR_NO = "yes or no"
    CARDS = "cards"
    ONE_OF = "one of these"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and the answers that can be true."""

    name: str
    asked: str
    answer: Answer
    options: tuple[tuple[str, str], ...] = ()  # value and label
    least: int = 0
    most: int = 0
    needed: bool = True


Given = int | str | bool | tuple[int, ...] | tuple[Card, ...] | None


def seat_options(seats: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """Seats to choose from."""
    return tuple((str(seat), f"Seat {seat}") for seat in seats)


def read_answers(
    questions: Sequence[Question], given: Mapping[str, object]
) -> dict[str, Given] | Refused:
    """Every answer as a value, or everything that is wrong with them."""
    names = {question.name for question in questions}
    right = "Answer the questions of this irregularity."
    wrong = [
        Refusal(ANSWERED, f"“{name[:40]}” was not asked.", right)
        for name in given
        if name not in names
    ]
    answers: dict[str, Given] = {}
    for question in questions:
        answer = _READERS[question.answer](question, given.get(question.name))
        if isinstance(answer, Refusal):
            wrong.append(answer)
        else:
            answers[question.name] = answer
    return Refused(tuple(wrong)) if wrong else answers


def _refusal(question: Question, right: str) -> Refusal:
    return Refusal(
        ANSWERED, f"“{question.asked}” is not answered.", right, question.name
    )


def whole(value: object) -> int | None:
    """A whole number of at most twelve digits, written as one or given as one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 13 else None


def _empty(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _labels(question: Question) -> str:
    return ", ".join(label for _, label in question.options)


def _chosen(question: Question, value: object) -> str | None:
    number = whole(value)
    text = str(number) if number is not None else value
    known = {option for option, _ in question.options}
    return text if isinstance(text, str) and text in known else None


def _seat(question: Question, value: object) -> int | Refusal | None:
    if _empty(value) and not question.needed:
        return None
    chosen = _chosen(question, value)
    if chosen is None:
        return _refusal(question, f"Choose: {_labels(question)}.")
    return int(chosen) if chosen.isdigit() else None  # the dealer has no seat


def _parts(value: object) -> list[object]:
    if isinstance(value, str):
        return [part for part in value.replace(" ", ",").split(",") if part]
    return list(value) if isinstance(value, (list, tuple)) else []


def _seats(question: Question, value: object) -> tuple[int, ...] | Refusal:
    chosen = [_chosen(question, part) for part in _parts(value)]
    seats = sorted({int(one) for one in chosen if one is not None})
    if None in chosen or (question.needed and not seats):
        return _refusal(question, f"Choose one or more: {_labels(question)}.")
    return tuple(seats)


def _number(question: Question, value: object) -> int | Refusal | None:
    if _empty(value) and not question.needed:
        return None
    number = whole(value)
    if number is None or not question.least <= number <= question.most:
        right = f"Give a whole number from {question.least:,} to {question.most:,}."
        return _refusal(question, right)
    return number


def _yes_or_no(question: Question, value: object) -> bool | Refusal:
    word = str(value).strip().lower() if isinstance(value, (str, bool)) else ""
    if value is not None and (
        word not in YES | NO or not isinstance(value, (str, bool))
    ):
        return _refusal(question, "Say yes or no.")
    return word in YES


def _cards(question: Question, value: object) -> tuple[Card, ...] | Refusal:
    if _empty(value) and not question.needed:
        return ()
    text = "".join(value.split()) if isinstance(value, str) else "?"
    try:
        cards = parse(text)
    except ValueError as error:
        return _refusal(question, str(error))
    if repeated(cards) or not question.least <= len(cards) <= question.most:
        right = f"Name {question.least} to {question.most} different cards."
        return _refusal(question, right)
    return cards


def _one_of(question: Question, value: object) -> str | Refusal:
    chosen = _chosen(question, value)
    return chosen or _refusal(question, f"Choose: {_labels(question)}.")


def _words(question: Question, value: object) -> str | Refusal:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if (question.needed and not text) or len(text) > LONGEST or "\0" in text:
        return _refusal(question, f"Write it down in at most {LONGEST} characters.")
    return text


_READERS: Mapping[Answer, Callable[[Question, object], Given | Refusal]] = {
    Answer.SEAT: _seat,
    Answer.SEATS: _seats,
    Answer.NUMBER: _number,
    Answer.AMOUNT: _number,
    Answer.YES_OR_NO: _yes_or_no,
    Answer.CARDS: _cards,
    Answer.ONE_OF: _one_of,
    Answer.WORDS: _words,
}


def plain(answers: Mapping[str, Given]) -> dict[str, object]:
    """Answers as they are kept on record."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in answers.items()
    }

"""Answers as a form sends them, brought into the form in which they are read."""

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from game.irregularities.answers import Answer, Question
from house.units import UNITS

PREFIX = "q-"


def given(
    questions: Iterable[Question], sent: MultiDict[str, str], unit: str
) -> dict[str, object]:
    """What was answered, by the name of its question; amounts as whole units."""
    return {
        question.name: _value(question, sent, unit)
        for question in questions
        if PREFIX + question.name in sent
    }


def _value(question: Question, sent: MultiDict[str, str], unit: str) -> object:
    name = PREFIX + question.name
    if question.answer is Answer.SEATS:
        return [seat for seat in sent.getlist(name) if seat]
    typed = sent.get(name, "")
    if question.answer is Answer.AMOUNT:
        try:
            return UNITS[unit].read(typed) if typed.strip() else ""
        except ValueError:
            return typed
    return typed


def typed(
    questions: Iterable[Question], sent: MultiDict[str, str]
) -> dict[str, object]:
    """What was typed, as it is shown again."""
    return {
        question.name: sent.getlist(PREFIX + question.name)
        if question.answer is Answer.SEATS
        else sent.get(PREFIX + question.name, "")
        for question in questions
    }

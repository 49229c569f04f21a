"""Logs say what failed and where; nobody's name, birth date or address is in them."""

import logging
from dataclasses import asdict

import pytest
from flask import render_template_string
from sqlalchemy import insert, text

from house.demo.people import people
from house.logs import Discreet, failed
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from tests.house.conftest import NOON, add_staff

PERSON = next(each for each in people(NOON.date()) if each.street and each.email)
ROW = asdict(PERSON) | {"search_name": PERSON.family_name.lower(), "created_at": NOON}
PATRON = PatronRow.__table__
HEARD = "request failed"


def said_of(person) -> set[str]:
    """Everything personal about somebody, as it could stand in a log."""
    told = {value for value in asdict(person).values() if isinstance(value, str)}
    named = {f"{person.given_name} {person.family_name}", str(person.born_on)}
    year = f"{person.born_on.year}, {person.born_on.month}, {person.born_on.day}"
    return {each for each in told | named | {year} if len(each) > 3} - {"Australia"}


def taken_twice(session):
    for _ in range(2):
        add_staff(session, f"{PERSON.given_name} {PERSON.family_name}", at=NOON)


def not_given(session):
    session.execute(insert(PATRON).values(**ROW | {"family_name": None}))


def of_another_kind(session):
    session.execute(insert(PATRON).values(**ROW | {"created_at": PERSON.street}))


def no_such_table(session):
    session.execute(text("INSERT INTO nowhere VALUES (:name)"), {"name": PERSON.email})


def a_template_that_fails(_session):
    find = {}.__getitem__
    render_template_string("{{ find(name) }}", find=find, name=PERSON.family_name)


def an_error_with_words(_session):
    try:
        int(PERSON.email)
    except ValueError as error:
        raise RuntimeError(f"{PERSON} cannot be read") from error


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (taken_twice, "IntegrityError"),
        (not_given, "IntegrityError"),
        (of_another_kind, "StatementError"),
        (no_such_table, "Error"),
        (a_template_that_fails, "KeyError"),
        (an_error_with_words, "RuntimeError"),
    ],
)
def test_what_fails_is_logged_without_the_person(
    app, db, sign_in, monkeypatch, capfd, act, kind
):
    client = sign_in(Role.DIRECTOR)

    def fail():
        with db.writing() as session:
            act(session)

    monkeypatch.setitem(app.view_functions, "desk.home", fail)
    answer = client.get(f"/desk/?q={PERSON.family_name}")
    assert answer.status_code in {500, 503}
    logged = "".join(capfd.readouterr())
    assert HEARD in logged
    assert kind in logged
    assert act.__name__ in logged  # where it was
    for word in said_of(PERSON):
        assert word not in logged
        assert word not in answer.text


def test_an_error_tells_every_place_that_led_to_it():
    try:
        an_error_with_words(None)
    except RuntimeError as error:
        logged = failed(error)
    first, then = logged.split("which led to:")
    assert "builtins.ValueError" in first
    assert "builtins.RuntimeError" in then
    assert PERSON.email not in logged


def test_a_librarys_log_keeps_the_words_of_an_error_to_itself():
    try:
        an_error_with_words(None)
    except RuntimeError as error:
        about = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "It failed", (), about)
    logged = Discreet().format(record)
    assert "It failed" in logged
    assert "RuntimeError" in logged
    assert not [word for word in said_of(PERSON) if word in logged]

"""Time and money at the edge: the venue's wall clock, amounts as people write them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.exc import StatementError
from werkzeug.datastructures import MultiDict

from house import money
from house.forms import CentsField, DayField, HouseForm, VenueTimeField
from house.notices.models import DeadlineRow
from house.venue import NoSuchTime, Venue, span

MELBOURNE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))


def test_a_wall_clock_time_is_one_instant_in_summer_and_in_winter():
    assert MELBOURNE.instant(datetime(2026, 1, 5, 12)) == datetime(
        2026, 1, 5, 1, tzinfo=UTC
    )
    assert MELBOURNE.instant(datetime(2026, 7, 5, 12)) == datetime(
        2026, 7, 5, 2, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("minute", "exists"), [(119, True), (120, False), (179, False), (180, True)]
)
def test_the_hour_skipped_in_spring_does_not_exist(minute, exists):
    wall = datetime(2026, 10, 4) + timedelta(minutes=minute)
    if exists:
        assert MELBOURNE.local(MELBOURNE.instant(wall)).replace(tzinfo=None) == wall
    else:
        with pytest.raises(NoSuchTime, match="clocks go forward"):
            MELBOURNE.instant(wall)


def test_of_the_hour_that_comes_twice_in_autumn_the_first_is_meant():
    assert MELBOURNE.instant(datetime(2026, 4, 5, 2, 30)) == datetime(
        2026, 4, 4, 15, 30, tzinfo=UTC
    )


@pytest.mark.rule("HOUSE-TIME-1")
def test_an_instant_without_its_zone_is_refused():
    with pytest.raises(ValueError, match="needs its zone"):
        MELBOURNE.local(datetime(2026, 1, 1))


@pytest.mark.rule("HOUSE-TIME-1")
def test_the_database_refuses_an_instant_without_its_zone(db):
    naive = datetime(2026, 1, 1)

    def save() -> None:
        with db.writing() as session:
            row = DeadlineRow(
                key="k", kind="k", subject_kind="k", subject_id=1, title="t",
                rule_id="HOUSE-TIME-1", due_at=naive, try_at=naive,
            )  # fmt: skip
            session.add(row)

    with pytest.raises(StatementError, match="timezone"):
        save()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0:00"),
        (1013, "16:53"),
        (3599, "59:59"),
        (3600, "1 h"),
        (172_799, "47 h"),
        (172_800, "2 days"),
    ],
)
def test_how_long_is_said_as_people_say_it(seconds, said):
    assert span(timedelta(seconds=seconds)) == said
    assert span(-timedelta(seconds=seconds)) == said


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (5, "$0.05"),
        (125_050, "$1,250.50"),
        (100_000_000, "$1,000,000"),
        (-101, "−$1.01"),
    ],
)
def test_money_is_written_with_commas_and_a_true_minus(cents, text):
    assert money.dollars(cents) == text


@pytest.mark.parametrize(
    ("text", "cents"),
    [("1,250.50", 125_050), ("$15", 1500), (" 0.05 ", 5), ("1000000", 100_000_000)],
)
def test_money_is_read_as_people_write_it(text, cents):
    assert money.cents(text) == cents


@pytest.mark.parametrize(
    "text", ["", "12.5", "1,25", "-1", "1e3", "٣", "1.005", "9" * 20, "1 000"]
)
def test_anything_else_is_no_amount(text):
    with pytest.raises(ValueError, match="Write an amount"):
        money.cents(text)


class EdgeForm(HouseForm):
    amount = CentsField("Amount")
    day = DayField("Day")
    at = VenueTimeField("At", venue=MELBOURNE)


def filled(**typed):
    return EdgeForm(MultiDict(typed))


def test_a_form_reads_what_was_typed():
    form = filled(amount="1,250.50", day="2024-02-29", at="2026-11-20T20:41")
    assert form.validate()
    assert form.amount.data == 125_050
    assert form.day.data.isoformat() == "2024-02-29"
    assert form.at.data == datetime(2026, 11, 20, 9, 41, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "typed", "advice"),
    [
        ("amount", "lots", "Write an amount"),
        ("day", "2023-02-29", "Give a day that exists"),
        ("at", "soon", "Give a day and time"),
        ("at", "2026-13-01T10:00", "Give a day and time"),
        ("at", "2026-10-04T02:30", "clocks go forward"),
    ],
)
def test_a_form_says_how_to_write_it_and_keeps_what_was_typed(field, typed, advice):
    form = filled(**{field: typed})
    assert not form.validate()
    assert advice in form[field].errors[0]
    assert typed in str(form[field]())

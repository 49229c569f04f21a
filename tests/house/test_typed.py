"""Numbers and JSON from outside that Python cannot read: said plainly, no crash."""

from datetime import date

import pytest
from werkzeug.datastructures import MultiDict

from house.forms import DayField, HouseForm, VenueTimeField, WholeField
from house.people.roles import Role
from house.typed import MOST, whole
from tests.house.floor_cast import VENUE, clock_shows, open_table
from tests.house.rounds_cast import key

ENDLESS, RAISED = "9" * 5_000, "²"  # Python calls both of them digits
HOME = "/desk/tables/4"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("0", 0),
        ("007", 7),
        ("999", 999),
        ("1000", None),
        ("0999", None),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1.0", None),
        (" 1", None),
        ("1_0", None),
        (RAISED, None),
        ("٣", None),
        (ENDLESS, None),
    ],
)
def test_a_whole_number_is_digits_alone(typed, read):
    assert whole(typed, 999) == read


@pytest.fixture
def keeper(db, sign_in):
    with clock_shows():
        open_table(db, "CROWN3")
        yield sign_in(Role.DIRECTOR)


@pytest.mark.parametrize("typed", [ENDLESS, RAISED])
@pytest.mark.parametrize(
    ("page", "field"),
    [
        ("console/seat-screens", "seat"),
        ("supervisor", "supervisor"),
        ("ruling", "retract"),
        ("ruling", "round"),
    ],
)
def test_a_number_in_a_form_that_is_none(keeper, page, field, typed):
    form = {"_key": key(), field: typed, "what": "exposed"}
    answer = keeper.post(f"{HOME}/{page}", data=form)
    assert answer.status_code in {303, 409, 422}, answer.text


@pytest.mark.parametrize("typed", [ENDLESS, RAISED])
def test_a_number_in_an_address_that_is_none(sign_in, typed):
    admin = sign_in(Role.ADMIN)
    assert admin.get(f"/desk/staff/?page={typed}").status_code == 200
    assert admin.get(f"/desk/deadlines/?subject=table:{typed}").status_code < 500


UNREAD = [
    '{"key":"KEY","round":1,"expected":0,"action":' + "[" * 100_000,
    '{"key":"KEY","round":1,"expected":0,"action":{"act":"ante","amount":NaN}}',
    '{"key":"KEY","round":1,"expected":' + ENDLESS + "}",
    '{"key":"KEY","round":1,"expected":-Infinity}',
    '{"key":"KEY","round":1',
]


@pytest.mark.parametrize("body", UNREAD)
@pytest.mark.parametrize("what", ["actions", "open"])
def test_a_body_that_is_no_json_is_said_and_nothing_is_done(keeper, body, what):
    body = body.replace("KEY", key())
    headers = {"Idempotency-Key": key(), "Content-Type": "application/json"}
    answer = keeper.post(f"{HOME}/rounds/{what}", data=body, headers=headers)
    assert answer.status_code == 422
    [refusal] = answer.json["refused"]
    assert refusal["wrong"] == "The request is no JSON object."
    assert keeper.get(f"{HOME}/rounds/state").json["round"] is None


@pytest.mark.parametrize(
    "written",
    [
        '{"a":' * 33 + "1" + "}" * 33,
        '["\\u0000"]',
        '{"\\ud800": 1}',
        str(2**53),
        f"-{ENDLESS}",
        "1e999",
    ],
)
def test_json_that_cannot_be_kept_is_not_read(app, written):
    with pytest.raises(ValueError, match=r"JSON|number"):
        app.json.loads(written)
    kept = '{"a":' * 32 + str(1 - 2**53) + "}" * 32
    assert app.json.dumps(app.json.loads(kept)).count("a") == 32


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/desk/staff/2147483647", 404),
        ("/desk/staff/2147483648", 404),
        (f"/desk/staff/{2**63}", 404),
        (f"/desk/staff/{ENDLESS}", 404),
        ("/desk/staff/٣", 404),
        ("/desk/staff/%00", 400),
        ("/desk/staff/?page=%00", 400),
        ("/desk/staff/?%00=1", 400),
        ("/desk/patrons/?q=%ED%A0%80", 200),  # half a pair stays as it was written
    ],
)
def test_what_an_address_cannot_hold_is_said(sign_in, address, status):
    answer = sign_in(Role.ADMIN, Role.DIRECTOR).get(address)
    assert answer.status_code == status
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    ("typed", "good"),
    [
        ("0001-01-01T00:00", False),
        ("1899-12-31T23:59", False),
        ("1900-01-01T12:00", True),
        ("2199-12-31T23:59", True),
        ("2200-01-01T00:00", False),
        ("9999-12-31T23:59", False),
    ],
)
def test_a_year_that_nobody_reckons_with(typed, good):
    form = MultiDict({"at": typed})

    class Asked(HouseForm):
        at = VenueTimeField("At", venue=VENUE)

    assert Asked(form).validate() is good


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (str(MOST), MOST),
        (str(MOST + 1), None),
        (str(-MOST), -MOST),
        (str(-MOST - 1), None),
        (str(2**63), None),
        (ENDLESS, None),
        (RAISED, None),
    ],
)
def test_a_whole_number_in_a_form_is_one_that_a_column_takes(typed, read):
    class Asked(HouseForm):
        number = WholeField("Number")

    form = Asked(MultiDict({"number": typed}))
    assert form.validate() is (read is not None)
    assert form.number.data == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1899-12-31", None),
        ("1900-01-01", date(1900, 1, 1)),
        ("2199-12-31", date(2199, 12, 31)),
        ("2200-01-01", None),
        ("2026-02-30", None),
    ],
)
def test_a_day_in_a_form_is_one_that_somebody_reckons_with(typed, read):
    class Asked(HouseForm):
        day = DayField("Day")

    form = Asked(MultiDict({"day": typed}))
    assert form.validate() is (read is not None)
    assert form.day.data == read


def test_a_field_of_a_form_that_is_nested_without_end(keeper):
    form = {"_key": key(), "round": "1", "expected": "0", "action": "[" * 100_000}
    answer = keeper.post(f"{HOME}/rounds/actions", data=form)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json["refused"]] == ["action"]

"""Lists by their pages: sent, looked at, taken, dropped; sheets that are taken away."""

import csv
import io
import re

import openpyxl
import pytest

from app import LARGEST_FORM
from house.people.patrons.models import PatronRow
from house.sheets import MARK, Cents, written
from tests.tournaments import cast
from tests.tournaments.cast import clock, enter, look, recorded
from tests.tournaments.test_importing import HEAD, people
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.importing import services, staging
from tournaments.path import ledgers

__all__ = ["as_"]
LISTS = f"{HOME}/lists"
SAID = {"encoding": "utf-8", "method": "cash", "how": "signed", "version": "1"}


def send(browser, *lines, head=HEAD, **over):
    """Send a list as a browser does; the answer."""
    fields = {'file"; filename="list.csv': "\n".join((head, *lines))}
    parts = (sent(**SAID | over) | fields).items()
    edge = "a-line-between-two-parts"
    body = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in parts
    )
    kind = f"multipart/form-data; boundary={edge}"
    return browser.post(LISTS, data=f"{body}--{edge}--\r\n", content_type=kind)


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-183", "HOUSE-TOURN-180")
def test_a_list_is_sent_looked_at_and_taken_batch_by_batch(db, as_, monkeypatch):
    monkeypatch.setattr(services, "BATCH", 2)
    cast.open_for_entries(db)
    erin = as_("erin")
    assert "No list was sent" in erin.get(LISTS).text
    there = send(erin, *people(1, 2, 3), "Guest,Number 1,1980-01-01").location
    page = erin.get(there).text
    assert "3 of 4 rows of list.csv can be entered" in " ".join(page.split())
    assert "CROWN3-12.4.2(d)" in erin.get(f"{there}?show=twice").text
    assert not look(db, ledgers.entries)
    by_page = {"HX-Request": "true"}
    part = erin.post(f"{there}/take", data=sent(), headers=by_page)
    assert "2 of 4 rows are done" in part.text
    assert 'hx-trigger="load' in part.text  # it goes on by itself
    done = erin.post(f"{there}/take", data=sent(), headers=by_page)
    assert done.headers["HX-Redirect"] == there
    page = " ".join(erin.get(there).text.split())
    assert "3 of 4 rows of list.csv were entered" in page
    assert "Guest Number 3" not in erin.get(f"{there}?show=twice").text
    assert [e.number for e in look(db, ledgers.entries)] == [1, 2, 3]
    # The same file again leads to the same list, and nothing of it stays on disk.
    again = send(erin, *people(1, 2, 3), "Guest,Number 1,1980-01-01")
    assert again.location == there
    assert erin.post(f"{there}/take", data=sent()).status_code == 303
    assert len(look(db, ledgers.entries)) == 3
    folder = erin.application.extensions["config"].imports
    assert not list(folder.iterdir())
    assert "done" in erin.get(LISTS).text


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-180", "HOUSE-TOURN-183")
def test_a_list_is_dropped_refused_or_not_there(db, as_):
    cast.open_for_entries(db)
    erin, carl = as_("erin"), as_("carl")
    assert send(erin, "A,B,C", head="Colour,Size,Shape").status_code == 409
    assert recorded(db, "send a list")[-1].verdict == "refused"
    assert erin.post(LISTS, data=sent(**SAID)).status_code == 409  # no file
    assert send(erin, *people(1), version="x").status_code == 422
    assert send(carl, *people(1)).status_code == 403
    assert carl.get(LISTS).status_code == 200
    assert erin.get(f"{LISTS}/99").status_code == 404
    there = send(erin, *people(1)).location
    folder = erin.application.extensions["config"].imports
    assert len(list(folder.iterdir())) == 1
    [kept] = folder.iterdir()
    staging.drop(folder, kept.stem)
    assert "Send the same file again" in erin.get(there).text
    assert erin.post(f"{there}/take", data=sent()).status_code == 409
    assert erin.post(f"{there}/drop", data=sent()).location.endswith("/lists")
    assert erin.get(there).status_code == 404


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_list_may_be_larger_than_a_form_from_the_desk_alone(db, as_, monkeypatch):
    cast.open_for_entries(db)
    large = people(*range(LARGEST_FORM // 26))
    assert sum(map(len, large)) > LARGEST_FORM
    assert send(as_("carl"), *large).status_code == 413
    erin = as_("erin")
    assert send(erin, *large).status_code == 303
    monkeypatch.setattr(
        erin.application.view_functions["tournaments.send_list"],
        "largest",
        LARGEST_FORM,
    )
    assert send(erin, *large).status_code == 413
    [kept] = erin.application.extensions["config"].imports.iterdir()
    staging.drop(kept.parent, kept.stem)


def sheet(browser, name):
    """A sheet that was taken away, as rows."""
    answer = browser.get(f"{HOME}/sheets/{name}")
    assert answer.status_code == 200, answer.text
    if name.endswith("csv"):
        text = answer.get_data(as_text=True).removeprefix(MARK)
        return list(csv.reader(io.StringIO(text)))
    book = openpyxl.load_workbook(io.BytesIO(answer.data))
    return [list(row) for row in book.active.iter_rows(values_only=True)]


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-184")
def test_entries_seats_and_money_are_taken_away_with_their_totals(db, as_):
    cast.open_for_entries(db)
    first, second = cast.patrons(db, 2)
    with db.writing() as session:
        patron = session.get_one(PatronRow, first)
        patron.given_name, patron.family_name = "=cmd|' /C calc'!A0", ""
    for patron_id in (first, second):
        enter(db, patron_id)
    carl = as_("carl")
    entries = sheet(carl, "entries.csv")
    assert [row[1] for row in entries[1:]] == [
        "'=cmd|' /C calc'!A0",
        "Player 02",
        "2 entries",
    ]
    assert entries[-1][-3:] == ["480.00", "0.00", "0.00"]
    money = sheet(carl, "money.xlsx")
    total = dict(zip(money[0], money[-1], strict=True))
    assert (total["Receipt"], total["Cash"], total["Amount"]) == ("Total", 480, 480)
    assert total["Pool"] + total["Staff"] + total["House"] == 480
    assert money[1][3] == "=cmd|' /C calc'!A0"
    assert sheet(carl, "seats.csv")[-1][:3] == ["Total", "", "0"]
    assert carl.get(f"{HOME}/sheets/cards.csv").status_code == 404
    assert carl.get(f"{HOME}/sheets/money.pdf").status_code == 404
    assert as_("amara").get(f"{HOME}/sheets/money.csv").status_code == 403


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-184")
def test_seats_are_taken_away_by_session_table_and_seat(db, as_):
    cast.seated(db)
    *rows, total = sheet(as_("carl"), "seats.csv")[1:]
    places = [tuple(map(int, row[:3])) for row in rows]
    assert len(places) == 6
    assert places == sorted(places)
    assert total[:3] == ["Total", "", "6"]


@pytest.mark.rule("HOUSE-TOURN-184")
def test_no_cell_of_a_sheet_is_a_formula():
    rows = [
        ("=1+1", "+1", "-1", "@A1", "\tx", "plain", -5, Cents(-1_05), None, "\x01<")
    ]
    workbook = b"".join(written(rows, "xlsx"))
    [cells] = openpyxl.load_workbook(io.BytesIO(workbook)).active.iter_rows()
    assert [cell.data_type for cell in cells] == [*"ssssss", "n", "n", "n", "s"]
    assert [cell.value for cell in cells][:8] == [
        "=1+1",
        "+1",
        "-1",
        "@A1",
        "\tx",
        "plain",
        -5,
        -1.05,
    ]
    text = b"".join(written(rows, "csv")).decode()
    assert re.findall("'[=+@-]", text) == ["'=", "'+", "'-", "'@"]
    assert text.endswith(",plain,-5,-1.05,,\x01<\r\n")


@pytest.mark.rule("HOUSE-TOURN-184")
def test_a_long_sheet_is_sent_while_it_is_made():
    asked = []

    def rows():
        for number in range(30_000):
            asked.append(number)
            yield (number, f"Somebody {number * number * 7919}")

    pieces = written(rows(), "xlsx")
    next(pieces)
    assert len(asked) < 30_000
    for ending in ("csv", "xlsx"):
        assert len(list(written(rows(), ending))) > 2

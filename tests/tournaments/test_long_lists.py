"""Lists as long as any may be: read in little memory, refused whole, taken once."""

import io
import tracemalloc

import pytest

from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import clock, look
from tests.tournaments.test_importing import HEAD, people
from tests.tournaments.test_list_pages import LISTS, SAID, send
from tests.tournaments.test_path_pages import as_, sent
from tournaments.importing import files, staging
from tournaments.importing.files import Encoding
from tournaments.path import ledgers

__all__ = ["as_"]
MOST_MEMORY = 4 * 1024 * 1024
FORMULA = b"=cmd|' /C calc'!A0,Number %d,1980-01-01\n"


def read(path, folder):
    """Read a list through; what came of it, and the most memory it took."""
    tracemalloc.start()
    with path.open("rb") as file:
        found = staging.stage(file, Encoding.UTF_8, folder)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return found, peak


def write(path, rows, end=b""):
    """A list of so many rows, each of them a formula to a spreadsheet."""
    with path.open("wb") as file:
        file.write(HEAD.encode() + b"\n")
        file.writelines(FORMULA % number for number in range(rows))
        file.write(end)
    return path


@pytest.fixture(params=[5_000, pytest.param(files.MOST_ROWS, marks=pytest.mark.soak)])
def most(request, monkeypatch):
    """As many rows as a list may have."""
    monkeypatch.setattr(files, "MOST_ROWS", request.param)
    return request.param


@pytest.mark.rule("HOUSE-TOURN-180")
def test_the_longest_list_is_read_in_little_memory_and_formulas_stay_text(
    tmp_path, most
):
    folder = tmp_path / "lists"
    found, peak = read(write(tmp_path / "list.csv", most), folder)
    assert (found.rows, peak < MOST_MEMORY) == (most, True)
    first = next(staging.rows_from(folder, found.sha256, 0))
    assert first.row["given_name"] == "=cmd|' /C calc'!A0"


@pytest.mark.rule("HOUSE-TOURN-180")
@pytest.mark.parametrize(
    ("end", "wrong"),
    [
        (FORMULA % 0, "The list has more than"),
        (b"\xff,Nobody,1980-01-01\n", "A byte on this line is no letter"),
        (b'"Nobody,1980-01-01', "unexpected end of data"),
        (b"x" * (files.LONGEST_LINE + 2 * files.CHUNK), "longer than any row"),
    ],
    ids=["a row too many", "broken encoding", "an open quote", "a line without end"],
)
def test_a_long_list_that_is_wrong_at_its_end_leaves_nothing(
    tmp_path, most, end, wrong
):
    folder = tmp_path / "lists"
    found, peak = read(write(tmp_path / "list.csv", most, end), folder)
    assert isinstance(found, Refused)
    assert wrong in found.refusals[0].wrong
    assert (list(folder.iterdir()), peak < 2 * MOST_MEMORY) == ([], True)


@clock(2)
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # half a file is let go of
@pytest.mark.rule("HOUSE-TOURN-183")
def test_a_list_whose_connection_was_lost_is_sent_again_and_taken_once(db, as_):
    cast.open_for_entries(db)
    erin = as_("erin")
    edge = "a-line-between-two-parts"
    parts = sent(**SAID) | {
        'file"; filename="list.csv': "\n".join((HEAD, *people(1, 2)))
    }
    body = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in parts.items()
    ).encode()
    lost = erin.post(
        LISTS,
        input_stream=io.BytesIO(body[:-20]),
        content_length=len(body) + 100,
        content_type=f"multipart/form-data; boundary={edge}",
    )
    assert lost.status_code == 400
    assert "No list was sent" in erin.get(LISTS).text
    there = send(erin, *people(1, 2)).location
    for _ in range(2):
        erin.post(f"{there}/take", data=sent())
    assert [entry.number for entry in look(db, ledgers.entries)] == [1, 2]

"""Files of lists: encodings, broken bytes, formulas, workbooks; nothing is left."""

import io
import os
import stat
import zipfile
from datetime import datetime, timedelta

import openpyxl
import pytest

from house import clock
from rulebook import Refused
from tournaments.importing import files, staging
from tournaments.importing.files import Encoding

HEAD = "Given name,Family name,Born\n"


def staged(tmp_path, content, encoding=Encoding.UTF_8):
    """What is kept of a file: its rows, or the reasons against it."""
    found = staging.stage(io.BytesIO(content), encoding, tmp_path)
    if isinstance(found, Refused):
        assert not list(tmp_path.iterdir())  # nothing is left of it
        return [refusal.wrong for refusal in found.refusals]
    [kept] = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    return [each.row for each in staging.rows_from(tmp_path, found.sha256, 0)]


@pytest.mark.rule("HOUSE-TOURN-180")
@pytest.mark.parametrize(
    ("codec", "said"),
    [
        ("utf-8", Encoding.UTF_8),
        ("utf-8-sig", Encoding.UTF_8),
        ("utf-16", Encoding.UTF_8),  # its mark says so
        ("utf-16-le", Encoding.UTF_16),
        ("windows-1252", Encoding.WINDOWS),
    ],
)
def test_a_list_is_read_in_the_encoding_that_it_has(tmp_path, codec, said):
    text = f"{HEAD}Zoë,“=cmd|calc”,1980-02-28\r\n\r\nJosé,Núñez,28/2/1980"
    rows = staged(tmp_path, text.encode(codec), said)
    assert [row["given_name"] for row in rows] == ["Zoë", "José"]
    assert rows[0]["family_name"] == "“=cmd|calc”"


@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_big_endian_list_is_read_by_its_mark(tmp_path):
    text = f"\ufeff{HEAD}Zoë,Lee,1980-02-28"
    assert staged(tmp_path, text.encode("utf-16-be"))[0]["given_name"] == "Zoë"


@pytest.mark.rule("HOUSE-TOURN-180")
@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f"{HEAD}A,B,1980-01-01\nZo".encode() + b"\xeb,C,1980-01-01\n", 3),
        (HEAD.encode() + b"A,B,1980-01-01\n" * 9000 + b"\xff\n", 9002),
        (f'{HEAD}"A"b,C,1980-01-01\n'.encode(), 2),
        (f'{HEAD}A,"C,1980-01-01\n'.encode(), 2),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(tmp_path, content, line):
    [wrong] = staged(tmp_path, content)
    assert wrong.startswith(f"Line {line}: ")


@pytest.mark.rule("HOUSE-TOURN-180")
@pytest.mark.parametrize("content", [b"", b"Colour,Size\nred,4\n", HEAD.encode()])
def test_a_list_without_headings_or_people_is_refused(tmp_path, content):
    assert len(staged(tmp_path, content)) == 1


@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_list_longer_than_any_is_refused_while_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_ROWS", 3)
    lines = "A,B,1980-01-01\n"
    assert len(staged(tmp_path, (HEAD + lines * 3).encode())) == 3
    for kept in tmp_path.iterdir():
        kept.unlink()
    [wrong] = staged(tmp_path, (HEAD + lines * 4).encode())
    assert "more than 3 rows" in wrong


def workbook(*rows):
    """An XLSX of these rows."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_workbook_is_read_and_a_formula_stays_text(tmp_path):
    born = datetime(1980, 2, 28)
    content = workbook(
        ("Card", "Surname", "Date of birth", "Colour"),
        (100068, "=cmd()", born, "red"),
        (None, None, None, None),
        ("SB1", "Lee", "28/2/1980", None),
    )
    first, second = staged(tmp_path, content)
    assert first == {"card": "100068", "family_name": "=cmd()", "born_on": "1980-02-28"}
    assert second["born_on"] == "28/2/1980"


@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_workbook_that_is_none_or_far_too_large_is_refused(tmp_path, monkeypatch):
    assert "cannot be read" in staged(tmp_path, b"PK\x03\x04 and no more")[0]
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as packed:
        packed.writestr("a.txt", "no workbook")
    assert "cannot be read" in staged(tmp_path, other.getvalue())[0]
    monkeypatch.setattr(files, "MOST_UNPACKED", 100)
    assert "larger than any list" in staged(tmp_path, workbook(("Card",), ("SB1",)))[0]


class LostConnection(io.BytesIO):
    """A file whose sender is gone in the middle."""

    def read(self, size=-1):
        if self.tell() > files.CHUNK:
            raise ConnectionResetError
        return super().read(size)

    def readinto(self, buffer):
        return super().readinto(buffer)


@pytest.mark.rule("HOUSE-TOURN-180")
def test_a_list_that_breaks_off_leaves_nothing(tmp_path):
    content = (HEAD + "A,B,1980-01-01\n" * 20_000).encode()
    with pytest.raises(ConnectionResetError):
        staging.stage(LostConnection(content), Encoding.UTF_8, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.rule("HOUSE-TOURN-183")
def test_a_list_that_nobody_took_for_a_week_is_forgotten(tmp_path):
    old = tmp_path / f"{'0' * 64}.rows"
    for days, stays in ((6, True), (8, False)):
        old.write_bytes(b"[]")
        then = (clock.now() - timedelta(days=days)).timestamp()
        os.utime(old, (then, then))
        staging.stage(io.BytesIO(b"no list"), Encoding.UTF_8, tmp_path)
        assert old.exists() is stays

"""Cells of a list: CSV in an encoding that was said, or the first sheet of an XLSX."""

import codecs
import csv
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import chain
from typing import IO
from xml.etree.ElementTree import ParseError

CHUNK = 1 << 16
MOST_ROWS = 1_000_000
MOST_COLUMNS = 64
LONGEST_LINE = 1 << 20  # letters; what goes on for longer is no row
MOST_UNPACKED = 1 << 30  # bytes; a sheet packed this tightly is no list
ZIP = b"PK\x03\x04"
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
MARK = "\ufeff"
DELIMITERS = ",;\t"


class Encoding(StrEnum):
    """How the letters of a CSV are written; a mark at its beginning says so itself."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16-le"
    WINDOWS = "windows-1252"


class Unreadable(Exception):
    """A list that cannot be read: on which line, why, and what helps."""

    def __init__(self, line: int, wrong: str, right: str) -> None:
        super().__init__(f"Line {line}: {wrong}" if line else wrong)
        self.line, self.right = line, right


@dataclass(frozen=True, slots=True)
class Cells:
    """One line of a list as it was written."""

    line: int  # as whoever opens the file counts it
    cells: Sequence[str]


def rows(file: IO[bytes], encoding: Encoding) -> Iterator[Cells]:
    """Every line with something in it, one after another; the first has headings."""
    begins = file.read(4)
    file.seek(0)
    found = _sheet(file) if begins == ZIP else _csv(file, encoding, begins)
    count = 0
    for row in found:
        if not any(cell.strip() for cell in row.cells):
            continue
        count += 1
        if count > MOST_ROWS + 1:
            wrong = f"The list has more than {MOST_ROWS:,} rows."
            raise Unreadable(row.line, wrong, "Send it in parts.")
        yield row


def _csv(file: IO[bytes], encoding: Encoding, begins: bytes) -> Iterator[Cells]:
    marked = (name for mark, name in MARKS.items() if begins.startswith(mark))
    lines = _lines(file, next(marked, encoding.value))
    first = next(lines, "").removeprefix(MARK)
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(chain((first,), lines), delimiter=delimiter, strict=True)
    begun = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            right = "Open it in a spreadsheet and save it as CSV again."
            raise Unreadable(reader.line_num, f"{error}.", right) from None
        if cells is None:
            return
        yield Cells(begun, cells)
        begun = reader.line_num + 1


def _lines(file: IO[bytes], encoding: str) -> Iterator[str]:
    """The text line by line; a byte that is none of it is named by its line."""
    decoder = codecs.getincrementaldecoder(encoding)()
    rest, line = "", 1
    while True:
        chunk = file.read(CHUNK)
        try:
            text = rest + decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode(encoding, "ignore")
            raise _broken(line + good.count("\n"), encoding) from None
        *whole, rest = text.replace("\r\n", "\n").split("\n")
        line += len(whole)
        yield from (f"{each}\n" for each in whole)
        if len(rest) > LONGEST_LINE:
            wrong = "The line is longer than any row of a list."
            raise Unreadable(line, wrong, "Put each person on a line of their own.")
        if not chunk:
            break
    if rest:
        yield rest


def _broken(line: int, encoding: str) -> Unreadable:
    wrong = f"A byte on this line is no letter in {encoding.upper()}."
    right = "Save the list as UTF-8, or say which encoding it has."
    return Unreadable(line, wrong, right)


def _sheet(file: IO[bytes]) -> Iterator[Cells]:
    # Reading this with all it needs takes a tenth of every start, and few need it.
    from openpyxl import load_workbook  # noqa: PLC0415

    try:
        with zipfile.ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > MOST_UNPACKED:
            wrong = "Unpacked, the workbook is larger than any list."
            raise Unreadable(0, wrong, "Save the list alone, as CSV.")
        book = load_workbook(file, read_only=True, keep_links=False)
        try:
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # what a program wrote there need not be true
            yield from _written(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True))
        finally:
            book.close()
    except (zipfile.BadZipFile, KeyError, IndexError, ValueError, ParseError) as error:
        wrong = f"The workbook cannot be read: {error}."
        raise Unreadable(0, wrong, "Save it again as XLSX or as CSV.") from None


def _written(sheet: Iterable[Sequence[object]]) -> Iterator[Cells]:
    for line, values in enumerate(sheet, start=1):
        yield Cells(line, [_text(value) for value in values])


def _text(value: object) -> str:
    """A cell as text; a formula stays the text of the formula."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)

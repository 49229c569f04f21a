"""Rows as a spreadsheet, CSV or XLSX: made as they are sent, never run as formulas."""

import csv
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import IO, cast
from xml.sax.saxutils import escape

# What a spreadsheet would run as a formula, were it the first sign of a cell.
RISKY = ("=", "+", "-", "@", "\t", "\r")
MARK = "\ufeff"  # or spreadsheets misread letters with accents
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
CHUNK = 1 << 16
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
MIMETYPES = {"csv": "text/csv", "xlsx": f"{KINDS}.sheet"}
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{KINDS}.styles+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    f'ContentType="{KINDS}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{OFFICE}/styles" Target="styles.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>',
    # Plain, and amounts with two digits of cents.
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts>'
    '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
    '<borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
    "</cellStyles></styleSheet>",
}


class Cents(int):
    """Whole cents, written as dollars with two digits."""

    def __str__(self) -> str:
        sign, (whole, rest) = "-" if self < 0 else "", divmod(abs(self), 100)
        return f"{sign}{whole}.{rest:02}"


Cell = str | int | None
Rows = Iterable[Sequence[Cell]]


def written(rows: Rows, ending: str) -> Iterator[bytes]:
    """The rows as a file with this ending, piece by piece."""
    return _xlsx(rows) if ending == "xlsx" else _csv(rows)


def _csv(rows: Rows) -> Iterator[bytes]:
    yield MARK.encode()
    for row in rows:
        line = StringIO()
        csv.writer(line).writerow(_harmless(cell) for cell in row)
        yield line.getvalue().encode()


def _harmless(cell: Cell) -> str:
    """A cell that is read, never run."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(RISKY) else cell
    return "" if cell is None else str(cell)


class _Sent:
    """Where a workbook is packed into, and taken from as it grows."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def write(self, data: bytes) -> int:
        self.waiting += data
        return len(data)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        found, self.waiting = bytes(self.waiting), bytearray()
        return found


def _xlsx(rows: Rows) -> Iterator[bytes]:
    sent = _Sent()
    with zipfile.ZipFile(cast(IO[bytes], sent), "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in PARTS.items():
            packed.writestr(name, XML + part)
        with packed.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'{XML}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
            for row in rows:
                cells = "".join(map(_cell, row))
                sheet.write(f"<row>{cells}</row>".encode())
                if len(sent.waiting) > CHUNK:
                    yield sent.taken()
            sheet.write(b"</sheetData></worksheet>")
    yield sent.taken()


def _cell(cell: Cell) -> str:
    """A cell that is text or a number: it cannot be a formula."""
    if isinstance(cell, Cents):
        return f'<c s="1"><v>{cell}</v></c>'
    if isinstance(cell, int):
        return f"<c><v>{cell}</v></c>"
    if cell is None:
        return "<c/>"
    text = escape(UNWRITABLE.sub("�", cell))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'

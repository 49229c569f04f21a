"""The terms on paper: every item, its rule, its figures; whole, tagged, repeatable."""

import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pikepdf
import pypdf
import pytest

from house.documents import pdf
from house.documents.content import Edition
from house.documents.models import DocumentRow, Paper
from house.press import printing
from proof.canonical import sha256
from rulebook.terms.checklist import printed
from rulebook.terms.free import FreeClause, FreeText
from rulebook.terms.terms import from_data
from tests.tournaments.examples import complete, with_
from tournaments.printing.document import KIND, document_of
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.terms import Terms

# Printing takes long: one worker prints for all of these.
ADDRESS = "https://house.example/t/harbour-stud-open"
PUBLISHED = datetime(2026, 11, 9, 1, 5, tzinfo=UTC)
A4, LETTER = (595, 842), (612, 792)
SCRIPT = "<script>alert('x')</script> & <b>Sons</b>"
SECTIONS = printed(complete())
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihung"


def version(terms, number=1):
    edition = Edition(KIND, 7, number, PUBLISHED, document_of(terms, ADDRESS))
    content = edition.content()
    return DocumentRow(
        id=1,
        kind=KIND,
        subject_id=7,
        number=number,
        title="Harbour Stud Open",
        content=content,
        sha256=sha256(content),
        published_at=PUBLISHED,
        published_by="ruth",
        published_by_name="Ruth",
    )


def odd():
    """Terms in which everything that people type is as awkward as it gets."""
    free = FreeClause((FreeText(f"On {SCRIPT}", f"{LONG} is not held. {SCRIPT}"),))
    made = with_(
        complete(),
        ("details.names.tournament", f"{LONG} {LONG} {SCRIPT}"[:118]),
        ("details.location.place", SCRIPT),
        ("format.stages.stages.0.name", LONG[:40]),
    )
    return replace(made, house=replace(made.house, free=free))


@pytest.fixture(scope="module")
def press(built):
    """An application to print in; nothing is read from its database."""
    with built.app_context():
        yield built


@pytest.fixture(scope="module")
def prints(press):
    """The usual terms on both papers, and the awkward ones on A4."""
    usual = version(complete())
    return {
        "usual": pdf.of(usual, Paper.A4),
        "letter": pdf.of(usual, Paper.LETTER),
        "odd": pdf.of(version(odd()), Paper.A4),
    }


@pytest.fixture(scope="module")
def pages(prints):
    """The text of every page of every print."""
    return {name: words(made) for name, made in prints.items()}


def words(made):
    """The text of a print without its line breaks."""
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]
    return [squeezed(page) for page in pages]


def squeezed(text):
    """What is compared: letters alone, for a line may break anywhere."""
    return re.sub(r"\s+", "", text).replace("-", "").replace("…", "")


@pytest.mark.parametrize(
    "rule", sorted({c.id for s in SECTIONS for p in s.clauses for c in p.cites})
)
def test_the_print_contains_every_item_with_its_rule(pages, rule):
    text = "".join(pages["usual"])
    items = [
        clause
        for section in SECTIONS
        for clause in section.clauses
        if rule in {cite.id for cite in clause.cites}
    ]
    assert items
    for clause in items:
        assert squeezed(clause.title) in text
        assert squeezed(clause.text)[:60] in text
    assert squeezed(rule) in text


@pytest.mark.parametrize(("name", "size"), [("usual", A4), ("letter", LETTER)])
def test_each_page_has_its_size_number_version_and_hash(prints, pages, name, size):
    reader = pypdf.PdfReader(io.BytesIO(prints[name]))
    shown = pages[name]
    assert 5 <= len(shown) <= 8
    fingerprint = version(complete()).sha256
    for number, (page, text) in enumerate(zip(reader.pages, shown, strict=True), 1):
        assert (round(page.mediabox.width), round(page.mediabox.height)) == size
        assert squeezed(f"Page {number} of {len(shown)}") in text
        assert "version1of9November2026" in text
        assert fingerprint in text


@pytest.mark.rule("HOUSE-DOC-5")
def test_the_same_version_prints_to_the_same_bytes(press, prints):
    printing._press.cache_clear()  # as in a process that has just begun
    printing.as_pdf("<p>First</p>", style="sign-print.css")  # that printed a sign
    assert pdf.of(version(complete()), Paper.A4) == prints["usual"]
    assert prints["usual"] != prints["letter"]


@pytest.mark.parametrize("name", ["usual", "letter", "odd"])
def test_a_print_is_whole_and_readable_by_a_machine(prints, name):
    with pikepdf.open(io.BytesIO(prints[name])) as made:
        assert made.check_pdf_syntax() == []
        assert str(made.Root.Lang) == "en-AU"
        assert bool(made.Root.MarkInfo.Marked)
        assert "/StructTreeRoot" in made.Root
        assert bool(made.Root.ViewerPreferences.DisplayDocTitle)
        assert "version 1" in str(made.docinfo["/Title"])
        assert "/CreationDate" not in made.docinfo
        assert str(made.open_metadata().get("pdfuaid:part")) == "1"


def test_it_has_contents_a_code_tables_and_a_place_to_sign(pages):
    text = "".join(pages["usual"])
    for part in (
        "Contents",
        "Timetable",
        "Whatitcosts",
        "Prizes",
        "$14,400",
        "Tobesigned",
        "WitnessedfortheTournamentDirector",
        "Howtocheckthisdocument",
        ADDRESS.replace("-", ""),
    ):
        assert part in text, part
    assert pdf.qr(ADDRESS).startswith("data:image/svg+xml")
    assert pdf.qr(ADDRESS) != pdf.qr(ADDRESS + "2")


def test_what_people_typed_is_shown_as_they_typed_it(pages):
    text = "".join(pages["odd"])
    assert squeezed(SCRIPT) in text
    assert squeezed(f"It is held at Southbank House, {SCRIPT}") in text
    assert "Notenforcedbythesystem" in text
    assert LONG in text


def test_a_word_too_long_for_its_line_is_broken(prints):
    first = pypdf.PdfReader(io.BytesIO(prints["odd"])).pages[0].extract_text()
    lines = first.splitlines()
    assert not any(LONG in line for line in lines)  # the heading is too large for it
    assert squeezed(LONG) in squeezed(first)
    assert max(map(len, lines)) < 110


def test_a_page_loads_nothing_from_elsewhere(press, tmp_path):
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    fetcher = printing._our_files()
    for url in (
        secret.as_uri(),
        "http://127.0.0.1:1/x.svg",
        f"{printing.HERE}../pyproject.toml",
        f"{printing.HERE}fonts/../../app.py",
    ):
        with pytest.raises(ValueError, match="loads nothing"):
            fetcher.fetch(url)
    assert (
        fetcher.fetch(f"{printing.HERE}print.css").read().startswith(b"/* House Rules")
    )


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.key)
def test_the_document_reads_back_as_the_terms_it_was_made_from(template):
    terms = complete(template.key)
    document = document_of(terms, ADDRESS)
    read = from_data(Terms, json.loads(json.dumps(document.data))).terms
    assert document_of(read, ADDRESS) == document
    assert [s.title for s in document.sections][:3] == ["Details", "Entry", "Format"]
    tables = {t.title: t for s in document.sections for t in s.tables}
    assert set(tables) == {"Timetable", "What it costs", "Stages", "Prizes"}
    *_, pool = tables["Prizes"].rows
    assert pool[0] == "Prize pool"


def test_how_many_the_house_expects_is_nobody_elses_business():
    terms = complete()
    assert terms.details.players.expected
    document = document_of(terms, ADDRESS)
    assert document.data["details"]["players"]["expected"] is None
    other = with_(terms, ("details.players.expected", 41))
    assert document_of(other, ADDRESS) == document


def test_a_signature_is_asked_for_only_where_the_terms_ask_for_it():
    assert document_of(complete(), ADDRESS).signing is not None
    free = with_(complete(), ("entry.signature.required", False))
    assert document_of(free, ADDRESS).signing is None

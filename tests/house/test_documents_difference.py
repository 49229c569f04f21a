"""Two versions side by side: what a reader must see, and nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.documents.content import Section
from house.documents.difference import Mark, difference, pieces
from tests.house.documents_cast import document, paragraph

SAME, GONE, NEW = Mark.SAME, Mark.GONE, Mark.NEW


def marked(old, new):
    return [(p.mark, p.text) for p in pieces(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "The fee is $40 a person.",
            "The fee is $55 a person.",
            [(SAME, "The fee is $"), (GONE, "40"), (NEW, "55"), (SAME, " a person.")],
        ),
        ("", "All new.", [(NEW, "All new.")]),
        ("All gone.", "", [(GONE, "All gone.")]),
        (
            "One two three.",
            "Something else.",
            [(GONE, "One two three."), (NEW, "Something else.")],
        ),
        (
            "It starts on Friday at noon in the hall.",
            "It starts on Sunday morning at noon in the hall.",
            [
                (SAME, "It starts on "),
                (GONE, "Friday"),
                (NEW, "Sunday morning"),
                (SAME, " at noon in the hall."),
            ],
        ),
    ],
)
def test_words_are_marked(old, new, expected):
    assert marked(old, new) == expected


words = st.text("ab $4.,\n", max_size=60)


@given(words, words)
def test_nothing_is_lost_and_nothing_is_invented(old, new):
    found = [*pieces(old, new)]
    squeeze = "".join
    before = squeeze(p.text for p in found if p.mark is not NEW)
    after = squeeze(p.text for p in found if p.mark is not GONE)
    assert "".join(before.split()) == "".join(old.split())
    assert "".join(after.split()) == "".join(new.split())


def test_an_endless_text_is_not_compared_word_by_word():
    old, new = "word " * 3_000, "word " * 2_999 + "end"
    assert marked(old, new) == [(GONE, old), (NEW, new)]


@pytest.mark.rule("HOUSE-DOC-8")
def test_only_what_reads_differently_is_shown():
    old = document("Held on Friday.", "Three prizes.")
    new = document("Held on Sunday.", "Three prizes.")
    [changed] = difference(old, new)
    assert changed.path == "part.1.1"
    assert changed.cites == ("HOUSE-DOC-1",)
    assert [(p.mark, p.text) for p in changed.before] == [
        (SAME, "Held on "),
        (GONE, "Friday"),
        (SAME, "."),
    ]
    assert [(p.mark, p.text) for p in changed.after] == [
        (SAME, "Held on "),
        (NEW, "Sunday"),
        (SAME, "."),
    ]
    assert difference(old, old) == ()


def test_a_paragraph_with_another_number_is_the_same_paragraph():
    first, second = paragraph("1.1", "A", "a"), paragraph("1.2", "B", "b")
    old = replace(document(), sections=(Section("1", "X", (first, second)),))
    moved = replace(second, number="1.1")
    new = replace(document(), sections=(Section("1", "X", (moved,)),))
    [gone] = difference(old, new)
    assert (gone.old.text, gone.new) == ("A", None)


def test_paragraphs_of_one_kind_are_told_apart_by_their_titles():
    one = replace(paragraph("8.1", "No hats.", "house.free"), title="Hats")
    two = replace(paragraph("8.2", "No dogs.", "house.free"), title="Dogs")
    old = replace(document(), sections=(Section("8", "House", (one, two)),))
    cats = replace(two, text="No dogs or cats.")
    new = replace(document(), sections=(Section("8", "House", (cats, one)),))
    [changed] = difference(old, new)
    assert changed.title == "Dogs"
    assert changed.new.text == "No dogs or cats."


def test_a_table_with_another_figure_is_shown():
    old = document()
    [section] = old.sections
    [table] = section.tables
    dearer = replace(table, rows=(("First", "$301"), ("Second", "$199")))
    new = replace(old, sections=(replace(section, tables=(dearer,)),))
    [changed] = difference(old, new)
    assert changed.title == "Prizes"
    assert (GONE, "300") in [(p.mark, p.text) for p in changed.before]

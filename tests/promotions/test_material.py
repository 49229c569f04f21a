"""Material, files, prescribed things and the other document, by their services."""

from dataclasses import replace

import pytest

from promotions import files, material, prescribed, queries
from promotions.path import switching
from promotions.rules.clauses.details import Channel
from promotions.rules.clauses.kinds_of_prizes import Estate
from promotions.rules.clauses.prizes import Prize
from promotions.rules.goods import Given, PrizeKind
from promotions.rules.lifecycle import Status
from promotions.rules.material import Medium, Piece
from tests.promotions.promo_cast import (
    ANA,
    act,
    approve,
    begin,
    change,
    done,
    reach,
    reasons,
)

GOOD = Piece("Poster", Medium.POSTER, "Win a car! Terms apply.", Channel.SITE)


@pytest.fixture
def house(app, db):
    with app.app_context(), db.writing() as session:
        reach(session)
        yield session


def piece(**over):
    return replace(GOOD, **over)


@pytest.mark.rule("HOUSE-PROMOTION-20")
@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.6"), ("STAR4", "STAR4-14.7")]
)
def test_each_piece_leads_its_reader_to_the_terms(house, code, rule):
    row = begin(house, regime=code)
    silent = piece(words="Win a car!")
    assert reasons(material.put(house, row, silent, act())) == [rule]
    nowhere = piece(channel=None)
    assert reasons(material.put(house, row, nowhere, act())) == [rule]
    elsewhere = piece(channel=Channel.MAIL)  # the terms do not offer it
    assert reasons(material.put(house, row, elsewhere, act())) == [rule]
    blank = piece(title=" ", words=" ")
    assert reasons(material.put(house, row, blank, act())) == ["HOUSE-PROMOTION-20"] * 2
    assert not material.on_file(house, row)
    kept = done(material.put(house, row, GOOD, act()))
    # Terms that no longer offer the way shut the gate of approval.
    channels = (Channel.CASINO,)
    done(change(house, row, "promotion.available", channels=channels))
    assert reasons(approve(house, row)) == [rule]
    done(material.take_off(house, row, kept.number, act()))
    assert reasons(material.take_off(house, row, kept.number, act()))
    done(approve(house, row))


@pytest.mark.rule("MASS-11(a)")
@pytest.mark.parametrize("medium", [Medium.LAYOUT, Medium.BROCHURE])
@pytest.mark.parametrize(
    ("odds", "fails"),
    [
        ("500 for 1", True),
        ("500 FOR one", True),
        ("1,000 for 1", True),
        ("500 to 1", False),
        ("500 win 1", False),
        ("prizes for 12 patrons", False),
    ],
)
def test_odds_on_a_layout_or_brochure_never_say_for(house, medium, odds, fails):
    row = begin(house)
    shown = piece(medium=medium, words=f"Royal flush pays {odds}. Terms apply.")
    verdict = material.put(house, row, shown, act())
    assert (reasons(verdict) == ["MASS-11(a)"]) if fails else done(verdict)


@pytest.mark.rule("HOUSE-PROMOTION-25")
def test_plans_and_contract_are_files_kept_under_their_hash(house):
    row = begin(house)
    plans = done(files.put(house, row, "../plans.pdf", b"%PDF-1.7 plans", act()))
    assert done(files.put(house, row, "again.pdf", b"%PDF-1.7 plans", act())) is plans
    assert plans.name == "plans.pdf"
    for content in (b"", b"<html>", b"%PDF-" + b"x" * files.LARGEST):
        found = reasons(files.put(house, row, "x.pdf", content, act()))
        assert found == ["HOUSE-PROMOTION-25"]
    home = Estate("A flat", plans.sha256, "f" * 64, "none", "1 Quay", *(False,) * 4)
    flat = Prize(
        "A flat",
        PrizeKind.REAL_ESTATE,
        1,
        900_000_00,
        "A flat by the water",
        "none",
        "none",
        (Given.HANDED_OVER,),
        estate=home,
    )
    done(change(house, row, "prizes.prizes", prizes=(flat,)))
    assert reasons(approve(house, row)) == ["HOUSE-PROMOTION-25"]
    contract = done(files.put(house, row, "c.pdf", b"%PDF-1.7 contract", act()))
    assert files.one(house, row, contract.sha256).content == b"%PDF-1.7 contract"


@pytest.mark.rule("HOUSE-PROMOTION-27")
@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.5.5"), ("STAR4", "STAR4-14.6.5")]
)
def test_the_house_keeps_its_list_of_prescribed_things(house, code, rule):
    row = begin(house, regime=code)
    done(prescribed.enter(house, " New   CAR ", "Reg 7", act()))
    again = prescribed.enter(house, "new car", "", act())
    assert reasons(again) == ["HOUSE-PROMOTION-27"]
    assert reasons(prescribed.enter(house, " ", "", act())) == ["HOUSE-PROMOTION-27"]
    assert reasons(approve(house, row)) == [rule]
    done(prescribed.enter(house, "new car", "", act(), strike=True))
    assert reasons(prescribed.enter(house, "new car", "", act(), strike=True))
    done(approve(house, row))


@pytest.mark.rule("HOUSE-PROMOTION-18")
def test_the_document_changes_only_as_it_was_compared(house):
    row = begin(house, key="cash-weekend", regime="NSW3")
    seen = switching.compare(row)
    assert [r.cite.id for r in seen.lacks] == ["STAR4-14.4"]  # cash
    assert {c.path for c in seen.clauses} >= {"promotion.names", "always.changes"}
    version = row.version
    done(change(house, row, "promotion.held", by=ANA, place="the hall"))
    assert reasons(switching.switch(house, row, "STAR4", version, act())) == [
        "HOUSE-PROMOTION-18"
    ]
    unknown = switching.switch(house, row, "MASS", row.version, act())
    assert reasons(unknown) == ["HOUSE-PROMOTION-18"]
    done(switching.switch(house, row, "STAR4", row.version, act()))
    terms = queries.draft_of(row)
    assert (row.regime, terms.regime.code) == ("STAR4", "STAR4")
    assert terms.names.operator == "The Star Pty Limited"
    done(switching.switch(house, row, "NSW3", row.version, act()))
    done(approve(house, row))
    late = switching.switch(house, row, "STAR4", row.version, act())
    assert (reasons(late), row.status) == (["HOUSE-PROMOTION-18"], Status.APPROVED)

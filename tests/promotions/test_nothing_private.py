"""Everything public of the demo's promotions, searched for what is private."""

import io
from dataclasses import replace

import pypdf
import pytest
from flask import url_for
from sqlmodel import select

from house.people.patrons.models import PatronRow, PlayerCardRow
from promotions.drawing import staging, winners
from promotions.freezing import reading
from promotions.models import PromotionRow
from promotions.rules.clauses.award import Shown
from promotions.tickets.holders import reference
from tests.house.conftest import NOON
from tests.house.demo_house import demo, demo_file  # noqa: F401
from tests.promotions.promo_cast import ANA, act

PUBLIC = "public_promotions."
NEEDS_A_SECRET = {"kiosk"}  # an address that only a kiosk of the house knows
LOOKED_AT = {
    "front",
    "show",
    "results",
    "check",
    "certificate",
    "certificate_pdf",
    "entries",
    "header",
    "terms_pdf",
    "terms_json",
    "version",
}


def secrets_of(session):
    """What tells a patron from others: of everybody whom the house knows."""
    for patron in session.exec(select(PatronRow)):
        yield from (patron.name, f"{patron.family_name}, {patron.given_name}")
        yield from (patron.email, patron.phone, patron.spoken_phone, patron.street)
        yield from (patron.salt, reference(patron.pk, patron.salt))
    yield from (card.number for card in session.exec(select(PlayerCardRow)))


def consenting(session):
    """The names of winners who let theirs be published, where the terms do so."""
    for row in session.exec(select(PromotionRow)):
        for one in winners.of_promotion(session, row):
            terms = winners.terms_of(session, one.draw)
            patron = session.get_one(PatronRow, one.selection.patron_id)
            if terms.award.published.shown is Shown.NAME and patron.may_publish_name:
                yield patron.name


def addresses(app, session):
    """Every address of a promotion that anybody may open, by its page."""
    for row in session.exec(select(PromotionRow).where(PromotionRow.document_id > 0)):
        draws = {None, *(one.draw for one in reading.lists(session, row))}
        for rule in app.url_map.iter_rules():
            name = rule.endpoint.removeprefix(PUBLIC)
            if name == rule.endpoint or "GET" not in rule.methods:
                continue
            if name in NEEDS_A_SECRET:
                continue
            numbers = (1, 2) if "number" in rule.arguments else (None,)
            for number in numbers:
                asked = {"slug": row.slug} | ({"number": number} if number else {})
                yield from (
                    (name, url_for(rule.endpoint, **asked, draw=draw)) for draw in draws
                )


def words(answer):
    """What a reader sees, also on paper."""
    if answer.mimetype != "application/pdf":
        return answer.text
    pages = pypdf.PdfReader(io.BytesIO(answer.data)).pages
    return "\n".join(page.extract_text() for page in pages)


def found_in(text, secrets, allowed):
    said = " ".join(text.split())
    return {one for one in secrets if one and one in said and one not in allowed}


@pytest.mark.rule("HOUSE-PROMOTION-81", "HOUSE-PROMOTION-59", "HOUSE-PROMOTION-108")
def test_nothing_public_says_more_than_winners_let(demo):  # noqa: F811
    db, opened = demo.extensions["database"], set()
    anybody = demo.test_client()
    with demo.test_request_context(), db.reading() as session:
        secrets = set(secrets_of(session))
        allowed = set(consenting(session))
        asked = [*addresses(demo, session), ("house", "/"), ("record", "/record")]
    assert len(secrets) > 1500
    for name, address in asked:
        answer = anybody.get(address)
        if answer.status_code == 200:
            opened.add(name)
            assert found_in(words(answer), secrets, allowed) == set(), address
    assert opened >= LOOKED_AT
    with db.writing() as session:
        rows = session.exec(select(PromotionRow)).all()
        stages = [staging.give(session, row, act(ANA, NOON)).token for row in rows]
    for token in stages:
        for part in ("", "/sign", "/sign?seen=0&draw=1"):
            answer = anybody.get(f"/display/{token}{part}")
            assert answer.status_code == 200
            assert found_in(words(answer), secrets, allowed) == set(), part


def test_the_search_would_find_what_it_looks_for(demo):  # noqa: F811
    db = demo.extensions["database"]
    with db.reading() as session:
        secrets = set(secrets_of(session))
        row = session.exec(select(PatronRow)).first()
        shown = replace(
            staging.Named(0, "1", "", row.suburb, 1, is_vacant=False), name=row.name
        )
    assert found_in(f"Ticket 1\n{shown.name}", secrets, set()) == {row.name}
    assert found_in(f"Ticket 1\n{shown.name}", secrets, {row.name}) == set()

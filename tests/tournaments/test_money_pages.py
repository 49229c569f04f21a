"""Money by its pages: a shift, a sale, a receipt on paper, a correction, a count."""

import io

import pypdf
import pytest

from rulebook import HOUSE
from tests.tournaments import cast
from tests.tournaments.cast import clock, look
from tests.tournaments.test_money import SELLS
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.money import queries as money

__all__ = ["as_"]
MONEY, BUY = f"{HOME}/entries/1/money", f"{HOME}/entries/1/buy"


def on_paper(client, address):
    """A receipt's pages in words, and how wide the first is in millimetres."""
    answer = client.get(address)
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    pages = pypdf.PdfReader(io.BytesIO(answer.data)).pages
    wide = round(float(pages[0].mediabox.width) / 72 * 25.4)
    return [page.extract_text() for page in pages], wide


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-81", "HOUSE-TOURN-82", "HOUSE-TOURN-86")
def test_a_sale_its_receipt_and_its_correction(db, as_):
    cast.running(db, 4, cast.terms(*SELLS))
    erin = as_("erin")
    assert "has paid $240." in erin.get(MONEY).text
    assert MONEY in erin.get(f"{HOME}/entries").text
    said = {"what": "re-buy", "cents": "50", "method": "cash"}
    unsaid = erin.post(BUY, data=sent(**said))
    assert unsaid.status_code == 409
    assert "which hand is played" in unsaid.text
    assert erin.post(BUY, data=sent(**said, hand="many")).status_code == 422
    assert erin.post(BUY, data=sent(**said | {"what": "a pony"})).status_code == 422
    form = sent(**said, hand="3")
    for _ in range(2):  # the same form twice is one payment
        assert erin.post(BUY, data=form).location.endswith("/receipts/5")
    assert len(look(db, money.receipts)) == 5
    assert "5,000 chips wait" in erin.get(MONEY).text
    assert as_("amara").post(BUY, data=sent(**said, hand="3")).status_code == 403
    receipt = f"{HOME}/receipts/5"
    assert erin.get(f"{HOME}/receipts/99").status_code == 404
    assert "Not printed yet" in erin.get(receipt).text
    moved = sent(method="card", reason="It was a card")
    assert erin.post(f"{receipt}/correct", data=moved).location.endswith("/6")
    assert "It sets receipt 5 right." in erin.get(f"{HOME}/receipts/6").text
    assert erin.post(f"{receipt}/give-back", data=sent(reason="")).status_code == 409
    back = erin.post(f"{receipt}/give-back", data=sent(reason="Wrong player"))
    assert back.location.endswith("/7")
    assert erin.get("/desk/ledger/entry 1").status_code in {200, 403}
    assert "entry 1, Player 01" in as_("ruth").get("/desk/ledger/entry 1").text


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-82")
def test_a_receipt_is_printed_in_two_copies_and_reprints_say_so(db, as_):
    cast.with_entries(db, 1)
    erin, receipt = as_("erin"), f"{HOME}/receipts/1"
    assert erin.get(f"{receipt}.pdf").status_code == 404  # nobody has printed it
    first = erin.post(f"{receipt}/print", data=sent(paper="roll")).location
    pages, wide = on_paper(erin, first)
    assert (len(pages), wide) == (2, 80)
    assert "Entrant’s copy" in pages[0]
    assert "Drawer’s copy" in pages[1]
    for page in pages:
        assert "Receipt 1-00001" in page
        assert "$40" in page
        assert "Paid by cash" in page
        assert "Copy 1" not in page
    again = erin.post(f"{receipt}/print", data=sent(paper="a4")).location
    pages, wide = on_paper(erin, again)
    assert (len(pages), wide) == (1, 210)
    assert pages[0].count("Copy 1") == 2
    assert on_paper(erin, f"{receipt}.pdf?copy=0&paper=a6")[1] == 105
    pages, wide = on_paper(erin, f"{receipt}.pdf?copy=0&paper=letter")
    assert (len(pages), wide) == (1, 216)
    assert erin.get(f"{receipt}.pdf?copy=2").status_code == 404
    assert "Printed 2 times" in erin.get(receipt).text
    assert str(HOUSE.at("TOURN-82")) in erin.get(receipt).text


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-83", "HOUSE-TOURN-84")
def test_a_shift_is_opened_counted_blind_and_closed_at_the_cage(db, as_):
    cast.with_entries(db, 2)
    erin, ruth = as_("erin"), as_("ruth")
    home = erin.get("/desk/cage/").text
    assert "Your shift 1 is open." in home
    assert "$480" not in home  # what it took is shown once it is counted
    assert erin.post("/desk/cage/open", data=sent(float_cents="5")).status_code == 409
    assert ruth.post("/desk/cage/open", data=sent(float_cents="x")).status_code == 422
    counted = {"cash": "575", "chips": "0", "card": "0", "comp": "0"}
    close = "/desk/cage/1/close"
    assert "$480" not in erin.get(close).text
    assert ruth.post(close, data=sent(**counted, note="x")).status_code == 409
    assert erin.post(close, data=sent(**counted)).status_code == 409
    assert erin.post(close, data=sent(**counted | {"cash": "?"})).status_code == 422
    form = sent(**counted, note="Counted twice.")
    for _ in range(2):
        assert erin.post(close, data=form).location.endswith("/desk/cage/1")
    sheet = erin.get("/desk/cage/1").text
    assert "was off by −$5." in sheet
    assert "Counted and signed by erin: Counted twice." in sheet.replace("Erin", "erin")
    totals = ruth.get("/desk/cage/").text
    assert "All that are closed" in totals
    assert "$480" in totals
    assert erin.get("/desk/cage/99").status_code == 404
    assert ruth.post("/desk/cage/open", data=sent(float_cents="0")).status_code == 303

"""The entries desk on a busy night: a drawer, an entry, a receipt, a count."""

import re

import pytest

CLASSIC = "/desk/tournaments/summer-stud-open"
ROOMS = ("/desk/cage/", "/desk/cage/1", f"{CLASSIC}/entries/1/money")


@pytest.mark.tour
def test_the_rooms_of_money_are_accessible_on_every_screen(enter, accessible):
    page = enter("grace", viewport={"width": 390, "height": 800})
    for room in (*ROOMS, f"{CLASSIC}/receipts/1"):
        page.goto(room)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (room, wide)
        accessible(page, in_both_themes=True)


def test_the_desk_opens_a_drawer_and_takes_an_entry_with_its_receipt(enter, accessible):
    page = enter("grace")
    page.goto("/desk/cage/")
    page.get_by_role("link", name="Count and close").click()
    page.wait_for_url(re.compile(r"/close$"))
    accessible(page)
    for label in ("Casino chips", "Card slips", "Comp vouchers"):
        page.get_by_label(label).fill("0")
    page.get_by_label("Cash in the drawer").fill("1")
    page.get_by_role("button", name="Close and sign").click()
    refusal = page.get_by_text("The count differs from what the receipts come to.")
    refusal.first.wait_for()
    page.goto(f"{CLASSIC}/entries?q=a")
    page.get_by_role("link", name=re.compile("^Enter ")).first.click()
    page.wait_for_url(re.compile(r"/entries/new"))
    page.get_by_label("Paid by").select_option("cash")
    accessible(page)
    page.get_by_role("button", name="Take the entry").click()
    page.wait_for_url(re.compile(r"/entries/\d+/money$"))
    accessible(page)
    page.get_by_role("row", name=re.compile("Entry Cash")).get_by_role("link").click()
    page.wait_for_url(re.compile(r"/receipts/\d+$"))
    assert "$240 from" in page.get_by_role("heading", level=1).inner_text()
    accessible(page)
    with page.expect_response(re.compile(r"\.pdf\?copy=0")) as print_:
        page.get_by_role("button", name="Print the original").click()
    assert print_.value.headers["content-type"] == "application/pdf"

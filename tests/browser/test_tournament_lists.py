"""A list of entries in a real browser: sent, looked at, taken to the end by itself."""

import re

import pytest

LISTS = "/desk/tournaments/summer-stud-open/lists"
ROWS = ["Given name,Family name,Born,Shoe size"]
ROWS += [f"Guest,Number {n},1980-01-01,9" for n in range(3)]
ROWS += ["Guest,Number 1,1980-01-01,9", "Young,Guest,2020-01-01,9"]


@pytest.fixture
def sent(enter):
    """A list that was sent and is looked at."""
    page = enter("grace")
    page.goto(LISTS)
    file = {"name": "club.csv", "mimeType": "text/csv", "buffer": _content()}
    page.get_by_label("List, CSV or XLSX").set_input_files(file)
    page.get_by_label("Paid by").select_option("card")
    page.get_by_role("button", name="Look at the list").click()
    page.wait_for_url(re.compile(r"/lists/\d+$"))
    return page


def _content():
    return "\n".join(ROWS).encode()


def test_a_list_is_looked_at_and_taken_to_its_end(sent, accessible):
    page = sent
    heading = page.get_by_role("heading", level=1)
    assert "3 of 5 rows of club.csv can be entered" in heading.inner_text()
    accessible(page, in_both_themes=True)
    page.get_by_role("button", name="Enter those who can be").click()
    page.get_by_text("The list is done: 3 of 5 are entered.").wait_for()
    assert "3 of 5 rows of club.csv were entered" in heading.inner_text()
    accessible(page)
    page.goto(LISTS)
    accessible(page, in_both_themes=True)
    with page.expect_download() as away:
        page.get_by_role("link", name="Money as XLSX").click()
    assert away.value.suggested_filename.endswith(".xlsx")

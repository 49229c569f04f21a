"""The way in: a tournament open, with tables and the first entry, by buttons alone."""

CLICKS = 20  # as docs/way-in.md counts them, after signing in


class Newcomer:
    """Somebody who presses what a page offers, and counts."""

    def __init__(self, page):
        self.page = page
        self.clicks = 0

    def press(self, name, within="main"):
        """Press the button or link of this name."""
        place = self.page.locator(within)
        button = place.get_by_role("button", name=name, exact=True)
        button.or_(place.get_by_role("link", name=name, exact=True)).first.click()
        self.page.wait_for_load_state()
        self.clicks += 1


def test_from_the_desk_to_the_first_entry_by_the_buttons_of_the_path(enter):
    page = enter("ruth")
    one = Newcomer(page)
    one.press("Tournaments", within=".rail nav")
    one.press("Begin a tournament")
    page.get_by_label("Name of the tournament").fill("The Way In")
    one.press("Write the terms")
    one.press("Publish the terms")
    one.press("Publish version 1")
    one.press("Make the terms available")
    one.press("Note it")
    one.press("Advise the inspectorate")
    one.press("Send the notice")
    while "in the post" in page.locator("h1").inner_text():
        page.reload()  # the ticking process takes it along
    one.press("Back to The Way In")
    one.press("Open entries")
    one.press("Designate tables")
    one.press("Designate 6 tables")
    one.press("Back to the path")
    one.press("Take entries")
    page.get_by_label("Find a patron to enter").fill("Amelia Anderson")
    one.press("Find")
    one.press("Enter Amelia Anderson")
    one.press("Open a shift")
    page.get_by_label("Float counted into the drawer").fill("500")
    one.press("Open a shift")
    one.press("Take the entry")
    page.wait_for_selector("text=Amelia Anderson is entered as number 1 and has paid.")
    assert page.url.endswith("/the-way-in/entries/1/money")
    assert one.clicks == CLICKS

"""From a template to open entries in a real browser, as a director goes."""

import re

from playwright.sync_api import expect

NAME = "Harbour Stud Open"
EDITOR = "/desk/tournaments/harbour-stud-open/terms"
PATH = "/desk/tournaments/harbour-stud-open"


def open_field(page, place):
    """Open the clause a field stands in; its fields come with it."""
    opening = page.locator(f'button[value="open:{".".join(place.split(".")[:2])}"]')
    if opening.count():
        opening.click()
    field = page.locator(f'[id="{place}"]')
    field.wait_for(state="attached")
    return field


def count(page):
    return page.locator("#checklist .big-n").inner_text()


def test_a_director_goes_from_a_template_to_open_entries(enter, accessible):
    page = enter("ruth")
    page.goto("/desk/tournaments/new")
    accessible(page)
    page.check("input[value=heats]")
    page.fill("input[name=name]", NAME)
    page.click("text=Write the terms")
    page.wait_for_url(f"**{EDITOR}")
    assert page.locator("h1").inner_text() == "The terms are complete."
    total = count(page)

    # What is missing shows while one types, with a link that leads to the field.
    open_field(page, "details.location.place").fill("")
    page.wait_for_selector("#checklist .miss")
    assert count(page) == str(int(total) - 1)
    assert page.locator("#publish button").get_attribute("aria-disabled") == "true"
    page.click("#checklist .miss a >> nth=0")
    expect(page.locator('[id="details.location.place"]')).to_be_focused()
    page.keyboard.type("the river room")
    reads = page.locator('[id="reads-details.location"]')
    expect(reads).to_contain_text("river")
    page.wait_for_selector("#checklist .miss", state="detached")

    # A clause of one's own, row by row, without a new page.
    page.evaluate("window.stays = true")
    open_field(page, "house.free.clauses")
    page.click('button[value="add:house.free.clauses"]')
    page.fill('[id="house.free.clauses.0.heading"]', "Dress")
    page.fill('[id="house.free.clauses.0.words"]', "Smart casual, please.")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#dirty", state="hidden")
    assert page.evaluate("window.stays") is True
    assert "by Ruth Okafor" in page.locator("#save-state").inner_text()
    accessible(page)

    # What a switch turns off folds away with its text in it, and comes back with it.
    price = open_field(page, "format.buy_back.price_cents")
    expect(price).to_be_hidden()
    offered = page.locator('[name="format.buy_back.offered"]')
    offered.nth(0).check()
    expect(price).to_be_visible()
    price.fill("75.50")
    page.wait_for_selector("#checklist .miss")  # when and how are open now
    offered.nth(1).check()
    page.wait_for_selector("#checklist .miss", state="detached")
    expect(price).to_be_hidden()
    assert price.input_value() == "75.50"

    # The preview opens beside and shows what is typed, saved or not.
    words = page.locator('[id="house.free.clauses.0.words"]')
    words.fill("Smart casual, please. No hats.")
    with page.context.expect_page() as opened:
        page.click("text=Preview the document")
    beside = opened.value
    beside.wait_for_selector("article")
    assert "No hats." in beside.inner_text("article")
    accessible(beside)
    beside.close()
    assert page.locator("#dirty").is_visible()
    page.keyboard.press("Control+s")
    page.wait_for_selector("#dirty", state="hidden")
    page.wait_for_selector("#publish button:not([aria-disabled])")
    page.click("text=Publish the terms")
    page.click("text=Publish version 1")
    page.wait_for_url(re.compile(rf"{PATH}$"))
    accessible(page)

    # Everybody can read them, and print them.
    guest = enter()
    guest.goto("/t/harbour-stud-open")
    assert NAME in guest.inner_text("h1")
    printed = guest.request.get("/t/harbour-stud-open/terms.pdf")
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")

    # The gates before entries, one after the other.
    page.goto(f"{PATH}/available")
    page.click("text=Note it")
    page.wait_for_url(re.compile(rf"{PATH}$"))
    page.click("form[action$='/advise'] button")
    page.wait_for_url("**/desk/notices/*")
    page.select_option("select[name=channel]", label="Hand delivery")
    page.fill("input[name=reference]", "Letter 119, taken by the duty inspector")
    page.click("text=Send the notice")
    page.goto(PATH)
    assert "Letter 119" in page.inner_text("main")
    page.click("form[action$='/open-entries'] button")
    page.wait_for_url(re.compile(rf"{PATH}$"))
    assert "Entries open" in page.inner_text("main")
    page.goto("/desk/tournaments/")
    assert page.locator("#h-entries_open").count() == 1
    accessible(page)


def test_two_directors_see_both_versions(enter, accessible):
    ruth, daniel = enter("ruth"), enter("daniel")
    ruth.goto("/desk/tournaments/new?from=summer-stud-open")
    ruth.fill("input[name=name]", "Two At Once")
    ruth.click("text=Write the terms")
    editor = "/desk/tournaments/two-at-once/terms"
    ruth.wait_for_url(f"**{editor}")
    daniel.goto(editor)
    open_field(daniel, "details.players.expected")  # seen, and left as it was
    open_field(ruth, "details.players.expected").fill("61")
    ruth.click("#save")
    ruth.wait_for_selector("#dirty", state="hidden")
    open_field(daniel, "details.fees.buy_in_cents").fill("150")
    daniel.click("#save")
    daniel.wait_for_selector(".both")
    rows = daniel.locator(".both tbody tr")
    assert rows.count() == 2
    assert "Expected: 61" in rows.nth(1).inner_text()  # not printed, and yet differs
    assert "Ruth Okafor saved these terms" in daniel.inner_text(".refusal")
    accessible(daniel)
    daniel.click("#save")
    daniel.wait_for_selector(".both", state="detached")
    daniel.goto(f"{editor}?open=details.players&open=details.fees")
    assert daniel.locator('[id="details.players.expected"]').input_value() == "61"
    assert daniel.locator('[id="details.fees.buy_in_cents"]').input_value() == "150"


def test_nothing_is_called_saved_that_is_not(enter):
    page = enter("ruth")
    page.goto("/desk/tournaments/summer-stud-open/terms")
    open_field(page, "details.location.place").fill("the river room")
    page.context.clear_cookies()
    page.click("#save")
    state = page.locator("#save-state")
    expect(state).to_contain_text("Not saved.")
    assert page.locator("#dirty").is_visible()
    place = page.locator('[id="details.location.place"]')
    assert place.input_value() == "the river room"


def test_rows_change_without_a_script_too(browser, house, enter):
    ruth = enter("ruth")
    ruth.goto("/desk/tournaments/new")
    ruth.fill("input[name=name]", "Plain Paper")
    ruth.click("text=Write the terms")
    ruth.wait_for_url("**/plain-paper/terms")
    plain = browser.new_context(
        base_url=house.address,
        java_script_enabled=False,
        storage_state=ruth.context.storage_state(),
    )
    page = plain.new_page()
    page.goto("/desk/tournaments/plain-paper/terms")
    page.click('button[value="open:house.free"]')
    page.click('button[value="add:house.free.clauses"]')
    page.fill('[id="house.free.clauses.0.heading"]', "Dress")
    page.fill('[id="house.free.clauses.0.words"]', "Smart casual, please.")
    page.click("#save")
    page.wait_for_url("**/plain-paper/terms")
    assert "Smart casual" in page.locator("#c-house\\.free .reads").inner_text()
    plain.close()

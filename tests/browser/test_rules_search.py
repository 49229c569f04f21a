"""Finding a rule in a real browser, with and without script."""

from playwright.sync_api import expect


def test_results_come_as_one_types(enter, accessible):
    page = enter("ruth")
    page.goto("/desk/rules/")
    accessible(page)
    page.get_by_label("Words or a number").press_sequentially("secret tied", delay=20)
    expect(page.locator("#found-count")).to_have_text("1 rule matches.")
    expect(page.locator("#found .cite")).to_have_text("VIC99-N26-14.6.5")
    assert "q=secret%20tied" in page.url
    # What the last letters found takes the place of what those before them did.
    page.wait_for_load_state("networkidle")
    page.locator("#found .cite").click()
    expect(page.locator("h1")).to_contain_text("VIC99-N26-14.6.5")
    accessible(page)
    page.go_back()
    expect(page.locator("#found .cite")).to_have_count(1)


def test_a_phone_shows_a_rule_without_scrolling_sideways(enter, accessible):
    page = enter("ruth", viewport={"width": 390, "height": 844})
    for path in (
        "/desk/rules/",
        "/desk/rules/CROWN3-5.5",
        "/desk/rules/documents/MASS",
    ):
        page.goto(path)
        wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(wide), path
    page.goto("/desk/rules/CROWN3-5.5")
    accessible(page)

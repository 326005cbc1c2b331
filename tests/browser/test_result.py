"""The end of a game: the result on the first screen, rematch and sharing, points that count up."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, box, follow, scrolls, started

DON_CARLO, PRODIGALS = "don-carlo/four-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
LOIRE = "loire/four-players-to-the-end"
HIDDEN = """() => document.querySelectorAll(".result-plays details").forEach((each) => { each.open = true; }) ??
[...document.querySelectorAll(".result :is(a, button)")].filter((each) => {
  each.focus();
  return each.getBoundingClientRect().bottom > document.querySelector(".result-foot").getBoundingClientRect().top + 1;
}).map((each) => each.outerHTML)"""
SHARES_FILES = """navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ text, files: [file] }) => {
  window.shared = [text, file.name, file.type, await file.text()];
}"""
SHARES_TEXT = "() => { navigator.canShare = undefined; navigator.share = async ({ text }) => { window.shared = text } }"
OVER_PLAIN_HTTP = """() => {
  for (const name of ["share", "clipboard"]) Object.defineProperty(navigator, name, {value: undefined});
  document.body.append(Object.assign(document.createElement("textarea"), { id: "pasted" }));
}"""


def test_result_table_rematch_and_share_fit_the_first_screen(device, played):
    page = device(viewport=SMALL, reduced_motion="reduce")
    letters = page.context.new_cdp_session(page)
    for url, count in zip(played(DON_CARLO, PRODIGALS, LOIRE), (4, 5, 4), strict=True):
        page.goto(url)
        foot, table = box(page.locator(".result-foot")), box(page.locator(".result-outcome .scores-frame"))
        assert page.locator(".result-outcome tbody tr").count() == count
        assert box(page.locator(".winner h2"))["y"] > 0
        assert table["y"] + table["height"] <= foot["y"]
        assert foot["y"] + foot["height"] == SMALL["height"]
        assert all(box(each)["height"] >= 48 for each in page.locator(".result-foot a").all())
        assert page.locator(".count[data-shown]").count() == 0  # the numbers appear at once
        assert page.evaluate(HIDDEN) == []
    for size, letter in ({"width": 844, "height": 390}, 16), ({"width": 390, "height": 664}, 32):
        page.set_viewport_size(size)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": letter, "fixed": 26}})
        for name in ("Rematch", "Share"):
            expect(page.locator(".result-foot").get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        assert scrolls(page)[0] <= 0
        assert page.evaluate(HIDDEN) == []


def test_share_sends_picture_or_text_or_copies_the_text(device, played):
    page = device(color_scheme="dark")
    page.add_init_script(SHARES_FILES)
    page.goto(played(DON_CARLO)[0])
    started(page)
    expect(page.locator("#picture")).to_have_attribute("href", re.compile(r"result\.png\?shade=dark$"))
    page.route("**/result.png?shade=dark", lambda route: route.fulfill(body="drawn"))  # drawing takes seconds
    share, text = page.get_by_role("link", name="Share"), page.locator("#share").text_content()
    share.tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == [text, "result.png", "image/png", "drawn"]
    page.evaluate(SHARES_TEXT)
    share.tap()
    page.wait_for_function("text => window.shared === text", arg=text)
    page.evaluate(OVER_PLAIN_HTTP)
    share.tap()
    expect(page.get_by_role("link", name="Copied")).to_be_visible()
    expect(page.locator("#share")).to_be_visible()  # opened, for copying by hand if the script fails
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#pasted")).to_have_value(text)
    follow(page.get_by_role("link", name="Rematch, Anneli first"))
    expect(page.locator("#name-0")).to_have_value("Anneli")


def test_share_shows_the_complete_text_without_scripts(device, played):
    page = device(java_script_enabled=False)
    page.goto(played(LOIRE)[0])
    expect(page.locator("#share")).to_be_hidden()
    page.get_by_role("link", name="Share").tap()
    expect(page.locator("#share")).to_be_in_viewport(ratio=0.99)  # an edge may lie between two pixels


def test_points_count_up_in_turn_and_nothing_moves(phone, played):
    phone.clock.install(time=0)
    phone.clock.pause_at(1000)
    phone.goto(played(DON_CARLO)[0])
    numbers = phone.locator(".count")
    numbers.first.scroll_into_view_if_needed()
    expect(numbers.first).to_have_attribute("data-shown", "+1")
    before, texts = box(phone.locator(".result-account")), numbers.all_text_contents()
    assert texts == ["+3", "+4", "+5", "+6", "+7", "+8", "+9"]
    assert numbers.evaluate_all("all => all.map((each) => each.dataset.shown)") == ["+1", *[""] * 6]
    phone.clock.run_for(70)
    expect(numbers.first).to_have_attribute("data-shown", "+2")
    phone.clock.run_for(70)
    expect(numbers.nth(1)).to_have_attribute("data-shown", "+1")
    assert numbers.first.get_attribute("data-shown") is None
    phone.clock.run_for(5000)
    expect(phone.locator(".count[data-shown]")).to_have_count(0)
    assert (box(phone.locator(".result-account")), numbers.all_text_contents()) == (before, texts)

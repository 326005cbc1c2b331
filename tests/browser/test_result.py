"""The end of a game: the result on the first screen, rematch and share at hand, points that count up, two columns."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import box, follow, scrolls

DON_CARLO, PRODIGALS = "don-carlo/four-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
CARTA, LOIRE = "carta-nostra/five-players-to-the-end", "loire/four-players-to-the-end"
HIDDEN = """() => document.querySelectorAll(".result-plays details").forEach((each) => { each.open = true; }) ??
[...document.querySelectorAll(".result :is(a, button)")].filter((each) => {
  each.focus();
  return each.getBoundingClientRect().bottom > document.querySelector(".result-foot").getBoundingClientRect().top + 1;
}).map((each) => each.outerHTML)"""
OVER_PLAIN_HTTP = (
    "for (const name of ['share', 'clipboard']) Object.defineProperty(navigator, name, { value: undefined })"
)
SHARES = "navigator.share = async ({ text }) => { window.shared = text }"
PASTE = "document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))"


def shared(page):
    return page.locator("#share").text_content()


@pytest.mark.parametrize("size", [{"width": 390, "height": 664}, {"width": 360, "height": 640}])
def test_who_won_and_the_whole_table_are_on_the_first_screen_with_rematch_and_share(device, played, size):
    page = device(viewport=size, reduced_motion="reduce")
    for address, count in zip(played(DON_CARLO, PRODIGALS, LOIRE), (4, 5, 4), strict=True):
        page.goto(address)
        foot, table = box(page.locator(".result-foot")), box(page.locator(".result-outcome .scores-frame"))
        assert page.locator(".result-outcome tbody tr").count() == count
        assert box(page.locator(".winner h2"))["y"] > 0
        assert table["y"] + table["height"] <= foot["y"]
        assert foot["y"] + foot["height"] == size["height"]
        assert all(box(each)["height"] >= 48 for each in page.locator(".result-foot a").all())
        frame = page.locator(".result-outcome .scores-frame")
        assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
        assert page.locator(".count[data-shown]").count() == 0  # the numbers are there at once
        assert page.evaluate(HIDDEN) == []


def test_rematch_and_share_are_in_reach_with_large_text_and_on_a_phone_held_sideways(device, played):
    (address,) = played(DON_CARLO)
    large, sideways = device(), device(viewport={"width": 844, "height": 390})
    letters = large.context.new_cdp_session(large)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for page in (large, sideways):
        page.goto(address)
        for name in ("Rematch, Anneli first", "Share"):
            expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        assert scrolls(page)[0] <= 0
        assert page.evaluate(HIDDEN) == []


def test_share_copies_over_plain_http_and_a_rematch_is_one_tap(phone, played):
    (address,) = played(CARTA)
    phone.add_init_script(OVER_PLAIN_HTTP)
    phone.goto(address)
    phone.get_by_role("link", name="Share").tap()
    expect(phone.get_by_role("link", name="Copied")).to_be_visible()
    expect(phone.locator("#share")).to_be_visible()  # unfolded, to be copied by hand where that fails
    phone.evaluate(PASTE)
    phone.locator("#pasted").focus()
    phone.keyboard.press("Control+V")
    expect(phone.locator("#pasted")).to_have_value(shared(phone))
    follow(phone.get_by_role("link", name="Rematch, Anneli first"))
    expect(phone.locator("#name-0")).to_have_value("Anneli")


def test_share_hands_the_text_to_the_phone_where_it_can(phone, played):
    (address,) = played(CARTA)
    phone.add_init_script(SHARES)
    phone.goto(address)
    phone.get_by_role("link", name="Share").tap()
    assert phone.evaluate("window.shared") == shared(phone)


def test_without_scripts_share_leads_to_the_whole_text(device, played):
    page = device(java_script_enabled=False)
    page.goto(played(LOIRE)[0])
    expect(page.locator("#share")).to_be_hidden()
    page.get_by_role("link", name="Share").tap()
    expect(page.locator("#share")).to_be_in_viewport(ratio=0.99)  # a frame may end between two pixels


def test_the_points_of_the_countries_count_up_one_after_the_other_and_nothing_moves(phone, played):
    phone.clock.install(time=0)
    phone.clock.pause_at(1000)
    phone.goto(played(DON_CARLO)[0])
    numbers = phone.locator(".count")
    numbers.first.scroll_into_view_if_needed()
    expect(numbers.first).to_have_attribute("data-shown", "+1")
    shown = numbers.evaluate_all("all => all.map((each) => each.dataset.shown)")
    before, texts = box(phone.locator(".result-account")), numbers.all_text_contents()
    assert texts == ["+3", "+4", "+5", "+6", "+7", "+8", "+9"]
    assert shown == ["+1", *[""] * 6]
    phone.clock.run_for(70)
    expect(numbers.first).to_have_attribute("data-shown", "+2")
    phone.clock.run_for(70)
    expect(numbers.nth(1)).to_have_attribute("data-shown", "+1")
    assert numbers.first.get_attribute("data-shown") is None
    phone.clock.run_for(5000)
    expect(phone.locator(".count[data-shown]")).to_have_count(0)
    assert (box(phone.locator(".result-account")), numbers.all_text_contents()) == (before, texts)


@pytest.mark.parametrize("width", [768, 1280])
def test_a_tablet_has_two_columns(device, played, server, width):
    page = device(viewport={"width": width, "height": 800}, is_mobile=False, reduced_motion="reduce")
    games = played(DON_CARLO, PRODIGALS, CARTA, LOIRE, "don-carlo/still-running")
    for address in games[:4]:
        page.goto(address)
        outcome, more, account, plays = (
            box(page.locator(f".result-{part}")) for part in ("outcome", "more", "account", "plays")
        )
        assert outcome["y"] == account["y"]
        assert outcome["x"] == more["x"] < outcome["x"] + outcome["width"] <= account["x"] == plays["x"]
        assert more["y"] == outcome["y"] + outcome["height"]
        assert plays["x"] + plays["width"] <= width
        assert scrolls(page)[0] <= 0
    page.goto(server.address)
    running, titles, past = (box(page.locator(f".home-{part}")) for part in ("running", "titles", "past"))
    assert running["y"] == titles["y"]
    assert running["x"] == past["x"] < running["x"] + running["width"] <= titles["x"]
    assert past["y"] == running["y"] + running["height"]

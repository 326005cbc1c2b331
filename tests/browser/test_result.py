"""The end of a game: the result on the first screen, rematch and sharing, points that count up, two columns."""

import json

from playwright.sync_api import expect

from tests.browser.conftest import half, recorded
from tests.browser.steps import SMALL, box, follow, scrolls, started

DON_CARLO, PRODIGALS = "don-carlo/four-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
CARTA, LOIRE = "carta-nostra/five-players-to-the-end", "loire/four-players-to-the-end"
HIDDEN = """() => document.querySelectorAll(".result-plays details").forEach((each) => { each.open = true; }) ??
[...document.querySelectorAll(".result :is(a, button)")].filter((each) => {
  each.focus();
  return each.getBoundingClientRect().bottom > document.querySelector(".result-foot").getBoundingClientRect().top + 1;
}).map((each) => each.outerHTML)"""
OVER_PLAIN_HTTP = (
    "for (const name of ['share', 'clipboard']) Object.defineProperty(navigator, name, {value: undefined})"
)
SHARES_FILES = """navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ text, files: [file] }) => {
  const start = [...new Uint8Array(await file.slice(1, 4).arrayBuffer())];
  window.shared = { text, name: file.name, type: file.type, start };
}"""
SHARES = "navigator.share = async ({ text }) => { window.shared = text }"
PASTE = "document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))"

OVERFULL = "cells => cells.filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML)"
RIGHT = """rows => rows.map(row => [...row.querySelectorAll("td")].map(
  each => Math.round(each.getBoundingClientRect().right)))"""
BOTH_STEPS = """foot => {
  for (const each of foot.querySelectorAll(".beside")) each.remove();
  for (const at of [0, 1]) foot.prepend(Object.assign(document.createElement("button"), {className: "beside"}));
}"""


def shared(page):
    return page.locator("#share").text_content()


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
        frame = page.locator(".result-outcome .scores-frame")
        assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
        assert page.locator(".count[data-shown]").count() == 0  # the numbers appear at once
        assert page.evaluate(HIDDEN) == []
    for size, letter in ({"width": 844, "height": 390}, 16), ({"width": 390, "height": 664}, 32):
        page.set_viewport_size(size)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": letter, "fixed": 26}})
        for name in ("Rematch", "Share"):
            expect(page.locator(".result-foot").get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        assert scrolls(page)[0] <= 0
        assert page.evaluate(HIDDEN) == []


def test_share_sends_the_picture_where_files_can_be_shared(device, played):
    page = device(color_scheme="dark")
    page.add_init_script(SHARES_FILES)
    (url,) = played(DON_CARLO)
    page.goto(url)
    started(page)
    with page.expect_response(lambda answer: answer.url.endswith("result.png?shade=dark")) as answer:
        page.get_by_role("link", name="Share").tap()
    assert answer.value.status == 200
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == {
        "text": shared(page), "name": "result.png", "type": "image/png", "start": [*b"PNG"]
    }  # fmt: skip
    with page.expect_download() as file:
        page.get_by_role("link", name="The result as a picture").tap()
    assert file.value.suggested_filename == "don-carlo-result.png"


def test_share_opens_the_phones_dialog_or_copies_the_text(phone, played):
    phone.goto(played(CARTA)[0])
    started(phone)
    phone.evaluate(f"() => {{ {SHARES} }}")
    phone.get_by_role("link", name="Share").tap()
    phone.wait_for_function("() => window.shared")
    assert phone.evaluate("window.shared") == shared(phone)
    phone.evaluate(f"() => {{ {OVER_PLAIN_HTTP} }}")
    phone.get_by_role("link", name="Share").tap()
    expect(phone.get_by_role("link", name="Copied")).to_be_visible()
    expect(phone.locator("#share")).to_be_visible()  # opened, for copying by hand if the script fails
    phone.evaluate(PASTE)
    phone.locator("#pasted").focus()
    phone.keyboard.press("Control+V")
    expect(phone.locator("#pasted")).to_have_value(shared(phone))
    follow(phone.get_by_role("link", name="Rematch, Anneli first"))
    expect(phone.locator("#name-0")).to_have_value("Anneli")


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


def test_result_has_two_columns_on_a_tablet(device, played):
    page = device(is_mobile=False, reduced_motion="reduce")
    results = played(DON_CARLO, PRODIGALS, CARTA, LOIRE, "don-carlo/still-running")[:4]
    for url in (*results, "/"):
        page.goto(url)
        for width in (768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            names = ("running", "past", "titles") if url == "/" else ("outcome", "more", "account", "plays")
            room = "home" if url == "/" else "result"
            first, below, beside, *last = (box(page.locator(f".{room}-{part}")) for part in names)
            assert first["y"] == beside["y"], (url, width)
            assert first["x"] == below["x"] < first["x"] + first["width"] <= beside["x"], (url, width)
            assert below["y"] == first["y"] + first["height"], (url, width)
            for each in last:
                assert each["x"] == beside["x"], (url, width)
                assert each["x"] + each["width"] <= width, (url, width)
            assert scrolls(page)[0] <= 0, (url, width)


def test_loire_parts_fit_one_short_table(device, played):
    """Three players had a table of 2,489 pixels."""
    phone = device(viewport=SMALL, locale="de-DE", wider=True)
    for url, count in zip(played("loire/three-players-to-the-end", LOIRE), (3, 4), strict=True):
        phone.goto(url)
        table = phone.locator(".account")
        assert box(table)["height"] < 700
        assert table.locator("a").count() == count
        assert all(box(each)["height"] >= 48 for each in table.locator("a").all())
        assert table.locator("td").evaluate_all(OVERFULL) == []


def test_long_name_leaves_figures_in_their_columns(device, played):
    document = json.dumps(recorded(DON_CARLO)).replace("Benito", "Alexandra Konstanze Frei von Hohenstaufe")
    phone = device(viewport=SMALL, wider=True)
    phone.goto(played(json.loads(document))[0])
    edges = phone.locator(".result-outcome .scores tbody tr").evaluate_all(RIGHT)
    assert len(edges) == 4
    assert len({tuple(each) for each in edges}) == 1
    heights = phone.locator(".result-outcome .scores tbody tr").evaluate_all(
        "rows => rows.map(row => row.offsetHeight)"
    )
    assert max(heights[:3]) < 56


def test_foot_of_result_is_one_line_with_redo(device, played):
    phone = device(viewport=SMALL, locale="de-DE", wider=True)
    phone.goto(played(PRODIGALS)[0])
    foot = phone.locator(".result-foot")
    foot.evaluate(BOTH_STEPS)
    assert box(foot)["height"] < 90
    title = phone.locator(".bar h1")
    assert box(title)["height"] > 30  # two lines
    assert box(title)["y"] >= 4


def test_scrolling_page_keeps_round_corners_under_the_bar(device, played):
    phone = device(viewport=SMALL, color_scheme="dark")
    phone.goto(played(half(PRODIGALS))[0])
    below = phone.locator(".bar").evaluate("bar => bar.getBoundingClientRect().bottom")
    bar = phone.screenshot(clip={"x": 2, "y": below - 2, "width": 2, "height": 2})
    for _ in range(3):
        phone.mouse.wheel(0, 60)
        for left in (0, SMALL["width"] - 2):
            assert phone.screenshot(clip={"x": left, "y": below, "width": 2, "height": 2}) == bar, left


def test_evening_is_opened_from_a_result_and_shared(device, played, axe):
    page = device(color_scheme="dark")
    page.add_init_script(SHARES_FILES)
    began = ("2026-02-01T20:00:00Z", "2026-02-01T21:00:00Z")
    *_, url = played(*(recorded(CARTA) | {"started": each} for each in began))
    page.goto(url)
    follow(page.get_by_role("link", name="All games of the evening"))
    started(page)
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()
    axe(page)
    assert scrolls(page)[0] <= 0
    assert box(page.get_by_role("link", name="Share"))["height"] >= 48
    with page.expect_response(lambda answer: answer.url.endswith("evening.png?shade=dark")):
        page.get_by_role("link", name="Share").tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == {
        "text": shared(page), "name": "evening.png", "type": "image/png", "start": [*b"PNG"]
    }  # fmt: skip
    with page.expect_download() as file:
        page.get_by_role("link", name="The evening as a picture").tap()
    assert file.value.suggested_filename == "evening.png"
    follow(page.get_by_role("link", name="The result"))
    expect(page).to_have_url(url)

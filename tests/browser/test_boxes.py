"""Pages on small screens: no text is clipped, too small, outside its card or at the edge, and nothing overlaps.

This also holds at each table while a play is refused, being sent, or waiting; then neither the send button nor a key
moves.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RECORDED, half
from tests.browser.steps import large_table, started
from tests.tools.states import AWAKE, states

pytestmark = pytest.mark.ids_of_the_store

BOXES = (Path(__file__).parents[1] / "tools" / "boxes.js").read_text()
SITTING = "/new/prodigals-club?name-0=Anneli&name-1=Benito&name-2=Anja"
PLAYERS = ("/players", "/players/1", "/players/1/2")
AROUND = ("/", "/past", *PLAYERS, "/records", "/years", "/data", "/new", "/new/don-carlo", SITTING)
RUNNING = ("", "/plays", "/plays/1", "/replay", "/rules", "/players", "/screen")
OVER = ("", "/finale?step=2")
ALIKE = ("/more", "/about", "/share", "/stop")
"""Pages with the same content for all titles: checked for the first title only."""


HIDDEN = """() => [...document.querySelectorAll(".fault:not(:empty), .verdict-stop")].filter(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const seen = height => each.contains(document.elementFromPoint((left + right) / 2, height));
    return each.checkVisibility() && !(seen(top + 4) && seen(bottom - 4));
  }).map(each => ["is out of sight", each.className, each.textContent.trim()])"""
CUT = """names => names.filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)
  .map(each => each.textContent)"""
STILL = """at => {
    for (const each of document.querySelectorAll("main, main *")) each.scrollTop = 0;
    const still = at === "refused" ? ".act .send, .keys" : ".act .send, .keys, .cell-keys, .cities";
    return [...document.querySelectorAll(still)].filter(each => each.checkVisibility())
      .map(each => [each.className.split(" ")[0], Math.round(each.getBoundingClientRect().top)]);
  }"""
FOCUSED = """() => {
    const { activeElement: each } = document;
    if (each === document.body || each.matches("[role=region]")) return each === document.body ? "end" : "";
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const middle = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const found = document.elementFromPoint(middle, (top + bottom) / 2);
    return [each, ...each.labels ?? []].some(one => one.contains(found) || found?.contains(one)) ? "" : each.outerHTML;
  }"""
SHINES = """() => {
    const main = document.getElementById("main"), wrong = [];
    const sticky = [...document.querySelectorAll("[data-sticky]")]
      .filter(each => getComputedStyle(each).position === "sticky");
    for (main.scrollTop = 0; ; main.scrollTop += 24) {
      const before = main.scrollTop;
      for (const each of sticky) {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        for (let x = left + 12; x < right; x += 24) for (let y = top + 2; y < bottom; y += 8) {
          const found = document.elementFromPoint(x, y);
          if (y > main.getBoundingClientRect().top && !each.contains(found)) wrong.push(found);
        }
        if (/, 0\\)|rgba|\\//.test(getComputedStyle(each).backgroundColor)) wrong.push(each);
      }
      main.scrollTop += 24;
      if (main.scrollTop === before) break;
    }
    main.scrollTop = 0;
    return [...new Set(wrong)].map(each => ["is over or shines through the standings", each?.outerHTML.slice(0, 80)]);
  }"""
OPENED = """() => {
    const panels = [...document.querySelectorAll("[data-panel]:not([hidden])")];
    const panel = panels.find(each => each.checkVisibility()) ?? document.querySelector(".table-entry");
    const seen = each => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const around = each.closest("[data-sticky], [data-panel], .table-entry");
      return [top + 2, bottom - 2].every(y => around.contains(document.elementFromPoint((left + right) / 2, y)));
    };
    const shown = each => each.checkVisibility() && each.getBoundingClientRect().height > 2;
    const first = [...panel.querySelectorAll("h2, h3, .picks-name, label, legend, .hint, .phase-done")]
      .find(each => shown(each) && !each.closest(".visually-hidden"));
    const names = [...document.querySelectorAll("[data-sticky] .standing-name")].filter(shown);
    return [first, ...names].filter(each => each && !seen(each)).map(each => ["is cut", each.textContent.trim()]);
  }"""
SIDEWAYS = ("", "/plays/1", "/replay", "/screen")


def opened(page, name):
    """Open every panel, tab and phase by touch, and return what of the beginning of each is cut or covered."""
    wrong, ways = [], page.locator("main a[data-opens]")
    for place in range(ways.count()):
        way = ways.nth(place)
        if not way.is_visible() or way.get_attribute("aria-current"):
            continue
        page.locator(AWAKE).wait_for()
        page.evaluate("document.getElementById('main').scrollTop += 40")
        way.tap()
        panel = way.get_attribute("data-opens")
        expect(page.locator(f"main a[data-opens='{panel}'][aria-current]").first).to_be_attached()
        wrong += [(name, panel, *each) for each in page.evaluate(OPENED)]
    return wrong


@pytest.mark.parametrize(
    ("size", "language", "around", "shown", "wider"),
    [
        ((360, 640), "de-DE", AROUND, (RUNNING, OVER, ALIKE), True),
        ((664, 390), "en-GB", ("/", "/past", "/new/don-carlo"), (SIDEWAYS, OVER, ("/more",)), False),
    ],
    ids=["small and wider", "sideways"],
)
def test_texts_are_uncut_and_nothing_overlaps(device, played, size, language, around, shown, wider):
    screen = dict(zip(("width", "height"), size, strict=True))
    options = {"viewport": screen, "locale": language, "wider": wider, "reduced_motion": "reduce"}
    page, wrong = device(**options), []
    half_played, over = played(*map(half, RECORDED)), played(*RECORDED)
    games = [*((game, shown[0]) for game in half_played), *((game, shown[1]) for game in over)]
    games.append((half_played[0], shown[2]))
    if size[0] < size[1]:
        large, ended = played(large_table(20), large_table(14, plays=[{"kind": "stop"}]))
        games += [(large, RUNNING), (ended, ("",))]
    for url in [*around, *(game + each for game, pages in games for each in pages)]:
        page.goto(url)
        started(page)
        wrong += [(url.partition("/games/")[2] or url, *each) for each in page.evaluate(BOXES)]
    for name, (url, _) in zip(RECORDED, games, strict=False):
        page = device(**options)
        page.goto(url)
        started(page)
        stood = page.evaluate(STILL)
        for state in states(page, name.partition("/")[0], url):
            if state == "refused":
                wrong += [(name, state, *each) for each in page.evaluate(HIDDEN)]
            for what, top in page.evaluate(STILL, state):
                if not any(what == other and abs(top - before) <= 1 for other, before in stood):  # 1: two font sizes
                    wrong.append((name, state, "has moved", what, top, stood))
            wrong += [(name, state, *each) for each in page.evaluate(BOXES)]
    assert wrong == []


@pytest.mark.parametrize("size", [(360, 640), (390, 664)])
def test_opened_panels_begin_below_uncut_names(device, played, size):
    screen, wrong = dict(zip(("width", "height"), size, strict=True)), []
    for name, url in zip(RECORDED, played(*map(half, RECORDED)), strict=True):
        page = device(viewport=screen, locale="de-DE", wider=True, reduced_motion="reduce")
        page.goto(url)
        started(page)
        wrong += [(name, *each) for each in page.evaluate(SHINES)]
        wrong += opened(page, name)
    assert wrong == []


def test_strip_names_are_uncut_at_double_font_size(device, played):
    phone = device(wider=True)
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    for url in played(*map(half, RECORDED)):
        phone.goto(url)
        names = phone.locator(".standing-name:visible").evaluate_all(CUT)
        assert names == [], url


def test_focused_controls_are_visible(phone, played):
    tables = played(*map(half, RECORDED))
    for url in (*tables, f"{tables[1]}/replay"):
        phone.goto(url)
        started(phone)
        met = []
        while "end" not in met and len(met) < 100:
            phone.keyboard.press("Tab")
            met.append(phone.evaluate(FOCUSED))
        assert set(met) == {"", "end"}, url
        assert len(met) > 8, url

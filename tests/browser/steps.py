"""What a person does at the table, step by step."""

import dataclasses
import re
from urllib.parse import urlencode

from playwright.sync_api import expect

from scorekeeper.store.exchange import import_documents
from tests.documents import game_document, read_document
from tests.pages import Page

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SMALL = {"width": 360, "height": 640}
WIDER = """{
  const sheet = new CSSStyleSheet();
  const face = (family, font, weights, ascent, descent) => `@font-face {
    font-family: "${family}"; src: local("${font}"); font-weight: ${weights};
    size-adjust: 110%; ascent-override: ${ascent}%; descent-override: ${descent}%; }`;
  const fonts = [["Sans", "Roboto", 84.3, 22.2], ["Serif", "NotoSerif", 97.2, 26.6]];
  sheet.replaceSync(`
    ${fonts.map(([kind, font, ...height]) => face(`Wider ${kind}`, `${font}-Regular`, "100 500", ...height) +
      face(`Wider ${kind}`, `${font}-Bold`, "600 900", ...height)).join("")}
    :root { --sans: "Wider Sans", sans-serif; --serif: "Wider Serif", serif; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Makes all text 10 % wider, but no line higher: the spare width of a layout, since phones bring other fonts."""
UNCOVERED = """each => {
  const {left, top, right, bottom} = each.getBoundingClientRect();
  return [top + 2, bottom - 2].every(y => each.contains(document.elementFromPoint((left + right) / 2, y)));
}"""
TARGETS = (
    "a, button, input:not([type=hidden], .check *, .word *, .mafioso *), summary, select, "
    "label:is(.swatch, .check, .word, .mafioso)"
)
TOO_SMALL = """targets => [...document.querySelectorAll(targets)].flatMap(each => {
  const box = each.getBoundingClientRect();
  const small = box.width < 47.9 || box.height < 47.9;
  return box.width > 1 && small ? [[each.outerHTML.slice(0, 120), box.width, box.height]] : [];
})"""

SCROLL_TO = """target => {
  const moves = each => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight;
  const belongs = other => other && [target, ...target.labels ?? []].some(each => each.contains(other));
  const seen = ({left, width, top, bottom}) =>
    [top + 2, (top + bottom) / 2, bottom - 2].every(y => belongs(document.elementFromPoint(left + width / 2, y)));
  let scroller = target.parentElement;
  while (scroller && !moves(scroller)) scroller = scroller.parentElement;
  scroller ??= document.scrollingElement;
  const most = scroller.clientHeight * .6;
  for (let count = 0; count < 99; count++) {
    const box = target.getBoundingClientRect(), before = scroller.scrollTop;
    if (seen(box)) return count;
    const far = box.top + box.bottom > innerHeight ? box.top - innerHeight * .22 : box.bottom - innerHeight * .7;
    scroller.scrollBy({top: Math.max(-most, Math.min(most, far)), behavior: "instant"});
    if (scroller.scrollTop === before) return count;
  }
  return 99;
}"""
"""Scrolls as a thumb does until all of a target is in sight with nothing over it; returns how often it scrolled."""


def begin(page, slug, *names, **chosen):
    """Begin a game of these players, who play in this order, by a request like its form's; then open the table.

    What is `chosen` (a text, or several) is sent in the place of what the form has under that name. The page is not
    looked at, so the order that it proposes is not sent.
    """
    address = f"/new/{slug}"
    seats = urlencode({f"name-{seat}": name for seat, name in enumerate(names)} | {"new": ""})
    form = Page(page.request.get(f"{address}?{seats}").text()).form(action=address)
    words = [form.all("input", type="radio", name=f"families-{seat}") for seat in range(len(names))]
    free = {each[seat].given["name"]: each[seat].given["value"] for seat, each in enumerate(words) if each}
    filled = {"do": "begin", "order": "kept"} | free | chosen
    sent = [pair for pair in form.fields if pair[0] not in (*filled, "sitting")] + list(filled.items())
    begun = page.request.post(address, data=urlencode(sent, doseq=True), headers=FORM, max_redirects=0)
    assert begun.status == 303, begun.text()
    page.goto(begun.headers["location"])


def open_game(page, server, slug, players, plays, **options):
    """Import a game with these plays, and open its table."""
    (game,) = import_documents(
        server.app.extensions["service"], [read_document(game_document(slug, players, plays, options))]
    )
    page.goto(f"{server.address}/games/{game.id}")


def set_clock(server, clock):
    """Have the app take the time from `clock`: within two seconds of the last change, it asks about an empty turn."""
    service = server.app.extensions["service"]
    server.app.extensions["service"] = dataclasses.replace(service, clock=clock)


def sit_down(page, *names):
    """Begin a game of Don Carlo with these players."""
    begin(page, "don-carlo", *names)
    expect(page.get_by_role("heading", name=f"{names[0]} sends an agent")).to_be_visible()
    started(page)


def sit_down_by_hand(page, slug, *names):
    """Choose a title on the start page and put in the players, up to the button that begins."""
    page.goto("/")
    with page.expect_navigation():
        page.locator(f".tile.tile-{slug}").tap()
    started(page)
    for number, name in enumerate(names):
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.locator(f"#name-{number}")).to_have_value(name)


def begin_by_hand(page):
    """Begin the game that is filled in, with the players in the order in which they sit."""
    kept = page.locator("label", has_text="As they sit here")
    if kept.count():
        kept.tap()
    page.locator("#begin").tap()
    expect(page.locator(".standing").first).to_be_visible()
    started(page)


class Taps:
    """A finger: counts its taps, and how often it has to scroll to what it taps.

    One scroll is one move of the thumb, by up to 60 % of the height of what scrolls: it brings its target to
    where it comes from, with as much as possible of what follows.
    """

    def __init__(self):
        self.count = self.scrolls = 0

    def __call__(self, *locators):
        for locator in locators:
            self.scrolls += locator.evaluate(SCROLL_TO)
            locator.tap()
            self.count += 1

    def type(self, locator, digits):
        """Tap a field and type there: each digit is a tap on the keys of the phone."""
        self(locator)
        locator.page.keyboard.type(digits)
        self.count += len(digits)

    def printed(self, what):
        """Print how many taps and scrolls something took, count anew, and return the taps."""
        return self.spent(what)[0]

    def spent(self, what):
        """Print how many taps and scrolls something took, count anew, and return both."""
        count, scrolls = self.count, self.scrolls
        self.count = self.scrolls = 0
        print(f"{what}: {count} taps, {scrolls} scrolls")
        return count, scrolls


def key(page, number):
    return page.locator(f"[data-number='{number}']")


def ready(page):
    """Wait until the keypad takes taps."""
    expect(page.locator("[data-number='0'][aria-disabled]")).to_be_attached()


def tap_cards(page, cards):
    ready(page)
    for number in cards:
        key(page, number).tap()


def send(page, cards):
    """Tap these cards and send them, and wait until the play has been taken."""
    plays = page.locator(".bar-link, .log-line").count() and page.locator(".bar-link").inner_text()
    tap_cards(page, cards)
    page.locator("#send").tap()
    expect(page.locator(".bar-link", has_text=re.compile(f"^{re.escape(plays)}$"))).to_have_count(0)


def totals(page):
    """Return everybody's points as the strip at the top shows them."""
    return [int(text) for text in page.locator(".standing b").all_inner_texts()]


def follow(locator):
    """Follow a link, or press a button that leads elsewhere, and wait until the other page is there."""
    with locator.page.expect_navigation():
        locator.click()


def skip(page):
    """Skip the end of a game, which is opened part by part, and wait for the result."""
    follow(page.get_by_role("link", name="Skip"))


def way(page, name, tap=None):
    """Take a way on from a game that is behind the sign in the bar; `tap` counts the two taps."""
    tap = tap or (lambda locator: locator.tap())
    tap(page.locator(".bar-more"))
    with page.expect_navigation():
        tap(page.locator(".drawer").get_by_role("link", name=name))


def behind(page, role, name):
    """Open the sheet with all ways on from a game, and return the link or button of this name in it."""
    page.locator(".bar-more").tap()
    return page.locator(".drawer").get_by_role(role, name=name)


def box(locator):
    return locator.bounding_box()


def in_sight(locator):
    """Wait until all of an element is in sight and not covered."""
    expect(locator).to_be_in_viewport(ratio=1)
    for _ in range(50):
        if locator.evaluate(UNCOVERED):
            return
        locator.page.wait_for_timeout(100)
    raise AssertionError(f"This is covered: {locator.inner_text()}")


def answered(page):
    """Wait until what was sent is answered: a fault can be told before, while it is typed."""
    expect(page.locator("[data-saving], [aria-busy=true]")).to_have_count(0)


def until(page, met):
    """Wait until something holds that the page does not show, such as a request that a route holds back."""
    for _ in range(750):
        if found := met():
            return found
        page.wait_for_timeout(20)
    raise AssertionError("It never came.")


def scrolls(page):
    """Return by how much the page is larger than the screen, across and down."""
    return page.evaluate(
        "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
    )


TAP_AGAIN = """([css, then, at_once]) => {
  const tap = css => [...document.querySelectorAll(css)].find(each => each.checkVisibility())?.click();
  document.addEventListener("shown", () => setTimeout(() => {
    tap(then); // on what is in its place now, in the very moment it is there
    document.body.dataset.tapped = "";
  }), {once: true});
  tap(css);
  if (at_once) tap(css); // while the first is on its way
}"""


def tap_twice(page, css, *, then="", at_once=False):
    """Tap a button, and again whatever is in its place as soon as the answer is there (`then`: another button is there
    then); with `at_once`, in between too.

    No time is measured: the page itself taps in the moment in which it has put the answer in.
    """
    page.evaluate(TAP_AGAIN, [css, then or css, at_once])
    expect(page.locator("body[data-tapped]")).to_be_attached()
    page.evaluate("delete document.body.dataset.tapped")


def settle(page):
    """Make an answered page take taps on Undo: for a moment after a change it does not, unless something is filled in,
    which shows that the change was seen."""
    page.evaluate("document.body.dispatchEvent(new Event('input', {bubbles: true}))")
    expect(page.locator("body[data-fresh]")).to_have_count(0)


def started(page):
    """Wait until all scripts of the page have started, and what was typed and not sent is back."""
    expect(page.locator("[data-module]:not([data-started])")).to_have_count(0)


def hurry(page):
    """Make all pages that are opened here from now on ask five times as often whether there is something new."""
    page.add_init_script("""{
      const slow = setTimeout;
      self.setTimeout = (done, pause, ...rest) => slow(done, pause === 1500 ? 300 : pause, ...rest);
    }""")


def sideways(page):
    """Return by how much the page, or anything that scrolls up and down on it, is too wide."""
    inner = "(main => main.scrollWidth - main.clientWidth)(document.getElementById('main'))"
    return max(scrolls(page)[0], page.evaluate(inner))


def walk(page, pages, axe):
    """Go through the pages and return what is wrong: what axe finds, targets that are too small, pages too wide.

    The width is also measured with characters of twice the size, and with text that is 10 % wider.
    """
    letters, wrong = page.context.new_cdp_session(page), []
    for name in pages:
        try:
            axe(page)
        except AssertionError as error:
            wrong.append((name, str(error)))
        wrong += [(name, *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
        for size in (32, 16):
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": 13}})
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
            wrong += [(name, size, by)] if (by := sideways(page)) > 0 else []
            page.evaluate(WIDER)
            wrong += [(name, size, "wider", by)] if (by := sideways(page)) > 0 else []
            page.evaluate("document.adoptedStyleSheets = []")
    return wrong

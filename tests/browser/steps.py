"""Steps of a person at the table."""

import dataclasses
import re
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.documents import game_document, import_documents, read_document
from tests.pads.documents import document
from tests.pads.facts import facts_of
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
"""Makes all text 10 % wider, to test a layout's spare width: phones use other fonts.

The ascent and descent of the fonts are divided by 1.1, so that lines keep their height.
"""
UNCOVERED = """each => {
  const {left, top, right, bottom} = each.getBoundingClientRect();
  return [top + 2, bottom - 2].every(y => each.contains(document.elementFromPoint((left + right) / 2, y)));
}"""
TARGETS = (
    "a, button, input:not([type=hidden], .check *, .word *, .mafioso *), summary, select, "
    "label:is(.swatch, .check, .word, .mafioso)"
)
# The minimum is 48 pixels; layout may round down by a fraction.
TOO_SMALL = """targets => [...document.querySelectorAll(targets)].flatMap(each => {
  const box = each.getBoundingClientRect();
  const small = box.width < 47.9 || box.height < 47.9;
  return box.width > 1 && small ? [[each.outerHTML.slice(0, 120), box.width, box.height]] : [];
})"""

OVERLAPPING = """roots => roots.flatMap(root => {
  const inside = {left: 0, right: innerWidth, top: -1e6, bottom: 1e6}, parts = [];
  const clip = (one, other) => ({left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom)});
  const within = (part, box) => {
    for (let each = part; each !== root; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== "visible") box = clip(box, each.getBoundingClientRect());
    return box;
  };
  const add = (part, {left, right, top, bottom}, cut) => {
    const box = within(part, {left, right, top: top + cut * (bottom - top), bottom: bottom - cut * (bottom - top)});
    if (box.right - box.left > 1 && box.bottom - box.top > 1) parts.push({part, box});
  };
  for (const each of root.querySelectorAll("[role=img]")) add(each, each.getBoundingClientRect(), 0);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walker.nextNode()) {
    const {data, parentElement} = walker.currentNode;
    range.selectNode(walker.currentNode);
    if (data.trim() && !parentElement.closest(".visually-hidden"))
      for (const box of range.getClientRects()) add(parentElement, box, .2); // the height of the letters
  }
  const frame = clip(inside, root.getBoundingClientRect());
  const out = ({box}) => box.left < frame.left || box.right > frame.right || box.top < frame.top ||
    box.bottom > frame.bottom;
  const meets = ({box, part}) => parts.some(other => other.part !== part && box.left < other.box.right &&
    other.box.left < box.right && box.top < other.box.bottom && other.box.top < box.bottom);
  return parts.filter(each => out(each) || meets(each)).map(({part}) => `${part.className} ${part.textContent.trim()}`);
})"""
"""Finds visible texts and signs of these elements that overlap another one, or leave the element or the screen."""
DEAD = """() => [...document.querySelectorAll("button, input[type=submit]")]
  .filter(each => each.type === "submit" && !each.form).map(each => each.outerHTML)"""
"""Finds submit buttons that do nothing because they belong to no form on the page."""
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
"""Scrolls like a thumb until the target is completely visible and uncovered. Returns the number of scrolls."""
TAKES_TAPS = """target => !target.closest("[data-fresh] .act a") &&
  !target.closest("[data-module]:not([data-started], [data-module=outbox])")"""
"""Whether taps on the target count, and it can be found by its position; see `pointer-events` in the style sheets."""


def begin(page, slug, *names, **chosen):
    """Begin a game of these players in this order, by a request equal to its form's; then open the table.

    `chosen` values (a text, or several) replace the form's values with that name. No page is opened, so the order that
    the page proposes is not sent.
    """
    url = f"/new/{slug}"
    seats = urlencode({f"name-{seat}": name for seat, name in enumerate(names)} | {"new": ""})
    form = Page(page.request.get(f"{url}?{seats}").text()).form(action=url)
    words = [form.all("input", type="radio", name=f"families-{seat}") for seat in range(len(names))]
    free = {each[seat].given["name"]: each[seat].given["value"] for seat, each in enumerate(words) if each}
    filled = {"do": "begin", "order": "kept"} | free | chosen
    sent = [pair for pair in form.fields if pair[0] not in (*filled, "sitting")] + list(filled.items())
    begun = page.request.post(url, data=urlencode(sent, doseq=True), headers=FORM, max_redirects=0)
    assert begun.status == 303, begun.text()
    page.goto(begun.headers["location"])


def open_game(page, server, slug, players, plays, **options):
    """Import a game with these plays, and open its table."""
    (game,) = import_documents(
        server.app.extensions["service"], [read_document(game_document(slug, players, plays, options))]
    )
    page.goto(f"{server.url}/games/{game.id}")


def large_table(count, rounds=4, **more):
    """Return the document of a game of rounds with this many players with long names that begin alike."""
    names = [f"Maximiliane Alexandra von Hohenfels-{chr(65 + seat)}" for seat in range(count)]
    plays = [
        {"kind": "round", "points": {name: [seat * 7 - at] for seat, name in enumerate(names)}} for at in range(rounds)
    ]
    facts = {"title": "Large", "players": [2, 20]}
    return game_document("large", names, plays + more.pop("plays", [])) | {"definition": facts} | more


def set_clock(server, clock):
    """Make the app use `clock`. Within two seconds of the last change, the app asks before entering an empty turn."""
    service = server.app.extensions["service"]
    server.app.extensions["service"] = dataclasses.replace(service, clock=clock)


def sit_down(page, *names):
    """Begin a game of Don Carlo with these players."""
    begin(page, "don-carlo", *names)
    expect(page.get_by_role("heading", name=f"{names[0]} sends an agent")).to_be_visible()
    started(page)


def sit_down_by_hand(page, slug, *names):
    """Choose a title on the start page and enter the players, up to the button that begins the game."""
    page.goto("/")
    with page.expect_navigation():
        page.locator(f".tile.tile-{slug}").tap()
    started(page)
    for number, name in enumerate(names):
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.locator(f"#name-{number}")).to_have_value(name)


def open_seat(page, name):
    """Open the form of a player's seat, and return it."""
    page.locator(".seat-open", has=page.get_by_text(name, exact=True)).tap()
    return page.locator(".seat-form:popover-open")


def slug_of(page, title):
    """Return the slug of a title, from its link on the page of all games."""
    page.goto("/new")
    link = page.locator("#found a.game", has=page.get_by_text(title, exact=True))
    return link.get_attribute("href").removeprefix("/new/")


def begin_by_hand(page):
    """Begin the filled-in game, with the players in their seating order."""
    kept = page.locator("label", has_text="As they sit here")
    if kept.count():
        kept.tap()
    page.locator("#begin").tap()
    expect(page.locator(".standing").first).to_be_visible()
    started(page)


class Taps:
    """A finger: counts its taps and the scrolls needed to reach each target.

    One scroll is one move of the thumb, by up to 60 % of the scroller's height. It brings the target to the edge it
    comes from, with as much as possible of what follows.
    """

    def __init__(self):
        self.count = self.scrolls = 0

    def __call__(self, *locators):
        for locator in locators:
            self._look_for(locator)
            locator.tap()
            self.count += 1

    def _look_for(self, locator):
        until(locator.page, lambda: locator.evaluate(TAKES_TAPS))
        self.scrolls += locator.evaluate(SCROLL_TO)

    def type(self, locator, digits):
        """Tap a field and type there: each digit counts as a tap on the phone's keyboard."""
        self(locator)
        locator.page.keyboard.type(digits)
        self.count += len(digits)

    def slide(self, locator, across):
        """Slide a finger on a key by this many pixels to the right; it counts as a tap."""
        self._look_for(locator)
        middle, session = locator.bounding_box(), locator.page.context.new_cdp_session(locator.page)
        x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
        for kind, part in [("touchStart", 0), *(("touchMove", part) for part in (0.25, 0.5, 0.75, 1)), ("touchEnd", 1)]:
            points = [] if kind == "touchEnd" else [{"x": x + across * part, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            locator.page.evaluate("new Promise(requestAnimationFrame)")  # a finger moves once per frame
        self.count += 1

    def printed(self, what):
        """Print and reset the numbers of taps and scrolls, and return the taps."""
        return self.spent(what)[0]

    def spent(self, what):
        """Print and reset the numbers of taps and scrolls, and return both."""
        count, scrolls = self.count, self.scrolls
        self.count = self.scrolls = 0
        print(f"{what}: {count} taps, {scrolls} scrolls")
        return count, scrolls


def key(page, number):
    return page.locator(f"[data-number='{number}']")


def ready(page):
    """Wait until the keypad accepts taps."""
    expect(page.locator("[data-number='0'][aria-disabled]")).to_be_attached()


def tap_cards(page, cards):
    ready(page)
    for number in cards:
        key(page, number).tap()


def send(page, cards):
    """Tap these cards, send them, and wait until the play is accepted."""
    plays = page.locator(".bar-link, .log-line").count() and page.locator(".bar-link").inner_text()
    tap_cards(page, cards)
    page.locator("#send").tap()
    expect(page.locator(".bar-link", has_text=re.compile(f"^{re.escape(plays)}$"))).to_have_count(0)


def totals(page):
    """Return all players' points from the strip at the top."""
    return [int(text) for text in page.locator(".standing b").all_inner_texts()]


def follow(locator):
    """Follow a link, or press a button that opens another page, and wait for that page.

    First wait for the page of the link: for half a second after loading, it ignores taps on links of its action bar.
    """
    locator.wait_for()
    locator.page.wait_for_load_state()
    expect(locator.page.locator("body[data-fresh]")).to_have_count(0)
    with locator.page.expect_navigation():
        locator.click()


def skip(page):
    """Skip the step-by-step end of a game, and wait for the result."""
    follow(page.get_by_role("link", name="Skip"))


def way(page, name, tap=None):
    """Follow a link of the menu in a game's bar; `tap` counts the two taps."""
    tap = tap or (lambda locator: locator.tap())
    link = behind(page, "link", name, tap)
    with page.expect_navigation():
        tap(link)


def behind(page, role, name, tap=None):
    """Open the menu in a game's bar, wait until it has slid in, and return its link or button with this name."""
    tap = tap or (lambda locator: locator.tap())
    tap(page.locator(".bar-more"))
    return slid_in(page).get_by_role(role, name=name)


def slid_in(page):
    """Wait until the sheet over the foot of the page has slid in, and return it."""
    sheet = page.locator(".drawer")
    sheet.evaluate("sheet => Promise.all(sheet.getAnimations().map(each => each.finished))")
    return sheet


def unpressed(page):
    """Wait until no button is pressed: a tapped one stays pressed for 150 ms, and is lower until then."""
    expect(page.locator(":is(button, .send):active")).to_have_count(0)


def box(locator):
    """Return the rectangle of an element when no button is pressed."""
    unpressed(locator.page)
    return locator.bounding_box()


def in_sight(locator):
    """Wait until an element is completely visible and uncovered."""
    expect(locator).to_be_in_viewport(ratio=1)
    until(locator.page, lambda: locator.evaluate(UNCOVERED))


def answered(page):
    """Wait for the response to a submitted form; an error message can also appear while typing."""
    expect(page.locator("[data-saving], [aria-busy=true]")).to_have_count(0)


def until(page, met):
    """Wait for a condition not visible on the page, such as a request delayed by a route."""
    for _ in range(750):
        if found := met():
            return found
        page.wait_for_timeout(20)
    raise AssertionError("It never came.")


def scrolls(page):
    """Return how much larger than the screen the page is, across and down."""
    return page.evaluate(
        """(page => [page.scrollWidth - document.documentElement.clientWidth, page.scrollHeight - innerHeight])(
            document.scrollingElement)"""  # on a phone, innerWidth grows with a page that is too wide
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
    """Tap a button, and tap the same place again as soon as the response is there.

    `then` is the button found there after the response. With `at_once`, also tap in between. The page itself taps in
    the moment when it has inserted the response, so the test does not depend on timing.
    """
    page.evaluate(TAP_AGAIN, [css, then or css, at_once])
    expect(page.locator("body[data-tapped]")).to_be_attached()
    page.evaluate("delete document.body.dataset.tapped")


def settle(page):
    """Make a page accept taps on Undo at once.

    It ignores them for a moment after a change, unless input shows that the change was seen.
    """
    page.evaluate("document.body.dispatchEvent(new Event('input', {bubbles: true}))")
    expect(page.locator("body[data-fresh]")).to_have_count(0)


def started(page):
    """Wait until all scripts of the page have started and restored unsent input."""
    expect(page.locator("[data-module]:not([data-started])")).to_have_count(0)
    assert page.evaluate(DEAD) == []


def slow_network(page, latency):
    """Delay each response by at least this many milliseconds."""
    network = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)


def hurry(page):
    """Make pages opened from now on poll for changes five times as often (follow.js waits 1,500 ms)."""
    page.add_init_script("""{
      const slow = setTimeout;
      self.setTimeout = (done, pause, ...rest) => slow(done, pause === 1500 ? 300 : pause, ...rest);
    }""")


def sideways(page):
    """Return the excess width of the page, or of its main scroll area."""
    inner = "(main => main.scrollWidth - main.clientWidth)(document.getElementById('main'))"
    return max(scrolls(page)[0], page.evaluate(inner))


def walk(page, pages, axe):
    """Return the faults of these pages: axe violations, too small targets, too wide pages.

    The width is also measured with doubled font size, and with text 10 % wider.
    """
    session, wrong = page.context.new_cdp_session(page), []
    for name in pages:
        try:
            axe(page)
        except AssertionError as error:
            wrong.append((name, str(error)))
        wrong += [(name, *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
        for size in (32, 16):
            session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": 13}})
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
            wrong += [(name, size, by)] if (by := sideways(page)) > 0 else []
            page.evaluate(WIDER)
            wrong += [(name, size, "wider", by)] if (by := sideways(page)) > 0 else []
            page.evaluate("document.adoptedStyleSheets = []")
    return wrong


TYPE = """([name, value]) => {
  const isField = each => each.type !== "radio" || each.value === value;
  const field = [...document.getElementsByName(name)].find(isField);
  if (field.type === "radio") field.checked = true;
  else field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def tap_keys(phone, keys):
    names = {"-": "Minus", "+": "Plus", ">": "Next number", "<": "Delete the last digit"}
    for key in keys:
        phone.locator(".number-keys").get_by_role("button", name=names.get(key, key), exact=True).tap()


def twice(page, locator):
    """Tap the same place twice, as `tap_both`, and wait for the response."""
    tap_both(page, locator)
    answered(page)


def tap_both(page, locator):
    """Tap the same place twice within 150 ms of the page's clock, which has to be installed.

    The clock is stopped between the taps, so the second one is early on any machine.
    """
    started(page)
    expect(locator).to_be_enabled()
    expect(page.locator("body[data-fresh]")).to_have_count(0)
    spot = locator.bounding_box()
    at = (spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 3)
    page.touchscreen.tap(*at)
    page.clock.run_for(150)
    page.touchscreen.tap(*at)
    page.clock.run_for(300)  # a wrongly accepted second tap takes effect now
    page.clock.resume()


def open_pad(phone, played, facts, *names, **options):
    """Open a new game of the pad with this definition."""
    (url,) = played(document("pad", names, [], options, facts={"title": "Pad", "players": [2, 20]} | facts))
    phone.goto(url)
    started(phone)


def open_ready(phone, played, name, names, plays=()):
    """Open a game of a ready-made pad with these plays, and return its URL."""
    (url,) = played(document(name, names, list(plays), facts=facts_of(name)))
    phone.goto(url)
    started(phone)
    return url

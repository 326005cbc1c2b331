"""A real server and a real browser. Each error or warning of the browser fails the test."""

import json
import logging
import os
import random
import time
from functools import cache
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright
from waitress.server import create_server

from scorekeeper.pairing import pairing_key
from tests.apps import open_app, running
from tests.browser.steps import WIDER
from tests.documents import import_documents, read_document
from tests.own_titles import install
from tests.tools.browser import NO_SANDBOX, start

GAMES = Path(__file__).parents[1] / "games"
RECORDED = (
    "don-carlo/four-players-to-the-end",
    "loire/four-players-to-the-end",
    "prodigals-club/five-players-all-three-competitions",
    "carta-nostra/five-players-to-the-end",
)
"""A recorded game of each title."""
VENUES, NOTES = ("Café Übersee", "Spielkeller"), ("Zoë came late, and the cat came, too. " * 9, "Rain", "A cat")
PATIENCE = 30_000  # milliseconds until something counts as missing: enough for a busy machine
DELAY = int(os.environ.get("DELAY", 0)) / 2000  # seconds before and after each request is processed (docs/testing.md)
UNASKED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""Chromium features that open extra pages or processes beside each page: two omnibox pages and a spare process.

They take longer than most tested pages.
"""
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch",
)  # fmt: skip
"""Features that Playwright disables. Only the last such list counts, so ours has to repeat them."""
SWITCHES = [NO_SANDBOX, "--ignore-certificate-errors", f"--disable-features={','.join([*PLAYWRIGHTS, *UNASKED])}"]
HERE = "0.0.0.0"  # noqa: S104
"""Host name for the phones, to get plain http as on a home network: browsers trust 127.0.0.1 like https."""
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

logging.getLogger("asyncio").addFilter(lambda record: "Task was destroyed" not in str(record.msg))
"""Hides a warning about requests left without a response: garbage collection shows it during a later test."""


def pytest_collection_modifyitems(items):
    for item in items:
        if "/browser/" in str(item.path):
            item.add_marker(pytest.mark.filterwarnings("default"))


@pytest.fixture(scope="session")
def chromium():
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = start(playwright.chromium.launch, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def server(request, shared_app, tmp_path):
    """Serve the app. A test marked with `titles` gets an app over an instance with these made-up titles."""
    marked, instance = request.node.get_closest_marker("titles"), tmp_path / "instance"
    app = open_app(install(instance, *marked.args)) if marked else shared_app.over(instance)
    listening = create_server(
        _delayed(app) if DELAY else app, host="127.0.0.1", port=0, threads=4, clear_untrusted_proxy_headers=True
    )
    store = app.extensions["service"].store
    url, key = f"http://{HERE}:{listening.effective_port}", pairing_key(store)
    with running(listening):
        yield SimpleNamespace(url=url, link=f"{url}/pair/{key}", key=key, app=app)
    store.close()


def _delayed(app):
    """Return a WSGI application whose responses are late at random, to find tests that depend on quick ones."""

    def answer(environ, start_response):
        time.sleep(random.uniform(0, DELAY))
        response = app(environ, start_response)
        time.sleep(random.uniform(0, DELAY))
        return response

    return answer


@pytest.fixture
def played(server):
    """Return a function that imports games (documents, or names of recorded games) and returns their URLs."""

    def load(*games):
        given = [recorded(each) if isinstance(each, str) else each for each in games]
        found = import_documents(server.app.extensions["service"], map(read_document, given))
        return [f"{server.url}/games/{game.id}" for game in found]

    return load


@pytest.fixture
def past(played):
    """Import recorded games of each title that ended in two consecutive years, with venues and notes."""
    venues, notes = cycle((*VENUES, None)), cycle((None, *NOTES))
    names, games = sorted(path.relative_to(GAMES).with_suffix("") for path in GAMES.glob("*/*players*.json")), []
    for number, (name, venue, note) in enumerate(zip(names, venues, notes, strict=False)):
        time = f"{2026 - number % 2}-{number % 12 + 1:02}-0{number % 9 + 1}T2"
        said = {"started": f"{time}0:00:00Z", "ended": f"{time}1:25:00Z", "venue": venue, "note": note}
        games.append(recorded(name) | {each: text for each, text in said.items() if text})
    played(*games)


def recorded(name):
    return json.loads((GAMES / f"{name}.json").read_text())["document"]


def half(name):
    """Return the document of a recorded game with the first half of its plays."""
    document = recorded(name)
    document["plays"] = document["plays"][: len(document["plays"]) // 2]
    return {name: value for name, value in document.items() if name not in ("id", "ended")}


@pytest.fixture
def device(chromium, server):
    """Yield a function that makes devices: each is a blank page in a separate context.

    A device is paired unless `paired` is false. `wider` makes its text 10 % wider. Its pages are opened by their path,
    `page.goto("/")`. Its `complaints` are the errors and warnings of the browser; each of them fails the test.
    """
    contexts = []

    def make(*, paired=True, wider=False, **options):
        context = chromium.new_context(base_url=server.url, **PHONE | options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if wider:
            context.add_init_script(WIDER)
        if paired:
            context.add_cookies([cookie()])
        page = context.new_page()
        if options.get("java_script_enabled", True):
            page.reload = lambda: _reload(page)
        page.complaints = []
        page.on("console", lambda message: _note(page, message))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        return page

    @cache
    def cookie():
        client = server.app.test_client()
        client.get(f"/pair/{server.key}")
        name = server.app.config["SESSION_COOKIE_NAME"]
        return {"name": name, "value": client.get_cookie(name).value, "url": server.url, "httpOnly": True}

    yield make
    complaints = [complaint for context in contexts for page in context.pages for complaint in page.complaints]
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def phone(device):
    """The scorekeeper's phone, with a blank page."""
    return device()


def _reload(page):
    # Playwright's own reload can overtake a URL that the page has just set, and loads the previous one.
    with page.expect_event("load"):
        page.evaluate("setTimeout(() => location.reload())")


def _note(page, message):
    # Everything that the browser logs is a fault, except 4xx responses, which some tests provoke, and the evaluation of
    # strings: Playwright does it, rarely during a reload. The app's scripts do not (tests/test_safe_code.py).
    expected = "Failed to load resource", "Evaluating a string as JavaScript violates"
    if message.type in ("error", "warning") and not message.text.startswith(expected):
        page.complaints.append(message.text)


@pytest.fixture(scope="session")
def axe():
    """Return a check that axe finds no violations on a page, including its light and dark colours."""
    script, colours = Axe().axe_script, Path(__file__).with_name("colours.js").read_text()
    # Check only the first rows of a long list: the same template draws the others.
    exclude, readable = ".log > :nth-child(n+6), .games > :nth-child(n+8), tbody > :nth-child(n+8)", set()
    # Controls are pale until their scripts have started (base.css), so wait for that before checking. Locating a
    # violation takes a third of axe's time, so ask for locations only if there are violations.
    run = """async exclude => {
      const pale = () => document.getAnimations().some(each => each.animationName === "listens");
      for (let tries = 0; pale() && tries < 200; tries++) await new Promise(done => setTimeout(done, 25));
      const off = {"color-contrast": {enabled: false}, "link-in-text-block": {enabled: false}};
      const where = {exclude: [exclude]}, how = {rules: off, resultTypes: ["violations"], preload: false};
      const {violations} = await axe.run(where, {...how, selectors: false, elementRef: false});
      return violations.length ? (await axe.run(where, how)).violations : [];
    }"""

    def check(page):
        if page.evaluate("!window.axe"):
            page.evaluate(script)
        found = {"page": page.evaluate(run, exclude)}
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # no colours in mid-transition
            found[scheme], passed = page.evaluate(colours, [exclude, list(readable)])
            readable.update(passed)
        page.emulate_media(reduced_motion="no-preference")
        reports = {each: AxeResults({"violations": wrong}).generate_report() for each, wrong in found.items() if wrong}
        assert reports == {}

    return check

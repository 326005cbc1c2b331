"""Features of secure contexts (HTTPS or localhost): installing the app, reading offline, keeping the screen awake."""

import pytest
from playwright.sync_api import Error, expect

from scorekeeper.pairing import new_pairing_key
from tests.browser import steps
from tests.browser.conftest import HERE, SWITCHES
from tests.seats import at_seat
from tests.tools.browser import start

KEPT = "async ([address, text]) => (await (await caches.match(address))?.text())?.includes(text)"
CACHES = "async () => (await caches.keys()).length"
LINKED = "() => document.querySelector('link[rel=manifest]')"
HELD = "state => locks.map(lock => !lock.released).join() === state"
RUNNING = "don-carlo/still-running"
WAKE_LOCKS = """
window.locks = [];
navigator.wakeLock.request = async kind => {
  const lock = Object.assign(new EventTarget(), {kind, released: false, release() {
    lock.released = true;
    lock.dispatchEvent(new Event("release"));
  }});
  locks.push(lock);
  return lock;
};
window.turn = state => {
  Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
  if (state === "hidden") locks.forEach(lock => lock.release());
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""Wake locks that a test can count, and hiding the page like a browser, which releases the locks."""


@pytest.fixture
def secure(server, device):
    """Return a function that makes paired phones which trust this server like HTTPS."""

    def make(**options):
        server.link = server.link.replace(HERE, "localhost")
        phone = device(paired=False, **options)
        phone.goto(server.link)
        return phone

    return make


def at(url):
    return url.replace(HERE, "localhost")


def wait_until_kept(phone, url, text):
    steps.until(phone, lambda: phone.evaluate(KEPT, [url, text]))


def test_last_viewed_game_is_readable_offline(secure, played, axe):
    phone = secure(locale="de-DE")
    url = at(played(RUNNING)[0])
    phone.goto(f"{url}/plays")
    wait_until_kept(phone, f"{url}/plays", "Alle Änderungen")
    phone.evaluate("caches.open('/static/000000000000/')")  # of the previous build
    phone.goto(url)
    steps.send(phone, [5, 2])  # answered with the cached table
    expect(phone.locator("#verdict")).to_contain_text("Benito 2/5 nach")
    wait_until_kept(phone, url, "Benito 2/5 nach")
    steps.until(phone, lambda: phone.evaluate(CACHES) == 1)

    phone.context.set_offline(True)
    steps.tap_cards(phone, [6])
    phone.locator("#send").tap()
    expect(phone.locator(".notice-note", has_text="Anja 6")).to_be_visible()  # it waits
    phone.goto(f"{url}?seat={at_seat(1)}")
    expect(phone.locator(".offline")).to_contain_text("Ohne Netz: Stand von")
    expect(phone.locator("#verdict")).to_contain_text("Benito 2/5 nach")
    expect(phone.locator(".notice-note", has_text="Anja 6")).to_be_visible()
    assert phone.locator(":is(button, input, select, textarea):enabled").count() == 0
    assert phone.evaluate("getComputedStyle(document.querySelector('.standings')).display") == "flex"
    phone.get_by_role("link", name="Einträge").click()
    expect(phone).to_have_title("Don Carlo: alle Einträge")
    phone.get_by_role("link", name="Partie nachspielen").click()
    expect(phone.get_by_role("heading", name="Der Server antwortet nicht")).to_be_visible()
    axe(phone)
    phone.locator(".games").get_by_role("link", name="Don Carlo").click()
    expect(phone.locator(".offline")).to_be_visible()

    phone.context.set_offline(False)
    expect(phone.locator(".offline")).to_have_count(0)  # it opens automatically
    expect(phone.get_by_role("link", name="15 Einträge")).to_be_visible()  # including the waiting entry


def test_table_keeps_screen_awake_and_unpaired_phone_keeps_no_pages(secure, server, played):
    phone = secure()
    phone.add_init_script(WAKE_LOCKS)
    running = at(played(RUNNING)[0])
    phone.goto(running)
    phone.wait_for_function(HELD, arg="true")
    phone.evaluate("turn('hidden')")
    assert phone.evaluate(HELD, "false")
    phone.evaluate("turn('visible')")
    phone.wait_for_function(HELD, arg="false,true")
    steps.send(phone, [5, 2])
    assert phone.evaluate(HELD, "false,true")
    phone.goto(f"{running}/stop")
    phone.get_by_role("button", name="End it and score").tap()
    steps.skip(phone)
    expect(phone.locator(".result")).to_be_visible()
    phone.wait_for_function(LINKED)
    assert phone.evaluate(HELD, "")
    for way, held in (("undo", "true"), ("redo", "false")):
        steps.settle(phone)
        phone.locator(f"#{way}").tap()
        phone.wait_for_function(HELD, arg=held)

    phone.goto(running)
    wait_until_kept(phone, running, "Offline: as of")
    new_pairing_key(server.app.extensions["service"].store)
    phone.reload()
    expect(phone.get_by_role("heading", name="Pair this phone")).to_be_visible()
    steps.until(phone, lambda: phone.evaluate(CACHES) == 0)
    phone.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        phone.goto(running)


def test_app_can_be_installed(server, chromium, tmp_path):
    # A separate browser: nothing can be installed in the contexts of the other tests, as in private windows.
    with start(chromium.browser_type.launch_persistent_context, tmp_path / "browser", args=SWITCHES) as own:
        phone = own.new_page()
        phone.goto(at(server.link))
        phone.wait_for_function(LINKED)
        browser = own.new_cdp_session(phone)
        assert browser.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
        assert browser.send("Page.getAppManifest")["errors"] == []

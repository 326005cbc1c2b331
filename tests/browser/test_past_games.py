"""Past games: filters on a phone, and a game beside the list on wide screens."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, follow, started, until


def chip(page, name):
    """Return a player's chip in the filter; a tap on it selects the player."""
    return page.locator(".past-people label", has_text=name)


def chosen(page):
    """Return the current selection in the filter."""
    names = page.locator(".past-people label:has(:checked)").all_inner_texts()
    return [page.locator("#title").input_value(), page.locator("#place").input_value(), *names]


def test_filter_keeps_all_choices(device, past):
    phone = device(viewport=SMALL)
    show, sheet = phone.locator(".past-show .send"), phone.locator(".past-fields")
    phone.goto("/past")
    everything = int(phone.locator("#found").inner_text().split()[0])
    expect(sheet).to_be_hidden()
    phone.locator(".past-opens").tap()
    expect(show).to_be_in_viewport(ratio=1)
    expect(show).to_have_text(f"Show {everything} games")
    phone.get_by_label("Game", exact=True).select_option("Don Carlo")
    phone.get_by_label("Location", exact=True).select_option("Café Übersee")
    chip(phone, "Anneli").tap()
    four = ["don-carlo", "Café Übersee", "Anneli", "Benito"]
    chip(phone, "Benito").tap()
    expect(show).to_have_text(re.compile(r"^Show \d games?$"))
    expect(phone.locator(".past-show [aria-busy]")).to_have_count(0)
    phone.reload()
    expect(sheet).to_be_visible()
    assert chosen(phone) == four
    phone.get_by_label("Another player").fill("Anja")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Add", exact=True).tap()
    expect(chip(phone, "Anja").locator(":checked")).to_be_attached()  # the page before has just changed its URL, too
    expect(sheet).to_be_visible()
    started(phone)
    assert chosen(phone) == [*four, "Anja"]
    chip(phone, "Anja").tap()
    expect(phone.locator(".past-show [aria-busy]")).to_have_count(0)
    said = show.inner_text()
    with phone.expect_navigation():
        show.tap()
    expect(sheet).to_be_hidden()
    found = phone.locator(".past-game").count()
    assert 0 < found < everything
    assert said == f"Show {found} game{'s' * (found != 1)}"
    with phone.expect_navigation():
        phone.get_by_role("button", name="Without “Anneli”").tap()
    expect(phone.locator("button.chip-link")).to_have_text(
        [re.compile(each) for each in ("Benito", "Don Carlo", "Café")]
    )


def test_back_and_close_return_from_filter_to_list(phone, past):
    opens, sheet, show = phone.locator(".past-opens"), phone.locator(".past-fields"), phone.locator(".past-show .send")
    listed = re.compile(r"/past\?size=3$")
    phone.clock.install()
    phone.goto("/past?size=3")
    started(phone)
    for leave in (phone.go_back, phone.get_by_role("link", name="Close").tap):
        opens.tap()
        expect(show).to_have_text(re.compile(r"\d"))
        phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 3)
        chip(phone, "Anneli").tap()
        leave()
        expect(sheet).to_be_hidden()
        phone.clock.run_for(300)  # longer than filter.js waits for another change
        expect(phone).to_have_url(listed)
        phone.clock.resume()
    opens.tap()
    chip(phone, "Benito").tap()
    expect(phone).to_have_url(re.compile("player=.*#filter$"))
    with phone.expect_navigation():
        show.tap()
    expect(phone.get_by_role("button", name="Without “Benito”")).to_be_visible()
    phone.go_back()
    expect(phone).to_have_url(listed)
    expect(sheet).to_be_hidden()


def test_filter_button_shows_only_a_known_number(phone, past):
    phone.goto("/past#filter")
    show, name = phone.locator(".past-show .send"), phone.get_by_label("Another player")
    expect(show).to_have_text("Show 22 games")
    name.fill("Nobody")
    expect(show).to_have_text("Show the games")
    name.fill("Anja")
    expect(show).to_have_text(re.compile(r"^Show \d+ games$"))
    phone.route("**/past/count?*", lambda route: route.abort())
    chip(phone, "Anneli").tap()
    expect(show).to_have_text("Show the games")
    phone.unroute("**/past/count?*")
    held = []
    phone.route("**/past/count?*", lambda route: held.append(route))
    for count, player in enumerate(("Anneli", "Benito"), 1):
        chip(phone, player).tap()
        until(phone, lambda count=count: len(held) == count)
    for route, said in zip(reversed(held), ("Show 7 games", "Show 8 games"), strict=True):
        route.fulfill(body=said)  # the later request is answered first
        expect(show).to_have_text("Show 7 games")
    phone.unroute("**/past/count?*")
    name.fill("Nobody")
    with phone.expect_response(lambda answer: answer.status == 422):
        show.tap()
    expect(phone.locator("#name-fault")).to_be_in_viewport()


def test_wide_screen_shows_chosen_game_and_its_row(device, past):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False)
    page.goto("/past")
    row = page.locator(".past-game").nth(4)
    said = row.locator("b").first.inner_text()
    follow(row.locator(".past-beside"))
    expect(page.locator(".past-chosen")).to_contain_text(said)
    expect(page.locator(".past-chosen .winner")).to_be_in_viewport(ratio=1)
    expect(row).to_have_attribute("aria-current", "true")
    expect(row).to_be_in_viewport()

"""A game shared with other phones: watched, its book handed over and taken back; and all games looked at."""

import json

from playwright.sync_api import expect

from tests.browser.steps import SMALL, begin, follow, hurry, sit_down, started, tap_cards, walk, way

ELSEWHERE = "The book of this game is kept on another phone."


def link(page, name):
    """Return the link that a page shows, once it is there."""
    return page.locator(f"#{name}").inner_text()


def share(page):
    """Go from the table to where it is shared."""
    way(page, "Other phones")
    started(page)


def test_others_watch_by_a_link_and_the_book_goes_to_another_phone_and_comes_back(phone, device, axe):
    hurry(phone)
    sit_down(phone, "Anna", "Benito")
    table = phone.url
    tap_cards(phone, "002")
    share(phone)
    phone.get_by_role("button", name="Let others watch").tap()
    expect(phone.get_by_role("img", name="Code to scan: watch this game")).to_be_visible()
    guest = device(paired=False)
    hurry(guest)
    guest.goto(link(phone, "watch-link"))
    assert guest.url == table
    assert guest.get_by_role("link", name="All games").count() == 0

    expect(phone.locator(".unsent")).to_contain_text("Not sent from this phone: Anna: 0")
    expect(phone.get_by_role("button", name="Forget what was not sent")).to_be_visible()
    phone.get_by_role("button", name="Hand the book over").tap()
    guest.goto(link(phone, "take-link"))
    expect(guest.get_by_role("main")).to_contain_text("Keep the book of this game on this phone? Don Carlo")
    follow(guest.get_by_role("button", name="Yes, keep it here"))
    assert guest.url == table
    expect(phone.get_by_text(ELSEWHERE)).to_be_visible()  # it has noticed by itself
    tap_cards(guest, "12")
    guest.locator("#send").tap()
    expect(guest.get_by_role("link", name="1 play")).to_be_visible()
    follow(phone.locator(".bar-home"))
    expect(phone.locator(".log-line").first).to_contain_text("1/2")
    assert phone.locator("#send").count() == 0
    expect(phone.locator(".unsent li")).to_have_count(1)
    phone.get_by_role("button", name="Keep the book here again").tap()
    expect(phone.locator("#send")).to_be_visible()
    expect(guest.locator("#send")).to_have_count(0)  # it has noticed, too
    expect(guest.locator(".log-line").first).to_contain_text("1/2")

    share(phone)
    phone.get_by_role("button", name="End watching").tap()
    expect(phone.get_by_text("Watching has ended for everybody outside this house")).to_be_visible()
    guest.reload()
    expect(guest.get_by_role("heading", name="Watching has ended")).to_be_visible()
    axe(guest)


def test_what_was_not_sent_can_be_forgotten_and_the_link_of_the_house_opens_all_games(device, axe):
    page = device(viewport=SMALL, locale="de-DE")
    hurry(page)
    begin(page, "don-carlo", "Anna", "Benito")
    game = page.url.rpartition("/")[2]
    tell = "([key, value]) => localStorage.setItem(key, value)"
    anna, benito = page.locator("#main").get_attribute("data-seated").split(".")
    page.evaluate(tell, [f"typed:/games/{game}/agent.@{benito}", '{"values": {"cards": ["3", "4"]}}'])
    page.evaluate(tell, [f"typed:/games/{game}/agent.@{anna}", '{"values": {"cards": ["5"]}}'])
    waits = {"game": f"/games/{game}", "action": f"/games/{game}/plays", "says": "Anna 0/0/2", "body": "play=agent.0"}
    page.evaluate(tell, [f"outbox:000000001:{'k' * 22}", json.dumps(waits | {"stopped": {}})])
    page.evaluate("localStorage.setItem('outbox words', document.querySelector('[data-words]').dataset.words)")
    guest = device(paired=False, viewport=SMALL, locale="de-DE")

    def pages():
        page.goto(f"{page.url}/share")
        for button, shown in (("watch", "end"), ("offer", "withdraw")):
            page.locator(f"#{button}").tap()
            expect(page.locator(f"#{shown}")).to_be_visible()
            yield shown
        guest.goto(link(page, "take-link"))
        follow(guest.locator("#take"))
        expect(page.get_by_role("button", name="Wieder hier aufschreiben")).to_be_visible()  # the page has heard of it
        assert page.locator(".unsent li").all_inner_texts() == ["Anna 0/0/2", "Anna: 5", "Benito: 3, 4"]
        yield "handed over"
        page.locator("[data-forget]").tap()
        expect(page.locator(".unsent")).to_be_hidden()
        kept = "Object.keys(localStorage).filter(key => /^typed|^outbox:/.test(key))"
        page.wait_for_function(f"localStorage.length && {kept}.length === 0")  # also over a page that comes anew
        page.goto("/look")
        yield "look"

    assert walk(page, pages(), axe) == []
    looking = device(paired=False)
    looking.goto(link(page, "look-link"))
    assert looking.locator(".tile").count() == 0
    follow(looking.locator(".game").first)
    assert looking.url.rpartition("/")[2] == game
    assert looking.locator("#send").count() == 0

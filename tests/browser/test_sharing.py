"""Other phones: pairing one that enters plays, and watching a game live."""

from playwright.sync_api import expect

from tests.browser.steps import follow, hurry, sit_down, started, tap_cards, way


def link(page, name):
    """Return a link shown on a page, once it is present."""
    return page.locator(f"#{name}").text_content()


def enter(page, digits):
    tap_cards(page, digits)
    page.locator("#send").tap()


def test_paired_phone_enters_and_guest_phone_watches_live(phone, device, axe):
    other, guest = device(paired=False), device(paired=False)
    for each in (phone, other, guest):
        hurry(each)
    sit_down(phone, "Anna", "Benito")
    table = phone.url
    way(phone, "Other phones")
    started(phone)
    phone.get_by_role("region", name="Pair another phone").locator("summary").tap()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_visible()
    axe(phone)
    other.goto(link(phone, "pair-link"))
    other.goto(table)

    phone.get_by_role("button", name="Share this game").tap()
    expect(phone.get_by_role("img", name="Code to watch this game")).to_be_visible()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_hidden()  # only one code at a time
    axe(phone)
    guest.goto(link(phone, "watch-link"))
    assert guest.url == table
    assert guest.get_by_role("link", name="All games").count() == 0
    follow(phone.locator(".bar-home"))

    enter(phone, "002")
    for each in (other, guest):
        expect(each.get_by_role("link", name="1 entry")).to_be_visible()
    enter(other, "12")
    for each in (phone, guest):
        expect(each.get_by_role("link", name="2 entries")).to_be_visible()
    enter(phone, "3")
    expect(guest.locator(".log-line").first).to_contain_text("Anna: 3")
    assert guest.locator("form").count() == 0

    way(phone, "Other phones")
    phone.get_by_role("button", name="Stop sharing this game").tap()
    expect(phone.get_by_text("Sharing ended. The link to this game no longer works.")).to_be_visible()
    expect(guest.get_by_text("This game is no longer shared with you.")).to_be_visible()
    guest.reload()
    expect(guest.get_by_role("heading", name="This link is not valid")).to_be_visible()
    axe(guest)
    expect(other.locator("#send")).to_be_visible()

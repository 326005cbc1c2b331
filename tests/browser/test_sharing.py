"""Other phones: pairing one that enters plays, watching a game live, and sharing links."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, begin, follow, hurry, sit_down, started, tap_cards, walk, way

SHARES = "navigator.share = async ({ text }) => { window.shared = text }"


def code(page, part):
    """Return the expandable section of a code on the page for other phones."""
    return page.get_by_role("region", name=part).locator("details")


def link(page, name):
    """Return a link shown on a page, once it is present."""
    return page.locator(f"#{name}").text_content()


def enter(page, digits):
    tap_cards(page, digits)
    page.locator("#send").tap()


def test_paired_phone_enters_and_guest_phone_watches_live(phone, device, axe):
    hurry(phone)
    sit_down(phone, "Anna", "Benito")
    table = phone.url
    way(phone, "Other phones")
    started(phone)
    code(phone, "Pair another phone").locator("summary").tap()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_visible()
    other, guest = device(paired=False), device(paired=False)
    hurry(other)
    hurry(guest)
    other.goto(link(phone, "pair-link"))
    other.goto(table)

    phone.get_by_role("button", name="Share this game").tap()
    expect(phone.get_by_role("img", name="Code to watch this game")).to_be_visible()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_hidden()  # only one code at a time
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


def test_share_page_fits_a_small_phone_in_german(device, axe):
    page = device(viewport=SMALL, locale="de-DE")
    hurry(page)
    begin(page, "don-carlo", "Anna", "Benito")

    def pages():
        page.goto(f"{page.url}/share")
        yield "not shared"
        page.locator("#watch").tap()
        expect(page.locator("#end")).to_be_visible()
        yield "shared"
        page.goto("/share")
        page.locator("summary").first.tap()
        yield "the code that pairs"
        page.locator("#replace").tap()
        expect(page.locator("#view-link")).to_be_visible()
        yield "replaced"

    assert walk(page, pages(), axe) == []


def test_link_is_shared_by_the_phone_or_copied(phone, device):
    phone.add_init_script(SHARES)
    phone.goto("/share")
    started(phone)
    phone.get_by_role("region", name="Watch all games").get_by_role("link", name="Share the link").tap()
    phone.wait_for_function("() => window.shared")
    assert phone.evaluate("window.shared") == link(phone, "view-link")
    plain = device()
    plain.goto("/share")
    started(plain)
    shares = plain.get_by_role("region", name="Watch all games").locator("a.second")
    shares.tap()
    expect(shares).to_have_text("Copied")
    expect(code(plain, "Watch all games")).to_have_attribute("open", "")

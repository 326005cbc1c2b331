"""A pad is renamed, edited and merged on a phone, and changed during a game."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, TARGETS, TOO_SMALL, begin, follow, scrolls, started, way


def make(phone, name, limit):
    """Make a pad by its form, and return its slug."""
    phone.goto("/pads/new")
    phone.get_by_label("Name of the game").fill(name)
    phone.get_by_label("Ends at this many points").fill(limit)
    follow(phone.get_by_role("button", name="Choose players"))
    return phone.url.partition("/new/")[2]


def looked_at(phone, axe):
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    assert scrolls(phone)[0] <= 0


def test_pad_is_renamed_merged_and_separated(device, axe):
    phone = device(viewport=SMALL)
    for name, limit in (("Scat", "100"), ("Schafkopf", "200")):
        begin(phone, make(phone, name, limit), "Ada", "Bo")
    phone.goto("/new")
    looked_at(phone, axe)
    follow(phone.get_by_role("link", name="Scat: more"))
    looked_at(phone, axe)
    expect(phone.get_by_label("Ends at this many points")).to_have_value("100")
    phone.get_by_label("Name of the game").fill("Skat")
    follow(phone.get_by_role("button", name="Save"))
    expect(phone).to_have_title("Skat")
    expect(phone.locator("#changed")).to_contain_text("Scat")
    looked_at(phone, axe)
    follow(phone.get_by_role("link", name="Merge with another score pad"))
    looked_at(phone, axe)
    follow(phone.get_by_role("link", name="Schafkopf"))
    looked_at(phone, axe)
    follow(phone.get_by_role("button", name="Merge into Schafkopf"))
    expect(phone).to_have_title("Schafkopf")
    follow(phone.locator("#undo"))
    expect(phone).to_have_title("Skat")
    follow(phone.get_by_role("button", name="Hide from new games"))
    phone.goto("/new")
    assert phone.locator("#found > ul", has_text="Schafkopf").count() == 1
    assert phone.locator("#found > ul", has_text="Skat").count() == 0


def test_pad_of_a_running_game_is_changed_and_restored(phone, axe):
    begin(phone, make(phone, "Skat", "100"), "Ada", "Bo")
    started(phone)
    fields = phone.locator(".sum > input")
    fields.nth(0).fill("60")
    fields.nth(1).fill("20")
    phone.get_by_role("button", name="Enter the round").tap()
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    way(phone, "Change this score pad")
    looked_at(phone, axe)
    phone.get_by_role("radio", name="Fewest points").tap()
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".notice")).to_have_text("Bo leads instead of Ada.")
    looked_at(phone, axe)
    phone.get_by_role("button", name="Yes, change it").tap()
    expect(phone.locator(".standing").nth(1).get_by_role("img", name="leads")).to_be_visible()
    phone.get_by_role("button", name="Undo the change of the pad").tap()
    expect(phone.locator(".standing").nth(0).get_by_role("img", name="leads")).to_be_visible()

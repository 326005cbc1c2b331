"""Past games: found, relived beside the list where there is room, and what people say of them."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, box, follow, scrolls, sideways, sit_down, started, walk, way


def test_a_game_is_found_by_whom_where_and_what(device, past, axe):
    phone, finger = device(viewport=SMALL), Taps()

    def pages():
        phone.goto("/")
        follow(phone.get_by_role("link", name="Games", exact=True))
        everything = phone.locator(".past-game").count()
        phone.get_by_label("Search titles, names, places and notes").fill("ubersee CAT")
        with phone.expect_navigation():
            finger(phone.get_by_role("button", name="Search"))
        count = phone.locator(".past-game").count()
        assert 0 < count < everything
        expect(phone.locator("#found")).to_have_text(f"{count} games")
        with phone.expect_navigation():
            finger(
                phone.locator(".past-filter > summary"),
                phone.locator(".past-chips").get_by_role("link", name="Anja", exact=True),
            )
        assert 0 < phone.locator(".past-game").count() < count
        with phone.expect_navigation():
            finger(phone.get_by_role("link", name="Without “ubersee CAT”"))
        expect(phone.get_by_role("link", name="Without “Anja”")).to_be_visible()
        phone.reload()
        expect(phone.get_by_role("link", name="Without “Anja”")).to_be_visible()
        yield "past games of one"
        with phone.expect_navigation():
            finger(phone.locator(".past-open").first)
        expect(phone.locator(".winner")).to_be_visible()
        assert finger.printed("a past game, by a search, a name and a second thought") == 5
        phone.goto("/past?from=junk&name=nobody&title=x")
        yield "what is wrong"
        phone.goto("/past?q=cafe+zoe")
        follow(phone.locator(".past-open").first)
        way(phone, "Place and note")
        phone.get_by_label("Place", exact=True).fill("x" * 81)
        phone.get_by_role("button", name="Save", exact=True).last.tap()
        expect(phone.locator("#venue-fault")).to_be_visible()
        yield "a place that is too long"

    assert walk(phone, pages(), axe) == []
    german = device(viewport=SMALL, locale="de-DE")
    for address in ("/past", "/new/don-carlo"):
        german.goto(address)
        assert sideways(german) <= 0, address
    expect(german.get_by_label("Ort", exact=True)).to_be_visible()


def test_list_and_game_are_side_by_side_where_there_is_room(device, past, axe):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False)
    page.goto("/past")
    left, right = box(page.locator(".past-list")), box(page.locator(".past-chosen"))
    assert left["x"] + left["width"] <= right["x"] + 1
    assert min(left["width"], right["width"]) > 400
    assert abs(left["y"] - right["y"]) < 5
    row = page.locator(".past-game").nth(4)
    said = row.locator("b").first.inner_text()
    follow(row.locator(".past-beside"))
    expect(page.locator(".past-chosen")).to_contain_text(said)
    expect(page.locator(".past-game").nth(4)).to_have_attribute("aria-current", "true")
    expect(page.locator(".past-game").nth(4)).to_be_in_viewport()
    expect(page.locator(".past-chosen .winner")).to_be_in_viewport(ratio=1)
    assert scrolls(page)[0] <= 0
    axe(page)
    follow(page.get_by_role("link", name="Open this game"))
    expect(page.locator(".result-foot")).to_be_visible()


def test_a_place_is_given_once_an_evening_and_what_was_typed_outlives_the_page(phone):
    finger = Taps()
    sit_down(phone, "Anneli", "Benito")
    way(phone, "Place and note", finger)
    started(phone)
    phone.get_by_label("Note").fill("Half a sen")
    phone.reload()
    expect(phone.get_by_label("Note")).to_have_value("Half a sen")
    phone.get_by_label("Note").fill("")
    phone.get_by_label("Place", exact=True).fill("Café Übersee")
    finger(phone.get_by_role("button", name="Save", exact=True).last)
    expect(phone.get_by_role("button", name="Undo the place")).to_be_visible()
    assert finger.printed("a place while the game goes on") == 3
    sit_down(phone, "Anneli", "Benito")
    way(phone, "Place and note")
    expect(phone.get_by_label("Place", exact=True)).to_have_value("Café Übersee")

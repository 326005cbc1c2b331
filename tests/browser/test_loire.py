"""The Castles of Burgundy: The Card Game on a phone: tallies by touch, unsent input, printed values."""

import re

from playwright.sync_api import expect

from tests.browser.loire import (
    LONG,
    all_seven,
    at,
    fault,
    field,
    fill,
    fill_in_values,
    first,
    last_tab,
    more,
    onward,
    opened,
    part,
    tally,
    total,
    triple,
)
from tests.browser.steps import (
    SMALL,
    Taps,
    box,
    follow,
    sideways,
    sit_down_by_hand,
    skip,
    started,
    walk,
)
from tests.seats import at_seat

MAX_TAPS = 30


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s tally")


def button(page):
    """Return the button that sends the open tally."""
    return tally(page).locator("[id^=send]")


def plays(page, count):
    return page.locator(".bar-link", has_text=re.compile(rf"^{count} entr(y|ies)$"))


def enter(page, count):
    """Send the player's tally, and wait for this number of plays."""
    last_tab(page)
    button(page).tap()
    expect(plays(page, count)).to_be_visible()


def seat(page, name):
    page.locator(".standing", has_text=name).click()
    expect(turn(page, name)).to_be_visible()


def unsent(page):
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed:'))")


def by_touch(page):
    """Enter a tally with one finger; return the numbers of taps and scrolls."""
    tap, form = Taps(), tally(page)
    strip = page.locator(".standing[aria-current] b")
    tap(triple(page, "castles"), *more(page, "mines", 2), tally(page).locator(".type-mines > .laid > summary"))
    tap(*more(page, "mines-cloisters"), *more(page, "cloisters"), *more(page, "knowledge", 2))
    tap(*more(page, "ships"), triple(page, "pastures"), *more(page, "buildings", 2))
    expect(part(form, "type-mines")).to_have_text("+2")
    expect(part(form, "type-buildings")).to_have_text("")
    expect(strip).to_have_text("10")
    tap(onward(page), first(form, "castles"), first(form, "pastures"), all_seven(form, 3), onward(page))
    tap(page.get_by_role("button", name="+1 of each"), *more(page, "animal-chickens"), onward(page))
    tap.type(field(page, "victory"), "12")
    tap.type(field(page, "goods"), "9")
    tap(field(page, "start_player"), *more(page, "storage-workers"), *more(page, "storage-silver", 2))
    expect(strip).to_have_text("41")
    assert page.locator(".tally-tab:visible b").all_inner_texts() == ["10", "5", "4", "22"]
    expect(plays(page, 0)).to_be_visible()
    tap(button(page))
    expect(plays(page, 1)).to_be_visible()
    return tap.spent("a whole tally")


def final_scoring(page):
    page.get_by_role("button", name="are in: final scoring").tap()
    skip(page)
    expect(page.locator(".winner")).to_be_visible()


def test_complete_game_is_played_by_touch(phone):
    sit_down_by_hand(phone, "loire", "Anneli", "Benito")
    fill_in_values(phone)
    expect(turn(phone, "Anneli")).to_be_visible()
    started(phone)
    taps, scrolled = by_touch(phone)
    assert taps <= MAX_TAPS
    assert scrolled == 0
    expect(turn(phone, "Benito")).to_be_visible()
    fill(
        phone, {"mines": 6, "cloisters": 3, "knowledge": 6, "buildings": 6}, firsts=("mines", "cloisters", "buildings")
    )
    fill(phone, {"animal-chickens": 1, "animal-cows": 1, "victory": 4, "goods": 11, "storage-silver": 1})
    enter(phone, 2)
    final_scoring(phone)
    expect(phone.get_by_role("heading", name="Anneli has the most prosperous estate on the Loire")).to_be_visible()
    expect(phone.locator(".winner")).to_contain_text("tied with Benito on 41; more cards left in storage (4 to 1)")


def as_it_was_left(page):
    for name, number in (("castles", "3"), ("castles-cloisters", "1"), ("goods", "6")):
        expect(field(page, name)).to_have_value(number)
    expect(first(tally(page), "castles")).to_be_checked()
    expect(all_seven(tally(page), 1)).to_be_checked()
    expect(field(page, "start_player")).not_to_be_checked()


def test_unsent_tally_is_kept_and_button_names_next_step(phone, server):
    opened(phone, server, "Anneli", "Benito")
    bar, marks = phone.locator(".act .send:visible"), phone.locator(".standing-entered")
    more(phone, "castles")[0].tap()
    expect(tally(phone)).to_have_attribute("data-unsent", "")
    assert len(unsent(phone)) == 1
    phone.locator(f"[data-step='-1']:has(+ [id='tally-{at_seat(0)}-castles'])").tap()
    expect(tally(phone)).not_to_have_attribute("data-unsent", "")
    assert unsent(phone) == []  # unchanged

    fill(phone, {"castles": 3, "castles-cloisters": 1, "goods": 6}, firsts=("castles",), seven=1, starts=True)
    field(phone, "start_player").tap()
    last = phone.url
    seat(phone, "Benito")
    expect(field(phone, "goods")).to_have_value("")
    seat(phone, "Anneli")
    expect(phone).to_have_url(last)  # the former front tab is in front again
    phone.reload()
    expect(field(phone, "goods")).to_be_visible()
    expect(phone.get_by_text("Not entered yet: your last numbers.")).to_be_visible()
    as_it_was_left(phone)
    expect(total(tally(phone))).to_have_text("12")  # 4 + 1 + 1 + 6
    phone.get_by_role("button", name="Clear this tally").tap()
    expect(total(tally(phone))).to_have_text("0")
    assert unsent(phone) == []
    phone.get_by_role("button", name="Restore the previous numbers").tap()
    expect(total(tally(phone))).to_have_text("12")
    as_it_was_left(phone)

    at(first(tally(phone), "ships")).tap()
    said = "Anneli has no triple of ships, so cannot have the “first” card for it."
    expect(fault(tally(phone), "first_triples")).to_contain_text(said)
    last_tab(phone)
    expect(phone.locator(".tally-wrong:visible")).to_have_count(1)
    expect(phone.locator(".tally-tab", has=phone.locator(".tally-wrong:visible"))).to_contain_text("Bonus")
    button(phone).tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(fault(tally(phone), "first_triples")).to_be_visible()  # its tab is in front
    for _ in range(2):
        as_it_was_left(phone)
        expect(first(tally(phone), "ships")).to_be_checked()
        phone.reload()
        started(phone)
    expect(phone.locator("[data-stale]")).to_have_count(0)  # the input is checked again, above the control tapped now
    tap = Taps()
    tap(at(first(tally(phone), "ships")), all_seven(tally(phone), 0))
    expect(fault(tally(phone), "first_triples")).to_have_text("")

    last_tab(phone)
    expect(bar).to_have_text("Enter Anneli's tally")
    enter(phone, 1)
    expect(turn(phone, "Benito")).to_be_visible()
    expect(marks).to_have_count(1)
    seat(phone, "Anneli")
    started(phone)
    expect(field(phone, "goods")).to_have_value("6")
    expect(phone.get_by_text("Not entered yet")).to_have_count(0)
    assert unsent(phone) == []
    expect(bar).to_have_text("Enter Benito's tally")
    fill(phone, {"goods": 7})
    expect(bar).to_have_text("Change Anneli's tally")
    enter(phone, 2)
    seat(phone, "Benito")
    enter(phone, 3)
    expect(marks).to_have_count(2)
    expect(bar).to_have_text("Both are in: final scoring")
    fill(phone, {"victory": 1})
    expect(bar).to_have_text("Change Benito's tally")


def parts(page):
    """Return the boxes of all visible parts of the tally."""
    return [box(each) for each in tally(page).locator(".tally-part").all() if each.is_visible()]


def test_tally_parts_fit_a_phone_and_all_a_desktop(device, server):
    page = device(viewport=SMALL)
    opened(page, server, "Anneli", "Benito", "Carla", "Donny")
    for size in (SMALL, {"width": 390, "height": 664}):
        page.set_viewport_size(size)
        for tab in page.locator(".tally-tab:visible").all():
            tab.tap()
            (shown,), top, foot = parts(page), box(tab), box(page.locator(".act:visible"))
            assert top["y"] + top["height"] <= shown["y"], size
            assert shown["y"] + shown["height"] <= foot["y"], (size, tab.inner_text())
            assert size["height"] - 1 <= foot["y"] + foot["height"] <= size["height"], (size, tab.inner_text())
            assert sideways(page) == 0
        assert {round(box(row)["height"]) for row in tally(page).locator(".count-row:visible").all()} == {48}
    page.set_viewport_size({"width": 1280, "height": 800})
    (estate, bonus, *_), foot = parts(page), box(page.locator(".act:visible"))
    assert len(parts(page)) == 4
    assert estate["x"] + estate["width"] <= bonus["x"] + 1
    assert abs(estate["y"] - bonus["y"]) < 2
    assert max(each["y"] + each["height"] for each in parts(page)) <= foot["y"]
    assert foot["y"] + foot["height"] <= 800
    page.set_viewport_size(SMALL)
    tallies = [{"kind": "tally", "player": name, "goods_vp": number} for number, name in enumerate(LONG, 1)]
    for entered in (tallies, [*tallies, {"kind": "stop"}]):
        opened(page, server, *LONG, plays=entered)
        assert sideways(page) <= 0, entered


def pages(page):
    """Open the pages specific to this title, yielding after each one."""
    page.goto(f"/new/loire?name-0={LONG[0]}&name-1={LONG[1]}")
    fill_in_values(page, castles=-1)
    expect(page.locator(".fault").first).to_be_visible()
    yield "a printed value that cannot be"
    fill_in_values(page, castles=12)
    expect(turn(page, "Anneli")).to_be_visible()
    fill(page, {"castles": 13, "castles-cloisters": 12, "mines": 3, "victory": 120}, starts=True)
    at(first(tally(page), "ships")).tap()
    expect(fault(tally(page), "estate")).not_to_have_text("")
    yield "a tally that cannot be"
    fill(page, {"castles": 11, "castles-cloisters": 1})
    at(first(tally(page), "ships")).tap()
    expect(fault(tally(page), "estate")).to_have_text("")
    page.reload()
    expect(page.get_by_text("Not entered yet")).to_be_visible()
    at(field(page, "mines")).focus()
    at(field(page, "goods")).fill("x")
    button(page).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    yield "a tally that cannot be read"
    at(field(page, "goods")).fill("4")
    expect(page.locator(".slip")).to_contain_text("120 points on victory point cards, but the box has only 22")
    yield "a tally in which something was perhaps overlooked"
    page.get_by_role("button", name="Enter Anneli's tally").click()
    expect(plays(page, 1)).to_be_visible()
    fill(page, {"buildings": 7, "goods": 3})
    enter(page, 2)
    follow(page.get_by_role("link", name=re.compile("^Triples .*, change$")))
    yield "the game options"
    page.locator("#option-triple_values-mines + [data-step='1']").tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("link", name="Triples 12 3 6 3 5 4 3, change")).to_be_visible()
    follow(page.locator(".bar-link", has_text="entries"))
    follow(page.locator("#play-1 a"))
    yield "a correction"
    follow(page.locator(".bar-home"))
    follow(page.get_by_role("link", name="Back to the table"))
    final_scoring(page)
    yield "the result"


def test_every_page_passes_axe_and_fits_a_small_phone(device, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page), axe) == []


def test_preview_refusal_disappears_offline(phone, server):
    opened(phone, server, "Ann", "Bob")
    castles = at(phone.locator(f"[name='tally.{at_seat(0)}-estate-castles-cards']"))
    castles.fill("99")
    expect(phone.locator(".fault:not(:empty):visible")).to_have_count(1)
    phone.context.set_offline(True)
    castles.fill("3")
    expect(phone.locator(".fault:not(:empty):visible")).to_have_count(0)

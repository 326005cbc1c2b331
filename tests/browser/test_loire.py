"""The Castles of Burgundy: The Card Game on a phone: tallies by touch, solo games, unsent input, and what fits."""

import re

from playwright.sync_api import expect

from tests.browser.loire import at, onward
from tests.browser.steps import (
    SMALL,
    Taps,
    box,
    follow,
    in_sight,
    open_game,
    sideways,
    sit_down_by_hand,
    skip,
    started,
    walk,
)
from tests.seats import at_seat

PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}  # the rulebook specifies the others: 6, 4 and 3
LONG = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind", "Donny")
ANNELI = {
    "kind": "tally",
    "player": "Anneli",
    "estate": {"castles": {"cards": 3}},
    "first_triples": ["castles"],
    "goods_vp": 6,
    "start_player": True,
}
"""A tally of 12 points."""


def fill_in_values(page):
    for name, value in PRINTED.items():
        page.locator(f"#option-triple_values-{name}").fill(str(value))
    page.get_by_role("button", name="Start The Castles of Burgundy: The Card Game").click()
    expect(tally(page)).to_be_visible()
    started(page)


def opened(page, server, *names, plays=(), **options):
    """Open a table of these players."""
    open_game(page, server, "loire", names, plays, triple_values=PRINTED, **options)
    started(page)


def last_tab(page):
    """Bring the last tab to the front, which has the button for a new tally."""
    page.locator(".tally-tab:visible").last.tap()


def tally(page):
    return page.locator("form.tally:visible")


def field(page, name):
    """Return a field of the open tally, by the end of its id."""
    return page.locator(f"[id='{tally(page).get_attribute('id')}-{name}']")


def part(form, name):
    return form.locator(f"[data-part='{name}']")


def total(form):
    return part(form, "total").locator("b")


def fault(form, field):
    return part(form, f"fault-{field}")


def first(form, name):
    return form.locator(f"[name$=-first_triples][value={name}]")


def all_seven(form, points):
    return form.locator(f"[name$=-all_seven][value='{points}']")


def heading(page, said):
    return page.get_by_role("heading", name=said, exact=True)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def more(page, name, times=1):
    """Return the + beside a field, repeated for each tap."""
    return [field(page, name).locator("+ [data-step='1']")] * times


def triple(page, name):
    """Return the icon of a type; a tap on it adds three cards."""
    return tally(page).locator(f".estate .type-{name} > [data-step='3']")


def fill(page, numbers, *cards):
    """Fill in numbers by the ends of their fields' ids, and tap the bonus cards."""
    for name, number in numbers.items():
        at(field(page, name))
        folded = tally(page).locator("details:not([open])", has=field(page, name)).locator("> summary")
        if folded.count():
            folded.tap()
        field(page, name).fill(str(number))
    for card in cards:
        while not at(card).is_checked():  # the total may appear above it at that moment, and move it
            card.tap()


def enter(page, count):
    """Send the player's tally, and wait for this number of plays."""
    last_tab(page)
    tally(page).locator("[id^=send]").tap()
    expect(page.locator(".bar-link", has_text=re.compile(rf"^{count} entr(y|ies)$"))).to_be_visible()


def seat(page, name):
    page.locator(".standing", has_text=name).click()
    expect(heading(page, f"{name}'s tally")).to_be_visible()


def test_complete_game_is_played_by_touch(phone):
    sit_down_by_hand(phone, "loire", "Anneli", "Benito")
    fill_in_values(phone)
    tap, form = Taps(), tally(phone)
    strip = phone.locator(".standing[aria-current] b")
    tap(triple(phone, "castles"), *more(phone, "mines", 2), form.locator(".type-mines > .laid > summary"))
    tap(*more(phone, "mines-cloisters"), *more(phone, "cloisters"), *more(phone, "knowledge", 2))
    tap(*more(phone, "ships"), triple(phone, "pastures"), *more(phone, "buildings", 2))
    expect(part(form, "type-mines")).to_have_text("+2")
    expect(part(form, "type-buildings")).to_have_text("")
    expect(strip).to_have_text("10")
    tap(onward(phone), first(form, "castles"), first(form, "pastures"), all_seven(form, 3), onward(phone))
    tap(button(phone, "+1 of each"), *more(phone, "animal-chickens"), onward(phone))
    tap.type(field(phone, "victory"), "12")
    tap.type(field(phone, "goods"), "9")
    tap(field(phone, "start_player"), *more(phone, "storage-workers"), *more(phone, "storage-silver", 2))
    expect(strip).to_have_text("41")
    assert phone.locator(".tally-tab:visible b").all_inner_texts() == ["10", "5", "4", "22"]
    tap(form.locator("[id^=send]"))
    expect(heading(phone, "Benito's tally")).to_be_visible()
    taps, scrolled = tap.spent("a whole tally")
    assert (taps <= 30, scrolled) == (True, 0)
    fill(phone, {"goods": 41})
    enter(phone, 2)
    button(phone, "Both are in: final scoring").tap()
    skip(phone)
    expect(phone.get_by_role("heading", name="Anneli has the most prosperous estate on the Loire")).to_be_visible()
    expect(phone.locator(".winner")).to_contain_text("tied with Benito on 41; more cards left in storage (4 to 0)")


def test_solo_round_is_played_by_touch(phone):
    sit_down_by_hand(phone, "loire", "Jo")
    fill_in_values(phone)
    expect(heading(phone, "Round A: 3 cards")).to_be_visible()
    tap = Taps()
    tap(triple(phone, "castles"))
    expect(part(tally(phone), "counter")).to_have_text("3 of 3")
    tap(onward(phone), first(tally(phone), "castles"))
    expect(total(tally(phone))).to_have_text("5")
    tap(button(phone, "Enter Aaron's table"))
    expect(heading(phone, "Round A: Jo's tally")).to_be_visible()
    tap(triple(phone, "ships"), onward(phone), first(tally(phone), "ships"))
    tap(phone.locator(".tally-tab:visible").last, *more(phone, "victory", 2), button(phone, "Enter Jo's tally"))
    expect(phone.locator(".standing b")).to_have_text(["8", "5"])
    tap(button(phone, "Compare round A"))
    expect(heading(phone, "Round B: 4 new cards, 3 to 7")).to_be_visible()
    taps, scrolled = tap.spent("a round alone")
    assert (taps <= 12, scrolled) == (True, 0)


def test_unsent_tally_is_kept_and_button_names_next_step(phone, server):
    opened(phone, server, "Anneli", "Benito")
    bar, marks, form = phone.locator(".act .send:visible"), phone.locator(".standing-entered"), tally(phone)
    unsent = "Object.keys(localStorage).filter(key => key.startsWith('typed:')).length"
    more(phone, "castles")[0].tap()
    expect(form).to_have_attribute("data-unsent", "")
    assert phone.evaluate(unsent) == 1
    phone.locator(f"[data-step='-1']:has(+ [id='tally-{at_seat(0)}-castles'])").tap()
    expect(form).not_to_have_attribute("data-unsent", "")
    assert phone.evaluate(unsent) == 0  # unchanged

    fill(phone, {"castles": 3, "castles-cloisters": 1, "goods": 6}, first(form, "castles"), all_seven(form, 1))
    last_tab(phone)
    last = phone.url
    seat(phone, "Benito")
    expect(field(phone, "goods")).to_have_value("")
    seat(phone, "Anneli")
    expect(phone).to_have_url(last)  # the former front tab is in front again
    phone.reload()
    expect(phone.get_by_text("Not entered yet: your last numbers.")).to_be_visible()
    expect(total(form)).to_have_text("12")  # 4 + 1 + 1 + 6
    button(phone, "Clear this tally").tap()
    expect(total(form)).to_have_text("0")
    assert phone.evaluate(unsent) == 0
    button(phone, "Restore the previous numbers").tap()
    expect(total(form)).to_have_text("12")

    at(first(form, "ships")).tap()
    expect(fault(form, "first_triples")).not_to_have_text("")
    last_tab(phone)
    expect(phone.locator(".tally-tab", has=phone.locator(".tally-wrong:visible"))).to_contain_text("Bonus")
    form.locator("[id^=send]").tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(fault(form, "first_triples")).to_be_visible()  # its tab is in front
    phone.reload()
    started(phone)
    for name, number in (("castles", "3"), ("castles-cloisters", "1"), ("goods", "6")):
        expect(field(phone, name)).to_have_value(number)
    expect(first(form, "castles")).to_be_checked()
    expect(phone.locator("[data-stale]")).to_have_count(0)  # the input is checked again, above the control tapped now
    Taps()(at(first(form, "ships")), all_seven(form, 0))
    expect(fault(form, "first_triples")).to_have_text("")

    last_tab(phone)
    expect(bar).to_have_text("Enter Anneli's tally")
    enter(phone, 1)
    expect(heading(phone, "Benito's tally")).to_be_visible()
    expect(marks).to_have_count(1)
    seat(phone, "Anneli")
    started(phone)
    assert phone.evaluate(unsent) == 0
    expect(bar).to_have_text("Enter Benito's tally")
    fill(phone, {"goods": 7})
    expect(bar).to_have_text("Change Anneli's tally")
    seat(phone, "Benito")
    enter(phone, 2)
    expect(marks).to_have_count(2)
    expect(bar).to_have_text("Both are in: final scoring")
    fill(phone, {"victory": 1})
    expect(bar).to_have_text("Change Benito's tally")


def test_offline_count_of_aarons_cards_follows_the_taps(phone, server):
    opened(phone, server, "Jo", solo=True)
    counter, faults = part(tally(phone), "counter"), phone.locator(".fault:not(:empty):visible")
    field(phone, "ships").fill("4")
    expect(faults).to_have_count(1)
    phone.context.set_offline(True)
    field(phone, "ships").fill("")
    expect(faults).to_have_count(0)
    for tapped, key in enumerate((*more(phone, "mines"), *more(phone, "castles", 2)), 1):
        key.tap()
        expect(counter).to_have_text(f"{tapped} of 3")


def test_tally_parts_fit_a_phone(device, server):
    page = device(viewport=SMALL, locale="de-DE")
    for table in ({"names": LONG}, {"names": LONG[1:2], "solo": True}):
        opened(page, server, *table.pop("names"), **table)
        for size in (SMALL, {"width": 390, "height": 664}):
            page.set_viewport_size(size)
            for tab in page.locator(".tally-tab:visible").all():
                tab.tap()
                top, shown, foot = map(box, (tab, page.locator(".tally-part:visible"), page.locator(".act:visible")))
                assert top["y"] + top["height"] <= shown["y"], size
                assert shown["y"] + shown["height"] <= foot["y"], (size, tab.inner_text())
                assert size["height"] - 1 <= foot["y"] + foot["height"] <= size["height"], (size, tab.inner_text())
                assert sideways(page) == 0
    page.set_viewport_size(SMALL)
    for last in ("buildings", "castles"):  # the message is in sight, whatever is tapped
        page.reload()
        started(page)
        page.locator(".tally-tab:visible").first.tap()
        for _ in range(2):
            page.locator(f"#aaron .type-{last} .type-name:visible").tap()
        expect(fault(tally(page), "estate")).not_to_be_empty()
        in_sight(fault(tally(page), "estate"))


def pages(page, server, result):
    """Open the pages specific to this title, yielding after each one."""
    opened(page, server, *LONG[:2], plays=[ANNELI])
    fill(page, {"castles": 13, "castles-cloisters": 12, "mines": 3, "victory": 120}, first(tally(page), "castles"))
    expect(part(tally(page), "displaced-first_triples")).not_to_have_text("")
    expect(fault(tally(page), "estate")).not_to_have_text("")
    page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    yield "a tally that cannot be, with a claimed card"
    follow(page.get_by_role("link", name=re.compile("^Triples .*, change$")))
    page.locator("#option-triple_values-mines").fill("-1")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".fault").first).to_be_visible()
    yield "a printed value that cannot be"
    opened(page, server, LONG[1], solo=True, plays=[{"kind": "aaron", "estate": {"cloisters": 2, "ships": 1}}])
    fill(page, {"victory": 1})
    for each in (page.locator(".slip"), tally(page).locator("[id^=send]")):
        expect(each).to_be_in_viewport(ratio=1)
    yield "one's own tally, in which something was perhaps overlooked"
    page.goto(result)
    yield "the result"


def test_every_page_passes_axe_and_fits_a_small_phone(device, server, played, axe):
    page = device(viewport=SMALL)
    (result,) = played("loire/solo-aaron-is-ahead-after-round-c")
    assert walk(page, pages(page, server, result), axe) == []

"""Solo games of The Castles of Burgundy: The Card Game: Aaron's cards, the player's tally and their comparison."""

import re

from playwright.sync_api import expect

from tests.browser.loire import (
    LONG,
    fault,
    field,
    fill,
    fill_in_values,
    first,
    last_tab,
    more,
    onward,
    open_solo,
    part,
    show_seat,
    tally,
    total,
    triple,
)
from tests.browser.steps import SMALL, Taps, sideways, sit_down_by_hand, skip, started, walk
from tests.seats import at_seat

MAX_TAPS = 16


def heading(page, said):
    return page.get_by_role("heading", name=said, exact=True)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def counter(page):
    return part(tally(page), "counter")


def test_offline_count_of_aarons_cards_follows_the_taps(phone, server):
    open_solo(phone, server)
    expect(counter(phone)).to_have_text("0 of 3")
    phone.context.set_offline(True)
    for tapped, key in enumerate((*more(phone, "mines"), *more(phone, "castles", 2)), 1):
        key.tap()
        expect(counter(phone)).to_have_text(f"{tapped} of 3")
    phone.locator("#aaron-mines").fill("")
    expect(counter(phone)).to_have_text("2 of 3")


def test_solo_game_is_played_by_touch(phone):
    """In the second round Aaron gets a mine, two castles and a ship; Jo has one more triple and two victory points."""
    sit_down_by_hand(phone, "loire", "Jo")
    fill_in_values(phone)
    expect(heading(phone, "Round A: 3 cards")).to_be_visible()
    started(phone)
    tap = Taps()
    tap(*more(phone, "mines", 2), *more(phone, "castles"), onward(phone), button(phone, "Enter Aaron's table"))
    expect(heading(phone, "Round A: Jo's tally")).to_be_visible()
    tap(triple(phone, "ships"), onward(phone), first(tally(phone), "ships"))
    last_tab(phone)
    tap(button(phone, "Enter Jo's tally"))
    expect(phone.locator(".standing b")).to_have_text(["6", "0"])
    tap(button(phone, "Compare round A"))
    tap.spent("the first round alone")
    form = tally(phone)
    expect(heading(phone, "Round B: 4 new cards, 3 to 7")).to_be_visible()
    expect(counter(phone)).to_have_text("3 of 7")
    tap(*more(phone, "mines"), *more(phone, "castles", 2))
    expect(counter(phone)).to_have_text("6 of 7")
    expect(fault(form, "estate")).to_have_text("")
    tap(*more(phone, "ships"))
    expect(counter(phone)).to_have_text("7 of 7")
    tap(onward(phone), first(form, "castles"), first(form, "mines"))
    expect(total(form)).to_have_text("8")  # 4 + 2 + 1 + 1
    tap(button(phone, "Enter Aaron's table"))
    expect(heading(phone, "Round B: Jo's tally")).to_be_visible()
    tap(triple(phone, "pastures"), onward(phone), first(form, "pastures"))
    tap(phone.locator(".tally-tab:visible").last, *more(phone, "victory", 2))
    expect(total(form)).to_have_text("13")  # 5 + 1, 4 + 1, 2
    tap(button(phone, "Enter Jo's tally"))
    expect(phone.locator(".standing b")).to_have_text(["13", "8"])
    tap(button(phone, "Compare round B"))
    expect(heading(phone, "Round C: 5 new cards, 7 to 12")).to_be_visible()
    taps, scrolled = tap.spent("a round alone")
    assert taps <= MAX_TAPS
    assert scrolled == 0


def pages(page, server):
    """Open the pages of a solo game over two rounds, yielding after each one."""
    open_solo(page, server)
    fill(page, {"mines": 4})
    wrong = "In round A Aaron has 3 cards in all"
    expect(fault(tally(page), "estate")).to_contain_text(f"{wrong}, not 4.")
    last_tab(page)
    fill(page, {"mines": 0, "ships": 1, "cloisters": 2})
    expect(fault(tally(page), "estate")).to_have_text("")
    expect(counter(page)).to_have_text("3 of 3")
    show_seat(page, "Jo")
    fill(page, {"castles": 2})
    show_seat(page, "Aaron")  # unsent input survives opening the other panel
    expect(field(page, "cloisters")).to_have_value("2")
    expect(counter(page)).to_have_text("3 of 3")
    yield "Aaron's table"
    last_tab(page)
    button(page, "Enter Aaron's table").tap()
    expect(heading(page, "Round A: Jo's tally")).to_be_visible()
    expect(button(page, "Compare")).to_have_count(0)
    expect(field(page, "castles")).to_have_value("2")
    fill(page, {"victory": 1})
    said = "Aaron's 2 cloisters gave Jo 2 victory points on cards; the tally has 1. Forgotten?"
    expect(page.locator(".slip")).to_contain_text(said)
    for each in (page.locator(".slip"), button(page, "Enter Jo's tally")):
        expect(each).to_be_in_viewport(ratio=1)
    yield "one's own tally, in which something was perhaps overlooked"
    button(page, "Enter Jo's tally").tap()
    expect(page.locator(".standing b")).to_have_text(["1", "0"])  # entered at once
    expect(page.locator(".notice-note:visible")).to_contain_text(said)
    expect(button(page, "Compare round A")).to_be_in_viewport(ratio=1)
    yield "both are in"
    button(page, "Compare round A").tap()
    expect(heading(page, "Round B: 4 new cards, 3 to 7")).to_be_visible()
    fill(page, {"buildings": 4}, firsts=("buildings",))
    button(page, "Enter Aaron's table").tap()
    expect(page.locator(".standing b")).to_have_text(["1", "4"])
    button(page, "Compare").tap()
    expect(page.get_by_role("alert")).to_contain_text("Still round A's tally?")
    yield "the question"
    button(page, "Yes, compare").tap()
    skip(page)
    expect(heading(page, re.compile("Aaron wins after round B.*3 points ahead of Jo"))).to_be_visible()
    yield "the result"


def test_two_solo_rounds_fit_a_phone_and_pass_axe(device, server, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []
    open_solo(page, server, LONG[1])
    for key in (at_seat(0), "@00"):
        page.goto(re.sub(r"\?.*|$", f"?seat={key}", page.url, count=1))
        assert sideways(page) <= 0, key

"""The Castles of Burgundy: The Card Game alone: Aaron's cards, one's own tally and the comparison, round by round."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, begin, follow, open_game, sideways, started, walk
from tests.browser.test_loire import PRINTED, fault, field, fill, first, more, part, tally, total, triple

CARDS = (3, 7, 12, 18, 25)
# Rounds: Aaron's cards, his "first" cards and his points; one's own, and both with what the round before came to.
# Castles 4, mines 2, knowledge 3, ships 5.
HELD_OUT = (
    ({"mines": 3}, ("mines",), 3, {"castles": 3}, ("castles",), 5),  # 2 + 1; 4 + 1
    ({"ships": 3, "castles": 1}, ("ships",), 9, {"pastures": 3}, ("pastures",), 10),  # +5 +1; +4 +1
    ({"knowledge": 5}, ("knowledge",), 13, {"victory": 6}, (), 16),  # +3 +1; +6
    ({"buildings": 6}, ("buildings",), 20, {"goods": 8}, (), 24),  # +3 +3 +1; +8
    ({"pastures": 7}, (), 28, {"animal-cows": 1, "animal-pigs": 1, "victory": 9}, (), 28),  # +4 +4; +1 +3
)
MOST_TAPS, MOST_SCROLLS = 15, 3


def sit_down(page):
    begin(page, "loire", "Jo", **{f"triple_values-{name}": value for name, value in PRINTED.items()})
    expect(heading(page, "Round A: 3 cards")).to_be_visible()
    started(page)


def heading(page, said):
    return page.get_by_role("heading", name=said, exact=True)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def counter(page):
    return part(tally(page), "counter")


def aarons_cards(page, cards, firsts=()):
    fill(page, cards, firsts=firsts)


def chosen(page):
    return page.locator(".standing[aria-current] .standing-name")


def seat(page, name):
    page.locator(".standing", has_text=name).tap()
    expect(tally(page)).to_have_id("aaron" if name == "Aaron" else "tally-0")


def play_round(page, number, his, his_firsts, his_points, mine, firsts, my_points):
    """Enter Aaron's cards and one's own of a round, and compare."""
    letter = "ABCDE"[number]
    expect(heading(page, re.compile(f"^Round {letter}: "))).to_be_visible()
    expect(chosen(page)).to_have_text("◇ Aaron")
    aarons_cards(page, his, his_firsts)
    expect(counter(page)).to_have_text(f"{CARDS[number]} of {CARDS[number]}")
    expect(total(tally(page))).to_have_text(str(his_points))
    button(page, "Enter Aaron's table").tap()
    expect(heading(page, f"Round {letter}: Jo's tally")).to_be_visible()
    fill(page, mine, firsts=firsts)
    expect(total(tally(page))).to_have_text(str(my_points))
    button(page, "Enter Jo's tally").tap()
    expect(page.locator(".standing b")).to_have_text([str(my_points), str(his_points)])
    button(page, f"Compare round {letter}").tap()


def test_five_rounds_until_the_end(phone):
    sit_down(phone)
    for number, each in enumerate(HELD_OUT):
        play_round(phone, number, *each)
    expect(heading(phone, re.compile("Jo has held out to the end.*tied with Aaron on 28"))).to_be_visible()


def test_a_whole_round_by_touch(phone, server):
    """In the second round Aaron gets a mine, two castles and a ship; Jo has a triple more, and two victory points."""
    plays = [
        {"kind": "aaron", "estate": {"castles": 1, "mines": 2}},
        {"kind": "tally", "player": "Jo", "estate": {"ships": {"cards": 3}}, "first_triples": ["ships"]},
        {"kind": "end-round"},
    ]
    open_game(phone, server, "loire", ["Jo"], plays, solo=True, triple_values=PRINTED)
    started(phone)
    tap, form = Taps(), tally(phone)
    expect(heading(phone, "Round B: 4 new cards, 3 to 7")).to_be_visible()
    expect(counter(phone)).to_have_text("3 of 7")
    tap(*more(phone, "mines"), *more(phone, "castles", 2))
    expect(counter(phone)).to_have_text("6 of 7")
    expect(fault(form, "estate")).to_have_text("")
    tap(*more(phone, "ships"))
    expect(counter(phone)).to_have_text("7 of 7")
    tap(first(form, "castles"), first(form, "mines"))
    expect(total(form)).to_have_text("8")  # 4 + 2 + 1 + 1
    tap(button(phone, "Enter Aaron's table"))
    expect(heading(phone, "Round B: Jo's tally")).to_be_visible()
    tap(triple(phone, "pastures"), first(form, "pastures"))
    tap(*more(phone, "victory", 2))
    expect(total(form)).to_have_text("13")  # 5 + 1, 4 + 1, 2
    tap(button(phone, "Enter Jo's tally"))
    expect(phone.locator(".standing b")).to_have_text(["13", "8"])
    tap(button(phone, "Compare round B"))
    expect(heading(phone, "Round C: 5 new cards, 7 to 12")).to_be_visible()
    taps, scrolled = tap.spent("a round alone")
    assert taps <= MOST_TAPS
    assert scrolled <= MOST_SCROLLS


def test_a_tally_of_the_round_before_is_asked_about_before_aaron_wins(phone):
    sit_down(phone)
    play_round(phone, 0, *HELD_OUT[0])
    expect(heading(phone, re.compile("^Round B: "))).to_be_visible()
    aarons_cards(phone, {"ships": 3, "castles": 1}, ("ships",))
    button(phone, "Enter Aaron's table").tap()
    expect(phone.locator(".standing b")).to_have_text(["5", "9"])
    button(phone, "Compare").tap()
    expect(phone.get_by_role("alert")).to_have_text("Still round A's tally?")
    button(phone, "Yes, compare").tap()
    expect(heading(phone, re.compile("Aaron is ahead after round B.*9 points, 4 ahead of Jo"))).to_be_visible()
    row = phone.locator(".side-by-side tbody tr", has=phone.locator(".scores-sum"))
    assert row.locator("td").all_inner_texts() == ["9", "5"]
    phone.get_by_role("link", name="All games").click()
    expect(phone.locator(".game")).to_contain_text("Aaron won against Jo")


def test_what_was_perhaps_overlooked_is_seen_before_it_is_sent_and_not_asked(device):
    page = device(viewport=SMALL)
    sit_down(page)
    aarons_cards(page, {"ships": 1, "cloisters": 2})
    expect(counter(page)).to_have_text("3 of 3")
    button(page, "Enter Aaron's table").tap()
    expect(heading(page, "Round A: Jo's tally")).to_be_visible()
    expect(page.locator(".slip")).to_have_count(0)
    fill(page, {"goods": 4, "victory": 1})
    said = "Aaron's 2 cloisters gave Jo 2 victory points on cards; the tally has 1. Left out?"
    expect(page.locator(".slip")).to_contain_text(said)
    expect(page.locator(".slip")).to_be_in_viewport(ratio=1)
    expect(button(page, "Enter Jo's tally")).to_be_in_viewport(ratio=1)
    button(page, "Enter Jo's tally").tap()
    expect(page.locator(".standing b")).to_have_text(["5", "0"])  # it was entered at once
    expect(page.locator(".notice-note:visible")).to_contain_text(said)
    expect(button(page, "Compare round A")).to_be_in_viewport(ratio=1)
    fill(page, {"victory": 2})
    expect(total(tally(page))).to_have_text("6")
    expect(page.locator(".slip")).to_have_count(0)


def test_what_is_wrong_with_aarons_cards_stands_at_his_table(phone):
    sit_down(phone)
    aarons_cards(phone, {"mines": 4})
    expect(fault(tally(phone), "estate")).to_contain_text("In round A Aaron has 3 cards in all; here are 4.")
    button(phone, "Enter Aaron's table").tap()
    expect(phone.get_by_role("alert")).to_contain_text("In round A Aaron has 3 cards in all")
    expect(field(phone, "mines")).to_have_value("4")
    expect(chosen(phone)).to_have_text("◇ Aaron")
    aarons_cards(phone, {"mines": 3})
    expect(fault(tally(phone), "estate")).to_have_text("")
    expect(part(tally(phone), "counter")).to_have_text("3 of 3")


def test_a_half_filled_table_of_aaron_outlives_a_look_at_ones_own(phone):
    sit_down(phone)
    aarons_cards(phone, {"mines": 2}, ("mines",))
    seat(phone, "Jo")
    fill(phone, {"castles": 3})
    expect(first(tally(phone), "mines")).not_to_be_checked()
    seat(phone, "Aaron")
    expect(field(phone, "mines")).to_have_value("2")
    expect(first(tally(phone), "mines")).to_be_checked()
    expect(counter(phone)).to_have_text("2 of 3")
    seat(phone, "Jo")
    expect(field(phone, "castles")).to_have_value("3")


def test_the_bar_says_what_comes_next(phone):
    sit_down(phone)
    aarons_cards(phone, {"mines": 3}, ("mines",))
    button(phone, "Enter Aaron's table").tap()
    expect(heading(phone, "Round A: Jo's tally")).to_be_visible()
    expect(button(phone, "Compare")).to_have_count(0)
    seat(phone, "Aaron")
    expect(button(phone, "Change Aaron's table")).to_be_hidden()
    follow(phone.get_by_role("link", name="Enter Jo's tally"))
    button(phone, "Enter Jo's tally").tap()
    expect(button(phone, "Compare round A")).to_be_visible()
    fill(phone, {"goods": 4})
    expect(button(phone, "Compare round A")).to_be_hidden()
    button(phone, "Change Jo's tally").tap()
    expect(phone.locator(".standing b")).to_have_text(["4", "3"])
    expect(button(phone, "Compare round A")).to_be_visible()


def test_without_scripts(device):
    page = device(java_script_enabled=False)
    begin(page, "loire", "Jo", **{f"triple_values-{name}": value for name, value in PRINTED.items()})
    field(page, "mines").fill("3")
    follow(button(page, "Enter Aaron's table"))
    expect(page.get_by_role("alert")).to_contain_text("so the “first” card for it is his. Left out?")
    follow(button(page, "Yes, enter it"))
    follow(button(page, "Enter Jo's tally"))
    expect(button(page, "Change Jo's tally")).to_be_visible()
    follow(button(page, "Compare round A"))
    expect(heading(page, re.compile("Aaron is ahead after round A.*2 points, 2 ahead of Jo"))).to_be_visible()


def pages(page):
    """Walk through a game alone, and yield what is seen on the way."""
    sit_down(page)
    yield "Aaron's table"
    aarons_cards(page, {"mines": 3})
    expect(counter(page)).to_have_text("3 of 3")
    button(page, "Enter Aaron's table").tap()
    expect(heading(page, "Round A: Jo's tally")).to_be_visible()
    fill(page, {"castles": 3}, firsts=("castles",))
    expect(total(tally(page))).to_have_text("5")
    yield "one's own tally"
    button(page, "Enter Jo's tally").tap()
    expect(button(page, "Compare round A")).to_be_visible()
    yield "both are in"
    button(page, "Compare round A").tap()
    expect(heading(page, "Round B: 4 new cards, 3 to 7")).to_be_visible()
    aarons_cards(page, {"buildings": 4}, ("mines", "buildings"))
    button(page, "Enter Aaron's table").tap()
    button(page, "Compare").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "the question"
    button(page, "Yes, compare").tap()
    expect(page.locator(".winner")).to_be_visible()
    yield "the result"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page), axe) == []


def test_nothing_scrolls_sideways_with_a_long_name(device, server):
    page = device(viewport=SMALL)
    open_game(page, server, "loire", ["Maximiliane-Theodora von und zu Rappolts"], [], solo=True, triple_values=PRINTED)
    for seat in (0, 1):
        page.goto(re.sub(r"\?.*|$", f"?seat={seat}", page.url, count=1))
        assert sideways(page) <= 0

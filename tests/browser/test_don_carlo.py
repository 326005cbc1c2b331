"""Don Carlo on a phone: one test for each thing a person does."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.steps import (
    Taps,
    follow,
    key,
    open_game,
    ready,
    scrolls,
    send,
    settle,
    sit_down,
    started,
    tap_cards,
    tap_twice,
    totals,
)

GAMES = Path(__file__).parents[1] / "games" / "don-carlo"


def recorded(name):
    game = json.loads((GAMES / f"{name}.json").read_text())
    return game["document"], {line["player"]: line for line in game["sheet"]["standings"]}


def numbers_in(row):
    """Return the figures in a row of the score paper, without what they are."""
    return [text.split()[-1] for text in row.locator("td").all_inner_texts()]


def test_a_game_to_its_end_by_keypad(phone, server):
    document, lines = recorded("two-players-to-the-end")
    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-4])
    for play in document["plays"][-4:]:
        expect(phone.get_by_role("heading", name=f"{play['player']} sends an agent")).to_be_visible()
        send(phone, play["cards"])
    expect(phone.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    for name, line in lines.items():
        row = phone.get_by_role("row", name=name)
        figures = [line["parts"][part] for part in ("influence", "bonus", "countries")] + [line["total"]]
        assert numbers_in(row) == [str(figure) for figure in figures]
    phone.get_by_role("link", name="All games").click()
    expect(phone.locator(".game")).to_have_count(1)
    expect(phone.locator(".game")).to_contain_text("Anneli won against Benito")
    phone.locator(".game").click()
    expect(phone.locator(".country")).to_have_count(5)
    expect(phone.locator(".log-line")).to_have_count(len(document["plays"]))


def test_the_end_of_a_game_without_scripts(device, server):
    document, lines = recorded("two-players-to-the-end")
    page = device(java_script_enabled=False)
    open_game(page, server, "don-carlo", document["players"], document["plays"][:-4])
    expect(page.locator("[data-keys]")).to_be_hidden()
    for play in document["plays"][-4:]:
        page.get_by_label("Code name").fill("/".join(map(str, play["cards"])))
        page.get_by_role("button", name="Send agent").click()
    expect(page.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    sums = [int(text) for text in page.locator(".scores-sum").all_inner_texts()]
    assert sums == [line["total"] for line in lines.values()]


def test_without_scripts_a_refused_play_says_why_and_stays(device):
    page = device(java_script_enabled=False)
    page.goto("/")
    page.locator(".tile-don-carlo").click()
    for name in ("Anneli", "Benito"):
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Begin Don Carlo").click()
    page.get_by_label("Code name").fill("1 3")
    page.get_by_role("button", name="Send agent").click()
    expect(page.get_by_role("alert")).to_contain_text("with 2 players there is no country [4]")
    expect(page.get_by_label("Code name")).to_have_value("1 3")


def test_the_verdict_stands_there_before_sending(phone):
    sit_down(phone, "Anneli", "Benito", "Anja")
    verdict = phone.locator("[data-verdict]")
    expect(verdict).to_contain_text("Which code name?")
    for cards, receipt in (
        ("1", "Anneli 1 to Egoistria: +1"),
        ("11", "Benito 1/1 to Egoistria: +2"),
        ("2", "Anja 2 to Egoistria: +3"),
    ):
        send(phone, cards)
        expect(verdict).to_contain_text(receipt)
    requests = []
    phone.on("request", lambda request: requests.append(request.url))
    address = phone.url  # which is asked for again and again, whatever is tapped
    tap_cards(phone, "0")
    expect(verdict).to_contain_text("0 adds up to 0: no country takes that.")
    expect(verdict).not_to_contain_text("Anja")
    expect(verdict).not_to_have_class(re.compile("verdict-stop"))  # with a 1 it leads to Egoistria
    tap_cards(phone, "1")
    expect(verdict).to_contain_text("0/1 goes to Egoistria [1-3]")
    expect(verdict).to_contain_text("4 agents here now")
    expect(verdict).to_contain_text("+4")
    expect(phone.locator("#send")).to_have_text("Send agent 0/1")
    tap_cards(phone, "2")
    expect(verdict).to_contain_text("0/1/2 goes to Egoistria [1-3]")
    expect(verdict).to_contain_text("a run: 4 + 1")
    expect(verdict).to_contain_text("+5")
    phone.locator("[data-backspace]").tap()
    expect(verdict).to_contain_text("0/1 goes to")
    assert set(requests) <= {address}


def test_a_code_name_that_may_not_go_says_why_and_is_not_sent(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "114")
    tap_cards(phone, "411")
    expect(phone.locator("[data-verdict]")).to_contain_text(
        "1/1/4 is already in Absurdistan [6]: Anneli sent it in play 1."
    )
    expect(phone.locator("#send")).to_have_attribute("aria-disabled", "true")
    phone.locator("#send").tap(force=True)
    expect(phone.locator(".bar-link")).to_have_text("1 play")


def test_a_tap_on_a_card_takes_it_out_and_the_tray_is_kept_for_this_turn_alone(phone):
    sit_down(phone, "Anneli", "Benito")
    tray = phone.locator(".card:not(.card-empty)")
    tap_cards(phone, "312")
    phone.get_by_role("button", name="Take out 2").tap()
    expect(tray).to_have_text(["1", "3"])
    phone.reload()
    expect(tray).to_have_text(["1", "3"])
    follow(phone.locator(".bar-link"))
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(tray).to_have_text(["1", "3"])
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    phone.reload()
    ready(phone)
    expect(tray).to_have_count(0)


@pytest.mark.parametrize(
    ("typed", "dead", "reason"),
    [
        ("66", "6", "Anneli has only two 6s left."),
        ("66", "1", "1/6/6 adds up to 13: no country takes that."),
        ("1111", "0", "A code name has up to four numbers; this one has 5."),
    ],
)
def test_a_number_that_leads_nowhere_is_dimmed_and_says_why(phone, typed, dead, reason):
    sit_down(phone, "Anneli", "Benito")
    expect(key(phone, dead)).to_have_attribute("aria-disabled", "false")
    tap_cards(phone, typed[:-1])
    if typed == "1111":
        # 1/1/1/1 adds up to 4, which is no country with two players: the fourth 1 is dead already.
        typed, dead, reason = "111", "1", "1/1/1/1 adds up to 4: with 2 players there is no country [4]."
    else:
        tap_cards(phone, typed[-1])
    expect(key(phone, dead)).to_have_attribute("aria-disabled", "true")
    key(phone, dead).tap(force=True)
    expect(phone.locator("[data-verdict]")).to_contain_text(reason)
    expect(phone.locator(".card:not(.card-empty)")).to_have_count(len(typed))


def test_out_of_turn_by_tapping_another_name(phone):
    sit_down(phone, "Anneli", "Benito", "Anja")
    phone.locator(".standing", has_text="Anja").tap()
    expect(phone.get_by_role("heading", name="Anja sends an agent")).to_be_visible()
    expect(phone.get_by_text("It is Anneli's turn.")).to_be_visible()
    expect(phone.locator("#send")).to_have_css("border-style", "dashed")  # grey as she is, she tells the two apart
    tap_cards(phone, "3")
    expect(phone.locator("#send")).to_have_css("border-style", "solid")
    phone.locator("#send").tap()
    expect(phone.get_by_text("Anja played; it was Anneli's turn.")).to_be_visible()
    expect(phone.get_by_text("Anja 3 to Egoistria: +1")).to_be_visible()
    assert totals(phone) == [0, 0, 1]
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_a_name_with_the_sign_of_the_blank_stays_whole(phone):
    sit_down(phone, "100%", "Benito")
    phone.locator(".standing", has_text="Benito").tap()
    ready(phone)
    expect(phone.locator("[data-verdict]")).to_contain_text("It is 100%'s turn.")
    phone.get_by_role("link", name="Back to the turn").click()
    tap_cards(phone, "66")
    key(phone, "6").tap(force=True)
    expect(phone.locator("[data-verdict]")).to_contain_text("100% has only two 6s left.")


def test_undo_names_what_it_takes_back(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "123")
    settle(phone)
    phone.get_by_role("button", name="Undo Anneli's 1/2/3").tap()
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo")).to_have_count(0)
    assert totals(phone) == [0, 0]


def test_stop_here_asks_first(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "333")
    phone.get_by_role("link", name="End, archive or delete").click()
    phone.get_by_role("link", name="Keep playing").click()
    phone.get_by_role("link", name="End, archive or delete").click()
    phone.get_by_role("button", name="End it and score").click()
    expect(phone.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    settle(phone)
    phone.get_by_role("button", name="Reopen the game").click()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()


def test_two_phones_do_not_overwrite_each_other(phone, device):
    sit_down(phone, "Anneli", "Benito")
    other = device()
    other.goto(phone.url)
    tap_cards(other, "6")
    send(phone, "5")
    other.locator("#send").tap()
    outbox = other.locator("[data-module=outbox]")
    expect(outbox.get_by_role("alert")).to_contain_text("Meanwhile: Anneli's 5 was entered.")
    expect(outbox).to_contain_text("Not entered, and waiting for you: Anneli 6")
    expect(other.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    expect(other.locator(".bar-link")).to_have_text("1 play")
    expect(other.locator(".card:not(.card-empty)")).to_have_count(0)
    other.get_by_role("button", name="Change “Anneli 6”").tap()
    expect(other.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    expect(other.locator(".card:not(.card-empty)")).to_have_text("6")
    other.get_by_role("link", name="Back to the turn").tap()
    expect(other.get_by_role("heading", name="Benito sends an agent")).to_be_visible()


def test_the_back_button_shows_the_game_as_it_is(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    follow(phone.get_by_role("link", name="1 play"))
    phone.go_back()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    send(phone, "6")
    assert totals(phone) == [1, 1]


def test_by_keyboard_alone(phone):
    sit_down(phone, "Anneli", "Benito")
    ready(phone)
    phone.keyboard.type("321")
    expect(phone.locator("[data-verdict]")).to_contain_text("1/2/3 goes to Absurdistan [6]")
    phone.keyboard.press("Backspace")
    expect(phone.locator("[data-verdict]")).to_contain_text("2/3 goes to Country 5")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    phone.reload()
    ready(phone)
    phone.keyboard.type("6")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_a_second_tap_on_undo_is_a_slip_of_the_finger(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    send(phone, "6")
    settle(phone)
    tap_twice(phone, "#undo", at_once=True)
    settle(phone)
    expect(phone.locator("#undo")).to_have_text("Undo Anneli's 5")
    expect(phone.locator("#undo")).to_be_enabled()
    expect(phone.locator(".bar-link")).to_have_text("1 play")


@pytest.mark.parametrize(
    "players", [("Anneli", "Benito"), ("Anneli", "Benito", "Anja", "Maximiliane-Theodora von und zu Rappolts")]
)
def test_the_table_fits_the_screen(phone, players):
    sit_down(phone, *players)
    tap_cards(phone, "13")
    assert scrolls(phone) == [0, 0]
    phone.set_viewport_size({"width": 360, "height": 560})
    button = phone.locator("#send").bounding_box()
    assert button["y"] + button["height"] <= 560
    assert scrolls(phone)[0] == 0


def test_a_player_who_is_out_is_announced_and_passed_over(phone, server):
    document, _ = recorded("three-players-to-the-end")
    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-4])
    announced = []
    for play in document["plays"][-4:]:
        expect(phone.get_by_role("heading", name=f"{play['player']} sends an agent")).to_be_visible()
        send(phone, play["cards"])
        announced += phone.locator("[data-verdict]", has_text="is out.").all_inner_texts()
        for badge in phone.locator(".standing-out").all():
            assert badge.evaluate("badge => badge.offsetTop >= 0 && badge.scrollWidth <= badge.clientWidth")
    assert len(announced) == len(document["players"]) - 1  # the last one ends the game


def correct(phone, line):
    phone.locator(".bar-link").click()
    phone.locator(".log-line", has_text=line).click()


def backspace(phone, times):
    for _ in range(times):
        phone.locator("[data-backspace]").tap()


def test_an_amendment_that_makes_a_later_play_fall(phone):
    sit_down(phone, "Anneli", "Benito")
    for cards in ("114", "23", "33"):
        send(phone, cards)
    correct(phone, "1/1/4 goes to")
    expect(phone.locator("#send")).to_have_text("Save 1/1/4")
    backspace(phone, 3)
    tap_cards(phone, "33")
    phone.locator("#send").tap()
    expect(phone.get_by_role("alert")).to_contain_text("these plays conflict with the change")
    expect(phone.get_by_role("heading", name="3 · Anneli's 3/3")).to_be_visible()
    expect(phone.get_by_text("3/3 is already in Absurdistan [6]: Anneli sent it in play 1.")).to_be_visible()
    phone.get_by_label("Code name").fill("0/6")
    phone.get_by_role("button", name="Save with these fixes").tap()
    expect(phone.locator(".log-line", has_text="0/6 goes to Absurdistan [6]")).to_be_visible()
    expect(phone.locator("#play-1")).to_contain_text("Anneli's 1/1/4 was changed to Anneli's 3/3.")
    settle(phone)
    phone.get_by_role("button", name="Undo the change to").tap()
    expect(phone.get_by_role("button", name="Redo the change to")).to_be_visible()
    phone.locator(".bar-link").click()
    expect(phone.locator(".log-line", has_text="1/1/4")).to_be_visible()


def test_a_forgotten_play_is_put_in_and_those_after_it_move_one_seat_on(phone, axe):
    sit_down(phone, "Anneli", "Benito", "Anja")
    for cards in ("114", "23", "33", "15"):
        send(phone, cards)
    tap = Taps()
    tap(phone.locator(".bar-link"))
    tap(phone.locator(".log-line", has_text="2/3 goes to"))
    tap(phone.get_by_role("link", name="Insert a play before"))
    ready(phone)
    for number in "12":
        tap(key(phone, number))
    tap(phone.locator("#send"))
    expect(phone.get_by_role("heading", name="The next 3 plays each move one seat on?")).to_be_visible()
    expect(phone.locator(".log-line", has_text="2/3 goes to")).to_contain_text(re.compile(r"Benito →\s+◆ Anja"))
    axe(phone)
    button = phone.get_by_role("button", name="Move them")
    expect(button).to_be_in_viewport(ratio=1)
    tap(button)
    along = "Benito's 1/2 was inserted. Along with it: Anja's 2/3, Anneli's 3/3 and Benito's 1/5."
    expect(phone.locator("#play-2")).to_contain_text(along)
    expect(phone.locator("#play-5")).to_contain_text(re.compile(r"Benito: 1/5[^+]*3 agents here now"))
    assert tap.printed("a forgotten play put in, three later ones moved") == 7
    follow(phone.locator(".bar-home"))
    for cards in ("1", "2", "3", "5", "6"):
        send(phone, cards)
    correct(phone, "2/3 goes to")
    phone.set_viewport_size({"width": 664, "height": 390})
    phone.get_by_role("button", name="Delete this play").click()
    expect(phone.locator("#play-3")).to_contain_text("Anja's 2/3 was deleted.")
    expect(phone.locator("#play-3")).to_be_in_viewport(ratio=1)  # at the far end of the log
    expect(phone.locator("#play-9")).not_to_be_in_viewport()


def test_undo_and_redo(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "333")
    for button, points in (("#undo", [0, 0]), ("#redo", [3, 0])):
        settle(phone)
        phone.locator(button).tap()
        expect(phone.locator(button)).to_have_count(0)
        assert totals(phone) == points


def test_cannot_send_anything(phone):
    sit_down(phone, "Anneli", "Benito")
    held, more = phone.locator(".numbers-chip"), lambda number: phone.locator(f"[data-more='{number}']")
    follow(phone.get_by_role("link", name="Can't send an agent?"))
    for number in ("0", "4", "6", "6"):
        more(number).tap()
    expect(more("6")).to_have_attribute("aria-disabled", "true")  # no family has a third
    for number in ("6", "6"):
        phone.get_by_role("button", name=f"Take out {number}").last.tap()
    follow(phone.get_by_role("button", name="Show"))
    expect(phone.locator("#answers")).to_contain_text("draw one more card")
    expect(held).to_have_text(["0", "4"])
    more("0").tap()
    more("6").tap()
    for way_back in (lambda: follow(phone.locator(".bar-home")), phone.go_back):
        follow(phone.locator(".bar-rules"))
        way_back()
        expect(held).to_have_text(["0", "4", "0", "6"])
    follow(phone.get_by_role("button", name="Show"))
    names = [text.split(" ")[0] for text in phone.locator("#answers b").all_inner_texts()]
    assert sorted(names) == sorted(["6", "0/6", "0/0/6", "4/6", "0/4/6", "0/0/4/6"])
    phone.goto(phone.url.partition("?")[0])
    started(phone)
    expect(held).to_have_count(0)  # what was asked is not kept
    phone.go_back()
    follow(phone.locator("#answers a", has_text=re.compile("^0/4/6 ")))
    expect(phone.locator(".card:not(.card-empty)")).to_have_text(["0", "4", "6"])
    phone.locator("#send").tap()
    expect(phone.get_by_text("Anneli 0/4/6 to Squadronia: +1")).to_be_visible()


def test_the_board_lies_under_the_keypad_and_shows_the_queues(phone):
    sit_down(phone, "Anneli", "Benito")
    for cards in ("1", "2", "12"):
        send(phone, cards)
    egoistria = phone.locator(".country", has_text="Egoistria [1-3]")
    agents = [" ".join(text.split()) for text in egoistria.locator(".agent").all_inner_texts()]
    assert agents == ["● Anneli: 1", "■ Benito: 2", "● Anneli: 1/2"]
    expect(egoistria.locator(".country-lead")).to_contain_text("Anneli leads: 2 agents to 1")
    expect(phone.locator(".country", has_text="Country 7")).to_have_text(re.compile(r"^\s*Country 7\s+nobody yet\s*$"))
    button, board = (phone.locator(each).bounding_box() for each in ("#send", ".table-board"))
    assert board["y"] >= button["y"] + button["height"]
    row = phone.get_by_role("row", name="1 Anneli")
    assert numbers_in(row) == ["4", "0", "3", "7"]


def test_on_a_tablet_the_board_lies_beside_the_keypad(device):
    tablet = device(viewport={"width": 820, "height": 1180})
    sit_down(tablet, "Anneli", "Benito", "Anja", "Donny")
    for cards in ("123", "1", "2"):
        send(tablet, cards)
    entry, board = (tablet.locator(each).bounding_box() for each in (".table-entry", ".table-board"))
    assert board["x"] >= entry["x"] + entry["width"]
    assert scrolls(tablet) == [0, 0]
    tablet.set_viewport_size({"width": 768, "height": 1024})
    assert tablet.locator(".scores-frame").evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
    follow(tablet.locator(".bar-link"))
    for width in range(320, 480, 20):
        tablet.set_viewport_size({"width": width, "height": 640})
        spans = tablet.locator(".log .unbroken")
        assert spans.evaluate_all("all => all.map(each => each.getClientRects().length)") == [1, 1]


def test_in_german(device):
    phone = device(locale="de-DE")
    phone.goto("/")
    phone.locator(".tile-don-carlo").click()
    for number, name in enumerate(("Anneli", "Benito")):
        phone.get_by_label("Name eines neuen Spielers").fill(name)
        phone.get_by_role("button", name="Hinzufügen", exact=True).click()
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    phone.get_by_role("button", name="Don Carlo beginnen").click()
    phone.set_viewport_size({"width": 360, "height": 640})
    heading = phone.get_by_role("heading", name="Agent von Anneli")
    assert heading.evaluate("heading => heading.scrollWidth <= heading.clientWidth")
    tap_cards(phone, "333")
    expect(phone.locator("[data-verdict]")).to_contain_text("3/3/3 geht nach Schwadronien [9–12]")
    expect(phone.locator("[data-verdict]")).to_contain_text("der erste Agent dort und drei gleiche: 1\u00a0+\u00a02")
    phone.locator("#send").tap()
    expect(phone.get_by_role("heading", name="Agent von Benito")).to_be_visible()
    expect(phone.get_by_text("Anneli 3/3/3 nach Schwadronien: +3")).to_be_visible()
    expect(phone.get_by_role("button", name="Zurücknehmen: 3/3/3 von Anneli")).to_be_visible()
    phone.goto(phone.url.split("/games")[0])
    phone.get_by_role("button", name="English").click()
    expect(phone.get_by_role("heading", name="In progress")).to_be_visible()

"""Don Carlo on a phone: the keypad and its messages, corrections by touch, and what fits the screen."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.steps import (
    Taps,
    begin_by_hand,
    follow,
    key,
    open_game,
    ready,
    scrolls,
    send,
    settle,
    sit_down_by_hand,
    skip,
    started,
    tap_cards,
    totals,
)  # fmt: skip

GAMES = Path(__file__).parents[1] / "games" / "don-carlo"
LONG = ("Anneli", "Benito", "Anja", "Maximiliane-Theodora von und zu Rappolts")


def opened(page, server, players, *cards):
    """Open a table with these code names already sent in turn."""
    agents = [
        {"kind": "agent", "player": players[number % len(players)], "cards": list(map(int, each))}
        for number, each in enumerate(cards)
    ]
    open_game(page, server, "don-carlo", players, agents)
    started(page)


def tray(page):
    return page.locator(".card:not(.card-empty)")


def verdict(page):
    return page.locator("#verdict")


def sends(page, name):
    return page.get_by_role("heading", name=f"{name} sends an agent")


def test_complete_game_is_entered_on_the_keypad(phone):
    game = json.loads((GAMES / "three-players-to-the-end.json").read_text())
    document, lines, announced = game["document"], game["sheet"]["standings"], []
    sit_down_by_hand(phone, "don-carlo", *document["players"])
    begin_by_hand(phone)
    for play in document["plays"]:
        expect(sends(phone, play["player"])).to_be_visible()
        send(phone, play["cards"])
        announced += phone.locator("#verdict", has_text="is out.").all_inner_texts()
        for device_token in phone.locator(".standing-out").all():
            assert device_token.evaluate("badge => badge.offsetTop >= 0 && badge.scrollWidth <= badge.clientWidth")
    assert len(announced) == 2  # the last one ends the game
    skip(phone)
    expect(phone.get_by_role("heading", name=f"{lines[0]['player']} is Don Carlo")).to_be_visible()
    for line in lines:
        figures = [line["parts"][part] for part in ("influence", "bonus", "countries")] + [line["total"]]
        shown = phone.get_by_role("row", name=line["player"]).locator("td").all_inner_texts()
        assert [text.split()[-1] for text in shown] == [str(figure) for figure in figures]


def test_keypad_previews_the_effect_of_a_code_name(phone, server):
    opened(phone, server, ("100%", "Benito"), "3")  # a name with the placeholder character stays intact
    expect(verdict(phone)).to_contain_text("100% 3 to Egoistria: +1")
    send(phone, "114")
    expect(verdict(phone)).to_contain_text("Benito 1/1/4 to Absurdistan: +")
    requests = []
    phone.on("request", lambda request: requests.append(request.url))
    url = phone.url  # polled repeatedly, whatever is tapped
    tap_cards(phone, "0")
    expect(verdict(phone)).to_contain_text("0 adds up to 0: no country takes that.")
    expect(verdict(phone)).not_to_contain_text("Benito")
    expect(verdict(phone)).not_to_have_class(re.compile("verdict-stop"))  # with a 1 it leads to Egoistria
    for number, said in (
        ("1", ("0/1 goes to Egoistria [1-3]", "2 agents here now", "+2")),
        ("2", ("0/1/2 goes to Egoistria [1-3]", "a run: 2 + 1", "+3")),
    ):
        tap_cards(phone, number)
        for text in said:
            expect(verdict(phone)).to_contain_text(text)
    expect(phone.locator("#send")).to_have_text("Send agent 0/1/2")
    phone.locator("[data-backspace]").tap()
    expect(verdict(phone)).to_contain_text("0/1 goes to")
    expect(phone.locator(".country-tile.lit")).to_contain_text("1–3")
    backspace(phone, 2)
    expect(phone.locator(".country-tile.lit")).to_have_count(0)
    tap_cards(phone, "5")
    expect(verdict(phone)).to_contain_text("Takes Country 5: 4 → 10")
    tap = Taps()
    tap(phone.locator(".country-tile", has_text="6").get_by_role("link"))
    assert tap.printed("the agents of a country") == 1
    expect(phone.get_by_role("dialog", name="Absurdistan [6]")).to_contain_text("Benito: 1/1/4")
    phone.get_by_role("dialog").tap()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    backspace(phone, 1)

    tap_cards(phone, "411")
    expect(verdict(phone)).to_contain_text("1/1/4 is already in Absurdistan [6]: Benito sent it in entry 2.")
    expect(phone.locator("#send")).to_have_attribute("aria-disabled", "true")
    phone.locator("#send").tap(force=True)
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    backspace(phone, 3)

    for typed, dead, reason in (
        ("66", "6", "100% has only two 6s left."),
        ("66", "1", "1/6/6 adds up to 13: no country takes that."),
        ("111", "1", "1/1/1/1 adds up to 4: with 2 players there is no country [4]."),
    ):
        expect(key(phone, dead)).to_have_attribute("aria-disabled", "false")
        tap_cards(phone, typed)
        expect(key(phone, dead)).to_have_attribute("aria-disabled", "true")
        key(phone, dead).tap(force=True)
        expect(verdict(phone)).to_contain_text(reason)
        expect(tray(phone)).to_have_count(len(typed))
        backspace(phone, len(typed))
    assert set(requests) <= {url}

    tap_cards(phone, "114")
    expect(phone.locator("#send")).to_have_attribute("aria-disabled", "true")  # sent already
    backspace(phone, 3)
    tap_cards(phone, "312")
    phone.get_by_role("button", name="Take out 2").tap()
    phone.reload()
    expect(tray(phone)).to_have_text(["1", "3"])
    follow(phone.locator(".bar-link"))
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(tray(phone)).to_have_text(["1", "3"])
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(sends(phone, "Benito")).to_be_visible()
    phone.reload()
    ready(phone)
    expect(tray(phone)).to_have_count(0)  # kept for that turn only


def test_agents_are_entered_undone_and_redone_by_keyboard(phone, server):
    opened(phone, server, ("Anneli", "Benito"))
    phone.keyboard.type("321")
    expect(verdict(phone)).to_contain_text("1/2/3 goes to Absurdistan [6]")
    phone.keyboard.press("Backspace")
    expect(verdict(phone)).to_contain_text("2/3 goes to Country 5")
    phone.keyboard.press("Enter")
    expect(sends(phone, "Benito")).to_be_visible()
    phone.reload()
    ready(phone)
    phone.keyboard.type("6")
    phone.keyboard.press("Enter")
    expect(sends(phone, "Anneli")).to_be_visible()
    expect(phone.locator("#undo")).to_have_accessible_name("Undo Benito's 6")  # the response arrived
    settle(phone)
    expect(phone.locator("#undo")).to_be_enabled()
    phone.evaluate("() => { for (const _ of '12') document.getElementById('undo').click() }")  # a double click
    settle(phone)
    expect(phone.locator("#undo")).to_have_accessible_name("Undo Anneli's 2/3")
    expect(phone.locator("#undo")).to_be_enabled()
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    phone.locator("#redo").tap()
    expect(phone.locator("#redo")).to_have_count(0)
    assert totals(phone) == [6, 7]
    follow(phone.get_by_role("link", name="2 entries"))
    phone.go_back()
    expect(sends(phone, "Anneli")).to_be_visible()
    send(phone, "5")
    expect(phone.get_by_role("link", name="3 entries")).to_be_visible()


def test_send_waits_for_next_key_after_refused_key(phone, server):
    opened(phone, server, ("Ann", "Bob"))
    sent = phone.locator("#send")
    tap_cards(phone, "66")
    expect(sent).to_have_text("Send agent 6/6")
    key(phone, "1").tap(force=True)
    expect(verdict(phone)).to_contain_text("1/6/6 adds up to 13")
    expect(sent).to_have_text("Send agent")
    sent.tap(force=True)
    phone.keyboard.press("Enter")
    backspace(phone, 1)
    expect(tray(phone)).to_have_text(["6"])
    tap_cards(phone, "1")
    expect(sent).to_have_text("Send agent 1/6")
    sent.tap()
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    expect(verdict(phone)).to_contain_text("Ann 1/6")


def backspace(page, times):
    for _ in range(times):
        page.locator("[data-backspace]").tap()


def test_inserted_entry_moves_later_entries_by_one_seat(phone, server, axe):
    opened(phone, server, ("Anneli", "Benito", "Anja"), "114", "23", "33", "15")
    tap = Taps()
    tap(phone.locator(".bar-link"))
    tap(phone.locator(".log-line", has_text="2/3 goes to"))
    tap(phone.get_by_role("link", name="Insert an entry before"))
    phone.wait_for_url("**/before?**")  # the previous page has the same keys
    ready(phone)
    for number in "12":
        tap(key(phone, number))
    tap(phone.locator("#send"))
    expect(phone.get_by_role("heading", name="Move each of the next 3 entries to the next player?")).to_be_visible()
    expect(phone.locator(".log-line", has_text="2/3 goes to")).to_contain_text(re.compile(r"Benito →\s+◆\s+Anja"))
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
    follow(phone.locator(".bar-link"))
    follow(phone.locator(".log-line", has_text="2/3 goes to"))
    phone.set_viewport_size({"width": 664, "height": 390})
    phone.get_by_role("button", name="Delete this entry").click()
    expect(phone.locator("#play-3")).to_contain_text("Anja's 2/3 was deleted.")
    expect(phone.locator("#play-3")).to_be_in_viewport(ratio=1)  # at the far end of the log
    expect(phone.locator("#play-9")).not_to_be_in_viewport()


def test_stuck_player_page_advises_to_draw_a_card(phone, server):
    opened(phone, server, ("Anneli", "Benito"))
    held, more = phone.locator(".numbers-chip"), lambda number: phone.locator(f".numbers [data-number='{number}']")
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
    expect(held).to_have_count(0)  # the question is not kept
    phone.go_back()
    follow(phone.locator("#answers a", has_text=re.compile("^0/4/6 ")))
    expect(phone.locator(".card:not(.card-empty)")).to_have_text(["0", "4", "6"])
    phone.locator("#send").tap()
    expect(phone.get_by_text("Anneli 0/4/6 to Squadronia: +1")).to_be_visible()


def test_table_fits_the_screen(phone, server):
    for players in (LONG[:2], LONG):
        phone.set_viewport_size({"width": 390, "height": 664})
        opened(phone, server, players)
        tap_cards(phone, "13")
        assert scrolls(phone) == [0, 0], players
        phone.set_viewport_size({"width": 360, "height": 560})
        entry = phone.locator("#send").bounding_box()
        assert entry["y"] + entry["height"] <= 560
        assert scrolls(phone)[0] == 0, players


def test_tablet_shows_board_beside_keypad(device, server):
    tablet = device(viewport={"width": 820, "height": 1180})
    opened(tablet, server, ("Anneli", "Benito", "Anja", "Donny"), "123", "1", "2")
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

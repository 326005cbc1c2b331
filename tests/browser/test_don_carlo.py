"""Don Carlo on a phone: the keypad and its messages, an insertion by touch, and what fits the screen."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import recorded
from tests.browser.steps import (
    SMALL,
    Taps,
    answered,
    begin_by_hand,
    box,
    follow,
    in_sight,
    key,
    open_game,
    ready,
    scrolls,
    send,
    sit_down_by_hand,
    skip,
    started,
    tap_cards,
)

FOUR = ("Maximiliane", "Christopher", "Evangelina", "Benedikta")


def opened(page, server, players, *cards):
    """Open a table with these code names already sent in turn."""
    agents = [
        {"kind": "agent", "player": players[number % len(players)], "cards": list(map(int, each))}
        for number, each in enumerate(cards)
    ]
    open_game(page, server, "don-carlo", players, agents)
    ready(page)


def tray(page):
    return page.locator(".card:not(.card-empty)")


def verdict(page):
    return page.locator("#verdict")


def sends(page, name):
    return page.get_by_role("heading", name=f"{name} sends an agent")


def backspace(page, times):
    for _ in range(times):
        page.locator("[data-backspace]").tap()


def test_complete_game_is_entered_on_the_keypad(phone, server):
    """The first and the last rounds of a game; in between it is a recorded one."""
    document = recorded("don-carlo/three-players-to-the-end")
    sit_down_by_hand(phone, "don-carlo", *document["players"])
    begin_by_hand(phone)
    tap = Taps()
    for play in document["plays"][:3]:
        expect(sends(phone, play["player"])).to_be_visible()
        ready(phone)
        tap(*(key(phone, card) for card in play["cards"]), phone.locator("#send"))
        assert tap.printed("an agent") == len(play["cards"]) + 1
    expect(phone.locator(".bar-link")).to_have_text("3 entries")

    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-6])
    announced = []
    for play in document["plays"][-6:]:
        expect(sends(phone, play["player"])).to_be_visible()
        send(phone, play["cards"])
        announced += phone.locator("#verdict", has_text="is out.").all_inner_texts()
        for badge in phone.locator(".standing-out").all():
            assert badge.evaluate("badge => badge.offsetTop >= 0 && badge.scrollWidth <= badge.clientWidth")
    assert len(announced) == 2  # the last one ends the game
    skip(phone)
    expect(phone.get_by_role("heading", name="is Don Carlo")).to_be_visible()


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
    tap_cards(phone, "1")
    expect(verdict(phone)).to_contain_text("2 agents here now")
    tap_cards(phone, "2")
    for said in ("0/1/2 goes to Egoistria [1-3]", "a run: 2 + 1", "+3"):
        expect(verdict(phone)).to_contain_text(said)
    expect(phone.locator("#send")).to_have_text("Send agent 0/1/2")
    backspace(phone, 1)
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
        expect(phone.locator("#send")).to_have_text("Send agent")  # the numbers may not be the intended ones
        phone.locator("#send").tap(force=True)
        backspace(phone, len(typed))
    assert set(requests) <= {url}

    tap_cards(phone, "312")
    phone.get_by_role("button", name="Take out 2").tap()
    phone.reload()
    expect(tray(phone)).to_have_text(["1", "3"])
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(sends(phone, "Benito")).to_be_visible()
    phone.reload()
    ready(phone)
    expect(tray(phone)).to_have_count(0)  # kept for that turn only


def test_agents_are_entered_by_keyboard(phone, server):
    opened(phone, server, ("Anneli", "Benito"))
    phone.keyboard.type("321")
    expect(verdict(phone)).to_contain_text("1/2/3 goes to Absurdistan [6]")
    phone.keyboard.press("Backspace")
    expect(verdict(phone)).to_contain_text("2/3 goes to Country 5")
    phone.keyboard.press("Enter")
    expect(sends(phone, "Benito")).to_be_visible()
    ready(phone)
    phone.keyboard.type("66")
    key(phone, 1).tap(force=True)  # refused
    phone.keyboard.press("Enter")
    expect(tray(phone)).to_have_text(["6", "6"])
    expect(phone.locator(".bar-link")).to_have_text("1 entry")


def test_inserted_entry_moves_later_entries_by_one_seat(phone, server, axe):
    opened(phone, server, ("Anneli", "Benito", "Anja"), "114", "23", "33", "15")
    tap = Taps()
    tap(phone.locator(".bar-link"))
    tap(phone.locator(".log-line", has_text="2/3 goes to"))
    tap(phone.get_by_role("link", name="Insert an entry before"))
    phone.wait_for_url("**/before?**")  # the previous page has the same keys
    ready(phone)
    tap(key(phone, 1), key(phone, 2), phone.locator("#send"))
    expect(phone.get_by_role("heading", name="Move each of the next 3 entries to the next player?")).to_be_visible()
    expect(phone.locator(".log-line", has_text="2/3 goes to")).to_contain_text(re.compile(r"Benito →\s+◆\s+Anja"))
    axe(phone)
    button = phone.get_by_role("button", name="Move them")
    expect(button).to_be_in_viewport(ratio=1)
    tap(button)
    along = "Benito's 1/2 was inserted. Along with it: Anja's 2/3, Anneli's 3/3 and Benito's 1/5."
    expect(phone.locator("#play-2")).to_contain_text(along)
    assert tap.printed("a forgotten play put in, three later ones moved") == 7
    for width in range(320, 480, 20):
        phone.set_viewport_size({"width": width, "height": 640})
        parts = phone.locator(".log .unbroken").evaluate_all("all => all.map(each => each.getClientRects().length)")
        assert set(parts) == {1}, "the numbers of a country are in one line"


def test_stuck_player_page_advises_to_draw_a_card(phone, server):
    opened(phone, server, ("Anneli", "Benito"))
    held, more = phone.locator(".numbers-chip"), lambda number: phone.locator(f".numbers [data-number='{number}']")
    follow(phone.get_by_role("link", name="Can't send an agent?"))
    for number in "0466":
        more(number).tap()
    expect(more("6")).to_have_attribute("aria-disabled", "true")  # no family has a third
    for _ in range(2):
        phone.get_by_role("button", name="Take out 6").last.tap()
    follow(phone.get_by_role("button", name="Show"))
    expect(phone.locator("#answers")).to_contain_text("draw one more card")
    expect(held).to_have_text(["0", "4"])
    more("6").tap()
    follow(phone.locator(".bar-rules"))
    phone.go_back()
    expect(held).to_have_text(["0", "4", "6"])
    follow(phone.get_by_role("button", name="Show"))
    follow(phone.locator("#answers a", has_text=re.compile("^0/4/6 ")))
    expect(tray(phone)).to_have_text(["0", "4", "6"])
    phone.locator("#send").tap()
    expect(phone.get_by_text("Anneli 0/4/6 to Squadronia: +1")).to_be_visible()


def test_keys_fit_a_small_phone_and_stay_in_place(device, server):
    """While a code name is typed, after a play out of turn, one that the server cannot enter, and in a correction."""
    phone = device(viewport={"width": 360, "height": 560}, locale="de-DE", wider=True)
    opened(phone, server, FOUR, "1", "6", "4", "11")
    assert scrolls(phone)[0] == 0
    send_button = box(phone.locator("#send"))
    assert send_button["y"] + send_button["height"] <= 560
    phone.set_viewport_size(SMALL)
    assert scrolls(phone) == [0, 0]
    keys, table = phone.locator(".keys"), phone.url
    before = box(keys)
    in_sight(keys)
    for cards, points in (("333", "+3"), ("345", "+2")):
        tap_cards(phone, cards)
        expect(phone.locator(".verdict-points")).to_have_text(points)
        assert box(keys) == before
        backspace(phone, 3)
    phone.locator(".standing").nth(2).tap()
    expect(phone.locator(".turn")).to_contain_text("Evangelina")
    tap_cards(phone, "3")
    phone.locator("#send").tap()
    expect(phone.locator(".turn")).to_contain_text("Benedikta")
    answered(phone)
    expect(phone.locator(".verdict .rules-on")).to_be_visible()
    assert box(keys) == before
    phone.route("**/plays", lambda route: route.fulfill(status=500, body=""))
    tap_cards(phone, "2")
    phone.locator("#send").tap()
    expect(phone.locator(".bar-stops")).to_be_visible()
    assert box(keys) == before
    phone.evaluate("document.getElementById('main').scrollTop = 60")  # the notice is under the standings
    in_sight(phone.locator(".standing").first)
    phone.goto(f"{table}/plays/1")
    started(phone)
    backspace(phone, 1)
    tap_cards(phone, "44")
    expect(phone.locator(".act")).to_contain_text("Maximiliane +")
    in_sight(keys)

"""Don Carlo on a phone: one test for each thing a person does."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.steps import key, scrolls, send, sit_down, tap_cards, totals

GAMES = Path(__file__).parents[1] / "games" / "don-carlo"


def recorded(name):
    game = json.loads((GAMES / f"{name}.json").read_text())
    return game["document"], {line["player"]: line for line in game["sheet"]["standings"]}


def test_a_whole_game_by_keypad(phone):
    document, lines = recorded("two-players-to-the-end")
    sit_down(phone, *document["players"])
    for play in document["plays"]:
        expect(phone.get_by_role("heading", name=f"{play['player']} sends an agent")).to_be_visible()
        send(phone, play["cards"])
    expect(phone.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    for name, line in lines.items():
        row = phone.get_by_role("row", name=name)
        figures = [line["parts"][part] for part in ("influence", "bonus", "countries")] + [line["total"]]
        assert row.locator("td").all_inner_texts() == [str(figure) for figure in figures]
    phone.get_by_role("link", name="All games").click()
    expect(phone.locator(".game")).to_have_count(1)
    expect(phone.locator(".game")).to_contain_text("Anneli won against Benito")
    phone.locator(".game").click()
    expect(phone.locator(".country")).to_have_count(5)
    expect(phone.locator(".log-line")).to_have_count(len(document["plays"]))


def test_a_whole_game_without_scripts(device):
    document, lines = recorded("two-players-to-the-end")
    page = device(java_script_enabled=False)
    page.locator(".tile").click()
    for name in document["players"]:
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Begin Don Carlo").click()
    expect(page.locator("[data-keys]")).to_be_hidden()
    for play in document["plays"]:
        page.get_by_label("Code name").fill("/".join(map(str, play["cards"])))
        page.get_by_role("button", name="Send agent").click()
    expect(page.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    sums = [int(text) for text in page.locator(".scores-sum").all_inner_texts()]
    assert sums == [line["total"] for line in lines.values()]


def test_without_scripts_a_refused_play_says_why_and_stays(device):
    page = device(java_script_enabled=False)
    page.locator(".tile").click()
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
    for cards in ("1", "11", "2"):
        send(phone, cards)
    verdict = phone.locator("[data-verdict]")
    requests = []
    phone.on("request", lambda request: requests.append(request.url))
    tap_cards(phone, "10")
    expect(verdict).to_contain_text("0/1 goes to Egoistria [1-3]")
    expect(verdict).to_contain_text("4 agents there with this one")
    expect(verdict).to_contain_text("+4")
    expect(phone.locator("#send")).to_have_text("Send agent 0/1")
    tap_cards(phone, "2")
    expect(verdict).to_contain_text("0/1/2 goes to Egoistria [1-3]")
    expect(verdict).to_contain_text("a run: 4 + 1")
    expect(verdict).to_contain_text("+5")
    phone.locator("[data-backspace]").tap()
    expect(verdict).to_contain_text("0/1 goes to")
    assert requests == []


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


@pytest.mark.parametrize(
    ("typed", "dead", "reason"),
    [
        ("66", "6", "Anneli has only 2 cards with 6 left."),
        ("66", "1", "1/6/6 adds up to 13: no country takes that."),
        ("1111", "0", "A code name has four numbers at the most; this one has 5."),
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
    send(phone, "3")
    expect(phone.get_by_text("Anja played; it was Anneli's turn.")).to_be_visible()
    assert totals(phone) == [0, 0, 1]
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_undo_names_what_it_takes_back(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "123")
    phone.wait_for_timeout(700)
    phone.get_by_role("button", name="Undo Anneli's 1/2/3").tap()
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo")).to_have_count(0)
    assert totals(phone) == [0, 0]


def test_stop_here_asks_first(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "333")
    phone.get_by_role("link", name="Stop here").click()
    phone.get_by_role("link", name="Go on playing").click()
    phone.get_by_role("link", name="Stop here").click()
    phone.get_by_role("button", name="End it and score").click()
    expect(phone.get_by_role("heading", name="Anneli is Don Carlo")).to_be_visible()
    phone.get_by_role("button", name="Undo the stop").click()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()


def test_a_tap_without_a_network_keeps_the_play_and_sends_it_once(phone):
    sit_down(phone, "Anneli", "Benito")
    tap_cards(phone, "222")
    phone.context.set_offline(True)
    phone.locator("#send").tap()
    expect(phone.get_by_role("alert")).to_contain_text("send it again, it counts once")
    expect(phone.locator(".card:not(.card-empty)")).to_have_count(3)
    phone.context.set_offline(False)
    phone.locator("#send").tap()
    expect(phone.locator(".bar-link")).to_have_text("1 play")
    phone.reload()
    expect(phone.locator(".bar-link")).to_have_text("1 play")


def test_an_answer_that_was_lost_makes_no_second_play(phone):
    sit_down(phone, "Anneli", "Benito")
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    phone.route("**/plays", lose)
    tap_cards(phone, "222")
    phone.locator("#send").tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    phone.locator("#send").tap()
    expect(phone.locator(".bar-link")).to_have_text("1 play")
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()


def test_two_phones_do_not_overwrite_each_other(phone, device):
    sit_down(phone, "Anneli", "Benito")
    other = device()
    other.locator(".game").click()
    tap_cards(other, "6")
    send(phone, "5")
    other.locator("#send").tap()
    expect(other.get_by_role("alert")).to_contain_text("Not written: Anneli 6. Meanwhile: Anneli's 5 was entered.")
    expect(other.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    expect(other.locator(".bar-link")).to_have_text("1 play")
    expect(other.locator(".card:not(.card-empty)")).to_have_count(0)


def test_the_back_button_shows_the_game_as_it_is(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    phone.get_by_role("link", name="1 play").click()
    phone.go_back()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    send(phone, "6")
    assert totals(phone) == [1, 1]


def test_by_keyboard_alone(phone):
    sit_down(phone, "Anneli", "Benito")
    phone.keyboard.type("321")
    expect(phone.locator("[data-verdict]")).to_contain_text("1/2/3 goes to Absurdistan [6]")
    phone.keyboard.press("Backspace")
    expect(phone.locator("[data-verdict]")).to_contain_text("2/3 goes to [5]")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    phone.reload()
    phone.keyboard.type("6")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_a_second_tap_on_undo_is_a_slip_of_the_finger(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    send(phone, "6")
    phone.wait_for_timeout(700)
    phone.locator("#undo").tap()
    expect(phone.locator("#undo")).to_have_text("Undo Anneli's 5")
    phone.locator("#undo").tap()
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


def test_a_player_who_is_out_is_announced_and_passed_over(phone):
    document, _ = recorded("three-players-to-the-end")
    sit_down(phone, *document["players"])
    announced = []
    for play in document["plays"]:
        expect(phone.get_by_role("heading", name=f"{play['player']} sends an agent")).to_be_visible()
        send(phone, play["cards"])
        announced += phone.locator("[data-verdict]", has_text="is out.").all_inner_texts()
    assert len(announced) == len(document["players"]) - 1  # the last one ends the game

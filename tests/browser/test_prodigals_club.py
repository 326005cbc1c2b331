"""The Prodigals Club on a phone: a whole game by touch, changes at one tap, Hyde Park, the end of a round, previews."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, follow, open_game, scrolls, settle, sideways, sit_down_by_hand, walk
from tests.browser.steps import begin as begin_unseen
from tests.browser.steps import started as ready

TITLE = "The Prodigals Club"
ALL_THREE = ("possessions", "election", "society")
COMPETITIONS = ("possessions", "last-will", "election", "society")
LONG_NAMES = (
    "Anneli",
    "Maximiliane-Theodora von und zu Rappolts",
    "Benedikta-Rosalind",
    "Donaudampfschifffahrtskapitän",
    "Evangelina",
)


def choose(page, competitions):
    for name in COMPETITIONS:
        page.locator(f"[name=competitions][value={name}]").set_checked(name in competitions)


def begin(page):
    page.get_by_role("radio", name="As they sit here").check()
    page.get_by_role("button", name=f"Begin {TITLE}").click()


def sit_down(page, *names, competitions=ALL_THREE):
    """Begin a game of these players."""
    begin_unseen(page, "prodigals-club", *names, competitions=competitions)
    expect(turn(page, names[0])).to_be_visible()
    ready(page)


def turn(page, name):
    return page.locator(".turn").get_by_role("heading", name=name, exact=True)


def seat(page, name):
    """Tap a name on the sheet."""
    follow(page.locator(".paper-name", has_text=name))
    expect(page.locator(".paper-name[aria-current]")).to_contain_text(name)
    ready(page)


def plays(page):
    return int(page.locator(".bar-link").inner_text().split()[0])


def counted(page, count):
    expect(page.locator(".bar-link", has_text=re.compile(rf"^{count} plays?$"))).to_be_visible()
    ready(page)


def entered(page, button):
    """Tap a button that enters something, and wait until it has been taken."""
    count = plays(page) + 1
    button.tap()
    counted(page, count)


def tap(page, kind, *changes):
    """Tap on buttons for votes or coins, each after the one before has been taken."""
    for change in changes:
        entered(page, page.locator(f"#{kind}{change}"))


def opened(page, kind):
    """Return the form for a kind of play; its fold is opened if it is closed."""
    form = page.locator(f"form#{kind}")
    expect(form).to_be_attached()
    if not form.is_visible():
        form.locator("xpath=ancestor::details/summary").click()
    expect(form).to_be_visible()
    return form


def enter(page, kind):
    """Send the form for that kind of play, once it says what it comes to."""
    form = opened(page, kind)
    expect(effect(form)).not_to_have_text("")
    entered(page, form.locator("button:not([type])"))


def refused(page, kind):
    """Send what cannot be, once the form says so, and wait until it has been refused."""
    form = page.locator(f"form#{kind}")
    expect(fault(form)).not_to_have_text("")
    key = form.locator("[name=entry_key]")
    sent = key.input_value()
    form.locator("button:not([type])").tap()
    expect(key).not_to_have_value(sent)  # it may have been refused before
    expect(page.locator(f"form#{kind}[data-refused]")).to_be_visible()
    ready(page)


def effect(form):
    return form.locator("[data-part=effect]")


def fault(form):
    return form.locator("[data-part=fault]")


def told(page):
    """Return where the last play is told, at the foot."""
    return page.locator(".last-play > p")


def fill(form, **numbers):
    for field, number in numbers.items():
        form.locator(f"#{field.replace('_', '-')}").fill(str(number))


def pick(form, name, value):
    form.locator(f"input[name={name}][value='{value}']").set_checked(True)


def chips(page):
    return page.locator(".numbers-chip").all_inner_texts()


def more(page, number):
    """Tap the key for one more of that value, or type any other."""
    key = page.locator(f"[data-more='{number}']")
    if key.count():
        key.tap()
    else:
        page.locator(".numbers-other").fill(str(number))
        page.get_by_role("button", name="Add", exact=True).tap()


def hold(page, *values, kind="possessions"):
    """Put in tiles or properties by chips, and enter them."""
    form = opened(page, kind)
    for value in values:
        more(page, value)
    assert chips(page) == [str(value) for value in values]
    *most, last = map(str, values)
    expect(effect(form)).to_contain_text(f" of {', '.join(most)} and {last}" if most else f" of {last}")
    enter(page, kind)


def put_markers(form, *numbers):
    for at, number in enumerate(numbers, 1):
        form.locator(f"#marker-{at}").fill(str(number))


def markers(page, *numbers):
    form = opened(page, "influence")
    put_markers(form, *numbers)
    expect(effect(form)).to_contain_text(f" = {sum(numbers)}".replace("-", "−"))
    enter(page, "influence")


def speak(page, megaphones, rewards=None):
    """Fill in Hyde Park and return its form."""
    form = opened(page, "hyde-park")
    for player, count in enumerate(megaphones):
        form.locator(f"#megaphones-{player}").fill(str(count))
    for rank, reward in enumerate(rewards or ()):
        form.locator(f"#reward-{rank}").fill(str(reward))
    return form


def hyde_park(page, megaphones, rewards=None):
    form = speak(page, megaphones, rewards)
    expect(form.locator("tbody tr")).to_have_count(len(megaphones))
    enter(page, "hyde-park")


def rewards_offered(page):
    return [field.input_value() for field in opened(page, "hyde-park").locator("[name=rewards]").all()]


def reserve(page, spots):
    form = opened(page, "end-round")
    for player, spot in spots.items():
        form.locator(f"#reserved-{player}").select_option(str(spot))
    return form


def end_round(page):
    opened(page, "end-round").get_by_role("button", name="End round").tap()


def round_begun(page, number):
    expect(page.locator(".round")).to_have_text(f"Round {number} of 5")
    ready(page)


def sheet(page):
    """Return the scores by competition as the sheet shows them, without the words for those who only hear them."""
    page.locator(".paper").wait_for()
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".paper tbody tr")].map(row => [
      row.querySelector("th").textContent,
      [...row.querySelectorAll(".paper-score")].map(score => score.firstChild.textContent.trim())]))""")


def marked(page, css):
    """Return the competition and the player of every score that is marked like this."""
    return page.evaluate(
        """css => {
          const names = [...document.querySelectorAll(".paper-who")].map(each => each.textContent.trim());
          return [...document.querySelectorAll(".paper tbody tr")].flatMap(row =>
            [...row.querySelectorAll("td")].flatMap((cell, at) =>
              cell.querySelector(css) ? [[row.querySelector("th").textContent, names[at]]] : []));
        }""",
        css,
    )


def leaders(page):
    return [name.split("\n")[-1].strip() for name in page.locator(".paper-name", has_text="leads:").all_inner_texts()]


def order_of_play(page):
    return page.get_by_text("Order of play:").inner_text().removeprefix("Order of play: ").split(", ")


# A game of three, counted by hand. At the start 37 votes, 5 pounds; Anneli plays ahead of two: a pound and a vote
# more; Benito ahead of one: a pound more. Possessions: pounds, what the tiles say, 3 for each of them.
#
#                  Anneli                    Benito                       Carla
# Tiles            6 5 4 3 2 1: 6+21+18=45   8 5 4 3 2 2: 6+24+18=48      4 4 3 3 2 2: 5+18+18=41
# Markers          8 6 5 4 = 23              10 7 5 3 = 25                9 9 3 1 = 22
# Round 1  votes   -3 -3: 38 -> 32           -4 -4: 37 -> 29              -1: 37 -> 36
#          sale    6 for 6-2-1 = 3: 9        8 for 2, limit 3: 6-3 = 3: 9
#          pounds  -4: 9 -> 5                -2: 9 -> 7                   -4 -4: 5 -> 1 -> 0
#          markers                                                        5 5 3 1 = 14
#          Hyde P. 3: first, 32 -> 30        3: first, 29 -> 27           1: fewest, 36 -> 37    (rewards 2 1)
#          end     5+15+15=35, 30, 23        7+18+18=43, 27, 25           0+18+18=36, 37, 14
# Round 2  tiles   none left: 5
#          pounds  -4 -4: 5 -> 1 -> -3
#          votes   20 are left               -4: 27 -> 23                 -3: 37 -> 34
#          markers 4 2 1 0 = 7               1 1 0 -2 = 0
#          Hyde P. 0: fewest, 20 -> 21       2: second, 23 -> 22          5: first, 34 -> 31     (rewards 3 1)
#          end     -3, 21, 7: the highest 21 43, 22, 0: the highest 43    36, 31, 14: the highest 36
FIRST_END = {"Possessions": ["35", "43", "36"], "Election": ["30", "27", "37"], "Society": ["23", "25", "14"]}
RESULT = {"Anneli": ["−3", "21", "7", "21"], "Carla": ["36", "31", "14", "36"], "Benito": ["43", "22", "0", "43"]}
"""Possessions, election, society and the highest of them, best first."""


def test_a_game_of_three_competitions_by_touch(phone):
    sit_down_by_hand(phone, "prodigals-club", "Anneli", "Benito", "Carla")
    choose(phone, ALL_THREE)
    begin(phone)
    expect(turn(phone, "Anneli")).to_be_visible()
    ready(phone)
    setting_up(phone)
    first_round(phone)
    assert sheet(phone) == FIRST_END
    second_round(phone)
    result(phone)


def setting_up(page):
    begun = page.locator("details", has_text="Starting positions")
    expect(begun).to_contain_text("5 errand boys each.")
    expect(begun.locator("li").nth(0)).to_contain_text("Anneli: 6 pounds, 6 possession tiles, 38 votes.")
    expect(begun.locator("li").nth(0)).to_contain_text("Handicaps, counted in already: one pound more, one vote more.")
    expect(begun.locator("li").nth(1)).to_contain_text("Benito: 6 pounds, 6 possession tiles, 37 votes.")
    expect(begun.locator("li").nth(2)).to_contain_text("Carla: 5 pounds, 6 possession tiles, 37 votes")
    assert order_of_play(page) == ["Anneli", "Benito", "Carla"]
    assert sheet(page)["Possessions"] == ["–", "–", "–"]
    for name, tiles, stand in (
        ("Anneli", (6, 5, 4, 3, 2, 1), (8, 6, 5, 4)),
        ("Benito", (8, 5, 4, 3, 2, 2), (10, 7, 5, 3)),
        ("Carla", (4, 4, 3, 3, 2, 2), (9, 9, 3, 1)),
    ):
        seat(page, name)
        hold(page, *tiles)
        markers(page, *stand)
    assert sheet(page) == {
        "Possessions": ["45", "48", "41"],
        "Election": ["38", "37", "37"],
        "Society": ["23", "25", "22"],
    }
    assert marked(page, ".paper-counts") == [["Possessions", name] for name in ("Anneli", "Benito", "Carla")]
    assert leaders(page) == ["Carla"]


def first_round(page):
    seat(page, "Anneli")
    tap(page, "votes", -3, -3)
    form = opened(page, "sell")
    pick(form, "tile", 6)
    fill(form, sell_action=2)
    form.get_by_label("From the borough that is pointed at: 1 less").check()
    expect(effect(form)).to_have_text("Anneli sells 6 for 3 pounds 6 − 3 = 3")
    enter(page, "sell")
    tap(page, "coins", -4)
    seat(page, "Benito")
    tap(page, "votes", -4, -4)
    form = opened(page, "exchange")
    pick(form, "give", 8)
    fill(form, exchange_take=2)
    expect(effect(form)).to_contain_text("A loss of 6, over the limit of 3: 3 pounds to take")
    enter(page, "exchange")
    tap(page, "coins", -2)
    seat(page, "Carla")
    tap(page, "votes", -1)
    tap(page, "coins", -4, -4)
    expect(told(page)).to_contain_text("Spending 4 stops at 0: no debt while anything is held")
    markers(page, 5, 5, 3, 1)
    hyde_park(page, (3, 3, 1), (2, 1))
    assert leaders(page) == ["Anneli"]
    expect(effect(reserve(page, {2: 1}))).to_contain_text("Carla, Anneli and Benito play in this order")
    end_round(page)
    round_begun(page, 2)
    assert order_of_play(page) == ["Carla", "Anneli", "Benito"]


def second_round(page):
    seat(page, "Anneli")
    form = opened(page, "possessions")
    for left in range(4, -1, -1):
        page.locator(".numbers-chip").first.tap()
        expect(page.locator(".numbers-chip")).to_have_count(left)
    expect(effect(form)).to_contain_text("Anneli holds no possessions")
    enter(page, "possessions")
    tap(page, "coins", -4, -4)
    expect(told(page)).to_contain_text("1 − 4 = −3: in debt, with nothing left to hold")
    fill(opened(page, "votes"), votes_to=20)
    expect(effect(page.locator("form#votes"))).to_have_text("Anneli has 20 votes")
    enter(page, "votes")
    markers(page, 4, 2, 1, 0)
    seat(page, "Benito")
    tap(page, "votes", -4)
    markers(page, 1, 1, 0, -2)
    seat(page, "Carla")
    tap(page, "votes", -3)
    hyde_park(page, (0, 2, 5), (3, 1))
    assert marked(page, ".paper-zero") == [["Possessions", "Anneli"], ["Society", "Benito"]]
    expect(page.get_by_text("Anneli has −3 in Possessions: the game would end with this round.")).to_be_visible()
    expect(page.get_by_text("Benito has 0 in Society: the game would end with this round.")).to_be_visible()
    end_round(page)
    expect(page.locator(".winner")).to_be_visible()


def result(page):
    expect(page.get_by_role("heading", name="Anneli is the greatest prodigal")).to_be_visible()
    expect(page.locator(".decided")).to_have_text("Possessions cost Carla the game: 36")
    rows = {name: page.locator(".scores tbody tr", has_text=name) for name in RESULT}
    assert {name: row.locator("td").all_inner_texts() for name, row in rows.items()} == RESULT
    shown = page.locator(".result").inner_text()
    assert (shown.count("43"), shown.count("−3"), shown.count("holds tiles")) == (2, 1, 0)
    charts = page.locator(".result .chart")
    expect(charts).to_have_count(3)
    expect(charts.first).to_be_hidden()
    page.get_by_text("Charts").tap()
    expect(charts.first).to_be_visible()
    assert page.locator(".chart-legend li").all_inner_texts() == ["● Anneli", "■ Benito", "◆ Carla"]
    assert [chart.locator("polyline").count() for chart in charts.all()] == [3] * 3
    line = page.locator("#play-1")
    expect(line).to_be_hidden()
    page.get_by_text("Every play").tap()
    expect(line).to_be_visible()
    round_by_round(page)


def round_by_round(page):
    follow(page.get_by_role("link", name="Round by round"))
    assert page.locator("main h2").all_inner_texts() == ["ROUND 2", "ROUND 1"]
    last, first = page.locator(".course-round").all()
    scores = last.locator(".course-player", has_text="Anneli").locator(".course-scores")
    expect(scores).to_have_text(re.compile(r"Possessions\s+−3.*Election\s+21.*Society\s+7", re.DOTALL))
    assert last.locator(".course-player").first.inner_text().count("Anneli") == 1
    expect(first.locator(".course-player", has_text="Anneli")).to_contain_text("has markers on")
    follow(page.get_by_role("link", name="Benito"))
    assert page.locator(".course-player h3").all_inner_texts() == ["■ Benito"] * 2
    page.reload()
    expect(page.get_by_role("link", name="Benito")).to_have_attribute("aria-current", "true")
    follow(page.get_by_role("link", name="All", exact=True))
    expect(page.locator(".course-player")).to_have_count(6)
    assert scrolls(page)[0] <= 0


# Two play for possessions and votes: 10 pounds and 42 votes, and a pound more for Anneli, who plays first.
#
#             Anneli                                     Benito
# Tiles       6 5 4 3 2 1: 11+21+18 = 50                 3 3: 10+6+6 = 22
# Sale        6 for 6-2-1 = 3: 14+15+15 = 44
# Pounds      -4: 10+15+15 = 40
# Votes                                                  -1 are left
# Hyde Park   2: first, 42 -> 40 (rewards 2 1)           1: fewest, -1 -> 0
# The end     40, 40                                     22, 0: the lower, after round 1
def test_a_game_of_two_competitions_without_scripts(device):
    page = device(java_script_enabled=False)
    sit_down_by_hand(page, "prodigals-club", "Anneli", "Benito")
    choose(page, ("possessions", "election"))
    begin(page)
    expect(turn(page, "Anneli")).to_be_visible()
    expect(page.locator("[data-step], .numbers-key").first).to_be_hidden()
    by_hand(page, "possessions", tiles="6, 5 4 3 2 1")
    form = opened(page, "sell")
    pick(form, "tile", 6)
    form.get_by_label("From the borough that is pointed at: 1 less").check()
    by_hand(page, "sell", sell_action=1, sell_cards=1)
    page.locator("#coins-4").click()
    counted_without_scripts(page, 3)
    page.locator(".paper-name", has_text="Benito").click()
    expect(turn(page, "Benito")).to_be_visible()
    by_hand(page, "possessions", tiles="3 3")
    by_hand(page, "votes", votes_to=-1)
    form = opened(page, "end-round")
    form.get_by_role("button", name="End round 1").click()
    expect(fault(opened(page, "end-round"))).to_have_text("Hyde Park of round 1 was not entered yet.")
    by_hand(page, "hyde-park", megaphones_0=2, megaphones_1=1, reward_0=2, reward_1=1)
    expect(page.locator(".paper tbody tr").nth(0)).to_contain_text(re.compile(r"40.*22", re.DOTALL))
    opened(page, "end-round").get_by_role("button", name="End round 1").click()
    expect(page.get_by_role("heading", name="Benito is the greatest prodigal")).to_be_visible()
    assert page.locator(".scores tbody tr").first.locator("td").all_inner_texts() == ["22", "0", "22"]
    expect(page.locator(".decided")).to_have_text("Possessions and Election cost Anneli the game: 40")
    expect(page.locator("#play-1")).to_be_visible()  # there are few


def by_hand(page, kind, **typed):
    """Fill in a form and send it, where there are no scripts."""
    form, count = opened(page, kind), plays(page) + 1
    fill(form, **typed)
    form.locator("button:not([type])").click()
    counted_without_scripts(page, count)


def counted_without_scripts(page, count):
    expect(page.locator(".bar-link", has_text=re.compile(rf"^{count} plays?$"))).to_be_visible()


def test_a_game_with_last_will(phone):
    sit_down(phone, "Anneli", "Benito", "Carla", competitions=("last-will", "election"))
    begun = phone.locator("details", has_text="Starting positions")
    expect(begun).to_contain_text("1 errand boy more than the planning board of Last Will shows.")
    for line in begun.locator("li").all():
        expect(line).to_contain_text(": 70 pounds, 37 votes")
        expect(line).not_to_contain_text("Handicaps")
    expect(phone.locator("#sell, #exchange, #influence, #dame-beatrice, #possessions")).to_have_count(0)
    hold(phone, 12, 8, kind="properties")
    assert sheet(phone) == {"Last Will": ["90", "–", "–"], "Election": ["37", "37", "37"]}
    for name, values in (("Benito", (5, 14)), ("Carla", (9,))):
        seat(phone, name)
        hold(phone, *values, kind="properties")
    tap(phone, "coins", -4)
    assert sheet(phone)["Last Will"] == ["90", "89", "75"]
    hyde_park(phone, (1, 1, 1), (2, 1))
    assert sheet(phone)["Election"] == ["38", "38", "38"]
    form = opened(phone, "end-round")
    for place, player in enumerate(("Carla", "Anneli", "Benito"), 1):
        field = form.locator("select[name=order]").nth(place - 1)
        field.select_option(label=f"{place}. {player}")
    expect(effect(form)).to_contain_text("Carla, Anneli and Benito play in this order")
    end_round(phone)
    round_begun(phone, 2)
    assert order_of_play(phone) == ["Carla", "Anneli", "Benito"]


def test_several_quick_taps_count_once_each(phone):
    sit_down(phone, "Anneli", "Benito")
    phone.evaluate("for (let tap = 0; tap < 3; tap++) document.getElementById('votes-1').click()")
    counted(phone, 3)
    assert sheet(phone)["Election"] == ["39", "42"]
    expect(phone.locator("[aria-busy]")).to_have_count(0)
    assert plays(phone) == 3


def test_a_finger_that_taps_on_hits_the_same_button(phone):
    sit_down(phone, "Anneli", "Benito")
    button = phone.locator("#votes-1")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    for _ in range(3):
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    counted(phone, 3)
    assert sheet(phone)["Election"] == ["39", "42"]
    moved = button.bounding_box()
    assert abs(moved["y"] - box["y"]) < 2


def test_spending_stops_at_0_while_tiles_are_held_and_is_a_debt_afterwards(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("possessions", "society"))
    hold(phone, 5)
    form = opened(phone, "coins")
    fill(form, coins_change=-13)
    expect(effect(form)).to_have_text("Anneli spends 11 pounds Spending 13 stops at 0: no debt while anything is held")
    enter(phone, "coins")
    expect(told(phone)).to_contain_text("Spending 13 stops at 0")
    assert sheet(phone)["Possessions"][0] == "8"
    form = opened(phone, "possessions")
    phone.get_by_role("button", name="Remove 5").tap()
    expect(effect(form)).to_contain_text("Debt is possible from now on")
    enter(phone, "possessions")
    expect(phone.locator("#coins-2")).to_have_accessible_name("Anneli spends 2 pounds: −2")
    tap(phone, "coins", -2)
    expect(told(phone)).to_contain_text("0 − 2 = −2: in debt, with nothing left to hold")
    assert sheet(phone)["Possessions"][0] == "−2"
    tap(phone, "coins", 1)
    assert sheet(phone)["Possessions"][0] == "−1"


def test_a_sale_and_an_exchange_show_what_they_come_to(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("possessions", "society"))
    hold(phone, 6, 2)
    form = opened(phone, "sell")
    pick(form, "tile", 2)
    fill(form, sell_action=1, sell_cards=4)
    expect(effect(form)).to_have_text("Anneli sells 2 for 0 pounds 2 − 5 = −3, and no price is below 0")
    fill(form, sell_cards=0)
    form.get_by_label("From the borough that is pointed at: 1 less").check()
    expect(effect(form)).to_have_text("Anneli sells 2 for 0 pounds 2 − 2 = 0")
    pick(form, "tile", 6)
    expect(effect(form)).to_have_text("Anneli sells 6 for 4 pounds 6 − 2 = 4")
    form = opened(phone, "exchange")
    pick(form, "give", 6)
    fill(form, exchange_take=1)
    expect(effect(form)).to_contain_text("A loss of 5, over the limit of 3: 2 pounds to take")
    pick(form, "limit", "")
    expect(effect(form)).to_contain_text("A loss of 5, without a limit: no pounds to take")
    pick(form, "limit", 1)
    expect(effect(form)).to_contain_text("A loss of 5, over the limit of 1: 4 pounds to take")
    fill(form, exchange_take=9)
    expect(effect(form)).to_contain_text("A gain of 3: no pounds to take")
    assert plays(phone) == 1


def test_tiles_are_put_in_and_taken_away_as_chips(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("possessions", "society"))
    form = opened(phone, "possessions")
    for number in (6, 6, 3, 11):
        more(phone, number)
    assert chips(phone) == ["6", "6", "3", "11"]
    expect(effect(form)).to_have_text("Anneli holds tiles of 6, 6, 3 and 11 6 + 6 + 3 + 11, and 3 for each of 4: 38")
    phone.get_by_role("button", name="Remove 6").first.tap()
    assert chips(phone) == ["6", "3", "11"]
    phone.locator(".numbers-other").fill("12")
    enter(phone, "possessions")  # what was typed and not added goes along
    expect(told(phone)).to_contain_text("6 + 3 + 11 + 12, and 3 for each of 4: 44")
    expect(phone.get_by_text("Tiles held: 12, 11, 6 and 3")).to_be_visible()
    opened(phone, "possessions")
    assert chips(phone) == ["6", "3", "11", "12"]


def test_markers_show_their_sum(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    form = opened(phone, "influence")
    for at, steps in ((1, 3), (2, 2), (3, 1)):
        for _ in range(steps):
            form.locator(f"#marker-{at} + [data-step='1']").tap()
    expect(fault(form)).to_have_text("Anneli has four influence markers; here are 3.")
    form.locator("#marker-4").locator("xpath=preceding-sibling::button").tap()
    expect(effect(form)).to_have_text("Anneli has markers on 3, 2, 1 and −1 3 + 2 + 1 − 1 = 5")
    expect(fault(form)).to_be_hidden()
    enter(phone, "influence")
    assert sheet(phone)["Society"] == ["5", "–"]


def test_what_is_refused_is_said_beside_it_and_stays(phone):
    sit_down(phone, "Anneli", "Benito")
    form = opened(phone, "influence")
    put_markers(form, 17, 6, "", 4)
    expect(fault(form)).to_have_text("Anneli has four influence markers; here are 3.")
    refused(phone, "influence")
    expect(fault(form)).to_have_text("Anneli has four influence markers; here are 3.")
    assert [field.input_value() for field in form.locator("[name=markers]").all()] == ["17", "6", "", "4"]
    put_markers(form, 17, 6, 5, 4)
    expect(fault(form)).to_have_text("Anneli has no marker on 17: the topmost row is 16.")
    refused(phone, "influence")
    expect(fault(form)).to_have_text("Anneli has no marker on 17: the topmost row is 16.")
    expect(form.locator("#marker-1")).to_have_value("17")
    put_markers(form, 16)
    expect(effect(form)).to_contain_text("= 31")
    enter(phone, "influence")
    hold(phone, 4, 2)
    form = opened(phone, "sell")
    fill(form, sell_action=2)
    refused(phone, "sell")
    expect(fault(form)).not_to_be_empty()
    expect(form.locator("#sell-action")).to_have_value("2")
    assert plays(phone) == 2


def test_a_tile_that_was_sold_elsewhere_is_not_sold_again(device):
    mine, other = device(), device()
    sit_down(mine, "Anneli", "Benito")
    hold(mine, 4, 2)
    pick(opened(mine, "sell"), "tile", 4)
    fill(opened(mine, "sell"), sell_cards=1)
    expect(effect(opened(mine, "sell"))).to_contain_text("4 − 1 = 3")
    other.goto(mine.url)
    ready(other)
    pick(opened(other, "sell"), "tile", 4)
    enter(other, "sell")
    opened(mine, "sell").get_by_role("button", name="Sell it").tap()
    expect(mine.get_by_role("alert").first).to_contain_text("Not entered")
    expect(mine.get_by_text("Tiles held: 2")).to_be_visible()


def speeches(form):
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in form.locator("tbody tr").all()]


def test_hyde_park_shows_who_loses_what_before_it_is_entered(phone):
    sit_down(phone, "Anneli", "Benito", "Carla", "Donny", competitions=("election", "society"))
    # Four, election and society: Anneli has two votes more, Benito and Carla one.
    form = speak(phone, (4, 4, 3), (4, 2, 1))
    expect(fault(form)).to_have_text("The megaphones of Donny are missing: type 0 for who has none.")
    fill(form, megaphones_3=1)
    expect(form.locator("tbody tr")).to_have_count(4)
    assert speeches(form) == [
        ["Anneli", "first", "−4", "→ 35"],
        ["Benito", "first", "−4", "→ 34"],
        ["Carla", "third", "−1", "→ 37"],
        ["Donny", "fewest", "+1", "→ 38"],
    ]
    assert sheet(phone)["Election"] == ["39", "38", "38", "37"]
    enter(phone, "hyde-park")
    assert sheet(phone)["Election"] == ["35", "34", "37", "38"]
    expect(phone.locator("form#hyde-park")).to_have_count(0)
    expect(phone.locator(".phases")).to_contain_text("Hyde Park ✓")


def test_rewards_are_remembered_for_the_same_side_of_the_board(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    assert rewards_offered(phone) == ["", ""]
    hyde_park(phone, (2, 1), (3, 1))
    follow(phone.get_by_role("link", name="All games"))
    sit_down(phone, "Carla", "Donny", "Emil", competitions=("election", "society"))
    assert rewards_offered(phone) == ["3", "1"]
    expect(phone.locator("form#hyde-park")).to_contain_text("as the board showed them last time")
    form = speak(phone, (2, 1, 0))
    expect(form.locator("tbody tr").nth(0)).to_contain_text("−3")
    follow(phone.get_by_role("link", name="All games"))
    sit_down(phone, "Anna", "Bert", "Cleo", "Dora", competitions=("election", "society"))
    assert rewards_offered(phone) == ["", "", ""]


def test_a_round_does_not_end_while_something_is_missing(phone):
    sit_down(phone, "Anneli", "Benito")
    hold(phone, 3)
    form = opened(phone, "end-round")
    missing = [
        "Hyde Park of round 1 was not entered yet.",
        "The tiles of Benito were never entered.",
        "The influence markers of Anneli and Benito were never entered.",
    ]
    assert [line[2:] for line in form.locator(".checklist li").all_inner_texts()] == missing
    end_round(phone)
    expect(fault(form)).to_contain_text("Hyde Park of round 1 was not entered yet.")
    markers(phone, 4, 4, 4, 4)
    seat(phone, "Benito")
    hold(phone, 2)
    markers(phone, 5, 5, 5, 5)
    hyde_park(phone, (1, 1), (2, 1))
    form = opened(phone, "end-round")
    assert form.locator(".checklist li").all_inner_texts() == [
        "☑ Hyde Park is entered.",
        "☑ Everything that the scores need is entered.",
    ]
    expect(effect(form)).to_contain_text("Anneli and Benito play in this order")
    end_round(phone)
    round_begun(phone, 2)
    form = opened(phone, "end-round")
    expect(form).to_contain_text("The markers of Benito were not entered in this round; they count as they stood.")
    expect(phone.locator(".phases")).not_to_contain_text("✓")


def test_what_is_half_filled_in_is_entered_before_a_round_ends(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    ready_to_end(phone)
    form = opened(phone, "influence")
    put_markers(form, 3)
    expect(effect(form)).to_contain_text("= 18")
    end_round(phone)
    expect(phone.get_by_role("alert")).to_have_text("Enter the changes above first.")
    enter(phone, "influence")
    end_round(phone)
    round_begun(phone, 2)


def ready_to_end(page):
    """Enter all that a round of two needs where election and society are played."""
    markers(page, 4, 4, 4, 4)
    seat(page, "Benito")
    markers(page, 5, 5, 5, 5)
    hyde_park(page, (1, 1), (2, 1))


def test_reserved_spots_change_the_order_and_nobody_takes_a_spot_twice(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    ready_to_end(phone)
    form = reserve(phone, {0: 2, 1: 2})
    expect(fault(form)).to_have_text("Benito cannot play on spot 2: Anneli has reserved it.")
    end_round(phone)
    expect(phone.locator("form#end-round[data-refused]")).to_be_visible()
    ready(phone)
    expect(fault(form)).to_have_text("Benito cannot play on spot 2: Anneli has reserved it.")
    assert [form.locator(f"#reserved-{player}").input_value() for player in (0, 1)] == ["2", "2"]
    form.locator("#reserved-1").select_option("")
    expect(effect(form)).to_contain_text("Benito and Anneli play in this order")
    end_round(phone)
    round_begun(phone, 2)
    assert order_of_play(phone) == ["Benito", "Anneli"]


def test_the_sheet_marks_what_counts_who_leads_and_who_would_end_the_game(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    assert (leaders(phone), marked(phone, ".paper-counts")) == ([], [])
    markers(phone, 16, 16, 16, 1)  # 49 against 44 votes
    seat(phone, "Benito")
    markers(phone, 14, 14, 14, 0)  # 42, as many as votes
    assert marked(phone, ".paper-counts") == [["Election", "Benito"], ["Society", "Anneli"], ["Society", "Benito"]]
    assert leaders(phone) == ["Benito"]
    fill(opened(phone, "votes"), votes_to=0)
    enter(phone, "votes")
    assert marked(phone, ".paper-zero") == [["Election", "Benito"]]
    expect(phone.get_by_text("Benito has 0 in Election: the game would end with this round.")).to_be_visible()
    tap(phone, "votes", 1)
    assert marked(phone, ".paper-zero") == []
    expect(phone.get_by_text("the game would end with this round.")).to_have_count(0)


def test_half_of_hyde_park_survives_a_tap_on_another_name(phone):
    sit_down(phone, "Anneli", "Benito", "Carla", competitions=("election", "society"))
    speak(phone, (0, 4), (3, 1))
    seat(phone, "Benito")
    expect(phone.get_by_text("Not entered yet: this is how you left it.")).to_be_visible()
    form = phone.locator("form#hyde-park")
    assert [form.locator(f"#megaphones-{player}").input_value() for player in range(3)] == ["0", "4", ""]
    assert rewards_offered(phone) == ["3", "1"]
    fill(form, megaphones_2=1)
    expect(form.locator("tbody tr")).to_have_count(3)
    enter(phone, "hyde-park")
    expect(turn(phone, "Benito")).to_be_visible()
    assert sheet(phone)["Election"] == ["39", "35", "36"]  # 38 + 1, 38 - 3, 37 - 1


def test_half_of_the_markers_survive_a_tap_on_another_name(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    put_markers(opened(phone, "influence"), 7, 0, 3)
    seat(phone, "Benito")
    assert [field.input_value() for field in phone.locator("[name=markers]").all()] == [""] * 4
    seat(phone, "Anneli")
    assert [field.input_value() for field in phone.locator("[name=markers]").all()] == ["7", "0", "3", ""]


def test_an_earlier_change_is_put_right_from_the_list(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    tap(phone, "votes", -1, -2)
    assert sheet(phone)["Election"][0] == "40"
    follow(phone.locator(".bar-link"))
    follow(phone.locator("#play-1 a"))
    expect(phone.locator("#votes-change")).to_have_value("-1")
    phone.locator("#votes-change").fill("-4")
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator("#play-1")).to_contain_text("Anneli loses 4 votes")
    follow(phone.get_by_role("link", name="Back to the table"))
    assert sheet(phone)["Election"][0] == "37"


def test_undo_and_redo_stay_with_the_player(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    seat(phone, "Benito")
    tap(phone, "votes", -3)
    for button, votes, count in (("#undo", "42", 0), ("#redo", "39", 1)):
        settle(phone)
        phone.locator(button).tap()
        counted(phone, count)
        expect(turn(phone, "Benito")).to_be_visible()
        assert sheet(phone)["Election"] == ["43", votes]


def test_what_the_box_says_can_be_corrected(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("possessions", "election"))
    follow(phone.get_by_role("link", name="My copy differs"))
    phone.get_by_text("My copy differs").click()
    phone.locator("#option-start-votes").fill("40")
    phone.get_by_role("button", name="Save").click()
    expect(turn(phone, "Anneli")).to_be_visible()
    ready(phone)
    assert sheet(phone)["Election"] == ["40", "40"]


def test_the_phases_lead_to_where_they_are_entered(phone):
    sit_down(phone, "Anneli", "Benito")
    for phase, place in (("Hyde Park", "#hyde-park"), ("Dame Beatrice", "#dame-beatrice"), ("End of", "#end-round")):
        phone.locator(".phases").get_by_role("link", name=phase).tap()
        expect(phone.locator(place)).to_be_in_viewport()
    phone.locator("#dame-beatrice").get_by_role("link", name="Benito").tap()
    expect(turn(phone, "Benito")).to_be_attached()
    expect(phone.locator("form#influence")).to_be_in_viewport()


ENGLISH = ("Starting positions", "Order of play", "Errand", "Votes", "Pounds", "Which tiles", "For the whole table")


def test_in_german(device):
    page = device(locale="de-DE")
    follow(page.locator(".tile-prodigals-club"))
    for number, name in enumerate(("Anneli", "Benito")):
        page.locator("#new").fill(name)
        page.locator("#add").click()
        expect(page.locator(f"#name-{number}")).to_have_value(name)
    choose(page, ALL_THREE)
    page.locator("#begin").click()
    expect(turn(page, "Anneli")).to_be_visible()
    everything_open(page)
    said = page.locator("body").inner_text()
    assert [word for word in ENGLISH if word in said] == []


def everything_open(page):
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


def helpers(page):
    return page.locator(".table-entry .quiet-action[href*='/help/']").evaluate_all("all => all.map(each => each.href)")


HYDE_PARK = {"kind": "hyde-park", "rewards": [2, 1]}


def stood(name, *markers):
    return {"kind": "influence", "player": name, "markers": list(markers)}


def pages(page, server):
    """Walk through every kind of page of this game, yielding after each."""
    follow(page.locator(".tile-prodigals-club"))
    yield "nobody sits down yet"
    follow(page.get_by_role("link", name="All games"))
    sit_down_by_hand(page, "prodigals-club", "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Carla")
    choose(page, ("possessions", "last-will"))
    everything_open(page)
    page.locator("#option-start-votes").fill("x")
    begin(page)
    expect(page.locator(".fault").first).to_be_visible()
    everything_open(page)
    yield "a number of votes that is none"
    page.locator("#option-start-votes").fill("")
    begin(page)
    expect(page.locator("#table-fault")).to_be_visible()
    yield "competitions that do not go together"
    choose(page, ALL_THREE)
    begin(page)
    expect(turn(page, "Anneli")).to_be_visible()
    ready(page)
    everything_open(page)
    yield "an empty table with everything open"
    end_round(page)
    expect(page.locator("form#end-round[data-refused]")).to_be_visible()
    yield "a round that cannot end"
    held = {"Anneli": (12, 5, 2), "Maximiliane-Theodora von und zu Rappolts": (3,), "Carla": (1, 1)}
    plays = [{"kind": "possessions", "player": name, "tiles": list(tiles)} for name, tiles in held.items()]
    plays += [stood(name, 16, 2, 0, -3) for name in held]
    plays += [{"kind": "coins", "player": "Carla", "change": -4}] * 2
    open_game(page, server, "prodigals-club", held, plays, competitions=list(ALL_THREE))
    ready(page)
    seat(page, "Anneli")
    pick(opened(page, "sell"), "tile", 12)
    fill(opened(page, "sell"), sell_action=2)
    expect(effect(opened(page, "sell"))).not_to_be_empty()
    form = speak(page, (0, 2, 2), (2, 1))
    expect(form.locator("tbody tr")).to_have_count(3)
    everything_open(page)
    yield "a table with everything open, and previews"
    put_markers(opened(page, "influence"), 17, 0, 0, "x")
    refused(page, "influence")
    yield "markers that cannot be read"
    put_markers(opened(page, "influence"), 17, 0, 0, 0)
    expect(page.locator("form#influence")).to_contain_text("no marker on 17")
    refused(page, "influence")
    yield "a marker that cannot be"
    markers(page, -9, 0, 0, 0)
    enter(page, "hyde-park")
    yield "somebody below zero"
    follow(page.get_by_role("link", name="Change options"))
    everything_open(page)
    yield "what was agreed on"
    choose(page, ("possessions",))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "competitions that cannot be corrected to"
    follow(page.get_by_role("link", name="Back to the table"))
    asked = helpers(page)
    follow(page.get_by_role("link", name="Round by round"))
    yield "round by round"
    follow(page.get_by_role("link", name="Back to the table"))
    follow(page.locator(".bar-link"))
    yield "every play"
    follow(page.locator(".log-line", has_text="spends 4 pounds"))
    yield "putting a change right"
    page.locator("#coins-to").fill("3")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".fault").first).to_be_visible()
    yield "a correction that cannot be read"
    follow(page.get_by_role("link", name="Insert a play before"))
    yield "putting something in"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.locator(".log-line", has_text="Hyde Park of round 1"))
    yield "putting Hyde Park right"
    for address in asked:
        page.goto(address)
        for field in page.locator("main .field").all():
            field.fill("1" if "rewards" not in (field.get_attribute("name") or "") else "2 1")
        follow(page.get_by_role("button", name="Show"))
        expect(page.locator("#answers")).to_be_visible()
        yield f"a helper: {address.rpartition('/')[2]}"
    follow(page.get_by_role("link", name="Back to the table"))
    end_round(page)
    expect(page.locator(".winner")).to_be_visible()
    yield "the result"
    follow(page.get_by_role("link", name="All games"))
    yield "home"
    two = ("Anneli", "Benito")
    plays = [{"kind": "properties", "player": name, "values": [12, 8]} for name in two]
    plays += [stood(name, 9, 9, 9, 9) for name in two]
    plays += [HYDE_PARK | {"megaphones": dict.fromkeys(two, 1)}, {"kind": "end-round", "order": list(two)}]
    open_game(page, server, "prodigals-club", two, plays, competitions=["last-will", "election", "society"])
    round_begun(page, 2)
    everything_open(page)
    yield "the second round of Last Will with everything open"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, server, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []


def test_nothing_scrolls_sideways_with_five_long_names(device, server):
    page, wide = device(viewport=SMALL), []
    speeches = {name: 4 - seat for seat, name in enumerate(LONG_NAMES)}
    table = [HYDE_PARK | {"megaphones": speeches, "rewards": [4, 2, 1]}]
    held = [{"kind": "possessions", "player": name, "tiles": [3]} for name in LONG_NAMES]
    ended = [*table, *held, *(stood(name, 1, 1, 1, -3) for name in LONG_NAMES), {"kind": "end-round"}]
    for stage, plays in {"table": table, "result": ended}.items():
        open_game(page, server, "prodigals-club", LONG_NAMES, plays, competitions=list(ALL_THREE))
        expect(page.locator(".winner")).to_have_count(int(stage == "result"))
        everything_open(page)
        wide += [(stage, sideways(page))] if sideways(page) > 0 else []
    assert wide == []

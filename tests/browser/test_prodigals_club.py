"""The Prodigals Club on a phone: whole games by touch, corrections, and every page in small letters and large."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, follow, open_game, settle, sideways, sit_down_by_hand, walk
from tests.browser.steps import begin as begin_unseen
from tests.browser.steps import started as ready
from tests.browser.test_prodigals_sheet import add, button, cell, digits, saved, says, tiles

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
    expect(cell(page, competitions[0], 0)).to_have_attribute("aria-current", "true")
    ready(page)


def tap(*keys):
    for key in keys:
        key.tap()


def save(page, label, plays):
    """Save what is gathered, once the button says what that is."""
    says(page, label)
    button(page).tap()
    saved(page, plays)


def panel(page, phase):
    """Open the panel of a phase."""
    follow(page.locator(".phases").get_by_role("link", name=phase))
    ready(page)


def pick(page, name, value):
    page.locator(f"input[type=radio][name='{name}'][value='{value}']").check()


def sends(page, plays=None):
    """Tap the button of the panel that is open."""
    page.locator(".phase-sends:visible").tap()
    if plays:
        saved(page, plays)


def hyde_park(page, megaphones, rewards, plays):
    panel(page, "Hyde Park")
    for player, count in enumerate(megaphones):
        name = f"hyde-park-megaphones-{player}"
        pick(page, name, count) if count < 5 else page.locator(f".pick-other[name={name}]").fill(str(count))
    pick(page, "hyde-park-rewards", rewards)
    expect(page.locator("[data-part=speech-0]")).not_to_be_empty()
    sends(page, plays)


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
          const who = [...document.querySelectorAll(".paper-who")];
          const names = who.map(each => each.textContent.trim().split(" ").at(-1));
          return [...document.querySelectorAll(".paper tbody tr")].flatMap(row =>
            [...row.querySelectorAll("td")].flatMap((cell, at) =>
              cell.querySelector(css) ? [[row.querySelector("th").textContent, names[at]]] : []));
        }""",
        css,
    )


def leaders(page):
    return [each.inner_text().split()[-1] for each in page.locator(".paper-name", has_text="ahead").all()]


def order_of_play(page):
    return [each.inner_text().split()[-1] for each in page.locator(".phase-who").all()]


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
    setting_up(phone)
    first_round(phone)
    assert sheet(phone) == FIRST_END
    second_round(phone)
    result(phone)


def setting_up(page):
    expect(page.locator(".phase-who")).to_have_count(3)
    expect(cell(page, "possessions", 0)).to_have_attribute("aria-current", "true")
    ready(page)
    assert order_of_play(page) == ["Anneli", "Benito", "Carla"]
    assert sheet(page)["Possessions"] == ["–", "–", "–"]
    panel(page, "Set-up")
    begun = page.locator("#phase-set-up")
    expect(begun).to_contain_text("5 errand boys each.")
    expect(begun.locator("li").nth(0)).to_contain_text("Anneli: 6 pounds, 6 possession tiles, 38 votes.")
    expect(begun.locator("li").nth(0)).to_contain_text("Handicaps, counted in already: one pound more, one vote more.")
    expect(begun.locator("li").nth(1)).to_contain_text("Benito: 6 pounds, 6 possession tiles, 37 votes.")
    expect(begun.locator("li").nth(2)).to_contain_text("Carla: 5 pounds, 6 possession tiles, 37 votes")
    cell(page, "possessions", 0).tap()
    expect(begun).to_be_hidden()
    for values in ((6, 5, 4, 3, 2, 1), (8, 5, 4, 3, 2, 2), (4, 4, 3, 3, 2, 2)):
        tap(*tiles(page, *values))  # the sixth leads to the next panel
    for stand in ("8654", "10753", "9931"):
        tap(*digits(page, stand))
        cell(page, "society", 1 if stand == "8654" else 2).tap()
    save(page, "Save 6 changes", 6)
    assert sheet(page) == {
        "Possessions": ["45", "48", "41"],
        "Election": ["38", "37", "37"],
        "Society": ["23", "25", "22"],
    }
    assert marked(page, ".paper-counts") == [["Possessions", name] for name in ("Anneli", "Benito", "Carla")]
    assert leaders(page) == ["Carla"]


def chip(page, value):
    return page.locator("[data-chip]:visible", has_text=str(value)).first


def first_round(page):
    tap(cell(page, "election", 0), add(page, -3), add(page, -3), cell(page, "possessions", 0), add(page, -4))
    tap(chip(page, 6), page.locator(".word:visible", has_text="Borough"))
    page.locator("[name=play][value='sell.0?tile=6&discount=3']:visible").tap()
    saved(page, 9)
    tap(cell(page, "election", 1), add(page, -4), add(page, -4), cell(page, "possessions", 1), add(page, -2))
    tap(chip(page, 8), page.locator("[data-exchange]:visible"), *tiles(page, 2))
    expect(page.locator(".cell-sum:visible")).to_contain_text("pounds 7 + tiles 18")
    tap(cell(page, "election", 2), add(page, -1), cell(page, "possessions", 2), add(page, -4), add(page, -4))
    expect(page.locator(".cell-sum:visible")).to_contain_text("pounds 0 + tiles 18")  # no debt while tiles are held
    tap(cell(page, "society", 2), *digits(page, "5531"))
    save(page, "Save 6 changes", 15)
    hyde_park(page, (3, 3, 1), "2 1", 16)
    assert leaders(page) == ["Anneli"]
    panel(page, "End of round")
    pick(page, "end-round-reserved-2", 1)
    expect(page.locator(".phase-panel:visible .effect")).to_contain_text("Carla, Anneli and Benito play in this order")
    sends(page, 17)
    expect(page.locator(".phase-round")).to_contain_text("Round 2/5")
    assert order_of_play(page) == ["Carla", "Anneli", "Benito"]
    expect(cell(page, "possessions", 2)).to_have_attribute("aria-current", "true")  # a round opens on its first player


def put_markers(page, *numbers):
    for place, number in enumerate(numbers):
        page.locator(".markers:visible .field").nth(place).fill(str(number))


def second_round(page):
    cell(page, "possessions", 0).tap()
    for left in range(4, -1, -1):
        page.locator("[data-chip]:visible").first.tap()
        page.locator("[data-remove]:visible").tap()
        expect(page.locator("[data-chip]:visible")).to_have_count(left)
    tap(add(page, -4), add(page, -4))
    tap(cell(page, "election", 0), *digits(page, "20"), cell(page, "society", 0))
    put_markers(page, 4, 2, 1, 0)
    expect(cell(page, "possessions", 0).locator(".paper-zero")).to_contain_text("−3")
    save(page, "Save 4 changes", 21)
    tap(cell(page, "election", 1), add(page, -4), cell(page, "society", 1))
    put_markers(page, 1, 1, 0, -2)
    tap(cell(page, "election", 2), add(page, -3))
    save(page, "Save 3 changes", 24)
    hyde_park(page, (0, 2, 5), "3 1", 25)
    assert marked(page, ".paper-zero") == [["Possessions", "Anneli"], ["Society", "Benito"]]
    panel(page, "End of round")
    expect(page.get_by_text("Anneli has −3 in Possessions: the game would end with this round.")).to_be_visible()
    expect(page.get_by_text("Benito has 0 in Society: the game would end with this round.")).to_be_visible()
    sends(page)
    expect(page.locator(".winner")).to_be_visible()


def result(page):
    expect(page.get_by_role("heading", name="Anneli is the greatest prodigal")).to_be_visible()
    expect(page.locator(".decided")).to_have_text("Possessions cost Carla the game: 36")
    rows = {name: page.locator(".scores tbody tr", has_text=name) for name in RESULT}
    texts = {name: row.locator("td").all_inner_texts() for name, row in rows.items()}
    assert {name: [text.split()[-1] for text in own] for name, own in texts.items()} == RESULT
    shown = re.sub(r"\d+:\d\d", "", page.locator(".result").inner_text())  # without the time, which may be 20:43
    assert (shown.count("43"), shown.count("−3"), shown.count("holds tiles")) == (2, 1, 0)
    charts = page.locator(".result .chart")
    expect(charts).to_have_count(3)
    expect(charts.first).to_be_hidden()
    page.get_by_text("Charts").tap()
    expect(charts.first).to_be_visible()
    assert page.locator(".chart-legend li").all_inner_texts() == ["● Anneli", "■ Benito", "◆ Carla"]
    assert [chart.locator("polyline").count() for chart in charts.all()] == [3] * 3
    line = page.locator("#play-16")
    expect(line).to_be_hidden()
    page.get_by_text("Every play").tap()
    expect(line).to_be_visible()
    follow(page.get_by_role("link", name="Round by round"))
    expect(page.locator(".course-player")).to_have_count(6)


def test_properties_of_last_will_are_typed_one_after_the_other(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("last-will", "election"))
    typed = phone.locator("#last-will-0 [data-other]")
    for value in ("12", "8"):
        tap(*digits(phone, value))
        expect(typed).to_have_value(value)
        phone.locator("[data-more]:visible").tap()
    assert phone.locator("[data-chip]:visible").all_inner_texts() == ["12", "8"]
    tap(add(phone, -4))
    expect(phone.locator(".cell-sum:visible")).to_have_text("pounds 66 + properties 20 = 86")
    phone.locator(".cell-to:visible input").fill("50")
    expect(phone.locator(".cell-sum:visible")).to_have_text("pounds 50 + properties 20 = 70")
    save(phone, "Save 2 changes", 2)
    assert sheet(phone) == {"Last Will": ["70", "–"], "Election": ["42", "42"]}


def test_the_sheet_marks_what_counts_who_leads_and_who_would_end_the_game(phone, server):
    two = ("Anneli", "Benito")
    plays = [
        stood("Anneli", 16, 16, 16, 1),
        stood("Benito", 14, 14, 14, 0),
    ]  # 49 against 43 votes, and 42 as many as votes
    open_game(phone, server, "prodigals-club", two, plays, competitions=["election", "society"])
    assert marked(phone, ".paper-counts") == [["Election", "Benito"], ["Society", "Anneli"], ["Society", "Benito"]]
    assert leaders(phone) == ["Benito"]
    assert phone.locator(".paper-mark .sign").all_inner_texts() == ["●", "■"]
    ready(phone)
    tap(cell(phone, "election", 1), *digits(phone, "0"))
    expect(phone.locator(".paper-zero")).to_have_count(1)
    assert marked(phone, ".paper-zero") == [["Election", "Benito"]]
    add(phone, 1).tap()
    expect(phone.locator(".paper-zero")).to_have_count(0)


def test_an_earlier_change_is_put_right_with_the_same_keys(phone, server):
    plays = [{"kind": "votes", "player": "Anneli", "change": -1}, {"kind": "votes", "player": "Anneli", "change": -2}]
    open_game(phone, server, "prodigals-club", ("Anneli", "Benito"), plays, competitions=["election", "society"])
    follow(phone.locator(".bar-link"))
    follow(phone.locator("#play-1 a"))
    ready(phone)
    tap(add(phone, -3))
    expect(phone.locator(".effect")).to_contain_text("Anneli loses 4 votes")
    tap(add(phone, 1), *[add(phone, 1)] * 4)
    expect(phone.locator(".effect")).to_contain_text("Anneli gains 1 vote")
    phone.get_by_role("button", name="Put back").tap()
    tap(add(phone, -3))
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator("#play-1")).to_contain_text("Anneli loses 4 votes")
    follow(phone.get_by_role("link", name="Back to the table"))
    assert sheet(phone)["Election"][0] == "37"


def test_undo_and_redo_stay_in_the_panel(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("election", "society"))
    tap(cell(phone, "election", 1), add(phone, -3))
    save(phone, "Save Benito's vote count", 1)
    for step, votes, count in (("#undo", "42", 0), ("#redo", "39", 1)):
        settle(phone)
        phone.locator(step).tap()
        saved(phone, count)
        expect(cell(phone, "election", 1)).to_have_attribute("aria-current", "true")
        assert sheet(phone)["Election"] == ["43", votes]


def test_what_the_box_says_can_be_corrected(phone):
    sit_down(phone, "Anneli", "Benito", competitions=("possessions", "election"))
    panel(phone, "Set-up")
    follow(phone.locator(".phase-panel").get_by_role("link", name="My copy differs"))
    phone.get_by_text("My copy differs").click()
    phone.locator("#option-start-votes").fill("40")
    phone.get_by_role("button", name="Save").click()
    ready(phone)
    expect(cell(phone, "election", 0)).to_contain_text("40")


ENGLISH = (
    "Starting positions",
    "Order of play",
    "Errand",
    "Votes",
    "Pounds",
    "pounds",
    "tiles",
    "Save",
    "ahead",
    "Put back",
)


def test_in_german(device, server):
    page = device(locale="de-DE")
    plays = [stood(name, 9, 8, 6, 4) for name in ("Anneli", "Benito")]
    plays += [{"kind": "possessions", "player": "Anneli", "tiles": [3]}]
    open_game(page, server, "prodigals-club", ("Anneli", "Benito"), plays, competitions=list(ALL_THREE))
    ready(page)
    said = []
    for row in ALL_THREE:
        cell(page, row, 0).tap()
        if row == "possessions":
            page.locator("[data-chip]:visible").tap()
        else:
            digits(page, "7")[0].tap()
        said.append(page.locator("body").inner_text())
    assert [word for word in ENGLISH if any(word in each for each in said)] == []
    says(page, "2 Änderungen speichern")


def everything_open(page):
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


def helpers(page):
    return page.locator(".table-entry .quiet-action[href*='/help/']").evaluate_all("all => all.map(each => each.href)")


HYDE_PARK = {"kind": "hyde-park", "rewards": [2, 1]}


def stood(name, *markers):
    return {"kind": "influence", "player": name, "markers": list(markers)}


def pages(page, server):
    """Walk through every kind of page of this game, yielding after each."""
    page.goto("/")
    follow(page.locator(".tile-prodigals-club"))
    yield "nobody sits down yet"
    follow(page.get_by_role("link", name="All games"))
    sit_down_by_hand(page, "prodigals-club", "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Carla")
    choose(page, ("possessions", "last-will"))
    everything_open(page)
    page.locator("#option-start-votes").fill("x")
    begin(page)
    expect(page.locator(".fault:not(:empty)").first).to_be_visible()
    everything_open(page)
    yield "a number of votes that is none"
    page.locator("#option-start-votes").fill("")
    page.get_by_role("button", name=f"Begin {TITLE}").click()
    expect(page.locator("#table-fault")).to_be_visible()
    yield "competitions that do not go together"
    choose(page, ALL_THREE)
    begin(page)
    expect(cell(page, "possessions", 0)).to_have_attribute("aria-current", "true")
    ready(page)
    yield "an empty table"
    panel(page, "Set-up")
    yield "how it begins"
    held = {"Anneli": (12, 5, 2), "Maximiliane-Theodora von und zu Rappolts": (3,), "Carla": (1, 1)}
    plays = [{"kind": "possessions", "player": name, "tiles": list(tiles)} for name, tiles in held.items()]
    plays += [stood(name, 16, 2, 0, -3) for name in held]
    plays += [{"kind": "coins", "player": "Carla", "change": -4}] * 2
    open_game(page, server, "prodigals-club", held, plays, competitions=list(ALL_THREE))
    ready(page)
    page.locator("[data-chip]:visible").first.tap()
    expect(page.get_by_role("group", name="Sell 12")).to_be_visible()
    yield "a tile and what it would pay"
    tap(page.locator("[data-exchange]:visible"), *tiles(page, 2))
    says(page, "Save Anneli's exchange")
    yield "an exchange"
    tap(cell(page, "election", 1), add(page, -3))
    says(page, "Save 2 changes")
    yield "votes that are gathered"
    cell(page, "society", 1).tap()
    page.locator(".markers:visible .field").first.fill("17")
    expect(page.locator(".fault:visible")).to_contain_text("no marker on 17")
    button(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()
    ready(page)
    yield "a marker that cannot be"
    cell(page, "society", 1).tap()
    page.locator(".markers:visible .field").first.fill("-9")
    expect(page.locator(".fault:visible")).to_have_count(0)
    save(page, "Save 3 changes", 11)
    hyde_park(page, (0, 2, 2), "2 1", 12)
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
    page.locator("[data-back]").tap()
    tap(add(page, -4))
    expect(page.locator(".effect")).to_contain_text("spends")
    yield "a correction with live figures"
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
    panel(page, "End of round")
    sends(page)
    expect(page.locator(".winner")).to_be_visible()
    yield "the result"
    follow(page.get_by_role("link", name="All games"))
    yield "home"
    two = ("Anneli", "Benito")
    plays = [{"kind": "properties", "player": name, "values": [12, 8]} for name in two]
    plays += [stood(name, 9, 9, 9, 9) for name in two]
    plays += [HYDE_PARK | {"megaphones": dict.fromkeys(two, 1)}, {"kind": "end-round", "order": list(two)}]
    open_game(page, server, "prodigals-club", two, plays, competitions=["last-will", "election", "society"])
    ready(page)
    yield "the second round of Last Will"


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

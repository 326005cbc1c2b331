"""The Prodigals Club on a phone: a round by touch up to the result, corrections, and all pages."""

import re

from playwright.sync_api import expect

from tests.browser.club import ALL_THREE, add, button, cell, digits, saved, says, tiles
from tests.browser.steps import (
    SMALL,
    answered,
    begin_by_hand,
    follow,
    open_game,
    sideways,
    sit_down_by_hand,
    skip,
    started,
    walk,
)
from tests.seats import at_seat

COMPETITIONS = ("possessions", "last-will", "election", "society")
THREE = ("Anneli", "Benito", "Carla")
LONG_NAMES = (
    "Anneli",
    "Maximiliane-Theodora von und zu Rappolts",
    "Benedikta-Rosalind",
    "Donaudampfschifffahrtskapitän",
    "Evangelina",
)


def opened(page, server, players, plays, competitions=ALL_THREE):
    open_game(page, server, "prodigals-club", players, plays, competitions=list(competitions))
    started(page)


def choose(page, competitions):
    for name in COMPETITIONS:
        page.locator(f"[name=competitions][value={name}]").set_checked(name in competitions)


def tap(*keys):
    for key in keys:
        key.tap()


def save(page, label, plays):
    """Save the collected changes, once the button describes them."""
    says(page, label)
    expect(page.locator("#gathered[data-stale]")).to_have_count(0)  # possible mistakes are shown
    button(page).tap()
    saved(page, plays)


def panel(page, phase):
    follow(page.locator(".phases").get_by_role("link", name=phase))
    started(page)


def pick(page, name, value):
    page.locator(f"input[type=radio][name='{name}'][value='{value}']").check()


def sends(page, plays=None):
    """Tap the button of the open panel."""
    page.locator(".phase-sends:visible").tap()
    if plays:
        saved(page, plays)


def hyde_park(page, megaphones, rewards, plays):
    panel(page, "Hyde Park")
    for player, count in enumerate(megaphones):
        name = f"hyde-park-megaphones-{at_seat(player)}"
        pick(page, name, count) if count < 5 else page.locator(f".pick-other[name='{name}']").fill(str(count))
    pick(page, "hyde-park-rewards", rewards)
    expect(page.locator(f"[data-part='speech-{at_seat(0)}']")).not_to_be_empty()
    sends(page, plays)


def sheet(page):
    """Return the scores by competition from the score sheet, without text for screen readers."""
    page.locator(".paper").wait_for()
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".paper tbody tr")].map(row => [
      row.querySelector("th").textContent,
      [...row.querySelectorAll(".paper-score")].map(score => score.firstChild.textContent.trim())]))""")


def marked(page, css):
    """Return the competition and player of each score marked like this."""
    return page.evaluate(
        """css => {
          const who = [...document.querySelectorAll(".standing-name")];
          const names = who.map(each => each.textContent.trim().split(" ").at(-1));
          return [...document.querySelectorAll(".paper tbody tr")].flatMap(row =>
            [...row.querySelectorAll("td")].flatMap((cell, at) =>
              cell.querySelector(css) ? [[row.querySelector("th").textContent, names[at]]] : []));
        }""",
        css,
    )


def leaders(page):
    """Return the names with a crown."""
    return [each.inner_text().split()[-1] for each in page.locator(".standing:has(.crown)").all()]


def stood(name, *markers):
    return {"kind": "influence", "player": name, "markers": list(markers)}


def held(name, *tiles):
    return {"kind": "possessions", "player": name, "tiles": list(tiles)}


def speeches(rewards, **megaphones):
    return {"kind": "hyde-park", "megaphones": megaphones, "rewards": rewards}


# The second round of a game with three players, calculated by hand. All start with 37 votes; Anneli, ahead of two
# others in turn order, has one more. Possessions: pounds, values of the tiles, 3 per tile.
#                  Anneli                    Benito                       Carla
# Round 1  end     5+15+15=35, 30, 23        7+18+18=43, 27, 25           0+18+18=36, 37, 14
# Round 2  tiles   none left: 5
#          pounds  -4 -4: 5 -> 1 -> -3
#          votes   20 are left               -4: 27 -> 23                 -3: 37 -> 34
#          markers 4 2 1 0 = 7               1 1 0 -2 = 0
#          Hyde P. 0: fewest, 20 -> 21       2: second, 23 -> 22          5: first, 34 -> 31     (rewards 3 1)
#          end     -3, 21, 7: the highest 21 43, 22, 0: the highest 43    36, 31, 14: the highest 36
FIRST_ROUND = {
    "Anneli": ("32", (8, 6, 5, 4), (5, 4, 3, 2, 1), (-1,)),
    "Benito": ("29", (10, 7, 5, 3), (5, 4, 3, 2, 2, 2), (1,)),
    "Carla": ("36", (5, 5, 3, 1), (4, 4, 3, 3, 2, 2), (-4, -1)),
}
"""Votes, markers, tiles, and changes of pounds."""
FIRST_END = {"Possessions": ["35", "43", "36"], "Election": ["30", "27", "37"], "Society": ["23", "25", "14"]}
RESULT = {"Anneli": ["−3", "21", "7", "21"], "Carla": ["36", "31", "14", "36"], "Benito": ["43", "22", "0", "43"]}
"""Possessions, election, society and the highest of them, best first."""


def first_round(page):
    """Enter everything of the first round, player by player."""
    for seat, name in enumerate(THREE):
        votes, markers, held_tiles, changes = FIRST_ROUND[name]
        cell(page, "possessions", seat).tap()
        tap(*tiles(page, *held_tiles))
        cell(page, "possessions", seat).tap()  # the sixth tile leads to the next player
        tap(*(add(page, change) for change in changes))
        tap(cell(page, "election", seat), *digits(page, votes), cell(page, "society", seat))
        put_markers(page, *markers)
        save(page, "Save 4 changes", 4 * seat + 4)
    hyde_park(page, (3, 3, 1), "2 1", 13)


def test_complete_game_is_played_by_touch(phone):
    sit_down_by_hand(phone, "prodigals-club", *THREE)
    choose(phone, ALL_THREE)
    begin_by_hand(phone)
    first_round(phone)
    assert sheet(phone) == FIRST_END
    assert leaders(phone) == ["Anneli"]
    panel(phone, "End")
    pick(phone, f"end-round-reserved-{at_seat(2)}", 1)
    expect(phone.locator(".phase-panel:visible .effect")).to_contain_text("Carla, Anneli and Benito play in this order")
    sends(phone, 14)
    expect(phone.locator(".phase-round")).to_contain_text("Round 2 of 5")
    assert leaders(phone) == ["Anneli"]
    assert phone.locator(".phase-order .sign").all_inner_texts() == ["◆", "●", "■"]
    second_round(phone)
    expect(phone.get_by_role("heading", name="Anneli is the greatest prodigal")).to_be_visible()
    expect(phone.get_by_text("Possessions cost Carla the game: 36", exact=True)).to_be_visible()
    rows = {name: phone.locator(".scores tbody tr", has_text=name) for name in RESULT}
    texts = {name: row.locator("td").all_inner_texts() for name, row in rows.items()}
    assert {name: [text.split()[-1] for text in own] for name, own in texts.items()} == RESULT
    shown = re.sub(r"\d+:\d\d", "", phone.locator(".result").inner_text())  # without the time, which may be 20:43
    assert (shown.count("43"), shown.count("−3"), shown.count("holds tiles")) == (2, 1, 0)


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
    save(page, "Save 4 changes", 18)
    tap(cell(page, "election", 1), add(page, -4), cell(page, "society", 1))
    put_markers(page, 1, 1, 0, -2)
    tap(cell(page, "election", 2), add(page, -3))
    save(page, "Save 3 changes", 21)
    hyde_park(page, (0, 2, 5), "3 1", 22)
    assert marked(page, ".paper-zero") == [["Possessions", "Anneli"], ["Society", "Benito"]]
    panel(page, "End")
    expect(page.get_by_text("Anneli has −3 in Possessions: the game would end with this round.")).to_be_visible()
    expect(page.get_by_text("Benito has 0 in Society: the game would end with this round.")).to_be_visible()
    sends(page)
    skip(page)
    expect(page.locator(".winner")).to_be_visible()


ENGLISH = (
    "Starting positions",
    "Order of play",
    "Errand",
    "Votes",
    "Pounds",
    "pounds",
    "tiles",
    "Save",
    "Put back",
)


def test_prodigals_club_has_no_english_texts_in_german(device, server):
    page = device(locale="de-DE")
    plays = [stood(name, 9, 8, 6, 4) for name in ("Anneli", "Benito")]
    opened(page, server, THREE[:2], [*plays, held("Anneli", 3)])
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


def pages(page, server):
    """Open the pages specific to this title, yielding after each one."""
    long = LONG_NAMES[1]
    plays = [*(held("Anneli", 12, 5, 2), held(long, 3), held("Carla", 1, 1))]
    plays += [stood(name, 16, 2, 0, -3) for name in ("Anneli", long, "Carla")]
    plays += [{"kind": "coins", "player": "Carla", "change": -4}] * 2
    opened(page, server, ("Anneli", long, "Carla"), plays)
    cell(page, "possessions", 0).tap()
    page.locator("[data-chip]:visible").first.tap()
    expect(page.get_by_role("group", name="Sell 12")).to_be_visible()
    yield "a tile and what it would pay"
    tap(page.locator("[data-exchange]:visible"), *tiles(page, 2))
    says(page, "Save Anneli's exchange")
    tap(cell(page, "election", 1), add(page, -3))
    says(page, "Save 2 changes")
    cell(page, "society", 1).tap()
    page.locator(".markers:visible .field").first.fill("17")
    expect(page.locator(".fault:visible")).to_contain_text("no marker on 17")
    button(page).tap()
    answered(page)  # the message may be that of the preview
    expect(page.get_by_role("alert")).to_be_visible()
    started(page)
    yield "a marker that cannot be"
    cell(page, "society", 1).tap()
    page.locator(".markers:visible .field").first.fill("-9")
    expect(page.locator(".fault:visible")).to_have_count(0)
    save(page, "Save 3 changes", 11)
    hyde_park(page, (0, 2, 2), "2 1", 12)
    yield "somebody below zero"
    follow(page.locator(".bar-link"))
    follow(page.locator(".log-line", has_text="spends 4 pounds"))
    started(page)
    page.locator("[data-back]").tap()
    tap(add(page, -4))
    expect(page.locator(".effect")).to_contain_text("spends")
    yield "a correction with live figures"


def test_every_page_passes_axe_and_fits_a_small_phone(device, server, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []
    table = [speeches([4, 2, 1], **{name: 4 - seat for seat, name in enumerate(LONG_NAMES)})]
    ended = [*table, *(held(name, 3) for name in LONG_NAMES), *(stood(name, 1, 1, 1, -3) for name in LONG_NAMES)]
    for plays in (table, [*ended, {"kind": "end-round"}]):
        opened(page, server, LONG_NAMES, plays)
        everything_open(page)
        assert sideways(page) <= 0, plays

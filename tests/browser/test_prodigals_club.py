"""The Prodigals Club on a phone: a game by touch, phases and corrections, and what fits the screen."""

from playwright.sync_api import expect

from tests.browser.club import (
    ALL_THREE,
    THREE,
    add,
    button,
    cell,
    digits,
    lower,
    marker,
    next_step,
    row,
    saved,
    scores,
    shows,
    step_key,
    stood,
    tiles,
)
from tests.browser.steps import (
    OVERLAPPING,
    SMALL,
    Taps,
    begin_by_hand,
    box,
    follow,
    in_sight,
    open_game,
    settle,
    sideways,
    sit_down_by_hand,
    skip,
    started,
    walk,
)
from tests.seats import at_seat

LONG = (
    "Anneli",
    "Maximiliane-Theodora von und zu Rappolts",
    "Christophorus",
    "Donaudampfschifffahrtskapitän",
    "Evangelina",
)


def panel(page, phase):
    started(page)
    follow(page.locator(".phases").get_by_role("link", name=phase))
    started(page)


def pick(page, name, value):
    return page.locator(f"input[type=radio][name='{name}'][value='{value}']")


def megaphones(page, seat, count):
    return pick(page, f"hyde-park-megaphones-{at_seat(seat)}", count)


def entered(page, label, following):
    """Tap the button that enters the open panel, and wait for the next label."""
    expect(next_step(page)).to_have_text(label)
    next_step(page).tap()
    expect(next_step(page)).to_have_text(following)
    started(page)


def test_complete_game_is_played_by_touch(phone):
    """The starting numbers, a round with everything, and a round that ends the game."""
    sit_down_by_hand(phone, "prodigals-club", "Anneli", "Benito", "Carla")
    for name in ("possessions", "last-will", "election", "society"):
        phone.locator(f"[name=competitions][value={name}]").set_checked(name in ALL_THREE)
    begin_by_hand(phone)
    tap = Taps()
    for values in ((6, 6, 5, 4, 3, 2), (9, 5, 5, 2, 1, 1), (7, 7, 4, 3, 3, 2)):
        tap(*tiles(phone, *values))  # the sixth leads to the next player without tiles
    tap(*digits(phone, "8654"))
    for _ in range(2):
        same = phone.locator("[data-same]:visible")
        expect(same).to_have_text("As Anneli: 8 6 5 4")
        tap(same)
    expect(button(phone)).to_have_text("Save 6 changes")
    tap(button(phone))
    saved(phone, 6)
    taps, scrolls = tap.spent("everybody's tiles and markers")
    assert (taps <= 25, scrolls) == (True, 0)
    assert scores(phone) == [["50", "47", "49"], ["38", "37", "37"], ["23", "23", "23"]]

    tap(row(phone, "election"), *(step_key(phone, *each) for each in ((0, -4), (1, -3), (1, -2), (2, -1))))
    tap(row(phone, "possessions"), *(step_key(phone, *each) for each in ((0, -4), (1, -1), (1, -1), (2, -3))))
    tap(row(phone, "society"))
    for seat, place, spaces in ((0, 1, 5), (0, 3, 2), (1, 1, 1), (2, 2, 4)):
        key = lower(phone, seat, place)
        before = int(key.inner_text().split()[0])
        tap.slide(key, -18 * spaces - 4) if spaces > 1 else tap(key)
        shows(key, f"{before - spaces} from {before}")
    tap(button(phone))
    saved(phone, 6 + 9)
    tap(cell(phone, "possessions", 1), phone.locator("[data-chip]:visible", has_text="9"))
    tap(phone.locator("[name=play][value$='?tile=9&discount=2']:visible"))
    saved(phone, 16)
    following = next_step(phone)
    tap(following)
    expect(following).to_have_text("Enter Hyde Park")
    started(phone)
    tap(*(megaphones(phone, seat, count) for seat, count in enumerate((3, 0, 2))))
    tap(phone.locator("[name=hyde-park-rewards]").first, following)
    expect(following).to_have_text("Enter Dame Beatrice")
    started(phone)
    tap(marker(phone, 0, 1), marker(phone, 1, 3), marker(phone, 2, 2), following)
    expect(following).to_have_text("End round 1")
    started(phone)
    tap(pick(phone, f"end-round-reserved-{at_seat(2)}", 1), following)
    expect(phone.locator(".phase-round")).to_contain_text("Round 2")
    taps, scrolls = tap.spent("a round of three with everything")
    assert (taps <= 34, scrolls) == (True, 0)
    assert phone.locator(".phase-order .sign").all_inner_texts() == ["◆", "●", "■"]
    assert scores(phone) == [["46", "40", "46"], ["32", "33", "35"], ["17", "23", "20"]]

    tap(cell(phone, "election", 2), *digits(phone, "5"), phone.locator("[data-minus]:visible"), button(phone))
    tap(phone.get_by_role("button", name="Yes, enter it"))
    saved(phone, 22)
    panel(phone, "Hyde Park")
    tap(*(megaphones(phone, seat, 1) for seat in range(3)), phone.locator(".phase-sends:visible"))
    saved(phone, 23)
    panel(phone, "End")
    expect(phone.get_by_text("Carla has −4 in Election: the game would end with this round.")).to_be_visible()
    tap(phone.locator(".phase-sends:visible"))
    skip(phone)
    expect(phone.get_by_role("heading", name="Benito is the greatest prodigal")).to_be_visible()
    rows = [row.locator("td").all_inner_texts() for row in phone.locator(".scores tbody tr").all()]
    assert [[text.split()[-1] for text in row] for row in rows] == [
        ["40", "34", "23", "40"],
        ["46", "−4", "20", "46"],
        ["46", "33", "17", "46"],
    ]


def test_phases_out_of_order_keep_their_input(phone, server):
    plays = [stood(name, 9, 8, 6, 4) for name in THREE]
    open_game(phone, server, "prodigals-club", THREE, plays, competitions=["election", "society"])
    panel(phone, "End")
    expect(phone.locator(".missing a")).to_have_count(2)
    pick(phone, f"end-round-reserved-{at_seat(2)}", 1).tap()
    phone.locator(".missing a").first.tap()
    expect(next_step(phone)).to_have_text("Enter Hyde Park")
    cell(phone, "election", 1).tap()
    expect(phone.locator(".phase-panel:visible")).to_have_count(0)
    expect(next_step(phone)).to_have_text("Hyde Park ›")
    panel(phone, "Hyde Park")
    others = [phone.locator(f".pick-other[name='hyde-park-megaphones-{at_seat(seat)}']") for seat in range(3)]
    rewards = phone.locator(".pick-other[name=hyde-park-rewards]")
    for seat, count in ((1, 2), (0, 3), (2, 1)):
        megaphones(phone, seat, count).tap()
    others[1].fill("11")  # a key and a typed number replace each other
    expect(megaphones(phone, 1, 2)).not_to_be_checked()
    pick(phone, "hyde-park-rewards", "2 1").tap()
    rewards.fill("5 3")
    phone.reload()
    started(phone)
    expect(pick(phone, "hyde-park-rewards", "2 1")).not_to_be_checked()
    expect(rewards).to_have_value("5 3")
    expect(others[1]).to_have_value("11")
    expect(megaphones(phone, 0, 3)).to_be_checked()
    expect(others[0]).to_have_value("")
    expect(phone.locator(f"[data-part='speech-{at_seat(1)}']")).to_contain_text("−5 → 33")
    others[1].fill("")
    expect(phone.locator("form#hyde-park .fault")).to_contain_text("The megaphones of Ben are missing")
    megaphones(phone, 1, 0).tap()
    expect(phone.locator("form#hyde-park .fault")).to_be_empty()
    entered(phone, "Enter Hyde Park", "Enter Dame Beatrice")
    assert scores(phone)[0] == ["33", "39", "34"]

    key, spared = marker(phone, 1, 2), phone.locator("[data-spared]:visible").nth(1)
    for shown in ("9 from 8", "10 from 8", "8 +1", "9 from 8"):  # twice up, and back
        key.tap()
        shows(key, shown)
    spared.check()
    shows(key, "8 +1")
    expect(key).to_be_disabled()
    spared.uncheck()
    marker(phone, 1, 1).tap()
    phone.reload()
    started(phone)
    shows(marker(phone, 1, 1), "10 from 9")
    entered(phone, "Enter Dame Beatrice", "End round 1")
    assert scores(phone)[1] == ["27", "28", "27"]
    settle(phone)
    phone.locator("#undo").tap()
    expect(phone.locator(".missing a:visible")).to_have_count(1)
    expect(pick(phone, f"end-round-reserved-{at_seat(2)}", 1)).to_be_checked()  # entered earlier
    entered(phone, "End round 1", "Hyde Park ›")
    panel(phone, "End")
    expect(pick(phone, f"end-round-reserved-{at_seat(2)}", "")).to_be_checked()


FOUR = ("Ada", "Ben", "Cleo", "Don")


def test_forgotten_dame_beatrice_is_inserted_for_all_players_together(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    plays = [*(stood(name, 9, 8, 6, 4) for name in FOUR), {"kind": "hyde-park", "megaphones": dict.fromkeys(FOUR, 1)}]
    plays += [{"kind": "end-round"}, stood("Ada", 8, 8, 6, 4)]
    open_game(phone, server, "prodigals-club", FOUR, plays, competitions=["election", "society"])
    started(phone)
    tap(phone.locator(".bar-link").first, phone.locator("#play-6 a").first)
    tap(phone.get_by_role("link", name="Insert an entry before"))
    expect(phone.locator("h1")).to_have_text("Before entry 6")
    started(phone)
    assert sideways(phone) == 0
    tap(phone.locator(".phases a", has_text="Dame Beatrice"))
    tap(*(phone.locator("#dame-beatrice .picks").nth(seat).locator("[data-ways]").first for seat in range(4)))
    votes = phone.locator(f"[data-of='election-{at_seat(0)}']")
    row(phone, "election").tap()
    votes.locator("[data-add='-2']").tap()
    phone.locator("#save").tap()
    expect(phone.get_by_role("alert").filter(has_text="Insert one thing at a time")).to_be_visible()
    for _ in range(2):
        votes.locator("[data-add='1']").tap()
    phone.locator(".phases a", has_text="Dame Beatrice").tap()
    tap(phone.get_by_role("button", name="Insert: Dame Beatrice"))
    phone.wait_for_url("**/plays")
    expect(phone.locator(".log-change")).to_contain_text("Ada 9 → 10; Ben 9 → 10; Cleo 9 → 10; Don 9 → 10")
    assert tap.spent("a forgotten Dame Beatrice for four") == (9, 0)


COVERED = """() => {
  const [paper, bar] = [".paper-frame", ".act"].map(each => document.querySelector(each).getBoundingClientRect());
  const isOpen = each => [...each.children].some(child => child.checkVisibility());
  const panel = [...document.querySelectorAll("[data-panel]")].find(isOpen);
  return [...panel.querySelectorAll("button, .pick, input, summary")].filter(each => {
    const {top, bottom, height} = each.getBoundingClientRect();
    return each.checkVisibility() && height > 1 && (top < paper.bottom - 1 || bottom > bar.top + 1);
  }).map(each => each.outerHTML.slice(0, 150));
}"""
"""Keys and fields of the open panel that the sheet above or the bar below covers."""


def opens(page, name):
    page.locator(f"a[data-opens='{name}']:visible").first.tap()
    expect(page.locator(f"a[data-opens='{name}'][aria-current]").first).to_be_attached()


def fits(page, what):
    """Assert that all keys of the open panel are on the screen, between the sheet and the bar."""
    assert page.evaluate(COVERED) == [], what
    assert sideways(page) <= 0, what


def test_panels_of_five_fit_a_small_phone(device, server):
    page = device(viewport=SMALL, locale="de-DE", wider=True)

    def sit(plays, *competitions):
        open_game(page, server, "prodigals-club", LONG, plays, competitions=competitions)
        started(page)

    held = [{"kind": "possessions", "player": name, "tiles": [9, 8, 7, 5, 4, 3]} for name in LONG]
    high = [
        *(stood(name, 16, 12, 10, 10) for name in LONG),
        *({"kind": "votes", "player": name, "to": 128} for name in LONG),
    ]
    last = at_seat(4)
    for competitions, plays in ((ALL_THREE, [*held, *high]), (("last-will", "election", "society"), high)):
        sit(plays, *competitions)
        panels = [f"{name}-{whose}" for name in competitions for whose in ("all", last)]
        for name in (*panels, "phase-hyde-park", "phase-dame-beatrice", "phase-end-round"):
            opens(page, name)
            fits(page, name)

    opens(page, "phase-hyde-park")
    rows = page.locator("#hyde-park :is(.picks, .rewards)")
    before = [box(each) for each in rows.all()]
    page.locator(".phase-sends:visible").tap()
    expect(page.locator("#hyde-park .fault")).to_be_in_viewport(ratio=1)
    expect(page.locator("#hyde-park .picks[aria-invalid]")).to_have_count(5)
    assert [box(each) for each in rows.all()] == before
    for seat in range(5):
        rows.nth(seat).locator(".pick").nth(seat and 2).tap()
    rows.last.locator(".pick").last.tap()
    expect(rows.locator(".picks-note b")).to_have_count(5)
    assert page.locator("#phase-hyde-park .picks").evaluate_all(OVERLAPPING) == []

    sit([{"kind": "properties", "player": LONG[0], "values": [20, 8, 5]}], "last-will", "society")
    cell(page, "last-will", 0).tap()
    before = box(page.locator("[data-digit='5']:visible"))
    page.locator("[data-chip]:visible", has_text="8").tap()
    assert box(page.locator("[data-digit='5']:visible")) == before
    fits(page, "a chosen property")

    open_game(page, server, "prodigals-club", LONG[:4], held[:4], competitions=["possessions", "election"])
    started(page)
    cell(page, "possessions", 3).tap()
    page.locator("[data-chip]:visible").first.tap()
    fits(page, "a chosen tile")
    page.locator("[data-exchange]:visible").tap()
    fits(page, "an exchange")


def test_set_up_of_five_leaves_the_keys_visible_in_place(device, server):
    page = device(viewport=SMALL, locale="de-DE", wider=True)
    names = ("Christopher", "Christophorus", "Evangelina", "Maximiliane", "Benjamin")
    open_game(page, server, "prodigals-club", names, [], competitions=ALL_THREE)
    started(page)
    for seat, name in enumerate(names):
        cell(page, "possessions", seat).tap()
        for each in tiles(page, 8, 9):
            each.tap()
        expect(page.locator(".overlooked .slip", has_text=f"{name}: 2 ")).to_have_count(1)
        in_sight(page.locator(".cell-changes:visible"))
    page.locator(".overlooked .slip").last.scroll_into_view_if_needed()
    expect(page.locator(".overlooked .slip").last).to_be_in_viewport(ratio=0.99)
    expect(button(page)).to_be_in_viewport(ratio=1)
    cell(page, "society", 0).tap()
    for each in digits(page, "9988"):
        each.tap()
    keys, same = page.locator(".cell-keys:visible"), page.locator("[data-same]:visible")
    before = box(keys)
    for each in (*page.locator(".stepper-button:visible").all(), same, keys):
        in_sight(each)
    same.tap()
    expect(cell(page, "society", 2)).to_have_attribute("aria-current", "true")
    assert box(keys) == before

    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    for name in ("society", "election"):
        page.evaluate("document.getElementById('main').scrollTop = 0")
        cell(page, name, 0).tap()
        in_sight(page.locator(f"[id='{name}-{at_seat(0)}'] h2"))
        page.evaluate("document.getElementById('main').scrollTop = 0")
        row(page, name).tap()
        in_sight(page.locator(f"#{name}-all .picks-name").first)


def pages(page, server):
    """Open the pages specific to this title, yielding after each one."""
    names = LONG[:3]
    plays = [{"kind": "possessions", "player": name, "tiles": [12, 5, 2]} for name in names]
    plays += [*(stood(name, 16, 2, 0, -3) for name in names), {"kind": "votes", "player": LONG[0], "change": -4}]
    open_game(page, server, "prodigals-club", names, plays, competitions=ALL_THREE)
    started(page)
    cell(page, "possessions", 0).tap()
    page.locator("[data-chip]:visible").first.tap()
    expect(page.get_by_role("group", name="Sell 12")).to_be_visible()
    yield "a tile and what it would pay"
    page.locator("[data-exchange]:visible").tap()
    row(page, "society").tap()
    yield "the markers of all players"
    cell(page, "society", 1).tap()
    page.locator(".markers:visible .field").first.fill("17")
    button(page).tap()
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(1)
    started(page)
    yield "a marker that cannot be, and half of an exchange"
    opens(page, "phase-hyde-park")
    yield "Hyde Park"
    opens(page, "phase-dame-beatrice")
    yield "Dame Beatrice"
    page.goto(f"{page.url.partition('?')[0]}/plays/7")
    started(page)
    add(page, -4).tap()
    expect(page.locator("[data-typed]")).to_have_text("− 8")  # added to the change
    expect(page.locator(".effect")).not_to_be_empty()
    yield "a correction with live figures"


def test_every_page_passes_axe_and_fits_a_small_phone(device, server, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []

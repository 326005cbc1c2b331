"""Corrections by touch: the way to a play, and conflicts with later plays, resolved in the correction's form."""

from playwright.sync_api import expect

from tests.browser.club import THREE
from tests.browser.steps import SMALL, Taps, follow, key, open_game, ready, sideways, started

NAMES = ["Ada", "Ben"]
SENT = ["1/1", "2/3", "3/3", "1/4", "0/6"]
PLAYS = [
    {"kind": "agent", "player": NAMES[at % 2], "cards": [*map(int, each.split("/"))]} for at, each in enumerate(SENT)
]


def code_names(server, page):
    view = server.app.extensions["service"].view(page.url.partition("/games/")[2][:36])
    return ["/".join(map(str, step.play.code_name)) for step in view.replay.steps]


def typed(page, tap, cards):
    """Type another code name in place of one with two cards."""
    ready(page)
    tap(*[page.locator("[data-backspace]")] * 2, *(key(page, number) for number in cards))


def test_agent_links_to_its_entry_and_saving_returns(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    open_game(phone, server, "don-carlo", NAMES, PLAYS)
    table = phone.url
    started(phone)
    tap(phone.locator(".country-tile").nth(1).get_by_role("link"))
    agent = phone.locator(".country-sheet .agent-link", has_text="2/3")
    assert min(agent.bounding_box()[side] for side in ("width", "height")) >= 48
    tap(agent)
    phone.wait_for_url("**/plays/2*")
    started(phone)
    assert tap.printed("from the table to an agent three rounds ago") == 2
    typed(phone, tap, "05")
    expect(phone.locator("[data-part=totals]")).to_be_empty()
    tap(phone.locator("#send"))
    phone.wait_for_url(table)
    assert code_names(server, phone)[1] == "0/5"


def test_conflict_is_resolved_with_values_typed_beside_it(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    open_game(phone, server, "don-carlo", NAMES, PLAYS)
    table = phone.url
    phone.goto(f"{table}/plays/1")
    started(phone)
    typed(phone, tap, "33")
    tap(phone.locator("#send"))
    later = phone.locator(".conflicts li")
    expect(later).to_contain_text("3/3 is already in Absurdistan [6]: Ada sent it in entry 1.")
    expect(later.locator(".fault").first).to_be_in_viewport()
    expect(phone.get_by_role("heading", name="Entry 1")).to_be_visible()
    assert sideways(phone) == 0
    expect(phone.locator(".slots .card:not(.card-empty)")).to_have_text(["3", "3"])
    later.get_by_label("Code name").fill("12")
    typed(phone, tap, "6")
    tap(phone.get_by_role("button", name="Save with these fixes"))
    phone.wait_for_url(table)
    assert code_names(server, phone) == ["6", "2/3", "1/2", "1/4", "0/6"]


def test_entry_is_given_to_another_player_or_refused_with_the_reason(phone, server):
    held = [
        {"kind": "possessions", "player": name, "tiles": tiles}
        for name, tiles in (("Ada", [8, 5]), ("Ben", [8]), ("Cleo", [8, 5]))
    ]
    sale = {"kind": "sell", "player": "Ada", "tile": 5, "discount": 1}
    options = {"competitions": ["possessions", "election"]}
    open_game(phone, server, "prodigals-club", THREE, [*held, sale], **options)
    started(phone)
    follow(phone.locator(".bar-link.phase-round"))
    for name in ("Cleo", "Ben"):
        follow(phone.locator("#play-4 a"))
        started(phone)
        phone.get_by_role("button", name=f"Give it to {name}").tap()
        if name == "Cleo":
            expect(phone.locator("#play-4 b")).to_contain_text("Cleo sells 5")
    expect(phone.get_by_text("Ben has no tile of 5, but 8.").locator("visible=true").first).to_be_in_viewport()
    expect(phone.get_by_role("button", name="Give it to Cleo")).to_be_visible()

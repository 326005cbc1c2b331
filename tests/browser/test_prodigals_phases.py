"""The phases of a round of The Prodigals Club by touch: Hyde Park, Dame Beatrice and the end of the round."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import FINE_PRINT, marker, next_step, shows, speeches, stood
from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, follow, hurry, in_sight, open_game, settle, sideways, started
from tests.seats import at_seat

THREE = ("Ada", "Ben", "Cleo")
FIVE = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Carla", "Donny", "Evangelina")
ALL_THREE = ["possessions", "election", "society"]
TWO = ["election", "society"]


def table(page, server, players=THREE, competitions=TWO, held=False):
    """Open a table with known markers and tiles, with or without Hyde Park."""
    tiles = [{"kind": "possessions", "player": name, "tiles": [3]} for name in players]  # fewer than at the start
    plays = [*(tiles if "possessions" in competitions else ()), *(stood(name, 9, 8, 6, 4) for name in players)]
    plays += [speeches(players, [2, 1, 0] if len(players) > 3 else [2, 1])] if held else []
    open_game(page, server, "prodigals-club", players, plays, competitions=competitions)


def button(page):
    return next_step(page)


def out_of_order(page, label):
    started(page)
    follow(page.locator(".phases").get_by_role("link", name=label))
    started(page)


def entered(page, label, following):
    """Tap the button that enters the open panel, and wait for the next label."""
    expect(button(page)).to_have_text(label)
    button(page).tap()
    expect(button(page)).to_have_text(following)
    started(page)


def pick(page, name, value):
    return page.locator(f"input[type=radio][name='{name}'][value='{value}']")


def spared(page, seat):
    return page.locator("[data-spared]:visible").nth(seat)


def scores(page, competition):
    row = page.locator(".paper tbody tr", has_text=competition)
    return [each.split()[0] for each in row.locator(".paper-score").all_inner_texts()]


def said(page, seat):
    return page.locator(f"[data-part='speech-{at_seat(seat)}']")


def test_phases_out_of_order_keep_their_input(phone, server):
    table(phone, server)
    out_of_order(phone, "End")
    expect(phone.locator(".missing a")).to_have_count(2)
    pick(phone, f"end-round-reserved-{at_seat(2)}", 1).tap()
    phone.locator(".missing a").first.tap()
    expect(button(phone)).to_have_text("Enter Hyde Park")
    phone.locator(f".paper-cell[data-opens='election-{at_seat(1)}']").tap()
    expect(phone.locator(".phase-panel:visible")).to_have_count(0)
    expect(button(phone)).to_have_text("Hyde Park ›")
    out_of_order(phone, "Hyde Park")
    other = phone.locator(
        f".pick-other[name='hyde-park-megaphones-{at_seat(1)}']"
    )  # a key and a typed number replace each other
    pick(phone, f"hyde-park-megaphones-{at_seat(1)}", 2).tap()
    other.fill("11")
    expect(pick(phone, f"hyde-park-megaphones-{at_seat(1)}", 2)).not_to_be_checked()
    pick(phone, f"hyde-park-megaphones-{at_seat(0)}", 3).tap()
    pick(phone, f"hyde-park-megaphones-{at_seat(2)}", 1).tap()
    pick(phone, "hyde-park-rewards", "2 1").tap()
    phone.locator(".pick-other[name=hyde-park-rewards]").fill("5 3")
    phone.reload()
    started(phone)
    expect(pick(phone, "hyde-park-rewards", "2 1")).not_to_be_checked()
    expect(phone.locator(".pick-other[name=hyde-park-rewards]")).to_have_value("5 3")
    expect(other).to_have_value("11")
    expect(pick(phone, f"hyde-park-megaphones-{at_seat(0)}", 3)).to_be_checked()
    expect(phone.locator(f".pick-other[name='hyde-park-megaphones-{at_seat(0)}']")).to_have_value("")
    expect(said(phone, 1)).to_contain_text("−5 → 33")
    other.fill("")
    expect(phone.locator("form#hyde-park .fault")).to_contain_text("The megaphones of Ben are missing")
    pick(phone, f"hyde-park-megaphones-{at_seat(1)}", 0).tap()
    expect(phone.locator("form#hyde-park .fault")).to_be_empty()
    expect(said(phone, 0)).to_contain_text("−5 → 33")
    entered(phone, "Enter Hyde Park", "Enter Dame Beatrice")
    assert scores(phone, "Election") == ["33", "39", "34"]

    for shown in ("9 from 8", "10 from 8", "8 +1", "9 from 8"):  # twice up, and back
        marker(phone, 1, 2).tap()
        shows(marker(phone, 1, 2), shown)
    spared(phone, 1).check()
    shows(marker(phone, 1, 2), "8 +1")
    expect(marker(phone, 1, 2)).to_be_disabled()
    spared(phone, 1).uncheck()
    marker(phone, 1, 1).tap()
    phone.reload()
    started(phone)
    shows(marker(phone, 1, 1), "10 from 9")
    entered(phone, "Enter Dame Beatrice", "End round 1")
    assert scores(phone, "Society") == ["27", "28", "27"]
    settle(phone)
    phone.locator("#undo").tap()
    expect(phone.locator(".missing a:visible")).to_have_text(
        ["Dame Beatrice was not entered: the current markers count."]
    )
    assert scores(phone, "Society") == ["27", "27", "27"]

    expect(pick(phone, f"end-round-reserved-{at_seat(2)}", 1)).to_be_checked()  # entered earlier
    expect(phone.locator("form#end-round .effect")).to_contain_text("Cleo, Ada and Ben play in this order")
    entered(phone, "End round 1", "Hyde Park ›")
    expect(phone.locator(".phase-round")).to_contain_text("Round 2 of 5")
    expect(phone.locator(".phase-round")).to_contain_text("Order of play: Cleo, Ada, Ben ◆●■")
    out_of_order(phone, "End")
    expect(pick(phone, f"end-round-reserved-{at_seat(2)}", "")).to_be_checked()


COVERED = """() => {
  const bar = document.querySelector(".act").getBoundingClientRect().top;
  const top = document.querySelector(".paper-frame").getBoundingClientRect().bottom;
  const keys = [...document.querySelectorAll(".phase-panel :is(.pick, .pick-other, summary), .phase-link")];
  const boxes = keys.map(each => each.getBoundingClientRect()).filter(box => box.height);
  return boxes.filter(box => box.top < top - 1 || box.bottom > bar + 1).length;
}"""


def test_every_panel_fits_one_screen(device, server, axe):
    page = device()
    for players, screen in ((FIVE, page.viewport_size), (FIVE[:4], SMALL)):
        page.set_viewport_size(screen)
        for panel, held in (("Hyde Park", False), ("Dame Beatrice", True), ("End", True)):
            table(page, server, players, ALL_THREE, held)
            out_of_order(page, panel)
            if players == FIVE:  # fewer players make the same panels, but smaller
                axe(page) if panel != "End" else None
                assert page.evaluate(FINE_PRINT) == [], panel
            assert sideways(page) <= 0, (panel, len(players))
            if panel != "End":  # missing entries come first there
                assert page.evaluate(COVERED) == 0, (panel, len(players))


def test_changes_for_an_ended_round_are_offered_not_filled_in(device, server):
    phone, other = device(), device()
    hurry(phone)
    table(phone, server, competitions=["society", "election"], held=True)
    phone.reload()
    started(phone)
    votes, fields = (
        phone.locator(f"[id='election-{at_seat(1)}']"),
        phone.locator(f"[name='influence.{at_seat(0)}-markers']"),
    )
    phone.locator(f".paper-cell[data-opens='society-{at_seat(0)}']").tap()
    phone.locator(f"[id='society-{at_seat(0)}'] [data-step='-1']").first.tap()
    assert [each.input_value() for each in fields.all()] == ["8", "8", "6", "4"]
    phone.locator(f".paper-cell[data-opens='election-{at_seat(1)}']").tap()
    votes.locator("[data-add='-2']").tap()
    other.goto(phone.url.split("?")[0])
    started(other)
    out_of_order(other, "End")
    button(other).tap()
    expect(phone.locator(".phase-round")).to_contain_text("Round 2")
    phone.reload()
    started(phone)
    offer = votes.get_by_role("status").filter(has_text="Typed before that")
    in_sight(offer)
    expect(offer).to_contain_text("A new round has begun. Typed before that: Change −2.")
    expect(phone.locator("[data-changed]")).to_have_count(0)
    assert [each.input_value() for each in fields.all()] == ["9", "8", "6", "4"]
    offer.get_by_role("button").tap()
    expect(phone.locator("#save")).to_have_text("Save Ben's vote count")
    expect(offer).to_have_count(0)


TOP_CUT = """() => {
  const main = document.getElementById("main").getBoundingClientRect().top;
  const panel = document.querySelector("[data-panel]:not([hidden])");
  const {top} = panel.querySelector(".picks, select").getBoundingClientRect();
  const bar = document.querySelector(".act").getBoundingClientRect().top;
  const names = [...document.querySelectorAll(".paper .standing")].map(each => each.getBoundingClientRect());
  const last = [...panel.querySelectorAll(".picks, select")].at(-1).getBoundingClientRect().bottom;
  const tabs = document.querySelector(".phases").getBoundingClientRect().top;
  const uncut = [names.every(each => each.top >= main - 1), names.every(each => each.bottom <= tabs + 1)];
  return [...uncut, tabs < top, last <= bar];
}"""


@pytest.mark.parametrize("slug", ["five-players-all-three-competitions", "last-will-and-election-of-5"])
@pytest.mark.parametrize("panel", ["hyde-park", "end-round"])
def test_opened_phase_begins_below_uncut_names(device, played, slug, panel):
    document = recorded(f"prodigals-club/{slug}")
    phone = device(viewport=SMALL, locale="de-DE")
    phone.goto(*played({**document, "plays": document["plays"][:30]}))
    started(phone)
    phone.locator(f".phase-link[data-opens=phase-{panel}]").tap()
    expect(phone.locator(f"#phase-{panel}")).to_be_visible()
    assert phone.evaluate(TOP_CUT) == [True, True, True, True]

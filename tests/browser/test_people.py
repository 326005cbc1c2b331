"""Names put right at a phone: two that are one person, one that is removed; in taps counted, and without scripts."""

import pytest
from playwright.sync_api import expect

from scorekeeper.desk.exchange import import_documents
from tests.browser.steps import SMALL, Taps, follow, walk
from tests.documents import game_document, read_document


@pytest.fixture
def games(server):
    """Anna is person 1, Bentio 2, Benito 3; Anna and Benito sat together, the other two did not."""
    seats = (("Anna", "Bentio"), ("Anna", "Benito"), ("Benito", "Cleo"))
    notes = ({}, {}, {"note": "Benito's first game"})
    documents = [game_document("don-carlo", names, []) | note for names, note in zip(seats, notes, strict=True)]
    return import_documents(server.app.extensions["desk"], [read_document(each) for each in documents])


@pytest.mark.parametrize("scripts", [True, False])
def test_a_name_that_is_taken_is_merged_and_split_and_one_is_removed(device, server, games, scripts):
    page = device(java_script_enabled=scripts)
    page.goto(f"{server.address}/players/2/edit")
    tap = Taps()
    page.get_by_label("Name", exact=True).fill("Benito")
    tap(page.locator("#rename"))
    expect(page.locator("#name-fault")).to_contain_text("Somebody else is called Benito already")
    tap(page.get_by_role("link", name="The same person? Merge"))
    expect(page.get_by_role("heading", name="Is Bentio the same person as Benito?")).to_be_visible()
    tap(page.locator("#merge"))
    expect(page.locator("#changed")).to_contain_text("Bentio and Benito are one person now: Benito.")
    assert tap.printed("two names merged") == 3
    page.goto(f"{server.address}/games/{games[0].id}")
    expect(page.locator("body")).to_contain_text("Benito")
    page.goto(f"{server.address}/players/3/edit")
    follow(page.get_by_role("button", name="Undo"))
    expect(page.locator("#changed")).to_contain_text("Bentio and Benito are two people again.")
    page.goto(f"{server.address}/players/3/edit")
    tap(page.get_by_role("link", name="Remove this name for good"))
    expect(page.get_by_text("Downloaded backups and exported files still have the name")).to_be_visible()
    tap(page.get_by_label("Remove it for good."), page.locator("#remove"))
    expect(page.locator("#changed")).to_contain_text("The name is gone. In the games it says NN 3 now.")
    assert tap.printed("a name removed") == 3
    page.goto(f"{server.address}/games/{games[2].id}")
    expect(page.locator("body")).to_contain_text("NN 3")
    expect(page.locator("body")).not_to_contain_text("Benito")


def pages(page, server):
    """Walk through every page of names, yielding after each."""
    for number, address in enumerate(("1/edit", "2/merge", "2/merge?into=3", "1/merge?into=3", "3/remove", "names")):
        page.goto(f"{server.address}/players/{address}")
        yield address
        if number == 0:
            page.get_by_label("Name", exact=True).fill("Benito")
            follow(page.locator("#rename"))
            yield "a name that is taken"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe, server, games):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []

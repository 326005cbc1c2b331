"""Names corrected on a phone, with the number of taps: merging two names of one person, and removing a name."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, follow, walk
from tests.documents import game_document

pytestmark = pytest.mark.ids_of_the_store


def test_names_are_merged_split_and_removed(device, played, axe):
    # Anna is person 1, Bentio 2, Benito 3. Bentio and Benito never played together, so they can be merged.
    seats = (("Anna", "Bentio"), ("Anna", "Benito"), ("Benito", "Cleo"))
    notes = ({}, {}, {"note": "Benito's first game"})
    merged, _, removed = played(
        *(game_document("don-carlo", names, []) | note for names, note in zip(seats, notes, strict=True))
    )
    page, tap = device(viewport=SMALL), Taps()

    def pages():
        page.goto("/players/2/edit")
        page.get_by_label("Name", exact=True).fill("Benito")
        tap(page.locator("#rename"))
        expect(page.locator("#name-fault")).to_contain_text("Benito is already another player's name")
        yield "a name that is taken"
        tap(page.get_by_role("link", name="The same person? Merge"))
        expect(page.get_by_role("heading", name="Is Bentio the same person as Benito?")).to_be_visible()
        yield "the same person?"
        tap(page.locator("#merge"))
        expect(page.locator("#changed")).to_contain_text("Bentio and Benito are one person now: Benito.")
        assert tap.printed("two names merged") == 3
        page.goto(merged)
        expect(page.locator("body")).to_contain_text("Benito")
        page.goto("/players/3/edit")
        follow(page.get_by_role("button", name="Undo"))
        expect(page.locator("#changed")).to_contain_text("Bentio and Benito are two people again.")
        for url in ("2/merge", "names"):
            page.goto(f"/players/{url}")
            yield url
        page.goto("/players/3/edit")
        tap(page.get_by_role("link", name="Remove this name permanently"))
        expect(page.get_by_text("Downloaded backups and exported files still contain the name")).to_be_visible()
        yield "removed for good?"
        tap(page.get_by_label("Remove it permanently."), page.locator("#remove"))
        expect(page.locator("#changed")).to_contain_text("The name was removed. Games now show NN 3.")
        assert tap.printed("a name removed") == 3
        page.goto(removed)
        expect(page.locator("body")).to_contain_text("NN 3")
        expect(page.locator("body")).not_to_contain_text("Benito")

    assert walk(page, pages(), axe) == []

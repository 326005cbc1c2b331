"""The data page: downloads, imports and their errors, tables whose columns are chosen, and BG Stats."""

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, Taps, follow, started, walk, way

TABLE = "wann,Spiel,wer,Punkte\n03/04/2025,Minigolf,Ada,10\n03/04/2025,Minigolf,Bo,8\n"
COUNT_SENT = """() => {
  window.sent = 0;
  document.addEventListener("submit", event => {
    window.sent += !event.defaultPrevented;
    event.preventDefault();
  });
}"""
"""Counts the sent forms, and answers none, as if the network took its time."""


def check(page, **files):
    """Choose files with this content, by name, and press the button that checks them."""
    page.locator("#files").set_input_files(
        [{"name": name, "mimeType": "", "buffer": json.dumps(content).encode()} for name, content in files.items()]
    )
    follow(page.get_by_role("button", name="Check the files"))


def test_files_are_exported_checked_and_imported(device, played, axe):
    phone, tap = device(viewport=SMALL), Taps()
    (game,) = played("don-carlo/four-players-to-the-end")
    good = recorded("carta-nostra/five-players-to-the-end")
    changed = recorded("don-carlo/four-players-to-the-end") | {"id": game.rpartition("/")[2], "note": "theirs"}

    def pages():
        phone.goto("/")
        with phone.expect_navigation():
            tap(phone.get_by_role("link", name="Export and import"))
        with phone.expect_download() as file:
            tap(phone.get_by_role("link", name="Documents (zip)"))
        assert file.value.path().read_bytes().startswith(b"PK")
        assert tap.printed("To download everything") == 2
        check(phone, bad={})
        expect(phone.locator("#files-fault")).to_contain_text("Nothing in these files can be imported.")
        yield "what is wrong"
        check(phone, good=good, bad={}, changed=changed)
        expect(phone.get_by_role("region", name="Cannot be imported").get_by_role("listitem")).to_have_count(1)
        yield "the summary and a choice"
        phone.get_by_role("radio", name="Use the one in the file").tap()
        follow(phone.get_by_role("button", name="Import", exact=True))
        expect(phone.locator(".notice-done")).to_contain_text("1 game was imported.")
        expect(phone.locator(".notice-done")).to_contain_text("1 game now matches the file.")
        yield "imported"

    assert walk(phone, pages(), axe) == []


def test_game_is_sent_to_bg_stats(phone, played):
    phone.goto(played("don-carlo/four-players-to-the-end")[0])
    way(phone, "BG Stats")
    phone.route("https://app.bgstatsapp.com/**", lambda route: route.fulfill(body="taken"))
    follow(phone.get_by_role("link", name="Send to BG Stats"))
    expect(phone.locator("body")).to_have_text("taken")


def test_upload_shows_progress_at_once_and_is_sent_once(phone):
    phone.goto("/data")
    started(phone)
    phone.locator("#files").set_input_files({"name": "good.json", "mimeType": "", "buffer": b"{}"})
    phone.evaluate(COUNT_SENT)
    for _ in range(2):
        phone.get_by_role("button", name="Check the files").click()
        expect(phone.get_by_role("status").filter(has_text="Sending and reading the files.")).to_be_visible()
    assert phone.evaluate("window.sent") == 1


def test_table_is_read_as_chosen_on_the_phone(device, axe):
    phone = device(viewport=SMALL, color_scheme="dark")
    phone.goto("/data")
    phone.locator("#files").set_input_files({"name": "evenings.csv", "mimeType": "", "buffer": TABLE.encode()})
    follow(phone.get_by_role("button", name="Check the files"))
    started(phone)
    phone.get_by_label("wer").select_option("player")
    expect(phone.get_by_role("heading", name="No column has the players")).to_have_count(0)
    first = phone.get_by_role("list", name="The first games").get_by_role("listitem")
    expect(first).to_contain_text("April 3, 2025 or March 4, 2025")
    expect(phone.get_by_role("table")).to_have_count(0)
    axe(phone)
    april = phone.get_by_role("button", name=re.compile("April"))
    april.tap()
    expect(april).to_have_count(0)
    expect(first).to_contain_text(["Ada 10"])
    phone.get_by_role("checkbox", name="Minigolf").check()
    expect(first.locator("span", has_text="Bo").get_by_role("img", name="won")).to_have_count(1)
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(phone.get_by_role("table").get_by_role("row")).to_have_count(3)

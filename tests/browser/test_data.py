"""The data page: downloads, imports and their errors, and export to BG Stats with one tap."""

import json
import re
import zipfile

from playwright.sync_api import expect

from scorekeeper.store.exporting import documents
from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, Taps, follow, started, walk, way


def downloaded(page, link):
    with page.expect_download() as download:
        link.click()
    return download.value.path()


def test_exported_games_are_imported_again(device, server, played, tmp_path, axe):
    phone, tap, service = device(viewport=SMALL), Taps(), server.app.extensions["service"]
    (game,) = played("don-carlo/four-players-to-the-end")
    phone.goto("/")
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="Export and import"))
    with zipfile.ZipFile(downloaded(phone, phone.get_by_role("link", name="Documents (zip)"))) as archive:
        assert [json.loads(archive.read(name))["id"] for name in archive.namelist()] == [game.rpartition("/")[2]]
    table = downloaded(phone, phone.get_by_role("link", name="Spreadsheet (CSV)"))
    assert table.read_bytes().startswith(b"\xef\xbb\xbf")
    tap.printed("To download everything")

    def sent(*files):
        phone.locator("#files").set_input_files(files)
        follow(phone.get_by_role("button", name="Check the files"))

    def pages():
        bad, good = tmp_path / ("long-" * 20 + "bad.json"), tmp_path / "good.json"
        bad.write_text("{}")
        good.write_text(json.dumps(recorded("carta-nostra/five-players-to-the-end")))
        sent(bad)
        expect(phone.locator(".problems li")).to_have_count(1)
        expect(phone.locator("#files-fault")).to_contain_text("Nothing in these files can be imported.")
        yield "what is wrong"
        sent(good, bad)
        expect(phone.locator(".problems li")).to_have_count(1)
        expect(phone.locator(".problems")).to_contain_text("bad.json")
        expect(phone.locator(".counts")).to_contain_text("1 game of 1 kind")
        assert len(list(documents(service))) == 1
        yield "the summary"
        follow(phone.get_by_role("button", name="Discard these files"))
        expect(phone.locator("#waiting")).to_have_count(0)
        sent(good)
        follow(phone.get_by_role("button", name="Import", exact=True))
        expect(phone.locator(".notice-done")).to_contain_text("1 game was imported.")
        assert len(list(documents(service))) == 2
        yield "imported"
        phone.reload()
        assert len(list(documents(service))) == 2
        follow(phone.get_by_role("button", name="Delete the games of this import"))
        expect(phone.locator(".notice-note")).to_contain_text("1 added game is deleted now.")
        assert len(list(documents(service))) == 1
        yield "deleted"
        phone.goto("/data")
        changed = recorded("don-carlo/four-players-to-the-end") | {"id": game.rpartition("/")[2], "note": "theirs"}
        good.write_text(json.dumps(changed))
        sent(good)
        yield "a choice"
        tap(phone.get_by_role("radio", name="Use the one in the file"))
        follow(phone.get_by_role("button", name="Import", exact=True))
        expect(phone.locator(".notice-done")).to_contain_text("1 game now matches the file.")
        assert service.view(changed["id"]).game.note == "theirs"
        yield "theirs"
        phone.goto(game)
        way(phone, "BG Stats")
        link = phone.get_by_role("link", name="Send to BG Stats")
        expect(link).to_have_attribute("rel", "noreferrer noopener")
        phone.route("https://app.bgstatsapp.com/**", lambda route: route.fulfill(body="taken"))
        yield "BG Stats"
        follow(link)
        expect(phone.locator("body")).to_have_text("taken")

    assert walk(phone, pages(), axe) == []


def test_upload_shows_progress_at_once_and_is_sent_once(device, server, tmp_path):
    phone = device()
    file = tmp_path / "good.json"
    file.write_text(json.dumps(recorded("carta-nostra/five-players-to-the-end")))
    phone.goto("/data")
    expect(phone.locator("#import")).to_have_attribute("data-started", "")
    phone.locator("#files").set_input_files(file)
    phone.evaluate("""() => {
        window.sent = 0;
        document.addEventListener("submit", event => {
            window.sent += !event.defaultPrevented;
            event.preventDefault();
        });
    }""")  # as if the network took its time
    for _ in range(2):
        phone.get_by_role("button", name="Check the files").click()
        expect(phone.get_by_role("status").filter(has_text="Sending and reading the files.")).to_be_visible()
    assert phone.evaluate("window.sent") == 1


def test_import_without_scripts_takes_two_steps(device, server, tmp_path):
    phone = device(java_script_enabled=False)
    file = tmp_path / "good.json"
    file.write_text(json.dumps(recorded("carta-nostra/five-players-to-the-end")))
    phone.goto("/data")
    phone.locator("#files").set_input_files(file)
    phone.get_by_role("button", name="Check the files").click()
    phone.get_by_role("button", name="Import", exact=True).click()
    expect(phone.locator(".notice-done")).to_contain_text("1 game was imported.")


def test_table_is_read_as_chosen_on_the_phone(device, server, axe):
    phone = device(viewport=SMALL, color_scheme="dark")
    table = "wann,Spiel,wer,Punkte\n03/04/2025,Minigolf,Ada,10\n03/04/2025,Minigolf,Bo,8\n"
    phone.goto("/data")
    phone.locator("#files").set_input_files({"name": "evenings.csv", "mimeType": "text/csv", "buffer": table.encode()})
    follow(phone.get_by_role("button", name="Check the files"))
    started(phone)
    phone.get_by_label("wer").select_option("player")
    expect(phone.get_by_role("heading", name="No column has the players")).to_have_count(0)
    axe(phone)
    first = phone.get_by_role("list", name="The first games").get_by_role("listitem")
    expect(first).to_contain_text("April 3, 2025 or March 4, 2025")
    expect(phone.get_by_role("table")).to_have_count(0)
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(phone.get_by_role("table").get_by_role("cell", name="03/04/2025")).to_have_count(2)
    axe(phone)
    phone.set_viewport_size(SMALL)
    april = phone.get_by_role("button", name=re.compile("April"))
    april.tap()
    expect(april).to_have_count(0)
    expect(first).to_contain_text(["Ada 10"])
    expect(first.get_by_role("img", name="won")).to_have_count(1)
    phone.get_by_role("checkbox", name="Minigolf").check()
    expect(first.locator("span", has_text="Bo").get_by_role("img", name="won")).to_have_count(1)
    axe(phone)
    follow(phone.get_by_role("button", name="Go on to the summary"))
    follow(phone.get_by_role("button", name="Import", exact=True))
    expect(phone.locator(".notice-done")).to_contain_text("1 game was imported.")

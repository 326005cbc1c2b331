"""The data page: downloads, imports and their errors, and export to BG Stats with one tap."""

import json
import zipfile

from playwright.sync_api import expect

from scorekeeper.store.exchange import documents
from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, Taps, follow, walk, way


def downloaded(page, link):
    with page.expect_download() as download:
        link.click()
    return download.value.path()


def test_games_leave_and_come_back(device, server, played, tmp_path, axe):
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

    def pages():
        bad, good = tmp_path / ("long-" * 20 + "bad.json"), tmp_path / "good.json"
        bad.write_text("{}")
        good.write_text(json.dumps(recorded("carta-nostra/five-players-to-the-end")))
        phone.locator("#files").set_input_files([good, bad])
        follow(phone.get_by_role("button", name="Import", exact=True))
        expect(phone.locator(".problems li")).to_have_count(1)
        expect(phone.locator(".problems")).to_contain_text("bad.json")
        assert len(list(documents(service))) == 1
        yield "what is wrong"
        phone.locator("#files").set_input_files([good])
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
        phone.locator("#files").set_input_files([good])
        tap(phone.get_by_role("radio", name="Take theirs"))
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

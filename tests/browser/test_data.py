"""Games leave and come back by the page: downloads, files to import, what is wrong with them, BG Stats on a tap."""

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.desk.exchange import documents, import_documents
from tests.browser.steps import SMALL, Taps, follow, walk
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
WORDS = {
    "en": (
        "Export and import",
        "Documents (zip)",
        "Spreadsheet (CSV)",
        "Import",
        "Undo this import",
        "Send to BG Stats",
    ),
    "de": (
        "Export und Import",
        "Dokumente (Zip)",
        "Tabelle (CSV)",
        "Importieren",
        "Diesen Import rückgängig machen",
        "An BG Stats senden",
    ),
}


def document(name):
    return json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))["document"]


@pytest.fixture
def game(server):
    (game,) = import_documents(
        server.app.extensions["desk"], [read_document(document("don-carlo/four-players-to-the-end"))]
    )
    return game.id


def downloaded(page, link):
    with page.expect_download() as download:
        link.click()
    return download.value.path()


@pytest.mark.parametrize(("language", "scripts"), [("en", True), ("de", False)])
def test_games_leave_and_come_back(device, server, game, tmp_path, axe, language, scripts):
    phone = device(viewport=SMALL, locale=language, java_script_enabled=scripts)
    way, documents_zip, table, take_in, take_back, send = WORDS[language]
    tap = Taps()
    phone.goto(server.address)
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name=way))
    with zipfile.ZipFile(downloaded(phone, phone.get_by_role("link", name=documents_zip))) as archive:
        assert [json.loads(archive.read(name))["id"] for name in archive.namelist()] == [game]
    assert downloaded(phone, phone.get_by_role("link", name=table)).read_bytes().startswith(b"\xef\xbb\xbf")
    tap.printed("To download everything")

    def pages():
        yield "export and import"
        bad, good = tmp_path / ("long-" * 20 + "bad.json"), tmp_path / "good.json"
        bad.write_text("{}")
        good.write_text(json.dumps(document("carta-nostra/five-players-to-the-end")))
        phone.locator("#files").set_input_files([good, bad])
        follow(phone.get_by_role("button", name=take_in, exact=True))
        expect(phone.locator(".problems li")).to_have_count(1)
        expect(phone.locator(".problems")).to_contain_text("bad.json")
        assert len(list(documents(server.app.extensions["desk"]))) == 1
        yield "what is wrong"
        phone.locator("#files").set_input_files([good])
        follow(phone.get_by_role("button", name=take_in, exact=True))
        expect(phone.locator(".notice-done")).to_contain_text("1")
        assert len(list(documents(server.app.extensions["desk"]))) == 2
        yield "imported"
        follow(phone.get_by_role("button", name=take_back).first)
        assert len(list(documents(server.app.extensions["desk"]))) == 1
        phone.goto(f"{server.address}/games/{game}")
        follow(phone.get_by_role("link", name="BG Stats"))
        link = phone.get_by_role("link", name=send)
        expect(link).to_have_attribute("rel", "noreferrer noopener")
        phone.route("https://app.bgstatsapp.com/**", lambda route: route.fulfill(body="taken"))
        yield "BG Stats"
        follow(link)
        expect(phone.locator("body")).to_have_text("taken")

    if scripts:
        assert walk(phone, pages(), axe) == []
    else:
        list(pages())

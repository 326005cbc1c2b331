"""The data page: exporting documents, zips and tables, importing them, and export to BG Stats."""

import csv
import json
import os
import zipfile
from io import BytesIO, StringIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from scorekeeper.store.exporting import documents
from scorekeeper.store.readers.documents import BACKUP, FOREIGN
from scorekeeper.store.readers.sheets import NO_WORKBOOK
from scorekeeper.store.rows import seated_players
from scorekeeper.store.uploads import MAX_UPLOADS, NOTES, discard_upload, uploads
from scorekeeper.web.data import views
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, imported_files, sent_files, slip
from tests.pages import Page

GAMES = Path(__file__).parents[1] / "games"
FOUR = "don-carlo/four-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
GERMAN = {"Accept-Language": "de"}
ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
WON = game_document("carta-nostra", ["Anneli", "Benito"], [{"kind": "won", "player": "Anneli"}])


def recorded(name):
    return json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))["document"]


@pytest.fixture
def service(app):
    return app.extensions["service"]


@pytest.fixture
def load(service):
    """Return a function that imports documents and returns their games' URLs."""

    def load(*given):
        return [f"/games/{game.id}" for game in import_documents(service, [read_document(each) for each in given])]

    return load


def upload(client, *files, **chosen):
    return imported_files(client, *((content, name) for name, content in files), **chosen)


def send(client, *files, **changed):
    return sent_files(client, *((content, name) for name, content in files), **changed)


def counts(summary):
    """Return the numbers of games in a summary, by their labels."""
    return counts_of(Page(summary))


def counts_of(page):
    rows = page.first("dl", class_="counts").all("div")
    return {row.first("dt").text: row.first("dd").text for row in rows}


def zip_of(**files):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def problems(answer):
    return [each.text for each in Page(answer).first("ul", class_="problems").all("li")]


def stored(service):
    return [document.id for document in documents(service)]


@pytest.mark.parametrize(("headers", "separator", "heading"), [({}, ",", "Player"), (GERMAN, ";", "Spieler")])
def test_table_is_exported_in_the_language_of_the_reader(client, load, headers, separator, heading):
    played = game_document("don-carlo", ["=1+1", "Ève"], [{"kind": "stop"}], {"families": ["blue", "green"]})
    load(played | {"note": ' -2;"x",\n@y', "started": "2026-02-01T20:00:00Z", "ended": "2026-02-01T20:31:00Z"})
    text = client.get("/data/games.csv", headers=headers).data.decode("utf-8")
    assert text.startswith("\ufeff")
    first, *rows = csv.reader(StringIO(text[1:], newline=""), delimiter=separator)
    assert heading in first
    assert [row[5] for row in rows] == ["'=1+1", "Ève"]
    assert {row[13] for row in rows} == {"' -2;\"x\",\n'@y"}
    assert {tuple(row[:3]) for row in rows} == {("2026-02-01", "20:00", "20:31")}


def deletion(page):
    """Return the form on an import's report that deletes the imported games."""
    (form,) = [form for form in Page(page).all("form") if form.given.get("action", "").endswith("/delete")]
    return form


def delete(client, report, **changed):
    form = deletion(client.get(report))
    return client.post(form.given["action"], data=dict(form.fields) | changed)


def linked(page):
    """Return the URLs of the games in a report, by section heading."""
    return {
        group.first("h2").text: [link.given["href"] for link in group.all("a")]
        for group in Page(page).all("section", class_="sheet")
        if group.all("a")
    }


def test_new_games_are_counted_and_can_be_deleted_together(client, service, load):
    """A game changed since stays."""
    load(recorded(FOUR[0]) | {"id": ID})
    lines = "\n".join(json.dumps(each) for each in (recorded(FOUR[0]) | {"id": ID}, *map(recorded, FOUR), WON))
    report = upload(client, ("games.jsonl", lines.encode())).location
    page = client.get(report)
    assert "3 games were imported. 1 was here already." in page.text
    assert set(linked(page)["Imported"]) == {f"/games/{each}" for each in stored(service)} - {f"/games/{ID}"}
    archived = next(each for each in stored(service) if each != ID)
    client.post(f"/games/{archived}/status", data=slip(client.get(f"/games/{archived}/stop")) | {"status": "archived"})
    assert "Deletes 2 games that this import added." in client.get(report).text
    form = deletion(client.get(report))
    back = [client.post(form.given["action"], data=dict(form.fields)) for _ in range(2)]  # sent twice
    assert [each.status_code for each in back] == [303, 303]
    assert {*stored(service)} == {ID, archived}
    page = client.get(back[0].location)
    assert "2 added games are deleted now. 1 was changed since and stays." in page.text
    assert not Page(page).all(id="delete")
    late = client.post(form.given["action"], data=dict(form.fields) | {"entry_key": "a-key-of-the-test"})
    assert (late.status_code, str(views.NOTHING_LEFT) in late.text) == (422, True)


def choose(client, different, *documents):
    """Import documents with this policy for conflicting games; return the response."""
    lines = "\n".join(map(json.dumps, documents)).encode()
    return upload(client, ("games.jsonl", lines), **({"different": different} if different else {}))


@pytest.mark.parametrize(
    ("different", "note", "told", "heading"),
    [
        (None, "ours", "1 was kept unchanged.", "Different in the file, kept unchanged"),
        ("theirs", "theirs", "1 game now matches the file.", "Now matches the file"),
    ],
)
def test_one_choice_decides_about_all_differing_games(client, service, load, different, note, told, heading):
    (game,) = load(WON | {"id": ID, "note": "ours"})
    page = client.get(choose(client, different, WON | {"id": ID, "note": "theirs"}).location)
    assert told in page.text
    assert linked(page) == {heading: [game]}
    assert service.view(ID).game.note == note
    assert not Page(page).all(id="delete")  # the import added none
    if different == "theirs":
        assert "matches the file" in client.get(f"{game}/plays").text
        form = Page(client.get(game)).form(action=f"{game}/undo")
        assert client.post(f"{game}/undo", data=dict(form.fields)).status_code == 303
        assert service.view(ID).game.note == "ours"


def test_recent_imports_are_listed_and_link_to_reports(client, service):
    for number in range(12):
        upload(client, ("one.json", json.dumps(WON | {"id": f"{number:08}{ID[8:]}"}).encode()))
    page = Page(client.get("/data", headers=GERMAN))
    assert "Letzte Importe" in page.text
    links = [each.given["href"] for each in page.first(id="imports").all("a")]
    assert len(links) == 10
    assert delete(client, links[9]).status_code == 303
    assert f"{2:08}{ID[8:]}" not in stored(service)
    assert len(stored(service)) == 11


def test_every_problem_is_named_and_the_rest_imported(client, service, dump):
    before = dump()
    good, bad = recorded(FOUR[0]), recorded(FOUR[1]) | {"version": 2}
    plays = [{"kind": "agent", "player": "Anneli", "cards": [1]}] * 2
    refused = game_document("don-carlo", ["Anneli", "Ève"], plays, {"families": ["blue", "green"]})
    lines = (good, bad, good, bad | {"version": 1, "more": 1}, refused | {"started": "2026-02-01T20:00:00Z"})
    zipped = zip_of(**{"a/one.json": json.dumps(good), "two.json": "{", "three.txt": "", "../four.json": "{}"})
    content = "\n".join(map(json.dumps, lines)).encode()
    files = ("games.jsonl", content), ("games.zip", zipped), ("<b>.json", b"[]")
    summary = client.get(send(client, *files).location)
    named = [
        "games.jsonl: line 2: version: only version 1 is supported; update Scorekeeper to read it",
        'games.jsonl: line 4: unknown key "more"',
        "games.zip: two.json: it is cut off; copy the file again, or export the game again",
        "games.zip: three.txt: it is empty; export the game again",
        "games.zip: ../four.json: format is missing",
        "<b>.json: a game document is a JSON object",
    ]
    *found, entry = problems(summary)
    assert found == named
    assert entry.startswith("games.jsonl: line 5, 2026-02-01, Don Carlo with Anneli and Ève: entry 2")
    assert dump() == before
    report = client.get(upload(client, *files).location)
    assert problems(report) == [*named, entry]
    assert "3 games were imported. 7 were skipped." in report.text
    assert len(stored(service)) == 3
    answer = send(client, ("games.jsonl", b"{}\n" * 250))
    assert len(problems(answer)) == 101
    assert "150 more are not shown" in answer.text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b" \n", "it is empty; export the game again"),
        (b'{"format": "sco', "it is cut off; copy the file again, or export the game again"),
        ({"players": ["Anneli", "E\nve"]}, "player 2: 'E\\nve': A name cannot contain control characters"),
        ({"rulebook": "chess"}, "rulebook: no such game is installed here, only carta-nostra, don-carlo, "),
        (b"PK\3\4", "the zip is damaged; create it again"),
        (zip_of(**{"xl/workbook.xml": "<a/>"}), str(NO_WORKBOOK)),
        (b"SQLite format 3\0", str(BACKUP)),
        (b"Anneli 12", str(FOREIGN)),
        (b"<!DOCTYPE html><html/>", "this XML file is not a page of plays of BoardGameGeek. Open https://"),
    ],
    ids=range(9),
)
def test_invalid_file_is_refused_with_position_and_advice(client, content, reason):
    """The content decides, not the name."""
    if isinstance(content, dict):
        content = json.dumps(WON | content).encode()
    answer = upload(client, ("<b>.csv", content))
    (told,) = problems(answer)
    assert (answer.status_code, told.startswith(f"<b>.csv: {reason}")) == (422, True), told


def test_repeated_import_of_the_same_files_counts_once(client, service):
    form = slip(client.get("/data"))
    document = json.dumps(recorded(FOUR[0])).encode()
    first = send(client, ("one.json", document), **form).location
    assert send(client, ("one.json", document), **form).location == first
    assert send(client, ("one.json", document + b"\n"), **form).status_code == 409
    sent = dict(Page(client.get(first)).form(id="import").fields)
    for _ in range(2):
        assert client.post(first, data=sent).location == first
    assert client.post(first, data=sent | {"different": "theirs"}).status_code == 409
    assert len(stored(service)) == 1
    late = send(client, ("one.json", document), **form)  # a page from the browser's history
    assert (late.status_code, str(views.SENT_BEFORE) in late.text) == (409, True)
    assert not uploads(service.store.path.parent)


def test_summary_shows_titles_with_another_name(client):
    play = '<play id="1"><item name="&lt;b&gt;Pandemie" objectid="30549"/><players><player name="Ada"/>'
    page = f'<plays username="ada" total="1" page="1">{play}</players></play></plays>'
    summary = client.get(send(client, ("plays.xml", page.encode())).location)
    assert "Games with another name here: 1 Pandemic (in the files: <b>Pandemie)" in Page(summary).text


def test_summary_matches_the_import(client, service, load, dump):
    same, gone, ours = (WON | {"id": f"{number}{ID[1:]}"} for number in (2, 3, 4))
    load(same, gone, ours)
    client.post(
        f"/games/{gone['id']}/status", data=slip(client.get(f"/games/{gone['id']}/stop")) | {"status": "deleted"}
    )
    facts = {"title": "Farm", "players": 2, "rows": ["Gold", "Sheep"]}
    farm = game_document("farm", ("ANNELI", "Zoë"), []) | {"definition": facts}
    bad = WON | {"plays": [*WON["plays"]] * 2}
    lines = "\n".join(map(json.dumps, (same, gone, ours | {"note": "theirs"}, farm, recorded(FOUR[0]), bad)))
    before = dump()
    url = send(client, ("games.jsonl", lines.encode())).location
    summary = client.get(url)
    assert counts(summary) == {
        "New": "2 games of 2 kinds",
        "Deleted here, will be restored": "1 game of 1 kind",
        "Here already": "1 game of 1 kind",
        "Different here": "1 game of 1 kind",
        "Cannot be imported": "1",
    }
    text = Page(summary).text
    assert "New score pads: 1 Farm" in text
    assert "Players who are here already: 2 Anneli (in the files: ANNELI) Benito" in text
    assert "New players: 3 Anja Donny Zoë" in text
    assert "Carta Nostra, Anneli, Benito Different: the note." in text
    sent = dict(Page(summary).form(id="import").fields)
    assert sent["different"] == "ours"
    for different in ("refuse", ""):
        assert client.post(url, data=sent | {"different": different}).status_code == 400
    assert dump() == before
    assert client.post(url, data=sent | {"different": "theirs"}).location == url
    report = client.get(url)
    told = "2 games were imported. 1 deleted game was restored. 1 game now matches the file. 1 was skipped."
    assert told in report.text
    games = linked(report)
    assert len(games.pop("Imported")) == 2
    assert games == {"Restored": [f"/games/{gone['id']}"], "Now matches the file": [f"/games/{ours['id']}"]}
    assert told in Page(client.get("/data")).first(id="imports").text
    assert service.view(ours["id"]).game.note == "theirs"


def test_summary_offers_only_what_is_useful_by_now(client, load):
    url = send(client, ("one.json", json.dumps(WON | {"id": ID}).encode())).location
    new = Page(client.get(url))
    assert counts_of(new) == {"New": "1 game of 1 kind"}
    assert "different" not in dict(new.form(id="import").fields)
    assert new.all("button", class_="send")
    load(WON | {"id": ID})
    known = Page(client.get(url))
    assert counts_of(known) == {"Here already": "1 game of 1 kind"}
    assert "There is nothing to import." in known.text
    assert not known.all("button", class_="send")
    assert known.all(id="discard")


def test_waiting_uploads_are_listed_private_and_can_be_discarded(client, service, stranger):
    documents = [json.dumps(WON | {"note": str(number)}).encode() for number in range(7)]
    urls = [send(client, ("one.json", each)).location for each in documents]
    waiting = Page(client.get("/data")).first(id="waiting")
    assert [link.given["href"] for link in waiting.all("a")] == urls[: -1 - MAX_UPLOADS : -1]
    assert stranger.get(urls[-1]).status_code == 403
    page = Page(client.get(urls[-1]))
    form, imports = (dict(page.form(id=each).fields) for each in ("discard", "import"))
    assert client.post(f"{urls[-1]}/discard", data=form).location == "/data"
    assert client.post(f"{urls[-1]}/discard", data=form).status_code == 404
    for gone in (client.get(urls[-1]), client.post(urls[-1], data=imports)):
        assert (gone.status_code, str(views.NOT_HERE) in gone.text) == (404, True)
    newest, *_ = uploads(service.store.path.parent)
    for path in (newest.folder, newest.folder / NOTES):
        os.utime(path, (0, 0))  # a day ago
    assert client.get(f"/data/imports/{newest.key}").status_code == 404
    assert client.get("/data").status_code == 200
    assert not newest.folder.exists()
    assert stored(service) == []


def test_upload_is_read_again_after_a_change_unless_deleted(client, service):
    for method in (client.get, client.post):
        url = send(client, ("one.json", json.dumps(WON).encode())).location
        begin(client, "Anneli", "Benito")  # forgets what was read
        page = Page(client.get(url))
        assert counts_of(page) == {"New": "1 game of 1 kind"}
        begin(client, "Anneli", "Benito")
        (kept,) = uploads(service.store.path.parent)
        (kept.folder / "0").unlink()
        answer = method(url, data=dict(page.form(id="import").fields), follow_redirects=True)
        assert (answer.status_code, str(views.NOT_HERE) in answer.text) == (404, True)
        discard_upload(kept)


def test_unstorable_files_are_refused_with_the_reason(client, service, monkeypatch):
    def full(*given):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(views, "keep_upload", full)
    answer = send(client, ("one.json", json.dumps(WON).encode()))
    assert (answer.status_code, Page(answer).first(id="files-fault").text) == (507, str(views.NOT_KEPT))


def test_missing_and_oversized_files_are_refused(client, monkeypatch):
    answer = client.post("/data", data=slip(client.get("/data")))
    assert Page(answer).first(id="files-fault").text == "Choose a file first."
    assert (answer.status_code, "Choose a file first." in answer.text) == (422, True)
    monkeypatch.setattr(views, "MAX_FILE", 300_000)
    assert upload(client, ("a.json", b" " * 200_000)).status_code == 422
    answer = upload(client, ("a.json", b" " * 400_000))
    assert (answer.status_code, "larger than" in answer.text) == (413, True)


def sent_to_bg_stats(client, game):
    page = Page(client.get(f"{game}/bgstats"))
    (link,) = [each for each in page.all("a") if each.given["href"].startswith("https://")]
    assert set(link.given["rel"].split()) == {"noreferrer", "noopener"}
    assert "go to another app" in page.text
    assert "UTC" not in page.text
    url = urlsplit(link.given["href"])
    assert f"{url.scheme}://{url.netloc}{url.path}" == "https://app.bgstatsapp.com/createPlay.html"
    assert url.query.startswith("data=")
    assert not set(url.query) & set(' "<>&+{}')
    return json.loads(unquote(url.query.removeprefix("data=")))


def test_bg_stats_export_has_all_required_fields(client, service, load):
    plays = [{"kind": "agent", "player": "Ève & <b>", "cards": [1]}, {"kind": "stop"}]
    played = game_document("don-carlo", ["Anneli", "Ève & <b>"], plays, {"families": ["blue", "green"]})
    times = {"started": "2026-02-01T23:30:00+01:00", "ended": "2026-02-02T00:15:10+01:00"}
    (game,) = load(played | times | {"id": ID, "venue": "Köln", "note": "100 %"})
    answer = client.get(f"{game}/document")
    assert answer.headers["Content-Disposition"].endswith('.json"')
    assert "February 1, 2026, 11:30 PM" in Page(client.get(f"{game}/bgstats")).text.replace("\u202f", " ")
    with service.store.reading() as db:
        first, second = seated_players(db, ID)
    assert sent_to_bg_stats(client, game) == {
        "sourceName": "Scorekeeper",
        "sourcePlayId": ID,
        "playDate": "2026-02-01 22:30:00",
        "durationMin": 45,
        "location": "Köln",
        "comments": "100 %",
        "game": {"name": "Don Carlo", "sourceGameId": "don-carlo", "highestWins": True, "noPoints": False},
        "players": [
            bg_player("Anneli", first, True, False, 2, "Blue: Zampiano", 0),
            bg_player("Ève & <b>", second, False, True, 1, "Green: Donny", 4),
        ],
    }


def bg_player(name, player_id, starts, wins, rank, role, score):
    known = {"name": name, "sourcePlayerId": str(player_id), "startPlayer": starts, "winner": wins, "rank": rank}
    return known | {"role": role, "score": score}


def test_bg_stats_export_has_points_only_if_the_title_has_them(client, load):
    (game,) = load(recorded("carta-nostra/five-players-to-the-end"))
    sent = sent_to_bg_stats(client, game)
    assert sent["game"]["noPoints"] is True
    assert ["score" in each for each in sent["players"]] == [False] * 5
    (running,) = load(recorded("don-carlo/still-running"))
    assert client.get(f"{running}/bgstats").location == running


def test_past_games_are_exported_to_bg_stats_as_filtered(client, load):
    """None without a date or an end."""
    dated = {"started": "2026-02-01T23:30:00+01:00", "ended": "2026-02-02T00:15:10+01:00", "venue": "Köln"}
    load(*(recorded(each) | dated for each in FOUR), recorded(FOUR[0]), recorded("don-carlo/still-running") | dated)
    found = json.loads(client.get("/data/games.bgsplay").data)
    assert len(found["plays"]) == 2
    alone = json.loads(client.get("/data/games.bgsplay?title=prodigals-club", headers=GERMAN).data)
    (title,), (play,) = alone["games"], alone["plays"]
    assert (title["bggId"], title["highestWins"], title["noPoints"]) == (181796, False, False)
    assert (play["playDate"], play["durationMin"]) == ("2026-02-01 23:30:00", 45)
    names = {each["id"]: each["name"] for each in alone["players"]}
    assert {names[each["playerRefId"]] for each in play["playerScores"]} == {*recorded(FOUR[1])["players"]}
    assert json.loads(client.get("/data/games.bgsplay?q=nobody").data)["plays"] == []
    assert client.get("/data/games.bgsplay?from=junk").status_code == 404

"""The picture of a result: its facts, its safety, its cache, and who may see it."""

import re
import struct
from xml.etree import ElementTree as ET

import pytest

from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.titles import ready
from scorekeeper.web.common import png
from scorekeeper.web.common.card import SIGNS, Emblem, emblem_of
from scorekeeper.web.common.type_setting import BOLD, fitted, has_glyphs, width
from tests.documents import game_document, import_documents, import_results, read_document
from tests.helpers import begin
from tests.pages import Page
from tests.recorded import document_of
from tests.rows import row_by_row
from tests.web.sharing import shared, watcher_of

SVG = "{http://www.w3.org/2000/svg}"
LONG = "Alexandra Konstanze Freifrau von Hohenst"
NAMES = [f"{'ABCDEFGHIJKLMNOPQRST'[at]}{LONG[1:]}" for at in range(20)]
HOSTILE = "<script>&\"'</script>"
ID, EARLIER = "1f8fad5b-d9cb-469f-a165-70867728950e", "2f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.fixture
def play(app):
    def played(players, plays, **facts):
        definition = {"title": "Boule", "players": [1, 20]} | (facts or {"rounds": {}})
        document = game_document("boule", players, plays) | {"definition": definition}
        (game,) = import_documents(app.extensions["service"], [read_document(document)])
        return f"/games/{game.id}"

    return played


def rounds(players, *points, stop=True):
    plays = [{"kind": "round", "points": dict(zip(players, each, strict=True))} for each in points]
    return [*plays, {"kind": "stop"}] if stop else plays


def drawing(client, game, query="", **headers):
    answer = client.get(f"{game}/result.svg{query}", headers=headers)
    assert answer.status_code == 200
    return ET.fromstring(answer.data)  # noqa: S314  (it is ours)


def texts(svg):
    """Return the texts of a drawing in order; lines of one text are separate."""
    return ["".join(each.itertext()) for each in svg.iter(f"{SVG}text")]


def test_picture_shows_title_winner_ranking_and_race(client, play):
    game = play(["Anja", "Benito", "Carla"], rounds(["Anja", "Benito", "Carla"], (3, 4, 1), (5, 9, 2), (4, 1, 2)))
    svg = drawing(client, game)
    found = texts(svg)
    assert found[:4] == ["B", "BOULE", "14", "Benito"]
    assert found[4] == "wins, 2 points ahead of Anja"
    assert found[5:14] == ["1", "Benito", "14", "2", "Anja", "12", "3", "Carla", "5"]
    assert "how far behind the leader, round by round" in found
    assert found[-1] == "SCOREKEEPER"
    assert svg.get("aria-label") == "Boule: Benito 14, Anja 12, Carla 5"
    assert (svg.get("width"), svg.get("height")) == ("1080", "1350")


def test_recorded_game_has_its_date_location_and_countries_in_each_language(app, client):
    about = {"started": "2025-04-03T20:00:00+02:00", "venue": "Café Lux"}
    document = read_document(document_of("don-carlo/two-players-to-the-end", **about))
    (game,) = import_documents(app.extensions["service"], [document])
    found = texts(drawing(client, f"/games/{game.id}"))
    assert {"1–3", "9–12", "Thursday, April 3, 2025 · Café Lux"} <= {*found}
    assert "how far behind the leader" not in found
    german = texts(drawing(client, f"/games/{game.id}", **{"Accept-Language": "de"}))
    assert "Donnerstag, 3. April 2025 · Café Lux" in german
    assert any("14 Punkte vor " in each for each in german)


@pytest.mark.parametrize(
    ("slug", "results", "said"),
    [
        ("skyjo", ((1, 5), (2, 9)), ["5", "Ada", "wins, 4 points less than Bo", "1", "Ada", "5", "2", "Bo", "9"]),
        (
            "pandemic",
            ((1, None), (1, None)),
            ["Won together", "2 players against the game", "Ada", "Bo", "2 of 2 games of Pandemic won"],
        ),
    ],
)
def test_result_without_plays_has_its_ranking_without_colours(app, client, slug, results, said):
    for game, dated in ((ID, "2025-04-03"), (EARLIER, "2025-04-02")):
        stored = result_alone(game, slug, ("Ada", "Bo"), ExternalResult(results), dated, venue="Café Lux")
        import_results(app.extensions["service"], [stored], ready())
    svg = drawing(client, f"/games/{ID}")
    found = texts(svg)
    assert found[found.index(said[0]) :] == [*said, "Thursday, April 3, 2025 · Café Lux", "SCOREKEEPER"]
    assert [colour for colour, sign in SIGNS.items() if sign in ET.tostring(svg).decode()] == []


@pytest.mark.parametrize("count", [2, 6, 7, 20])
def test_long_names_fit_and_nobody_is_missing(client, play, count):
    names = NAMES[:count]
    svg = drawing(client, play(names, rounds(names, range(100, 100 - count, -1), range(1000, 1000 - count, -1))))
    found = texts(svg)
    assert ("how far behind the leader, round by round" in found) == (count == 2)  # more rows need its place
    together = "".join("".join(found).split())
    for name in names:
        assert "".join(name.split()) in together
    for each in svg.iter(f"{SVG}text"):
        size, x, text = float(each.get("font-size")), float(each.get("x")), "".join(each.itertext())
        face = {"700": BOLD}.get(each.get("font-weight"), "Italic" if each.get("font-style") else "Regular")
        across = width(text, size, face) + len(text) * float(each.get("letter-spacing") or 0)
        left = x - across * {"middle": 0.5, "end": 1}.get(each.get("text-anchor"), 0)
        assert size > 15, text
        assert left > 90, text
        assert left + across < 990, text
        assert float(each.get("y")) < 1290, text


def test_hostile_names_are_escaped_and_nothing_is_loaded(client, play):
    names = [HOSTILE, "\u202eevil", "שלום", "🎲👩\u200d👧"]
    answer = client.get(play(names, rounds(names, (9, 3, 2, 1))) + "/result.svg")
    drawn = answer.get_data(as_text=True)
    assert "<script" not in drawn
    assert HOSTILE in "".join(texts(ET.fromstring(drawn)))  # noqa: S314
    assert {each.partition(",")[0] for each in re.findall(r'href="([^"]*)"', drawn)} == {"data:image/svg+xml;base64"}
    assert re.findall(r"url\(([^)]*)\)", drawn).count("#foil") == drawn.count("url(") - drawn.count("url(#lamp)")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert png.rendered(drawn).startswith(b"\x89PNG")


TEAMS = [{"kind": "round", "points": {"Ada": 5, "Bo": 7}}, {"kind": "stop"}]
TIED = [{"kind": "round", "points": {"Ada": 5, "Bo": 3, "Cy": 5, "Di": 1}}, {"kind": "stop"}]
WON, LOST = ([{"kind": "result", "result": each}] for each in ("won", "lost"))


@pytest.mark.parametrize(
    ("facts", "plays", "said", "wreaths"),
    [
        ({"rounds": {}}, TIED, ["5", "Ada", "and", "Cy"], 2),  # the two twigs of one wreath
        ({"only_winner": True}, [{"kind": "won", "winners": ["Cy"]}], ["Cy", "wins", "Cy", "Ada", "Bo", "Di"], 2),
        ({"cooperative": True}, WON, ["Won together", "4 players against the game", "Ada", "Bo"], 2),
        ({"cooperative": True}, LOST, ["Lost together"], 0),
        ({"teams": True, "rounds": {}}, TEAMS, ["7", "Bo & Di", "2 points ahead of Ada & Cy"], 2),
    ],
)
def test_picture_shows_the_outcome_of_each_kind_of_game(client, play, facts, plays, said, wreaths):
    svg = drawing(client, play(["Ada", "Bo", "Cy", "Di"], plays, **facts))
    assert texts(svg)[2 : 2 + len(said)] == said
    assert ET.tostring(svg).decode().count("M95 108") == wreaths


def test_cooperative_result_shows_the_last_games_of_the_group(client, play):
    games = [
        play(["Ada", "Bo"], [{"kind": "result", "result": result}], cooperative=True) for result in ("won", "lost")
    ]
    told = "1 of 2 games of Boule won"
    assert told in texts(drawing(client, games[1])) + texts(drawing(client, games[0]))
    guest = watcher_of(client, games[1])
    assert told not in texts(drawing(guest, games[1]))  # other games are not shared


def test_png_is_rendered_once_and_validated(client, play, monkeypatch):
    game = play(["Ada", "Bo"], rounds(["Ada", "Bo"], (3, 4)))
    link = Page(client.get(game)).first("a", id="picture")
    assert (link.given["href"], "download" in link.given) == (f"{game}/result.png", True)
    guest = watcher_of(client, game)
    answer = guest.get(f"{game}/result.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert struct.unpack(">II", answer.data[16:24]) == (1080, 1350)
    monkeypatch.setattr(png, "rendered", lambda drawing: pytest.fail("rendered again"))
    assert client.get(f"{game}/result.png").data == answer.data
    again = guest.get(f"{game}/result.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert guest.get(f"{game}/result.svg").headers["ETag"] != answer.headers["ETag"]
    paired = client.get(f"{game}/result.png")
    assert ("ETag" in paired.headers, paired.cache_control.no_store) == (False, True)


def test_only_the_latest_pictures_stay_in_memory(monkeypatch):
    rendered = []
    monkeypatch.setattr(png, "rendered", lambda drawing: rendered.append(drawing) or drawing.encode())
    pictures = png.Pictures()
    for at in range(png.MAX_PICTURES):
        pictures.png("first", "0")
        pictures.png(f"picture-{at}", str(at))
    pictures.png("first", "0")
    pictures.png("picture-0", "again")
    assert rendered == ["0", *map(str, range(png.MAX_PICTURES)), "again"]


def test_svg_has_two_shades_even_if_rendering_fails(client, play, monkeypatch):
    def fail(drawing):
        raise png.subprocess.TimeoutExpired("renderer", 1)

    monkeypatch.setattr(png, "rendered", fail)
    game = play(["Eve", "Bo"], rounds(["Eve", "Bo"], (3, 4)))
    assert client.get(f"{game}/result.png").status_code == 503
    light, dark = drawing(client, game), drawing(client, game, "?shade=dark")
    assert texts(light) == texts(dark)
    assert "#2a221a" in ET.tostring(light).decode()
    assert "#2a221a" not in ET.tostring(dark).decode()
    assert client.get(f"{game}/result.svg?shade=pink").status_code == 404


def test_watch_link_has_a_preview_with_the_picture(app, client, play):
    game = play(["Ada", "Bo"], rounds(["Ada", "Bo"], (3, 4)))
    link = re.sub(r"^http://[^/]+", "", Page(shared(client, game, "watch")).first(id="watch-link").text)
    messenger = app.test_client(use_cookies=False)
    preview = messenger.get(link, headers={"User-Agent": "WhatsApp/2.23"})
    url = f"http://localhost{link}/result.png"
    assert f'<meta property="og:image" content="{url}">' in preview.get_data(as_text=True)
    assert messenger.get(url).mimetype == "image/png"
    assert messenger.get(f"{game}/watch/wrong/result.png").status_code == 403
    assert messenger.get(f"/games/{ID}/watch/wrong/result.png").status_code == 403
    guest = app.test_client()
    assert guest.get(link).status_code == 303
    assert f'content="{url}"' in guest.get(game).get_data(as_text=True)
    assert "og:image" not in client.get(game).get_data(as_text=True)


def test_running_game_has_no_picture(app, client):
    game = begin(client, "Anna", "Benito")
    assert "result.png" not in client.get(game).text
    link = re.sub(r"^http://[^/]+", "", Page(shared(client, game, "watch")).first(id="watch-link").text)
    messenger = app.test_client(use_cookies=False)
    preview = messenger.get(link, headers={"User-Agent": "TelegramBot"}).text
    assert ("Don Carlo" in preview, 'og:image"' in preview) == (True, False)
    for url in (f"{game}/result.svg", f"{game}/result.png"):
        assert client.get(url).status_code == 404
    assert messenger.get(f"{link}/result.png").status_code == 404


@row_by_row(
    "name", ["W" * 40, "i" * 40, LONG, "Donau­dampfschifffahrtsgesellschaftskapi", "漢字" * 20, "👩\u200d👧" * 13]
)
def test_text_is_fitted_without_losing_a_character(name):
    found = fitted(name, 260, 34, 28, broken=26)
    assert "".join("".join(found.lines).split()) == "".join(name.split())
    assert max(width(line, found.size, BOLD) for line in found.lines) <= 262 or found.size == 10
    assert not any(line.startswith("\u200d") for line in found.lines)


def test_fonts_have_the_letters_of_european_names():
    assert has_glyphs("Zoë Łukasz Şebnem Ήρα Ольга 1–3 · − „“")
    assert not has_glyphs("漢字")


@pytest.mark.parametrize(
    ("slug", "accent"), [("pandemic", "#3e582a"), ("skyjo", "#2f4a63"), ("qwixx", "#7a4326"), ("boule", "#3b3430")]
)
def test_emblem_without_a_drawing_has_the_colour_of_its_tile(app, slug, accent):
    with app.test_request_context():
        assert emblem_of(slug, slug) == Emblem("", slug[0].upper(), accent)

"""Headers and size of each response, and content that no page may contain."""

import gzip
import re
from itertools import pairwise

import pytest

from scorekeeper.core.document import Document
from scorekeeper.pairing import pairing_key
from scorekeeper.paths import beside_package
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from tests.agents import agents
from tests.apps import open_app
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, hidden, send, slip, slot
from tests.pages import Page
from tests.seats import at_seat

DON_CARLO = all_rulebooks()["don-carlo"]
POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
FIRST_VISIT, ONE_PLAY = 55_500, 8_400  # bytes
PLAYERS = ("Anneli", "Benito", "Carla", "Donny", "Evi")


def stopped(page):
    """Return the parts of a page that a strict content security policy would block."""
    found = []
    for each in page.walk():
        found += [f"<{each.tag} {name}>" for name in each.given if name == "style" or name.startswith("on")]
        found += [
            f"<{each.tag} {name}={value}>" for name, value in each.given.items() if "javascript:" in value.lower()
        ]
        script = each.tag == "script" and "src" not in each.given and each.given.get("type") != "application/json"
        if each.tag == "style" or script:
            found.append(f"<{each.tag}>")
    return found


def linked(page):
    """Return the URLs of everything that a page loads."""
    loaded = [each.given.get("href") or each.given.get("src") for each in page.all("link", "script", "img", "use")]
    return [url for url in loaded if url and url[0] != "#"]


def style_sheet(client):
    return next(url for url in linked(Page(client.get("/"))) if url.endswith("/style.css"))


@pytest.fixture
def games(client):
    return two_games(client)


def two_games(client):
    """Return a running game and a finished one."""
    over = begin(client, "Anneli", "Benito")
    stop = slip(client.get(f"{over}/stop")) | slot("stop")
    assert client.post(f"{over}/plays", data=stop).status_code == 303
    running = begin(client, "Anneli", "Benito")
    assert send(client, running, "1/1").status_code == 303
    return running, over


@pytest.fixture(scope="module")
def answers(shared_app, tmp_path_factory):
    """Responses of all kinds: from every readable URL, and refusals."""
    app = shared_app.over(tmp_path_factory.mktemp("answers") / "instance")
    app.testing = False
    found = all_answers(app, shared_app.paired_client(), app.test_client())
    assert all(answer.data is not None for answer in found.values())  # read now, before the database changes
    app.extensions["service"].store.close()
    return found


def all_answers(app, client, stranger):
    found, games = {}, two_games(client)
    for game in games:
        values = {"slug": "don-carlo", "key": "2222222222", "game_id": game.rsplit("/")[-1], "name": "style.css"}
        for rule in app.url_map.iter_rules():
            if "GET" in rule.methods and (game == games[0] or "game_id" in rule.arguments):
                path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "x"), rule.rule)  # noqa: B023
                found[f"paired {path}"] = client.get(path)
                found[f"unpaired {path}"] = stranger.get(path)
    running, over = games
    token = slip(client.get(running))
    return found | {
        "a seat": client.get(f"{running}?seat={at_seat(0)}"),
        "not found": client.get("/nothing"),
        "not allowed": client.put("/"),
        "no token": client.post(f"{running}/plays"),
        "too much": client.post(f"{running}/plays", data=b"x" * 300_000, headers={"X-CSRFToken": token["csrf_token"]}),
        "another name": client.get("/", headers={"Host": "evil.example"}),
        "refused": send(client, running, "1/1"),
        "stale": client.post(f"{running}/undo", data=token | {"revision": "1"}),
        "seating": client.post("/new/don-carlo", data=token | {"do": "add", "new": "Carla"}),
        "nobody": client.post("/new/don-carlo", data=token | {"do": "begin"}),
        "over": client.post(f"{over}/plays", data=slip(client.get(over)) | slot("stop")),
        "entered": send(client, running, "1/2"),
    }


def test_pairing_key_appears_only_on_share_pages(app, answers):
    key = pairing_key(app.extensions["service"].store).encode()
    shown = {where: answer for where, answer in answers.items() if key in answer.data}
    assert {re.sub("[0-9a-f-]{36}", "GAME", where) for where in shown} == {"paired /share", "paired /games/GAME/share"}
    assert {answer.headers["Cache-Control"] for answer in shown.values()} == {"private, no-store"}


def test_every_response_has_security_headers(answers):
    assert {answer.status_code for answer in answers.values()} >= {200, 303, 400, 403, 404, 405, 409, 413, 421, 422}
    for where, answer in answers.items():
        # The policy of a page also applies to its images, styles and scripts.
        if answer.mimetype not in ("image/svg+xml", "text/css", "text/javascript"):
            directives = (part.split(maxsplit=1) for part in answer.headers["Content-Security-Policy"].split(";"))
            assert dict(directives).items() >= POLICY.items(), where
            assert "unsafe" not in answer.headers["Content-Security-Policy"], where
            assert answer.headers["Referrer-Policy"] == "same-origin", where
        assert answer.headers["X-Content-Type-Options"] == "nosniff", where
        assert not [name for name, _ in answer.headers if name.lower().startswith("access-control-")], where
        assert answer.mimetype, where
        assert "charset=utf-8" in answer.content_type or not re.match(r"text/|.*xml$", answer.mimetype), where
        assert "Strict-Transport-Security" not in answer.headers, where
        assert "Accept-Encoding" in answer.vary, where


def test_https_host_gets_strict_transport_security(tmp_path):
    app = open_app(tmp_path / "elsewhere", hosts=("score.example", "localhost"))
    strict = ("https://score.example", "https://SCORE.example:8443")
    # other ports of localhost may serve plain http
    for url in (*strict, "http://score.example", "https://localhost", "https://192.168.1.20"):
        for path in ("/", "/pair", "/static/x/style.css"):
            answer = app.test_client().get(path, base_url=url)
            assert answer.status_code in (200, 403)
            expected = "max-age=31536000" if url in strict else None
            assert answer.headers.get("Strict-Transport-Security") == expected, url
    app.extensions["service"].store.close()


def test_pages_are_not_stored_in_shared_caches(answers):
    for where, answer in answers.items():
        if "/static/" not in where:
            assert answer.cache_control.private, where
            assert not answer.cache_control.max_age, where
            assert answer.cache_control.no_store is (answer.request.method != "POST"), where


def test_pages_have_no_inline_scripts_or_styles(answers):
    shown = {where: answer for where, answer in answers.items() if "Content-Disposition" not in answer.headers}
    pages = {where: Page(answer) for where, answer in shown.items() if answer.mimetype == "text/html"}
    assert len(pages) > 20
    assert {where: stopped(page) for where, page in pages.items() if stopped(page)} == {}
    for page in pages.values():
        assert all(re.match(r"/(?!/)", url) for url in linked(page))


def test_headings_skip_no_level(answers):
    pages = {where: Page(answer) for where, answer in answers.items() if answer.mimetype == "text/html"}
    for where, page in pages.items():
        levels = [0] + [int(each.tag[1]) for each in page.walk() if re.fullmatch("h[1-6]", each.tag)]
        assert all(after <= before + 1 for before, after in pairwise(levels)), (where, levels)


def test_every_form_has_its_token_and_entry_key(answers, client, games):
    forms = [form for answer in answers.values() if answer.mimetype == "text/html" for form in Page(answer).forms]
    searches = [form for form in forms if form.given.get("method", "get") == "get"]
    assert [form.given for form in searches if "csrf_token" in form.hidden] == []  # nor in a URL
    forms = [form for form in forms if form not in searches]
    assert len({form.given["action"] for form in forms}) >= 5
    for form in forms:
        action, names = form.given["action"], [name for name, value in form.hidden.items() if value]
        assert re.match(r"/(?!/)", action)
        assert form.given["method"] == "post", action
        assert "csrf_token" in names, action
        # Sending one of these three forms twice has no further effect.
        assert "entry_key" in names or action in ("/pair", "/language", "/pads/new"), action
    keys = [hidden(client.get(games[0]), "entry_key") for _ in range(20)]
    assert len({*keys}) == 20
    assert all(re.fullmatch(r"[\w-]{16,64}", key) for key in keys)


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        (None, False),
        ("identity", False),
        ("gzip;q=0", False),
        ("br, gzip;q=0.5", True),
        ("GZIP, deflate", True),
    ],
)
def test_responses_are_compressed_only_if_accepted(client, games, accepted, compressed):
    style = style_sheet(client)
    for path, end in ((games[0], b"</html>\n"), (style, client.get(style).data[-20:])):
        answer = client.get(path, headers={} if accepted is None else {"Accept-Encoding": accepted})
        assert answer.content_encoding == ("gzip" if compressed else None)
        assert answer.content_length == len(answer.data)
        body = gzip.decompress(answer.data) if compressed else answer.data
        assert body.strip().endswith(end.strip())


def test_versioned_files_are_cached_for_a_year(stranger):
    loaded = linked(Page(stranger.get("/")))
    assert {url.rsplit("/")[-1] for url in loaded} >= {"style.css", "app.js", "icon.svg", "noscript.css"}
    for url in loaded:
        answer = stranger.get(url)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        assert (
            answer.mimetype == {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}[url.rsplit(".")[-1]]
        )
        old = stranger.get(re.sub(r"/static/\w+/", "/static/000000000000/", url))
        assert old.data == answer.data
        assert old.cache_control.no_cache
        assert not old.cache_control.immutable


@pytest.mark.parametrize(
    "name",
    ["nothing.css", "css/base.css", "../scorekeeper.db", "..%2f..%2fpyproject.toml", "%2e%2e/secret_key", "js/", "js"],
)
def test_unknown_static_files_are_not_served(client, name):
    answer = client.get(style_sheet(client).replace("style.css", name))
    assert answer.status_code == 404
    assert "Page not found." in answer.text


@pytest.fixture
def long_game(app):
    """The URL of a game of four with forty plays."""
    table = DON_CARLO.table(("Anneli", "Benito", "Carla", "Donny"), {})
    document = Document(DON_CARLO, table, agents(table, 40))
    (game,) = import_documents(app.extensions["service"], [document])
    return f"/games/{game.id}"


def weight(answer):
    """Return the transferred size of a response in bytes: body and headers."""
    return len(answer.data) + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers)


@pytest.fixture
def tables(app, client, long_game):
    """The largest table of each title: the most players, or the most to enter."""
    begun = {
        "loire": (("Anneli", "Benito", "Carla", "Donny"), {}),
        "prodigals-club": (PLAYERS, {"competitions": ["possessions", "election", "society"]}),
        "carta-nostra": (PLAYERS, {}),
    }
    documents = [read_document(game_document(slug, names, [], options)) for slug, (names, options) in begun.items()]
    games = import_documents(app.extensions["service"], documents)
    return {"don-carlo": long_game} | {slug: f"/games/{game.id}" for slug, game in zip(begun, games, strict=True)}


@pytest.mark.parametrize("slug", ["don-carlo", "loire", "prodigals-club", "carta-nostra"])
def test_first_visit_has_a_size_limit(client, tables, slug):
    table = client.get(tables[slug], headers=GZIP)
    page = Page(gzip.decompress(table.data).decode())
    assert page.first("meta", name="description").given["content"]
    build = style_sheet(client).removesuffix("style.css")
    scripts = loaded_scripts(client, page, build)
    asked = {path for path in (*linked(page), *scripts) if not path.endswith("noscript.css")}  # only needed elsewhere
    weights = {path: weight(client.get(path, headers=GZIP)) for path in asked}
    assert {path.removeprefix(build) for path in weights} >= {"style.css", f"rulebooks/{slug}.css"}
    assert any(path.endswith("icon.svg") for path in weights)
    weights["the page"] = weight(table)
    assert sum(weights.values()) <= FIRST_VISIT, weights


def loaded_scripts(client, page, build):
    """Return the URLs of the scripts that a browser loads for a page: app.js, and the modules requested from it."""
    first = f"{build}js/app.js"
    at_hand = re.search(r"AT_HAND\s*=\s*{(.*)", client.get(first).text)[1]
    asked = {name for each in page.walk() for name in each.given.get("data-module", "").split()}
    return {first, *(f"{build}js/{name}.js" for name in asked if not re.search(rf"\b{name}\b", at_hand))}


def test_scripts_are_sent_without_comments(client):
    static = beside_package("static")
    build = style_sheet(client).removesuffix("style.css")
    sent = {path: client.get(build + path.relative_to(static).as_posix()) for path in static.rglob("*.js")}
    joined = client.get(f"{build}js/app.js").text
    assert {path.name for path, answer in sent.items() if answer.status_code == 404} >= {"drafts.js", "outbox.js"}
    for path, answer in sent.items():
        text = answer.text if answer.status_code == 200 else joined
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"`[^`]*\$\{[^}`]*`", source), path  # rjsmin mistakes a nested template literal for code
        names = re.findall(r"^(?:export )?(?:async )?function (\w+)", source, re.MULTILINE)
        assert [name for name in names if f"function {name}(" not in text] == [], path
        assert not re.search(r"^\s*//|./drafts.js", text, re.MULTILINE), path


def test_one_entry_has_a_size_limit(app, client, long_game):
    fresh, table = client.get(long_game), app.extensions["service"].view(long_game.rpartition("/")[2])
    seat = table.replay.turn
    name = next(each.names.split()[0] for each in verdicts(table.replay.state, seat) if each.points is not None)
    form = slip(fresh) | slot("agent", seat, cards=name)
    script = {"Prefer": "return=representation"}
    entered = client.post(f"{long_game}/plays", data=form, headers=GZIP | script)
    assert entered.status_code == 200
    assert weight(entered) <= ONE_PLAY

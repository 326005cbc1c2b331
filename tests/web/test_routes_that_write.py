"""All URLs that write, against repeated, late and unauthorized requests, archived games, and junk in each field.

The table must list each new URL.
"""

import json
import re
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import count
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.pads.factory import defined
from scorekeeper.pairing import ensure_watch_key, pairing_key, viewer_key
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import Submission, result_alone
from scorekeeper.store.rows import GameStatus
from scorekeeper.store.uploads import keep_upload
from scorekeeper.titles import ready
from tests.answers import answer_fault, says
from tests.apps import open_app, pair
from tests.documents import game_document, import_documents, import_results, read_document
from tests.helpers import hidden, slip, slot
from tests.junk import JUNK
from tests.pages import Page
from tests.written import Written

pytestmark = pytest.mark.ids_of_the_store

GAME = "/games/{game}"
FORM = "application/x-www-form-urlencoded"
ATTACKS = [*JUNK, "missing", "twice", "file"]
FREE = re.compile(
    r"(name|known|had|rank|points)-\d+|date|time|minutes|.*-was|name|new|new-names|after|do|triple_values-.*|place|venue|note"
    r"|moves|nothing|back|seat|open|asked|(limit|most)(_(chosen|least|most))?|rows|category|deals|ties|decides"
    r"|players_(least|most)|last-@\d+|left"
)
"""Fields that accept almost anything: names, unknown buttons, optional values."""
SLOT = re.compile(r"[a-z-]+(\.@\d+)?(\.(at|before)-\d+)?-(?=(cards|nothing)$)")
HARMLESS = {
    ("entry_key", "overflow"),
    ("cards", "negative"),  # 1-1-6 is 1/1/6, so -1 is 1
    ("decimals", "zero"),
    *((f"seat-{at}", attack) for at in range(4) for attack in ("empty", "missing", "file")),  # an unknown seat
}

IN_EVERY_FORM = {"csrf_token": len(ATTACKS), "entry_key": 8, "revision": 8}
"""Fields read by the same code in all forms: the first form gets every attack. The others get every eighth in turn, or
one if the token tests cover the rest."""
ALIKE = 6
"""Among fields read by the same code (`name-0`, `name-1`, or those of another form for the same URL), the first gets
every attack. The others get every sixth in turn."""

IMPORTED = "an-import-of-the-test"
UPLOAD, TABLE, EVERYBODY = "an-upload-of-the-test", "an-upload-with-a-table", "an-upload-with-plays"
PLAYS = b"""<plays total="1" page="1"><play id="1" date="2025-04-01"><item name="Catan" objectid="13"/><players>
<player name="Ada" username="ada" win="1"/></players></play></plays>"""
TABLE_TEXT = b"Date,Game,Player,Points\n2025-01-10,Catan,Ada,10\n"
DOCUMENT = json.dumps(game_document("carta-nostra", ("Anneli", "Benito"), []))
RESULTS = json.dumps(
    {
        "players": [{"id": 1, "name": "Anneli"}, {"id": 2, "name": "Benito"}],
        "games": [{"id": 1, "name": "Carta Nostra"}],
        "plays": [
            {"gameRefId": 1, "playerScores": [{"playerRefId": each, "winner": each == 1} for each in (1, 2)]},
        ],
    }
)
RESULT = "1f8fad5b-d9cb-469f-a165-70867728950e"
FARM = {"title": "Farm", "players": 2, "rows": ["Gold", "Sheep"]}
PADS = {
    "farm": defined("farm", FARM).slug,
    "lowest": defined("farm", FARM | {"wins": "lowest"}).slug,
    "yatzy": next(slug for slug in ready() if slug.startswith("yatzy~")),
}
_keys = count()


@dataclass(frozen=True)
class Route:
    """A URL that writes: the page with its form, and the values to fill in.

    For the form of a play, `fields` are named without their slot.

    `of_game`: it changes an existing game; `any_status`: including an archived one; `paired`: only for paired devices;
    `keyed`: the form counts once; `writes`: it writes although it is not keyed; `files`: the values are sent as files.
    """

    endpoint: str
    page: str
    url: str
    fields: dict[str, str] = field(default_factory=dict)
    slug: str = "don-carlo"
    of_game: bool = True
    any_status: bool = False
    paired: bool = True
    keyed: bool = True
    writes: bool = False
    files: bool = False


SHARING: dict[str, bool] = {"of_game": False, "keyed": False, "writes": True}
"""Arguments of the sharing routes. They do not change the game, and never repeat an effect, whatever the key."""
KEYLESS: dict[str, bool] = {"of_game": False, "keyed": False, "writes": True}
"""Arguments of the routes of pads: what was done already is not done again, whatever the key."""
SEATS = {"do": "begin", "name-0": "Anja", "name-1": "Zoë", "families-0": "blue", "families-1": "grey"}
HIDE = {"do": "hide:2", "name-2-was": "Benito"}
REMOVE = {"sure": "yes"}
RENAME = {"do": "rename:1", "known-1": "Bea", "name-0": "Anja", "name-1": "Zoë"}
PAD = {"sort": "rows", "rows": "Gold", "name": "Farm"}
ROUTES = (
    Route("seating.sit_down", "/new/don-carlo", "/new/don-carlo", SEATS, of_game=False),
    Route("seating.sit_down", "/new/carta-nostra", "/new/carta-nostra", RENAME, of_game=False),
    Route("pads.make", "/pads/new", "/pads/new", PAD, of_game=False, keyed=False, writes=True),
    Route("pads.make", "/pads/new", "/pads/new", {"name": "Farm"}, of_game=False, keyed=False, writes=True),
    Route("pads.change", "/pads/{farm}", "/pads/{farm}", {"name": "Ranch", "do": "save"}, **KEYLESS),
    Route("pads.copy", "/pads/{yatzy}/copy", "/pads/{yatzy}/copy", {"name": "Yatzee"}, **KEYLESS),
    Route("pads.merge", "/pads/{farm}/merge?into={yatzy}", "/pads/{farm}/merge", **KEYLESS),
    Route("people.change", "/players/2/edit", "/players/2/edit", {"do": "rename", "name": "Bea"}, of_game=False),
    Route("people.merge", "/players/4/merge?into=1", "/players/4/merge", of_game=False),
    Route("people.remove", "/players/2/remove", "/players/2/remove", REMOVE, of_game=False),
    Route("people.hide", "/players/names", "/players/names", {"do": "hide:2", "name-2-was": "Benito"}, of_game=False),
    Route("game.act", GAME, f"{GAME}/plays", {"cards": "1/2"}),
    Route("game.undo", GAME, f"{GAME}/undo"),
    Route("game.redo", GAME, f"{GAME}/redo"),
    Route("game.set_status", f"{GAME}/stop", f"{GAME}/status", any_status=True),
    Route("options.options", f"{GAME}/options", f"{GAME}/options", {"triple_values-mines": "2"}, slug="loire"),
    Route("options.pad", f"{GAME}/pad", f"{GAME}/pad", {"wins": "lowest", "sure": "{lowest}"}, slug="farm"),
    Route("options.category", f"{GAME}/category", f"{GAME}/category", {"category": "Wood"}, slug="farm"),
    Route("seats.update_players", f"{GAME}/players", f"{GAME}/players", {"name-0": "Anja", "do": "save"}),
    Route("options.about", f"{GAME}/about", f"{GAME}/about", {"venue": "Café Übersee", "note": "Late."}),
    Route("edit_result.save", f"{GAME}/result", f"{GAME}/result", {"rank-0": "1", "note": "Late."}, slug="result"),
    Route("edit_result.undo", GAME, f"{GAME}/result/undo", slug="result"),
    Route("game.act", f"{GAME}/plays/2", f"{GAME}/plays", {"cards": "1/2"}),
    Route("game.act", f"{GAME}/plays/2/before", f"{GAME}/plays", {"cards": "1/2", "moves": "no"}),
    Route("game.act", f"{GAME}/plays/2", f"{GAME}/plays", {"nothing": "yes"}),
    Route("data.upload", "/data", "/data", {"files": "{document}"}, of_game=False, keyed=False, files=True),
    Route("data.upload", "/data", "/data", {"files": "{results}"}, of_game=False, keyed=False, files=True),
    Route("data.import_files", "/data/imports/{upload}", "/data/imports/{upload}", of_game=False),
    Route(
        "data.read_table_as_chosen",
        "/data/imports/{table}/tables/0",
        "/data/imports/{table}/tables/0",
        {"do": "go"},
        **KEYLESS,
    ),
    Route(
        "data.read_plays_of_user",
        "/data/imports/{everybody}",
        "/data/imports/{everybody}/users/0",
        {"user": "ada"},
        of_game=False,
        keyed=False,
    ),
    Route("data.discard", "/data/imports/{upload}", "/data/imports/{upload}/discard", of_game=False, keyed=False),
    Route("data.delete_imported", "/data/imports/{imported}", "/data/imports/{imported}/delete", of_game=False),
    Route("sharing.change", f"{GAME}/share", f"{GAME}/share", {"do": "watch"}, **SHARING),
    Route("sharing.change", f"{GAME}/share", f"{GAME}/share", {"do": "end"}, "loire", **SHARING),
    Route("sharing.change", "/share", "/share", **SHARING),
    Route("language.switch", "/", "/language", {"language": "de"}, of_game=False, paired=False, keyed=False),
    Route("pairing.by_hand", "/pair", "/pair", {"key": "{key}"}, of_game=False, paired=False, keyed=False),
    Route("game.end", f"{GAME}/stop", f"{GAME}/stop", slug="scrabble"),
)
WRITE_NOTHING = {"data.back_up", "game.preview"}
GAME_ROUTES = [route for route in ROUTES if route.of_game]
KEYED = [route for route in ROUTES if route.keyed]
WRITING = [route for route in ROUTES if route.keyed or route.writes]


def each(routes):
    return pytest.mark.parametrize("route", routes, ids=lambda route: f"{route.endpoint} {route.page}")


def documents():
    agents = [
        {"kind": "agent", "player": player, "cards": [1, 1, number]}
        for number, player in ((6, "Anneli"), (5, "Benito"), (4, "Carla"))
    ]
    yield game_document("don-carlo", ("Anneli", "Benito", "Carla"), agents)
    yield game_document("loire", ("Anneli", "Benito"), [])
    yield game_document("farm", ("Anneli", "Benito"), []) | {"definition": FARM}
    yield game_document("scrabble", ("Anneli", "Benito"), [{"kind": "points", "player": "Anneli", "points": 24}])
    turns = [{"kind": "turn", "player": player} for player in ("Anneli", "Benito", "Benito", "Carla")]
    yield game_document("carta-nostra", ("Anneli", "Benito", "Carla"), turns)


class World:
    """The games under attack, and the means to restore their initial state.

    A game of Don Carlo with undo and redo available, one of a title with options, and one in which the turns after the
    second can shift by one seat.
    """

    def __init__(self, app, client):
        self.app, self.client, self.service = app, client, app.extensions["service"]
        read = [read_document(document) for document in documents()]
        self.games = {
            each.rulebook.name: game.id for each, game in zip(read, import_documents(self.service, read), strict=True)
        }
        alone = read_document(game_document("loire", ("Annelie", "Dora"), []))  # a name similar to Anneli
        import_documents(self.service, [alone])
        import_documents(self.service, read[:1], Submission(IMPORTED, IMPORTED))
        game = self.games["don-carlo"]
        for cards in ((3, 3), (2, 3)):
            changes.enter(self.service, game, [Agent(0, cards)], self.submission(game))
        changes.undo(self.service, game, self.submission(game))
        result = result_alone(RESULT, "loire", ("Anneli", "Benito"), ExternalResult(((1, 9), (2, 7))), note="Rain.")
        import_results(self.service, [result])
        self.games["result"] = RESULT
        changes.set_result(self.service, RESULT, replace(result, note=None), self.submission(RESULT))
        self.share()
        self.written = Written(self.service.store.path)
        self.forms = {}  # from their pages, before anything is written

    def keep(self):
        """Store the current state as the initial one, including the CSRF secret, which a page with a form sets."""
        self.client.get("/data")
        self.first, name = Written(self.service.store.path), self.app.config["SESSION_COOKIE_NAME"]
        self.cookie = (name, self.client.get_cookie(name).value)

    def restore(self):
        """Restore the initial state, including the device's."""
        self.first.put_back()
        self.written.keep()
        keep_upload(self.service.store.path.parent, UPLOAD, UPLOAD, [("1.json", BytesIO(DOCUMENT.encode()))])
        keep_upload(self.service.store.path.parent, TABLE, TABLE, [("1.csv", BytesIO(TABLE_TEXT))])
        keep_upload(self.service.store.path.parent, EVERYBODY, EVERYBODY, [("1.xml", BytesIO(PLAYS))])
        self.client = self.app.test_client()
        self.client.set_cookie(*self.cookie)

    def close(self):
        self.written.close()
        self.first.close()
        self.service.store.close()

    def share(self):
        """Share a game for watching, and create a key to view all games."""
        ensure_watch_key(self.service.store, self.games["loire"])
        viewer_key(self.service.store)

    def submission(self, game):
        key = f"a-key-of-the-test-{next(_keys):06}"
        return Submission(key, key, self.stored(game).revision)

    def stored(self, game):
        with self.service.store.reading() as db:
            return self.service.game(db, game)

    def at(self, route, url):
        return url.format(
            game=self.games[route.slug], imported=IMPORTED, upload=UPLOAD, table=TABLE, everybody=EVERYBODY, **PADS
        )

    def form(self, route, client=None):
        """Return the filled-in fields of a form from its page, as pairs."""
        if client or self.written.changed:
            return self.filled(route, client or self.client)
        at = ROUTES.index(route)
        if at not in self.forms:
            self.forms[at] = self.filled(route, self.client)
        return self.forms[at]

    def filled(self, route, client):
        page = Page(client.get(self.at(route, route.page)))
        known = PADS | {"key": pairing_key(self.service.store), "document": DOCUMENT, "results": RESULTS}
        filled = {name: value.format_map(known) for name, value in route.fields.items()}
        for form in page.all("form", action=self.at(route, route.url)):
            fields = dict(form.fields)
            slots = {SLOT.sub("", name): name for name in fields}
            named = {slots.get(name, name): value for name, value in filled.items()}
            if "play" not in fields or named.keys() - {"moves"} <= fields.keys():
                return list((fields | named).items())
        raise AssertionError(route)

    def send(self, route, form, client=None):
        return (client or self.client).post(self.at(route, route.url), data=with_files(route, dict(form).items()))

    def set_status(self, route, status):
        game = self.games[route.slug]
        changes.set_status(self.service, game, status, self.submission(game))

    def revision(self, route):
        return str(self.stored(self.games[route.slug]).revision)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    """The world before each test, made once."""
    app = open_app(tmp_path_factory.mktemp("written") / "instance")
    app.testing = False
    world = World(app, pair(app))
    world.keep()
    yield world
    world.close()


@pytest.fixture
def world(lasting):
    lasting.restore()
    return lasting


@pytest.fixture
def app(world):
    return world.app


@pytest.fixture
def stranger(world):
    return world.app.test_client()


def test_every_writing_url_is_in_the_table(app):
    posts = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert posts == {route.endpoint for route in ROUTES} | WRITE_NOTHING
    others = {method for rule in app.url_map.iter_rules() for method in rule.methods}
    assert others <= {"GET", "HEAD", "OPTIONS", "POST"}


@each(ROUTES)
def test_each_form_is_on_its_page_and_accepted(world, route):
    """Without the modifications in the tests below, the form is accepted."""
    answer = world.send(route, world.form(route))
    assert answer.status_code == 303
    assert world.written.changed == (route in WRITING)


@each(WRITING)
def test_form_sent_twice_writes_once(world, route):
    form = world.form(route)
    first = world.send(route, form)
    world.written.keep()
    again = world.send(route, form)
    assert (again.status_code, again.location) == (first.status_code, first.location)
    assert not world.written.changed


@pytest.mark.parametrize("other", [{"more": ""}, {"revision": "7"}, {"do": "begin", "name-0": "Donny"}], ids=str)
@each(KEYED)
def test_same_key_with_other_content_is_refused(world, route, other):
    form = world.form(route)
    world.send(route, form)
    world.written.keep()
    answer = world.send(route, dict(form) | other)
    assert answer.status_code == 409
    assert says(Page(answer))
    assert hidden(answer, "entry_key") != dict(form)["entry_key"]
    assert not world.written.changed


@each(KEYED)
def test_key_of_another_form_is_refused(world, route):
    other = next(each for each in KEYED if each.endpoint != route.endpoint)
    sent = world.form(other)
    world.send(other, sent)
    world.written.keep()
    form = dict(world.form(route)) | {"entry_key": dict(sent)["entry_key"]}
    assert world.send(route, form).status_code == 409
    assert not world.written.changed


@each(GAME_ROUTES)
def test_stale_form_is_refused_with_the_current_page(world, route):
    form = world.form(route)
    world.set_status(route, GameStatus.ARCHIVED)
    world.set_status(route, GameStatus.ACTIVE)
    world.written.keep()
    answer = world.send(route, form)
    assert answer.status_code == 409
    assert says(Page(answer))
    assert hidden(answer, "revision") == world.revision(route) != dict(form)["revision"]
    assert not world.written.changed


@pytest.mark.parametrize("status", [GameStatus.ARCHIVED, GameStatus.DELETED])
@each(GAME_ROUTES)
def test_archived_game_does_not_change(world, route, status):
    form = world.form(route)
    world.set_status(route, status)
    world.written.keep()
    answer = world.send(route, dict(form) | {"revision": world.revision(route)})
    assert answer.status_code == (303 if route.any_status else 409)
    assert world.written.changed == route.any_status
    if not route.any_status:
        assert "was archived or deleted" in says(Page(answer))


@each(ROUTES)
def test_unpaired_phone_writes_nothing(world, stranger, route):
    token = hidden(stranger.get("/pair"), "csrf_token")
    answer = world.send(route, dict(world.form(route)) | {"csrf_token": token}, stranger)
    assert answer.status_code == (403 if route.paired else 303)
    assert ("Pair this phone" in answer.text) == route.paired
    assert not world.written.changed


@each(ROUTES)
def test_form_without_its_token_writes_nothing(world, stranger, route):
    form = dict(world.form(route))
    del form["csrf_token"]
    theirs = hidden(stranger.get("/pair"), "csrf_token")
    for token in ({}, {"csrf_token": ""}, {"csrf_token": "junk"}, {"csrf_token": theirs}):
        answer = world.send(route, form | token)
        assert answer.status_code == 400
        assert "You opened this page before pairing this phone" in answer.text
    assert not world.written.changed


def with_files(route, fields):
    """Return the form data, with the file fields as files."""
    return MultiDict(
        (name, (BytesIO(value.encode()), "1.json")) if route.files and name in route.fields else (name, value)
        for name, value in fields
    )


def attacked(route, fields, at, attack):
    """Return the form data with an attack on one field and all others unchanged."""
    if route.files and attack in JUNK:
        sent = [*fields[:at], (fields[at][0], JUNK[attack].decode("latin-1")), *fields[at + 1 :]]
        return {"data": with_files(route, sent), "content_type": "multipart/form-data"}
    name, rest = fields[at][0], [each for index, each in enumerate(fields) if index != at]
    if attack == "file":
        return {"data": MultiDict([*rest, (name, (BytesIO(b"1/2/3"), "1.txt"))])}
    sent = {"missing": rest, "twice": [*rest, fields[at], (name, JUNK["html"])]}
    return {"data": urlencode(sent.get(attack) or [*rest, (name, JUNK[attack])]), "content_type": FORM}


def must_refuse(name, attack):
    """Return whether this attack on this field must be refused."""
    bare = SLOT.sub("", name)
    free = FREE.fullmatch(bare) and (attack != "huge")
    return not free and attack != "twice" and (bare, attack) not in HARMLESS


def read_by(name):
    """Return the common key of fields parsed by the same code."""
    return SLOT.sub("", name).split("-")[0], name.endswith("-was")


@each(ROUTES)
def test_junk_in_any_field_causes_no_partial_write(world, route):
    faults, fields, turn = [], world.form(route), ROUTES.index(route)
    sorts = [read_by(name) for name, _ in fields]
    again = any(each.endpoint == route.endpoint for each in ROUTES[:turn])
    for number, attack in enumerate(ATTACKS):
        for at, (name, _) in enumerate(fields):
            if name in IN_EVERY_FORM and turn and (number - turn) % IN_EVERY_FORM[name]:
                continue
            if (again or sorts[at] in sorts[:at]) and (number - at - turn) % ALIKE:
                continue
            answer = world.client.post(world.at(route, route.url), **attacked(route, fields, at, attack))
            fault = answer_fault(answer, world.service, world.written, must_refuse=must_refuse(name, attack))
            faults += [f"{name}, {attack}: {fault}"] if fault else []
    assert faults == []


def test_preview_writes_nothing(world):
    game = f"/games/{world.games['don-carlo']}"
    form = slip(world.client.get(game)) | slot("agent", 0, cards="6")
    assert world.client.post(f"{game}/preview", data=form).status_code == 200
    assert not world.written.changed

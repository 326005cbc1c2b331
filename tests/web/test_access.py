"""Access: only paired devices, only under our own host names, and only with our own forms."""

import re
import socket
import time
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import quote, unquote, urljoin, urlsplit

import itsdangerous
import pytest
from flask.sessions import SecureCookieSessionInterface

from scorekeeper.pairing import ALPHABET, LENGTH, new_pairing_key, pairing_key, written
from tests.apps import open_app
from tests.helpers import begin, hidden, slip, slot

METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS")
WRONG = "Wrong key."
NOT_THE_KEY = "2222222222"


@pytest.fixture
def key(app):
    return pairing_key(app.extensions["service"].store)


def paired(device):
    """Return whether the device gets more than the pairing page."""
    return device.get("/").status_code == 200


def typed(device, key, path="/pair", **changed):
    """Enter a pairing key by hand."""
    data = {"csrf_token": hidden(device.get("/pair"), "csrf_token"), "key": key}
    return device.post(path, data=data | changed)


def cookie(answer):
    """Return the attributes of the only cookie that a response sets."""
    (line,) = answer.headers.getlist("Set-Cookie")
    return {name.lower(): value for name, _, value in (part.strip().partition("=") for part in line.split(";"))}


def test_pairing_link_pairs_and_redirects_without_the_key(stranger, key):
    assert not paired(stranger)
    answer = stranger.get(f"/pair/{key}")
    assert (answer.status_code, answer.location) == (303, "/")
    assert key not in answer.text + answer.location
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.cache_control.private
    assert paired(stranger)


@pytest.mark.parametrize(
    "spelled",
    [str, str.lower, written, lambda key: written(key).lower(), " ".join, lambda key: f"  {key[:3]} - {key[3:]}\t"],
)
def test_pairing_key_can_be_typed_in_many_forms(app, key, spelled):
    by_hand, by_link = app.test_client(), app.test_client()
    assert typed(by_hand, spelled(key)).status_code == 303
    assert by_link.get(f"/pair/{quote(spelled(key))}").status_code == 303
    assert paired(by_hand)
    assert paired(by_link)


@pytest.mark.parametrize("wrong", [NOT_THE_KEY, "", "\x00", "<b>key</b>"])
def test_wrong_key_is_refused_and_stays_in_its_field(stranger, dump, wrong):
    answer = typed(stranger, wrong)
    assert answer.status_code == 403
    assert WRONG in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert "<b>" not in answer.text
    assert not paired(stranger)


@pytest.mark.parametrize(("length", "status"), [(10_000, 403), (20_000, 413)])
def test_requests_of_unpaired_phones_have_a_size_limit(stranger, length, status):
    assert typed(stranger, "x" * length).status_code == status


def test_partial_key_is_refused(stranger, key):
    for wrong in (key[:-1], key + key[0], key[::-1] if key != key[::-1] else key[1:]):
        assert stranger.get(f"/pair/{wrong}").status_code == 403


def test_keys_are_too_long_to_guess(key):
    """The server answers at most a thousand guesses a second: a year of them has a chance of one in ten thousand."""
    assert re.fullmatch(rf"[{ALPHABET}]{{{LENGTH}}}", key)
    assert len(ALPHABET) ** LENGTH > 10_000 * 1000 * 365 * 24 * 60 * 60


def test_wrong_keys_lock_out_no_phone(app, stranger, key):
    """Another device's guesses lock no one out, and no response reveals their number."""
    assert {stranger.get(f"/pair/{NOT_THE_KEY}").status_code for _ in range(30)} == {403}
    assert (typed(stranger, NOT_THE_KEY).status_code, WRONG in typed(stranger, NOT_THE_KEY).text) == (403, True)
    assert stranger.get(f"/pair/{key}").status_code == 303


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookie_of_a_paired_phone_has_secure_attributes(app, key, scheme):
    got = cookie(app.test_client().get(f"/pair/{key}", base_url=f"{scheme}://localhost"))
    expires = datetime.strptime(got["expires"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    assert expires > datetime.now(UTC) + timedelta(days=300)
    assert "httponly" in got
    assert got["samesite"] == "Lax"
    assert ("secure" in got) == (scheme == "https")
    assert any(name.startswith("__host-") for name in got) == (scheme == "https")
    assert got["path"] == "/"
    assert "domain" not in got
    assert key not in unquote("".join(got.values()))


def test_cookies_are_signed_with_sha_256(app, stranger, key):
    name = app.config["SESSION_COOKIE_NAME"]
    stranger.get(f"/pair/{key}")
    carried = stranger.get_cookie(name).value
    older = SecureCookieSessionInterface().get_signing_serializer(app)
    with pytest.raises(itsdangerous.BadSignature):
        older.loads(carried)
    device = app.test_client()
    device.set_cookie(name, older.dumps(app.session_interface.get_signing_serializer(app).loads(carried)))
    assert not paired(device)


def test_https_accepts_only_its_own_cookie_name(app, stranger, key):
    stranger.get(f"/pair/{key}")
    carried = stranger.get_cookie(app.config["SESSION_COOKIE_NAME"]).value
    device = app.test_client()
    device.set_cookie(app.config["SESSION_COOKIE_NAME"], carried)
    assert device.get("/", base_url="https://localhost").status_code == 403
    assert paired(device)  # over http


def test_only_pairing_starts_a_new_session(app, stranger, key):
    """An attacker may have set a session with a known token in a browser before it is paired."""
    token = hidden(stranger.get("/pair"), "csrf_token")
    stranger.post("/language", data={"csrf_token": token, "language": "de"})
    assert stranger.get(f"/pair/{key}").status_code == 303
    change = {"language": "en"}
    assert stranger.post("/language", data=change | {"csrf_token": token}).status_code == 400
    page = stranger.get("/")
    assert 'lang="de"' in page.text
    assert stranger.get(f"/pair/{key}").status_code == 303
    assert stranger.post("/language", data=change | {"csrf_token": hidden(page, "csrf_token")}).status_code == 303


@pytest.mark.parametrize(("days", "counts"), [(399, True), (401, False)])
def test_cookie_is_valid_for_400_days(app, key, monkeypatch, days, counts):
    device = app.test_client()
    expires = parsedate_to_datetime(cookie(device.get(f"/pair/{key}"))["expires"])
    assert timedelta(days=399) < expires - datetime.now(UTC) <= timedelta(days=400)
    elsewhen = int(time.time() + timedelta(days=days).total_seconds())
    monkeypatch.setattr(itsdangerous.TimestampSigner, "get_timestamp", lambda signer: elsewhen)
    assert paired(device) == counts


def test_cookie_made_with_another_secret_is_worthless(app, key, tmp_path):
    other = open_app(tmp_path / "other")
    other.extensions["service"].store.close()
    forged = other.session_interface.get_signing_serializer(other).dumps({"badge": "0" * 32, "_permanent": True})
    for value in (forged, forged[:-3], "", "junk"):
        for name in (app.config["SESSION_COOKIE_NAME"], "session"):
            device = app.test_client()
            device.set_cookie(name, value)
            assert not paired(device)


FOR_ALL = {
    "static",
    "language.switch",
    "health.show",
    "sharing.watch",
    "sharing.take",
    "sharing.take_over",
    "sharing.look",
    "picture.preview",
    "rules.show",
}
"""Endpoints open to unpaired devices, in addition to pairing. Links for viewing and taking over have keys."""


def urls(app, game):
    """Yield each endpoint with its URL, filled in with existing values."""
    values = {"slug": "don-carlo", "key": NOT_THE_KEY, "game_id": game.rsplit("/")[-1]}
    for rule in app.url_map.iter_rules():
        yield rule.endpoint, re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "x"), rule.rule)


def test_unpaired_phone_sees_only_the_pairing_page(app, client, stranger, dump):
    game = begin(client, "Anneli", "Benito")
    form = slip(client.get(game)) | slot("agent", 0, cards="1/1/6") | {"do": "begin"}
    form["csrf_token"] = hidden(stranger.get("/pair"), "csrf_token")
    before, asked = dump(), 0
    for endpoint, url in urls(app, game):
        for method in METHODS:
            answer = stranger.open(url, method=method, data=form if method == "POST" else None)
            assert "Anneli" not in answer.text, (method, url)
            if endpoint in FOR_ALL or endpoint.startswith(("pairing.", "secure.")):
                continue
            assert answer.status_code == 403, (method, url)
            assert "Pair this phone" in answer.text or method == "HEAD", (method, url)
            asked += 1
    assert asked >= 30
    for url in ("/nothing/here", "/new/don-carlo%00"):
        answer = stranger.get(url)
        assert (answer.status_code, "Pair this phone" in answer.text) == (403, True)
    assert dump() == before


def test_pairing_returns_to_the_requested_page(app, client, key):
    game = begin(client, "Anneli", "Benito")
    device = app.test_client()
    after = hidden(device.get(game), "after")
    assert after == game
    assert typed(device, key, after=after).location == game


@pytest.mark.parametrize(
    "after",
    [
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "@evil.example",
        "",
        " //evil.example",
        "/%0d%0aSet-Cookie:%20evil=1",
        "/\r\nSet-Cookie: evil=1",
        "/\x00",
        "/\u2028/evil.example",
        "/\u202e",
    ],
)
def test_pairing_never_redirects_to_another_site(app, key, after):
    for where in ("field", "url"):
        path = "/pair" if where == "field" else f"/pair?after={quote(after)}"
        answer = typed(app.test_client(), key, path, **({"after": after} if where == "field" else {}))
        assert answer.status_code == 303
        as_browsers_read_it = re.sub(r"[\t\r\n]", "", answer.location).replace("\\", "/")
        assert urlsplit(urljoin("http://localhost/pair", as_browsers_read_it)).netloc == "localhost"
        assert re.match(r"/(?!/)", as_browsers_read_it)
        assert len(answer.headers.getlist("Set-Cookie")) == 1
        assert not re.search(r"[\x00-\x20\x7f]", answer.location)


def test_new_key_unpairs_all_phones_at_once(app, client, key):
    other = app.test_client()
    assert typed(other, key).status_code == 303
    assert paired(client)
    assert paired(other)
    new = new_pairing_key(app.extensions["service"].store)
    assert new != key
    assert not paired(client)
    assert not paired(other)
    assert client.get(f"/pair/{key}").status_code == 403
    assert client.get(f"/pair/{new}").status_code == 303
    assert paired(client)
    assert not paired(other)


HOSTS = {
    "127.0.0.1": True,
    "192.168.1.20:8000": True,
    "[fe80::1]:8000": True,
    "localhost": True,
    "localhost.:8000": True,
    socket.gethostname(): True,
    f"{socket.gethostname().split('.')[0]}.local:8000": True,
    "score.example": True,
    "score.example:443": True,
    "evil.example": False,
    "localhost.evil.example": False,
    "127.0.0.1.evil.example": False,
    "sub.score.example": False,
    "[::1": False,
    "": False,
    "localhost,evil.example": False,
    "\u2460": False,
    "<script>": False,
    "x" * 3_000: False,
}


@pytest.fixture(scope="module")
def known_elsewhere(tmp_path_factory):
    app = open_app(tmp_path_factory.mktemp("elsewhere"), hosts=("score.example",))
    yield app.test_client()
    app.extensions["service"].store.close()


@pytest.mark.parametrize(("host", "ours"), HOSTS.items(), ids=lambda value: ascii(value)[:40])
def test_only_known_host_names_are_answered(known_elsewhere, host, ours):
    answers = [
        known_elsewhere.open(path, method=method, environ_overrides={"HTTP_HOST": host})
        for path, method in (("/", "GET"), ("/pair", "GET"), ("/", "POST"), ("/nothing", "GET"))
    ]
    assert [answer.status_code for answer in answers] == ([403, 200, 403, 403] if ours else [421] * 4)
    said = "Pair this phone" if ours else "The server does not respond to that host name."
    assert all(said in answer.text for answer in answers)
    assert "<script>" not in answers[0].text


def test_form_from_another_site_writes_nothing(client, dump):
    game = begin(client, "Anneli", "Benito")
    form = slip(client.get(game, base_url="https://localhost")) | slot("stop")
    before = dump()
    for referrer in ("https://evil.example/", ""):
        headers = {"Referer": referrer} if referrer else {}
        answer = client.post(f"{game}/plays", data=form, base_url="https://localhost", headers=headers)
        assert answer.status_code in (400, 403)
    assert dump() == before


def test_month_old_form_is_accepted(client, monkeypatch):
    game = begin(client, "Anneli", "Benito")
    form = slip(client.get(game)) | slot("agent", 0, cards="1/1")
    later = int(time.time() + timedelta(days=30).total_seconds())
    monkeypatch.setattr(itsdangerous.TimestampSigner, "get_timestamp", lambda signer: later)
    assert client.post(f"{game}/plays", data=form).status_code == 303

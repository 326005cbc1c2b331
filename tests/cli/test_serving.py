"""The server process: it prints its URL, answers, and stops without interrupting requests."""

import contextlib
import logging
import re
import signal
import socket
import sqlite3
import subprocess
import time
from http.client import HTTPConnection

import pytest
from waitress.server import TcpWSGIServer
from werkzeug.test import Client

from scorekeeper import logs
from scorekeeper.cli import main
from scorekeeper.pairing import pairing_key
from scorekeeper.server import ANYWHERE, LIMITS, listening
from tests.apps import open_app, running
from tests.cli.server import LINK, SECONDS, WRITTEN, Server, scorekeeper


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance", tmp_path / "errors")
    yield server
    with contextlib.suppress(ProcessLookupError):
        server.process.kill()
    server.process.wait(SECONDS)
    server.process.stdout.close()


@pytest.fixture(scope="module")
def public_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    server = Server(folder / "instance", folder / "errors")
    yield server
    server.stop()
    server.ended()
    server.process.stdout.close()


def everything(connection):
    """Return all remaining data of a connection, until the server closes it."""
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


def test_server_prints_pairing_links_and_logs_url_without_key(public_server):
    server, public_server.cookie = public_server, ""
    begins, reached = server.told()[:2]
    assert re.fullmatch(
        rf"\S+ \S+ INFO Scorekeeper [\w.]+ started with 0 games in {server.instance}/\S+\.db\.\n", begins
    )
    assert f" INFO Reachable at http://127.0.0.1:{server.port}. " in reached
    assert server.key not in begins + reached
    assert server.ask("GET", "/health") == (200, None, "ok")
    links = [match.groupdict() for match in LINK.finditer(server.printed)]
    assert {link["key"] for link in links} == {server.key}
    assert WRITTEN.search(server.printed)[1].replace("-", "") == server.key
    assert any(block in server.printed for block in "█▀▄")
    assert server.ask("GET", "/")[0] == 403
    assert server.ask("GET", f"/pair/{server.key}")[:2] == (303, "/")
    status, _, page = server.ask("GET", "/")
    assert status == 200
    assert "Don Carlo" in page


def test_stopped_server_finishes_its_entry_and_keeps_key_and_phones(server, tmp_path, capsys):
    url = server.begin()
    form = server.slip(url) | {"play": "agent.@1", "agent.@1-cards": "1/1"}
    other = sqlite3.connect(server.instance / "scorekeeper.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # such as a backup: the play has to wait for it
    waiting = server.send(b"".join(server.raw(f"{url}/plays", form)))
    half_sent = server.send(b"POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nkey")
    idle = server.send(b"")
    kept = server.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert kept.recv(12) == b"HTTP/1.1 403"
    server.has_read()
    server.stop()
    time.sleep(0.5)
    assert server.process.poll() is None
    began = time.monotonic()
    other.execute("COMMIT")
    assert everything(waiting).startswith("HTTP/1.1 303")
    assert server.ended() == (0, "")
    assert time.monotonic() - began < 4
    assert other.execute("SELECT count(*) FROM plays").fetchone() == (1,)
    for each in (other, half_sent, idle, kept):
        each.close()
    again = Server(server.instance, tmp_path / "errors again")
    try:
        assert again.key == server.key
        again.cookie = server.cookie
        assert again.ask("GET", url)[0] == 200
        patience = time.monotonic() + SECONDS
        while not [*(server.instance / "backups").glob("2???-??-??.db")]:  # today's backup
            assert time.monotonic() < patience
            again.has_read()
        a_new_key_shuts_out_at_once(again, url, capsys)
    finally:
        again.stop(signal.SIGINT)
        ended = again.ended()
        again.process.stdout.close()
        assert ended == (0, "")


def a_new_key_shuts_out_at_once(server, url, capsys):
    """Print the links while the server runs: the current ones, and new ones."""
    assert main(["link", "--instance", str(server.instance)]) == 0
    out, errors = capsys.readouterr()
    assert errors == ""
    assert {link["key"] for link in LINK.finditer(out)} == {server.key}
    assert server.ask("GET", url)[0] == 200
    assert main(["link", "--instance", str(server.instance), "--new"]) == 0
    looking = re.search(r"To watch all games, open:\n  http://\S+(/look/\w{10})\n", out)[1]
    printed = capsys.readouterr().out
    (new,) = {link["key"] for link in LINK.finditer(printed)}
    assert new != server.key
    assert looking not in printed
    assert server.ask("GET", url)[0] == 403
    assert server.ask("GET", f"/pair/{server.key}")[0] == 403
    assert server.ask("GET", f"/pair/{new}")[0] == 303


def test_second_server_at_the_same_port_is_refused(public_server, tmp_path):
    command = scorekeeper("run", tmp_path / "other", "--host", "127.0.0.1", "--port", str(public_server.port))
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode != 0, done.stdout) == (True, "")
    assert "Traceback" not in done.stderr
    assert str(public_server.port) in done.stderr
    assert done.stderr.endswith("choose another with --port.\n")
    assert public_server.ask("GET", "/pair")[0] == 200


def test_second_server_in_the_same_directory_is_refused(public_server, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(TcpWSGIServer, "run", lambda _: pytest.fail("it serves all the same"))
    (tmp_path / "linked").symlink_to(public_server.instance)
    for folder in (public_server.instance, tmp_path / "linked"):
        assert main(["run", "--instance", str(folder), "--host", "127.0.0.1", "--port", "0"]) == 2
        out, errors = capsys.readouterr()
        assert out == ""
        assert f"Cannot use the directory {folder}: another server is using it. Stop it first," in errors
    assert public_server.ask("GET", "/pair")[0] == 200


@pytest.mark.parametrize(
    "arguments",
    [
        ("--host", "no such host", "--port", "0"),
        ("--host", "x" * 300, "--port", "0"),
        ("--host", "", "--port", "0"),
        ("--port", "70000"),
        ("--port", "-1"),
        ("--port", "eight"),
        ("--address", "score.example"),
        ("--address", "https://"),
        ("--address", "https://[::1"),
        ("--address", "https://score.example:eight"),
        ("--address", "https://score.example/club"),
        ("--address", "https://score.example?club"),
        ("--instance", "/dev/null"),
        ("--instance", "/dev/null/below"),
    ],
)
def test_invalid_run_options_are_refused_with_a_sentence(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.setattr(TcpWSGIServer, "run", lambda _: pytest.fail("it serves all the same"))
    try:
        status = main(["run", "--instance", str(tmp_path), "--host", "127.0.0.1", *arguments])
    except SystemExit as refused:  # argparse's reaction to an invalid option
        status = refused.code
    assert status not in (0, None)
    out, errors = capsys.readouterr()
    assert out == ""
    assert len(errors.splitlines()[-1]) >= 20


@pytest.fixture
def stopped_at_once(monkeypatch):
    """Stop each server as soon as it has started."""
    monkeypatch.setattr(TcpWSGIServer, "run", lambda server: server.task_dispatcher.shutdown())


@pytest.mark.usefixtures("stopped_at_once")
def test_new_database_beside_old_backups_is_reported(tmp_path, capsys):
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "2026-02-01.db").write_bytes(b"of an earlier one")
    arguments = ["run", "--instance", str(tmp_path), "--host", "127.0.0.1", "--port", "0", "--quiet"]
    warned = []
    for _ in range(2):
        assert main(arguments) == 0
        warned.append([line for line in capsys.readouterr().err.splitlines() if " WARNING " in line])
    assert [len(each) for each in warned] == [1, 0]  # the second time, the file exists
    assert f"are in {tmp_path}/backups. To restore one, stop Scorekeeper and run `scorekeeper restore`." in warned[0][0]


@pytest.mark.usefixtures("stopped_at_once")
def test_quiet_server_prints_no_links(tmp_path, capsys):
    broken = tmp_path / "rulebooks" / "broken"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("RULEBOOK = None.nothing\n")
    arguments = ["--instance", str(tmp_path), "--host", "127.0.0.1"]
    assert main(["run", *arguments, "--port", "0", "--quiet"]) == 0
    out, told = capsys.readouterr()
    assert out == ""
    assert re.findall(r"^\d\S+ \S+ (\w+ \w+ \w+)", told, re.MULTILINE) == [
        "ERROR Cannot load",
        "INFO Scorekeeper 1",
        "INFO Reachable at",
        "INFO Scorekeeper stopped",
    ]
    assert f"Cannot load the title in {broken}: AttributeError" in told
    assert f'File "{broken}/__init__.py", line 1, in <module>' in told
    assert main(["link", *arguments]) == 0
    assert LINK.search(capsys.readouterr().out)["key"] not in told


def test_host_with_several_ip_addresses_uses_ipv4(tmp_path, monkeypatch):
    resolve = socket.getaddrinfo
    names = {"table.example": [*resolve("::1", None), *resolve("127.0.0.1", None)]}
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *how, **more: names.get(host) or resolve(host, *how, **more)
    )
    app = open_app(tmp_path)
    with answering(app, "table.example") as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        connection.request("GET", "/health")
        assert connection.getresponse().read() == b"ok"
        connection.close()
    app.extensions["service"].store.close()


@pytest.mark.parametrize(
    ("host", "url", "warned"),
    [
        (ANYWHERE[0], "https://score.example", True),
        ("127.0.0.1", "https://score.example", False),
        ("localhost", "https://score.example", False),
        (ANYWHERE[0], "http://score.example", False),
    ],
)
@pytest.mark.usefixtures("stopped_at_once")
def test_https_url_reachable_by_http_is_reported(tmp_path, capsys, host, url, warned):
    arguments = ["--instance", str(tmp_path), "--host", host, "--address", url]
    assert main(["run", *arguments, "--port", "0", "--quiet"]) == 0
    assert ("Connections can be unencrypted" in capsys.readouterr().err) == warned


def test_log_lines_of_libraries_omit_their_values(capsys):
    logs.set_up()
    logs.set_up()
    try:
        raise ValueError("Anneli")
    except ValueError:
        logging.getLogger("waitress").exception("Exception while serving %s", "/pair/ABCDEFGHJK")
    logging.getLogger("waitress").info("Client disconnected while serving %s", "/games/1")
    (told,) = capsys.readouterr().err.splitlines()
    assert re.search(r" ERROR waitress: Exception while serving … \(ValueError in \S+test_serving.py line \d+\)$", told)


def test_silent_connections_time_out_but_slow_phones_do_not(tmp_path, monkeypatch):
    monkeypatch.setitem(LIMITS, "channel_timeout", 2)
    monkeypatch.setitem(LIMITS, "cleanup_interval", 0)
    app = open_app(tmp_path)
    head = b"POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n"
    with answering(app) as port, contextlib.ExitStack() as stack:
        silent, headless, bodiless, phone = (
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=SECONDS)) for _ in range(4)
        )
        headless.sendall(head[:9])
        bodiless.sendall(head)
        phone.sendall(head)
        for _ in range(30):
            time.sleep(0.1)
            phone.sendall(b"x")
        assert phone.recv(9) == b"HTTP/1.1 "
        assert [each.recv(1) for each in (silent, headless, bodiless)] == [b""] * 3
    app.extensions["service"].store.close()


@pytest.mark.parametrize(
    ("behind_proxy", "sender", "believed"),
    [(True, "127.0.0.1", True), (True, "192.168.1.20", False), (False, "127.0.0.1", False)],
)
def test_proxy_headers_are_trusted_only_from_our_proxy(tmp_path, behind_proxy, sender, believed):
    app = open_app(tmp_path)
    serving = listening(app, "127.0.0.1", 0, behind_proxy=behind_proxy)
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "192.0.2.1"}
    key = pairing_key(app.extensions["service"].store)
    answer = Client(serving.application).get(f"/pair/{key}", headers=headers, environ_overrides={"REMOTE_ADDR": sender})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert ("Secure" in answer.headers["Set-Cookie"]) == believed
    serving.close()
    serving.task_dispatcher.shutdown()
    app.extensions["service"].store.close()


RAW = {
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "junk": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "surrogate in the path": b"GET /pair/%ED%A0%80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "NUL in the path": b"GET /games/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bytes in the path": b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bytes in the query": b"GET /?page=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a URL": b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "dots": b"GET /static/x/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "two lengths": b"POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "negative length": b"POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "strange name": b"GET / HTTP/1.1\r\nHost: .local\r\n\r\n",
    "long name": b"GET / HTTP/1.1\r\nHost: " + b"x" * 300 + b"\r\n\r\n",
    "bytes in the name": b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    "bytes in the cookie": b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: session=\xff\xfe\r\n\r\n",
    "huge header": b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 300_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("request_bytes", RAW.values(), ids=RAW)
def test_malformed_requests_are_refused(public_server, request_bytes):
    connection = public_server.send(b"")
    with contextlib.suppress(OSError):  # it may have answered and closed before reading everything
        connection.sendall(request_bytes)
        connection.shutdown(socket.SHUT_WR)
    with contextlib.suppress(ConnectionResetError):
        answer = everything(connection)
        assert re.match(r"HTTP/1\.[01] [2-4]\d\d ", answer), answer[:300]
        assert "Traceback" not in answer
    assert public_server.ask("GET", "/pair")[0] == 200


LARGEST_HEADER, LARGEST_BODY = LIMITS["max_request_header_size"], LIMITS["max_request_body_size"]
TOO_MUCH = {
    "body": (
        b"POST /data HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % LIMITS["max_request_body_size"],
        413,
    ),
    "header": (
        b"GET /pair HTTP/1.1\r\nHost: localhost\r\nX: ".ljust(LARGEST_HEADER - 4, b"x") + b"\r\n\r\n",
        431,
    ),
    "digits": (b"GET /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n" % (b"9" * 5000), 400),
}


@pytest.mark.parametrize(("request_bytes", "status"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_oversized_requests_are_refused_before_reading(public_server, request_bytes, status):
    with public_server.send(request_bytes) as connection:
        assert re.match(rb"HTTP/1\.[01] %d " % status, connection.recv(1024))


@contextlib.contextmanager
def answering(app, host="127.0.0.1"):
    """Serve `app`, and yield its port."""
    with running(listening(app, host, 0, behind_proxy=False)) as serving:
        yield serving.effective_port

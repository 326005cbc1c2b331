"""Containerfile, .dockerignore, compose files and docs/container.md agree with each other and the app, engine-free."""

import json
import re
import shlex
import tomllib
from pathlib import Path

from scorekeeper.cli import PORT, command_parser
from tests.helpers import STOP_SECONDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FILE = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text("utf-8"))
PAGE = re.sub(r"\\\n\s*", "", (ROOT / "docs/container.md").read_text("utf-8"))
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
CADDY = (ROOT / "docs/caddy/compose.yaml").read_text("utf-8")
STEPS = re.findall(r"^([A-Z]+) (.+)$", FILE, re.MULTILINE)
LAST = dict(STEPS)
COPIED = {each.rstrip("/") for step, of in STEPS if step == "COPY" and "--from" not in of for each in of.split()[:-1]}


def test_build_context_contains_exactly_the_copied_files():
    first, *others = (ROOT / ".dockerignore").read_text("utf-8").splitlines()[1:]
    assert first == "*"
    assert {each[1:] for each in others if each.startswith("!")} == COPIED
    assert [each for each in sorted(COPIED) if not (ROOT / each).exists()] == []


def test_containerfile_copies_everything_the_wheel_needs():
    project, wheel = PROJECT["project"], PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [project["readme"], *project["license-files"], *wheel["packages"], *wheel["force-include"]]
    assert {each.split("/")[0] for each in needed} | {"pyproject.toml", "requirements.txt"} == COPIED


def test_container_serves_unprivileged_with_volume_and_health_check():
    assert int(LAST["USER"].split(":")[0]) > 0
    assert f"SCOREKEEPER_INSTANCE={LAST['VOLUME']}" in LAST["ENV"].split()
    assert (LAST["EXPOSE"], f"'127.0.0.1', {PORT}" in LAST["HEALTHCHECK"]) == (str(PORT), True)
    program, *arguments = json.loads(LAST["ENTRYPOINT"]) + json.loads(LAST["CMD"])
    assert program in PROJECT["project"]["scripts"]
    assert command_parser().parse_args(arguments).port == PORT
    assert [each for each in ("description", "license") if f'"{PROJECT["project"][each]}"' not in LAST["LABEL"]] == []


def test_compose_files_use_the_port_volume_and_check_of_the_image():
    assert f'ports: ["{PORT}:{PORT}"]' in COMPOSE
    assert json.loads(re.findall(r"test: (.+)", COMPOSE)[0]) == [
        "CMD",
        *json.loads(LAST["HEALTHCHECK"].partition("CMD ")[2]),
    ]
    for text in (COMPOSE, CADDY):
        assert re.findall(r"scorekeeper:(/\w+)", text) == [LAST["VOLUME"]]
        assert "name: scorekeeper\n" in text.partition("\nvolumes:")[2]
        (context,) = re.findall(r"context: (\S+)", text)
        assert ((ROOT if text is COMPOSE else ROOT / "docs/caddy") / context / "Containerfile").resolve() == (
            ROOT / "Containerfile"
        )


def test_container_page_contains_only_existing_commands():
    asked = re.findall(r"\bscorekeeper ((?:run|link|backup|restore|import) [^\n`'<]+)", PAGE)
    compose = [re.findall(r"command: (.+)", text) for text in (COMPOSE, CADDY)]
    assert (len(asked), [len(each) for each in compose]) == (7, [1, 1])
    for each in [*map(shlex.split, asked), json.loads(compose[0][0])]:
        command_parser().parse_args(
            [re.sub(r"\$SCOREKEEPER_URL|\$\{.+\}", "http://192.168.1.20:8000", word) for word in each]
        )
    behind = command_parser().parse_args(shlex.split(compose[1][0]))
    assert (behind.host, behind.port, behind.address) == ("127.0.0.1", PORT, "https://score.example")
    stops = re.findall(r"stop(?:-timeout|_grace_period:) (\d+)", PAGE + COMPOSE + CADDY)
    assert (len(stops), min(int(each) for each in stops) > STOP_SECONDS) == (3, True)
    assert set(re.findall(r"-v? (?:\./data|scorekeeper):(/\w+)", PAGE)) == {LAST["VOLUME"]}


def test_caddyfile_matches_https_page_and_links_exist():
    block = (ROOT / "docs/caddy/Caddyfile").read_text("utf-8")
    assert f"```Caddyfile\n{block}```" in (ROOT / "docs/https.md").read_text("utf-8")
    assert [each for each in re.findall(r"\]\(([^)#]+)", PAGE) if not (ROOT / "docs" / each).exists()] == []

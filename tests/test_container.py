"""Containerfile, .dockerignore and docs/container.md agree with each other and with the app, without an engine."""

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
STEPS = re.findall(r"^([A-Z]+) (.+)$", FILE, re.MULTILINE)
LAST = dict(STEPS)
COPIED = {each.rstrip("/") for step, of in STEPS if step == "COPY" and "--from" not in of for each in of.split()[:-1]}


def test_what_is_copied_is_there_and_nothing_else_is_sent():
    first, *others = (ROOT / ".dockerignore").read_text("utf-8").splitlines()[1:]
    assert first == "*"
    assert {each[1:] for each in others if each.startswith("!")} == COPIED
    assert [each for each in sorted(COPIED) if not (ROOT / each).exists()] == []


def test_what_the_wheel_needs_is_copied():
    project, wheel = PROJECT["project"], PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [project["readme"], *project["license-files"], *wheel["packages"], *wheel["force-include"]]
    assert {each.split("/")[0] for each in needed} | {"pyproject.toml", "requirements.txt"} == COPIED


def test_it_serves_as_a_user_without_rights_where_its_volume_and_its_health_check_are():
    assert int(LAST["USER"].split(":")[0]) > 0
    assert f"SCOREKEEPER_INSTANCE={LAST['VOLUME']}" in LAST["ENV"].split()
    assert (LAST["EXPOSE"], f"'127.0.0.1', {PORT}" in LAST["HEALTHCHECK"]) == (str(PORT), True)
    program, *arguments = json.loads(LAST["ENTRYPOINT"]) + json.loads(LAST["CMD"])
    assert program in PROJECT["project"]["scripts"]
    assert command_parser().parse_args(arguments).port == PORT
    assert [each for each in ("description", "license") if f'"{PROJECT["project"][each]}"' not in LAST["LABEL"]] == []


def test_the_commands_of_the_page_are_commands():
    asked = re.findall(r"\bscorekeeper ((?:run|link|backup|restore|import) [^\n`<]+)", PAGE)
    compose = re.findall(r"command: (.+)", PAGE)
    assert (len(asked), len(compose)) == (6, 1)
    for each in asked + compose:
        command_parser().parse_args(shlex.split(each))
    behind = command_parser().parse_args(shlex.split(compose[0]))
    assert (behind.host, behind.port, behind.address) == ("127.0.0.1", PORT, "https://score.example")
    assert min(int(each) for each in re.findall(r"stop(?:-timeout|_grace_period:) (\d+)", PAGE)) > STOP_SECONDS
    assert set(re.findall(r"-v? (?:\./data|scorekeeper):(/\w+)", PAGE)) == {LAST["VOLUME"]}


def test_caddy_is_set_up_as_on_the_page_about_https_and_what_is_linked_is_there():
    (block,) = re.findall(r"```Caddyfile\n.*?```", PAGE, re.DOTALL)
    assert block in (ROOT / "docs/https.md").read_text("utf-8")
    assert [each for each in re.findall(r"\]\(([^)#]+)", PAGE) if not (ROOT / "docs" / each).exists()] == []

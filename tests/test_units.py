"""Each systemd unit in docs/ starts a valid command; the unit for several instances differs only where necessary."""

import shlex
from pathlib import Path

from scorekeeper.cli import command_parser
from tests.helpers import STOP_SECONDS
from tests.rows import row_by_row

DOCS = Path(__file__).parents[1] / "docs"
ALONE, SEVERAL = "scorekeeper.service", "scorekeeper@.service"


def settings(name):
    lines = (line.partition("=") for line in (DOCS / name).read_text().splitlines() if not line.startswith("#"))
    return {key + value if key == "SystemCallFilter" else key: value for key, _, value in lines}


@row_by_row("name", [ALONE, SEVERAL])
def test_unit_starts_a_quiet_server_in_its_state_directory(name):
    unit = settings(name)
    filled = {"%S": "/var/lib", "%i": "club", "$OPTIONS": "--port 8001 --address https://club.example"}
    started, state = unit["ExecStart"], f"/var/lib/{unit['StateDirectory'].replace('%i', 'club')}"
    for short, whole in filled.items():
        started = started.replace(short, whole)
    program, *arguments = shlex.split(started)
    asked = command_parser().parse_args(arguments)
    assert (program, str(asked.instance)) == ("/opt/scorekeeper/bin/scorekeeper", state)
    assert (asked.port, asked.quiet) == (8001, True)
    assert int(unit["TimeoutStopSec"]) > STOP_SECONDS


def test_template_unit_differs_only_in_instance_settings():
    alone, several = settings(ALONE), settings(SEVERAL)
    differing = {key for key in alone | several if alone.get(key) != several.get(key)}
    assert differing == {"Description", "ExecStart", "EnvironmentFile", "StateDirectory"}

"""The lock files contain the dependencies of pyproject.toml, pinned to one version and with hashes."""

import re
import tomllib

from packaging.requirements import Requirement

from scorekeeper.paths import CHECKOUT
from tests.rows import row_by_row

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
ASKED = {
    "requirements.txt": [*PROJECT["project"]["dependencies"], *GROUPS["build"]],
    "requirements-replica.txt": PROJECT["project"]["optional-dependencies"]["replica"],
    "requirements-dev.txt": GROUPS["dev"],
}
PIN = re.compile(r"^(\S+?)==(\S+)(?: ; (.+?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def pins(name):
    """Return the versions in a lock file, by package."""
    text = (CHECKOUT / name).read_text()
    rest = PIN.sub("", text).splitlines()
    assert all(line.startswith("#") for line in rest), "a line without a version and hashes"
    return {package: version for package, version, _, _ in PIN.findall(text)}


@row_by_row("name", ASKED)
def test_lock_files_contain_the_dependencies_of_pyproject(name):
    pinned = pins(name)
    for asked in map(Requirement, ASKED[name]):
        assert asked.specifier.contains(pinned[asked.name.lower()]), f"{asked}: ./run update"


def test_each_lock_file_contains_the_previous_one():
    app, replica, dev = map(pins, ASKED)
    assert app.items() <= replica.items() <= dev.items()

"""The versions that are installed: requirements/ has one of each package, and as pyproject.toml allows it."""

import re
import tomllib

from packaging.requirements import Requirement

from scorekeeper.places import CHECKOUT
from tests.rows import row_by_row

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
ASKED = {
    "app": [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]],
    "replica": PROJECT["project"]["optional-dependencies"]["replica"],
    **{name: PROJECT["dependency-groups"][name] for name in ("dev", "mutants", "update")},
}
PIN = re.compile(r"^(\S+?)==(\S+)(?: ; (.+?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def pins(name):
    """Return the versions that a file names, by package."""
    text = (CHECKOUT / "requirements" / f"{name}.txt").read_text()
    assert PIN.sub("", text).splitlines() == ["# Written by ./run update."], "a line without a version and hashes"
    return {package: version for package, version, _, _ in PIN.findall(text)}


@row_by_row("name", ASKED)
def test_each_set_has_what_pyproject_asks_for(name):
    pinned = {package: version for each in ASKED for package, version in pins(each).items()}
    for asked in map(Requirement, ASKED[name]):
        assert asked.specifier.contains(pinned[asked.name.lower()]), f"{asked}: ./run update"


def test_no_package_is_in_two_sets():
    every = [package for name in ASKED for package in pins(name)]
    assert sorted(every) == sorted(set(every))

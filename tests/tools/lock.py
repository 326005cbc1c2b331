"""Write which versions are installed, with the hashes of their files: `python tests/tools/lock.py`, or `./run update`.

Each file in `requirements/` has what its set needs beyond the sets before it, so that a package is of the same version
in all of them, on every system and every Python that pyproject.toml allows.
"""

import subprocess
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "requirements"
SETS = {
    "app": ["--group", "build"],
    "replica": ["--extra", "replica"],
    "dev": ["--group", "dev"],
    "mutants": ["--group", "mutants"],
    "update": ["--group", "update"],
}
"""The sets in their order, and what `uv pip compile` is told to take each in."""
HEADING = "# Written by ./run update.\n"


def main() -> None:
    """Write all sets anew, each package in its newest version that goes with the others."""
    everything = compiled(*(word for words in SETS.values() for word in words), "--upgrade", "--generate-hashes")
    found = blocks(everything)
    pins = FOLDER / "all.txt"
    pins.write_text("".join(block.splitlines()[0].removesuffix("\\") + "\n" for block in found.values()), "utf-8")
    taken: set[str] = set()
    for name, words in zip(SETS, accumulate(SETS.values()), strict=True):
        here = blocks(compiled(*words, "--constraint", str(pins))).keys() - taken
        text = HEADING + "".join(block for package, block in found.items() if package in here)
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")
        taken |= here
    pins.unlink()


def compiled(*words: str) -> str:
    """Return what uv comes to for the project and these further words."""
    command = ["uv", "pip", "compile", "pyproject.toml", "--universal", "--no-header", "--no-annotate", "--quiet"]
    return subprocess.run([*command, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def blocks(text: str) -> dict[str, str]:
    """Return what stands there for each package: its line, and those below that are indented."""
    found: dict[str, str] = {}
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            name = line.partition("=")[0]
            found[name] = ""
        found[name] += line
    return found


if __name__ == "__main__":
    main()

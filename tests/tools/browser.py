"""The browser of the tests: finds it, installs it if missing, and starts it with the tests' fonts.

`./run test` calls `python -m tests.tools.browser` before pytest. The first one that starts is used:

1. the program named by the environment variable CHROMIUM, and no other;
2. an installed Chromium or Chrome;
3. Playwright's own browser, downloaded without root into Playwright's cache;
4. Debian's package, installed as root or through sudo.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Error, sync_playwright

FONTS = Path(__file__).parents[1] / "fonts" / "fonts.conf"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of installed browsers. The first one draws no windows and needs half the processor time."""
PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages. Older releases have only the second."""
LIBRARY = "libatomic1"
"""Debian's package of a library that Playwright needs to start."""
NO_SANDBOX = "--no-sandbox"
"""Chromium does not start for root without this argument."""
PRECISE = "--font-render-hinting=none"
"""Characters have exact widths as on phones, instead of whole pixels."""

Started = TypeVar("Started")


def start(launch: Callable[..., Started], *where: Path, args: list[str]) -> Started:
    """Start the first working browser, and return it.

    `launch` is a method of BrowserType: `launch`, or `launch_persistent_context` with the profile directory as `where`.
    `args` are arguments for Chromium. Raises Playwright's Error if no browser starts.
    """
    environment = os.environ | {"FONTCONFIG_FILE": str(FONTS)}
    for program in _programs():
        try:
            return launch(*where, executable_path=program, args=[*args, PRECISE], env=environment)
        except Error as error:  # for example a browser without its libraries, or the wrapper of a missing snap
            fault = error
    raise fault


def _programs() -> Iterator[str | None]:
    """Yield the programs to try; None is Playwright's own browser."""
    if named := os.environ.get("CHROMIUM"):
        yield named
    else:
        yield from filter(None, map(shutil.which, PROGRAMS))
        yield None


def main() -> int:
    """Install a browser unless one starts; return the exit status of the command."""
    error = _error()
    if error and not os.environ.get("CHROMIUM"):
        print("Installing a browser for the tests ...", file=sys.stderr)
        if _run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"):
            error = _error()
        if error and shutil.which("apt-get") and (as_root := _as_root()) is not None:
            error = _install_package(as_root)
    if error:
        print(error, file=sys.stderr)
    return 1 if error else 0


def _error() -> str:
    """Return the reason why no browser starts, and advice; "" if one does."""
    try:
        with sync_playwright() as playwright:
            start(playwright.chromium.launch, args=[NO_SANDBOX]).close()
    except Exception as error:  # a bare Exception if Playwright itself does not start because of a missing library
        if named := os.environ.get("CHROMIUM"):
            return f"Cannot start {named}, which CHROMIUM names: {str(error).splitlines()[0]}"
        debian = shutil.which("apt-get")
        advice = (
            f"as root: apt-get install {LIBRARY} chromium" if debian else "or name one: CHROMIUM=/path/to/it ./run test"
        )
        return f"Cannot start a browser for the tests. Install Chromium, {advice}"
    return ""


def _as_root() -> list[str] | None:
    """Return the command prefix for running as root; None if this user may not."""
    if os.geteuid() == 0:
        return []
    may = shutil.which("sudo") and (sys.stdin.isatty() or _run("sudo", "--non-interactive", "true"))
    return ["sudo"] if may else None


def _install_package(as_root: list[str]) -> str:
    """Install Debian's package, and return the result of `_error`."""
    _run(*as_root, "apt-get", "update", "-qq")
    for package in PACKAGES:
        _run(*as_root, "apt-get", "install", "-y", "-qq", LIBRARY, package)
        if not (error := _error()):
            break
    return error


def _run(*command: str) -> bool:
    """Run a command, and show the end of its output if it fails; return whether it succeeds."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(f"{' '.join(command)}: {(done.stdout.strip().splitlines() or ['failed'])[-1]}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

"""The installed package: the wheel, built from the source distribution, with only its dependencies."""

import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from threading import Timer
from urllib.request import HTTPCookieProcessor, build_opener

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/pair/\w+")
SECONDS = 120


def test_wheel_runs_from_an_empty_directory(tmp_path):
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    program = subprocess.Popen(
        [installed(tmp_path), "run", "--host", "127.0.0.1", "--port", "0"],
        cwd=here,
        env={"HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    patience = Timer(SECONDS, program.kill)
    patience.start()
    try:
        said = ""
        while not (link := LINK.search(said)):
            line = program.stdout.readline()
            assert line, said
            said += line
        look_around(link[1], link[0])
    finally:
        program.terminate()
        rest, _ = program.communicate(timeout=SECONDS)
        patience.cancel()
    assert program.returncode == 0, said + rest
    assert (home / ".scorekeeper/scorekeeper.db").is_file()
    assert list(here.iterdir()) == []


def look_around(url, link):
    """Pair like a phone, and open a page of each title and everything that these pages load."""
    device = build_opener(HTTPCookieProcessor())
    device.addheaders = [("Accept-Language", "de")]

    def asked(path):
        with device.open(f"{url}{path}", timeout=SECONDS) as answer:
            return answer.read().decode()

    titles = re.findall(r'href="(/new/[^"]+)"', asked(link.removeprefix(url)))
    assert len(titles) >= 4
    pages = [asked(path) for path in titles]
    assert all('<html lang="de">' in page and "Spieler" in page for page in pages)
    files = {path for page in pages for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page)}
    assert {path.rsplit(".")[-1] for path in files} == {"css", "js", "svg"}
    assert all(map(asked, files))


def installed(folder):
    """Return the program in a new environment with the wheel; the wheel's dependencies are linked into it."""
    done("tar", "-xzf", built("sdist", ROOT, folder), "-C", folder)
    (source,) = folder.glob("tabletop_scorekeeper-*/")
    wheel = built("wheel", source, folder)
    done(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    done(sys.executable, "-m", "pip", "--python", folder / "env", "install", "--no-deps", "--no-index", wheel)
    (packages,) = folder.glob("env/lib/python*/site-packages")
    files = [file for name in asked_for("tabletop-scorekeeper") for file in distribution(name).files]
    for name, place in {file.parts[0]: file.dist.locate_file(file.parts[0]) for file in files}.items():
        if name not in ("..", "__pycache__"):
            (packages / name).symlink_to(place)
    return folder / "env/bin/scorekeeper"


def built(kind, source, into):
    """Build a wheel or a source distribution like pip, and return its file."""
    done(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", into, cwd=source)
    (found,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


def asked_for(name):
    """Return the names of a package's direct and indirect dependencies, without extras."""
    found, still = set(), [name]
    while still:
        for each in map(Requirement, distribution(still.pop()).requires or ()):
            if each.name not in found and (not each.marker or each.marker.evaluate({"extra": ""})):
                found.add(each.name)
                still.append(each.name)
    return found


def done(*command, **more):
    run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, **more)
    assert run.returncode == 0, run.stdout + run.stderr

"""The app serves, writes and reads without the parts of Python missing on Windows."""

import json
import subprocess
import sys

from tests.cli.server import Server, scorekeeper

LACKS = """
import sys
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None  # importing it fails
import os, select, signal, socket
lacking = {
    os: ("fchmod", "fork", "geteuid", "getpgid", "getuid", "killpg", "mkfifo", "setsid", "statvfs", "O_DIRECTORY"),
    select: ("epoll", "poll"),
    signal: ("SIGHUP", "SIGKILL", "SIGUSR1"),
    socket: ("AF_UNIX",),
}
for module, names in lacking.items():
    for name in names:
        delattr(module, name)
from scorekeeper.cli import main
import scorekeeper.server, scorekeeper.web  # with what they import, which asks for the system, too
sys.platform = "win32"
commands = [each.split() for each in sys.argv[1:]] if " " in sys.argv[1] else [sys.argv[1:]]
sys.exit(max(main(each) for each in commands))
"""
PROGRAM = (sys.executable, "-c", LACKS)


def test_server_and_commands_work_without_unix_modules(tmp_path):
    instance = tmp_path / "instance"
    server = Server(instance, tmp_path / "errors", program=PROGRAM)
    game = server.begin()
    status, _, page = server.ask(
        "POST", f"{game}/plays", server.slip(game) | {"play": "agent.@1", "agent.@1-cards": "6"}
    )
    assert status == 303, page
    server.stop()
    assert server.ended() == (0, "")
    server.process.stdout.close()
    commands = (("check", instance), ("backup", instance, str(tmp_path / "copy.db")), ("export", instance))
    several = [" ".join(scorekeeper(*each, program=())) for each in commands]
    done = subprocess.run([*PROGRAM, *several], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    checked, _, exported = done.stdout.splitlines()
    assert checked.startswith("1 game")
    assert [play["kind"] for play in json.loads(exported)["plays"]] == ["agent"]

"""Servers for the bench: each in a process of its own, with the same settings as the app's."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask

from scorekeeper.serving import listening

HOST = "127.0.0.1"


@contextmanager
def served(make: Callable[[Path], Flask], folder: Path) -> Iterator[int]:
    """Serve the app that `make` returns for `folder`, and give its port, until the block is left."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(make, folder, there), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        process.terminate()
        process.join()


def _serve(make: Callable[[Path], Flask], folder: Path, tell: Connection) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = listening(make(folder), HOST, 0, behind_proxy=False)
    tell.send(server.effective_port)
    server.run()

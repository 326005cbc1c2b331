"""Runs the tests on mutants: collected once, then for each mutant, in a fork, only the tests that reach it.

This runs in the folder that has the mutated sources. Which functions each test reaches is kept there, and found out
again for files of tests that have changed.
"""

import gc
import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from time import process_time

import pytest
from _pytest.runner import runtestprotocol
from mutmut.configuration import config
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

REACHED = Path("reached.json")
ASKED = Path("asked.json")
ANSWERS = Path("answers.jsonl")


class Trying:
    """A plugin of pytest that runs the tests for each mutant that was asked for."""

    def __init__(self) -> None:
        set_mutant_under_test("stats")  # what runs while modules are imported cannot be mutated
        self.row_failed = False

    def pytest_collection(self) -> None:
        """Make properties stop at the first example that fails, without looking for a simpler one."""
        from hypothesis import Phase, settings  # pytest wants to be the first to import it

        settings.register_profile(
            "mutants", settings.get_profile("gate"), phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False
        )
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants that were asked for, and write what became of each."""
        if session.testsfailed:
            raise session.Interrupted("tests cannot be read")
        imported = set(state()._stats)
        self.room = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        self.items = {item.nodeid: item for item in session.items}
        self.learn()
        asked = json.loads(ASKED.read_text(encoding="utf-8"))
        with ANSWERS.open("w", encoding="utf-8") as answers:
            for number, name in enumerate(asked["mutants"], 1):
                function = name.partition("__mutmut_")[0]
                answer = self.answer(name, function, asked["seconds"])
                if answer == "no test reaches it" and function in imported:
                    answer = "runs while modules are imported only"
                print(json.dumps((name, answer)), file=answers, flush=True)
                print(f"{number} of {len(asked['mutants'])}: {name.removeprefix('scorekeeper.')}: {answer}", flush=True)
        return True

    def answer(self, name: str, function: str, seconds: float) -> str:
        """Return what became of a mutant; tests of its own room are run first, and quick ones before slow ones."""
        own = f"tests/{name.split('.')[1]}/"
        reaching = [(took, test) for test, (took, reached) in self.reached.items() if function in reached]
        if not reaching:
            return "no test reaches it"
        reaching.sort(key=lambda each: (not each[1].startswith(own), each))
        together = accumulate(took for took, _ in reaching)
        tests = [test for test, until in zip(reaching, together, strict=True) if until <= seconds] or reaching[:1]
        if self.forked(lambda: self.fails(name, tests)):
            return "noticed"
        return f"{len(tests)} tests pass" + (f" of {len(reaching)} that reach it" if tests != reaching else "")

    def fails(self, name: str, tests: list[tuple[float, str]]) -> int:
        """Return 1 if one of the tests fails with a mutant, or takes much too long; else 0."""
        set_mutant_under_test(name)
        for late in (signal.SIGVTALRM, signal.SIGALRM):
            signal.signal(late, lambda *_: os._exit(1))
        for seconds, test in tests:
            signal.setitimer(signal.ITIMER_VIRTUAL, 10 + 10 * seconds)
            signal.setitimer(signal.ITIMER_REAL, 60 + 30 * seconds)  # a test that only waits takes no CPU time
            if not self.passes(self.items[test]):
                return 1
        return 0

    def learn(self) -> None:
        """Find out which functions each test reaches, for files of tests that are new or have changed."""
        known = json.loads(REACHED.read_text(encoding="utf-8")) if REACHED.exists() else {}
        files: dict[str, list[pytest.Item]] = {}
        for item in self.items.values():
            files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        self.reached: dict[str, tuple[float, list[str]]] = {}
        for file, items in files.items():
            mark = sha256(Path(file).read_bytes()).hexdigest()
            if known.get(file, {}).get("mark") != mark:
                print(f"learning what {file} reaches", flush=True)
                if self.forked(lambda items=items: self.note(items)):
                    sys.exit(f"{file} fails without a mutant")
                known[file] = {"mark": mark, "tests": json.loads(Path("noted.json").read_text(encoding="utf-8"))}
                REACHED.write_text(json.dumps(known), encoding="utf-8")
            self.reached |= known[file]["tests"]

    def note(self, items: list[pytest.Item]) -> int:
        """Write which functions each test reaches and how long it takes; return 1 if one of them fails, else 0."""
        set_mutant_under_test("stats")
        noted = {}
        cached = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        for item in items:
            for each in cached:  # else a test would not be seen to reach what another one had answered before
                each.cache_clear()
            state()._stats.clear()
            began = process_time()
            if not self.passes(item):
                print(f"{item.nodeid} fails")
                return 1
            noted[item.nodeid] = (process_time() - began, sorted(state()._stats))
        Path("noted.json").write_text(json.dumps(noted), encoding="utf-8")
        return 0

    def passes(self, item: pytest.Item) -> bool:
        """Run a test, with its fixtures taken down after it, and return whether it passes."""
        self.row_failed = False
        reports = runtestprotocol(item, nextitem=None, log=False)
        return not self.row_failed and not any(report.failed for report in reports)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a row of a table that fails: it is reported on its own, and its test is not reported as failed."""
        self.row_failed |= report.failed

    def forked(self, work) -> int:
        """Run `work` in a fork, and return 0 only if it returned 0; what it left in the tests' folder is deleted."""
        if child := os.fork():
            _, status = os.waitpid(child, 0)
            for left in self.room.iterdir():
                shutil.rmtree(left, ignore_errors=True)
            return status
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)


def arguments() -> Iterator[str]:
    """Yield the arguments for pytest."""
    yield from config().pytest_add_cli_args_test_selection
    yield from config().pytest_add_cli_args


if __name__ == "__main__":
    sys.exit(pytest.main([*arguments()], plugins=[Trying()]))

"""Mutants: made by mutmut and drawn by a seed, without those that are known to change nothing."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

import libcst
import mutmut.mutation.file_mutation
import mutmut.mutation.mutators as ways
from babel.messages.pofile import read_po
from mutmut.__main__ import collect_source_file_mutation_data, create_mutants
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir

SENTENCES: set[str] = set()
ROOMS = ("core", "rulebooks", "desk", "storage")
FOLDER = Path("mutants")
WHOLE = FOLDER / "whole"
"""This file is there while the folder has all mutants."""
SAME = Path(__file__).with_name("same.toml")
SMALL = {
    ways.operator_number,
    ways.operator_name,
    ways.operator_augmented_assignment,
    ways.operator_remove_unary_ops,
    ways.operator_symmetric_string_methods_swap,
    ways.operator_unsymmetrical_string_methods_swap,
    ways.operator_keywords,
    ways.operator_swap_op,
    ways.operator_match,
    ways.operator_if_exp,
    ways.operator_lambda,
}
"""The kinds of mutants: other numbers, texts, signs, comparisons, words such as `and`, `not` and `in`, branches.

mutmut can also leave out an argument or put None for a value. Nearly all of these raise a TypeError whenever they are
run, so every test would notice them."""


@dataclass(frozen=True)
class Mutant:
    """One small fault, by mutmut's name for it, in the file at `path`."""

    name: str
    path: Path

    @cached_property
    def diff(self) -> tuple[str, ...]:
        """The lines taken out of the function and those put in, each with its sign (- or +)."""
        lines = get_diff_for_mutant(self.name, path=self.path).splitlines()[2:]
        return tuple(line for line in lines if line[0] in "+-")

    @property
    def function(self) -> str:
        """The name of the function that the mutant is in, as in the source."""
        return self.name.rpartition(".")[2].partition("__mutmut_")[0].lstrip("x").lstrip("_ǁ").replace("ǁ", ".")

    @property
    def place(self) -> str:
        """The file, the line and the function."""
        taken = [line[1:].strip() for line in self.diff if line[0] == "-"]
        lines = self.path.read_text(encoding="utf-8").splitlines()
        defined = f"def {self.function.rpartition('.')[2]}("
        start = next((number for number, line in enumerate(lines) if defined in line), 0)
        found = next(
            (number for number, line in enumerate(lines[start:], start + 1) if line.strip() in taken), start + 1
        )
        return f"{self.path}:{found}  {self.function}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """How the mutant is named in same.toml, the list of those that change nothing: file, function, both lines."""
        taken, put = ([line[1:].strip() for line in self.diff if line[0] == sign] for sign in "-+")
        return self.path.as_posix(), self.function, " ".join(taken), " ".join(put)

    @property
    def only_loosens_zip(self) -> bool:
        """Whether it only changes `strict=True` of a zip to False, which makes no difference to correct code."""
        _, _, taken, put = self.key
        return taken.replace("strict=True", "strict=False", 1) == put


def sentences() -> Iterator[str]:
    """Yield every sentence of the catalogues, with its plural."""
    for path in Path("scorekeeper").rglob("de/LC_MESSAGES/messages.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                yield from message.id if isinstance(message.id, tuple) else (message.id,)


def is_of_sentence(text: str) -> bool:
    """Return whether a text is a sentence, or a part of one that is written over several lines."""
    return text in SENTENCES or (" " in text and any(text in sentence for sentence in SENTENCES))


def other_text(node: libcst.BaseString) -> Iterator[libcst.BaseString]:
    """Yield one other text for a text, unless it is of a sentence: tests/test_words.py notices every changed sentence.

    mutmut's other mutants of texts change the case of letters, which makes no difference in SQL.
    """
    if isinstance(node, libcst.SimpleString) and not is_of_sentence(str(node.evaluated_value)):
        yield from list(ways.operator_string(node))[:1]


def make_mutants() -> None:
    """Write the sources with all mutants in them, and what the tests need, into `mutants/`, where they have changed."""
    SENTENCES.update(sentences())
    small = [(kind, way) for kind, way in ways.mutation_operators if way in SMALL]
    mutmut.mutation.file_mutation.mutation_operators = [*small, (libcst.BaseString, other_text)]
    FOLDER.mkdir(exist_ok=True)
    shutil.rmtree(FOLDER / "tests", ignore_errors=True)
    if not WHOLE.exists():  # it was broken off the last time, perhaps in the middle of a file
        shutil.rmtree(FOLDER / "scorekeeper", ignore_errors=True)
    WHOLE.unlink(missing_ok=True)
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(1)
    WHOLE.touch()


def draw(room: str, chance: Random, count: int) -> list[Mutant]:
    """Return at most `count` mutants of a room, without those that change nothing."""
    listed = tomllib.loads(SAME.read_text(encoding="utf-8"))["same"]
    same = {(mutant["file"], mutant["function"], mutant["line"], mutant["mutant"]) for mutant in listed}
    found, _ = collect_source_file_mutation_data(mutant_names=())
    prefix = f"scorekeeper.{room}."
    every = sorted((Mutant(name, data.path) for data, name, _ in found if name.startswith(prefix)), key=str)
    chance.shuffle(every)
    drawn: list[Mutant] = []
    for mutant in every:
        if len(drawn) == count:
            break
        if mutant.key not in same and not mutant.only_loosens_zip:
            drawn.append(mutant)
    return drawn

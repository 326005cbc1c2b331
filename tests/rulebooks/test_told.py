"""The whole story of every recorded game, and of some played at random: what is told, what is left out, and its order.

That each sentence is so, tests/claims/ looks up. `python -m tests.rulebooks.test_told`, from the project's folder,
writes tests/told.json anew: then read what has changed in it.
"""

import json
from pathlib import Path
from random import Random

import pytest

from tests.rulebooks.test_moments import PLAYED
from tests.stories import told

TESTS = Path(__file__).parents[1]
TOLD = TESTS / "told.json"
SEEDS = range(12)


def games():
    """Yield the games, each with its name."""
    for path in sorted((TESTS / "games").glob("*/*.json")):
        yield f"{path.parent.name}/{path.stem}", lambda path=path: json.loads(path.read_text())["document"]
    for play in PLAYED:
        for seed in SEEDS:
            yield f"{play.__name__} {seed}", lambda play=play, seed=seed: play(Random(seed))  # noqa: S311


def story(document):
    """Return each sentence after the number of the play that it is about."""
    return [f"{moment.number or '-'}: {sentence}" for sentence, moment in told(document())]


def stories():
    """Return the story of each game that has one."""
    found = {name: story(document) for name, document in games()}
    return {name: sentences for name, sentences in found.items() if sentences}


@pytest.fixture(scope="module")
def written():
    return json.loads(TOLD.read_text())


@pytest.mark.parametrize(("name", "document"), list(games()), ids=[name for name, _ in games()])
def test_the_whole_story(name, document, written):
    assert story(document) == written.get(name, [])


if __name__ == "__main__":
    TOLD.write_text(json.dumps(stories(), indent=2, ensure_ascii=False) + "\n")

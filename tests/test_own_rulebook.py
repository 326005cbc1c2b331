"""A title is one folder: a made-up fifth one is put into an instance folder, played, and found in the history."""

import json
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from scorekeeper.cli import main
from scorekeeper.instance import PACKAGE, Unusable, beside_package
from scorekeeper.pairing import pairing_key
from scorekeeper.web import create_app
from tests.helpers import slip
from tests.words import main as collect_words
from tests.words import write_title

PEBBLES = Path(__file__).parent / "own_rulebook" / "pebbles"
GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def instance(tmp_path):
    """An instance folder with the title in it, its German compiled."""
    there = tmp_path / "instance" / "rulebooks" / "pebbles"
    shutil.copytree(PEBBLES, there)
    write_title(there)
    return tmp_path / "instance"


@pytest.fixture
def client(instance):
    app = create_app(instance)
    app.testing = False
    client = app.test_client()
    client.get(f"/pair/{pairing_key(app.extensions['desk'].store)}")
    yield client
    app.extensions["desk"].store.close()


def everything():
    """Every file of the project that a title could have to touch, as it is."""
    roots = (PACKAGE, beside_package("templates"), beside_package("static"))
    paths = [path for root in roots for path in sorted(root.rglob("*")) if "__pycache__" not in path.parts]
    return {str(path): path.read_bytes() for path in paths if path.is_file()}


def send(client, page, address, **fields):
    return client.post(address, data=slip(client.get(page)) | fields)


def test_a_fifth_title_is_played_and_found_in_the_history(client):
    before = everything()
    assert "Pebbles" in client.get("/").text
    begun = send(client, "/new/pebbles", "/new/pebbles", **{"do": "begin", "name-0": "Ada", "name-1": "Bo"})
    game = begun.location
    assert begun.status_code == 303
    for player, pebbles in ((0, 3), (1, 2), (0, 3), (1, 1)):
        entered = send(client, game, f"{game}/plays", kind="take", player=player, pebbles=pebbles)
        assert entered.status_code == 303, entered.text
    refused = send(client, game, f"{game}/plays", kind="take", player=0, pebbles=4)
    assert (refused.status_code, "4 pebbles cannot be taken." in refused.text) == (422, True)
    assert send(client, game, f"{game}/plays", kind="take", player=0, pebbles=3).status_code == 303
    assert "Ada has most pebbles" in client.get(game).text
    assert "Ada won against Bo" in client.get("/").text
    assert everything() == before


def test_it_speaks_its_own_german(client):
    assert "Kiesel" in client.get("/", headers=GERMAN).text
    begun = send(client, "/new/pebbles", "/new/pebbles", **{"do": "begin", "name-0": "Ada", "name-1": "Bo"})
    send(client, begun.location, f"{begun.location}/plays", kind="take", player=0, pebbles=2)
    assert "Kiesel nehmen" in client.get(begun.location, headers=GERMAN).text
    assert "2 Kiesel genommen" in client.get(f"{begun.location}/plays", headers=GERMAN).text


def test_its_sentences_are_collected_for_a_new_language(instance):
    title = instance / "rulebooks" / "pebbles"
    (title / "locale" / "fr").mkdir()
    (title / "templates").mkdir()
    (title / "templates" / "table.html").write_text('{{ _("A heap of pebbles") }}')
    write_title(title)
    french = title / "locale" / "fr" / "LC_MESSAGES" / "messages.po"
    assert {"Pebbles", "A heap of pebbles"} <= {message.id for message in read_po(BytesIO(french.read_bytes()))}
    assert french.with_suffix(".mo").exists()
    german = (title / "locale" / "de" / "LC_MESSAGES" / "messages.po").read_text()
    assert "Kiesel" in german
    assert "A heap of pebbles" in german


def test_a_folder_without_a_title_is_refused(tmp_path):
    with pytest.raises(SystemExit, match=r"is no title: there is no __init__\.py"):
        collect_words([str(tmp_path)])


def test_the_command_line_scores_it(instance, tmp_path, capsys):
    document = {
        "format": "scorekeeper-game",
        "version": 1,
        "rulebook": "pebbles",
        "players": ["Ada", "Bo"],
        "options": {},
        "plays": [{"kind": "take", "player": "Bo", "pebbles": 2}],
    }
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    status = main(["score", "--instance", str(instance), str(file)])
    answer = json.loads(capsys.readouterr().out)
    assert (status, answer["next"], answer["remarks"][0]["code"]) == (0, "Ada", "out-of-turn")
    assert answer["standings"][0]["parts"] == {"taken": 2}


def test_a_title_that_cannot_be_read_is_named(tmp_path):
    broken = tmp_path / "instance" / "rulebooks" / "broken_title"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("RULEBOOK = 1 / 0\n")
    with pytest.raises(Unusable, match=r"ZeroDivisionError"):
        create_app(tmp_path / "instance")

"""A record's text is stored with seats instead of names, so that a new name appears in it immediately."""

import pytest

from scorekeeper.core.messages import Multilingual, Sentence, joined, many, say
from scorekeeper.core.records import marks
from scorekeeper.core.replay import replay
from scorekeeper.store.games import message_text, read_message
from tests.documents import read_document
from tests.recorded import PADS, TITLES, document_of, renamed

NEW = ("Ægir", "Bø", "Çem", "Dag", "Éva", "Fø", "Gül", "Hé", "Ivo", "Jó")


def held(document):
    found = read_document(document)
    return found.table.players, marks(replay(found.rulebook, found.table, found.plays), 600)


def test_stored_record_texts_follow_new_names():
    texts = 0
    for path in (*TITLES, *PADS):
        document = document_of(path)
        players, found = held(document)
        _, under_new_names = held(renamed(document, dict(zip(document["players"], NEW, strict=False))))
        for name, mark in found.items():
            if mark.what is not None:
                text = message_text(mark.what, players)
                assert str(read_message(text, players)) == str(mark.what), (path, name)
                assert str(read_message(text, NEW)) == str(under_new_names[name].what), (path, name)
                texts += 1
    assert texts > 50


@pytest.mark.parametrize(
    "message",
    [
        say("{player} has {points}", player="Ann", points=-3),
        many("{count} game", "{count} games", 2),
        joined(["Ann", 0, ("Ann", "Bob")], ", "),
        Sentence("{first} won", {"first": say("the first")}),
        Multilingual("{Wheat}", languages={"de": "{Weizen}"}),
    ],
)
def test_every_type_of_message_can_be_stored(message):
    found = read_message(message_text(message, ("Ann", "Bob")), ("Ann", "Bob"))
    assert (type(found), found) == (type(message), message)

"""Each message is in each catalogue, none is fuzzy, and compiled catalogues are up to date."""

import re

import pytest
from babel.messages.pofile import read_po

from tests.rows import row_by_row
from tests.tools.i18n import LANGUAGES, catalogues, collected, compiled

CATALOGUES = [(folder, sources, language) for folder, sources in catalogues() for language in LANGUAGES]
IDS = [f"{folder.parent.name}-{language}" for folder, _, language in CATALOGUES]


def opened(folder, language):
    with (folder / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize(("folder", "sources", "language"), CATALOGUES, ids=IDS)
def test_every_message_is_translated(folder, sources, language):
    there = opened(folder, language)
    found = [message.id for message in collected(sources) if message.id]
    assert found
    missing = []
    for sentence in found:
        message = there.get(sentence)
        strings = message.string if message and isinstance(message.string, tuple) else [message and message.string]
        if message is None or message.fuzzy or not all(strings):
            missing.append(sentence)
    assert missing == []


@row_by_row(("folder", "sources", "language"), CATALOGUES, ids=IDS)
def test_translations_contain_the_placeholders_of_their_message(folder, sources, language):
    wrong = []
    for message in opened(folder, language):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        names = {name for text in ids for name in re.findall(r"\{\w+|%\(\w+\)s", text)}
        if any(set(re.findall(r"\{\w+|%\(\w+\)s", text)) - names for text in strings):
            wrong.append(message.id)
        if len(ids) == 1 and any(set(re.findall(r"\{\w+|%\(\w+\)s", text)) != names for text in strings):
            wrong.append(message.id)
    assert wrong == []


@row_by_row(("folder", "sources", "language"), CATALOGUES, ids=IDS)
def test_compiled_catalogues_are_up_to_date(folder, sources, language):
    po = folder / language / "LC_MESSAGES" / "messages.po"
    assert po.with_suffix(".mo").read_bytes() == compiled(po)


@row_by_row("language", LANGUAGES)
def test_each_message_has_one_translation(language):
    # Read all catalogues as one: of two translations of a message, the app would use the same one everywhere.
    said = {}
    for folder, _, each in CATALOGUES:
        for message in opened(folder, language) if each == language else ():
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                said.setdefault(key, set()).add(str(message.string))
    assert {key: strings for key, strings in said.items() if len(strings) > 1} == {}

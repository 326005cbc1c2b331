"""Export, import into another archive and second export give the same file in all formats, for any names."""

import json
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import count
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.core.names import name_fault, visible
from scorekeeper.store.games import Submission
from scorekeeper.store.people import merge, remove_name, rename
from scorekeeper.store.rows import find_person, sat_together
from tests.documents import import_documents, read_document
from tests.helpers import imported_files
from tests.recorded import RECORDED, renamed

ODD = (
    "=cmd",
    "@SUM(1)",
    "+49",
    "'Ann",
    "-1+2",
    "|pipe",
    "%x",
    '"Bo"',
    "a;b,c",
    "=1;=2",
    "nil",
    "<b>&amp;",
    "''",
    "1e9",
    "٣",
    "Ève",
)
FOLDERS = count()
FINISHED = [
    each for each in RECORDED if json.loads(each.read_text())["sheet"].get("finished") and "pads" not in each.parts
]
"""Games contained in tables and in exports for other apps; score pads cannot be imported from these files."""

names = st.sampled_from(ODD) | st.text(min_size=1, max_size=40).map(
    lambda text: " ".join(visible(text).split())
).filter(lambda name: not name_fault(name))
"""Names as pages keep them: tables and files of other apps cannot have other ones."""
notes = st.sampled_from(["", "one\ntwo", "=1\n=2\n", "a\r\nb", "+49, 'x'", '"', ";;", "-\t-"]) | st.text(max_size=60)


@st.composite
def archives(draw):
    """Some games of players with unusual names, and subsequent changes of these names."""
    called = draw(st.lists(names, min_size=8, max_size=8, unique_by=str.casefold))
    chance = Random(draw(st.integers(0, 10**6)))
    games = []
    for number in range(draw(st.integers(1, 5))):
        document = json.loads(chance.choice(FINISHED).read_text())["document"]
        who = dict(zip(document["players"], chance.sample(called[:6], 6), strict=False))
        if len(who) < len(document["players"]):
            continue
        began = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number, minutes=chance.randrange(1000))
        times = {
            "started": began.astimezone().isoformat(),
            "ended": (began + timedelta(minutes=31)).astimezone().isoformat(),
        }
        about = {"venue": draw(notes)[:40].strip(), "note": draw(notes).strip()}
        document.pop("id", None)
        games.append(renamed(document, who) | times | {key: text for key, text in about.items() if text.strip()})
    return games, called, chance


def changed(service, called, chance):
    """Rename a person, merge two people who never met, and permanently remove another person's name."""
    with service.store.reading() as db:
        people = [each for each in (find_person(db, name) for name in called[:6]) if each]
        chance.shuffle(people)
        who, *others = people
        pairs = [(one, two) for one in others for two in others if one.id < two.id]
        apart = [pair for pair in pairs if not sat_together(db, pair[0].id, pair[1].id, 1)]
    rename(service, who.id, who.name, called[6], Submission("key-of-a-renaming", ""))
    for one, two in apart[:1]:
        merge(service, one.id, two.id, (one.name, two.name), Submission("key-of-a-merging", ""))
        others = [each for each in others if each not in (one, two)]
    for gone in others[:1]:
        remove_name(service, gone.id, gone.name, Submission("key-of-a-removal", ""))


def exported(client):
    """Return the files of all formats, by name."""
    found = {each: client.get(f"/data/games.{each}").data for each in ("zip", "csv", "bgsplay")}
    with zipfile.ZipFile(BytesIO(found.pop("zip"))) as archive:
        return found | {name: archive.read(name) for name in archive.namelist()}


def elsewhere(shared_app, folder, files):
    """Return the exports of an empty archive after importing these files."""
    app = shared_app.over(folder / str(next(FOLDERS)))
    with closing(app.extensions["service"].store):
        client = shared_app.paired_client()
        answer = imported_files(client, *((content, name) for name, content in files.items()))
        assert answer.status_code == 303, answer.text
        return exported(client)


@settings(max_examples=8, phases=[Phase.generate])
@given(archives())
def test_every_export_format_survives_a_round_trip(shared_app, tmp_path_factory, archive):
    games, called, chance = archive
    folder = tmp_path_factory.mktemp("archives")
    app = shared_app.over(folder / str(next(FOLDERS)))
    service = app.extensions["service"]
    with closing(service.store):
        brought = import_documents(service, [read_document(each) for each in games])
        changed(service, called, chance)
        left = exported(shared_app.paired_client())
    documents = {name: content for name, content in left.items() if name.endswith(".json")}
    assert len(documents) == len(brought)
    assert elsewhere(shared_app, folder, documents) == left
    for name, kind in (("games.csv", "csv"), ("games.bgsplay", "bgsplay")):
        again = elsewhere(shared_app, folder, {name: left[kind]})
        assert again[kind].decode().splitlines() == left[kind].decode().splitlines()

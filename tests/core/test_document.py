"""The game document as a contract: scored and refused documents, unreadable ones, and their error messages."""

import codecs
import json

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import write
from scorekeeper.core.json_text import printed
from tests.documents import read_document
from tests.documents import score_document as score
from tests.rows import row_by_row

UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
VALID = {
    "format": "scorekeeper-game",
    "version": 1,
    "rulebook": "don-carlo",
    "players": ["Anneli", "Benito", "Anja"],
    "options": {"families": ["blue", "green", "grey"]},
    "plays": [
        {"kind": "agent", "player": "Anneli", "cards": [1]},
        {"kind": "agent", "player": "Benito", "cards": [6, 1, 1]},
        {"kind": "stop"},
    ],
}
FULL = VALID | {
    "id": UUID,
    "started": "2026-02-01T20:15:00+01:00",
    "ended": "2026-02-01T21:05:30+01:00",
    "venue": "Düsseldorf",
    "note": "Zwei Partien.\nRevanche!",
}
EXAMPLE = """{
  "format": "scorekeeper-game", "version": 1,
  "rulebook": "don-carlo",
  "players": ["Anneli", "Benito", "Anja"],
  "options": {"families": ["blue", "green", "grey"]},
  "plays": [{"kind": "agent", "player": "Anneli", "cards": [1]},
            {"kind": "agent", "player": "Anja", "cards": [1, 1]}]
}"""
EXAMPLE_ANSWER = """{
  "rulebook": "don-carlo", "finished": false, "next": "Anneli",
  "standings": [
    {"player": "Anneli", "place": 1, "total": 4, "parts": {"influence": 1, "bonus": 0, "countries": 3},
     "tie_break": {"cards_left": 24}},
    {"player": "Anja", "place": 2, "total": 2, "parts": {"influence": 2, "bonus": 0, "countries": 0},
     "tie_break": {"cards_left": 23}},
    {"player": "Benito", "place": 3, "total": 0, "parts": {"influence": 0, "bonus": 0, "countries": 0},
     "tie_break": {"cards_left": 25}}
  ],
  "remarks": [{"play": 2, "code": "out-of-turn", "message": "Anja played; it was Benito's turn."}]
}"""


def copied(value):
    return json.loads(json.dumps(value))


def at(path, document=FULL):
    for step in path:
        document = document[step]
    return document


def put(path, value, document=FULL):
    """Return the document with `value` at `path`, which may be a new key."""
    if not path:
        return value
    whole = copied(document)
    at(path[:-1], whole)[path[-1]] = value
    return whole


def without(*path):
    whole = copied(FULL)
    del at(path[:-1], whole)[path[-1]]
    return whole


def spelled(path, text):
    """Return the document with exactly this JSON text at `path`."""
    return json.dumps(put(path, "@@")).replace('"@@"', text)


def twice(path):
    """Return the document with the last key of `path` repeated in its object, with the same value."""
    key, value = json.dumps(path[-1]), json.dumps(at(path))
    return spelled(path, f"{value}, {key}: {value}")


def unreadable(data):
    answer, status = score(data)
    assert status == 2, answer
    assert set(answer) == {"unreadable"}
    assert isinstance(answer["unreadable"], str)
    assert "\n" not in answer["unreadable"]
    return answer["unreadable"]


# Scored documents.


def test_example_of_the_contract_gets_its_answer():
    assert score(EXAMPLE) == (json.loads(EXAMPLE_ANSWER), 0)


@row_by_row(
    "data",
    [
        FULL,
        VALID,
        *(without(key) for key in ("id", "started", "ended", "venue", "note")),
        codecs.BOM_UTF8 + json.dumps(FULL).encode(),
        json.dumps(FULL, ensure_ascii=False),
        json.dumps(FULL, indent=4).replace("\n", "\r\n"),
        json.dumps(dict(reversed(FULL.items()))),
        put(["id"], UUID.upper()),
        put(["started"], "2026-02-01T20:15:00Z"),
        put(["started"], "2026-02-01T20:15:00.250-03:30"),
        put(["ended"], "2026-02-01T20:15+01:00"),
        put(["venue"], "x" * 80),
        put(["note"], "x" * 2_000),
        put(["note"], "😀" * 2_000),
        put(["venue"], ""),
        put(["players", 2], "x"),
        put(["players", 2], "x" * 40),
        put(["players", 2], "😀" * 40),
        put(["players", 2], "Ève d'Été"),
        put(["players", 2], '{0} %s \\ " </script>'),
        spelled(["players", 2], '"\\ud83d\\ude00"'),
        put(["players", 2], "Anneli B."),
        put(["options", "families"], ["brown", "blue", "grey"]),
        put(["plays", 0, "cards"], [0, 0, 1]),
        spelled(["plays", 0, "cards"], "[-0, 1]"),
    ],
)
def test_unusual_but_valid_documents_are_accepted(data):
    answer, status = score(data)
    assert status == 0, answer
    assert answer["finished"]


def test_optional_details_survive_reading_and_writing():
    document = read_document(FULL)
    assert (document.id, document.started, document.ended) == (UUID, FULL["started"], FULL["ended"])
    assert (document.venue, document.note) == ("Düsseldorf", "Zwei Partien.\nRevanche!")
    assert write(document) == FULL
    assert write(read_document(VALID)) == VALID
    assert write(read_document(put(["id"], UUID.upper())))["id"] == UUID


# Unreadable documents: one row each, with the words that locate the fault.

NO_JSON = {
    "nothing": "",
    "white space": " \n",
    "prose": "Anneli 4, Benito 2",
    "cut off": json.dumps(VALID)[:-1],
    "two documents": json.dumps(VALID) * 2,
    "a comma too many": json.dumps(VALID)[:-1] + ",}",
    "a comment": "// mine\n" + json.dumps(VALID),
    "single quotes": json.dumps(VALID).replace('"', "'"),
    "leading zeros": spelled(["version"], "01"),
    "a plus": spelled(["version"], "+1"),
    "hexadecimal": spelled(["version"], "0x1"),
    "a control character in a text": spelled(["note"], '"a\tb"'),
    "a broken escape": spelled(["note"], '"\\x41"'),
    "two byte order marks": codecs.BOM_UTF8 * 2 + json.dumps(VALID).encode(),
    "latin-1": json.dumps(FULL, ensure_ascii=False).encode("latin-1"),
    "utf-16": json.dumps(FULL).encode("utf-16"),
    "utf-16 without a mark": json.dumps(FULL).encode("utf-16-le"),
    "utf-32": json.dumps(FULL).encode("utf-32"),
    "a surrogate encoded": json.dumps(VALID).encode().replace(b"Anneli", b"\xed\xa0\x80"),
    "no bytes of any text": b"\xff\xfe\x00\x80",
    "NaN": "NaN",
    "NaN as the version": spelled(["version"], "NaN"),
    "Infinity as a card": spelled(["plays", 0, "cards"], "[Infinity]"),
    "-Infinity as a card": spelled(["plays", 0, "cards"], "[-Infinity]"),
    "NaN where nobody looks": spelled(["plays", 2], '{"kind": "spy", "more": NaN}'),
    "NaN in an unknown key": spelled(["more"], "NaN"),
}


@row_by_row("data", NO_JSON.values(), ids=NO_JSON)
def test_invalid_json_is_unreadable(data):
    unreadable(data)


def test_duplicate_keys_in_unused_values_are_unreadable():
    assert "more" in unreadable(spelled(["plays", 2], '{"kind": "spy", "at": {"more": 1, "more": 2}}'))
    assert "more" in unreadable(spelled(["plays", 2], '{"kind": "spy", "at": [[{"more": 1, "m\\u006fre": 2}]]}'))


@row_by_row(
    ("path", "named"),
    [
        (["more"], ["more"]),
        (["Format"], ["Format"]),
        ([""], []),
        (["\ud800"], []),
        (["options", "more"], ["options", "more"]),
        (["options", "solo"], ["options", "solo"]),
        (["plays", 0, "more"], ["play 1", "more"]),
        (["plays", 1, "number"], ["play 2", "number"]),
        (["plays", 2, "player"], ["play 3", "player"]),
        (["plays", 2, "cards"], ["play 3", "cards"]),
    ],
    ids=str,
)
def test_unknown_keys_are_unreadable(path, named):
    for value in (1, None, "Anneli", [1]):
        message = unreadable(put(path, value))
        assert [word for word in named if word not in message] == []


TEXT, INTEGER, LIST, OBJECT = "text", "integer", "list", "object"
TYPED = [
    ([], OBJECT, []),
    (["format"], TEXT, ["format"]),
    (["version"], INTEGER, ["version"]),
    (["rulebook"], TEXT, ["rulebook"]),
    (["players"], LIST, ["players"]),
    (["players", 1], TEXT, ["players", "2"]),
    (["options"], OBJECT, ["options"]),
    (["options", "families"], LIST, ["families"]),
    (["options", "families", 1], TEXT, ["families", "2"]),
    (["plays"], LIST, ["plays"]),
    (["plays", 1], OBJECT, ["play 2"]),
    (["plays", 1, "kind"], TEXT, ["play 2", "kind"]),
    (["plays", 1, "player"], TEXT, ["play 2", "player"]),
    (["plays", 1, "cards"], LIST, ["play 2", "cards"]),
    (["plays", 1, "cards", 2], INTEGER, ["play 2", "cards"]),
    (["id"], TEXT, ["id"]),
    (["started"], TEXT, ["started"]),
    (["ended"], TEXT, ["ended"]),
    (["venue"], TEXT, ["venue"]),
    (["note"], TEXT, ["note"]),
]
JSON_VALUES = {
    "null": None,
    "true": True,
    "false": False,
    "1": INTEGER,
    "0": INTEGER,
    "1.0": None,
    "1e0": None,
    "0.5": None,
    "1e999": None,
    '"1"': TEXT,
    '""': TEXT,
    "[]": LIST,
    "[1]": LIST,
    "{}": OBJECT,
    '{"kind": 1}': OBJECT,
}
"""JSON texts, and the type that each may represent."""


OPTIONAL = {"id", "started", "ended", "venue", "note", "families"}


@row_by_row(("path", "kind", "named"), TYPED, ids=[".".join(map(str, path)) or "$" for path, _, _ in TYPED])
def test_wrong_types_duplicate_and_missing_keys_are_unreadable(path, kind, named):
    wrong = [spelled(path, text) if path else text for text, meant in JSON_VALUES.items() if meant != kind]
    assert len(wrong) >= 13
    if path and isinstance(path[-1], str):
        wrong += [twice(path), *([without(*path)] if path[-1] not in OPTIONAL else [])]
    for data in wrong:
        message = unreadable(data)
        assert [word for word in named if word not in message] == [], data


@row_by_row(
    "digits",
    ["1000001", "-1000001", "9" * 18, "9" * 20, "-" + "9" * 20, "9" * 21, "9" * 400, "9" * 5_000, "-" + "9" * 5_000],
    ids=lambda digits: f"{digits[:9]} ({len(digits)})",
)
@row_by_row(
    ("path", "named"),
    [(["version"], ["version"]), (["plays", 1, "cards", 0], ["play 2", "cards"])],
    ids=["version", "cards"],
)
def test_huge_integers_are_unreadable(path, named, digits):
    message = unreadable(spelled(path, digits))
    assert [word for word in named if word not in message] == []


@row_by_row("number", [1_000_000, -1_000_000, 7, -1])
def test_integers_within_limits_reach_the_rules(number):
    answer, status = score(put(["plays", 1, "cards", 0], number))
    assert (status, answer["refused"][0]["code"]) == (1, "no-such-number")


BAD_VALUES = [
    (["format"], ["", "scorekeeper", "Scorekeeper-Game", "scorekeeper-game ", "\ud800"]),
    (["version"], [0, 2, -1, 1_000_000]),
    (["rulebook"], ["", "don_carlo", "Don-Carlo", "don-carlo ", "monopoly", "../don-carlo", "__init__", "\ud800"]),
    (["options", "families"], [[], ["blue", "green", "blue"], ["blue", "green", "red"], ["blue", "green", "\ud800"]]),
    (["players"], [[], ["Anneli"], ["Anneli", "\ud800"], ["Anneli", "Benito", "Anja", "Adrian", "Do"], ["x"] * 1_000]),
    (
        ["id"],
        [
            "",
            "1",
            UUID[:-1],
            UUID + "0",
            UUID.replace("-", ""),
            UUID.replace("-", "_"),
            UUID.replace("0", "g"),
            UUID.replace("0", "٠"),
            f"{{{UUID}}}",
            f"urn:uuid:{UUID}",
            f" {UUID}",
            f"{UUID}\n",
            "\ud800",
        ],
    ),
    (
        ["started"],
        [
            "",
            "yesterday",
            "2026-02-01",
            "20:15",
            "2026-02-01T20:15:00",
            "2026-02-01 20:15:00+01:00",
            "2026-13-01T20:15:00+01:00",
            "2026-02-30T20:15:00+01:00",
            "2026-02-01T25:15:00+01:00",
            "2026-02-01T20:60:00+01:00",
            "2026-02-01T20:15:00+25:00",
            "2026-02-01T20:15:00+01:00 ",
            "2026-02-01T20:15:00 Europe/Berlin",
            "1769973300",
            "٢٠٢٦-02-01T20:15:00+01:00",
            "\ud800",
        ],
    ),
    (["ended"], ["", "2026-02-01", "2026-02-01T20:15:00", "\ud800"]),
    (["venue"], ["x" * 81, "\ud800", "Berlin \udfff"]),
    (["note"], ["x" * 2_001, "\ud800"]),
]  # fmt: skip


@row_by_row(
    ("path", "value"),
    [(path, value) for path, values in BAD_VALUES for value in values],
    ids=lambda value: ascii(value)[:40],
)
def test_bad_values_are_unreadable(path, value):
    assert path[-1] in unreadable(put(path, value))


BAD_NAMES = {
    "empty": "",
    "a space": " ",
    "a no-break space": "\u00a0",
    "41 characters": "x" * 41,
    "a space before": " Anja",
    "a space behind": "Anja ",
    "a no-break space behind": "Anja\u00a0",
    "an ideographic space before": "\u3000Anja",
    "a line feed behind": "Anja\n",
    "not NFC": "A\u0301nja",
    "not NFC: a compatibility character": "\u212bnja",
    "a tab": "An\tja",
    "a line feed": "An\nja",
    "a null": "An\0ja",
    "delete": "An\x7fja",
    "a C1 control character": "An\x85ja",
    "a high surrogate": "\ud800",
    "a low surrogate": "Anja\udc00",
    "surrogates the wrong way round": "\udc00\ud800",
    "alike": "Anneli",
    "alike but for the case": "aNNELI",
}


@row_by_row("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_bad_names_are_unreadable(name):
    message = unreadable(put(["players", 2], name, VALID))
    assert "players" in message
    assert "3" in message


@row_by_row(
    "pair", [("STRASSE", "straße"), ("straße", "STRASSE"), ("ÉVA", "éva"), ("ς", "Σ"), ("ﬁ", "FI")], ids="-".join
)
def test_names_equal_after_case_folding_are_unreadable(pair):
    document = VALID | {"plays": [], "options": {}}
    assert "players" in unreadable(document | {"players": [*pair]})
    assert "players" in unreadable(document | {"players": [pair[0], "Benito", pair[1]]})
    assert score(document | {"players": [pair[0], "Benito"]})[1] == 0
    assert score(document | {"players": ["Benito", pair[1]]})[1] == 0


LONG = "x" * 200_000
TURN = {"kind": "turn", "player": "Anneli", "city": "don"}
TALLY = {"kind": "tally", "player": "Anneli", "estate": {}}
MAFIOSI = VALID | {"rulebook": "carta-nostra", "options": {}}


@row_by_row(
    "document",
    [
        VALID | {LONG: 1},
        json.dumps(VALID)[:-1] + f', "{LONG}": 1, "{LONG}": 2}}',
        VALID | {"options": {"families": ["blue", "green", LONG]}},
        VALID | {"plays": [{"kind": LONG}]},
        VALID | {"plays": [{"kind": "agent", "player": LONG, "cards": [1]}]},
        VALID | {"plays": [{"kind": "agent", "player": "Anneli", "cards": [1], LONG: 1}]},
        MAFIOSI | {"plays": [TURN | {"city": LONG}]},
        VALID | {"rulebook": "loire", "options": {}, "plays": [TALLY | {"first_triples": [LONG]}]},
    ],
)
def test_long_wrong_values_are_shortened_in_messages(document):
    answer, status = score(document)
    said = json.dumps(answer)
    assert status in (1, 2)
    assert "x" * 90 in said
    assert len(said) < 1000


def nested(levels, opening="[", closing="]"):
    return opening * levels + closing * levels


@row_by_row("opening", ["[", '{"a":'], ids=["lists", "objects"])
@row_by_row(("depth", "status"), [(20, 1), (21, 2), (22, 2), (100, 2), (900, 2), (1_100, 2), (10_000, 2), (100_000, 2)])
def test_nesting_has_a_limit(opening, depth, status):
    inner = nested(depth - 3) if opening == "[" else opening * (depth - 4) + "{}" + "}" * (depth - 4)
    data = spelled(["plays", 1], f'{{"kind": "spy", "more": {inner}}}')  # the document, plays, the play: 3
    assert score(data)[1] == status
    if status == 2:
        unreadable(data)


# Readable documents that violate the rules.

AGENT = {"kind": "agent", "player": "Anneli", "cards": [1]}
STOP = {"kind": "stop"}
SPY = {"kind": "spy"}


@row_by_row(
    ("plays", "expected"),
    [
        ([SPY], [(1, "unknown-kind")]),
        ([{"kind": "tally", "player": "Anneli"}], [(1, "unknown-kind")]),
        ([{"kind": "\ud800"}], [(1, "unknown-kind")]),
        ([SPY | {"player": None, "cards": 1e300, "": True, "more": [[10**25]]}], [(1, "unknown-kind")]),
        ([STOP, SPY | {"player": "Adrian"}], [(2, "unknown-kind")]),
        ([AGENT | {"player": "Adrian"}], [(1, "unknown-player")]),
        ([AGENT | {"player": "anneli"}], [(1, "unknown-player")]),
        ([AGENT | {"player": "\ud800"}], [(1, "unknown-player")]),
        ([AGENT | {"player": "Adrian", "cards": [9] * 9}], [(1, "unknown-player")]),
        ([STOP, AGENT | {"player": "Adrian"}], [(2, "unknown-player")]),
        ([STOP, AGENT, STOP], [(2, "game-over"), (3, "game-over")]),
        ([STOP, AGENT | {"cards": []}], [(2, "game-over")]),
        (
            [AGENT, AGENT, SPY, AGENT | {"player": "Nobody"}, AGENT | {"cards": [4]}, STOP, AGENT, AGENT | SPY],
            [
                (2, "code-name-taken"),
                (3, "unknown-kind"),
                (4, "unknown-player"),
                (5, "no-country"),
                (7, "game-over"),
                (8, "unknown-kind"),
            ],
        ),
        # A refused play uses up neither the code name nor the cards.
        (
            [AGENT | {"cards": [6, 6, 1]}, AGENT | {"cards": [6, 6]}, AGENT | {"cards": [6]}],
            [(1, "no-country"), (3, "cards-spent")],
        ),
    ],
)
def test_refused_plays_are_reported_with_code_and_message(plays, expected):
    answer, status = score(put(["plays"], plays))
    assert status == 1
    assert set(answer) == {"refused"}
    assert [(refusal["play"], refusal["code"]) for refusal in answer["refused"]] == expected
    for refusal in answer["refused"]:
        assert set(refusal) == {"play", "code", "message"}
        assert refusal["message"].strip()


@row_by_row(
    "plays",
    [
        [AGENT, AGENT, {"kind": "agent", "player": "Anneli"}],
        [AGENT | {"player": "Nobody", "cards": [1.0]}],
        [AGENT | {"player": "Nobody", "more": 1}],
        [SPY, STOP | {"player": "Anneli"}],
        [STOP, AGENT | {"cards": [True]}],
    ],
    ids=[
        "after a refusal",
        "unknown player, wrong type",
        "unknown player, unknown key",
        "unknown kind first",
        "game over",
    ],
)
def test_unreadable_document_is_reported_before_refused_plays(plays):
    unreadable(put(["plays"], plays))


# Arbitrary content.

CODES = {
    "unknown-kind",
    "unknown-player",
    "game-over",
    "code-name-length",
    "no-such-number",
    "no-country",
    "code-name-taken",
    "cards-spent",
}
WORDS = [*FULL["players"], *VALID, *VALID["plays"][0], "agent", "stop", "blue", "brown", "don-carlo", UUID, "STRASSE"]
keys = st.one_of(st.sampled_from(WORDS), st.text(st.characters(), max_size=5))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 8),
    st.integers(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    keys,
    st.text(st.characters(), max_size=50),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)
agents = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["agent", "stop", "spy"]) | scalars,
        "player": st.sampled_from([*FULL["players"], "Adrian"]) | scalars,
        "cards": st.lists(st.integers(-1, 7) | scalars, max_size=5) | scalars,
    }
)


def paths(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from paths(each, (*path, key))


PATHS = list(paths(FULL))


def answers(data):
    """Score a document, and check the shape of the answer as a program relying on it would."""
    answer, status = score(data)
    shown = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
    assert json.loads(shown) == answer
    if status == 2:
        assert set(answer) == {"unreadable"}
        assert isinstance(answer["unreadable"], str)
        assert answer["unreadable"]
    elif status == 1:
        assert set(answer) == {"refused"}
        numbers = [refusal["play"] for refusal in answer["refused"]]
        assert numbers
        assert numbers == sorted(set(numbers))
        assert numbers[0] >= 1
        assert {refusal["code"] for refusal in answer["refused"]} <= CODES
        assert all(isinstance(refusal["message"], str) and refusal["message"] for refusal in answer["refused"])
    else:
        assert status == 0
        assert set(answer) == {"rulebook", "finished", "next", "standings", "remarks"}
        assert answer["rulebook"] == "don-carlo"
        names = [line["player"] for line in answer["standings"]]
        assert answer["next"] in ([None] if answer["finished"] else names)
        for line in answer["standings"]:
            assert set(line) == {"player", "place", "total", "parts", "tie_break"}
            assert line["total"] == sum(line["parts"].values())
            assert 0 <= line["tie_break"]["cards_left"] <= 25
        for remark in answer["remarks"]:
            assert set(remark) == {"play", "code", "message"}
    return status


@settings(max_examples=60)
@given(st.sampled_from(PATHS), values | agents)
@example(["id"], "\ud800")
@example(["plays", 0], {"kind": "spy", "player": {}})
@example(["plays", 0, "player"], "Adrian")
@example([], [])
def test_any_json_in_any_place_gets_an_answer(path, value):
    answers(json.dumps(put(path, value)))


@settings(max_examples=40)
@given(st.sampled_from([path for path in PATHS if isinstance(at(path), dict)]), keys, values)
def test_any_unknown_key_is_unreadable(path, key, value):
    assume(key not in at(path))
    assert answers(put([*path, key], value)) == 2


@settings(max_examples=40)
@given(st.lists(agents, max_size=12))
def test_any_plays_get_an_answer(plays):
    answers(put(["plays"], plays))


@settings(max_examples=40)
@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf")
@example(b"0")
def test_any_bytes_are_unreadable(data):
    assert answers(data) == 2


WRITTEN = json.dumps(FULL, ensure_ascii=False).encode()


@settings(max_examples=60)
@given(st.integers(0, len(WRITTEN)), st.integers(0, 3), st.binary(max_size=3))
def test_any_bytes_within_a_document_get_an_answer(start, taken, inserted):
    answers(WRITTEN[:start] + inserted + WRITTEN[start + taken :])


def test_number_of_plays_is_limited(monkeypatch):
    plays = [{"kind": "agent", "player": "Anneli", "cards": [number]} for number in (1, 2, 3)]
    monkeypatch.setattr("scorekeeper.core.document.MAX_PLAYS", 2)
    assert score(VALID | {"plays": plays[:2]})[1] == 0
    answer, status = score(VALID | {"plays": plays})
    assert (status, "at most 2 entries" in json.dumps(answer)) == (2, True)


def test_printed_json_escapes_terminal_control_characters():
    assert printed({"a": "\x1b[31m\x7f\x9bé"}) == r'{"a": "\u001b[31m\u007f\u009bé"}'

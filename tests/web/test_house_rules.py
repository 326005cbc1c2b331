"""Copies of ready games with house rules: their form, what they keep, refusals, and undo."""

import pytest

from scorekeeper.pads.factory import defined
from scorekeeper.titles import READY, ready
from scorekeeper.web.seating.pad_form import PadForm, pad_values
from tests.helpers import slip
from tests.pages import Page, text

GERMAN = {"Accept-Language": "de"}


def slug_of(name):
    return next(each.slug for each in ready().values() if each.name == name)


def form_of(client, slug, headers=None):
    return dict(Page(client.get(f"/pads/{slug}/copy", headers=headers or {})).form(action=f"/pads/{slug}/copy").fields)


def copy(client, game, headers=None, **fields):
    """Send the form of a copy of a ready game with these fields; all others are unchanged."""
    slug = slug_of(game)
    form = form_of(client, slug, headers)
    fields = {each.replace("__", "-"): value for each, value in fields.items()}
    assert fields.keys() <= form.keys() | {"limit_chosen", "most_chosen", "deals"}, form.keys()
    return client.post(f"/pads/{slug}/copy", data=form | fields, headers=headers or {})


def facts_of(client, answer):
    assert answer.status_code == 303, text(answer)
    return client.application.extensions["service"].rulebooks[answer.location.removeprefix("/new/")].definition


def facts(name):
    return ready()[slug_of(name)].definition


@pytest.mark.parametrize(("headers", "names"), [({}, READY), (GERMAN, ["wizard"])], ids=["en", "de"])
def test_copies_of_all_games_keep_everything_but_the_name(client, headers, names):
    for name in names:
        copied = facts_of(client, copy(client, name, headers))
        assert copied == {**facts(name), "title": copied["title"]}
        assert copied["title"].endswith(" (Hausregeln)" if headers else " (house rules)")


def test_copy_is_a_pad_of_its_own_beside_the_game(client):
    before = text(client.get("/new"))
    made = copy(client, "skull-king", most="8")
    assert made.location.startswith("/new/skull-king-house-rules~")
    page = Page(client.get("/new"))
    rows = [each.text for each in page.first(id="found").all("a", class_="game") if "Skull King" in each.text]
    assert [("House rules" in each, "8 rounds" in each) for each in rows] == [(False, False), (True, True)]
    assert "House rules" not in before
    assert "kind-cards" in page.first("a", href=made.location).first(class_="emblem-box").given["class"]
    assert "Skull King (house rules)" in text(client.get("/new?find=skul&kind=cards"))
    assert facts("skull-king")["end"] == {"rounds": 10}


@pytest.mark.parametrize(
    ("name", "fields", "changed"),
    [
        ("skull-king", {"players_most": "6"}, {"players": [2, 6]}),
        ("skull-king", {"most": "", "limit": "300"}, {"end": {"limit": 300}}),
        (
            "skull-king",
            {"most_chosen": "yes", "most_least": "5", "most_most": "12"},
            {"end": {"rounds": {"least": 5, "most": 12, "default": 10}}},
        ),
        ("skull-king", {"wins": "lowest"}, {"wins": "lowest"}),
        ("skull-king", {"ties": "-bid"}, {"tie_breaks": ["-bid"]}),
        ("skull-king", {"formulas__0__points": "bid + tricks"}, {"round": {"points": "bid + tricks"}}),
        ("hearts", {"limit": "50"}, {"end": {"limit": {"default": 50, "least": 25, "most": 500}}}),
        ("hearts", {"limit_chosen": "", "limit": "75"}, {"end": {"limit": 75}}),
    ],
)  # fmt: skip
def test_rules_of_a_copy_are_changed(client, name, fields, changed):
    copied = facts_of(client, copy(client, name, **fields))
    assert copied == {**facts(name), "title": copied["title"], **changed}


def test_fields_of_a_copy_are_changed(client):
    changes = {"label": "Tip", "least": "1", "most": "round + 1", "step": "", "default": "1", "sum_least": "1"}
    made = copy(client, "skull-king", **{f"inputs__0__{key}": value for key, value in changes.items()})
    bid, *others = facts_of(client, made)["fields"]
    assert bid == {
        "name": "bid",
        "label": "Tip",
        "least": 1,
        "most": "round + 1",
        "default": 1,
        "sum": {"least": 1},
        **{key: value for key, value in facts("skull-king")["fields"][0].items() if key in ("announced", "note")},
    }
    assert others == facts("skull-king")["fields"][1:]


def test_fields_in_a_category_are_changed(client):
    form = form_of(client, slug_of("seven-wonders"))
    number = next(at for at in range(9) if form[f"inputs-{at}-name"] == "gears")
    fields = {f"inputs__{number}__most": "9", f"inputs__{number}__label": "Cogs"}
    formula = next(at for at in range(9) if "tablets" in form[f"formulas-{at}-points"])
    fields[f"formulas__{formula}__points"] = "tablets + gears"
    copied = facts_of(client, copy(client, "seven-wonders", **fields))
    (science,) = (row for row in copied["rows"] if any(each["name"] == "gears" for each in row.get("fields", ())))
    assert science["points"] == "tablets + gears"
    (gears,) = (each for each in science["fields"] if each["name"] == "gears")
    assert (gears["most"], gears["label"]) == (9, "Cogs")
    assert len(copied["rows"]) == len(facts("seven-wonders")["rows"])


def test_renamed_category_keeps_its_rules_bonuses_and_ties(client):
    rows = form_of(client, slug_of("yatzy"))["rows"].split("\n")
    copied = facts_of(client, copy(client, "yatzy", rows="\n".join(["Einsen", *rows[1:]])))
    before = facts("yatzy")
    assert copied["rows"] == [{**before["rows"][0], "name": "Einsen"}, *before["rows"][1:]]
    assert copied["bonuses"][0]["rows"] == ["Einsen", *before["bonuses"][0]["rows"][1:]]
    fewer = facts_of(client, copy(client, "yatzy", rows="\n".join(rows[1:])))
    assert fewer["bonuses"][0]["rows"] == before["bonuses"][0]["rows"][1:]
    azul = form_of(client, slug_of("azul"))["rows"].replace("Horizontal lines", "Lines across")
    ties = facts_of(client, copy(client, "azul", rows=azul, decides="Lines across"))["tie_breaks"]
    assert ties == ["Lines across"]


@pytest.mark.parametrize(
    ("fields", "where", "says"),
    [
        ({"name": ""}, "name", "A game needs a name."),
        ({"name": "Skull King"}, "name", "This is the same pad. Change its name or a rule."),
        ({"players_most": "99"}, "players_most", "A number from 1 to 20 is needed here."),
        ({"most": "x"}, "most", "Type a whole number"),
        ({"most": "10 // (players - 2)"}, "most", "With 2 players there is no result"),
        ({"most_chosen": "yes", "most_least": "9", "most_most": "3"}, "most", "9 is more than 3"),
        ({"most_chosen": "yes", "most_least": "", "most_most": "3"}, "most_least", "Type a whole number"),
        ({"ties": "nothing"}, "ties", "is not one of"),
        ({"inputs-0-label": " "}, "inputs-0-label", "A name is needed here."),
        ({"inputs-0-least": "5", "inputs-0-most": "2"}, "inputs-0-least", "5 is more than 2"),
        ({"inputs-1-most": "rund"}, "inputs-1-most", "'rund' is not known here"),
        ({"inputs-2-default": "3"}, "inputs-2-default", "3 is not a multiple of 10"),
        ({"formulas-0-points": "().__class__"}, "formulas-0-points", "not possible in an expression"),
    ],
)
def test_refusal_is_beside_its_field_and_loses_nothing(client, fields, where, says):
    slug = slug_of("skull-king")
    sent = form_of(client, slug) | {"inputs-1-label": "Stiche, viele", "limit": "777"} | fields
    if fields.get("name") == "Skull King":
        sent = form_of(client, slug) | fields
    before = {*client.application.extensions["service"].rulebooks}
    refused = client.post(f"/pads/{slug}/copy", data=sent)
    assert refused.status_code == 422
    page = Page(refused)
    fault = page.first(id=f"{where}-fault").text
    assert fault
    assert says in fault
    shown = dict(page.form(action=f"/pads/{slug}/copy").fields)
    typed = {key: value for key, value in sent.items() if value.strip() and key not in ("ties", "csrf_token")}
    assert {key: shown[key] for key in typed} == typed
    assert {*client.application.extensions["service"].rulebooks} == before


def test_copy_is_edited_hidden_and_copied_again(client):
    made = copy(client, "wizard", name="Zauberer").location
    assert copy(client, "wizard", name="Zauberer").location == made  # sent twice
    slug = made.removeprefix("/new/")
    sent = dict(Page(client.get(f"/pads/{slug}")).form(action=f"/pads/{slug}").fields)
    edited = client.post(f"/pads/{slug}", data=sent | {"name": "Zauberei", "do": "save"}).location
    edited = edited.partition("?")[0].removeprefix("/pads/")
    rows = [each.text for each in Page(client.get("/new")).all("a", class_="game")]
    assert ["House rules" in each for each in rows if "Zaubere" in each] == [True]
    sent = dict(Page(client.get(f"/pads/{edited}")).form(action=f"/pads/{edited}").fields)
    assert client.post(f"/pads/{edited}", data=sent | {"do": "hide"}).status_code == 303
    assert f"/new/{edited}" not in Page(client.get("/new")).links
    assert copy(client, "wizard", name="Zauberei").location == f"/new/{edited}"
    assert f"/new/{edited}" in Page(client.get("/new")).links


def test_game_with_house_rules_begins_and_its_document_has_them(client):
    made = copy(client, "skull-king", most="2", inputs__0__label="Tip").location
    seats = {"name-0": "Ada", "name-1": "Bo", "do": "begin"}
    begun = client.post(made, data=slip(client.get(made)) | seats)
    assert begun.status_code == 303
    assert "Tip" in text(client.get(begun.location))
    document = client.get(f"{begun.location}/document").json
    assert document["rulebook"] == "skull-king-house-rules"
    assert document["definition"]["end"] == {"rounds": 2}
    assert defined(document["rulebook"], document["definition"]).slug == made.removeprefix("/new/")


def test_page_of_a_game_explains_its_scoring(client):
    slug = slug_of("skull-king")
    help_text = facts("skull-king").get("help", {"en": "", "de": ""})
    assert help_text["en"] in text(client.get(f"/pads/{slug}"))
    assert help_text["de"] in text(client.get(f"/pads/{slug}", headers=GERMAN))
    notes = [each["note"]["de"] for each in facts("skull-king")["fields"] if "note" in each]
    assert all(note in text(client.get(f"/pads/{slug}", headers=GERMAN)) for note in notes)
    assert f"/pads/{slug}/copy" in Page(client.get(f"/pads/{slug}")).links


def test_hostile_values_of_a_copy_are_refused_and_escaped(client):
    slug = slug_of("skull-king")
    form = form_of(client, slug)
    for value in ("<script>alert(1)</script>", "9" * 400, "\x00", "((((" * 200):
        for field in ("inputs-0-label", "inputs-0-least", "formulas-0-points", "players_least", "most"):
            answer = client.post(f"/pads/{slug}/copy", data=form | {field: value})
            assert answer.status_code in (303, 422), (field, value)
            assert "<script>alert" not in answer.text
    hostile = {f"inputs-{number}-label": "x" for number in range(500)}
    assert client.post(f"/pads/{slug}/copy", data=form | hostile).status_code in (303, 422)


def test_new_pad_has_a_number_of_players_and_a_chosen_end(client):
    form = dict(Page(client.get("/pads/new")).form(action="/pads/new").fields)
    chosen = {"limit_chosen": "yes", "limit_least": "10", "limit_most": "20"}
    sent = form | {"name": "Farm", "players_least": "3", "players_most": "5"} | chosen
    made = facts_of(client, client.post("/pads/new", data=sent))
    assert (made["players"], made["end"]) == ([3, 5], {"limit": {"least": 10, "most": 20}})
    with client.application.test_request_context("/"):
        assert PadForm(**pad_values(made)).facts(made) == made

"""Slips: a possible mistake is shown before a play is sent, or confirmed once; it is never refused."""

import pytest

from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from tests.apps import open_app, pair
from tests.helpers import slip, slot
from tests.own_titles import small, write
from tests.pages import Page
from tests.seats import at_seat

TEMPLATE = """{% extends "rules/rules.html" %}
{% block section_bag %}<p>{% trans %}Reach in.{% endtrans %}</p>{% endblock %}
"""
MARBLES = small(
    before="""from scorekeeper.core.rules import Rules, Section
from scorekeeper.core.sheet import Note
from scorekeeper.core.table import Summary


def slips(before, play, after):
    if play.marbles >= 3:
        yield Note("many", say("{count} marbles are many.", count=play.marbles))
    if play.marbles == before[play.seat] != 0:
        yield Note("again", say("The same again?"))


""",
    body="""if play.marbles > 9:
        raise IllegalPlay("bag", say("The bag is empty."), "marbles")""",
    kind=', describe=lambda *each: Summary(say("Roll"), slips=tuple(slips(*each)))',
    finished="max(state) >= 20",
    more='rules=Rules((Section("bag", say("The bag"), ("bag", "many")),)),',
)
MANY, AGAIN = "4 marbles are many.", "The same again?"


@pytest.fixture
def app(tmp_path):
    write(tmp_path / "instance", "marbles", MARBLES, TEMPLATE)
    app = open_app(tmp_path / "instance")
    assert app.extensions["titles"].failed == ()
    yield app
    app.extensions["service"].store.close()


@pytest.fixture
def client(app):
    return pair(app)


@pytest.fixture
def game(app):
    """A game of Ada and Jo; Ada has rolled two marbles."""
    return opened(app, [(0, 2)])


def opened(app, rolls):
    service = app.extensions["service"]
    rulebook = service.rulebooks["marbles"]
    table = rulebook.table(("Ada", "Jo"), {})
    game = changes.begin(service, rulebook, table, Submission("a-key-to-begin-with-00", "begin", None))
    for number, (seat, marbles) in enumerate(rolls):
        kind = rulebook.kind(table, "roll")
        key = f"a-key-of-a-roll-{number:06}"
        changes.enter(
            service,
            game,
            [kind.play({"player": seat, "marbles": marbles})],
            Submission(key, key, 1 + number),
            sure=True,
        )
    return f"/games/{game}"


def roll(client, game, seat, marbles, **more):
    data = slip(client.get(f"{game}?seat={at_seat(seat)}")) | slot("roll", seat, marbles=str(marbles))
    return client.post(f"{game}/plays", data=data | more)


def seen(page):
    return page.values("seen")


def plays(app, game):
    return len(app.extensions["service"].view(game.rpartition("/")[2]).replay.steps)


def test_slip_seen_in_the_preview_needs_no_confirmation(app, client, game):
    data = slip(client.get(game)) | slot("roll", 0, marbles="4")
    page = Page(client.post(f"{game}/preview", data=data))
    assert [each.text for each in page.all(class_="slip")] == [MANY]
    assert seen(page) == ["many"]
    (way,) = page.all("a", class_="rules-on")
    assert (way.text, way.given["href"].partition("?")[2]) == ("Rules: The bag", "section=bag#bag")
    assert client.post(f"{game}/plays", data=data | {"seen": "many"}).status_code == 303
    for act, count in (("undo", 1), ("redo", 2)):
        assert client.post(f"{game}/{act}", data=slip(client.get(game))).status_code == 303
        assert plays(app, game) == count


def test_unseen_slip_needs_confirmation_and_keeps_input(app, client, game, dump):
    before, answer = dump(), roll(client, game, 0, 4)
    assert (answer.status_code, dump()) == (422, before)
    page = Page(answer)
    (yes,) = page.all("button", name="sure")
    form = page.form(id=yes.given["form"])
    assert (page.alert, form.slot().given["data-slot"], seen(page)) == (MANY, f"roll.{at_seat(0)}", ["many"])
    assert form.slot().typed == {"marbles": ["4"]}
    assert (yes.text, yes.given["value"]) == ("Yes, enter it", "yes")
    assert client.post(form.given["action"], data={**dict(form.fields), "sure": "yes"}).status_code == 303
    assert plays(app, game) == 2
    refused = Page(roll(client, game, 0, 10))
    assert (refused.all(class_="slip"), seen(refused)) == ([], [])
    assert refused.parts[f"fault-roll.{at_seat(0)}"] == ["The bag is empty."]


@pytest.mark.parametrize(("codes", "said"), [([], "3 marbles are many. The same again?"), (["many"], AGAIN)])
def test_confirmation_names_all_unseen_slips(app, client, codes, said):
    game = opened(app, [(0, 3)])
    answer = roll(client, game, 0, 3, seen=codes)
    assert (answer.status_code, Page(answer).alert) == (422, said)
    assert seen(Page(answer)) == ["many", "again"]
    assert roll(client, game, 0, 3, seen=["again", "many"]).status_code == 303


def test_accepted_slip_is_shown_beside_its_entry_only(app, client):
    game = opened(app, [(0, 2), (1, 4)])
    (news,) = [each for each in Page(client.get(game)).all(class_="notice-note") if each.text == MANY]
    assert news.first("a").given["href"].endswith("section=bag#bag")
    for where in ("/plays", "/replay?at=2"):
        assert MANY in client.get(f"{game}{where}").get_data(as_text=True), where
    number = Page(client.get(f"{game}/plays/2"))
    assert MANY in [each.text for each in number.all(class_="hint")]
    replay = app.extensions["service"].view(game.rpartition("/")[2]).replay
    assert replay.remarks == ()
    assert MANY not in client.get(f"{game}/document").get_data(as_text=True)


def test_correction_shows_slips_without_confirmation(app, client):
    game = opened(app, [(0, 2), (1, 1)])
    for where in ("at-1", "before-1"):
        data = slip(client.get(f"{game}/plays/1")) | slot("roll", 0, where, marbles="4")
        page = Page(client.post(f"{game}/preview", data=data))
        assert [each.text for each in page.all(class_="slip")] == [MANY]
        assert client.post(f"{game}/plays", data=data).status_code == 303


@pytest.mark.parametrize(
    ("back", "allowed"),
    [
        ("{}/plays/1/before?next=/", True),
        (f"{{}}?play=roll.{at_seat(0)}&roll.{at_seat(0)}-marbles=3", True),
        ("https://evil.example/", False),
        ("{}/../../new/marbles", False),
        ("/plays", False),
        ("{}/\r\nX: y", False),
        ("{}.evil.example", False),
    ],
)
def test_rules_page_returns_only_to_a_page_of_its_game(client, game, back, allowed):
    back = back.replace("{}", game)
    page = Page(client.get(f"{game}/rules", query_string={"next": back}))
    assert page.first("a", class_="bar-home").given["href"] == (back if allowed else game)

"""Refusals, remarks and the bar link to the relevant rules section, and back without losing input."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.documents import game_document, import_documents, read_document
from tests.helpers import slip, slot
from tests.pages import Page
from tests.rules_pages import section_on
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games"
TWO = ("Anneli", "Benito")
PLAYED = {
    "don-carlo": [{"kind": "agent", "player": "Anneli", "cards": [1]}],
    "carta-nostra": [{"kind": "turn", "player": "Anneli", "city": "don"}],
    "loire": [{"kind": "tally", "player": "Benito", "animals": {"cows": 1}}],
    "prodigals-club": [],
}
OPTIONS = {"prodigals-club": {"competitions": ["election", "society"]}}
REFUSED = [
    # the title, the form data, and the code of its refusal
    ("don-carlo", slot("agent", 1, cards="1"), "code-name-taken"),
    ("carta-nostra", slot("turn", 1, liquidated=f"{at_seat(0)}:hitman"), "nothing-to-liquidate"),
    ("loire", slot("tally", 0, all_seven="4"), "all-seven-unclaimed"),
    ("prodigals-club", slot("end-round"), "hyde-park-missing"),
    ("prodigals-club", slot("influence", 0, markers=["17", "1", "1", "1"]), "no-such-number"),
]


def opened(app, slug, players=TWO, plays=None):
    played = PLAYED[slug] if plays is None else plays
    document = game_document(slug, players, played, OPTIONS.get(slug, ()))
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    return f"/games/{game.id}"


def state(app, game):
    view = app.extensions["service"].view(game.rpartition("/")[2])
    return view.rulebook.rules, view.replay.state


def ways(page):
    """Return the label and URL of each link from a sentence to the rules."""
    return {(each.text, each.given["href"]) for each in page.all("a", class_="rules-on")}


def section(client, url):
    """Return the open rules section that the URL jumps to."""
    page = Page(client.get(url.partition("#")[0]))
    (there,) = [each for each in page.all("details", class_="rules-section") if "open" in each.given]
    name = urlsplit(url).fragment
    assert [each for each in there.walk() if each.given.get("id") == name], "the URL jumps elsewhere"
    return name


@pytest.mark.parametrize(("slug", "sent", "code"), REFUSED)
def test_refusal_links_to_its_rules_section_and_back(app, client, dump, slug, sent, code):
    """The link back keeps the input, and enters nothing."""
    game = opened(app, slug)
    rules, now = state(app, game)
    answer = client.post(f"{game}/plays", data=slip(client.get(game)) | sent)
    assert answer.status_code == 422
    page, before = Page(answer), dump()
    alert = page.alert
    found = {way for each in page.walk() if each.text == alert for way in ways(each)}
    assert found, "no way to the rules"
    wanted = section_on(rules, now, code)
    assert wanted, f"no section explains {code}"
    for _, url in found:
        assert section(client, url) == wanted.name
        back = Page(client.get(url.partition("#")[0])).first("a", class_="bar-home").given["href"]
        assert back.partition("?")[0] == game
        again = Page(client.get(back)).filled
        assert {name: values for name, values in again.items() if name in page.filled} == page.filled
    assert dump() == before


@pytest.mark.parametrize("back", [f"?seat={at_seat(1)}&open=hyde-park", ""])
def test_rules_page_returns_to_the_open_panel(app, client, back):
    game = opened(app, "prodigals-club")
    ways = [link for link in Page(client.get(f"{game}{back}")).links if urlsplit(link).path == f"{game}/rules"]
    rules = Page(client.get(f"{ways[0]}{'&' if back else '?'}section=hyde-park"))
    assert rules.first("a", class_="bar-home").given["href"] == f"{game}{back}"
    (whole,) = [link for link in rules.links if "section=all" in link]
    assert Page(client.get(whole)).first("a", class_="bar-home").given["href"] == f"{game}{back}"  # kept in the link
    switch = rules.form(class_="languages").hidden | {"language": "de"}
    german = Page(client.get(client.post("/language", data=switch).location))
    assert german.first("a", class_="bar-home").given["href"] == f"{game}{back}"
    assert german.first("details", class_="rules-section", open="").first("h2").text == "Hyde Park"


@pytest.mark.parametrize("slug", PLAYED)
def test_every_game_page_has_one_rules_link(app, client, stranger, slug):
    game = opened(app, slug)
    number = "/plays/1" if PLAYED[slug] else "/options"
    for where in ("", "/plays", "/replay?at=0", "/about", "/stop", number):
        page = Page(client.get(f"{game}{where}"))
        (way,) = page.all("a", class_="bar-rules")
        assert (way.given["aria-label"], urlsplit(way.given["href"]).path) == ("Rules", f"{game}/rules"), where
        rules = Page(client.get(way.given["href"]))
        if where not in ("", "/stop"):
            assert rules.first("a", class_="bar-home").given["href"].startswith(f"{game}{where}"), where
    assert not Page(client.get(f"{game}/screen")).all("a", class_="bar-rules")
    assert not Page(client.get(f"{game}/rules")).all("a", class_="bar-rules")


@pytest.mark.parametrize(
    "name",
    [
        "carta-nostra/four-players-the-winner-alone",
        "loire/solo-held-out-to-the-end",
        "prodigals-club/shared-victory-of-3",
    ],
)
def test_result_links_to_the_rules_of_final_scoring(app, client, name):
    document = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))["document"]
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    (way,) = Page(client.get(f"/games/{game.id}")).all("a", class_="bar-rules")
    assert section(client, way.given["href"]) in ("winning", "end", "scoring")


def test_unknown_url_parameters_clear_no_options(app, client):
    """A URL returning from the rules fills in the options; additional parameters, such as a messenger's, do not."""
    url = f"{opened(app, 'prodigals-club')}/options"
    for query, chosen in (("fbclid=x", ["election", "society"]), ("competitions=election", ["election"])):
        filled = Page(client.get(f"{url}?{query}")).form(action=url).filled
        assert filled["competitions"] == chosen, query


def test_cleared_options_survive_a_visit_to_the_rules(app, client):
    """A URL cannot contain empty fields, so the one returning from the rules marks that the options were sent."""
    url = f"{opened(app, 'prodigals-club')}/options"
    form = Page(client.get(url)).form(action=url)
    answer = client.post(url, data=form.hidden)  # nothing is ticked
    assert answer.status_code == 422
    rules = Page(client.get(Page(answer).first("a", class_="bar-rules").given["href"]))
    back = Page(client.get(rules.first("a", class_="bar-home").given["href"]))
    assert "competitions" not in back.form(action=url).filled


def test_remark_links_to_its_rules_section(app, client):
    out_of_turn = [{"kind": "agent", "player": "Benito", "cards": [1]}]
    game = opened(app, "don-carlo", plays=out_of_turn)
    for where in ("/replay?at=1", "/plays/1"):
        ((said, url),) = ways(Page(client.get(f"{game}{where}")))
        assert said == "Rules: A turn"
        assert section(client, url) == "turn"
    assert not Page(client.get(f"{game}/plays")).first(class_="log").all("a", class_="rules-on")  # a line is one link


def test_keypad_rules_links_lead_to_the_right_sections(app, client):
    game = opened(app, "don-carlo")
    *_, script = Page(client.get(game)).all("script", type="application/json")
    found = json.loads(script.content[0])["rules"]
    titles = {
        each.first("summary").given["id"]: each.first("h2").text
        for each in Page(client.get(f"{game}/rules")).all("details", class_="rules-section")
    }
    rules, now = state(app, game)
    for name, code in (("code", "code-name-taken"), ("country", "no-country")):
        url, label = found[name]
        assert section(client, url) == section_on(rules, now, code).name
        assert label.endswith(f": {titles[urlsplit(url).fragment]}")

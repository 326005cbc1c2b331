"""Rules pages for each title, number of players and options, and the links to them and back."""

import gzip
import re
from itertools import chain, combinations, product

import pytest

from scorekeeper.core.fields import Flag, Many
from scorekeeper.paths import beside_package
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.testing import check_rules
from tests.apps import open_app, pair
from tests.helpers import begin, slip
from tests.own_titles import SMALL, small, write
from tests.pages import Page, text
from tests.rows import row_by_row
from tests.rules_pages import elements

TITLES = {slug: rulebook for slug, rulebook in all_rulebooks().items() if rulebook.rules.sections}
SENTENCE = re.compile(r"[A-Za-z]{2}")
MAX_POINT_LENGTH = 280
RULES_WEIGHT = 24_500
"""Maximum size of a first visit to the rules in bytes, including linked files."""
MARBLES = small(
    before="""from scorekeeper.core.fields import Many
from scorekeeper.core.rules import Rules, Section

SECTIONS = (Section("turn", say("A turn")), Section("end", say("The end")))


def values(table):
    return {"count": len(table.players), "goal": table.options.get("goal", 0)}


""",
    start="table",
    finished="len(state.options) >= 5",
    line="Line(seat, 0)",
    seats="state.players",
    more="""options=(
        Option(Field("goal", Integer(), say("Goal"), required=False), initial=5),
        Option(Field("sorts", Many(Word(("red", "blue"), (say("Red"), say("Blue")))), say("Sorts")), initial=("red",)),
    ),
    rules=Rules(SECTIONS, values, asks=("goal", "sorts")),
    seats=Seats(fault=lambda table: None if table.options["sorts"] else say("Choose a sort.")),""",
)
MARBLES_RULES = """{% extends "rules/rules.html" %}
{% block section_turn %}<p>{% trans %}{{ count }} players to {{ goal }}{% endtrans %}</p>{% endblock %}
{% block section_end %}{{ self.section_turn() }}{% endblock %}
"""
ADDRESS = "/rules/marbles"


@pytest.fixture(scope="module")
def own_app(tmp_path_factory):
    """An app with a title whose rules depend on the players and on two options."""
    folder = tmp_path_factory.mktemp("own")
    write(folder, "marbles", MARBLES, MARBLES_RULES)
    app = open_app(folder)
    assert "marbles" in app.extensions["service"].rulebooks
    yield app
    app.extensions["service"].store.close()


@pytest.fixture
def marbles(own_app):
    """The scorekeeper's client of the app with its own title."""
    return pair(own_app)


def choices(rulebook):
    """Yield each combination of the options that the rules depend on, with all subsets of multiple-choice options."""
    asked = [option for option in rulebook.options if option.field.name in rulebook.rules.asks]
    values = []
    for option in asked:
        match option.field.shape:
            case Many(item=item):
                counts = range(len(item.words) + 1)
                values.append(list(chain.from_iterable(combinations(item.words, count) for count in counts)))
            case Flag():
                values.append([True, False])
            case _:
                values.append([option.initial])
    for chosen in product(*values):
        yield {option.field.name: value for option, value in zip(asked, chosen, strict=True)}


def tables(rulebook):
    """Yield the tables of the title that can have different rules."""
    fewest, most = rulebook.meta.players
    for count in range(fewest, most + 1):
        for chosen in choices(rulebook):
            offered = {option.field.name: option.initial for option in rulebook.options}
            fixed = {option.field.name: option.fixed(count) for option in rulebook.options if option.fixed}
            known = {name: value for name, value in (offered | fixed | chosen).items() if value is not None}
            table = rulebook.table([str(number) for number in range(count)], known)
            if rulebook.fault(table) is None:
                yield chosen, table


def pages(client, slug, tables, *languages):
    """Yield for each table its expected sections, and those on its page in each of the languages."""
    rulebook = TITLES[slug]
    for chosen, table in tables:
        asked = chosen | ({"players": len(table.players)} if rulebook.rules.by_players else {}) | {"section": "all"}
        found = [
            elements(client.get(f"/rules/{slug}", query_string=asked, headers={"Accept-Language": language}))
            for language in languages
        ]
        yield rulebook.rules.sections_in(rulebook.start(table)), *found


@pytest.mark.parametrize("slug", TITLES)
def test_rules_have_short_translated_sections_for_every_table(client, slug):
    rulebook, seen, drawn = TITLES[slug], 0, 0
    for sections, english, german in pages(client, slug, tables(rulebook), "en", "de"):
        seen += 1
        names = [section.name for section in sections]
        assert 5 <= len(names) <= 9
        assert list(english) == list(german) == names
        for section in sections:
            there = english[section.name]
            assert "open" in there.given
            assert there.first("h2").text == str(section.title)
            items = [item.text for item in there.all("li")]
            assert items or there.all("table"), section.name
            assert [item for item in items if len(item) > MAX_POINT_LENGTH] == []
            said, gesagt = (sentences(each[section.name]) for each in (english, german))
            assert len(said) == len(gesagt)
            assert [text for text, other in zip(said, gesagt, strict=True) if text == other] == []
            assert not re.search(r"%\(|\{", there.text)
            parts = there.all("li", "caption", "p", "th", "td")
            assert [each.tag for each in parts if not each.text and not each.all(class_="drawing")] == []
            drawings = there.all(class_="drawing")
            assert all(each.given["aria-label"] if "role" in each.given else each.text for each in drawings)
            assert all(each.all("svg") or each.text for each in drawings)
            drawn += len(drawings)
            cells = [cell for table in there.all("table") if table.all("thead") for cell in table.all("td")]
            assert all(cell.given["data-head"] for cell in cells)
    assert drawn
    assert seen >= (rulebook.meta.players[1] - rulebook.meta.players[0] + 1 if rulebook.rules.by_players else 1)


def sentences(section):
    """Return the sentences of a section: list items, rulings and table captions."""
    said = [each.text for each in section.all("li", "caption")]
    said += [each.text for ruling in section.all(class_="ruling") for each in ruling.all("p")]
    return [text for text in said if SENTENCE.search(text)]


@row_by_row("slug", TITLES)
def test_template_has_exactly_one_block_per_section(slug):
    check_rules(TITLES[slug], beside_package("templates") / "rulebooks" / slug / "rules.html")


def test_titles_without_rules_have_no_rules_page(client, tmp_path, marbles):
    assert client.get("/rules/nothing").status_code == 404
    assert {marbles.get(f"/rules/{slug}").status_code for slug in TITLES} == {200}
    write(tmp_path / "bare", "marbles", SMALL)
    bare = open_app(tmp_path / "bare")
    assert bare.test_client().get(ADDRESS).status_code == 404
    assert ("do", "rules") not in Page(pair(bare).get("/new/marbles")).buttons
    bare.extensions["service"].store.close()


def test_chosen_players_and_options_stay_chosen(marbles):
    page = Page(marbles.get(f"{ADDRESS}?section=end"))
    assert "For 4 players: Goal 5 and Red" in page.text
    assert "4 players to 5" in page.text
    form = page.form(action=ADDRESS)
    assert [value for name, value in form.buttons if name == "players"] == ["4", "2", "3", "4", "4"]
    sent = [*((name, value) for name, value in form.fields if name != "goal"), ("goal", "7"), ("sorts", "blue")]
    shown = Page(marbles.get(ADDRESS, query_string=[*sent, ("players", "3")]))
    assert "For 3 players: Goal 7, Red and Blue" in shown.text
    assert [each.given["id"] for each in shown.all("summary") if "id" in each.given] == ["turn", "end"]
    assert ["open" in each.given for each in shown.all("details", class_="rules-section")] == [False, True]
    again = shown.form(action=ADDRESS)
    assert again.filled == {"goal": ["7"], "sorts": ["red", "blue"]}
    assert [each.text for each in again.all("button", **{"aria-current": "true"})] == ["3"]
    whole = Page(marbles.get(shown.link("Open all sections for reading or printing")))
    assert "For 3 players: Goal 7, Red and Blue" in whole.text
    assert all("open" in each.given for each in whole.all("details", class_="rules-section"))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("players=1", "Choose one of these."),
        ("players=x&players=3", "Choose one of these."),
        ("goal=x&sorts=red", "whole number"),
        ("sorts=green", "Choose one of these."),
        ("asked=yes&players=3", "Choose a sort."),
    ],
)
def test_invalid_rules_options_are_refused_at_their_field(marbles, asked, says):
    answer = marbles.get(f"{ADDRESS}?section=end&{asked}")
    page = Page(answer)
    assert answer.status_code == 422
    assert [each.text for each in page.all(class_="fault") if says in each.text] != []
    assert [each.text for each in page.all("h2")] == ["A turn", "The end"]
    typed = page.form(action=ADDRESS).filled
    if asked.startswith("goal"):
        assert typed["goal"] == ["x"]
    if asked.startswith("asked"):
        assert "sorts" not in typed


def test_language_switch_keeps_the_rules_options(marbles):
    url = f"{ADDRESS}?players=3&goal=7&sorts=red&sorts=blue&section=end&seating=name-0%3DZo%25C3%25AB"
    page = Page(marbles.get(url))
    form = page.form(action="/language")
    answer = marbles.post("/language", data=dict(form.fields) | {"language": "de"})
    assert (answer.status_code, answer.location) == (303, url)
    assert "Für 3 Personen: Goal 7, Red und Blue" in text(marbles.get(answer.location))


@pytest.mark.parametrize("query", ["a=\xff\xfe", "//evil.example/", "x=%0d%0aSet-Cookie:+a=b", "%"])
def test_language_switch_never_leaves_the_app(client, query):
    page = Page(client.open("/rules/carta-nostra", method="GET", query_string=query))
    answer = client.post("/language", data=dict(page.form(action="/language").fields) | {"language": "de"})
    assert answer.status_code == 303
    assert answer.location.startswith("/rules/carta-nostra?")
    assert client.get(answer.location).status_code == 200


def test_unpaired_phone_reads_rules_without_forbidden_links(app, stranger, client):
    page = Page(stranger.get("/rules/carta-nostra?seating=name-0%3DAda"))
    assert len(page.all("h2")) >= 5
    assert page.links == ["/rules/carta-nostra?seating=name-0%3DAda&section=all"]
    assert page.all(class_="bar-home") == []
    assert stranger.get(page.links[0]).status_code == 200
    assert client.get("/rules/carta-nostra").text.count('href="/"') == 2
    game = begin(client, "Anna", "Benito")
    assert stranger.get(f"{game}/rules").status_code == 403


def rules_from_begin_page(client, slug, fields):
    """Press Rules on the begin page, filled in with these fields; return the response."""
    page = client.get(f"/new/{slug}")
    assert ("do", "rules") in Page(page).buttons
    return client.post(f"/new/{slug}", data=slip(page) | dict(fields) | {"do": "rules"})


def test_start_form_survives_a_visit_to_the_rules(marbles):
    typed = {"name-0": "Ada", "name-1": "Zoë & Bo", "name-2": "Cy", "new": "Di?", "place": "Kitchen = 1", "goal": "7"}
    answer = rules_from_begin_page(marbles, "marbles", typed | {"sorts": ["red", "blue"]})
    assert answer.status_code == 303
    rules = Page(marbles.get(answer.location))
    assert "For 3 players: Goal 7, Red and Blue" in rules.text
    # looking up the rules of another table does not change this one
    sent = [(name, value) for name, value in rules.form(action=ADDRESS).fields if name != "goal"]
    other = Page(marbles.get(ADDRESS, query_string=[*sent, ("goal", "9"), ("players", "2")]))
    assert "For 2 players: Goal 9, Red and Blue" in other.text
    back = other.first("a", class_="bar-home").given
    assert back["aria-label"] == "New game"
    form = Page(marbles.get(back["href"])).form(id="sitting")
    assert form.filled == {name: [value] for name, value in typed.items()} | {"sorts": ["red", "blue"]}
    too_long = rules_from_begin_page(marbles, "marbles", {"name-0": "ä" * 2_000})
    assert too_long.status_code == 422
    assert Page(too_long).alert.startswith("Too much text to open the rules from here")
    assert Page(too_long).form(id="sitting").filled["name-0"] == ["ä" * 2_000]


def test_rules_page_reports_invalid_start_options(marbles):
    answer = rules_from_begin_page(marbles, "marbles", {"name-0": "Ada", "goal": "x"})
    rules = marbles.get(answer.location)
    assert rules.status_code == 422
    assert "players=" not in answer.location.partition("&seating")[0]  # this title has no solo game
    back = Page(rules).first("a", class_="bar-home").given["href"]
    assert Page(marbles.get(back)).form(id="sitting").filled == {"name-0": ["Ada"], "goal": ["x"]}


@pytest.mark.parametrize("seating", ["//evil.example/x", "a=b#//evil", "/../..?x", "a&b;c=%ff"])
def test_return_link_of_rules_stays_in_the_app(marbles, seating):
    page = Page(marbles.get(ADDRESS, query_string={"seating": seating}))
    back = page.first("a", class_="bar-home").given["href"]
    assert re.fullmatch(r"/new/marbles\?[\w%=&.+-]*", back)
    assert marbles.get(back).status_code == 200


@pytest.mark.parametrize("slug", TITLES)
def test_rules_page_has_a_size_limit(app, stranger, slug):
    answer = stranger.get(f"/rules/{slug}?section=all")
    sheets = [each.given["href"] for each in Page(answer).all("link", rel="stylesheet")]
    names = [re.sub(r"^/static/\w+/", "", url) for url in sheets]
    names.remove("noscript.css")
    assert names == ["style.css", f"rulebooks/{slug}.css", "rules.css"]
    carried = [app.extensions["assets"][name].compressed for name in names]
    assert len(gzip.compress(answer.data, 6)) + sum(map(len, carried)) < RULES_WEIGHT

"""All figures of the history match a recount of the exported games and the lists behind them."""

import json
import re
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random

import pytest

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.store.rows import find_person
from tests.apps import open_app, pair
from tests.documents import import_documents, import_results, read_document, score_document
from tests.pages import Page, text
from tests.recorded import RECORDED, document_of, renamed

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gus")
GAMES = 150
LOWEST_WINS = {"prodigals-club", "hearts", "six-nimmt"}
HEADINGS = {
    "carta-nostra": "Carta Nostra",
    "don-carlo": "Don Carlo",
    "loire": "Castles of Burgundy",
    "prodigals-club": "Prodigals Club",
}


def any_game(chance):
    """Return a recorded game with other players and possibly another date and venue."""
    document = document_of(chance.choice(RECORDED))
    names = dict(zip(document["players"], chance.sample(NAMES, len(NAMES)), strict=False))
    document = renamed(document, names)
    document.pop("id", None)
    started = datetime.fromisoformat("2023-06-01T19:00:00+02:00") + timedelta(hours=chance.randrange(24_000))
    times = {"started": started.isoformat(), "ended": (started + timedelta(minutes=chance.randrange(200))).isoformat()}
    place = {"venue": chance.choice(["Home", "home", "The Fox"])}
    return document | chance.choice([{}, times, times, times]) | chance.choice([{}, place, place])


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """An archive's client, and each of its finished games as exported document and score."""
    app = open_app(tmp_path_factory.mktemp("archive"))
    service, chance = app.extensions["service"], Random(47)
    given = [any_game(chance) for _ in range(GAMES)]
    import_documents(service, [read_document(each) for each in given if len(each["players"]) <= len(NAMES)])
    exported = [json.loads(json.dumps(write(each))) for each in documents(service)]
    scored = [(each, score_document(each)[0]) for each in exported]
    yield pair(app), [Past(each, sheet) for each, sheet in scored if sheet["finished"]]
    service.store.close()


class Past:
    """A finished game: the players' places and points, and details from its document."""

    def __init__(self, document, sheet):
        self.title, self.size = document["rulebook"].partition("~")[0], len(document["players"])
        self.document, self.sheet, self.day = document, sheet, (document.get("started") or "")[:10]
        self.places = {each["player"]: each["place"] for each in sheet["standings"]}
        self.totals = {each["player"]: each["total"] for each in sheet["standings"]}
        self.rated = self.size > 1 and not document.get("definition", {}).get("cooperative")
        self.venue = (document.get("venue") or "").lower()

    def __contains__(self, name):
        return name in self.document["players"]

    @property
    def minutes(self):
        if not self.day:
            return None
        began, ended = (datetime.fromisoformat(self.document[each]) for each in ("started", "ended"))
        return int((ended - began).total_seconds()) // 60


def people(client):
    return {each.first("b").text: each.given["href"] for each in Page(client.get("/players")).all("a", class_="game")}


def section(page, heading):
    """Return the list or table after a heading, or None."""
    found = [each for each in page.walk() if each.tag in ("h2", "summary", "ul", "ol", "table")]
    headings = [each.text if each.tag in ("h2", "summary") else None for each in found]
    return found[headings.index(heading) + 1] if heading in headings else None


def test_year_figures_match_the_exported_games(archive):
    client, games = archive
    year = [each for each in games if each.day.startswith("2024")]
    page = Page(client.get("/years/2024"))
    players = {name for each in year for name in each.document["players"]}
    minutes = sum(each.minutes for each in year)
    facts = page.first(class_="facts").text
    assert facts == f"{len(year)} games {len(players)} players {round(minutes / 60)} h at the table"
    months = Counter(each.day[5:7] for each in year)
    label = ", ".join(f"{date(2024, int(each), 1):%B} {months[each]}" for each in sorted(months))
    assert page.first("svg", role="img").given["aria-label"] == f"Finished games by month: {label}"
    rated = [each for each in year if each.rated]
    wins = Counter(name for each in rated for name in each.document["players"] if each.places[name] == 1)
    played = Counter(name for each in rated for name in each.document["players"])
    best = section(page, "Most wins").all("li")
    assert int(best[0].first(class_="game-points").text) == max(wins.values())
    for each in best:
        name = each.first("b").text
        assert each.text.endswith(f"{wins[name]} of {played[name]} games")
    counts = Counter(name for each in year for name in each.document["players"])
    most = [each.first(class_="game-points").text for each in section(page, "Most games").all("li")]
    assert most == [str(count) for _, count in counts.most_common(len(most))]
    undated = sum(not each.day for each in games)
    assert f"{undated} games" in page.text


@pytest.mark.parametrize("title", HEADINGS)
def test_records_match_the_exported_games(archive, title):
    client, games = archive
    there = [each for each in games if each.title == title and each.rated]
    page = Page(client.get(f"/records/{title}"))
    lines = {each.first(class_="record-label").text: each for each in page.all("a", class_="record")}
    winners = [(each.totals[name], name) for each in there for name, place in each.places.items() if place == 1]
    known = [each for each in winners if each[0] is not None]
    if known:
        best = (min if title in LOWEST_WINS else max)(known)[0]
        line = lines["Lowest winning score" if title in LOWEST_WINS else "Highest winning score"]
        assert line.first(class_="record-value").text.split()[0] == str(best)
        holders = {name for total, name in known if total == best}
        named = set(re.split(r", | and ", line.first("b").text))
        assert named == holders or ("others" in named and named - {"others"} < holders)
    lengths = [each.minutes for each in there if each.minutes]
    assert ("Longest game" in lines) == bool(lengths)
    alone = [each for each in games if each.title == title and not each.rated]
    assert ("Solo against Aaron" in lines) == bool(alone)
    if alone:
        line = lines["Solo against Aaron"]
        totals = [(each.totals[each.document["players"][0]], each) for each in alone]
        won = sum(each.places[each.document["players"][0]] == 1 for each in alone)
        assert line.first(class_="record-value").text.split()[0] == str(max(total for total, _ in totals))
        assert f"best of {len(alone)} games, {won} won" in line.text
    sizes = Counter(each.size for each in games if each.title == title)
    assert all(f"{count} with {size} player" in page.text for size, count in sizes.items())


def test_every_figure_matches_the_length_of_its_list(archive):
    client, _ = archive
    urls = [*people(client).values()][:3]
    ids = [each.rpartition("/")[2] for each in urls]
    pages = [*urls, *(f"{urls[0]}/{other}" for other in ids[1:])]
    pages += ["/years/2023", "/years/2024", "/years/2025", *(f"/records/{title}" for title in HEADINGS)]
    followed = 0
    for url in pages:
        for label, expected, link in figures(Page(client.get(url))):
            found = Page(client.get(link)).first(id="found").text
            assert found == f"{expected} game{'s' if expected != 1 else ''}", (url, label, link)
            followed += 1
    assert followed > 80


def figures(page):
    """Yield each label that links to a list of past games, the number of games it shows, and the URL."""
    facts = (
        [int(each) for each in re.findall(r"\d+", page.first(class_="facts").text)] if page.all(class_="facts") else []
    )
    for each in page.all("tr"):
        for link in each.all("a"):
            if link.given["href"].startswith("/past"):
                yield each.text, int(each.all("td")[0].text), link.given["href"]
    for link in page.all("a"):
        if not link.given.get("href", "").startswith("/past?"):
            continue
        if found := re.search(r"(\d+) games?$", link.text) if link.has(class_="game") else None:
            yield link.text, int(found[1]), link.given["href"]
        elif found := re.fullmatch(r"(?:(Also in) |)(\d+) (?:other games?|solo games?)", link.text):
            yield link.text, int(found[2]) + (found[1] == "Also in"), link.given["href"]
        elif link.text == "All games of both":
            yield link.text, int(re.search(r"In all (\d+) games", page.text)[1]), link.given["href"]
        elif link.text == "Games won":
            yield link.text, facts[1], link.given["href"]
        elif link.text.startswith("All games") and facts:
            yield link.text, facts[0], link.given["href"]


def result(number, *lines, title="don-carlo", ended="2026-03-01T21:00:00+01:00"):
    """Return a result-only game: each line is a name, a place and points."""
    names = tuple(name for name, _, _ in lines)
    lasted = "2026-03-01T20:00:00+01:00" if ended else None
    places = ExternalResult(tuple((place, total) for _, place, total in lines))
    return result_alone(f"00000000-0000-4000-8000-{number:012}", title, names, places, lasted, ended)


def test_results_without_plays_hold_records_that_need_no_plays(app, client):
    results = [result(1, ("Ada", 1, 60), ("Bo", 2, 50)), result(2, ("Cleo", 1, 60), ("Ada", 1, 60), ended=None)]
    import_results(app.extensions["service"], results)
    page = Page(client.get("/records"))
    lines = {each.first(class_="record-label").text: each.text for each in page.all("a", class_="record")}
    assert "Ada and Cleo" in lines["Highest winning score"]
    assert "Ada Ada 60, Bo 50" in lines["Largest margin"]
    assert "10 points" in lines["Largest margin"]
    assert "1 h" in lines["Longest game"]
    said = "Games with only a final result do not count for: Most changes of the lead, Most influence by one agent"
    assert said in page.text


def test_unknown_values_of_results_set_no_figures(app, client):
    """Neither unknown seats, nor games without points and durations."""
    unscored = result(3, ("Ada", 1, None), ("Bo", 2, None), title="carta-nostra", ended=None)
    games = [result(1, ("Ada", 1, 60), ("Bo", 2, 50)), result(2, ("Bo", 1, 60), ("Ada", 2, 50)), unscored]
    known = [
        replace(game, id=game.id.replace("0000", "1111"), external_result=replace(game.external, **seats).text())
        for game, seats in zip(games, ({"seats_known": True, "starts": 1}, {"starts": 1}), strict=False)
    ]
    import_results(app.extensions["service"], games)
    assert "1 game · 1 with 2 players" in text(client.get("/records/carta-nostra"))
    assert "after the first finished game" not in text(client.get("/records/carta-nostra"))
    with app.extensions["service"].store.reading() as db:
        url = f"/players/{find_person(db, 'Ada').id}"
    assert "By seat" not in text(client.get(url))
    import_results(app.extensions["service"], known)
    assert "By seat Games Wins Rate Seat 1 (starts) 1 0 0% Seat 2 1 1 100%" in text(client.get(url))

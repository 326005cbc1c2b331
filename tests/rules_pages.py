"""Reads the pages of the rules at hand."""

from scorekeeper.store.exchange import import_documents
from tests.documents import game_document, read_document
from tests.pages import Page


def sections(client, slug, language="en", **asked):
    """Return the text of every section of a title's page in one line, by its name, with the labels of its drawings.

    `asked` are the parameters of the address: `players=3, competitions=["election", "society"]`.
    """
    answer = client.get(f"/rules/{slug}", query_string=asked, headers={"Accept-Language": language})
    return {name: _said(section) for name, section in elements(answer).items()}


def sections_of_game(client, slug, players, options):
    """Return the sections, as elements, on the page for a game of these players with these options."""
    document = read_document(game_document(slug, players, [], options))
    (game,) = import_documents(client.application.extensions["service"], [document])
    return elements(client.get(f"/games/{game.id}/rules"))


def elements(answer):
    """Return every section of a page of rules by its name."""
    assert answer.status_code == 200, answer.text
    return {each.first("summary").given["id"]: each for each in Page(answer).all("details", class_="rules-section")}


def rows(section, caption):
    """Return the texts in the rows of a section's table."""
    (table,) = [each for each in section.all("table") if each.first("caption").text == caption]
    return [[cell.text for cell in row.all("th", "td")] for row in table.first("tbody").all("tr")]


def unsaid(client, slug, facts, language="en"):
    """Return those of the `facts` that are not on the page; each is (parameters, name of the section, sentence)."""
    pages, missing = {}, []
    for asked, section, sentence in facts:
        key = repr(asked)
        if key not in pages:
            pages[key] = sections(client, slug, language, **asked)
        if sentence not in pages[key].get(section, ""):
            missing.append((asked, section, sentence))
    return missing


def _said(section):
    drawn = [each.given["aria-label"] for each in section.walk() if each.given.get("role") == "img"]
    return " ".join([section.text, *drawn]).replace("\N{NO-BREAK SPACE}", " ")

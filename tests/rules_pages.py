"""Readers for the rules pages."""

from tests.documents import game_document, import_documents, read_document
from tests.pages import Page
from tests.texts import merged, outline


def sections(client, slug, language="en", **asked):
    """Return the one-line text of each section of a title's rules page, by name, including the labels of its drawings.

    `asked` are URL parameters: `players=3, competitions=["election", "society"]`.
    """
    answer = client.get(f"/rules/{slug}", query_string=asked, headers={"Accept-Language": language})
    return {name: _section_text(section) for name, section in elements(answer).items()}


def rules_text(client, slug, tables, language):
    """Return the text of a title's rules pages for several tables, given as URL parameters by name.

    Lines that are not on all pages end with the names of their tables.
    """
    pages = {}
    for name, asked in tables.items():
        answer = client.get(f"/rules/{slug}", query_string=asked, headers={"Accept-Language": language})
        pages[name] = {section: outline(there) for section, there in elements(answer).items()}
    names = dict.fromkeys(section for page in pages.values() for section in page)
    return "\n".join(
        line for each in names for line in merged({name: page.get(each, []) for name, page in pages.items()})
    )


def sections_of_game(client, slug, players, options):
    """Return the sections, as elements, of the rules page of a game with these players and options."""
    document = read_document(game_document(slug, players, [], options))
    (game,) = import_documents(client.application.extensions["service"], [document])
    return elements(client.get(f"/games/{game.id}/rules"))


def section_on(rules, state, code):
    """Return the section that explains refusals, remarks or slips with this code, or None."""
    return next((section for section in rules.sections_in(state) if code in section.explains), None)


def elements(answer):
    """Return the sections of a rules page by name."""
    assert answer.status_code == 200, answer.text
    return {each.first("summary").given["id"]: each for each in Page(answer).all("details", class_="rules-section")}


def rows(section, caption):
    """Return the cell texts of a section's table, row by row."""
    (table,) = [each for each in section.all("table") if each.first("caption").text == caption]
    return [[cell.text for cell in row.all("th", "td")] for row in table.first("tbody").all("tr")]


def missing_facts(client, slug, facts, language="en"):
    """Return the `facts` missing from the page. A fact is (URL parameters, section name, sentence)."""
    pages, missing = {}, []
    for asked, section, sentence in facts:
        key = repr(asked)
        if key not in pages:
            pages[key] = sections(client, slug, language, **asked)
        if sentence not in pages[key].get(section, ""):
            missing.append((asked, section, sentence))
    return missing


def _section_text(section):
    drawn = [each.given["aria-label"] for each in section.walk() if each.given.get("role") == "img"]
    return " ".join([section.text, *drawn]).replace("\N{NO-BREAK SPACE}", " ")

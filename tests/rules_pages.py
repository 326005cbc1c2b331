"""Reads the pages of the rules at hand."""

from tests.pages import Page


def sections(client, slug, **asked):
    """Return the text of every section of a title's page in one line, by its name, with the labels of its drawings.

    `asked` are the parameters of the address: `players=3, competitions=["election", "society"]`.
    """
    answer = client.get(f"/rules/{slug}", query_string=asked)
    assert answer.status_code == 200, answer.text
    return {
        each.first("summary").given["id"]: _said(each) for each in Page(answer).all("details", class_="rules-section")
    }


def unsaid(client, slug, facts):
    """Return those of the `facts` that are not on the page; each is (parameters, name of the section, sentence)."""
    pages, missing = {}, []
    for asked, section, sentence in facts:
        key = repr(asked)
        if key not in pages:
            pages[key] = sections(client, slug, **asked)
        if sentence not in pages[key].get(section, ""):
            missing.append((asked, section, sentence))
    return missing


def _said(section):
    drawn = [each.given["aria-label"] for each in section.walk() if each.given.get("role") == "img"]
    return " ".join([section.text, *drawn]).replace("\N{NO-BREAK SPACE}", " ")

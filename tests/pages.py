"""Parsed pages: their text, their links, and the data their forms would send."""

import re
from html import unescape

from selectolax.lexbor import LexborHTMLParser

ASIDE = "rules-on"
"""Class of links from a sentence to the rules; their text is not part of the sentence."""
SILENT = {"script", "style", "template"}
BUTTONS = {"submit", "button", "reset", "image", "file"}
"""Input types that send a value only when pressed."""
INPUT = re.compile(r'<input(?=[^>]*\stype="hidden")((?:[^>"]|"[^"]*")*)>')
ATTRIBUTE = re.compile(r'\s(name|value)="([^"]*)"')


class Element:
    """A tag with its attributes and its content (texts and elements)."""

    def __init__(self, tag, given):
        self.tag, self.given, self.content = tag, given, []

    def walk(self):
        """Yield all descendant elements in document order."""
        ahead = [each for each in reversed(self.content) if isinstance(each, Element)]
        while ahead:
            each = ahead.pop()
            yield each
            ahead += [below for below in reversed(each.content) if isinstance(below, Element)]

    def all(self, *tags, **given):
        """Return the descendants with one of these tags and all these attributes; `class_` matches one class."""
        return [each for each in self.walk() if (not tags or each.tag in tags) and each.has(**given)]

    def first(self, *tags, **given):
        """Return the first element that `all` finds; raises IndexError without one."""
        return self.all(*tags, **given)[0]

    def has(self, class_=None, **given):
        if class_ is not None and class_ not in self.given.get("class", "").split():
            return False
        return not given or given.items() <= self.given.items()

    @property
    def visible(self):
        """A copy of this element without hidden parts, such as closed panels."""
        seen = Element(self.tag, self.given)
        seen.content = [
            each if isinstance(each, str) else each.visible
            for each in self.content
            if isinstance(each, str) or "hidden" not in each.given
        ]
        return seen

    @property
    def raw(self):
        """The text with its whitespace unchanged."""
        return "".join(self.pieces())

    @property
    def text(self):
        """The text on one line, without soft hyphens and with a space at each element boundary."""
        return " ".join(" ".join(self.pieces()).replace("\u00ad", "").split())

    def pieces(self):
        for each in self.content:
            if isinstance(each, str):
                yield each
            elif each.tag not in SILENT and not each.has(class_=ASIDE):
                yield from each.pieces()

    @property
    def fields(self):
        """Name and value of each field that a browser would send, without the pressed button."""
        found = self.all("input", "select", "textarea")
        return [(each.given["name"], value) for each in found if each.given.get("name") for value in values_sent(each)]

    @property
    def filled(self):
        """The non-empty values of visible fields, by field name."""
        hidden = {id(each) for each in self.all("input", type="hidden")}
        found = {}
        for each in self.all("input", "select", "textarea"):
            if id(each) not in hidden and each.given.get("name"):
                found.setdefault(each.given["name"], []).extend(value for value in values_sent(each) if value)
        return {name: values for name, values in found.items() if values}

    @property
    def hidden(self):
        """The values of hidden fields by name; the first one if several share a name."""
        found = reversed(self.all("input", type="hidden"))
        return {each.given["name"]: each.given.get("value", "") for each in found}

    @property
    def buttons(self):
        """The names and values of enabled buttons."""
        found = [each.given for each in self.all("button") if "disabled" not in each.given]
        return [(given.get("name", ""), given.get("value", "")) for given in found]

    @property
    def parts(self):
        """The texts of the parts that a preview replaces, by part name."""
        found = {}
        for each in self.walk():
            if "data-part" in each.given:
                found.setdefault(each.given["data-part"], []).append(each.text)
        return found

    def slot(self, begins=""):
        """Return the element of a play's form: the first slot whose name has this prefix."""
        found = (each for each in [self, *self.walk()] if "data-slot" in each.given)
        return next(each for each in found if each.given["data-slot"].startswith(begins))

    @property
    def alert(self):
        """The text of the first alert, or "" without one."""
        return next((each.text for each in self.walk() if each.given.get("role") == "alert"), "")

    @property
    def typed(self):
        """The non-empty values of a slot's visible fields, by field name without the slot prefix."""
        begins = f"{self.given['data-slot']}-"
        return {name.removeprefix(begins): values for name, values in self.filled.items() if name.startswith(begins)}

    @property
    def forms(self):
        return self.all("form")

    def form(self, **given):
        """Return the first form with these attributes (`id`, `action`)."""
        return self.first("form", **given)

    @property
    def links(self):
        """All URLs linked from the page."""
        return [each.given["href"] for each in self.all("a") if "href" in each.given]

    def link(self, text):
        """Return the URL of the first link with that text."""
        return next(each.given["href"] for each in self.all("a") if each.text == text)

    def values(self, name):
        """Return all values that would be sent under this name."""
        return [value for each, value in self.fields if each == name]

    def field(self, name):
        """Return the value of the first field with that name."""
        return self.values(name)[0]


class Page(Element):
    """The page of a response, or of a response's text."""

    def __init__(self, answer):
        super().__init__("", {})
        parsed = LexborHTMLParser(answer if isinstance(answer, str) else answer.text)
        self.content = [*_content(parsed.root.parent)]


def hidden(answer):
    """Return `Page.hidden` of a response or its text. Faster, because it does not parse the page."""
    found = INPUT.findall(answer if isinstance(answer, str) else answer.text)
    pairs = [{name: unescape(value) for name, value in ATTRIBUTE.findall(each)} for each in reversed(found)]
    return {each["name"]: each.get("value", "") for each in pairs}


def signs(answer):
    """Return the labels of the icon buttons on a page."""
    return [each.given["aria-label"] for each in Page(answer).all("button") if "aria-label" in each.given]


def text(answer):
    """Return the visible text of a response's page."""
    return Page(answer).visible.text


def _content(node):
    """Yield the texts and elements of a parser node; each element includes its own content."""
    below = node.child
    while below is not None:
        if below.is_text_node:
            yield below.text_content
        elif below.is_element_node:
            element = Element(below.tag, {name: value or "" for name, value in below.attributes.items()})
            element.content = [*_content(below)]
            yield element
        below = below.next


def values_sent(field):
    """Return the values that a field would send: none, one, or several selected ones."""
    given = field.given
    if "disabled" in given or given.get("type") in BUTTONS:
        return []
    if field.tag == "textarea":
        return [field.raw.removeprefix("\n")]  # HTML ignores a newline right after the tag
    if field.tag == "select":
        options = field.all("option")
        # Without a selected option, a single select sends its first one.
        chosen = [each for each in options if "selected" in each.given]
        return [each.given.get("value", each.text) for each in chosen or options[: "multiple" not in given]]
    if given.get("type") in ("checkbox", "radio"):
        return [given.get("value", "on")] if "checked" in given else []
    return [given.get("value", "")]

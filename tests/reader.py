"""A browser without scripts: it opens URLs, follows links, and fills in and submits forms."""

from tests.pages import Page, values_sent


class Reader:
    """A browser's current state: the open page as `page`, its URL, and the status of the response."""

    def __init__(self, client, url):
        self.client = client
        self.open(url)

    def open(self, url):
        """Open a URL, following redirects."""
        self._show(self.client.get(url, follow_redirects=True))

    def follow(self, text):
        """Follow the first link with that text or label."""
        found = next(each for each in self.page.visible.all("a") if text in (each.text, each.given.get("aria-label")))
        self.open(found.given["href"])

    def press(self, label, fields=None, /, **filled):
        """Fill in the form of the first button with that text or label, and press the button.

        Ignores script-only buttons. Fields have their names in the form, or these names without the slot prefix
        ("tally.@7-"). Raises LookupError if the form does not show a field, and StopIteration without such a button.
        """
        shown = self.page.visible
        buttons = [each for each in shown.all("button") if each.given.get("type") != "button"]
        button = next(each for each in buttons if label in (each.text, each.given.get("aria-label", "").strip()))
        if "form" in button.given:
            form = shown.form(id=button.given["form"])
        else:
            form = next(each for each in shown.forms if any(below is button for below in each.walk()))
        within = {id(each) for each in form.walk()}
        own = [
            each
            for each in shown.all("input", "select", "textarea")
            if each.given.get("name")
            and (each.given["form"] == form.given.get("id") if "form" in each.given else id(each) in within)
        ]
        for name, value in ((fields or {}) | filled).items():
            fill([each for each in own if name in (each.given["name"], bare(each.given["name"]))], name, value)
        sent = {}
        for each in own:
            sent.setdefault(each.given["name"], []).extend(values_sent(each))
        if button.given.get("name"):
            sent[button.given["name"]] = button.given.get("value", "")
        url = button.given.get("formaction", form.given.get("action", self.url))
        if form.given.get("method") == "post":
            self._show(self.client.post(url, data=sent, follow_redirects=True))
        else:
            self._show(self.client.get(url, query_string=sent, follow_redirects=True))

    def _show(self, answer):
        self.page, self.status, self.url = Page(answer), answer.status_code, answer.request.path


def bare(name):
    """Return the name of a play's field without its slot prefix."""
    return name.rpartition(".")[2].partition("-")[2] if "." in name else name


def fill(fields, name, value):
    """Select a value among the fields with one name, or type it into the first text field."""
    choices = [each for each in fields if each.given.get("type") in ("radio", "checkbox")]
    chosen = [each for each in choices if each.given.get("value", "on") == value]
    typed = [each for each in fields if each not in choices]
    if chosen:
        for each in choices:
            if each.given["type"] == "radio":
                each.given.pop("checked", None)
        chosen[0].given["checked"] = ""
    elif not typed:
        raise LookupError(name, value)
    elif typed[0].tag == "select":
        for each in typed[0].all("option"):
            each.given.pop("selected", None)
        next(each for each in typed[0].all("option") if each.given["value"] == value).given["selected"] = ""
    elif typed[0].tag == "textarea":
        typed[0].content = [value]
    else:
        typed[0].given["value"] = value

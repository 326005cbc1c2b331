"""Forms of score pads."""

from werkzeug.datastructures import MultiDict

from tests.helpers import slip, slot
from tests.pages import Page, text
from tests.seats import at_seat


def make(client, **fields):
    """Send the form of a new pad with these fields; all others are unchanged."""
    return client.post("/pads/new", data=dict(Page(client.get("/pads/new")).form(action="/pads/new").fields) | fields)


def made(client, **fields):
    """Make a pad with these fields, and return its slug."""
    answer = make(client, **fields)
    assert answer.status_code == 303, text(answer)
    return answer.location.removeprefix("/new/")


def begin(client, name, *players):
    names = {f"name-{seat}": player for seat, player in enumerate(players)}
    begun = client.post(f"/new/{name}", data=slip(client.get(f"/new/{name}")) | names | {"do": "begin"})
    assert begun.status_code == 303, text(begun)
    return begun.location


def send(client, game, play):
    return client.post(f"{game}/plays", data=slip(client.get(game)) | play)


def rounds(*points, where=""):
    """Return a round with these points, by seat."""
    return slot("round", where=where, **{f"points-{at_seat(seat)}": str(each) for seat, each in enumerate(points)})


def fill(client, game, typed):
    """Send the complete form of a score sheet with these values by field; all others are unchanged."""
    fields = Page(client.get(game)).form(class_="filling").fields
    assert typed.keys() <= {name for name, _ in fields}
    return client.post(f"{game}/plays", data=MultiDict([(name, typed.get(name, value)) for name, value in fields]))


def cells(answer):
    """Return the values in each row of the score sheet (None for fields); then the sums, which can be in the head."""
    sheet = Page(answer).first("table", class_="pad-rows")
    rows = [each for each in sheet.all("tr") if each.all("td")]
    found = {
        row.first("th").text: [None if cell.all("input") or cell.all("button") else cell.text for cell in row.all("td")]
        for row in rows
    }
    sums = [each.text for each in sheet.all("b") if "data-total" in each.given]
    return found | ({"points": sums} if sums else {})

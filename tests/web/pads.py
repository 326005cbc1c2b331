"""Forms of score pads."""

from tests.helpers import slip
from tests.pages import Page, text


def begin(client, name, *players):
    names = {f"name-{seat}": player for seat, player in enumerate(players)}
    begun = client.post(f"/new/{name}", data=slip(client.get(f"/new/{name}")) | names | {"do": "begin"})
    assert begun.status_code == 303, text(begun)
    return begun.location


def send(client, game, play):
    return client.post(f"{game}/plays", data=slip(client.get(game)) | play)


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

"""Forms of The Prodigals Club's sheet."""

from tests.helpers import begin_title, carried, slot
from tests.pages import Page
from tests.seats import at_seat

ALL_THREE = ("possessions", "election", "society")


def begin(client, *names, competitions=ALL_THREE, **start):
    options = {"start": start} if start else {}
    return begin_title(client, "prodigals-club", *names, competitions=competitions, **options)


def send(client, url, kind, seat=None, seen=(), **fields):
    data = carried(client, url) | slot(kind, seat, **fields) | {"seen": list(seen)}
    return client.post(f"{url}/plays", data=data)


def hyde_park(*megaphones, rewards=()):
    return {f"megaphones-{at_seat(seat)}": str(count) for seat, count in enumerate(megaphones)} | {
        "rewards": [str(reward) for reward in rewards]
    }


def sheet(client, url):
    """Return the scores by competition from the table."""
    rows = Page(client.get(url)).first("table", class_="paper").first("tbody").all("tr")
    return {
        row.first("th").text: [each.text for each in row.all("span", class_="paper-score")]
        for row in rows
        if row.all("th", scope="row")
    }

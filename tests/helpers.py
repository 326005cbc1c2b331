"""What a bookkeeper does, for tests that go through the pages."""

from random import Random

from tests import pages


class Backwards(Random):
    """Chance that always draws the last first."""

    def sample(self, population, k, *, counts=None):
        return list(population)[::-1][:k]


def hidden(answer, name):
    """Return the value of the first hidden field of that name."""
    return pages.hidden(answer)[name]


def slip(answer):
    """Return what every form on a page carries."""
    carried = pages.hidden(answer)
    return {name: carried[name] for name in ("csrf_token", "entry_key", "revision") if name in carried}


def begin(client, *names, colours=("blue", "green", "grey", "brown")):
    """Begin a game of Don Carlo as the bookkeeper would, and return its address."""
    data = slip(client.get("/new/don-carlo")) | {"do": "begin"}
    for seat, name in enumerate(names):
        data |= {f"name-{seat}": name, f"families-{seat}": colours[seat]}
    answer = client.post("/new/don-carlo", data=data)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.location


def send(client, address, cards, player=None, headers=None, **changed):
    """Send an agent as the bookkeeper would: look at the table, fill in its form, send it."""
    page = client.get(address if player is None else f"{address}?seat={player}")
    seat = hidden(page, "player") if player is None else str(player)
    data = slip(page) | {"kind": "agent", "player": seat, "cards": cards} | changed
    return client.post(f"{address}/plays", data=data, headers=headers)

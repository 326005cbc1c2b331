"""What a bookkeeper does, for tests that go through the pages."""

from random import Random

from scorekeeper.desk import changes
from scorekeeper.desk.transaction import Submission
from scorekeeper.rulebooks.don_carlo.agent import Agent
from tests import pages


class Backwards(Random):
    """A Random whose samples are always the last elements, in reverse order."""

    def sample(self, population, k, *, counts=None):
        return list(population)[::-1][:k]


def hidden(answer, name):
    """Return the value of the first hidden field of that name."""
    return pages.hidden(answer)[name]


def slip(answer):
    """Return the hidden fields that every form about a game on a page sends."""
    carried = pages.hidden(answer)
    return {name: carried[name] for name in ("csrf_token", "entry_key", "revision") if name in carried}


def slot(kind, seat=None, where="", **fields):
    """Return what the form of a play sends: the slot's name and its fields; `where` is the play's place ("at-7")."""
    name = ".".join(str(part) for part in (kind, seat, where) if part not in (None, ""))
    own = {path: path if path.startswith("option-") else f"{name}-{path}" for path in fields}
    return {"play": name} | {own[path]: value for path, value in fields.items()}


def carried(client, address):
    """Return what `slip` does for a game, from whichever of its pages costs the least work."""
    return slip(client.get(f"{address}/stop")) or slip(client.get(address))


def entered(app, address, *code_names):
    """Enter agents of Don Carlo in turns, from the first seat on, as their forms do."""
    desk, game = app.extensions["desk"], address.rpartition("/")[2]
    seats = len(desk.view(game).table.players)
    for number, cards in enumerate(code_names):
        key = f"a-key-of-agent-{number:06}"
        agent = Agent(number % seats, tuple(map(int, cards.split("/"))))
        changes.enter(desk, game, [agent], Submission(key, key, desk.view(game).game.revision))


def begin(client, *names, colours=("blue", "green", "grey", "brown")):
    """Begin a game of Don Carlo as the bookkeeper would, and return its address."""
    data = slip(client.get("/new/don-carlo")) | {"do": "begin"}
    for seat, name in enumerate(names):
        data |= {f"name-{seat}": name, f"families-{seat}": colours[seat]}
    answer = client.post("/new/don-carlo", data=data)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.location


def whose(answer):
    """Return the seat of the player whose play is entered first on a page."""
    return hidden(answer, "play").split(".")[1]


def send(client, address, cards, player=None, headers=None, **changed):
    """Send an agent as the bookkeeper would: look at the table, fill in its form, send it."""
    page = client.get(address if player is None else f"{address}?seat={player}")
    seat = whose(page) if player is None else player
    data = slip(page) | slot("agent", seat, cards=cards) | changed
    return client.post(f"{address}/plays", data=data, headers=headers)

"""What a bookkeeper does, for tests that go through the pages."""

from io import BytesIO
from random import Random

from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from scorekeeper.web.forms.submission import new_entry_key
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


def sent_files(client, *files, **changed):
    """Send files, each a content and a name, as the form of the import does; return the answer."""
    data = slip(client.get("/data")) | changed | {"files": [(BytesIO(content), name) for content, name in files]}
    return client.post("/data", data=data, content_type="multipart/form-data")


def imported_files(client, *files, **chosen):
    """Send files and import what the summary shows; return the last answer, or the first one if that refuses them."""
    answer = sent_files(client, *files)
    if answer.status_code != 303:
        return answer
    form = pages.Page(client.get(answer.location)).form(id="import")
    return client.post(answer.location, data=dict(form.fields) | chosen)


def deciding(answer):
    """Return the form that asks what is to become of later plays."""
    return next(form for form in pages.Page(answer).forms if {"do", "moves"} & {name for name, _ in form.buttons})


def slot(kind, seat=None, where="", **fields):
    """Return what the form of a play sends: the slot's name and its fields; `where` is the play's place ("at-7")."""
    name = ".".join(str(part) for part in (kind, seat, where) if part not in (None, ""))
    own = {path: path if path.startswith("option-") else f"{name}-{path}" for path in fields}
    return {"play": name} | {own[path]: value for path, value in fields.items()}


def carried(client, address):
    """Return what `slip` does for a game as it is now, without asking for a page of it."""
    revision = _desk(client).view(address.rpartition("/")[2]).game.revision
    return {"csrf_token": _token(client), "entry_key": new_entry_key(), "revision": str(revision)}


def entered(app, address, *code_names):
    """Enter agents of Don Carlo in turns, from the first seat on, as their forms do."""
    service, game = app.extensions["service"], address.rpartition("/")[2]
    seats = len(service.view(game).table.players)
    for number, cards in enumerate(code_names):
        key = f"a-key-of-agent-{number:06}"
        agent = Agent(number % seats, tuple(map(int, cards.split("/"))))
        changes.enter(service, game, [agent], Submission(key, key, service.view(game).game.revision))


def begin(client, *names, colours=("blue", "green", "grey", "brown")):
    """Begin a game of Don Carlo, and return its address."""
    return begin_title(client, "don-carlo", *names, families=colours[: len(names)])


def begin_title(client, slug, *names, **options):
    """Begin a game of a title with these options, as its form does, and return its address."""
    service, key = _desk(client), new_entry_key()
    rulebook = service.rulebooks[slug]
    fixed = {name: value for name, value in rulebook.fixed(len(names)).items() if value is not None}
    return f"/games/{changes.begin(service, rulebook, rulebook.table(names, fixed | options), Submission(key, key))}"


def whose(answer):
    """Return the seat of the player whose play is entered first on a page."""
    return hidden(answer, "play").split(".")[1]


def send(client, address, cards, player=None, headers=None, **changed):
    """Send an agent as the bookkeeper would: look at the table, fill in its form, send it."""
    page = client.get(address if player is None else f"{address}?seat={player}")
    seat = whose(page) if player is None else player
    data = slip(page) | slot("agent", seat, cards=cards) | changed
    return client.post(f"{address}/plays", data=data, headers=headers)


def _desk(client):
    return client.application.extensions["service"]


TOKENS = {}
"""The token of each session that a page was asked for, by its cookie."""


def _token(client):
    name = client.application.config["SESSION_COOKIE_NAME"]
    if client.get_cookie(name).value not in TOKENS:
        token = slip(client.get("/data"))["csrf_token"]
        TOKENS[client.get_cookie(name).value] = token
    return TOKENS[client.get_cookie(name).value]

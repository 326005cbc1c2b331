"""Scorekeeper actions for tests that use the pages."""

from inspect import signature
from io import BytesIO
from random import Random

from waitress.task import ThreadedTaskDispatcher

from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from scorekeeper.web.forms.submission import new_entry_key
from tests import pages
from tests.seats import at_seat

STOP_SECONDS = signature(ThreadedTaskDispatcher.shutdown).parameters["timeout"].default
"""Seconds that waitress waits for running requests when it stops; service units must allow more."""


class Backwards(Random):
    """A Random whose samples are always the last elements, in reverse order."""

    def sample(self, population, k, *, counts=None):
        return list(population)[::-1][:k]


def hidden(answer, name):
    """Return the value of the first hidden field with that name."""
    return pages.hidden(answer)[name]


def slip(answer):
    """Return the hidden fields shared by all forms of a game's page."""
    carried = pages.hidden(answer)
    return {name: carried[name] for name in ("csrf_token", "entry_key", "revision") if name in carried}


def sent_files(client, *files, **changed):
    """Send files, each a content and a name, by the form of the import; return the answer."""
    data = slip(client.get("/data")) | changed | {"files": [(BytesIO(content), name) for content, name in files]}
    return client.post("/data", data=data, content_type="multipart/form-data")


def imported_files(client, *files, **chosen):
    """Send files, confirm the summary, and return the last answer, or the first one if the files are refused.

    Tables are read as proposed.
    """
    answer = sent_files(client, *files)
    if answer.status_code != 303:
        return answer
    while "/tables/" in (client.get(answer.location).location or ""):
        table = client.get(answer.location).location
        if (
            client.post(
                table, data=dict(pages.Page(client.get(table)).form(id="table").fields) | {"do": "go"}
            ).status_code
            != 303
        ):
            return client.get(table)
    form = pages.Page(client.get(answer.location)).form(id="import")
    return client.post(answer.location, data=dict(form.fields) | chosen)


def conflict_form(answer):
    """Return the form asking what to do with later plays."""
    return next(form for form in pages.Page(answer).forms if {"do", "moves"} & {name for name, _ in form.buttons})


def slot(kind, seat=None, where="", **fields):
    """Return the form data of a play: the slot's name and its fields.

    `seat` is a seat of the first game, or the key of a player. `where` is the play's position ("at-7").
    """
    whose = None if seat in (None, "") else at_seat(seat)
    name = ".".join(part for part in (kind, whose, where) if part)
    return {"play": name} | {f"{name}-{path}": value for path, value in fields.items()}


def carried(client, url):
    """Return the fields of `slip` for a game's current state, without requesting a page."""
    revision = _service(client).view(url.rpartition("/")[2]).game.revision
    return {"csrf_token": _token(client), "entry_key": new_entry_key(), "revision": str(revision)}


def entered(app, url, *code_names):
    """Enter agents of Don Carlo in turn order, starting with the first seat, without using forms."""
    service, game = app.extensions["service"], url.rpartition("/")[2]
    seats = len(service.view(game).table.players)
    for number, cards in enumerate(code_names):
        key = f"a-key-of-agent-{number:06}"
        agent = Agent(number % seats, tuple(map(int, cards.split("/"))))
        changes.enter(service, game, [agent], Submission(key, key, service.view(game).game.revision))


def begin(client, *names, colours=("blue", "green", "grey", "brown")):
    """Begin a game of Don Carlo, and return its URL."""
    return begin_title(client, "don-carlo", *names, families=colours[: len(names)])


def begin_title(client, slug, *names, **options):
    """Begin a game of a title with these options, without using the form, and return its URL."""
    service, key = _service(client), new_entry_key()
    rulebook = service.rulebooks[slug]
    fixed = {name: value for name, value in rulebook.fixed(len(names)).items() if value is not None}
    return f"/games/{changes.begin(service, rulebook, rulebook.table(names, fixed | options), Submission(key, key))}"


def first_seat(answer):
    """Return the key of the player in the first play form of a page."""
    return hidden(answer, "play").split(".")[1]


def send(client, url, cards, player=None, headers=None, **changed):
    """Send an agent as a scorekeeper would: open the table, fill in the form, submit it."""
    page = client.get(url if player is None else f"{url}?seat={at_seat(player)}")
    seat = first_seat(page) if player is None else player
    data = slip(page) | slot("agent", seat, cards=cards) | changed
    return client.post(f"{url}/plays", data=data, headers=headers)


def _service(client):
    return client.application.extensions["service"]


TOKENS = {}
"""CSRF token of each session, by its cookie."""


def _token(client):
    name = client.application.config["SESSION_COOKIE_NAME"]
    if client.get_cookie(name).value not in TOKENS:
        token = slip(client.get("/data"))["csrf_token"]
        TOKENS[client.get_cookie(name).value] = token
    return TOKENS[client.get_cookie(name).value]

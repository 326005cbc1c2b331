"""Forms of Loire's tallies."""

from tests.helpers import begin_title, carried, slip, slot
from tests.pages import Page, text

PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}


def begin(client, *names, values=PRINTED):
    return begin_title(client, "loire", *names, triple_values=values)


def filled(client, url, kind, fields, seat=0):
    return carried(client, url) | slot(kind, seat if kind == "tally" else None, **fields)


def send(client, url, kind="tally", fields=None, seat=0):
    return client.post(f"{url}/plays", data=filled(client, url, kind, fields or {}, seat))


def sent(*arguments, **named):
    answer = send(*arguments, **named)
    assert answer.status_code == 303, text(answer)


def totals(client, url):
    return [each.first("b").text for each in Page(client.get(url)).all(class_="standing")]


def preview(client, url, fields, kind="tally", seat=0, headers=None):
    return client.post(f"{url}/preview", data=filled(client, url, kind, fields, seat), headers=headers)


def correct(client, url, number, kind="tally", **fields):
    page = client.get(f"{url}/plays/{number}")
    assert page.status_code == 200
    return client.post(
        f"{url}/plays",
        data=slip(page) | slot(kind, number - 1 if kind == "tally" else None, f"at-{number}", **fields),
    )

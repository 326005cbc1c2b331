"""What a bookkeeper does, for tests that go through the pages."""

import re


def hidden(page, name, form=0):
    """Return the value of a hidden field as the page has it: in the form of that number, counted from 0."""
    values = re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', page.get_data(as_text=True))
    return values[form]


def slip(page, form=0):
    """Return what every form on a page carries."""
    carried = {name: hidden(page, name, form) for name in ("csrf_token", "entry_key")}
    if 'name="revision"' in page.get_data(as_text=True):
        carried["revision"] = hidden(page, "revision", form)
    return carried


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

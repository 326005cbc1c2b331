"""Keys of players in forms and URLs, and player ids that cannot be confused with seats."""

from scorekeeper.store import importing, rows

APART = 50
"""Number of ids for the players of one game: the first game has ids below 50, the next game ids below 100."""
PLAYER_OF_NAME = rows.player_of_name
ids = {"descend": True}


def at_seat(seat):
    """Return the key of the player at a seat of the first game of a database; any other text unchanged."""
    if not str(seat).isdecimal():
        return str(seat)
    return f"@{APART - 1 - int(seat) if ids['descend'] else int(seat) + 1}"


def players_of(client, url):
    """Return the keys of the players of a game, by seat."""
    view = client.application.extensions["service"].view(url.rpartition("/")[2])
    return [f"@{each}" for each in view.people]


def player_of_name(db, name):
    """Return the id of the player with that name; new players of a game get ids that descend in seat order.

    Thus a seat is never taken for an id. The ids of a further game are higher than all before, as in a real database.
    """
    person = rows.find_person(db, name)
    if person:
        return person.id
    (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    taken = {each for (each,) in db.execute("SELECT id FROM players")}
    free = max(each for each in range(APART * games, APART * (games + 1)) if each not in taken)
    db.table("players").insert({"id": free, "name": name, "folded": name.casefold()})
    return free


def set_ids(*, descend):
    """Use ids for the players of new games that descend in seat order, or else the ids of the store."""
    ids["descend"] = descend
    rows.player_of_name = importing.player_of_name = player_of_name if descend else PLAYER_OF_NAME

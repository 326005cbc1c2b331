"""An invented export of BG Stats: many titles of each kind, in years of plays."""

import json
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from tests.documents import import_file

LONG_TITLE = "The Exceedingly Long and Winding Chronicle of the Lighthouse Keeper of Nørresund"
KINDS = ("points", "points", "lowest", "cooperative", "winner only", "decimals")
"""The kinds of titles; the number of a title modulo their count is its kind."""
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hanna", "Ida", "Jon", "Kim", "Lea", "Max", "Nora", "Otto")
FIRST_DAY = datetime(2021, 1, 2, 18)  # noqa: DTZ001  (the players' clock)


def title_name(number: int) -> str:
    """Return the name of a title, counted from 0; one name has 80 characters."""
    return LONG_TITLE if number == 1 else f"{KINDS[number % len(KINDS)].title()} {number:03}"


def export(titles: int = 160, plays: int = 1500, people: int = 25) -> bytes:
    """Return the export, the same for the same numbers.

    Among the plays are teams, ties, plays alone, of 14 players, with anonymous people, and without a winner.
    """
    chance = Random(51)
    names = [*NAMES, *(f"Guest {number}" for number in range(len(NAMES), people))]
    players = [{"id": number, "name": name, "isAnonymous": False} for number, name in enumerate(names, 1)]
    players.append({"id": people + 1, "name": "Anonymous player", "isAnonymous": True})
    games = [
        {
            "id": number + 1,
            "name": title_name(number),
            "bggId": 900_000 + number,
            "highestWins": KINDS[number % len(KINDS)] != "lowest",
            "cooperative": KINDS[number % len(KINDS)] == "cooperative",
            "noPoints": KINDS[number % len(KINDS)] in ("cooperative", "winner only"),
        }
        for number in range(titles)
    ]
    played = []
    for number in range(plays):
        # Every title is played, and some of them much more often than the others.
        title = number if number < titles else min(int(chance.expovariate(1 / 20)), titles - 1)
        kind = KINDS[title % len(KINDS)]
        count = 14 if number % 100 == 7 else 1 if number % 15 == 3 else chance.randint(2, 5)
        seated = [
            *chance.sample(range(1, min(people, 5 + number // 60) + 1), min(count, min(people, 5 + number // 60)))
        ]
        if count == 14:
            seated = [*range(1, 15)]
        if number % 40 == 9:
            seated.append(people + 1)
        scores = [{"playerRefId": each, "seatOrder": at, "winner": False} for at, each in enumerate(seated, 1)]
        if kind == "cooperative":
            won = chance.random() < 0.6
            scores = [each | {"winner": won, "score": ""} for each in scores]
        elif kind == "winner only":
            if number % 7:
                for each in chance.sample(scores, 1 + (number % 5 == 0 and len(scores) > 2)):
                    each["winner"] = True
        else:
            totals = [
                chance.randint(5, 120) + (chance.choice((0, 0.5, 0.25)) if kind == "decimals" else 0) for _ in scores
            ]
            best = (min if kind == "lowest" else max)(totals)
            scores = [
                each | {"score": str(total), "winner": total == best and len(scores) > 1}
                for each, total in zip(scores, totals, strict=True)
            ]
        day = FIRST_DAY + timedelta(days=number * 2100 // plays, minutes=number % 180)
        played.append(
            {
                "uuid": str(UUID(int=number + 1, version=4)),
                "playDate": f"{day:%Y-%m-%d %H:%M:%S}",
                "durationMin": chance.choice((0, 20, 45, 90)),
                "gameRefId": title + 1,
                "comments": "",
                "playerScores": scores,
            }
        )
    return json.dumps({"players": players, "games": games, "plays": played, "locations": []}).encode()


def bring_in(service, data: bytes) -> None:
    import_file(service, data)

"""Players: all of them, one by one, and two side by side."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message
from ...core.numbers import small_number
from ...history import pairs, players
from ...storage import Database
from ...storage.people import read_person
from ...storage.rows import Person
from ..seating.form import clean
from ..shell.page import page
from ..shell.services import desk
from .pair_pages import PairPage, pair_lines
from .player_form import STRETCH, STRETCHES, VENUES, Form
from .player_pages import PlayerPage, PlayersPage
from .title_lines import title_lines

blueprint = Blueprint("players", __name__, url_prefix="/players")

MOST_ID = 999_999_999
SHOWN = 100
OPPONENTS = 6
GAMES = 10
GAMES_TOGETHER = 20
PLAYER = f"<int(max={MOST_ID}):player_id>"


@blueprint.get("")
def all_players() -> Response:
    """Show everybody who has finished a game, or those of a name; or whom somebody can be compared with."""
    called, after, beside = clean(request.args.get("name", "")), _asked("after"), _asked("beside")
    with desk().store.reading() as db:
        somebody = None if beside is None else _person(db, beside)
        found = players.players(db, called=called, after=after, without=somebody, most=SHOWN + 1)
        first = not called and after is None and somebody is None
        champions = players.champions(db) if first else {}
    return page(
        PlayersPage(_titles(), found[:SHOWN], called, somebody, champions, onward=after, more=len(found) > SHOWN)
    )


@blueprint.get(f"/{PLAYER}")
def player(player_id: int) -> AnyResponse:
    """Show what the games of a player come to."""
    rulebooks = desk().rulebooks
    with desk().store.reading() as db:
        person = _person(db, player_id)
        if person.id != player_id:
            return redirect(url_for("players.player", player_id=person.id))  # into whom they were merged
        played = players.played(db, player_id)
        results = {
            slug: players.results(db, player_id, slug, lowest_wins=rulebooks[slug].meta.lowest_wins)
            for slug in played
            if slug in rulebooks
        }
        seconds = {slug: players.median_seconds(db, player_id, slug) for slug in played}
        alone = {
            slug: players.alone(db, slug, lowest_wins=rulebooks[slug].meta.lowest_wins, player_id=player_id)
            for slug, each in played.items()
            if slug in rulebooks and each.games > each.rated
        }
        champion = players.champion_in(db, player_id, played)
        shown = PlayerPage(
            person,
            _titles(),
            players.in_all(played.values()),
            title_lines(player_id, _titles(), played, results, seconds, champion, alone),
            players.streaks(db, player_id),
            pairs.opponents(db, player_id, OPPONENTS),
            players.latest_of(db, player_id, GAMES),
            players.lately(db, player_id, GAMES),
            Form(
                player_id,
                players.form(db, player_id, STRETCH, STRETCHES),
                players.by_year(db, player_id),
                players.seatings(db, player_id),
                players.usual_venues(db, player_id, VENUES),
            ),
        )
    return page(shown)


@blueprint.get(f"/{PLAYER}/<int(max={MOST_ID}):other_id>")
def pair(player_id: int, other_id: int) -> AnyResponse:
    """Show two players side by side."""
    after = request.args.get("after")
    with desk().store.reading() as db:
        one, other = _person(db, player_id), _person(db, other_id)
        if one.id == other.id:
            return redirect(url_for("players.player", player_id=one.id))
        if (one.id, other.id) != (player_id, other_id):
            return redirect(url_for("players.pair", player_id=one.id, other_id=other.id, after=after))
        records = pairs.head_to_head(db, player_id, other_id)
        games = pairs.together(db, player_id, other_id, after=after, most=GAMES_TOGETHER + 1)
        in_all = [players.in_all(players.played(db, each).values()) for each in (player_id, other_id)]
    return page(
        PairPage(
            one,
            other,
            _titles(),
            pair_lines(_titles(), one, other, records),
            in_all,
            games[:GAMES_TOGETHER],
            onward=after is not None,
            more=len(games) > GAMES_TOGETHER,
        )
    )


def _asked(name: str) -> int | None:
    """Return the player in the address, or None if there is none. Aborts with 404 for junk."""
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MOST_ID)
    return abort(404) if number is None else number


def _person(db: Database, player_id: int) -> Person:
    """Return a player, or who they were merged into. Aborts with 404 if there is nobody."""
    return read_person(db, player_id) or abort(404)


def _titles() -> dict[str, Message]:
    return {slug: rulebook.meta.heading for slug, rulebook in desk().rulebooks.items()}

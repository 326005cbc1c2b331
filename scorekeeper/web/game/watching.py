"""The big screen of a game. The page of those who only look is that of the table (`views.py`)."""

from uuid import UUID

from flask import Response, request

from ..freshness import tagged
from ..page import page
from ..services import desk
from .views import blueprint
from .watch_pages import SHADES, screen_page


@blueprint.get("/screen")
@tagged
def screen(game_id: UUID) -> Response:
    """Show the scoreboard and the last play for a whole room, dark or light if the address says so."""
    shade = request.args.get("shade", "")
    return page(screen_page(desk().view(str(game_id)), shade if shade in SHADES else "", still="still" in request.args))

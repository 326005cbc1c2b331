"""Forms as pages of the version before had them, which a phone may still hold: read for one version more."""

from werkzeug.datastructures import MultiDict

from ...desk.games import GameView
from .slots import MAKE_ROOM, name_of


def slots_in(view: GameView, sent: MultiDict[str, str], where: str = "") -> MultiDict[str, str]:
    """Return what was sent with a slot in the place of a `kind` whose fields have bare names, and of its `player`."""
    kind = view.rulebook.kind(view.table, sent.get("kind", ""))
    if kind is None or "play" in sent:
        return sent
    player = sent.get("player", "") if kind.has_player else ""
    name = name_of(kind.name, int(player) if player.isascii() and player.isdigit() else None, where)
    own = {field.name for field in kind.fields} | {MAKE_ROOM}
    named = [
        (f"{name}-{each}" if each in own or each.split("-")[0] in own else each, value)
        for each, value in sent.items(multi=True)
    ]
    return MultiDict([("play", name), *named])

"""The players of a game as a seating: to change them, or to begin another game with them."""

from collections.abc import Sequence

from ...core.ranking import winners
from ...core.rulebook import First
from ...desk.games import GameView
from .form import Row, Seating, options_form


def seating_after(view: GameView) -> Seating:
    """Return the seating for another game of the same players; the winner begins if the title says so."""
    rulebook = view.rulebook
    rows: Sequence[Row] = seating_of(view).rows
    if rulebook.seats.sitting(view.table.options).first is First.WINNER:
        best = winners(view.replay.sheet().standings)
        first = best[0].seat or 0 if len(best) == 1 else 0
        rows = [*rows[first:], *rows[:first]]
    return Seating(rulebook, tuple(rows), options=options_form(rulebook, data=view.table.options), after=view.game.id)


def seating_of(view: GameView) -> Seating:
    """Return the players of a game as a seating, without game options."""
    own = [(option.field.name, view.table.options[option.field.name]) for option in view.rulebook.seat_options]
    rows = (
        Row(name, {option: words[seat] for option, words in own}, had=name)
        for seat, name in enumerate(view.table.players)
    )
    return Seating(view.rulebook, tuple(rows))

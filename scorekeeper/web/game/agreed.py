"""Game options beside a play: what somebody reads off the box while they enter it, and sends with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from ...core.replay import replay
from ...core.table import Table
from ...desk.games import GameView
from ..forms.fields_form import FieldsForm, fields_form, typed_in, values_of
from ..shell.language import translated

PREFIX = "option-"
"""What the names of these fields begin with, so that none is named like a field of a play."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was sent of the options: their form, whether it is `readable`, and the options it changes."""

    form: FieldsForm
    readable: bool
    options: Mapping[str, Any]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What an address says so that they are filled in again, where anything is said of them."""
        return typed_in(self.form) if self.options or not self.readable else []

    def view(self, view: GameView) -> GameView:
        """Return the game as it would be with these options."""
        if not self.options:
            return view
        return replace(view, replay=replay(view.rulebook, self.table(view), [step.play for step in view.replay.steps]))

    def table(self, view: GameView) -> Table:
        """Return the table with these options."""
        return view.rulebook.table(view.table.players, {**view.table.options, **self.options})


def options_form(view: GameView) -> FieldsForm:
    """Return the form for the options as they are."""
    fields = [option.field for option in view.rulebook.asked_options]
    return fields_form(fields, view.table, data=view.table.options, prefix=PREFIX)


def sent_options(view: GameView, sent: MultiDict[str, str] | None = None) -> Agreed:
    """Return what was `sent` of the options, in the form or elsewhere; what was left out stays as it is, part by part.

    Options that do not fit together are not readable either.
    """
    sent = request.form if sent is None else sent
    fields = [option.field for option in view.rulebook.asked_options]
    form = fields_form(fields, view.table, sent, prefix=PREFIX)
    if not any(name.startswith(PREFIX) for name in sent):
        return Agreed(options_form(view), True, {})
    if not form.validate():
        return Agreed(form, False, {})
    filled = [node for node in form.nodes if not node.left_out(form)]
    given = {name: value for name, value in values_of(form).items() if name in {node.field.name for node in filled}}
    changed = {name: _added(view.table.options.get(name), value) for name, value in given.items()}
    agreed = Agreed(form, True, changed)
    fault = view.rulebook.fault(agreed.table(view)) if changed else None
    if fault:
        field: Any = form[next(filled[0].leaves()).path]
        field.errors = [translated(fault)]
        return Agreed(form, False, {})
    return agreed


def _added(before: Any, given: Any) -> Any:
    return {**before, **given} if isinstance(before, Mapping) and isinstance(given, Mapping) else given

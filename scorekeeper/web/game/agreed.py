"""Game options that are filled in beside a play and sent with it, such as a value read off the box."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from ...core.replay import replay
from ...core.table import Table
from ...store.games import GameView
from ..forms.fields_form import FieldsForm, fields_form, typed_in, values_of
from ..shell.language import translated

PREFIX = "option-"
"""Prefix of the names of option fields, so that none has the name of a field of a play."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The game options that a form sent: the form, whether it is `readable`, and the changed `options` by name."""

    form: FieldsForm
    readable: bool
    options: Mapping[str, Any]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields (name, value) that fill the options in again; empty if no option was changed."""
        return typed_in(self.form) if self.options or not self.readable else []

    def view(self, view: GameView) -> GameView:
        """Return the game, replayed with these options."""
        if not self.options:
            return view
        return replace(view, replay=replay(view.rulebook, self.table(view), [step.play for step in view.replay.steps]))

    def table(self, view: GameView) -> Table:
        return view.rulebook.table(view.table.players, {**view.table.options, **self.options})


def options_form(view: GameView) -> FieldsForm:
    """Return the form for the game options, filled with their present values."""
    fields = [option.field for option in view.rulebook.asked_options]
    return fields_form(fields, view.table, data=view.table.options, prefix=PREFIX)


def sent_options(view: GameView, sent: MultiDict[str, str] | None = None) -> Agreed:
    """Return the game options in `sent` (by default the form of the request).

    An option that was left out stays as it is, and so does a part of an option that has parts. Options that do not fit
    together count as unreadable.
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

"""What was typed, in an address: a page that is asked for by it has it filled in."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from .forms import FieldsForm

Fields = Sequence[tuple[str, str]]
ASKED = "asked"
"""What an address says when the options in it are what was chosen: all that it does not name were left out."""


def typed_in(form: FieldsForm | None) -> Fields:
    """Return what stands in a form, readable or not, by the names of its fields; what is empty is left out."""
    return [pair for field in form or () for pair in typed_in_field(field)]


def typed_in_field(field: Any) -> Fields:
    """Return the same of one of its fields, which can hold several words."""
    data: Any = field.data or ()
    return [(field.name, str(word)) for word in (data if isinstance(data, list | tuple) else [data])]


def filled(path: str, fields: Fields) -> str:
    """Return the address of a page with these fields filled in."""
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}{urlencode(fields)}" if fields else path

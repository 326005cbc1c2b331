"""What was typed, in an address: a page that is asked for by it has it filled in."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from .forms import FieldsForm

Fields = Sequence[tuple[str, str]]
ASKED = "asked"
"""What an address says when the options in it are what was chosen: all that it does not name were left out."""


def typed_in(form: FieldsForm) -> Fields:
    """Return what stands in a form, readable or not, by the names of its fields; what is empty is left out."""
    found: list[tuple[str, Any]] = [(field.name, field.data) for field in form if field.data]
    return [(name, str(word)) for name, data in found for word in (data if isinstance(data, list) else [data])]


def filled(path: str, fields: Fields) -> str:
    """Return the address of a page with these fields filled in."""
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}{urlencode(fields)}" if fields else path

"""The records that are kept."""

from ...core.course import Record
from .cities import State

RECORDS: tuple[Record[State], ...] = ()

"""The records that are kept."""

from ...core.course import Record
from .state import State

RECORDS: tuple[Record[State], ...] = ()

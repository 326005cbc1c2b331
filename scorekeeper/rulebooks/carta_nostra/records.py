"""The records that are kept."""

from ...core.course import Record

RECORDS: tuple[Record[State], ...] = ()

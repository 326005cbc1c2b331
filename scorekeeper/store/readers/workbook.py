"""Program that prints the sheets of a workbook (XLSX, XLS or ODS on standard input) as JSON, a line per sheet.

`sheets.read_sheets` runs the program in a separate process with limits of memory and time, because a damaged or hostile
workbook can end its process or allocate any amount of memory.

The first line is a list of the names of all sheets. Each further line is an object with the name of a sheet and its
rows. A cell is a text, a number, a boolean, or an object with the type and value of a date, time or duration.
"""

import json
import sys
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from io import BytesIO

from python_calamine import CalamineWorkbook, SheetTypeEnum

MAX_MEMORY = 2**30
"""Memory limit of the process, in bytes."""
MAX_SECONDS = 30
"""Limit of processor time, in seconds."""
MAX_AREA = 5_000_000
"""Maximum number of cells of all sheets together, including empty ones."""


def main() -> int:
    """Print the sheets; return 1 if the input is not a workbook, and 2 if it has too many cells."""
    _limit()
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
        names = [each.name for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
        _print(names)
        area = 0
        for name in names:
            sheet = workbook.get_sheet_by_name(name)
            area += sheet.total_height * sheet.total_width
            if area > MAX_AREA:
                return 2
            _print({"name": name, "rows": [[_cell(each) for each in row] for row in sheet.iter_rows()]})
    except MemoryError:
        return 2
    except BaseException:  # the parser has exceptions of all kinds, also for its own faults
        return 1
    return 0


def _limit() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")


def _cell(value: object) -> object:
    if isinstance(value, timedelta):
        return {"duration": value.total_seconds()}
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, time):
        return {"time": value.isoformat()}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


if __name__ == "__main__":
    sys.exit(main())

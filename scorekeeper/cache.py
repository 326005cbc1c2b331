"""A cache for the results of pure functions; a key names everything that its result depends on."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """The values that were put in last, at most as many as `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value that is kept for `key`, if there is one."""
        return self._values.get(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value and return it; if there are too many, forget the oldest."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value

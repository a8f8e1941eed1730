"""How much memory the worlds of all knowledge together may hold: beyond it, those used longest ago are let go.

Knowledge is immutable and every step of a log may be kept, so a long evening could hold a large form a step. Small
forms are never let go; a large one that is asked again is made again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from weakref import ref


class Held:
    """A register of large forms by their owners, least recently used first.

    Args:
        least: Forms of fewer bytes are not counted.
        drop: Lets the worlds of an owner go.
    """

    def __init__(self, least: int, drop: Callable[[object], None]) -> None:
        self.least, self._drop = least, drop
        self._sizes: OrderedDict[int, tuple[ref[object], int]] = OrderedDict()

    @property
    def total(self) -> int:
        """The bytes of all large forms that are held."""
        return sum(size for owner, size in self._sizes.values() if owner() is not None)

    def used(self, owner: object, nbytes: int, most: int) -> None:
        """The worlds of `owner` were made or asked; others are let go while all together have more than `most` bytes."""
        if nbytes < self.least:
            return
        self._sizes[id(owner)] = (ref(owner), nbytes)
        self._sizes.move_to_end(id(owner))
        for number in [n for n, (other, _) in self._sizes.items() if other() is None]:
            del self._sizes[number]
        left = self.total
        for number, (other, size) in list(self._sizes.items()):
            found = other()
            if left <= most or found is owner:
                return
            del self._sizes[number]
            left -= size
            if found is not None:
                self._drop(found)

"""Words as they lie in a file, one a line: nothing is taken apart before it is asked for.

A word is looked up by binary search in the bytes; whoever asks often gets a dictionary after a while.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, overload

import numpy as np
from numpy.typing import NDArray

OFTEN: Final = 1000
"""After so many words looked up a dictionary, some ten milliseconds for 80,000 words, is the cheaper way."""


class Ledger(Sequence[str]):
    """The words of a text.

    Args:
        text: A word a line, each once, each line ended, in UTF-8.
        order: Places of the words sorted by their bytes; None where they are sorted as they stand.
    """

    def __init__(self, text: bytes, order: NDArray[Any] | None = None) -> None:
        self._text, self._order = text, order
        self._ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
        self._found: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return self._all[place]
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._line(place % len(self)).decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def _line(self, place: int) -> bytes:
        begin = int(self._ends[place - 1]) + 1 if place else 0
        return self._text[begin : int(self._ends[place])]

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return tuple(self._text.decode().split("\n")[:-1])

    @cached_property
    def _places(self) -> dict[str, int]:
        return dict(zip(self._all, range(len(self)), strict=True))

    def place(self, word: str) -> int:
        """Where `word` stands, -1 for none. O(log words), once a word."""
        found = self._found.get(word)
        if found is None:
            if len(self._found) >= OFTEN:
                return self._places.get(word, -1)
            found = self._found[word] = self._search(word.encode(errors="replace"))
        return found

    def _search(self, wanted: bytes) -> int:
        numbers = range(len(self))
        number = bisect_left(numbers, wanted, key=lambda each: self._line(self._at(each)))
        there = number < len(self) and self._line(self._at(number)) == wanted
        return self._at(number) if there else -1

    def _at(self, number: int) -> int:
        return number if self._order is None else int(self._order[number])

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each word, as a mapping."""
        return _Places(self)


class _Places(Mapping[str, int]):
    def __init__(self, words: Ledger) -> None:
        self._words = words

    def __getitem__(self, word: str) -> int:
        place = self._words.place(word)
        if place < 0:
            raise KeyError(word)
        return place

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._words.place(word) >= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

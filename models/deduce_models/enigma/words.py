"""Reading words a person types: short names may be shortened, and errors say what was expected."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.errors import nearest
from deduce.games.record import Line

__all__ = ["find"]


def find(word: str, column: int, allowed: Sequence[str], what: str, line: Line) -> int:
    """The index of the one of `allowed` that `word` means or shortens.

    Raises `RecordError` at `column` saying what is allowed.
    """
    folded = word.casefold()
    for index, each in enumerate(allowed):
        if each.casefold() == folded:
            return index
    fits = [index for index, each in enumerate(allowed) if folded and each.casefold().startswith(folded)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        both = " or ".join(allowed[index] for index in fits)
        raise line.error(f"{word!r} may mean {both}", column)
    raise line.error(f"expected {what}, not {word!r}: {nearest(word, allowed)}", column)

"""Did you mean: the commonest known word that one slip of the pen turns into what is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

SHORTEST: Final = 4
"""Shorter words have too many neighbours to guess."""

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def meant(word: str, ranks: Mapping[str, int], letters: str = LETTERS) -> str | None:
    """`word` itself where it is known, else the known word one slip away, else None.

    Two neighbouring letters swapped come before a letter missing, doubled, too many or wrong; among alike the commonest
    (least rank) is taken. Words of fewer than four letters are not guessed. O(letters * length) look-ups.
    """
    if word in ranks:
        return word
    if len(word) < SHORTEST:
        return None
    swapped = [word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)]
    for some in (swapped, _slips(word, letters)):
        known = [other for other in some if other in ranks]
        if known:
            return min(known, key=lambda other: (ranks[other], other))
    return None


def _slips(word: str, letters: str) -> Iterator[str]:
    for i in range(len(word) + 1):
        if i < len(word):
            yield word[:i] + word[i + 1 :]
        for letter in letters:
            yield word[:i] + letter + word[i:]
            if i < len(word):
                yield word[:i] + letter + word[i + 1 :]

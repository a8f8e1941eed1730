"""Guessing words: each letter of a guess is marked as in its place, elsewhere, or not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from deduce.ground.errors import ProblemError
from deduce.language.variables import Variable
from deduce.questions.answers import Codes
from deduce.questions.guessing import Guessing, Rows

PLACED, ELSEWHERE, ABSENT = "+", "?", "-"
"""How a letter is marked."""


def marked_words(secrets: Iterable[str], guesses: Iterable[str] | None = None) -> Guessing:
    """The game in which a word is guessed letter by letter; an answer is a string of marks such as ``"+-?--"``.

    ``+``: in its place; ``?``: elsewhere in the secret; ``-``: not there. A letter is marked no more often than
    the secret has it: those in their place first, then from left to right.

    Args:
        secrets: The words that may be secret, all of one length.
        guesses: The words that may be guessed, the secrets among them or not; None for the secrets.

    Raises:
        ProblemError: No words, what are none, words of different length, or more than eight letters.
    """
    hidden = _words(secrets)
    asked = None if guesses is None else _words(guesses)
    words = [*hidden, *(asked or ())]
    if not hidden or asked == [] or len({len(word) for word in words}) != 1:
        raise ProblemError("a game of words needs secrets and guesses, all of one length")
    length = len(hidden[0])
    if not 1 <= length <= 8:
        raise ProblemError(f"words of {length} letters: a game of words takes 1 to 8")
    letters = sorted({letter for word in words for letter in word})
    place = [Variable(f"letter[{i}]", letters) for i in range(1, length + 1)]
    marks = ["".join(signs) for signs in product(ABSENT + ELSEWHERE + PLACED, repeat=length)]
    return Guessing(
        place,
        _rows(hidden, letters),
        _Marks(len(letters)),
        marks,
        PLACED * length,
        "".join,
        guesses=None if asked is None else _rows(asked, letters),
        symmetric=False,
    )


def _words(given: object) -> list[str]:
    """Words in order, each once. Raises `ProblemError` for a single text and for what are no texts."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ProblemError(f"a game of words needs lists of words, not {given!r:.200}")
    words = [*given]
    for word in words:
        if not isinstance(word, str):
            raise ProblemError(f"a word is a text, not {word!r:.200}")
    return sorted(dict.fromkeys(words))


def _rows(words: Sequence[str], letters: Sequence[str]) -> Rows:
    number = {letter: i for i, letter in enumerate(letters)}
    return np.array([[number[letter] for letter in word] for word in words], dtype=np.uint8)


class _Marks:
    """Codes of the answers, by tables: what the places that share a letter in a guess add, secret by secret.

    The marks of a letter depend on the secret and on the places of the guess that have this letter. So there is a row of
    the table for each letter and set of places, and the answers to a guess are one row for each of its letters, added up.
    """

    def __init__(self, letters: int) -> None:
        self.letters = letters
        self._for: Rows | None = None
        self._table: Codes | None = None

    def __call__(self, guesses: Rows, secrets: Rows) -> Codes:
        table = self._tabled(secrets)
        length = guesses.shape[1]
        bits = 1 << np.arange(length)
        # For each place the places with the same letter; only the first of them counts.
        alike = guesses[:, :, None] == guesses[:, None, :]
        first = alike.argmax(axis=2) == np.arange(length)
        groups = np.where(first, guesses.astype(np.int64) << length | (alike * bits).sum(axis=2), 0)
        codes = table[groups[:, 0]]
        for i in range(1, length):
            codes += table[groups[:, i]]
        return codes

    def _tabled(self, secrets: Rows) -> Codes:
        if self._table is not None and (secrets is self._for or np.array_equal(secrets, self._for)):  # type: ignore[arg-type]
            return self._table
        length = secrets.shape[1]
        kind = np.uint8 if 3**length <= 256 else np.uint16
        weight = 3 ** np.arange(length)[::-1]
        table = np.zeros((self.letters << length, len(secrets)), dtype=kind)
        for letter in range(self.letters):
            here = secrets == letter
            count = here.sum(axis=1)
            for places in range(1, 1 << length):
                chosen = [i for i in range(length) if places >> i & 1]
                left = count - here[:, chosen].sum(axis=1)
                row = np.zeros(len(secrets), dtype=np.int64)
                for i in chosen:
                    elsewhere = ~here[:, i] & (left > 0)
                    row += weight[i] * (2 * here[:, i] + elsewhere)
                    left = left - elsewhere
                table[letter << length | places] = row
        self._for, self._table = secrets, table
        return table

"""The moves of Decrypto: small frozen values whose text is what people write down.

Clues are an open set: `State.play` accepts any legal text, while `ClueMoves` is the finite pool (the
active word list) from which machine players choose. Three clues are three moves, hidden until the third.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final, overload

from deduce.errors import RecordError
from deduce.wording import many
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.components.wordlist import WordList

__all__ = [
    "CODES",
    "Clue",
    "ClueMoves",
    "Code",
    "Deal",
    "DecryptoMove",
    "Draw",
    "Guess",
    "Name",
    "read_code",
]

Code = tuple[int, int, int]
"""Three distinct digits from 1 to 4."""

CODES: Final[tuple[Code, ...]] = tuple((a, b, c) for a, b, c in permutations((1, 2, 3, 4), 3))
"""All 24 codes, in lexicographic order."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the next keyword card (White's slots 1 to 4, then Black's) shows `word`."""

    word: str

    def __str__(self) -> str:
        return f"keyword {self.word}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the Encryptor draws the card of `code`."""

    code: Code

    def __str__(self) -> str:
        return f"code {write_code(self.code)}"


@dataclass(frozen=True, slots=True)
class Clue:
    """The Encryptor writes his next clue; ``-`` is a clue that was not given in time."""

    text: str

    def __str__(self) -> str:
        return f"clue {self.text}"


@dataclass(frozen=True, slots=True)
class Guess:
    """A team's answer to three clues, for its own code or to intercept."""

    code: Code

    def __str__(self) -> str:
        return f"guess {write_code(self.code)}"


@dataclass(frozen=True, slots=True)
class Name:
    """The tie-break: a team names the rivals' next keyword (slots 1 to 4 in turn)."""

    word: str

    def __str__(self) -> str:
        return f"name {self.word}"


DecryptoMove = Deal | Draw | Clue | Guess | Name

DRAWS: Final = tuple(Draw(code) for code in CODES)
GUESSES: Final = tuple(Guess(code) for code in CODES)
MISSING_CLUE: Final = Clue(MISSING)


def write_code(code: Code) -> str:
    """``4-2-1``."""
    return f"{code[0]}-{code[1]}-{code[2]}"


def read_code(text: str) -> Code:
    """The code written as ``4-2-1``, ``421`` or ``4 2 1``. Raises `RecordError`."""
    digits = [c for c in text if c not in "- ,"]
    code = tuple(int(c) for c in digits if c in "1234")
    if len(digits) != 3 or len(set(code)) != 3:
        raise RecordError(
            f"expected a code of three different digits from 1 to 4, like 4-2-1, not {text!r}"
        )
    return (code[0], code[1], code[2])


class ClueMoves(Sequence[Clue]):
    """The words of a list that may be given now, in order; lazy, since there are thousands.

    `barred` holds the places in the vocabulary that are not listed. Any other legal text is among the moves too (``in``
    says so), but cannot be listed: `legal` judges it. Length and random access cost O(log barred); nothing is built
    until it is asked for.
    """

    __slots__ = ("_late", "_legal", "_shifts", "barred", "words")

    def __init__(
        self, words: WordList, barred: frozenset[int], late: bool, legal: Callable[[str], bool]
    ) -> None:
        self.words, self.barred, self._late, self._legal = words, barred, late, legal
        # The n-th allowed word lies n + (number of barred places before it) into the vocabulary.
        self._shifts = [place - number for number, place in enumerate(sorted(barred))]

    def __len__(self) -> int:
        return len(self.words.vocabulary) - len(self._shifts) + self._late

    @overload
    def __getitem__(self, index: int) -> Clue: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Clue, ...]: ...
    def __getitem__(self, index: int | slice) -> Clue | tuple[Clue, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        size = len(self)
        if not -size <= index < size:
            raise IndexError(index)
        index %= size
        place = index + bisect_right(self._shifts, index)
        pool = clue_pool(self.words)
        return pool[place] if place < len(pool) else MISSING_CLUE

    def __iter__(self) -> Iterator[Clue]:
        barred = self.barred
        for place, clue in enumerate(clue_pool(self.words)):
            if place not in barred:
                yield clue
        if self._late:
            yield MISSING_CLUE

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Clue):
            return False
        if move.text == MISSING:
            return self._late
        place = self.words.word_index.get(move.text)
        return (place is not None and place not in self.barred) or self._legal(move.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((id(self.words), self.barred, self._late))

    def __repr__(self) -> str:
        return f"<ClueMoves: {many(len(self), 'word')} of {self.words.name}>"


@lru_cache(maxsize=64)
def clue_pool(words: WordList) -> tuple[Clue, ...]:
    """One `Clue` for every word of the vocabulary."""
    return tuple(Clue(word) for word in words.vocabulary)


@lru_cache(maxsize=64)
def deal_pool(words: WordList) -> tuple[Deal, ...]:
    """One `Deal` for every keyword of the list."""
    return tuple(Deal(word) for word in words.keywords)


@lru_cache(maxsize=64)
def name_pool(words: WordList) -> tuple[Name, ...]:
    """One `Name` for every keyword of the list."""
    return tuple(Name(word) for word in words.keywords)

"""The moves of Decrypto: small frozen values whose text is what people write down.

Clues are an open set: any legal text can be played, while the words of the active list are what machine players choose
from. Three clues are three moves, hidden until the third.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import ClassVar, Final

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, run, say, typed

Code = tuple[int, int, int]
"""Three distinct digits from 1 to 4."""

CODES: Final[tuple[Code, ...]] = tuple((a, b, c) for a, b, c in permutations((1, 2, 3, 4), 3))
"""All 24 codes, in lexicographic order."""


@dataclass(frozen=True, slots=True)
class _OfWord:
    """A move that shows or names a keyword."""

    word: str
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.word}"

    def phrased(self) -> str:
        """As people are told it: the word is nobody's but the list's."""
        return run(typed(self.verb), " ", as_is(self.word))


@dataclass(frozen=True, slots=True)
class _OfCode:
    """A move that is a code."""

    code: Code
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {write_code(self.code)}"


class Deal(_OfWord):
    """Chance: the next keyword card (White's slots 1 to 4, then Black's) shows `word`."""

    __slots__ = ()
    verb = "keyword"


class Draw(_OfCode):
    """Chance: the Encryptor draws the card of `code`."""

    __slots__ = ()
    verb = "code"


@dataclass(frozen=True, slots=True)
class Clue:
    """The Encryptor writes his next clue; ``-`` is a clue that was not given in time."""

    text: str

    def __str__(self) -> str:
        return f"clue {self.text}"

    def phrased(self) -> str:
        """As people are told it: the clue is whoever gave it."""
        return run(typed("clue"), " ", as_is(self.text))


class Guess(_OfCode):
    """A team's answer to three clues, for its own code or to intercept."""

    __slots__ = ()
    verb = "guess"


class Name(_OfWord):
    """The tie-break: a team names the rivals' next keyword (slots 1 to 4 in turn)."""

    __slots__ = ()
    verb = "name"


DecryptoMove = Deal | Draw | Clue | Guess | Name


def write_code(code: Code) -> str:
    """``4-2-1``."""
    return "-".join(map(str, code))


def read_code(text: str) -> Code:
    """The code written as ``4-2-1``, ``421`` or ``4 2 1``. Raises `RecordError`."""
    digits = [c for c in text if c not in "- ,"]
    code = tuple(int(c) for c in digits if c in "1234")
    if len(digits) != 3 or len(set(code)) != 3:
        raise RecordError(
            say(
                "expected {wanted}, not {got}",
                wanted=say("a code of three different digits from 1 to 4, like 4-2-1"),
                got=as_is(repr(text)),
            )
        )  # fmt: skip
    return (code[0], code[1], code[2])


_KINDS: Final[dict[str, type[Deal | Clue | Name]]] = {Deal.verb: Deal, "clue": Clue, Name.verb: Name}
_CODED: Final[dict[str, DecryptoMove]] = {
    str(move): move for code in CODES for move in (Draw(code), Guess(code))
}


@lru_cache(maxsize=16384)
def move_of(text: str) -> DecryptoMove:
    """The move whose ``str`` is `text`."""
    found = _CODED.get(text)
    if found is not None:
        return found
    verb, _, rest = text.partition(" ")
    return _KINDS[verb](rest)

"""One move as text: what people type at the terminal and records hold."""

from __future__ import annotations

from typing import Final

from deduce.errors import RecordError
from deduce_models.decrypto.components.legality import MISSING, fold
from deduce_models.decrypto.rules.moves import Clue, Deal, DecryptoMove, Draw, Guess, Name, read_code
from deduce_models.decrypto.rules.state import State
from deduce_models.decrypto.rules.views import View

__all__ = ["parse_move"]

_WORDS: Final[dict[str, tuple[str, type[Deal] | type[Clue] | type[Name]]]] = {
    "deal": ("keyword", Deal),
    "clue": ("clue", Clue),
    "name": ("name", Name),
}
_CODES: Final[dict[str, tuple[str, type[Draw] | type[Guess]]]] = {
    "draw": ("code", Draw),
    "intercept": ("guess", Guess),
    "answer": ("guess", Guess),
}


def parse_move(text: str, position: State | View) -> DecryptoMove:
    """``clue sea``, ``guess 4-2-1`` and so on; the first word may be left out where it is plain.

    Raises `RecordError` (with column) saying what is expected now.
    """
    given = " ".join(text.split())
    head, _, rest = given.partition(" ")
    phase = position.phase
    if phase in _WORDS:
        verb, kind = _WORDS[phase]
        word = rest if head.casefold() == verb and rest else given
        if not word:
            raise RecordError(f"expected '{verb} WORD'", column=1)
        # Clues are kept as they were said, except that a listed word has one spelling.
        plain = fold(word)
        known = kind is not Clue or plain in position.setup.words.word_index or plain == MISSING
        return kind(plain if known else word)
    if phase in _CODES:
        verb, move = _CODES[phase]
        body = rest if head.casefold() == verb else given
        try:
            return move(read_code(body))
        except RecordError as error:
            raise RecordError(f"expected '{verb} 4-2-1': {error.message}", column=1) from error
    raise RecordError("the game is over: no move is expected", column=1)

"""The one reader of legal moves: what a person types is one of the moves that can be made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.records.words import Word, find, quote, words_of

SHOWN = 9
"""So many words that may follow are named."""

M = TypeVar("M")


def read_move(text: str, moves: Sequence[M]) -> M:
    """The one of `moves` that is called `text`.

    Move and text are compared word by word; words may be shortened as long as only one legal move of as many words
    fits, or as only one of the words that legal moves have there begins with each.

    Raises:
        RecordError: No move can be made, or no single one is meant; with the column of the first word that no
            legal move has there, and what may stand there.
    """
    if not moves:
        raise RecordError(say("no move can be made here now"))
    line = Line(0, text, "")
    left = [(move, _parts(str(move))) for move in moves]
    words = words_of(line)
    for number, word in enumerate(words):
        allowed = sorted({parts[number] for _, parts in left if len(parts) > number})
        if not allowed:
            raise line.error(
                say("nothing more was expected, not {word}", word=quote(word.text)), word.column
            )
        fitting = [(move, parts) for move, parts in left if _shortened(words, parts)]
        if len(fitting) == 1:
            return fitting[0][0]
        meant = allowed[find(word, allowed, say("one of the legal moves"), line)]
        left = [(move, parts) for move, parts in left if len(parts) > number and parts[number] == meant]
    whole = [move for move, parts in left if len(parts) == len(words)]
    if len(whole) != 1:
        following = sorted({parts[len(words)] for _, parts in left if len(parts) > len(words)})
        following_words = as_is(", ".join(following[:SHOWN]))
        raise line.error(say("expected one more word: {words}", words=following_words), len(text) + 1)
    return whole[0]


@lru_cache(1 << 14)
def _parts(text: str) -> Sequence[str]:
    """The words of a move; lists of legal moves are read again and again."""
    return tuple(text.split())


def _shortened(words: Sequence[Word], parts: Sequence[str]) -> bool:
    return len(words) == len(parts) and all(
        part.casefold().startswith(word.folded) for word, part in zip(words, parts, strict=True)
    )

"""Moves typed with their words in any order, beside small words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deduce.rulebook.hurried import PARTING, QUIET, WRITER
from deduce.rulebook.undone import ASKING
from deduce.rulebook.words import folded, left_open, same, tokens_of, words_in


def by_words(
    text: str, options: Iterable[str], own: str, others: Iterable[str], also: Mapping[str, Iterable[str]]
) -> list[str]:
    """Options whose words, in any order, are all that a line says beside small words and, first, the name of who plays.

    `own` is that name, `others` are the other players': a line that begins with one of these is about somebody else.
    """
    tokens = [token for token in tokens_of(text) if token.text not in PARTING]
    words = [token.folded for token in tokens]
    people = {*map(folded, others)}
    quiet = QUIET - people - {folded(own)}
    if any(left_open(tokens, at, people) for at in range(len(tokens))):
        return []
    if not words or (words[0] in ASKING and words[0] not in (folded(own), *people)) or "?" in text:
        return []
    first = next((word for word in words if word not in quiet), "")
    if first in people:
        return []
    if first in (folded(own), *WRITER):
        words.remove(first)
    found = []
    for option in options:
        left, fits = [*words_in(option)], True
        for word in words:
            hit = next(
                (
                    each
                    for each in left
                    if same(word, each) or any(same(word, other) for other in also.get(each, ()))
                ),
                "",
            )
            if hit:
                left.remove(hit)
            elif word not in quiet:
                fits = False
                break
        if fits and all(word in quiet for word in left):
            found.append(option)
    return found

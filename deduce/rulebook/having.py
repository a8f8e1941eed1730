"""What people write before what is theirs: ``I have``, ``my cards:``, ``dealt``. It says whose it is, and nothing more.

Only where the rules wait for something of the writer's own are such words looked for, and only where a line begins;
behind another's name they are never left out, so that nobody's cards become the writer's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from deduce.rulebook.matching import Speech
from deduce.rulebook.wanting import Question, key_text
from deduce.rulebook.words import SELF, folded, words_in

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

MINE: Final = frozenset((*SELF, "own", "i'm", "i’m", "i've", "i’ve"))
_HAVING = (
    "am have had hold holds holding got get gets dealt draw draws drew drawn start starts started begin begins began "
    "first hand card cards role character person"
)
HAVING: Final = frozenset(_HAVING.split())


def behind_having(speech: Speech, question: Question, table: Table) -> Speech:
    """A line of notes without the words in front that say that its writer has what the question asks for.

    The line as it is, where the question asks for nothing of the writer's, or the line begins otherwise.
    """
    if not table.seat or not _of(table.seat, question, table):
        return speech
    me = folded(table.name(table.seat))
    meant = {word for value in _values(question, table) for word in words_in(str(value))}
    if question.kind != "draw":  # its label is read as well as the value
        meant.update(word for word in words_in(f"{question.name} {question.said}") if word != me)
    said = 0
    for place, token in enumerate(speech.tokens):
        word = token.folded
        if word in meant and word not in MINE:
            break
        if word == me or word in MINE or word in HAVING:
            said = place + 1
        elif not speech.void[place]:
            break
    if not said:
        return speech
    return speech.of(speech.tokens[said:], own=True)


def _of(writer: int, question: Question, table: Table) -> bool:
    """Whether what is asked is the writer's by its name, and no other player's."""
    if question.kind == "draw":
        return question.about.to is not None and bool(question.about.to.mask == 1 << writer)
    if question.kind not in ("show", "which"):
        return False
    words = words_in(question.said)
    named = [seat for seat in table.seats if folded(table.name(seat)) in words]
    return named == [writer]


def _values(question: Question, table: Table) -> Iterable[Any]:
    """What may be said to be the writer's."""
    if question.kind == "which":
        return [key_text(key, table) for key in question.about]
    return (
        question.about.deck.copies
        if question.kind == "draw"
        else map(question.about.spelt, question.about.domain)
    )

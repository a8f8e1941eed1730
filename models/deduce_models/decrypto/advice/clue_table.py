"""A vocabulary as one Encryptor sees it: which words may be given, and what each does for his team and for the rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deduce.ground.errors import ProblemError
from deduce_models.decrypto.components.legality import fold, forms, unwritable
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind, clue_rows, own_rows, sheet
from deduce_models.decrypto.rules.views import View, barred_places, own_code, used_clues


@dataclass(frozen=True)
class ClueTable:
    """A vocabulary as one Encryptor sees it; rows are its legal words.

    `own` and `rival` are log-likelihoods of each word under the own keywords and in the columns as rivals
    know them, both (V, 4); `leak` (V, 4) is the probability of the true keyword after the word has been
    shown in its column, `before` (4) what it is now.
    """

    words: tuple[str, ...]
    own: FloatArray
    rival: FloatArray
    leak: FloatArray
    before: FloatArray
    intercepted: bool
    last: bool


def clue_table(view: View, mind: Mind, *, vocabulary: Sequence[str] | None = None) -> ClueTable:
    """Score a vocabulary (the word list's by default) for the Encryptor of `view`.

    O(V n) for V words and n candidate keywords; see `legal_words` for which words take part. Raises
    `ProblemError` when the seat is not encrypting.
    """
    team, _ = own_code(view)
    if vocabulary is None and isinstance(mind.similarity, Reader):
        vocabulary = mind.similarity.pool(view.own)
    if not view.keywords[team]:
        raise ProblemError(f"clues need the keywords of seat {view.seat}'s team, which are not known here")
    legal = legal_words(view, vocabulary)
    own = own_rows(view, team, legal, mind)
    # What a bystander knows: the rivals' own cards are not ours to see.
    notes = sheet(view, team, mind, secret=False)
    rows, stray = clue_rows(legal, notes, mind.similarity)
    _bar(rows, legal, view)
    columns = notes.columns()
    rival = columns.fits(rows, stray=stray)
    index = view.setup.words.keyword_index
    before, leak = np.zeros(4), np.zeros((len(legal), 4))
    for slot, word in enumerate(view.keywords[team]):
        if word in index:
            before[slot] = columns.keywords[slot, index[word]]
            with np.errstate(invalid="ignore"):
                leak[:, slot] = before[slot] * np.exp(rows[:, index[word]] - rival[:, slot])
    rules = view.setup.rules
    return ClueTable(
        legal,
        own,
        rival,
        np.clip(np.nan_to_num(leak), 0.0, 1.0),
        before,
        view.round >= rules.interception_from,
        view.round >= view.setup.rounds,
    )


def _bar(rows: FloatArray, legal: Sequence[str], view: View) -> None:
    """No team with a keyword gives a clue that holds it: rivals rule the keyword out."""
    words = view.setup.words
    row_of = dict(zip(legal, range(len(legal)), strict=True))
    for column, keyword in enumerate(words.keywords):
        held = (row_of.get(words.vocabulary[place], -1) for place in words.barred(keyword))
        rows[[row for row in held if row >= 0], column] = -np.inf


def legal_words(view: View, vocabulary: Sequence[str] | None = None) -> tuple[str, ...]:
    """The words that the seat's team may give now, of the word list or of another vocabulary.

    O(V). Of a foreign vocabulary those words are kept that hold no form of a keyword and have not been used.
    """
    team = view.team or 0
    words = view.setup.words
    if vocabulary is None:
        barred = barred_places(view.setup, view.keywords[team], view.past, view.clues[team], team)
        return tuple(word for place, word in enumerate(words.vocabulary) if place not in barred)
    tokens: frozenset[str] = frozenset().union(*(forms(word) for word in view.keywords[team]))
    used = {fold(clue) for clue in used_clues(view.setup, view.past, view.clues[team], team)}
    return tuple(
        word
        for word in vocabulary
        if (folded := fold(word)) not in used
        and folded not in tokens
        and tokens.isdisjoint(folded.split())
        and not unwritable(word)
    )

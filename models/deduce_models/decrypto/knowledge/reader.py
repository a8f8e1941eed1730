"""The reader that comes with the game: the list's associations and what the voices say of all other words.

An Encryptor is taken to give a clue as the list has it or as the voices (`knowledge.voices`: word vectors, association
norms, with an extra a sentence encoder) have it, each half of the time. A keyword outside the list has only the voices, a
word that nobody knows attracts every clue alike, and a clue that nobody knows is as likely for every keyword: what is
unknown is never evidence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from deduce.vocabulary.vectors import Vectors
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.associations import Associations
from deduce_models.decrypto.knowledge.similarity import FloatArray, Similarity
from deduce_models.decrypto.knowledge.strangers import StrangeMate
from deduce_models.decrypto.knowledge.voices import CLUES, FEW, Voices

if TYPE_CHECKING:
    from deduce.vocabulary.encoders import Encoder

REMEMBERED = 20_000
"""So many clues' rows are kept, some 1.4 kB each."""

LISTED = 0.45
"""Of the clues that the voices expect for a keyword about this share is in the list, for keywords that are not."""

ENGLISH = 0.8
"""From this share of keywords with English vectors on, a list is read by the voices as well."""

UNSURE = 0.6
"""The sharpness of a reader who takes the voices at less than their word."""

HALVES = (1, 2, 3)
"""Which random halves of the associations sit at the table."""

STEM, SHARED = 3, 0.7
"""Words of one stem begin with the same letters: so many at least, and this share of the shorter word."""

NEAREST = 120
"""How many words near a keyword outside the list are thought of as clues."""


class Reader:
    """Associations and voices, half of the clues each; see the module.

    `parts` are its two halves one by one; `readers` are people as they may sit at the table, who know a part of the
    associations only, or are more or less sure of themselves: what most of them understand is understood.
    """

    normalised = True

    def __init__(
        self, words: WordList, vectors: Vectors | None = None, encoder: tuple[str, Encoder] | None = None
    ) -> None:
        self.words = words
        self.associations = Associations(words)
        self.near = Voices(vectors, encoder=encoder)
        self.parts: tuple[Similarity, Similarity] = (self.associations, self.near)
        self._rows: dict[str, FloatArray] = {}

    @property
    def name(self) -> str:
        """Both halves."""
        return f"{self.associations.name} and {self.near.name}"

    def unknown(self, texts: Sequence[str]) -> list[str]:
        """Those of `texts` that neither the list nor the vectors know, in order, each once."""
        return [
            text
            for text in dict.fromkeys(texts)
            if fold(text) not in self.words.word_index
            and fold(text) not in self.words.keyword_index
            and not self.near.knows(text)
        ]

    def slips(self, texts: Sequence[str]) -> dict[str, str]:
        """What of `texts` is read as something else: a word with one slip of the pen as the word that was meant."""
        pairs = [
            (text, self.near.read(folded))
            for text in dict.fromkeys(texts)
            if (folded := fold(text)) not in self.words.word_index
            and folded not in self.words.keyword_index
        ]
        return {text: read for text, read in pairs if self.near.slipped(fold(text))}

    @cached_property
    def readers(self) -> tuple[Similarity, ...]:
        """Readers of different kinds: associations sure and unsure, random halves of them, voices sure and unsure."""
        listed = (
            self.associations,
            Associations(self.words, temperature=3.0),
            *(Associations(self.words, half=half) for half in HALVES),
        )
        return (*listed, self.near, self.near.flattened(UNSURE))

    @cached_property
    def single(self) -> tuple[Similarity, ...]:
        """Readers of a single voice: the list, word vectors, association norms."""
        return (self.associations, self.near.only("vectors"), self.near.only("norms"))

    @cached_property
    def stranger(self) -> StrangeMate:
        """Who had no part in choosing clues."""
        return StrangeMate(self.associations, self.near)

    def readers_for(self, keywords: Sequence[str], *, strangers: bool = False) -> tuple[Similarity, ...]:
        """The readers that know all `keywords`, the whole reader where none does; or the one that is a stranger."""
        if strangers:
            return (self.stranger,)
        listed = all(fold(word) in self.words.keyword_index for word in keywords)
        near = all(map(self.near.knows, keywords))
        known = (each for each in self.readers if (listed if isinstance(each, Associations) else near))
        return tuple(known) or (self,)

    def heard(
        self, clues: Sequence[str], keywords: Sequence[str], by: tuple[Similarity, ...]
    ) -> FloatArray | None:
        """What some readers make of clues of the list: their scores, shape (readers, clues, 4).

        None where a clue is not of the list. A whole game asks about the same keywords, so that this is kept.
        """
        index = self.words.word_index
        rows = [index.get(clue, -1) for clue in clues]
        if min(rows, default=0) < 0:
            return None
        found: FloatArray = _listed(self.words, tuple(keywords), by)[:, np.array(rows, dtype=int)]
        return found

    def pool(self, keywords: Sequence[str]) -> list[str] | None:
        """Clues to choose from: the list's (None), and for keywords outside it also their nearest words.

        Nearest are derived words too ("taxation"), which most tables refuse: what begins like its keyword is not offered.
        """
        foreign = [fold(word) for word in keywords if fold(word) not in self.words.keyword_index]
        near = [
            clue
            for word in foreign
            for clue in self.near.vectors.nearest(word, NEAREST)
            if not any(_kindred(clue, fold(other)) for other in keywords)
        ]
        return list(dict.fromkeys((*self.words.vocabulary, *near))) if near else None

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-probabilities of each clue for each word, shape ``(len(clues), len(words))``."""
        index, keywords = self.words.keyword_index, self.words.keywords
        if words is keywords:
            return self._listed(clues)
        columns = [index.get(word, -1) for word in words]
        asked = self.near.encoder is not None and len(words) <= FEW
        if min(columns, default=0) < 0 or asked:
            return self._mixed(clues, words)
        found: FloatArray = self._listed(clues)[:, np.array(columns, dtype=int)]
        return found

    def _listed(self, clues: Sequence[str]) -> FloatArray:
        """The scores for all keywords of the list: rows are kept, for games ask about the same again and again."""
        kept = self._rows
        fresh = [clue for clue in dict.fromkeys(clues) if clue not in kept]
        if fresh:
            if len(kept) + len(fresh) > REMEMBERED:
                kept.clear()
                fresh = list(dict.fromkeys(clues))
            kept.update(zip(fresh, self._mixed(fresh, self.words.keywords), strict=True))
        return np.array([kept[clue] for clue in clues]).reshape(len(clues), len(self.words.keywords))

    def _mixed(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        slips = self.slips(clues)
        if slips:
            clues = [slips.get(clue, clue) for clue in clues]
        listed = np.array([fold(word) in self.words.keyword_index for word in words])
        linked = np.array([fold(clue) in self.words.word_index for clue in clues])
        near, there = self.near.scores(clues, words), np.array([self.near.knows(word) for word in words])
        told = self.associations.scores(clues, words)
        # Keywords outside the list have their half of listed clues too: as the voices share them out.
        told[:, ~listed] = near[:, ~listed] - math.log(LISTED)
        told[~linked] = -np.inf
        near[:, ~there] = np.where(linked, told[:, ~there].T, math.log(self.associations.stray / CLUES)).T
        found: FloatArray = np.logaddexp(told, near) - math.log(2)
        nothing = ~linked & ~np.array([self.near.knows(clue) for clue in clues])
        found[nothing] = math.log(1 / CLUES)
        return found


def reader_for(words: WordList, extra: str | None = None) -> Similarity:
    """How a list is read: by its own associations, and by the English voices where the list is English.

    `extra` names a sentence encoder (``encoder``, ``multilingual``) that reads clues for known keywords beside them, in
    its own languages. Raises `MissingExtra` where it is not installed, `ProblemError` for another name.
    """
    if extra is not None:
        from deduce.vocabulary.encoders import encoder

        return Reader(words, encoder=(extra, encoder(extra)))
    reader = Reader(words)
    known = sum(fold(word) in reader.near.vectors for word in words.keywords)
    return reader if known >= ENGLISH * len(words.keywords) else reader.associations


def _kindred(clue: str, keyword: str) -> bool:
    """Whether two words look like forms of one stem."""
    stem = max(STEM, math.ceil(SHARED * min(len(clue), len(keyword))))
    return len(clue) >= stem and clue.startswith(keyword[:stem])


@lru_cache(maxsize=16)
def _listed(words: WordList, keywords: tuple[str, ...], by: tuple[Similarity, ...]) -> FloatArray:
    """The clues of the list for these keywords, by some readers: some 0.4 MB."""
    return np.array([each.scores(words.vocabulary, keywords) for each in by])

"""What words have to do with each other, told by voices that do not know of each other, and multiplied.

Word vectors know which words stand near each other in texts, association norms what people say first, a sentence
encoder (an extra) phrases and names as a whole. Each voice says how much likelier a clue is for a keyword than by
chance; the product of what they say, each raised to an exponent, is P(clue | keyword) up to what the keyword attracts
altogether. The exponents are fitted on clues that no measurement uses: ``python -m benchmarks.decrypto_voices --fit``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.reading import shipped_toml
from deduce.ground.wording import many
from deduce.vocabulary.norms import Norms, edinburgh
from deduce.vocabulary.vectors import Vectors, english
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.knowledge.similarity import FloatArray

if TYPE_CHECKING:
    from deduce.vocabulary.encoders import Encoder

CLUES: Final = 20_000
"""Among so many of the commonest words, and all that the norms have, an Encryptor is taken to choose."""

STRAY: Final = 0.1
"""The share of clues that have nothing to do with the keyword."""

FEW: Final = 16
"""An encoder is asked about so many keywords at most: a team's four, not all that rivals could have."""

_DATA: Final = Path(__file__).parents[1] / "data"
_TOKENS: Final = re.compile(r"[^\W\d_]+")


def exponents() -> Mapping[str, Mapping[str, float]]:
    """What each voice's word counts, by the encoder that speaks beside them (``plain`` for none)."""
    return shipped_toml(_DATA / "voices.toml")


class Voices:
    """P(clue | keyword) by several voices at once.

    Args:
        vectors: Word vectors; the shipped ones where None.
        norms: Association norms; the shipped ones where None.
        encoder: A sentence encoder, and the name of its exponents (``encoder``, ``multilingual``).
        sharpness: Above 0; below 1 the voices are taken at less than their word.
        alone: The one voice that is heard (``vectors``, ``norms``); all where None.
    """

    normalised = True

    def __init__(
        self,
        vectors: Vectors | None = None,
        norms: Norms | None = None,
        encoder: tuple[str, Encoder] | None = None,
        *,
        sharpness: float = 1.0,
        alone: str | None = None,
    ) -> None:
        self.alone = alone
        self.vectors = english() if vectors is None else vectors
        self.norms = edinburgh() if norms is None else norms
        self.encoder, self.sharpness = encoder, sharpness
        self._kept: dict[str, str] = {}
        self._met: dict[str, bool] = {}
        shipped = (
            self.vectors is english() and self.norms is edinburgh() and sharpness == 1 and alone is None
        )
        self._totals: dict[str, float] = dict(_totals()) if shipped else {}

    @property
    def name(self) -> str:
        """The voices, and the sharpness where it is not the fitted one."""
        voices = [f"word vectors ({many(len(self.vectors), 'word')})"]
        if len(self.norms):
            voices.append(f"association norms ({many(len(self.norms), 'word')})")
        if self.encoder is not None:
            voices.append(self.encoder[1].name)
        heat = "" if self.sharpness == 1 else f" at sharpness {self.sharpness:g}"
        if self.alone is not None:
            voices = [voice for voice in voices if self.alone in voice]
        return " x ".join(voices) + heat

    def flattened(self, sharpness: float) -> Voices:
        """The same voices, taken at less (or more) than their word."""
        return Voices(self.vectors, self.norms, self.encoder, sharpness=sharpness)

    def only(self, voice: str) -> Voices:
        """One of the voices alone."""
        return Voices(self.vectors, self.norms, sharpness=self.sharpness, alone=voice)

    def knows(self, text: str) -> bool:
        """Whether some voice knows a word of `text`, as it is spelt or as it was meant; an encoder knows all."""
        if self.encoder is not None:
            return True
        return self._has(self.read(fold(text)))

    def _has(self, read: str) -> bool:
        """Whether the vectors or the norms know a word of a text that was read."""
        found = self._met.get(read)
        if found is None:
            found = self._met[read] = read in self.vectors or read in self.norms
        return found

    def read(self, text: str) -> str:
        """A folded text as it is understood: its words without signs, slips of the pen put right."""
        found = self._kept.get(text)
        if found is None:
            found = " ".join(self._meant(word) for word in _written(text))
            self._kept[text] = found
        return found

    def slipped(self, text: str) -> bool:
        """Whether a folded text has a word that is read as another."""
        return any(self._meant(word) != word for word in _written(text))

    def _meant(self, word: str) -> str:
        ranks = self.vectors.ranks
        if word in ranks or self.norms.place(word) >= 0:
            return word
        from deduce.vocabulary.spelling import meant

        return meant(word, ranks) or word

    def rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The word vectors of texts as they are understood; zeros for what is not known; (texts, dimensions)."""
        return self.vectors.of([self.read(fold(text)) for text in texts])

    def linked(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """What the association norms say of each clue and word: logarithms, 0 by chance; shape (clues, words)."""
        return self.norms.evidence(*([self.read(fold(text)) for text in texts] for texts in (clues, words)))

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-probabilities; the same for every word and clue that no voice knows."""
        asked, given = [self.read(fold(word)) for word in words], [self.read(fold(clue)) for clue in clues]
        exponent = heard = self._powers
        if self.encoder is not None and len(words) <= FEW:
            heard = exponents()[self.encoder[0]]
        rows, columns = self.vectors.of(given), self.vectors.of(asked)
        logs = heard["vectors"] * np.asarray(rows @ columns.T, dtype=float)
        logs += heard["norms"] * self.norms.evidence(given, asked)
        known = np.array([self._has(word) for word in given])[:, None] & [self._has(word) for word in asked]
        if self.encoder is not None and heard is not exponent:
            plain = ([fold(clue) for clue in clues], [fold(word) for word in words])
            cosines = self.encoder[1].of(plain[0]) @ self.encoder[1].of(plain[1]).T
            logs += heard["encoder"] * (np.asarray(cosines, dtype=float) - heard["chance"])
            known = np.ones_like(known)
        # Nobody gives the keyword itself.
        logs[np.array(given, dtype=object)[:, None] == np.array(asked, dtype=object)] = -np.inf
        near = (1 - STRAY) * np.exp(self.sharpness * logs - self._totals_of(asked)) + STRAY / CLUES
        found: FloatArray = np.log(np.where(known, near, 1 / CLUES))
        return found

    @property
    def _powers(self) -> Mapping[str, float]:
        """What each voice's word counts without an encoder: nothing where another one is heard alone."""
        plain = exponents()["plain"]
        return plain if self.alone is None else {**dict.fromkeys(plain, 0.0), self.alone: plain[self.alone]}

    def _totals_of(self, words: Sequence[str]) -> FloatArray:
        """For each word the logarithm of its weight over all clues; each word is summed once."""
        fresh = [word for word in dict.fromkeys(words) if word not in self._totals]
        if fresh:
            self._totals.update(self.totals(fresh))
        return np.array([self._totals[word] for word in words])

    def totals(self, words: Sequence[str]) -> dict[str, float]:
        """For each word the logarithm of what it attracts over all clues: vectors and norms, without an encoder."""
        exponent = self._powers
        cosines = self._choice @ self.vectors.of(words).T
        weights = np.exp(np.float32(self.sharpness * exponent["vectors"]) * cosines)
        linked, there = self._clue_places
        for column, word in enumerate(words):
            if word in self._at:
                weights[self._at[word], column] = 0.0
            place = max((self.norms.place(token) for token in word.split()), default=-1)
            if place >= 0:
                told = self.norms.evidence_of(place)[there]
                weights[linked, column] *= np.exp(self.sharpness * exponent["norms"] * told)
        return dict(zip(words, np.log(weights.sum(axis=0, dtype=float)).tolist(), strict=True))

    @cached_property
    def choice(self) -> list[str]:
        """The words among which an Encryptor chooses."""
        known = (word for word in self.norms.words if word in self.vectors.ranks)
        return list(dict.fromkeys((*self.vectors.words[:CLUES], *known)))

    @cached_property
    def _choice(self) -> NDArray[np.float32]:
        return self.vectors.of(self.choice)

    @cached_property
    def _at(self) -> dict[str, int]:
        return dict(zip(self.choice, range(len(self.choice)), strict=True))

    @cached_property
    def _clue_places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which of those words are in the norms, and where they stand there."""
        there = np.array([self.norms.place(word) for word in self.choice], dtype=int)
        linked = np.flatnonzero(there >= 0)
        return linked, there[linked]


def _written(text: str) -> list[str]:
    """The words of a folded text, without signs and possessive endings."""
    return _TOKENS.findall(text.replace("'s ", " ").removesuffix("'s").replace("'", ""))


def _totals() -> dict[str, float]:
    """What the shipped voices weigh together for the built-in keywords."""
    found: dict[str, float] = shipped_toml(_DATA / "totals.toml")["totals"]
    return found

"""Word association norms: what people said first when they heard a word.

The Edinburgh Associative Thesaurus ships with the library: some hundred students each for 8,400 words, 1968 to 1971.
Norms of one's own are read from a file. Two words are linked as strongly as either called up the other; beside that
count the words to which both are linked, the rarer the more.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import text_of
from deduce.vocabulary.ledger import Ledger

Floats = NDArray[np.float64]

_Rows = tuple[NDArray[Any], NDArray[Any], Floats]
"""Where each word's links begin (one more than words), to which words they are, how strong."""

BACK: Final = 0.5
"""What being called up counts beside calling up."""

SETTLED: Final = 20
"""So many answers are added to a response's count: rarely said words would look exclusive."""

SHARED: Final = 0.1
"""What the words to which both are linked count, and the power by which common ones count less."""

SPREAD: Final = 0.75

FAINT: Final = 1e-3
"""A link of this strength is worth as much as chance."""

ASKED: Final = 100_000
"""So many words are kept with their places."""

REMEMBERED: Final = 32
"""So many words' strengths are kept, 180 kB each with the shipped norms."""

ENDINGS: Final = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"))


class Norms:
    """Who called up what, how often.

    Args:
        words: All words, each once, lower case.
        starts: Where the responses to each word begin, one more than words.
        responses: Places of the words that were said.
        counts: How often, at least 1.
        title: Whose norms, for people.
        licence: Under which licence.

    Raises `ProblemError` where the lengths do not match.
    """

    def __init__(
        self,
        words: Sequence[str],
        starts: NDArray[Any],
        responses: NDArray[Any],
        counts: NDArray[Any],
        *,
        title: str = "",
        licence: str = "",
    ) -> None:
        if len(starts) != len(words) + 1 or len(responses) != len(counts) or int(starts[-1]) != len(counts):
            raise ProblemError(f"{len(words)} words need as many and one starts, and a count a response")
        self.words: Sequence[str] = words if isinstance(words, Ledger) else tuple(words)
        self.title, self.licence = title, licence
        self._starts, self._responses, self._counts = starts, responses, counts
        self._whole: dict[int, Floats] = {}
        self._asked: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and any(self.place(token) >= 0 for token in text.split())

    @cached_property
    def _places(self) -> Mapping[str, int]:
        if isinstance(self.words, Ledger):
            return self.words.places
        return dict(zip(self.words, range(len(self.words)), strict=True))

    def place(self, token: str) -> int:
        """Where `token` or the word it is a form of stands, -1 for none. O(1) for a word that was asked before."""
        known = self._asked.get(token)
        if known is None:
            if len(self._asked) >= ASKED:
                self._asked.clear()
            known = self._asked[token] = self._place(token)
        return known

    def _place(self, token: str) -> int:
        places = self._places
        found = places.get(token, -1)
        for ending, other in ENDINGS if found < 0 else ():
            if token.endswith(ending) and len(token) > len(ending) + 2:
                found = max(found, places.get(token[: -len(ending)] + other, -1))
        return places.get(token + "s", -1) if found < 0 else found

    @cached_property
    def _said(self) -> Floats:
        """How often each word was said."""
        found: Floats = np.bincount(self._responses, self._counts, len(self.words)).astype(np.float64)
        return found

    @cached_property
    def _strength(self) -> Floats:
        """How strong each link is, from the word that was asked to the one that was said."""
        sums = np.concatenate([[0], np.cumsum(self._counts, dtype=np.int64)])[self._starts]
        # Of words that were not asked there is no link.
        share, back = 1 / np.maximum(np.diff(sums), 1), BACK / (self._said + SETTLED)
        found: Floats = back[self._responses]
        found += np.repeat(share, np.diff(self._starts))
        found *= self._counts
        return found

    @cached_property
    def _links(self) -> tuple[_Rows, _Rows]:
        """The links of every word: to what was said when it was asked, and to what was asked when it was said."""
        size = len(self.words)
        # Numbers of two bytes are sorted by radix, ten times as fast.
        small = np.uint16 if size < 1 << 16 else np.int64
        asked = np.repeat(np.arange(size, dtype=small), np.diff(self._starts))
        responses = np.asarray(self._responses, small)
        order = np.argsort(responses, kind="stable")
        back = np.concatenate([[0], np.cumsum(np.bincount(responses, minlength=size))])
        return (self._starts, responses, self._strength), (back, asked[order], self._strength[order])

    @cached_property
    def _keys(self) -> tuple[NDArray[np.int64], Floats]:
        """Every pair of words that are linked, either way round, as one sorted number each, and how strongly."""
        size = len(self.words)
        asked = np.repeat(np.arange(size), np.diff(self._starts))
        said = np.asarray(self._responses, np.int64)
        keys, which = np.unique(
            np.concatenate([asked * size + said, said * size + asked]), return_inverse=True
        )
        strengths: Floats = np.bincount(which, np.tile(self._strength, 2)).astype(np.float64)
        return np.asarray(keys, np.int64), strengths

    def links(self, pairs: NDArray[np.int64]) -> Floats:
        """How strongly the words at each pair of places, shape (n, 2), are linked themselves, either way; (n,).

        0 for words that are not, for a word with itself, and where a place is -1. A tenth of a second for the first.
        """
        keys, strengths = self._keys
        first, second = pairs.T
        asked = first * len(self.words) + second
        at = np.searchsorted(keys, asked).clip(max=len(keys) - 1)
        linked = (keys[at] == asked) & (first >= 0) & (second >= 0) & (first != second)
        return np.where(linked, strengths[at], 0.0)

    @cached_property
    def _telling(self) -> Floats:
        """What being linked to each word tells: less, the more words are."""
        size = len(self.words)
        taken = np.zeros(size)
        for _, columns, strengths in self._links:
            taken += np.bincount(columns, strengths, size)
        found: Floats = (taken + 0.5) ** (-2 * SPREAD)
        return found

    def _beside(self, places: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """The links of several words one after the other: which of `places`, to which word, how strong."""
        found = []
        for starts, columns, strengths in self._links:
            begins = np.asarray(starts[places], np.intp)
            sizes = np.asarray(starts[places + 1], np.intp) - begins
            steps = np.arange(sizes.sum()) + np.repeat(begins - np.cumsum(sizes) + sizes, sizes)
            found.append((np.repeat(np.arange(len(places)), sizes), columns[steps], strengths[steps]))
        which, columns, strengths = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return which, np.asarray(columns, np.intp), strengths

    def strengths(self, place: int) -> Floats:
        """How strongly the word at `place` is linked with every other word; shape (words,), symmetric.

        O(links of its neighbours). Raises `IndexError` for a place that is none.
        """
        found = self._whole.get(place)
        if found is None:
            _, beside, values = self._beside(np.array([place]))
            which, columns, shares = self._beside(beside)
            size = len(self.words)
            near: Floats = np.bincount(beside, values, size).astype(np.float64)
            shared = (values * self._telling[beside])[which] * shares
            near += SHARED * np.bincount(columns, shared, size)
            near[place] = 0.0
            if len(self._whole) >= REMEMBERED:
                self._whole.clear()
            found = self._whole[place] = near
        return found

    def evidence(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Logarithms of how much likelier each text is for each word than by chance, at least 0; (texts, words).

        A phrase is linked as its words are on average, rare ones weighing more; where either is not in the norms, 0.
        """
        places = np.array([self.place(word) for word in words], np.intp)
        tokens = [[at for at in map(self.place, text.split()) if at >= 0] for text in texts]
        known = np.flatnonzero(places >= 0)
        found = np.zeros((len(texts), len(words)))
        sizes = np.array([len(some) for some in tokens], np.intp)
        heard = np.flatnonzero(sizes)
        if not len(known) or not len(heard):
            return found
        every, row_of = np.unique(np.array([at for some in tokens for at in some]), return_inverse=True)
        table = self._table(every.tolist(), places[known].tolist())
        weights = (1 / np.sqrt(self._said[every] + 10))[row_of]
        starts = (np.cumsum(sizes) - sizes)[heard]
        sums = np.add.reduceat(weights[:, None] * table[row_of], starts)
        found[np.ix_(heard, known)] = sums / np.add.reduceat(weights, starts)[:, None]
        logs: Floats = np.log1p(found / FAINT)
        return logs

    def evidence_of(self, place: int) -> Floats:
        """`evidence` of every word of the norms for the one at `place`, shape (words,)."""
        logs: Floats = np.log1p(self.strengths(place) / FAINT)
        return logs

    def _table(self, tokens: Sequence[int], places: Sequence[int]) -> Floats:
        """Strengths by places, shape (tokens, places): from the side that has fewer words."""
        if len(tokens) <= len(places):
            return np.array([self.strengths(token)[places] for token in tokens])
        return np.array([self.strengths(place)[tokens] for place in places]).T


@lru_cache(maxsize=1)
def edinburgh() -> Norms:
    """The norms that ship with the library, mapped from their files; some milliseconds."""
    folder = Path(__file__).parent / "data"
    told = tomllib.loads((folder / "norms.toml").read_text(encoding="utf-8"))["norms"]
    arrays = [
        np.load(folder / f"norms_{part}.npy", mmap_mode="r") for part in ("starts", "responses", "counts")
    ]
    return Norms(
        Ledger((folder / "norms.txt").read_bytes()), *arrays, title=told["title"], licence=told["licence"]
    )


def read_norms(path: str | Path, *, title: str = "", licence: str = "") -> Norms:
    """Norms of one's own: a file with ``cue,response,count`` a line (commas or tabs); a first line of names is skipped.

    Raises `RecordError` with line and column, `ProblemError` for a file that cannot be read or holds no line.
    """
    path = Path(path)
    try:
        text = text_of(path)
    except RecordError as error:
        raise ProblemError(str(error)) from error
    counted: Counter[tuple[str, str]] = Counter()
    for cue, response, count in _lines(text, str(path)):
        if cue != response:
            counted[cue, response] += count
    if not counted:
        raise ProblemError(f"{path}: holds no association: expected lines such as 'king,queen,43'")
    words = sorted({word for pair in counted for word in pair})
    place = dict(zip(words, range(len(words)), strict=True))
    pairs = sorted((place[cue], place[response], count) for (cue, response), count in counted.items())
    table = np.array(pairs)
    starts = np.searchsorted(table[:, 0], np.arange(len(words) + 1))
    return Norms(words, starts, table[:, 1], table[:, 2], title=title or path.name, licence=licence)


def _lines(text: str, source: str) -> Iterator[tuple[str, str, int]]:
    lines = text.split("\n")
    delimiter = "\t" if "\t" in lines[0] else ","
    import csv

    for number, parts in enumerate(csv.reader(lines, delimiter=delimiter), 1):
        if not parts or parts[0].startswith("#"):
            continue
        names = [" ".join(part.lower().split()) for part in parts]
        try:
            count = float(names[2])
        except (ValueError, IndexError):
            count = math.nan
        if number == 1 and math.isnan(count) and len(names) >= 3:
            continue
        if len(names) != 3 or not all(names) or not (1 <= count < 1e9) or count != int(count):
            raise RecordError(
                "expected 'cue,response,count' with a whole number of at least 1",
                line=number,
                column=1,
                source=source,
            )
        yield names[0], names[1], int(count)

"""Which words follow which: ``python -m benchmarks.word_order`` fits ``deduce/vocabulary/data/following_en.npz``.

Each word has two small vectors, one for standing before a word and one for standing behind one; their product is the
logarithm of how much likelier two words stand in a row than apart. Both are a linear map of the word vectors that ship,
and for the commonest words a vector of their own besides. Fitted by telling the words that stand in a row in the plain
texts of a folder (``--texts``, a file a book) from the same words put together by chance (noise-contrastive estimation:
Gutmann and Hyvärinen 2010), pairs drawn by the root of their counts so that rare words are met. Everything follows from
the texts and the seed; of what the shipped file was made: docs/data.md. ``--show`` tells instead what the file says of
some pairs.
"""

from __future__ import annotations

import argparse
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.following import FILE, OWN, following, inputs
from deduce.vocabulary.vectors import english

Floats = NDArray[np.float32]

KNOWN = 40_000
"""So many of the commonest words are learnt from."""

COMMON = 1500
"""So many of them have vectors of their own."""

SIZE = 32
SIDES = ("before", "after")
BATCH = 4096
RATE = 0.01
DECAY = 1e-5
SHOWN = "the old dog sleeps of the in water they was green he sold his car"


class Fitting:
    """The vectors while they are fitted, by Adam (Kingma and Ba 2015).

    Args:
        rows: What is known of each word, shape (words, numbers).
        rng: Where chance comes from.
        common: So many words, and those of `OWN` before them, have vectors of their own.
    """

    def __init__(self, rows: Floats, rng: np.random.Generator, common: int = COMMON) -> None:
        self.rows, self.own = rows, len(OWN) + common
        sizes = {
            "before_map": rows.shape[1],
            "after_map": rows.shape[1],
            "before": self.own,
            "after": self.own,
        }
        self.at = {name: (rng.normal(size=(n, SIZE)) / 10).astype(np.float32) for name, n in sizes.items()}
        self._mean = {name: np.zeros_like(array) for name, array in self.at.items()}
        self._square = {name: np.zeros_like(array) for name, array in self.at.items()}

    def _vectors(self, pairs: NDArray[np.int64]) -> dict[str, Floats]:
        """The vectors of both sides of `pairs`."""
        found = {}
        for side, words in zip(SIDES, pairs.T, strict=True):
            vectors = self.rows[words] @ self.at[f"{side}_map"]
            special = words < self.own
            vectors[special] += self.at[side][words[special]]
            found[side] = vectors
        return found

    def loss(self, pairs: NDArray[np.int64], real: Floats) -> float:
        """The mean of what is told wrongly of `pairs`, shape (n, 2), that are real (1) or not (0), in nats."""
        told = np.einsum("nd,nd->n", *self._vectors(pairs).values())
        return float(np.mean(np.logaddexp(0, told) - real * told))

    def slopes(self, pairs: NDArray[np.int64], real: Floats) -> dict[str, Floats]:
        """How the loss changes with every number."""
        vectors = self._vectors(pairs)
        found: dict[str, Floats] = {}
        chances = 1 / (1 + np.exp(-np.einsum("nd,nd->n", *vectors.values())))
        wrong = ((chances - real) / len(pairs)).astype(np.float32)[:, None]
        for side, other, words in zip(SIDES, reversed(SIDES), pairs.T, strict=True):
            slope = wrong * vectors[other]
            own = np.zeros_like(self.at[side])
            np.add.at(own, words[words < self.own], slope[words < self.own])
            found |= {side: own, f"{side}_map": self.rows[words].T @ slope}
        return found

    def step(self, slopes: dict[str, Floats], rate: float, number: int) -> None:
        """The step of this number, from 1, down the slopes."""
        for name, at in self.at.items():
            slope = slopes[name] + DECAY * at
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.001 * (slope**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**number)
            at -= rate * mean / (np.sqrt(self._square[name] / (1 - 0.999**number)) + 1e-8)


def pairs_in(text: str) -> Iterator[tuple[str, str]]:
    """The words in a row of a text, lower case, none across a full stop or another sign."""
    for part in re.split(r"[^a-z'\s]+", text.lower().replace("\u2019", "'")):
        yield from itertools.pairwise(re.findall(r"[a-z]+", part.replace("'", "")))


def fitted(texts: Path, steps: int, seed: int = 2026) -> dict[str, NDArray[np.float16]]:
    """The arrays of the file, from all ``*.txt`` in a folder. Raises `SystemExit` where there is none."""
    books = sorted(texts.glob("*.txt"))
    if not books:
        raise SystemExit(f"no texts to learn from: expected plain texts, *.txt, in {texts}")
    counted: Counter[tuple[str, str]] = Counter()
    for book in books:
        counted.update(pairs_in(book.read_text(encoding="utf-8")))
    rng = np.random.default_rng(seed)
    words = [*OWN, *english().words[:KNOWN]]
    place = {word: k for k, word in enumerate(words)}
    known = [(place[a], place[b], n) for (a, b), n in counted.items() if a in place and b in place]
    print(
        f"{len(books)} texts, {counted.total():,} pairs in a row, {len(known):,} different known ones",
        flush=True,
    )
    pairs = np.array([row[:2] for row in known])
    shares = np.sqrt([row[2] for row in known])
    sums = [shares.cumsum(), *(np.bincount(column, shares, len(words)).cumsum() for column in pairs.T)]
    fitting = Fitting(inputs(english(), words), rng)
    real = np.repeat(np.array([1, 0], np.float32), BATCH)
    for step in range(1, steps + 1):
        drawn, *chance = (np.searchsorted(each, rng.random(BATCH) * each[-1]) for each in sums)
        batch = np.concatenate([pairs[drawn], np.stack(chance, axis=1)])
        fitting.step(fitting.slopes(batch, real), RATE * (1 - step / steps) + RATE / 100, step)
        if step % 500 == 0:
            print(f"step {step} of {steps}: {fitting.loss(batch, real):.3f} nats", flush=True)
    return {name: array.astype(np.float16) for name, array in fitting.at.items()}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=Path, help="a folder of plain texts to learn from")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    if not given.show:
        if given.texts is None:
            parser.error("--texts FOLDER, or --show")
        with given.out.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **fitted(given.texts, given.steps))
        return
    words = SHOWN.split()
    places = np.array(list(itertools.pairwise(range(len(words)))))
    for pair, told in zip(itertools.pairwise(words), following().told(words, places), strict=True):
        print(f"{' '.join(pair)}: {told:.1f}")


if __name__ == "__main__":
    main()

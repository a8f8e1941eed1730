"""Do readers find what was meant? Clues for 60 keywords that no fit has seen: ``python -m benchmarks.decrypto_voices``.

``tests/data/clues/held_out_en.txt`` has four clues a keyword (plain, a proper name, a phrase, oblique), written before
any list was looked at. Told is how often all three clues of a code are put to the right ones of four keywords, for every
kind of clue and on the whole, by every voice alone and by readers that hear several; then the same with two neighbouring
letters swapped in each plain clue, and the processor time a clue (an encoder takes each new text once, 5 to 15 ms).
Intervals are 95 %, over the teams drawn by a fixed seed. ``--fit`` prints the exponents of the voices, fitted on
``fitting_en.txt``, which shares no keyword with the other. ``--language ru`` takes the Russian file.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.decrypto_strength import wilson
from deduce.ground.errors import MissingExtra
from deduce.vocabulary.encoders import ENCODERS, Encoder, encoder
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray, Similarity
from deduce_models.decrypto.knowledge.voices import Voices
from deduce_models.decrypto.rules.moves import CODES

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "clues"
KINDS = ("plain", "name", "phrase", "oblique")
TEAMS = 1500
PLACES = np.array(CODES) - 1
TOP = 20.0
"""The largest exponent that a fit considers."""


def clues(name: str) -> list[tuple[str, ...]]:
    """Keyword and its four clues, a line each."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if "|" in line]


@dataclass(frozen=True)
class Alone:
    """One voice by itself: a function of clues and words."""

    name: str
    told: Callable[[Sequence[str], Sequence[str]], FloatArray]
    normalised: bool = False

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """What the voice says."""
        return self.told(clues, words)


def teams(count: int, size: int, seed: int = 7) -> Iterator[tuple[list[int], list[int]]]:
    """Four keywords and which three of them the clues are for."""
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.sample(range(size), 4), rng.sample(range(4), 3)


def right(reader: Similarity, rows: Sequence[tuple[str, ...]], kind: int, count: int = TEAMS) -> float:
    """How many of `count` triples are put to the right keywords; of codes that are equally likely each has its share."""
    hits = 0.0
    # Four words a call, as at the table: a reader may take his time with a team's own keywords.
    for hand, code in teams(count, len(rows)):
        scores = reader.scores([rows[hand[at]][kind] for at in code], [rows[at][0] for at in hand])
        totals = scores[np.arange(3), PLACES].sum(axis=1)
        best = np.flatnonzero(totals >= totals.max() - 1e-9)
        hits += (CODES.index((code[0] + 1, code[1] + 1, code[2] + 1)) in best) / len(best)
    return hits


def swapped(clue: str, rng: random.Random) -> str:
    """`clue` with two neighbouring letters swapped that differ; short words stay."""
    places = [at for at in range(len(clue) - 1) if clue[at] != clue[at + 1] and clue[at : at + 2].isalpha()]
    if len(clue) < 4 or not places:
        return clue
    at = rng.choice(places)
    return clue[:at] + clue[at + 1] + clue[at] + clue[at + 2 :]


def encoders() -> list[tuple[str, Encoder]]:
    """Those that are installed."""
    found = []
    for name in ENCODERS:
        try:
            found.append((name, encoder(name)))
        except MissingExtra as missing:
            print(f"left out: {missing}")
    return found


def cosines(model: Encoder, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
    """What an encoder says by itself."""
    return np.asarray(model.of(clues) @ model.of(words).T, dtype=float)


def readers(language: str) -> list[Similarity]:
    """Every voice alone, then those that hear several."""
    words, voices = built_in(), Voices()
    spoken = encoders()
    alone: list[Similarity] = [Alone(model.name, partial(cosines, model)) for _, model in spoken]
    if language != "en":
        return [*alone, *(Reader(words, encoder=each) for each in spoken)]

    def near(c: Sequence[str], w: Sequence[str]) -> FloatArray:
        rows = [voices.vectors.of([voices.read(text.lower()) for text in texts]) for texts in (c, w)]
        return np.asarray(rows[0] @ rows[1].T, dtype=float)

    def norms(c: Sequence[str], w: Sequence[str]) -> FloatArray:
        return voices.norms.evidence(
            [voices.read(text.lower()) for text in c], [text.lower() for text in w]
        )

    reader = Reader(words)
    return [
        reader.associations,
        Alone("word vectors", near),
        Alone(voices.norms.title, norms),
        *alone,
        voices,
        reader,
        *(Reader(words, encoder=each) for each in spoken),
    ]


def fit(
    rows: Sequence[tuple[str, ...]], spoken: tuple[str, Encoder] | None, count: int = 400
) -> dict[str, float]:
    """Exponents of the voices under which the codes that were meant are likeliest; a convex search, one at a time."""
    voices = Voices()
    keywords = [row[0] for row in rows]
    told: list[list[FloatArray]] = []
    for kind in range(1, 5):
        given = [voices.read(row[kind].lower()) for row in rows]
        each = [
            np.asarray(voices.vectors.of(given) @ voices.vectors.of(keywords).T, dtype=float),
            voices.norms.evidence(given, keywords),
        ]
        if spoken is not None:
            plain = [row[kind].casefold() for row in rows]
            each.append(np.asarray(spoken[1].of(plain) @ spoken[1].of(keywords).T, dtype=float))
        told.append(each)
    cases, meant = [], []
    for hand, code in teams(count, len(rows), seed=11):
        at = np.array(hand)
        picked = np.ix_(at[code], at)
        cases += [[voice[picked][np.arange(3), PLACES].sum(axis=1) for voice in each] for each in told]
        meant += [CODES.index((code[0] + 1, code[1] + 1, code[2] + 1))] * len(told)
    sums, truth = np.array(cases), np.array(meant)

    def loss(weights: FloatArray) -> float:
        logs = np.einsum("nvc,v->nc", sums, weights)
        logs -= logs.max(axis=1, keepdims=True)
        return float((np.log(np.exp(logs).sum(axis=1)) - logs[np.arange(len(truth)), truth]).mean())

    weights = np.ones(sums.shape[1])
    for _ in range(6):
        for voice in range(len(weights)):
            low, high = 0.0, TOP
            while high - low > 1e-3:
                one, two = low + (high - low) * 0.382, low + (high - low) * 0.618
                tried = [np.where(np.arange(len(weights)) == voice, value, weights) for value in (one, two)]
                low, high = (low, two) if loss(tried[0]) <= loss(tried[1]) else (one, high)
            weights[voice] = (low + high) / 2
    found = dict(zip(("vectors", "norms", "encoder"), weights.round(2).tolist(), strict=False))
    if spoken is not None:
        apart = [each[2][~np.eye(len(rows), dtype=bool)].mean() for each in told]
        found["chance"] = round(float(np.mean(apart)), 3)
    print(f"# log loss {loss(weights):.3f} nats a code")
    return found


def main() -> None:
    """Print the table, or the exponents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--language", default="en", choices=("en", "ru"))
    parser.add_argument("--file", help="another file of clues, for looking at what was fitted")
    given = parser.parse_args()
    if given.fit:
        rows = clues("fitting_en.txt")
        for name, spoken in [("plain", None), *((each[0], each) for each in encoders())]:
            print(f"[{name}]")
            print("\n".join(f"{key} = {value}" for key, value in fit(rows, spoken).items()) + "\n")
        return
    rows = clues(given.file or f"held_out_{given.language}.txt")
    print(f"\n| reader | {' | '.join(KINDS)} | all | letters swapped | ms a clue |\n|---|{'---|' * 7}")
    rng = random.Random(3)
    slipped = [(row[0], swapped(row[1], rng)) for row in rows]
    for reader in readers(given.language):
        reader.scores(["warm"], [rows[0][0]] * 4)
        start = time.process_time()
        hits = [right(reader, rows, kind) for kind in range(1, 5)]
        spent = (time.process_time() - start) / (3 * TEAMS * 4)
        low, high = wilson(round(sum(hits)), 4 * TEAMS)
        cells = [f"{each / TEAMS:.0%}" for each in hits]
        cells += [
            f"{sum(hits) / TEAMS / 4:.1%} ({low:.0%} to {high:.0%})",
            f"{right(reader, slipped, 1) / TEAMS:.0%}",
        ]
        print(f"| {reader.name} | {' | '.join(cells)} | {1000 * spent:.2f} |", flush=True)


if __name__ == "__main__":
    main()

"""Cryptograms of about 40 letters without an open letter, against the strongest solver found on the package index.

`subbreaker` climbs hills over keys by the frequencies of four letters in a row; it does not use where words end. `deduce`
looks the words up among the 80,000 that ship. Told beside the time are the letters that each got right, of the best text.
(`cipher-solver`, which climbs by pairs of letters, was tried as well: it is quick and gets a fifth of the letters.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files

from benchmarks.harness import Row, timed
from deduce.ciphers.text import decipher_text

TEXTS = (
    "the weather was too cold for a walk on the beach",
    "she found an old letter behind the kitchen clock",
    "the train leaves early so please be there on time",
    "they painted the garden fence green last summer",
    "my neighbour grows tomatoes on her sunny balcony",
    "the doctor told him to drink more water and rest",
)
"""Written for this benchmark; 38 to 41 letters each."""

ROUNDS = 500
"""Hill climbs that `subbreaker` may begin; its own default, 10,000, takes minutes a text."""


def enciphered(plain: str, seed: int) -> str:
    """`plain` in capitals under a random key."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    key = dict(zip(letters, random.Random(seed).sample(letters, 26), strict=True))
    return "".join(key.get(letter, letter) for letter in plain.upper())


def right(found: list[str]) -> str:
    """How many letters are those of the texts."""
    pairs = [
        (one, other)
        for text, plain in zip(found, TEXTS, strict=True)
        for one, other in zip(text.upper(), plain.upper(), strict=True)
        if other != " "
    ]
    whole = sum(text.upper() == plain.upper() for text, plain in zip(found, TEXTS, strict=True))
    return f"{sum(a == b for a, b in pairs) / len(pairs):.0%} of the letters, {whole} of {len(TEXTS)} texts"


def rows() -> Iterator[Row]:
    """Both solvers on the same texts."""
    case = f"{len(TEXTS)} cryptograms of 38 to 41 letters"
    asked = [enciphered(plain, seed) for seed, plain in enumerate(TEXTS)]
    decipher_text("ABC", lexicon="common")  # the lexicon is read once
    ours, found = timed(lambda: [decipher_text(text, distinct=True) for text in asked], repeat=3)
    yield Row(case, "deduce", ours, note=right([each.answers[0].text for each in found]))
    try:
        breaker = import_module("subbreaker").breaker
    except ImportError:
        yield Row(case, "subbreaker", float("nan"), note="not installed (extra 'bench')")
        return
    with files("subbreaker").joinpath("quadgram", "EN.json").open(encoding="utf-8") as stored:
        broken = breaker.Breaker(stored)

    def climb() -> list[str]:
        random.seed(1)
        return [broken.break_cipher(text, max_rounds=ROUNDS).plaintext for text in asked]

    theirs, texts = timed(climb, repeat=1)
    yield Row(case, "subbreaker", theirs, theirs / ours, note=right(texts))

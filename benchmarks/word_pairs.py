"""Words in a row: ``python -m benchmarks.word_pairs --language en --texts FOLDER`` makes the files of `bigrams`.

All ``*.txt`` of a folder are read; a full stop or another sign ends a sentence, a comma does not. Of which texts the
shipped files were made: docs/data.md. ``--without FILE`` leaves out sentences that something is measured on, a line each.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.bigrams import DATA, END, LANGUAGES, STEP, ending, endings, vocabulary

LETTERS = {"en": "a-z", "ru": "а-я"}
DISCOUNT = 0.75
FEWEST = {"pairs": 1, "endings": 2}
"""Rarer pairs are left to what is told of all others."""


def words_in(text: str, language: str) -> Iterator[list[str]]:
    """The words of each sentence of a text, lower case."""
    text = re.sub(r"['\u2019]", "", text.lower()).replace("ё", "е")
    for part in re.split(r"[.!?;:\"“”«»()\[\]\n—–…]+", text):
        words = re.findall(f"[{LETTERS[language]}]+", part)
        if words:
            yield words


def learned(row: NDArray[np.int64], size: int, fewest: int) -> dict[str, NDArray[Any]]:
    """The arrays of `Bigrams` from places of words in a row, where `size` - 1 is the end of a sentence."""
    pairs, counts = np.unique(row[:-1] * size + row[1:], return_counts=True)
    first, second = np.divmod(pairs, size)
    often = np.bincount(row[:-1], minlength=size)
    anywhere = (np.bincount(row, minlength=size) + 0.5) / (len(row) + size / 2)
    followed = np.bincount(second, minlength=size) + 0.1
    lower = np.log(followed / followed.sum() / anywhere)
    kept = counts >= fewest
    first, second, counts = first[kept], second[kept], counts[kept]
    taken = np.bincount(first, counts - DISCOUNT, minlength=size)
    left = (1 - taken / np.maximum(often, 1)).clip(1e-3)
    chance = (counts - DISCOUNT) / often[first] + left[first] * np.exp(lower[second]) * anywhere[second]
    told = np.log(chance / anywhere[second])
    starts = np.concatenate([[True], first[1:] != first[:-1]])
    gaps = np.where(starts, second, second - np.roll(second, 1))
    return {
        "counts": np.bincount(first, minlength=size).astype(np.uint32),
        "gaps": gaps.astype(np.uint32),
        "told": np.rint(told / STEP).clip(-127, 127).astype(np.int8),
        "rest": np.log(left).astype(np.float16),
        "lower": lower.astype(np.float16),
    }


def places(sentences: Sequence[Sequence[str]], words: Sequence[str]) -> NDArray[np.int64]:
    """The places of all words in a row, sentence by sentence, an end between them."""
    known = {word: place for place, word in enumerate((*words, "", END))}
    unknown = len(words)
    found = [known[END]]
    for sentence in sentences:
        found += [known.get(word, unknown) for word in sentence]
        found.append(known[END])
    return np.array(found, np.int64)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("--texts", type=Path, required=True, help="a folder of plain texts to count in")
    parser.add_argument("--without", type=Path, nargs="*", default=[], help="sentences to leave out")
    parser.add_argument("--out", type=Path, default=DATA)
    given = parser.parse_args()
    out = {line for file in given.without for line in file.read_text(encoding="utf-8").splitlines()}
    texts = sorted(given.texts.glob("*.txt"))
    if not texts:
        raise SystemExit(f"no texts to count in: expected plain texts, *.txt, in {given.texts}")
    sentences = [
        words
        for text in texts
        for words in words_in(text.read_text(encoding="utf-8"), given.language)
        if not out or " ".join(words) not in out
    ]
    files = {"pairs": vocabulary(given.language)}
    if given.language == "ru":
        files["endings"] = endings("ru")[1]
    for name, words in files.items():
        if name == "endings":
            own = endings("ru")[0]
            sentences = [[ending(word, own) for word in sentence] for sentence in sentences]
        row = places(sentences, words)
        arrays = learned(row, len(words) + 2, FEWEST[name])
        np.savez_compressed(given.out / f"{name}_{given.language}.npz", allow_pickle=False, **arrays)
        print(f"{name}: {len(row):,} words and ends in {len(texts)} texts, {len(arrays['told']):,} pairs")


if __name__ == "__main__":
    main()

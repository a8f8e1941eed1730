"""Do sentences come out of ciphers? ``python -m benchmarks.cipher_sentences``: sentences of our own, which no fit saw.

Each sentence of ``tests/data/sentences`` is enciphered by a fixed seed. ``--missions`` opens a quarter, half and three
quarters of the letters of English and Russian sentences that say the same line by line, as on a card of The Initiative
(one letter may hide behind two glyphs). Without it nothing is open but no letter stands behind two glyphs: the English
sentences of 20 to 30 and of 31 to 70 letters, how many are right, where the truth stands, how likely it was said to be.
Intervals are 95 %. ``--fitting`` takes the sentences on which numbers were set instead, and ``--fit`` prints what these
would have the powers of the voices be in a language (`deduce.ciphers.sentences`; with those of ``--texts`` too, and
dearer by ``--penalty`` times the sum of their squares). ``--others``
enciphers the held-out sentences by other ciphers too: how often `decipher` says that its texts are doubtful.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration import Told, table
from benchmarks.decrypto_calibration import lowest
from benchmarks.decrypto_strength import wilson
from deduce.ciphers.glyphs import cryptogram, lexicon_of
from deduce.ciphers.patterns import pattern
from deduce.ciphers.search import Search
from deduce.ciphers.sentences import sentences_of
from deduce.ciphers.spelling import spelt_out
from deduce.ciphers.text import UNKNOWN, decipher_text
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError
from deduce.vocabulary.alphabets import ALPHABETS

FloatArray = NDArray[np.float64]
FOLDER = Path(__file__).parents[1] / "tests" / "data" / "sentences"
SHORT = range(20, 31)
LONG = range(31, 71)
LISTED = 300
OPEN = (0.25, 0.5, 0.75)


def sentences(name: str) -> list[str]:
    """The sentences of a file, without their apostrophes."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line.strip().replace("'", "") for line in lines if line and not line.startswith("#")]


def enciphered(plain: str, language: str, seed: int) -> tuple[str, dict[str, str]]:
    """`plain` under a random key, and the letter behind each glyph."""
    letters = ALPHABETS[language]
    key = dict(zip(letters, random.Random(seed).sample(letters, len(letters)), strict=True))
    text = plain.upper()
    return "".join(key.get(sign, sign) for sign in text), {key[sign]: sign for sign in text if sign in key}


def opening(plain: str, language: str, seed: int, part: float) -> tuple[str, dict[str, str]]:
    """`plain` under a random key, and what is behind a part of its glyphs."""
    text, behind = enciphered(plain, language, seed)
    glyphs = sorted(behind)
    opened = random.Random(seed).sample(glyphs, round(part * len(glyphs)))
    return text, {glyph: behind[glyph] for glyph in opened}


def listed(
    text: str, opened: Mapping[str, str], language: str, *, distinct: bool, time_limit: float
) -> tuple[list[str], FloatArray]:
    """The texts that are found word by word, with their log-weights; none with a letter that nothing tells."""
    shape = pattern(*cryptogram(text, opened, language))
    words = lexicon_of(None, language)
    if words is None:
        raise ProblemError(f"no lexicon of {language!r}")
    search = Search(shape, words, distinct=distinct, unknown=UNKNOWN)
    found = spelt_out(search, search.run(Deadline(time_limit)), words)
    whole = [(codes, weight) for codes, weight in found.texts if min(codes) >= 0]
    texts = [" ".join(shape.text(word, codes) for word in shape.words).lower() for codes, _ in whole]
    return texts, np.log([weight for _, weight in whole])


def share(hits: int, count: int) -> str:
    """A share with its interval."""
    low, high = wilson(hits, count)
    return f"{hits} of {count}, {hits / count:.0%} ({low:.0%} to {high:.0%})"


def missions(time_limit: float, *, sentence: bool) -> None:
    """A table: how many missions are right by how much is open, in both languages."""
    print("| open | English | Russian |\n|---|---|---|")
    for part in OPEN:
        cells = []
        for language in ("en", "ru"):
            plains = sentences(f"missions_{language}.txt")
            right = 0
            for seed, plain in enumerate(plains):
                text, opened = opening(plain, language, seed, part)
                found = decipher_text(
                    text, opened, language=language, sentence=sentence, time_limit=time_limit
                )
                right += bool(found.answers) and found.answers[0].text == plain.upper()
            cells.append(share(right, len(plains)))
        print(f"| {part:.0%} | {' | '.join(cells)} |", flush=True)


def cryptograms(name: str, time_limit: float, *, wrong: bool, sentence: bool) -> None:
    """A row for each class of lengths, then said against happened."""
    said: list[Told] = []
    print(
        "| letters | right | truth among the first 300 | listed in time | seconds a text |\n|---|---|---|---|---|"
    )
    for lengths in (SHORT, LONG):
        plains = [each for each in sentences(name) if len(each.replace(" ", "")) in lengths]
        right = among = finished = 0
        start = time.process_time()
        for plain in plains:
            seed = len(said)
            text, _ = enciphered(plain, "en", seed)
            found = decipher_text(text, distinct=True, sentence=sentence, top=LISTED, time_limit=time_limit)
            texts = [guess.text for guess in found.answers]
            hit = bool(texts) and texts[0] == plain.upper()
            right, among = right + hit, among + (plain.upper() in texts)
            finished += found.kind != "gave up"
            said.append(Told(seed, found.answers[0].probability if texts else 0.0, hit))
            if wrong and not hit:
                place = texts.index(plain.upper()) + 1 if plain.upper() in texts else None
                print(f"  {plain} | {texts[0].lower() if texts else None} | {place} | {found.kind}")
        spent = (time.process_time() - start) / max(len(plains), 1)
        print(
            f"| {lengths[0]} to {lengths[-1]} | {share(right, len(plains))} | {among} | {finished} | {spent:.2f} |",
            flush=True,
        )
    table("the first text", said)


def others(time_limit: float) -> None:
    """A table: how many texts of each cipher are called doubtful or refused, and what speaks for words in bits."""
    letters = ALPHABETS["en"].upper()
    rng = random.Random(2026)

    def vigenere(plain: str) -> str:
        key, signs = rng.sample(range(26), rng.randint(4, 7)), iter(range(len(plain)))
        return "".join(
            letters[(letters.index(sign) + key[next(signs) % len(key)]) % 26] if sign in letters else sign
            for sign in plain
        )

    def homophones(plain: str) -> str:
        glyphs = rng.sample(letters + "0123456789", 35)
        behind = {letter: [glyphs.pop()] for letter in letters}
        for letter in "ETAOINSHR":
            behind[letter].append(glyphs.pop())
        return "".join(rng.choice(behind[sign]) if sign in behind else sign for sign in plain)

    ciphers: dict[str, Callable[[str], str]] = {
        "one key": lambda plain: enciphered(plain.lower(), "en", rng.randrange(10**6))[0],
        "Vigenère, keys of 4 to 7": vigenere,
        "two glyphs for nine letters": homophones,
        "noise": lambda plain: "".join(rng.choice(letters) if sign in letters else sign for sign in plain),
    }
    print(
        "| cipher | called doubtful or refused | bits for words: lowest, median, highest |\n|---|---|---|"
    )
    for name, cipher in ciphers.items():
        bits: list[float] = []
        doubtful, plains = 0, sentences("held_out_en.txt")
        for plain in plains:
            try:
                told = decipher_text(cipher(plain.upper()), distinct=True, time_limit=time_limit).evidence
            except ProblemError:  # more glyphs than letters
                doubtful += 1
                continue
            if told is not None:
                bits.append(told.bits)
                doubtful += told.doubtful
        low, middle, high = np.quantile(bits, (0, 0.5, 1))
        print(
            f"| {name} | {share(doubtful, len(plains))} | {low:.0f}, {middle:.0f}, {high:.0f} |", flush=True
        )


def fit(language: str, time_limit: float, penalty: float, more: Path | None) -> None:
    """The powers under which the sentences are likeliest: a step up or down in each by turns, halved when none helps.

    English ones with nothing open, Russian ones as missions with a quarter, half and three quarters open.
    """
    together = sentences_of(language)
    if together is None:
        raise SystemExit(f"nothing weighs sentences of {language!r} together")
    rows: list[tuple[FloatArray, int]] = []
    plains = sentences(f"fitting_{language}.txt") + (sentences(str(more.resolve())) if more else [])
    for part in (0.0,) if language == "en" else OPEN:
        for seed, plain in enumerate(plains):
            text, opened = opening(plain, language, seed, part)
            texts, logs = listed(text, opened, language, distinct=not part, time_limit=time_limit)
            if plain in texts:
                told = together.voices([each.split() for each in texts])
                voices = [np.broadcast_to(voice, len(texts)) for voice in told]
                rows.append((np.array([logs, *voices]), texts.index(plain)))

    def loss(powers: FloatArray) -> float:
        sums = [(powers @ row, truth) for row, truth in rows]
        return float(np.mean([np.logaddexp.reduce(each) - each[truth] for each, truth in sums]))

    scale = np.array([1.0, 1.0, 1.0, 10.0, 1.0, 1.0])
    scale[1:] *= [np.ptp([row[k].sum() for row, _ in rows]) > 0 for k in range(1, 6)]
    powers = scale * lowest(lambda at: loss(scale * at) + penalty * float((at**2).sum()), np.ones(6))
    print(f"{powers.round(2).tolist()}: {loss(powers):.3f} nats a text, {len(rows)} texts", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missions", action="store_true")
    parser.add_argument("--fitting", action="store_true", help="the sentences on which numbers were set")
    parser.add_argument("--fit", choices=("en", "ru"))
    parser.add_argument(
        "--penalty", type=float, default=0.0, help="of --fit, on large powers; 0.005 made those shipped"
    )
    parser.add_argument("--others", action="store_true", help="the held-out sentences by other ciphers too")
    parser.add_argument("--words-alone", action="store_true", help="words weighed one by one")
    parser.add_argument("--wrong", action="store_true", help="print what came out wrong")
    parser.add_argument(
        "--texts", type=Path, help="English sentences of a file, one a line, instead of ours"
    )
    parser.add_argument("--time-limit", type=float, default=10.0)
    given = parser.parse_args()
    if given.fit:
        fit(given.fit, given.time_limit, given.penalty, given.texts)
    elif given.others:
        others(given.time_limit)
    elif given.missions:
        missions(given.time_limit, sentence=not given.words_alone)
    else:
        name = "fitting_en.txt" if given.fitting else "held_out_en.txt"
        name = str(given.texts.resolve()) if given.texts else name
        cryptograms(name, given.time_limit, wrong=given.wrong, sentence=not given.words_alone)


if __name__ == "__main__":
    main()

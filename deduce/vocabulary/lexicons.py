"""Lexicons: words with frequencies, ready for numpy. A plug-in is any object with the methods of `Lexicon`.

`WordList` reads a word file (``word`` or ``word frequency`` a line, ``#`` comments); `from_wordfreq` takes
the lists of the optional library wordfreq; `common` is the 80,000 commonest English words and the 100,000 commonest
Russian word forms that ship with the library, and `builtin` a small list written for it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from numbers import Real
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import MissingExtra, ProblemError, RecordError, nearest
from deduce.ground.reading import text_of
from deduce.ground.wording import Phrase, as_is, many, run, say
from deduce.vocabulary.alphabets import ALPHABETS, fold

__all__ = [
    "LEXICONS",
    "Lexicon",
    "WordList",
    "Words",
    "alike",
    "builtin",
    "check_lexicon",
    "choose",
    "common",
    "evened",
    "from_wordfreq",
    "read_words",
    "titled",
]

LEXICONS = ("builtin", "alike", "evened", "common", "wordfreq", "none")
"""The lexicons that have a name; any other is the path of a word file."""


DATA = Path(__file__).parent / "data"


class Words:
    """All words of one length: `codes` (n, length) positions in the alphabet, `weights` (n,) summing to 1."""

    __slots__ = ("codes", "weights")

    def __init__(self, codes: NDArray[np.uint8], weights: NDArray[np.float64]) -> None:
        self.codes = codes
        self.weights = weights


class Lexicon(Protocol):
    """What deciphering asks of a lexicon."""

    @property
    def alphabet(self) -> str:
        """The symbols words are made of; their order gives the codes."""

    def of_length(self, length: int) -> Words | None:
        """The words of that length, or None when there are none."""

    def letters(self) -> NDArray[np.float64]:
        """How often each symbol of the alphabet occurs (sums to 1, no zero)."""

    def __contains__(self, word: object) -> bool: ...


class WordList:
    """A lexicon held in memory: word to frequency, folded to the alphabet.

    Words with symbols outside the alphabet are left out (`skipped` counts them); repeated words add up.
    `title` says where they come from, for people, and `covers` which share of the words of ordinary texts they are,
    where that was counted. Raises `ProblemError` for a frequency that is no positive number.
    """

    def __init__(
        self,
        words: Mapping[str, float],
        language: str,
        *,
        alphabet: str = "",
        title: str = "",
        covers: float | None = None,
    ) -> None:
        self.title, self.covers = title, covers
        self._alphabet = alphabet or ALPHABETS[language]
        self.language = language
        self.skipped = 0
        self._words: dict[str, float] = {}
        allowed = set(self._alphabet)
        if not isinstance(words, Mapping):
            raise ProblemError(
                f"a list of words gives each its frequency, {{word: number}}, and is not {words!r}; "
                "dict.fromkeys(words, 1) makes them alike"
            )
        for word, frequency in words.items():
            given: object = frequency
            if not isinstance(given, Real) or not 0 < frequency < math.inf:
                raise ProblemError(f"the frequency of {word!r} must be positive, not {frequency!r}")
            folded = fold(word, language)
            if folded and allowed.issuperset(folded):
                self._words[folded] = self._words.get(folded, 0.0) + frequency
            else:
                self.skipped += 1
        self._by_length = dict(self._coded())
        counts = np.ones(len(self._alphabet))
        for some in self._by_length.values():
            size = len(some.weights)
            counts += size * np.bincount(
                some.codes.ravel(), np.repeat(some.weights, some.codes.shape[1]), len(self._alphabet)
            )
        self._letters: NDArray[np.float64] = counts / counts.sum()

    def _coded(self) -> Iterator[tuple[int, Words]]:
        """The words of every length in order, all signs of a length looked up at once."""
        lengths: dict[int, list[str]] = {}
        for word in sorted(self._words):
            lengths.setdefault(len(word), []).append(word)
        signs = np.frombuffer(self._alphabet.encode("utf-32-le"), np.uint32)
        order = np.argsort(signs)
        for length, chosen in sorted(lengths.items()):
            written = np.frombuffer("".join(chosen).encode("utf-32-le"), np.uint32)
            codes = order[np.searchsorted(signs, written, sorter=order)].astype(np.uint8)
            weights = np.array([self._words[word] for word in chosen])
            yield length, Words(codes.reshape(-1, length), weights / weights.sum())

    def __repr__(self) -> str:
        return f"<WordList {self.language}: {many(len(self._words), 'word')}>"

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    @property
    def alphabet(self) -> str:
        """The symbols, in the order of their codes."""
        return self._alphabet

    def frequency(self, word: str) -> float:
        """The frequency given for `word`, 0 when it is not in the list."""
        return self._words.get(word, 0.0)

    def of_length(self, length: int) -> Words | None:
        """The words of that length, or None when there are none."""
        return self._by_length.get(length)

    def letters(self) -> NDArray[np.float64]:
        """How often each symbol occurs in the words, one added to each count."""
        return self._letters


def read_words(path: str | Path, language: str, *, alphabet: str = "", title: str = "") -> WordList:
    """A lexicon from a word file. Raises `RecordError` with line and column, `ProblemError` when empty."""
    path = Path(path)
    try:
        lines = text_of(path).split("\n")
    except RecordError as error:
        raise ProblemError(str(error)) from error
    words: dict[str, float] = {}
    for number, line in enumerate(lines, 1):
        parts = line.partition("#")[0].split()
        if not parts:
            continue
        frequency = 1.0
        if len(parts) > 1:
            try:
                frequency = float(parts[1])
            except ValueError:
                frequency = 0.0
            if len(parts) > 2 or not 0 < frequency < float("inf"):
                raise RecordError(
                    "expected 'word' or 'word frequency' (a positive number)",
                    line=number,
                    column=line.index(parts[1], len(parts[0])) + 1,
                    source=str(path),
                )
        words[parts[0]] = words.get(parts[0], 0.0) + frequency
    found = WordList(words, language, alphabet=alphabet, title=title or path.name)
    if not len(found):
        raise ProblemError(f"{path}: holds no word of the alphabet {found.alphabet}")
    return found


@lru_cache(maxsize=8)
def builtin(language: str) -> WordList | None:
    """The small list that comes with the library, or None when there is none for `language`."""
    path = DATA / f"words_{language}.txt"
    if not path.exists():
        return None
    found = read_words(path, language, title=say("the small list"))
    found.covers = COVERED.get(("builtin", language))
    return found


@lru_cache(maxsize=8)
def alike(language: str) -> WordList | None:
    """The small list with all its words alike: how phrases that were made of it use them, however common each is."""
    found = builtin(language)
    if found is None:
        return None
    return WordList(dict.fromkeys(found, 1.0), language, title=say("the small list, all words alike"))


EVENED = 0.15
"""The power to which `evened` raises frequencies, set on generated phrases that no table of the docs is about."""


@lru_cache(maxsize=8)
def evened(language: str) -> WordList | None:
    """The small list with its frequencies nearly evened out: short notes have their articles, and then rare words too."""
    found = builtin(language)
    if found is None:
        return None
    words = {word: found.frequency(word) ** EVENED for word in found}
    return WordList(words, language, title=say("the small list, frequencies evened out"))


_SINGLE = {"a": 1 / 8, "i": 1 / 40, "o": 1 / 3000}
"""English words of one letter, which the vectors leave out, with the weights of about their ranks."""


_JOINED = """
dont 32 its 36 im 52 thats 89 ill 100 cant 108 ive 133 youre 142 hes 158 wont 171 didnt 181 theres 200 whats 208 isnt 214
shes 293 youve 308 wouldnt 336 couldnt 355 youll 355 were 26 wasnt 385 doesnt 401 id 410 havent 424 lets 492 theyre 505
youd 550 oclock 550 arent 603 hell 749 shouldnt 832 weve 892 heres 986 aint 1013 maam 1071 hadnt 1136 hasnt 1250 whos 1293
theyll 1339 wheres 1389 neednt 1631 itll 1631 theyve 1705 mustnt 1786 hed 1975 werent 2502 shant 2681 wed 2681 shell 3128
theyd 3754 shed 4528 mightnt 9390
"""
"""English words with an apostrophe, which the vectors leave out, and about their ranks in sentences of Common Voice."""

LETTER = 1023
"""The rank of the one letter among them that stood alone ("e"), which the vectors leave out."""


COVERED = {
    ("common", "en"): 0.98,
    ("common", "ru"): 0.95,
    ("builtin", "en"): 0.50,
    ("builtin", "ru"): 0.32,
}
"""Which share of the words of texts the lists that ship are, by the counts of wordfreq 3.1.1."""


@lru_cache(maxsize=2)
def common(language: str = "en") -> WordList | None:
    """The commonest words of a language that ship, or None when there are none for `language`.

    English: the 80,000 commonest words, as the vectors have them, and words with an apostrophe (``dont``); by Zipf's law
    the k-th weighs 1 / (k + 2.7). Russian: 100,000 word forms with counted frequencies, a cut of wordfreq's list.
    """
    covers = COVERED.get(("common", language))
    if language == "ru":
        return WordList(
            _binned(DATA / "common_ru.txt"), language, title=say("common Russian"), covers=covers
        )
    if language != "en":
        return None
    words = (DATA / "english.txt").read_text(encoding="utf-8").split()
    weights = {word: 1 / (rank + (rank >= LETTER) + 2.7) for rank, word in enumerate(words, 1)}
    joined = _JOINED.split()
    weights |= {word: 1 / (int(rank) + 2.7) for word, rank in zip(joined[::2], joined[1::2], strict=True)}
    return WordList(weights | _SINGLE, language, title=say("common English"), covers=covers)


def _binned(path: Path) -> dict[str, float]:
    """Words by frequency: minus a hundred times its decimal logarithm, then all words that have it, a line each."""
    found: dict[str, float] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            bin_, *words = line.split()
            found.update(dict.fromkeys(words, 10 ** (-int(bin_) / 100)))
    return found


@lru_cache(maxsize=4)
def from_wordfreq(language: str, *, top: int = 100_000) -> WordList:
    """The `top` most frequent words of the library wordfreq. Raises `MissingExtra` without it."""
    try:
        import wordfreq
    except ImportError as error:
        raise MissingExtra("wordfreq", "words", "a large lexicon") from error
    # The list as a whole: asking for words one by one takes a hundred times as long.
    every = wordfreq.get_frequency_dict(language)
    found = heapq.nlargest(top, every, key=lambda word: (every[word], word))
    return WordList({word: every[word] for word in found}, language, title="wordfreq")


def titled(lexicon: Lexicon | None) -> str:
    """How many words and whose: ``80,000 words (common English)``."""
    if lexicon is None:
        return say("no lexicon")
    size = say("{number:word}", number=len(lexicon)) if isinstance(lexicon, WordList) else say("the words")
    title = getattr(lexicon, "title", "") or say("a lexicon of one's own")
    return run(size, " (", title if isinstance(title, Phrase) else as_is(title), ")")


def choose(name: str, language: str, alphabet: str) -> Lexicon | None:
    """The lexicon of the option `lexicon`: builtin, alike, evened, common, wordfreq, none, or the path of a word file.

    None when the language has no such list (then deciphering is pure pattern logic).
    """
    if name == "none":
        return None
    if name in ("builtin", "alike", "evened"):
        found = {"builtin": builtin, "alike": alike, "evened": evened}[name](language)
        return found if found is not None and found.alphabet == alphabet else None
    if language not in ALPHABETS or ALPHABETS[language] != alphabet:
        return None
    if name == "common":
        return common(language)
    if name == "wordfreq":
        return from_wordfreq(language) if language != "digits" else None
    check_lexicon(name, language)
    return _file(name, language)


def check_lexicon(name: str, language: str) -> None:
    """Refuse at once what `choose` would refuse when it is first used; big lists are not read for it.

    Raises `ProblemError` for an unknown name, `MissingExtra` for one whose library is not there, and for a file of words
    all that `read_words` does.
    """
    if name in LEXICONS:
        if name == "wordfreq" and language != "digits" and find_spec("wordfreq") is None:
            raise MissingExtra("wordfreq", "words", "a large lexicon")
        return
    if not name.endswith(".txt"):
        raise ProblemError(f"option lexicon={name!r}: {nearest(name, LEXICONS)}, or a .txt file")
    if language in ALPHABETS and language != "digits":
        try:
            _file(name, language)
        except ProblemError as error:
            raise ProblemError(f"option lexicon: {error}") from error


def _file(name: str, language: str) -> WordList:
    """The words of a file as it is now: kept until the file changes."""
    try:
        told = Path(name).stat()
        stamp = (told.st_mtime_ns, told.st_size)
    except OSError:  # what is wrong with it is said where it is read
        stamp = (0, 0)
    return _kept(name, language, stamp)


@lru_cache(maxsize=4)
def _kept(name: str, language: str, stamp: tuple[int, int]) -> WordList:
    del stamp  # another one is another file
    return read_words(name, language)

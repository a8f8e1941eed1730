"""Association lists: keywords with graded clues in facets, read from a compact text format.

A list is text. ``#`` begins a comment; the head must carry ``# provenance:`` and ``# licence:`` lines.
``= keyword`` begins a block, ``facet: clue/grade clue ...`` adds clues to it; grades run from 1 (a loose
link) to 5 (the first thing that comes to mind), 3 when left out; ``_`` stands for a blank. A block without
clues is a plain keyword, so that any word list can be played with. Short form, where no line begins with ``=``: a
keyword a line, alone or as ``keyword: clue/grade clue ...``.
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import text_of
from deduce.ground.wording import many
from deduce_models.decrypto.components.legality import check_clue, fold, forms, plain, spells, unwritable
from deduce_models.decrypto.components.options import components

GRADES: Final = range(1, 6)
"""Grades of an association, from a loose link to the first thing that comes to mind."""

_PLAIN_GRADE: Final = 3
_FEWEST: Final = 8


class Association(NamedTuple):
    """One clue of a keyword: its facet (which side of the word it shows) and its grade (1 to 5)."""

    clue: str
    facet: str
    grade: int


class _Contents:
    """What a list holds, read once a process and shared by all its handles."""

    def __init__(self, texts: tuple[tuple[str, str], ...], name: str) -> None:
        self.texts = texts
        blocks: _Blocks = {}
        head: dict[str, str] = {}
        for source, text in texts:
            part, more = _parse(text, source)
            if twice := set(part) & set(blocks):
                raise ProblemError(f"word list {name}: {min(twice)!r} is a keyword in two files")
            blocks.update(part)
            head = head or more
        if len(blocks) < _FEWEST:
            raise ProblemError(f"word list {name}: {len(blocks)} keywords; two teams need {_FEWEST}")
        self.provenance = head.get("provenance", "not stated")
        self.licence = head.get("licence", "not stated")
        self.associations = {word: tuple(items.values()) for word, items in blocks.items()}
        self.keywords = tuple(blocks)
        self.keyword_index = {word: number for number, word in enumerate(self.keywords)}
        words = {*blocks, *(clue for items in blocks.values() for clue in items)}
        sure = plain(words)
        self.vocabulary = tuple(sorted(w for w in words if w in sure or check_clue(w, ()) is None))
        self.word_index = {word: number for number, word in enumerate(self.vocabulary)}
        self.barred: dict[str, frozenset[int]] = {}

    @cached_property
    def by_token(self) -> dict[str, list[int]]:
        """Places in the vocabulary of the words that hold a token."""
        setup: dict[str, list[int]] = {}
        for number, word in enumerate(self.vocabulary):
            for token in word.split():
                setup.setdefault(token, []).append(number)
        return setup


_read: dict[str, _Contents] = {}


class WordList:
    """Keywords with their clues: a small handle, equal to every handle of the same text.

    Positions hold it, so it is light to compare, to copy and to send to another process, where the text is
    read again. Words are folded (lower case, single blanks), so that each has one spelling.
    """

    __slots__ = ("digest", "name")

    digest: str
    name: str

    def __init__(self, name: str, texts: tuple[tuple[str, str], ...]) -> None:
        self.name = name
        self.digest = hashlib.sha256(repr(texts).encode()).hexdigest()
        if self.digest not in _read:
            _read[self.digest] = _Contents(texts, name)

    @property
    def _contents(self) -> _Contents:
        return _read[self.digest]

    @property
    def provenance(self) -> str:
        """Where the list comes from, as its head says."""
        return self._contents.provenance

    @property
    def licence(self) -> str:
        """Under which licence it may be used, as its head says."""
        return self._contents.licence

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords in the order of the list."""
        return _read[self.digest].keywords

    @property
    def keyword_index(self) -> dict[str, int]:
        """The place of every keyword in `keywords`."""
        return _read[self.digest].keyword_index

    @property
    def associations(self) -> dict[str, tuple[Association, ...]]:
        """The clues of every keyword."""
        return self._contents.associations

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every keyword and clue that can be given as a clue, sorted: the pool of machine players."""
        return _read[self.digest].vocabulary

    @property
    def word_index(self) -> dict[str, int]:
        """The place of every word in `vocabulary`."""
        return _read[self.digest].word_index

    def barred(self, keyword: str) -> frozenset[int]:
        """Places in `vocabulary` of the words that hold `keyword` or an inflection of it."""
        contents = self._contents
        known = contents.barred.get(keyword)
        if known is None:
            tokens, phrase = forms(keyword), f" {keyword} "
            found = {number for token in tokens for number in contents.by_token.get(token, ())}
            # A keyword of several words is no token: it is barred as a phrase.
            if " " in keyword:
                found |= {n for n, word in enumerate(contents.vocabulary) if phrase in f" {word} "}
                found |= {contents.word_index[form] for form in tokens if form in contents.word_index}
            # One letter of the keyword is spelling.
            letters = {letter for letter in keyword if spells(letter, keyword)} & set(contents.word_index)
            found |= {contents.word_index[letter] for letter in letters}
            known = contents.barred[keyword] = frozenset(found)
        return known

    def facet(self, clue: str, keyword: str) -> str:
        """The facet under which `clue` is listed for `keyword`; empty when it is not listed."""
        items = self.associations.get(keyword, ())
        return next((item.facet for item in items if item.clue == clue), "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordList) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[type[WordList], tuple[str, tuple[tuple[str, str], ...]]]:
        return WordList, (self.name, self._contents.texts)

    def __repr__(self) -> str:
        return (
            f"<WordList {self.name}: {len(self.keywords)} keywords, {many(len(self.vocabulary), 'word')}>"
        )


def read_words(text: str | Path, *, name: str = "") -> WordList:
    """Read an association list from text, or from the file at a `Path`.

    Raises `RecordError` (line and column, what was expected), `ProblemError` when fewer than 8 keywords
    remain: two teams need four each.
    """
    if isinstance(text, Path):
        name = name or str(text)
        text = text_of(text)
    return WordList(name or "words", ((name, text),))


@lru_cache(maxsize=1)
def built_in() -> WordList:
    """The list written for this project: everyday English words, offline, MIT licence."""
    folder = Path(__file__).parents[1] / "words"
    names = components()["words"]["files"]
    return WordList(
        "built-in", tuple((name, (folder / name).read_text(encoding="utf-8")) for name in names)
    )


_Blocks = dict[str, dict[str, Association]]

_HEAD = re.compile(r"#\s*(provenance|licence):\s*(.+)")
_GRADES = {str(grade): grade for grade in GRADES}


def _parse(text: str, source: str) -> tuple[_Blocks, dict[str, str]]:
    blocks: _Blocks = {}
    head: dict[str, str] = {}
    current: dict[str, Association] | None = None
    lines = [
        (number, line, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)
    ]
    # Without blocks it is the short form: a keyword a line, alone or with its clues.
    short = not any(body.startswith("=") for _, _, body in lines)
    for number, line, body in lines:
        if found := _HEAD.match(line):
            head[found[1]] = found[2].strip()
        if not body:
            continue
        if short or body.startswith("="):
            named = body.partition(":")[0] if short else body[1:]
            word = fold(named.replace("_", " "))
            if not word or unwritable(word):
                raise RecordError(
                    f"expected {'a' if short else '='} keyword", line=number, column=1, source=source
                )
            if word in blocks:
                raise RecordError(f"keyword {word!r} is given twice", line=number, column=1, source=source)
            current = blocks[word] = {}
            if short and ":" in body:
                _parse_facet(line, number, source, current, facet="")
        elif current is None:
            raise RecordError("expected '= keyword' before any clue", line=number, column=1, source=source)
        else:
            _parse_facet(line, number, source, current)
    return blocks, head


def _parse_facet(
    line: str, number: int, source: str, into: dict[str, Association], *, facet: str | None = None
) -> None:
    """The clues after the colon, of the facet before it where none is given."""
    before, colon, rest = line.partition("#")[0].partition(":")
    if not colon or not before.strip():
        raise RecordError("expected 'facet: clue/grade clue ...'", line=number, column=1, source=source)
    told = before.strip() if facet is None else facet
    # The places of clues matter to errors alone.
    for place, text in enumerate(rest.replace(",", " ").split()):
        word, slash, grade = text.partition("/")
        if not word or (slash and grade not in _GRADES):
            column = _column(before, rest, place)
            raise RecordError(
                f"expected a clue, or clue/grade with a grade from 1 to 5, not {text!r}",
                line=number,
                column=column,
                source=source,
            )
        clue = fold(word.replace("_", " "))
        if clue in into:
            column = _column(before, rest, place)
            raise RecordError(
                f"clue {clue!r} is given twice for one keyword", line=number, column=column, source=source
            )
        into[clue] = Association(clue, told, _GRADES[grade] if slash else _PLAIN_GRADE)


def _column(facet: str, rest: str, place: int) -> int:
    """Where the clue of that number stands in its line, from 1."""
    return len(facet) + 2 + [match.start() for match in re.finditer(r"[^\s,]+", rest)][place]


TO_PLAY: Final = 150
"""Words a list must have: twelve rounds use up 72, and forms of one's keywords are barred as well."""


def words_to_play(data: str | Path | None) -> WordList:
    """The list of the file `data`, or the built-in one. Raises `ProblemError` for one too short to play with."""
    if data is None:
        return built_in()
    words = read_words(Path(data))
    if len(words.vocabulary) < TO_PLAY:
        raise ProblemError(
            f"{words.name}: {len(words.vocabulary)} words; to play, a list needs {TO_PLAY} keywords and clues"
        )
    return words

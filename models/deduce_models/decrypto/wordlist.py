"""Association lists: keywords with graded clues in facets, read from a compact text format.

A list is text. ``#`` begins a comment; the head must carry ``# provenance:`` and ``# licence:`` lines.
``= keyword`` begins a block, ``facet: clue/grade clue ...`` adds clues to it; grades run from 1 (a loose
link) to 5 (the first thing that comes to mind), 3 when left out; ``_`` stands for a blank. A block without
clues is a plain keyword, so that any word list can be played with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from deduce.errors import ProblemError, RecordError

from .legality import check_clue, fold, forms, unwritable
from .options import components

__all__ = ["GRADES", "Association", "WordList", "built_in", "read_words"]

GRADES: Final = range(1, 6)
"""Grades of an association, from a loose link to the first thing that comes to mind."""

_PLAIN_GRADE: Final = 3


@dataclass(frozen=True, slots=True)
class Association:
    """One clue of a keyword: its facet (which side of the word it shows) and its grade (1 to 5)."""

    clue: str
    facet: str
    grade: int


@dataclass(frozen=True, eq=False)
class WordList:
    """Keywords with their clues. Compared by identity: one list is loaded once and shared.

    `vocabulary` holds every keyword and clue, sorted: the finite pool from which machine players give
    clues. Text forms are folded (lower case, single blanks), so a word has one spelling.
    """

    name: str
    provenance: str
    licence: str
    blocks: tuple[tuple[str, tuple[Association, ...]], ...]

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The keywords in the order of the list."""
        return tuple(word for word, _ in self.blocks)

    @cached_property
    def keyword_index(self) -> dict[str, int]:
        """The place of every keyword in `keywords`."""
        return {word: number for number, word in enumerate(self.keywords)}

    @cached_property
    def associations(self) -> dict[str, tuple[Association, ...]]:
        """The clues of every keyword."""
        return dict(self.blocks)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every keyword and clue that can be given as a clue, sorted."""
        words = set(self.keywords)
        words.update(item.clue for _, items in self.blocks for item in items)
        return tuple(sorted(word for word in words if check_clue(word, ()) is None))

    @cached_property
    def word_index(self) -> dict[str, int]:
        """The place of every word in `vocabulary`."""
        return {word: number for number, word in enumerate(self.vocabulary)}

    @cached_property
    def _by_token(self) -> dict[str, list[int]]:
        table: dict[str, list[int]] = {}
        for number, word in enumerate(self.vocabulary):
            for token in word.split():
                table.setdefault(token, []).append(number)
        return table

    @cached_property
    def _barred(self) -> dict[str, frozenset[int]]:
        return {}

    def barred(self, keyword: str) -> frozenset[int]:
        """Places in `vocabulary` of the words that hold `keyword` or an inflection of it."""
        known = self._barred.get(keyword)
        if known is None:
            tokens = forms(keyword)
            found = {number for token in tokens for number in self._by_token.get(token, ())}
            # A keyword of several words is barred as a phrase.
            found |= {self.word_index[token] for token in tokens if token in self.word_index}
            known = self._barred[keyword] = frozenset(found)
        return known

    def facet(self, clue: str, keyword: str) -> str:
        """The facet under which `clue` is listed for `keyword`; empty when it is not listed."""
        items = self.associations.get(keyword, ())
        return next((item.facet for item in items if item.clue == clue), "")

    def __repr__(self) -> str:
        return f"<WordList {self.name}: {len(self.keywords)} keywords, {len(self.vocabulary)} words>"


def read_words(text: str | Path, *, name: str = "") -> WordList:
    """Read an association list from text, or from the file at a `Path`.

    Raises `RecordError` (line and column, what was expected), `ProblemError` when fewer than 8 keywords
    remain: two teams need four each.
    """
    if isinstance(text, Path):
        name = name or str(text)
        try:
            text = text.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise RecordError(f"cannot be read: {error.strerror}", source=name) from error
        except UnicodeDecodeError as error:
            raise RecordError("is not UTF-8 text", source=name) from error
    return _compose(name or "words", (_parse(text, name),))


@lru_cache(maxsize=1)
def built_in() -> WordList:
    """The list written for this project: everyday English words, offline, MIT licence."""
    parts = []
    for file in components()["words"]["files"]:
        parts.append(_parse(files(__package__).joinpath("words", file).read_text(encoding="utf-8"), file))
    return _compose("built-in", tuple(parts))


_Blocks = dict[str, dict[str, Association]]


def _compose(name: str, parts: Sequence[tuple[_Blocks, dict[str, str]]]) -> WordList:
    blocks: _Blocks = {}
    for part, _ in parts:
        if twice := set(part) & set(blocks):
            raise ProblemError(f"word list {name}: {min(twice)!r} is a keyword in two files")
        blocks.update(part)
    if len(blocks) < 8:
        raise ProblemError(f"word list {name}: {len(blocks)} keywords; two teams need 8")
    head = parts[0][1]
    return WordList(
        name,
        head.get("provenance", "not stated"),
        head.get("licence", "not stated"),
        tuple((word, tuple(items.values())) for word, items in blocks.items()),
    )


_HEAD = re.compile(r"#\s*(provenance|licence):\s*(.+)")
_CLUE = re.compile(r"([^/\s]+)(?:/([1-5]))?$")


def _parse(text: str, source: str) -> tuple[_Blocks, dict[str, str]]:
    blocks: _Blocks = {}
    head: dict[str, str] = {}
    current: dict[str, Association] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if found := _HEAD.match(line):
            head[found[1]] = found[2].strip()
        body = line.partition("#")[0].strip()
        if not body:
            continue
        if body.startswith("="):
            word = fold(body[1:].replace("_", " "))
            if not word or unwritable(word):
                raise RecordError("expected '= keyword'", line=number, column=1, source=source)
            if word in blocks:
                raise RecordError(f"keyword {word!r} is given twice", line=number, column=1, source=source)
            current = blocks[word] = {}
        elif current is None:
            raise RecordError("expected '= keyword' before any clue", line=number, column=1, source=source)
        else:
            _parse_facet(line, number, source, current)
    return blocks, head


def _parse_facet(line: str, number: int, source: str, into: dict[str, Association]) -> None:
    facet, colon, rest = line.partition("#")[0].partition(":")
    if not colon or not facet.strip():
        raise RecordError("expected 'facet: clue/grade clue ...'", line=number, column=1, source=source)
    for match in re.finditer(r"\S+", rest):
        column = len(facet) + 2 + match.start()
        item = _CLUE.match(match[0])
        if item is None:
            raise RecordError(
                f"expected a clue, or clue/grade with a grade from 1 to 5, not {match[0]!r}",
                line=number,
                column=column,
                source=source,
            )
        clue = fold(item[1].replace("_", " "))
        if clue in into:
            raise RecordError(
                f"clue {clue!r} is given twice for one keyword", line=number, column=column, source=source
            )
        into[clue] = Association(clue, facet.strip(), int(item[2] or _PLAIN_GRADE))

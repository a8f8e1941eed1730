"""Reading single things a person types in a record: words with their columns, names, whole numbers.

Forgiving about case and endings: every word may be shortened as long as only one thing begins with it. An
error says where the word stands and what it may be. What the words mean is the business of each game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from deduce.ground.errors import nearest
from deduce.ground.wording import as_is, listing, run, say
from deduce.records.record import Line

__all__ = [
    "LARGEST",
    "SELF",
    "SHOWN",
    "Word",
    "clauses",
    "counts_of",
    "either",
    "end_of",
    "expect_none",
    "find",
    "find_phrase",
    "meant",
    "number",
    "pairs",
    "person",
    "quote",
    "whole_number",
    "words_of",
]

SHOWN = 60
"""Of a longer word an error shows so many characters."""

SELF = frozenset({"i", "me"})
"""What the writer of notes calls himself."""

LARGEST = 999
"""The largest count that is read."""

CHOICES = 5
"""Of more things that a shortened word could be, an error names so many."""

DIGITS = 9
"""The most digits of a number; no record needs more, and so reading one takes no time."""

_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word, its 1-based column, and the word `folded`: without regard to case, and without a trailing colon."""

    text: str
    column: int
    folded: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", self.text.casefold().rstrip(":"))


def words_of(line: Line, start: int = 0, *, pattern: re.Pattern[str] = _WORD) -> list[Word]:
    """The words of a line from 0-based position `start` on, comments left out.

    A word is what `pattern` matches; without one, blanks and commas stand between words.
    """
    text = line.text.partition("#")[0]
    return [Word(found.group(), found.start() + 1) for found in pattern.finditer(text, start)]


def clauses(words: Iterable[Word], mark: str) -> list[list[Word]]:
    """The words between the marks; one clause, perhaps an empty one, more than there are marks."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == mark:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def quote(text: str) -> str:
    """`text` in quotes for an error, a long one cut."""
    return as_is(repr(text if len(text) <= SHOWN else text[:SHOWN] + "..."))


def end_of(line: Line) -> int:
    """The column behind the last word: where something is missing."""
    return len(line.text.partition("#")[0].rstrip()) + 1


def meant(word: Word, names: Sequence[str]) -> list[int]:
    """The indices of the `names` that `word` can mean: those it spells, or else those that begin with it."""
    folded = word.folded
    exact = [index for index, name in enumerate(names) if name.casefold() == folded]
    return exact or [
        index for index, name in enumerate(names) if folded and name.casefold().startswith(folded)
    ]


def either(names: Sequence[str]) -> str:
    """What a shortened word could be, for messages: the first few of `names`, and how many more there are."""
    more = len(names) - CHOICES
    return run(
        listing([as_is(name) for name in names[:CHOICES]], "or"),
        say(" or {number} more", number=more) if more > 0 else "",
    )


def find(
    word: Word, names: Sequence[str], what: str, line: Line, found: Sequence[int] | None = None
) -> int:
    """The index of the one of `names` meant by `word`: exactly, or by its beginning; `found` are all that it may mean.

    Raises `RecordError` at the word saying that `what` was expected and which names are allowed.
    """
    found = meant(word, names) if found is None else found
    if len(found) == 1:
        return found[0]
    if found:
        choice = either([names[index] for index in found])
        raise line.error(
            say("{word} could be {meanings}: write more letters", word=quote(word.text), meanings=choice),
            word.column,
        )
    raise line.error(
        run(
            say("expected {wanted}, not {got}", wanted=what, got=quote(word.text)),
            ": ",
            nearest(word.text, names),
        ),
        word.column,
    )


def person(word: Word, names: Sequence[str], me: int, what: str, line: Line) -> int:
    """The index of the player meant by `word`: as `find`, or seat `me` (0: nobody's) by what the writer calls himself."""
    if me and word.folded in SELF and not meant(word, names):
        return me - 1
    return find(word, names, what, line)


def find_phrase(
    words: Sequence[Word], names: Sequence[Sequence[str]], what: str, line: Line
) -> tuple[int, int]:
    """The index of the thing meant by the first of `words`, and how many of them name it.

    Each of `names` is what one thing may be called, of one word or several; every word may be shortened. As many words
    are taken as still fit. Raises `RecordError` as `find`.
    """
    left = [(index, name.casefold().split()) for index, each in enumerate(names) for name in each]
    used = 0
    for word in words:
        fits = [(index, parts) for index, parts in left if len(parts) > used and _begins(word, parts[used])]
        exact = [(index, parts) for index, parts in fits if parts[used] == word.folded]
        if not fits:
            break
        # A name that ends here and one that goes on are both meant until the next word tells.
        left, used = exact or fits, used + 1
    found = sorted({index for index, _ in left})
    if used and len(found) == 1:
        return found[0], used
    spelt = [each[0] for each in names]
    if used:
        typed = " ".join(word.text for word in words[:used])
        choice = either([names[index][-1] for index in found])
        raise line.error(
            say("{word} could be {meanings}: write more", word=quote(typed), meanings=choice),
            words[0].column,
        )
    return find(words[0], spelt, what, line), 1


def _begins(word: Word, text: str) -> bool:
    return bool(word.folded) and text.startswith(word.folded)


def whole_number(text: str) -> int | None:
    """The number that `text` writes in at most `DIGITS` ASCII digits, else None.

    ``str.isdigit`` alone would let through what ``int`` refuses, such as a raised 2.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None


def number(word: Word, line: Line, low: int, high: int, what: str = "") -> int:
    """A whole number from `low` to `high`. Raises `RecordError` at the word."""
    found = whole_number(word.text)
    if found is None or not low <= found <= high:
        raise line.error(
            say(
                "expected {what} from {low} to {high}, not {got}",
                what=what or say("a number"), low=low, high=high, got=quote(word.text),
            ),
            word.column,
        )  # fmt: skip
    return found


def pairs(line: Line, words: Sequence[Word], such: str = "black 2") -> Iterator[tuple[Word, Word]]:
    """Words two by two. Raises `RecordError` when one is left over."""
    if len(words) % 2:
        raise line.error(
            say("expected pairs of words, such as {example}", example=as_is(f"'{such}'")), words[-1].column
        )
    yield from zip(words[::2], words[1::2], strict=True)


def counts_of(words: Sequence[Word], names: Sequence[str], what: str, line: Line) -> dict[str, int]:
    """How many of each of the `names`, in the order of the line: ``black 2 pink 1``. Raises `RecordError`."""
    counts: dict[str, int] = {}
    for word, count in pairs(line, words, f"{next(iter(names))} 2"):
        name = list(names)[find(word, list(names), what, line)]
        if name in counts:
            raise line.error(say("{name} is named twice", name=as_is(name)), word.column)
        counts[name] = number(count, line, 0, LARGEST)
    return counts


def expect_none(words: Sequence[Word], line: Line) -> None:
    """Refuse words that nobody asked for. Raises `RecordError` at the first of them."""
    if words:
        raise line.error(
            say(
                "expected {wanted}, not {got}", wanted=say("the end of the line"), got=quote(words[0].text)
            ),
            words[0].column,
        )

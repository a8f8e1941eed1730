"""All clues that are true of a solution, found by asking the family's own reader what each word would say.

A word is written in all places at once, so a family's rules are stated once a word and not once a place and word. What
that states beyond the blank sheet is what the word says; it is kept where it is true of the solution.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.constraints import Constraint
from deduce.errors import ProblemError, RecordError
from deduce.evidence import Statement
from deduce_models.pencil.board import PuzzleBoard, place
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.places import Place, clue_layers, word_at
from deduce_models.pencil.sheet import EMPTY, Sheet, TextLayer

__all__ = ["TrueClue", "true_clues", "with_words"]

_USELESS = 3
"""After so many readings that changed the form, or so many numbers without any reading, no more are tried."""
_BUILDS = 30
"""How often the sheet is read for one word at most."""
_MARKS = (
    *"abcdefwxEOtshv.<>^", "<v", "<^", ">v", ">^", "1,1", "1,2", "1,3", "2,2", "2,3", "1,1,1", "1,1,2",
    "ns", "ew", "ne", "nw", "sw", "se", "nsew",
    *(f"{n}{side}" for n in range(5) for side in "nsew"), *(f"{kind}{n}" for kind in "bw" for n in range(2, 8)),
)  # fmt: skip


@dataclass(frozen=True)
class TrueClue:
    """A word in a place, and what it states over the blank sheet's variables."""

    at: Place
    word: str
    statements: tuple[Statement, ...]


def with_words(sheet: Sheet, words: Mapping[Place, str]) -> Sheet:
    """The sheet with words at places."""
    layers = {name: [list(line) for line in lines] for name, lines in sheet.layers.items()}
    for (name, i, j), word in words.items():
        layers[name][i][j] = word
    return replace(sheet, layers={name: tuple(map(tuple, lines)) for name, lines in layers.items()})


class _Reader:
    """Reads sheets on one blank sheet, and what they state beyond it."""

    def __init__(self, blank: Sheet, board: PuzzleBoard, solution: Mapping[str, Hashable]) -> None:
        self.blank, self.board = blank, board
        self.rules = family(blank.family).rules
        self.solution = solution
        self.own = {v.name: v for v in board.scope}
        self.form = _form(board)
        self.stated = {_plain(s) for s in board.knowledge().log}

    def new(self, words: Mapping[Place, str]) -> list[Statement] | None:
        """What the words state; None where they change more than that. Raises `RecordError`."""
        board = self.rules(with_words(self.blank, words))
        if _form(board) != self.form:
            return None
        return [s for s in board.knowledge().log if _plain(s) not in self.stated]

    def true(self, statement: Statement) -> bool:
        content = statement.content
        return isinstance(content, Constraint) and content.holds(
            [self.solution[v.name] for v in content.scope]
        )

    def moved(self, statement: Statement) -> Statement:
        content = statement.content
        assert isinstance(content, Constraint)  # noqa: S101  # `true` has seen it
        own = {v: self.own[v.name] for v in content.scope}
        return Statement(content.over(own), statement.text, statement.kind, statement.place)


def true_clues(
    blank: Sheet,
    board: PuzzleBoard,
    solution: Mapping[str, Hashable],
    places: Iterable[Place],
    most: int,
) -> dict[Place, list[TrueClue]]:
    """For each of `places`, the clues that are true of `solution`.

    Args:
        blank: The sheet without clues, or with those that only tell where numbers come.
        board: Its board.
        solution: The value of every variable of the board, by its name.
        places: Where clues may come.
        most: The greatest number that is tried.
    """
    reader = _Reader(blank, board, solution)
    found: dict[Place, list[TrueClue]] = {at: [] for at in places}
    for layer in clue_layers(blank):
        kinds: dict[str, list[Place]] = {}
        for at in found:
            if at[0] == layer.name:
                kinds.setdefault(word_at(blank, at), []).append(at)
        for inside in kinds.values():
            _layer(reader, layer, inside, found, most)
    return found


def _layer(
    reader: _Reader,
    layer: TextLayer,
    inside: Sequence[Place],
    found: dict[Place, list[TrueClue]],
    most: int,
) -> None:
    for words in _as_solved(reader, layer, inside):
        for clue in _true_of(reader, words) or ():
            found[clue.at].append(clue)
    if all(found[at] for at in inside):
        return
    numbers = [str(n) for n in range(most + 1) if re.fullmatch(layer.pattern, str(n))]
    open_ = list(inside)
    useless = 0
    for word in numbers:
        if useless == _USELESS:
            break
        told = _true_of(reader, dict.fromkeys(open_, word))
        useless = 0 if told is not None else useless + 1
        for clue in told or ():
            found[clue.at].append(clue)
        open_ = [at for at in open_ if not found[at]]  # no number but one is true
        if not open_:
            break
    for word in _MARKS:
        if re.fullmatch(layer.pattern, word):
            for clue in _true_of(reader, dict.fromkeys(inside, word)) or ():
                found[clue.at].append(clue)


def _as_solved(reader: _Reader, layer: TextLayer, inside: Sequence[Place]) -> Iterator[dict[Place, str]]:
    """The solution's own values as words, where the layer takes them."""
    cells = reader.board.grids.get("cell", {})
    words = {}
    for at in inside:
        variable = cells.get((at[1] + 1, at[2] + 1))
        if variable is not None:
            word = str(reader.solution[variable.name])
            if re.fullmatch(layer.pattern, word) and word != EMPTY:
                words[at] = word
    if words and not layer.side and not layer.more:
        yield words


def _true_of(reader: _Reader, words: Mapping[Place, str], builds: int = _BUILDS) -> list[TrueClue] | None:
    """The clues among these words that are true, as far as so many readings tell; None where they change the form."""
    waiting = [dict(words)]
    found: list[TrueClue] = []
    changed = 0
    while waiting and builds > 0:
        part = waiting.pop()
        if not part:
            continue
        builds -= 1
        try:
            stated = reader.new(part)
        except (RecordError, ProblemError) as error:
            waiting += _without(part, str(error))
            continue
        if stated is None:
            changed += 1
            if changed == _USELESS and not found:
                return None
            waiting += _halves(part)[::-1]
            continue
        told = _told_apart(part, stated)
        if told is None:
            waiting += _halves(part)
            continue
        for at, statements in told.items():
            if statements and all(map(reader.true, statements)):
                found.append(TrueClue(at, part[at], tuple(map(reader.moved, statements))))
    return found


def _halves(part: dict[Place, str]) -> list[dict[Place, str]]:
    items = list(part.items())
    middle = len(items) // 2
    return [dict(items[:middle]), dict(items[middle:])] if middle else []


def _without(part: dict[Place, str], why: str) -> list[dict[Place, str]]:
    """What is left to try when a sheet was refused: without the place that was named, or in halves."""
    named = re.search(r"row (\d+), column (\d+)", why)
    if named is not None:
        at = (int(named[1]) - 1, int(named[2]) - 1)
        rest = {key: word for key, word in part.items() if key[1:] != at}
        if len(rest) < len(part):
            return [rest] if len(rest) < 5 else _halves(rest)
    return _halves(part)


def _told_apart(
    part: Mapping[Place, str], stated: Sequence[Statement]
) -> dict[Place, list[Statement]] | None:
    """Which statement is of which place; None where that cannot be told."""
    if len(part) == 1:
        return {at: list(stated) for at in part}
    by_name = {place((i + 1, j + 1)): (name, i, j) for name, i, j in part}
    told: dict[Place, list[Statement]] = {at: [] for at in part}
    if stated and all(s.place in by_name for s in stated):
        for s in stated:
            told[by_name[s.place]].append(s)
        return told
    each, rest = divmod(len(stated), len(part))
    if rest or not each or len({name for name, _, _ in part}) > 1:
        return None
    for k, at in enumerate(part):
        told[at] = list(stated[k * each : (k + 1) * each])
    return told


def _plain(statement: Statement) -> tuple[object, ...]:
    content = statement.content
    scope = content.scope if isinstance(content, Constraint) else ()
    return statement.text, statement.place, type(content).__name__, tuple(v.name for v in scope)


def _form(board: PuzzleBoard) -> tuple[object, ...]:
    """The variables with their values, and how many rules of which words, as plain values."""
    return (
        tuple((v.name, v.domain) for v in board.scope),
        tuple(v.name for v in board.key),
        tuple(
            (rule.text, rule.place, len(getattr(rule.content, "scope", ())))
            for rule in board.knowledge().rules
        ),
    )

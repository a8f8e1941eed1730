"""All clues that are true of a solution, found by asking the family's own reader what each word would say.

A word is written in all places at once, so a family's rules are stated once a word and not once a place and word. What
that states beyond the blank sheet is what the word says; it is kept where it is true of the solution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from deduce.evidence import Statement
from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError, RecordError
from deduce.language.constraints import Constraint
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.places import Place, clue_layers, word_at
from deduce_models.pencil.rules.board import PuzzleBoard, place, rules_unstated
from deduce_models.pencil.sheet.printed import EMPTY, Sheet, TextLayer

_USELESS = 3
"""After so many readings that changed the form, or so many numbers without any reading, no more are tried."""
_NOTHING = 6
"""Where the first so many numbers are nowhere taken, no number is."""
_REFUSED = 12
"""After so many refusals, and nothing else, no more places are tried for a word."""
_BUILDS = 30
"""How often the sheet is read for one word at most."""
_MARKS = (
    *"abcdefnwxEOtshv.<>^", "<v", "<^", ">v", ">^", "1,1", "1,2", "1,3", "2,2", "2,3", "1,1,1", "1,1,2",
    "ns", "ew", "ne", "nw", "sw", "se", "nsew",
    *(f"{n}{side}" for n in range(5) for side in "nsew"), *(f"{kind}{n}" for kind in "bwnes" for n in range(10)),
)  # fmt: skip


_HABIT: Mapping[str, str] = {"geradeweg": r"[1-9]\d*", "shingoki": r"[bw]\d+"}
"""What is written in print, where a family's notation allows what says less."""


def _quotient(numbers: Sequence[int]) -> int | None:
    """The greatest divided by all others; None where that leaves a rest."""
    divided, rest = divmod(numbers[0], max(1, prod(numbers[1:])))
    return None if rest or 0 in numbers else divided


def _difference(numbers: Sequence[int]) -> int | None:
    """The greatest less all others; None for less than nothing."""
    left = 2 * numbers[0] - sum(numbers)
    return None if left < 0 else left


_SIGNS: Mapping[str, Callable[[Sequence[int]], int | None]] = {
    "+": sum, "*": prod, "/": _quotient, "-": _difference,
}  # fmt: skip
"""What the numbers of an area, the greatest first, make, and the sign it is written with where one is."""


@dataclass(frozen=True)
class TrueClue:
    """A word in a place, and what it states over the blank sheet's variables."""

    at: Place
    word: str
    statements: tuple[Statement, ...]

    def true_of(self, solution: Mapping[str, Hashable]) -> bool:
        """Whether a solution, by the names of its variables, is one with this clue."""
        return all(
            s.content.holds([solution[v.name] for v in s.content.scope])
            for s in self.statements
            if isinstance(s.content, Constraint)
        )


def with_words(sheet: Sheet, words: Mapping[Place, str]) -> Sheet:
    """The sheet with words at places."""
    layers = {name: [list(line) for line in lines] for name, lines in sheet.layers.items()}
    for (name, i, j), word in words.items():
        layers[name][i][j] = word
    return replace(sheet, layers={name: tuple(map(tuple, lines)) for name, lines in layers.items()})


class ClueReader:
    """Reads sheets on one blank sheet, and keeps what each word in each place states beyond it."""

    def __init__(self, blank: Sheet, board: PuzzleBoard) -> None:
        self.blank, self.board = blank, board
        self.rules = family(blank.family).rules
        self.own = {v.name: v for v in board.scope}
        self._bare: tuple[object, ...] | None = None
        self.form = _form(board)
        self._alike: set[tuple[str, str]] = set()
        self._series: dict[tuple[str, str, str], tuple[set[Place], set[Place]]] = {}
        self.stated = {_plain(s) for s in board.knowledge().log}
        self._kept: dict[tuple[str, str, str], dict[Place, TrueClue] | None] = {}
        self._asked: dict[tuple[str, str, str], set[Place]] = {}

    def true_of(
        self, solution: Mapping[str, Hashable], places: Iterable[Place]
    ) -> dict[Place, list[TrueClue]]:
        """For each of `places`, the clues that are true of a solution, places without any left out.

        Args:
            solution: The value of every variable of the board, by its name.
            places: Where clues may come.
        """
        found: dict[Place, list[TrueClue]] = {at: [] for at in places}
        for layer in clue_layers(self.blank):
            kinds: dict[str, list[Place]] = {}
            for at in found:
                if at[0] == layer.name:
                    kinds.setdefault(word_at(self.blank, at), []).append(at)
            for kind, inside in kinds.items():
                self._layer(layer, kind, inside, solution, found)
        return {at: clues for at, clues in found.items() if clues}

    def _layer(
        self,
        layer: TextLayer,
        kind: str,
        inside: Sequence[Place],
        solution: Mapping[str, Hashable],
        found: dict[Place, list[TrueClue]],
    ) -> None:
        own = self._as_solved(layer, inside, solution)
        if own and self._narrows(own):
            for at, word in own.items():
                found[at].append(self._given(at, word))
            return
        for words in (own, *self._of_areas(layer, inside, solution)):
            for at, clue in (self._read(words) or {}).items() if words else ():
                if clue.true_of(solution):
                    found[at].append(clue)
        if all(found[at] for at in inside):
            return
        pattern = _HABIT.get(self.blank.family, layer.pattern)
        useless = empty = 0
        # Beside the grid there may be sums of a whole line.
        rows, cols = self.blank.rows, self.blank.cols
        most = rows * cols if layer.side else 3 * max(rows, cols)
        for number in range(most + 1):
            word = str(number)
            if not re.fullmatch(pattern, word):
                continue
            told = self._of_word(layer.name, kind, [at for at in inside if not found[at]], word)
            useless = useless + 1 if told is None else 0
            empty = empty + 1 if not told and empty == number else empty
            for at in inside:
                # No number but one is true.
                if told and at in told and not found[at] and told[at].true_of(solution):
                    found[at].append(told[at])
            if useless == _USELESS or empty == _NOTHING or all(found[at] for at in inside):
                break
        for word in _MARKS:
            if re.fullmatch(pattern, word):
                told = self._of_word(layer.name, kind, inside, word) or {}
                for at in inside:
                    if at in told and told[at].true_of(solution):
                        found[at].append(told[at])

    def _as_solved(
        self, layer: TextLayer, inside: Sequence[Place], solution: Mapping[str, Hashable]
    ) -> dict[Place, str]:
        """The solution's own values as words, where the layer takes them."""
        grids = self.board.grids
        cells = grids.get(
            layer.name.removesuffix("s"), grids.get("cell", {})
        )  # letters, say, in the layer of letters
        words: dict[Place, str] = {}
        if layer.side or layer.more:
            return words
        for at in inside:
            variable = cells.get((at[1] + 1, at[2] + 1))
            if variable is not None:
                word = str(solution[variable.name])
                if re.fullmatch(layer.pattern, word) and word != EMPTY:
                    words[at] = word
        return words

    def _narrows(self, words: Mapping[Place, str]) -> bool:
        """Whether numbers given leave nothing else to their cells, and less to others: each reading has another form."""
        cells = self.board.cell
        with rules_unstated():
            try:
                read = self.rules(with_words(self.blank, words)).grids.get("cell", {})
            except (RecordError, ProblemError):
                return False
        left = {at: tuple(map(str, v.domain)) for at, v in read.items()}
        return any(len(v.domain) > 1 for v in cells.values()) and all(
            left.get((i + 1, j + 1)) == (word,) for (_, i, j), word in words.items()
        )

    def _given(self, at: Place, word: str) -> TrueClue:
        """A number that is supposed to say what its cell holds; the puzzle that comes of it is read as a whole."""
        cell = (at[1] + 1, at[2] + 1)
        variable = self.board.cell[cell]
        value = next(x for x in variable.domain if str(x) == word)
        return TrueClue(
            at, word, (Statement(variable == value, f"{word} is given", "observation", place(cell)),)
        )

    def _of_areas(
        self, layer: TextLayer, inside: Sequence[Place], solution: Mapping[str, Hashable]
    ) -> Iterator[dict[Place, str]]:
        """What the numbers of areas make, as words: products soon pass all numbers that are tried one by one."""
        cells = self.board.grids.get("cell", {})
        if layer.side or layer.more or "areas" not in self.blank.layers:
            return
        numbers: dict[Place, list[int]] = {}
        for at in inside:
            own = self.blank.areas[self.blank.area_of[at[1] + 1, at[2] + 1]]
            values = [solution[cells[x].name] for x in own if x in cells]
            if len(values) > 1 and all(isinstance(value, int) for value in values):
                numbers[at] = sorted(map(int, map(str, values)), reverse=True)
        signs = [sign for sign in _SIGNS if re.fullmatch(layer.pattern, f"1{sign}")]
        for sign in signs or [""]:
            for make in _SIGNS.values() if sign == "" else [_SIGNS[sign]]:
                yield {
                    at: f"{made}{sign}" for at, own in numbers.items() if (made := make(own)) is not None
                }

    def _of_word(
        self, layer: str, kind: str, inside: Sequence[Place], word: str
    ) -> dict[Place, TrueClue] | None:
        """What a word says in places of a kind, some more perhaps; None where it changes more than that."""
        key = (layer, kind, word)
        told, asked = self._kept.setdefault(key, {}), self._asked.setdefault(key, set())
        if told is None:
            return None
        # Where a number was taken and a greater one is refused, still greater ones are, too.
        series = (layer, kind, word.lstrip("0123456789"))
        taken, refused = self._series.setdefault(series, (set(), set()))
        words = {at: word for at in inside if at not in asked and at not in taken & refused}
        if words:
            asked.update(words)
            more = self._read(words, refused, (layer, kind))
            if more is None and not told:
                self._kept[key] = None
                return None
            told |= more or {}
            taken |= (more or {}).keys()
        return told

    def _read(
        self,
        words: Mapping[Place, str],
        refused: set[Place] | None = None,
        kind: tuple[str, str] = ("", ""),
    ) -> dict[Place, TrueClue] | None:
        """What words say, as far as some readings tell; None where they change the form of the puzzle."""
        waiting = [dict(words)]
        found: dict[Place, TrueClue] = {}
        changed = failed = 0
        for _ in range(_BUILDS):
            if not waiting:
                break
            part = waiting.pop()
            if not part:
                continue
            try:
                stated = self._new(part, kind)
            except (RecordError, ProblemError) as error:
                rest = _without(part, str(error))
                if refused is not None:
                    refused |= part.keys() - {at for some in rest for at in some}
                waiting += rest
                failed += 1
                if failed == _REFUSED and not found:
                    break
                continue
            changed += stated is None
            if changed == _USELESS and not found:
                return None
            told = None if stated is None else _told_apart(part, stated)
            if told is None:
                waiting += _halves(part)
                continue
            for at, statements in told.items():
                if statements:
                    found[at] = TrueClue(at, part[at], tuple(map(self._moved, statements)))
        return found

    def _new(self, words: Mapping[Place, str], kind: tuple[str, str]) -> list[Statement] | None:
        """What the words state; None where they change more than that. Raises `RecordError`."""
        tick()
        sheet = with_words(self.blank, words)
        with rules_unstated():
            board = self.rules(sheet)  # what is refused is refused so, too, and soon
            if self._bare is None:
                self._bare = _form(self.rules(self.blank))
        if _form(board) != self._bare:
            return None
        if kind not in self._alike:
            # The rules are looked at for one word of a kind, and left out for others; a finished puzzle is read whole.
            board = self.rules(sheet)
            if _form(board) != self.form:
                return None
            if kind[0]:
                self._alike.add(kind)
        return [
            s
            for s in board.knowledge().log
            if _plain(s) not in self.stated and isinstance(s.content, Constraint)
        ]

    def _moved(self, statement: Statement) -> Statement:
        """A statement about the blank sheet's variables."""
        content = statement.content
        if not isinstance(content, Constraint):
            raise ProblemError("a clue states a condition")
        own = {v: self.own[v.name] for v in content.scope}
        return Statement(content.over(own), statement.text, statement.kind, statement.place)


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

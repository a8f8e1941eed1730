"""Puzzle files: a puzzle in TOML, for people who do not program.

```toml
title = "Three pets"
question = "Who has the fish?"

[variables]
pet = { for = ["Ann", "Bob", "Cleo"], values = ["cat", "dog", "fish"] }

[[rule]]
says = "all_different(pet)"

[[clue]]
text = "Ann is allergic to dogs."
says = "pet[Ann] != dog"

[answer]
about = ["pet"]
```

A variable is a list of values, or a table with ``values`` and, for a family, ``for``: its keys. Values and
keys are words, numbers, or a range such as ``"1..5"``; ``for = ["1..3", "1..3"]`` makes a grid. Rules always
hold; clues are what can be superfluous. The answer is what the puzzle asks; without it, everything.

Rules and clues may also be lists, ``rule = [{ says = "..." }]``, alone or beside tables. One may be said of many
things at once, with ``for = "row in rows(cell)"``; with a ``group`` they count as one. The values given in a grid are
drawn: ``of = "cell"`` and a `picture`. A file with ``family = "sudoku"`` leaves
variables and rules to a reader of that family (entry points of the group ``deduce.puzzles``).

One file because it is one loader: each part of a puzzle is a few lines that say where in the file it is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from keyword import iskeyword
from math import prod
from pathlib import Path
from typing import Any

from deduce.evidence import Statement, in_words
from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.ground.reading import text_of
from deduce.ground.strange import alike
from deduce.ground.wording import as_is, listing, say
from deduce.knowledge import Knowledge
from deduce.language.variables import Family, Variable
from deduce.problem import Problem
from deduce.puzzles.boards import Board, BoardProblem
from deduce.puzzles.expressions import read_condition, read_each, read_on, read_variables
from deduce.puzzles.families import as_sheet, called, on_shelf, read_family
from deduce.puzzles.house import house_rule
from deduce.puzzles.terms import LARGEST
from deduce.puzzles.trees import brief

_TOP = ("title", "question", "board", "variables", "rule", "clue", "answer", "family", "grid", "extra")
_ENTRY = ("text", "says", "for", "group", "of", "picture", "on")
_BLANK = {".", "_", "?", "-"}
"""Signs of a picture that say nothing."""
_BESIDE = "beside "
_RANGE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")
_MAX_RANGE = 10_000
_MAX_VALUES, _MAX_STATEMENTS = 1_000_000, 20_000
"""What a file may ask for: values of all variables together; rules, and clues."""


def _on_board(over: object) -> bool:
    """Whether a ``for`` speaks of a board."""
    return isinstance(over, str) and " of " in over


_QUOTED = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|' r"'''.*?'''+|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'|#[^\n]*", re.DOTALL
)
"""A TOML string or comment."""


def _code_of(text: str) -> list[str]:
    """The lines of a file without what stands in texts of several lines, which could look like code."""
    return _QUOTED.sub(lambda found: "\n" * found[0].count("\n") or found[0], text).splitlines()


def _sound(low: int, high: int) -> bool:
    return -LARGEST <= low <= high <= LARGEST and high - low < _MAX_RANGE


def _told(value: Any) -> str:
    """What a name of a ``for`` stands for, in a sentence."""
    if isinstance(value, tuple):
        return ", ".join(map(_told, value if len(value) <= 4 else (*value[:2], "...", value[-1])))
    return str(value)


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """A puzzle that was read.

    Attributes:
        title: Its name.
        question: What it asks, in words; may be empty.
        problem: Variables, rules and answer key.
        puzzle: The problem with the clues as its log: what `verify`, `steps` and `redundant` take.
        says: The condition of each clue as written, in order.
        source: The file's name, for messages.
        family: For a puzzle of a family of the shelves, the family's name.
        text: Its grid in that family's notation.
        base: For a file (no text alone) with a family, on a shelf or not, the family's name; the file may say more.
        extra: The rules that such a file adds to its family's.
        about: What such a file asks about, where that is not the whole grid.
        remark: What is to be said of it beside every answer; empty for nothing.
    """

    title: str
    question: str
    problem: Problem
    puzzle: Knowledge
    says: tuple[str, ...]
    source: str
    family: str = ""
    text: str = ""
    base: str = ""
    extra: tuple[str, ...] = ()
    about: tuple[Variable, ...] = ()
    remark: str = ""


def read(path: str | Path) -> PuzzleFile:
    """The puzzle in a file. Raises `RecordError` naming file, line and the nearest valid name."""
    return loads(text_of(Path(path)), source=str(path))


def loads(text: str, *, source: str = "") -> PuzzleFile:
    """The puzzle in a text; `source` is what errors call it. Raises `RecordError`."""
    return _Loader(text, source).load()


_LONGEST_TOLD = 1_000
"""No name, value or sentence is longer: answers repeat them."""

_LONGEST_RANGE = 50
"""No range is written with more signs."""


_LARGEST_PUZZLE = 2_000_000
"""No puzzle file has more signs."""


def _typed(value: object) -> str:
    return as_is(repr(value))


class _Loader:
    def __init__(self, text: str, source: str) -> None:
        if len(text) > _LARGEST_PUZZLE:
            raise RecordError(
                say("is longer than {most} signs", most=f"{_LARGEST_PUZZLE:,}"), source=source
            )
        self.lines, self.code, self.source = text.splitlines(), _code_of(text), source
        self.listed: dict[str, int] = {}
        try:
            self.data = self.parsed(text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = (int(place[1]), int(place[2])) if place else (len(self.lines), 0)
            message = re.sub(r"\s*\(at [^)]*\)", "", str(error))
            if re.search(r"^\s*game\s*:", text, re.MULTILINE):
                raise RecordError(
                    say("this is the record of a game, which 'deduce solve' reads, and no puzzle"),
                    source=source,
                ) from None
            raise RecordError(
                say("not valid TOML: {why}", why=as_is(message)), line=line, column=column, source=source
            ) from None
        except (ValueError, RecursionError):
            # Python's own bounds on digits and nesting.
            raise RecordError(
                say("not valid TOML: too deeply nested, or a number of too many digits"), source=source
            ) from None

    def parsed(self, text: str) -> dict[str, Any]:
        """The file's data. ``rule = [...]`` beside ``[[rule]]``, which TOML has not, is one list after the other."""
        lines = text.split("\n")
        aligned = len(lines) - len(self.lines) in (0, 1)  # no other signs that end a line
        both = [name for name in ("rule", "clue") if aligned and self.headers(name) and self.line_of(name)]
        for name in both:
            for number in self.headers(name):
                lines[number] = lines[number].replace(name, f'"{_BESIDE}{name}"', 1)
        if both:
            text = "\n".join(lines)
        data = tomllib.loads(text)
        for name in both:
            first, second = data.get(name), data.pop(_BESIDE + name, [])
            if isinstance(first, list):
                self.listed[name] = len(first)
                data[name] = [*first, *second]
        return data

    def headers(self, name: str) -> list[int]:
        """The lines, from 0, that begin an entry ``[[name]]``."""
        header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]\s*(#.*)?")
        return [number for number, line in enumerate(self.code) if header.fullmatch(line)]

    def entry_line(self, name: str, table: str, nth: int) -> int:
        """As `line_of`, for the nth entry of rules or clues, listed ones first."""
        listed = self.listed.get(table, 0)
        return self.line_of(table) if nth < listed else self.line_of(name, table, nth - listed)

    def fail(self, message: str, line: int = 0, column: int = 0) -> RecordError:
        return RecordError(message, line=line, column=column, source=self.source)

    def load(self) -> PuzzleFile:
        self.known(self.data, _TOP, say("a puzzle file"))
        title = self.data.get("title", Path(self.source).stem or "puzzle")
        if not isinstance(title, str) or not title or len(title) > _LONGEST_TOLD:
            raise self.fail(
                say("title is a text in quotes, of at most {most} signs", most=f"{_LONGEST_TOLD:,}"),
                self.line_of("title"),
            )
        question = self.data.get("question", "")
        if not isinstance(question, str):
            raise self.fail(say("question is a text in quotes"), self.line_of("question"))
        if "family" in self.data:
            return self.of_family(title, question)
        for name in ("grid", "extra"):
            if name in self.data:
                raise self.fail(
                    say("{name} belongs to a file with a family", name=_typed(name)), self.line_of(name)
                )
        problem = BoardProblem(title, self.boards()) if "board" in self.data else Problem(title)
        self.variables(problem)
        for statement, _ in self.statements("rule", problem):
            problem.require(statement.content, statement.text, group=statement.group)  # type: ignore[arg-type]
        clues = self.statements("clue", problem)
        self.answer(problem)
        puzzle = Knowledge(problem).learn(*(statement for statement, _ in clues))
        return PuzzleFile(title, question, problem, puzzle, tuple(says for _, says in clues), self.source)

    # Where things are.

    def line_of(self, name: str, table: str = "", nth: int = 0) -> int:
        """The line where a key is set (in the nth table of a name); the table's own line as a fallback."""
        header = re.compile(rf"\s*\[+\s*{re.escape(table)}\s*\]+")
        start = key_line = 0
        if table:
            seen = -1
            for number, line in enumerate(self.code, start=1):
                seen += bool(header.match(line))
                if seen == nth:
                    start = number
                    break
        pattern = re.compile(rf"""\s*["']?{re.escape(name)}["']?\s*=""")
        for number, line in enumerate(self.code[start:], start=start + 1):
            if re.match(r"\s*\[", line) and table:
                break
            if pattern.match(line):
                key_line = number
                break
        return key_line or start

    def set_at(self, name: str) -> int:
        """The line of a table by its header, or where it is set in one line."""
        return self.line_of("", name) or self.line_of(name)

    def place_of(self, text: str, line: int) -> tuple[int, int]:
        """The line and 1-based column where `text` stands, from `line` on; column 0 if it is not found."""
        first, *later = text.split("\n")
        for number in range(max(1, line), min(len(self.lines), line + 20) + 1):
            at = self.lines[number - 1].find(first)
            follow = self.lines[number : number + len(later)]
            if at >= 0 and len(follow) == len(later) and all(map(str.startswith, follow, later)):
                return number, at + 1
        return line, 0

    def known(self, table: Mapping[str, Any], allowed: Sequence[str], what: str, line: int = 0) -> None:
        for name in table:
            if name not in allowed:
                at = line or self.set_at(name)
                raise self.fail(
                    say(
                        "{what} has no {name}: {allowed}",
                        what=what,
                        name=_typed(name),
                        allowed=nearest(name, allowed),
                    ),
                    at,
                )

    # The parts.

    def variables(self, problem: Problem) -> None:
        table = self.data.get("variables")
        if not isinstance(table, dict) or not table:
            raise self.fail(
                say("a puzzle needs a table [variables] with at least one variable"),
                self.set_at("variables"),
            )
        self.told_apart([*table], self.set_at("variables"))
        total = 0
        for name, given in table.items():
            tick()
            line = self.line_of(name, "variables") or self.line_of("", f"variables.{name}")
            line = line or self.set_at("variables")
            if iskeyword(name):
                raise self.fail(
                    say(
                        "{name} cannot name a variable: the word has a meaning of its own in conditions",
                        name=_typed(name),
                    ),
                    line,
                )
            if not name.isidentifier() or len(name) > _LONGEST_TOLD:
                raise self.fail(
                    say(
                        "{name} cannot name a variable: use letters, digits and _", name=_typed(brief(name))
                    ),
                    line,
                )
            if isinstance(given, dict):
                self.known(given, ("for", "values"), say("variable {name}", name=_typed(name)), line)
            values = self.values(given.get("values") if isinstance(given, dict) else given, name, line)
            keys = (
                self.keys(given["for"], name, line)
                if isinstance(given, dict) and "for" in given and not _on_board(given["for"])
                else None
            )
            total += len(values) * (1 if keys is None else len(keys))
            if total > _MAX_VALUES:
                raise self.fail(
                    say(
                        "with {name} the variables have {total} values in all; at most {most} can be reasoned about: "
                        "make ranges smaller, or use fewer variables",
                        name=as_is(name),
                        total=f"{total:,}",
                        most=f"{_MAX_VALUES:,}",
                    ),
                    line,
                )
            try:
                over = given.get("for") if isinstance(given, dict) else None
                if isinstance(over, str) and isinstance(problem, BoardProblem) and " of " in over:
                    problem.on_board(name, over, values)
                elif keys is not None:
                    problem.variables(name, keys, values)
                else:
                    problem.variable(name, values)
            except ProblemError as error:
                raise self.fail(error.said, line) from None

    def values(self, given: Any, name: str, line: int) -> list[Hashable]:
        if isinstance(given, str):
            found = _RANGE.fullmatch(given)
            long = len(given) > _LONGEST_RANGE
            if found is None or long or not _sound(int(found[1]), int(found[2])):
                wrong = '{name}: {value} is no range; write one such as "1..5", or a list'
                if found:
                    wrong = '{name}: {value} is no range of at most {most} numbers; write one such as "1..5", or a list'
                slots = {"name": as_is(name), "value": _typed(brief(given)), "most": f"{_MAX_RANGE:,}"}
                raise self.fail(say(wrong, **slots), line)
            return list(range(int(found[1]), int(found[2]) + 1))
        if not isinstance(given, list) or not given:
            raise self.fail(
                say('{name} needs a list of values, or a range such as "1..5"', name=as_is(name)), line
            )
        for value in given:
            number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
            if not isinstance(value, str) and not number:
                wrong = (
                    "{name}: {value} is no value; write words in quotes, or whole numbers of at most {most}"
                )
                raise self.fail(
                    say(wrong, name=as_is(name), value=_typed(value), most=f"{LARGEST:,}"), line
                )
        words = [value for value in given if isinstance(value, str)]
        if any(len(word) > _LONGEST_TOLD for word in words):
            raise self.fail(
                say("{name}: a word has at most {most} signs", name=as_is(name), most=f"{_LONGEST_TOLD:,}"),
                line,
            )
        self.told_apart(words, line)
        return given

    def told_apart(self, words: Sequence[str], line: int) -> None:
        pair = alike(words)
        if pair is not None:
            raise self.fail(
                say(
                    "{name} and {other} look alike, in letters of different alphabets",
                    name=_typed(brief(pair[0])),
                    other=_typed(brief(pair[1])),
                ),
                line,
            )

    def keys(self, given: Any, name: str, line: int) -> list[Hashable]:
        if (
            isinstance(given, list)
            and given
            and all(isinstance(x, str) and _RANGE.fullmatch(x) for x in given)
        ):
            sides = [self.values(x, name, line) for x in given]
            size = prod(map(len, sides))
            if size > _MAX_RANGE:
                raise self.fail(
                    say(
                        "{name}: {sides} are {size} variables; a grid has at most {most}",
                        name=as_is(name), sides=" x ".join(str(len(side)) for side in sides),
                        size=f"{size:,}", most=f"{_MAX_RANGE:,}",
                    ), line
                )  # fmt: skip
            return list(product(*sides))
        return self.values(given, name, line)

    def statements(self, table: str, problem: Problem) -> list[tuple[Statement, str]]:
        entries = self.data.get(table, [])
        if isinstance(entries, list):
            # A condition without a sentence of its own may stand in the list as it is.
            entries = [{"says": x} if isinstance(x, str) else x for x in entries]
        if not isinstance(entries, list) or not all(isinstance(x, dict) for x in entries):
            at = self.set_at(table)
            raise self.fail(
                say(
                    'write each {table} under a line [[{table}]], or {table} = ["...", "..."]',
                    table=as_is(table),
                ),
                at,
            )
        if len(entries) > _MAX_STATEMENTS:
            at = self.line_of("", table)
            raise self.fail(
                say(
                    "there are {number} times [[{table}]]; at most {most}",
                    number=f"{len(entries):,}",
                    table=as_is(table),
                    most=f"{_MAX_STATEMENTS:,}",
                ),
                at,
            )
        found = []
        for nth, entry in enumerate(entries):
            tick()
            top = self.entry_line("", table, nth) or self.line_of(table)
            self.known(entry, _ENTRY, say("a {table}", table=as_is(table)), top)
            for name in _ENTRY:
                if name == "says" and not isinstance(entry.get(name, ""), str):
                    raise self.fail(
                        say('a {table} needs says = "...": a condition', table=as_is(table)), top
                    )
                if name == "text" and len(str(entry.get(name, ""))) > _LONGEST_TOLD:
                    raise self.fail(
                        say("text is a sentence of at most {most} signs", most=f"{_LONGEST_TOLD:,}"), top
                    )
                if not isinstance(entry.get(name, ""), str):
                    wrong = (
                        "{name} is a sentence in quotes" if name == "text" else "{name} is a text in quotes"
                    )
                    raise self.fail(say(wrong, name=as_is(name)), top)
            drawn = ("picture" in entry or "of" in entry) and "on" not in entry
            read = self.drawn if drawn else self.said
            found.extend(read(table, nth, entry, top, problem))
        return found

    def said(
        self, table: str, nth: int, entry: Mapping[str, str], top: int, problem: Problem
    ) -> list[tuple[Statement, str]]:
        """The statement of one entry; with ``for``, one for each of what it goes over."""
        says, text, over = entry.get("says", ""), entry.get("text", ""), entry.get("for", "")
        if not says.strip():
            raise self.fail(say('a {table} needs says = "...": a condition', table=as_is(table)), top)
        line, column = self.place_of(says.strip(), self.entry_line("says", table, nth) or top)
        place, group = say("line {number}", number=line), entry.get("group", "")
        if "on" in entry:
            return self.on_board(entry, problem, (line, column), top)
        if not over:
            content = read_condition(says, problem, source=self.source, line=line, column=column)
            return [
                (
                    Statement(content, text or in_words(content), "observation", place, group=group),
                    says.strip(),
                )
            ]
        found: list[tuple[Statement, str]] = []
        for content, bound in read_each(says, over, problem, source=self.source, line=line, column=column):
            tick()
            if len(found) == _MAX_STATEMENTS:
                raise self.fail(
                    say("'for' makes more than {most} statements here", most=f"{_MAX_STATEMENTS:,}"), top
                )
            sentence = text
            for name, value in bound.items():
                sentence = sentence.replace(f"{{{name}}}", _told(value))
            made = Statement(content, sentence or in_words(content), "observation", place, group=group)
            found.append((made, says.strip()))
        if not found:
            wrong = "for = {over} goes over nothing: so this {table} would say nothing"
            raise self.fail(say(wrong, over=_typed(over), table=as_is(table)), top)
        return found

    def boards(self) -> dict[str, Board]:
        """The boards of the file."""
        found: dict[str, Board] = {}
        given = self.data["board"]
        if not isinstance(given, dict) or not all(isinstance(x, dict) for x in given.values()):
            raise self.fail(say("write a board under a line [board.NAME]"), self.line_of("board"))
        for name, table in given.items():
            line = self.line_of("", f"board.{name}") or self.set_at("board")
            self.known(
                table,
                ("cells", "picture", "areas", "edges", "at"),
                say("the board {name}", name=_typed(name)),
                line,
            )
            try:
                found[name] = Board(name, table)
            except ProblemError as error:
                raise self.fail(error.said, line) from None
        return found

    def on_board(
        self,
        entry: Mapping[str, str],
        problem: Problem,
        place: tuple[int, int],
        top: int,
    ) -> list[tuple[Statement, str]]:
        """One statement for each cell of a board that has a sign."""
        boards = problem.boards if isinstance(problem, BoardProblem) else {}
        board = boards.get(entry["on"])
        if board is None:
            known = nearest(entry["on"], boards) if boards else say("the file has none; write [board.NAME]")
            raise self.fail(
                say("there is no board {name}: {allowed}", name=_typed(brief(entry["on"])), allowed=known),
                top,
            )
        says, text, found = entry["says"], entry.get("text", ""), []
        line, column = place
        try:
            for content, bound in read_on(
                says, board, entry.get("picture", ""), problem, source=self.source, line=line, column=column
            ):
                tick()
                here = ".".join(map(str, bound["here"]))
                sentence = text.replace("{n}", str(bound["n"])).replace("{here}", here)
                said = sentence or f"the {bound['n']} at {here}"
                places = listing([say("line {number}", number=line), here], ",")
                made = Statement(content, said, "observation", places, group=entry.get("group", ""))
                found.append((made, says.strip()))
        except ProblemError as error:
            raise self.fail(error.said, top) from None
        return found

    def drawn(
        self, table: str, nth: int, entry: Mapping[str, str], top: int, problem: Problem
    ) -> list[tuple[Statement, str]]:
        """The values given in a picture, one statement each."""
        name, picture = entry.get("of", ""), entry.get("picture", "")
        family = problem.get(name)
        if not isinstance(family, Family) or not picture.strip():
            known = [n for n in problem.names() if isinstance(problem.get(n), Family)]
            raise self.fail(
                say(
                    'a picture needs of = "...", a family, and picture = "...": {allowed}',
                    allowed=nearest(name, known),
                ),
                top,
            )
        keys: list[Any] = list(family)
        if not all(isinstance(key, tuple) and len(key) == 2 for key in keys):
            raise self.fail(say("{name} is no grid, so there is nothing to draw", name=as_is(name)), top)
        rows, columns = sorted({r for r, _ in keys}), sorted({c for _, c in keys})
        drawn = [line for line in picture.splitlines() if line.strip()]
        spaced = any(" " in line.strip() for line in drawn)
        signs = [line.split() if spaced else list(line.strip()) for line in drawn]
        if len(signs) != len(rows) or any(len(row) != len(columns) for row in signs):
            raise self.fail(
                say(
                    "the picture of {name} needs {number:line} of {wide:sign}, not {lines} of {signs}",
                    name=as_is(name), number=len(rows), wide=len(columns), lines=len(signs),
                    signs=", ".join(map(str, sorted({len(row) for row in signs}))),
                ), top
            )  # fmt: skip
        found = []
        for r, line in zip(rows, signs, strict=True):
            for c, sign in zip(columns, line, strict=True):
                if sign in _BLANK:
                    continue
                variable = family[r, c]
                value = next((x for x in variable.domain if str(x) == sign), None)
                if value is None:
                    wrong = "{value} in the picture is no value of {name}: {allowed}, or . for none"
                    raise self.fail(
                        say(
                            wrong, value=_typed(sign), name=as_is(variable), allowed=nearest(sign, variable.domain)
                        ), top
                    )  # fmt: skip
                written = value if isinstance(value, int) else repr(value)
                fact = variable == value
                made = Statement(fact, in_words(fact), "observation", say("line {number}", number=top))
                found.append((made, f"{variable.name} == {written}"))
        return found

    def of_family(self, title: str, question: str) -> PuzzleFile:
        """A puzzle whose variables and rules a reader of its family makes from a grid."""
        name, grid, extra = (self.data.get(key, "") for key in ("family", "grid", "extra"))
        for key in ("variables", "rule", "board"):
            if key in self.data:
                raise self.fail(
                    say(
                        "a file with a family leaves {name} to it; more rules go under extra",
                        name=_typed(key),
                    ),
                    self.line_of(key),
                )
        if not isinstance(name, str) or not isinstance(grid, str) or not grid.strip():
            raise self.fail(
                say('a file with a family needs grid = """...""": the puzzle as a picture'),
                self.line_of("grid"),
            )
        name = called(name)
        extras = [extra] if isinstance(extra, str) else extra
        if not isinstance(extras, list) or not all(isinstance(x, str) for x in extras):
            raise self.fail(say("extra is a condition in quotes, or a list of them"), self.line_of("extra"))
        try:
            puzzle = read_family(name, grid)
        except ProblemError as error:
            raise self.fail(error.said, self.line_of("family")) from None
        except RecordError as error:
            shift = self.line_of("grid") if error.line else 0
            raise self.fail(error.message, error.line + shift, error.column) from None
        problem = puzzle.problem
        for condition in filter(None, extras):
            line, column = self.place_of(condition.strip(), self.line_of("extra"))
            house_rule(problem, condition, source=self.source, line=line, column=column)
        clues = self.statements("clue", problem)
        puzzle = Knowledge(problem).learn(*puzzle.log, *(statement for statement, _ in clues))
        says = [*(statement.text for statement in puzzle.log[: len(puzzle.log) - len(clues)])]
        grid_key = set(problem.key)
        self.answer(problem)
        about = () if grid_key.issubset(problem.key) else problem.key
        return PuzzleFile(
            title,
            question,
            problem=problem,
            puzzle=puzzle,
            says=(*says, *(x for _, x in clues)),
            source=self.source,
            family=name if on_shelf(name) else "",
            text=as_sheet(grid),
            base=name,
            extra=tuple(x.strip() for x in extras if x.strip()),
            about=about,
        )

    def answer(self, problem: Problem) -> None:
        table = self.data.get("answer")
        if table is None:
            return
        top = self.set_at("answer")
        if not isinstance(table, dict):
            raise self.fail(say('write the answer as [answer] and about = ["..."]'), top)
        self.known(table, ("about",), say("the answer"), top)
        about = table.get("about")
        names = [about] if isinstance(about, str) else about
        if not isinstance(names, list) or not names or not all(isinstance(x, str) for x in names):
            raise self.fail(
                say('the answer needs about = ["..."]: variables, such as "pet" or "pet[Ann]"'), top
            )
        line = self.line_of("about", "answer")
        found: list[Variable] = []
        for name in names:
            at, column = self.place_of(name, line)
            found.extend(read_variables(name, problem, source=self.source, line=at, column=column))
        problem.ask(list(dict.fromkeys(found)))

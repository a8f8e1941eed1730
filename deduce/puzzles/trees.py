"""A condition as text and as a tree: reading the one into the other, and saying where in the file a part stands."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from deduce.ground.errors import RecordError
from deduce.puzzles.brought import names

_LONGEST = 200
"""Errors quote at most so many characters of a condition."""


def brief(said: ast.AST | str) -> str:
    """A part of a condition as errors quote it: on one line, and cut where it is long."""
    text = " ".join((said if isinstance(said, str) else ast.unparse(said)).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."


_CONDITIONS = frozenset(
    {"all_different", "all", "any", "at_least", "at_most", "exactly", "implies", "iff", "one_of"}
)

_NUMBERS = frozenset({"sum", "abs", "min", "max", "count", "seen"})


def says_something(node: ast.expr) -> bool:
    """Whether a node is a condition, by its form."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.RShift, ast.BitXor)) and says_something(node.left)
    if isinstance(node, ast.Call):
        named = node.func.id if isinstance(node.func, ast.Name) else ""
        if isinstance(node.func, ast.Attribute):
            return node.func.attr == "implies"
        return named in _CONDITIONS or (named not in _NUMBERS and named in names())
    return isinstance(node, (ast.Compare, ast.BoolOp))


def tree_of(text: str) -> ast.expr:
    """The tree of a condition; it may go on over several lines. Nothing in it is run.

    Raises what `ast.parse` raises.
    """
    text = _RANGE.sub(_in_python, text.strip())
    if "\n" not in text:
        return ast.parse(text, mode="eval").body
    # In brackets a line may end anywhere; on a line of their own they leave the columns alone.
    tree = ast.parse(f"(\n{text}\n)", mode="eval")
    return ast.increment_lineno(tree, -1).body


_RANGE = re.compile(r"""("[^"]*"|'[^']*')|(\bin\s+)?(?<![\w.])(-?\d+)\.\.(-?\d+)(?![\w.])""")


def _in_python(found: re.Match[str]) -> str:
    """A range as puzzle files write it, ``1..4``: what a name goes over, else keys of a family. Quoted words stay."""
    quoted, over, first, last = found.groups()
    if quoted:
        return str(quoted)
    return f"{over}range({first}, {int(last) + 1})" if over else f"{first}: {last}"


_LARGEST_CONDITION = 1_000_000
"""No condition is longer: its tree would take a thousand times the memory."""


@dataclass(frozen=True, slots=True)
class ConditionText:
    """Where a condition stands: the file's name, the line, and the column it begins in (0: not known)."""

    source: str
    line: int
    column: int

    def parse(self, text: str) -> ast.expr:
        """The tree of a text; nothing in it is run. Raises `RecordError` where it cannot be read."""
        if len(text) > _LARGEST_CONDITION:
            raise RecordError(
                f"{brief(text[:200])!r} is no condition: it is longer than {_LARGEST_CONDITION:,} signs",
                line=self.line, source=self.source,
            )  # fmt: skip
        try:
            return tree_of(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line, offset = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 0
            last = len(text.strip().splitlines())
            if last > 1:
                line = min(line - 1, last)
            line, column = self._place(line, offset - 1) if offset else (self.line, 0)
            reason = getattr(error, "msg", "too deeply nested")
            hint = " (write == for equality)" if "=" in text.replace("==", "") else ""
            raise RecordError(
                f"{brief(text)!r} is no condition: {reason}{hint}",
                line=line, column=max(0, column), source=self.source,
            ) from None  # fmt: skip

    def fail(self, node: ast.AST, message: str) -> RecordError:
        """The error to raise, with the place of `node`."""
        line, column = self._place(getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
        return RecordError(message, line=line, column=column, source=self.source)

    def _place(self, line: int, offset: int) -> tuple[int, int]:
        """Line and column of the file, from a line (from 1) and an offset (from 0) of the condition."""
        if not self.column:
            return self.line, 0
        return self.line + line - 1, offset + (self.column if line == 1 else 1)

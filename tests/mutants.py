"""Small faults planted in a module, one at a time: what tests are tested with."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.faults import MUTABLE, changed

__all__ = ["Mutant", "mutants"]


@dataclass(frozen=True)
class Mutant:
    """One fault: the function it is in, what was there, what is there now, and the function's new text."""

    where: str
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.where}: {self.before} -> {self.after}"

    @contextmanager
    def planted(self, module: ModuleType, tables: Sequence[dict[Any, Any]] = ()) -> Iterator[None]:
        """The module with the fault while the block lasts, also where one of its `tables` holds the function."""
        whole = getattr(module, self.where)
        found: dict[str, Any] = {}
        exec(compile(self.source, f"<{self}>", "exec"), module.__dict__, found)
        faulty = found[self.where]
        held = [(table, key) for table in tables for key, value in table.items() if value is whole]
        for table, key in held:
            table[key] = faulty
        setattr(module, self.where, faulty)
        try:
            yield
        finally:
            setattr(module, self.where, whole)
            for table, key in held:
                table[key] = whole


def mutants(path: Path) -> Iterator[Mutant]:
    """Every fault of the usual kinds in the functions of a module, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        function.returns = None
        for argument in (*function.args.args, *function.args.kwonlyargs):
            argument.annotation = None
        whole = ast.unparse(function)
        seen = {whole}
        for number, node in enumerate(ast.walk(function)):
            if not isinstance(node, MUTABLE):
                continue
            before = ast.unparse(node)
            for change in range(2):
                copied = copy.deepcopy(function)
                target = list(ast.walk(copied))[number]
                if not changed(target, change, copied):
                    continue
                source = ast.unparse(copied)
                if source not in seen:
                    seen.add(source)
                    replaced = list(ast.walk(copied))[number]  # a statement may have been taken out
                    after = ast.unparse(target if replaced is target else replaced)
                    yield Mutant(function.name, before.split("\n")[0], after.split("\n")[0], source)

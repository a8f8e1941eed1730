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

__all__ = ["Mutant", "mutants"]

_COMPARED = {
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is],
}  # fmt: skip
_CALCULATED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_MUTABLE = (
    ast.Compare, ast.Return, ast.BoolOp, ast.UnaryOp, ast.Constant, ast.BinOp, ast.AugAssign, ast.Call, ast.Continue,
    ast.Delete, ast.Expr,
)  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


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
            if not isinstance(node, _MUTABLE):
                continue
            before = ast.unparse(node)
            for change in range(2):
                copied = copy.deepcopy(function)
                target = list(ast.walk(copied))[number]
                if not _changed(target, change, copied):
                    continue
                source = ast.unparse(copied)
                if source not in seen:
                    seen.add(source)
                    replaced = list(ast.walk(copied))[number]  # a statement may have been taken out
                    after = ast.unparse(target if replaced is target else replaced)
                    yield Mutant(function.name, before.split("\n")[0], after.split("\n")[0], source)


def _changed(node: ast.AST, change: int, inside: ast.AST) -> bool:
    """Make fault number `change` of those that a node can have."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        kinds = _COMPARED[type(node.ops[0])]
        if change < len(kinds):
            node.ops = [kinds[change]()]
            return True
        return False
    if isinstance(node, ast.Return) and node.value is not None and change < 2:
        replaced: ast.expr = ast.Constant(None)
        if change == 1:
            replaced = ast.UnaryOp(ast.Not(), node.value)
        elif isinstance(node.value, ast.Constant) and node.value.value is False:
            return False  # None is as false
        same = ast.dump(node.value) == ast.dump(replaced)
        node.value = replaced
        return not same
    if change:
        return False
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.op = ast.UAdd()  # the truth of a bool is kept
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _CALCULATED:
        node.op = _CALCULATED[type(node.op)]()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        node.func.id = _CALLED[node.func.id]
    elif isinstance(node, ast.Continue):
        return _put(inside, node, ast.Break())
    elif isinstance(node, (ast.AugAssign, ast.Delete)) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ):
        return _put(inside, node, ast.Pass())
    else:
        return False
    return True


def _put(inside: ast.AST, old: ast.stmt, new: ast.stmt) -> bool:
    """Replace a statement; a node that is not in a list of statements stays."""
    for parent in ast.walk(inside):
        for field in ("body", "orelse"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and old in block:
                block[block.index(old)] = ast.copy_location(new, old)
                return True
    return False

"""The small faults that are planted to test tests: what can be changed in a piece of source, and into what."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

__all__ = ["MUTABLE", "candidates", "changed", "planted"]

COMPARED: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is],
}  # fmt: skip
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
MUTABLE = (
    ast.Compare, ast.Return, ast.BoolOp, ast.UnaryOp, ast.Constant, ast.BinOp, ast.AugAssign, ast.Call, ast.Continue,
    ast.Delete, ast.Expr,
)  # fmt: skip
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
CHANGES = 2
"""No node has more faults than this."""


def changed(node: ast.AST, change: int, inside: ast.AST) -> bool:
    """Make fault number `change` of those that a node can have."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        kinds = COMPARED[type(node.ops[0])]
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
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in CALCULATED:
        node.op = CALCULATED[type(node.op)]()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        node.func.id = CALLED[node.func.id]
    elif isinstance(node, ast.Continue):
        return _put(inside, node, ast.Break())
    elif isinstance(node, (ast.AugAssign, ast.Delete)) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ):
        return _put(inside, node, ast.Pass())
    else:
        return False
    return True


def candidates(tree: ast.Module) -> list[tuple[int, int]]:
    """Where a module may have faults: (place in `ast.walk`, number of the change), without what changes nothing.

    Annotations, decorators (``frozen=True`` has no effect on a right program), ``strict`` of ``zip`` (likewise) and texts
    of messages are left out.
    """
    silent: set[int] = set()
    for node in ast.walk(tree):
        for part in _silent(node):
            silent.update(id(inner) for inner in ast.walk(part))
    return [
        (place, change)
        for place, node in enumerate(ast.walk(tree))
        if isinstance(node, MUTABLE) and id(node) not in silent
        for change in range(CHANGES)
    ]


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from node.decorator_list
    if isinstance(node, ast.FunctionDef) and node.returns:
        yield node.returns
    if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation:
        yield node.annotation
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        yield node
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield from node.body


def planted(tree: ast.Module, place: int, change: int) -> tuple[str, str, str] | None:
    """What was there, what is there now, and the module's new text; None where the node does not have that fault."""
    copied = copy.deepcopy(tree)
    target = list(ast.walk(copied))[place]
    before = ast.unparse(target)
    if not changed(target, change, copied):
        return None
    after = ast.unparse(target)
    if after == before:
        after = "(taken out)" if not isinstance(target, ast.Continue) else "break"
    return before.split("\n")[0], after.split("\n")[0], ast.unparse(ast.fix_missing_locations(copied))


def _put(inside: ast.AST, old: ast.stmt, new: ast.stmt) -> bool:
    """Replace a statement; a node that is not in a list of statements stays."""
    for parent in ast.walk(inside):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and old in block:
                block[block.index(old)] = ast.copy_location(new, old)
                return True
    return False

"""The small faults that are planted to test tests: what can be changed in a piece of source, and into what."""

from __future__ import annotations

import ast
from collections.abc import Iterator

__all__ = ["MUTABLE", "Source", "changed"]

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
BLOCKS = ("body", "orelse", "finalbody")
"""The fields of a node that are lists of statements."""


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


def _put(inside: ast.AST, old: ast.stmt, new: ast.stmt) -> bool:
    """Replace a statement; a node that is not in a list of statements stays."""
    for parent in ast.walk(inside):
        for field in BLOCKS:
            block = getattr(parent, field, None)
            if isinstance(block, list) and old in block:
                block[block.index(old)] = ast.copy_location(new, old)
                return True
    return False


class Source:
    """A module in whose one syntax tree one fault after another is planted, written down and taken out again.

    Of the module's text only the statement of the outermost level that has the fault is written anew.
    """

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self._outermost = {
            id(node): number
            for number, statement in enumerate(self.tree.body)
            for node in ast.walk(statement)
        }
        self._blocks = {
            id(statement): (block, number)
            for node in self.nodes
            for field in BLOCKS
            if isinstance(block := getattr(node, field, None), list)
            for number, statement in enumerate(block)
        }
        self._around: dict[int, tuple[str, bool]] = {}
        self._name(self.tree, "", True)
        self._texts = [self._written(number) for number in range(len(self.tree.body))]

    def candidates(self) -> list[tuple[int, int]]:
        """Where it may have faults: (place in `nodes`, number of the change), without what changes nothing.

        Annotations, decorators (``frozen=True`` has no effect on a right program), ``strict`` of ``zip`` (likewise) and
        texts of messages are left out.
        """
        silent = {id(inner) for node in self.nodes for part in _silent(node) for inner in ast.walk(part)}
        return [
            (place, change)
            for place, node in enumerate(self.nodes)
            if isinstance(node, MUTABLE) and id(node) not in silent
            for change in range(CHANGES)
        ]

    def planted(self, place: int, change: int) -> tuple[str, str, str] | None:
        """What was there, what is there now, and the module's new text; None where the node does not have that fault."""
        node = self.nodes[place]
        before = ast.unparse(node)
        kept = [(part, dict(vars(part))) for part in (node, getattr(node, "func", node))]
        block, at = self._blocks.get(id(node), (None, 0))
        number = self._outermost[id(node)]
        try:
            if not changed(node, change, self.tree):
                return None
            after = ast.unparse(node)
            text = self._text({number: self._written(number)})
        finally:
            for part, fields in kept:
                vars(part).update(fields)
            if block is not None:
                block[at] = node
        if after == before:
            after = "(taken out)" if not isinstance(node, ast.Continue) else "break"
        return before.split("\n")[0], after.split("\n")[0], text

    def around(self, place: int) -> tuple[str, bool]:
        """The named functions and classes around a node, and whether it is in none of their functions."""
        return self._around[id(self.nodes[place])]

    def __str__(self) -> str:
        return self._text({})

    def _text(self, anew: dict[int, str]) -> str:
        return "".join(anew.get(number, text) for number, text in enumerate(self._texts)).lstrip("\n")

    def _written(self, number: int) -> str:
        """A statement as it stands in the text of the whole module, with the line ends before it."""
        statement = self.tree.body[number]
        if not number:  # a docstring is one at the beginning only
            return ast.unparse(ast.Module([statement], []))
        return ast.unparse(ast.Module([ast.Pass(), statement], [])).removeprefix("pass")

    def _name(self, node: ast.AST, where: str, imported: bool) -> None:
        self._around[id(node)] = where or "module", imported
        for field, value in ast.iter_fields(node):
            inner = where, imported
            if isinstance(node, ast.ClassDef):
                inner = f"{where}.{node.name}".lstrip("."), imported
            elif isinstance(node, ast.FunctionDef) and field == "body":
                inner = f"{where}.{node.name}".lstrip("."), False
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    self._name(part, *inner)

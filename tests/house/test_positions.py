"""What is many is named: no call with eight values by position, and no record put together from slices of another."""

import ast

import import_graph
import pytest

MOST = 7
"""So many arguments may stand by position."""


def _words(node: ast.Call) -> bool:
    """Whether everything a call is given is a plain word: a list of words, in which place means nothing."""
    return all(isinstance(given, ast.Constant) and isinstance(given.value, str) for given in node.args)


def _cut(node: ast.AST) -> bool:
    """Whether a value is a slice between places that are numbers: ``state[:-2]``."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return False
    ends = [end for end in (node.slice.lower, node.slice.upper) if end is not None]
    return (
        bool(ends)
        and all(isinstance(ast.literal_eval(end), int) for end in ends if _number(end))
        and all(map(_number, ends))
    )


def _number(node: ast.AST) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def _makes(node: ast.Call) -> bool:
    """Whether a call makes a record: a class, by its name, or ``_make``."""
    name = ast.unparse(node.func).rpartition(".")[2]
    return name in ("cls", "_make") or name[:1].isupper()


def _parted(given: ast.expr) -> bool:
    """Whether a value may bring a slice with it: starred, a list of others, or a slice itself."""
    return isinstance(given, (ast.Starred, ast.Subscript)) or bool(getattr(given, "elts", ()))


def by_position(tree: ast.Module) -> list[str]:
    """The calls of a module with too many values by position, and the records joined from slices of others."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        plain = [given for given in node.args if not isinstance(given, ast.Starred)]
        if len(plain) <= MOST and not any(map(_parted, node.args)):
            continue  # what most are, and putting all of them into words takes longer than all else here
        if ast.unparse(node.func).startswith("compiled."):
            continue  # C knows no names
        if len(plain) > MOST and not _words(node):
            found.append(f"line {node.lineno}: {len(plain)} values by position")
        spread = [part for given in node.args for part in (given, *getattr(given, "elts", ()))]
        cut = [part.value if isinstance(part, ast.Starred) else part for part in spread]
        starred = [part for part in spread if isinstance(part, ast.Starred)]
        made_of = starred if not ast.unparse(node.func).endswith("._make") else cut
        if _makes(node) and any(
            _cut(part.value if isinstance(part, ast.Starred) else part) for part in made_of
        ):
            found.append(f"line {node.lineno}: a record from slices")
    return found


@import_graph.in_passing
def positions(module: str, text: str, tree: ast.Module) -> list[str]:
    return by_position(tree)


def test_what_is_many_is_named():
    found = {module: lines for module, lines in positions().items() if lines}
    assert not found, "name the values from the third on; take fields by their names"


@pytest.mark.parametrize(
    "planted",
    [
        "f(1, 2, 3, 4, 5, 6, 7, 8)",
        "State(*view[3:-2], choices, dealings)",
        "View._make((seat, *state[:-2], choices))",
        "Board._make(own[:11])",
        "cls(a, *own[7:12])",
    ],
)
def test_a_planted_one_is_found(planted):
    assert len(by_position(ast.parse(planted))) == 1


@pytest.mark.parametrize(
    "other",
    [
        "f(1, 2, 3, 4, 5, 6, 7, h=8)",
        "takes('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')",
        "compiled.deduce(1, 2, 3, 4, 5, 6, 7, 8, 9)",
        "rows.reshape(-1, *rows.shape[2:])",
        "Row((*offer[:colour], 1, *offer[colour + 1 :]))",
    ],
)
def test_other_calls_are_none(other):
    assert not by_position(ast.parse(other))

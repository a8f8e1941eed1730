"""Nobody outside the rooms of constraints asks a constraint for its class: it is asked what it says.

Whether a thing is a `Constraint` at all, or a `Fact`, may be asked: values, weights and changes are neither.
"""

import ast
import re
from collections.abc import Iterable
from functools import cache

import import_graph
import pytest

ROOMS = ("deduce.language.", "deduce.graphs.")
ASKING = {"isinstance", "issubclass", "of_kind"}


Named = tuple[str, str]
"""A module, and a name in it."""


def _names(nodes: Iterable[ast.AST], module: str) -> dict[str, Named]:
    """What the names of a module stand for: what it imports of ours, and its own classes."""
    found: dict[str, Named] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deduce"):
            found |= {item.asname or item.name: (node.module or "", item.name) for item in node.names}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = module, node.name
    return found


@import_graph.in_passing
def classes(module: str, text: str, tree: ast.Module) -> dict[Named, set[Named]]:
    """The classes of a module, each with what it derives from."""
    nodes = [*import_graph.statements(tree)] if "class " in text else []
    names = _names(nodes, module)
    above = {
        node.name: {ast.unparse(base).partition("[")[0] for base in node.bases}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    return {
        (module, name): {names[each] for each in bases if each in names} for name, bases in above.items()
    }


@cache
def kinds() -> tuple[frozenset[Named], frozenset[Named]]:
    """All classes of the house, and those of constraints: what derives from `Constraint`, by however many steps."""
    bases: dict[Named, set[Named]] = {}
    for found in classes().values():
        bases |= found
    known = {("deduce.language.base", "Constraint"), ("deduce.language.facts", "Fact")}
    faces = set(known)

    def is_known(name: Named) -> bool:
        # What a room hands on from another is known by its name.
        return name in known or (name not in bases and name[1] in {each for _, each in known})

    while more := {name for name, above in bases.items() if any(map(is_known, above))} - known:
        known |= more
    return frozenset(bases), frozenset(known - faces)


def asked(text: str, module: str = "") -> list[int]:
    """The lines of a module that ask for a class of constraints, or sort by one."""
    every, constraints = kinds()
    called = {name for _, name in constraints}
    if called.isdisjoint(re.findall(r"\w+", text)):
        return []
    nodes = list(ast.walk(ast.parse(text)))
    names = _names(nodes, module)

    def is_kind(node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr in called and ast.unparse(node.value) in names
        known = names.get(node.id) if isinstance(node, ast.Name) else None
        return known in constraints or (known is not None and known not in every and known[1] in called)

    def named(node: ast.AST | None) -> bool:
        """Whether a kind of constraint is in an expression, by its own name or another, or as a module's."""
        return node is not None and any(map(is_kind, ast.walk(node)))

    lines = []
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
            sorts = any(map(named, node.args[1:]))
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            of_type = [x for x in sides if isinstance(x, ast.Call) and ast.unparse(x.func) == "type"]
            classes = [x for x in sides if isinstance(x, ast.Attribute) and x.attr == "__class__"]
            sorts = bool(of_type or classes) and any(map(named, sides))
        elif isinstance(node, ast.MatchClass):
            sorts = named(node.cls)
        elif isinstance(node, ast.Dict):
            sorts = any(isinstance(key, (ast.Name, ast.Attribute)) and named(key) for key in node.keys)
        else:
            sorts = False
        if sorts:
            lines.append(node.lineno)
    return lines


def test_no_room_asks_a_constraint_for_its_class():
    found = {
        module: lines
        for module, path in import_graph.modules().items()
        if not module.startswith(ROOMS) and (lines := asked(path.read_text(encoding="utf-8"), module))
    }
    assert not found, "ask what it says instead (`deduce.language.base.Constraint`)"


@pytest.mark.parametrize(
    "planted",
    [
        "from deduce.language.constraints import Count as C\nisinstance(x, C)",
        "from deduce import AllDifferent\ntype(x) is AllDifferent",
        "from deduce import AllDifferent\nx.__class__ == AllDifferent",
        "from deduce.language import constraints\nisinstance(x, (int, constraints.Sum))",
        "from deduce.graphs import Loop\nmatch x:\n    case Loop():\n        pass",
        "from deduce.language.facts import And, Or\nREAD = {And: 1, Or: 2}",
        "from deduce import Constraint\nclass Mine(Constraint): pass\nissubclass(x, Sum) or isinstance(x, Count)\n"
        "from deduce import Count",
    ],
)
def test_a_planted_question_is_found(planted):
    assert asked(planted)


@pytest.mark.parametrize(
    "allowed",
    [
        "from deduce import Constraint\nisinstance(x, Constraint)",
        "import ast\nisinstance(x, ast.And) or isinstance(x, ast.Compare)",
        "from pathlib import Path\nisinstance(x, Path)",
        "from deduce import AllDifferent\nrules = {1: AllDifferent(xs)}",
    ],
)
def test_other_questions_are_none(allowed):
    assert not asked(allowed)

"""Who imports whom, read from the source: at import time, and when functions run; typing-only imports left out."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
SOURCES = {"deduce": ROOT / "deduce", "deduce_models": ROOT / "models" / "deduce_models"}

Graph = dict[str, set[str]]
BEGUN = re.compile(r"""["'](deduce|deduce_models)\.""")
"""Where a string may name a module."""


def module_name(path: Path, package: str) -> str:
    """The dotted name of a file of `package`."""
    parts = path.relative_to(SOURCES[package]).with_suffix("").parts
    return ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))


@cache
def modules() -> dict[str, Path]:
    """Every module of the project by its name."""
    return {
        module_name(path, package): path
        for package, folder in SOURCES.items()
        for path in sorted(folder.rglob("*.py"))
    }


T = TypeVar("T")
_READERS: list[Callable[[str, str, ast.Module], object]] = []
_READ: dict[Callable[..., object], dict[str, object]] = {}


def in_passing(reader: Callable[[str, str, ast.Module], T]) -> Callable[[], dict[str, T]]:
    """What a function makes of the name, the text and the tree of each module, by the module's name.

    All such functions share one parsing of the house, which takes longer than what they do; none keeps a whole tree.
    """
    _READERS.append(reader)

    def found() -> dict[str, T]:
        if reader not in _READ:
            waiting = [each for each in _READERS if each not in _READ]
            made: dict[Callable[..., object], dict[str, object]] = {each: {} for each in waiting}
            for name, path in modules().items():
                text = path.read_text(encoding="utf-8")
                tree = ast.parse(text)
                for each in waiting:
                    made[each][name] = each(name, text, tree)
            _READ.update(made)
        return _READ[reader]  # type: ignore[return-value]

    return found


def _typing_only(node: ast.AST) -> bool:
    if not isinstance(node, ast.If):
        return False
    return any(
        "TYPE_CHECKING" in (getattr(part, "id", ""), getattr(part, "attr", ""))
        for part in ast.walk(node.test)
    )


STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields in which statements stand: most of a module is expressions, which hold no import and no class."""


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The statements that stand in this one; of a conditional expression and its like `body` is no list."""
    for field in STATEMENTS:
        found = getattr(node, field, ())
        yield from found if isinstance(found, list) else ()


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements of a module, whatever they stand in."""
    for node in _below(tree):
        yield node
        yield from statements(node)


def _imports(tree: ast.AST, *, deep: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements below `tree`; inside functions only when `deep`."""
    for node in _below(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif _typing_only(node):
            for other in node.orelse:  # type: ignore[attr-defined]
                yield from _imports(ast.Module([other], []), deep=deep)
        elif deep or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _imports(node, deep=deep)


def targets(node: ast.Import | ast.ImportFrom, names: Iterable[str]) -> Iterator[str]:
    """The modules of `known` that an import statement names."""
    if isinstance(node, ast.Import):
        found = [alias.name for alias in node.names]
    else:
        assert not node.level, "imports are absolute"
        base = node.module or ""
        found = [
            f"{base}.{alias.name}" if f"{base}.{alias.name}" in names else base for alias in node.names
        ]
    yield from (name for name in found if name in names)


def named_in_strings(tree: ast.AST, names: Iterable[str]) -> set[str]:
    """The modules of `names` that a string of the code names whole, alone or before a colon.

    So do `import_module("a.b")`, `Later("a.b:c")` and the tables of lazy faces; a docstring is never a bare name.
    """
    strings = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return {name for string in strings if "." in (name := string.partition(":")[0]) and name in names}


@cache
def groups() -> frozenset[str]:
    """The groups of entry points: some are called like a room, and who asks for one imports no room."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return frozenset(project["entry-points"])


def import_graph(*, deep: bool) -> Graph:
    """For each module those it imports: at import time, or (`deep`) also when one of its functions runs.

    What the face of a room hands on by its table of names is in `handed_on`.
    """
    return _graphs()[deep]


@in_passing
def _imported(name: str, text: str, tree: ast.Module) -> tuple[set[str], set[str]]:
    """What a module imports: at import time, and ever."""
    known = modules()
    shallow, whole = (
        {t for node in _imports(tree, deep=deep) for t in targets(node, known)} - {name}
        for deep in (False, True)
    )
    if known[name].name != "__init__.py" and name != "deduce.moved":  # which tells where others went
        # Most modules have no string that begins like one of ours, and need not be looked through.
        own = known.keys() - groups()
        whole |= (named_in_strings(tree, own) if BEGUN.search(text) else set()) - {name}
    return shallow, whole


@cache
def _graphs() -> tuple[Graph, Graph]:
    """Both graphs."""
    found = _imported()
    return {name: row[0] for name, row in found.items()}, {name: row[1] for name, row in found.items()}


@cache
def handed_on() -> Graph:
    """For the face of each room the modules whose names it hands on, loaded when one is asked for."""
    return {
        name: named_in_strings(ast.parse(path.read_text(encoding="utf-8")), modules()) - {name}
        for name, path in modules().items()
        if path.name == "__init__.py"
    }


def circles(graph: Mapping[str, set[str]]) -> list[frozenset[str]]:
    """The strongly connected components of more than one module (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[frozenset[str]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    group, stack = frozenset(stack[at:]), stack[:at]
                    if len(group) > 1:
                        found.append(group)
    return found

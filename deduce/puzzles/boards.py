"""Boards of puzzle files: cells drawn as text in some shape, or a free graph, and the variables on them.

``[board.NAME]`` with a picture, or with edges; variables ``for = "cells of NAME"``, sides or links in the place of cells.
What conditions say of them (`says_of_board`, `group_of_board`) is one loop, all connected, regions, what is seen.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from deduce.graphs import Connected, Graph, Loop, Path, Regions
from deduce.graphs.tilings import Tiling
from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, count
from deduce.language.facts import And
from deduce.language.variables import Family, Variable
from deduce.problem import Problem

RULES = {
    "loop": "loop(line, drawn)",
    "path": "path(line, drawn)",
    "connected": "connected(cell, shaded)",
    "regions": "regions(cell), regions(cell, white, 4) or regions(wall, drawn, 4)",
}
HERE = {"sides": "sides(line)", "near": "near(cell)", "links": "links(line)"}
"""Variables around the cell that a clue ``on`` a board is in."""
GROUPS = ("neighbours", "areas", "lines")
_LARGEST = 5_000


class Board:
    """The cells of a picture, or the nodes of a free graph.

    Attributes:
        name: Its name in the file.
        tiling: The cells; None for a free graph.
        graph: Cells, or nodes, and who is beside whom.
        areas: The area of each cell, if the file draws some.
        places: Where the nodes of a free graph are drawn, if the file says so.
    """

    def __init__(self, name: str, given: Mapping[str, Any]) -> None:
        self.name = name
        self.tiling: Tiling | None = None
        self.areas: dict[Hashable, str] = {}
        self.places: dict[Hashable, tuple[float, float]] = {}
        if "edges" in given:
            self._free(given)
            return
        picture = given.get("picture")
        if not isinstance(picture, str):
            raise ProblemError(f'the board {name} needs picture = """...""", or edges = [["a", "b"], ...]')
        shape = given.get("cells", "rectangles")
        self.tiling = Tiling.drawn(str(shape), picture)
        self.graph: Graph = self.tiling.cells
        if len(self.graph.nodes) > _LARGEST:
            raise ProblemError(f"the board {name} has more than {_LARGEST:,} cells")
        if "areas" in given:
            drawn = Tiling.drawn(str(shape), str(given["areas"]))
            if drawn.signs.keys() != self.tiling.signs.keys():
                raise ProblemError(f"the areas of {name} have other cells than its picture")
            for cell, sign in drawn.signs.items():
                self.areas[cell] = sign

    def _free(self, given: Mapping[str, Any]) -> None:
        edges = given["edges"]
        if not isinstance(edges, list) or not all(
            isinstance(edge, list) and len(edge) == 2 and all(isinstance(x, str) for x in edge)
            for edge in edges
        ):
            raise ProblemError(
                f'the edges of {self.name} are pairs of names: edges = [["a", "b"], ["b", "c"]]'
            )
        if len(edges) > _LARGEST:
            raise ProblemError(f"the board {self.name} has more than {_LARGEST:,} edges")
        self.graph = Graph([tuple(edge) for edge in edges])
        at = given.get("at", {})
        if not isinstance(at, dict) or not all(
            isinstance(place, list) and len(place) == 2 and all(isinstance(x, (int, float)) for x in place)
            for place in at.values()
        ):
            raise ProblemError(f"at = {{ a = [0, 1], ... }} says where the nodes of {self.name} are drawn")
        for node in at:
            self.graph.neighbours(node)  # raises, naming the nearest
        self.places = {node: (float(place[0]), float(place[1])) for node, place in at.items()}

    def keys(self, what: str) -> list[Hashable]:
        """The keys of variables for each of what: cells, sides or links. Raises `ProblemError`."""
        if what in ("cells", "nodes"):
            return list(self.graph.nodes)
        if what in ("links", "edges"):
            return [self.link(edge) for edge in self.graph.edges]
        if what == "sides" and self.tiling is not None:
            return list(self.tiling.sides)
        known = "cells, sides or links" if self.tiling is not None else "nodes or edges"
        raise ProblemError(f"{self.name} has no {what}; it has {known}")

    def link(self, edge: tuple[Hashable, ...]) -> str:
        """The name of what joins two cells beside each other, or two nodes."""
        return "-".join(".".join(map(str, x)) if isinstance(x, tuple) else str(x) for x in edge[:2])

    def edges_of(
        self, family: Mapping[Hashable, Variable], what: str
    ) -> dict[tuple[Hashable, ...], Variable]:
        """The variables of sides or links by what they join: corners, or cells."""
        if what == "sides" and self.tiling is not None:
            return {self.tiling.sides[str(key)]: v for key, v in family.items()}
        return {edge: family[self.link(edge)] for edge in self.graph.edges if self.link(edge) in family}

    def signed(self, picture: str = "") -> Iterator[tuple[Hashable, int | str]]:
        """The cells with a sign, and it: of the board's own picture, or of another of the same cells."""
        if self.tiling is None:
            raise ProblemError(f"{self.name} is a free graph, which has no picture")
        signs: Mapping[Any, str] = self.tiling.signs
        if picture:
            shape = {4: "rectangles", 6: "hexagons", 3: "triangles"}[
                len(next(iter(self.tiling.corners.values())))
            ]
            signs = Tiling.drawn(shape, picture).signs
            if signs.keys() != self.tiling.signs.keys():
                raise ProblemError(f"the picture has other cells than {self.name}")
        for cell, sign in signs.items():
            if sign not in (".", "-", "_", "?"):
                yield cell, int(sign) if sign.isascii() and sign.isdecimal() else sign


class BoardProblem(Problem):
    """A problem with boards, and which of its families lie on them.

    Attributes:
        boards: The boards by name.
        lies: For a family's name, its board and what its variables are of: cells, sides or links.
    """

    def __init__(self, name: str, boards: Mapping[str, Board]) -> None:
        super().__init__(name)
        self.boards = dict(boards)
        self.lies: dict[str, tuple[Board, str]] = {}

    def on_board(self, name: str, over: str, values: Sequence[Hashable]) -> None:
        """Add a family for what ``over`` says, such as ``sides of board``. Raises `ProblemError`."""
        what, _, board = over.partition(" of ")
        found = self.boards.get(board.strip())
        if found is None:
            raise ProblemError(
                f"there is no board {board.strip()!r}: {nearest(board.strip(), self.boards)}"
            )
        what = {"nodes": "cells", "edges": "links"}.get(what.strip(), what.strip())
        self.variables(name, found.keys(what), values)
        self.lies[name] = found, what


class Reading(Protocol):
    """What is needed of the reader of a condition."""

    problem: Problem
    bound: dict[str, Any]

    def fail(self, node: ast.AST, message: str) -> RecordError:
        """The error to raise."""

    def number(self, node: ast.expr) -> Expression:
        """A term as arithmetic."""


def _family(reader: Reading, node: ast.Call, usage: str) -> tuple[Family[Any], Board | None, str]:
    first = node.args[0] if node.args else None
    family = reader.problem.get(first.id) if isinstance(first, ast.Name) else None
    if not isinstance(family, Family):
        raise reader.fail(node, f"write it as {usage}")
    board, what = getattr(reader.problem, "lies", {}).get(family.name, (None, "cells"))
    return family, board, what


def _value(reader: Reading, family: Family[Any], node: ast.expr) -> Hashable:
    told = node.value if isinstance(node, ast.Constant) else node.id if isinstance(node, ast.Name) else None
    domain = next(iter(family.values())).domain
    if told not in domain:
        raise reader.fail(
            node, f"{ast.unparse(node)[:50]!r} is no value of {family.name}: {nearest(told, domain)}"
        )
    found: Hashable = told
    return found


def says_of_board(reader: Reading, node: ast.Call, name: str) -> Constraint:
    """One loop, one path, all connected, regions of a size. Raises `RecordError`, `ProblemError`."""
    family, board, what = _family(reader, node, RULES[name])
    most = 3 if name == "regions" else 2
    if not 1 <= len(node.args) <= most or (len(node.args) == 1 and name != "regions"):
        raise reader.fail(node, f"write it as {RULES[name]}")
    value = _value(reader, family, node.args[1]) if len(node.args) > 1 else None
    over_edges = board is not None and what != "cells"
    things: Mapping[Any, Variable] = (
        board.edges_of(family, what) if board is not None and over_edges else family
    )
    graph = None if over_edges else board.graph if board is not None else _grid(reader, node, family)
    if name == "regions":
        sizes: Any = None
        if len(node.args) == 3:
            size = reader.number(node.args[2])
            if size.terms or size.constant < 1:
                raise reader.fail(node.args[2], "the size of regions is a number from 1 on")
            sizes = [size.constant]
        elif len(node.args) == 1 and not over_edges:
            sizes = "value"
        return Regions(things, graph, value=value, sizes=sizes)
    kinds: dict[str, Any] = {"loop": Loop, "path": Path, "connected": Connected}
    made: Constraint = kinds[name](things, graph, value=value)
    return made


def _grid(reader: Reading, node: ast.AST, family: Family[Any]) -> Graph:
    """The cells of a plain grid, side by side."""
    if not all(
        isinstance(key, tuple) and len(key) == 2 and all(isinstance(x, int) for x in key) for key in family
    ):
        raise reader.fail(node, f"{family.name} lies on no board and is no grid")
    edges = [((r, c), x) for r, c in family for x in ((r, c + 1), (r + 1, c)) if x in family]
    return Graph(edges, family)


def _here(reader: Reading, node: ast.AST) -> Hashable:
    if "here" not in reader.bound:
        raise reader.fail(
            node, 'the cell is known in clues with on = "board", or with for = "here in keys(cell)"'
        )
    found: Hashable = reader.bound["here"]
    return found


def around(reader: Reading, node: ast.Call, name: str) -> tuple[Variable, ...]:
    """The variables of a family around the cell ``here``: on its sides, its links, or in the cells beside it."""
    family, board, what = _family(reader, node, HERE[name])
    here = _here(reader, node)
    if board is None or (what == "sides") != (name == "sides") or (what == "links") != (name == "links"):
        raise reader.fail(
            node, f"{family.name} has no {name}: write it as {HERE[name]}, of a family on a board"
        )
    if name == "sides" and board.tiling is not None:
        return tuple(family[side] for side in board.tiling.sides_of[here])  # type: ignore[index]
    if name == "links":
        return tuple(family[board.link(edge)] for edge in board.graph.at(here))
    return tuple(family[cell] for cell in board.graph.neighbours(here))


def seen(reader: Reading, node: ast.Call) -> Expression:
    """How many cells are seen from ``here`` in straight lines, up to the first without the value; it is not counted."""
    usage = "seen(cell, clear) == 4"
    family, board, what = _family(reader, node, usage)
    if len(node.args) != 2 or board is None or what != "cells" or board.tiling is None:
        raise reader.fail(node, f"write it as {usage}, of a family on the cells of a board")
    value = _value(reader, family, node.args[1])
    facts = []
    for ray in board.tiling.rays(_here(reader, node)):  # type: ignore[arg-type]
        facts += [And(*(family[cell] == value for cell in ray[:k])) for k in range(1, len(ray) + 1)]
    return count(facts)


def group_of_board(family: Family[Any], board: Board, name: str) -> list[tuple[Variable, ...]] | None:
    """What a ``for`` goes over on a board: pairs of neighbours, areas, straight lines; None for anything else."""
    if name == "neighbours":
        return [(family[edge[0]], family[edge[1]]) for edge in board.graph.edges]
    if name == "areas" and board.areas:
        groups: dict[str, list[Variable]] = {}
        for cell, area in board.areas.items():
            groups.setdefault(area, []).append(family[cell])
        return [tuple(group) for group in groups.values()]
    if name == "lines" and board.tiling is not None:
        lines: dict[frozenset[Hashable], tuple[Variable, ...]] = {}
        for cell in board.graph.nodes:
            for ray in board.tiling.rays(cell):  # type: ignore[arg-type]
                back = next((x for x in board.tiling.rays(ray[0]) if x and x[0] == cell), ())
                line = [*reversed(back), *ray] if back and back[0] == cell else [cell, *ray]
                lines.setdefault(frozenset(line), tuple(family[x] for x in line))
        return list(lines.values())
    return None

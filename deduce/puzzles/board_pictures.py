"""Puzzles on boards as SVG: cells of any shape with their signs and areas, a solution's lines, shades and numbers.

What is drawn follows from where a family lies: sides and links are lines where they do not take their first value, cells
show their value, and one of two values of cells (the second) is a shade. Of two solutions what differs is red.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from math import cos, pi, sin

from deduce.ground.strange import escape
from deduce.language.variables import Family, Variable
from deduce.puzzles.boards import Board, BoardProblem
from deduce.show.svg import Print

_MARGIN = 14.0
_LINE, _SHADE, _OTHER = Print.NAVY, Print.SHADED, Print.RED
Solution = Mapping[Variable, Hashable]
Place = tuple[float, float]


def board_svg(
    problem: BoardProblem, solution: Solution | None = None, second: Solution | None = None
) -> str:
    """All boards of a problem, one below the other, with a solution if given; where `second` differs it is red."""
    parts: list[str] = []
    top = wide = 0.0
    for board in problem.boards.values():
        points = _points(board)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        left, up = _MARGIN - min(xs), top + _MARGIN - min(ys)
        parts += [
            f'<g transform="translate({left:.1f},{up:.1f})">',
            *_drawn(problem, board, solution, second),
            "</g>",
        ]
        top, wide = top + height + 2 * _MARGIN, max(wide, width + 2 * _MARGIN)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{top:.0f}" '
            f'viewBox="0 0 {wide:.1f} {top:.1f}" font-family="sans-serif" role="img">',
            f"<title>{escape(problem.name)}</title>",
            f'<rect width="100%" height="100%" fill="{Print.PAPER}"/>',
            *parts,
            "</svg>",
        ]
    )


def _points(board: Board) -> list[Place]:
    if board.tiling is not None:
        sx, sy = board.tiling.scale
        return [(x * sx, y * sy) for points in board.tiling.corners.values() for x, y in points]
    return [
        (x + dx, y + dy)
        for x, y in (_middle(board, node) for node in board.graph.nodes)
        for dx, dy in ((-16, -16), (16, 16))
    ]


def _middle(board: Board, node: Hashable) -> Place:
    """Where a cell or node lies; nodes without a place lie on a circle."""
    if board.tiling is not None:
        return board.tiling.middle(node)  # type: ignore[arg-type]
    if node in board.places:
        x, y = board.places[node]
        return 60 * x, 60 * y
    nodes = board.graph.nodes
    turn = 2 * pi * nodes.index(node) / len(nodes)
    radius = 16 * len(nodes)
    return radius * cos(turn), radius * sin(turn)


def _drawn(
    problem: BoardProblem, board: Board, solution: Solution | None, second: Solution | None
) -> Iterator[str]:
    families = [(problem[name], what) for name, (found, what) in problem.lies.items() if found is board]
    cells = [family for family, what in families if what == "cells"]
    lines = [(family, what) for family, what in families if what != "cells"]
    for node in board.graph.nodes:
        yield _cell(board, node, cells, solution, second)
    if board.tiling is None:
        for edge in board.graph.edges:
            yield _line(_middle(board, edge[0]), _middle(board, edge[1]), Print.GRID, 2)
    yield from _borders(board)
    for family, what in lines if solution is not None else ():
        yield from _lines(board, family, what, solution, second)  # type: ignore[arg-type]
    for node in board.graph.nodes:
        yield from _signs(board, node, cells, solution, second)


def _shades(family: Family[Hashable]) -> bool:
    """Whether a family's second value is a shade."""
    domain = next(iter(family.values())).domain
    return len(domain) == 2 and not all(isinstance(value, int) for value in domain)


def _cell(
    board: Board,
    node: Hashable,
    cells: list[Family[Hashable]],
    solution: Solution | None,
    second: Solution | None,
) -> str:
    fill = Print.PAPER
    for family in cells if solution is not None else ():
        variable = family[node]
        if _shades(family) and solution is not None:
            if solution[variable] == variable.domain[1]:
                fill = _SHADE
            if second is not None and second[variable] != solution[variable]:
                fill = Print.BAD
    if board.tiling is None:
        x, y = _middle(board, node)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{fill}" stroke="{Print.NODE}"/>'
    sx, sy = board.tiling.scale
    outline = " ".join(f"{x * sx:.1f},{y * sy:.1f}" for x, y in board.tiling.corners[node])  # type: ignore[index]
    return f'<polygon points="{outline}" fill="{fill}" stroke="{Print.GRID}"/>'


def _line(a: Place, b: Place, colour: str, width: float) -> str:
    return (
        f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" fill="none"/>'
    )


def _side(board: Board, name: str) -> tuple[Place, Place]:
    if board.tiling is None:
        return (0.0, 0.0), (0.0, 0.0)
    (sx, sy), (a, b) = board.tiling.scale, board.tiling.sides[name]
    return (a[0] * sx, a[1] * sy), (b[0] * sx, b[1] * sy)


def _borders(board: Board) -> Iterator[str]:
    """Thick lines between areas."""
    if board.tiling is None or not board.areas:
        return
    owners: dict[str, list[Hashable]] = {}
    for cell, sides in board.tiling.sides_of.items():
        for side in sides:
            owners.setdefault(side, []).append(cell)
    for side, beside in owners.items():
        if len({board.areas[cell] for cell in beside}) > 1 or len(beside) == 1:
            yield _line(*_side(board, side), Print.FRAME, 2)


def _lines(
    board: Board, family: Family[Hashable], what: str, solution: Solution, second: Solution | None
) -> Iterator[str]:
    ends: dict[str, tuple[Place, Place]] = {}
    if what == "links":
        for edge in board.graph.edges:
            ends[board.link(edge)] = _middle(board, edge[0]), _middle(board, edge[1])
    for key, variable in family.items():
        a, b = ends[str(key)] if what == "links" else _side(board, str(key))
        differs = second is not None and second[variable] != solution[variable]
        if differs or solution[variable] != variable.domain[0]:
            yield _line(a, b, _OTHER if differs else _LINE, 4)


def _signs(
    board: Board,
    node: Hashable,
    cells: list[Family[Hashable]],
    solution: Solution | None,
    second: Solution | None,
) -> Iterator[str]:
    """What is printed in a cell, or else the value it has in a solution; the name of a node."""
    x, y = _middle(board, node)
    colour = Print.INK
    sign = str(node) if board.tiling is None else board.tiling.signs[node]  # type: ignore[index]
    word = sign.strip(".-_")
    values = [family[node] for family in cells if not _shades(family)]
    if solution is not None and values and (not word or board.tiling is None):
        differs = second is not None and second[values[0]] != solution[values[0]]
        both = f"{solution[values[0]]}|{second[values[0]]}" if differs and second is not None else ""
        shown = both or str(solution[values[0]])
        word, colour = (f"{word} {shown}".strip(), _OTHER if differs else _LINE)
    if word:
        size = 15 if len(word) < 3 else 10
        yield (
            f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size}" text-anchor="middle" '
            f'fill="{colour}">{escape(word)}</text>'
        )

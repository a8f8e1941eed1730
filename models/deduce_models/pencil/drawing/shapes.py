"""The shapes that pictures of pencil puzzles are made of, as SVG: words, spots and lines at places in pixels."""

from __future__ import annotations

from deduce.ground.strange import escape
from deduce.show.svg import Print
from deduce_models.pencil.sheet.printed import Cell

SIZE = 28
"""The side of a cell in pixels."""


def text(x: float, y: float, word: str, colour: str, size: int = 13, anchor: str = "middle") -> str:
    """A word at a place."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{colour}">{escape(word)}</text>'
    )


def middle(at: Cell) -> tuple[float, float]:
    """The middle of a cell in pixels."""
    return (at[1] - 0.5) * SIZE, (at[0] - 0.5) * SIZE


def circle(x: float, y: float, radius: float, colour: str) -> str:
    """A spot at a place."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'


def between(a: Cell, b: Cell, colour: str) -> str:
    """A thick line between two neighbouring cells, the upper or left one first."""
    r, c = a
    path = f"M{c * SIZE} {(r - 1) * SIZE}v{SIZE}" if r == b[0] else f"M{(c - 1) * SIZE} {r * SIZE}h{SIZE}"
    return f'<path d="{path}" stroke="{colour}" stroke-width="3" fill="none" stroke-linecap="round"/>'


def rect(at: Cell, colour: str) -> str:
    """A cell filled."""
    return f'<rect x="{(at[1] - 1) * SIZE}" y="{(at[0] - 1) * SIZE}" width="{SIZE}" height="{SIZE}" fill="{colour}"/>'


def pearl(x: float, y: float, colour: str, radius: int = 9) -> str:
    """A spot with a rim."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{colour}" stroke="{Print.INK}"/>'

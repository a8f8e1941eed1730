"""Cells drawn as text: their corners, the names of their sides, who shares one, and what is seen in straight lines."""

from itertools import combinations
from textwrap import indent

import pytest

from deduce.graphs.tilings import Tiling
from deduce.ground.errors import ProblemError

SEVEN = "  . .\n . . .\n  . ."
DRAWN = [
    ("rectangles", "a", "1.1 e n s w", []),
    ("rectangles", "a # b\nc d", "1.1 e n s w, 1.2 e n s w, 2.1 e s w, 2.2 e n s", ["11-21", "21-22"]),
    ("rectangles", "  ab\n   c", "1.1 e n s w, 1.2 e n s, 2.1 e s w", ["11-12", "12-21"]),
    ("hexagons", "a", "1.1 e ne nw se sw w", []),
    ("hexagons", "a b\n c", "1.1 e ne nw se sw w, 1.2 e ne nw se sw, 2.1 e se sw w", ["11-12", "11-21", "12-21"]),
    ("hexagons", "  a b\n   c", "1.1 e ne nw se sw w, 1.2 e ne nw se sw, 2.1 e se sw w", ["11-12", "11-21", "12-21"]),
    ("hexagons", "a   b\n  c", "1.1 e ne nw se sw w, 1.2 e ne nw se sw, 2.1 e se sw w", ["11-12", "11-21", "12-21"]),
    ("triangles", "a", "1.1 ne nw s", []),
    ("triangles", " a\nbcd", "1.1 ne nw s, 2.1 ne nw s, 2.2 se, 2.3 ne s", ["11-22", "21-22", "22-23"]),
    ("triangles", "a b\n  c", "1.1 ne nw s, 1.2 n se, 2.1 ne nw s", ["11-12"]),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "text", "sides", "links"), DRAWN)
def test_sides_are_named_by_the_first_cell_and_shared_by_two(shape, text, sides, links):
    tiling = Tiling.drawn(shape, text)
    cells = [each.split() for each in sides.split(", ")]
    assert sorted(tiling.sides) == sorted(f"{cell} {way}" for cell, *ways in cells for way in ways)
    assert ["".join(tiling.signs[cell] for cell in sorted(tiling.signs))] == [
        "".join(filter(str.isalpha, text))
    ]
    assert sorted("-".join(f"{r}{c}" for r, c in edge[:2]) for edge in tiling.cells.edges) == links
    for one, other in combinations(tiling.corners, 2):
        shared = set(tiling.sides_of[one]) & set(tiling.sides_of[other])
        assert len(shared) == (other in tiling.cells.neighbours(one))
    for cell, own in tiling.sides_of.items():
        assert {end for side in own for end in tiling.sides[side]} == set(tiling.corners[cell])
        assert len(own) == len(tiling.corners[cell])
    for further in range(1, 4):
        moved = Tiling.drawn(shape, indent(text, " " * further))
        assert (moved.corners, moved.signs, moved.sides) == (tiling.corners, tiling.signs, tiling.sides)


def test_one_sees_along_straight_lines():
    tiling = Tiling.drawn("hexagons", SEVEN)
    assert sorted(tiling.rays((2, 2))) == [((1, 1),), ((1, 2),), ((2, 1),), ((2, 3),), ((3, 1),), ((3, 2),)]
    assert sorted(tiling.rays((2, 1))) == [((1, 1),), ((2, 2), (2, 3)), ((3, 1),)]
    square = Tiling.drawn("rectangles", "....\n.#..\n....")
    assert sorted(square.rays((1, 2))) == [((1, 1),), ((1, 3), (1, 4))]
    assert sorted(square.rays((1, 1))) == [((1, 2), (1, 3), (1, 4)), ((2, 1), (3, 1))]


@pytest.mark.parametrize(
    ("shape", "text", "said"),
    [
        ("squares", ".", "no cells of the shape 'squares'; allowed: rectangles, hexagons, triangles"),
        ("rectangles", " \n", "the picture is empty"),
        ("rectangles", "# #", "the picture has no cells"),
        ("rectangles", "a b\n c", "line 2 of the picture: the sign at column 2 stands between cells"),
        ("hexagons", "a b\nc d", "line 2 of the picture: the sign at column 1 stands between cells"),
    ],
)
def test_faulty_pictures_are_refused(shape, text, said):
    with pytest.raises(ProblemError, match=said):
        Tiling.drawn(shape, text)
    with pytest.raises(ProblemError, match="triangles do not lie in straight lines"):
        Tiling.drawn("triangles", "ab").rays((1, 1))

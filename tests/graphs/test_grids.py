"""What a grid says of its cells, beside what their coordinates say."""

import random
from itertools import product

import pytest

from deduce.graphs import Grid


def drawn(seed):
    """A grid with holes, and its cells."""
    luck = random.Random(seed)
    rows, columns = luck.randint(1, 4), luck.randint(1, 5)
    every = list(product(range(1, rows + 1), range(1, columns + 1)))
    holes = luck.sample(every, luck.randint(0, len(every) // 3))
    return Grid(rows, columns, holes=holes), [cell for cell in every if cell not in holes]


@pytest.mark.parametrize("seed", range(30))
def test_cells_lines_and_neighbours_are_those_of_coordinates(seed):
    grid, cells = drawn(seed)
    rows, columns = grid.rows, grid.columns
    assert list(grid.cells) == cells
    everywhere = list(product(range(-1, rows + 3), range(-1, columns + 3)))
    assert [cell for cell in everywhere if cell in grid] == cells
    by_row = [tuple(c for c in cells if c[0] == r) for r in range(1, rows + 1)]
    by_column = [tuple(c for c in cells if c[1] == k) for k in range(1, columns + 1)]
    assert [grid.row(r) for r in range(1, rows + 1)] == by_row
    assert [grid.column(k) for k in range(1, columns + 1)] == by_column
    assert list(grid.lines) == by_row + by_column
    apart = {(a, b): sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) for a, b in product(cells, repeat=2)}
    for cell in cells:
        assert list(grid.around(cell)) == [b for b in cells if apart[cell, b][1] == 1]
    beside = {frozenset(pair) for pair, far in apart.items() if far == [0, 1]}
    assert len(grid.edges) == len(beside)
    assert {frozenset(edge) for edge in grid.edges} == beside


@pytest.mark.parametrize("seed", range(30))
def test_blocks_cover_it_once_and_windows_are_its_rectangles(seed):
    grid, cells = drawn(seed)
    for height, width in product((1, 2, 3), repeat=2):
        blocks = list(grid.blocks(height, width))
        assert sorted(cell for block in blocks for cell in block) == cells
        homes = {cell: ((cell[0] - 1) // height, (cell[1] - 1) // width) for cell in cells}
        assert all(len({homes[cell] for cell in block}) <= 1 for block in blocks)
        assert sum(map(bool, blocks)) == len(set(homes.values()))
        rectangles = [
            [(r + i, k + j) for i, j in product(range(height), range(width))]
            for r, k in product(range(1, grid.rows + 1), range(1, grid.columns + 1))
        ]
        whole = [tuple(each) for each in rectangles if set(each) <= set(cells)]
        assert list(grid.windows(height, width)) == whole
    assert list(grid.blocks(2)) == list(grid.blocks(2, 2))
    assert list(grid.windows(2)) == list(grid.windows(2, 2))


@pytest.mark.parametrize("seed", range(20))
def test_rays_and_sides_of_cells(seed):
    grid, cells = drawn(seed)
    for cell, down, right in product(cells, (-2, -1, 0, 1, 2), (-1, 0, 1)):
        if (down, right) == (0, 0):
            continue
        far = [(cell[0] + n * down, cell[1] + n * right) for n in range(1, 9)]
        end = next(n for n, met in enumerate(far) if met not in cells)
        assert list(grid.ray(cell, down, right)) == far[:end]
    lattice = grid.corners
    assert (lattice.rows, lattice.columns) == (grid.rows + 1, grid.columns + 1)
    touching = {}
    for r, k in cells:
        top, left, bottom, right = grid.sides((r, k))
        assert [*top, *bottom] == [(r, k), (r, k + 1), (r + 1, k), (r + 1, k + 1)]
        assert [*left, *right] == [(r, k), (r + 1, k), (r, k + 1), (r + 1, k + 1)]
        for side in (top, left, bottom, right):
            touching.setdefault(side, []).append((r, k))
    assert set(touching) <= set(lattice.edges)
    for side in lattice.edges:
        assert sorted(grid.beside(side)) == sorted(touching.get(side, []))
        if len(touching.get(side, [])) == 2:
            one, other = touching[side]
            assert grid.border((one, other)) == grid.border((other, one)) == side

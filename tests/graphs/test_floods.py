"""Sets of nodes as bits, and floods on them, against walks over sets; an assignment's bits against its literals."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from deduce.backends.cpsat_solver import CpSatSolver
from deduce.backends.sat import SatSolver
from deduce.graphs.floods import Floods, bits_of, each_bit, list_of
from deduce.language.posting import Found

seeds = st.integers(0, 2**32)


@given(seed=seeds)
def test_bits_and_lists_are_each_others_way_back(seed: int) -> None:
    luck = Random(seed)
    members = luck.sample(range(300), luck.randint(0, 60))
    mask = bits_of(members)
    assert mask == sum(1 << member for member in members)
    assert list_of(mask) == list(each_bit(mask)) == sorted(members)


@given(seed=seeds)
def test_floods_against_walks_over_sets(seed: int) -> None:
    luck = Random(seed)
    size = luck.randint(1, 30)
    beside: list[set[int]] = [set() for _ in range(size)]
    for _ in range(luck.randint(0, 2 * size)):
        a, b = luck.randrange(size), luck.randrange(size)
        if a != b:
            beside[a].add(b)
            beside[b].add(a)
    inside = {node for node in range(size) if luck.random() < 0.7}
    floods = Floods(beside)
    start = luck.randrange(size)
    fronts, found, front = [], {start}, {start}
    while front:
        fronts.append(front)
        front = {other for node in front for other in beside[node] if other in inside} - found
        found |= front
    assert [set(list_of(x)) for x in floods.fronts(1 << start, bits_of(inside))] == fronts
    assert set(list_of(floods.reach(1 << start, bits_of(inside)))) == found
    parts = [set(list_of(part)) for part in floods.parts(bits_of(inside))]
    assert set().union(*parts) == inside
    assert sum(map(len, parts)) == len(inside)
    assert all(
        other not in inside or other in part for part in parts for node in part for other in beside[node]
    )


@given(seed=seeds)
def test_an_assignment_as_bits(seed: int) -> None:
    luck = Random(seed)
    for solver in (SatSolver(), CpSatSolver()):
        literals = [solver.fresh() for _ in range(luck.randint(1, 40))]
        asked = tuple(luck.choice((x, -x)) for x in literals)
        for literal in asked:
            solver.clause([luck.choice((literal, -literal))])
        seen: list[tuple[list[bool], int, int]] = []
        made: list[None] = []

        def look(found: Found, asked: tuple[int, ...] = asked, seen: list[tuple[list[bool], int, int]] = seen,
                 made: list[None] = made) -> list[list[int]]:  # fmt: skip
            for _ in range(2):
                found.once(asked, lambda: made.append(1))
            seen.append(([found.true(x) for x in asked], found.mask(asked), len(made)))
            return []

        solver.later(look)
        assert solver.satisfiable()
        assert seen
        for true, mask, times in seen:
            assert mask == sum(1 << i for i, on in enumerate(true) if on)
            assert times == 1

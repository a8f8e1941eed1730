"""Rules that are only said when broken must serve every door: verify, steps, why, conflict, repairs, redundant."""

from __future__ import annotations

from random import Random

import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st

from deduce import Exactly, GaveUp, Knowledge, Problem, Variable
from deduce.backends import cpsat
from deduce.backends.sat import SatSolver
from deduce.graphs import Connected, Grid, Loop
from deduce.language.posting import Literal, Model
from deduce.puzzles import redundant, steps, verify
from deduce.worlds.compile import layer_order

Clues = dict[tuple[int, int], int]


def slitherlink(grid: Grid, clues: Clues) -> tuple[Knowledge, dict[tuple[object, ...], Variable]]:
    problem = Problem("slitherlink")
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line), "the lines form one loop")
    knowledge = Knowledge(problem)
    for cell, n in clues.items():
        around = [line[side] for side in grid.sides(cell)]
        knowledge = knowledge.observe(Exactly(n, around, 1), f"{n} at {cell}")
    return knowledge, dict(line)


def random_clues(luck: Random, grid: Grid, number: int) -> tuple[Clues, dict[str, object]]:
    """Clues of a random loop, and that loop."""
    knowledge, line = slitherlink(grid, {})
    world = knowledge.sample(1, rng=luck.randrange(2**32))[0]
    some = luck.sample(grid.cells, number)
    clues = {cell: sum(world[line[side]] == 1 for side in grid.sides(cell)) for cell in some}
    return clues, {v.name: value for v, value in world.items()}


@given(seed=st.integers(0, 2**32))
def test_counting_enumerating_and_verifying_agree(seed: int) -> None:
    luck = Random(seed)
    grid = Grid(luck.randint(2, 4), luck.randint(2, 4))
    clues, _ = random_clues(luck, grid, luck.randint(len(grid.cells) // 2, len(grid.cells)))
    knowledge, line = slitherlink(grid, clues)
    count = knowledge.count()
    found = verify(knowledge, limit=40)
    assert (len(found.solutions) == count) if found.complete else count >= 40
    marginals = {v: knowledge.marginals(v) for v in line.values()}
    if found.complete:
        for variable in line.values():
            share = sum(world[variable] == 1 for world in found.solutions) / count
            assert marginals[variable].get(1, 0.0) == pytest.approx(share)
    with SatSolver() as solver:
        for statement in knowledge.statements:
            solver.add(statement.content)  # type: ignore[arg-type]
        shared = solver.certain(list(line.values()))
    assert shared == knowledge.certain()
    if luck.random() < 0.2:
        assert cpsat.certain(knowledge) == shared


@examples(12)
@given(seed=st.integers(0, 2**32))
def test_steps_and_reasons_are_sound(seed: int) -> None:
    luck = Random(seed)
    grid = Grid(3, 3)
    clues, _ = random_clues(luck, grid, 9)
    knowledge, line = slitherlink(grid, clues)
    verdict = verify(knowledge)
    if not verdict.unique:
        return
    assert verdict.solution is not None
    walk = steps(knowledge)
    assert walk.solved
    for step in walk.steps:
        assert all(verdict.solution[v] == value for v, value in step.placed.items())
        assert step.reason.check()
    variable = luck.choice(list(line.values()))
    value = verdict.solution[variable]
    reason = knowledge.why(variable == value)
    assert reason is not None
    assert reason.check()
    assert knowledge.holds(variable == value) is True


def test_a_conflict_and_repairs_name_the_loop() -> None:
    grid = Grid(3)
    knowledge, _ = slitherlink(grid, {(1, 1): 3, (1, 2): 0, (3, 3): 3})
    conflict = knowledge.conflict()
    assert conflict is not None
    assert conflict.check()
    assert any("one loop" in statement.text for statement in conflict.because)
    # Without the zero, all is well.
    fine, _ = slitherlink(grid, {(1, 1): 3, (3, 3): 3})
    assert fine.conflict() is None


def test_a_superfluous_clue_is_found() -> None:
    grid = Grid(2)
    clues = {(1, 1): 2, (1, 2): 2, (2, 1): 2, (2, 2): 2}
    knowledge, _ = slitherlink(grid, clues)
    assert verify(knowledge).unique
    assert min(len(kept) for kept in redundant(knowledge).smallest) < 4


class Endless(Connected):
    """A rule that is never content, so that nothing but the limit ends a call."""

    def post(self, model: Model, when: Literal | None = None) -> None:
        model.later(lambda _: [[model.fresh()]], when)


def test_a_limit_holds_inside_a_call() -> None:
    problem = Problem("endless")
    cell = problem.variables("cell", Grid(5).cells, [0, 1])
    problem.require(Endless(cell, Grid(5)))
    assert verify(problem, time_limit=0.2).status == "gave up"
    with pytest.raises(GaveUp):
        cpsat.satisfiable(problem, time_limit=0.2)


def test_the_order_of_a_sweep_is_kept() -> None:
    grid = Grid(4, 9)
    problem = Problem("sweep")
    line = problem.variables("line", grid.corners.edges, [0, 1])
    rule = Loop(line)
    order, bits = layer_order(problem.scope, [rule])
    assert sorted(v.name for v in order) == sorted(v.name for v in problem.scope)
    assert bits <= 7

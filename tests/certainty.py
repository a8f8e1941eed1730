"""Certainty asked in every way there is, on random small problems: all must say what brute force says.

    python tests/campaign.py certainty --cases 10000 --seed 1000 --jobs 2 --results certainty.jsonl

The ways are the table, the diagram with compiled kernels and with numpy alone, the SAT solver and, for a quarter of the
problems since it takes as long as all others, CP-SAT; for grids the compiled search too. Problems come in chunks of one
kind each, from the seed and the chunk's number alone; what disagrees is told by the smallest problem that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from random_expressions import comparisons, reified
from random_problems import Meaning, Small, Stated, World, brute_force, constraints, facts, problems, worlds
from ways import asked

from deduce import AllDifferent, Contradiction, Knowledge, Problem
from deduce.ground.errors import DeduceError
from deduce.kernels import using
from deduce.puzzles import verify

CHUNK = 20
PIECES = 1000

MANY = 200
"""Grids with more solutions than this are asked for this many."""


@dataclass(frozen=True)
class Case:
    """A problem with its rules stated, what is learned besides, a fact to ask about, and every world that is left."""

    problem: Problem
    learned: tuple[Any, ...]
    fact: Any
    true: Meaning
    left: list[World]
    asked_early: tuple[bool, ...]
    cpsat: bool = True

    def told(self) -> Knowledge:
        """The knowledge; on its way it is sometimes asked, which leaves something behind for what follows."""
        knowledge = Knowledge(self.problem)
        for constraint, early in zip(self.learned, self.asked_early, strict=True):
            knowledge = knowledge.observe(constraint)
            if early:
                knowledge.is_consistent()
        return knowledge

    @property
    def truth(self) -> list[object]:
        """What `answers` must give."""
        left = self.left
        if not left:
            return [False, *["contradiction"] * 4]
        held = [self.true(world) for world in left]
        values = [{repr(world[v]): world[v] for world in left} for v in self.problem.scope]
        return [
            True,
            True if all(held) else None if any(held) else False,
            [sorted(each) for each in values],
            {
                v.name: next(iter(each.values()))
                for v, each in zip(self.problem.scope, values, strict=True)
                if len(each) == 1
            },
            len(left),
        ]


def answers(knowledge: Knowledge, fact: Any) -> list[object]:
    """What is certain, as plain values; the kind of error where there is one."""
    found: list[object] = [knowledge.is_consistent()]
    asks: list[Callable[[], object]] = [
        lambda: knowledge.holds(fact),
        lambda: [sorted(map(repr, knowledge.possible(v))) for v in knowledge.scope],
        lambda: {v.name: value for v, value in knowledge.certain().items()},
        knowledge.count,
    ]
    for ask in asks:
        try:
            found.append(ask())
        except Contradiction as error:
            found.append("contradiction" if error.conflict.check() else "a false conflict")
        except DeduceError as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


WAYS: Mapping[str, tuple[str, bool]] = {
    "diagram, kernels": ("diagram", True),
    "diagram, numpy": ("diagram", False),
    "sat": ("sat", True),
    "cpsat": ("cpsat", True),
}


def agree(case: Case) -> None:
    """Raises `AssertionError` with the way that differs from brute force."""
    truth = case.truth
    for name, (way, compiled) in WAYS.items():
        if way == "cpsat" and not case.cpsat:
            continue
        with ExitStack() as stack:
            stack.enter_context(using(compiled))
            stack.enter_context(asked(way))
            found = answers(case.told(), case.fact)
            assert found == truth, f"{name}: {found}, not {truth}"
    table = case.problem.compile("table").restrict(*case.learned)
    scope = case.problem.scope
    assert worlds(table, scope) == worlds(case.left, scope), "table: other worlds"
    assert table.verdict(case.fact) == (truth[1] if case.left else False), "table: another verdict"
    verdict = verify(case.told(), limit=MANY)
    status = ("none", "unique")[len(case.left)] if len(case.left) < 2 else "several"
    assert verdict.status == status, f"verify by {verdict.method}: {verdict.status}, not {status}"
    if len(case.left) < MANY:
        assert worlds(verdict.solutions, scope) == worlds(case.left, scope), f"verify by {verdict.method}"


def _sometimes(draw: Any) -> bool:
    return bool(draw(st.integers(0, 3)) == 3)


@st.composite
def stated(draw: Any, small: Small, several: tuple[Stated, ...]) -> Case:
    """Some of the constraints as rules, the others as notes."""
    cut = draw(st.integers(0, len(several)))
    for constraint, _ in several[:cut]:
        small.problem.require(constraint)
    fact, true = draw(facts(small.variables))
    left = brute_force(small.variables, [meaning for _, meaning in several])
    notes = tuple(constraint for constraint, _ in several[cut:])
    early = draw(st.tuples(*[st.booleans()] * len(notes)))
    return Case(small.problem, notes, fact, true, left, early, _sometimes(draw))


@st.composite
def any_constraints(draw: Any) -> Case:
    """Constraints of every kind over values of every kind, amounts beyond 64 bits among them."""
    small = draw(problems(max_variables=4))
    return draw(stated(small, small.constraints))  # type: ignore[no-any-return]


@st.composite
def arithmetic(draw: Any) -> Case:
    """Expressions compared, and facts made of constraints."""
    small = draw(problems(max_variables=3, max_domain=3, max_constraints=0, whole_numbers=True))
    small = Small(Problem("random"), small.variables, ())
    for variable in small.variables:
        domain = sorted({value % 7 - 2 for value in variable.domain})
        small.problem.variable(variable.name, domain)
    small = Small(small.problem, small.problem.scope, ())
    kinds = comparisons(small.variables) | reified(small.variables) | constraints(small.variables)
    several = tuple(draw(st.lists(kinds, min_size=1, max_size=3)))
    return draw(stated(small, several))  # type: ignore[no-any-return]


@st.composite
def pigeons(draw: Any) -> Case:
    """All different, said in one statement or pair by pair, with hardly enough values and other notes between."""
    n = draw(st.integers(2, 5))
    problem = Problem("pigeons")
    values = draw(st.permutations(range(n + 1)))
    several: list[Stated] = []
    for i in range(n):
        size = draw(st.sampled_from([n - 1, n - 1, n, max(1, n - 2)]))
        first = draw(st.sampled_from([0, 0, 0, 1]))
        problem.variable(f"p{i}", sorted(values[first : first + size]))
    scope = problem.scope
    if draw(st.booleans()):
        several.append((AllDifferent(scope), lambda world: len({world[v] for v in scope}) == n))
    else:
        for i, a in enumerate(scope):
            for b in scope[:i]:
                several.append((a != b, lambda world, a=a, b=b: world[a] != world[b]))  # type: ignore[misc]
    several += draw(st.lists(constraints(scope), max_size=3))
    order = draw(st.permutations(several))
    return draw(stated(Small(problem, scope, ()), tuple(order)))  # type: ignore[no-any-return]


def squares(n: int, given: Mapping[tuple[int, int], int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Latin squares with some values given, row by row."""

    def grown(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        y = len(rows)
        if y == n:
            yield rows
            return
        for row in permutations(range(n)):
            fits = all(given.get((y, x), value) == value for x, value in enumerate(row))
            if fits and all(row[x] != above[x] for above in rows for x in range(n)):
                yield from grown((*rows, row))

    return grown(())


@st.composite
def grids(draw: Any) -> Case:
    """Latin squares with notes about cells, right or wrong: what the compiled search answers."""
    n = draw(st.sampled_from([2, 3, 3, 3, 4]))
    places = list(product(range(n), repeat=2))
    chosen = draw(st.lists(st.sampled_from(places), min_size=n - 2, max_size=n * n // 2, unique=True))
    rows, signs = draw(st.permutations(range(n))), draw(st.permutations(range(n)))
    told = {(y, x): signs[(rows[y] + x) % n] for y, x in chosen}
    if chosen and draw(st.integers(0, 3)) == 0:
        told[chosen[0]] = draw(st.integers(0, n - 1))
    problem = Problem("grid")
    cell = problem.variables("cell", places, domain=range(n))
    for i in range(n):
        problem.require(AllDifferent([cell[i, x] for x in range(n)]))
        problem.require(AllDifferent([cell[y, i] for y in range(n)]))
    left: list[World] = [{cell[y, x]: square[y][x] for y, x in places} for square in squares(n, told)]
    fact, true = draw(facts([cell[place] for place in places]))
    notes = tuple(cell[place] == value for place, value in told.items())
    return Case(problem, notes, fact, true, left, (False,) * len(notes), _sometimes(draw))


KINDS: Mapping[str, Callable[[], st.SearchStrategy[Case]]] = {
    "constraints": any_constraints,
    "arithmetic": arithmetic,
    "pigeons": pigeons,
    "grids": grids,
}


ORDER = [*["constraints"] * 4, *["arithmetic"] * 3, *["pigeons"] * 2, "grids"]
"""Grids take ten times as long as the others."""


def chunk(name: str, piece: int) -> dict[str, int]:
    """`CHUNK` problems of one kind: a thousand such pieces are one seed. Raises with the smallest that disagrees."""
    first, number = divmod(piece, PIECES)
    done = {"without a world": 0, "with one": 0, "by CP-SAT too": 0}

    @settings(
        max_examples=CHUNK,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @seed(first * 1_000_003 + number)
    @given(KINDS[ORDER[number % len(ORDER)]]())
    def run(case: Case) -> None:
        agree(case)
        done["without a world"] += not case.left
        done["with one"] += len(case.left) == 1
        done["by CP-SAT too"] += case.cpsat

    run()
    return done

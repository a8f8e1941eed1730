"""Wide sums said column by column allow what the sums allow, and digits and carries are those of arithmetic."""

from itertools import product
from random import Random

import pytest

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Variable
from deduce.backends import chains
from deduce.backends.columns import BASE, Columns, columns_of
from deduce.backends.live import clauses_of, solver_for
from deduce.backends.sat import SatSolver
from deduce.puzzles import redundant, verify


def test_digits_are_balanced_and_add_up():
    for number in [*range(3000), 10**18, 999_999_999_999]:
        columns = Columns([[0, number]])
        (digits,) = columns.digits
        assert sum(digit * BASE**i for i, digit in enumerate(digits)) == (number or 1)
        assert all(-4 <= digit <= 5 for digit in digits)
        target = columns.target(12_345_678)
        assert sum(wanted * BASE**i for i, wanted in enumerate(target)) == 12_345_678


@pytest.mark.parametrize("guarded", [False, True])
def test_columns_allow_what_the_sum_allows(guarded):
    kinds = set()
    for seed in range(150):
        rng = Random(seed)
        domains = [rng.sample(range(-5, 9), rng.randint(1, 4)) for _ in range(rng.randint(1, 4))]
        weights = [
            rng.choice([1, -1]) * rng.choice([1, 9, 91, 1000, rng.randint(1, 5000)]) for _ in domains
        ]
        sums = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in product(*domains)]
        low, high = sorted([rng.choice(sums), rng.choice(sums) + rng.choice([0, 0, 1, -7, 500])])
        low, high = (high, high) if rng.random() < 0.4 else (low, high)
        with SatSolver() as solver:
            scope = [Variable(f"v{i}", domain) for i, domain in enumerate(domains)]
            terms = [
                (w * x, literal)
                for w, v in zip(weights, scope, strict=True)
                for x, literal in zip(v.domain, solver.literals(v), strict=True)
            ]
            when = solver.fresh() if guarded else None
            assert chains._columned(solver, chains.links(solver, terms), low, high, when)
            for row, total in zip(product(*domains), sums, strict=True):
                said = [solver.literal(v, v.position(x)) for v, x in zip(scope, row, strict=True)]
                fits = low <= total <= high
                kinds.add((fits, low == high))
                assert solver.satisfiable([*said, when] if guarded else said) == fits, (seed, row)
                assert not guarded or solver.satisfiable([*said, -when])
    assert len(kinds) == 4


def test_a_sum_without_columns_is_still_refused():
    rng = Random(1)
    problem = Problem("random")
    v = [problem.variable(f"v{i}", [rng.randint(0, 10**9) for _ in range(30)]) for i in range(30)]
    rows = [v.domain for v in v]
    assert columns_of(rows) > chains.MAX_COLUMNED
    with SatSolver() as solver, pytest.raises(ProblemError, match="too wide for the SAT solver"):
        (sum(v) == 10**9).post(solver)


def cryptarithm(words, total):
    problem = Problem(" + ".join(words))
    digit = problem.variables("digit", sorted({*"".join(words), *total}), range(10))

    def number(word):
        return sum(digit[letter] * 10**i for i, letter in enumerate(reversed(word)))

    problem.require(AllDifferent(digit), "letters are different digits")
    for word in [*words, total]:
        problem.require(digit[word[0]] != 0, f"{word} does not begin with 0")
    problem.require(sum(number(word) for word in words) == number(total), "the sum is right")
    return problem, digit


@pytest.mark.parametrize(
    ("words", "total"),
    [(("SEND", "MORE"), "MONEY"), (("SATURN", "URANUS", "NEPTUNE", "PLUTO"), "PLANETS")],
)
def test_cryptarithms_and_what_they_can_spare(words, total):
    problem, digit = cryptarithm(words, total)
    wide = problem.rules[-1].content
    assert clauses_of(wide) <= chains.MAX_CLAUSES
    assert type(solver_for([wide])) is SatSolver
    verdict = verify(problem)
    assert verdict.unique
    number = {w: int("".join(str(verdict.solution[digit[x]]) for x in w)) for w in (*words, total)}
    assert sum(number[word] for word in words) == number[total]
    assert len(set(verdict.solution.values())) == len(digit)
    found = redundant(problem)
    assert found.proved
    assert found.smallest
    for chosen in found.smallest:
        # Enough, and none can be spared.
        for left_out in (None, *chosen):
            small = Problem("less")
            mirror = {v: small.variable(v.name, v.domain) for v in problem.scope}
            for clue in chosen:
                if clue is not left_out:
                    small.require(clue.content.over(mirror))
            assert (Knowledge(small).certain().keys() == set(small.scope)) == (left_out is None)

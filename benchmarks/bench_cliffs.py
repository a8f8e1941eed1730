"""Where a question used to fall off a cliff: contradictions by counting, wide arithmetic, large domains.

Each is asked of a fresh problem, building of solvers included; the peer is CP-SAT with the same rules, asked as
often as the question needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.harness import Row, timed
from deduce import AllDifferent, Exactly, Knowledge, Problem, Sum
from deduce.backends import cpsat
from deduce.language.facts import Fact
from deduce.puzzles import verify

__all__ = ["rows"]


def pigeons(number: int, places: int, allowed: int) -> Problem:
    """`number` guests on `places` chairs, of which the last are forbidden one guest at a time."""
    problem = Problem("guests")
    seat = problem.variables("seat", range(number), range(places))
    problem.require(AllDifferent(seat))
    for guest in range(number) if allowed < places else ():
        problem.require(seat[guest].is_in(range(allowed)))
    return problem


def pairwise(number: int, places: int) -> Problem:
    """`number` guests on `places` chairs, every two said to sit apart."""
    problem = Problem("guests")
    seat = problem.variables("seat", range(number), range(places))
    for guest in range(number):
        for other in range(guest):
            problem.require(seat[guest] != seat[other])
    return problem


def chessboard(side: int) -> Problem:
    """Dominoes on a chessboard without two opposite corners."""
    problem = Problem("dominoes")
    cells = [
        (r, c) for r in range(side) for c in range(side) if (r, c) not in ((0, 0), (side - 1, side - 1))
    ]
    pairs = [(a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells]
    laid = {pair: problem.variable(f"{pair[0]}-{pair[1]}", [0, 1]) for pair in pairs}
    for cell in cells:
        problem.require(Exactly(1, [laid[pair] for pair in pairs if cell in pair], 1))
    return problem


def latin(side: int, given: int) -> Knowledge:
    """A Latin square with a few cells given."""
    problem = Problem("latin")
    cell = problem.variables("cell", [(i, j) for i in range(side) for j in range(side)], range(side))
    for i in range(side):
        problem.require(AllDifferent([cell[i, j] for j in range(side)]))
        problem.require(AllDifferent([cell[j, i] for j in range(side)]))
    k = Knowledge(problem)
    for n in range(given):
        k = k.observe(cell[n % side, 2 * n % side] == (3 * n + n // side) % side)
    return k


def additions() -> Problem:
    """Three additions of seven-digit numbers, a letter a digit."""
    digits = dict(zip("ABCDEFGHIJ", (3, 1, 4, 5, 9, 2, 6, 8, 7, 0), strict=True))
    problem = Problem("additions")
    letter = problem.variables("letter", "ABCDEFGHIJ", range(10))
    problem.require(AllDifferent(letter))
    for words in (("ABCDEFG", "GFEDCBA"), ("HIJABCD", "DCBAJIH"), ("EFGHIJA", "AJIHGFE")):
        weights: dict[str, int] = {}
        for word in words:
            for place, name in enumerate(word):
                weights[name] = weights.get(name, 0) + 10 ** (6 - place)
        total = sum(weight * digits[name] for name, weight in weights.items())
        problem.require(Sum([letter[name] for name in weights], total, total, weights=weights.values()))
    return problem


def equal(size: int) -> Problem:
    """Two variables with many values, and the same."""
    problem = Problem("equal")
    a, b = problem.variable("a", range(size)), problem.variable("b", range(size))
    problem.require(a == b)
    return problem


def digits(number: int) -> Problem:
    """Digits whose sum is the middle one."""
    problem = Problem("digits")
    x = problem.variables("x", range(number), range(10))
    problem.require(Sum(x, 9 * number // 2, 9 * number // 2))
    return problem


def _status(problem: Problem) -> str:
    return verify(problem).status


def _peer_status(problem: Problem) -> str:
    first = cpsat.solution(problem)
    if first is None:
        return "none"
    return "unique" if cpsat.second_solution(problem, first) is None else "several"


def _asked(question: Callable[[Problem], str], make: Callable[[], Problem]) -> str:
    return question(make())


def _why(knowledge: Knowledge, fact: Fact) -> int:
    reason = knowledge.why(fact)
    return 0 if reason is None else len(reason.because)


def _cases() -> Iterator[tuple[str, Callable[[], Any], Callable[[], Any] | None]]:
    made: dict[str, Callable[[], Problem]] = {
        "verify 10 pigeons, 9 holes": partial(pigeons, 10, 9, 9),
        "verify 30 pigeons, 29 holes": partial(pigeons, 30, 29, 29),
        "the same, hidden in 30 notes": partial(pigeons, 30, 35, 29),
        "the same, in 435 notes of pairs": partial(pairwise, 30, 29),
        "verify dominoes, 8x8 less corners": partial(chessboard, 8),
        "verify three additions": additions,
        "verify a sum over 100 digits": partial(digits, 100),
    }
    for case, make in made.items():
        yield case, partial(_asked, _status, make), partial(_asked, _peer_status, make)
    yield "count three additions", lambda: Knowledge(additions()).count(), None
    for side, given in ((6, 5), (7, 6)):
        square = latin(side, given)
        asked = square.scope[0] == 0
        yield (
            f"why in a {side}x{side} Latin square",
            partial(_why, square, asked),
            None,
        )
    yield "count a == b, 3,000 values", lambda: Knowledge(equal(3000)).count(), None
    free = Problem("free")
    free.variables("x", range(10_000), [0, 1])
    yield "count 10,000 free variables", lambda: Knowledge(free).count().bit_length(), None


def rows() -> Iterator[Row]:
    """One line a cliff, and one for the peer where there is one."""
    for case, ours, peer in _cases():
        seconds, answer = timed(ours, repeat=2)
        yield Row(case, "deduce", seconds, note=str(answer))
        if peer is not None:
            theirs, same = timed(peer, repeat=2)
            assert same == answer, (case, same, answer)
            yield Row(case, "CP-SAT", theirs, theirs / seconds)

"""Hands from a deck: distinct unknown cards, hands behind passes, and chains of shuffles.

Peers are programs written for exactly the question. For the cards in slots: the recursion over sets of filled slots, a
numpy array of 2**13 numbers, card by card, forwards and backwards; it counts in floats (ours in whole numbers). For the
passes of two players: the closed formula of hypergeometric terms for each pair of codes, which gives their chances but
not where the cards are. For the shuffles: our own table of all worlds, row by row, where it still fits. A diagram is
named with what it asked for where it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import comb, isclose
from operator import and_
from random import Random
from typing import Any

import numpy as np

from benchmarks.harness import Row, peak, timed
from deduce import AllDifferent, Exactly, Knowledge, Problem, Shuffle, TooLarge
from deduce.worlds.compile import compile_diagram
from deduce.worlds.following import Premises

__all__ = ["rows"]

SLOTS, DECK = 13, 52
LUCK = Random(33)
NOTES = [(i, frozenset(LUCK.sample(range(DECK), 30))) for i in range(SLOTS)]


def slots() -> tuple[Knowledge, Any]:
    """Thirteen unknown cards of 52."""
    problem = Problem("slots")
    card = problem.variables("card", range(SLOTS), range(DECK))
    problem.require(AllDifferent(card))
    return Knowledge(problem), card


def noted() -> tuple[int, Any]:
    """A note for every card: thirty cards it may be; count and chances after all of them."""
    k, card = slots()
    for i, allowed in NOTES:
        k = k.observe(card[i].is_in(allowed))
    return k.count(), k.table()


def subsets() -> tuple[float, Any]:
    """The same by sets of filled slots."""
    able = np.array([[float(c in allowed) for c in range(DECK)] for _, allowed in NOTES])
    ahead = [np.zeros((2,) * SLOTS)]
    ahead[0][(0,) * SLOTS] = 1.0
    for c in range(DECK):
        grown = ahead[-1].copy()
        for i in np.flatnonzero(able[:, c]):
            to, off = [slice(None)] * SLOTS, [slice(None)] * SLOTS
            to[i], off[i] = slice(1, 2), slice(0, 1)
            grown[tuple(to)] += ahead[-1][tuple(off)]
        ahead.append(grown)
    behind = np.zeros((2,) * SLOTS)
    behind[(1,) * SLOTS] = 1.0
    total = float(ahead[-1][(1,) * SLOTS])
    chances = np.zeros((SLOTS, DECK))
    for c in range(DECK - 1, -1, -1):
        less = behind.copy()
        for i in np.flatnonzero(able[:, c]):
            to, off = [slice(None)] * SLOTS, [slice(None)] * SLOTS
            to[i], off[i] = slice(1, 2), slice(0, 1)
            chances[i, c] = float((ahead[c][tuple(off)] * behind[tuple(to)]).sum()) / total
            less[tuple(off)] += behind[tuple(to)]
        behind = less
    return total, chances


CARDS, CODES, SEATS = range(32), range(24), "ABC"
FITS = [frozenset(c for c in CARDS if LUCK.random() < 0.3) for _ in CODES]


def passes(seats: str = "AB") -> tuple[int, list[dict[Any, float]]]:
    """Three hands of three cards each and three codes; some seats passed."""
    problem = Problem("passes")
    where = problem.variables("where", CARDS, ["deck", *SEATS])
    code = problem.variables("code", SEATS, CODES)
    problem.require(AllDifferent(code))
    for seat in SEATS:
        problem.require(Exactly(3, where, seat))
    k = Knowledge(problem)
    for seat in seats:
        each = [(where[c] == seat) >> code[seat].is_in([x for x in CODES if c in FITS[x]]) for c in CARDS]
        k = k.observe(reduce(and_, each))
    return k.count(), [k.marginals(code[seat]) for seat in SEATS]


def formula() -> tuple[int, list[dict[Any, float]]]:
    """The same two passes by hypergeometric terms."""
    rest = comb(len(CARDS) - 6, 3) * (len(CODES) - 2)
    total, first, second = 0, dict.fromkeys(CODES, 0), dict.fromkeys(CODES, 0)
    for a in CODES:
        for b in CODES:
            if a == b:
                continue
            both, mine, other = len(FITS[a] & FITS[b]), len(FITS[a]), len(FITS[b])
            ways = sum(
                comb(both, j) * comb(mine - both, 3 - j) * comb(other - j, 3)
                for j in range(min(3, both) + 1)
            )
            total += ways * rest
            first[a] += ways * rest
            second[b] += ways * rest
    return total, [{c: n / total for c, n in found.items() if n} for found in (first, second)]


def chain(count: int, length: int) -> Knowledge:
    """Shuffles of three of `count` variables of four values, after two notes."""
    luck = Random(3)
    problem = Problem("chain")
    x = problem.variables("x", range(count), range(4))
    k = Knowledge(problem).observe(x[0] != 2).weigh(x[7], {1: 3.0})
    for _ in range(length):
        k = k.change(Shuffle(*(x[i] for i in luck.sample(range(count), 3))))
    return k


def followed(count: int, length: int) -> Any:
    """All marginals after the chain."""
    return chain(count, length).table()


def long_chain() -> Any:
    """Two hundred shuffles of twenty variables."""
    return followed(20, 200)


def laid_out(count: int, length: int) -> Any:
    """The same row by row, whatever it takes."""
    k = chain(count, length)
    premises = Premises(k.scope, [], None)
    return premises._walked(k.log, changed=True, max_bytes=1 << 30).table(k.scope)


def _refused() -> str:
    """What a diagram says to the thirteen cards."""
    k, _ = slots()
    try:
        compile_diagram(k.scope, [rule.content for rule in k.rules])  # type: ignore[misc]
    except TooLarge as error:
        return str(error).split(";")[0].split(".")[0]
    return "fits"


def rows() -> Iterator[Row]:
    """Each question, its peer, and whether they agree."""
    mine, answer = timed(noted, repeat=3)
    theirs, other = timed(subsets, repeat=3)
    assert isclose(answer[0], other[0], rel_tol=1e-9)
    assert np.allclose(answer[1], other[1], atol=1e-9)
    case = "13 cards of 52, 13 notes"
    yield Row(case, "deduce", mine, None, peak(noted), f"{answer[0]:,} hands; a diagram: {_refused()}")
    yield Row(case, "sets of slots, numpy by hand", theirs, theirs / mine, peak(subsets))
    k, card = slots()
    for i, allowed in NOTES:
        k = k.observe(card[i].is_in(allowed))
    k.count()
    one, _ = timed(lambda: k.observe(card[3] != 5).table(), repeat=3)
    yield Row("one note more", "deduce", one, None, None, "all marginals")
    yield Row("one note more", "sets of slots, numpy by hand", theirs, theirs / one)
    mine, (count, codes) = timed(passes, repeat=3)
    theirs, (same, others) = timed(formula, repeat=3)
    assert count == same
    assert all(isclose(codes[s][c], p, rel_tol=1e-9) for s in (0, 1) for c, p in others[s].items())
    case = "two passes, 3 hands of 32 cards, 3 codes of 24"
    yield Row(case, "deduce", mine, None, peak(passes), f"{count:,} deals, cards and codes")
    yield Row(case, "hypergeometric terms by hand, codes alone", theirs, theirs / mine)
    short, first = timed(lambda: followed(10, 12), repeat=1)
    table, second = timed(lambda: laid_out(10, 12), repeat=1)
    assert np.allclose(first, second, atol=1e-9)
    yield Row("12 shuffles of 3 of 10 variables", "deduce", short)
    yield Row("12 shuffles of 3 of 10 variables", "a table of all worlds", table, table / short)
    long, _ = timed(long_chain, repeat=1)
    yield Row(
        "200 shuffles of 3 of 20 variables", "deduce", long, None, peak(long_chain), "no table: 1e12 worlds"
    )

"""(c) Entracte's competitive deal: three unknown opponents with two codes each of 22; 12 pieces of evidence.

A piece of evidence: one opponent did or did not show that at least one of his codes is among those matched
(four turns of random sets of 2 to 8 codes, answered truthfully by all three in a random deal).
The question after each: how many deals are left, and for each opponent and code the probability that he
holds it (66 numbers). The library models who holds each code; no step is told what the next one will be.

The joint table is numpy's: one row a deal (6.7 million), one byte a player that numbers his pair, compressed
by each piece of evidence, counted by bincount. The pair lists are a program written for exactly this deal:
the pairs each player can still have, and two small matrix products a step over which pairs are disjoint; it
shows what is lost by being general. Both are built before the clock starts in "once built"; building, for
us compiling, is included in "from nothing".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.harness import Row, peak, timed
from deduce import AtLeast, Exactly, Knowledge, Problem

CODES = range(22)
SEATS = ("Q", "R", "S")
PAIRS = list(combinations(CODES, 2))
HOLDS = np.array([[code in pair for pair in PAIRS] for code in CODES], dtype=np.float64)
MEETS = (HOLDS.T @ HOLDS) > 0
Answer = tuple[int, Any]


def evidence() -> list[tuple[list[int], int, bool]]:
    """12 pieces: the codes matched, the player, and whether he signalled."""
    rng = np.random.default_rng(12)
    hands = rng.permutation(len(CODES))[:6].reshape(3, 2).tolist()
    found = []
    for _ in range(4):
        matched = sorted(
            int(c) for c in rng.choice(len(CODES), size=int(rng.integers(2, 9)), replace=False)
        )
        found += [(matched, player, bool(set(matched) & set(hand))) for player, hand in enumerate(hands)]
    return found


EVIDENCE = evidence()


def deal() -> tuple[Knowledge, Any]:
    problem = Problem("deal")
    holder = problem.variables("holder", CODES, domain=[*SEATS, "nobody"])
    for seat in SEATS:
        problem.require(Exactly(2, holder, seat))
    return Knowledge(problem), holder


def step(k: Knowledge, holder: Any, piece: tuple[list[int], int, bool]) -> tuple[Knowledge, Answer]:
    matched, player, signalled = piece
    held = [holder[code] for code in matched]
    k = k.observe(AtLeast(1, held, SEATS[player]) if signalled else Exactly(0, held, SEATS[player]))
    chances = [k.marginals(holder[code]) for code in CODES]
    return k, (k.count(), [[row.get(seat, 0.0) for row in chances] for seat in SEATS])


def ours() -> list[Answer]:
    return replay(*deal())


def replay(k: Knowledge, holder: Any) -> list[Answer]:
    answers = []
    for piece in EVIDENCE:
        k, answer = step(k, holder, piece)
        answers.append(answer)
    return answers


def joint() -> list[Any]:
    """Every deal: one column of pair numbers a player."""
    first, second = np.nonzero(~MEETS)
    third_of = [np.nonzero(~MEETS[a] & ~MEETS[b])[0] for a, b in zip(first, second, strict=True)]
    sizes = [len(third) for third in third_of]
    columns = [np.repeat(first, sizes), np.repeat(second, sizes), np.concatenate(third_of)]
    return [column.astype(np.uint8) for column in columns]


def fitting(piece: tuple[list[int], int, bool]) -> tuple[int, Any]:
    """The player, and which of the 231 pairs agree with what he did."""
    matched, player, signalled = piece
    touched = HOLDS[matched].any(axis=0)
    return player, touched if signalled else ~touched


def table_replay(columns: list[Any]) -> list[Answer]:
    answers = []
    for piece in EVIDENCE:
        player, mask = fitting(piece)
        keep = mask[columns[player]]
        columns = [column[keep] for column in columns]
        count = len(columns[0])
        tallies = [np.bincount(column, minlength=len(PAIRS)) for column in columns]
        answers.append((count, [HOLDS @ tally / count for tally in tallies]))
    return answers


def table() -> list[Answer]:
    return table_replay(joint())


def pair_lists() -> list[Answer]:
    apart = (~MEETS).astype(np.float64)
    alive = [np.ones(len(PAIRS), dtype=bool) for _ in SEATS]
    answers = []
    for piece in EVIDENCE:
        player, mask = fitting(piece)
        alive[player] = alive[player] & mask
        q, r, s = (mask.nonzero()[0] for mask in alive)
        qr, rs, qs = apart[np.ix_(q, r)], apart[np.ix_(r, s)], apart[np.ix_(q, s)]
        with_qr, with_qs = (qs @ rs.T) * qr, (qr @ rs) * qs
        tallies = []
        sums = ((q, with_qr.sum(axis=1)), (r, with_qr.sum(axis=0)), (s, with_qs.sum(axis=0)))
        for members, weights in sums:
            tally = np.zeros(len(PAIRS))
            tally[members] = weights
            tallies.append(tally)
        count = round(tallies[0].sum())
        answers.append((count, [HOLDS @ tally / count for tally in tallies]))
    return answers


def same(mine: list[Answer], theirs: list[Answer]) -> bool:
    return all(
        a[0] == b[0] and np.allclose(a[1], b[1], rtol=1e-9, atol=1e-12)
        for a, b in zip(mine, theirs, strict=True)
    )


def rows() -> Iterator[Row]:
    built, columns = deal(), joint()
    count = built[0].count()
    assert count == len(columns[0])
    mine, answers = timed(ours)
    begun, again = timed(lambda: replay(*built))
    by_table, table_answers = timed(lambda: table_replay(columns), repeat=2)
    by_all, _ = timed(table, repeat=2)
    by_pairs, pair_answers = timed(pair_lists)
    assert same(answers, again)
    assert same(answers, table_answers)
    assert same(answers, pair_answers)
    case = "12 pieces, once built"
    yield Row(case, "deduce", begun, None, None, f"{count:,} deals, {answers[-1][0]:,} left at the end")
    yield Row(case, "joint numpy table", by_table, by_table / begun, None, "compressed by each piece")
    case = "12 pieces, from nothing"
    yield Row(case, "deduce", mine, None, peak(ours))
    yield Row(case, "joint numpy table", by_all, by_all / mine, peak(table))
    yield Row(case, "pair lists, three players only", by_pairs, by_pairs / mine, peak(pair_lists))

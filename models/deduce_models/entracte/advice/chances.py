"""How likely a group of seats is to be told apart in the cards that are left: what play-outs go by.

Bits are a poor aim when few cards are left: three codes of one seat cannot all be told apart by one token, two
can. So a card is valued by the chance that everything will be proved in time. Groups are independent (see
`belief`), so that chance is a product over groups, and of one group (m codes, g seats, k cards to come) a small
recursion tells it approximately: of `CHOICE` cards, each matching every code with the deck's mean chance, the
better one is played for this group alone. Hands have three cards, but they serve several groups at once, and
some may not be played; two of them gave the strongest play-outs. A heuristic: used to choose moves in imagined
games, never as knowledge.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.rules.setup import Setup

CHOICE = 2
"""From so many random cards a group is taken to get the best."""

HOPE = 0.02
"""At the end every bit still open counts this factor: of two lost games the nearer one is better."""

LOW = 1e-9
"""The chance of what cannot be, so that logarithms exist."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Chances:
    """Logarithms of chances in one setting; k runs from 0 to the longest row.

    `groups[k, m, g]`: of a group of g seats sharing m codes with k cards to come. `cards[k, m, g, i, a]`: the
    same when the first of them matches a of the codes and is played from inside (i = 1) or outside the group.
    """

    groups: Floats
    cards: Floats


@lru_cache(maxsize=16)
def chances(setup: Setup) -> Chances:
    """The chances in a setting, made once (a fraction of a second)."""
    codes, seats, longest = len(setup.parts.codes), setup.players, setup.limit
    share = _mean_share(setup)
    group = np.ones((longest + 1, codes + 1, seats + 1))
    card = np.full((longest + 1, codes + 1, seats + 1, 2, codes + 1), LOW)
    sizes = [(m, g) for m in range(1, codes + 1) for g in range(1, min(m, seats) + 1)]
    for m, g in sizes:
        # Two seats alone that share two codes know each other's.
        proved = m == 1 or (m == g == seats == 2)
        group[0, m, g] = 1.0 if proved else max(LOW, HOPE ** math.log2(math.perm(m, g)))
    for k in range(1, longest + 1):
        for m, g in sizes:
            total = 0.0
            for inside in (0, 1):
                known = m - inside
                values = [_after(group[k - 1], m, g, inside, matched) for matched in range(known + 1)]
                card[k, m, g, inside, : known + 1] = values
                weight = g / seats if inside else 1 - g / seats
                total += weight * _best_of(values, _binomial(known, share))
            group[k, m, g] = max(LOW, total)
    return Chances(np.log(group), np.log(np.maximum(card, LOW)))


def _after(before: Floats, m: int, g: int, inside: int, matched: int) -> float:
    """The mean of `before` after a card that matches so many of m codes, over how many seats put a token."""
    total = 0.0
    for tokens, share in _tokens(m - inside, g - inside, matched):
        total += share * float(before[matched, tokens] * before[m - matched, g - tokens])
    return total


@cache
def _tokens(known: int, others: int, matched: int) -> tuple[tuple[int, float], ...]:
    """How many of `others` with different codes of `known` hold one of the `matched`, with the chance of each."""
    total = math.perm(known, others)
    found = []
    for tokens in range(min(others, matched) + 1):
        ways = math.perm(matched, tokens) * math.perm(known - matched, others - tokens)
        if ways:
            found.append((tokens, math.comb(others, tokens) * ways / total))
    return tuple(found)


def _mean_share(setup: Setup) -> float:
    """The chance that a code is matched by two different cards, mean over codes and pairs."""
    pairs = setup.parts.pairs
    counts = [mask.bit_count() for a, row in enumerate(pairs) for b, mask in enumerate(row) if a != b]
    return sum(counts) / max(1, len(counts)) / len(setup.parts.codes)


@cache
def _binomial(tries: int, share: float) -> tuple[float, ...]:
    return tuple(math.comb(tries, n) * share**n * (1 - share) ** (tries - n) for n in range(tries + 1))


def _best_of(values: list[float], shares: tuple[float, ...]) -> float:
    """The expected highest of `CHOICE` independent draws of the values."""
    below, total = 0.0, 0.0
    for value, share in sorted(zip(values, shares, strict=True)):
        total += value * ((below + share) ** CHOICE - below**CHOICE)
        below += share
    return total

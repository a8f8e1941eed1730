"""The convention for machines: the card chosen tells about the own code, read by exact ranks, for many games at once.

Everybody keeps public *weights*: for each seat how likely each code is, from tokens, restrictions and choices. With
them everybody can work out how much any card would be worth to a holder of any code:

* the bits its tokens are expected to bring about the other seats, and
* the bits it would tell about the own code if a card near the code were a sign of that code. Cards have agreed
  places on a circle, anew for each length of the row; the codes still possible for the seat share the circle by
  their weights, in an agreed order. So a code is told from its rivals as well when two are left as when twenty are.

The player plays the card worth most to the holder of its code. So a reader knows, for each code, how many of the
cards not in the row would have been preferred, and that the two other cards of the hand were none of them: the chance
of that is exact for a hand drawn at random, and is what the weights are multiplied with. A share `SLIP` of
unexplained choices keeps every code alive. To strangers all this means nothing.

Weights are arrays (games, seats, codes); the play-outs of the search and the reading of one row share these functions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.advice.convention.table import mixed
from deduce_models.entracte.rules.setup import Setup

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# Set by hand; what they matter: ``python -m benchmarks.climb entracte.ranks`` (docs/fitted.md).
NEARNESS = 3.0
"""A card at the place of a code is taken for e to this power times as good a sign of it as one opposite."""

OWN = 0.8
"""What a bit about the own code counts beside a bit of tokens."""

SLIP = 0.05
"""The share of choices that the model does not explain."""

RATE = 0.75
"""How many bits a card to come is taken to tell about each seat."""

TINY = np.float32(1e-6)

BARRED = np.float32(-1e9)
"""The worth of a card to the holder of a code that forbids it."""


@dataclass(frozen=True, slots=True)
class Convention:
    """What is agreed in one setting.

    `matched` and `allowed` are (cards, cards, codes) of 0 and 1, `places` (lengths, cards) points on a circle of
    circumference 1, `order` (lengths, codes) the codes around it.
    """

    matched: Floats
    allowed: Floats
    places: Floats
    order: Ints


@lru_cache(maxsize=16)
def convention_of(setup: Setup) -> Convention:
    """The agreed numbers of a setting, made once."""
    codes, cards = range(len(setup.parts.codes)), range(len(setup.parts.cards))
    lengths = range(setup.limit + setup.players + 1)
    places = [[mixed(setup, card, 0, length) for card in cards] for length in lengths]
    order = [sorted(codes, key=lambda code: mixed(setup, 0, code + 1, length)) for length in lengths]

    def spread(rows: object) -> Floats:
        masks = np.array([list(row) for row in rows], dtype=np.uint64)  # type: ignore[attr-defined]
        found: Floats = (masks[:, :, None] >> np.array(codes, dtype=np.uint64) & np.uint64(1)).astype(
            np.float32
        )
        return found

    return Convention(
        spread(setup.parts.pairs),
        1 - spread(setup.restrict),
        np.array(places, dtype=np.float32),
        np.array(order, dtype=np.int64),
    )


def marginals(weights: Floats) -> Floats:
    """The weights corrected once for codes being different: a code that another seat likely holds counts less."""
    found = weights.copy()
    for seat in range(weights.shape[1]):
        for other in range(weights.shape[1]):
            if other != seat:
                found[:, seat] *= np.float32(1.0001) - weights[:, other]
    total = found.sum(axis=2, keepdims=True)
    return np.where(total > 0, found / np.maximum(total, np.float32(1e-30)), weights)


def scores(
    made: Convention, chances: Floats, last: Ints, length: Ints, seat: int, cards: Ints, left: Ints
) -> Floats:
    """The worth of `cards` (games, n) to each holder of a code at `seat` (from 0): an array (games, n, codes).

    `chances` are the `marginals`, `last` and `length` the last card and the row length of each game, `left` how
    many cards follow this one. The worth is a sum over seats of the log chance of being guessed right in the end,
    if every card to come leaves a wrong code standing with chance ``2**-RATE``.
    """
    codes = chances.shape[2]
    at = last[:, None] * made.matched.shape[1] + cards
    others = [other for other in range(chances.shape[1]) if other != seat]
    rivals = np.exp2(np.float32(-RATE) * left.astype(np.float32))[:, None, None]
    told = _tokens(
        made.matched.reshape(-1, codes).take(at, axis=0), chances[:, others].transpose(0, 2, 1), rivals
    )
    own, allowed = chances[:, seat], made.allowed.reshape(-1, codes).take(at, axis=0)
    order = made.order[length]
    around = np.take_along_axis(own, order, axis=1)
    middle = np.empty_like(around)
    np.put_along_axis(middle, order, around.cumsum(axis=1) - around / 2, axis=1)
    # In place from here on: these arrays are the largest of a play-out, and memory is what takes the time.
    sign = middle[:, None, :] - made.places[length[:, None], cards][:, :, None]
    np.abs(sign, out=sign)
    spare = np.subtract(1, sign)
    np.minimum(sign, spare, out=sign)
    sign *= np.float32(-2 * NEARNESS)
    sign += np.float32(NEARNESS)
    np.exp(sign, out=sign)
    sign *= allowed
    usual = np.maximum((sign @ own[:, :, None]), TINY)
    found: Floats = np.multiply(own[:, None, :], sign, out=sign)
    found /= usual
    np.clip(found, TINY, 1, out=found)  # the chance of the code after the card
    np.divide(1, found, out=found)
    found -= 1
    found *= rivals
    found += 1
    np.log(found, out=found)  # twice as fast as log2
    found *= np.float32(-OWN / math.log(2))
    found += told[:, :, None]
    np.subtract(1, allowed, out=spare)
    spare *= BARRED
    found += spare
    return found


def _tokens(matched: Floats, chances: Floats, rivals: Floats) -> Floats:
    """The worth of the tokens a card is expected to bring, (games, n), summed over the other seats."""
    logs = chances * np.log2(np.maximum(chances, TINY))
    token = np.clip(matched @ chances, TINY, 1 - TINY)
    part, whole = matched @ logs, logs.sum(axis=1)[:, None, :]
    found = np.zeros_like(token)
    for chance, share in ((token, part), (1 - token, whole - part)):
        entropy = np.maximum(np.log2(chance) - share / chance, 0)
        found += chance / (1 + (np.exp2(entropy) - 1) * rivals)
    total: Floats = np.log2(found).sum(axis=2)
    return total


def likelihoods(worth: Floats, chosen: Floats, among: Flags) -> Floats:
    """How likely each code makes the choice of a card worth `chosen` (games, codes), from random hands of three.

    `worth` (games, n, codes) is that of the cards `among` (games, n), which the other two were drawn from.
    """
    count = among.sum(axis=1, dtype=np.float32)[:, None]
    better = ((worth > chosen[:, None, :]) & among[:, :, None]).sum(axis=1, dtype=np.float32)
    behind = count - better
    likely = np.maximum(behind * (behind - 1), 0) / np.maximum(count * (count - 1), 1)
    found: Floats = (np.float32(1 - SLIP) * likely + np.float32(SLIP / 3)).astype(np.float32)
    return found


def reweighed(
    made: Convention, weights: Floats, last: Ints, card: Ints, seat: int, likely: Floats, tokens: Flags
) -> Floats:
    """The weights after `seat` plays `card`; `tokens` (games, seats) says who puts one."""
    matched = made.matched[last, card][:, None, :]
    found: Floats = weights * np.where(tokens[:, :, None], matched, 1 - matched)
    found[:, seat] = weights[:, seat] * likely * made.allowed[last, card]
    total = found.sum(axis=2, keepdims=True)
    # A seat without any code left (a pass read wrongly, never by the rules) keeps what it had.
    return np.where(total > 0, found / np.maximum(total, 1e-30), weights)

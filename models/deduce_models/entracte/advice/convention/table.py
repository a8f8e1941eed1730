"""A stated convention: what one does tells about the own code. It means nothing to strangers.

All seats agree on a table of *preferences*: a number from 0 to 1 for a card, a code and whether it is one's first,
second or later card. Whoever plays a card makes each still possible own code as much likelier as e to the power of
``SHARPNESS`` times its preference; everybody keeps these public weights beside the hard evidence. A player scores a
card by the bits its tokens are expected to bring (under the weights) plus the bits it tells about the own code, which
may be negative. Exchanging the hand before one's first, second or third card, or never, is a sign of the own code too
(`turn_to_exchange`). Final guesses maximise the product of the weights over the assignments that hard evidence allows.

Two tables: `lamp` can be kept in mind at the table (`rule_card` plays by it); `mixed` is a fixed mixing function, whose
numbers the convention for machines (`ranks`) uses too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from deduce_models.entracte.advice.convention.events import EXCHANGED, KEPT, events_of
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.belief import Belief
from deduce_models.entracte.rules.setup import Setup
from deduce_models.entracte.rules.views import EntracteView

SHARPNESS = 5.0
"""How strongly a preference is read."""

CONSIDERED = 8
"""In final guesses, so many of the likeliest codes of a seat are combined."""

SETTLED = 1e-9
"""A code this close to certain is taken from the other seats."""

Weights = list[dict[int, float]]
"""For each seat (from 0) the weight of each possible code; the weights of a seat sum to 1."""

Table = tuple[tuple[tuple[float, ...], ...], ...]
"""``table[number][card][code]``: the factor by which the card makes the code likelier."""

Preference = Callable[[Setup, int, int, int], float]

Forgets = Callable[[int, Weights, Weights], Weights]
"""A sheet with its gaps, from the number of an event, the sheet before it and what the sheet should be after it."""

TURNS = 3
"""Exchanging is a sign before so many first cards of one's own."""

AGAINST = 0.01
"""What is left to a code that exchanging, or keeping the hand, speaks against."""


def mixed(_setup: Setup, card: int, code: int, length: int) -> float:
    """The agreed number from 0 to 1 for `card` as holder of `code` on a row of `length`: well mixed bits."""
    word = (card * 0x9E3779B1 + code * 0x85EBCA77 + length * 0xC2B2AE3D) & 0xFFFFFFFF
    word ^= word >> 15
    word = word * 0x2C1B3C6D & 0xFFFFFFFF
    word ^= word >> 12
    word = word * 0x297A2D39 & 0xFFFFFFFF
    word ^= word >> 15
    return word / 0x100000000


HINT = 0.25
"""How strongly people may believe each of the two hints of a card: factors of 3.5."""

QUESTIONS = ((0, 1), (2, 0), (1, 2))
"""What the two hints of the first, second and third own card answer, and so on from the beginning."""


def lamp(setup: Setup, card: int, code: int, number: int) -> float:
    """A table for people: light and sex of the own card `number` (from 1) say where on the sheet the own code is.

    Three questions find one type among eight: which half of the sheet (0), which half of that half (1), which half of
    what is left (2). The first value of the card's first binary type answers *upper*, the other *lower*; so does the
    second binary type. Both are hints, since the hand may not allow them.
    """
    types, codes = setup.parts.types, len(setup.parts.codes)
    shown = sorted(range(len(types)), key=lambda kind: types[kind].kind != "binary")
    asked = QUESTIONS[(number - 1) % len(QUESTIONS)]
    found = 0.0
    for question, kind in zip(asked, shown, strict=False):
        place = code * 2 ** (question + 1) // codes % 2
        found += HINT * (setup.parts.cards[card][kind] % 2 == place)
    return found


@lru_cache(maxsize=16)
def _table(setup: Setup, preference: Preference) -> Table:
    cards, codes = range(len(setup.parts.cards)), range(len(setup.parts.codes))
    return tuple(
        tuple(
            tuple(math.exp(SHARPNESS * preference(setup, card, code, number)) for code in codes)
            for card in cards
        )
        for number in range(setup.limit + 1)
    )


def table_of(setup: Setup, preference: Preference) -> Table:
    """The factors of a convention for one setting, made once."""
    return _table(setup, preference)


def learn(
    weights: Weights, setup: Setup, table: Table, last: int, card: int, number: int, seat: int, tokens: int
) -> Weights:
    """The public weights after `seat` (from 0) plays `card`, its `number`-th; bit s of `tokens`: seat s."""
    pair, barred = setup.parts.pairs[last][card], setup.restrict[last][card]
    factors = table[number][card]
    after: Weights = []
    for other, old in enumerate(weights):
        if other == seat:
            new = {code: weight * factors[code] for code, weight in old.items() if not barred >> code & 1}
        elif tokens >> other & 1:
            new = {code: weight for code, weight in old.items() if pair >> code & 1}
        else:
            new = {code: weight for code, weight in old.items() if not pair >> code & 1}
        total = sum(new.values())
        after.append({code: weight / total for code, weight in new.items()} if total else new)
    return _spread(after)


def _spread(weights: Weights) -> Weights:
    """Take codes that one seat surely holds from all others."""
    sure = [next(iter(own)) if len(own) == 1 else -1 for own in weights]
    if max(sure) < 0:
        return weights
    found: Weights = []
    for seat, own in enumerate(weights):
        if any(code in own for other, code in enumerate(sure) if other != seat and code >= 0):
            own = {c: w for c, w in own.items() if c not in sure or sure[seat] == c}
            total = sum(own.values())
            own = {c: w / total for c, w in own.items()} if total else own
        found.append(own)
    return found


def turn_to_exchange(code: int, codes: int) -> int:
    """Before which own card (from 1) the holder of a code, one of `codes`, exchanges by the rule card; 4: never.

    The first code of a type (forward, alternate) before the first card, the second before the second, the third before
    the third in the upper half of the sheet.
    """
    return code % 3 + 1 if code % 3 < 2 else 3 if code < codes // 2 else 4


def signed(weights: Weights, codes: int, seat: int, card: int, *, exchanged: bool) -> Weights:
    """The weights after `seat` (from 0) has exchanged, or kept, its hand before its own card number `card`.

    `codes` is the number of all codes.
    """
    own = {
        code: weight * (1 if (turn_to_exchange(code, codes) == card) == exchanged else AGAINST)
        for code, weight in weights[seat].items()
    }
    total = sum(own.values())
    return [
        {code: weight / total for code, weight in own.items()} if other == seat else old
        for other, old in enumerate(weights)
    ]


def public_weights(view: EntracteView, table: Table, *, forgets: Forgets | None = None) -> Weights:
    """The weights everybody has after the row of a view, or of a player who forgets strikes."""
    codes = range(len(view.setup.parts.codes))
    weights: Weights = [dict.fromkeys(codes, 1 / len(codes)) for _ in range(view.seats)]
    own, length = [0] * view.seats, 1
    for number, (seat, card, tokens) in enumerate(events_of(view)):
        after = weights
        if card in (EXCHANGED, KEPT) and own[seat] < TURNS:
            after = signed(weights, len(codes), seat, own[seat] + 1, exchanged=card == EXCHANGED)
        elif card >= 0:
            after = learn(
                weights,
                view.setup,
                table=table,
                last=view.row[length - 1],
                card=card,
                number=own[seat] + 1,
                seat=seat,
                tokens=tokens,
            )
            own[seat], length = own[seat] + 1, length + 1
        weights = forgets(number, weights, after) if forgets else after
    return weights


def score(
    weights: Weights, setup: Setup, table: Table, last: int, card: int, number: int, seat: int, code: int
) -> float:
    """What a card is worth to the holder of `code` at `seat` (from 0): bits of tokens, bits of the own code."""
    pair, barred = setup.parts.pairs[last][card], setup.restrict[last][card]
    found = 0.0
    for other, own in enumerate(weights):
        if other == seat:
            continue
        chance = 0.0
        for held, weight in own.items():
            if pair >> held & 1:
                chance += weight
        if 0 < chance < 1:
            found -= chance * math.log2(chance) + (1 - chance) * math.log2(1 - chance)
    factors, mine = table[number][card], weights[seat]
    total = sum(weight * factors[held] for held, weight in mine.items() if not barred >> held & 1)
    # A code that passes have excluded by mistake of the model tells nothing; a sure one has nothing to tell.
    if code in mine and total:
        found += math.log2(factors[code] / total)
    return found


def best_assignment(belief: Belief, weights: Weights) -> tuple[int, ...]:
    """The codes of all seats (indices) with the highest product of weights that hard evidence allows.

    At most `CONSIDERED` codes of each seat are combined; empty when these allow no assignment.
    """
    best: tuple[float, tuple[int, ...]] = (-1.0, ())
    for product, codes in assignments(belief, weights):
        if product > best[0]:
            best = (product, codes)
    return best[1]


def chances_with(belief: Belief, weights: Weights, seat: int) -> dict[int, float]:
    """For each code of `seat` (from 0) how likely the likeliest assignment with it is, among those considered."""
    found: dict[int, float] = {}
    total = 0.0
    for product, codes in assignments(belief, weights):
        total += product
        found[codes[seat]] = max(found.get(codes[seat], 0.0), product)
    return {code: product / total for code, product in found.items()}


def assignments(belief: Belief, weights: Weights) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The assignments of the likeliest codes that hard evidence allows, each with its product of weights."""
    order = sorted(range(len(belief.masks)), key=lambda seat: belief.masks[seat].bit_count())
    chosen = [0] * len(order)

    def extend(position: int, used: int, product: float) -> Iterator[tuple[float, tuple[int, ...]]]:
        if position == len(order):
            yield product, tuple(chosen)
            return
        seat = order[position]
        own = weights[seat]
        options = sorted(bits(belief.masks[seat] & ~used), key=lambda code: -own.get(code, 0.0))
        for code in options[:CONSIDERED]:
            chosen[seat] = code
            yield from extend(position + 1, used | 1 << code, product * max(own.get(code, 0.0), SETTLED))

    return extend(0, 0, 1.0)

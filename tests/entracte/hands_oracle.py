"""Brute force over hidden hands: every way in which cards can have been drawn, with the codes that allow it.

Shares no code with the model: hands are followed draw by draw, and a pass keeps the codes that block every card.
"""

from __future__ import annotations

import functools
import operator
from collections import defaultdict

from entracte_tools import brute_worlds

from deduce.rulebook import State
from deduce_models.entracte.rules.setup import Kind

States = dict[tuple[tuple[frozenset[int], ...], tuple[int, ...], frozenset[int]], int]
"""How many ways lead to these hidden hands, the codes left to each, and the cards that lie aside."""


def chances(state: State, seat: int) -> dict[tuple[int, ...], float]:
    """The chances of codes (masks, seat 1 first) for `seat` (0: a bystander), by counting all histories of the cards."""
    ways = histories(state, seat)
    others = [who for who in range(1, state.seats + 1) if who != seat]
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for world in brute_worlds(state.view(seat)):
        for masks, count in ways.items():
            if all(world[who - 1] & mask for who, mask in zip(others, masks, strict=True)):
                found[world] += count
    total = sum(found.values())
    return {world: count / total for world, count in found.items()}


def histories(state: State, seat: int) -> dict[tuple[int, ...], int]:
    """How many ways of drawing leave each hidden seat these codes (a mask each)."""
    deck = frozenset(range(len(state.setup.parts.cards)))
    others = [who for who in range(1, state.seats + 1) if who != seat]
    every = state.setup.parts.all_codes
    nothing = frozenset[int]()
    states: States = {((nothing,) * len(others), (every,) * len(others), nothing): 1}
    row: list[int] = []
    mine: set[int] = set()
    drawing = 0  # draws of an exchange to come, while the old hand lies aside
    for who, move in state.log:
        after: States = defaultdict(int)
        if move.kind is Kind.PLAY:
            row.append(move.item)
            mine.discard(move.item)
        for (hands, masks, gone), count in states.items():
            at = others.index(who) if who in others else -1
            hidden = functools.reduce(operator.or_, hands, frozenset())
            if move.kind is Kind.DRAW:
                top = deck - set(row) - mine - hidden - gone  # the old hand lies below the deck
                for card in (top or gone) if at >= 0 else (top or gone) & {move.item}:
                    held = put(hands, at, hands[at] | {card}) if at >= 0 else hands
                    after[held, masks, gone - {card}] += count
            elif move.kind is Kind.PLAY and at >= 0:
                if move.item in hands[at]:
                    after[put(hands, at, hands[at] - {move.item}), masks, gone] += count
            elif move.kind is Kind.EXCHANGE:
                back = hands[at] if at >= 0 else frozenset(mine)
                left = put(hands, at, frozenset()) if at >= 0 else hands
                after[left, masks, back] += count
            elif move.kind is Kind.PASS and at >= 0:
                kept = functools.reduce(
                    operator.and_, (state.setup.restrict[row[-1]][card] for card in hands[at]), masks[at]
                )
                if kept:
                    after[hands, put(masks, at, kept), gone] += count
            else:
                after[hands, masks, gone] += count
        states = dict(after)
        if move.kind is Kind.DRAW and who == 0:
            row.append(move.item)
        elif move.kind is Kind.DRAW and who == seat:
            mine.add(move.item)
        elif move.kind is Kind.EXCHANGE:
            drawing = 3
            mine = set() if who == seat else mine
        if move.kind is Kind.DRAW and drawing:
            drawing -= 1
            if not drawing:
                joined: States = defaultdict(int)
                for (hands, masks, _), count in states.items():
                    joined[hands, masks, frozenset()] += count
                states = dict(joined)
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for (_, masks, _), count in states.items():
        found[masks] += count
    return dict(found)


def put(values: tuple, place: int, value: object) -> tuple:
    """`values` with one replaced."""
    return (*values[:place], value, *values[place + 1 :])

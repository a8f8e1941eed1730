"""Chance: what can be drawn, with its probability. All draws are from contents known to everybody."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import next_objectives

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def forced(bag: Sequence[int], colour: int, need: int) -> int | None:
    """How many elements of a colour must be among `need` drawn, those before it being drawn; None where that is open."""
    count, rest = bag[colour], sum(bag[colour:])
    if not need or not count:
        return 0
    return min(count, need) if need == rest or count == rest else None


def drawn_days(bag: Sequence[int], drawn: int, days: int, rng: random.Random) -> list[tuple[int, ...]]:
    """What is drawn from a bag on the next days, `drawn` elements a day as far as they last, by colour."""
    pieces = [colour for colour, count in enumerate(bag) for _ in range(count)]
    rng.shuffle(pieces)
    parted = [pieces[drawn * day : drawn * (day + 1)] for day in range(days)]
    return [tuple(some.count(colour) for colour in range(len(bag))) for some in parted]


@lru_cache(maxsize=1 << 14)
def _counts(count: int, others: int, need: int) -> tuple[tuple[int, float], ...]:
    """How many of `count` elements of a colour are among `need` drawn from them and `others`, with chances."""
    total = comb(count + others, need)
    return tuple(
        (taken, comb(count, taken) * comb(others, need - taken) / total)
        for taken in range(max(0, need - others), min(count, need) + 1)
    )


def _colour(state: State) -> tuple[tuple[Move, ...], tuple[tuple[int, float], ...]]:
    costume = state.phase == phases.COSTUME_DRAW
    bag = state.costume_bag if costume else state.set_bag
    colour = state.colour
    made = state.setup.moves.draws[costume][colour]
    return made, _counts(bag[colour], sum(bag[colour + 1 :]), state.need)


def _equal(state: State) -> Sequence[Move]:
    """The moves of a phase in which all are equally likely."""
    made, phase = state.setup.moves, state.phase
    if phase == phases.ORDER:
        return made.orders
    if phase == phases.OBJECTIVE:
        return [made.objectives[item] for item in next_objectives(state.setup, state.dealings)]
    return [made.cards[card] for card in state.deck]


def outcomes(state: State) -> Sequence[tuple[Move, float]]:
    """Every possible chance move with its probability; empty when a seat moves."""
    phase = state.phase
    if phase not in phases.CHANCES:
        return ()
    if phase in (phases.SET_DRAW, phases.COSTUME_DRAW):
        made, counts = _colour(state)
        return [(made[taken], probability) for taken, probability in counts]
    moves = _equal(state)
    return [(move, 1 / len(moves)) for move in moves]


def draw(state: State, rng: random.Random) -> Move:
    """One chance move, drawn by its probability, with the random numbers that the rulebook takes."""
    phase = state.phase
    if phase == phases.SET_DRAW or phase == phases.COSTUME_DRAW:
        made, counts = _colour(state)
        place = rng.random()
        for taken, probability in counts:
            place -= probability
            if place < 0:
                return made[taken]
        return made[counts[-1][0]]
    moves = _equal(state)
    if len(moves) == 1 and phase != phases.OBJECTIVE:
        return moves[0]
    return moves[int(rng.random() * len(moves))]

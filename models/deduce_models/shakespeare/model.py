"""What a seat does not know, as a constraint model: hidden choices, and where the objectives are.

The others' wagers, and with simultaneous rest whom they keep awake, are one variable a seat. Objectives: each
draw of another seat is three variables for what it drew and three for what it kept and put under the deck, a
permutation of each other; cards drawn from the top were never seen before, so they are all different. Nothing
else is hidden, and what will be drawn next does not exist before it is drawn.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.constraints import AllDifferent
from deduce.errors import GaveUp
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.relations import Relation
from deduce.variables import Variable
from deduce_models.shakespeare import phases
from deduce_models.shakespeare.views import HIDDEN, NONE, View

if TYPE_CHECKING:
    from deduce_models.shakespeare.setup import Setup
    from deduce_models.shakespeare.state import Dealing, State

__all__ = ["knowledge", "resample", "truth"]

TRIES = 100_000
"""How many shuffles a resample may try; one in some hundreds fits in the worst games seen."""


def _open_choices(view: View) -> dict[int, tuple[int, ...]]:
    """For each seat with a hidden choice what it may be (see `State.choices`)."""
    found = {}
    for seat, choice in enumerate(view.choices, 1):
        if choice != HIDDEN:
            continue
        if view.phase == phases.WAGER:
            found[seat] = tuple(range(1, view.setup.parts.cylinders + 1))
        else:
            board = view.boards[seat - 1]
            found[seat] = tuple(
                person + 1 for place, person in enumerate(board.troupe) if board.used >> place & 1
            )
    return found


def _choice_name(view: View, seat: int) -> str:
    return f"wager[{seat}]" if view.phase == phases.WAGER else f"awake[{seat}]"


def _choice_value(view: View | State, choice: int) -> int | str:
    return choice if view.phase == phases.WAGER else view.setup.codes[choice - 1]


def knowledge(view: View) -> Knowledge:
    """What the seat of `view` knows: all that is hidden from it, uniformly over what is possible."""
    problem = Problem("shakespeare")
    for seat, choices in _open_choices(view).items():
        problem.variable(_choice_name(view, seat), [_choice_value(view, choice) for choice in choices])
    _objectives(problem, view)
    return Knowledge(problem)


# Objectives as slots. Slot k of the deck's history is first the k-th card drawn, in the order of drawing;
# cards put under the deck are slots of their own, and are drawn again as the same slots.


def _objectives(problem: Problem, view: View) -> None:
    codes = view.setup.objective_codes
    dealings = view.dealings
    if all(dealing[0] == view.seat for dealing in dealings):
        return
    fresh: list[Variable] = []
    queue: list[Variable] = []
    seen: list[tuple[Variable, int, int]] = []
    for number, (seat, drawn, kept, under) in enumerate(dealings, 1):
        cards = []
        for place, item in enumerate(drawn, 1):
            if len(fresh) < len(codes):
                card = problem.variable(f"drawn[{number}.{place}]", list(codes))
                fresh.append(card)
            else:
                card = queue.pop(0)
            cards.append(card)
            if item != HIDDEN:
                seen.append((card, item, number))
        rest = [
            problem.variable(f"under[{number}.{place}]", list(codes)) for place in range(1, len(under) + 1)
        ]
        if kept != NONE:
            left = [problem.variable(f"kept[{number}]", list(codes)), *rest]
            text = f"seat {seat} kept one of the cards of draw {number} and put others under the deck"
            problem.require(Relation([*left, *cards], _chosen(codes, len(cards), len(left))), text)
            if kept != HIDDEN:
                seen.append((left[0], kept, number))
        seen += [(card, item, number) for card, item in zip(rest, under, strict=True) if item != HIDDEN]
        queue += rest
    if len(fresh) > 1:
        problem.require(AllDifferent(fresh), "there is one card of each objective")
    for card, item, number in seen:
        problem.require(card == codes[item], f"seat {view.seat} saw {codes[item]} in draw {number}")


@lru_cache(maxsize=16)
def _chosen(codes: tuple[str, ...], drawn: int, chosen: int) -> list[tuple[str, ...]]:
    """All ways to choose `chosen` of `drawn` different cards in some order: those chosen, then those drawn."""
    return [
        (*(cards[place] for place in places), *cards)
        for cards in itertools.permutations(codes, drawn)
        for places in itertools.permutations(range(drawn), chosen)
    ]


def truth(state: State, known: Knowledge) -> Mapping[Variable, object]:
    """The true values of the variables of `known` in `state`."""
    codes = state.setup.objective_codes
    values: dict[str, object] = {}
    for seat, choice in enumerate(state.choices, 1):
        if choice:
            name = "wager" if state.phase == phases.WAGER else "awake"
            values[f"{name}[{seat}]"] = _choice_value(state, choice)
    for number, (_, drawn, kept, under) in enumerate(state.dealings, 1):
        values |= {f"drawn[{number}.{place}]": codes[item] for place, item in enumerate(drawn, 1)}
        values |= {f"under[{number}.{place}]": codes[item] for place, item in enumerate(under, 1)}
        if kept >= 0:
            values[f"kept[{number}]"] = codes[kept]
    return {variable: values[variable.name] for variable in known.scope if variable.name in values}


def resample(view: View, rng: random.Random) -> State:
    """A position with this view, each possible one with the same chance."""
    choices = list(view.choices)
    for seat, allowed in _open_choices(view).items():
        choices[seat - 1] = rng.choice(allowed)
    return view.restore(tuple(choices), _resampled(view, rng))


def _resampled(view: View, rng: random.Random) -> tuple[Dealing, ...]:
    """Hidden draws: random shuffles, tried until they agree with every card that the seat saw.

    Each fitting shuffle leaves the same number of cards open, so each possible history is equally likely.
    """
    if all(dealing[0] == view.seat for dealing in view.dealings):
        return view.dealings
    for _ in range(TRIES):
        found = _shuffled(view.setup, view.dealings, rng)
        if found is not None:
            return found
    raise GaveUp(f"no history of objectives found in {TRIES} tries")


def _shuffled(
    setup: Setup, dealings: tuple[Dealing, ...], rng: random.Random
) -> tuple[Dealing, ...] | None:
    """One random history in which each card is a slot, then cards in place of slots; None if it cannot be."""
    slots: list[Dealing] = []
    queue: list[int] = []
    values: dict[int, int] = {}
    fresh = 0
    for seat, drawn, kept, under in dealings:
        cards = []
        for item in drawn:
            if fresh < len(setup.all_objectives):
                slot, fresh = fresh, fresh + 1
            else:
                slot = queue.pop(0)
            cards.append(slot)
            if item != HIDDEN and values.setdefault(slot, item) != item:
                return None
        keep: int = NONE
        rest: tuple[int, ...] = ()
        if HIDDEN in drawn:
            left = cards[:]
            rng.shuffle(left)
            if kept != NONE:
                keep, rest = left[0], tuple(left[1 : 1 + len(under)])
            if kept >= 0 and values.setdefault(keep, kept) != kept:
                return None
        else:
            keep = cards[drawn.index(kept)] if kept != NONE else NONE
            rest = tuple(cards[drawn.index(item)] for item in under)
        slots.append((seat, tuple(cards), keep, rest))
        queue += rest
    if len(set(values.values())) < len(values):
        return None
    others = [item for item in setup.all_objectives if item not in values.values()]
    rng.shuffle(others)
    for slot in range(fresh):
        if slot not in values:
            values[slot] = others.pop()
    values[NONE] = NONE
    return tuple(
        (seat, tuple(values[c] for c in cards), values[keep], tuple(values[c] for c in rest))
        for seat, cards, keep, rest in slots
    )

"""What a seat does not know, as a constraint model: hidden choices, and where the objectives are.

The others' wagers, and with simultaneous rest whom they keep awake, are one variable a seat. Each objective is a
variable: its place, in the deck, under it, or with a seat; `places_of` follows the cards that the seat saw.
Every history counts the same. Nothing else is hidden, and what is drawn next does not exist before it is drawn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from math import factorial, prod

from deduce import rulebook
from deduce.ground.errors import GaveUp
from deduce.knowledge import Knowledge
from deduce.language.constraints import Count
from deduce.language.relations import Relation
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce_models.shakespeare.knowledge.objectives import DECK, places_of
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import Dealing, State
from deduce_models.shakespeare.rules.views import HIDDEN, NONE, View

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


def _choice_value(view: View | State, choice: int) -> int | str:
    return choice if view.phase == phases.WAGER else view.setup.codes[choice - 1]


def knowledge(view: View) -> Knowledge:
    """What the seat of `view` knows: all that is hidden from it, uniformly over what is possible."""
    problem = Problem("shakespeare")
    for seat, choices in _open_choices(view).items():
        what = "wager" if view.phase == phases.WAGER else "awake"
        problem.variable(f"{what}[{seat}]", [_choice_value(view, choice) for choice in choices])
    weighed = _objectives(problem, view)
    return weighed(Knowledge(problem))


def _objectives(problem: Problem, view: View) -> Callable[[Knowledge], Knowledge]:
    """The place of each objective; what is returned weighs the ways in which the seen ones can lie."""
    if all(dealing[0] == view.seat for dealing in view.dealings):
        return lambda known: known
    found = places_of(view)
    codes = view.setup.objective_codes
    # An own card, and what the own seat put under the deck, has one place; unseen cards may be anywhere else.
    certain = {key[number] for number in range(len(found.seen)) for key in found.ways}
    taken = {
        place for place in certain if found.places[place] == 1 and all(place in key for key in found.ways)
    }
    free = [place for place in found.places if place not in taken]
    variables = {}
    for item, code in enumerate(codes):
        if item in found.seen:
            number = found.seen.index(item)
            domain = sorted({key[number] for key in found.ways})
        else:
            domain = free
        variables[item] = problem.variable(f"place[{code}]", domain)
    for place, size in found.places.items():
        holders = [variable for variable in variables.values() if place in variable.domain]
        problem.require(Count(holders, place, size, size), f"{size} of the objectives: {place}")
    if len(found.ways) == 1:
        return lambda known: known
    hands = [(place, size) for place, size in found.places.items() if size > 1]
    way = problem.variable(
        f"way[{' '.join(codes[item] for item in found.seen)}]", [", ".join(key) for key in found.ways]
    )
    problem.require(
        Relation(
            [way, *(variables[item] for item in found.seen)],
            [(", ".join(key), *key) for key in found.ways],
        ),
        f"how the cards can have moved that seat {view.seat} saw",
    )
    weights: dict[Hashable, float] = {
        # One world stands for every order of the unseen cards within a hand.
        ", ".join(key): float(count * prod(factorial(size - key.count(place)) for place, size in hands))
        for key, count in found.ways.items()
    }
    if len(set(weights.values())) == 1:
        return lambda known: known
    return lambda known: known.weigh(way, weights, "in how many ways the cards can have moved so")


def truth(state: State, knowledge: Knowledge) -> Mapping[Variable, object]:
    """The true values of the variables of `knowledge` in `state`."""
    codes = state.setup.objective_codes
    values: dict[str, object] = {}
    for seat, choice in enumerate(state.choices, 1):
        if choice:
            name = "wager" if state.phase == phases.WAGER else "awake"
            values[f"{name}[{seat}]"] = _choice_value(state, choice)
    found = places_of(state)
    (places,) = found.ways
    lying = dict(zip(found.seen, places, strict=True))
    values |= {f"place[{code}]": lying.get(item, DECK) for item, code in enumerate(codes)}
    for variable in knowledge.scope:
        if variable.name.startswith("way["):
            seen = variable.name[len("way[") : -1].split()
            values[variable.name] = ", ".join(str(values[f"place[{code}]"]) for code in seen)
    return {variable: values[variable.name] for variable in knowledge.scope if variable.name in values}


def resample(view: View, rng: random.Random) -> State:
    """A position with this view, each possible one with the same chance."""
    choices = list(view.choices)
    for seat, allowed in _open_choices(view).items():
        choices[seat - 1] = rng.choice(allowed)
    return State.restored(view, tuple(choices), _resampled(view, rng))


def drawn_world(view: rulebook.View, rng: random.Random) -> dict[Hashable, object]:
    """What the seat of a view did not see, as `resample` draws it: cards by the names of draws, choices by variables."""
    setup, run = view.setting.data, view.run()
    found = resample(view.face, rng)
    named: dict[str, int] = {}
    counts: Counter[str] = Counter()
    typed = len(run.table.open.held)
    for number, (seat, cards, kept, under) in enumerate(found.dealings, 1 - typed):
        name = view.setting.names[seat - 1]
        place = f"objectives {'held' if number < 1 else 'drawn'} by {name}"
        for card in cards:
            counts[place] += 1
            named[f"{place}, card {counts[place]}"] = card
        if number > 0:
            counts[name] += 1
            named[f"keep {counts[name]} of {name}"] = kept
            named |= {f"under {number}.{len(cards) - 2 - k}": card for k, card in enumerate(under)}
    codes = setup.objective_codes
    world: dict[Hashable, object] = {name: codes[card] for name, card in named.items() if card != NONE}
    moves = setup.moves.wagers if found.phase == phases.WAGER else (None, *setup.moves.awakes)
    for seat, choice in enumerate(found.choices, 1):
        if choice:
            word = "wager" if found.phase == phases.WAGER else "awake"
            world[f"{word} {found.day} of {view.setting.names[seat - 1]}"] = moves[choice]
    handles = {variable.name: variable for variable in run.table.handles}
    return {handles.get(name, name): value for name, value in world.items()}  # type: ignore[call-overload]


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

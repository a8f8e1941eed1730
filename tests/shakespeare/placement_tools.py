"""Random activations, and the slow way to find all their actions."""

import random
from itertools import pairwise

from hypothesis import strategies as st
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import (
    SCALE,
    Action,
    Activation,
    Worth,
    _costumes,
    _sets,
)
from deduce_models.shakespeare.rules.moves import ACTIVATE, PLAIN, TOKEN
from deduce_models.shakespeare.rules.setup import JEWELER, ROLES, WORKERS

STAGES = ("I", "A", "B", "D22", "D23")


@st.composite
def stages(draw, most=12):
    """(stage, pieces) with up to `most` pieces legally placed."""
    stage = components(draw(st.sampled_from(STAGES))).stage
    pieces = stage.empty
    for _ in range(draw(st.integers(0, most))):
        choices = [
            (place, colour)
            for place in stage.open(pieces)
            for colour in range(1, 7)
            if stage.fits(pieces, place, colour)
        ]
        if not choices:
            break
        pieces = stage.put(pieces, *draw(st.sampled_from(choices)))
    return stage, pieces


@st.composite
def activations(draw, budget=8, wearers=4, most=12):
    """Activations of every kind, with budgets up to `budget`."""
    stage, pieces = draw(stages(most))
    offers = st.tuples(*[st.integers(0, 3)] * 6)
    costume = st.lists(st.integers(1, 6), max_size=3).map(lambda found: bytes(sorted(found)))
    return Activation(
        stage=stage,
        pieces=pieces,
        costumes=tuple(draw(st.lists(costume, min_size=1, max_size=wearers))),
        kind=draw(st.sampled_from(["mistress", "dresser", "handyman", "jeweler"])),
        budget=draw(st.integers(0, budget)),
        set_offer=draw(offers),
        costume_offer=draw(offers),
        sums=components().costumes,
        ambiance=draw(st.integers(0, 5)),
        rivals=tuple(draw(st.lists(st.integers(0, 5), max_size=3))),
        supply=draw(st.integers(0, 3)),
        stack=draw(st.sampled_from([True, True, False])),
    )


def points(low, high):
    """Worths in hundredths."""
    return st.integers(low, high).map(lambda number: number / 100)


@st.composite
def worths(draw):
    """Any worth: signs and clamped tracks included."""
    return Worth(
        prestige=draw(points(0, 150)),
        pounds=draw(points(-50, 100)),
        tokens=draw(points(-50, 150)),
        ambiance=tuple(draw(st.lists(points(-100, 100), min_size=6, max_size=6))),
        rivals=tuple(draw(st.lists(points(-50, 50), min_size=6, max_size=6))),
        purple_left=draw(points(-50, 50)),
        yellow=draw(points(0, 150)),
        piece=draw(points(-30, 50)),
        debt=(0.0, *draw(st.lists(points(-40, 40), min_size=6, max_size=6))),
        candle_ready=draw(points(-40, 60)),
        complete=tuple(draw(st.lists(points(-50, 200), max_size=3))),
    )


def reachable(activation):
    """Every action that can be played piece by piece in some order, found by trying all orders."""
    seen, todo = {Action()}, [Action()]
    while todo:
        action = todo.pop()
        steps = [
            Action(tuple(sorted((*action.pieces, (place, colour)))), action.elements)
            for place in range(len(activation.pieces))
            for colour in range(1, 7)
        ]
        steps += [
            Action(action.pieces, tuple(sorted((*action.elements, (wearer, colour)))))
            for wearer in range(len(activation.costumes))
            for colour in range(1, 7)
        ]
        for step in steps:
            if step not in seen and not activation.refusal(step):
                seen.add(step)
                todo.append(step)
    return seen


def positions(seed, *, seats=4, stage="I", games=1):
    """Positions of random games in which a craft can be activated: (state, person, whether with a token)."""
    rng = random.Random(seed)
    for _ in range(games):
        state = new(players=seats, seed=rng.getrandbits(32), stage=stage)
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            works = [
                (move.item, move.place == TOKEN)
                for move in moves
                if move.kind == ACTIVATE and state.setup.roles[move.item] in WORKERS
            ]
            if works:
                yield state, *rng.choice(works)
            state = state.play(rng.choice(moves))


def wearers(position, seat):
    """The persons of `seat` that wear costumes: the order of `Activation.costumes`."""
    return [person for person in position.boards[seat - 1].troupe if position.setup.wears[person]]


def activation_of(position, seat, person, *, token=False):
    """What `person` of `seat` could do if it were activated now."""
    setup, board = position.setup, position.boards[seat - 1]
    supply = len(setup.stage.cells)
    if setup.options.plus3_limit:
        # A token that is spent is back in the supply before the first piece is placed.
        supply = setup.parts.plus3 - sum(other.tokens for other in position.boards) + token
    return Activation(
        stage=setup.stage,
        pieces=board.stage,
        costumes=tuple(
            costume for each, costume in zip(board.troupe, board.costumes, strict=True) if setup.wears[each]
        ),
        kind=ROLES[setup.roles[person]],
        budget=setup.budget(board.troupe, person, token=token),
        set_offer=position.set_offer,
        costume_offer=position.costume_offer,
        sums=setup.parts.costumes,
        ambiance=board.ambiance,
        rivals=tuple(other.ambiance for number, other in enumerate(position.boards, 1) if number != seat),
        supply=supply,
        stack=setup.options.stack_at_once,
        top=len(setup.parts.ambiance) - 1,
    )


def moves_for(position, seat, person, action, *, token=False):
    """The moves, as they are written in records, by which `seat` carries out `action` with `person`."""
    setup, people = position.setup, wearers(position, seat)
    kinds = setup.moves
    found = [kinds.activations[person][TOKEN if token else PLAIN]]
    found += [kinds.sets[colour - 1][place] for place, colour in action.pieces]
    found += [kinds.costumes[colour - 1][people[wearer]] for wearer, colour in action.elements]
    if setup.roles[person] != JEWELER or len(found) == 1:
        found.append(kinds.done)
    return [move.text for move in found]


def every(activation):
    """All actions that differ by more than reflection: equal wearers are different ones."""
    distinct = Worth(complete=tuple(map(float, range(len(activation.costumes)))))
    dresses = list(_costumes(activation, distinct))
    for pieces in _sets(activation):
        for elements in dresses:
            action = Action(pieces, elements)
            both = activation.jewels and pieces and elements
            if action.cost <= activation.money and not both and activation.canonical(action) == action:
                yield action


def certified(found):
    """Whether every action told is legal and has the value that the rules give it, the best first."""
    told = (found.best, *found.others)
    return all(
        not found.activation.refusal(item.action)
        and found.activation.value(item.action, found.worth) == round(item.value * SCALE)
        for item in told
    ) and all(first.value >= second.value for first, second in pairwise(told))

"""Shapes, orders and ways to finish a set, against counting one by one."""

import itertools
import random

import pytest

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import COLOURS, VALUES, YELLOW
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.finishing import Finishings, Workday, finishings

STAGES = ("I", "A", "B", "D22", "D23")


def late(stage, rng, empty):
    """A stage on which all but `empty` spaces are filled, by random legal pieces of any colour."""
    pieces = stage.empty
    while pieces.count(0) > empty:
        place = rng.choice(stage.open(pieces))
        colours = [colour for colour in range(1, 7) if not stage.refusal(pieces, place, colour)]
        pieces = stage.put(pieces, place, rng.choice(colours))
    return pieces


def orders_by_recursion(stage, pieces):
    return sum(orders_by_recursion(stage, stage.put(pieces, at, 6)) for at in stage.open(pieces)) or 1


@pytest.mark.parametrize("name", STAGES)
def test_shapes_and_orders_by_trying_all(name):
    stage, rng = components(name).stage, random.Random(name)
    for _ in range(3):
        pieces = late(stage, rng, 6)
        empty = [place for place, colour in enumerate(pieces) if not colour]
        shapes = [0] * 7
        for chosen in itertools.product((0, 6), repeat=6):
            grown = bytearray(pieces)
            for place, colour in zip(empty, chosen, strict=True):
                grown[place] = colour
            # Yellow fits everywhere, so only what is underneath can be wrong.
            shapes[sum(map(bool, chosen))] += not stage.consistent(bytes(grown))
        assert stage.shapes(pieces) == tuple(shapes)
        assert stage.orders(pieces) == orders_by_recursion(stage, pieces)
    assert stage.shapes()[0] == stage.shapes()[-1] == 1


def ways_by_trying(stage, pieces, left, days):
    """All ways one by one: for each empty space a colour and the number of the activation."""
    empty = [place for place, colour in enumerate(pieces) if not colour]
    budgets = [
        (day, value) for day, each in enumerate(days) for value in (*each.crafts, *[None] * each.jewels)
    ]
    values = list(itertools.product(range(1, 7), range(len(budgets))))
    found = []
    for way in itertools.product(values, repeat=len(empty)):
        colours = [colour for colour, _ in way]
        if any(colours.count(colour) > left[colour - 1] for colour in range(1, 7)):
            continue
        if not placed_in_turn(stage, pieces, dict(zip(empty, way, strict=True)), budgets, days):
            continue
        found.append(tuple(zip(empty, colours, strict=True)))
    return found


def placed_in_turn(stage, pieces, way, budgets, days):
    taken = [[0] * 6 for _ in days]
    for turn, (day, budget) in enumerate(budgets):
        now = [(place, colour) for place, (colour, at) in way.items() if at == turn]
        if budget is None:
            if len(now) > 1 or any(colour != YELLOW for _, colour in now):
                return False
        elif any(colour == YELLOW for _, colour in now) or sum(VALUES[c] for _, c in now) > budget:
            return False
        for place, colour in sorted(now):
            # Spaces are numbered from the bottom up, so those underneath come first.
            if stage.refusal(pieces, place, colour):
                return False
            pieces = stage.put(pieces, place, colour)
            taken[day][colour - 1] += 1
    return all(
        day.offer is None or all(a <= b for a, b in zip(row, day.offer, strict=True))
        for row, day in zip(taken, days, strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
def test_ways_with_work_by_trying_all(seed):
    rng = random.Random(f"ways {seed}")
    stage = components(STAGES[seed % len(STAGES)]).stage
    pieces = late(stage, rng, 3)
    left = tuple(rng.randrange(4) for _ in range(6))
    days = [
        Workday((rng.randint(3, 9),), rng.randrange(2), tuple(rng.randrange(3) for _ in range(6))),
        Workday((rng.randint(3, 9),), 0),
    ]
    found = ways_by_trying(stage, pieces, left, days)
    told = finishings(stage, pieces, left, days)
    assert told.ways == len(found)
    for name, row in told.shares.items():
        place = stage.place(name)
        for number, colour in enumerate(COLOURS, 1):
            share = sum((place, number) in way for way in found) / len(found)
            assert row.get(colour, 0.0) == pytest.approx(share)


def test_ways_by_supply_alone_and_a_seed_with_ways():
    """Without work the colours alone decide; some of the cases above have ways, so they can fail."""
    rng, stage = random.Random(5), components().stage
    pieces, left = late(stage, rng, 4), (2, 1, 1, 0, 1, 1)
    empty = [place for place, colour in enumerate(pieces) if not colour]
    ways = 0
    for colours in itertools.product(range(1, 7), repeat=4):
        full = bytearray(pieces)
        for place, colour in zip(empty, colours, strict=True):
            full[place] = colour
        ways += not stage.consistent(bytes(full)) and all(
            colours.count(c) <= left[c - 1] for c in range(1, 7)
        )
    told = finishings(stage, pieces, left)
    assert told.ways == ways > 0
    assert f"in {ways:,} way" in str(told)
    row = max(told.shares.values(), key=lambda row: max(row.values()))
    assert f"in {100 * max(row.values()):.0f} %" in str(told) or max(row.values()) == 1


def test_what_cannot_be_is_refused_and_nothing_left_to_do_is_one_way():
    stage = components().stage
    full = bytes([1] * len(stage.cells))
    assert finishings(stage, full, (0,) * 6).ways == 1
    assert finishings(stage, stage.empty, (1, 0, 0, 0, 0, 0)).ways == 0
    assert finishings(stage, stage.empty, (9,) * 6, [Workday((), 1)]).ways == 0
    with pytest.raises(ProblemError, match="six counts"):
        finishings(stage, stage.empty, (1, 2))
    with pytest.raises(ProblemError, match="1 to 12 activations"):
        finishings(stage, stage.empty, (9,) * 6, [])
    with pytest.raises(ProblemError, match="pieces"):
        stage.orders(bytes([0] * 17 + [1]))


def test_shares_that_rounding_alone_tells_apart_keep_the_order_of_the_stage():
    noise = 1e-16
    for sign in (1, -1):
        third = {
            name: {"red": 1 / 3, "blue": 1 / 3 + sign * place * noise} for place, name in enumerate("abcd")
        }
        assert [name for name, _, _ in Finishings(3, third).settled(3)] == ["a", "b", "c"]
        assert {colour for _, colour, _ in Finishings(3, third).settled(4)} == {"red"}

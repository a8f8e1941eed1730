"""The wager as a simultaneous game: payoffs of every combination of wagers, and an equilibrium of it.

Payoffs are built from plans of the day: what each seat's best plan is worth with one to five cylinders, what it
loses when a rival has the first pick, and the point for being first. Fictitious play (G. W. Brown, 1951) with
all seats best-responding to the others' average wagers gives mixed wagers. For two seats whose payoffs add up to a
constant the mixtures approach an equilibrium. What is wagered in the end: see `wagering`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.learned import Learned
from deduce_models.shakespeare.advice.table import GLANCE, Table, next_action
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.effects import wagered

ROUNDS = 200

Profile = tuple[int, ...]
"""One wager (1 to 5) a seat."""


@dataclass(frozen=True, slots=True)
class DayOutlook:
    """What a day is worth to a seat: `plans[k]` with k + 1 cylinders; what it `loses` to each pick before it."""

    plans: tuple[float, ...]
    loses: float


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixed wagers of all seats, the payoff of each wager of each seat against them, and the regrets.

    `gaps[s]` is what seat s + 1 could gain by its best response instead of its mixture (0 in an equilibrium).
    """

    mixtures: tuple[tuple[float, ...], ...]
    values: tuple[tuple[float, ...], ...]
    gaps: tuple[float, ...]


def payoff(
    seats: Sequence[DayOutlook], wagers: Profile, initiative: Sequence[int], share: float
) -> tuple[float, ...]:
    """What the wagers bring each seat: its plan, less the picks of those before it, with the first's point.

    The rivals' mean counts against it with `share`.
    """
    order = sorted(range(len(seats)), key=lambda seat: (wagers[seat], initiative.index(seat + 1)))
    own = [0.0] * len(seats)
    for place, seat in enumerate(order):
        own[seat] = seats[seat].plans[wagers[seat] - 1] - place * seats[seat].loses + (place == 0)
    total = sum(own)
    rivals = max(1, len(seats) - 1)
    return tuple(value - share * (total - value) / rivals for value in own)


def fictitious_play(
    payoffs: Callable[[Profile], Sequence[float]], seats: int, choices: int, *, rounds: int = ROUNDS
) -> Equilibrium:
    """Mixed strategies of a finite game by fictitious play.

    `payoffs` has the payoff of each seat for a profile of choices, numbered from 1. The regret falls roughly with the
    square root of `rounds` in zero-sum games.

    Complexity: seats x choices ** seats payoffs once, as many additions a round.
    """
    ways = range(1, choices + 1)
    table = {profile: tuple(payoffs(profile)) for profile in itertools.product(ways, repeat=seats)}
    rest = list(itertools.product(ways, repeat=seats - 1))
    rows = [
        [[table[(*others[:seat], way, *others[seat:])][seat] for others in rest] for way in ways]
        for seat in range(seats)
    ]
    counts = [[1.0] * choices for _ in range(seats)]
    for _ in range(rounds):
        for seat in range(seats):
            answers = _against(rows[seat], rest, counts, seat)
            counts[seat][answers.index(max(answers))] += 1
    mixtures = [tuple(count / sum(row) for count in row) for row in counts]
    values = [_against(rows[seat], rest, mixtures, seat) for seat in range(seats)]
    gaps = tuple(
        max(own) - sum(chance * value for chance, value in zip(mixture, own, strict=True))
        for own, mixture in zip(values, mixtures, strict=True)
    )
    return Equilibrium(tuple(mixtures), tuple(map(tuple, values)), gaps)


def _against(
    rows: Sequence[Sequence[float]],
    rest: Sequence[Profile],
    counts: Sequence[Sequence[float]],
    seat: int,
) -> list[float]:
    """The expected payoff of each choice of `seat` against the others' (unnormalised) mixtures."""
    others = [row for other, row in enumerate(counts) if other != seat]
    scale = 1.0
    for row in others:
        scale *= sum(row)
    weights = []
    for profile in rest:
        weight = 1.0
        for row, way in zip(others, profile, strict=True):
            weight *= row[way - 1]
        weights.append(weight / scale)
    return [sum(map(float.__mul__, weights, row)) for row in rows]


def seated(position: Any, wagers: Profile) -> Table:
    """The table when a `State` or `View` at the wager goes on with these wagers, the first one's point included."""
    order, boards = wagered(position.boards, wagers, position.initiative)
    fields = {"phase": phases.ACTION, "order": order, "turn": order[0], "out": 0, "initiative": ()}
    return Table.of(position._replace(boards=boards, **fields))


def outlooks(position: Any, value: Learned) -> list[DayOutlook]:
    """The outlook of every seat at the wager: plans by cylinders, and the loss by a rival's first pick."""
    setup = position.setup
    most, middle = setup.parts.cylinders, (setup.parts.cylinders + 1) // 2
    found = []
    start = seated(position, (middle,) * setup.seats)
    for seat in setup.everybody:
        at = flat.position(position._replace(phase=phases.ACTION), seat)
        plans = []
        for cylinders in range(1, most + 1):
            at[flat.CYLINDERS] = cylinders
            plans.append(value.plans(at, GLANCE)[0].value)
        # One rival stands for all: what is contested is contested by everybody.
        rival = next(other for other in setup.everybody if other != seat)
        after, _ = next_action(start, rival, value)
        robbed, alone = (value.plans(each.position(seat), GLANCE)[0].value for each in (after, start))
        found.append(DayOutlook(tuple(plans), max(0.0, alone - robbed)))
    return found


def solve(position: Any, value: Learned, share: float) -> tuple[Equilibrium, list[DayOutlook]]:
    """Mixed wagers of all seats at the wager of a `State` or `View`, and the outlooks they were found with."""
    seats = outlooks(position, value)
    game = fictitious_play(
        lambda wagers: payoff(seats, wagers, position.initiative, share),
        position.setup.seats,
        position.setup.parts.cylinders,
    )
    return game, seats

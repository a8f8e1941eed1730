"""What each wager is worth to one seat: the equilibrium, rivals who use all they can, and the day played out.

The equilibrium (`wagers`) says what rivals would wager who think as we do. Most people do not: they wager what they can
use. A share of the value goes by that. The few wagers that then look best are compared once more by playing the day
to its end with each, every seat taking its best next action at a glance, so that who comes first, what is taken
away, and cylinders that nobody can use count as they do in play.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deduce_models.shakespeare.advice.day import Effort
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.rivals import applied, next_action
from deduce_models.shakespeare.advice.wagers import Equilibrium, Profile, payoff_of, solve
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA

__all__ = ["WagerValue", "day_played", "first_chance", "rated_wagers", "usable"]

PLAIN = 0.2
"""How far rivals are expected to wager simply what they can use, instead of their mixture in the equilibrium."""

NEAR = 1.0
"""Wagers no further behind the best by the model are played out."""

MOST = 3
"""At most so many."""


class WagerValue(NamedTuple):
    """A wager (cylinders) and its value."""

    wager: int
    value: float


def usable(position: Any, seat: int) -> int:
    """The cylinders that a seat can use today without recruiting: one for each character at hand, 1 to all."""
    setup, board = position.setup, position.boards[seat - 1]
    ready = sum(
        not board.resting >> place & 1 and setup.roles[person] not in (ASSISTANT, EXTRA)
        for place, person in enumerate(board.troupe)
    )
    cylinders: int = setup.parts.cylinders
    return max(1, min(cylinders, ready))


def rated_wagers(
    position: Any, seat: int, weights: Weights, effort: Effort, share: float
) -> tuple[Equilibrium, list[WagerValue]]:
    """The equilibrium of the wagers at a `State` or `View`, and the worth of each wager of `seat`, best first.

    What was not played out stands behind what was.
    """
    game, seats = solve(position, weights, effort, share)
    plain = [usable(position, each) for each in position.setup.everybody]
    values = []
    for wager in range(1, position.setup.parts.cylinders + 1):
        profile = (*plain[: seat - 1], wager, *plain[seat:])
        simple = payoff_of(position, seats, profile, share)[seat - 1]
        values.append((1 - PLAIN) * game.values[seat - 1][wager - 1] + PLAIN * simple)
    likely = [_likely(game.mixtures[each - 1], plain[each - 1]) for each in position.setup.everybody]
    order = sorted(range(len(values)), key=lambda place: -values[place])
    near = [place for place in order[:MOST] if values[place] >= values[order[0]] - NEAR]
    found = []
    for place in near:
        profile = (*likely[: seat - 1], place + 1, *likely[seat:])
        own = day_played(position, seat, profile, weights, share)
        found.append(WagerValue(place + 1, (values[place] + own) / 2))
    # Playing has a level of its own, by what a glance leaves undone; only differences count.
    shift = sum(each.value for each in found) / len(found) - sum(values[place] for place in near) / len(
        near
    )
    found = sorted(
        (each._replace(value=each.value - shift) for each in found), key=lambda each: -each.value
    )
    worst = found[-1].value
    rest = [place for place in order if place not in near]
    return game, found + [WagerValue(place + 1, min(worst, values[place])) for place in rest]


def _likely(mixture: tuple[float, ...], plain: int) -> int:
    """The wager that is expected most."""
    chances = [(1 - PLAIN) * chance + PLAIN * (place + 1 == plain) for place, chance in enumerate(mixture)]
    return chances.index(max(chances)) + 1


def first_chance(position: Any, seat: int, wager: int, game: Equilibrium) -> float:
    """The chance that `seat` comes first with this wager, the rivals' being as they are expected."""
    rank = position.initiative.index
    mixed = plain = 1.0
    for each in position.setup.everybody:
        if each == seat:
            continue
        least = wager if rank(seat) < rank(each) else wager + 1
        mixed *= sum(game.mixtures[each - 1][least - 1 :])
        plain *= usable(position, each) >= least
    return (1 - PLAIN) * mixed + PLAIN * plain


def day_played(position: Any, seat: int, wagers: Profile, weights: Weights, share: float) -> float:
    """What `seat` has when today is played with these wagers, less the share of the rivals' mean.

    Every seat takes its best next action at a glance, in turn order. `position` is a `State` or `View` before the wagers.
    """
    setup = position.setup
    everybody = setup.everybody
    rank = position.initiative.index
    order = tuple(sorted(everybody, key=lambda each: (wagers[each - 1], rank(each))))
    boards = [board._replace(cylinders=count) for board, count in zip(position.boards, wagers, strict=True)]
    first = order[0] - 1
    boards[first] = boards[first]._replace(prestige=boards[first].prestige + 1)
    position = position._replace(
        phase=phases.ACTION, boards=tuple(boards), order=order, turn=order[0], out=0, initiative=()
    )
    drawn = dict.fromkeys(everybody, 0)
    live = list(order)
    while live:
        for each in tuple(live):
            step, _ = next_action(position, each, weights)
            if step is None:
                live.remove(each)
                continue
            drawn[each] += step.own.drawn
            position = applied(position, each, step.own, step.moves)
            if position.out >> each - 1 & 1:
                live.remove(each)
    ends = {
        each: Evaluation(position, each, weights).value(
            plan_state(position, each)._replace(drawn=drawn[each])
        )
        for each in everybody
    }
    own = ends.pop(seat)
    return own - share * sum(ends.values()) / max(1, len(ends))

"""What each wager is worth to one seat: the equilibrium, rivals who use all they can, and the day played out.

The equilibrium (`wagers`) says what rivals would wager who think as we do. Most people do not: they wager what they can
use. A share of the value goes by that. The few wagers that then look best are compared once more by playing the day
to its end with each, every seat taking its best next action at a glance, so that who comes first, what is taken
away, and cylinders that nobody can use count as they do in play.
"""

from __future__ import annotations

from typing import Any

from deduce.kernels.library import library
from deduce_models.shakespeare.advice.learned import Learned
from deduce_models.shakespeare.advice.rated import RatedMove
from deduce_models.shakespeare.advice.table import next_action
from deduce_models.shakespeare.advice.wagers import Equilibrium, Profile, payoff, seated, solve
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA
from deduce_models.shakespeare.rules.views import View

PLAIN = 0.2
"""How far rivals are expected to wager simply what they can use, instead of their mixture in the equilibrium."""

NEAR = 1.0
"""Wagers no further behind the best by the model are played out."""

MOST = 3
"""At most so many."""


def usable(position: Any, seat: int) -> int:
    """The cylinders that a seat can use today without recruiting: one for each character at hand, 1 to all."""
    setup, board = position.setup, position.boards[seat - 1]
    ready = sum(
        not board.resting >> place & 1 and setup.roles[person] not in (ASSISTANT, EXTRA)
        for place, person in enumerate(board.troupe)
    )
    cylinders: int = setup.parts.cylinders
    return max(1, min(cylinders, ready))


def rated_wagers(view: View, value: Learned, share: float) -> list[RatedMove]:
    """The wagers of a view by their worth, best first; what was not played out stands behind what was.

    Without kernels it is what the seat can use.
    """
    seat, everybody = view.seat, view.setup.everybody
    if library() is None:
        least = sorted(view.moves, key=lambda move: abs(move.item - usable(view, seat)))
        return [RatedMove(move, -float(abs(move.item - usable(view, seat)))) for move in least]
    game, seats = solve(view, value, share)
    plain = [usable(view, each) for each in everybody]
    values = []
    for wager in range(1, view.setup.parts.cylinders + 1):
        profile = (*plain[: seat - 1], wager, *plain[seat:])
        simple = payoff(seats, profile, view.initiative, share)[seat - 1]
        values.append((1 - PLAIN) * game.values[seat - 1][wager - 1] + PLAIN * simple)
    likely = [_likely(game.mixtures[each - 1], plain[each - 1]) for each in everybody]
    order = sorted(range(len(values)), key=lambda place: -values[place])
    near = [place for place in order[:MOST] if values[place] >= values[order[0]] - NEAR]
    if len(near) > 1:
        profiles = [(*likely[: seat - 1], place + 1, *likely[seat:]) for place in near]
        own = [day_played(view, seat, profile, value, share) for profile in profiles]
        # Playing has a level of its own, by what a glance leaves undone; only differences count.
        level = (sum(values[place] for place in near) - sum(own)) / len(near)
        for place, gain in zip(near, own, strict=True):
            values[place] = (values[place] + gain + level) / 2
    worst = min(values[place] for place in near)
    wagers = {move.item: move for move in view.moves}
    found = [
        RatedMove(
            wagers[place + 1], values[place] if place in near else min(worst, values[place]), wagers=game
        )
        for place in order
        if place + 1 in wagers
    ]
    return sorted(found, key=lambda choice: -choice.value)


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


def day_played(position: Any, seat: int, wagers: Profile, value: Learned, share: float) -> float:
    """What `seat` has when today is played with these wagers, less the share of the rivals' mean.

    Every seat takes its best next action at a glance, in turn order. `position` is a `State` or `View` before the wagers.
    """
    table = seated(position, wagers)
    order = table.state.order
    while any(not table.out >> each - 1 & 1 for each in order):
        for each in order:
            if not table.out >> each - 1 & 1:
                table, _ = next_action(table, each, value)
    ends = {each: value.worth(table.position(each))[0] for each in order}
    own = ends.pop(seat)
    return own - share * sum(ends.values()) / max(1, len(ends))

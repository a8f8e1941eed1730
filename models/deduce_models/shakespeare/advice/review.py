"""Where was an evening lost? From each dawn what was still reachable, and the choice of the dearest day that cost most.

Alone it is judged in hindsight: with all draws known, `bound.rest.best_rest` looks for the best rest of the game from
every dawn, from the last to the first. Each search begins with the game as it was played until the next dawn and the best
found from there, so what is found never rises from dawn to dawn, and every number of it is a game that the rules
played: at least so much was reachable, and at most the bound of the relaxation. What a day cost is how much the true
figure falls, of which the two know a range; some of it nobody could know. With others at the table no such bound
exists: there the planner says how far behind its first choice it holds what was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deduce.games.base import chance_from
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.rules import phases

if TYPE_CHECKING:
    from deduce_models.shakespeare.bound.draws import Script
    from deduce_models.shakespeare.bound.rest import Rest
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

STEPS = 2
"""Neighbourhoods searched from a dawn, after another cast was tried."""


@dataclass(frozen=True, slots=True)
class Cost:
    """By how much less prestige was reachable at a later position than at an earlier one, all draws known.

    Attributes:
        found: What the best games found from the two differ by. Both may be beaten, so the true cost may be less and
            may be more; it lies from `least` to `most`.
        least: The true cost is no less, 0 or more; it is exactly this where `most` is the same.
        most: The true cost is no more; None where that is not known.
    """

    found: int
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Dawn:
    """What could still be reached when a day began.

    Attributes:
        reachable: The prestige of a rest of the game that the rules played, with all draws known: at least so much.
        upper: No rest of the game ends with more, from here or from an earlier dawn; None where no bound was found.
        cost: What is lost until the next dawn, or the end.
    """

    day: int
    reachable: int
    upper: int | None
    cost: Cost


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of a day: what was played, what it cost, and how the best rest known goes on instead.

    Where nothing better was found `better` is empty unless the search came there.
    """

    day: int
    played: tuple[str, ...]
    cost: Cost
    better: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A move that the planner would not have made: how far it is behind its first choice, by its estimate."""

    day: int
    played: str
    better: str
    behind: float


@dataclass(frozen=True, slots=True)
class Review:
    """A finished solo game, dawn by dawn, and the actions of the day that cost most by the games found, so ordered.

    `cost` is what was lost in all: at least that much is certain.
    """

    prestige: int
    cost: Cost
    dawns: tuple[Dawn, ...]
    choices: tuple[Choice, ...]


def review(states: Sequence[State], moves: Sequence[Move], *, steps: int = STEPS, seed: int = 0) -> Review:
    """A finished solo game in hindsight.

    Args:
        states: All its positions in the search form, the first and the last included.
        moves: What was played at each, chance included.
        steps: Neighbourhoods searched at every dawn, and half as many at every action of the dearest day.
        seed: Of the search, and of the order of objectives that were never drawn.

    Raises `ProblemError` for a game with others or one that is not over, `MissingExtra` without the extra ``cpsat``.
    """
    end = states[-1]
    if end.phase != phases.OVER or not end.setup.solo:
        raise ProblemError("a review needs a finished game of one player")
    past, dawns = _Past(states, moves, _script(states, seed), seed), _dawns(states)
    rests: dict[int, Rest] = {}
    best = None
    for at, until in zip(reversed(dawns), [len(moves), *reversed(dawns)], strict=False):
        best = rests[at] = past.rest(at, until, best, steps)
    prestige = end.boards[0].prestige
    reached = [(rests[at].prestige, rests[at].upper) for at in dawns]
    costs = costs_of([*reached, (prestige, prestige)])
    found = [
        Dawn(states[at].day, rests[at].prestige, upper, cost)
        for at, upper, cost in zip(
            dawns, _never_rising([upper for _, upper in reached]), costs, strict=True
        )
    ]
    number = max(range(len(costs)), key=lambda each: costs[each].found)
    until = [*dawns, len(moves)][number + 1]
    choices = past.choices(dawns[number], until, rests, steps // 2) if costs[number].found else []
    (lost,) = costs_of([reached[0], (prestige, prestige)])
    return Review(prestige, lost, tuple(found), tuple(choices))


def costs_of(reached: Sequence[tuple[int, int | None]]) -> list[Cost]:
    """What is lost between positions of a game in their order, of each what is reachable: at least, at most.

    The end is the last of them, where both are the same. What can truly be reached never rises, so a bound above holds
    for all that follows; where `reached` has None none was found.
    """
    highs = _never_rising([high for _, high in reached])
    return [
        Cost(
            low - after,
            0 if below is None else max(0, low - below),
            None if high is None else high - after,
        )
        for (low, _), high, (after, _), below in zip(reached, highs, reached[1:], highs[1:], strict=False)
    ]


def _never_rising(highs: Iterable[int | None]) -> list[int | None]:
    """Bounds, each no higher than one before it; None where there was none so far."""
    found: list[int | None] = []
    for high in highs:
        known = [each for each in (high, *found[-1:]) if each is not None]
        found.append(min(known, default=None))
    return found


def _dawns(states: Sequence[State]) -> list[int]:
    """The positions with which the actions of a day begin."""
    return [
        at
        for at, state in enumerate(states)
        if state.phase == phases.ACTION and (at == 0 or not _acting(states[at - 1]))
    ]


def _acting(state: State | View) -> bool:
    return state.phase in (
        phases.ACTION,
        phases.CRAFT,
        phases.QUILL,
        phases.OBJECTIVE,
        phases.KEEP,
        phases.UNDER,
    )


def _script(states: Sequence[State], seed: int) -> Script:
    """All draws of the game; objectives that were never drawn follow in an order by chance."""
    from deduce_models.shakespeare.bound.draws import Script

    days = [states[at] for at in _dawns(states)]
    missing = days[0].day - 1
    nothing = ((0,) * len(days[0].set_offer),) * missing
    dealings = states[-1].dealings
    drawn = tuple(dict.fromkeys(item for _, items, _, _ in dealings for item in items))
    rest = [item for item in states[-1].setup.all_objectives if item not in drawn]
    chance_from(seed).shuffle(rest)
    return Script(
        (),
        ((),) * missing + tuple(day.display for day in days),
        nothing + tuple(day.set_offer for day in days),
        nothing + tuple(day.costume_offer for day in days),
        (*drawn, *rest),
    )


@dataclass(frozen=True, slots=True)
class _Past:
    """A finished game, and the searches for what it could have been."""

    states: Sequence[State]
    moves: Sequence[Move]
    script: Script
    seed: int

    def rest(self, at: int, until: int, best: Rest | None, steps: int) -> Rest:
        """The best rest found from a position, with that of a later one (`until`) to begin with."""
        from deduce_models.shakespeare.bound.rest import best_rest

        begun = [(self.states[here].view(1), self.moves[here]) for here in self._own(at, until)]
        known = [*begun, *(best.decisions if best else ())]
        return best_rest(
            self.states[at], self.script, steps=steps, played=[known], bounded=True, seed=self.seed
        )

    def _own(self, at: int, until: int) -> list[int]:
        return [here for here in range(at, until) if self.states[here].actor == 1]

    def choices(self, first: int, end: int, rests: Mapping[int, Rest], steps: int) -> list[Choice]:
        """What each action of a day cost, the evening after it with the last; what was found adds up to the day's.

        What is found never rises, so where it is the same at two actions nothing between them is searched.
        """
        states, day, best = self.states, self.states[first].day, rests.get(end)
        turns = [at for at in range(first, end) if states[at].phase == phases.ACTION]
        edges = [*turns, end]
        # A search may find more from a later position than from the dawn: that was not lost.
        worth = {
            first: rests[first].prestige,
            end: best.prestige if best else states[-1].boards[0].prestige,
        }
        known: dict[int, Rest | None] = {first: rests[first], end: best}
        above = {end: best.upper if best else worth[end]}

        def between(low: int, high: int) -> None:
            at, until = edges[low], edges[high]
            if high - low < 2:
                return
            middle = edges[(low + high) // 2]
            if worth[at] == worth[until]:
                worth.update((here, worth[at]) for here in edges[low + 1 : high])
                return
            rest = known[middle] = self.rest(middle, until, known[until], steps)
            worth[middle] = max(worth[until], min(rest.prestige, worth[at]))
            between(low, (low + high) // 2)
            between((low + high) // 2, high)

        between(0, len(turns))
        above |= {at: rest.upper for at, rest in known.items() if rest}
        costs = costs_of([(worth[at], above.get(at)) for at in edges])
        found = []
        for (at, until), cost in zip(pairwise(edges), costs, strict=True):
            rest = known.get(at)
            played = tuple(self.moves[here].text for here in self._own(at, until))
            seen = rest.decisions if rest else ()
            better = tuple(move.text for view, move in seen if view.day == day and _acting(view))
            found.append(Choice(day, played, cost, better))
        return sorted(found, key=lambda choice: -choice.cost.found)


def doubts(states: Sequence[State], moves: Sequence[Any], seat: int, *, seed: int = 0) -> list[Doubt]:
    """The own actions that the planner holds for worse than its first choice, the worst first; by its estimate, quickly.

    Other decisions (wagers, quills, who stays awake) are left out.
    """
    planner, found = Planner(samples=0, leaves=2), []
    for state, move in zip(states, moves, strict=False):
        if state.phase != phases.ACTION or state.turn != seat:
            continue
        view: View = state.view(seat)
        ranked = planner.rank(view, seed)
        behind = {choice.move: ranked[0].value - choice.value for choice in ranked}
        lag = round(behind.get(move, max(behind.values())), 2)
        if lag > 0:
            found.append(Doubt(state.day, move.text, ranked[0].move.text, lag))
    return sorted(found, key=lambda doubt: -doubt.behind)

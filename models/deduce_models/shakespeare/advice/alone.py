"""Every decision of a game alone: by the best plan of the rest of the day, searched with the learned value.

Who recruits whom, who acts and how, whether the Queen draws and who stays awake is one plan. The best few plans are
carried through their evening by the rules and looked at again on sampled next days, the same for all.
"""

from __future__ import annotations

import math
import random
import time
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from deduce.games.base import chance_from
from deduce.kernels.library import library
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.decisions import ACTING, EVENING, Decisions, draws, morning
from deduce_models.shakespeare.advice.learned import Found, Learned, Search
from deduce_models.shakespeare.advice.rated import Actions, DayPlan, RatedMove
from deduce_models.shakespeare.advice.table import Table
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.chance import drawn_days
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View

USUAL = Search()
"""How hard a day is searched."""

ASIDE = Search(30, 3, 8)
"""How hard a day is searched that begins with another move than the best."""

LAST = Search(1000, 40, 60)
"""How hard the last day is searched at least, where the value is the score."""

SAMPLES, CLOSER = 8, 4
"""Sampled next days (none where there are no kernels), and how many plans are looked at on them."""

GLANCE = Search(8, 2, 5)
"""How hard a sampled next day is searched."""


class Alone(Decisions):
    """Ranks the moves of views of games alone; the best plans are looked at on `samples` next days (0: on none)."""

    def __init__(
        self, search: Search = USUAL, *, samples: int = SAMPLES, value: Learned | None = None
    ) -> None:
        super().__init__(search, value)
        self.samples = samples

    def best(self, view: View, seed: int = 0, stop: float = math.inf) -> RatedMove:
        """The first of `rank`."""
        if view.phase in ACTING:
            return self._planned(view, seed, stop)[0]
        return self.decided(view)[0]

    def rank(self, view: View, seed: int = 0, stop: float = math.inf) -> list[RatedMove]:
        """The moves worth playing, best first, each with the best plan that it begins."""
        if view.phase not in ACTING:
            return self.decided(view)
        planned = self._planned(view, seed, stop)
        found = {choice.move: choice for choice in reversed(planned)}
        best = planned[0]
        # What looking closer changed of the best one is taken for all.
        shift = best.value - best.plan.value if best.plan else 0.0
        at = flat.position(view, 1)
        # Copies of a card and further Extras are left out.
        cards = {card: place for place, card in enumerate(view.display)}
        for move in view.moves:
            seen = move.kind != kinds.RECRUIT or at[flat.CARDS + 2 * cards[move.item] + move.place] >= 0
            if seen and move not in found:
                plan = self._begun(view, at, move)
                found[move] = RatedMove(move, min(best.value, plan.value + shift), plan=plan)
        rest = [choice for move, choice in found.items() if move != best.move]
        return [best, *sorted(rest, key=lambda choice: -choice.value)]

    # Plans of a day.

    def _planned(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """The best plans by their first moves, one a move, looked at closely but on the last day."""
        at = flat.position(view, 1)
        some = self.samples and at[flat.LEFT] and library() is not None
        search = self.search if at[flat.LEFT] else max(self.search, LAST)
        plans = self.plans(view, at, search, 4 * CLOSER if some else 1)
        choices = [self._choice(view, at, plan) for plan in plans]
        few = [choices[0], *_others(choices, CLOSER - 1)]
        if not some or time.monotonic() > stop:
            return few
        return self._looked(view, few, seed, stop)

    def _choice(self, view: View, at: array[int], plan: Found) -> RatedMove:
        found = self.day_plan(view, at, plan)
        actions = _drawn_first(found.actions)
        first = actions[0][0] if actions else view.setup.moves.passing
        return RatedMove(first, plan.value, plan=found._replace(actions=actions))

    def _begun(self, view: View, at: array[int], move: Move) -> DayPlan:
        """The best plan that begins with a move."""
        value, left = self.value(view), at[flat.LEFT]
        if move is view.setup.moves.passing:
            worth, told = value.worth(at)
            return DayPlan(worth, (), value.parts(left, worth, told))
        now, person = at[:], view.board
        if move.kind == kinds.ACTIVATE and move.place == kinds.OBJECTIVES:
            now[flat.USED] |= 1 << person.troupe.index(move.item)
            now[flat.CYLINDERS] -= 1
            now[flat.DRAWS] -= 1
            now[flat.PROMISED] += 1
            state: View | State = view
        else:
            # A cylinder more, and nobody recruited: so the day does not end with the move.
            board = person._replace(cylinders=person.cylinders + 1, recruited=False)
            state = State.restored(view, view.choices, view.dealings)._replace(boards=(board,)).play(move)
            now = flat.position(state, 1)
            now[flat.CYLINDERS] -= 1
            now[flat.RECRUITED] |= at[flat.RECRUITED]
        return self.day_plan(state, now, self.plans(view, now, min(self.search, ASIDE))[0], begun=[move])

    # The next day.

    def _looked(self, view: View, few: Sequence[RatedMove], seed: int, stop: float) -> list[RatedMove]:
        """The plans by the mean of the sampled next days; a sample counts for all or for none."""
        evenings = [self._evening(view, choice) for choice in few]
        rows: list[list[float]] = [[] for _ in few]
        rng = chance_from(seed)
        for _ in range(self.samples):
            day = _next_draws(view, rng)
            for row, (state, promised) in zip(rows, evenings, strict=True):
                row.append(self._tomorrow(state, day, promised))
            if time.monotonic() > stop:
                break
        found = []
        for choice, row in zip(few, rows, strict=True):
            mean, error = _mean(row)
            found.append(choice._replace(value=mean, error=error, sampled=len(row)))
        return sorted(found, key=lambda choice: -choice.value)

    def _evening(self, view: View, choice: RatedMove) -> tuple[State, int]:
        """The position after the evening of a plan, by the rules, and how many draws of the Queen it only promises."""
        table = Table.of(view)
        for action in choice.actions:
            table = table.played(1, action)
        state = table.state
        if state.phase == phases.ACTION and state.day == view.day:
            state = state.play(view.setup.moves.passing)
        while state.phase in EVENING:
            state = state.play(self.decided(state.view(1))[0].move)
        return state, table.promised[0]

    def _tomorrow(self, state: State, day: Mapping[str, Any], promised: int) -> float:
        """What the best of a next day is worth, with the better of two who may stay awake."""
        used = state.boards[0].used
        mornings = [morning(state, 1, used & ~mask, day) for mask in _awake(state, self.value(state))]
        for at in mornings:
            at[flat.PROMISED] = promised
        return max(self.plans(state, at, GLANCE)[0].value for at in mornings)


def _drawn_first(actions: Actions) -> Actions:
    """The same with the Queen's draw at the head: nothing is lost by it, and the rest can go by what she finds."""
    if not actions or actions[0][0].kind not in (kinds.RECRUIT, kinds.ACTIVATE):
        return actions
    return tuple(sorted(actions, key=lambda action: not draws(action)))


def _others(choices: Sequence[RatedMove], count: int) -> list[RatedMove]:
    """The best plans that begin otherwise than the first one, each otherwise than the others."""
    found: dict[Move, RatedMove] = {}
    for choice in choices:
        found.setdefault(choice.move, choice)
    return list(found.values())[1 : 1 + count]


def _next_draws(view: View, rng: random.Random) -> dict[str, Any]:
    """Offers and cards of a next day, drawn from what the bags and the deck hold."""
    setup, cards = view.setup, list(view.deck)
    if len(cards) < setup.shown:
        cards += [card for card in (*view.discard, *view.display) if card not in cards]
    rng.shuffle(cards)
    return {
        "display": tuple(sorted(cards[: setup.shown])),
        "set_offer": drawn_days(view.set_bag, setup.drawn, 1, rng)[0],
        "costume_offer": drawn_days(view.costume_bag, setup.drawn, 1, rng)[0],
    }


def _awake(state: State, value: Learned) -> list[int]:
    """Masks of who may stay awake: the two who are worth most so."""
    board, row = state.boards[0], value.awake(state.setup.parts.days - state.day)
    if board.used.bit_count() < 2:
        return [board.used]
    used = [place for place in range(len(board.troupe)) if board.used >> place & 1]
    used.sort(key=lambda place: -row[board.troupe[place]])
    return [1 << place for place in used[:2]]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error (0 for a single value)."""
    mean, count = sum(values) / len(values), len(values)
    if count == 1:
        return mean, 0.0
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)

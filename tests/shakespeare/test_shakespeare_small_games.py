"""The bound's models and searches on games of one day, against every line of play: quick, one small game a test."""

from __future__ import annotations

import itertools
import math
import random
from functools import lru_cache
from types import SimpleNamespace

import pytest
from played import Recorder
from reduced import optimum, reduced

from deduce.backends.relaxation import _dual, _when
from deduce_models.shakespeare.bound.draws import Script, play_script, playing, replayed, solo_script
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.realised import _Follower
from deduce_models.shakespeare.bound.result import Bound
from deduce_models.shakespeare.bound.search import improved, realised
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import start

PLAIN = [(seed, False) for seed in (5, 20, 31, 35)]
CRAFTS = [(seed, True) for seed in (36, 46, 2, 5)]


@lru_cache
def small(seed: int, crafts: bool) -> tuple[Setup, Script, float]:
    """A game of one day and one cylinder, its draws, and the best that any line of play comes to."""
    frame = reduced(random.Random(seed), days=1, cylinders=1, crafts=crafts)
    script = solo_script(seed, frame)
    return frame, script, optimum(start(frame), script)


@pytest.mark.parametrize(("seed", "crafts"), PLAIN + CRAFTS)
def test_the_model_comes_to_what_the_best_line_of_play_does(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    model = GameModel(frame, script)
    found = model.solve(time_limit=20)
    assert found.value == found.bound == best
    prestige, game = realised(model, found.values)
    assert prestige == replayed(frame, script, [move for _, move in game]) == best


@pytest.mark.parametrize(("seed", "crafts"), PLAIN[:2] + CRAFTS)
def test_the_coarse_model_is_never_below_it(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    assert GameModel(frame, script, coarse=True).solve(time_limit=20).value >= best


@pytest.mark.parametrize(("seed", "crafts"), PLAIN[:2] + CRAFTS[:2])
def test_a_search_tells_of_every_better_game_and_ends_with_the_best(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    player = Recorder()
    end = play_script(player, frame, script, seed=seed)
    assert end.scores is not None
    assert end.scores == list(playing(Recorder(), frame, script, seed=seed))[-1].scores
    told: list[int] = []
    found, game = improved(
        GameModel(frame, script), player.decisions, time_limit=20, steps=3, upper=best, progress=told.append
    )
    assert found == best == replayed(frame, script, [move for _, move in game])
    assert [*sorted(set(told))] == told
    assert told[-1:] == ([found] if found > end.scores[0] else [])


def test_a_condition_loosened_to_rows_holds_where_it_should_and_nowhere_else() -> None:
    """Every value of two numbers and two literals, one of them denied; an equation has two limits that are one number."""
    for low, high in ((-math.inf, 3), (2, math.inf), (1, 4), (5, 5)):
        domains = [(0, 3), (-1, 2), (0, 1), (0, 1)]
        for when in ([2], [-4], [2, -4]):
            rows = _when([(0, 2), (1, -1)], low, high, when, domains)
            for point in itertools.product(*(range(a, b + 1) for a, b in domains)):
                asked = all(point[each] if each >= 0 else not point[-each - 1] for each in when)
                holds = low <= 2 * point[0] - point[1] <= high
                kept = all(
                    least <= sum(factor * point[number] for number, factor in terms) <= most
                    for terms, least, most in rows
                )
                assert kept == (holds or not asked)


def test_prices_of_rows_bound_every_point_that_fits_whatever_they_are() -> None:
    """Weak duality, against all whole points; a price on a limit that is none counts for nothing."""
    rng = random.Random(6)
    for _ in range(40):
        domains = [(0, rng.randint(1, 3)) for _ in range(3)]
        costs = {number: float(rng.randint(-3, 3)) for number in range(3)}
        rows = []
        for _ in range(3):
            terms = [(number, float(rng.randint(-2, 2))) for number in range(3)]
            low, high = rng.choice([(-math.inf, 2.0), (0.0, math.inf), (-1.0, 3.0), (0.0, 0.0)])
            rows.append((terms, low, high, rng.choice([0.0, -0.5, 0.5, 1.5, -2.0])))
        fitting = [
            sum(costs[number] * value for number, value in enumerate(point))
            for point in itertools.product(*(range(low, high + 1) for low, high in domains))
            if all(low <= sum(f * point[n] for n, f in terms) <= high for terms, low, high, _ in rows)
        ]
        found = _dual(costs, domains, rows)
        assert math.isfinite(found)
        assert found <= min(fitting, default=math.inf) + 1e-9
        free = [(terms, low, high, 0.0) for terms, low, high, _ in rows]
        least = sum(min(costs[number] * end for end in domains[number]) for number in range(3))
        assert _dual(costs, domains, free) == pytest.approx(least)
    # 2x >= 3 at a cost of 1 each: the right price proves one and a half.
    assert _dual({0: 1.0}, [(0, 5)], [([(0, 2.0)], 3.0, math.inf, 0.5)]) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("best", "lower", "said"),
    [
        (None, None, "at most 40 prestige (bound only; 2.5 s)"),
        (38, None, "at most 40 prestige (bound only, best solution of the model 38; 2.5 s)"),
        (None, 36, "36 to 40 prestige (bound only; 2.5 s)"),
        (38, 36, "36 to 40 prestige (bound only, best solution of the model 38; 2.5 s)"),
    ],
)
def test_a_bound_is_told_with_what_is_reached(best: int | None, lower: int | None, said: str) -> None:
    assert str(Bound(40, "bound only", best, 2.5, lower)) == said


def test_a_white_quill_goes_to_the_act_that_is_furthest_behind() -> None:
    """Coloured quills of those who still act today count as made; an act at its end takes none."""
    rng = random.Random(4)
    moves = [SimpleNamespace(item=act) for act in range(3)]
    for _ in range(200):
        quills = [tuple(rng.randint(0, 2) for _ in range(4)) for _ in range(3)]
        follower = SimpleNamespace(
            setup=SimpleNamespace(
                acts=[SimpleNamespace(length=6)] * 3,
                people=[SimpleNamespace(activation=SimpleNamespace(quills=each)) for each in quills],
            ),
            _slots=lambda state: {0: 0, 1: 1, 2: 2},
        )
        spaces, wanted = (
            [(rng.randint(1, 6),) for _ in range(3)],
            {act: rng.randint(1, 6) for act in range(3)},
        )
        waiting = frozenset(slot for slot in range(3) if rng.random() < 0.5)
        state = SimpleNamespace(spaces=spaces, moves=lambda: moves)
        chosen = _Follower._quill(follower, state, wanted, waiting).item
        behind = [
            wanted[act] - spaces[act][0] - sum(quills[slot][act] for slot in waiting) for act in range(3)
        ]
        open_ = [act for act in range(3) if spaces[act][0] < 6] or [0, 1, 2]
        assert chosen in open_
        assert behind[chosen] == max(behind[act] for act in open_)

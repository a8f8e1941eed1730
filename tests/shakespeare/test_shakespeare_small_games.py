"""The bound's models and searches on games of one day, against every line of play: quick, one small game a test."""

from __future__ import annotations

import itertools
import math
import random
from functools import lru_cache

import pytest
from played import Recorder
from reduced import optimum, reduced

from deduce_models.shakespeare.bound.draws import Script, play_script, playing, replayed, solo_script
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.relaxation import _when
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

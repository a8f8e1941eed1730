"""Bins of what was said: means, and intervals for as many values as the games are worth."""

import pytest

from benchmarks.calibration import Told, binned, table
from deduce.arena.statistics import share_of


def test_values_of_one_game_count_as_one():
    alone = [Told(game, 0.5, game % 2 == 0) for game in range(10)]
    (bin_,) = binned(alone)
    assert (bin_.low, bin_.said, bin_.values, bin_.games) == (0.5, 0.5, 10, 10)
    assert bin_.share == share_of(5, 10)
    (again,) = binned(alone * 7)
    assert (again.values, again.games) == (70, 10)
    assert again.share == bin_.share
    # A game with nearly all values is worth little more than one.
    (lopsided,) = binned([*alone, *[Told(0, 0.5, True)] * 1000])
    assert lopsided.share.low < 0.25


def test_ends_of_bins():
    found = binned([Told(1, 0.0, False), Told(2, 0.1, True), Told(3, 1.0, True)])
    assert [(each.low, each.values) for each in found] == [(0.0, 1), (0.1, 1), (0.9, 1)]


@pytest.mark.parametrize(
    ("games", "right", "holds"),
    # 0.66 said: in ten games anything near holds, in thousands only what is within three points.
    [(10, 5, True), (10, 1, False), (4000, 2800, False), (4000, 2720, True)],
)
def test_what_holds(games, right, holds):
    (bin_,) = binned(Told(game, 0.66, game < right) for game in range(games))
    assert bin_.holds is holds


def test_the_table_is_printed(capsys):
    table("chances", [Told(1, 0.25, True), Told(2, 0.28, False)])
    assert capsys.readouterr().out.splitlines()[-1].startswith("| 20% to 30% | 26.5% | 50.0% (")

"""Views whose rules say the same share the worlds that these leave, and no others do."""

from __future__ import annotations

import itertools

import pytest

from deduce.games import random_history
from deduce.games.registry import game
from deduce.rulebook import leaving


@pytest.mark.parametrize(("name", "players"), [("coup", 2), ("love_letter", 3)])
def test_what_is_kept_is_what_is_read_anew(name, players, monkeypatch):
    states = random_history(game(name), players, 4).states()
    views = [
        state.view(seat) for state in states[:: max(1, len(states) // 6)] for seat in range(players + 1)
    ]
    read, times = leaving.read, []

    def counted(problem, rules):
        times.append(1)
        return read(problem, rules)

    monkeypatch.setattr(leaving, "read", counted)
    kept = [game(name).knowledge(view).count() for view in [*views, *views]]
    fewer = len(times)
    assert kept[: len(views)] == kept[len(views) :]
    number = itertools.count()
    # Nothing says what anything else says.
    monkeypatch.setattr(leaving, "said_by", lambda rule: next(number))
    assert [game(name).knowledge(view).count() for view in views] == kept[: len(views)]
    assert 0 < fewer < 2 * (len(times) - fewer)

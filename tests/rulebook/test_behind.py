"""A view makes the run behind its seat's eyes once for all who only read it; who goes on with one gets his own."""

import random

import deduce
from deduce.games.base import settle
from deduce.rulebook.run import Run

DRAWS = 6
MOVES = {"entracte": 12, "initiative": 12, "love_letter": 3}  # so many that the evening is not over


def test_draws_and_readings_of_one_view_share_a_run_and_say_what_fresh_views_say(monkeypatch):
    runs = []
    blind = Run.blind.__func__
    monkeypatch.setattr(
        Run, "blind", classmethod(lambda cls, *given: runs.append(given[1]) or blind(cls, *given))
    )
    for name, options in (("entracte", {}), ("initiative", {"mission": "easy:3"}), ("love_letter", {})):
        game, rng = deduce.game(name), random.Random(5)
        state = game.new(players=3, seed=5, **options)
        for _ in range(MOVES[name]):
            state = settle(state.play(rng.choice(list(state.moves()))), rng) if state.actor else state
        seat = state.actor
        assert seat, f"{name} is over"
        own = [game.resample(state.view(seat), random.Random(k)).history for k in range(DRAWS)]
        legal = [str(move) for move in state.moves()]
        view = state.view(seat)
        runs.clear()
        assert [game.resample(view, random.Random(k)).history for k in range(DRAWS)] == own
        assert [str(game.parse(text, view)) for text in legal[:20]] == legal[:20]
        assert len(runs) <= 2, (
            f"{name}: {len(runs)} runs for one view"
        )  # one to read, one that knowledge goes along
        game.resample(view, random.Random(0)).play(state.moves()[0])
        assert view.behind is view.behind
        assert view.run() is not view.behind


def test_lines_of_notes_told_later_are_not_forgotten():
    game = deduce.game("love_letter")
    view = game.new(players=2, seed=1).view(1)
    before = view.behind
    assert all(not event.place for event in before.table.log)
    view.places = tuple(f"line {number}" for number, _ in enumerate(before.table.log, 1))
    assert [event.place for event in view.behind.table.log] == list(view.places)

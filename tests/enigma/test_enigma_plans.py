"""The trained plan that believes nobody: what it takes for certain is what the careful player takes for proven."""

import random

from benchmarks.enigma_plans import Plan, Planned, likely
from deduce.games.base import settle
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.careful import Careful, Mind
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.views import seen


def test_a_mission_is_certain_exactly_when_it_is_proven() -> None:
    met = set()
    for seats, seed in ((2, 0), (3, 2)):
        rng = random.Random(seed)
        # Time for nine rounds, so that much is proven in the end.
        state = settle(GAME.new(players=seats, seed=seed, slots=9), rng)
        while isinstance(state.actor, int):
            view = seen(state.view(state.actor))
            if any(move.kind is Kind.MISSION for move in view.moves):
                mind = Mind(view)
                assert 0 <= likely(mind) <= 1 + 1e-9
                assert (likely(mind) >= 1 - 1e-9) == mind.proven()
                met.add(mind.proven())
            state = settle(state.play(Careful().choose(view, rng)), rng)
    assert met == {True, False}


def test_who_always_lies_names_another_card_and_who_never_does_the_one_it_saw() -> None:
    told = {0.0: [], 1.0: []}
    for lie, found in told.items():
        for seed in range(3):
            rng = random.Random(seed)
            player = Planned(Plan(lie=lie, late_lie=lie))
            state = settle(GAME.new(players=2, seed=seed), rng)
            for _ in range(60):
                if not isinstance(state.actor, int):
                    break
                view = seen(state.view(state.actor))
                move = player.choose(view, rng)
                if view.moves[0].kind is Kind.CLAIM:
                    found.append(float(Mind(view).cells[view.at, move.what]))
                state = settle(state.play(move), rng)
    assert min(told[0.0]) == 1.0
    assert 0.0 in told[1.0]

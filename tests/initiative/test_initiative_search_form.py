"""The search form beside the rules: the same evenings, move by move and view by view."""

import random

import pytest
from amount import amount

from deduce.games.base import CHANCE
from deduce.ground.errors import DeduceError
from deduce_models.initiative import GAME

OPTIONS = {
    name: option.allowed
    for name, option in GAME.options.items()
    if option.allowed and name not in ("injective", "begins")
}


def proposed(state, rng):
    """An answer that the open windows allow, right or wrong."""
    words = ["".join(state.secret[at]) for at in state.setup.front.answer]
    if rng.random() < 0.5:
        words = ["".join(rng.choice(state.setup.front.alphabet) for _ in word) for word in words]
    return f"answer {' '.join(words)}"


def beside(move, quick, rng):
    """A move of chance with one word exchanged: the verb, the seat, or what is dealt."""
    words = str(move).split()
    place = rng.randrange(len(words))
    words[place] = rng.choice(
        (("deal", "gas", "draw"), "1234", quick.setup.deck.codes)[-1 if place == len(words) - 1 else place]
    )
    return GAME.move(" ".join(words))


@pytest.mark.parametrize("seed", range(amount(6, 100)))
def test_the_search_form_goes_where_the_rules_go(seed):
    rng = random.Random(seed)
    players = 1 + seed % 4
    options = {name: rng.choice(list(allowed)) for name, allowed in OPTIONS.items()}
    mission = f"{('easy', 'medium', 'hard')[seed % 3]}:{seed}"
    state = GAME.new(players=players, mission=mission, begins=rng.randint(1, players), **options)
    quick = state.face
    while state.actor is not None:
        assert (quick.actor, quick) == (state.actor, state.face)
        for seat in range(players + 1):
            # What skips prove of hands is read from all that happened, which the search form does not keep.
            assert quick.view(seat) == state.view(seat).face._replace(skips=())
        if state.actor is CHANCE:
            chances = dict(quick.outcomes())
            assert chances == pytest.approx(dict(state.outcomes()))
            move = rng.choices(list(chances), list(chances.values()))[0]
        else:
            assert tuple(quick.moves()) == tuple(state.moves())
            move = rng.choice(quick.moves())
            if rng.random() < 0.05:
                said = GAME.move(proposed(quick, rng))
                assert (said in state.moves()) == (said in quick.moves())
                move = said if said in quick.moves() else move
        others = [GAME.move("stop"), GAME.move("play g1 Run"), GAME.move("room Hall")]
        others += [beside(move, quick, rng)] if state.actor is CHANCE else []
        for other in others:
            allowed = []
            for each in (quick, state):
                try:
                    allowed.append(each.play(other).actor)
                except DeduceError:
                    allowed.append("refused")
            assert allowed[0] == allowed[1]
        quick, state = quick.play(move), state.play(move)
    assert (quick.scores, quick) == (state.scores, state.face)

"""An audit led on from earlier positions of a play-out says of each what one from the start says of it."""

import random

import pytest

import deduce
from deduce.games.base import settle
from deduce.rulebook import Rulebook, RulesError
from deduce.rulebook.run import Run

ROUNDS = 4


class Peeking(Rulebook):
    """From its second round on a seat's choice hangs on a card that it was not told."""

    name, title, seats = "peeking", "Peeking", range(2, 3)

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))
        yield t.deal(card)
        for number in range(ROUNDS):
            yield t.choose(2, ["on", "off"])
            peeks = number == 1
            yield t.choose(1, {"a": (card[2] == 3, 1) if peeks else 1, "b": 2})
        return 0, 0


def positions(game, moves, seed, **options):
    rng = random.Random(seed)
    state = game.new(players=2, seed=seed, **options)
    found = [state]
    for _ in range(moves):
        if state.actor is None:
            break
        state = settle(state.play(rng.choice(list(state.moves()))), rng)
        found.append(state)
    return found


def said(game, state, seat, kept):
    """What an audit says, without the place in the rules; nothing where it finds nothing."""
    try:
        game.audit(state, seat, kept)
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("game", "moves", "options"),
    [
        (Peeking(), 2 * ROUNDS, {}),
        (deduce.game("entracte"), 12, {}),
        (deduce.game("initiative"), 12, {"mission": "easy:3"}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_every_position_is_found_to_be_what_an_audit_from_the_start_says(game, moves, options):
    for seed in range(3):
        kept, whole = {}, []
        for state in positions(game, moves, seed, **options):
            for seat in range(3):
                led, fresh = said(game, state, seat, kept), said(game, state, seat, None)
                assert led == fresh
                whole.append(fresh)
        assert any(whole) == (game.name == "peeking")


def test_a_position_is_not_played_again_from_the_start(monkeypatch):
    game = deduce.game("entracte")
    states = positions(game, 12, 1)
    begun = []
    blind = Run.blind.__func__
    monkeypatch.setattr(
        Run,
        "blind",
        classmethod(lambda cls, *given, **more: begun.append(given[1]) or blind(cls, *given, **more)),
    )
    kept = {}
    for state in states:
        game.audit(state, 1, kept)
    assert begun == [1]
    game.audit(states[3], 1, kept)  # one that lies before is begun anew, and so is another game
    game.audit(positions(game, 6, 2)[-1], 1, kept)
    assert begun == [1, 1, 1]

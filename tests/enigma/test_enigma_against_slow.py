"""Whole games beside a second, independent set of rules, under any options."""

import random

from beside import follow
from options import random_options, same_defaults
from slow_enigma import NEEDS, Slow

from deduce_models.enigma import GAME


def compare(state, slow, moves):
    """What everybody sees, and what each seat sees of its own."""
    everybody = state.view(0)
    parts = state.setup.parts
    shown = {place: parts.room_names[room] for place, room in enumerate(everybody.open, 1) if room >= 0}
    assert shown == {place: slow.at[place] for place in slow.up}, moves
    assert everybody.time == slow.time, moves
    for mask, seats in (
        *((everybody.chaos, slow.chaos), (everybody.keys, slow.keys)),
        *((everybody.silent, slow.silent), (everybody.out, slow.out)),
    ):
        assert {seat for seat in slow.seats if mask >> seat & 1} == seats, moves
    if slow.person:
        seat = len(moves) % state.seats + 1
        mine = state.view(seat)
        assert parts.character_names[dict(mine.own)[mine.held[seat - 1]]] == slow.person[seat], moves
    if len(slow.at) == 9:
        assert [parts.room_names[room] for room in state.cells] == list(slow.at.values()), moves


def chooser(slow, skill):
    def right(text, seat):
        """Whether a move says the truth, or reveals what the mission wants."""
        word, *rest = text.split()
        if word == "reveal":
            return slow.at[int(rest[0])] in NEEDS.get(slow.person[seat], ())
        if word == "call":
            return slow.at[int(rest[0])] == rest[1]
        return word == "accuse" and slow.person[int(rest[0])] == rest[1]

    def choose(legal, rng):
        """A random move; missions are tried now and then, and succeed with some `skill`; doubts are rare."""
        texts = {str(move): move for move in legal}
        if "doubt" in texts:
            return texts["doubt" if rng.random() < 0.2 else "trust"]
        if rng.random() < skill:
            good = [move for text, move in texts.items() if any(right(text, seat) for seat in slow.person)]
            if good:
                return rng.choice(good)
        ghosts = [move for text, move in texts.items() if text.startswith("ghost")]
        if ghosts and rng.random() < 0.5:
            return rng.choice(ghosts)
        calm = [
            move
            for text, move in texts.items()
            if not text.startswith("ghost") and (text != "mission" or rng.random() < 0.3)
        ]
        return rng.choice(calm or list(texts.values()))

    return choose


def one_game(seed):
    rng = random.Random(seed)
    players, options = random_options(GAME, seed)
    state = GAME.new(players=players, **options)
    slow = Slow(players, **options)
    return follow(state, slow, rng, compare=compare, choose=chooser(slow, rng.choice([0.5, 0.9])))


def test_whole_games_move_by_move():
    """The games compared are won and lost, else the comparison would say less than it seems to."""
    ends = [one_game(seed) for seed in range(36)]
    assert {sum(state.scores) for state in ends} == {0, 1}
    winners = {state.character(state.winner) for state in ends if state.winner}
    assert len(winners) >= 3


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow(4).options)

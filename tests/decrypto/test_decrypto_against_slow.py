"""Whole games beside a second, independent set of rules, under any options."""

import random

from beside import follow
from options import random_options, same_defaults
from slow_decrypto import Slow

from deduce_models.decrypto import GAME


def written(code):
    return None if code is None else "-".join(map(str, code))


def compare(state, slow, moves):
    """What everybody sees, and what each seat sees of its own."""
    everybody = state.view(0)
    assert list(everybody.tokens) == [slow.wins[0], slow.misses[0], slow.wins[1], slow.misses[1]], moves
    past = [
        (h.round, h.team, written(h.code), h.clues, written(h.interception), written(h.answer))
        for h in everybody.past
    ]
    assert past == slow.history, moves
    assert list(everybody.counts) == [len(clues) for clues in slow.clues]
    if slow.done:
        return
    if slow.number:
        assert everybody.round == slow.number
    assert everybody.keywords == ((), ())
    assert everybody.codes == (None, None)
    for team in (0, 1):
        read = slow.reading is not None and team <= slow.reading
        assert everybody.clues[team] == (tuple(slow.clues[team]) if read else ()), moves
    seat = len(moves) % state.seats + 1
    mine, team = state.view(seat), 0 if seat in slow.seats[0] else 1
    assert list(mine.keywords[team]) == slow.cards[team]
    assert mine.keywords[1 - team] == ()
    assert mine.codes[1 - team] is None
    secret = slow.number and slow.encryptor(team) == seat
    assert written(mine.codes[team]) == (slow.code[team] if secret else None), moves
    rival = slow.reading is not None and team != slow.reading
    assert written(mine.written) == (slow.paper if rival else None), moves
    assert list(mine.names) == slow.named[team]


def chooser(slow, skill):
    def choose(legal, rng):
        """A random move; codes and keywords are found with the probability `skill`."""
        if rng.random() < skill and slow.reading is not None:
            return next(move for move in legal if str(move) == f"guess {slow.code[slow.reading]}")
        if str(legal[0]).startswith("name") and rng.random() < skill:
            team = 0 if len(slow.named[0]) < 4 else 1
            wanted = slow.cards[1 - team][len(slow.named[team])]
            return next((move for move in legal if str(move) == f"name {wanted}"), legal[0])
        return legal[rng.randrange(len(legal))]

    return choose


def one_game(seed):
    players, options = random_options(GAME, seed)
    rng = random.Random(seed)
    state = GAME.new(players=players, **options)
    slow = Slow(state.setup.words.keywords, players, **options)
    skill = rng.choice([0.1, 0.5, 0.85])
    return follow(state, slow, rng, compare=compare, choose=chooser(slow, skill), refuse=0.03)


def test_whole_games_move_by_move():
    """The games compared reach every result, else the comparison would say less than it seems to."""
    ends = [one_game(seed) for seed in range(40)]
    assert {state.scores[0] for state in ends if state.seats > 3} == {0, 0.5, 1}
    assert {state.scores[0] for state in ends if state.seats == 3} == {0, 1}
    assert any(state.names for state in ends)


def test_found_by_a_campaign_teeth_are_a_form_of_tooth():
    state = one_game(21154)
    assert "tooth" in state.keywords


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow([], 4).options)

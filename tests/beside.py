"""Whole games beside a second writing of the rules: the same actors, moves, chances, refusals, public facts and scores.

A slow game is a generator that yields (who moves, the texts of all legal moves) and is sent the text that was played;
who moves is a seat, "chance", or None at the end. Chance moves may be given with weights: a dict from text to weight.
Where moves are open a function stands for the legal ones: it judges a text as legal (True), illegal (False) or not for
it to say (None).
"""

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove


def follow(state, slow, rng, *, compare, choose=None, refuse=0.05):
    """Play one random game in both; returns the last state. Raises AssertionError where they differ."""
    game = slow.play()
    expected = next(game)
    seen, moves = [], []
    while True:
        who, allowed = expected
        actor = "chance" if state.actor is CHANCE else state.actor
        assert actor == who, moves
        if actor == "chance":
            outcomes = state.outcomes()
            legal = [move for move, _ in outcomes]
            told = {str(move): chance for move, chance in outcomes}
            weights = allowed if isinstance(allowed, dict) else dict.fromkeys(allowed, 1)
            total = sum(weights.values())
            assert set(told) == set(weights), moves
            for text, chance in told.items():
                assert abs(chance - weights[text] / total) < 1e-9, (text, moves)
        else:
            legal = list(state.moves())
            if callable(allowed):
                assert all(
                    allowed(str(move)) is not False for move in rng.sample(legal, min(25, len(legal)))
                ), moves
                assert all(judged(state, move, allowed) for move in rng.sample(seen, min(8, len(seen)))), (
                    moves
                )
            else:
                texts = {str(move) for move in legal}
                assert texts == set(allowed), (texts ^ set(allowed), moves)
                assert len(texts) == len(legal)
        compare(state, slow, moves)
        if seen and not callable(allowed) and rng.random() < refuse:
            refused(state, legal if actor == "chance" else state.moves(), seen, rng)
        if who is None:
            assert list(state.scores) == slow.scores, moves
            return state
        assert state.scores is None
        if actor == "chance":
            move = state.draw(rng)
            assert move in legal
        else:
            move = choose(state.moves(), rng) if choose else rng.choice(legal)
        seen.append(move)
        moves.append(str(move))
        state = state.play(move)
        expected = game.send(str(move))


def judged(state, move, allowed):
    """Whether the state takes or refuses a move as it should."""
    verdict = allowed(str(move))
    try:
        state.play(move)
    except IllegalMove as error:
        return verdict is not True and bool(str(error))
    return verdict is not False


def refused(state, legal, seen, rng):
    """Moves that were played earlier and are not legal now are refused with a reason."""
    for move in rng.sample(seen, min(5, len(seen))):
        if move not in legal:
            assert judged(state, move, lambda _: False), f"{move} is accepted"

"""What knowing would bring to proofs: play-outs that are told the codes against the game as it is."""

import numpy as np

from benchmarks.entracte_proof import ALL, among, dealt, proved, spread
from deduce_models.entracte import GAME
from deduce_models.entracte.rules.setup import QUICK


def shares(size: int, *, exchange: bool = True) -> float:
    rng = np.random.default_rng(3)
    batch = dealt(GAME.new(players=2, seed=0).view(0).face.setup, 200, rng)
    weights = among(batch.codes, size, rng)
    none = np.zeros((200, ALL), dtype=bool)
    return proved(batch, QUICK[2], weights, none, bonus=0.0, exchange=exchange)


def test_the_right_code_is_among_those_known() -> None:
    batch = dealt(GAME.new(players=3, seed=0).view(0).face.setup, 50, np.random.default_rng(1))
    for size in (1, 6, ALL):
        known = among(batch.codes, size, np.random.default_rng(2))
        assert (known.sum(axis=2) == size).all()
        assert ((known * spread(batch.codes)).sum(axis=2) == 1).all()
    assert ((batch.codes[0] != batch.codes[1]) & (batch.codes[1] != batch.codes[2])).all()


def test_who_knows_the_codes_proves_more_and_who_keeps_a_poor_hand_less() -> None:
    usual = shares(ALL)
    assert shares(1) > usual + 0.1
    assert shares(ALL, exchange=False) < usual

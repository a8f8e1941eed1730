"""Complete positions with a given view: cards by their chances, the phrase from the exact posterior."""

from __future__ import annotations

import random

import numpy as np

from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden
from deduce_models.initiative.rules.state import State, View

__all__ = ["resample"]


def resample(view: View, rng: random.Random) -> State:
    """A position with this view, drawn from what is possible for its seat."""
    hands, deck = deal_hidden(view, rng)
    phrase = read_windows(view).phrases(1, np.random.default_rng(rng.getrandbits(63)))[0].split()
    secret = []
    for word, texts in zip(view.setup.front.words, phrase, strict=True):
        row, place = [], 0
        for window in word:
            row.append(texts[place : place + window.size])
            place += window.size
        secret.append(tuple(row))
    return view.restore(tuple(secret), hands, deck)

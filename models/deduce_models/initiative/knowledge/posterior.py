"""What a view tells about the answer, kept for as long as the windows stay the same."""

from __future__ import annotations

from functools import lru_cache

from deduce.ciphers.decipher import Deciphered, decipher
from deduce.vocabulary.lexicons import choose
from deduce_models.initiative.components.mission import Front
from deduce_models.initiative.rules.setup import Setup
from deduce_models.initiative.rules.state import View

UNKNOWN = 0.005
"""How often players expect a word outside their lexicon."""
LEAST = 0.01
"""Answers that are less likely than this are not looked for."""
OFFERED = 0.05
"""An answer that is less likely than this is a blind guess: it is never offered."""


def read_windows(view: View) -> Deciphered:
    """The deciphering of the view's windows with the lexicon of its options."""
    return deciphered(view.setup, view.windows)


def deciphered(setup: Setup, windows: tuple[tuple[str, ...], ...]) -> Deciphered:
    """The deciphering of these windows in a mission with this frame."""
    options = setup.options
    return _read(setup.front, windows, options.lexicon, options.injective)


@lru_cache(maxsize=512)
def _read(front: Front, windows: tuple[tuple[str, ...], ...], lexicon: str, injective: bool) -> Deciphered:
    words = choose(lexicon, front.language, front.alphabet)
    return decipher(front, windows, words, injective=injective, unknown=UNKNOWN, top=5, least=LEAST)

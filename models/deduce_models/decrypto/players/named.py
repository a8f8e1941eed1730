"""Opponents and partners: naive (the nearest clue), and aware of what the rivals have been shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.advice import decide
from deduce_models.decrypto.advice.clue_table import legal_words
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind, mind_for, own_rows, read_codes, sheet
from deduce_models.decrypto.rules.moves import CODES, Clue, Code, DecryptoMove, Guess, Name
from deduce_models.decrypto.rules.views import View, names_left, own_code, seen


def _asked(view: View, mind: Mind) -> tuple[Code, tuple[str, ...], FloatArray, list[str]]:
    """The code to give clues for, the words allowed, how near each is to each keyword, and the clues given so far."""
    team, code = own_code(view)
    words = legal_words(view)
    return code, words, own_rows(view, team, words, mind), list(view.clues[team])


def nearest_clues(view: View, mind: Mind, rng: random.Random) -> tuple[str, ...]:
    """For each place still open the word nearest to its keyword, unused; ties by chance."""
    code, words, rows, given = _asked(view, mind)
    for position in range(len(given), 3):
        column = rows[:, code[position] - 1]
        # The fourth best is the last that can be needed: two clues of this turn may be in front of it.
        order = np.flatnonzero(column >= np.partition(column, -4)[-4] - 1e-9)
        best = sorted(order.tolist(), key=lambda at: (-column[at], rng.random()))
        given.append(next(words[at] for at in best if words[at] not in given))
    return tuple(given)


def sampled_clues(view: View, mind: Mind, rng: random.Random) -> tuple[str, ...]:
    """Three clues drawn as `decrypto.knowledge.belief` models them: the posterior is exact for them."""
    code, words, rows, given = _asked(view, mind)
    while len(given) < 3:
        column = rows[:, code[len(given)] - 1]
        clue = rng.choices(words, weights=np.exp(column - column.max()).tolist())[0]
        if clue not in given:
            given.append(clue)
    return tuple(given)


def adapting_guess(view: View, team: int, mind: Mind, rng: random.Random) -> Guess:
    """The likeliest code of `team` by the full posterior; ties by chance."""
    chances = read_codes(view, team, mind).probabilities
    best = np.flatnonzero(chances >= chances.max() - 1e-12)
    return Guess(CODES[int(best[int(rng.random() * len(best))])])


def likely_name(view: View, mind: Mind) -> Name:
    """The likeliest keyword for the column that is to be named, among those not named yet."""
    rivals = 1 - (view.team or 0)
    chances = sheet(view, rivals, mind).columns().keywords[len(view.names)]
    index = view.setup.words.keyword_index
    legal = names_left(view.setup, view.own, view.names)
    return max(legal, key=lambda move: chances[index[move.word]])


class Aware:
    """Reads with the full posterior and encrypts with the rivals' sheet in mind.

    Args:
        mind: How clues are read; the word list's own associations when None.
        risk: What an interception weighs; see `deduce_models.decrypto.advice.encryptor`.
        secrecy: What giving a column away weighs.
        name: As printed in tables.
    """

    def __init__(
        self, mind: Mind | None = None, *, risk: float = RISK, secrecy: float = SECRECY, name: str = "aware"
    ) -> None:
        self.mind, self.risk, self.secrecy, self.name = mind, risk, secrecy, name

    def choose(self, view: View, rng: random.Random) -> DecryptoMove:
        """What advice names first."""
        return decide(
            seen(view), self.mind or mind_for(view.setup.words), risk=self.risk, secrecy=self.secrecy
        )

    def __repr__(self) -> str:
        return f"Aware(risk={self.risk:g}, secrecy={self.secrecy:g}, name={self.name!r})"


class Naive:
    """Gives the nearest clue, and compares rival clues with the last clue of each column only; `mind` as in `Aware`."""

    def __init__(self, mind: Mind | None = None, *, name: str = "naive") -> None:
        self.mind, self.name = mind, name

    def choose(self, view: View, rng: random.Random) -> DecryptoMove:
        """One of `view.moves`."""
        view = seen(view)
        mind = self.mind or mind_for(view.setup.words)
        if view.phase == "clue":
            return Clue(nearest_clues(view, mind, rng)[len(view.clues[view.team or 0])])
        if view.phase == "answer":
            return adapting_guess(view, view.turn, mind, rng)
        if view.phase == "intercept":
            return adapting_guess(_forgetful(view, view.turn), view.turn, mind, rng)
        return likely_name(view, mind)

    def __repr__(self) -> str:
        return f"Naive(name={self.name!r})"


def _forgetful(view: View, team: int) -> View:
    """The view with only those halves that show the last clue of some column."""
    shown: set[int] = set()
    kept = []
    for half in reversed(view.past):
        if half.team == team and not shown.issuperset(half.code):
            kept.append(half)
            shown.update(half.code)
        elif half.team != team:
            kept.append(half)
    return replace(seen(view), past=tuple(reversed(kept)))


PLAYERS: Mapping[str, Callable[[], Player]] = {"random": RandomPlayer, "naive": Naive, "aware": Aware}

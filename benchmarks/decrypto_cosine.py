"""Decrypto's strongest player against forty lines of cosines: ``python -m benchmarks.decrypto_cosine``.

    python -m benchmarks.decrypto_cosine --deals 150 --first 98000000 --processes 2

A team of `aware` meets a team of `Cosine` at a table of four, each deal twice with the sides changed and the same
chance. Told are wins, a shared one as half, with the 95 % Wilson interval over games, and how often each team's code was
missed by its own and found by the rivals. `Cosine` gives one of the words nearest to the keyword (drawn among
``--among``, so that a column is no list of synonyms), decodes by the cosine to its keywords, and intercepts by the cosine
to the mean of the column's clues. Its vectors are the shipped ones, a voice of the game's reader too.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from functools import partial
from itertools import islice
from multiprocessing import Pool

import numpy as np

from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE
from deduce.rulebook import State
from deduce.vocabulary.vectors import english
from deduce_models.decrypto import GAME
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.players.named import Aware
from deduce_models.decrypto.rules.moves import CODES, Clue, DecryptoMove, Guess, Name
from deduce_models.decrypto.rules.setup import Half
from deduce_models.decrypto.rules.views import View, clue_refused, names_left

WORDS = 20_000
"""Clues are among so many of the commonest words."""


class Cosine:
    """Gives, decodes and intercepts by the cosine of word vectors alone."""

    name = "cosine"

    def __init__(self, among: int) -> None:
        self.among = among

    def choose(self, view: View, rng: random.Random) -> DecryptoMove:
        """One of `view.moves`."""
        team = view.team or 0
        if view.phase == "clue":
            return Clue(self._clue(view, team, rng))
        if view.phase == "answer":
            return self._guess(view, _rows(view.own))
        if view.phase == "intercept":
            return self._guess(view, _means(view, view.turn))
        left = names_left(view.setup, view.own, view.names)
        column = _means(view, 1 - team)[len(view.names)]
        return Name(left[int((_rows([fold(move.word) for move in left]) @ column).argmax())].word)

    def _clue(self, view: View, team: int, rng: random.Random) -> str:
        code = view.codes[team]
        assert code is not None
        keyword = fold(view.own[code[len(view.clues[team])] - 1])
        near = english().nearest(keyword, 3 * self.among + 30, among=WORDS)
        given, own = view.clues[team], view.own
        legal = (
            word for word in near if clue_refused(view.setup, view.past, team, word, own, given) is None
        )
        return rng.choice(list(islice(legal, self.among)))

    def _guess(self, view: View, columns: np.ndarray) -> Guess:
        rows = _rows(list(map(fold, view.clues[view.turn]))) @ columns.T
        return Guess(max(CODES, key=lambda code: sum(rows[at, digit - 1] for at, digit in enumerate(code))))


def _rows(words: list[str] | tuple[str, ...]) -> np.ndarray:
    return english().of([fold(word) for word in words])


def _means(view: View, team: int) -> np.ndarray:
    empty = np.zeros((1, english().of(["word"]).shape[1]), np.float32)
    return np.array([(_rows(column) if column else empty).mean(axis=0) for column in view.columns(team)])


def played(seed: int, side: int, among: int) -> tuple[float, list[Half]]:
    """What the aware team at `side` has won (1, 0.5 or 0), and the halves that were played."""
    chance, state = random.Random(seed), GAME.new(players=4)
    players: dict[int | None, Aware | Cosine] = {side: Aware(), 1 - side: Cosine(among)}
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(int(state.actor)).face
        state = state.play(players[view.team].choose(view, chance))
    return _won(state, side), list(state.past)


def _won(state: State, side: int) -> float:
    given = state.scores
    assert given is not None
    best = [
        max(given[seat - 1] for seat in range(1, 5) if state.setup.team(seat) == team) for team in (0, 1)
    ]
    return 0.5 if best[0] == best[1] else float(best[side] > best[1 - side])


def deal(seed: int, among: int) -> tuple[list[float], Counter[str]]:
    """Both games of a deal, and what became of the halves."""
    won, happened = [], Counter[str]()
    for side in (0, 1):
        result, halves = played(seed, side, among)
        won.append(result)
        for half in halves:
            who = "aware" if half.team == side else "cosine"
            happened[f"{who} halves"] += 1
            happened[f"{who} missed"] += half.answer != half.code
            if half.interception is not None:
                happened[f"{who} halves that can be intercepted"] += 1
                happened[f"{who} intercepted"] += half.interception == half.code
    return won, happened


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--first", type=int, default=98_000_000, help="the seed of the first deal")
    parser.add_argument("--among", type=int, default=10, help="of so many near words Cosine draws one")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    with Pool(given.processes) as pool:
        seeds = range(given.first, given.first + given.deals)
        found = pool.map(partial(deal, among=given.among), seeds, chunksize=1)
    games = [result for won, _ in found for result in won]
    happened = sum((counts for _, counts in found), Counter[str]())
    print(
        f"aware wins {share_of(sum(games), len(games))} of {len(games)}, {games.count(0.5)} of them shared"
    )
    for who in ("aware", "cosine"):
        missed = share_of(happened[f"{who} missed"], happened[f"{who} halves"])
        caught = share_of(happened[f"{who} intercepted"], happened[f"{who} halves that can be intercepted"])
        print(f"{who}: codes missed by its own {missed}, found by the rivals {caught}")


if __name__ == "__main__":
    main()

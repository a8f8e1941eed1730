"""Entracte: random play-outs beside python-chess and Hanabi, play-outs of the search, advice and other questions.

Random play-outs are counted in decisions of players: dealing and drawing are done but not counted. The proposal
to stop is left out of Entracte's random moves, so that games have their full length. A logic-only play-out is what
the search does in an imagined world: masks of codes, hands and a deck, until all is proved or the row is as long as
the best result allows. A sample of the search is one such play-out of one candidate move, dealing, racing and choosing
included. ``python -m benchmarks entracte`` prints the table; the peers need the extra ``bench``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.entracte_imagined import imagined, play_on
from benchmarks.harness import Row, show, timed
from benchmarks.playouts import PlayOut, beside
from deduce import Knowledge
from deduce.games.base import CHANCE, settle
from deduce.records.record import read_record
from deduce.rulebook import View
from deduce_models.entracte import GAME
from deduce_models.entracte.advice import search
from deduce_models.entracte.advice.rollouts import deal, draw_codes, even
from deduce_models.entracte.advice.rollouts import play_on as play_many
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.knowledge.model import NOBODY, knowledge_of
from deduce_models.entracte.rules.setup import STOP, Kind
from deduce_models.entracte.rules.views import EntracteView

EXAMPLES = Path(__file__).parents[1] / "examples" / "entracte"

LENGTHS = {2: 7, 3: 8, 4: 9}
"""The row length of the best result."""

FEW = 20
MANY = 1000


def rows() -> Iterator[Row]:
    """All rows; answers that two of them give are found equal first."""
    settings = [("cooperative", n) for n in (4, 3, 2)] + [("competitive", n) for n in (4, 3, 2)]
    yield from beside({f"deduce, {mode}, {n}": random_playout(n, mode) for mode, n in settings})
    for players in (4, 3, 2):
        yield from search_rows(opening(players).face)
    yield from questions()


def random_playout(players: int, mode: str) -> PlayOut:
    def play_out(rng: random.Random) -> int:
        state, decisions = GAME.new(players=players, mode=mode), 0
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            count = len(moves) - (moves[-1] is STOP)
            state = state.play(moves[int(rng.random() * count)])
            decisions += 1
        assert state.scores is not None
        return decisions

    return play_out


def opening(players: int) -> View:
    """The first decision of a deal in which all three cards may be played: the longest to think about."""
    deals = (GAME.new(players=players, seed=seed).view(1) for seed in range(1000))
    return next(view for view in deals if len(view.moves) == 5)  # three cards, exchange, stop


def search_rows(view: EntracteView) -> Iterator[Row]:
    """Play-outs alone and within the search from one view, and a move at its default number of samples."""
    players, belief = view.setup.players, belief_of(view)
    until = LENGTHS[players]
    who = f"deduce, {players} players"

    def together() -> object:
        generator = np.random.default_rng(1)
        weights = even(belief, len(view.setup.parts.codes))
        return play_many(deal(view, draw_codes(weights, MANY, generator), generator), until=until)

    def one_by_one() -> int:
        rng, proved = random.Random(1), 0
        for _ in range(FEW):
            luck = [[rng.random() for _ in range(3)] for _ in range(players)]
            proved += play_on(imagined(view, rng, belief), luck, until=until)
        return proved

    def searched() -> int:
        moves = [move for move in view.moves if move.kind in (Kind.PLAY, Kind.EXCHANGE)]
        tried = search.values(view, moves, random.Random(1))
        return sum(len(values) for values in tried.values())

    whole, _ = timed(together)
    seconds = whole / MANY
    yield Row("a logic-only play-out", who, seconds, note=f"{1 / seconds:,.0f} a second, {MANY:,} at once")
    slow = timed(one_by_one)[0] / FEW
    yield Row(
        "a logic-only play-out",
        f"{who}, one by one",
        slow,
        slow / seconds,
        note=f"{1 / slow:,.0f} a second; the oracle of the others",
    )
    whole, samples = timed(searched, repeat=3)
    seconds = whole / samples
    yield Row(
        "a sample of the search", who, seconds, note=f"{1 / seconds:,.0f} a second, {samples:,} for a move"
    )
    seconds, _ = timed(lambda: GAME.players["search"]().choose(view, random.Random(1)), repeat=3)
    yield Row("a move by search, default budget", who, seconds)
    seconds, _ = timed(lambda: GAME.players["greedy"]().choose(view, random.Random(1)))
    yield Row("a move by bits, greedy", who, seconds)


def questions() -> Iterator[Row]:
    view, record = opening(4), read_record(EXAMPLES / "evening.txt")
    seconds, count = timed(lambda: belief_of(view.face).count)
    general, other = timed(lambda: GAME.knowledge(view).count())
    assert count == other == 23 * 22 * 21
    yield Row("the worlds of a view counted", "deduce, by the structure", seconds)
    yield Row("the worlds of a view counted", "deduce, the general engine", general, general / seconds)
    long, short = long_evening(), long_evening(plays=3)
    grown = knowledge_of(long)
    assert len(grown.log) >= 55
    sure = next(v for v, value in grown.certain().items() if value not in (NOBODY, "Ann"))
    claim = sure == next(iter(grown.possible(sure)))
    asked: dict[str, Callable[[], object]] = {
        "a view resampled": lambda: GAME.resample(view, random.Random(1)),
        "a whole evening solved": lambda: GAME.solve(record),
        "why, proved smallest and checked": lambda: GAME.why(record, "Dee type8 forward"),
        f"why, {len(grown.log)} pieces of evidence": lambda: (
            Knowledge(grown.problem).learn(*grown.log).why(claim)
        ),
        f"competitive, {len(knowledge_of(short).log)} pieces, after each": lambda: replay(short),
    }
    for case, work in asked.items():
        yield Row(case, "deduce", timed(work)[0])


def long_evening(*, plays: int = 99) -> Evidence:
    """A competitive evening for four in which nobody declares, as seat 1 saw it: some 60 pieces of evidence."""
    rng = random.Random(4)
    state = settle(GAME.new(players=4, mode="competitive"), rng)
    while len(state.row) <= plays and state.moves()[0].kind is not Kind.GUESS:
        moves = [move for move in state.moves() if move.kind in (Kind.PLAY, Kind.SILENT)]
        state = settle(state.play(rng.choice(moves or list(state.moves()))), rng)
    return evidence_of(state.view(1))


def replay(told: Evidence) -> float:
    """Count and all marginals after each piece of evidence, the knowledge growing statement by statement."""
    whole, total = knowledge_of(told), 0.0
    k = Knowledge(whole.problem)
    for statement in whole.log:
        k = k.learn(statement)
        total += k.count()
        for variable in whole.scope:
            total += len(k.marginals(variable))
    return total


if __name__ == "__main__":
    show(rows())

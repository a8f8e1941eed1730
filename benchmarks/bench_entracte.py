"""Entracte: random play-outs beside python-chess and Hanabi, play-outs of the search, advice and other questions.

Random play-outs are counted in decisions of players: dealing and drawing are done but not counted. The proposal
to stop is left out of Entracte's random moves, so that games have their full length. A logic-only play-out is what
the search does in an imagined world: masks of codes, hands and a deck, every seat greedy, until all is proved or the
row is as long as the best result allows. A sample of the search is one imagined world with one play-out for each
candidate move. ``python -m benchmarks entracte`` prints the table; the peers need the extra ``bench``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.harness import Row, show, timed
from benchmarks.playouts import PlayOut, beside
from deduce import Knowledge
from deduce.games.base import CHANCE, settle
from deduce.games.record import read_record
from deduce_models.entracte import GAME
from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.imagine import imagine, play_on
from deduce_models.entracte.model import NOBODY, knowledge_of
from deduce_models.entracte.notation import Evening
from deduce_models.entracte.players import Searcher
from deduce_models.entracte.replay import evening_of
from deduce_models.entracte.setup import STOP, Kind
from deduce_models.entracte.views import EntracteView

EXAMPLES = Path(__file__).parents[1] / "examples" / "entracte"

LENGTHS = {2: 7, 3: 8, 4: 9}
"""The row length of the best result."""

PLAYOUTS = 20
SAMPLES = 20


def rows() -> Iterator[Row]:
    """All rows; answers that two of them give are found equal first."""
    settings = [("cooperative", n) for n in (4, 3, 2)] + [("competitive", n) for n in (4, 3, 2)]
    yield from beside({f"deduce, {mode}, {n}": random_playout(n, mode) for mode, n in settings})
    for players in (4, 3, 2):
        yield from search_rows(opening(players))
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


def opening(players: int) -> EntracteView:
    """The first decision of a deal in which all three cards may be played: the longest to think about."""
    deals = (GAME.new(players=players, seed=seed).view(1) for seed in range(1000))
    return next(view for view in deals if len(view.moves) == 5)  # three cards, exchange, stop


def search_rows(view: EntracteView) -> Iterator[Row]:
    """Play-outs and samples of the search from one view, and a move at its default number of samples."""
    players, belief = view.setup.players, belief_of(view)

    def imagined() -> float:
        rng = random.Random(1)
        return sum(
            play_on(imagine(view, rng, belief), rng, until=LENGTHS[players], below=1.0)
            for _ in range(PLAYOUTS)
        )

    def sampled() -> int:
        moves = [move for move in view.moves if move.kind in (Kind.PLAY, Kind.EXCHANGE)]
        return len(Searcher(samples=SAMPLES).values(view, moves, random.Random(1)))

    seconds, _ = timed(imagined)
    one = seconds / PLAYOUTS
    yield Row("a logic-only play-out", f"deduce, {players} players", one, note=f"{1 / one:,.0f} a second")
    seconds, moves = timed(sampled)
    one = seconds / SAMPLES
    yield Row(
        f"a sample of the search, {moves} moves",
        f"deduce, {players} players",
        one,
        note=f"{1 / one:,.0f} a second",
    )
    default = GAME.players["search"]
    seconds, _ = timed(lambda: default().choose(view, random.Random(1)), repeat=3)
    yield Row("a move by search, default budget", f"deduce, {players} players", seconds)
    seconds, _ = timed(lambda: GAME.advise(view))
    yield Row("advice, default budget", f"deduce, {players} players", seconds)


def questions() -> Iterator[Row]:
    view, record = opening(4), read_record(EXAMPLES / "evening.txt")
    seconds, count = timed(lambda: belief_of(view).count)
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


def long_evening(*, plays: int = 99) -> Evening:
    """A competitive evening for four in which nobody declares, as seat 1 saw it: some 60 pieces of evidence."""
    rng = random.Random(4)
    state = settle(GAME.new(players=4, mode="competitive"), rng)
    while len(state.row) <= plays and state.moves()[0].kind is not Kind.GUESS:
        moves = [move for move in state.moves() if move.kind in (Kind.PLAY, Kind.SILENT)]
        state = settle(state.play(rng.choice(moves or list(state.moves()))), rng)
    return evening_of(state.view(1))


def replay(told: Evening) -> float:
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

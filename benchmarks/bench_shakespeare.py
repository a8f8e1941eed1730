"""(k) Shakespeare: the best placement of a craft now, and random play-outs beside python-chess and Hanabi.

Positions of random games of four in which a craft can work. Both contenders must give the same value of the best work:
"the rules" plays every work through the rules engine, piece by piece, and values what it leaves, given up beyond 3,000
positions (how often is in the note).
Play-outs: decisions of random games, chance paid for and not counted (`playouts`).
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Row
from benchmarks.playouts import PlayOut, beside
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.learned import learned
from deduce_models.shakespeare.advice.placing import Horizon, best_works
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import ACTIVATE, PLAIN, TOKEN
from deduce_models.shakespeare.rules.setup import WORKERS
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View

POSITIONS = 100
MOST = 3000


def positions(number: int = POSITIONS, *, seed: int = 1) -> list[View]:
    """Views of random games of four in which a craft can work, one in ten of those met."""
    rng, found = random.Random(seed), list[View]()
    while len(found) < number:
        state = GAME.new(players=4, seed=rng.getrandbits(32))
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            works = any(m.kind == ACTIVATE and state.setup.roles[m.item] in WORKERS for m in moves)
            if works and rng.random() < 0.1:
                found.append(state.face.view(state.turn))
            state = state.play(rng.choice(moves))
    return found[:number]


def ours(view: View, *, horizon: Horizon = "now") -> list[float]:
    """What the best work of every craft gains."""
    works = best_works(view, view.seat, horizon=horizon)
    return [work.gains[0] for work in sorted(works, key=lambda work: (work.person, work.token))]


def by_the_rules(view: View) -> list[float] | None:
    """The same by playing every work; None beyond `MOST` positions."""
    setup, seat = view.setup, view.seat
    value, found = learned(setup), []
    state = State.restored(view, view.choices, view.dealings)._replace(turn=seat, out=0)
    board = state.boards[seat - 1]

    def worth(after: State) -> float:
        at = flat.position(after._replace(phase=phases.ACTION), seat)
        at[flat.CYLINDERS], at[flat.RECRUITED] = 0, 1
        return value.worth(at)[0]

    for person, token in sorted((work.person, work.token) for work in best_works(view, seat)):
        awake = board._replace(cylinders=9, recruited=False)
        begun = state._replace(boards=(*state.boards[: seat - 1], awake, *state.boards[seat:]))
        nothing = worth(begun.play(setup.moves.activations[person][PLAIN]).play(setup.moves.done))
        todo, best = [begun.play(setup.moves.activations[person][TOKEN if token else PLAIN])], -1e9
        seen = set(todo)
        while todo:
            at_work = todo.pop()
            for move in at_work.moves():
                after = at_work.play(move)
                if after.phase != phases.CRAFT:
                    best = max(best, worth(after))
                elif after not in seen:
                    seen.add(after)
                    todo.append(after)
            if len(seen) > MOST:
                return None
        found.append(best - nothing)
    return found


def playout(players: int) -> PlayOut:
    """A random game: how many decisions the seats made."""

    def play_out(rng: random.Random) -> int:
        state, decisions = GAME.new(players=players), 0
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            state = state.play(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return play_out


def _each(work: Callable[[View], list[float] | None], cases: list[View]) -> tuple[list[float], list[Any]]:
    """Processor seconds a craft and answers of each case, the better of two runs."""
    seconds, values = [], []
    for case in cases:
        taken = []
        for _ in range(2):
            start = time.process_time()
            value = work(case)
            taken.append(time.process_time() - start)
        seconds.append(min(taken) / max(1, len(value or ())))
        values.append(value)
    return seconds, values


def rows() -> Iterator[Row]:
    """The table. Raises `AssertionError` when two contenders disagree."""
    cases = [view for view in positions() if ours(view)]
    spent, wanted = _each(ours, cases)
    middle = statistics.median(spent)
    note = f"99th percentile {statistics.quantiles(spent, n=100)[98] * 1e3:.1f} ms"
    yield Row(
        f"best placement now of a craft, median of {len(cases)} positions", "ours", middle, None, None, note
    )
    seconds, values = _each(by_the_rules, cases)
    done = [place for place, value in enumerate(values) if value is not None]
    for place in done:
        if any(abs(a - b) > 2e-3 for a, b in zip(values[place], wanted[place], strict=True)):
            raise AssertionError("the rules disagree")
    shared = f"99th percentile {statistics.quantiles(seconds, n=100)[98] * 1e3:.1f} ms"
    if len(done) < len(cases):
        shared += f"; {len(cases) - len(done)} given up beyond {MOST:,} positions"
    yield Row(
        "the same",
        "the rules",
        statistics.median(seconds),
        statistics.median(seconds) / middle,
        None,
        shared,
    )
    yield from beside({f"Shakespeare, {players}": playout(players) for players in (4, 3, 2, 1)})

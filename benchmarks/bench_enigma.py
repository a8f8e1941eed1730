"""Enigma: hard updates, the soft posterior, advice and random play-outs, beside what else could be done.

The table is numpy's: all 9! layouts as rows, compressed by each piece of evidence, tallied by bincount; the dense
joint is that table times the Character assignments. Answers are compared before times are printed. ``python -m
benchmarks.bench_enigma`` prints the table; the play-outs of python-chess need the extra ``bench``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row, timed
from deduce.games.base import CHANCE
from deduce.games.record import read_record
from deduce_models.enigma.advice import advise
from deduce_models.enigma.belief import MODELS, Claim, posterior
from deduce_models.enigma.evidence import Step
from deduce_models.enigma.game import GAME
from deduce_models.enigma.layouts import Layouts, follow
from deduce_models.enigma.notation import parse
from deduce_models.enigma.resample import evidence_of, people_of
from deduce_models.enigma.setup import bits

N = 9
EXAMPLE = Path(__file__).parents[1] / "examples" / "enigma" / "rulebook.txt"


def rows() -> Iterator[Row]:
    """All rows, each after its answer was found equal to the other's."""
    yield from hard()
    yield from soft()
    yield from play()


def hard() -> Iterator[Row]:
    tale = parse(read_record(EXAMPLE))
    for seat, until in ((0, "P2.2"), (1, "P2.3a"), (3, "P3.3a")):
        steps = evidence_of(tale.view(seat, until))
        before = follow(N, steps[:-1])

        def update(before: Layouts = before, last: Step = steps[-1]) -> tuple[int, Any]:
            after = (
                before.restrict(last.at, last.mask)
                if last.kind == "cell"
                else before.shuffle(bits(last.at))
            )
            return after.count(), after.marginals()

        def replay(steps: list[Step] = steps) -> tuple[int, Any]:
            after = follow(N, steps)
            return after.count(), after.marginals()

        case = f"hard knowledge, seat {seat} after {until}"
        seconds, one = timed(update)
        whole, other = timed(replay)
        naive, third = timed(partial(table, steps), repeat=1)
        assert one[0] == other[0] == third[0]
        assert np.allclose(one[1], third[1])
        yield Row(case, "deduce, next step", seconds, note=f"{one[0]} layouts and 81 marginals")
        yield Row(case, "deduce, from nothing", whole)
        yield Row(case, "numpy table of 9! rows", naive, naive / whole)


def table(steps: list[Step]) -> tuple[int, Any]:
    worlds = np.array(list(permutations(range(N))), dtype=np.int8)
    weights: Any = np.ones(len(worlds))
    for step in steps:
        if step.kind == "cell":
            keep = (step.mask >> worlds[:, step.at].astype(np.int64)) & 1 == 1
            worlds, weights = worlds[keep], weights[keep]
        elif step.kind == "shuffle":
            triple, parts = bits(step.at), []
            for way in permutations(triple):
                moved = worlds.copy()
                moved[:, triple] = worlds[:, way]
                parts.append(moved)
            key = np.concatenate(parts).astype(np.int64) @ (N ** np.arange(N))
            _, first, back = np.unique(key, return_index=True, return_inverse=True)
            weights = np.bincount(back.ravel(), weights=np.tile(weights, 6))
            worlds = np.concatenate(parts)[first]
    tally = np.array([np.bincount(worlds[:, c], weights, N) for c in range(N)])
    return len(worlds), tally / weights.sum()


def soft() -> Iterator[Row]:
    setup = GAME.new(players=4).setup
    model = MODELS["motive"]
    # Of seven characters two are known: 120 ways remain for the five others, of whom three have claimed twice.
    cards = [
        Step("card", 5, 1 << 5, 0, ""),
        Step("card", 6, 1 << 6, 0, ""),
        Step("card", 4, 0b11111, 0, ""),
    ]
    rng = random.Random(1)
    said = [Claim(k + 1, k % 4 + 1, k % 4, rng.randrange(N), rng.randrange(N), 0, 0, 0.3) for k in range(8)]
    seconds, belief = timed(lambda: posterior(setup, cards, said, model))
    naive, other = timed(lambda: dense(cards, said), repeat=1)
    assert np.allclose(belief.cells, other)
    case = "soft posterior, layouts x 120 assignments"
    yield Row(case, "deduce, permanents", seconds)
    size = 120 * 362_880 * 8 / 1e6
    yield Row(
        case, "dense, one assignment at a time", naive, naive / seconds, note=f"at once {size:.0f} MB"
    )
    tale = parse(read_record(EXAMPLE))
    view = tale.view(3, "P2.3b")
    assert not view.moves
    state = tale.state_at("P3.3a")
    seconds, _ = timed(lambda: advise(state.view(3)))
    yield Row("advice, seat 3 after P3.3a", "deduce", seconds)


def dense(cards: list[Step], said: list[Claim]) -> Any:
    setup, model = GAME.new(players=4).setup, MODELS["motive"]
    people = people_of(setup.slots, cards)
    worlds = np.array(list(permutations(range(N))), dtype=np.int8)
    cells = np.zeros((N, N))
    for deal in permutations(range(setup.slots)):
        if not people.weight(deal):
            continue
        weights = np.ones(len(worlds))
        for claim in said:
            weights *= claim.likelihood(setup, model, deal[claim.slot])[worlds[:, claim.at]]
        cells += [np.bincount(worlds[:, c], weights, N) for c in range(N)]
    return cells / cells[0].sum()


def play() -> Iterator[Row]:
    case = "a random play-out, per move"
    for players in (2, 3, 4, 5):
        seconds, moves = timed(partial(playouts, players, 60), repeat=3)
        per_move = seconds / moves
        yield Row(case, f"deduce, {players} players", per_move, note=f"{1 / per_move:,.0f} moves a second")
    seconds, moves = timed(chess_playouts, repeat=3)
    yield Row(case, "python-chess", seconds / moves, note=f"{moves / seconds:,.0f} moves a second")


def playouts(players: int, games: int) -> int:
    moves = 0
    for seed in range(games):
        rng = random.Random(seed)
        state = GAME.new(players=players)
        while state.actor is not None:
            if state.actor is CHANCE:
                move = state.draw(rng)
            else:
                legal = state.moves()
                move = legal[int(rng.random() * len(legal))]
            state = state.play(move)
            moves += 1
    return moves


def chess_playouts() -> int:
    import chess

    moves = 0
    for seed in range(6):
        rng, board = random.Random(seed), chess.Board()
        # Only the absence of moves ends it: asking for every kind of draw would cost more than moving.
        while (legal := list(board.legal_moves)) and board.ply() < 300:
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves


if __name__ == "__main__":
    for row in rows():
        times = f"{row.times:8.1f}x" if row.times else " " * 9
        print(f"{row.case:<44}{row.who:<34}{row.seconds * 1e3:10.4f} ms {times}  {row.note}")

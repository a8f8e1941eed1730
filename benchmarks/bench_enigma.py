"""Enigma: hard updates, the soft posterior, advice and random play-outs, beside what else could be done.

The table is numpy's: all 9! layouts as rows, compressed by each piece of evidence, tallied by bincount; the dense
joint is that table times the Character assignments. Answers are compared before times are printed. ``python -m benchmarks
enigma`` prints the table; the play-outs of python-chess need the extra ``bench``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row, peak, timed
from deduce.games.base import CHANCE
from deduce.records.record import read_record
from deduce.rulebook.notes import NotesReplay, read
from deduce.worlds.matchings import Matchings
from deduce_models.enigma.advice.advice import advise
from deduce_models.enigma.belief.belief import posterior
from deduce_models.enigma.belief.claims import Claim
from deduce_models.enigma.belief.lying import MODELS
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import HardStep, evidence_of
from deduce_models.enigma.knowledge.layouts import apply, deals, follow
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits

N = 9
EXAMPLE = Path(__file__).parents[1] / "examples" / "enigma" / "rulebook.txt"


def rows() -> Iterator[Row]:
    """All rows, each after its answer was found equal to the other's."""
    yield from hard()
    yield from soft()
    yield from play()


def hard() -> Iterator[Row]:
    tale: NotesReplay = read(GAME, read_record(EXAMPLE))
    for seat, until in ((0, "P2.2"), (1, "P2.3a"), (3, "P3.3a")):
        steps = evidence_of(tale.upto(until).view(seat).face)
        before = follow(N, steps[:-1])

        def update(before: Matchings = before, last: HardStep = steps[-1]) -> tuple[int, Any]:
            after = apply(before, last)
            return after.count(), after.marginals()

        def replay(steps: list[HardStep] = steps) -> tuple[int, Any]:
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


def table(steps: list[HardStep]) -> tuple[int, Any]:
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
    case = "soft posterior, layouts x 120 assignments"
    for laid in (0, 1):
        steps, said = given(laid)
        seconds, belief = timed(partial(posterior, setup, steps, said, model))
        naive, other = timed(partial(dense, steps, said), repeat=1)
        assert belief.error is None
        assert np.allclose(belief.cells, other)
        size = 120 * 362_880 * 8 / 1e6
        name = case + (", one shuffle" if laid else "")
        yield Row(name, "deduce, permanents", seconds, megabytes=peak(one_posterior, laid))
        yield Row(
            name,
            "dense, one assignment at a time",
            naive,
            naive / seconds,
            peak(one_dense, laid),
            f"all at once {size:.0f} MB",
        )
    whole: NotesReplay = read(GAME, read_record(EXAMPLE))
    state = whole.upto("P3.3a").state
    seconds, _ = timed(lambda: advise(state.view(3)))
    yield Row("advice, seat 3 after P3.3a", "deduce", seconds)
    yield from slowest()


def slowest() -> Iterator[Row]:
    """How long advice takes in games full of shuffles, by how many there were, and the longest of all."""
    found: list[tuple[float, int]] = []
    for seed in range(60):
        state, rng = GAME.new(players=2 + seed % 4, seed=seed), random.Random(seed)
        shuffles = 0
        while state.actor is not None and len(state.log) < 400:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            legal = list(state.moves())
            shuffles = sum(event.kind is What.SHUFFLE for event in state.log)
            if rng.random() < (0.02 if shuffles < 5 else 0.3):
                view = state.view(state.actor)
                start = time.process_time()
                advise(view)
                found.append((time.process_time() - start, shuffles))
            wished = [move for move in legal if move.text == "claim Machine"]
            state = state.play(wished[0] if wished and rng.random() < 0.6 else rng.choice(legal))
    for low, high in ((0, 2), (3, 5), (6, 9), (10, 99)):
        here = sorted(seconds for seconds, number in found if low <= number <= high)
        yield Row(
            f"median of {len(here)} advices, {low} to {high} shuffles",
            "deduce",
            here[len(here) // 2],
            note=f"longest {here[-1]:.3f} s",
        )


def given(laid: int) -> tuple[list[HardStep], list[Claim]]:
    """Evidence of Characters, eight claims of four seats with who had looked where, and perhaps a shuffle among them.

    Of seven characters two are known: 120 ways remain for the five others.
    """
    cards = [
        HardStep("card", 5, 1 << 5, 0),
        HardStep("card", 6, 1 << 6, 0),
        HardStep("card", 4, 0b11111, 0),
    ]
    rng = random.Random(1)
    said = []
    for k in range(8):
        seen = tuple(rng.choice((0, 0, 1 << (k + 1) % 4 + 1)) for _ in range(N))
        at, room = rng.randrange(N), rng.randrange(N)
        said.append(Claim(k + 1, k % 4 + 1, k % 4, at, room, 0, seen[at], 0.3, seen=seen))
    return [*cards, *([HardStep("shuffle", 0b000010011, 0, 4)] * laid)], said


def one_posterior(laid: int) -> None:
    """For the peak of memory."""
    posterior(GAME.new(players=4).setup, *given(laid), MODELS["motive"])


def one_dense(laid: int) -> None:
    """For the peak of memory."""
    dense(*given(laid))


def dense(steps: list[HardStep], said: list[Claim]) -> Any:
    """Every assignment of Characters with the table of all layouts, in the order of events."""
    setup, model = GAME.new(players=4).setup, MODELS["motive"]
    people = deals(setup.slots, steps)
    worlds = np.array(list(permutations(range(N))), dtype=np.int8)
    cells = np.zeros((N, N))
    items: list[tuple[int, HardStep | Claim]] = [
        (step.when, step) for step in steps if step.kind == "shuffle"
    ]
    items += [(claim.index, claim) for claim in said]
    items.sort(key=lambda pair: pair[0])
    for deal in permutations(range(setup.slots)):
        if not people.weights_of(np.array([deal]))[0]:
            continue
        rows: Any = worlds
        weights: Any = np.ones(len(worlds))
        for _, item in items:
            if isinstance(item, HardStep):
                rows, back = regrouped(bits(item.at))
                weights = np.bincount(back, np.tile(weights / 6, 6))
                continue
            weights = weights * item.likelihood(setup, model, deal[item.slot])[rows[:, item.at]]
            for at, likely in item.elsewhere(setup, model):
                weights = weights * likely[rows[:, at]]
        cells += [np.bincount(rows[:, c], weights, N) for c in range(N)]
    return cells / cells[0].sum()


@lru_cache(maxsize=1)
def regrouped(triple: tuple[int, ...]) -> tuple[Any, Any]:
    """The table of all layouts after three cards were laid anew, and which of its rows each of the six orders gives."""
    rows = np.array(list(permutations(range(N))), dtype=np.int8)
    parts = []
    for way in permutations(triple):
        moved = rows.copy()
        moved[:, triple] = rows[:, way]
        parts.append(moved)
    every = np.concatenate(parts)
    keys = every.astype(np.int64) @ (N ** np.arange(N))
    _, first, back = np.unique(keys, return_index=True, return_inverse=True)
    return every[first], back.ravel()


def play() -> Iterator[Row]:
    case, ours = "a random play-out, per move", 0.0
    for players in (2, 3, 4, 5):
        seconds, moves = timed(partial(playouts, players, 60), repeat=3)
        per_move = seconds / moves
        ours = max(ours, per_move)
        yield Row(case, f"deduce, {players} players", per_move, note=f"{1 / per_move:,.0f} moves a second")
    seconds, moves = timed(chess_playouts, repeat=3)
    yield Row(
        case,
        "python-chess",
        seconds / moves,
        seconds / moves / ours,
        note=f"{moves / seconds:,.0f} moves a second; ratio to the slowest of deduce's",
    )


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

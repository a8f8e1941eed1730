"""Whether positions can be played again, and stay what they were: asked once the game has gone on, they say the same.

A game written as a generator, or with parts shared by its positions, may list options that close over what the run
holds now: right at the last position, wrong at all before it. So every position is asked when it is new, again
after the end, and once more in a second playing, where it was never asked while it was new.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import Any

from deduce.conformance.probes import Fault
from deduce.games.base import CHANCE, chance_from, settle
from deduce.games.history import History

MOST = 256
"""So many moves of a list are compared, and its length."""


def replayed(history: History, states: Sequence[Any], one: int | None) -> None:
    """What ``replay`` asks of a history and its positions; in thin play-outs at `one` of them. Raises `Fault`."""
    game, players, options = history.game, history.players, history.options
    lasting(states, history.moves, game.new(players=players, **options), None if one is None else {one})
    seed = history.seed or 0
    seeded = game.new(players=players, seed=seed, **options)
    if seeded.actor is CHANCE:
        raise Fault("new(seed=...) stops at a chance move: it must settle the set-up", where="new")
    if seeded != settle(game.new(players=players, **options), chance_from(seed)):
        raise Fault(
            "new(seed=...) is not the set-up drawn from random.Random(seed) by State.draw", where="new"
        )


def lasting(
    states: Sequence[Any], moves: Sequence[Any], start: Any, numbers: Collection[int] | None = None
) -> None:
    """`states` were made by `moves` and asked nothing yet; `start` begins a second playing, asked on its way.

    At each position, or those of `numbers`, the actor, the scores, the moves or outcomes and one seat's view are
    compared. All states must be those of the second playing, by value and by hash. Raises `Fault`.
    """
    walk, said = [start], {}
    for number in range(len(states)):
        if numbers is None or number in numbers:
            said[number] = _asked(walk[-1], number)
        if number < len(moves):
            walk.append(walk[-1].play(moves[number]))
    for number, before in said.items():
        for state, how in ((walk[number], "when it was new"), (states[number], "in a second playing")):
            after = _asked(state, number)
            for what, (one, key), (other, now) in zip(_PARTS, before, after, strict=True):
                if key != now:
                    raise Fault(
                        f"the position after move {number} is another once the game has gone on to move"
                        f" {len(moves)}: {what} {_told(other)}, and {how} {_told(one)}",
                        where="view" if what == _PARTS[-1] else what,
                    )
    for number, (state, again) in enumerate(zip(states, walk, strict=True)):
        if again != state or hash(again) != hash(state):
            raise Fault(f"replaying the moves gives another state after move {number}, or another hash")


_PARTS = ("actor", "scores", "moves", "outcomes", "the view")


def _asked(state: Any, number: int) -> Sequence[tuple[Any, Any]]:
    """What a position says of each of `_PARTS`, beside what is compared of it."""
    seat = number % (state.seats + 1)
    view, actor, scores = state.view(seat), state.actor, state.scores
    legal = state.moves()
    texts = _texts(legal)
    ways = itertools.islice(state.outcomes(), MOST) if actor is CHANCE else ()
    outcomes = [(str(move), chance) for move, chance in ways]
    return (
        (actor, actor),
        (scores, scores),
        (texts, (len(legal), texts)),
        (outcomes, outcomes),
        (view, (view, hash(view))),
    )


def _texts(moves: Sequence[Any]) -> list[str]:
    return [str(move) for move in itertools.islice(moves, MOST)]


def _told(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 200 else f"{said[:200]}..."

"""Hypothesis for games: a strategy of histories, and `check_game` as a property test. For authors.

In a test module of your own::

    from deduce.games.testing import conformance

    test_my_game = conformance(MyGame())

Hypothesis then looks for a history at whose end the contract is broken, and shrinks it. How many examples
are tried is the business of the Hypothesis profile. This module needs Hypothesis; nothing else does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from deduce.conformance.check import PARTS, check_history
from deduce.errors import MissingExtra
from deduce.games.base import CHANCE, Game
from deduce.games.history import History

try:
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
except ImportError as missing:
    raise MissingExtra("hypothesis", "test", "deduce.conformance.testing") from missing

__all__ = ["conformance", "histories"]


@st.composite
def histories(
    draw: st.DrawFn,
    game: Game[Any, Any, Any],
    *,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    max_moves: int = 400,
) -> History:
    """Histories of `game` of any length, ended or not; they shrink to short ones with first moves.

    Args:
        draw: Given by Hypothesis.
        game: The game.
        players: Numbers of players; all that the game allows when None.
        options: Passed to `Game.new`.
        max_moves: No history is longer than this.
    """
    numbers = [players] if isinstance(players, int) else sorted(players or game.seats)
    given_options = dict(options or {})
    number = draw(st.sampled_from(numbers))
    # One number decides all of chance: drawing every card through Hypothesis would shrink no better.
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    length = draw(st.integers(0, max_moves))
    # Few choices are drawn one by one, so long games stay inside Hypothesis's buffer.
    choices = draw(st.lists(st.integers(0, 255), max_size=32))
    state = game.new(players=number, **given_options)
    moves: list[Any] = []
    decided = 0
    while len(moves) < length and state.actor is not None:
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            legal = state.moves()
            if not legal:
                break
            index = choices[decided] if decided < len(choices) else rng.getrandbits(16)
            decided += 1
            move = legal[index % len(legal)]
        moves.append(move)
        state = state.play(move)
    return History(game, number, tuple(moves), given_options)


def conformance(
    game: Game[Any, Any, Any],
    *,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    parts: Collection[str] = PARTS,
    public: bool = True,
    max_moves: int = 400,
    playouts: int | None = None,
) -> Callable[[], None]:
    """A test function: under Hypothesis, `check_history` at the end of histories of `game`.

    Deadlines are off, since advice may take its time; the profile decides the rest, also how many `playouts`
    are tried unless that is given.
    """
    profile = settings() if playouts is None else settings(max_examples=playouts)

    @settings(
        profile,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(histories(game, players=players, options=options, max_moves=max_moves))
    def test_conformance(history: History) -> None:
        check_history(history, parts=parts, public=public, last_only=True)

    return test_conformance

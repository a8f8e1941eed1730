"""Hypothesis for games: a strategy of histories, and `check_game` as a property test. For authors.

In a test module of your own::

    from deduce.games.testing import conformance

    test_my_game = conformance(MyGame())

Hypothesis then looks for a history at whose end the contract is broken, and shrinks it. How many examples
are tried is the business of the Hypothesis profile. With ``options=any_options(MyGame())`` all options vary too.
This module needs Hypothesis; nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from deduce.conformance.check import PARTS, checked_at_its_end
from deduce.games.base import CHANCE, Game, chance_from
from deduce.games.history import History
from deduce.ground.errors import MissingExtra, ProblemError

try:
    from hypothesis import HealthCheck, given, reject, settings
    from hypothesis import strategies as st
except ImportError as missing:
    raise MissingExtra("hypothesis", "test", "deduce.conformance.testing") from missing


def any_options(game: Game[Any, Any, Any], **kept: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Every value of every option that lists its values, and its default; an example shrinks to the defaults.

    Options without a list of values stay at their default, unless `kept` names a value or a strategy for them; so do
    options that `kept` names otherwise.
    """
    varied = {
        name: st.sampled_from([option.default, *(v for v in option.allowed if v != option.default)])
        for name, option in game.options.items()
        if option.allowed is not None and name not in kept
    }
    for name, value in kept.items():
        varied[name] = value if isinstance(value, st.SearchStrategy) else st.just(value)
    return st.fixed_dictionaries({}, optional=varied)


@st.composite
def histories(
    draw: st.DrawFn,
    game: Game[Any, Any, Any],
    *,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | st.SearchStrategy[dict[str, Any]] | None = None,
    max_moves: int = 400,
) -> History:
    """Histories of `game` of any length, ended or not; they shrink to short ones with first moves.

    Args:
        draw: Given by Hypothesis.
        game: The game.
        players: Numbers of players; all that the game allows when None.
        options: Passed to `Game.new`, or a strategy of them such as `any_options`.
        max_moves: No history is longer than this.
    """
    numbers = [players] if isinstance(players, int) else sorted(players or game.seats)
    number = draw(st.sampled_from(numbers))
    given_options = dict(draw(options) if isinstance(options, st.SearchStrategy) else options or {})
    # One number decides all of chance: drawing every card through Hypothesis would shrink no better.
    seed = draw(st.integers(0, 2**32 - 1))
    rng = chance_from(seed)
    length = draw(st.integers(0, max_moves))
    try:
        state = game.new(players=number, **given_options)
    except ProblemError:
        if isinstance(options, st.SearchStrategy):
            reject()  # not every value of an option goes with every number of players
        raise
    # Few choices are drawn one by one, so long games stay inside Hypothesis's buffer.
    choices = draw(st.lists(st.integers(0, 255), max_size=32))
    moves: list[Any] = []
    states = [state]
    decided = 0
    while len(moves) < length and state.actor is not None:
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            legal = state.moves()
            if not legal:
                break
            # What Hypothesis makes small is a list without choices and the seed 0: those are first moves.
            index = choices[decided] if decided < len(choices) else rng.getrandbits(16) if seed else 0
            decided += 1
            move = legal[index % len(legal)]
        moves.append(move)
        state = state.play(move)
        states.append(state)
    return History(game, number, tuple(moves), given_options, None, tuple(states))


def conformance(
    game: Game[Any, Any, Any],
    *,
    players: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | st.SearchStrategy[dict[str, Any]] | None = None,
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

    check = checked_at_its_end(parts, public=public)

    @settings(
        profile,
        deadline=None,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
        ],
    )
    @given(histories(game, players=players, options=options, max_moves=max_moves))
    def test_conformance(history: History) -> None:
        check(history)

    return test_conformance

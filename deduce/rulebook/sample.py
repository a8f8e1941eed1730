"""The first lines of a game that was played by chance, as notes: what whoever begins a record can go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import CHANCE, chance_from
from deduce.ground.errors import ProblemError
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.rulebook.writing import written

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook

LINES: Final = 7
"""So many lines are shown."""
MOVES: Final = 30
"""So many moves of seats are made: what was chosen at once is told by then."""


def sample_lines(
    game: Rulebook, names: Sequence[str], options: Mapping[str, Any], me: str, seed: int = 1
) -> Sequence[str]:
    """The first lines of one game, as `me` would have noted it; of all that happened, where `me` is empty.

    The same names, options and seed give the same lines.
    """
    rng = chance_from(seed)
    chosen = game.checked_options(options)
    state = State(Run.live(game.setting(len(names), chosen, game.source(None), tuple(names))))
    seat = names.index(me) + 1 if me else None
    states, moves, made = [state], list[Any](), 0
    while state.actor is not None and made < MOVES:
        made += state.actor is not CHANCE
        moves.append(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        state = state.play(moves[-1])
        states.append(state)
    try:
        return written(game, states, moves, options, seat).partition("\n\n")[2].splitlines()[:LINES]
    except ProblemError:  # a game of which not everything can be noted can be begun all the same
        return ()

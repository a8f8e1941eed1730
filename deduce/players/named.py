"""Players by name: a game's own, and those that play every game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import Game, Player
from deduce.games.given import game_of
from deduce.ground.errors import MissingExtra, ProblemError, TooLarge, nearest
from deduce.players.habits import Habits, practised
from deduce.players.sampling import Sampling
from deduce.players.search import InformationSetSearch
from deduce.players.simple import random_player
from deduce.players.thinking import Inquirer, Thinker

if TYPE_CHECKING:
    from deduce.bridges.equilibrium import Solution

SMALL: Final = 50_000
"""Games with so many positions are solved before they are played."""

ENOUGH: Final = 0.02
"""A solution whose NashConv is a larger share of the spread of scores is not played."""

PATIENCE: Final = 10.0
"""For so many seconds that is tried, once for each game and number of seats."""

TRIED: Final = 20_000
"""Practice is so many moves of play-outs, once for each game and number of seats,"""

DRILL: Final = 5.0
"""and no longer than so many seconds."""


def players_of(game: Game[Any, Any, Any] | str) -> dict[str, Callable[[], Player]]:
    """Makers of all players for `game` (or the game of that name), by name, its own after the general ones.

    ``random``; ``inquirer``, one step ahead by information and chance; ``thinker``, that and a search, and where the
    game is small an equilibrium (`Book`); ``sampling`` and ``search``. A player of the game's own takes the place of the
    general one of its name.

    What the thinker has practised hangs on the clock in games of which `TRIED` moves take longer than `DRILL` seconds;
    `Thinker(game)` has no practice and no book, and the same seed gives the same games.
    """
    game = game_of(game)
    general: dict[str, Callable[[], Player]] = {
        "random": lambda: random_player,
        "inquirer": lambda: Inquirer(game),
        "thinker": lambda: Thinker(game, book=Book(game), practice=Practice(game)),
        "sampling": lambda: Sampling(game),
        "search": lambda: InformationSetSearch(game),
    }
    return general | dict(game.players)


def player(game: Game[Any, Any, Any] | str, name: str) -> Player:
    """The player of that name. Raises `ProblemError` naming the nearest."""
    game = game_of(game)
    found = players_of(game)
    if name not in found:
        raise ProblemError(f"{game.name} has no player {name!r}: {nearest(name, found)}")
    return found[name]()


class Book:
    """The moves of a solved game: for one or two seats, with default options, where its tree is small enough.

    Solved when first asked, by regret minimisation (`deduce.bridges.equilibrium`), once in a process. Without OpenSpiel,
    and for all other games and positions, there is no book, and the answer is None.
    """

    _solved: dict[tuple[Game[Any, Any, Any], int], Solution | None] = {}  # noqa: RUF012 - shared by all

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    def __call__(self, view: Any, rng: random.Random) -> Any:
        """A move drawn by the chances of the solution, or None."""
        if all(self._solved.get((self.game, seats), self) is None for seats in self._able()):
            return None
        state = self.game.resample(view, rng)
        solution = self.solution(state.seats)
        # Equal views may belong to games with other options: the position itself tells.
        if solution is None or not solution.has(state):
            return None
        chances = solution.at(view)
        return None if chances is None else rng.choices(list(chances), list(chances.values()))[0]

    def _able(self) -> list[int]:
        return [seats for seats in (1, 2) if seats in self.game.seats]

    def solution(self, seats: int) -> Solution | None:
        """The solution for so many seats; None where there is none."""
        key = (self.game, seats)
        if key not in self._solved:
            self._solved[key] = self._solve(seats) if seats in self._able() else None
        return self._solved[key]

    def _solve(self, seats: int) -> Solution | None:
        try:
            from deduce.bridges.equilibrium import expected_size, solve

            if expected_size(self.game, seats) > 10 * SMALL:
                return None
            found = solve(self.game, players=seats, nodes=SMALL, time_limit=PATIENCE)
            return found if found.nash_conv <= ENOUGH * found.spread else None
        except (MissingExtra, ProblemError, TooLarge):
            return None


class Practice:
    """What play-outs of a game have taught, for the number of seats of a view; see `deduce.players.habits`.

    Learnt when first asked, with default options, once in a process: it is for players who play on, not for one question.
    """

    _learnt: dict[tuple[Game[Any, Any, Any], int], Habits] = {}  # noqa: RUF012 - shared by all

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    def __call__(self, view: Any, rng: random.Random) -> Habits:
        """What is known of a game for as many as sit at the table of `view`."""
        seats = self.game.seats
        count = seats[0] if len(seats) == 1 else self.game.resample(view, random.Random(0)).seats
        key = (self.game, count)
        if key not in self._learnt:
            self._learnt[key] = practised(self.game, count, moves=TRIED, time_limit=DRILL)
        return self._learnt[key]

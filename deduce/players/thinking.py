"""The default opponent of every game, its quick form, and advice: moves ranked by `deduce.players.weighing`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from deduce.games.base import Advice, Game, chance_from
from deduce.ground.errors import ProblemError
from deduce.players.claims import Memory
from deduce.players.habits import Habits
from deduce.players.weighing import Weighed, weigh

__all__ = ["Inquirer", "Thinker", "advise"]

QUICK: Final = (8, 32)
"""Worlds and descents of advice without a time limit."""

MANY: Final = 100_000
"""And of advice with one: the clock ends it."""


class Thinker:
    """The default opponent: questions by information, commitments by chance, the rest by looking ahead; see `weigh`.

    Args:
        game: The game; it must offer `Game.resample`.
        worlds: In so many every move is tried once.
        descents: Play-outs of the search (with a time limit: at most so many).
        time_limit: Seconds for one decision; None for no limit. Moves then depend on the clock.
        book: ``book(view, rng)`` is asked first, for a move or None; see `deduce.players.named`.
        practice: ``practice(view, rng)`` gives what play-outs of the game have taught before, or None; see there too.
        name: As printed in tables.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        worlds: int = 24,
        descents: int = 240,
        time_limit: float | None = None,
        book: Callable[[Any, random.Random], Any] | None = None,
        practice: Callable[[Any, random.Random], Habits | None] | None = None,
        name: str = "thinker",
    ) -> None:
        if worlds < 2:
            raise ProblemError(f"{type(self).__name__}: worlds must be at least 2, not {worlds}")
        if descents < 0:
            raise ProblemError(f"{type(self).__name__}: descents must be at least 0, not {descents}")
        if time_limit is not None and not time_limit > 0:
            raise ProblemError(
                f"{type(self).__name__}: time_limit must be above 0 seconds, not {time_limit}"
            )
        self.game, self.worlds, self.descents = game, worlds, descents
        self.memory: Memory = {}
        self.time_limit, self.book, self.practice, self.name = time_limit, book, practice, name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The move of the book, or the one of most value; the first of equals."""
        if len(view.moves) == 1:
            return view.moves[0]
        known = None if self.book is None else self.book(view, rng)
        return self.weigh(view, rng)[0].move if known is None else known

    def weigh(self, view: Any, rng: random.Random) -> list[Weighed]:
        """All moves with their figures, best first. Raises `ProblemError` when the seat of `view` has no move."""
        return weigh(
            self.game,
            view,
            rng,
            worlds=self.worlds,
            descents=self.descents,
            time_limit=self.time_limit,
            practice=None if self.practice is None else self.practice(view, rng),
            memory=self.memory,
        )

    def __repr__(self) -> str:
        said = f"worlds={self.worlds}, descents={self.descents}, name={self.name!r}"
        return f"{type(self).__name__}({self.game.name!r}, {said})"


class Inquirer(Thinker):
    """One step ahead and no search: asks what tells most, and commits when that is worth more. The quick opponent."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        worlds: int = 24,
        time_limit: float | None = None,
        name: str = "inquirer",
    ) -> None:
        super().__init__(game, worlds=worlds, descents=0, time_limit=time_limit, name=name)


def advise(
    game: Game[Any, Any, Any], view: Any, *, rng: int = 0, time_limit: float | None = None
) -> list[Advice[Any]]:
    """The moves of `view` ranked by `weigh`, for `Game.advise`: each with its value, error and reason.

    Without a limit a quick look, so that a page or a check may ask at every position; with one as much as fits.
    """
    quick = time_limit is None
    return [
        Advice(
            each.move,
            each.value,
            each.reason(),
            error=each.looked.error if each.looked is not None and len(each.looked.values) > 1 else 0.0,
            kind="heuristic",
            details={"bits": each.prospect.bits, "ends": each.prospect.ends},
        )
        for each in weigh(
            game,
            view,
            chance_from(rng),
            worlds=QUICK[0] if quick else MANY,
            descents=QUICK[1] if quick else MANY,
            time_limit=time_limit,
        )
    ]

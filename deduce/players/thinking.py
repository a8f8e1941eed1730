"""The default opponent of every game, its quick form, and advice: moves ranked by `deduce.players.weighing`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from deduce.games.base import Advice, Game, chance_from
from deduce.games.given import game_of, rng_of, seconds_of, seen_of, whole_of
from deduce.ground.deadline import checked_limit
from deduce.players.claims import Memory
from deduce.players.habits import Habits
from deduce.players.weighing import Weighed, weigh

QUICK: Final = (8, 32)
"""Worlds and descents of advice without a time limit."""

MANY: Final = 100_000
"""And of advice with one: the clock ends it."""


class Thinker:
    """The default opponent: questions by information, commitments by chance, the rest by looking ahead; see `weigh`.

    Args:
        game: The game, or its name; it must offer `Game.resample`.
        worlds: In so many every move is tried once.
        descents: Play-outs of the search (with a time limit: at most so many).
        time_limit: Seconds for one decision; None for no limit. Moves then depend on the clock.
        book: ``book(view, rng)`` is asked first, for a move or None; see `deduce.players.named`.
        practice: ``practice(view, rng)`` gives what play-outs of the game have taught before, or None; see there too.
        name: As printed in tables.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any] | str,
        *,
        worlds: int = 24,
        descents: int = 240,
        time_limit: float | None = None,
        book: Callable[[Any, random.Random], Any] | None = None,
        practice: Callable[[Any, random.Random], Habits | None] | None = None,
        name: str = "thinker",
    ) -> None:
        kind = type(self).__name__
        self.game = game_of(game)
        self.worlds = whole_of(f"{kind}: worlds", worlds, 2)
        self.descents = whole_of(f"{kind}: descents", descents, 0)
        self.time_limit = seconds_of(f"{kind}: time_limit", time_limit)
        self.memory: Memory = {}
        self.book, self.practice, self.name = book, practice, name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The move of the book, or the one of most value; the first of equals."""
        if len(seen_of(view).moves) == 1:
            return view.moves[0]
        rng_of(rng)
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
        game: Game[Any, Any, Any] | str,
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
    checked_limit(time_limit)
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

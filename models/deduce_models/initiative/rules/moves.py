"""Moves: small frozen values whose text form is what people type and records hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from deduce.ground.wording import as_is, run, typed


class Move(NamedTuple):
    """A verb and its words: ``play g6 Intel``, ``room B2``, ``answer UNDER THE BENCH``, ``card g6``."""

    verb: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))

    def phrased(self) -> str:
        """As people are told it: the words of an answer are those of the mission."""
        if self.verb != "answer":
            return typed(str(self))
        return run(typed(self.verb), " ", as_is(" ".join(self.words)))


class Menu(tuple[Move, ...]):
    """The legal moves: a sequence that lists all of them but answers, of which it lists the certain one.

    A team may propose any answer of the right shape, far too many to list, so ``move in menu`` is the
    test of legality: it is True for every listed move and for every answer that fits the open windows.
    """

    fits: Callable[[tuple[str, ...]], bool] | None

    def __new__(
        cls, moves: Iterable[Move] = (), fits: Callable[[tuple[str, ...]], bool] | None = None
    ) -> Menu:
        """A menu of `moves`; `fits` tells whether the words of an answer may be proposed (None: never)."""
        menu = super().__new__(cls, moves)
        menu.fits = fits
        return menu

    def __contains__(self, move: object) -> bool:
        if tuple.__contains__(self, move):
            return True
        return (
            isinstance(move, Move)
            and move.verb == "answer"
            and self.fits is not None
            and self.fits(move.words)
        )

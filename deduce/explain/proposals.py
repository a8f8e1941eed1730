"""Smallest sets that meet given sets, one after another: PySAT's, made to keep the watched deadline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from deduce.ground.deadline import left, waking


class Proposals:
    """Smallest sets of numbers that meet every set stated so far. Used in a ``with`` block."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman  # heavy, and needed by few questions

        self._sets: Any = Hitman(bootstrap_with=[], htype="sorted")

    def hit(self, numbers: Sequence[int]) -> None:
        """From now on a set has one of these `numbers`."""
        self._sets.hit(numbers)

    def block(self, numbers: Sequence[int]) -> None:
        """From now on no set has all of these `numbers`."""
        self._sets.block(numbers)

    def get(self) -> list[int] | None:
        """A smallest set, or None when there is none. Raises `GaveUp` at the watched deadline."""
        rest = left()
        solver, stopped = self._sets.oracle, False

        def stop() -> None:
            nonlocal stopped
            stopped = True
            solver.interrupt()

        while True:
            with waking(rest, stop):
                model = solver.compute(expect_interrupt=True)
            if model is not None or not stopped:
                break
            # What an interrupted search returns looks like "there is none". It was the deadline, or a signal that
            # nobody minds.
            rest, stopped = left(), False
            solver.clear_interrupt()
        return None if model is None else [self._sets.idpool.id2obj[x] for x in model if x > 0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._sets.delete()

"""What the set of one seat counts: candles, rows, yellow pieces; what it promises, and what it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.advice.plan_state import Scene, poisson
from deduce_models.shakespeare.components.elements import PRICES, YELLOW

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["Scenes"]

TIE = 0.001
"""A unit of value that mirrored spaces ask for: of works worth the same, that which leaves a set easy to finish."""

LACKING = 40
"""What one element that is not to be had counts beside these."""


class Scenes:
    """The stages that one seat can have on one day; `pieces` are those expected on each later day."""

    def __init__(self, state: Any, seat: int, pieces: float) -> None:
        setup: Setup = state.setup
        self.setup, self.pieces, self.left = setup, pieces, setup.parts.days - state.day
        self._stages: dict[bytes, Scene] = {}
        self._candles = self._cones()
        cells, stage = setup.stage.cells, state.boards[seat - 1].stage
        self._pairs = tuple(
            (place, cell.mirror) for place, cell in enumerate(cells) if place != cell.mirror
        )
        there = zip(state.set_offer, state.set_bag, strict=True)
        self._supply = (0, *(a + b + stage.count(colour) for colour, (a, b) in enumerate(there, 1)))

    def _cones(self) -> list[tuple[int, ...]]:
        """For each candle the spaces that must be filled for it, its own included."""
        cells = self.setup.stage.cells
        found = []
        for place, cell in enumerate(cells):
            if not cell.candle:
                continue
            cone, todo = set(), [place]
            while todo:
                at = todo.pop()
                if at not in cone:
                    cone.add(at)
                    todo += cells[at].supports
            found.append(tuple(sorted(cone)))
        return found

    def scene(self, stage: bytes) -> Scene:
        """What a stage counts, and the candles still expected."""
        found = self._stages.get(stage)
        if found is None:
            ahead = 0.0
            if self.left:
                chances = poisson(self.pieces * self.left)
                closed, price = self.asked(stage)
                ahead -= TIE * price
                for cone in self._candles:
                    need = sum(not stage[place] for place in cone)
                    if need and closed.isdisjoint(cone):
                        ahead += max(0.0, 1 - sum(chances[:need]))
            setup = self.setup
            found = self._stages[stage] = Scene(
                sum(candle for candle, piece in zip(setup.candles, stage, strict=True) if piece),
                sum(all(stage[place] for place in row) for row in setup.stage.rows),
                stage.count(YELLOW),
                ahead,
            )
        return found

    def asked(self, stage: bytes) -> tuple[set[int], int]:
        """The empty spaces whose mirror asks for what is no longer to be had, and what the others ask for costs.

        A set that lacks elements costs as much more as any other does.
        """
        left = [total - stage.count(colour) for colour, total in enumerate(self._supply)]
        closed, price, yellow = set(), 0, left[YELLOW]
        for place, mirror in self._pairs:
            colour = stage[mirror]
            if stage[place] or colour in (0, YELLOW):
                continue
            price += PRICES[colour]
            left[colour] -= 1
            if left[colour] < 0:
                yellow -= 1
                price += LACKING * (yellow < 0)
                if left[YELLOW] <= 0 and self._supply[colour] <= stage.count(colour):
                    closed.add(place)
        return closed, price

"""Grids divided into regions by an owner for each cell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from deduce.graphs import Connected, Graph
from deduce.ground.compat import override
from deduce.language.facts import Or
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.sheet.printed import Cell


def hang_together(board: PuzzleBoard, owner: Hashable, home: Iterable[Cell], text: str) -> None:
    """The cells of an owner hang together; each but those of `home` has a neighbour among them."""
    sheet, cell = board.sheet, board.cell
    own = {at: v for at, v in cell.items() if owner in v.domain}
    if len(own) < 2:
        return
    edges = [(a, b) for a in own for b in sheet.near(a) if a < b and b in own]
    board.rule(text, Connected(own, Graph(edges, own), value=owner))
    homes = set(home)
    for at, v in own.items():
        if at not in homes:
            board.rule(text, Or(v != owner, *(own[x] == owner for x in sheet.near(at) if x in own)))


class InSteps(Stated):
    """From every cell with `value` one comes to `home` in at most `most` steps through such cells.

    Said to a solver at once, by a literal for each cell and number of steps: where regions are small that decides
    what separators, said where an assignment falls apart, take thousands of times as long to.
    """

    __slots__ = ("cell", "home", "most", "near", "value")

    def __init__(
        self,
        cell: Mapping[Cell, Variable],
        near: Mapping[Cell, Sequence[Cell]],
        home: Cell,
        most: int,
        value: Hashable,
    ) -> None:
        self.cell, self.near, self.home, self.most, self.value = dict(cell), near, home, most, value
        self.scope = tuple(self.cell.values())

    def _reached(self, inside: set[Cell]) -> dict[Cell, int]:
        """The cells that are reached through `inside`, nearest first, with their steps."""
        steps = {self.home: 0} if self.home in inside else {}
        waiting = list(steps)
        for at in waiting:
            for x in self.near[at] if steps[at] < self.most else ():
                if x in inside and x not in steps:
                    steps[x] = steps[at] + 1
                    waiting.append(x)
        return steps

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        inside = {at for at, value in zip(self.cell, values, strict=True) if value == self.value}
        return inside == self._reached(inside).keys()

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """A cell out of reach has another value; a cell without which one known to be inside is out of reach has not."""
        ons = {at: 1 << v.position(self.value) for at, v in self.cell.items()}
        left = dict(zip(self.cell, masks, strict=True))
        may = {at for at, on in ons.items() if left[at] & on}
        sure = {at for at in may if not left[at] & ~ons[at]}
        steps = self._reached(may)
        if not sure <= steps.keys():
            return [0] * len(masks), True
        for at in may - steps.keys():
            left[at] &= ~ons[at]
        for at in self._between(sure, steps):
            if not sure <= self._reached(may - {at}).keys():
                left[at] &= ons[at]
        return list(left.values()), True

    def _between(self, sure: set[Cell], steps: Mapping[Cell, int]) -> set[Cell]:
        """The cells not known to be inside on one shortest way to each that is: only they can be needed."""
        found: set[Cell] = set()
        for at in sure:
            here = at
            while steps[here]:
                here = next(x for x in self.near[here] if steps.get(x, self.most) == steps[here] - 1)
                found.add(here)
        return (found | {self.home} if sure else found) - sure

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        own = {at: model.literal(v, v.position(self.value)) for at, v in self.cell.items()}
        nearest = self._reached(set(self.cell))
        # After so many steps: the cells that may be reached, each with a literal that says it is.
        front = {self.home: own[self.home]} if self.home in own else {}
        for steps in range(1, self.most + 1):
            last = front
            front = {at: model.fresh() for at, least in nearest.items() if 0 < least <= steps}
            for at, literal in front.items():
                before = [last[x] for x in (at, *self.near[at]) if x in last]
                model.clause([-literal, *before])
                model.clause([-literal, own[at]])
            front[self.home] = own[self.home]
        for at, literal in own.items():
            if at != self.home:
                model.clause([-literal, front[at]] if at in front else [-literal], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> InSteps:
        moved = {at: mapping.get(v, v) for at, v in self.cell.items()}
        return InSteps(moved, self.near, self.home, self.most, self.value)

    @override
    def sentence(self) -> str:
        return f"{self.cell[self.home]} is at most {self.most} steps away from all of its region"

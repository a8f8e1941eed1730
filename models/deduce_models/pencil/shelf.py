"""The shelf as `deduce.puzzles.shelves` asks for it: the plug-in, nothing but wiring."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from deduce.knowledge import Knowledge
from deduce.variables import Variable
from deduce_models.pencil.catalogue import Solution, board_of, families, family, parse, read, show

if TYPE_CHECKING:
    from deduce.puzzles.walks import Step

__all__ = ["SHELF"]


class _Shelf:
    """The shelf as `deduce.puzzles.shelves` asks for it."""

    def names(self) -> tuple[str, ...]:
        """All families, sorted."""
        return families()

    def title(self, name: str) -> str:
        """A family's name as people write it."""
        return family(name).title

    def about(self, name: str) -> str:
        """What one has to do, in one sentence."""
        return family(name).about

    def example(self, name: str) -> str:
        """A small puzzle of the family."""
        return family(name).example

    def read(self, name: str, text: str) -> Knowledge:
        """What is known of a puzzle."""
        return read(name, text)

    def show(self, knowledge: Knowledge, solution: Solution) -> str:
        """A solution in the family's notation."""
        return show(knowledge, solution)

    def draw(self, name: str, text: str, solution: str = "") -> str:
        """A picture of a puzzle as SVG."""
        from deduce_models.pencil.drawing import draw

        return draw(parse(name, text), solution)

    def size(self, knowledge: Knowledge) -> tuple[int, int]:
        """Rows and columns of a puzzle's grid."""
        sheet = board_of(knowledge).sheet
        return sheet.rows, sheet.cols

    def name_of(self, variable: Variable) -> str:
        """A variable in words."""
        from deduce_models.pencil.telling import name_of

        return name_of(variable)

    def tell(self, knowledge: Knowledge, step: Step) -> Sequence[str]:
        """A step in the family's own words."""
        from deduce_models.pencil.telling import tell

        return tell(step)

    def draw_step(self, knowledge: Knowledge, steps: Sequence[Step], number: int) -> str:
        """A picture of what is known after step `number`, with what is new, as SVG."""
        from deduce_models.pencil.states import after, draw_state

        return draw_state(board_of(knowledge), *after(steps, number))

    def generate(
        self,
        name: str,
        rows: int,
        cols: int,
        *,
        rng: Random,
        time_limit: float,
        symmetric: bool = False,
        minimal: bool = True,
    ) -> str:
        """A puzzle with exactly one solution, as text."""
        from deduce_models.pencil.generation import generate

        return generate(
            name, rows, cols, rng=rng, time_limit=time_limit, symmetric=symmetric, minimal=minimal
        )

    def tapped(self, name: str, text: str) -> dict[str, Any]:
        """What can be tapped on a puzzle."""
        from deduce_models.pencil.tapping import tapped

        return tapped(name, text)

    def blank(self, name: str, rows: int, cols: int) -> str:
        """A puzzle without clues."""
        from deduce_models.pencil.tapping import blank

        return blank(name, rows, cols)

    def read_address(self, address: str) -> tuple[str, str] | None:
        """The family and text of a puzzle in an address."""
        from deduce_models.pencil.addresses import read_address

        sheet = read_address(address)
        return None if sheet is None else (sheet.family, sheet.text())

    def address(self, name: str, text: str) -> str:
        """The address of a puzzle."""
        from deduce_models.pencil.addresses import address

        return address(parse(name, text))


SHELF = _Shelf()
"""What the entry point ``deduce.shelves`` names."""

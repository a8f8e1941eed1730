"""The shelf as `deduce.puzzles.shelves` asks for it: the plug-in, nothing but wiring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from deduce.ground.compat import override
from deduce.ground.lazy import Later
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.puzzles.shelves import Calling, Easing, Listing, Naming, Shelf, Tappable, Wording
from deduce.puzzles.speaking import Speaking, texts_of
from deduce_models.pencil.catalogue import Solution, board_of, families, family, parse, read, show

if TYPE_CHECKING:
    from deduce.ground.phrases import Texts
    from deduce.puzzles.hints import Hint
    from deduce.puzzles.walks import Step


class _Shelf(Shelf, Tappable, Naming, Calling, Wording, Listing, Easing, Speaking):
    """The shelf as `deduce.puzzles.shelves` asks for it."""

    name_of = Later("deduce_models.pencil.words.telling:name_of")
    word_of = Later("deduce_models.pencil.words.telling:word_of")
    generate = Later("deduce_models.pencil.making.generation:generate")
    eased = Later("deduce_models.pencil.making.generation:generate")
    tapped = Later("deduce_models.pencil.drawing.tapping:tapped")
    blank = Later("deduce_models.pencil.drawing.tapping:blank")

    @override
    def names(self) -> tuple[str, ...]:
        return families()

    @override
    def title(self, name: str) -> str:
        return family(name).title

    @override
    def called(self, said: str) -> str | None:
        from deduce_models.pencil.addresses.puzz_link import KINDS_OF_TYPES

        words = said.replace("-", " ").split()
        return KINDS_OF_TYPES.get("".join(words))

    @override
    def about(self, name: str) -> str:
        return family(name).about

    @override
    def example(self, name: str) -> str:
        return family(name).example

    @override
    def read(self, name: str, text: str) -> Knowledge:
        return read(name, text)

    @override
    def show(self, knowledge: Knowledge, solution: Solution) -> str:
        return show(knowledge, solution)

    @override
    def draw(self, name: str, text: str, solution: str = "", other: str = "") -> str:
        from deduce_models.pencil.drawing.comparing import draw_both
        from deduce_models.pencil.drawing.pictures import draw

        sheet = parse(name, text)
        return draw_both(sheet, solution, other) if other else draw(sheet, solution)

    @override
    def size(self, knowledge: Knowledge) -> tuple[int, int]:
        sheet = board_of(knowledge).sheet
        return sheet.rows, sheet.cols

    @override
    def tell(self, knowledge: Knowledge, step: Step) -> Sequence[str]:
        from deduce_models.pencil.words.telling import tell

        return tell(step)

    @override
    def technique(self, knowledge: Knowledge, step: Step) -> tuple[str, str] | None:
        from deduce_models.pencil.techniques.table import technique_of

        found = technique_of(knowledge, step)
        return (found.name, found.says) if found else None

    @override
    def techniques(self, name: str) -> Sequence[str]:
        from deduce_models.pencil.techniques.table import techniques

        return [technique.name for technique in techniques(name)]

    @override
    def texts(self, language: str) -> Texts:
        rooms = ("words", "techniques", "kinds")
        found = (texts_of(f"deduce_models.pencil.{room}", language) for room in rooms)
        return {key: text for texts in found for key, text in texts.items()}

    @override
    def draw_step(self, knowledge: Knowledge, steps: Sequence[Step], number: int) -> str:
        from deduce_models.pencil.drawing.states import after, draw_state

        return draw_state(board_of(knowledge), *after(steps, number))

    @override
    def draw_hint(self, knowledge: Knowledge, entered: Mapping[Variable, int], hint: Hint) -> str:
        from deduce_models.pencil.drawing.states import draw_hint

        return draw_hint(board_of(knowledge), entered, hint)

    @override
    def read_address(self, address: str) -> tuple[str, str] | None:
        from deduce_models.pencil.addresses.doors import read_address

        sheet = read_address(address)
        if sheet is None:
            return None
        above = f"# the address names all but the last {sheet.unnamed} places\n" if sheet.unnamed else ""
        return sheet.family, f"{above}{sheet.text()}"

    @override
    def address(self, name: str, text: str, site: str = "") -> str:
        from deduce_models.pencil.addresses.doors import address

        return address(parse(name, text), site)


SHELF = _Shelf()
"""What the entry point ``deduce.shelves`` names."""

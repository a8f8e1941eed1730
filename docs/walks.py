"""Write the page of twelve puzzles solved step by step, with pictures: ``python docs/walks.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from deduce.knowledge import Knowledge
from deduce.puzzles import steps
from deduce.puzzles.walks import Step
from deduce_models import pencil
from deduce_models.pencil.catalogue import board_of
from deduce_models.pencil.drawing.pictures import frame, text
from deduce_models.pencil.drawing.states import after, draw_state
from deduce_models.pencil.techniques.table import technique_of
from deduce_models.pencil.words.telling import tell

DOCS = Path(__file__).parent
_COLUMNS, _GAP, _HEAD = 5, 10, 18
_MOST = 7
"""Of a stretch of steps of one name so many are told."""

PUZZLES = {
    "slitherlink": ("4 4\n3 - 2 -\n- - 1 -\n2 - 3 -\n0 - 1 -\n"),
    "masyu": ("5 5\n- - - - -\n- - - b -\nw w - - w\n- - - - -\n- - - - -\n"),
    "sudoku": ("6 6\n- - 4 - - -\n- - - - - 2\n- - - - 5 1\n3 - 5 - - -\n- 2 - 6 - 4\n- - - - 2 5\n"),
    "nurikabe": ("5 5\n- 1 - - -\n- - - 6 -\n- - 3 - -\n- - - - -\n- - - - -\n"),
    "heyawake": (
        "5 5\n"
        "- - - - 0\n"
        "- - - - -\n"
        "- 2 - - -\n"
        "- - - - -\n"
        "- - - - -\n"
        "1 2 2 2 3\n"
        "1 2 2 3 3\n"
        "1 4 5 5 5\n"
        "6 4 4 5 5\n"
        "6 6 4 7 7\n"
    ),
    "akari": (
        "7 7\n"
        "- - - x - - -\n"
        "- 3 - - - 1 -\n"
        "- - - - - - -\n"
        "x - - - - - 2\n"
        "- - - - - - -\n"
        "- 3 - - - 2 -\n"
        "- - - 1 - - -\n"
    ),
    "hitori": ("5 5\n3 5 3 1 3\n4 2 5 1 1\n5 4 3 5 3\n5 3 1 4 2\n3 4 4 3 5\n"),
    "kakuro": ("3 3\n- 4, 6,\n,3 0 0\n,7 0 0\n"),
    "hashi": (
        "7 7\n"
        "3 - - - - 2 -\n"
        "- 3 - 2 - - 2\n"
        "- - - - - 3 -\n"
        "- 2 - - - - -\n"
        "- - - - - - -\n"
        "- 1 - 4 - 4 -\n"
        "4 - - - - - 4\n"
    ),
    "yajilin": ("4 4\n- - - -\n- - - 1w\n- x - -\n- - - -\n"),
    "starbattle": ("5 5 1\n4 5 5 5 3\n4 5 3 3 3\n4 5 5 3 3\n4 4 2 3 3\n2 2 2 1 1\n"),
    "tent": ("5 5\n1 - - - -\n- - 1 - -\n- - - - x\n- - x - -\n- x - - -\n- - x x -\n- - - - -\n"),
}
"""Puzzles made by `pencil.generate`, of `benchmarks/data`, or the examples of their families."""

HEAD = """# Twelve puzzles, step by step

One puzzle of each of twelve families as `deduce steps` solves it: small ones, made by `deduce generate`
or, Akari and Hashi, by Simon Tatham's generators, or the family's example.
Each picture is where a stretch of steps of one name ends: what is new is yellow, red or dark, what it came from is blue.
[What the names mean](pencil-techniques.md), [how steps are found](pencil.md#steps).

@GUIDES@
"""
GUIDES = """Compared with how guides for solvers go, as far as excerpts of guides for Slitherlink and Nurikabe showed it:
they begin with
what one clue settles by itself (zeros, numbers in corners, ones in a nurikabe, what stands between two
numbers), then patterns of two clues (threes side by side and on a diagonal, sandwiches and pairs in a hitori),
then what hangs together (the only way on, cells out of reach, no early loop), and trials last. So do these
walks: most steps are of the first two kinds and come first, and after every harder step all easy ones that it
brings. They differ in four ways. A guide fills in all that one look gives, a step here has at most six
conclusions. What a guide takes as seen is told: that a cell the loop passes is clear, that a number goes from the
cells it sees (a guide speaks of such marks only where they are needed). Patterns of two clues are told as the
short contradiction that proves them, with the pattern's name; a guide draws both ways and keeps what they share
(that comes only where no contradiction is found). And among steps as easy as each other the order is that of
the rules, not of places: a person stays where the last line was drawn. Patterns of the guides that the tables
do not know: a 0 and a 3 on a diagonal and a 2 in a corner of a slitherlink (told as trials, "It would break a
number"), that a clear cell of a loop with two ways left takes both (a trial of two links here), and the
reasoning by inside and outside of a loop, for which there is no vocabulary yet.

Read as a solver would, the twelve walks once said what no solver says: that a side "can be nothing" where it
is drawn already, that a bridge "is not 1: so it is 2", that cells are clear one by one where one look at the
trees shows all, five rules for a cell of a hitori beside one shaded a step before, a line crossed out at the
other end of the grid because a corner could not be passed. Other puzzles, read once more, said that a line far
away could not be drawn where two parts would be cut off from each other, and named twenty numbers for a cell between
two. They were mended; what is left of that kind is the
list above. The Kakuro is the smallest there is."""


def main() -> None:
    """Write the page and the pictures."""
    folder = DOCS / "pictures" / "walks"
    folder.mkdir(parents=True, exist_ok=True)
    parts = [HEAD.replace("@GUIDES@", GUIDES)]
    for name in PUZZLES:
        knowledge = pencil.read(name, PUZZLES[name])
        found = steps(knowledge).steps
        groups = _groups(knowledge, found)
        (folder / f"{name}.svg").write_text(_strip(knowledge, found, groups) + "\n", encoding="utf-8")
        parts.append(_section(name, groups))
    (DOCS / "pencil-walks.md").write_text("\n".join(parts), encoding="utf-8")


def _called(knowledge: Knowledge, step: Step) -> str:
    found = technique_of(knowledge, step)
    return found.name if found else step.technique.split(",")[0].capitalize()


def _groups(knowledge: Knowledge, found: Sequence[Step]) -> list[tuple[str, list[Step]]]:
    """Stretches of steps of one name, in order."""
    return [(name, list(some)) for name, some in groupby(found, key=lambda step: _called(knowledge, step))]


def _strip(knowledge: Knowledge, found: Sequence[Step], groups: Sequence[tuple[str, list[Step]]]) -> str:
    """The puzzle, and the state after each stretch, side by side."""
    board = board_of(knowledge)
    _, width, height = frame(board.sheet)
    pictures = [("", draw_state(board, {}))]
    for place, (_, some) in enumerate(groups, 1):
        masks = after(found, some[-1].number)[0]
        new = {fact.scope[0] for step in some for fact in step.conclusions}
        used = {fact.scope[0] for step in some for fact in step.facts} - new
        pictures.append((str(place), draw_state(board, masks, new, used)))
    parts = []
    for place, (number, picture) in enumerate(pictures):
        row, column = divmod(place, _COLUMNS)
        x, y = column * (width + _GAP), row * (height + _GAP + _HEAD)
        parts.append(text(x + 12, y + 12, number, "#111", 12, "start"))
        parts.append(picture.replace("<svg ", f'<svg x="{x}" y="{y + _HEAD}" ', 1))
    columns, rows = min(len(pictures), _COLUMNS), -(-len(pictures) // _COLUMNS)
    size = f"{columns * (width + _GAP)} {rows * (height + _GAP + _HEAD)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.split()[0]}" height="{size.split()[1]}" '
        f'viewBox="0 0 {size}" font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>'
    )
    return "\n".join([head, *parts, "</svg>"])


def _section(name: str, groups: Sequence[tuple[str, list[Step]]]) -> str:
    lines = [f"## {pencil.family(name).title}\n", f"{pencil.family(name).about}\n"]
    lines.append(f"![{pencil.family(name).title} step by step](pictures/walks/{name}.svg)\n")
    for number, (called, some) in enumerate(groups, 1):
        lines.append(f"{number}. **{called}.** " + " ".join(_told(some)))
    return "\n".join(lines) + "\n"


def _told(some: Sequence[Step]) -> Iterator[str]:
    """Sentences for a stretch; the whole reason of a step that stands alone."""
    if len(some) == 1:
        what, *why = tell(some[0])
        yield f"{what[0].upper()}{what[1:]}: {'; '.join(why)}."
        return
    for step in some[:_MOST]:
        what = tell(step)[0]
        yield f"{what[0].upper()}{what[1:]}."
    if len(some) > _MOST:
        yield f"And {len(some) - _MOST} more of the kind."


if __name__ == "__main__":
    main()

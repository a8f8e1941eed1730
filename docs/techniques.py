"""Write the page of named techniques with their pictures: ``python docs/techniques.py``; a test tells when it is due."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

from deduce_models import pencil
from deduce_models.pencil.techniques.pictures import draw_techniques
from deduce_models.pencil.techniques.table import named_families, techniques

DOCS = Path(__file__).parent
HEAD = """# Techniques by name

What the steps of twenty families of the shelf are called. `deduce steps` and `deduce hint` say the names, with
`--json` as `named` and `says`.

A step's *form* is its rules, what is known and what follows, by their places to each other: the same for every shift
and each of the eight symmetries of the square, in a sudoku whatever the digits. The forms of the steps of puzzles as
published were counted (`python -m benchmarks.pencil_techniques --data FOLDER --results FILE --mine` prints those
without a name) and what people call them was written into a table a family. The numbers are how many of a hundred
steps each names, in as many puzzles of at most 144 cells as are given (sudokus: generated ones of all grades,
`benchmarks/data`); steps without a name are those of rarer trials and cases, and say that. All twenty families were
counted together, with steps as they are now: what is printed is no step. A 0 is a technique that did not occur there.

In the pictures the rules are black (a dashed frame: the cells that a rule speaks of), what is known is blue, what
follows is red. Dark cells are outside of the grid; a crossed number is one that the cell is not.

Every step is proved by itself; a name claims no more. That a *form* holds wherever it fits was looked for in solved
puzzles (`--sound`, and in the tests in examples and graded puzzles): {forms} forms of {kept} techniques have held
wherever they fitted. In the last run these were some 230,000 places in 25 to 30 published puzzles of each of 18
families (of Hashi no form is left; sudokus are looked at in the tests). Forms that did not hold everywhere (39 of
those tried, mostly where the candidates of a single cell matter, such as which rectangles are left for a clue) were
left out with all of their kind. Techniques marked * have no form left: what follows there rests on more than a
picture shows.
"""


def main() -> None:
    """Write the page and the pictures."""
    folder = DOCS / "pictures" / "techniques"
    folder.mkdir(parents=True, exist_ok=True)
    (DOCS / "pencil-techniques.md").write_text(page(), encoding="utf-8")
    for name in named_families():
        (folder / f"{name}.svg").write_text(draw_techniques(techniques(name)) + "\n", encoding="utf-8")


def page() -> str:
    """The page as text."""
    every = [t for name in named_families() for t in techniques(name)]
    kept = [t for t in every if t.forms]
    head = HEAD.replace("{forms}", str(sum(len(t.forms) for t in kept))).replace("{kept}", str(len(kept)))
    return head + "\n".join(map(entry, named_families()))


def entry(name: str) -> str:
    """The part of a family."""
    file = files("deduce_models.pencil.techniques").joinpath(f"{name}.toml")
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    table = techniques(name)
    lines = [
        f"\n## {pencil.family(name).title}\n",
        f"{told['steps']:,} steps of {told['puzzles']} puzzles; {sum(t.often for t in table):.0f} of a hundred "
        "have a name.\n",
        f"![Techniques of {pencil.family(name).title}](pictures/techniques/{name}.svg)\n",
        "| technique | of 100 steps | |",
        "|---|---|---|",
    ]
    lines += [f"| {t.name}{'' if t.forms else ' *'} | {t.often:.3g} | {t.says} |" for t in table]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

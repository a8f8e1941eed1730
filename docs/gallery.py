"""Write the page of all pencil families with a picture each: ``python docs/gallery.py``; a test tells when it is due."""

from __future__ import annotations

from pathlib import Path

from deduce.puzzles import verify
from deduce_models import pencil

DOCS = Path(__file__).parent
HEAD = """# All families of the shelf

Each with what one has to do and its example, solved. [The shelf of pencil puzzles](pencil.md) says how they are read,
proved unique, explained and made. *Address*: puzz.link addresses are read and written. *Made*: `deduce generate` makes
new ones.

| | |
|---|---|
"""


def main() -> None:
    """Write the page and the pictures."""
    (DOCS / "pictures" / "shelf").mkdir(parents=True, exist_ok=True)
    lines = [entry(name) for name in pencil.families()]
    (DOCS / "pencil-families.md").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    for name in pencil.families():
        example = pencil.family(name).example
        knowledge = pencil.read(name, example)
        solution = verify(knowledge).solution
        if solution is None:
            raise SystemExit(f"{name}: the example has no solution")
        picture = pencil.draw(pencil.parse(name, example), pencil.show(knowledge, solution))
        (DOCS / "pictures" / "shelf" / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


def entry(name: str) -> str:
    """The line of a family."""
    family = pencil.family(name)
    more = " *Address.*" * (name in pencil.ADDRESSED) + " *Made.*" * (name in pencil.GENERATED)
    return f"| ![{name}](pictures/shelf/{name}.svg) | **{family.title}** (`{name}`). {family.about}{more} |"


if __name__ == "__main__":
    main()

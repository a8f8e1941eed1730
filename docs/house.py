"""The picture of the house and its figures: ``python docs/house.py`` writes `pictures/house.svg` and prints the figures.

A box is what lies in `deduce/`: a room, or a module outside rooms. An arrow says that one imports from another, when
it is imported or when one of its functions runs, also by name. A box stands one floor above the highest of those it
uses; a few arrows point upwards, where boxes use each other.
"""

from __future__ import annotations

import sys
from pathlib import Path

from deduce.show import svg

TOP = Path(__file__).parents[1]
sys.path.insert(0, str(TOP / "tests" / "house"))
import import_graph  # noqa: E402  the tests' own reading of imports

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
Arrows = dict[str, set[str]]


def arrows(*, deep: bool = True) -> Arrows:
    """For each box those it uses."""
    found: Arrows = {}
    for module, others in import_graph.import_graph(deep=deep).items():
        if module.startswith("deduce."):
            box = module.split(".")[1]
            used = {other.split(".")[1] for other in others if other.startswith("deduce.")} - {box}
            found[box] = found.get(box, set()) | used
    return found


def floors(used: Arrows) -> dict[str, int]:
    """The floor of each box; where boxes use each other, the one that needs the fewest of the others comes first."""
    found: dict[str, int] = {}
    while left := used.keys() - found.keys():
        ready = [box for box in left if not used[box] & left]
        if not ready:
            by = {box: len(used[box] & left) - sum(box in used[other] for other in left) for box in left}
            ready = [min(left, key=lambda box: (by[box], box))]
        found |= {
            box: 1 + max((found[each] for each in used[box] & found.keys()), default=-1) for box in ready
        }
    return found


def lines_of(box: str) -> int:
    """How many lines of Python a box has."""
    home = TOP / "deduce" / box
    files = home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def rooms_of(game: str) -> dict[str, int]:
    """The lines of a game: of all, of its single files, and of each of its rooms."""
    found = {"all": 0, "files": 0}
    home = TOP / "models" / "deduce_models" / game
    for file in sorted(home.rglob("*.py")):
        lines = len(file.read_text(encoding="utf-8").splitlines())
        room = file.relative_to(home).parts[0] if file.parent != home else "files"
        found["all"] += lines
        found[room] = found.get(room, 0) + lines
    return found


def figures(used: Arrows) -> str:
    """Boxes, floors, arrows and those that point upwards, in words."""
    at = floors(used)
    up = sum(at[other] >= at[box] for box, others in used.items() for other in others)
    count = sum(map(len, used.values()))
    return f"{len(used)} boxes on {max(at.values()) + 1} floors, {count} arrows, {up} of them upwards"


def picture(used: Arrows) -> str:
    """The house, the ground at the bottom."""
    at = floors(used)
    rows = [sorted(box for box in at if at[box] == floor) for floor in range(max(at.values()) + 1)]
    high, wide = 42.0, svg.INNER
    height = high * len(rows)
    middle: dict[str, tuple[float, float]] = {}
    boxes = []
    for floor, row in enumerate(rows):
        width, top = min(wide / len(row), 92.0), height - high * (floor + 1)
        left = (wide - width * len(row)) / 2
        for number, box in enumerate(row):
            x = left + width * number
            middle[box] = x + width / 2, top + 12
            words, size = svg.fitted(box, width - 10, 10)
            boxes.append(svg.box(x + 2, top, width - 4, 25))
            boxes.append(svg.text(x + width / 2, top + 11, words, size=size, anchor="middle", bold=True))
            boxes.append(
                svg.text(x + width / 2, top + 21, f"{lines_of(box):,}", size=8, ink="dim", anchor="middle")
            )
    ways = []
    for box, others in used.items():
        for other in sorted(others):
            up = at[other] >= at[box]
            (x1, y1), (x2, y2) = middle[box], middle[other]
            ways.append(svg.line(x1, y1, x2, y2, "bad" if up else "rule", width=1.2 if up else 0.5))
    words = "; ".join(f"floor {floor}: {', '.join(row)}" for floor, row in enumerate(rows))
    block = svg.Block(height, (*ways, *boxes), words)
    return svg.document("The house", [block], note=f"deduce/: {figures(used)}. Below each name its lines.")


if __name__ == "__main__":
    (TOP / "docs" / "pictures" / "house.svg").write_text(picture(arrows()) + "\n", encoding="utf-8")
    print(figures(arrows()))
    print("at import time:", figures(arrows(deep=False)))
    for box, lines in sorted(((box, lines_of(box)) for box in arrows()), key=lambda each: -each[1]):
        print(f"{lines:>7} {box}")
    for game in GAMES:
        print(f"{game}: {', '.join(f'{room} {lines:,}' for room, lines in rooms_of(game).items())}")

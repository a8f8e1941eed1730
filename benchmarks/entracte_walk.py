"""What one record walks through from its text to its sheet: ``python benchmarks/entracte_walk.py``.

Counted while `GAME.solve` answers a record: the functions called, the modules they stand in, and how often a call goes to
another module than the call before. Imports and caches are warm. The first row is the whole, the second Entracte alone.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from types import FrameType

from deduce.records.record import read_record
from deduce_models.entracte import GAME

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "examples" / "entracte" / "evening.txt"


def calls(path: Path) -> list[tuple[str, str]]:
    """Every call of a function of this project, in order: file and name."""
    record = read_record(path)
    GAME.solve(record)
    found: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            found.append((code.co_filename, code.co_qualname))

    sys.setprofile(note)
    try:
        GAME.solve(record)
    finally:
        sys.setprofile(None)
    return found


def row(made: list[tuple[str, str]]) -> str:
    """The three numbers of some calls."""
    moves = sum(one[0] != other[0] for one, other in itertools.pairwise(made))
    return f"{len(set(made))} functions, {len({file for file, _ in made})} modules, {moves} moves"


if __name__ == "__main__":
    made = calls(Path(sys.argv[1]) if len(sys.argv) > 1 else RECORD)
    print(f"whole     {row(made)}")
    print(f"Entracte  {row([call for call in made if 'deduce_models/entracte/' in call[0]])}")

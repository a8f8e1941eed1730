"""Puzzles of one row, and of one column, beside the oracles of their families: what is long shows what reaches far."""

from itertools import islice
from random import Random

import pytest
from amount import amount

from deduce.ground.errors import RecordError
from tests.pencil import test_pencil_older_oracles as older
from tests.pencil import test_pencil_oracles as younger

SQUARE = {
    "eulero",
    "factors",
    "minarism",
    "doppelblock",
    "evenoddsudoku",
    "jigsawsudoku",
    "sudoku",
    "binairo",
}
LONG = {"mapcolouring": 4, "meander": 4, "nanro": 4, "news": 4, "simplegako": 4, "sukoro": 4, "suguru": 5,
        "pentominous": 10, "tetrominous": 8}  # fmt: skip
"""How many cells, where 6 (of shaded ones 7) are too many or have no solution."""
KINDS = (younger.WORDS, younger.SHADES, younger.REGIONS)
FAMILIES = {
    name: (of, oracle, LONG.get(name, 7 if kind == younger.SHADES else 6))
    for of, table in ((younger, younger.ORACLES), (older, older.OLDER))
    for name, (kind, oracle) in table.items()
    if kind in KINDS and name not in {*of.WRITTEN, *SQUARE, "renban"}
}


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_the_solutions_of_a_strip_are_those_the_oracle_lets_pass(name, monkeypatch):
    of, oracle, cells = FAMILIES[name]
    rng = Random(f"strip {name}")
    compared = 0
    for size in ((1, cells), (cells, 1)):
        monkeypatch.setitem(of.SIZES, name, size)
        left = amount(1, 20)
        for sheet in islice(of.sheets(name, rng), 40):
            try:
                got = of.listed(name, sheet)
            except RecordError:
                continue
            passed = [x for x in of.candidates(name, sheet) if oracle(sheet, x)]
            wanted = {tuple(sorted(x.items())) if isinstance(x, dict) else frozenset(x) for x in passed}
            assert got == wanted, sheet.text()
            compared += 1
            left -= bool(wanted) or compared > 4
            if left <= 0:
                break
    assert compared > 1

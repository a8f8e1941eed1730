"""The records in examples/ are what the script there writes, and the page names options that exist."""

import runpy
from pathlib import Path

from deduce.records.record import read_record
from deduce_models.initiative import GAME
from deduce_models.initiative.records.reading import read
from deduce_models.initiative.records.writing import write

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "initiative"


def test_the_example_records_are_one_evening():
    script = runpy.run_path(str(EXAMPLES / "write_record.py"))
    whole = read_record(EXAMPLES / "evening.txt")
    noted = read_record(EXAMPLES / "seat1.txt")
    moves = read(GAME, whole).moves
    complete = write(GAME, moves, mission=script["MISSION"], players=script["PLAYERS"])
    assert whole.text.partition("\n")[2].strip() == complete.strip()
    assert read(GAME, noted).last.view(1) == read(GAME, whole).last.view(1)
    written = write(GAME, moves, mission=script["MISSION"], players=script["PLAYERS"], seat=1)
    assert noted.text.partition("\n")[2] == written


def test_the_commands_work_on_the_examples():
    for name in ("evening.txt", "seat1.txt"):
        record = read_record(EXAMPLES / name)
        assert "answers (exact)" in GAME.solve(record).text
        assert GAME.advise_record(record).data["duties"]


def test_the_page_names_every_option():
    page = (ROOT / "docs" / "initiative.md").read_text(encoding="utf-8")
    for name in GAME.options:
        assert f"`{name}`" in page

"""The records in examples/ are what the script there writes, and the page names options that exist."""

from pathlib import Path

from initiative_tools import record_of

from deduce.records.record import read_record
from deduce.rulebook.notes import read
from deduce_models.initiative import GAME

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "initiative"


def test_the_example_records_are_one_evening():
    whole = read_record(EXAMPLES / "evening.txt")
    noted = read_record(EXAMPLES / "seat1.txt")
    states, moves = read(GAME, whole).played
    complete = record_of(moves, mission="m7_number", players=2)
    assert read(GAME, read_record(complete)).state == states[-1]
    assert read(GAME, noted).view() == states[-1].view(1)
    written = record_of(moves, 1, mission="m7_number", players=2)
    assert read(GAME, read_record(written)).view() == states[-1].view(1)


def test_the_commands_work_on_the_examples():
    for name in ("evening.txt", "seat1.txt"):
        record = read_record(EXAMPLES / name)
        assert "answers (exact)" in GAME.solve(record).text
        advised = GAME.advise_record(record)
        assert advised.data["duties"]
        assert "\nP2 driver   4 cards\n" in advised.text
    named = read_record(record.text.replace("players: 2", "players: Ann Bob"))
    for each in (GAME.solve(named), GAME.advise_record(named)):
        assert "\nP2 Bob driver   4 cards\n" in each.text


def test_the_page_names_every_option():
    page = (ROOT / "docs" / "initiative.md").read_text(encoding="utf-8")
    for name in GAME.options:
        assert f"`{name}`" in page

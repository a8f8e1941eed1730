"""A turn that is marked as one that nobody could read is never passed over in silence, whatever the game."""

from pathlib import Path

import pytest
from command_line import deduce

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = (
    "decrypto/encrypt",
    "enigma/evening",
    "entracte/evening",
    "initiative/seat1",
    "shakespeare/seat2",
    "tables/clue",
)


@pytest.mark.parametrize("name", RECORDS)
def test_no_sheet_and_no_advice_passes_over_a_marked_turn(name, tmp_path):
    text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").rstrip()
    record = tmp_path / "record.txt"
    record.write_text(f"{text}\n? what nobody wrote down\n", encoding="utf-8")
    line = len(text.splitlines()) + 1
    for verb in ("solve", "advise"):
        status, out, err = deduce(verb, record)
        assert status == 2
        assert f"line {line}" in (out + err)


def test_of_lists_what_stands_before_a_marked_line_is_answered(tmp_path):
    head = "game: decrypto\nplayers: 4\nseat: 1\n\nwhite keywords snow; storm; cat; king\nround 1\n"
    record = tmp_path / "record.txt"
    record.write_text(
        f"{head}white clues lion; lightning; melt\n? whtie guesses 4-2-1\nround 2\n", encoding="utf-8"
    )
    status, out, _ = deduce("solve", record)
    assert status == 2
    assert "known before line 8" in out
    assert "line 9: round 2: line 8 before it was not read" in out

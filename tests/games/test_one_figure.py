"""A sheet says what is likely only where something is, and gives one figure for one question."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

import deduce
from deduce.ground.errors import RecordError
from deduce.records.record import read_record

EXAMPLES = Path(__file__).parents[2] / "examples"


def sheets(name):
    """The sheet after every line of an example's notes that ends an event."""
    lines = (EXAMPLES / f"{name}.txt").read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if not line.strip())
    for end in range(start + 2, len(lines) + 1):
        try:
            yield deduce.game(name.partition("/")[0]).solve(read_record("\n".join(lines[:end]) + "\n"))
        except RecordError:
            continue  # the first line of an event that takes two


@pytest.mark.parametrize("name", ["enigma/evening", "enigma/own_words"])
def test_an_enigma_sheet_gives_one_figure_for_a_room_at_a_position(name):
    seen = 0
    for report in sheets(name):
        found = defaultdict(set)
        for line in report.text.splitlines():
            row = re.match(r"  (\d): (.*)", line)
            if row:
                for room, chance in re.findall(r"([A-Z][a-z]+) (\d+%)", row[2]):
                    found[row[1], room].add(chance)
            elif re.match(r"(  )?\d [A-Z?\[]", line):
                for place, room, chance in re.findall(r"(\d) ([A-Z][a-z]+) (\d+%)", line):
                    found[place, room].add(chance)
        assert all(len(figures) == 1 for figures in found.values()), report.text
        seen += len(found)
    assert seen  # figures were given


@pytest.mark.parametrize("name", ["entracte/evening", "entracte/competitive"])
def test_an_entracte_sheet_calls_likeliest_what_is(name):
    for report in sheets(name):
        for player, chances in report.data["sheet"].items():
            line = next(row for row in report.text.splitlines() if row.startswith(f"{player}: "))
            rest = {chance for chance in chances.values() if 0 < chance < 1 - 1e-9}
            alike = max(rest, default=1.0) < 1.01 * min(rest, default=1.0)
            assert ("likeliest" in line) == (not alike), line
            if not alike:
                told = line.partition("likeliest ")[2].split(", ")
                assert max(chances[code] for code in told) == max(rest)
            assert all(code in line for code in report.data["certain"].get(player, ())), line

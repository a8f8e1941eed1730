"""What ``deduce generate`` asks for, and what a data set refuses."""

from pathlib import Path

import pytest
from command_line import deduce as command

from deduce.commands.generating import generate
from deduce.ground.report import Report
from deduce.puzzles import generation_reports

GENERATED = {
    "family": "sudoku", "size": "4x6", "n": 3, "seed": 5, "difficulty": "2-3", "jobs": 2, "symmetric": True,
    "minimal": False, "theme": "o.", "needs": "pair", "without": "trial", "language": "de",
}  # fmt: skip


@pytest.mark.parametrize(("limit", "seconds"), [(None, 180.0), (7.0, 7.0)])
def test_what_is_to_be_generated_is_asked_for_so(limit, seconds, monkeypatch, capsys):
    """A minute for each puzzle, unless it is told otherwise."""
    asked = []
    monkeypatch.setattr(
        generation_reports,
        "generate_report",
        lambda *file, **how: asked.append((file, how)) or Report("made", {}),
    )
    with pytest.raises(SystemExit):
        generate(**GENERATED, of="arrow", results=Path("kept"), dask="tcp://here:1", time_limit=limit)
    others = {"kinds": "arrow", "results": Path("kept"), "address": "tcp://here:1", "time_limit": seconds}
    assert asked == [((None,), {**GENERATED, "size": (4, 6), **others})]
    assert capsys.readouterr().out == "made\n"


REFUSED = (
    "--needs=a --without=b --symmetric --no-minimal --of=c --theme=o --jobs=2 --results=x --dask=x --json"
)


def test_a_data_set_is_refused_what_says_nothing_of_it():
    said = command("generate", "--family", "kakurasu", "--jsonl", *REFUSED.split())[1]
    assert f"without {', '.join(each.partition('=')[0] for each in REFUSED.split())}" in said


@pytest.mark.parametrize("named", [(), ("examples/puzzles/zebra.toml", "--family", "kakurasu")])
def test_a_data_set_is_of_a_family_or_of_a_file_and_not_of_both(named):
    assert (
        "a data set is of a family (--family NAME), or of the kind of a puzzle file"
        in command("generate", *named, "--jsonl")[2]
    )

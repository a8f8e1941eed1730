"""The page about the game and the records beside it tell the truth."""

import re
from pathlib import Path

import pytest
from shakespeare_tools import write

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import OPTIONS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "shakespeare.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "shakespeare"


def test_the_page_names_every_option():
    for name in OPTIONS:
        assert re.search(rf"\b{name}\b", PAGE), name


def test_the_record_on_the_page_is_read():
    text = re.search(r"```text\n(game.*?)```", PAGE, re.DOTALL)
    last = read(read_record(text[1])).last
    assert last.phase == phases.ACTION
    assert len(last.dealings) == 1


def test_the_solo_game_replays_to_its_end_and_is_written_the_same():
    path = EXAMPLES / "solo.txt"
    record = read_record(path)
    table = read(record)
    assert table.last.scores == (33.0,)
    body = write(table.state.history, players=1).partition("\n\n")[2]
    assert body == record.text.partition("\n\n")[2]
    report = GAME.solve(record)
    assert report.data["results"] == [{"seat": 1, "prestige": 33, "pounds": 3}]
    assert "seat 1: 33 prestige" in report.text


def test_the_typed_position():
    record = read_record(EXAMPLES / "position.txt")
    table = read(record)
    assert (table.last.day, table.last.turn, table.assumed) == (3, 2, ())
    assert "activate dresser-8.1 +3" in [str(move) for move in table.last.moves()]
    report = GAME.solve(record)
    assert "seat 2 decides: an action" in report.text
    assert report.data["last offer"] == {}
    full = record.text.replace("cylinders 3", "cylinders 5", 1)
    with pytest.raises(RecordError, match="seat 2 would have more than 5 cylinders"):
        read(read_record(full))


def test_the_record_of_seat_2():
    record = read_record(EXAMPLES / "seat2.txt")
    table = read(record)
    assert (table.me, table.last.day, table.last.turn) == (2, 2, 2)
    with pytest.raises(ProblemError, match="record of P2; another seat's view"):
        GAME.solve(record, seat=1)


def test_why_names_the_rule_or_the_reason():
    record = read_record(EXAMPLES / "position.txt")
    assert "seat 2 may play it" in GAME.why(record, "activate dresser-8.1 +3").text
    refused = GAME.why(record, "activate handyman")
    assert refused.text == "activate handyman: not now: handyman has a Rest token"
    assert refused.data["legal"] is False
    assert "no piece is placed now" in GAME.why(record, "set black 1R1").text
    for wrong in ("juggle", "place[x]=deck"):
        with pytest.raises(ProblemError, match=r"juggle|place"):
            GAME.why(record, wrong)
    drawn = record.text + "activate queen objectives\n" + "objective ?\n" * 3 + "keep ?\nunder ?\n"
    drawn = read_record(drawn.replace("players: 4", "players: 4\nseat: 1"))
    assert "open, 70.0%" in GAME.why(drawn, "place[wardrobe] = deck").text
    assert "open, 10.0%" in GAME.why(drawn, "place[wardrobe] = under 2").text


def test_describe_names_all_data():
    report = GAME.describe()
    for name in (
        "character Hamlet",
        "stages.I",
        "acts.III",
        "payment",
    ):
        assert name in report.text
    notes = {item["datum"]: item["provenance"] for item in report.data["data"]}
    assert (notes["bags"], notes["stages.I"]) == ("deduced", "reconstructed")


def test_a_file_of_ones_own_replaces_tables(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[start]\ncharacters = ["Author", "Queen", "Hamlet"]\nprovenance = "reconstructed"\nreason = "Ours."\n'
    )
    state = GAME.new(players=2, seed=1, data=path)
    assert [state.setup.codes[person] for person in state.boards[0].troupe] == [
        "author",
        "queen",
        "hamlet.0",
    ]
    record = f"game: shakespeare\nplayers: 2\ndata: {path}\n\nposition turn 1\nactivate hamlet.0\n"
    assert read(read_record(record, allow_files=True)).last.phase == phases.QUILL
    with pytest.raises(RecordError, match="is outside the folder"):
        read(read_record(record))
    with pytest.raises(RecordError, match=r"no\.toml: cannot be read"):
        read(read_record(record.replace("mine", "no"), allow_files=True))


def test_the_pages_are_linked():
    linked = set(re.findall(r"\]\((shakespeare_\w+\.md)\)", PAGE))
    assert linked == {path.name for path in (ROOT / "docs").glob("shakespeare_*.md")}
    for name in linked:
        assert (ROOT / "docs" / name).read_text(encoding="utf-8").startswith("# ")

"""Versions of records: what a header may say of it, and an evening of every version that is read for ever.

A change of how records are read that another version needs gets a new folder in `tests/data/records` and a row below; no
file there and no row is ever changed.
"""

import json
import random
import re
from pathlib import Path

import pytest

from deduce import cli
from deduce.games import CHANCE, game, names
from deduce.games.log import new_record
from deduce.ground.errors import RecordError
from deduce.records.record import VERSION, begun, read_record

KEPT = Path(__file__).parents[1] / "data" / "records"

GOLDEN = [
    ("1/entracte", ("worlds",), 1),
    ("1/entracte", ("sheet", "Ann", "light alternate"), 1.0),
    ("1/enigma", ("layouts",), 36),
    ("1/enigma", ("cells", "2"), {"Teamwork": 1.0}),
    ("1/decrypto", ("round",), 3),
    ("1/decrypto", ("codes", "white", "clues"), ["purr", "ski", "ruler"]),
    ("1/initiative", ("answers", 0, "text"), "0000 0350 06000"),
    ("1/shakespeare", ("results", 2, "prestige"), 5),
    ("1/clue", ("worlds",), 1117200),
    ("1/clue", ("sheet", "holder[mustard]"), {"Cid": 1.0}),
]
"""Evenings of every version, and what their answers say at a place."""


@pytest.mark.parametrize(("name", "place", "wanted"), GOLDEN, ids=lambda value: str(value)[:40])
def test_old_evenings_are_read_for_ever(name, place, wanted, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["deduce", "solve", str(KEPT / f"{name}.txt"), "--json"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    found = json.loads(capsys.readouterr().out)
    for key in place:
        found = found[key]
    assert found == wanted


def test_every_version_has_its_evenings():
    told = {name.partition("/")[0] for name, _, _ in GOLDEN}
    assert told == {folder.name for folder in KEPT.iterdir()} == {str(n) for n in range(1, VERSION + 1)}


def test_a_record_without_a_version_is_of_the_first():
    assert read_record("game: toy\n\n").version == 1
    written = read_record("game: toy\nversion: 1\nme: Ann\n\nAnn plays\n")
    assert written.version == 1
    assert [key for key, _, _ in written.header] == ["game", "me"]
    assert [line.number for line in written.events] == [5]
    assert written.text == "game: toy\nversion: 1\nme: Ann\n\nAnn plays\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"version: {VERSION + 1}", f"the record is of version {VERSION + 1}.*a newer release"),
        ("version: 0", "whole number from 1, not '0'"),
        ("version: two", "whole number from 1, not 'two'"),
        ("version:", "whole number from 1, not ''"),
        ("version: 1\nversion: 1", "'version' is given twice"),
    ],
)
def test_a_version_that_cannot_be_read_is_refused(line, said):
    with pytest.raises(RecordError, match=said) as caught:
        read_record(f"game: toy\n{line}\n\n")
    assert caught.value.line in (2, 3)


@pytest.mark.parametrize("name", names())
def test_what_is_written_of_any_game_says_its_version(name):
    states, moves = [game(name).new(players=max(game(name).seats))], []
    while states[-1].actor is CHANCE:
        moves.append(states[-1].draw(random.Random(1)))
        states.append(states[-1].play(moves[-1]))
    assert begun(name) == [f"game: {name}", f"version: {VERSION}"]
    assert game(name).written(states, moves, {}).splitlines()[:2] == begun(name)


@pytest.mark.parametrize("name", ["clue", "decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_so_does_what_notes_begin_with(name):
    assert f"\nversion: {VERSION}\n" in new_record(game(name), ["Ann", "Bob", "Cid", "Dee"])


OLD = "game: kuhn\nplayers: {0} {1}\nme: {0}\n\n{0} gets 2\n{0} bet\n{1} bet\n"
"""An evening as any release before 0.2.0 read it, whatever the players were called."""


def answers(text):
    read = game("kuhn").answers().read(read_record(text))
    return read.names, [each.value for each, _ in read.reader.answers]


@pytest.mark.parametrize("names", [("Ann", "And"), ("Or", "Not"), ("P1", "P2"), ("3a", "Und")])
def test_old_names_are_read_for_ever(names):
    assert answers(OLD.format(*names)) == (names, answers(OLD.format("Ann", "Bob"))[1])


@pytest.mark.parametrize(
    ("names", "word", "other", "lines"),
    [
        (("Ann", "and"), "and", "And", False),
        (("or", "Bob"), "or", "Or", False),
        (("und", "Bob"), "und", "Und", False),
        (("Ann", "3"), "3", "P3", True),
        (("7", "Bob"), "7", "P7", True),
    ],
)
def test_an_old_name_that_may_be_none_is_refused_and_the_way_that_is_told_mends_it(
    names, word, other, lines
):
    """They were read as players, however they were meant, and no header tells which."""
    old = OLD.format(*names)
    with pytest.raises(
        RecordError, match=f"no player can be called '{word}' here: .* is written '{other}'"
    ):
        answers(old)
    head, space, notes = old.partition("\n\n")
    head = re.sub(rf"\b{word}\b", other, head)
    notes = re.sub(rf"(?m)^{word}\b", other, notes) if lines else notes
    assert answers(f"{head}{space}{notes}")[1] == answers(OLD.format("Ann", "Bob"))[1]

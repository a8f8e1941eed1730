"""What is known as boards: places, chances and the facts that can be asked about, of any game's sheets."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from deduce.records.form import Sheet
from deduce.show.known import boards_of
from deduce.show.places import Board, Place
from deduce.web import answer

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = sorted(
    str(path.relative_to(EXAMPLES).with_suffix(""))
    for path in (
        *EXAMPLES.glob("tables/*.txt"),
        EXAMPLES / "enigma/evening.txt",
        EXAMPLES / "decrypto/intercept.txt",
        EXAMPLES / "initiative/seat1.txt",
    )
)


def test_families_are_boards_and_few_shared_values_a_table():
    data = {"sheet": {f"card[{key}]": {"x": 0.25, "y": 0.75} for key in "abc"} | {"spy": {"Ann": 1.0}}}
    table, cards = boards_of([Sheet("sheet", ("sheet",), "{outer} {inner}")], data)
    assert (table.kind, table.title, table.rows, table.columns) == (
        "table",
        "card",
        ("a", "b", "c"),
        ("x", "y"),
    )
    assert [(each.fact, each.chance) for each in table.places[:2]] == [
        ("card[a] x", 0.25),
        ("card[a] y", 0.75),
    ]
    (spy,) = cards.places
    assert (cards.kind, spy.chances, spy.fact) == ("cards", (("Ann", 1.0),), "spy {value}")


def test_a_board_of_the_game_is_filled_with_its_sheet():
    own = Board("row", ("",), ("", ""), (Place("1", 0, 0), Place("9", 0, 1)), kind="cards", shows="row")
    sheet = Sheet("row", ("cells",), "{outer} {inner}")
    (board,) = boards_of([sheet], {"cells": {"1": {"x": 0.2, "y": 0.8, "z": 0.0}}}, [own])
    assert [each.chances for each in board.places] == [(("y", 0.8), ("x", 0.2)), ()]
    assert boards_of([sheet], {}, [own]) == [own]


@pytest.mark.parametrize("name", RECORDS)
def test_what_boards_tell_can_be_asked_about(name):
    """Chances are chances, what is certain stands alone, and `why` of a place's fact has the same figure."""
    record = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    found = answer({"verb": "solve", "record": record, "boards": 1})
    places = [place for board in found["data"].get("boards", ()) for place in board["places"]]
    # Of Characters in Enigma's stack `deduce why` is not asked.
    asked = [place for place in places if place["fact"] and not place["say"].startswith("stack")]
    for place in places:
        chances = [round(chance, 9) for _, chance in place["chances"]]
        assert sum(chances) <= 1 + 1e-6
        assert chances == sorted(chances, reverse=True)
        assert max(chances, default=0) < 1 or len(chances) == 1
    if found["status"] != 0:
        return  # notes with a turn that is not read can be solved, not asked about
    for place in asked[:: max(1, len(asked) // 2)][:2]:
        fact = place["fact"].replace("{value}", place["chances"][0][0] if place["chances"] else "")
        why = answer({"verb": "why", "record": record, "fact": fact})
        assert why["ok"], (fact, why)
        shown = place["chances"][0][1] if place["chances"] else place["chance"]
        if "probability" in why["data"]:
            assert why["data"]["probability"] == pytest.approx(shown, abs=1e-4), fact


def test_what_a_board_of_the_game_tells_has_no_table_more():
    found = answer(
        {"verb": "solve", "record": "game: minesweeper\nplayers: Ann\nme: Ann\n\nAnn dig c3\n", "boards": 1}
    )
    (field,) = found["data"]["boards"]
    assert all(
        place["fact"].startswith(f"ground[{place['say']}] ") for place in field["places"] if place["chance"]
    )


def test_a_card_shows_what_may_be_there_who_has_looked_and_who_claims_what():
    likely = tuple((word, chance / 15) for word, chance in zip("ABCDE", (5, 4, 3, 2, 1), strict=True))
    unsure = Place("1", 0, 0, "1", chances=likely, seen=(1, 3), claim=(2, "Tome"), below=("a coin",))
    board = Board("mansion", ("",), ("", ""), (unsure, Place("2", 0, 1, "2", open=True)), kind="cards")
    drawn = board.drawn(names=("Ann", "Bob", "Cid"))
    assert drawn.words.split("\n") == [
        "mansion",
        "1: A 33%, B 27%, C 20%, D 13%, E 7%, a coin, Ann, Cid, Bob says Tome",
        "2",
    ]
    there = {
        word: float(y)
        for y, word in re.findall(r'<text[^>]* y="([\d.]+)"[^>]*>([^<]+)<', "".join(drawn.shapes))
    }
    assert "E" not in there
    rows = [there[word] for word in ("C", "D", "and 1 more", "a coin", "Bob says Tome")]
    assert all(second - first >= 9 for first, second in pairwise(rows)), rows
    assert "2 says Tome" in board.drawn().words


def test_boards_whose_chances_are_no_shares_of_worlds_say_so():
    data = {"cells": {"1": {"x": 0.2, "y": 0.8}}, "more": {"2": {"z": 1.0}}}
    rough, fine = Sheet("a", ("cells",), "{outer}", estimated=True), Sheet("b", ("more",), "{outer}")
    own = Board("row", ("",), ("",), (Place("1", 0, 0),), kind="cards", shows="a")
    assert [each.estimated for each in boards_of([rough, fine], data, [own])] == [True, False]
    assert [each.estimated for each in boards_of([fine], {**data, "exact": True})] == [False]
    assert [each.estimated for each in boards_of([fine], {**data, "exact": False})] == [True]

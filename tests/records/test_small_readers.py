"""Small readers of records, one question each: whose, how many, which, and where a refusal points."""

from dataclasses import dataclass

import pytest

from deduce.games.base import Option
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.datafile import DataTable
from deduce.records.examples import evening_of, examples_folder
from deduce.records.form import Event, Field, Form
from deduce.records.gathering import Gathering
from deduce.records.header import names_of, option_value, options_of, player_names, seat_of, spelled_out
from deduce.records.moves import read_move
from deduce.records.profiles import Counts, mark_of
from deduce.records.record import VERSION, Line, read_record
from deduce.records.words import Word, counts_of, find_phrase, person, whole_number, words_of


def refusal(read, *given, **named):
    with pytest.raises((RecordError, ProblemError)) as error:
        read(*given, **named)
    return error.value


def head(*lines):
    return read_record("\n".join(["game: toy", *lines, "", "x"]))


@pytest.mark.parametrize(
    ("word", "names", "me", "seat"),
    [
        ("I", ("Ann", "Bob"), 2, 1),
        ("me", ("Ann", "Bob"), 1, 0),
        ("ME:", ("Ann", "Bob"), 2, 1),
        ("Bob", ("Ann", "Bob"), 1, 1),
        ("b", ("Ann", "Bob"), 0, 1),
        ("i", ("Ann", "Ida"), 1, 1),  # somebody's beginning comes first
        ("I", ("Ann", "Bob"), 0, None),  # nobody's notes
        ("you", ("Ann", "Bob"), 1, None),
    ],
)
def test_who_is_meant_by_a_name_or_by_what_the_writer_calls_himself(word, names, me, seat):
    line = Line(1, f"so {word}")
    given = Word(word, 4), names, me, "a player", line
    if seat is None:
        found = refusal(person, *given)
        assert (found.column, found.message) == (4, f"expected a player, not '{word}': allowed: Ann, Bob")
    else:
        assert person(*given) == seat


def test_amounts_are_read_from_none_on():
    line = Line(1, "black 0 pink 12")
    assert counts_of(words_of(line), ("black", "pink"), "a colour", line) == {"black": 0, "pink": 12}
    for text, column in (("pink 1 pink 2", 8), ("black x", 7), ("black 1 pink", 9), ("blue 1", 1)):
        line = Line(1, text)
        assert refusal(counts_of, words_of(line), ("black", "pink"), "a colour", line).column == column


def test_of_names_that_begin_alike_the_one_that_is_spelt_is_meant():
    names = (("king",), ("kingdom",), ("king of hearts", "kh"))
    for text, found in (
        ("king", None),
        ("king x", None),
        ("kingd", (1, 1)),
        ("king of", (2, 2)),
        ("kh now", (2, 1)),
    ):
        line = Line(1, text)
        if found is None:  # "king" ends here, and might go on
            assert refusal(find_phrase, words_of(line), names, "a card", line).column == 1
        else:
            assert find_phrase(words_of(line), names, "a card", line) == found
    line = Line(1, "queen")
    assert refusal(find_phrase, words_of(line), names, "a card", line).message.startswith("expected a card")


def test_a_move_that_ends_too_early_is_refused_behind_it():
    assert refusal(read_move, "ask", ["ask red", "ask blue"]).column == 4
    assert refusal(read_move, "ask red twice", ["ask red"]).column == 9


@pytest.mark.parametrize("value", ["0", "two", str(VERSION + 1), "1234567"])
def test_a_version_is_refused_where_it_stands(value):
    found = refusal(read_record, f"game: toy\nversion:  {value}\n\n")
    assert (found.line, found.column) == (2, 11)


def test_the_seat_of_a_line_is_one_name():
    names = ("Ann", "Bob")
    assert seat_of({}, "first", names) == 0
    assert seat_of({"first": Line(3, "first: bo")}, "first", names) == 2
    found = refusal(seat_of, {"first": Line(3, "first: Bob Ann")}, "first", names)
    assert (found.line, found.column) == (3, 12)


def test_options_behind_that_of_a_seat_are_read_too():
    options = {
        "starts": Option(1, None, "who begins", of_seat=True),
        "days": Option(7, (3, 5, 7), "how many"),
    }
    for text in ("Bob", "2"):
        assert options_of(head(f"starts: {text}", "days: 3"), options, ("Ann", "Bob")) == {
            "starts": 2,
            "days": 3,
        }
    assert options_of(head("starts: 2"), options) == {"starts": 2}


def test_what_could_be_several_values_is_one_only_where_any_text_is():
    listed = Option("plain", ("plain", "plateau", "hills"), "a map")
    assert option_value("map", "hi", listed) == "hills"
    assert "'pla'" in str(refusal(option_value, "map", "pla", listed))
    open_too = Option("plain", ("plain", "plateau", "hills"), "a map", open=True)
    for text in ("pla", "sea.toml"):
        assert option_value("map", text, open_too) == text
    assert option_value("map", "hi", open_too) == "hills"


def test_a_key_of_one_letter_is_a_word_of_the_notes():
    allowed = ("character", "characters")
    assert spelled_out(head("char: x"), allowed).header[-1][0] == "character"
    assert spelled_out(head("c: x"), allowed).header[-1][0] == "c"


def test_a_number_is_a_name_where_one_plays_alone():
    def named(*names):
        return player_names(head(f"players: {' '.join(names)}"), range(1, 4), title="Toy")

    assert named("Ann", "Bob") == ("Ann", "Bob")
    for names, column in ((("Ann", "3"), 14), (("and", "Ann"), 10), (("Ann", "ann"), 14)):
        assert refusal(named, *names).column == column


class Toy:
    title, seats = "Toy", range(2, 4)


def test_who_plays_without_a_line_is_one_only_in_a_game_for_one():
    assert refusal(names_of, Toy(), head()).message.startswith("the header must name the players")
    alone = Toy()
    alone.alone = True
    assert names_of(alone, head()) == ("P1",)


def test_the_mark_of_a_record_goes_by_its_words_alone():
    one = "game: toy\n\nAnn asks 3  # why\n"
    assert mark_of(one) == mark_of("game:   toy\n# about\nAnn  asks 3")
    assert len({mark_of(text) for text in (one, one.replace("3", "4"), one.replace("Ann ", "Ann\n"))}) == 3


def test_tables_are_all_tables():
    def tables(*items):
        return DataTable({"card": list(items)}, "box.toml").tables("card")

    assert [table.path for table in tables({"a": 1}, {"a": 2})] == ["card[1]", "card[2]"]
    for items in (({"a": 1}, 2), (2, {"a": 1}), (2,)):
        assert "[[card]]" in str(refusal(tables, *items))


def test_the_evening_that_is_shown_first_is_a_record_of_its_game():
    for game, place in (("enigma", "enigma/evening.txt"), ("clue", "tables/clue.txt")):
        assert evening_of(game) == (examples_folder() / place).read_text(encoding="utf-8")
    assert "no evening of chess" in str(refusal(evening_of, "chess"))


def test_names_that_may_be_forgotten_are_tried_before_what_is_misread():
    """Whatever the order of the fields; a list of exactly so many forgets none."""
    fields = (
        Field("what", ("x", "y")),
        Field("pair", ("1", "2", "3"), "many", before=" of ", join="-", count=2),
        Field("who", ("A", "B"), "many", before=" to "),
    )
    found = [*Form((), "", (Event("give", "give", fields),)).variants("give x of 1-2 to A")]
    assert found[0] == "give x of 1-2 to A B"
    assert set(found[1:]) == {"give y of 1-2 to A", "give x of 3-2 to A", "give x of 1-3 to A"}
    one = Field("one", ("1", "2"), "many", before=" of ", count=1)
    lone = Form((), "", (Event("give", "give", (one, *fields[2:])),))
    assert [*lone.variants("give of 1 to A")] == ["give of 1 to A B", "give of 2 to A"]


def test_a_number_of_events_is_written_in_digits():
    number = Field("turn", (), "number", before=" turn ")
    form = Form((), "", (Event("note", "note", (number, Field("what", ("1x", "x"), before=" "))),))
    assert form.parse("note turn 12 x") == ("note", "", {"turn": ("12",), "what": ("x",)})
    assert form.parse("note turn a x") is None


def test_late_lines_are_of_the_header_until_one_that_is_there_already():
    record = read_record("game: toy\ncards: a\n\nhand: b\nwon: c\nhand: d\n")
    found = spelled_out(record, (), late=("hand", "won", "cards"))
    assert [(key, value) for key, value, _ in found.header[1:]] == [
        ("cards", "a"),
        ("hand", "b"),
        ("won", "c"),
    ]
    assert [line.body for line in found.events] == ["hand: d"]
    assert spelled_out(read_record("game: toy\ncards: a\n\ncards: b\n"), (), late=("cards",)).events


def test_a_record_in_which_somebody_says_everybody_is_no_record_of_everybody():
    text = "game: toy\nplayers: Ann Bob\nme: Ann\n\nAnn asks everybody\n"
    assert [line.body for line in read_record(text).events] == ["Ann asks everybody"]


def test_a_shortened_move_has_every_word_begun():
    moves = ["ask red", "tell red", "ask blue", "tell blue"]
    assert read_move("t b", moves) == "tell blue"
    assert refusal(read_move, "x b", moves).column == 1
    assert refusal(read_move, "t x", moves).column == 3
    assert (
        refusal(read_move, "g x", ["ask red", "ask blue", "go now"]).column == 3
    )  # though one alone begins so
    found = refusal(read_move, "ask", ["ask red", "ask", "ask blue now"][::2])
    assert (found.column, found.message) == (4, "expected one more word: blue, red")
    assert read_move("ask", ["ask red", "ask"]) == "ask"


@pytest.mark.parametrize(
    ("text", "value"), [("123456789", 123456789), ("1234567890", None), ("²", None), ("", None)]
)
def test_a_number_has_few_digits(text, value):
    assert whole_number(text) == value


def test_what_was_counted_of_a_person_is_a_number_from_none_to_a_million():
    @dataclass(frozen=True)
    class Kept(Counts):
        asked: float = 0.0
        told: float = 0.0

    assert Kept.of({"told": 0, "asked": 999_999}) == Kept(999_999.0, 0.0)
    for wrong in (-1, -0.5, 1_000_000, True, "2", float("nan")):
        assert "is a number from 0" in str(refusal(Kept.of, {"told": wrong}))
    assert "allowed are asked, told" in str(refusal(Kept.of, {"said": 1}))


def test_a_right_line_stands_only_beside_a_refusal_that_has_none():
    kept = Gathering()
    for own, example in (("", ""), ("mine", "yours"), ("", "yours"), ("", lambda: "made")):
        with kept.each(example):
            raise RecordError("no", line=len(kept.errors) + 1, example=own)
    assert [error.example for error in kept.errors] == ["", "mine", "yours", "made"]

"""All that is wrong with a record is told at once, in the order of its lines, each once."""

import json

import pytest
from command_line import deduce as command

from deduce.ground.errors import RecordError, RecordErrors
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce.records.words import find, find_phrase, words_of


def refuse(wrong, number, message="no"):
    with wrong.each("do this"):
        raise Line(number, "text").error(message, 1)


def test_nothing_gathered_raises_nothing():
    wrong = Gathering()
    with wrong.each():
        pass
    wrong.settle()
    assert not wrong


def test_one_refusal_is_raised_as_it_is_with_its_example():
    wrong = Gathering()
    refuse(wrong, 3)
    with pytest.raises(RecordError) as caught:
        wrong.settle()
    assert not isinstance(caught.value, RecordErrors)
    assert str(caught.value) == "line 3, column 1: no\n    for example: do this"


def test_several_are_told_in_the_order_of_the_lines_each_once():
    wrong, inner = Gathering(), Gathering()
    refuse(wrong, 7)
    refuse(inner, 2)
    refuse(inner, 5)
    with wrong.each():
        inner.settle()
    refuse(wrong, 7)
    with pytest.raises(RecordErrors) as caught:
        wrong.settle()
    assert [error.line for error in caught.value.errors] == [2, 5, 7]
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert str(caught.value).count("for example: do this") == 3
    assert [each["line"] for each in caught.value.to_dict()["errors"]] == [2, 5, 7]


@pytest.mark.parametrize("order", [1, -1])
def test_of_one_refusal_made_twice_the_one_with_a_right_line_is_told(order):
    wrong = Gathering()
    for example in ["do this", ""][::order]:
        with wrong.each(example):
            raise Line(3, "text").error("no", 1)
    with pytest.raises(RecordError) as caught:
        wrong.settle()
    assert caught.value.example == "do this"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dark Messiah", (1, 2)),
        ("Messiah", (1, 1)),
        ("Mess", (1, 1)),
        ("da mes and more", (1, 2)),
        ("Enigma Machine 3", (2, 2)),
        ("code", (3, 1)),
        ("enigma c", (3, 2)),
    ],
)
def test_names_of_several_words(text, found):
    names = [
        ("Medium",),
        ("Messiah", "Dark Messiah"),
        ("Machine", "Enigma Machine"),
        ("Code", "Enigma Code"),
    ]
    line = Line(1, text)
    assert find_phrase(words_of(line), names, "a card", line) == found


@pytest.mark.parametrize(
    ("text", "said"), [("Enigma", "could be Enigma Machine or Enigma Code"), ("Mesiah", "'Messiah'")]
)
def test_names_of_several_words_that_are_none(text, said):
    names = [
        ("Medium",),
        ("Messiah", "Dark Messiah"),
        ("Machine", "Enigma Machine"),
        ("Code", "Enigma Code"),
    ]
    line = Line(1, text)
    with pytest.raises(RecordError, match=said):
        find_phrase(words_of(line), names, "a card", line)


def test_the_command_lists_them_all(tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text(
        "game: entracte\nplayers: Ann Bob Cid\nstrat: fall\nmoed: x\n\nAnn plyas fall\nBob plays fell\n"
    )
    status, _, said = command("solve", str(file))
    assert status == 2
    assert said.startswith("deduce: 4 lines to mend:")
    for place in ("line 3, column 1", "line 4, column 1", "line 6, column 5", "line 7, column 11"):
        assert place in said
    told = json.loads(command("solve", str(file), "--json")[1])
    assert [each["line"] for each in told["errors"]] == [3, 4, 6, 7]
    assert told["errors"][2]["example"].startswith("Ann plays ")


def test_found_by_a_campaign_a_word_that_could_be_thirty_things_names_five_of_them():
    names = [f"extra-{number}" for number in range(30)]
    line = Line(3, "draft extra-")
    with pytest.raises(RecordError) as caught:
        find(words_of(line)[1], names, "a card", line)
    assert "'extra-' could be extra-0 or extra-1 or extra-2 or extra-3 or extra-4 or 25 more: write" in str(
        caught.value
    )
    with pytest.raises(RecordError, match="or extra-4: write"):
        find(words_of(line)[1], names[:5], "a card", line)

"""What a person is told whose notes cannot be read: every slip at once, the rule, and the line as it would be right."""

import random
import time

import pytest
from amount import amount
from games import Above
from test_table_talk import GAME, Boxes, notes

from deduce.games.registry import game
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, IllegalMove, RecordError, RecordErrors
from deduce.records.record import Line, read_record
from deduce.rulebook.notes import read
from deduce.rulebook.reading import Reader
from deduce.rulebook.refusing import Unread, _candidates, _column, refusal
from deduce.rulebook.slips import Slip
from deduce.rulebook.stand import Stand
from deduce.rulebook.words import tokens_of


def refused(*lines: str):
    with pytest.raises(RecordError) as caught:
        notes(*lines)
    return caught.value


def test_the_line_as_it_would_be_right_can_be_read():
    error = refused("1 =ruby ruby", "Bob peeks 2, claims oppal")
    assert (error.line, error.column) == (6, 21)
    assert "did you mean 'claim opal'?" in error.message
    assert error.example == "Bob peeks 2, claim opal"
    assert (
        notes("1 =ruby ruby", error.example).reader.answers
        == notes("1 =ruby ruby", "Bob 2 opal").reader.answers
    )


def test_all_slips_are_told_at_once_and_reading_goes_on_behind_each():
    error = refused("1 =ruby ruby", "Bob peeks 7, claims opal", "Cid peeks 3, claims jadde", "Ann 2 pearl")
    assert isinstance(error, RecordErrors)
    assert [(each.line, each.column) for each in error.errors] == [(6, 11), (7, 21)]
    assert error.errors[1].message.endswith("(or this follows from line 6)")
    assert "follows" not in error.errors[0].message


@pytest.mark.parametrize(
    ("name", "told"), [("Zoe", "allowed: Ann, Bob, Cid"), ("Bobb", "did you mean 'Bob'?")]
)
def test_a_name_that_nobody_has_is_named(name, told):
    error = refused("1 =ruby ruby", f"{name} peeks 2, claims opal")
    assert (error.line, error.column) == (6, 1)
    assert f"nobody at the table is called {name!r}" in error.message
    assert told in error.message


def test_a_word_is_no_slip_of_one_that_begins_otherwise():
    assert "'Opal'" not in refused("1 =ruby ruby", "Bob goal 2").message


@pytest.mark.parametrize(
    ("text", "said", "place", "column"),
    [
        ("Bob peeks 2 eek", None, 3, 13),  # and not within "peeks"
        ("a bat at a bat", None, 2, 7),
        ("a bat at a bat", None, 4, 12),
        ("doesn't", None, 1, 5),
        ("so I'm Tome", None, 1, 4),
        ("so I'm Tome", None, 2, 5),
        ("x ?? y", None, 2, 4),
        ("he took it", "Bob takes it", 2, 9),  # words that were put otherwise
        ("he took it", "Bob takes it it", 3, 9),
        ("he took it", "Bob takes", 1, 5),
        ("he claims it", "he claim it", 1, 4),
        ("he claim it, claims", "he claim it claim", 3, 14),
        ("he", "Bob takes it", 2, 2),
        ("", "Bob", 0, 1),
    ],
)
def test_where_a_word_stands(text, said, place, column):
    tokens = tokens_of(said or text)
    assert _column(text, tokens[place].text, place, tokens) == column


@pytest.mark.parametrize(
    ("text", "start", "stop", "slip", "right"),
    [
        ("Bob peeks", 4, 9, "", ["Bob ask", "Bob tell"]),
        ("Bob peeks, Cid", 4, 9, "", ["Bob ask, Cid", "Bob ask", "Bob tell, Cid", "Bob tell"]),
        ("Bob peeks 2, so; Cid", 13, 15, "", ["Bob peeks 2, ask; Cid", "Bob peeks 2, ask", "Bob peeks 2, tell; Cid",
                                               "Bob peeks 2, tell"]),
        ("so Cid", 0, 2, "", ["ask Cid", "ask", "tell Cid", "tell"]),
        ("opal opa", 8, 8, "opa", ["opal opal", "opal opa, ask"]),
        ("opal", 4, 4, "opa", ["opal ask"]),
    ],
)  # fmt: skip
def test_lines_that_could_be_meant(text, start, stop, slip, right):
    """The word that is meant in place of the one written, and no part of another; what could stand there, or more."""
    error = Unread("")
    error.start, error.stop, error.options = start, stop, ["ask", "tell", "go"]
    found = [*_candidates(error, Slip(slip, 1, "opal", "") if slip else None, text)]
    assert found[: len(right)] == right
    assert slip or found == right


def test_a_refusal_points_at_its_word_and_not_into_another():
    error = refused("1 =ruby ruby", "Bob peeks 2 eek")
    assert (error.line, error.column) == (6, 13)


def test_a_line_before_that_is_not_complete_is_completed():
    error = refused("1 =ruby ruby", "Bob peeks 2", "Cid 3 jade")
    assert error.line == 7
    assert error.example == "Bob peeks 2, claim ruby"


def test_after_many_slips_no_more_are_looked_for():
    error = refused(*["Bob peeck 2, claims opal"] * 40)
    assert len(error.errors) == 12


def test_signs_alone_say_nothing():
    for line in ("(", ", ,", "- -"):
        assert "these signs say nothing" in refused("1 =ruby ruby", line).message


@pytest.mark.parametrize("seed", range(amount(20, 400)))
def test_a_line_with_a_word_changed_is_read_or_has_a_right_line_that_reads(seed):
    rng = random.Random(seed)
    words = ["Bob", "peeks", "2,", "claims", "opal,", "doubt", "Ann", "Cid,", "lie", "=jade"]
    words[rng.randrange(len(words))] = rng.choice(["", "x", "9", "opall", "peek", "Cid", "lied"])
    line = " ".join(words)
    try:
        notes("1 =ruby ruby", line)
    except RecordError as error:
        if error.example:
            notes("1 =ruby ruby", error.example)


class Ruled(Boxes):
    """The same game, which says why not."""

    def moves_ever(self, setting):
        return [
            *(f"peek {at}" for at in range(1, 5)),
            *(f"claim {gem}" for gem in ("ruby", "pearl", "opal", "jade")),
        ]

    def forbids(self, text, table, wait):
        return "a box is looked into first" if text.startswith("claim") and wait.menu.verb == "peek" else ""


def test_a_refusal_names_the_rule_in_play_and_in_notes():
    game = Ruled()
    state = game.new(players=2, seed=1)
    with pytest.raises(IllegalMove, match=r"claim opal: a box is looked into first; .*peek 1"):
        state.play("claim opal")
    with pytest.raises(IllegalMove, match="not among the choices now"):
        GAME.new(players=2, seed=1).play("claim opal")
    head = "game: boxes\nplayers: Ann Bob\nme: Ann\n\n"
    with pytest.raises(RecordError, match="claim opal: a box is looked into first; possible now: peek 1"):
        read(game, read_record(f"{head}Ann claims opal\n"))
    assert list(game.actions(2)) == list(game.moves_ever(state.setting))


BY_NAME, BY_OPTION = (
    "not Bob; who begins is named first in 'players:'",
    "not Bob; who begins is told by 'keeper:'",
)


@pytest.mark.parametrize(
    ("name", "head", "lines", "end"),
    [
        ("kuhn", "players: Ann Bob", ("card Ann 3", "Bob pass"), BY_NAME),
        ("kuhn", "players: Ann Bob", ("card Ann 3", "Ann pass", "Bob bet", "Bob pass"), "not Bob"),
        ("enigma", "players: Ann Bob Cid", ("Bob peeks 3, claims Radio",), BY_OPTION),
        ("liars_dice", "players: Ann Bob", ("my dice: 1 2 3 4 5", "Bob 3 of 4"), BY_NAME),
    ],
)
def test_who_lets_another_begin_is_told_where_it_stands_who_does(name, head, lines, end):
    text = f"game: {name}\n{head}\nme: Ann\n\n" + "\n".join(lines) + "\n"
    with pytest.raises(RecordError, match=r"expected Ann to choose \(") as caught:
        game(name).answers().read(read_record(text))
    assert caught.value.message.partition(": did you mean")[0].endswith(end)


def test_a_complete_record_names_the_lines_of_what_is_known():
    text = "game: above\nplayers: Ann Bob\n\ncard[Ann] 2, card[Bob] 3\nAnn asks Bob 2\n"
    known = read(Above(), read_record(text)).knowledge(1)
    assert [(each.text, each.place) for each in known.log] == [
        ("card[Ann] is 2", "line 4"),
        ("Bob's card is above 2: yes", "line 5"),
    ]


def test_what_can_be_dealt_is_listed_in_the_order_of_the_rules():
    """It came out of a set, so two runs of one program told it in two orders."""
    text = "game: mastermind\nplayers: Ann\n\npeg[1] is mauve\n"
    with pytest.raises(RecordError, match="what peg 1 is: red, yellow, green, blue, orange, purple"):
        game("mastermind").answers().read(read_record(text))


def test_why_a_line_is_refused_is_worked_out_once_and_of_no_wording_that_was_tried_in_vain(monkeypatch):
    told = []
    monkeypatch.setattr("deduce.rulebook.reading.refusal", lambda *a: told.append(a) or refusal(*a))
    text = "game: coup\nplayers: Ann Bob\nme: Ann\n\ndraw duke to hand of Ann\ndraw duke to hand of Ann\n"
    reader = game("coup").answers().read(read_record(text)).reader
    line = Line(9, "Ann flies away with it", "")
    answers = [*reader.answers]
    begun = []
    anew = Stand.run
    monkeypatch.setattr(Stand, "run", lambda self, table: begun.append(table) or anew(self, table))
    assert not reader.reads(line.text, "line 9", line)
    assert not told
    assert not begun  # the try died before it led the rules on, so they need not be run again
    with pytest.raises(RecordError, match="not understood"):
        reader.read(line.text, "line 9", line)
    assert len(told) == 1
    assert reader.answers == answers
    assert reader.reads("Ann income", "line 9", line)


def test_a_line_that_there_was_no_time_to_read_is_not_refused(monkeypatch):
    """Another way to read it met the limit, and the refusal of the first way was told as if it were the line's fault."""
    monkeypatch.setattr(Reader, "hurried", lambda self, text: time.sleep(0.4) or ())
    with Deadline(0.3).watch(), pytest.raises(GaveUp):
        notes("1 =ruby ruby", "Bob flies")


@pytest.mark.parametrize(
    ("line", "column", "meant", "right"),
    [
        ("card[Ann] = J", 1, "", "card[Ann] = 1"),  # which is spelt as it should be
        ("crad[Ann] = 2", 1, "card", "card[Ann] = 2"),
        ("card[Anm] = 2", 6, "Ann", "card[Ann] = 2"),
    ],
)
def test_a_word_with_signs_within_is_several_words(line, column, meant, right):
    with pytest.raises(RecordError) as caught:
        read(Above(), read_record(f"game: above\nplayers: Ann Bob\n\n{line}\n"))
    error = caught.value
    assert (error.line, error.column, error.example) == (4, column, right)
    assert (f"did you mean '{meant}'?" in error.message) if meant else ("did you mean" not in error.message)

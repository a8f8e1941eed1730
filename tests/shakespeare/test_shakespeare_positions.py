"""Typed positions: what is refused and where, and evenings and questions that follow from them."""

import random

import pytest
from command_line import deduce
from shakespeare_tools import new

from deduce.ground.errors import RecordError
from deduce.records.record import Line, read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.drawing import is_stage_row, stage_text
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.records.position import _undrawn, position_code
from deduce_models.shakespeare.records.reading import read

TWO = "game: shakespeare\nplayers: 2\n\n"
DAY = TWO + "position day 3\nposition turn 1\n"


def refused(text):
    """The error of a record that cannot be read."""
    with pytest.raises(RecordError) as caught:
        read(read_record(text))
    return caught.value


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("position order 1 2\nposition day 3 4", "expected the end of the line, not '4'", 16),
        ("position turn 1 2", "expected the end of the line, not '2'", 17),
        ("position turn 1\nposition foo 3", "expected a part of a position, not 'foo'", 10),
        ("position turn 1\nposition seat 1 prestige 4 prestige 5", "prestige is named twice", 28),
        ("position turn 1\nposition display hamlet queen", "queen is printed on every board: no card", 25),
        (
            "position turn 1\nposition display titanya",
            "did you mean 'titania'? allowed: handyman, mistress-6,",
            18,
        ),
        ("position turn 1\nposition troupe 1 romeo handymen", "ophelia, and extra-NAME face down", 25),
    ],
)
def test_a_line_of_a_position_with_too_much_is_refused(line, message, column):
    error = refused(TWO + line + "\n")
    assert message in error.message
    assert error.column == column


def test_nobody_is_both_activated_and_resting():
    lines = "position used 1 author\nposition resting 1 author\nposition seat 1 cylinders 2\n"
    assert "Rest token" in refused(DAY + lines).message
    other = "position used 1 author\nposition resting 1 queen\nposition seat 1 cylinders 2\n"
    assert read(read_record(DAY + other)).last.boards[0].used == 1


def test_all_tokens_together_are_as_many_as_the_game_has():
    def tokens(first, second):
        return f"position seat 1 tokens {first}\nposition seat 2 tokens {second}\n"

    assert "the game has 8" in refused(DAY + tokens(5, 4)).message
    assert read(read_record(DAY + tokens(5, 3))).last.boards[1].tokens == 3
    unlimited = DAY.replace("players: 2\n", "players: 2\nplus3_limit: no\n")
    status, _, err = deduce("solve", "-", stdin=unlimited + tokens(5, 4))
    assert status == 0, err


def test_a_mistyped_word_is_answered_with_what_can_be_played():
    text = DAY + "position display hamlet\nzzz\n"
    assert "expected P1 to choose: recruit hamlet" in refused(text).message
    assert "activate author" in refused(text).message


def test_one_wager_too_many_says_whose_are_expected():
    assert "3 are told; expected those of P1 P2" in refused(TWO + "position day 2\nwagers 1 2 3\n").message


def test_a_question_about_something_hidden_where_nothing_is(tmp_path):
    path = tmp_path / "day.txt"
    path.write_text(DAY, encoding="utf-8")
    status, _, err = deduce("why", path, "place[wardrobe] = deck")
    assert status == 2
    assert "nothing is hidden from seat 1" in err


def test_a_misspelt_player_is_refused_in_a_solo_game():
    status, out, err = deduce("play", "shakespeare", "--players", "1", "--against", "plannr")
    assert (status, out) == (2, "")
    assert "did you mean 'planner'" in err


def test_an_evening_worked_out_by_hand():
    """Assistants, a costume gain, ambiance, grey quill, rehearsal, acts and pay of one evening, by hand.

    Mistress 6 with two assistants spends 8 (green, black, pink); Lady Macbeth's 1+2+5=8 brings two pounds. Two
    purple pieces are left: ambiance 5, 3, 2 becomes 3, 1, 0. Hamlet's costume is a point, Lady Macbeth's a step
    in each act. Act I: 9, 6, 5 bring 5, 1, 1 pounds; II: 7 and 5 are first and second, 2 has the penalty;
    III: 9 and 8 bring 3 and 2 points, 3 has the penalty.
    """
    text = """game: shakespeare
players: 3

position day 4
position order 2 1 3
position initiative 3 1 2
position turn 1
position out 2 3
position recruited 1 2 3
position offer set purple 2 black 1
position offer costume green 1 pink 2 black 2
position acts 1 4 6 9
position acts 2 6 6 3
position acts 3 9 2 8
position pile II 2 1 3
position seat 1 prestige 7 pounds 2 ambiance 5 cylinders 1
position seat 2 prestige 8 pounds 3 ambiance 3 cylinders 0
position seat 3 prestige 9 pounds 0 ambiance 2 cylinders 0
position troupe 1 hamlet lady-macbeth assistant.1 assistant.2 mistress-6.1
position costume 1 hamlet pink pink black
position costume 1 lady-macbeth black pink
activate mistress-6.1
costume green lady-macbeth
costume black falstaff
costume pink falstaff
done
back II
"""
    boards = read(read_record(text)).last.boards
    assert [(board.prestige, board.pounds) for board in boards] == [(13, 6), (8, 4), (9, 5)]


@pytest.mark.parametrize(("day", "space"), [(1, 4), (4, 4), (5, 8), (6, 8)])
def test_neutral_discs_follow_the_day(day, space):
    text = f"game: shakespeare\nplayers: 1\n\nposition day {day}\n"
    found = read(read_record(text))
    assert [row[1] for row in found.last.spaces] == [space] * 3
    assert f"assumed on space {space}" in found.assumed[0]
    given = read(read_record(text + "position acts neutral 5 5 5\n"))
    assert [row[1] for row in given.last.spaces] == [5] * 3
    assert not any("neutral" in line for line in given.assumed)


DRAWN = """position picture 1
              4L2*    4L1     4R1     4R2*
          [#]    (3L1*)  (3C*)    3R1*    [#]
     (2L3)    <P3>    [B]     <B4>  (2R2=P)  (2R3)
  [#]     [K]     [P]     [G]     <P1>    <K2>    [#]
"""


def test_a_stage_is_typed_as_it_is_drawn():
    found = read(read_record(TWO + "position day 3\n" + DRAWN)).last
    stage = found.setup.stage
    typed = "position stage 1 1L2 black 1L1 pink 1C green 1R1 pink 1R2 black 2L2 pink 2L1 blue 2R1 blue\n"
    assert found.boards[0].stage == read(read_record(TWO + "position day 3\n" + typed)).last.boards[0].stage
    rng = random.Random(3)
    for name in ("I", "A", "B", "D22", "D23"):
        stage = components(name).stage
        for _ in range(5):
            pieces = stage.empty
            for _ in range(rng.randrange(9)):
                place = rng.choice(stage.open(pieces))
                fitting = [colour for colour in (1, 2) if not stage.refusal(pieces, place, colour)]
                pieces = stage.put(pieces, place, rng.choice(fitting))
            rows = stage_text(stage, pieces).partition("\n\n")[0]
            lines = f"game: shakespeare\nstage: {name}\n\nposition day 4\nposition picture 1\n{rows}\n"
            assert read(read_record(lines)).last.boards[0].stage == pieces


def test_a_code_says_how_many_play():
    state = read(read_record(TWO + DRAWN + "position day 2\nposition turn 2\n")).last
    code = position_code(state)
    assert code.startswith("n2 d2 ")
    assert read(read_record(f"game: shakespeare\n\nposition code {code}\n")).last == state
    with pytest.raises(RecordError, match="5 play; expected 1 to 4"):
        read(read_record("game: shakespeare\n\nposition code n5 d2\n"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("position offer set black 7\n", "7 elements of the set on offer; 6 are drawn a day"),
        ("position day 1\nposition troupe 1 hamlet puck romeo\n", "on day 1 it has at most 1 card"),
        (
            "position day 1\nposition recruited 1\nposition troupe 1 hamlet puck romeo\n",
            "on day 1 it has at most 2",
        ),
        (
            "position day 5\nposition bag set pink 2 blue 3\n",
            "5 elements in the set bag; on day 5 there are 6",
        ),
        ("position display iago puck romeo viola hamlet\n", "5 cards on display; 4 are shown a day"),
        (
            "position recruited 1\nposition display iago puck romeo viola\n",
            "4 cards on display; 4 are shown a day, and 1",
        ),
        (
            "position turn 1\nposition display iago puck romeo viola\nposition discard juliet hamlet titania\n",
            "23 cards would be left in the deck; on day 1 there are 22, as 8 have been dealt",
        ),
        ("position code n3 d2\n", "3 play here, 2 in the header"),
        ("position picture 1\n[K] 1L1\n", "1 rows are drawn; the stage has 4"),
        (DRAWN.replace("4L1 ", "4L9 "), "4L9 stands where 4L1 is"),
        (DRAWN.replace("[K] ", "1L2 "), "these pieces cannot stand so"),
        (DRAWN.replace("[B]", "what"), "not understood: 'what'"),
        (DRAWN.replace("[B]", ""), "5 are drawn"),
        (DRAWN.replace("[B]", "[#]"), "stands where a printed piece is, or is none"),
        (DRAWN + "position stage 1 1C black\n", "'position stage 1' is given twice"),
        ("position stage 1 1C black\n" + DRAWN, "'position stage 1' is given twice"),
        (DRAWN, "8 elements of the set are on offer or in use; until day 1 6 are drawn"),
    ],
)
def test_what_cannot_be_is_refused(lines, message):
    assert message in refused(TWO + lines).message


def test_rows_of_a_drawn_stage_without_their_line_are_refused_from_the_first_sign_on():
    stage = new(players=2).setup.stage
    row = next(line for line in stage_text(stage).splitlines() if is_stage_row(line))
    with pytest.raises(RecordError, match="position picture SEAT") as refused:
        list(_undrawn(stage, [Line(7, row, "notes")]))
    assert (refused.value.line, refused.value.column) == (7, 1)


def test_the_board_of_the_troupe_says_who_was_activated_and_who_rests():
    lines = "position used 1 author\nposition resting 1 handyman\nposition seat 1 cylinders 2\n"
    (troupe,) = (board for board in GAME.boards_record(read_record(DAY + lines)) if board.title == "troupe")
    marked = {place.text: place.below for place in troupe.places if place.below}
    assert marked == {"author": ("activated",), "handyman": ("resting",)}

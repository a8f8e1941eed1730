"""Stages are read or refused by their key, and what happened, results and refusals are told in their words."""

import itertools
import math
from types import SimpleNamespace

import pytest
from shakespeare_tools import acting, with_board

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.answers import report
from deduce_models.shakespeare.answers.changed import changed
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.components.stage import read_stage
from deduce_models.shakespeare.game import _kept_awake
from deduce_models.shakespeare.records.assembly import _share
from deduce_models.shakespeare.records.position import _sayings
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.records.words import uncopied
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.scoring import final


@pytest.mark.parametrize(
    ("rows", "candles", "message"),
    [
        ([], [], r"rows: row 1 has 0 spaces; expected an odd number of at least 5 \(C1\)"),
        (["ooxoo"], [], "rows: row 1 is 'ooxoo': expected letters o and v"),
        (["ooooo", ""], [], "rows: row 2 is '': expected letters o and v"),
        (["oooov"], [], r"rows: row 1 is 'oooov', which is no mirror image of itself \(C6\)"),
        (["ooooo", "vvv"], [], r"rows: row 2 does not lie between the pieces of the row under it \(C2\)"),
        (["ooo"], [], r"rows: row 1 has 3 spaces; expected an odd number of at least 5 \(C1\)"),
        (["oooooo"], [], r"rows: row 1 has 6 spaces; expected an odd number of at least 5 \(C1\)"),
        (["ooooo", "oooo"], [], r"rows: 0 printed pieces \(v\); expected 4 \(C3\)"),
        (["ooooo", "vvvvvv"], [], r"rows: 6 printed pieces \(v\); expected 4 \(C3\)"),
        (["ooooo", "vvvv", "o", "oo"], [], r"rows: space 4L1 hangs over nothing \(two pieces needed\)"),
        (["ooooo", "vvvv"], ["3C"], "candles: no space '3C': "),
        (["ooooo", "vvvv", "ooo"], ["3L1"], "candles: left and right mirror each other, so do the candles"),
    ],
)
def test_a_stage_that_cannot_be_is_refused_by_its_key(rows, candles, message):
    with pytest.raises(ProblemError, match=message):
        read_stage("t", rows, candles)


def test_a_stage_is_its_rows_from_the_bottom():
    stage = read_stage("t", ["ooooo", "vvvv", "ooo"], ["1C", "3L1", "3R1"])
    assert [cell.name for cell in stage.cells] == ["1L2", "1L1", "1C", "1R1", "1R2", "3L1", "3C", "3R1"]
    assert [cell.row for cell in stage.cells] == [1] * 5 + [3] * 3
    assert [cell.column for cell in stage.cells] == [-4, -2, 0, 2, 4, -2, 0, 2]
    assert [stage.cells[cell.mirror].name for cell in stage.cells] == [
        "1R2", "1R1", "1C", "1L1", "1L2", "3R1", "3C", "3L1",
    ]  # fmt: skip
    assert [cell.name for cell in stage.cells if cell.candle] == ["1C", "3L1", "3R1"]
    assert all(cell.supports == () for cell in stage.cells)  # printed pieces hold the third row
    assert len(stage.printed) == 4
    # Eight spaces, none on another: they can be filled in any order.
    assert stage.shapes() == tuple(math.comb(8, count) for count in range(9))
    assert stage.orders() == math.factorial(8)
    begun = stage.put(stage.empty, stage.place("1C"), 1)
    assert stage.shapes(begun) == tuple(math.comb(7, count) for count in range(8))
    assert stage.orders(begun) == math.factorial(7)
    with pytest.raises(ProblemError, match="the stage has no space '2C'"):
        stage.place("2C")
    over = read_stage("t", ["ooooo", "voov", "vov"], [])
    above = over.cells[over.place("2L1")]
    assert [over.cells[under].name for under in above.supports] == ["1L1", "1C"]
    shipped = components().stage
    for place, cell in enumerate(shipped.cells):
        spots = {(other.row, other.column) for other in shipped.cells} | {*shipped.printed}
        if cell.row > 1:
            assert {(cell.row - 1, cell.column - 1), (cell.row - 1, cell.column + 1)} <= spots
        assert shipped.cells[cell.mirror].mirror == place
        for colour in (1, 3):
            refused = shipped.refusal(shipped.empty, place, colour)
            below = next((shipped.cells[under].name for under in cell.supports), "")
            assert refused == (f"space {cell.name} needs a piece on {below} under it" if below else "")
    filled = shipped.put(shipped.empty, 0, 1)
    assert shipped.refusal(filled, 0, 1) == f"space {shipped.cells[0].name} is filled"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("mistress-6.2", "mistress-6"),
        ("mistress-6", "mistress-6"),
        ("a.b", "a.b"),
        ("a.", "a."),
        ("x.12", "x"),
    ],
)
def test_a_copys_number_is_left_out(code, name):
    assert uncopied(code) == name


# What happened.


def test_wagers_are_shown_with_the_order_and_hidden_moves_are_not_told():
    before = acting(3).view(2)
    wager = before._replace(phase=phases.WAGER)
    boards = tuple(
        board._replace(cylinders=count) for board, count in zip(before.boards, (3, 1, 5), strict=True)
    )
    after = before._replace(boards=boards, order=(2, 1, 3))
    shown = "The wagers are shown: seat 1 3, seat 2 1, seat 3 5. Order: 2 1 3."
    assert GAME.happened(wager, after, 3, "wager 5") == ["Seat 3 has moved.", shown]
    assert GAME.happened(wager, after, 2, "wager 1") == [shown]
    assert GAME.happened(wager, wager, 3, "wager 5") == ["Seat 3 has moved."]
    assert GAME.happened(before, before, 3, "pass") == ["Seat 3: pass."]
    assert GAME.happened(before, before, 0, "deal") == []
    for phase, hidden in (
        (phases.WAGER, True), (phases.KEEP, True), (phases.UNDER, True), (phases.ACTION, False), (phases.QUILL, False),
    ):  # fmt: skip
        view = SimpleNamespace(phase=phase)
        assert GAME.hides(view, None) is hidden
    for rest, hidden in (("strategic", False), ("hidden", True)):
        options = SimpleNamespace(options=SimpleNamespace(rest=rest))
        assert GAME.hides(SimpleNamespace(phase=phases.REST, setting=options), None) is hidden


def test_who_is_kept_awake_is_told_when_it_shows():
    state = acting(2)
    codes, people = state.setup.codes, state.boards[0].troupe
    was = with_board(with_board(state, 1, used=0b11), 2, used=0b1)
    now = with_board(with_board(state, 1, resting=0b10), 2, resting=0b1)
    told = _kept_awake(was.view(2), now.view(2))
    assert len(told) == 1
    assert codes[people[0]] in told[0]
    assert codes[people[1]] not in told[0]
    assert told[0].startswith("Seat 1")
    own = _kept_awake(was.view(1), now.view(1))
    assert own[0].lower().startswith("you")


# Reports.


def test_results_say_what_they_are_made_of():
    view = with_board(acting(2), 1, prestige=7, pounds=9).view(1)
    end = final(view, 1)
    row = report._result(view, 1)
    assert row["text"] == (
        f"seat 1: {end.prestige} prestige, {end.pounds} {'pound' if end.pounds == 1 else 'pounds'} if the game ended now "
        f"(7 on the board, {sum(end.objectives)} for objectives known, {end.yellow} for yellow; "
        f"{end.paid} paid, {end.unpaid} not)"
    )
    assert {key: row[key] for key in ("seat", "prestige", "pounds", "unpaid")} == {
        "seat": 1, "prestige": end.prestige, "pounds": end.pounds, "unpaid": end.unpaid,
    }  # fmt: skip
    over = report._result(view._replace(phase=phases.OVER), 1)
    assert over == {"seat": 1, "prestige": 7, "pounds": 9, "text": "seat 1: 7 prestige, 9 pounds"}


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("", "'' is neither a move nor NAME = VALUE: column 1: expected a move, not an empty line"),
        ("juggle", "'juggle' is neither a move nor NAME = VALUE"),
        ("objective[1] = x", "nothing is hidden from seat 1|objective"),
    ],
)
def test_what_cannot_be_asked_is_refused(fact, message):
    replay = SimpleNamespace(view=lambda seat: acting(1).view(1))
    with pytest.raises(ProblemError, match=message):
        report.why(replay, fact)


def test_a_move_that_may_be_played_and_one_that_may_not():
    view = acting(2).view(1)
    allowed = view.moves[0]
    assert report._why_move(view, str(allowed)).text == f"{allowed}: seat 1 may play it"
    assert report._why_move(view, str(allowed)).data == {"move": str(allowed), "legal": True, "reason": ""}
    told = report._why_move(view, "wager 3")
    assert told.text.startswith("wager 3: not now: ")
    assert told.data["legal"] is False
    over = report._why_move(view._replace(phase=phases.OVER, turn=0), "pass")
    assert over.text == f"pass: not now: no seat moves: {phases.NAMES[phases.OVER]}"


def test_a_position_says_its_parts_once():
    state = acting(3, people=["romeo"])._replace(initiative=(2, 3), out=0b10)
    state = with_board(state, 1, recruited=True, used=0b1, resting=0b10)
    said = [(key, about) for key, about, _ in _sayings(state)]
    assert len(said) == len({*said})
    values = {(key, *about): [*words] for key, about, words in _sayings(state)}
    codes = state.setup.parts.codes
    assert values["day",] == [1]
    assert values["turn",] == [1]
    assert values["order",] == [1, 2, 3]
    assert values["initiative",] == [2, 3]
    assert values["display",] == [codes[card] for card in state.display]
    assert ("discard" in {key for key, _ in said}) == bool(state.discard)
    assert (values["recruited",], values["out",]) == ([1], [2])
    people = [state.setup.codes[person] for person in state.boards[0].troupe]
    assert (values["used", 1], values["resting", 1]) == (people[:1], people[1:2])
    assert values["troupe", 1] == people[state.setup.printed :]
    assert values["seat", 2][::2] == ["prestige", "pounds", "ambiance", "tokens", "cylinders"]
    assert ("turn",) not in {
        (key, *about) for key, about, _ in _sayings(state._replace(phase=phases.WAGER))
    }


def test_what_a_line_changed_is_the_position_without_what_is_proposed():
    def sheet(*lines, assumed=()):
        return SimpleNamespace(text="\n".join(lines), data={"assumed": assumed})

    before = sheet(
        "day 1",
        "seat 1: 3 prestige",
        "  troupe: author",
        "seat 1 decides: now",
        "a work",
        "the result so far:",
        "x",
    )
    after = sheet(
        "day 2", "seat 1: 3 prestige", "  troupe: author, romeo", "seat 2 decides: now", "another work",
        "hidden from seat 1: 2 possibilities", "the set on the last day will offer: blue", "the result so far:", "y",
        "position code d2",
    )  # fmt: skip
    assert list(changed(before, after)) == [
        "day 2", "seat 1, troupe: author, romeo", "seat 2 decides: now", "hidden from seat 1: 2 possibilities",
        "the set on the last day will offer: blue", "y",
    ]  # fmt: skip


# Positions that cannot be.

HEAD = "game: shakespeare\nplayers: 2\n\nposition day 3\n"


@pytest.mark.parametrize(
    ("lines", "message", "line", "column"),
    [
        ("turn 1\nposition pile I 1", "expected every disc once, first to last", 6, 17),
        ("turn 1\nposition acts 1 3 1 1\nposition acts 2 4 1 1\nposition pile I 1 2", "further on comes first", 8, 20),
        ("turn 1\nposition costume 1 queen black", "queen wears no costume", 6, 20),
        ("turn 1\nposition seat 1 cylinders 5\nposition used 1 author", "more than 5 cylinders", 7, None),
        ("turn 1\nposition out 1", "it is the turn of seat 1, which has left the action phase", 6, None),
        ("turn 1\nposition recruited 1\nposition seat 1 cylinders 0", "which has left the action phase", 7, None),
        ("initiative 1", "before the wagers all seats are on the Initiative track", 5, 22),
        ("turn 1\nposition bag set black 99", "more elements than the game has left: at most black", 6, 18),
        ("turn 1\nposition bag set pink 1 black 99", "more elements than the game has left", 6, 25),
        ("turn 1\nposition seat 1 prestige 999", "999 prestige: on day 3 nobody has less than", 6, 26),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_where_it_is_told(lines, message, line, column):
    with pytest.raises(RecordError) as refused:
        read(read_record(f"{HEAD}position {lines}\n"))
    assert message in refused.value.message
    assert refused.value.line == line
    assert column in (None, refused.value.column)


def test_a_bag_that_was_not_given_holds_its_share_of_what_is_not_seen():
    for unseen, size in itertools.product(
        ((4, 2, 0, 6), (1, 1, 1, 1), (0, 0, 0, 0), (7, 3, 5, 2)), (0, 3, 7, 99)
    ):
        found, total = _share(unseen, size), sum(unseen)
        assert sum(found) == min(size, total)
        for count, part in zip(unseen, found, strict=True):
            exact = count * min(size, total) / total if total else 0
            assert part in (math.floor(exact), math.ceil(exact))
        if total:  # the largest remainders are rounded up
            rest = [
                (count * min(size, total) % total, part * total)
                for count, part in zip(unseen, found, strict=True)
            ]
            raised = [
                part > count * min(size, total) for count, (_, part) in zip(unseen, rest, strict=True)
            ]
            up = [left for (left, _), more in zip(rest, raised, strict=True) if more]
            down = [left for (left, _), more in zip(rest, raised, strict=True) if not more]
            assert not up or min(up) >= max(down, default=0)

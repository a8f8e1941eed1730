"""The golden examples S1 to S15 of the rules."""

import pytest
from shakespeare_tools import acting, dealt, do, new, texts, troupe, until, with_board

from deduce.ground.errors import IllegalMove
from deduce_models.shakespeare.rules import (
    ambiance as rules_ambiance,
)
from deduce_models.shakespeare.rules import (
    days,
    phases,
)
from deduce_models.shakespeare.rules import (
    rehearsal as rules_rehearsal,
)
from deduce_models.shakespeare.rules.scoring import act_gains, final

RED, GREEN, BLUE, YELLOW = 1, 2, 3, 4
MANY = (9, 9, 9, 9, 9, 9)


@pytest.mark.parametrize(
    ("players", "offer", "display", "bag"), [(2, 6, 4, 36), (3, 9, 5, 54), (4, 12, 6, 72), (1, 6, 4, 36)]
)
def test_s1_the_set_up(players, offer, display, bag):
    drafting = new(players=players, seed=3)
    assert drafting.phase == phases.DRAFT
    assert len(drafting.display) == display
    assert drafting.turn == drafting.order[-1]
    state = dealt(players)
    assert sum(state.set_offer) == sum(state.costume_offer) == offer
    assert sum(state.set_offer) + sum(state.set_bag) == bag
    assert sum(state.costume_offer) + sum(state.costume_bag) == bag
    assert len(state.display) == display
    for board in state.boards:
        assert (board.prestige, board.ambiance, board.pounds, board.tokens) == (5, 2, 0, 0)
        assert len(board.troupe) == 5
    assert all(row[:players] == (1,) * players for row in state.spaces)
    assert state.initiative == (state.order if players > 1 else ())


def test_s2_the_wager():
    state = dealt(4)._replace(initiative=(BLUE, GREEN, YELLOW, RED))
    before = [board.prestige for board in state.boards]
    state = do(state, "wager 2", "wager 5", "wager 3", "wager 3")
    assert state.order == (RED, BLUE, YELLOW, GREEN)
    assert [board.prestige for board in state.boards] == [before[0] + 1, *before[1:]]
    assert state.initiative == ()
    assert [board.cylinders for board in state.boards] == [2, 5, 3, 3]


def test_s3_recruiting():
    state = acting(4, RED)
    lady = state.setup.parts.codes.index("lady-macbeth")
    state = state._replace(display=tuple(sorted({lady, *state.display[1:]} | {lady})))
    state = state._replace(order=(RED, BLUE, YELLOW, GREEN))
    after = do(state, "recruit lady-macbeth")
    board, before = after.boards[RED - 1], state.boards[RED - 1]
    assert (board.pounds, board.cylinders) == (before.pounds, before.cylinders)
    assert lady not in after.display
    assert board.recruited
    assert after.setup.codes[board.troupe[-1]] == "lady-macbeth"
    assert after.turn == BLUE
    with pytest.raises(IllegalMove, match="one card is recruited a day"):
        do(after._replace(turn=RED), f"recruit {state.setup.parts.codes[after.display[0]]}")


def test_s4_the_author_splits_his_quills():
    state = acting(4, BLUE)
    after = do(state, "activate author", "quill II", "quill III")
    assert [row[BLUE - 1] for row in after.spaces] == [1, 2, 2]
    assert after.initiative == (BLUE,)
    assert after.boards[BLUE - 1].cylinders == 4
    assert after.turn == YELLOW


def test_s5_a_costume_of_three_pinks():
    state = acting(4, YELLOW, people=["mistress-6.1"], costume_offer=(1, 3, 0, 0, 1, 1))
    before = state.boards[YELLOW - 1]
    working = do(state, "activate mistress-6.1")
    after = do(working, *["costume pink falstaff"] * 3)
    board = after.boards[YELLOW - 1]
    assert board.costumes[1] == bytes([2, 2, 2])
    assert (board.pounds - before.pounds, board.prestige - before.prestige) == (2, 0)
    assert do(after, "done").turn == RED
    both = do(working, "costume green author", "costume black falstaff")
    assert texts(both) == ["done"]
    with pytest.raises(IllegalMove, match="pink costs 2, and 1 is left"):
        do(working, "costume green author", "costume pink author")
    with pytest.raises(IllegalMove, match="only the Jeweler takes yellow"):
        do(working, "costume yellow author")
    with pytest.raises(IllegalMove, match="complete"):
        do(after._replace(costume_offer=MANY, budget=5), "costume black falstaff")


@pytest.mark.parametrize("stage", ["I", "A", "B", "D22", "D23"])
def test_s6_a_dresser_at_work(stage):
    offer = (6, 1, 0, 0, 1, 0)
    state = acting(4, GREEN, people=["dresser-8.1"], set_offer=offer, stage=stage)
    before = state.boards[GREEN - 1]
    state = do(state, "activate dresser-8.1", "set green 1C")
    assert state.boards[GREEN - 1].tokens == 1
    assert all("+3" not in text for text in texts(state))
    state = do(state, "set pink 1L1")
    assert state.boards[GREEN - 1].pounds == before.pounds + 1
    with pytest.raises(IllegalMove, match="space 1R1 mirrors 1L1, which has another colour"):
        do(state, "set black 1R1")
    assert {"set black 1L2", "set black 1R2", "set black 2L1"} <= set(texts(state))
    with pytest.raises(IllegalMove, match="space 2R1 needs a piece on 1R1"):
        do(state, "set black 2R1")
    state = do(state, "set black 2L1")
    board = state.boards[GREEN - 1]
    assert (board.pounds, board.tokens, board.prestige) == (before.pounds + 1, 1, before.prestige)
    assert state.budget == 0
    places = state.setup.stage.places
    spots = dict(state.setup.spots(board.stage, board.stage))
    assert spots[places["1R1"]] == 1 << 2 | 1 << 6
    filled = state.setup.stage.put(board.stage, places["1R1"], 6)
    assert dict(state.setup.spots(filled, filled))[places["2R1"]] == 1 << 1 | 1 << 6


def test_s7_the_handyman():
    state = acting(4, RED, set_offer=(2, 0, 0, 0, 0, 1), costume_offer=(0, 0, 1, 0, 0, 1))
    before = state.boards[RED - 1]
    state = do(state, "activate handyman", "costume purple author", "set black 1L2")
    assert texts(state) == ["done"]
    after = do(state, "done")
    board = after.boards[RED - 1]
    assert (board.prestige, board.pounds) == (before.prestige, before.pounds)
    spots = dict(after.setup.spots(board.stage, board.stage))
    assert spots[after.setup.stage.places["1R2"]] == 1 << 1 | 1 << 6


def test_s8_assistants_and_tokens():
    people = ["assistant.1", "mistress-6.1", "dresser-8.1"]
    state = acting(4, RED, people=people, set_offer=MANY, costume_offer=MANY)
    state = with_board(state, RED, tokens=2)
    assert do(state, "activate handyman").budget == 5
    helped = do(state, "activate handyman +3")
    assert helped.budget == 8
    assert helped.boards[RED - 1].tokens == 1
    assert do(state, "activate mistress-6.1").budget == 7
    assert do(state, "activate dresser-8.1").budget == 9
    assert not any("+3" in text for text in texts(helped))
    with pytest.raises(IllegalMove, match="helps a mistress, a dresser or a handyman only"):
        do(state, "activate author +3")
    with pytest.raises(IllegalMove, match="never activated"):
        do(state, "activate assistant.1")
    assert do(state, "activate falstaff").spaces[1][RED - 1] == 2


def test_s9_the_queen_ends_the_phase_alone():
    state = dealt(4)._replace(initiative=(BLUE, GREEN, YELLOW, RED))
    state = do(state, "wager 2", "wager 5", "wager 3", "wager 3")
    for seat in (RED, BLUE, YELLOW, GREEN):
        state = with_board(state, seat, recruited=True)
    state = with_board(state, GREEN, cylinders=1)
    state = do(state, "pass", "pass", "pass")
    assert state.turn == GREEN
    before = state.boards[GREEN - 1].pounds
    state = state._replace(set_offer=(0,) * 6)
    assert do(state, "activate queen pounds").boards[GREEN - 1].pounds == before + 4


@pytest.mark.parametrize(("before", "middle"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 3)])
def test_s10_the_ambiance(before, middle):
    state = acting(2, 1)._replace(set_offer=(0, 0, 2, 0, 0, 0))
    state = with_board(state, 1, ambiance=before)
    state = with_board(state, 2, ambiance=4)
    start = state.boards[0]
    after = rules_ambiance.begin(state._replace(order=(1, 2), initiative=(1, 2)))
    board = after.boards[0]
    pounds, prestige = {0: (0, -1), 1: (0, 0), 2: (0, 0), 3: (1, 0), 4: (0, 0), 5: (0, 1)}[middle]
    assert (board.pounds - start.pounds, board.prestige - start.prestige) == (pounds, prestige)
    assert board.ambiance == 2


def test_s11_the_rehearsal():
    state = acting(4, RED, people=["lady-macbeth", "hamlet", "extra-puck"])
    board = state.boards[RED - 1]
    worn = [bytes([1, 1]), bytes([2]), b"", b"", *[bytes([1, 1, 1])] * 3]
    state = with_board(state, RED, costumes=tuple(worn), resting=1 << 4)
    state = state._replace(day=4, initiative=(GREEN, BLUE, YELLOW, RED), spaces=((3, 2, 2, 2),) * 3)
    state = rules_rehearsal.begin(state)
    assert state.phase == phases.REHEARSAL_QUILL
    assert state.turn == RED
    assert state.boards[RED - 1].prestige == board.prestige + 1
    after = do(state, "quill II")
    assert [row[RED - 1] for row in after.spaces] == [4, 5, 4]
    gains = act_gains(after.setup, after.spaces, after.ranking)[RED - 1]
    assert after.boards[RED - 1].prestige == board.prestige + 1 + gains[0]


def test_s12_the_acts_are_scored():
    setup = dealt(4).setup
    last = setup.acts[2].length
    # Seats in the order red, green, blue, yellow; rankings from the first to the last disc.
    spaces = ((4, 3, 4, 6), (8, 6, 6, 2), (4, 6, last, 5))
    ranking = ((4, 3, 1, 2), (1, 3, 2, 4), (3, 2, 4, 1))
    gains = act_gains(setup, spaces, ranking)
    assert [prestige for prestige, _ in gains] == [2, 0, 4, -1]
    assert [pounds for _, pounds in gains] == [0, 0, 0, 1]


def test_s13_rest():
    state = acting(2, 1, people=["extra-puck", "assistant.1", "hamlet"])
    state = with_board(state, 1, recruited=True)
    state = with_board(state, 2, recruited=True)
    state = do(state, "activate author", "quill I", "quill I", "pass")
    state = state._replace(set_offer=(0,) * 6, costume_offer=(0,) * 6)
    state = do(state, "activate falstaff", "activate handyman", "done", "activate queen pounds", "pass")
    state = until(state, {phases.REST})
    assert texts(state) == ["awake author", "awake falstaff", "awake handyman", "awake queen"]
    state = do(state, "awake queen")
    assert state.day == 2
    board = state.boards[0]
    assert board.resting.bit_count() == 3
    state = do(state, "wager 3", "wager 4")
    legal = texts(state)
    assert not {"activate author", "activate falstaff", "activate handyman"} & set(legal)
    assert {"activate queen pounds", "activate hamlet"} <= set(legal)
    with pytest.raises(IllegalMove, match="author has a Rest token"):
        do(state, "activate author")
    state = with_board(with_board(state, 1, recruited=True), 2, recruited=True)
    state = do(state, "pass", "pass")
    state = until(state, {phases.WAGER})
    assert state.day == 3
    assert "activate author" in texts(do(state, "wager 1", "wager 2"))


def test_s14_paying_the_cheapest_first():
    state = acting(4, RED)
    people = [
        "handyman.1",
        "mistress-6.1",
        "dresser-6.1",
        "mistress-8.1",
        "dresser-8.1",
        "extra-puck",
        "romeo",
    ]
    costs = [state.setup.people[state.setup.person_ids[code]].cost for code in people]
    assert costs == [1, 3, 3, 5, 5, 0, 1]
    state = with_board(state, RED, pounds=11, prestige=20, **troupe(state, *people))
    end = final(state, RED)
    # The Extra has nothing to be paid.
    assert (end.paid + 1, end.unpaid, end.pounds, end.prestige - 20) == (5, 2, 3, -4)


def test_s15_pounds_break_ties():
    state = acting(2, 1)
    for seat, pounds in ((1, 1), (2, 3)):
        state = with_board(state, seat, prestige=22, pounds=pounds, **troupe(state))
    end = days.end_day(state._replace(day=state.setup.parts.days))
    assert [board.prestige for board in end.boards] == [22, 22]
    assert end.scores[1] > end.scores[0]

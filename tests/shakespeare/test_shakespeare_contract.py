"""The contract of games, conservation, secrets, and numbers that pin the rules down."""

import itertools
import pickle
import random
from collections import Counter
from itertools import combinations_with_replacement as triples
from types import SimpleNamespace

import pytest
from amount import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from shakespeare_tools import acting, dealt, do, new, step, texts, troupe, until, with_board

from deduce.conformance.check import check_game
from deduce.conformance.perft import playouts
from deduce.conformance.testing import conformance
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.elements import COLOURS, VALUES
from deduce_models.shakespeare.knowledge.model import resample
from deduce_models.shakespeare.rulebook import Theatre
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held, next_objectives
from deduce_models.shakespeare.rules.scoring import final, metrics

STAGES = st.sampled_from(["I", "A", "B", "D22", "D23"])

HISTORIES = amount(4, 1_600)
"""Each costs up to a second; hundreds of thousands are a campaign's (docs/reliability.md)."""

test_the_contract_under_hypothesis = conformance(
    GAME, parts=("rules", "text", "chance", "views"), playouts=HISTORIES
)
test_the_contract_of_strategic_rest = conformance(
    GAME, parts=("views",), options={"rest": "strategic"}, playouts=HISTORIES
)
test_the_contract_of_minds = conformance(
    GAME, parts=("resample", "knowledge"), players=2, max_moves=250, playouts=HISTORIES
)


def test_whole_games_keep_the_contract():
    check_game(GAME, players=(1, 3), playouts=1, parts=("replay", "rules", "chance"))


@given(st.integers(1, 4), st.integers(0, 10**9), STAGES)
@settings(max_examples=max(8, settings.default.max_examples // 3))
def test_everything_is_conserved(players, seed, stage):
    rng = random.Random(seed)
    state = new(players=players, stage=stage)
    setup = state.setup
    gone = {"set": [0] * 6, "costume": [0] * 6}
    while state.actor is not None:
        before, state = state, step(state, rng)
        for kind in gone:
            missing = elements_out(state, kind)
            if missing != gone[kind]:
                # Elements leave the game in maintenance, with the offer that they were on.
                assert before.phase in (phases.DEAL, phases.SET_DRAW)
                offer = getattr(before, f"{kind}_offer")
                assert missing == [a + b for a, b in zip(gone[kind], offer, strict=True)]
                gone[kind] = missing
        check_cards(state)
        assert sum(board.tokens for board in state.boards) <= setup.parts.plus3
        for board in state.boards:
            assert board.pounds >= 0
            assert 0 <= board.ambiance < len(setup.parts.ambiance)
            assert 0 <= board.cylinders + board.used.bit_count() <= setup.parts.cylinders
            assert setup.stage.consistent(board.stage) == ""
            assert all(len(worn) <= 3 for worn in board.costumes)
            wearers = [setup.people[p].kind in ("actor", "extra") for p in board.troupe]
            assert not any(worn and not wears for worn, wears in zip(board.costumes, wearers, strict=True))
        for row, order, act in zip(state.spaces, state.ranking, setup.acts, strict=True):
            assert all(1 <= space <= act.length for space in row)
            assert sorted(order) == list(range(1, setup.discs + 1)) if state.order else True
            assert [row[disc - 1] for disc in order] == sorted((row[d - 1] for d in order), reverse=True)
    assert all(len(board.troupe) == 4 + 7 for board in state.boards)


def elements_out(state, kind):
    """For each colour the elements that are neither in the bag nor on offer nor placed."""
    placed = [0] * 6
    for board in state.boards:
        for group in (board.stage,) if kind == "set" else board.costumes:
            for colour in filter(None, group):
                placed[colour - 1] += 1
    there = zip(
        state.setup.bag, getattr(state, f"{kind}_bag"), getattr(state, f"{kind}_offer"), placed, strict=True
    )
    out = [full - bag - offer - used for full, bag, offer, used in there]
    assert min(out) >= 0
    return out


def check_cards(state):
    setup = state.setup
    cards = [*state.deck, *state.display, *state.discard]
    cards += [setup.card(p) for board in state.boards for p in board.troupe if p >= setup.printed]
    assert sorted(cards) == list(range(30))
    objectives = [item for seat in setup.everybody for item in held(state.dealings, seat)]
    assert len(set(objectives)) == len(objectives)


def test_no_choice_and_no_objective_shows():
    state = dealt(3)
    one, two = do(state, "wager 2"), do(state, "wager 5")
    assert one.view(2) == two.view(2)
    assert one.view(0) == two.view(0)
    assert one.view(1) != two.view(1)
    state = acting(2, 1)
    draw = do(state, "activate queen objectives")
    deals = [
        do(draw, *(f"objective {code}" for code in codes), f"keep {codes[0]}", f"under {codes[1]}")
        for codes in itertools.permutations(state.setup.objective_codes[:3])
    ]
    assert len({each.view(2) for each in deals}) == 1
    assert len({each.view(1) for each in deals}) == 6
    known = GAME.knowledge(deals[0].view(2))
    assert known.count() == 10 * 9 * 8
    assert GAME.knowledge(deals[0].view(1)).count() == 1


def test_rest_is_hidden_unless_strategic():
    for rest, views in (("simultaneous", 1), ("strategic", 2)):
        state = acting(2, 1, rest=rest)._replace(initiative=(1, 2), phase=phases.REST, day=1)
        state = with_board(with_board(state, 1, used=0b11), 2, used=0b1100)
        after = [state.play(move) for move in state.moves()[:2]]
        assert all(each.phase == phases.REST for each in after)
        assert len({each.view(after[0].turn) for each in after}) == views


def test_an_objective_that_comes_back_is_recognised():
    """Seat 1 draws the cards that it and seat 2 have put under the deck, when no other is left."""
    rng = random.Random(4)
    state = acting(2, 1)._replace(day=1)
    while True:
        state = with_board(state, state.turn, used=0, cylinders=5)
        state = do(state, "activate queen objectives")
        while state.phase != phases.ACTION:
            state = step(state, rng)
        if len(state.dealings) == 6:
            break
    view = state.view(1)
    known = GAME.knowledge(view)
    assert known.count() > 1
    truth = GAME.truth(state, known)
    assert known.is_possible_world(truth)
    drawn = {resample(view, random.Random(seed)).dealings for seed in range(30)}
    assert len(drawn) > 20
    for dealings in drawn:
        other = state._replace(dealings=dealings)
        assert other.view(1) == view
        assert known.is_possible_world(GAME.truth(other, known))


def test_resampled_objectives_are_uniform():
    """Three possible histories of one draw of three cards, when the deck has no others."""
    state = acting(2, 2)
    draw = do(state, "activate queen objectives")
    state = until(draw, {phases.KEEP})
    view = state.view(1)
    counts = {}
    for seed in range(2000):
        found = resample(view, random.Random(seed)).dealings[0][1]
        counts[found[0]] = counts.get(found[0], 0) + 1
    assert len(counts) == 10
    assert all(abs(count - 200) < 75 for count in counts.values())


# Named rules that random games rarely meet.


def test_no_token_is_gained_when_the_supply_is_empty():
    for limit, gained in ((True, 0), (False, 1)):
        state = acting(2, 1, set_offer=(0, 0, 0, 0, 3, 0), people=["dresser-6.1"], plus3_limit=limit)
        state = with_board(with_board(state, 1, tokens=3), 2, tokens=5)
        after = do(state, "activate dresser-6.1", "set green 1C")
        assert after.boards[0].tokens == 3 + gained
        # The token spent goes back to the supply, and may come again.
        spent = do(state, "activate dresser-6.1 +3", "set green 1C")
        assert spent.boards[0].tokens == 3


def test_the_jeweler_places_one_yellow_element():
    yellow = (0, 0, 0, 0, 0, 2)
    state = acting(2, 1, set_offer=yellow, costume_offer=yellow, people=["jeweler.1"])
    state = do(state, "activate jeweler.1")
    assert "set yellow 1C" in texts(state)
    assert "costume yellow author" in texts(state)
    before = state.boards[0]
    after = do(state, "set yellow 1L1")
    assert after.turn == 2
    assert after.boards[0][:4] == before[:4]
    spots = dict(after.setup.spots(after.boards[0].stage, after.boards[0].stage))
    assert spots[after.setup.stage.places["1R1"]] == 0b1111110
    with pytest.raises(IllegalMove, match="takes a yellow element"):
        do(state, "set black 1C")


def test_candles_count_once_and_yellow_counts_at_the_end():
    state = acting(2, 1, set_offer=(0, 0, 0, 0, 0, 2), people=["jeweler.1"])
    stage = bytearray(state.setup.empty)
    for place, cell in enumerate(state.setup.stage.cells):
        if cell.row < 3:
            stage[place] = 1
    state = with_board(state, 1, stage=bytes(stage))
    before = state.boards[0].prestige
    after = do(state, "activate jeweler.1", "set yellow 3C")
    assert after.boards[0].prestige == before + 1
    assert metrics(after, 1)["yellow elements"] == 1
    assert metrics(after, 1)["full rows"] == 2
    assert final(after, 1).prestige == before + 2 + final(state, 1).prestige - before


def test_solo_bonus_and_neutral_discs():
    assert dealt(1).spaces == ((1, 4),) * 3
    for used, bonus in ((0, 0), (1, 1), (2, 1), (3, 0)):
        state = acting(1, 1, set_offer=(0,) * 6)
        state = with_board(state, 1, recruited=True)
        before = state.boards[0].prestige
        names = ["activate queen pounds", "activate handyman", "activate falstaff"][:used]
        for name in names:
            state = do(state, name)
            state = do(state, "done") if state.phase == phases.CRAFT else state
        state = with_board(state, 1, ambiance=2)
        assert do(state, "pass").boards[0].prestige == before + bonus


@pytest.mark.parametrize(("ahead", "first"), [(True, 2), (False, 1)])
def test_a_neutral_disc_on_the_same_space(ahead, first):
    state = acting(1, 1, neutral_ahead=ahead)._replace(spaces=((3, 4),) * 3)
    state = do(state, "activate author", "quill II", "quill I")
    assert state.spaces[1] == (4, 4)
    assert state.ranking[1][0] == first


def test_the_queen_needs_objectives():
    state = acting(2, 1)
    kept = tuple((1 + item % 2, (item,), item, ()) for item in range(10))
    assert "activate queen objectives" not in texts(state._replace(dealings=kept))
    with pytest.raises(IllegalMove, match="too few objectives"):
        do(state._replace(dealings=kept), "activate queen objectives")
    two = do(state._replace(dealings=kept[:8]), "activate queen objectives")
    assert two.need == 2
    none = acting(2, 1, short_objectives="none")._replace(dealings=kept[:8])
    assert "activate queen objectives" not in texts(none)
    assert next_objectives(state.setup, ((1, (0, 1, 2), 0, (2, 1)), (2, tuple(range(3, 10)), 3, ()))) == (
        2,
    )


def test_the_options_change_the_rules():
    state = acting(2, 1, pass_before_recruiting=True)
    assert "pass" in texts(state)
    assert "pass" not in texts(acting(2, 1))
    whole = do(acting(2, 1, split_quills=False), "activate author", "quill II")
    assert whole.spaces[1][0] == 3
    assert whole.turn == 2
    flat = acting(2, 1, people=["dresser-8.1"], set_offer=(6, 0, 0, 0, 0, 0), stack_at_once=False)
    flat = do(flat, "activate dresser-8.1", "set black 1C", "set black 1L1")
    with pytest.raises(IllegalMove, match="option stack_at_once"):
        do(flat, "set black 2L1")
    careful = until(new(players=2, draft_extras=False), {phases.DRAFT})
    assert not any("extra" in text for text in texts(careful))
    longer = acting(2, 1, act3_length=10)
    assert longer.setup.acts[2].length == 10
    assert longer.setup.acts[2].prestige[-1] == (10, 3)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, (-1 + 2, 3, 1, 5)),
        ({"act_tiers_cumulative": True}, (1, 6, 1, 9)),
        ({"prize_in_penalty": False}, (-1, 3, 1, 5)),
    ],
)
def test_act_prizes(options, points):
    from deduce_models.shakespeare.rules.scoring import act_gains

    setup = acting(2, 1, **options).setup
    first = act_gains(setup, ((4, 4), (3, 2), (4, 4)), ((1, 2),) * 3)
    last = act_gains(setup, ((9, 4), (4, 4), (9, 4)), ((1, 2), (2, 1), (1, 2)))
    assert (first[0][0], last[0][0] - 1, 1, last[0][1]) == points


def test_a_grey_quill_moves_a_disc_back_on_top_of_the_pile():
    from deduce_models.shakespeare.rules import ambiance as rules_ambiance

    state = acting(2, 1, set_offer=(0,) * 6)._replace(spaces=((5, 4), (1, 1), (4, 1)), initiative=(1, 2))
    state = with_board(state, 1, ambiance=1)
    state = rules_ambiance.begin(state)
    assert texts(state) == ["back I", "back III"]
    after = do(state, "back I")
    assert after.spaces[0] == (4, 4)
    assert after.ranking[0] == (2, 1)
    careful = acting(2, 1, set_offer=(0,) * 6, grey_into_penalty=False)
    careful = careful._replace(spaces=((5, 4), (1, 1), (4, 1)), initiative=(1, 2))
    assert texts(rules_ambiance.begin(with_board(careful, 1, ambiance=1))) == ["back I"]


def test_a_disc_at_the_end_keeps_its_place_in_the_pile():
    for option, order in ((False, (1, 2)), (True, (2, 1))):
        state = acting(2, 1, blocked_reorders=option)._replace(spaces=((1, 1), (9, 9), (1, 1)))
        assert do(state, "activate falstaff").ranking[1] == order


# Counts of the facts.


def taken(state, found):
    """All multisets of colours that the craft at work can take for costumes."""
    board = state.boards[state.turn - 1]
    colours = tuple(sorted(colour for worn in board.costumes for colour in worn))
    if colours in found:
        return found
    found.add(colours)
    for colour in range(1, 6):
        for move in state.moves():
            if str(move).startswith(f"costume {COLOURS[colour - 1]} "):
                taken(state.play(move), found)
                break
    return found


@pytest.mark.parametrize(
    ("value", "count"), [(4, 11), (5, 18), (6, 28), (7, 41), (8, 59), (9, 82), (11, 149)]
)
def test_multisets_within_a_value(value, count):
    state = acting(2, 1, costume_offer=(12,) * 6, people=["mistress-6.1", "extra-puck", "extra-romeo"])
    found = taken(do(state, "activate mistress-6.1")._replace(budget=value), set())
    assert len(found) - 1 == count
    sizes = {4: (4, 4, 2), 6: (5, 9, 7), 8: (5, 13, 15), 9: (5, 14, 20), 11: (5, 15, 28)}.get(value)
    if sizes:
        assert tuple(sum(len(item) == size for item in found) for size in (1, 2, 3)) == sizes
    assert all(sum(VALUES[colour] for colour in item) <= value for item in found)


def test_sums_of_costumes():
    sums = Counter(sum(VALUES[colour] for colour in triple) for triple in triples(range(1, 6), 3))
    assert [sums[total] for total in range(3, 16)] == [1, 1, 2, 3, 4, 4, 5, 4, 4, 3, 2, 1, 1]
    state = acting(2, 1, costume_offer=(12,) * 6, people=["mistress-8.1"])
    for triple in triples(range(1, 6), 3):
        moves = [f"costume {COLOURS[colour - 1]} author" for colour in triple]
        before = state.boards[0]
        after = do(do(state, "activate mistress-8.1")._replace(budget=15), *moves).boards[0]
        gain = state.setup.parts.costumes[sum(VALUES[colour] for colour in triple)]
        assert (after.pounds - before.pounds, after.prestige - before.prestige) == gain
        assert after.costumes[0] == bytes(triple)


@given(
    st.lists(
        st.sampled_from(["handyman.1", "handyman.2", "mistress-6.1", "mistress-8.1", "hamlet", "romeo"]),
        unique=True,
    ),
    st.integers(0, 25),
    st.lists(st.integers(0, 9), unique=True, max_size=3),
)
def test_paying_is_optimal(people, pounds, objectives):
    state = acting(2, 1)
    state = with_board(state, 1, pounds=pounds, **troupe(state, *people))
    state = state._replace(dealings=tuple((1, (item,), item, ()) for item in objectives))
    costs = [state.setup.people[state.setup.person_ids[code]].cost for code in people]
    counts = metrics(state, 1)
    best = None
    for paid in itertools.product((False, True), repeat=len(costs)):
        left = pounds - sum(cost for cost, done in zip(costs, paid, strict=True) if done)
        if left < 0:
            continue
        now = counts | {"pounds after paying": left, "unpaid characters": paid.count(False)}
        cards = [state.setup.parts.objectives[item] for item in objectives]
        points = sum(card.points(now[card.metric]) for card in cards) - 2 * paid.count(False)
        best = max(best or (points, left), (points, left))
    end = final(state, 1)
    assert (end.prestige - state.boards[0].prestige, end.pounds) == best


def test_greedy_payment_without_objectives():
    state = acting(2, 1, payment="forced")
    state = with_board(state, 1, pounds=5, **troupe(state, "hamlet", "romeo", "handyman.1"))
    assert final(state, 1).paid == 2


@pytest.mark.parametrize(
    ("players", "extras", "numbers"),
    [
        (1, True, (1, 8, 208, 5200)),
        (2, True, (1, 8, 48, 1248)),
        (3, True, (1, 10, 80, 480)),
        (4, True, (1, 12, 120, 960)),
        # Alone one of four cards and the display of 26 and 25; else the cards that are left, seat by seat.
        (1, False, (1, 4, 4 * 26, 4 * 26 * 25)),
        (2, False, (1, 4, 4 * 3, 4 * 3 * 26)),
        (3, False, (1, 5, 5 * 4, 5 * 4 * 3)),
        (4, False, (1, 6, 6 * 5, 6 * 5 * 4)),
    ],
)
def test_perft(players, extras, numbers):
    assert playouts(GAME, 3, players=players, seed=5, options={"draft_extras": extras}) == numbers


def test_wrong_options_are_explained():
    for options, message in (
        ({"stage": "E"}, "allowed: I, A, B"),
        ({"rest": "never"}, "simultaneous, strategic"),
        ({"colour": 1}, "no option 'colour'"),
    ):
        with pytest.raises(ProblemError, match=message):
            GAME.new(players=2, **options)
    with pytest.raises(ProblemError, match="1 to 4 players"):
        GAME.new(players=5)
    assert GAME.new(players=1).actor is CHANCE


def test_positions_travel_between_processes():
    state = until(new(players=2), {phases.CRAFT}, 3)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.moves() == state.moves()


def test_a_move_of_another_game_is_refused():
    wide = until(new(players=2, stage="D23"), {phases.CRAFT}, 3)
    move = wide.setup.moves.sets[0][-1]
    state = until(new(players=2), {phases.CRAFT}, 3)
    with pytest.raises(IllegalMove, match="set black 5R2 is no move of this game"):
        state.play(move)


@pytest.mark.parametrize("used", [0b0, 0b1, 0b10, 0b1000, 0b11, 0b1010])
@pytest.mark.parametrize("stays", [0, 1])
def test_all_but_one_who_were_activated_rest_and_a_single_one_stays_awake(used, stays):
    """By the rules' own step: who activated fewer than two is not asked, and nobody of theirs rests."""
    state = acting(2, 1)
    boards = tuple(
        board._replace(used=used if seat == 1 else 0, resting=0b100)
        for seat, board in enumerate(state.boards, 1)
    )
    active = [person for place, person in enumerate(boards[0].troupe) if used >> place & 1]
    awake = [SimpleNamespace(item=person) for person in range(99)]
    theatre = SimpleNamespace(
        o=SimpleNamespace(boards=boards, initiative=(1, 2), day=1),
        options=SimpleNamespace(rest="together"),
        board=lambda seat: boards[seat - 1],
        one_of=list,
        setup=SimpleNamespace(moves=SimpleNamespace(awakes=awake)),
        t=SimpleNamespace(seats=(1, 2), together=lambda menus, **_: menus),
    )
    asked = Theatre.rest(theatre)
    menus = next(asked)
    assert [move.item for move in menus.get(1, ())] == (active if len(active) > 1 else [])
    with pytest.raises(StopIteration):
        asked.send({seat: menu[stays] for seat, menu in menus.items()})
    mine, theirs = theatre.o.boards
    kept = 1 << boards[0].troupe.index(active[stays]) if len(active) > 1 else used
    assert (mine.resting, mine.used, theirs.resting) == (used & ~kept, 0, 0)

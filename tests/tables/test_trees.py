"""The trees of declared games are OpenSpiel's: information sets, ends, values; and random games move for move."""

from __future__ import annotations

import random

import pytest

from deduce.games import CHANCE
from deduce.games.registry import game as registered

pyspiel = pytest.importorskip("pyspiel")
solve = pytest.importorskip("deduce.bridges.equilibrium").solve


def tree(game, players, least=1, **options):
    """How many information sets with at least so many moves and how many ends a game has, by walking it whole."""
    known, ends = set(), 0
    todo = [game.new(players=players, **options)]
    while todo:
        state = todo.pop()
        if state.actor is None:
            ends += 1
        elif state.actor is CHANCE:
            todo += [state.play(move) for move, _ in state.outcomes()]
        else:
            if len(state.moves()) >= least:
                known.add((state.actor, state.view(state.actor).entries))
            todo += [state.play(move) for move in state.moves()]
    return len(known), ends


def their_tree(game, least=1):
    known, ends = set(), 0
    todo = [game.new_initial_state()]
    while todo:
        state = todo.pop()
        if state.is_terminal():
            ends += 1
            continue
        if not state.is_chance_node() and len(state.legal_actions()) >= least:
            known.add((state.current_player(), state.information_state_string()))
        todo += [state.child(action) for action in state.legal_actions()]
    return len(known), ends


GOOF = "goofspiel(num_cards={},points_order={},returns_type=total_points,imp_info={})"


@pytest.mark.parametrize(
    ("name", "options", "theirs", "number"),
    [
        ("kuhn", {}, "kuhn_poker", 12),
        ("leduc", {}, "leduc_poker", 936),
        ("goofspiel", {"cards": 3, "prizes": "falling"}, GOOF.format(3, "descending", False), 20),
        ("goofspiel", {"cards": 3}, GOOF.format(3, "random", False), 114),
        (
            "goofspiel",
            {"cards": 4, "prizes": "falling", "bids": "hidden"},
            GOOF.format(4, "descending", True),
            162,
        ),
        ("goofspiel", {"cards": 3, "bids": "hidden"}, GOOF.format(3, "random", True), 90),
    ],
)
def test_information_sets_and_ends_are_as_many(name, options, theirs, number):
    their = pyspiel.load_game_as_turn_based(theirs)
    # OpenSpiel plays the last cards of Goofspiel, which nobody chooses, by itself.
    least = 2 if name == "goofspiel" else 1
    assert tree(registered(name), 2, least, **options) == their_tree(their, least)
    assert their_tree(their, least)[0] == number


def value(state, policy):
    """What the first seat wins when everybody plays by `policy`."""
    if state.actor is None:
        return state.scores[0]
    if state.actor is CHANCE:
        return sum(chance * value(state.play(move), policy) for move, chance in state.outcomes())
    moves = state.moves()
    chances = policy(state.view(state.actor), len(moves))
    return sum(
        chance * value(state.play(move), policy) for move, chance in zip(moves, chances, strict=True)
    )


def kuhn_by_hand(view, _):
    """Kuhn's solution with his parameter 0: the jack bets a third of the time after a pass, the queen calls a third."""
    (card,) = [entry.value for entry in view.entries if entry.kind == "show"]
    line = "".join(entry.said[0] for entry in view.entries if entry.kind == "choose")
    bet = {"": (0, 0, 0), "p": (1 / 3, 0, 1), "b": (0, 1 / 3, 1), "pb": (0, 1 / 3, 1)}[line][card - 1]
    return 1 - bet, bet


def test_kuhn_poker_is_worth_what_kuhn_found():
    assert value(registered("kuhn").new(players=2), kuhn_by_hand) == pytest.approx(-1 / 18)


def same_play(name, options, theirs, translated, seed, players=2):
    """One random game played side by side: the same actors, as many choices, the same scores."""
    rng = random.Random(seed)
    ours, their = (
        registered(name).new(players=players, **options),
        pyspiel.load_game_as_turn_based(theirs).new_initial_state(),
    )
    while not their.is_terminal():
        if their.is_chance_node():
            assert ours.actor is CHANCE
            outcomes = dict(their.chance_outcomes())
            mine = list(ours.outcomes())
            assert sorted(outcomes.values()) == pytest.approx(sorted(chance for _, chance in mine))
            action = rng.choice(list(outcomes))
        else:
            assert ours.actor == their.current_player() + 1
            mine = [(move, 1) for move in ours.moves()]
            assert len(mine) == len(their.legal_actions())
            action = rng.choice(their.legal_actions())
        wanted = translated(their, action)
        (move,) = [move for move, _ in mine if wanted(str(move))]
        ours = ours.play(move)
        their.apply_action(action)
    assert ours.actor is None
    assert ours.scores == pytest.approx(tuple(their.returns()))


def leduc_move(their, action):
    if their.is_chance_node():
        rank, suit = ("jack", "queen", "king")[action // 2], ("hearts", "spades")[action % 2]
        return lambda text: text.endswith(f"{rank} of {suit}")
    words = (("fold",), ("call", "check"), ("raise",))[action]
    return lambda text: text in words


def liars_move(their, action):
    if their.is_chance_node():
        return lambda text: text.endswith(f"= {action + 1}")
    if action == 12:
        return lambda text: text == "liar"
    return lambda text: text == f"{action // 6 + 1} of {action % 6 + 1}"


@pytest.mark.parametrize("seed", range(40))
def test_leduc_and_liars_dice_go_as_openspiels(seed):
    same_play("leduc", {}, "leduc_poker", leduc_move, seed)
    same_play("liars_dice", {"dice": 1, "wild": 6, "rounds": "one"}, "liars_dice", liars_move, seed)


def test_liars_dice_has_as_many_information_sets():
    # A seat's face and any set of bids, of which the next lies above the last: without walking a tree of 147,420 ends.
    game = registered("liars_dice")
    options = {"dice": 1, "wild": 6, "rounds": "one"}
    state = game.new(players=2, **options)
    for face in (2, 5):
        state = state.play(f"{state.outcomes()[face - 1][0]}")
    sets, todo = 0, [state]
    while todo:
        state = todo.pop()
        if state.actor is not None:
            sets += 1
            todo += [state.play(move) for move in state.moves()]
    assert 6 * sets == 24_576


@pytest.mark.parametrize(("name", "worth", "sets"), [("kuhn", -1 / 18, 12), ("leduc", -0.0856, 936)])
def test_regret_minimisation_finds_what_the_games_are_worth(name, worth, sets):
    found = solve(registered(name))
    assert found.information_sets == sets
    assert found.nash_conv <= 0.01
    # Nobody gains more than NashConv by playing otherwise, so the first seat's value is no further off.
    assert abs(found.values[0] - worth) <= found.nash_conv + 5e-5

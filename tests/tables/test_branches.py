"""A branch is played again from the last mark, with what is known of it; a replay from the beginning is the judge."""

from __future__ import annotations

import random

import pytest
from amount import amount
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rulebook.games import ALL
from rulebook.zone_games import ALL as ZONED

from deduce.games import CHANCE
from deduce.games.registry import game, names
from deduce.rulebook import EVERYBODY, Rulebook, RulesError
from deduce.rulebook.run import Run
from deduce.rulebook.state import State

DECLARED = [*(each for name in names() if isinstance(each := game(name), Rulebook)), *ALL, *ZONED]
SMALL = {
    "battleship": {"width": 4, "height": 4},
    "bulls_and_cows": {"digits": 2, "highest": 3},
    "mastermind": {"pegs": 3, "colours": 3},
}
FAR = {"wild_place": 10}
"""Moves after which a game is left, where they are slow."""


def step(state, rng):
    if state.actor is CHANCE:
        return state.draw(rng)
    moves = state.moves()
    return moves[int(rng.random() * len(moves))]


def walk(state, rng, most=60):
    """States on a random way; those before the last are left behind by the run that they share."""
    states = [state]
    while state.actor is not None and len(states) <= most:
        state = state.play(step(state, rng))
        states.append(state)
    return states


def told(state):
    """All that can be asked of a state."""
    table = state.run.table
    return (
        (state.at, state.actor, state.scores, state.history, state.table, state.place),
        [state.view(seat) for seat in range(state.seats + 1)],
        state.moves() if state.actor is not None else (),
        state.outcomes() if state.actor is CHANCE else [],
        (table.world, table.undealt, table.far(), table.deeds, [str(rule.content) for rule in table.rules]),
        [(event.kind, event.mask, event.said, event.name, event.handle) for event in table.log],
    )


@pytest.mark.parametrize("rules", DECLARED, ids=lambda rules: rules.name)
@settings(max_examples=amount(2, 60), phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 10**6))
def test_a_branch_equals_a_replay(rules, seed):
    rng = random.Random(seed)
    players = rng.choice(rules.seats[: 1 if rules.name in FAR else 3])
    trunk = walk(rules.new(players=players, **SMALL.get(rules.name, {})), rng, FAR.get(rules.name, 60))
    for state in rng.sample(trunk[:-1], min(4, len(trunk) - 1)):
        fresh = State(Run.live(state.setting, state.history))
        branch = State.play(state, step(fresh, rng))
        assert told(branch) == told(State(Run.live(state.setting, branch.history)))
        assert told(state) == told(State(Run.live(state.setting, state.history)))
        # What was played again goes on as it should, chance and all.
        for later in walk(branch, rng, most=12)[-2:]:
            assert told(later) == told(State(Run.live(state.setting, later.history)))


@pytest.mark.parametrize("rules", DECLARED, ids=lambda rules: rules.name)
@settings(max_examples=amount(1, 40), phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 10**6))
def test_a_game_drawn_for_a_view_equals_a_replay(rules, seed):
    rng = random.Random(seed)
    players = rng.choice(rules.seats[: 1 if rules.name in FAR else 3])
    trunk = walk(rules.new(players=players, **SMALL.get(rules.name, {})), rng, FAR.get(rules.name, 30))
    for state in rng.sample(trunk[:-1], min(3, len(trunk) - 1)):
        seat = rng.randint(0, state.seats)
        if state.actor is CHANCE:
            continue
        for _ in range(3):
            drawn = rules.resample(state.view(seat), rng)
            assert drawn.view(seat) == state.view(seat)
            again = State.of(
                state.setting, drawn.history, drawn.given
            )  # secrets are drawn for the view, too
            assert told(drawn) == told(again)
            first, second = (drawn.play(step(drawn, rng)) for _ in range(2))
            for later in (first, second, walk(second, rng, most=8)[-1]):
                assert told(later) == told(State.of(state.setting, later.history, drawn.given))


class Counting(Rulebook):
    """Values that change on the way, and what is kept from turn to turn."""

    name, title, seats = "counting", "Counting", range(1, 2)

    def rules(self, t):
        hidden = t.variable("hidden", range(6))
        yield t.deal(hidden)
        t.keep.hidden, t.keep.bag, t.open.turns = hidden, [], 0
        return self.turn

    def turn(self, t):
        taken = yield t.choose(1, {"low": [1], "high": [2]})
        taken.append(len(t.keep.bag))
        more = yield t.choose(1, {"again": True, "stop": False})
        t.keep.bag.append(tuple(taken))
        t.tell(EVERYBODY, t.keep.hidden >= len(t.keep.bag), "enough")
        t.open.turns += 1
        if more:
            return self.turn
        return [float(sum(map(sum, t.keep.bag)))]


def test_what_is_kept_and_what_changes_belongs_to_one_run():
    rng = random.Random(1)
    trunk = walk(Counting().new(players=1), rng, most=11)
    for state in trunk[:-1] * 2:
        branch = state.play(step(State(Run.live(state.setting, state.history)), rng))
        assert told(branch) == told(State(Run.live(state.setting, branch.history)))
    assert "bag" not in trunk[-1].view(1).table


class Aside(Rulebook):
    """Something told before anything is decided, and a choice that nobody else sees or hears of again."""

    name, title, seats = "aside", "Aside", range(2, 3)

    def rules(self, t):
        t.which(EVERYBODY, {}, "nothing {}")
        t.which(2, {}, "nothing for you {}")
        hidden = t.variables("hidden", t.seats, range(4))
        yield t.deal(hidden)
        t.show(2, hidden[2])
        able = {str(n): (hidden[2] >= n, n) for n in range(4)}
        yield t.choose(2, able, seen_by=2, aside=True)
        look = yield t.roll("die", (1, 2, 3), seen_by=2)
        yield t.choose(1, ("yes", "no"))
        t.tell(2, look == 2, "two")
        yield t.choose(1, ("yes", "no"))
        return [0.0, 0.0]


@pytest.mark.parametrize("seed", range(10))
def test_what_a_world_does_not_say_is_drawn(seed):
    rng = random.Random(seed)
    for state in walk(Aside().new(players=2), rng)[:-1]:
        if state.actor is not CHANCE:
            for seat in range(3):
                drawn = state.setting.game.resample(state.view(seat), rng)
                assert drawn.view(seat) == state.view(seat)
                assert told(drawn) == told(State(Run.live(state.setting, drawn.history)))


class Fickle(Rulebook):
    """Rules that hang on more than the moves."""

    name, title, seats = "fickle", "Fickle", range(1, 2)
    asked = 0

    def rules(self, t):
        for _ in range(5):
            yield t.choose(1, ("on", "off"))
            self.asked += 1
            if self.asked > 2:
                yield t.roll("die", (1, 2))
        return [0.0]


def test_rules_that_hang_on_more_than_the_moves_are_refused():
    rules = Fickle()
    state = rules.new(players=1)
    later = state.play(state.moves()[0])
    later.play(later.moves()[0])
    with pytest.raises(RulesError, match="hang on"):
        state.play(state.moves()[1]), later.play(later.moves()[1])

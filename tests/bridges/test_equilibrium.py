"""Regret minimisation: small games are worth what is known of them, and what cannot be solved is refused."""

import random
from collections import Counter

import pytest
from asking_games import Code, Leduc, Noisy
from toy_games import Show, Whose

from deduce.bridges.equilibrium import BUNCH, Equilibrium, expected_size, solve
from deduce.ground.errors import ProblemError, TooLarge
from deduce.rulebook import EVERYBODY, Rulebook
from deduce_models.tables.kuhn import GAME as KUHN


def test_kuhn_poker_is_solved():
    """Its value is -1/18; seat 1 bets a 3 three times as often as a 1, seat 2 calls a bet with a 2 in a third."""
    found = solve(KUHN, nash_conv=0.001)
    assert (found.information_sets, found.ends) == (12, 30)
    assert found.nash_conv <= 0.001
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.001)

    def bets(*texts):
        state = KUHN.new(players=2)
        for text in texts:
            state = state.play(KUHN.parse(text, state))
        assert found.has(state)
        return found.at(state.view(state.actor))[KUHN.parse("bet", state)]

    assert bets("card[P1] = 3", "card[P2] = 1") == pytest.approx(
        3 * bets("card[P1] = 1", "card[P2] = 2"), abs=0.05
    )
    assert bets("card[P1] = 1", "card[P2] = 2", "bet") == pytest.approx(1 / 3, abs=0.03)
    assert bets("card[P1] = 1", "card[P2] = 3", "bet") == pytest.approx(1, abs=0.01)
    told = found.to_dict()
    assert {name: told.pop(name) for name in ("nash_conv", "values", "iterations")} == {
        "nash_conv": found.nash_conv, "values": [*found.values], "iterations": found.iterations,
    }  # fmt: skip
    assert told == {"game": "kuhn", "players": 2, "nodes": 58, "ends": 30, "information_sets": 12}
    assert found.spread == 4


def test_a_solution_is_played_as_it_is():
    found = solve(KUHN, nash_conv=0.001)
    mixing = Equilibrium(found)
    state = KUHN.new(players=2)
    for text in ("card[P1] = 1", "card[P2] = 2", "bet"):
        state = state.play(KUHN.parse(text, state))
    rng = random.Random(1)
    drawn = Counter(str(mixing.choose(state.view(2), rng)) for _ in range(600))
    assert 140 < drawn["bet"] < 260
    assert repr(mixing) == f"Equilibrium({found!r}, name='equilibrium')"
    with pytest.raises(ProblemError, match="what is played is a solution"):
        Equilibrium(KUHN)
    with pytest.raises(ProblemError, match="not in the tree"):
        mixing.choose(Whose().new(players=2, seed=1).view(1), rng)


class Vault(Rulebook):
    """Two dials, two questions, one try: only the right two questions leave four of sixteen."""

    name, title, seats = "vault", "The vault", range(1, 2)

    def rules(self, t):
        dial = t.variables("dial", (1, 2), range(1, 5))
        yield t.deal(dial)
        facts = {"first": dial[1] > 2, "second": dial[2] > 2, "both": (dial[1] == 4) & (dial[2] == 4)}
        tries = {f"open {a}{b}": (a, b) for a in range(1, 5) for b in range(1, 5)}
        for question in range(3):
            said = yield t.choose(1, {**({f"ask {f}": f for f in facts} if question < 2 else {}), **tries})
            if isinstance(said, tuple):
                break
            t.tell(EVERYBODY, facts[said], said)
        return (float(t.tell(EVERYBODY, (dial[1] == said[0]) & (dial[2] == said[1]), "open")),)


def test_one_seat_goes_on_looking_where_it_first_thought_little():
    found = solve(Vault(), nash_conv=0.005)
    assert found.nash_conv <= 0.005
    assert found.values == (pytest.approx(0.25, abs=0.005),)


def test_one_seat_finds_best_play():
    """*Noisy*: asked, one of four is left to name."""
    found = solve(Noisy(), nash_conv=0.001)
    assert found.values[0] == pytest.approx(0.25, abs=0.001)
    start = Noisy().new(players=1, seed=1)
    assert max(found.at(start.view(1)).items(), key=lambda item: item[1])[0] == start.moves()[1]


class Forgetful(Rulebook):
    """The seat sees what it did last, and not what it did before."""

    name, title, seats = "forgetful", "Forgetful", range(1, 2)

    def rules(self, t):
        for _ in range(2):
            yield t.choose(1, {"left": 1, "right": 2})
        return (0.0,)


class Amnesia(Forgetful):
    def new(self, **given):
        return Behind(super().new(**given))


class Behind:
    """A state whose views tell nothing but how far the game is."""

    def __init__(self, state):
        self.state = state
        self.actor, self.scores, self.seats = state.actor, state.scores, state.seats
        self.moves, self.outcomes = state.moves, state.outcomes

    def play(self, move):
        return Behind(self.state.play(move))

    def view(self, seat):
        return self.state.at


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(ProblemError, match="for one or two"):
        solve(Show(), players=3)
    with pytest.raises(ProblemError, match="scores sum to"):
        solve(Whose(), players=2)
    with pytest.raises(TooLarge, match="more than 100 positions"):
        solve(Leduc(), nodes=100)
    with pytest.raises(TooLarge, match="in the time given"):
        solve(Leduc(), time_limit=1e-6)
    with pytest.raises(ProblemError, match="it forgets"):
        solve(Amnesia())
    for wrong in (
        {"nash_conv": "0"},
        {"nash_conv": -1},
        {"iterations": 0},
        {"nodes": 0},
        {"time_limit": -1},
    ):
        with pytest.raises(ProblemError, match=next(iter(wrong)).replace("_", ".")):
            solve(KUHN, **wrong)


def test_iterations_stop_at_their_number_and_at_the_time():
    """A tree of few positions is walked to its end however late it is."""
    assert solve(KUHN, time_limit=1e-9).iterations == BUNCH
    assert solve(KUHN, nash_conv=0, iterations=BUNCH + 5).iterations == BUNCH + 5
    assert solve(KUHN, nodes=58).nodes == 58
    with pytest.raises(TooLarge, match="more than 57 positions"):
        solve(KUHN, nodes=57)


def test_the_size_of_a_tree_is_guessed():
    assert expected_size(KUHN, 2) == pytest.approx(58, rel=0.5)
    assert 3_000 < expected_size(Leduc(), 2) < 30_000
    assert expected_size(Code(), 1) > 10**6

"""Players against what brute force says, and the promise that they see views alone."""

import random
from collections import Counter
from types import MappingProxyType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_games import Show, ShowState, Whose, WhoseState, Word

from deduce.games import CHANCE
from deduce.ground.errors import ProblemError
from deduce.players import (
    Greedy,
    InformationSetSearch,
    Sampling,
    player,
    players_of,
    random_player,
    rollout,
)

WHOSE = Whose()


def last_turn(seed):
    """The last decision of a short game, where a guess is worth exactly its share of the worlds."""
    state = WHOSE.new(players=2, seed=seed, rounds=1)
    return state.play(state.moves()[0])


def exact(view):
    worlds = WHOSE.worlds(view)
    return {
        move: sum(w[move.seat - 1] == move.card for w in worlds) / len(worlds)
        if move.verb == "guess"
        else 0.0
        for move in view.moves
    }


class OnlyViews:
    """A random player that refuses to be shown a state."""

    name = "only views"

    def __init__(self):
        self.seen = 0

    def choose(self, view, rng):
        assert not isinstance(view, (WhoseState, ShowState))
        self.seen += 1
        return random_player.choose(view, rng)


def test_rollouts_end_repeat_and_stop_at_the_horizon():
    start = WHOSE.new(players=3)
    one = rollout(start, random.Random(3))
    assert one.actor is None
    assert one == rollout(start, random.Random(3))
    assert rollout(start, random.Random(3), horizon=2, strict=False).actor is CHANCE
    with pytest.raises(ProblemError, match="within 2 moves"):
        rollout(start, random.Random(3), horizon=2)


def test_a_rollout_at_its_exact_length_is_no_error():
    assert rollout(Show().new(players=2), random.Random(0), horizon=4).actor is None


@pytest.mark.parametrize(
    "player",
    [
        lambda base: Sampling(WHOSE, base=base, samples=3),
        lambda base: InformationSetSearch(WHOSE, base=base, iterations=10),
    ],
    ids=["sampling", "search"],
)
def test_the_policy_of_playouts_gets_views(player):
    base = OnlyViews()
    view = WHOSE.new(players=3, seed=2).view(1)
    assert player(base).choose(view, random.Random(1)) in view.moves
    assert base.seen > 0


def test_random_is_uniform():
    view = Show().new(players=2).view(1)
    rng = random.Random(5)
    counts = Counter(str(random_player.choose(view, rng)) for _ in range(600))
    assert len(counts) == 3
    assert min(counts.values()) > 150


def test_greedy_takes_the_best_and_breaks_ties_by_chance():
    view = Show().new(players=2).view(1)
    assert Greedy(lambda v, m: -m.card).choose(view, random.Random(0)).card == 1
    tied = Greedy(lambda v, m: m.card != 1, name="not one")
    assert {tied.choose(view, random.Random(seed)).card for seed in range(20)} == {2, 3}
    assert tied.name == "not one"
    near = Greedy(lambda v, m: 1 - 1e-13 * m.card)
    assert {near.choose(view, random.Random(seed)).card for seed in range(20)} == {1, 2, 3}
    strict = Greedy(lambda v, m: 1 - 1e-13 * m.card, tolerance=0)
    assert {strict.choose(view, random.Random(seed)).card for seed in range(20)} == {1}


@given(st.integers(0, 10**6))
def test_sampling_agrees_with_brute_force(seed):
    view = last_turn(seed % 50).view(2)
    values = exact(view)
    found = Sampling(WHOSE, samples=150).estimates(view, random.Random(seed))
    assert {each.move for each in found} == set(view.moves)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    for each in found:
        # Six deviations of the true spread: a sound sampler fails once in some 10^8 tests.
        spread = (values[each.move] * (1 - values[each.move]) / 150) ** 0.5
        assert abs(each.value - values[each.move]) <= 6 * spread + 1e-9
    assert found[0].behind == found[0].behind_error == 0


def test_sampling_uses_the_same_worlds_for_every_move():
    class Counting(Whose):
        drawn = 0

        def resample(self, view, rng):
            Counting.drawn += 1
            return super().resample(view, rng)

    view = last_turn(1).view(2)
    found = Sampling(Counting(), samples=40).estimates(view, random.Random(1))
    assert Counting.drawn == 40
    # Exactly one guess is right in each world, so over common worlds the guesses' values sum to 1.
    assert sum(each.value for each in found if each.move.verb == "guess") == pytest.approx(1)


def test_sampling_repeats_from_its_generator_and_advises():
    view = WHOSE.new(players=3, seed=4).view(1)
    sampling = Sampling(WHOSE, samples=8)
    assert sampling.estimates(view, random.Random(9)) == sampling.estimates(view, random.Random(9))
    advice = sampling.advise(view, random.Random(9))
    assert advice[0].kind == "sampled"
    assert advice[0].error > 0
    assert "8 sampled worlds" in advice[0].reason
    assert advice[0].to_dict()["samples"] == 8
    single = Sampling(WHOSE, samples=1).estimates(view, random.Random(9))[0]
    assert single.to_dict()["error"] is None


def test_a_time_limit_ends_sampling_and_search_with_an_answer():
    view = WHOSE.new(players=3, seed=4).view(1)
    found = Sampling(WHOSE, samples=10**9, time_limit=0.02).estimates(view, random.Random(9))
    assert {each.samples for each in found} == {found[0].samples}
    assert 1 <= found[0].samples < 10**6
    assert InformationSetSearch(WHOSE, iterations=10**9, time_limit=0.02).search(view, random.Random(9))


def test_a_horizon_needs_a_value():
    view = WHOSE.new(players=3, seed=4).view(1)
    with pytest.raises(ProblemError, match="give Sampling a value"):
        Sampling(WHOSE, horizon=1).estimates(view, random.Random(0))
    counted = Sampling(WHOSE, samples=2, horizon=1, value=lambda state, seat: len(state.log))
    assert counted.estimates(view, random.Random(0))[0].value == 2


def test_candidates_restrict_what_is_tried():
    view = last_turn(1).view(2)
    player = Sampling(WHOSE, candidates=lambda view: view.moves[:2])
    assert {each.move for each in player.estimates(view, random.Random(0))} == set(view.moves[:2])


@given(st.integers(0, 10**6))
def test_search_finds_a_best_move(seed):
    view = last_turn(seed % 50).view(2)
    values = exact(view)
    player = InformationSetSearch(WHOSE, iterations=300)
    assert values[player.choose(view, random.Random(seed))] == max(values.values())
    ranked = player.search(view, random.Random(seed))
    assert sum(branch.visits for _, branch in ranked) == 300
    assert all(branch.available >= branch.visits for _, branch in ranked)


def test_search_looks_ahead():
    """Seat 1 moves twice; what it learns from the first guess pays at the second, so it guesses."""
    view = WHOSE.new(players=2, seed=3).view(1)
    player = InformationSetSearch(WHOSE, iterations=400)
    assert player.choose(view, random.Random(1)).verb == "guess"
    advice = player.advise(view, random.Random(1))
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)
    assert advice[-1].move in view.moves


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Sampling(WHOSE, samples=0), "samples must be at least 1"),
        (lambda: Sampling(WHOSE, time_limit=0), "time_limit must be above 0"),
        (lambda: Sampling(WHOSE, horizon=-1), "horizon must be at least 0"),
        (lambda: InformationSetSearch(WHOSE, iterations=0), "iterations must be at least 1"),
        (lambda: InformationSetSearch(WHOSE, time_limit=-1), "time_limit must be above 0"),
        (lambda: InformationSetSearch(WHOSE, exploration=-1), "exploration must be at least 0"),
    ],
)
def test_settings_are_checked(build, says):
    with pytest.raises(ProblemError, match=says):
        build()


def test_what_is_least_is_allowed():
    assert Sampling(WHOSE, samples=1, horizon=0, value=lambda state, seat: 0.0).samples == 1
    greedy = InformationSetSearch(WHOSE, iterations=1, exploration=0)
    assert (greedy.iterations, greedy.exploration) == (1, 0)


def test_statistics_of_a_search_are_those_of_the_worlds_it_drew():
    """With one move ahead: what was tried is counted, and worth what it scored."""
    view = last_turn(4).view(2)
    ranked = InformationSetSearch(WHOSE, iterations=200, exploration=0.5).search(view, random.Random(2))
    visits = [branch.visits for _, branch in ranked]
    assert visits == sorted(visits, reverse=True)
    assert {branch.available for _, branch in ranked} == {200}
    assert all(0 <= branch.total <= branch.visits for _, branch in ranked)
    assert [branch.total for move, branch in ranked if move.verb == "pass"] in ([0.0], [])
    alike = InformationSetSearch(WHOSE, iterations=200, exploration=0.5).search(view, random.Random(2))
    assert alike == ranked
    wide = InformationSetSearch(WHOSE, iterations=200, exploration=50.0).search(view, random.Random(2))
    # Who explores for its own sake tries all alike.
    assert max(b.visits for _, b in wide) - min(b.visits for _, b in wide) <= 5


def test_players_say_when_it_is_not_their_turn():
    view = WHOSE.new(players=2, seed=3).view(2)
    for ask in (Sampling(WHOSE).estimates, InformationSetSearch(WHOSE).search):
        with pytest.raises(ProblemError, match="seat 2 has no move"):
            ask(view, random.Random(0))


def test_forced_moves_cost_nothing():
    class Forced(Whose):
        def resample(self, view, rng):
            raise ProblemError("there is nothing to think about")

    view = WHOSE.new(players=2, seed=3).view(1)
    forced = type(view)(1, 1, 2, 2, view.card, (), (Word("pass"),))
    assert Sampling(Forced()).choose(forced, random.Random(0)) == Word("pass")
    assert InformationSetSearch(Forced()).choose(forced, random.Random(0)) == Word("pass")


def test_players_by_name_are_the_general_ones_and_the_games_own():
    class Offering(Whose):
        players = MappingProxyType({"bold": OnlyViews, "search": lambda: random_player})

    game = Offering()
    assert set(players_of(game)) == {"random", "inquirer", "thinker", "sampling", "search", "bold"}
    assert player(game, "bold").name == "only views"
    assert player(game, "search") is random_player
    assert player(game, "sampling").game is game
    with pytest.raises(ProblemError, match="did you mean 'random'"):
        player(game, "radnom")


@pytest.mark.parametrize(
    "player", [InformationSetSearch(WHOSE, iterations=10**9), Sampling(WHOSE, samples=10**9)]
)
def test_the_only_move_is_found_at_once(player):
    view = SimpleNamespace(actor=1, seat=1, moves=("only",))
    assert player.choose(view, random.Random(0)) == "only"


def test_the_only_move_is_made_without_a_search():
    only = SimpleNamespace(moves=("only",))  # nothing else can be asked of it
    assert InformationSetSearch(WHOSE).choose(only, random.Random(0)) == "only"

"""PettingZoo's own tests pass for every game, and for a third party's."""

import random
import runpy
from pathlib import Path
from types import SimpleNamespace
from zlib import crc32

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec

from deduce.bridges.observations import HASHED, _entries, observer
from deduce.bridges.pettingzoo import env, parallel_env, raw_env
from deduce.games.base import settle
from deduce.games.plain import plain
from deduce.games.registry import game as registered
from deduce.ground.errors import ProblemError

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
SAMPLED = 3
ABOVE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "games" / "above.py"))["GAME"]


@pytest.mark.parametrize("game", [*GAMES, ABOVE], ids=[*GAMES, "above"])
@pytest.mark.filterwarnings("ignore")
def test_the_other_sides_own_tests_pass(game, capsys):
    api_test(env(game), num_cycles=150)
    seed_test(lambda: env(game), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
def test_the_other_sides_own_tests_notice_what_is_wrong(monkeypatch):
    made = env(ABOVE)
    monkeypatch.setattr(type(made.unwrapped), "observe", lambda self, agent: "nothing of its space")
    with pytest.raises(AssertionError):
        api_test(made, num_cycles=10)


@pytest.mark.parametrize("game", [*GAMES, ABOVE], ids=[*GAMES, "above"])
@pytest.mark.filterwarnings("ignore")
def test_cycles_are_cut_where_the_other_side_wants(game):
    def together(max_cycles):
        made = parallel_env(
            game, players=3 if game is ABOVE else None, max_cycles=max_cycles, illegal="draw"
        )
        for number, agent in enumerate(made.possible_agents):
            # Their test samples actions. With these the shortest game, too, goes on longer than they cut it.
            made.action_space(agent).seed(SAMPLED + number)
        return made

    max_cycles_test(
        SimpleNamespace(parallel_env=together, env=lambda max_cycles: parallel_to_aec(together(max_cycles)))
    )
    parallel_api_test(parallel_env(game), num_cycles=20)


def test_turns_together_play_the_same_game():
    one, together = raw_env("entracte", players=2), parallel_env("entracte", players=2)
    one.reset(seed=4)
    seen, _ = together.reset(seed=4)
    while together.agents:
        mover = one.agent_selection
        legal = np.flatnonzero(seen[mover]["action_mask"])
        assert np.array_equal(legal, np.flatnonzero(one.observe(mover)["action_mask"]))
        assert not any(seen[other]["action_mask"].any() for other in together.agents if other != mover)
        one.step(int(legal[0]))
        # What the others name is ignored, legal or not.
        seen, rewards, over, cut, _ = together.step({a: int(legal[0]) for a in together.agents})
        assert rewards == one.rewards
    assert all(over.values())
    assert not any(cut.values())
    assert together.inner.position.scores == one.position.scores


def test_turns_together_take_illegal_actions_as_told():
    made = parallel_env("enigma", players=3, illegal="end")
    seen, _ = made.reset(seed=2)
    mover = made.inner.agent_selection
    wrong = int(np.flatnonzero(seen[mover]["action_mask"] == 0)[0])
    _, rewards, over, _, infos = made.step({mover: wrong})
    assert rewards[mover] == -1.0
    assert all(over.values())
    assert "not legal" in infos[mover]["illegal"]
    with pytest.raises(ProblemError, match="illegal 'maybe'"):
        parallel_env("enigma", illegal="maybe")
    with pytest.raises(ProblemError, match="max_cycles is a whole number"):
        parallel_env("enigma", max_cycles=0)
    one = parallel_env("enigma", players=3, illegal="draw", max_cycles=1)
    one.reset(seed=2)
    _, _, over, cut, _ = one.step({mover: wrong})
    assert (set(over.values()), set(cut.values()), one.agents) == ({False}, {True}, [])


def test_marginals_are_what_knowledge_says():
    made = raw_env("entracte", players=2, observation="marginals")
    made.reset(seed=1)
    agent = made.agent_selection
    vector = made.observe(agent)["observation"]
    assert made.observation_space(agent).contains(made.observe(agent))
    view = made.position.view(made.seats[agent])
    known = made.game.knowledge(view)
    first = [known.marginals(known.scope[0]).get(value, 0.0) for value in known.scope[0].domain]
    assert np.allclose(vector[: len(first)], first)
    assert len(vector) == len(known.scope) * 24 + 512


@pytest.mark.parametrize("name", ["love_letter", "skull", "leduc"])
def test_a_variable_has_its_place_whoever_looks_and_when_and_none_is_left_out(name):
    """Places went by order: what seat 2 knew of one card stood where seat 1 had another, what came later nowhere."""
    made = raw_env(name, observation="marginals")
    game, rng, late = made.game, random.Random(3), 0
    start = game.new(players=made.players, seed=0)
    places, width = {}, 0
    for seat in range(1, made.players + 1):
        for variable in game.knowledge(start.view(seat)).scope:
            if (variable.name, variable.domain) not in places:
                places[variable.name, variable.domain] = width
                width += len(variable.domain)
    assert made.width == width + HASHED
    made.reset(seed=2)
    for _ in range(12):
        if made.position.actor is None:
            break
        for agent, seat in made.seats.items():
            vector, view = made.observe(agent)["observation"], made.position.view(seat)
            wanted = np.concatenate([np.zeros(width), observer(game, view, "plain")(view)])
            known = game.knowledge(view)
            for variable in known.scope:
                place = places.get((variable.name, variable.domain))
                for number, value in enumerate(variable.domain):
                    chance = known.marginals(variable).get(value, 0.0)
                    code = crc32(f"{variable.name} is {value}".encode())
                    if place is not None:
                        wanted[place + number] = chance
                    else:
                        wanted[width + code % HASHED] += chance if code >> 31 else -chance
                late += place is None
            assert np.allclose(vector, wanted, atol=1e-6)
        made.step(rng.choice(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])))
    assert late or name == "leduc"


@pytest.mark.parametrize("action", ["x", 1.5, float("nan"), [0], np.array([0]), None, -1])
def test_what_is_no_number_of_an_action_is_illegal(action):
    """1.5 was action 1; of others the error came out of the depths."""
    made = raw_env("kuhn")
    made.reset(seed=1)
    agent = made.agent_selection
    made.step(action)
    assert made.rewards[agent] == -1.0
    assert f"action {action} is not legal now" in made.infos[agent]["illegal"]
    made.reset(seed=1)
    made.step(np.array(0))  # as learners name it
    assert not any(made.rewards.values())


def test_an_illegal_action_ends_the_game_for_who_chose_it():
    made = raw_env("enigma", players=3)
    made.reset(seed=2)
    agent = made.agent_selection
    illegal = int(np.flatnonzero(made.observe(agent)["action_mask"] == 0)[0])
    made.step(illegal)
    assert made.rewards[agent] == -1.0
    assert all(made.terminations.values())
    assert "not legal" in made.infos[agent]["illegal"]


def test_wrong_arguments_are_told():
    with pytest.raises(ProblemError, match="2 to 4 players"):
        env("entracte", players=9)
    with pytest.raises(ProblemError, match="did you mean 'plain'"):
        env("entracte", observation="plane")
    with pytest.raises(ProblemError, match="no option"):
        env("entracte", mood="good")
    with pytest.raises(ProblemError, match="render_mode 'rgb_array': allowed: human, ansi"):
        env("entracte", render_mode="rgb_array")
    with pytest.raises(ProblemError, match="a game is wanted"):
        env(None)
    view = registered("kuhn").new(players=2, seed=1).view(1)
    with pytest.raises(ProblemError, match="size must be at least 1"):
        observer(registered("kuhn"), view, "plain", 0)
    with pytest.raises(ProblemError, match="this is the whole position"):
        observer(registered("kuhn"), view, "plain")(registered("kuhn").new(players=2))


def test_rendering_is_the_view_as_text(capsys):
    made = env("entracte", players=2, render_mode="ansi")
    made.reset(seed=1)
    assert made.render() == str(made.unwrapped.position.view(made.unwrapped.seats[made.agent_selection]))
    loud = env("entracte", players=2, render_mode="human")
    loud.reset(seed=1)
    observation, *_ = loud.last()
    loud.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_plain_observations_are_the_same_however_much_was_seen_before(name):
    game = registered(name)
    state = game.new(players=game.seats.start, seed=4)
    first, rng = observer(game, state.view(1), "plain"), random.Random(2)
    for _ in range(40):
        if state.actor is None:
            break
        for seat in range(state.seats + 1):
            view = state.view(seat)
            wanted = np.zeros(HASHED, np.float32)
            for path, value in _entries(plain(view), ""):
                code = crc32(f"{path}={value}".encode())
                wanted[code % HASHED] += 1.0 if code >> 31 else -1.0
            assert np.array_equal(first(view), wanted)
        state = settle(state.play(rng.choice(list(state.moves()))), rng)


def test_turns_taken_one_by_one_say_that_they_are_not_taken_together():
    """The other side makes turns together of environments that say they can be; ours has `parallel_env` for that."""
    made = env("entracte", players=2)
    assert made.metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(made)

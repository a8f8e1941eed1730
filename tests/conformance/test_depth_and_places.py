"""Play-outs are deep and of all kinds; positions are asked again; a fault names its place. With planted faults."""

import gc
import random
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from amount import amount
from test_conformance import faulty, leak, twisted
from toy_games import Show, Whose, WhoseState

from deduce.conformance.places import place_of
from deduce.conformance.wandering import kind_of, looked_at, wander
from deduce.games import CHANCE, ConformanceError, check_game, check_history
from deduce.ground.errors import ProblemError
from deduce.players import random_player
from deduce.rulebook import Entry, State
from deduce_models.entracte.game import Entracte

HERE = Path(__file__).name
TURN = 5


class Telling(State):
    """Views tell all codes from the fifth turn on."""

    __slots__ = ()

    def view(self, seat):
        seen = super().view(seat)
        if len(seen.row) > TURN:
            seen.entries = (*seen.entries, Entry("say", 0, f"the codes are {self.codes}"))
        return seen


class Leaky(Entracte):
    """Entracte whose positions turn into `Telling` ones as soon as they are made."""

    def new(self, **given):
        return Telling(super().new(**given).run)

    def resample(self, view, rng):
        if view.entries[-1].kind == "say":
            view.entries = view.entries[:-1]
        return Telling(super().resample(view, rng).run)


@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_a_leak_from_the_fifth_turn_is_found_from_every_seed(mode, monkeypatch):
    monkeypatch.setattr("deduce.conformance.check.SHORTER", 0)  # no time for a shorter history
    for seed in range(amount(6, 100)):
        with pytest.raises(ConformanceError, match="can tell a resampled state") as caught:
            check_game(
                Leaky(),
                players=3,
                rng=seed,
                playouts=10,
                parts=["resample"],
                thin=True,
                options={"mode": mode},
            )
        assert HERE in caught.value.place
        assert "Telling.view" in caught.value.place


def test_the_depth_reached_is_reported():
    done = check_game(Show(), players=2, playouts=4, parts=["rules"])
    assert done.depth == (4, 4, 4)
    assert "4 to 4 decisions deep" in str(done)
    done = check_game(Entracte(), players=3, playouts=6, parts=["replay"])
    least, median, most = done.depth
    assert least < median <= most
    assert median > 20
    assert done.to_dict()["depth"] == [least, median, most]


def test_kinds_of_moves_are_drawn_first():
    """In `Whose` a pass is one of many moves and half of the kinds; each play-out has its own taste for it."""
    shares = []
    for seed in range(0, 120, 2):
        history, depth, _ = wander(Whose(), 3, seed, options={"rounds": 3})
        kinds = Counter(kind_of(move) for move in history.moves)
        assert depth == kinds["pass"] + kinds["guess"] == 9
        shares.append(kinds["pass"] / depth)
        assert wander(Whose(), 3, seed, options={"rounds": 3})[0].moves == history.moves
    assert 0.35 < sum(shares) / len(shares) < 0.65
    assert {0.0, 1.0} < set(shares)


class Bold:
    name = "bold"

    def choose(self, view, rng):
        return next(move for move in reversed(view.moves))


class Cheating:
    name = "cheating"

    def choose(self, view, rng):
        return type(view.moves[0])("deal", 1, 1)


class Lost:
    name = "lost"

    def choose(self, view, rng):
        raise KeyError(view.seat)


def test_a_policy_decides_and_answers_for_itself():
    history, depth, _ = wander(Whose(), 2, 1, policy=Bold())
    assert depth == 4
    assert {move.verb for move in history.moves} == {"deal", "guess"}
    assert check_game(Whose(), playouts=2, policy=random_player).playouts == 4
    with pytest.raises(ProblemError, match="the policy cheating plays 'deal 1 1', which is not legal"):
        check_game(Whose(), playouts=1, policy=Cheating())
    with pytest.raises(ProblemError, match="the policy lost fails after decision 1: KeyError: 1"):
        check_game(Whose(), playouts=1, policy=Lost())


def shared(part):
    """`Whose` whose positions share one run: what they list is by what the run holds when they are asked."""
    run = {}

    @dataclass(frozen=True, slots=True)
    class Running(WhoseState):
        def play(self, move):
            after = WhoseState.play(self, move)
            run["log"] = after.log
            return after

    def moves(self):
        named = [(word.seat, word.card) for _, word, _ in run.get("log", ())]
        return tuple(move for move in WhoseState.moves(self) if (move.seat, move.card) not in named)

    def view(self, seat):
        return replace(WhoseState.view(self, seat), extra=len(run.get("log", ())))

    def scores(self):
        own, run["asked"] = WhoseState.scores.fget(self), run.get("asked", 0) + 1
        return own and (*own[:-1], float(run["asked"]))

    setattr(Running, part, {"moves": moves, "view": view, "scores": property(scores)}[part])
    return type("SharedWhose", (Whose,), {"state_class": Running})()


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("moves", r"moves \["),
        ("view", "the view WhoseView"),
        ("scores", r"scores \(.*, .*\), and when it was new \("),
    ],
)
def test_positions_are_asked_again_after_the_game_went_on(part, said):
    with pytest.raises(
        ConformanceError, match=f"is another once the game has gone on to move .: {said}"
    ) as caught:
        check_game(shared(part), playouts=4, parts=["replay"])
    with pytest.raises(ConformanceError, match="once the game has gone on"):
        check_history(caught.value.history, parts=["replay"], last_only=True)
    assert HERE in caught.value.place


def line_of(function, words):
    start = function.__code__.co_firstlineno
    text = Path(__file__).read_text().splitlines()
    return next(n for n, line in enumerate(text[start - 1 :], start) if words in line)


def raises_inside(self, view):
    known = Whose.knowledge(self, view)
    return known.observe(known.problem["cart"] == 1, "surely")  # the line that fails


def test_a_fault_names_its_place():
    with pytest.raises(ConformanceError) as caught:
        check_game(twisted(knowledge=raises_inside), playouts=1, parts=["knowledge"])
    place = f"{HERE}:{line_of(raises_inside, 'the line that fails')} (raises_inside)"
    assert place in caught.value.place
    assert f"\nat {caught.value.place}\nin whose" in str(caught.value)
    with pytest.raises(ConformanceError) as caught:
        check_game(faulty(view=leak), playouts=6, parts=["resample"], decisions=None)
    assert caught.value.place.endswith(f"test_conformance.py:{leak.__code__.co_firstlineno} (leak)")


def test_a_fault_of_a_library_is_placed_where_the_rules_wait():
    """A layer whose states are a library's own says where in the author's rules it waits, by `State.place`."""
    from deduce.conformance.places import place_of

    class Layered(Whose):
        def rules(self, table):
            yield

    game = Layered()
    state = game.new(players=2, seed=1)
    assert place_of(game, "rules", state=state).endswith("(WhoseState.play)")

    class Waiting:
        place = "mine.py:12"

    assert place_of(game, "rules", state=Waiting()) == "mine.py:12"
    assert "Layered.rules" in place_of(game, "rules", where="nothing")
    assert place_of(Whose(), "rules", where="nothing") == ""


def test_one_seed_gives_one_play_out():
    game = Entracte()
    assert wander(game, 3, 7)[0].moves == wander(game, 3, 7)[0].moves
    deep = wander(game, 3, 7)[1]
    assert deep >= 20
    rng = random.Random(1)
    state = game.new(players=3, seed=7)
    while state.actor is not None:
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))


def test_deep_thin_play_outs_go_on_from_the_latter_half_by_the_taste_of_the_deepest_before():
    game, seeds = Entracte(), range(7, 8 * amount(12, 40), 8)
    plain, deep = [], []
    for seed in seeds:
        before = [wander(game, 3, each, thin=True) for each in range(seed - 7, seed)]
        made = wander(game, 3, seed, thin=True, before=[(each.depth, each.taste) for each in before])
        again = wander(game, 3, seed, thin=True, before=[(each.depth, each.taste) for each in before])
        assert made.history.moves == again.history.moves
        states = made.history.states()
        assert made.depth == sum(state.actor not in (CHANCE, None) for state in states)
        assert states == replace(made.history, _states=()).states()  # it can be played from the start
        plain += [each.depth for each in before]
        deep.append(made.depth)
    assert sum(deep) / len(deep) > 1.2 * sum(plain) / len(plain)


def test_circles_are_looked_for_again_behind_a_thin_check(monkeypatch):
    seen = []
    monkeypatch.setattr("deduce.conformance.check._examine", lambda *_, **__: seen.append(gc.isenabled()))
    for thin in (True, False):
        check_game(Whose(), players=3, playouts=1, parts=["replay"], thin=thin)
        assert gc.isenabled()
    assert seen == [False, True]


def test_a_fault_is_placed_in_the_package_of_the_game_not_in_a_helper_elsewhere(tmp_path, monkeypatch):
    """The innermost line of the author's own code, though what it calls lies outside of any library too."""
    for folder, text in (
        ("helper_place", "def fail():\n    raise ValueError('no')\n"),
        (
            "game_place",
            "import helper_place\n\n\nclass Odd:\n    def play(self):\n        helper_place.fail()\n",
        ),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
    import game_place

    odd = game_place.Odd()
    with pytest.raises(ValueError, match="no") as caught:
        odd.play()
    assert place_of(odd, "rules", error=caught.value).endswith("game_place/__init__.py:6 (Odd.play)")
    for name in ("game_place", "helper_place"):
        sys.modules.pop(name)


def test_a_thin_play_out_looks_before_or_after_a_move_of_each_kind_as_often():
    moves = ["sow 1", "sow 2", "sow 3", "reap 1"]
    met = Counter(looked_at(random.Random(seed), moves) for seed in range(600))
    assert sorted(met) == [0, 1, 2, 3, 4]
    assert met[4] == pytest.approx(600 / 4, abs=40)  # after the one move of its kind
    assert looked_at(random.Random(1), []) == 0

"""What the contract's tools promise of themselves: histories shrink, searches end, defaults agree."""

from dataclasses import dataclass
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample
from toy_games import Show, Whose, WhoseState

from deduce.conformance.agreement import _divergence
from deduce.conformance.check import Conformance
from deduce.conformance.probes import _path_to, difference
from deduce.conformance.testing import histories
from deduce.games import History, random_history
from deduce.games.base import Advice
from deduce.games.log import what_follows
from deduce.games.plain import brief, information_state, plain
from deduce.ground.report import Report


def test_histories_shrink_to_short_ones_of_first_moves():
    only = settings(
        max_examples=200, phases=[Phase.generate, Phase.shrink], derandomize=True, database=None
    )
    game = Whose()
    least = find(histories(game), lambda history: len(history.moves) >= 5, settings=only)
    assert (least.players, len(least.moves)) == (2, 5)
    state = game.new(players=2)
    for move in least.moves:
        if isinstance(state.actor, int):
            assert move == state.moves()[0]
        state = state.play(move)
    three = find(histories(game, players=3), lambda history: history.players == 3, settings=only)
    assert three.moves == ()
    whole = find(
        histories(Show(), players=2, max_moves=3), lambda history: len(history.moves) == 3, settings=only
    )
    assert [str(move) for move in whole.moves] == ["show 1 1", "show 2 1", "show 1 1"]


def test_no_history_is_longer_than_asked():
    only = settings(max_examples=50, derandomize=True, database=None)

    def too_long(history):
        return len(history.moves) > 2

    with pytest.raises(NoSuchExample):
        find(histories(Show(), max_moves=2), too_long, settings=only)


def test_a_game_that_draws_nothing_shows_its_text_as_a_picture():
    game = Whose()
    view = game.new(players=2, seed=1).view(1)
    root = ElementTree.fromstring(game.picture(view))
    assert root[0].text == "Whose card"
    drawn = "".join(node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text"))
    assert game.show(view).replace("\n", "") in drawn
    assert game.show(view) == str(view)


@dataclass
class Hidden:
    name: str = "secret"


class Holder:
    __slots__ = ("inner", "other")

    def __init__(self, inner, other=None):
        self.inner, self.other = inner, other


@pytest.mark.parametrize(
    ("made", "path"),
    [
        (lambda: Holder(Hidden()), ".inner"),
        (lambda: Holder([0, (1, Hidden())]), ".inner[1][1]"),
        (lambda: Holder({"a": {"b": Hidden()}}), ".inner['a']['b']"),
        (lambda: Holder(Holder(None, Hidden())), ".inner.other"),
        (lambda: Holder({3: 4}, ["x", 2.5, None]), ""),
        (lambda: Holder(type("Loose", (), {})()), ""),
    ],
)
def test_what_can_be_reached_is_found_by_its_path(made, path):
    assert _path_to(made(), Hidden, {}) == path


def test_circles_are_searched_once():
    ring = Holder(None)
    ring.inner = [ring, {"again": ring}]
    cleared = {}
    assert _path_to(ring, Hidden, cleared) == ""
    assert id(ring) in cleared
    # What was searched before is not searched again, though it has changed since.
    ring.other = Hidden()
    assert _path_to(ring, Hidden, cleared) == ""
    assert _path_to(ring, Hidden, {}) == ".other"
    # The value itself is not looked for, only what hangs on it.
    assert _path_to(Hidden(), Hidden, {}) == ""


def test_the_first_difference_is_named():
    one = WhoseState(2, 2, (1, 2))
    assert difference(one, WhoseState(2, 2, (1, 3))) == "cards is (1, 2) and (1, 3)"
    assert difference(one, WhoseState(3, 2, (1, 3))) == "seats is 2 and 3"
    assert difference(1, 2) == "1 and 2"
    assert difference(1, "1") == "1 and '1'"


def test_how_surprising_a_frequency_is():
    """Kullback and Leibler's divergence of two coins: nought where they agree, never where one says never."""
    assert _divergence(0.5, 0.5) == _divergence(0.0, 0.0) == _divergence(1.0, 1.0) == 0
    assert _divergence(0.1, 0.0) == _divergence(0.9, 1.0) == float("inf")
    assert _divergence(1.0, 0.5) == pytest.approx(0.6931471805599453)
    assert _divergence(0.75, 0.5) == pytest.approx(0.1308120336)
    assert _divergence(0.5, 0.75) == pytest.approx(0.1438410362)
    assert 0 < _divergence(1e-3, 1e-12) < float("inf")


def test_histories_are_named_by_what_leads_there():
    history = random_history(Whose(), 2, 3)
    assert isinstance(history, History)
    states = history.states()
    assert len(states) == len(history.moves) + 1
    assert states[-1].actor is None
    for number in (0, 1, len(history.moves)):
        short = history.to(number)
        assert short.moves == history.moves[:number]
        assert (short.players, short.seed, short.states()[-1]) == (2, 3, states[number])


def test_positions_are_plain_values_without_what_they_are_played_with():
    state = Whose().new(players=2, seed=1)
    view = state.view(1)
    told = plain(view)
    assert set(told) == {"seat", "actor", "players", "rounds", "card", "log", "extra"}
    assert information_state(view) == information_state(state.view(1))
    assert information_state(view) != information_state(state.view(2))
    assert information_state({"b": {2, 1}, "a": (True, None, 1.5)}) == '{"a":[true,null,1.5],"b":[1,2]}'
    assert plain(b"\x01\x02") == [1, 2]
    assert brief("whose", state) == "<whose state: seat 1 moves>"
    assert brief("whose", view) == "<whose view of seat 1: seat 1 moves>"
    assert brief("whose", Whose().new(players=2)) == "<whose state: chance moves>"
    assert brief("whose", random_history(Whose(), 2, 3).states()[-1]) == "<whose state: the game is over>"


def test_advice_is_told_in_plain_values():
    advice = Advice("pass", 1.5, "why not", error=0.25, kind="sampled", details={"samples": 8})
    assert advice.to_dict() == {
        "move": "pass",
        "value": 1.5,
        "error": 0.25,
        "unit": "points",
        "kind": "sampled",
        "reason": "why not",
        "samples": 8,
    }


def test_a_summary_is_told_in_words_and_plain_values():
    asked = {"views": {"pass 2": 7}}
    done = Conformance("toy", ("rules", "views"), (2, 3), 8, 90, 12, 30, (1, 7, 22), asked)
    assert done.to_dict() == {
        "game": "toy",
        "parts": ["rules", "views"],
        "players": [2, 3],
        "playouts": 8,
        "positions": 90,
        "minds": 12,
        "longest": 30,
        "depth": [1, 7, 22],
        "asked": asked,
    }
    assert str(done) == (
        "toy: rules, views hold in 8 play-outs for 2, 3 players (90 positions, minds at 12 of them,"
        " longest 30 moves; 1 to 22 decisions deep, half of them 7 or more)"
    )


@pytest.mark.parametrize(
    ("before", "after", "told", "said"),
    [
        (Report("a", {}), Report("a\nb", {}, 1), None, ["a", "b"]),  # a contradiction is told whole
        (Report("a", {}), Report("a\nb", {}, 1), ["x"], ["a", "b"]),
        (Report("a", {}), Report("a\nb", {}), None, ["b"]),
        (Report("a", {}), Report("a\nb", {}), ["x", "y"], ["x", "y"]),
        (Report("a", {}), Report("a\nb", {}), [], ["nothing new follows"]),
        (Report("a", {}, 1), Report("a\nb", {}), ["x"], ["b"]),
        (Report("a", {"error": "e"}), Report("a\nb", {}), ["x"], ["b"]),
        (Report("a", {}), Report("a\nb", {"error": "e"}), ["x"], ["b"]),
        (Report("a", {}), Report("a", {}), None, ["nothing new follows"]),
    ],
)
def test_what_follows_is_told_by_the_game_where_it_has_words(before, after, told, said):
    tell = None if told is None else (lambda *both: told if both == (before, after) else ["wrong"])
    game = SimpleNamespace(answers=lambda: SimpleNamespace(changed=tell))
    assert what_follows(game, before, after) == said

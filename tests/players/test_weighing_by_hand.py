"""Pieces of the default player by themselves, each beside a plain writing of what it promises."""

import math
import random
import time
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import deduce
from deduce.games.base import CHANCE
from deduce.players import thinking, weigh, weighing
from deduce.players.candidates import candidates
from deduce.players.claims import ASKED, by_turns, claim_of, claims, kind_of
from deduce.players.lookahead import SURE, Looked, expected
from deduce.players.prospects import Prospect, Survey, survey
from deduce.players.weighing import Weighed, _after_answers, _curiosity, _now, _two_best, _undecided
from deduce.rulebook import EVERYBODY, Rulebook
from deduce_models.tables.battleship import GAME as SHIPS


class Drawer(Rulebook):
    """One of eight things lies in a drawer: ask for its halves, or name it, which ends the game."""

    name, title, seats = "drawer", "Drawer", range(1, 2)

    def rules(self, t):
        thing = t.variable("thing", range(8))
        yield t.deal(thing)
        for _ in range(4):
            options = {f"ask {k}": ("ask", k) for k in (2, 4, 6)} | {
                f"name {x}": ("name", x) for x in range(8)
            }
            kind, number = yield t.choose(1, options)
            if kind == "name":
                return [float(t.tell(EVERYBODY, thing == number, "right"))]
            t.tell(EVERYBODY, thing < number, f"below {number}")
        return [0.0]


DRAWER = Drawer()


@pytest.mark.parametrize("seed", range(30))
def test_after_an_answer_whoever_commits_takes_what_was_best_in_the_other_worlds_with_that_answer(seed):
    """Of commitments of which one is right in each world; of equals any may be taken."""
    rng = random.Random(seed)
    worlds = rng.randint(2, 6)
    right = [rng.randrange(3) for _ in range(worlds)]
    prizes = [rng.random() for _ in range(worlds)]
    ends = [
        Prospect(f"name {k}", [p if r == k else 0.0 for p, r in zip(prizes, right, strict=True)])
        for k in range(rng.randint(2, 3))
    ]
    asked = []
    for number in range(3):
        answers = [(rng.randrange(3),) for _ in range(worlds)]
        scores = [rng.random() if number and rng.random() < 0.3 else None for _ in range(worlds)]
        asked.append(Prospect(f"ask {number}", [None, *scores[1:]], answers=answers))
    short = Prospect("hardly tried", [None] * (worlds - 1), answers=[(0,)] * (worlds - 1))
    made = rng.sample([*ends, *asked, short], len(ends) + 4)
    found = dict(
        zip([each.move for each in made], _after_answers(Survey(tuple(made), worlds, 1.0)), strict=True)
    )
    assert {found[each.move] for each in (*ends, short)} == {-math.inf}
    for each in asked:
        least = most = 0.0
        for world, answer in enumerate(each.answers):
            if (over := each.scores[world]) is not None:
                least, most = least + over, most + over
                continue
            alike = [w for w in range(worlds) if each.answers[w] == answer and each.scores[w] is None]
            judges = [w for w in (alike if len(alike) > 1 else range(worlds)) if w != world]
            sums = [math.fsum(end.scores[w] for w in judges) for end in ends]
            best = [
                end.scores[world] for end, total in zip(ends, sums, strict=True) if total > max(sums) - 1e-9
            ]
            least, most = least + min(best), most + max(best)
        assert least / worlds - 1e-9 <= found[each.move] <= most / worlds + 1e-9


def test_where_there_would_be_too_much_to_weigh_nothing_is_said_of_answers(monkeypatch):
    monkeypatch.setattr(weighing, "WIDE", 8)
    end, ask = Prospect("end", [1.0, 1.0]), Prospect("ask", [None, None], answers=[(0,), (1,)])
    assert _after_answers(Survey((*[end] * 4, ask), 2, 1.0))[-1] == 1.0
    assert set(_after_answers(Survey((*[end] * 5, ask), 2, 1.0))) == {-math.inf}
    assert set(_after_answers(Survey((ask, ask), 2, 1.0))) == {-math.inf}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_few_play_outs_do_not_say_what_asking_is_worth(seed):
    """Where the turn is about asking they count from so many on; elsewhere as soon as there is one."""
    view = DRAWER.new(players=1, seed=seed).view(1)
    assert survey(DRAWER, view, random.Random(seed), worlds=24).inquiring
    few = weigh(DRAWER, view, random.Random(seed), worlds=24, descents=SURE - 1)
    assert all(each.looked is None for each in few)
    many = weigh(DRAWER, view, random.Random(seed), worlds=24, descents=6 * SURE)
    assert sum(len(each.looked.values) for each in many if each.looked) >= SURE


def test_a_few_play_outs_count_where_nothing_is_asked():
    game = Named()
    view = game.new(players=1, seed=1).view(1)
    assert not survey(game, view, random.Random(1), worlds=24).inquiring
    assert any(
        each.looked is not None for each in weigh(game, view, random.Random(1), worlds=4, descents=3)
    )


class Named(Rulebook):
    """Nothing can be asked."""

    name, title, seats = "named", "Named", range(1, 2)

    def rules(self, t):
        thing = t.variable("thing", range(3))
        yield t.deal(thing)
        number = yield t.choose(1, {f"name {x}": x for x in range(3)})
        return [float(t.tell(EVERYBODY, thing == number, "right"))]


def first_turn(game, seed):
    state = game.new(players=game.seats.start, seed=seed)
    rng = random.Random(seed)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    return state.view(state.actor)


@pytest.mark.parametrize("seed", range(3))
def test_moves_that_claim_something_are_counted_by_kind(seed):
    view = first_turn(DRAWER, seed)
    found = claims(DRAWER, view, view.moves, random.Random(seed))
    claiming = {move for move in view.moves if claim_of(found.world.play(move)) is not None}
    assert set(found.facts) == claiming
    assert found.telling == Counter(map(kind_of, claiming))
    assert found.none == set(view.moves) - claiming
    assert [move for move in view.moves if found.silent(move)] == [
        move for move in view.moves if move in found.none
    ]
    # One that was not looked up is taken for a claim where many of its kind were.
    move, kind = view.moves[0], kind_of(view.moves[0])
    del found.facts[move]
    for number, silent in ((ASKED - 1, True), (ASKED, False)):
        found.telling[kind] = number
        assert found.silent(move) is silent


def test_what_is_known_is_worked_out_once_a_decision(monkeypatch):
    state, rng = SHIPS.new(players=2, seed=1), random.Random(1)
    while "shoot" not in str(state.moves()[0]):
        state = state.play(rng.choice(state.moves()))
    view, asked = state.view(state.actor), []
    before = type(SHIPS).knowledge
    monkeypatch.setattr(
        type(SHIPS), "knowledge", lambda self, *a, **k: asked.append(1) or before(self, *a, **k)
    )
    tested = claims(SHIPS, view, view.moves, rng)
    assert tested.facts
    assert tested.known is not None
    found = candidates(SHIPS, view, rng, math.inf, tested)
    assert set(found) <= set(view.moves)
    assert asked == [1]
    assert candidates(SHIPS, view, rng, math.inf, None)
    assert asked == [1, 1]


def test_no_part_of_a_decision_is_given_more_time_than_all_of_it(monkeypatch):
    begun, ends = time.monotonic(), []
    monkeypatch.setattr(weighing, "time", SimpleNamespace(monotonic=lambda: begun))

    def noted(part):
        def asked(*given, **named):
            ends.extend(x for x in (*given, *named.values()) if isinstance(x, float) and x > begun)
            return part(*given, **named)

        return asked

    for part in ("candidates", "survey", "settle", "look_ahead"):
        monkeypatch.setattr(weighing, part, noted(getattr(weighing, part)))
    state = DRAWER.new(players=1, seed=1)
    weigh(DRAWER, state.view(1), random.Random(1), worlds=2, descents=4, time_limit=5)
    assert len(ends) == 5  # a survey has two
    assert max(ends) == begun + 5


@pytest.mark.parametrize(("others", "open_tests", "asking"), [(1, 0, True), (3, 11, False), (3, 12, True)])
def test_a_turn_is_about_asking_where_many_moves_ask_or_test_what_is_open(others, open_tests, asking):
    tried = [Prospect("ask", [None], bits=1.0), *(Prospect(f"pass {k}", [None]) for k in range(others))]
    tested = SimpleNamespace(facts=range(20), bits=lambda move: 0.3 if move < open_tests else 0.29)
    assert Survey(tuple(tried), 1, 1.0, tested=tested).inquiring is asking


def test_a_move_that_ends_the_game_is_worth_all_scores_seen():
    for ends, later in ((1.0, False), (1.0, True), (0.5, False)):
        each = SimpleNamespace(ends=ends, ending=2.0, scores=[3.0, None, 5.0])
        seen, looked = SimpleNamespace(later=later), SimpleNamespace(values=[1.0, 3.0])
        assert _now(seen, each, looked, 9.0) == (3.0 if ends == 1 and not later else 9.0)
        for nothing in ((None, 9.0), (SimpleNamespace(values=[]), 9.0), (looked, None)):
            assert _now(seen, each, *nothing) == 2.0 * ends


def test_where_nothing_speaks_for_a_move_that_is_said():
    prospect = SimpleNamespace(ends=0.0, bits=0.0, ending=0.0, chance=None, scores=[None] * 3)
    assert (
        str(Weighed.reason(SimpleNamespace(prospect=prospect, looked=None)))
        == "nothing speaks for it in 3 worlds"
    )


def test_what_a_move_is_worth_is_its_value_and_no_second_figure_says_it():
    """The reason tells what the value was made of, and a score only where that is one of several ends."""
    looked = Looked("ask", [0.0, 4.0])

    def reason(prospect, *, counted=True):
        return str(Weighed("ask", 10.84, prospect, looked, counted).reason())

    asked = Prospect("ask", [None, None], bits=3.21)
    assert reason(asked) == "tells about 3.2 bits (counted in), looked ahead in 2 worlds"
    assert reason(asked, counted=False) == "tells about 3.2 bits, looked ahead in 2 worlds"
    sure = Prospect("name", [1.0, 3.0])
    assert reason(sure) == "ends the game in 100% of worlds, looked ahead in 2 worlds"
    half = Prospect("name", [2.5, None])
    assert (
        reason(half) == "ends the game in 50% of worlds, with a score of 2.5 then, looked ahead in 2 worlds"
    )
    assert reason(Prospect("wait", [None])) == "looked ahead in 2 worlds"


@pytest.mark.parametrize("counted", [True, False])
def test_bits_are_said_to_count_where_the_value_counts_them(counted):
    """Were every move to tell as little, all values would be what the search says; and no word of counting."""
    game = deduce.game("mastermind" if counted else "kuhn")
    state = game.new(players=game.seats.start, seed=3)
    told = [each.reason for each in game.advise(state.view(state.actor), rng=1)]
    assert any("(counted in)" in each for each in told) == counted
    assert not any("score" in each and "then" not in each for each in told)


@pytest.mark.parametrize("sums", [[5.0], [1.0, 2.0], [3.0, 3.0], [0.0, 9.0, 4.0]])
def test_the_two_best_are_the_only_one_where_there_is_no_other(sums):
    best, second = _two_best(sums)
    assert sums[best] == max(sums)
    assert sums[second] == sorted(sums)[-2:][0]
    assert (best == second) == (len(sums) == 1)


def test_what_is_seen_after_more_moves_than_were_looked_at_tells_nothing():
    """Two worlds look alike at first and differ at each later look; only so many looks are counted."""
    for first in range(4):
        rows = [tuple((world if look >= first else 0) for look in range(4)) for world in range(8)]
        for looks in range(4):
            each = Prospect("ask", answers=rows, again=list(rows))
            each.tell(looks)
            assert (each.bits > 0) == (first <= looks), (first, looks)


def test_a_move_that_ends_the_game_for_certain_is_not_asked_out_of_curiosity():
    """Nor one that tells less than a question; of the others each by what it tells beyond the least."""

    def move(bits, *scores):
        return Prospect("some", list(scores), bits=bits)

    moves = (
        move(0.5, None, None),
        move(3.0, 1.0, 1.0),
        move(2.5, None, 0.0),
        move(0.1, None, None),
        move(0.0, 2.0, 1.0),
        Prospect("untried"),
    )
    seen = Survey(moves, 2, 3.0)
    # Two of three that were tried and need not end the game are questions; the least that these tell is 0.1.
    wanted = [2 / 3 * (0.5 - 0.1) / (2.5 - 0.1), 0.0, 2 / 3, 0.0, 0.0, 0.0]
    assert _curiosity(seen) == pytest.approx(wanted)
    assert _curiosity(Survey(moves[1:2], 2, 3.0)) == [0.0]


def test_advice_says_the_standard_error_of_what_was_looked_ahead(monkeypatch):
    """And none where nothing was, or a single world was."""
    looked = [None, Looked("b", [2.0]), Looked("c", [1.0, 2.0, 6.0]), Looked("d", [4.0, 4.0])]
    found = [
        Weighed(move, 1.0, Prospect(move, [None]), each) for move, each in zip("abcd", looked, strict=True)
    ]
    monkeypatch.setattr(thinking, "weigh", lambda *_, **__: found)
    told = thinking.advise(DRAWER, None)
    assert [each.move for each in told] == list("abcd")
    assert [each.error for each in told] == pytest.approx([0.0, 0.0, math.sqrt(7.0 / 3), 0.0])


def test_kinds_of_moves_are_tried_in_turn_the_rare_ones_first():
    moves = ["ask 1", "ask 2", "name 1", "ask 3", "name 2", "pass"]
    assert by_turns(moves) == ["pass", "name 1", "ask 1", "name 2", "ask 2", "ask 3"]
    assert [kind_of(move) for move in moves] == ["ask", "ask", "name", "ask", "name", "pass"]


def test_means_are_shrunk_by_their_share_of_chance_where_something_is_hoped_for():
    rows = np.array([[1.0, 3.0], [4.0, 8.0], [9.0, 10.0]])
    moves = "abc"
    seen = Survey(tuple(Prospect(move, [None, None]) for move in moves), 2, 1.0)
    looked = {move: Looked(move, row.tolist()) for move, row in zip(moves, rows, strict=True)}
    means, hopes = rows.mean(axis=1), np.array([2.0, 0.0, 1.0])
    chance = (rows.var(axis=1, ddof=1) / 2).mean() / means.var()
    worth = np.array(list(expected(list(looked.values())).values()))
    wanted = worth * (1 - chance) + means.mean() * chance + hopes * chance
    assert _undecided(seen, looked, hopes.tolist()) == pytest.approx(wanted)

"""Play-outs that learn from play-outs, and what a move tells where nothing is staked on it."""

import math
import random
import statistics
from collections import Counter

import pytest

from deduce.players import Practice, Thinker, named, weigh, weighing
from deduce.players.claims import kind_of
from deduce.players.habits import Habits, latest, practised
from deduce.players.lookahead import Looked
from deduce.players.prospects import survey
from deduce.rulebook import EVERYBODY, Rulebook
from deduce_models.tables.battleship import GAME as SHIPS
from deduce_models.tables.kuhn import GAME as KUHN


class Wires(Rulebook):
    """Ten wires are cut one after another, three of them by the seat; the red one loses whenever it is cut."""

    name, title, seats = "wires", "Wires", range(1, 2)

    def rules(self, t):
        left = [*range(9), "red"]
        for _ in range(3):
            cut = yield t.choose(1, {f"cut {wire}": wire for wire in left})
            left.remove(cut)
            if cut == "red":
                return (0.0,)
        return (1.0,)


def test_what_loses_whenever_it_is_done_is_done_less_and_less():
    habits, rng = Habits(), random.Random(1)
    start = Wires().new(players=1)
    won = []
    for _ in range(400):
        state, path = habits.play_on(start, rng, 100)
        habits.learn(path, state.scores)
        won.append(state.scores[0])
    # By chance alone 0.7 of them; the worst of three that are drawn is made one time in a thousand.
    assert sum(won[-200:]) / 200 > 0.95
    cut = Counter(str(habits.choose(1, start.moves(), rng)) for _ in range(300))
    assert cut["cut red"] < 10
    assert len(cut) == 10 or "cut red" not in cut  # the others stay varied
    assert min(cut[f"cut {wire}"] for wire in range(9)) > 0


def test_a_play_out_stops_at_its_horizon_and_takes_chance_as_it_comes():
    state, path = Habits().play_on(Wires().new(players=1), random.Random(1), 1)
    assert state.scores is None or str(path[0][1]) == "cut red"
    assert [decision[0] for decision in path] == [1]


class Stones(Rulebook):
    """Throws that can be shown, which costs the round, or bet on; what was thrown is of no use afterwards."""

    name, title, seats = "stones", "Stones", range(1, 2)

    def rules(self, t):
        won = 0.0
        for number in range(4):
            thrown = t.variable(f"throw {number}", range(8))
            yield t.deal(thrown)
            said = yield t.choose(1, {**{f"keep {n}": n for n in range(6)}, "show": "show"})
            if said == "show":
                t.show(EVERYBODY, thrown)
            else:
                won += 0.25
        return (won,)


def test_what_is_told_and_of_no_use_is_not_asked_for():
    game = Stones()
    view = game.new(players=1, seed=1).view(1)
    seen = survey(game, view, random.Random(1), worlds=24)
    assert seen.asking  # to show tells three bits
    assert not seen.inquiring
    ranked = weigh(game, view, random.Random(2), worlds=16, descents=120)
    assert str(ranked[-1].move) == "show"
    player, rng, state = (
        Thinker(game, worlds=12, descents=80),
        random.Random(3),
        game.new(players=1, seed=1),
    )
    while state.actor is not None:
        state = state.play(player.choose(state.view(1), rng) if state.actor == 1 else state.draw(rng))
    assert state.scores == (1.0,)


class Tower(Rulebook):
    """One question about a number and no more; then it has to be named."""

    name, title, seats = "tower", "Tower", range(1, 2)

    def rules(self, t):
        number = t.variable("number", range(16))
        yield t.deal(number)
        facts = {"above 7": number > 7, "above 3": number > 3, "above 11": number > 11, "is 0": number == 0}
        asked = yield t.choose(1, {**{f"ask {f}": f for f in facts}, "ask nothing": None})
        if asked:
            t.tell(EVERYBODY, facts[asked], asked)
        named = yield t.choose(1, {f"name {n}": n for n in range(16)})
        return (float(t.tell(EVERYBODY, number == named, f"it is {named}")),)


def test_among_questions_the_one_that_tells_most_where_a_search_sees_no_difference():
    game = Tower()
    view = game.new(players=1, seed=1).view(1)
    for seed in range(3):
        ranked = weigh(game, view, random.Random(seed), worlds=48, descents=60)
        assert str(ranked[0].move) in {"ask above 7", "ask above 3", "ask above 11"}


class Fog(Rulebook):
    """A name is hardly ever right and ends nothing; by chance nobody ever finds it, so all play-outs are alike."""

    name, title, seats = "fog", "Fog", range(1, 2)

    def rules(self, t):
        number = t.variable("number", range(4096))
        yield t.deal(number)
        asks = {f"ask above {n}": n for n in (1023, 2047, 3071)}
        said = yield t.choose(1, {**{f"name {n}": None for n in range(8)}, **asks})
        if said:
            t.tell(EVERYBODY, number > said, f"it is above {said}")
        yield t.choose(1, ["go on", "wait"])
        return (0.0,)


def test_where_all_play_outs_are_alike_what_is_told_decides():
    game = Fog()
    for seed in range(3):
        ranked = weigh(
            game, game.new(players=1, seed=1).view(1), random.Random(seed), worlds=24, descents=60
        )
        assert str(ranked[0].move).startswith("ask above")


class Answered(Rulebook):
    """A word is given, and the other seat answers it: right is what fits the word, and neither answer is better alone."""

    name, title, seats = "answered", "Answered", range(2, 3)

    def rules(self, t):
        given = yield t.choose(1, ["salt", "sugar"])
        said = yield t.choose(2, ["pepper", "honey"])
        fits = (given, said) in {("salt", "pepper"), ("sugar", "honey")}
        return (0.0, 1.0) if fits else (1.0, 0.0)


def test_practice_learns_what_answers_what():
    game = Answered()
    learnt = practised(game, 2, moves=600, time_limit=math.inf)
    state = game.new(players=2)
    for given, right in (("salt", "pepper"), ("sugar", "honey")):
        view = state.play(given).view(2)
        assert latest(view) == given
        hopes = dict(
            zip(map(str, view.moves), learnt.values(2, view.moves, view.moves, latest(view)), strict=True)
        )
        assert max(hopes, key=hopes.get) == right
        assert max(hopes.values()) - min(hopes.values()) > 0.4


def test_practice_decides_where_a_search_has_hardly_looked():
    game = Wires()
    view = game.new(players=1).view(1)
    learnt = practised(game, 1, moves=2000, time_limit=math.inf)
    assert learnt.values(1, view.moves, view.moves)[list(map(str, view.moves)).index("cut red")] < -0.2
    for seed in range(3):
        ranked = weigh(game, view, random.Random(seed), worlds=2, descents=10, practice=learnt)
        assert str(ranked[-1].move) == "cut red"


def test_practice_is_made_once_for_each_number_of_seats(monkeypatch):
    made = []
    monkeypatch.setattr(named, "practised", lambda game, seats, **_: made.append(seats) or Habits())
    game = Answered()
    view = game.new(players=2).view(1)
    player = Thinker(game, worlds=2, descents=4, practice=Practice(game))
    for seed in range(2):
        player.choose(view, random.Random(seed))
    assert made == [2]


def test_a_bet_that_others_answer_is_worth_what_the_search_says():
    """A move that ends the game only after moves of others is no commitment: random answers do not tell its worth."""
    view = KUHN.new(players=2).play("card[P1] = 3").play("card[P2] = 1").view(1)
    seen = survey(KUHN, view, random.Random(1), worlds=16)
    assert seen.later
    for each in weigh(KUHN, view, random.Random(1), worlds=16, descents=64):
        assert each.looked is not None
        assert abs(each.value - each.looked.mean) < 0.3


def test_one_play_out_does_not_say_that_nothing_can_be_gained_by_asking(monkeypatch):
    """In Battleship no shot ends the game for long, so only play-outs could meet a score."""
    state, rng = SHIPS.new(players=2, seed=1), random.Random(1)
    while str(state.moves()[0]).partition(" ")[0] != "shoot":
        state = state.play(state.moves()[int(rng.random() * len(state.moves()))])
    view = state.view(1)
    monkeypatch.setattr(weighing, "look_ahead", lambda *_, **__: [Looked(view.moves[0], [-1.0])])
    ranked = weigh(SHIPS, view, random.Random(1), worlds=8, descents=60)
    assert ranked[0].value > ranked[-1].value
    assert ranked[0].prospect.bits > ranked[-1].prospect.bits + 0.5


@pytest.mark.parametrize("yes", [[], [1.0], [1.0, 3.0], [2.0, 2.0, 2.0]])
@pytest.mark.parametrize("no", [[], [0.0], [0.0, 1.0]])
def test_what_an_answer_brings_is_the_difference_beyond_what_chance_explains(yes, no):
    """Two of each answer are enough; of fewer nothing is known."""
    habits = Habits()
    habits._answers[1, kind_of("shoot a1")] = {True: yes, False: no}
    found = habits.answered(1, "shoot b7", 0.25)
    if min(len(yes), len(no)) < 2:
        assert found == 0.0
        return
    apart = statistics.mean(yes) - statistics.mean(no)
    noise = sum(statistics.variance(some) / len(some) for some in (yes, no))
    assert found == pytest.approx(0.25 * apart * max(0.0, 1 - noise / apart**2))
    assert habits.answered(2, "shoot b7", 0.25) == 0.0

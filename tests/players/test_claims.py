"""What moves put to the test: the same fact in every world, its chance against brute force, and what it is worth."""

import math
import random

import pytest

from deduce.games import game
from deduce.games.base import CHANCE
from deduce.players import Inquirer, weigh
from deduce.players.claims import claim_of, claims, stratified
from deduce.players.habits import Habits, practised
from deduce.players.lookahead import Looked
from deduce.rulebook import EVERYBODY, Rulebook
from deduce_models.tables.battleship import GAME as SHIPS


class Urn(Rulebook):
    """A ball of ten is drawn, nine of them black. Name its colour; who looks first is told whether it is heavy."""

    name, title, seats = "urn", "Urn", range(1, 2)

    def rules(self, t):
        ball = t.variable("ball", range(10))
        yield t.deal(ball)
        told = yield t.choose(1, {"look": None, "name black": range(9), "name white": [9]})
        if told is None:
            t.tell(EVERYBODY, ball > 4, "it is heavy")
            told = yield t.choose(1, {"name black": range(9), "name white": [9]})
        return (float(t.tell(EVERYBODY, ball.is_in(list(told)), "it is of that colour")),)


URN = Urn()


def positions(played, players, seeds, moves, **options):
    """States of random games at which a seat has a choice."""
    for seed in seeds:
        rng = random.Random(seed)
        state = played.new(players=players, seed=seed, **options)
        for _ in range(moves):
            while state.actor is CHANCE:
                state = state.play(state.draw(rng))
            if state.actor is None:
                break
            legal = state.moves()
            if len(legal) > 1:
                yield state, rng
            state = state.play(rng.choice(legal))


@pytest.mark.parametrize(
    "name", ["clue", "battleship", "guess_who", "verifiers", "minesweeper", "liars_dice"]
)
def test_a_move_claims_the_same_in_every_world(name):
    played = game(name)
    told = 0
    for state, rng in positions(played, played.seats[0], range(2), 9):
        view = state.view(state.actor)
        for move in rng.sample(list(view.moves), min(4, len(view.moves))):
            found = [claim_of(played.resample(view, rng).play(move)) for _ in range(3)]
            found.append(claim_of(state.play(move)))
            keys = {None if claim is None else claim[0].key() for claim in found}
            assert len(keys) == 1, (str(move), found)
            told += keys != {None}
    assert told or name == "liars_dice"


def test_chances_and_bits_are_those_of_brute_force():
    view = URN.new(players=1, seed=1).view(1)
    found = claims(URN, view, view.moves, random.Random(1), 60.0)
    by_text = {str(move): move for move in view.moves}
    shares = {"look": 0.5, "name black": 0.9, "name white": 0.1}
    for text, share in shares.items():
        move = by_text[text]
        assert found.chance(move, None) == pytest.approx(share)
        assert found.shares[move] == pytest.approx(share, abs=0.12)
        met = found.shares[move]
        assert found.bits(move) == pytest.approx(-math.log2(met**2 + (1 - met) ** 2))
    assert set(found.facts) == set(view.moves)
    assert not found.none


def test_few_worlds_do_not_pass_for_certainty():
    """In two worlds black is mostly right both times; it is worth what it is worth all the same."""
    view = URN.new(players=1, seed=1).view(1)
    for seed in range(10):
        ranked = weigh(URN, view, random.Random(seed), worlds=2, descents=0)
        black = next(each.prospect for each in ranked if str(each.move) == "name black")
        # In twelve more worlds one of the other kind may not be met: then it is not known how that ends.
        assert (black.ends, black.ending) in ((1, 0.9), (0.9, 1), (0.1, 0))
    assert black.chance == pytest.approx(0.9)


def test_worlds_count_by_the_chance_of_what_is_so_in_them():
    assert stratified([1, 1, 0], [True, True, False], 0.25, -9) == pytest.approx(0.25)
    assert stratified([1, 1], [True, True], 0.25, -1) == pytest.approx(0.25 - 0.75)
    assert stratified([1, 0], [True, False], None, -1) == 0.5
    assert stratified([1, 0], [None, None], 0.1, -1) == 0.5
    looked = Looked("accuse", [1.0, 1.0], claims=[True, True], chance=0.5, low=-1.0)
    assert (looked.mean, looked.total) == (0.0, 0.0)


def test_of_hundreds_of_moves_those_are_looked_at_whose_claims_may_be_true():
    """Of 324 accusations in Clue the one that is right in a drawn world is among the first few."""
    clue = game("clue")
    state, rng = next(iter(positions(clue, 2, [3], 4)))
    found = claims(clue, view := state.view(state.actor), view.moves, rng)
    first = found.promising()[:8]
    assert any(move in found.now and str(move).startswith("accuse") for move in first)
    asks = [move for move in first if str(move).startswith("suggest")]
    assert max(map(found.bits, asks)) == max(map(found.bits, found.facts))
    memory: dict = {}
    hurried = claims(clue, view, view.moves, rng, 1e-9, memory)
    assert len(hurried.facts) < 10
    assert set(memory[view.seat]) == set(hurried.facts)
    memory[view.seat] = dict(found.facts)
    again = claims(clue, view, view.moves, rng, 1.0, memory)
    assert found.now & set(again.facts)


def test_what_moves_claim_elsewhere_is_forgotten():
    """A memory of facts about variables of another game does not disturb."""
    state = [state for state, _ in positions(SHIPS, 2, [1], 12)][-1]
    other = claims(SHIPS, state.view(state.actor), state.moves(), random.Random(1))
    view = URN.new(players=1, seed=1).view(1)
    memory = {1: dict(zip(view.moves, other.facts.values(), strict=False))}
    assert memory[1]
    found = claims(URN, view, view.moves, random.Random(1), 60.0, memory)
    assert memory[1] == found.facts


def test_play_outs_teach_that_a_hit_is_good():
    habits = practised(SHIPS, 2, moves=1500, time_limit=60)
    shot = "shoot a1"
    assert habits.answered(1, shot, 1.0) >= habits.answered(1, shot, 0.0) == 0
    learnt = Habits()
    for score, so in [(1.0, True), (0.0, False)] * 50:
        learnt.learn([(1, shot, "", [shot, "wait"], so)], [score])
    assert learnt.answered(1, "shoot b2", 0.5) == pytest.approx(0.5)
    assert learnt.answered(2, "shoot b2", 0.5) == learnt.answered(1, "pass", 1.0) == 0


def test_whoever_knows_where_the_last_ship_lies_sinks_it():
    """Where every answer is known nothing is asked, and a shot that hits comes before one that does not."""
    state = SHIPS.new(players=2, seed=5, width=3, height=2, fleet="two")
    rng = random.Random(5)
    while state.actor is CHANCE or (state.actor is not None and "shoot" not in str(state.moves()[0])):
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves()))
    inquirer = Inquirer(SHIPS, worlds=8)
    shots = 0
    while state.actor is not None:
        shots += state.actor == 1
        state = state.play(inquirer.choose(state.view(state.actor), rng))
    assert shots <= 6


class Hunt(Rulebook):
    """A thief is one of five. In turn ask about one, or accuse: who is right wins, who is wrong only waits."""

    name, title, seats = "hunt", "Hunt", range(2, 3)

    def rules(self, t):
        thief = t.variable("thief", range(5))
        yield t.deal(thief)
        out = set()
        for turn in range(12):
            seat = turn % 2 + 1
            if seat in out:
                yield t.choose(seat, ["wait", "sleep"])
                continue
            options = {f"{verb} {who}": (verb, who) for verb in ("ask", "accuse") for who in range(5)}
            verb, who = yield t.choose(seat, options)
            if verb == "ask":
                t.tell(seat, thief == who, f"the thief is {who}")
            elif t.tell(EVERYBODY, thief == who, f"{who} was it"):
                return [float(each == seat) for each in t.seats]
            else:
                out.add(seat)
        return 0, 0


def test_nobody_accuses_while_there_is_something_to_ask():
    """A wrong accusation leaves nothing to learn for, so going on is not reckoned with after it."""
    hunt = Hunt()
    for seed in range(4):
        state = hunt.new(players=2, seed=seed)
        rng = random.Random(seed)
        while state.actor is CHANCE:
            state = state.play(state.draw(rng))
        known = 5
        while state.actor == 1:
            ranked = weigh(hunt, state.view(1), rng, worlds=3, descents=20)
            accused = [each for each in ranked if str(each.move).startswith("accuse")]
            if known > 2:
                assert all(each.prospect.final for each in accused)
                assert not any(each.prospect.final for each in ranked if str(each.move).startswith("ask"))
            assert str(ranked[0].move).startswith("accuse") is (known == 1), (known, ranked[0])
            state = state.play(ranked[0].move)
            if state.actor == 2:
                known = hunt.knowledge(state.view(1)).count()
                state = state.play("ask 0")
        assert state.scores == (1, 0)

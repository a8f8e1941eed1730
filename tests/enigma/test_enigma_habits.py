"""What the log tells of how people claim and doubt, and of which kind they are."""

import math
import random

import numpy as np
import pytest

from deduce.games import settle
from deduce_models.enigma import GAME
from deduce_models.enigma.advice.doubters import OpponentModel
from deduce_models.enigma.belief.claiming import character_power
from deduce_models.enigma.belief.claims import heard
from deduce_models.enigma.belief.habits import Habits, habits_of
from deduce_models.enigma.belief.lying import EXPECTED, MODELS
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits


def test_kinds_are_learned_by_bayes_rule():
    """Against the sum over kinds of every single claim and doubt in turn."""
    seen = Habits(lies=2, truths=1, doubts=1, trusts=3)
    events = [("lie", True)] * 2 + [("lie", False)] + [("doubt", True)] + [("doubt", False)] * 3
    weights = [kind.share for kind in EXPECTED.kinds]
    for what, did in events:
        for number, kind in enumerate(EXPECTED.kinds):
            rate = kind.lies if what == "lie" else kind.doubts
            weights[number] *= rate if did else 1 - rate
    chances = [weight / sum(weights) for weight in weights]
    assert EXPECTED.are(seen) == pytest.approx(chances)
    lying = sum(p * kind.lies for p, kind in zip(chances, EXPECTED.kinds, strict=True))
    assert EXPECTED.lying(seen) == pytest.approx(lying)


def test_a_lie_caught_tells_more_of_a_player_of_kinds_than_of_one_with_a_rate():
    for model in (EXPECTED, MODELS["honest"]):
        rates = [model.lying(Habits(lies=number)) for number in range(4)]
        assert rates == sorted(rates)
    assert EXPECTED.lying(Habits(lies=2)) > 0.6 > MODELS["honest"].lying(Habits(lies=2))
    assert EXPECTED.lying(Habits(truths=3)) < EXPECTED.lying(Habits()) * 0.75
    # Who doubts what it does not know is rather of the kind that says anything.
    assert EXPECTED.lying(Habits(doubts=2)) > EXPECTED.lying(Habits()) + 0.1


def test_habits_are_what_happened_in_the_log():
    """Counted anew from positions before each verdict: who was free to doubt, had not looked, and did."""
    told = 0
    for seed in range(6):
        rng = random.Random(seed)
        state = settle(GAME.new(players=3, seed=seed), rng)
        counted = {seat: Habits() for seat in (1, 2, 3)}
        while state.actor is not None and len(state.log) < 60:
            before = state
            state = settle(state.play(rng.choice(state.moves())), rng)
            new = state.log[len(before.log) :]
            for event in (each for each in new if each.kind is What.VERDICT):
                told += 1
                free = [
                    s for s in (1, 2, 3) if s != before.turn and not (before.silent | before.out) >> s & 1
                ]
                looks = [
                    e
                    for e in before.log
                    if e.kind in (What.PEEK, What.QUIET, What.LOOK) and e.at == event.at
                ]
                looks += [e for e in before.log if e.kind is What.VERDICT and e.seat and e.at == event.at]
                moved = any(
                    e.kind in (What.SHUFFLE, What.GHOST) and e.at >> event.at & 1 for e in before.log
                )
                if moved:
                    break
                for seat in free:
                    doubted = bool(event.seat and event.more >> seat & 1)
                    if seat not in {e.seat for e in looks}:
                        counted[seat].doubts += doubted
                        counted[seat].trusts += not doubted
                    elif event.seat:
                        # Who had looked at it knew: a doubt of the truth, or none of a lie, is a mistake.
                        right = doubted != bool(event.more & 1)
                        counted[seat].right += right
                        counted[seat].wrong += not right
                if event.seat:
                    counted[before.turn].truths += event.more & 1
                    counted[before.turn].lies += not event.more & 1
            if any(e.kind in (What.SHUFFLE, What.GHOST) for e in state.log):
                break
        if not any(e.kind in (What.SHUFFLE, What.GHOST) for e in state.log):
            assert habits_of(state.setup, state.log) == counted
    assert told > 10


def test_the_chance_of_a_lie_rises_with_the_lies_of_a_seat():
    """The claim of a seat that was caught twice is rather a lie than that of one of whom nothing is known."""
    state = GAME.new(players=2, seed=1)
    model = OpponentModel(state.setup, state.log, EXPECTED)
    n = state.setup.cells
    even = [1 / n] * n
    cells, lures = np.array(even), np.array(even)
    before = model.by_habit(1, 0, cells, lures)
    model.kinds[1] = EXPECTED.are(Habits(lies=2))
    model.lies[1] = EXPECTED.lying(Habits(lies=2))
    assert before == pytest.approx(EXPECTED.lying(Habits()), abs=0.02)
    assert model.by_habit(1, 0, cells, lures) == pytest.approx(model.lies[1], abs=0.02)
    known = np.eye(n)
    assert model.by_habit(1, 0, known[0], lures) == 0
    assert model.by_habit(1, 0, known[1], lures) == 1


@pytest.mark.parametrize("habits", [Habits(), Habits(doubts=3), Habits(trusts=4), Habits(lies=2, doubts=1)])
def test_who_knows_nothing_doubts_as_its_kinds_do(habits):
    kinds = zip(EXPECTED.are(habits), EXPECTED.kinds, strict=True)
    doubting = EXPECTED.doubting(habits)
    assert doubting == pytest.approx(math.fsum(chance * kind.doubts for chance, kind in kinds))
    assert (
        min(kind.doubts for kind in EXPECTED.kinds)
        <= doubting
        <= max(kind.doubts for kind in EXPECTED.kinds)
    )


def test_what_claims_say_of_a_character_is_raised_to_more_than_one():
    """The kinds expected are more than meet here."""
    assert character_power() > 1


def test_who_doubted_a_claim_and_whether_it_was_proved_are_heard():
    """Beside the verdicts of random games."""
    told = 0
    for seed in range(3):
        rng = random.Random(seed)
        state = settle(GAME.new(players=3, seed=seed), rng)
        while state.actor is not None and len(state.log) < 40:
            state = settle(state.play(rng.choice(state.moves())), rng)
        verdicts = [event.more for event in state.log if event.kind is What.VERDICT]
        claims = [claim for claim in heard(state.setup, state.log)[0] if not claim.open]
        for claim, more in zip(claims, verdicts, strict=True):
            assert claim.proven == bool(more & 1)
            assert {seat for seat in range(9) if claim.doubted >> seat & 1} == {
                seat for seat in bits(more) if seat
            }
            told += 1
    assert told > 5

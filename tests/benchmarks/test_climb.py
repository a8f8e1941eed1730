"""Numbers found again by playing: the gradient finds what a known score rises with, and steps follow it."""

import importlib
import math
import random

import pytest
from amount import some

from benchmarks import climb
from benchmarks.climbed import SETS, NumberSet, flat, shaped

BEST = {"a": 2.0, "b": 0.5, "c": 1.0}


def score(numbers, seed):
    """Highest where the numbers are the best, with luck that a deal shares between those tried on it."""
    luck = random.Random(seed).gauss(0, 1)
    return luck - sum(math.log(numbers[name] / best) ** 2 for name, best in BEST.items())


def test_the_gradient_is_that_of_the_score():
    found = climb.gradient(score, {"a": 1.0, "b": 1.0, "c": 1.0, "none": 0.0}, range(400))
    gains = dict(zip(found.names, found.gain, strict=True))
    # By calculus 2 log(best) for a change of the logarithm by 1, and `SPREAD` of that.
    for name, best in BEST.items():
        assert gains[name] == pytest.approx(2 * math.log(best) * climb.SPREAD, abs=0.06)
    assert "none" not in gains
    assert found.error < 0.03


def test_steps_come_nearer_and_say_what_they_gained(capsys):
    start = {"a": 1.0, "b": 1.0, "c": 1.0}
    numbers = NumberSet("nowhere", lambda: dict(BEST), lambda: dict(start), score, "points")
    found = climb.climb(numbers, range(60), 3, guesses=True)
    assert score(found, 1) > score(start, 1) + 0.5
    told = capsys.readouterr().out
    assert "gradient on deals 120 to 179 (points)" in told
    assert "found less begun, 60 fresh deals: +" in told
    assert climb.climb(numbers, range(4), 0, guesses=False) == BEST


def test_a_number_alone_is_halved_and_doubled(capsys):
    lines = climb.alone(score, dict(BEST), range(3), "a")
    square = math.log(2) ** 2
    assert lines == [
        f"a                        2        x0.5 -{square:.3f} +- 0.000   x2 -{square:.3f} +- 0.000"
    ]
    assert capsys.readouterr().out.strip() == lines[0].strip()


@pytest.mark.parametrize("name", sorted(SETS))
def test_every_set_is_where_it_says(name):
    module, _, attribute = SETS[name].where.partition(":")
    held = importlib.import_module(module)
    assert not attribute or hasattr(held, attribute)
    numbers = SETS[name].now()
    assert len(numbers) > 3
    assert set(SETS[name].guesses()) == set(numbers)
    assert all(isinstance(value, float) and math.isfinite(value) for value in numbers.values())


def test_numbers_go_back_to_their_places():
    from deduce_models.decrypto.knowledge.trust import SUPPOSED

    numbers = dict(flat(SUPPOSED, ""))
    assert shaped(SUPPOSED, numbers) == SUPPOSED
    name = next(iter(numbers))
    changed = shaped(SUPPOSED, {**numbers, name: 7.0})
    assert dict(flat(changed, "")) == {**numbers, name: 7.0}


@pytest.mark.parametrize("name", some(["initiative.prices", "decrypto.supposed"], 2))
def test_a_deal_comes_to_the_same_again(name):
    numbers = SETS[name].now()
    assert SETS[name].score(numbers, 5) == SETS[name].score(dict(numbers), 5)


def test_the_command_lists_and_refuses(capsys):
    climb.main(["--list"])
    assert capsys.readouterr().out.count("a score is") == len(SETS)
    with pytest.raises(SystemExit):
        climb.main(["decrypto.supposed", "--games", "1"])
    assert "at least 2" in capsys.readouterr().err

"""A user's model under ``mypy --strict``: sums are facts, marginals and worlds carry the domain's type."""

import subprocess
import sys

import pytest

MODEL = '''
from typing import assert_type

from deduce import Expression, Fact, Family, Knowledge, Problem, Statement, Variable, sum_
from deduce.worlds import World

problem = Problem("model")
room = problem.variable("room", ["hall", "attic"])
flat = problem.variables("flat", ["Ann", "Bob"], range(3))
assert_type(room, Variable[str])
assert_type(flat, Family[str, int])
assert_type(flat["Ann"], Variable[int])

assert_type(sum(flat.values()), Expression)
assert_type(sum(list(flat.values())) == 2, Fact)
assert_type(sum(v == 1 for v in flat.values()) >= 1, Fact)
assert_type(sum_(flat) == 2, Fact)
assert_type(sum([1, 2]), int)
problem.require(sum(flat.values()) == 2, "two in all")

knowledge = Knowledge(problem)
assert_type(knowledge.marginals(room), dict[str, float])
assert_type(knowledge.marginals(flat["Bob"]), dict[int, float])
assert_type(knowledge.possible(room), set[str])
assert_type(knowledge.worlds.marginals(room), dict[str, float])
(world,) = knowledge.sample(1)
assert_type(world, World)
assert_type(world[room], str)
assert_type(world[flat["Ann"]], int)
assert_type(knowledge.certain()[room], str)
assert_type(knowledge.candidates()[room], set[str])


def taken(statement: Statement, variable: Variable, several: Family[str]) -> int:
    """Names without a type of their values stay as they were."""
    return len(variable.domain) + len(several)


taken(problem.rules[0], room, flat)
'''


# What other packages declare, and our games, is not read: half of the work, and the model speaks of none of it.
CONFIG = """[mypy]
strict = True
plugins = deduce.typing_plugin
follow_imports = silent
[mypy-numpy.*,deduce_models.*]
follow_imports = skip
follow_imports_for_stubs = True
"""


def test_a_model_is_typed(tmp_path):
    pytest.importorskip("mypy")
    model = tmp_path / "model.py"
    model.write_text(MODEL)
    config = tmp_path / "mypy.ini"
    config.write_text(CONFIG)
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config, "--cache-dir", tmp_path / "cache", model],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.startswith("Success"), found.stdout + found.stderr


def test_a_sum_of_nothing_is_an_expression():
    from deduce import Problem, sum_

    problem = Problem("sums")
    v = problem.variables("v", range(3), range(4))
    assert (sum_() == 0).sentence() == "0 is 0"
    assert (sum_([], 3) == 4).holds(()) is False
    total = sum_(v, 5, v[0], [v[1] == 1])
    world = {v[0]: 2, v[1]: 1, v[2]: 3}
    assert total.value_in(world) == 2 + 1 + 3 + 5 + 2 + 1


def test_the_plugin_speaks_of_sums_and_of_nothing_else():
    pytest.importorskip("mypy")
    from mypy.options import Options

    from deduce.typing_plugin import plugin

    made = plugin("1.0")(Options())
    assert made.get_function_hook("builtins.sum") is not None
    for other in ("builtins.max", "math.fsum", "deduce.sum_"):
        assert made.get_function_hook(other) is None

"""Facts without variables, inside facts about one variable."""

from deduce import Knowledge, Problem
from deduce.language.facts import And, Or


def test_constants_nested_in_a_fact_about_one_variable():
    problem = Problem()
    light = problem.variable("light", ["red", "green"])
    never, always = Or(), And()
    assert Knowledge(problem).observe((light == "red") | Or(light.is_in([]), And(never))).count() == 1
    assert Knowledge(problem).observe((light == "red") | And(always, light == "red")).count() == 1
    assert Knowledge(problem).observe(Or(light == "red", And(Or()))).count() == 1
    assert Knowledge(problem).observe(Or(light == "red", Or(And()))).count() == 2
    assert not Knowledge(problem).observe(And(light == "red", And(Or()))).is_consistent()

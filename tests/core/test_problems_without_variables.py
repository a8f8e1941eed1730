"""Problems without variables: one world, the empty one, unless something is false."""

from deduce import Knowledge, Problem
from deduce.language.facts import And, Or


def test_the_empty_world_is_possible_until_something_is_false():
    k = Knowledge(Problem())
    assert k.count() == 1
    assert k.sample(2, rng=1) == [{}, {}]
    assert list(k.worlds) == [{}]
    assert k.observe(And()).count() == 1
    assert not k.observe(Or()).is_consistent()
    assert list(k.observe(Or()).worlds) == []
    assert k.observe(Or()).worlds.to_table().count() == 0

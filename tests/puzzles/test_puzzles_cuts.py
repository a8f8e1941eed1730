"""What a loop cannot do without and what it cannot take, beside all loops of small graphs."""

from __future__ import annotations

import random
from itertools import combinations, product

from amount import seeded

from deduce import Problem
from deduce.graphs import Loop
from deduce.puzzles.graph_rules import Ways
from deduce.puzzles.opaque import propagator_of
from deduce.puzzles.structure import Rule, Structure, bits_of


def _puzzle(rng):
    """A loop in a graph of a few nodes, and what is left of its edges."""
    nodes = range(rng.randint(4, 6))
    edges = [pair for pair in combinations(nodes, 2) if rng.random() < 0.55]
    edges = rng.sample(edges, min(len(edges), 10)) or [(0, 1)]
    problem = Problem("loop")
    line = problem.variables("line", edges, ("no", "yes"))
    rule = Loop(line, value="yes")
    problem.require(rule, "one loop")
    s = Structure(problem.scope, problem.rules)
    allowed = [rng.choice((1, 2, 3, 3, 3, 3)) for _ in edges]
    alive = s.known({line[e]: mask for e, mask in zip(edges, allowed, strict=True)})
    (round_,) = (each for each in propagator_of(Rule(0, rule, None), s) if isinstance(each, Ways))
    return s, alive, round_, rule, [line[e] for e in edges]


def _possible(s, alive, rule, variables):
    """The literals of all worlds within those left."""
    found = 0
    options = [[x for x in (0, 1) if s.values_of(s.place[v], alive) >> x & 1] for v in variables]
    for world in product(*options):
        if rule.holds([("no", "yes")[x] for x in world]):
            for v, x in zip(variables, world, strict=True):
                found |= s.mask_of(v, 1 << x)
    return found


@seeded(150)
def test_a_loop_needs_both_of_two_edges_that_alone_join_what_is_drawn(seed):
    s, alive, rule, content, variables = _puzzle(random.Random(seed))
    struck = rule.strikes(alive)
    assert not struck & _possible(s, alive, content, variables)
    for shown, uses in rule.reasons(struck, alive):
        # What a reason names of what is struck already is enough.
        left = s.full & ~(uses & ~alive)
        assert not shown & _possible(s, left, content, variables)
    possible = _possible(s, alive, content, variables)
    for x in bits_of(alive):
        # Asked about one literal alone it sees no less, and nothing that is not so.
        shows = rule._shows(x, s.full & ~alive)
        assert shows >= bool(struck >> x & 1)
        assert not shows or not possible >> x & 1


def test_two_lines_with_two_ways_between_them_take_both():
    """Two squares joined by two edges; a side of each is drawn."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (1, 4), (2, 7)]
    problem = Problem("squares")
    line = problem.variables("line", edges, ("no", "yes"))
    content = Loop(line, value="yes")
    problem.require(content, "one loop")
    s = Structure(problem.scope, problem.rules)
    (rule,) = (each for each in propagator_of(Rule(0, content, None), s) if isinstance(each, Ways))
    alive = s.known({line[3, 0]: 2, line[5, 6]: 2})
    both = s.mask_of(line[1, 4], 1) | s.mask_of(line[2, 7], 1)
    assert rule.strikes(alive) & both == both
    assert not rule.strikes(s.known({line[3, 0]: 2})) & both

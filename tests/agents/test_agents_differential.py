"""Situations against the naive model checker, after random events, by random formulas."""

from collections import defaultdict
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_kripke import Naive

from deduce import Replace, Shuffle, Swap, Table, Transition, Variable
from deduce.agents import (
    CommonKnowledge,
    DistributedKnowledge,
    EveryoneKnows,
    Impossible,
    Knows,
    KnowsValue,
    Possible,
    Situation,
)
from deduce.agents.partitions import Partition, joined

AGENTS = ("A", "B", "C")
VALUES = [0, 1, 2]
NAMES = ("x", "y", "z")

groups = st.lists(st.sampled_from(AGENTS), min_size=1, max_size=3, unique=True)
names = st.sampled_from(NAMES)


@st.composite
def fact_pairs(draw, variables):
    """The same fact twice: for the library, and as a Python function of a dict."""
    kind = draw(st.sampled_from(["value", "same", "below", "both", "either", "opposite"]))
    if kind in ("both", "either"):
        (f, g), (h, i) = draw(fact_pairs(variables)), draw(fact_pairs(variables))
        if kind == "both":
            return f & h, lambda w: g(w) and i(w)
        return f | h, lambda w: g(w) or i(w)
    if kind == "opposite":
        f, g = draw(fact_pairs(variables))
        return ~f, lambda w: not g(w)
    a, b = draw(st.permutations(NAMES))[:2]
    if kind == "value":
        value = draw(st.sampled_from(VALUES))
        return variables[a] == value, lambda w: w[a] == value
    if kind == "same":
        return variables[a] == variables[b], lambda w: w[a] == w[b]
    return variables[a] < variables[b], lambda w: w[a] < w[b]


@st.composite
def formula_pairs(draw, variables, depth=3):
    """The same formula twice."""
    kinds = ["fact", "value"]
    if depth:
        kinds += ["knows", "knows", "possible", "everyone", "common", "common", "together"]
        kinds += ["not", "and", "or"]
    kind = draw(st.sampled_from(kinds))
    if kind == "fact":
        f, g = draw(fact_pairs(variables))
        return f, ("fact", g)
    if kind == "value":
        agent, name = draw(st.sampled_from(AGENTS)), draw(names)
        made = draw(st.sampled_from([Knows, KnowsValue]))(agent, variables[name])
        return made, ("value", agent, name)
    f, g = draw(formula_pairs(variables, depth - 1))
    if kind == "not":
        return ~f, ("not", g)
    if kind in ("and", "or"):
        h, i = draw(formula_pairs(variables, depth - 1))
        return (f & h if kind == "and" else f | h), (kind, g, i)
    if kind in ("knows", "possible"):
        agent = draw(st.sampled_from(AGENTS))
        return (Knows if kind == "knows" else Possible)(agent, f), (kind, agent, g)
    group = draw(groups)
    made = {"everyone": EveryoneKnows, "common": CommonKnowledge, "together": DistributedKnowledge}[kind]
    return made(group, f), (kind, group, g)


@st.composite
def changes(draw, variables):
    """The same change twice: the library's, and outcomes of a state tuple; and what it touches."""
    kind = draw(st.sampled_from(["swap", "shuffle", "replace", "transition"]))
    if kind == "swap":
        a, b = draw(st.permutations(range(3)))[:2]

        def swapped(state):
            new = list(state)
            new[a], new[b] = state[b], state[a]
            return [(tuple(new), 1.0)]

        return Swap(variables[NAMES[a]], variables[NAMES[b]]), swapped, (NAMES[a], NAMES[b])
    if kind == "shuffle":
        a, b = draw(st.permutations(range(3)))[:2]
        stay = draw(st.sampled_from([0.25, 0.5]))

        def shuffled(state):
            new = list(state)
            new[a], new[b] = state[b], state[a]
            return [(tuple(state), stay), (tuple(new), 1 - stay)]

        weights = {(0, 1): stay, (1, 0): 1 - stay}
        return (
            Shuffle(variables[NAMES[a]], variables[NAMES[b]], weights=weights),
            shuffled,
            (NAMES[a], NAMES[b]),
        )
    place = draw(st.integers(0, 2))
    name = NAMES[place]
    if kind == "replace":
        pool = draw(st.lists(st.sampled_from(VALUES), min_size=1, unique=True))

        def replaced(state):
            return [((*state[:place], v, *state[place + 1 :]), 1 / len(pool)) for v in pool]

        return Replace(variables[name], pool), replaced, (name,)
    ways = draw(
        st.fixed_dictionaries(
            {v: st.lists(st.sampled_from(VALUES), max_size=2, unique=True) for v in VALUES}
        )
    )

    def moved(state):
        onward = ways[state[place]]
        return [((*state[:place], v, *state[place + 1 :]), 1 / len(onward)) for v in onward]

    def library(value):
        return {v: 1 / len(ways[value]) for v in ways[value]}

    return Transition(library, variables[name]), moved, (name,)


def alike(situation, naive, variables, formulas):
    """The same present states with the same truths and weights; histories may be told apart or merged."""
    ours = defaultdict(float)
    truths = [situation.truth(formula) for formula, _ in formulas]
    table = situation.table
    whole = (
        2 ** table.log2_weight() / table.weights.sum() if situation.count() else 1.0
    )  # weights share a scale
    for row in range(situation.count()):
        state = tuple(VALUES[table.column(variables[n])[row]] for n in NAMES)
        ours[state, tuple(bool(t[row]) for t in truths)] += whole * float(table.weights[row])
    theirs = defaultdict(float)
    for world in naive.worlds:
        judged = tuple(naive.true(world, formula) for _, formula in formulas)
        theirs[naive.state[world], judged] += naive.weight[world]
    assert ours == pytest.approx(theirs)


def minds_alike(situation, naive, variables):
    """For every world and agent: the same chances of the present states, given what the agent has seen."""
    table = situation.table
    for agent in AGENTS:
        ours, theirs = set(), set()
        for row in range(situation.count()):
            seen = {s: s.column.domain[int(table.column(s.column)[row])] for s in situation.sights(agent)}
            thought = situation.knowledge(agent, seen=seen)
            total = thought.weights.sum()
            chances = {
                tuple(world[variables[n]] for n in NAMES): weight / total
                for world, weight in zip(thought, thought.weights.tolist(), strict=True)
            }
            state = tuple(VALUES[table.column(variables[n])[row]] for n in NAMES)
            ours.add((state, frozenset((s, round(c, 9)) for s, c in chances.items())))
        for world in naive.worlds:
            thought = defaultdict(float)
            for u, v in naive.relation[agent]:
                if u == world:
                    thought[naive.state[v]] += naive.weight[v]
            total = sum(thought.values())
            theirs.add(
                (naive.state[world], frozenset((s, round(c / total, 9)) for s, c in thought.items()))
            )
        assert ours == theirs


def modal(pair):
    """Facts alone are no formulas: they are put under an agent, for both."""
    formula, plain = pair
    return Knows("A", formula), ("knows", "A", plain)


def battery(data, variables):
    """Formulas to judge after every event: each group operator over a fact, and deeper random ones."""
    found = [modal(data.draw(formula_pairs(variables))) for _ in range(2)]
    operators = {"common": CommonKnowledge, "together": DistributedKnowledge, "everyone": EveryoneKnows}
    for kind, operator in operators.items():
        fact, plain = data.draw(fact_pairs(variables))
        group = data.draw(st.lists(st.sampled_from(AGENTS), min_size=2, max_size=3, unique=True))
        found.append((operator(group, fact), (kind, group, ("fact", plain))))
    return found


def looked(data, situation, naive, variables, agent):
    """`agent` looks at a variable, at a sum of two, or at whether some formula is true."""
    kind = data.draw(st.sampled_from(["variable", "sum", "formula"]))
    if kind == "variable":
        name = data.draw(names)
        naive.look(agent, lambda w: naive.value(w, name))
        return situation.look(agent, variables[name])
    if kind == "sum":
        naive.look(agent, lambda w: naive.value(w, "x") + naive.value(w, "z"))
        return situation.look(agent, lambda a, b: a + b, variables["x"], variables["z"])
    formula, plain = data.draw(formula_pairs(variables))
    naive.look(agent, {w: naive.true(w, plain) for w in naive.worlds}.__getitem__)
    return situation.look(agent, formula)


def changed(data, situation, naive, variables):
    """A random change with random watchers; None if it cannot happen."""
    change, outcomes, touched = data.draw(changes(variables))
    if sum(len(outcomes(naive.state[w])) for w in naive.worlds) > 24:
        return situation  # the naive relations grow with the square
    watchers = data.draw(st.lists(st.sampled_from(AGENTS), unique=True))
    naive.change(outcomes, touched, watchers)
    if naive.worlds:
        return situation.change(change, seen_by=watchers)
    with pytest.raises(Impossible):
        situation.change(change, seen_by=watchers)
    return None


def told(data, situation, naive, variables, agent):
    """A random observation or announcement, perhaps by `agent`; None if it cannot be made."""
    kind = data.draw(st.sampled_from(["observe", "announce", "say"]))
    if kind == "observe":
        formula, function = data.draw(fact_pairs(variables))
        plain, happen = ("fact", function), situation.observe
    else:
        depth = data.draw(st.sampled_from([0, 0, 2]))
        formula, plain = data.draw(formula_pairs(variables, depth))
        happen = situation.announce
    if kind == "say":
        plain, happen = ("knows", agent, plain), partial(happen, by=agent)
    naive.announce(plain)
    if naive.worlds:
        return happen(formula)
    with pytest.raises(Impossible):
        happen(formula)
    return None


@given(data=st.data())
def test_random_events_and_formulas_agree_with_the_naive_checker(data):
    variables = {name: Variable(name, VALUES) for name in NAMES}
    states = data.draw(
        st.lists(st.tuples(*[st.sampled_from(VALUES)] * 3), min_size=1, max_size=9, unique=True)
    )
    worlds = [{variables[n]: v for n, v in zip(NAMES, s, strict=True)} for s in states]
    situation = Situation(Table.of(list(variables.values()), worlds), AGENTS)
    naive = Naive(NAMES, states, AGENTS)
    for agent, name in zip(AGENTS, data.draw(st.permutations(NAMES)), strict=True):
        situation = situation.look(agent, variables[name])
        naive.look(agent, partial(naive.value, name=name))
    formulas = battery(data, variables)
    for _ in range(data.draw(st.integers(1, 5))):
        event = data.draw(st.sampled_from(["look", "tell", "change"]))
        agent = data.draw(st.sampled_from(AGENTS))
        if event == "look":
            after = looked(data, situation, naive, variables, agent)
        elif event == "change":
            after = changed(data, situation, naive, variables)
        else:
            after = told(data, situation, naive, variables, agent)
        if after is None:
            return
        situation = after
        alike(situation, naive, variables, formulas)
    minds_alike(situation, naive, variables)


@given(
    rows=st.integers(1, 40),
    columns=st.lists(st.lists(st.integers(0, 6), min_size=40, max_size=40), min_size=1, max_size=4),
)
def test_joined_partitions_are_the_connected_components(rows, columns):
    partitions = [Partition(np.array(column[:rows]), 7) for column in columns]
    found = joined(partitions, rows).labels
    component = list(range(rows))
    for _ in range(rows):
        for column in columns:
            for i in range(rows):
                for j in range(rows):
                    if column[i] == column[j]:
                        component[i] = component[j] = min(component[i], component[j])
    assert found.tolist() == component


def test_joined_follows_a_long_chain():
    n = 100_000
    rows = np.random.default_rng(1).permutation(n)
    even, odd = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    even[rows], odd[rows] = np.arange(n) // 2, (np.arange(n) + 1) // 2
    assert set(joined([Partition(even, n), Partition(odd, n)], n).labels) == {0}
    assert len(set(joined([Partition(even, n)], n).labels)) == n // 2


@pytest.mark.parametrize("rows", range(4))
def test_nobody_together_tells_every_world_from_every_other(rows):
    """No partition joins anything."""
    assert joined([], rows).labels.tolist() == list(range(rows))

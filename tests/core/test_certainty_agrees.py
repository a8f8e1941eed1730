"""Whatever is asked for certainty: the diagram, the table, the SAT solver and CP-SAT agree with brute force."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import Small, facts, problems, worlds
from ways import asked

from deduce import Contradiction, Knowledge
from deduce.errors import DeduceError


def answers(knowledge: Knowledge, fact: object) -> list[object]:
    """What is certain, as plain values; the kind of error where there is one."""
    found: list[object] = [knowledge.is_consistent()]
    for ask in (
        lambda: knowledge.holds(fact),
        lambda: [sorted(map(repr, knowledge.possible(v))) for v in knowledge.scope],
        lambda: {v.name: value for v, value in knowledge.certain().items()},
        knowledge.count,
    ):
        try:
            found.append(ask())
        except Contradiction as error:
            found.append("contradiction" if error.conflict.check() else "a false conflict")
        except DeduceError as error:
            found.append(type(error).__name__)
    return found


@settings(max_examples=25)
@given(problems(max_variables=4), st.data())
def test_all_ways_agree(small: Small, data: st.DataObject) -> None:
    fact, meaning = data.draw(facts(small.variables))
    left = small.worlds
    cut = data.draw(st.integers(0, len(small.constraints)))
    for constraint, _ in small.constraints[:cut]:
        small.problem.require(constraint)

    def told() -> Knowledge:
        knowledge = Knowledge(small.problem)
        for constraint, _ in small.constraints[cut:]:
            knowledge = knowledge.observe(constraint)
            if data.draw(st.booleans()):
                knowledge.is_consistent()  # leaves something behind for what follows
        return knowledge

    truth = [meaning(world) for world in left]
    expected = [
        bool(left),
        (True if all(truth) else None if any(truth) else False) if left else "contradiction",
        [sorted({repr(world[v]) for world in left}) for v in small.variables] if left else "contradiction",
        {v.name: left[0][v] for v in small.variables if len({repr(w[v]) for w in left}) == 1}
        if left
        else "contradiction",
        len(left) if left else "contradiction",
    ]
    for way in ("diagram", "sat", "cpsat"):
        with asked(way):
            assert answers(told(), fact) == expected, way
    table = small.problem.compile("table").restrict(*(c for c, _ in small.constraints[cut:]))
    assert worlds(table, small.variables) == worlds(left, small.variables)
    assert table.verdict(fact) == (expected[1] if left else False)

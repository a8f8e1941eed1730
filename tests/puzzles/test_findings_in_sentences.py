"""What was found, said in sentences and as plain values: each sentence where it is so, and nowhere else."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from deduce import Knowledge, Problem
from deduce.evidence import Statement
from deduce.puzzles.candidate_counts import Candidates
from deduce.puzzles.printed import PrintedRedundancy
from deduce.puzzles.redundancy import NO_CLUES, NOT_UNIQUE, Redundancy
from deduce.puzzles.repairing import Addition, Diagnosis
from deduce.puzzles.uniqueness import Verdict

PROBLEM = Problem("two")
X, Y = PROBLEM.variable("x", [1, 2, 3]), PROBLEM.variable("y", [1, 2, 3])
ONE, TWO, THREE = (
    Statement(fact, text, "observation", place)
    for fact, text, place in ((X == 1, "first", "line 1"), (Y == 2, "second", ""), (X != 3, "third", ""))
)
FEWEST = "as few as can be"
MINIMAL = "none of them can be spared; `fewest` looks for fewer"
FOLLOW = "each of these clues follows from the others:"
MORE = "these say more, but the answer is unique without any one of them:"
LATE = "the time limit came before a set of clues that is enough was made small"
ALL = (ONE, TWO, THREE)

REDUNDANT = {
    "unique, a clue follows, one more can go": (
        Redundancy(ALL, (ONE,), (ONE, TWO), ((TWO, THREE), (ONE, THREE)), True, True, True),
        [FOLLOW, "  - line 1: first", MORE, "  - second",
         f"2 of 3 clues will do ({FEWEST}):", "  - second", "  - third",
         f"2 of 3 clues will do ({FEWEST}):", "  - line 1: first", "  - third"],
    ),
    "unique, none follows": (
        Redundancy((TWO, THREE), (), (), ((TWO, THREE),), True, True, True),
        ["no clue follows from the others", f"2 of 2 clues will do ({FEWEST}):", "  - second", "  - third"],
    ),
    "unique, one set, perhaps not the smallest": (
        Redundancy(ALL, (), (), ((ONE, TWO),), False, False, True),
        ["no clue follows from the others", f"2 of 3 clues will do ({MINIMAL}):", "  - line 1: first", "  - second",
         "there may be further sets"],
    ),
    "unique, out of time": (
        Redundancy(ALL, (), (), (), False, False, True), ["no clue follows from the others", LATE],
    ),
    "not unique": (Redundancy(ALL, (TWO,), (), (), True, True, False), [FOLLOW, "  - second", NOT_UNIQUE]),
    "no clues, unique": (Redundancy((), (), (), ((),), True, True, True), [NO_CLUES]),
    "no clues, not unique": (Redundancy((), (), (), (), True, True, False), [NO_CLUES, NOT_UNIQUE]),
    "printed, unique": (
        PrintedRedundancy(("a", "b", "c"), ("b",), ("a", "c"), True, ("row 1",)),
        ["each of these clues can go, alone:", "  - b",
         "2 of 3 clues will do, and none of them can go:", "  - a", "  - c"],
    ),
    "printed, none can go": (
        PrintedRedundancy(("a",), (), ("a",), True),
        ["no clue can go", "1 of 1 clue will do, and none of them can go:", "  - a"],
    ),
    "printed, not unique": (PrintedRedundancy(("a", "b"), ("b",), (), False, ("",)), [FOLLOW, "  - b", NOT_UNIQUE]),
    "printed, not unique, none follows": (
        PrintedRedundancy(("a",), (), (), False), ["no clue follows from the others", NOT_UNIQUE],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REDUNDANT)
def test_what_can_go_is_said_as_it_is(name):
    found, lines = REDUNDANT[name]
    assert str(found) == "\n".join(lines)
    told = found.to_dict()
    assert told["unique"] is found.unique
    assert len(told["implied"]) == len(told["implied_at"])
    assert len(told["spare"]) == len(told["spare_at"])
    assert bool(told["spare"]) == (found.unique and bool(found.spare))
    for spared in [line[4:] for line in lines[1 : 1 + len(told["implied"])]]:
        assert any(text in spared for text in told["implied"])


COUNTS = Candidates(
    {X: {1: 2, 3: 1}, Y: {2: 3}}, {X: frozenset([3]), Y: frozenset([2])}, {X: (2,), Y: (1, 3)}, 3, True
)


def test_candidates_say_what_is_settled_and_what_was_not_decided():
    assert COUNTS.heading == "3 solutions"
    assert COUNTS.settled == {Y: 2}
    assert [COUNTS.told(X, value) for value in (1, 3)] == ["2+", "1"]
    assert COUNTS.undecided(X) == []
    assert str(COUNTS) == "3 solutions\n  x: 1 (2+), 3 (1)\n  y: 2"
    assert replace(COUNTS, exact=False).heading == "at least 3 solutions"
    assert replace(COUNTS, solutions=0).heading == "no solution"
    cut = Candidates(
        {X: {1: 1}, Y: {}}, {X: frozenset(), Y: frozenset()}, {X: (), Y: (2,)}, 1, False, "late"
    )
    assert cut.heading == "at least 1 solution (gave up: late)"
    assert cut.settled == {}  # one value was found, and the others are open
    assert (cut.undecided(X), cut.undecided(Y)) == ([2, 3], [1, 3])
    assert str(cut).split("\n")[1:] == ["  x: 1 (1+), 2 not decided", "  y: 2 not decided"]
    impossible = replace(COUNTS, counts={X: {}, Y: {2: 3}})
    assert "  x: nothing is possible" in str(impossible)
    labels = [each.to_dict()["label"] for each in (COUNTS, replace(COUNTS, exact=False), cut)]
    assert labels == ["exact", "at least", "gave up"]
    assert COUNTS.to_dict()["counts"]["x"] == {
        "1": {"solutions": 2, "exact": False},
        "3": {"solutions": 1, "exact": True},
    }
    assert COUNTS.to_dict()["struck"] == {"x": ["2"], "y": ["1", "3"]}
    assert replace(COUNTS, struck={X: (), Y: (1,)}).to_dict()["struck"] == {"y": ["1"]}


def verdict(status, worlds, complete=True, limit=""):
    first, second = [*worlds, None, None][:2]
    difference = tuple((v, first[v], second[v]) for v in (X, Y) if first[v] != second[v]) if second else ()
    return Verdict(
        status=status, solution=first, second=second, difference=difference, conflict=None, solutions=tuple(worlds),
        complete=complete, method="by hand", limit=limit, key=(X, Y), knowledge=Knowledge(PROBLEM),
    )  # fmt: skip


def test_a_verdict_is_said_in_one_sentence_and_its_answer_below():
    a, b = {X: 1, Y: 2}, {X: 1, Y: 3}
    assert str(verdict("unique", [a])) == "unique: exactly one solution\n  x = 1\n  y = 2"
    assert str(verdict("several", [a, b])) == "not unique: exactly 2 solutions; two differ so\n  y: 2 or 3"
    assert verdict("several", [a, b], False).headline == "not unique: at least 2 solutions; two differ so"
    assert str(verdict("none", [], limit="a rule is empty")) == "no solution\na rule is empty"
    assert str(verdict("none", [])) == "no solution"
    assert verdict("gave up", [a], False, "late").headline == "gave up: late (1 found before)"
    assert verdict("gave up", [], False, "late").headline == "gave up: late (none found before)"


def test_a_verdict_that_is_not_so_is_not_confirmed():
    """Beside the nine worlds of two variables without a rule."""
    a, b = {X: 1, Y: 2}, {X: 1, Y: 3}
    every = [{X: x, Y: y} for x in (1, 2, 3) for y in (1, 2, 3)]
    assert verdict("several", every).check()
    assert verdict("several", [a, b], False).check()
    assert not verdict("several", every[:-1]).check()  # there is one more
    assert not verdict("several", [a, a], False).check()
    assert not verdict("several", [a], False).check()
    assert not verdict("unique", [a]).check()
    assert not verdict("none", []).check()
    assert not verdict("gave up", [a, b], False).check()
    wrong = Knowledge(PROBLEM).observe(X != 1, "x is not 1")
    assert not replace(verdict("several", [a, b], False), knowledge=wrong).check()
    settled = Knowledge(PROBLEM).observe(X == 1, "x is 1").observe(Y == 2, "y is 2")
    assert replace(verdict("unique", [a]), knowledge=settled).check()


def found(count, exact=True):
    return SimpleNamespace(count=count, exact=exact)


def diagnosis(**parts):
    chances = {X: {1: 0.25, 2: 0.75}, Y: {2: 1.0}}
    plain = {
        "additions": (),
        "alterations": (),
        "smallest": (),
        "proved": True,
        "superfluous": (),
        "unfinished": (),
    }
    return Diagnosis(
        "exact", parts.pop("limit", ""), chances=chances, **{**plain, "found": found(4), **parts}
    )


def test_what_a_puzzle_lacks_is_said_as_far_as_it_is_known():
    assert diagnosis().lines[0] == "4 solutions (exact)"
    assert len(diagnosis().lines) > 1
    one = diagnosis(found=found(1))
    assert (one.unique, one.lines) == (True, ["1 solution (exact)"])
    some = diagnosis(found=found(1, False), limit="late")
    assert not some.unique
    assert some.lines[0] == "at least 1 solution (gave up: late; what follows is about those found)"
    assert len(some.lines) > 1
    additions = tuple(Addition(X, n / 8, "exact") for n in range(9, 1, -1))
    at = diagnosis(additions=additions).lines
    head = at.index("the clues that would tell most, on average:")
    assert [line.split(":")[1] for line in at[head + 1 :]] == [" 1.12 bits", " 1.00 bits", " 0.88 bits", " 0.75 bits",
                                                                " 0.62 bits"]  # fmt: skip
    assert "+-" in Addition(X, 1.0, "sampled", 0.25).line
    assert Addition(X, 1.0, "sampled").line.endswith(": 1.00 bits (sampled)")
    for proved, word in ((True, "as few as can be"), (False, "fewer may do")):
        lines = diagnosis(smallest=((TWO,), (THREE,)), proved=proved).lines
        assert lines[-3:] == [f"1 clue more and it is unique ({word}), such as:", "  - second", "  - third"]
    lines = diagnosis(superfluous=(ONE, ONE, TWO), unfinished=("other clues",)).lines
    assert lines[-4:] == [FOLLOW, "  - line 1: first", "  - second", "(not finished: other clues)"]
    told = diagnosis(smallest=((TWO, THREE),), superfluous=(ONE,), limit="late").to_dict()
    assert (told["solutions"], told["smallest"], told["limit"]) == (4, [["second", "third"]], "late")
    assert told["chances"] == {"x": {"1": 0.25, "2": 0.75}, "y": {"2": 1.0}}

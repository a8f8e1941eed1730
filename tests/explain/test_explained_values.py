"""What explanations look like as plain values and as text: written a second time from brute force and from the fields."""

import dataclasses
import itertools
import json
import math
import random

import pytest

from deduce import AllDifferent, Knowledge, Problem, TooLarge
from deduce.explain import Repair


def notes(rng):
    """Three variables that may have to differ, and notes about single values, each with its own chance of error."""
    problem = Problem("notes")
    cell = problem.variables("cell", range(3), range(3))
    if rng.random() < 0.7:
        problem.require(AllDifferent(cell))
    k = Knowledge(problem)
    for number in range(rng.randint(2, 5)):
        variable, able = cell[rng.randrange(3)], rng.sample(range(3), rng.randint(1, 2))
        k = k.observe(variable.is_in(able), f"note {number}", error=rng.choice([0.01, 0.1, 0.3]))
    return k


def true(k, statements, world):
    scope = k.problem.scope
    return all(
        s.content.holds([world[scope.index(v)] for v in s.content.scope]) for s in (*k.rules, *statements)
    )


def left(k, statements):
    return [w for w in itertools.product(range(3), repeat=3) if true(k, statements, w)]


def plain(statement):
    return {
        "text": statement.text,
        "kind": statement.kind,
        "place": statement.place,
        "error": statement.error,
    }


@pytest.mark.parametrize("fits", [True, False])
def test_repairs_as_plain_values_have_the_chances_that_enumeration_finds(fits, monkeypatch):
    """Where nothing fits in memory the chances are those of the slips alone, and that is said."""

    def refused(self):
        raise TooLarge("no room")

    seen = 0
    for seed in range(60):
        k = notes(random.Random(seed))
        weights = {}
        if not left(k, k.log):
            for size in range(1, len(k.log) + 1):
                for gone in itertools.combinations(k.log, size):
                    worlds = left(k, [s for s in k.log if s not in gone])
                    if worlds and not any(set(known) <= set(gone) for known in weights):
                        odds = math.prod(s.error / (1 - s.error) for s in gone)
                        weights[gone] = odds * (len(worlds) if fits else 1)
        with monkeypatch.context() as patch:
            if not fits:
                patch.setattr(Knowledge, "worlds", property(refused))
            found = k.repairs(limit=100)
        assert {repair.remove for repair in found} == set(weights)
        for repair in found:
            chance = weights[repair.remove] / sum(weights.values())
            told = json.loads(json.dumps(repair.to_dict()))
            assert told == {
                "remove": [plain(s) for s in repair.remove],
                "chance": pytest.approx(chance),
                "exact": fits,
            }
            share, labels = str(repair).split("  ")
            assert share[-1] == "%"
            assert abs(int(share[:-1]) - 100 * chance) <= 0.5 + 1e-9
            assert labels.split("; ") == [s.label for s in repair.remove]
            seen += 1
        assert [r.chance for r in found] == sorted((r.chance for r in found), reverse=True)
    assert seen > 30


def test_a_ledger_as_plain_values_has_the_bits_that_enumeration_finds():
    kinds = set()
    for seed in range(40):
        rng = random.Random(seed)
        k = notes(rng)
        if not left(k, k.log):
            continue
        variable = k.problem.scope[rng.randrange(3)]
        fact, place = variable == rng.randrange(3), k.problem.scope.index(variable)
        value = next(x for x in range(3) if fact.holds([x]))
        shares = []
        for number in range(len(k.log) + 1):
            worlds = left(k, k.log[:number])
            shares.append(sum(w[place] == value for w in worlds) / len(worlds))
        entries = k.ledger(fact)
        assert len(entries) == len(k.log)
        for entry, statement, (before, after) in zip(
            entries, k.log, itertools.pairwise(shares), strict=True
        ):
            bits = None if before > 0 == after else 0.0 if not before else math.log2(after / before)
            kinds.add((bits is None, bits == 0.0))
            told = json.loads(json.dumps(entry.to_dict(), allow_nan=False))
            expected = None if bits is None else pytest.approx(bits)
            assert told["bits"] == expected
            assert told == {
                "statement": plain(statement),
                "before": pytest.approx(before),
                "after": pytest.approx(after),
                "bits": told["bits"],
            }
            assert str(entry).endswith(statement.label)
            assert str(entry).startswith("  -inf bits" if bits is None else f"{bits:+6.2f} bits")
    assert kinds == {(True, False), (False, True), (False, False)}


def test_reasons_and_conflicts_say_whether_they_may_be_shortened():
    reasons = conflicts = 0
    for seed in range(30):
        k = notes(random.Random(seed))
        found = [k.conflict()]
        if found == [None]:
            found = [k.why(v == x) for v, x in k.certain().items()]
        for one in found:
            for smallest in (True, False):
                told = dataclasses.replace(one, smallest=smallest)
                lines, labels = str(told).split("\n"), [f"  - {s.label}" for s in one.because]
                values = json.loads(json.dumps(told.to_dict()))
                assert values.pop("smallest") is smallest
                assert values.pop("because") == [plain(s) for s in one.because]
                if not hasattr(one, "fact"):
                    conflicts += 1
                    assert values == {}
                    assert lines == ["these cannot all be true:", *labels]
                    continue
                reasons += 1
                assert values == {"fact": one.fact.sentence()}
                assert lines[: 1 + len(labels)] == [f"{one.fact.sentence()}, because", *labels]
                assert len(lines) == 1 + len(labels) + (not smallest)
                assert ("shorter" in lines[-1]) is not smallest
    assert min(reasons, conflicts) > 10


def test_a_repair_is_exact_unless_something_was_left_out():
    slip = notes(random.Random(1)).log[0]
    assert Repair((slip,), 0.25).to_dict()["exact"] is True
    assert Repair((slip,), 0.25) == Repair((slip,), 0.25, exact=True)

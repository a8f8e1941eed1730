"""What is wished of new puzzles, what kept files hold, what other packages bring: each answer and each refusal."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Sum
from deduce.ground.errors import RecordError
from deduce.ground.journal import Journal
from deduce.puzzles import brought as bringing
from deduce.puzzles import candidates, mistake
from deduce.puzzles.expressions import read_condition
from deduce.puzzles.generation_reports import generate_report
from deduce.puzzles.needed import Needed
from deduce.puzzles.seeing import seen
from deduce.puzzles.shelf_reports import _begun
from deduce.puzzles.structure import Structure
from deduce.puzzles.techniques import Finding
from deduce.puzzles.trees import _LONGEST, brief, says_something, tree_of
from deduce.puzzles.wishes import SCALE, Wishes, _above, _harder


def by_a_pair():
    """Two of three cells share two numbers; which of them is which hangs on the third. Without pairs it takes a trial."""
    problem = Problem("pair")
    a, b, c = (problem.variable(name, range(1, 5)) for name in "abc")
    problem.require(AllDifferent([a, b, c]), "all differ")
    k = Knowledge(problem)
    for v, values in ((a, [1, 2]), (b, [1, 2]), (c, [1, 2, 3])):
        k = k.observe(v.is_in(values), f"{v.name} is one of few")
    return k.observe((c == 3).implies(a == 1), "where c is 3 a is 1")


WISHED = [
    (Wishes(), True, False, ""),
    (Wishes(low=3, high=3), True, False, ""),
    (Wishes(high=2), False, True, "is harder than 2"),
    (Wishes(low=4), False, False, "is of level 3"),
    (Wishes(needs=("pair",)), True, False, ""),
    (Wishes(needs=("triple",)), False, False, "does without triple"),
    (Wishes(needs=("pair", "triple")), False, False, "does without triple"),
    (Wishes(without=("triple",)), True, False, ""),
    (Wishes(without=("trial",)), True, False, ""),
    (Wishes(without=("pair",)), False, True, "needs pair"),
    (Wishes(without=("triple", "pair")), False, True, "needs triple or pair"),
    (Wishes(needs=("pair",), without=("trial", "triple")), True, False, ""),
]


@pytest.mark.parametrize("wished", WISHED, ids=lambda each: str(each[0].to_dict()))
def test_a_puzzle_is_judged_by_its_grade_and_by_what_it_takes_without_a_technique(wished):
    wishes, fits, harder, why = wished
    found = wishes.judge(by_a_pair())
    assert (found.fits, found.harder, found.why) == (fits, harder, why)
    assert found.grade.level == (3 if wishes.high > 2 else found.grade.level)


@pytest.mark.parametrize(("level", "needed"), [(5, False), (6, True), (10, True)])
def test_what_takes_trials_of_one_value_or_of_several_needs_trials(level, needed):
    judged = SimpleNamespace(level=level, rounds=((1, 1), (3, 1)))
    assert _harder(by_a_pair(), judged, ["trial"]) == needed
    assert not _harder(by_a_pair(), judged, ["triple"])
    assert _harder(by_a_pair(), judged, ["triple", "pair"])


@pytest.mark.parametrize(("low", "high"), [(-1, 3), (4, 3), (0, 0), (2, 11)])
def test_grades_that_are_none_cannot_be_wished(low, high):
    with pytest.raises(ProblemError, match="grades go from 1 to 10, the least first"):
        Wishes(low, high)


def test_techniques_are_wished_by_their_names_in_any_case_and_not_both_ways():
    assert Wishes(needs=("Pair", "TRIAL")).needs == ("pair", "trial")
    with pytest.raises(ProblemError, match=r"there is no technique 'pear': .*pair"):
        Wishes(without=("pear",))
    with pytest.raises(ProblemError, match="'pair' cannot be needed and done without"):
        Wishes(needs=("PAIR", "triple"), without=("pair",))
    assert Wishes(0, 10).to_dict() == {}
    assert Wishes(2, 3, ("pair",), ("trial",)).to_dict() == {
        "difficulty": [2, 3],
        "needs": ["pair"],
        "without": ["trial"],
    }
    assert all(1 < level < 10 for level in SCALE.values())


def test_rounds_are_compared_from_the_highest_level_down_to_above_the_floor():
    grade = SimpleNamespace(rounds=((1, 9), (3, 2), (6, 1), (10, 4)))
    assert _above(grade, 2) == (4, 0, 0, 0, 1, 0, 0, 2)
    assert _above(grade, 3) == (4, 0, 0, 0, 1, 0, 0)
    assert _above(grade, 9) == (4,)


STYLE = {"symmetric": False, "minimal": True, "extra": (), "kinds": (), "theme": ""}
OTHERS = {
    "family": {"name": "sudoku"},
    "size": {"size": (4, 5)},
    "difficulty": {"wishes": Wishes(2, 3)},
    "needs": {"wishes": Wishes(needs=("pair",))},
    "without": {"wishes": Wishes(without=("trial",))},
    "symmetric": {"style": STYLE | {"symmetric": True}},
    "minimal": {"style": STYLE | {"minimal": False}},
    "extra": {"style": STYLE | {"extra": ["a rule"]}},
    "kinds": {"style": STYLE | {"kinds": ["cage"]}},
    "theme": {"style": STYLE | {"theme": "given 1 r1c1"}},
    "seed": {"seed": 6},
}


@pytest.mark.parametrize("key", OTHERS)
def test_a_file_of_puzzles_made_otherwise_is_not_gone_on_with(tmp_path, key):
    asked = {"name": "akari", "size": (4, 4), "wishes": None, "seed": 5, "style": STYLE}
    path = tmp_path / "made.jsonl"
    for first, second in ((asked, asked | OTHERS[key]), (asked | OTHERS[key], asked)):
        path.unlink(missing_ok=True)
        for again in (first, first):
            with Journal(path, "puzzles") as journal:
                assert _begun(journal, **again)[0] == again["seed"]
        with (
            Journal(path, "puzzles") as journal,
            pytest.raises(ProblemError, match=f"puzzles of another {key}: "),
        ):
            _begun(journal, **second)
        with Journal(path, "puzzles") as journal:
            assert _begun(journal, **{**first, "seed": None})[0] == first["seed"]


def _point(value, made):
    def load():
        if isinstance(made, Exception):
            raise made
        return made

    return SimpleNamespace(name="theirs", value=value, load=load)


def _raising(error):
    def make(*_):
        raise error

    return make


REFUSED = [
    ([_point("a:B", None), _point("c:D", None)], "several constraints are called 'theirs': a:B, c:D"),
    ([_point("a:B", ImportError("no a"))], "a:B, called 'theirs', cannot be loaded: .*no a"),
    ([_point("a:B", _raising(ValueError("too few")))], r"theirs\(\[x, y\], 3\) cannot be: too few"),
    ([_point("a:B", _raising(ProblemError("as it says")))], "^as it says$"),
    ([_point("a:B", lambda *_: 7)], "a:B, called 'theirs', made 7 instead of a constraint"),
]


@pytest.mark.parametrize(("points", "words"), REFUSED, ids=range(len(REFUSED)))
def test_what_a_package_brings_and_is_no_constraint_is_refused(monkeypatch, points, words):
    monkeypatch.setattr(bringing, "entry_points", lambda _: points)
    problem = Problem("theirs")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    with pytest.raises(ProblemError, match=words):
        bringing.brought("theirs", [(x, y), 3])


def test_a_constraint_of_another_package_gets_variables_together_and_values_as_they_are(monkeypatch):
    given = []

    def make(*arguments):
        given.append(arguments)
        return Sum(list(arguments[0]), 0, 9)

    monkeypatch.setattr(bringing, "entry_points", lambda _: [_point("a:B", make), _point("a:B", make)])
    problem = Problem("theirs")
    x = problem.variable("x", range(3))
    cell = problem.variables("cell", [1, 2], range(3))
    read_condition("theirs(cell, 2, red)", problem)
    read_condition("theirs([x, cell[1]], 0)", problem)
    read_condition("theirs(x, -1)", problem)
    assert given == [((cell[1], cell[2]), 2, "red"), ((x, cell[1]), 0), ((x,), -1)]
    for text in ("theirs(x, more=1)", "theirs(*cell)"):
        with pytest.raises(RecordError, match="write it as theirs"):
            read_condition(text, problem)
    with pytest.raises(RecordError, match="neither variables nor a value"):
        read_condition("theirs(x, x + 1)", problem)


def test_candidates_are_told_with_how_many_solutions_each_leaves():
    problem = Problem("two")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(2))
    problem.require(x > y)
    assert str(candidates(problem)).splitlines() == [
        "3 solutions",
        "  x: 1 (1), 2 (2)",
        "  y: 0 (2), 1 (1)",
    ]
    assert str(candidates(problem, {"y": 1})).splitlines() == ["1 solution", "  x: 2", "  y: 1"]
    some = candidates(problem, most=1, further=0)
    assert some.heading.startswith("at least ")
    assert "+" in str(some)


@pytest.mark.parametrize("depth", [1, 2, 3, 16])
def test_of_a_trial_what_is_supposed_and_a_rule_and_a_look_a_round_are_seen(depth):
    problem = Problem("any")
    problem.variable("x", range(2))
    s = Structure(problem.scope, [])

    def things(name, depth=0):
        return seen(Finding(name, 6, 1, frozenset(), 0, depth), s, s.full)

    assert things("trial", depth) == 1 + depth + depth
    assert things("cases", depth) == things("trial", 16) * 2
    # Sets within as many others, and a look; what is printed needs none.
    assert [things(name) for name in ("given", "exclusion", "pair", "triple")] == [1, 2, 5, 7]
    assert [things(f"{n} counts") for n in ("two", "three", "four", "five")] == [3, 4, 5, 6]


@pytest.mark.parametrize(
    "domains", [([1, 2], [1, 2], [1, 2, 3]), ([1], [1, 2], [1, 2, 3]), ([1, 2, 3],) * 3]
)
def test_what_variables_of_unlike_values_strike_by_themselves_is_what_no_way_to_differ_has(domains):
    problem = Problem("unlike")
    x, y, z = (problem.variable(name, values) for name, values in zip("xyz", domains, strict=True))
    problem.require(AllDifferent([x, y, z]))
    s = Structure(problem.scope, problem.rules)
    possible = 0
    for world in problem.compile():
        possible |= sum(s.mask_of(v, 1 << v.position(world[v])) for v in (x, y, z))
    assert Needed(s, problem.rules).alone(0) == s.full & ~possible


@pytest.mark.parametrize("length", [1, 7, 30])
def test_a_long_condition_is_quoted_in_part_and_a_short_one_whole(length):
    for number in range(1, 60):
        text = " ".join(["x" * length] * number)
        said = brief(f"  {text}\n")
        if len(text) <= _LONGEST:
            assert said == text
        else:
            assert len(said) == _LONGEST
            assert said.endswith(" ...")
            assert text.startswith(said[:-4])


CONDITIONS = {
    "not a": True, "-a": False, "a >> b": False, "(a == 1) >> (b == 2)": True, "(a < b) ^ (c > d)": True,
    "(a + b) >> c": False, "a + b": False, "all_different(x)": True, "exactly(1, x, 2)": True, "implies(a, b)": True,
    "(a == 1).implies(b)": True, "(a == 1).within(b)": False, "sum(x)": False, "abs(a - b)": False, "count(x, 1)": False,
    "min(x)": False, "unheard(x)": False, "theirs(x)": True, "a == b": True, "a in [1, 2]": True, "a and b": True,
    "a": False, "x[1]": False, "3": False,
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), CONDITIONS.items(), ids=list(CONDITIONS))
def test_a_condition_is_known_by_its_form(monkeypatch, text, says):
    monkeypatch.setattr("deduce.puzzles.trees.names", lambda: ["theirs", "sum"])
    assert says_something(tree_of(text)) == says


def test_a_file_of_puzzles_from_before_there_were_styles_is_gone_on_with(tmp_path):
    path = tmp_path / "made.jsonl"
    path.write_text('{"puzzles": 1, "family": "akari", "size": [4, 4], "seed": 5}\n')
    asked = {"name": "akari", "size": (4, 4), "wishes": None, "seed": 5, "style": STYLE}
    with Journal(path, "puzzles") as journal:
        assert _begun(journal, **asked) == (5, [])
    for style in ({"symmetric": True}, {"minimal": False}):
        with Journal(path, "puzzles") as journal, pytest.raises(ProblemError, match="puzzles of another"):
            _begun(journal, **asked | {"style": STYLE | style})


def test_a_file_whose_name_is_a_word_is_read_and_a_word_without_one_is_no_family(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProblemError, match="there is no family 'kept' and no file of that name"):
        generate_report("kept")
    (tmp_path / "kept").write_text("nothing that is a puzzle")
    with pytest.raises((ProblemError, RecordError)) as refused:
        generate_report("kept")
    assert "no family" not in str(refused.value)


def test_a_reason_for_a_mistake_that_was_not_shortened_is_not_called_the_shortest(monkeypatch):
    k = by_a_pair()
    a = k.problem["a"]
    assert mistake(k, {a: 2}).why.smallest
    monkeypatch.setattr("deduce.puzzles.hints.short_set", lambda *_: None)
    found = mistake(k, {a: 2})
    assert not found.why.smallest
    assert found.why.check()

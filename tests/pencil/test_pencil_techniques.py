"""Named techniques: tables that can be read, forms that are the same however they lie, sound in solved puzzles."""

import json
import runpy
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.grades import DATA, lines_of, puzzle_of
from benchmarks.pencil_solved import Solved
from deduce import Problem
from deduce.puzzles import steps, verify
from deduce.puzzles.reports import hint_report, steps_report
from deduce_models import pencil
from deduce_models.pencil.techniques.forms import (
    NAMES_ONLY,
    TURNS,
    Form,
    canonical,
    form_of,
    moved,
    place_of,
    rule_of,
    said_of,
)
from deduce_models.pencil.techniques.table import named_families, places_of, technique_of, techniques

DOCS = Path(__file__).parents[2] / "docs"
PAGE = runpy.run_path(str(DOCS / "techniques.py"))
"""What writes the page of techniques and its pictures."""


def test_twenty_families_have_a_table():
    assert len(named_families()) == 20
    assert set(named_families()) <= set(pencil.families())
    assert techniques("araf") == ()


@pytest.mark.parametrize("name", named_families())
def test_a_table_is_whole(name):
    table = techniques(name)
    assert len({t.name for t in table}) == len(table)
    for technique in table:
        assert technique.like
        assert technique.says.endswith(".")
        assert technique.picture is not None
        assert 0 <= technique.often <= 100  # 0: known, but not met where they were counted
        for form in (technique.picture, *technique.forms):
            assert Form.of(str(form)) == form
    drawn = ElementTree.fromstring(PAGE["draw_techniques"](table))
    told = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {t.name for t in table} <= told


def test_the_eight_turns_are_those_of_the_square():
    """By complex numbers: quarter turns, and the mirror before them; of a rectangle the upper left corner comes first."""
    form = Form(
        (("a rule", (2, 4), ((1, 0), (-1, 2))),),
        (),
        (("line", 3, 8),),
        (("cell", 2, 6), (True, ((1, 2, 3, 5),))),
    )

    def turned(place, turn, mirrored):
        z = complex(*place) * turn
        z = z.conjugate() if mirrored else z
        return int(z.real), int(z.imag)

    wanted = set()
    for turn, mirrored in product((1, 1j, -1, -1j), (False, True)):
        (y, x), (y2, x2) = (turned(place, turn, mirrored) for place in ((1, 2), (3, 5)))
        offsets = sorted(turned(place, turn, mirrored) for place in ((1, 0), (-1, 2)))
        corners = (min(y, y2), min(x, x2), max(y, y2), max(x, x2))
        wanted.add(
            Form(
                (("a rule", turned((2, 4), turn, mirrored), tuple(offsets)),),
                (),
                (("line", *turned((3, 8), turn, mirrored)),),
                (("cell", *turned((2, 6), turn, mirrored)), (True, (corners,))),
            )
        )
    assert {moved(form, turn) for turn in TURNS} == wanted
    for one in wanted:
        assert str(canonical(one)) == min(str(_upper_left(other)) for other in wanted)


def _upper_left(form):
    """Shifted by whole cells, so that the first row and column named are the first two."""
    spots = [form.shown[0][1:], *(home for _, home, _ in form.rules)]
    return moved(
        form, (1, 1, False), tuple(-(min(part) - min(part) % 2) for part in zip(*spots, strict=True))
    )


def test_a_value_that_is_a_place_is_told_from_where_its_variable_stands():
    values = {
        (2, 3): (0, 0),
        (4, 1): (4, -4),
        (1, 2, 3, 5): (-2, -2, 2, 4),
        ("a", "b", 1, 2): ("a", "b", 1, 2),
        7: 7,
    }
    (v,) = Problem("place").variables("cell", [(2, 3)], [*values, (1, 2, 3)]).values()
    assert {value: said_of(v == value) for value in values} == {
        value: (True, (told,)) for value, told in values.items()
    }


@pytest.mark.parametrize("name", ["masyu", "slitherlink", "heyawake"])
def test_a_form_says_what_of_the_grid_is_missing_beside_its_places(name):
    """Written down plainly for steps that rest on what is known alone, and compared up to turns and shifts."""
    knowledge = pencil.read(name, pencil.family(name).example)
    here, compared = places_of(knowledge), 0
    for step in steps(knowledge).steps:
        rules = [rule_of(statement) for statement in step.statements]
        spots = [place_of(fact.scope[0]) for fact in (*step.facts, step.conclusions[0])]
        if all(offsets for _, _, offsets in rules) or step.technique == "a line with two ends":
            continue
        absent = set()
        points = {(kind, *end) for kind, y, x in spots if (y + x) % 2 for end in _joined(kind, y, x)}
        kind, y, x = spots[-1]
        if (y + x) % 2:
            lines = [
                (kind, home[0] + dy, home[1] + dx) for _, home, some in rules if home for dy, dx in some
            ]
            points |= {(k, *end) for k, p, q in lines if (p + q) % 2 for end in _joined(k, p, q)}
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            absent |= {(k, p + dy, q + dx) for k, p, q in points}
            absent |= {(k, p + 2 * dy, q + 2 * dx) for k, p, q in spots if not (p + q) % 2}
        known = tuple((place_of(fact.scope[0]), said_of(fact)) for fact in step.facts)
        shown = spots[-1], said_of(step.conclusions[0])
        plain = Form(tuple(dict.fromkeys(rules)), known, tuple(absent - {*here}), shown)
        assert form_of(step, step.conclusions[0], here) == canonical(plain), str(step)
        compared += 1
    assert compared


def _joined(kind, y, x):
    """The two points that a line joins: sides join corners, other lines cells."""
    lies = (x % 2 == 1) == (kind != "side")
    return ((y, x - 1), (y, x + 1)) if lies else ((y - 1, x), (y + 1, x))


@pytest.mark.parametrize("name", ["slitherlink", "masyu", "akari", "sudoku", "nonogram"])
def test_a_form_is_the_same_turned_and_shifted(name):
    for technique in techniques(name):
        for form in technique.forms:
            for turn in TURNS:
                other = canonical(moved(form, turn, (4, -6)), names_only=name in NAMES_ONLY)
                assert other == canonical(form, names_only=name in NAMES_ONLY)


def _solved(knowledge):
    return Solved(knowledge, verify(knowledge).solution)


@pytest.mark.parametrize("name", named_families())
def test_forms_hold_wherever_they_fit_in_examples(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    solved = _solved(knowledge)
    for technique in techniques(name):
        for form in technique.forms:
            assert all(solved.places(form)), (technique.name, str(form))


@pytest.mark.parametrize("name", ["akari", "binairo", "skyscraper", "slitherlink", "sudoku"])
def test_forms_hold_wherever_they_fit_in_graded_puzzles(name):
    found = 0
    for row in lines_of(DATA / f"graded_{name}.txt")[::36]:
        solved = _solved(puzzle_of(name, row[-1]))
        for technique in techniques(name):
            for form in technique.forms:
                places = list(solved.places(form))
                assert all(places), (technique.name, str(form))
                found += len(places)
    assert found > 20


def test_where_variables_stand_is_told_by_their_keys():
    """Doubled, so that what lies between two cells has whole numbers; what is no cell and no two cells has no place."""
    keys = {
        ("cell", (2, 3)): ("cell", 4, 6),
        ("point", (2, 3)): ("point", 5, 7),
        ("link", ((2, 3), (2, 4))): ("link", 4, 7),
        ("line", ((2, 3), (3, 3))): ("line", 5, 6),
        ("side", ((2, 3), (2, 4))): ("side", 3, 6),
        ("side", ((2, 3), (3, 3))): ("side", 4, 5),
    }
    strange = [
        "a",
        7,
        (1, 2, 3),
        ((1, 2), "a"),
        ("a", (1, 2)),
        ("a", "b"),
        ((1, 2), (1, 3), (1, 4)),
        ((1, 2),),
        (),
    ]
    for (kind, key), place in keys.items():
        (v,) = Problem("place").variables(kind, [key], [0, 1]).values()
        assert place_of(v) == place
    for key in strange:
        (v,) = Problem("place").variables("cell", [key], [0, 1]).values()
        assert place_of(v) is None, key
    assert place_of(Problem("alone").variable("cell", [0, 1])) is None


def test_a_form_that_is_not_so_is_found_out():
    """The tests above can fail."""
    knowledge = pencil.read("slitherlink", pencil.family("slitherlink").example)
    solved = _solved(knowledge)
    table = {t.name: t for t in techniques("slitherlink")}
    form = table["No third line"].forms[0]
    spot, (inside, values) = form.shown
    wrong = Form(form.rules, form.known, form.absent, (spot, (not inside, values)))
    assert list(solved.places(form))
    assert not any(solved.places(wrong))
    # Without the line that bars the way it would hold here and there only.
    loose = Form(form.rules, form.known[:1], (), form.shown)
    assert len(set(solved.places(loose))) == 2


def test_steps_have_the_form_of_what_they_look_like():
    knowledge = pencil.read("slitherlink", pencil.family("slitherlink").example)
    walk = steps(knowledge)
    here = places_of(knowledge)
    for step in walk.steps:
        form = form_of(step, step.conclusions[0], here)
        assert form is not None
        # Here, where it was found, it fits, and it holds.
        assert any(_solved(knowledge).places(form)) or step.chain
    called = [technique_of(knowledge, step) for step in walk.steps]
    assert sum(t is not None for t in called) >= 0.8 * len(called)


def test_steps_and_hints_say_the_name(tmp_path: Path):
    file = tmp_path / "corner.txt"
    file.write_text(pencil.family("slitherlink").example)
    told = steps_report(file, family="slitherlink")
    assert "(A three in a corner)" in told.text
    first = json.loads(json.dumps(told.data))["steps"][0]
    assert (first["named"], first["says"]) == ("Nothing around a zero", "No side of a 0 is drawn.")
    found = hint_report(file, family="slitherlink", strength=3)
    assert "around a zero" in " ".join(found.text.split())
    assert found.data["steps"][0]["named"] == "Nothing around a zero"


def test_families_without_a_table_say_what_kind_of_step_it_is(tmp_path: Path):
    file = tmp_path / "snake.txt"
    file.write_text(pencil.family("snake").example)
    told = steps_report(file, family="snake")
    assert all("named" not in step for step in told.data["steps"])


def test_the_page_is_up_to_date():
    made = PAGE["page"]()
    assert (DOCS / "pencil-techniques.md").read_text(encoding="utf-8") == made, "python docs/techniques.py"
    for name in named_families():
        kept = (DOCS / "pictures" / "techniques" / f"{name}.svg").read_text(encoding="utf-8")
        assert kept == PAGE["draw_techniques"](techniques(name)) + "\n", (
            "python docs/techniques.py writes it anew"
        )


def test_the_walks_are_told_as_steps_tell_them():
    walks = runpy.run_path(str(DOCS / "walks.py"))
    told = (DOCS / "pencil-walks.md").read_text(encoding="utf-8")
    assert len(walks["PUZZLES"]) == 12
    for name in ("hitori", "kakuro", "yajilin"):
        knowledge = pencil.read(name, walks["PUZZLES"][name])
        found = steps(knowledge).steps
        groups = walks["_groups"](knowledge, found)
        assert walks["_section"](name, groups) in told, "python docs/walks.py writes it anew"
        kept = (DOCS / "pictures" / "walks" / f"{name}.svg").read_text(encoding="utf-8")
        assert kept == walks["_strip"](knowledge, found, groups) + "\n", (
            "python docs/walks.py writes it anew"
        )

"""Every family of the shelf: its example has one solution, which obeys every statement, and it can be drawn."""

import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest

from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.drawing.comparing import differing
from deduce_models.pencil.drawing.pictures import frame

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def solved(name):
    """The family's example as knowledge, with its verdict."""
    knowledge = pencil.read(name, pencil.family(name).example)
    return knowledge, verify(knowledge, time_limit=60)


def test_the_shelf_holds_so_many_families():
    assert len(pencil.families()) == 143


@pytest.mark.parametrize("name", pencil.families())
def test_the_example_is_unique_and_its_solution_obeys_every_statement(name):
    example = pencil.family(name).example
    knowledge, verdict = solved(name)
    assert verdict.unique
    for statement in knowledge.statements:
        content = statement.content
        assert isinstance(content, Constraint)
        assert content.holds([verdict.solution[v] for v in content.scope]), statement.text
    shown = pencil.show(knowledge, verdict.solution)
    sheet = pencil.parse(name, example)
    lines = shown.splitlines()
    assert lines[0] == sheet.header
    assert [len(line.split()) for line in lines[1:]] == [sheet.cols] * sheet.rows


@pytest.mark.parametrize("name", pencil.families())
def test_a_sheet_writes_the_text_it_was_read_from(name):
    example = pencil.family(name).example
    sheet = pencil.parse(name, example)
    assert sheet.text() == example
    assert pencil.parse(name, sheet.text()) == sheet


@pytest.mark.parametrize("name", pencil.families())
def test_the_example_and_its_solution_are_drawn(name):
    knowledge, verdict = solved(name)
    solution = pencil.show(knowledge, verdict.solution)
    sheet = pencil.parse(name, pencil.family(name).example)
    empty, full = pencil.draw(sheet), pencil.draw(sheet, solution)
    for picture in (empty, full):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert len(full) >= len(empty)
    kept = DOCS / "pictures" / "shelf" / f"{name}.svg"
    assert kept.read_text(encoding="utf-8") == full + "\n", "python docs/gallery.py writes it anew"


@pytest.mark.parametrize(
    ("name", "text", "middles"),
    [
        ("mathrax", "3 3\n- - -\n- - -\n- - -\n- 4+\n2/ -", {"4+": (56, 28), "2/": (28, 56)}),
        ("mathrax", "2 2\n- -\n- -\n1-", {"1-": (28, 28)}),
    ],
)
def test_what_is_written_at_a_corner_stands_in_its_circle(name, text, middles):
    root = ElementTree.fromstring(pencil.draw(pencil.parse(name, text)))
    circles = {(float(x.get("cx")), float(x.get("cy"))) for x in root.iter(f"{SVG}circle")}
    assert circles == set(middles.values())
    told = {
        x.text: (float(x.get("x")), float(x.get("y")) - 0.36 * float(x.get("font-size")))
        for x in root.iter(f"{SVG}text")
    }
    assert told.keys() == middles.keys()
    for word, place in middles.items():
        assert told[word] == pytest.approx(place)


def test_every_family_is_on_the_page_of_all_families():
    page = (DOCS / "pencil-families.md").read_text(encoding="utf-8")
    for name in pencil.families():
        family = pencil.family(name)
        assert f"(pictures/shelf/{name}.svg) | **{family.title}** (`{name}`). {family.about}" in page


def test_show_refuses_knowledge_of_no_pencil_puzzle():
    from deduce import Knowledge, Problem

    problem = Problem("other")
    problem.variable("x", (1, 2))
    with pytest.raises(ProblemError, match=r"pencil\.read"):
        pencil.show(Knowledge(problem), {})


def test_show_refuses_the_solution_of_another_reading():
    text = pencil.family("akari").example
    with pytest.raises(ProblemError, match="another puzzle or reading"):
        pencil.show(pencil.read("akari", text), verify(pencil.read("akari", text)).solution)


def test_an_unknown_family_is_named_with_the_nearest():
    with pytest.raises(ProblemError, match="slitherlink"):
        pencil.read("slitherlinks", "1 1\n-")


def test_two_solutions_are_drawn_side_by_side_with_a_frame_where_they_differ():
    sheet = pencil.parse("kurotto", "2 3\n- - -\n1 - 1")
    knowledge = pencil.read("kurotto", sheet.text())
    verdict = verify(knowledge)
    assert verdict.status == "several"
    first, second = (pencil.show(knowledge, world) for world in verdict.solutions[:2])
    differ = differing(sheet, first, second)
    words = [dict(zip(sheet.cells, text.split()[2:], strict=True)) for text in (first, second)]
    assert differ == [at for at in sheet.cells if words[0][at] != words[1][at]] != []
    picture = pencil.draw_both(sheet, first, second)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture.count("#d6336c") == 2 * len(differ)
    assert [float(x) for x in re.findall(r'<svg x="([^"]*)"', picture)] == [0, frame(sheet)[1] + 16]


def test_regions_differ_by_their_cells_not_by_their_names():
    sheet = pencil.parse("shikaku", "2 2\n2 -\n- 2")
    across, again, down = "2 2\n1 1\n2 2", "2 2\n2 2\n1 1", "2 2\n1 2\n1 2"
    assert differing(sheet, across, again) == []
    assert differing(sheet, across, down) == list(sheet.cells)


def test_a_letter_is_written_and_shades_nothing():
    sheet = pencil.parse("abcendview", pencil.family("abcendview").example)
    solution = sheet.write(lambda at: "b")
    assert pencil.draw(sheet, solution).count(">b<") >= len(sheet.cells)
    assert "#9aa5b1" not in pencil.draw(sheet, solution)


@pytest.mark.parametrize("name", pencil.families())
def test_a_sign_that_may_be_written_is_told_of(name):
    """What a family asks says what its signs mean, so that a puzzle with them can be solved by whoever read it."""
    family = pencil.family(name)
    for layer in family.parse.layers:
        for sign in "?xo":
            said = re.compile(rf"(?<![\w?]){re.escape(sign)}(?![\w?])")
            assert not said.search(layer.words) or said.search(family.about), (layer.words, sign)

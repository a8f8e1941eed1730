"""Variant sudokus: every rule against its plain reading, the lines as text, candidates, and a puzzle being made."""

from collections import Counter
from itertools import permutations, product
from random import Random
from xml.etree import ElementTree

import pytest
import variant_oracle
from amount import amount

from deduce import Knowledge, Problem
from deduce.ground.errors import RecordError
from deduce.puzzles import candidates, verify
from deduce_models import pencil
from deduce_models.pencil.making.workbench import Workbench
from deduce_models.pencil.rules.latin import boxes
from deduce_models.pencil.rules.variant_lines import RuleFault, cell_name, read_line
from deduce_models.pencil.rules.variant_rules import FORM_OF, RULES, VariantGrid, constraints_of, variant

ORDINARY = sorted(set(RULES) - {"region", "no-boxes", "note"})


def walk(rng, size, length, king=False):
    """Cells one after another, each beside the last."""
    while True:
        found = [(rng.randint(1, size), rng.randint(1, size))]
        while len(found) < length:
            r, c = found[-1]
            near = [(r + a, c + b) for a, b in product((-1, 0, 1), repeat=2) if king or not a or not b]
            open_ = [x for x in near if x not in found and min(x) >= 1 and max(x) <= size]
            if not open_:
                break
            found.append(rng.choice(open_))
        else:
            return [cell_name(at) for at in found]


def random_line(name, rng, size):
    form, long = FORM_OF[name], rng.randint(3, 4)
    number = str(rng.randint(0, 2 * size))
    if form == "global":
        return name
    if form in ("pair", "number pair"):
        return " ".join(
            [name, *([str(rng.randint(1, 3))] if "number" in form else []), *walk(rng, size, 2)]
        )
    if form == "groups":
        one, other = walk(rng, size, rng.randint(1, 2)), walk(rng, size, 3)
        if name == "clone":
            other = walk(rng, size, len(one))
        return " ".join([name, *one, "=", *other])
    if form == "numbers cell":
        numbers = [str(rng.randint(1, size)) for _ in range(rng.randint(1, 3))]
        return " ".join([name, *numbers, f"r{rng.randint(1, size - 1)}c{rng.randint(1, size - 1)}"])
    if form == "outside":
        if name in ("skyscraper", "numbered-room"):
            number = str(rng.randint(1, size))
        side = rng.choice(["left", "right", "top", "bottom"])
        return f"{name} {number} {side} {rng.randint(1, size)}"
    if form == "diagonal":
        return f"{name} {number} {walk(rng, size, 1)[0]} {rng.choice(['ne', 'nw', 'se', 'sw'])}"
    given = [] if form == "cells" or (form.startswith("perhaps") and rng.random() < 0.4) else [number]
    if name in ("whispers", "lockout") and given:
        given = [str(rng.randint(1, 3))]
    if name in ("minimum", "maximum", "odd", "even"):
        long = 1
    return " ".join([name, *given, *walk(rng, size, long, king=True)])


def grids(size):
    """All Latin squares of a size."""
    rows = list(permutations(range(1, size + 1)))

    def grow(made):
        if len(made) == size:
            yield {(r, c): x for r, row in enumerate(made, 1) for c, x in enumerate(row, 1)}
            return
        for row in rows:
            if all(x != y for old in made for x, y in zip(old, row, strict=True)):
                yield from grow([*made, row])

    return list(grow([]))


LATIN = grids(4)
BOX4 = {(r, c): (r - 1) // 2 * 2 + (c - 1) // 2 for r, c in product(range(1, 5), repeat=2)}
SUDOKUS = [
    grid
    for grid in LATIN
    if all(len({grid[at] for at in BOX4 if BOX4[at] == box}) == 4 for box in range(4))
]
EMPTY4 = "4 4\n" + "- - - -\n" * 4


@pytest.mark.parametrize("name", ORDINARY)
def test_a_rule_leaves_the_grids_that_its_plain_reading_leaves(name):
    rng = Random(f"rule {name}")
    compared = 0
    for _ in range(25):
        text, row = random_line(name, rng, 4), rng.sample(range(1, 5), 4)
        extra = random_line(rng.choice(ORDINARY), rng, 4) if rng.random() < 0.5 else "no-boxes"
        try:
            given = " ".join(map(str, row))
            knowledge = pencil.read("variantsudoku", f"4 4\n{given}{EMPTY4[11:]}{text}\n{extra}")
        except RecordError:
            continue
        lines = [read_line(line.split(), FORM_OF, 4) for line in (text, extra)]
        box = BOX4 if extra != "no-boxes" else dict.fromkeys(BOX4, 0)
        left = [
            grid
            for grid in (SUDOKUS if extra != "no-boxes" else LATIN)
            if [grid[1, c] for c in range(1, 5)] == row
            and all(variant_oracle.holds(line, grid, 4, box, lines) for line in lines)
        ]
        found = candidates(knowledge, most=1_000, further=1_000)
        assert found.exact
        assert found.solutions == len(left), (text, extra)
        for v, counts in found.counts.items():
            wanted = {x: sum(grid[v.key] == x for grid in left) for x in range(1, 5)}
            assert counts == {x: n for x, n in wanted.items() if n}
            assert set(found.struck[v]) == {x for x, n in wanted.items() if not n}
        compared += 1 + 3 * bool(left)
        if compared >= amount(8, 80):
            return
    assert compared, "nothing was compared"


@pytest.mark.parametrize("name", ORDINARY)
def test_a_rule_of_nine_holds_where_its_plain_reading_does(name):
    rng = Random(f"nine {name}")
    cells = list(product(range(1, 10), repeat=2))
    problem = Problem("grid")
    cell = problem.variables("cell", cells, range(1, 10))
    box = {(r, c): (r - 1) // 3 * 3 + (c - 1) // 3 for r, c in cells}
    regions = [[at for at in cells if box[at] == i] for i in range(9)]
    outcomes = set()
    for _ in range(3 if FORM_OF[name] == "global" else amount(40, 800)):
        line = read_line(random_line(name, rng, 9).split(), FORM_OF, 9)
        grid = {at: rng.randint(1, 9) for at in cells}
        if FORM_OF[name] == "outside":
            for at, x in zip(line.cells, rng.sample(range(1, 10), 9), strict=True):
                grid[at] = x
        elif line.cells and rng.random() < 0.6:
            near = rng.randint(1, 8)
            for at in (*line.cells, *line.second):
                grid[at] = rng.randint(near, near + 1)
        try:
            made = constraints_of(VariantGrid(cell, 9, regions, (line,)), line)
        except RuleFault:
            continue
        held = all(c.holds([grid[v.key] for v in c.scope]) for c, _ in made)
        assert held == variant_oracle.holds(line, grid, 9, box, (line,)), line
        outcomes.add(held)
    assert False in outcomes


def test_the_usual_boxes_of_a_grid_of_six():
    knowledge = pencil.read("variantsudoku", "6 6\n" + "- - - - - -\n" * 6)
    assert len(boxes(knowledge.problem.sheet)) == 6


def test_boxes_of_any_shape():
    shapes = ["r1c1-r1c4", "r2c1-r2c4", "r3c1-r3c4", "r4c1-r4c4"]
    text = EMPTY4 + "\n".join(f"region {cells}" for cells in shapes)
    assert candidates(pencil.read("variantsudoku", text), most=1_000, further=1_000).solutions == 576
    with pytest.raises(RecordError, match="a region has 4 cells, not 3"):
        pencil.read("variantsudoku", EMPTY4 + "region r1c1-r1c3")
    with pytest.raises(RecordError, match="do not cover every cell once"):
        pencil.read("variantsudoku", EMPTY4 + "region r1c1-r1c4")


REFUSED = [
    ("thermometre r1c1 r1c2", "did you mean 'thermometer'"),
    ("thermometer", "after thermometer come cells"),
    ("thermometer r1c1 r1c5", "outside of 4 rows"),
    ("thermometer r1c1 x", "'x' is no cell"),
    ("thermometer r1c1-r2c4", "no row, column or diagonal"),
    ("thermometer r1c1 r1c2 r1c1", "a cell twice"),
    ("arrow r1c1 r1c2", "cells, =, and cells"),
    ("white r1c1", "two cells"),
    ("sandwich 3 left 5", "left 5 is outside"),
    ("sandwich left 3", "a number, a side"),
    ("quadruple 1 2 r4c4", "not the upper left of four"),
    ("quadruple 7 r1c1", "7 is no number of the grid"),
    ("quadruple r1c1", "up to four numbers"),
    ("quadruple 1 2 3 4 1 r1c1", "up to four numbers"),
    ("little-killer 5 r1c1 n", "a direction"),
    ("anti-knight r1c1", "comes nothing"),
    ("clone r1c1 = r2c2 r3c3", "cannot have 2"),
    ("between r1c1 r1c2", "two ends and a cell between"),
    ("whispers r1c1 r1c1", "beside itself"),
    ("region-sum r1c1 r1c2", "crosses no border"),
    ("cage 99999 r1c1", "is no cell"),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_a_line_that_is_no_rule_is_refused_with_its_place(line, why):
    with pytest.raises(RecordError, match=why) as error:
        pencil.read("variantsudoku", EMPTY4 + "\n" + line)
    assert error.value.line == 7


def test_rows_may_be_written_without_blanks_and_a_header():
    plain = pencil.parse("variantsudoku", "4 4\n1 - - -\n- - - -\n- - 3 -\n- - - -\ndiagonal")
    assert pencil.parse("variantsudoku", "1...\n....\n..3.\n....\n\ndiagonal") == plain
    assert pencil.parse("variantsudoku", plain.text()) == plain


def test_a_rule_speaks_of_any_variables():
    problem = Problem("cells")
    cell = problem.variables("cell", [(1, 1), (1, 2), (1, 3)], range(1, 4))
    knowledge = Knowledge(problem)
    for constraint in variant("thermometer r1c3 r1c2 r1c1", cell):
        knowledge = knowledge.observe(constraint)
    assert knowledge.certain() == {cell[1, 1]: 3, cell[1, 2]: 2, cell[1, 3]: 1}
    with pytest.raises(RuleFault, match="no variable for row 2"):
        variant("thermometer r1c1 r2c1", cell)


def test_a_puzzle_being_made_keeps_its_solver_and_answers_as_a_new_one_does():
    rng = Random(5)
    start = "4 4\n1 2 - -" + EMPTY4[11:]
    bench = Workbench(start)
    lines = []
    for _ in range(12):
        if lines and rng.random() < 0.3:
            lines.pop(rng.randrange(len(lines)))
        else:
            lines.append(random_line(rng.choice(ORDINARY), rng, 4))
        text = start + "\n".join(lines)
        before = bench.knowledge
        try:
            bench.edit(text)
        except RecordError:
            assert bench.knowledge is before
            lines.pop()
            continue
        assert bench.knowledge.problem is before.problem
        live = bench.candidates(most=300, further=1_000)
        fresh = candidates(pencil.read("variantsudoku", text), most=300, further=1_000)
        named = [{v.name: dict(c) for v, c in found.counts.items()} for found in (live, fresh)]
        assert named[0] == named[1]
        assert live.exact
        assert verify(bench.knowledge).unique == (live.solutions == 1)
        if live.solutions == 0:
            lines.pop()


MARKS = {
    "white r1c1 r1c2": "circle 28,14 r5 white",
    "difference 3 r2c1 r1c1": "circle 14,28 r5 white; '3' 14,28 7 #111",
    "black r1c1 r1c2": "circle 28,14 r5 #111",
    "ratio 4 r1c1 r1c2": "circle 28,14 r5 #111; '4' 28,14 7 white",
    "x r1c1 r2c1": "rect 9,22 10x12 white; 'X' 14,28 10 #333",
    "v r2c1 r2c2": "rect 23,36 10x12 white; 'V' 28,42 10 #333",
    "less r1c1 r1c2": "rect 23,8 10x12 white; '<' 28,14 10 #333",
    "less r1c2 r1c1": "rect 23,8 10x12 white; '>' 28,14 10 #333",
    "less r1c1 r2c1": "rect 9,22 10x12 white; '^' 14,28 10 #333",
    "less r2c1 r1c1": "rect 9,22 10x12 white; 'v' 14,28 10 #333",
    "quadruple 1 2 r2c1": "circle 28,56 r9 white; '1 2' 28,56 7 #333",
    "sandwich 5 left 2": "'5' -10.08,42 11 #333",
    "x-sum 5 right 2": "'5' 122.08,42 11 #333",
    "skyscraper 2 top 3": "'2' 70,-10.08 11 #333",
    "numbered-room 2 bottom 3": "'2' 70,122.08 11 #333",
    "little-killer 9 r1c2 se": "'9' 16.8,-11.2 11 #333",
    "little-killer 4 r1c1 ne": "'4' -11.2,39.2 11 #333",
    "little-killer 4 r1c4 se": "'4' 72.8,-11.2 11 #333",
    "little-killer 4 r4c4 nw": "'4' 123.2,123.2 11 #333",
    "odd r1c2": "circle 42,14 r10.5 #d8dce1",
    "even r1c2": "rect 32,4 20x20 #d8dce1",
    "circles r1c1 r2c2": "circle 14,14 r10.5 none; circle 42,42 r10.5 none",
    "cage r1c1 r1c2": "path M2.5 2.5h23.0M2.5 25.5h23.0M2.5 2.5v23.0M30.5 2.5h23.0M30.5 25.5h23.0M53.5 2.5v23.0 #555",
    "cage 7 r2c2 r3c2": "path M30.5 30.5h23.0M30.5 30.5v23.0M53.5 30.5v23.0M30.5 81.5h23.0M30.5 58.5v23.0M53.5 58.5v23.0"
    " #555; '7' 31,34 8 #333",
    "thermometer r1c1 r1c2 r2c2": "path M14 14L42 14L42 42L42 42 #c9ced4 10; circle 14,14 r10.5 #c9ced4",
    "between r1c1 r1c2 r1c3": "path M14 14L42 14L70 14L70 14 #b9bec4 3; circle 14,14 r10.5 white; "
    "circle 70,14 r10.5 white",
    "whispers 2 r1c1 r2c2 r3c3": "path M14 14L42 42L70 70L70 70 #7cc58a 5",
    "arrow r1c1 r1c2 = r2c2": "path M42 14L42 42L42 42 #8a929b 2; path M36 36L42 42L48 36 #8a929b 2; "
    "path M14 14L42 14L42 14 #8a929b 23; path M14 14L42 14L42 14 white 20",
    "clone r1c1 = r3c3": "rect 0,0 28x28 #d9ecd9; rect 56,56 28x28 #d9ecd9",
    "anti-knight": "'anti-knight' 0,131 9 #333",
}
"""What a rule is drawn as: each shape, with where its middle (of a rectangle the corner) is; cells are 28 wide."""


@pytest.mark.parametrize("line", MARKS)
def test_a_rule_is_drawn_where_it_is(line):
    empty, full = (
        Counter(pencil.draw(pencil.parse("variantsudoku", EMPTY4 + x)).splitlines()) for x in ("", line)
    )
    made = []
    for shape in map(ElementTree.fromstring, (full - empty).elements()):
        has = shape.attrib
        if shape.tag == "circle":
            made.append(f"circle {has['cx']},{has['cy']} r{has['r']} {has['fill']}")
        elif shape.tag == "rect":
            made.append(f"rect {has['x']},{has['y']} {has['width']}x{has['height']} {has['fill']}")
        elif shape.tag == "text":
            y = float(has["y"]) - 0.36 * float(has["font-size"])
            made.append(f"{shape.text!r} {has['x']},{y:g} {has['font-size']} {has['fill']}")
        else:
            made.append(f"path {has['d']} {has['stroke']} {has.get('stroke-width', '')}".rstrip())
    assert "; ".join(made) == MARKS[line]

"""Variant sudokus made: one solution, which every line says true things of; nothing to spare; themes and bounds kept."""

import json
from random import Random

import pytest
import variant_oracle
from amount import some
from command_line import deduce
from test_pencil_variants import BOX4, SUDOKUS

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.kinds.variantsudoku import rule_lines
from deduce_models.pencil.making.from_solutions import DRAWN
from deduce_models.pencil.making.places import clues, with_word
from deduce_models.pencil.making.variant_making import KINDS, _beside, _Maker, cell_name, make_variant


def solutions(text):
    """All grids of four that the lines of a puzzle leave, read plainly."""
    sheet = pencil.parse("variantsudoku", text)
    lines = rule_lines(sheet)
    return [
        grid
        for grid in SUDOKUS
        if all(variant_oracle.holds(line, grid, 4, BOX4, lines) for line in lines)
        and all(grid[at] == int(word) for at, word in sheet.clues.items())
    ]


@pytest.mark.parametrize("kind", some(KINDS, 2))
def test_a_puzzle_of_each_kind_has_one_solution_and_nothing_to_spare(kind):
    text = make_variant([kind], 4, rng=Random(kind))
    assert len(solutions(text)) == 1
    head, rest = text.splitlines()[:5], text.splitlines()[5:]
    for i in range(len(rest)):
        assert len(solutions("\n".join([*head, *rest[:i], *rest[i + 1 :]]))) > 1
    words = [line.split() for line in head]
    for r in range(1, 5):
        for c in range(4):
            if words[r][c] != "-":
                less = [[*line] for line in words]
                less[r][c] = "-"
                assert len(solutions("\n".join([*(" ".join(line) for line in less), *rest]))) > 1


def test_lines_of_every_kind_are_made_and_true_of_the_solution():
    """Beside what each rule says in plain Python; a line is of the kind asked for."""
    maker = _Maker(KINDS, 4, "", frozenset(), Random(1), Deadline(None))
    grid = maker.solution
    for kind in KINDS:
        made = [line for line in (maker._random_line(kind) for _ in range(60)) if line is not None]
        # Few lines of a grid of four are of these kinds, and no two of its numbers make ten.
        assert made or kind in ("entropic", "modular", "lockout", "whispers", "x"), kind
        for text in made:
            assert text.split()[0] == kind
            if kind == "given":
                _, number, at = text.split()
                assert [str(grid[r, c]) for r, c in grid if cell_name((r, c)) == at] == [number]
                continue
            (line,) = rule_lines(pencil.parse("variantsudoku", maker.text([text])))
            assert variant_oracle.holds(line, grid, 4, BOX4, [line]), text


def test_sums_of_diagonals_are_made_of_every_length():
    """A little killer begins anywhere at the edge where two cells or more are left; its number is their sum."""
    maker = _Maker(("little-killer",), 4, "", frozenset(), Random(2), Deadline(None))
    found = set()
    for line in filter(None, (maker._random_line("little-killer") for _ in range(300))):
        _, total, start, way = line.split()
        down, right = {"ne": (-1, 1), "nw": (-1, -1), "se": (1, 1), "sw": (1, -1)}[way]
        at, cells = tuple(int(x) for x in start[1:].split("c")), []
        while at in maker.solution:
            cells.append(at)
            at = at[0] + down, at[1] + right
        assert sum(maker.solution[x] for x in cells) == int(total)
        found.add((way, len(cells)))
    assert found == {(way, length) for way in ("ne", "nw", "se", "sw") for length in (2, 3, 4)}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_beside_a_line_is_what_one_reads_there(seed):
    """Of a line of numbers as seen from the side, by plain counting."""
    line = Random(seed).sample(range(1, 7), 6)
    first = line[0]
    between = line[min(line.index(1), line.index(6)) + 1 : max(line.index(1), line.index(6))]
    higher = [x for i, x in enumerate(line) if all(x > y for y in line[:i])]
    assert _beside("sandwich", line) == sum(between)
    assert _beside("skyscraper", line) == len(higher)
    assert _beside("x-sum", line) == sum(x for i, x in enumerate(line) if i < first)
    assert _beside("numbered-room", line) == line[first - 1]


def test_the_theme_stays_and_cells_stay_empty_and_few_are_few():
    theme = "anti-knight\nthermometer r1c1-r1c4"
    empty = [(r, c) for r in range(1, 7) for c in range(1, 4)]
    text = make_variant(["given", "cage"], 6, theme=theme, empty=empty, most=14, rng=5)
    sheet = pencil.parse("variantsudoku", text)
    lines = [" ".join(words) for words in sheet.layers["rules"]]
    assert {"anti-knight", "thermometer r1c1-r1c4"} <= set(lines)
    assert not set(sheet.clues) & set(empty)
    assert len(sheet.clues) + len(lines) - 2 <= 14
    assert verify(pencil.read("variantsudoku", text)).unique
    assert text == make_variant(["given", "cage"], 6, theme=theme, empty=empty, most=14, rng=5)


def test_faulty_wishes_are_refused():
    with pytest.raises(ProblemError, match="did you mean 'thermometer'"):
        make_variant(["thermometre"], 4)
    with pytest.raises(ProblemError, match="no grid can be filled"):
        make_variant(["cage"], 4, theme="non-consecutive\nanti-king")
    with pytest.raises(RecordError, match="no rule"):
        make_variant(["cage"], 4, theme="nothing")
    with pytest.raises(GaveUp, match=r"0\.05 s"):
        make_variant(["cage"], 9, most=1, time_limit=0.05)
    with pytest.raises(ProblemError, match="in a square"):
        pencil.generate("variantsudoku", 4, 6)


def test_the_shelf_makes_some():
    assert verify(pencil.read("variantsudoku", pencil.generate("variantsudoku", 6, 6, rng=1))).unique


def test_generate_takes_kinds_and_a_theme(tmp_path):
    asked = ("generate", "--family", "variantsudoku", "--size", "4x4", "-n", "2", "--seed", "3", "--json")
    kept = tmp_path / "made.jsonl"
    told = ("--of", "cage, given", "--theme", "diagonal; odd r1c1", "--results", kept)
    status, out, _ = deduce(*asked, *told)
    assert status == 0
    for puzzle in json.loads(out)["puzzles"]:
        sheet = pencil.parse("variantsudoku", puzzle["text"])
        assert {line[0] for line in sheet.layers["rules"]} <= {"cage", "diagonal", "odd"}
        assert {("diagonal",), ("odd", "r1c1")} <= set(sheet.layers["rules"])
        assert len(solutions(puzzle["text"])) == 1
    assert deduce(*asked, *told)[1] == out
    assert "another kinds" in deduce(*asked, "--of", "cage", *told[2:])[1]
    assert (
        "for variantsudoku" in deduce("generate", "--family", "sudoku", "--size", "4x4", "--of", "cage")[2]
    )


@pytest.mark.parametrize(
    ("name", "rows", "cols"),
    [
        ("hitori", 5, 5),
        ("kropki", 4, 4),
        ("consecutivesudoku", 4, 4),
        ("meadows", 5, 5),
        ("tennergrid", 4, 10),
    ],
)
def test_what_follows_from_a_solution_is_told_in_full_and_thinned(name, rows, cols):
    text = pencil.generate(name, rows, cols, rng=3)
    assert text == pencil.generate(name, rows, cols, rng=3)
    verdict = verify(pencil.read(name, text))
    assert verdict.unique
    assert verdict.check() or name == "tennergrid"  # whose sums the small checker takes long for
    sheet = pencil.parse(name, text)
    spare, last = DRAWN[name].spare[0], name == "tennergrid"
    for at in [at for at, _ in clues(sheet) if at[0] == spare and at[1] < sheet.rows - last]:
        assert not verify(pencil.read(name, with_word(sheet, at, "-").text())).unique, at
    with pytest.raises(ProblemError, match="told in full"):
        pencil.generate(name, rows, cols, symmetric=True)

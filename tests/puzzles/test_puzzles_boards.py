"""Boards of puzzle files: cells of every shape, what is said of them against a plain search, pictures, faulty files."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest
from command_line import deduce

from deduce import Knowledge
from deduce.graphs.tilings import Tiling
from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import boards, verify
from deduce.puzzles.board_pictures import board_svg
from deduce.puzzles.boards import Board
from deduce.puzzles.files import loads
from deduce.show.svg import Print

HEX, TRI, FOUR = ". .\n . .", "  .\n...", "..\n.."


def file(board, variables, says, clues="", more=""):
    return f'''
[board.b]
{board}
[variables]
{variables}
[[rule]]
says = "{says}"
{more}
{clues}
'''


def picture(shape, text, areas=""):
    drawn = f'cells = "{shape}"\npicture = """\n{text}\n"""'
    return drawn + (f'\nareas = """\n{areas}\n"""' if areas else "")


def worlds(text):
    problem = loads(text)
    found = verify(problem.puzzle, limit=None)
    assert found.complete
    return problem.problem, {tuple(world[v] for v in problem.problem.scope) for world in found.solutions}


def pieces(nodes, joined):
    left, found = set(nodes), []
    while left:
        part, waiting = set(), [next(iter(left))]
        while waiting:
            x = waiting.pop()
            if x in left:
                left.discard(x)
                part.add(x)
                waiting += [b if a == x else a for a, b in joined if x in (a, b)]
        found.append(part)
    return found


def is_loop(edges):
    at = {}
    for a, b in edges:
        at[a], at[b] = at.get(a, 0) + 1, at.get(b, 0) + 1
    return bool(edges) and set(at.values()) == {2} and len(pieces(at, edges)) == 1


def is_path(edges):
    at = {}
    for a, b in edges:
        at[a], at[b] = at.get(a, 0) + 1, at.get(b, 0) + 1
    return (
        bool(edges)
        and sorted(at.values())[:2] == [1, 1]
        and max(at.values()) < 3
        and (sorted(at.values()).count(1) == 2 and len(pieces(at, edges)) == 1)
    )


@pytest.mark.parametrize(
    ("shape", "text"), [("hexagons", ". .\n ."), ("triangles", TRI), ("rectangles", FOUR)]
)
@pytest.mark.parametrize(("rule", "plain"), [("loop", is_loop), ("path", is_path)])
def test_lines_along_sides_are_those_a_plain_search_finds(shape, text, rule, plain):
    tiling = Tiling.drawn(shape, text)
    sides = list(tiling.sides.values())
    line = 'line = { for = "sides of b", values = [0, 1] }'
    _, found = worlds(file(picture(shape, text), line, f"{rule}(line, 1)"))
    wanted = {
        chosen for chosen in product((0, 1), repeat=len(sides))
        if plain([side for side, on in zip(sides, chosen, strict=True) if on])
    }  # fmt: skip
    assert found == wanted
    assert wanted


@pytest.mark.parametrize(
    ("shape", "text"), [("hexagons", "  . .\n . . .\n  . ."), ("triangles", "  .\n ...\n.....")]
)
def test_what_is_said_of_cells_is_what_a_plain_search_finds(shape, text):
    tiling = Tiling.drawn(shape, text)
    cells, links = list(tiling.corners), tiling.cells.edges
    shade = 'cell = { for = "cells of b", values = ["white", "black"] }'

    def wanted(plain):
        return {
            chosen for chosen in product(("white", "black"), repeat=len(cells))
            if plain({at for at, value in zip(cells, chosen, strict=True) if value == "black"})
        }  # fmt: skip

    def parts(black):
        return pieces(black, [(a, b) for a, b in links if a in black and b in black])

    _, found = worlds(file(picture(shape, text), shade, "connected(cell, black)"))
    assert found == wanted(lambda black: len(parts(black)) <= 1)
    _, found = worlds(file(picture(shape, text), shade, "regions(cell, black, 2)"))
    assert found == wanted(lambda black: all(len(part) == 2 for part in parts(black)))
    apart = 'for = "a, b in neighbours(cell)"'
    text_of = file(picture(shape, text), shade, "a == white or b == white", more=apart)
    _, found = worlds(text_of)
    assert found == wanted(lambda black: not any(a in black and b in black for a, b in links))


def test_clues_on_a_board_speak_of_the_cell_they_are_in():
    board = picture("hexagons", "  . 2\n . 3 .\n  . .")
    shade = 'cell = { for = "cells of b", values = ["white", "black"] }'
    on = '[[clue]]\non = "b"\nsays = "{}"\n'
    tiling = Tiling.drawn("hexagons", "  . .\n . . .\n  . .")
    cells = list(tiling.corners)
    for says, count in (
        ("count(near(cell), black) == n", lambda at, black: len(black & set(tiling.cells.neighbours(at)))),
        ("seen(cell, white) == n", lambda at, black: sum(
            not black & set(ray[:k]) for ray in tiling.rays(at) for k in range(1, len(ray) + 1))),
    ):  # fmt: skip
        _, found = worlds(file(board, shade, "connected(cell, white)", on.format(says)))
        wanted = {
            chosen for chosen in product(("white", "black"), repeat=7)
            if (black := {at for at, value in zip(cells, chosen, strict=True) if value == "black"}) is not None
            and len(pieces(set(cells) - black, [x for x in tiling.cells.edges if not black & set(x)])) <= 1
            and count((1, 2), black) == 2 and count((2, 2), black) == 3
        }  # fmt: skip
        assert found == wanted
        assert wanted
    own = on.format("cell[here] == black") + 'picture = """\n  . x\n . . .\n  . .\n"""\n'
    problem, found = worlds(file(board, shade, "exactly(1, cell, black)", own))
    assert len(found) == 1
    assert {v.key for v, value in zip(problem.scope, found.pop(), strict=True) if value == "black"} == {
        (1, 2)
    }


def test_areas_lines_and_walls():
    numbers = 'cell = { for = "cells of b", values = "1..3" }'
    text = file(
        picture("rectangles", "...\n...", "aab\nbbb"),
        numbers,
        "all_different(group)",
        more='for = "group in areas(cell)"',
    )
    with_four = verify(loads(text).puzzle).status
    assert with_four == "none"  # four cells of one area cannot hold three numbers
    text = file(
        picture("rectangles", "...\n..."), numbers, "all_different(x)", more='for = "x in lines(cell)"'
    )
    assert len(worlds(text)[1]) == 12
    walls = 'wall = { for = "links of b", values = [0, 1] }'
    assert (
        len(worlds(file(picture("hexagons", "  . .\n . . .\n  . .\n"), walls, "regions(wall, 1, 7)"))[1])
        == 1
    )
    assert len(worlds(file(picture("rectangles", "....\n...."), walls, "regions(wall, 1, 2)"))[1]) == 5


def test_a_free_graph():
    text = file(
        'edges = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"], ["a", "c"]]\nat = { a = [0, 0], b = [1, 0] }',
        'way = { for = "edges of b", values = ["no", "yes"] }\ncolour = { for = "nodes of b", values = "1..3" }',
        "loop(way, yes)",
        more='[[rule]]\nfor = "x, y in neighbours(colour)"\nsays = "x != y"',
    )
    problem, found = worlds(text)
    assert len(found) == 3 * 6
    drawn = board_svg(problem, verify(Knowledge(problem)).solution)
    (x, y), (beside, level), *others = [
        tuple(map(float, each)) for each in re.findall(r'<circle cx="([^"]+)" cy="([^"]+)" r="14"', drawn)
    ]
    assert (beside, level) == (x + 60, y)
    # Who has no place lies on a circle, four nodes a quarter of a turn apart.
    assert [(x - a, y - b) for a, b in others] == [(64, 0), (0, 64)]


@pytest.mark.parametrize(
    ("values", "shaded", "red"), [(["no", "yes"], 1, 2), ([0, 1], 0, 0), (["a", "b", "c"], 0, 0)]
)
def test_the_second_of_two_words_is_a_shade_and_red_where_another_solution_differs(values, shaded, red):
    cells = f'cell = {{ for = "cells of b", values = {values} }}'
    problem = loads(file(picture("rectangles", ".."), cells, "all_different(cell)"))
    one, other, *_ = verify(problem.puzzle).solutions
    for second, number in ((None, shaded), (other, red)):
        fills = re.findall('<polygon [^>]*fill="([^"]+)"', board_svg(problem.problem, one, second))
        assert len(fills) - fills.count(Print.PAPER) == number
        assert (Print.BAD in fills) == (second is not None and red > 0)


@pytest.mark.parametrize("shape", ["rectangles", "hexagons", "triangles"])
def test_a_picture_has_its_lines_on_the_sides_and_its_boards_one_below_the_other(shape):
    """Borders of areas and a loop lie on sides of cells, whose corners are drawn; no two boards overlap."""
    cells = {"rectangles": "..\n..", "hexagons": HEX, "triangles": TRI}[shape]
    areas = {"rectangles": "aa\nbb", "hexagons": "a a\n a b", "triangles": "  a\nabb"}[shape]
    boards = "\n".join(f"[board.{name}]\n{picture(shape, cells, areas)}" for name in "bc")
    lines = "\n".join(
        f'line{name} = {{ for = "sides of {name}", values = ["no", "yes"] }}' for name in "bc"
    )
    rules = "\n".join(f'[[rule]]\nsays = "loop(line{name}, yes)"' for name in "bc")
    problem = loads(f"{boards}\n[variables]\n{lines}\n{rules}\n")
    solution = verify(problem.puzzle).solution
    root = ElementTree.fromstring(board_svg(problem.problem, solution))
    space = "{http://www.w3.org/2000/svg}"
    drawn = root.findall(f"{space}g")
    below, widest = 0.0, 0.0
    for group, (name, board) in zip(drawn, problem.problem.boards.items(), strict=True):
        tiling = board.tiling
        sides = {
            key: frozenset((round(x * tiling.scale[0], 1), round(y * tiling.scale[1], 1)) for x, y in ends)
            for key, ends in tiling.sides.items()
        }
        shown = {"4": set(), "2": set()}
        for path in group.findall(f"{space}path"):
            numbers = [float(x) for x in re.findall(r"-?[0-9.]+", path.get("d"))]
            shown[path.get("stroke-width")].add(frozenset({tuple(numbers[:2]), tuple(numbers[2:])}))
        family = problem.problem[f"line{name}"]
        assert shown["4"] == {sides[str(key)] for key, v in family.items() if solution[v] == "yes"}
        owners = {}
        for cell, own in tiling.sides_of.items():
            for side in own:
                owners.setdefault(side, []).append(board.areas[cell])
        assert shown["2"] == {
            sides[side] for side, own in owners.items() if len(own) == 1 or len(set(own)) > 1
        }
        outlines = [
            [tuple(map(float, point.split(","))) for point in cell.get("points").split()]
            for cell in group.findall(f"{space}polygon")
        ]
        points = [point for outline in outlines for point in outline]
        assert {point for side in sides.values() for point in side} == set(points)
        x, y = map(float, re.findall(r"-?[0-9.]+", group.get("transform")))
        left, right = min(p[0] for p in points) + x, max(p[0] for p in points) + x
        top, bottom = min(p[1] for p in points) + y, max(p[1] for p in points) + y
        assert (left, top) == pytest.approx((14, below + 14), abs=0.11)
        below, widest = bottom + 14, max(widest, right + 14)
    assert [float(x) for x in root.get("viewBox").split()] == pytest.approx([0, 0, widest, below], abs=0.2)
    assert (float(root.get("width")), float(root.get("height"))) == pytest.approx((widest, below), abs=0.6)


@pytest.mark.parametrize(
    ("board", "says", "why"),
    [
        ('cells = "stars"\npicture = "."', "loop(line, drawn)", "no cells of the shape 'stars'"),
        ('cells = "hexagons"', "loop(line, drawn)", "needs picture"),
        ('picture = ""', "loop(line, drawn)", "empty"),
        ('cells = "hexagons"\npicture = """\n. .\n. .\n"""', "loop(line, drawn)", "between cells"),
        ('picture = ".."\nareas = "..."', "loop(line, drawn)", "other cells"),
        ('edges = [["a"]]', "loop(line, drawn)", "pairs of names"),
        ('edges = "ab"', "loop(line, drawn)", "pairs of names"),
        ('edges = [["a", "b"], ["c"]]', "loop(line, drawn)", "pairs of names"),
        ('edges = [["a", "b"], "cd"]', "loop(line, drawn)", "pairs of names"),
        ('edges = [["a", "b"], ["c", 1]]', "loop(line, drawn)", "pairs of names"),
        ('edges = [["a", "b"]]', "loop(line, drawn)", "has no sides"),
        ('picture = ".."\nwidth = 3', "loop(line, drawn)", "has no 'width'"),
        ('picture = ".."', "loop(line)", "write it as loop"),
        ('picture = ".."', "loop(line, red)", "no value of line"),
        ('picture = ".."', "connected(lines, drawn)", "write it as connected"),
        ('picture = ".."', "count(sides(line), drawn) == 1", "the cell is known in clues"),
        ('picture = ".."', "count(near(line), drawn) == 1", "the cell is known|has no near"),
        ('picture = ".."', "regions(line, drawn, 0)", "from 1 on"),
    ],
)
def test_a_faulty_board_is_refused_with_its_reason(board, says, why):
    line = 'line = { for = "sides of b", values = ["none", "drawn"] }'
    with pytest.raises(RecordError, match=why):
        loads(file(board, line, says))


def test_a_board_of_more_than_five_thousand_edges_or_cells_is_refused(monkeypatch):
    edges = [[f"a{i}", f"b{i}"] for i in range(5_001)]
    with pytest.raises(ProblemError, match="board b has more than 5,000 edges"):
        Board("b", {"edges": edges})
    monkeypatch.setattr(boards, "_LARGEST", 4)
    assert len(Board("b", {"edges": edges[:4]}).graph.edges) == 4
    assert len(Board("b", {"picture": "...."}).graph.nodes) == 4
    with pytest.raises(ProblemError, match="board b has more than 4 edges"):
        Board("b", {"edges": edges[:5]})
    with pytest.raises(ProblemError, match="board b has more than 4 cells"):
        Board("b", {"picture": "....."})


def test_an_unknown_board_is_refused():
    with pytest.raises(RecordError, match="no board 'c'"):
        loads(file('picture = ".."', 'x = { for = "cells of c", values = "1..2" }', "all_different(x)"))
    with pytest.raises(RecordError, match="no board 'c'"):
        loads(file('picture = ".."', 'x = { for = "cells of b", values = "1..2" }', "all_different(x)",
                   '[[clue]]\non = "c"\nsays = "x[here] == n"'))  # fmt: skip


def test_a_slitherlink_on_hexagons_is_a_file_with_a_picture(tmp_path):
    drawn = tmp_path / "hexagons.svg"
    status, out, _ = deduce("unique", "examples/puzzles/hexagons.toml", "--svg", drawn)
    assert (status, "Unique: exactly one solution." in out) == (0, True)
    assert drawn.read_text().count("<polygon") == 24

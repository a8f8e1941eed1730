"""Pictures of puzzles half solved: what is known stands where it is tapped, in the colour of what is new, used or old."""

from collections import Counter
from types import SimpleNamespace

import pytest

from deduce import Problem
from deduce.evidence import Statement
from deduce.language.facts import Within
from deduce.show.svg import Print
from deduce_models.pencil.catalogue import family, parse
from deduce_models.pencil.drawing.pictures import draw, frame
from deduce_models.pencil.drawing.shapes import SIZE, circle, rect, text
from deduce_models.pencil.drawing.states import after, draw_hint, draw_state
from deduce_models.pencil.drawing.tapping import tapped

STARS = {"star", "tent", "light"}
KINDS = (
    "akari",
    "fillomino",
    "foseruzu",
    "gokigennaname",
    "hashi",
    "masyu",
    "nurikabe",
    "slitherlink",
    "sudoku",
    "tent",
    "yajilin",
)


def board_of(name):
    return family(name).rules(parse(name, family(name).example))


def added(board, *known):
    """The elements that what is known adds to the picture."""
    empty = Counter(draw_state(board, {}).splitlines())
    return list((Counter(draw_state(board, *known).splitlines()) - empty).elements())


def path(d, colour, width):
    return f'<path d="{d}" stroke="{colour}" stroke-width="{width}" fill="none" stroke-linecap="round"/>'


def line(x, y, x2, y2, colour, width):
    return path(f"M{x:g} {y:g}L{x2:g} {y2:g}", colour, width)


def cross(x, y, colour):
    return {line(x - 3, y - 3, x + 3, y + 3, colour, 1), line(x - 3, y + 3, x + 3, y - 3, colour, 1)}


def places(name, board):
    """Each variable that can be tapped, with its place in the grid and the ends of its line."""
    start, *_ = frame(board.sheet)
    named = {v.name: v for v in board.scope}
    for entry in tapped(name, board.sheet.text())["entries"]:
        ends = [x - start for x in entry.get("ends", ())]
        yield named[entry["name"]], (entry["x"] - start, entry["y"] - start), ends


@pytest.mark.parametrize("name", KINDS)
def test_what_is_settled_is_drawn_at_its_place_in_its_colour(name):
    """What the rules for reading such a picture are, in words: see each branch."""
    board = board_of(name)
    cell = {v: at for at, v in board.grids.get("cell", {}).items()}
    seen = set()
    for v, (x, y), ends in places(name, board):
        down = bool(ends) and ends[0] == ends[2]
        kind = (v.name.split("[")[0], len(v.domain), down)
        if kind in seen:
            continue
        seen.add(kind)
        for i, value in enumerate(v.domain):
            for new in (True, False):
                ink = Print.RED if new else Print.CROSS
                got = added(board, {v: 1 << i}, {v} if new else (), () if new else {v})
                want = []
                if not ends:
                    at = cell[v]
                    if value == "shaded":
                        want.append(rect(at, Print.GOLD if new else Print.SHADED))
                    else:
                        want.append(rect(at, Print.NEW if new else Print.USED))
                    if value == "clear":
                        want += [circle(x, y, 2, Print.RED if new else Print.OLD)] * (board.lines is None)
                    elif value not in ("shaded", "visited"):
                        word = str(value)
                        spot = f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{Print.TENT}" stroke="{Print.BROWN}"/>'
                        up = -1 if word == "/" else 1
                        slope = f"M{x - 14:g} {y - 14 * up:g}L{x + 14:g} {y + 14 * up:g}"
                        drawn = f'<path d="{slope}" stroke="{Print.RED}" stroke-width="2"/>'
                        plain = drawn if name == "gokigennaname" else text(x, y, word, Print.NAVY)
                        want.append(spot if word in STARS else plain)
                elif v.name.startswith("bridge"):
                    for off in {0: (), 1: (0,), 2: (-3, 3)}[value]:
                        across, below = (off, 0) if down else (0, off)
                        want.append(
                            line(ends[0] + across, ends[1] + below, ends[2] + across, ends[3] + below,
                                 Print.RED if new else Print.FRAME, 2)
                        )  # fmt: skip
                elif value == "line":
                    want.append(line(*ends, Print.RED if new else Print.FRAME, 3))
                elif value == "parted":
                    wall = f"M{ends[0]:g} {ends[1]:g}{'v' if down else 'h'}{SIZE}"
                    want.append(path(wall, Print.RED if new else Print.FRAME, 3))
                else:  # nothing runs here, or nothing parts these
                    want += cross(x, y, ink)
                assert sorted(got) == sorted(want), (v.name, value, new)
    assert seen


@pytest.mark.parametrize("name", KINDS)
def test_where_nothing_is_settled_yet_the_place_to_look_at_is_coloured(name):
    board = board_of(name)
    cell = {v: at for at, v in board.grids.get("cell", {}).items()}
    for v, (x, y), ends in list(places(name, board))[::7]:
        got = added(board, {}, {v})
        if not ends:
            assert got == [rect(cell[v], Print.NEW)]
            assert added(board, {}, (), {v}) == [rect(cell[v], Print.USED)]
            assert added(board, {}, {v}, {v}) == got  # what is new was used as well
        elif v.name.startswith("border"):  # the way over it
            (a, b), (c, d) = (
                ((x - SIZE / 2, y), (x + SIZE / 2, y))
                if ends[0] == ends[2]
                else ((x, y - SIZE / 2), (x, y + SIZE / 2))
            )
            assert got == [line(a, b, c, d, Print.NEW, 8)]
        else:
            assert got == [line(*ends, Print.NEW, 8)]


@pytest.mark.parametrize(("size", "wide"), [("4 4", 2), ("6 6", 3), ("9 9", 3), ("16 16", 0)])
def test_candidates_stand_each_in_its_own_place_of_the_cell(size, wide):
    rows = int(size.split()[0])
    board = family("sudoku").rules(parse("sudoku", f"{size}\n" + ("- " * rows + "\n") * rows))
    v = board.cell[2, 3]
    for mask in (0b11, 0b1010, v.full_mask - 1, v.full_mask):
        spots = [(i, i % wide + 0.5, i // wide + 0.5) for i in range(rows) if mask >> i & 1 and wide]
        want = [
            text((2 + a / wide) * SIZE, (1 + b / wide) * SIZE, str(i + 1), Print.OLD, 7)
            for i, a, b in spots
        ]
        assert added(board, {v: mask}) == want
    assert not added(board, {})


def test_beside_a_printed_number_or_signs_that_are_none_no_candidates_stand():
    board = family("sudoku").rules(parse("sudoku", "4 4\n1 - - -\n- - - -\n- - - -\n- - - -"))
    assert not added(board, {board.cell[1, 1]: 0b110})
    board = board_of("doppelblock")  # numbers and black cells
    v = next(iter(board.cell.values()))
    assert not added(board, {v: 0b110})


def test_a_line_runs_round_the_numbers_that_are_printed_in_its_cells():
    board = board_of("numberlink")
    for (a, b), v in board.lines.edge.items():
        x, y, x2, y2 = ((n - 0.5) * SIZE for at in (a, b) for n in reversed(at))
        plates = {
            circle((c - 0.5) * SIZE, (r - 0.5) * SIZE, 8, Print.PLAIN)
            for r, c in (a, b)
            if (r, c) in board.sheet.clues
        }
        assert {*added(board, {v: 2})} == plates | {line(x, y, x2, y2, Print.FRAME, 3)}
        assert {*added(board, {v: 1})} == cross((x + x2) / 2, (y + y2) / 2, Print.CROSS)
        assert not added(board, {v: 3})  # either way, still


def steps_of(*conclusions):
    return [SimpleNamespace(conclusions=some, facts=used) for some, used in conclusions]


def test_after_a_step_is_known_what_all_up_to_it_have_left():
    problem = Problem("three")
    x, y, z = (problem.variable(name, range(4)) for name in "xyz")
    nothing = Within(z, 0)
    steps = steps_of(([x != 1, y == 2], []), ([x != 3], [y == 2]), ([x == 0, nothing], [x != 1, y == 2]))
    left = [
        {},
        {x: {0, 2, 3}, y: {2}},
        {x: {0, 2}, y: {2}},
        {x: {0}, y: {2}, z: set()},
    ]
    new = [set(), {x, y}, {x}, {x, z}]
    used = [set(), set(), {y}, {x, y}]
    for number in range(4):
        masks, here, from_ = after(steps, number)
        assert {
            v: {value for i, value in enumerate(v.domain) if m >> i & 1} for v, m in masks.items()
        } == left[number]
        assert (here, from_) == (new[number], used[number])
    assert after(steps, 4) == (after(steps, 3)[0], set(), set())


def test_a_hint_is_drawn_as_far_as_its_strength_says():
    """Where to look; then the step on what was entered; of a wrong entry what rules it out, where that is said."""
    board = board_of("sudoku")
    a, b, c = list(board.cell.values())[:3]
    entered = {c: 1}
    where = SimpleNamespace(mistake=None, steps=[], where=[a, b])
    assert draw_hint(board, entered, where) == draw_state(board, entered, {a, b})
    told = SimpleNamespace(mistake=None, steps=steps_of(([a != 2], []), ([a == 1], [c == 1])), where=[b])
    full = a.full_mask
    assert draw_hint(board, {c: 1, a: full - 8}, told) == draw_state(board, {c: 1, a: 1}, {a}, {c})
    because = [
        Statement(c == 1, "c is 1", "observation", place="entered"),
        Statement(b == 1, "b is 1", "observation", place="row 1, column 2"),
        Statement(a == 2, "a is 2", "observation", place="entered"),
    ]
    for strength in (1, 2, 3):
        wrong = SimpleNamespace(
            mistake=SimpleNamespace(variable=b, why=SimpleNamespace(because=because)), strength=strength
        )
        assert draw_hint(board, entered, wrong) == draw_state(
            board, entered, {b}, {c, a} if strength > 1 else ()
        )


@pytest.mark.parametrize(
    "name", ["skyscraper", "kakurasu", "nonogram", "magnetic", "mathrax", "creek", "akari"]
)
def test_a_place_that_is_tapped_lies_where_its_word_is_drawn(name):
    """Beside the grid in its row or column, at most half a cell off; else at the very place."""
    sheet = parse(name, family(name).example)
    start, *_ = frame(sheet)
    drawn = [line.split('"') for line in draw(sheet).splitlines() if line.startswith("<text")]
    for layer, read_as in zip(tapped(name, sheet.text())["layers"], family(name).parse.layers, strict=True):
        for spot in layer["spots"]:
            word = sheet.text().split("\n")[spot["line"]].split()[spot["word"]]
            if not word.isdecimal() or layer["name"] == "areas":
                continue
            x, y = spot["x"] - start, spot["y"] - start
            beside = bool(read_as.side)
            sideways = beside and "row" in spot["label"]
            assert any(
                (sideways or abs(float(text[1]) - x) < 0.01)
                and ((beside and not sideways) or abs(float(text[3]) - 0.36 * float(text[7]) - y) < 0.01)
                and word in text[-1]
                for text in drawn
            ), spot
            inside = 0 <= x <= sheet.cols * SIZE, 0 <= y <= sheet.rows * SIZE
            assert inside == ((not sideways, sideways) if beside else (True, True))

"""Families by their rules read plainly: every filled grid of a tiny puzzle is tried, and the same are left."""

from itertools import permutations, product
from random import Random

import pytest
from amount import amount

from deduce.ground.errors import Contradiction, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making import generation
from deduce_models.pencil.making.clue_by_clue import words_of
from deduce_models.pencil.making.places import places, with_word


def near(sheet, at):
    return sheet.near(at)


def in_one_piece(sheet, cells):
    cells = set(cells)
    if not cells:
        return True
    found = [next(iter(cells))]
    for at in found:
        found += [x for x in sheet.near(at) if x in cells and x not in found]
    return len(found) == len(cells)


def no_square(sheet, cells):
    return not any(set(block) <= cells for block in sheet.blocks())


def latin(sheet, grid):
    return all(len({grid[at] for at in line}) == len(line) for _, line in sheet.lines())


def counts(sheet, shaded):
    lines = [("top", sheet.col, sheet.cols), ("left", sheet.row, sheet.rows)]
    return all(
        number is None or number == sum(at in shaded for at in line(i))
        for layer, line, _ in lines
        for i, number in enumerate(sheet.side(layer), 1)
    )


def shaded_apart_and_white_whole(sheet, shaded):
    white = [at for at in sheet.cells if at not in shaded]
    return in_one_piece(sheet, white) and not any(a in shaded and b in shaded for a, b in sheet.pairs)


def stretch(sheet, start, side, cells):
    n = 0
    for at in sheet.ray(start, side):
        if at not in cells:
            break
        n += 1
    return n


def futoshiki(sheet, grid):
    signs = {"<": (0, 1, 1), ">": (0, 1, -1), "^": (1, 0, 1), "v": (1, 0, -1)}
    for (r, c), word in sheet.layer("signs").items():
        for sign in word:
            a, b, way = signs[sign]
            if (grid[r + a, c + b] - grid[r, c]) * way <= 0:
                return False
    return latin(sheet, grid) and all(grid[at] == n for at, n in sheet.numbers().items())


def kropki(sheet, grid):
    dots = sheet.layer("dots")
    for a, b in sheet.pairs:
        word = dots.get(a, "")
        own = {x.lower() for x in word if x.islower() == (a[0] == b[0])}
        x, y = grid[a], grid[b]
        fitting = {"w"} & {"w" if abs(x - y) == 1 else ""} | {"b"} & {
            "b" if max(x, y) == 2 * min(x, y) else ""
        }
        if not (own <= fitting and bool(own) == bool(fitting)):
            return False
    return latin(sheet, grid) and all(grid[at] == n for at, n in sheet.numbers().items())


def tapa(sheet, shaded):
    for (r, c), word in sheet.clues.items():
        ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        text = "".join("x" if (r + a, c + b) in shaded else "." for a, b in ring)
        if "." in text:
            cut = text.index(".")
            text = text[cut:] + text[:cut]
        found = sorted(len(part) for part in text.split(".") if part) or [0]
        if sorted(map(int, word.split(","))) != found or (r, c) in shaded:
            return False
    return in_one_piece(sheet, shaded) and no_square(sheet, shaded)


def nurimisaki(sheet, shaded):
    white = set(sheet.cells) - shaded
    for at in sheet.cells:
        open_ = [x for x in sheet.near(at) if x in white]
        cape = at in white and len(open_) == 1
        if cape != (at in sheet.clues):
            return False
        number = sheet.clues.get(at, "o")
        if number != "o" and max(stretch(sheet, at, side, white) for side in "nswe") + 1 != int(number):
            return False
    return in_one_piece(sheet, white) and no_square(sheet, shaded) and no_square(sheet, white)


def cojun(sheet, grid):
    areas = all(
        sorted(grid[at] for at in area) == list(range(1, len(area) + 1)) for area in sheet.areas.values()
    )
    order = all(
        grid[a] != grid[b]
        and not (a[1] == b[1] and sheet.area_of[a] == sheet.area_of[b] and grid[a] < grid[b])
        for a, b in sheet.pairs
    )
    return areas and order and all(grid[at] == n for at, n in sheet.numbers().items())


def tilepaint(sheet, shaded):
    return counts(sheet, shaded) and all(
        len({at in shaded for at in area}) == 1 for area in sheet.areas.values()
    )


def aquarium(sheet, shaded):
    for area in sheet.areas.values():
        wet = [at for at in area if at in shaded]
        level = min((r for r, _ in wet), default=99)
        if any((r >= level) != ((r, c) in shaded) for r, c in area):
            return False
    return counts(sheet, shaded)


def kuroshuto(sheet, shaded):
    for (r, c), n in sheet.numbers().items():
        far = [(r + n, c), (r - n, c), (r, c + n), (r, c - n)]
        if (r, c) in shaded or sum(at in shaded for at in far) != 1:
            return False
    return shaded_apart_and_white_whole(sheet, shaded)


def yajikazu(sheet, shaded):
    for at, word in sheet.clues.items():
        if at not in shaded and sum(x in shaded for x in sheet.ray(at, word[-1])) != int(word[:-1]):
            return False
    return shaded_apart_and_white_whole(sheet, shaded)


def ayeheya(sheet, shaded):
    for area in sheet.areas.values():
        r, c = (min(x) + max(x) for x in zip(*area, strict=True))
        if any((at in shaded) != ((r - at[0], c - at[1]) in shaded) for at in area):
            return False
        numbers = [int(sheet.clues[at]) for at in area if at in sheet.clues]
        if any(n != sum(at in shaded for at in area) for n in numbers):
            return False
    for _, line in sheet.lines():
        for i in range(len(line)):
            for j in range(i, len(line)):
                part = line[i : j + 1]
                if not shaded & {*part} and len({sheet.area_of[at] for at in part}) > 2:
                    return False
    return shaded_apart_and_white_whole(sheet, shaded)


def hakoiri(sheet, grid):
    signs = {at for at in grid if grid[at] != "."}
    areas = all(
        sorted(grid[at] for at in area if at in signs) == ["o", "s", "t"] for area in sheet.areas.values()
    )
    touch = any(grid[a] == grid[b] for a in signs for b in sheet.around(a) if b in signs)
    return (
        areas
        and not touch
        and in_one_piece(sheet, signs)
        and all(grid[at] == w for at, w in sheet.clues.items())
    )


def fuzuli(sheet, grid):
    top = int(sheet.extra[0])
    lines = all(
        sorted(grid[at] for at in line if grid[at] != "x") == list(range(1, top + 1))
        for _, line in sheet.lines()
    )
    blocks = all(any(grid[at] == "x" for at in block) for block in sheet.blocks())
    return lines and blocks and all(str(grid[at]) == word for at, word in sheet.clues.items())


LATIN = [
    rows
    for rows in permutations(permutations((1, 2, 3)), 3)
    if all(len({*column}) == 3 for column in zip(*rows, strict=True))
]
SHADING = {tapa, nurimisaki, tilepaint, aquarium, kuroshuto, yajikazu, ayeheya}
SIZES = {"futoshiki": (3, 3), "fuzuli": (3, 3), "kropki": (3, 3), "cojun": (2, 3), "hakoiri": (2, 3)}
SIZES |= {"tapa": (3, 3), "nurimisaki": (3, 3), "kuroshuto": (3, 3), "yajikazu": (3, 3), "ayeheya": (3, 3)}


def values(name, sheet, at):
    if name == "hakoiri":
        return ".ots"
    if name == "fuzuli":
        return ("x", *range(1, int(sheet.extra[0]) + 1))
    return range(1, (len(sheet.areas[sheet.area_of[at]]) if name == "cojun" else sheet.rows) + 1)


def left(name, sheet):
    """The grids that a plain reading of the rules leaves, as sets of ``(cell, word)``."""
    rule = globals()[name]
    found = set()
    if rule in SHADING:
        for bits in product((0, 1), repeat=len(sheet.cells)):
            shaded = {at for at, bit in zip(sheet.cells, bits, strict=True) if bit}
            if rule(sheet, shaded):
                found.add(tuple("x" if at in shaded else "-" for at in sheet.cells))
        return found
    if name in ("futoshiki", "kropki"):
        grids = (
            sum(rows, ()) for rows in product(permutations(range(1, sheet.cols + 1)), repeat=sheet.rows)
        )
    else:
        grids = product(*(values(name, sheet, at) for at in sheet.cells))
    for filled in grids:
        if rule(sheet, dict(zip(sheet.cells, filled, strict=True))):
            found.add(tuple(map(str, filled)))
    return found


def sheets(name, rng):
    """Random tiny sheets, refused ones left out."""
    rows, cols = SIZES.get(name, (2, 4))
    for _ in range(200):
        if name == "ayeheya":
            areas = rng.choice(
                [["1 2 2", "1 2 2", "3 3 3"], ["1 1 2", "1 1 2", "3 4 4"], ["1 1 1", "2 3 4", "2 3 4"]]
            )
            text = "\n".join(["3 3", *["- - -"] * 3, *areas])
            sheet = pencil.parse(name, text)
            words = ["0", "1", "2"]
        elif name == "kropki":
            sheet = pencil.parse(name, "\n".join(["3 3", *["- - -"] * 6]))
            grid = rng.choice(
                [
                    g
                    for g in permutations(permutations((1, 2, 3)), 3)
                    if all(len({*c}) == 3 for c in zip(*g, strict=True))
                ]
            )
            lines = []
            for r, c in sheet.cells:
                own = ""
                for (a, b), signs in (((r, c + 1), "wb"), ((r + 1, c), "WB")):
                    if sheet.has((a, b)):
                        x, y = grid[r - 1][c - 1], grid[a - 1][b - 1]
                        fits = [
                            s
                            for s, ok in zip(
                                signs, (abs(x - y) == 1, max(x, y) == 2 * min(x, y)), strict=True
                            )
                            if ok
                        ]
                        own += rng.choice(fits) if fits else ""
                lines.append(own or "-")
            yield pencil.parse(
                name, "\n".join(["3 3", *["- - -"] * 3, *(" ".join(lines[i : i + 3]) for i in (0, 3, 6))])
            )
            continue
        else:
            sheet, words = generation.blank(name, rows, cols, rng), None
        every = list(places(sheet))
        for place in rng.sample(every, rng.randint(0, 4)):
            sheet = with_word(sheet, place, rng.choice(words or words_of(sheet, place[0])))
        yield sheet


@pytest.mark.parametrize(
    "name",
    [*sorted(rule.__name__ for rule in SHADING), *("futoshiki", "kropki", "cojun", "hakoiri", "fuzuli")],
)
def test_the_rules_leave_what_a_plain_reading_leaves(name):
    rng = Random(f"reading {name}")
    compared = solvable = 0
    for sheet in sheets(name, rng):
        try:
            knowledge = pencil.family(name).rules(sheet).knowledge()
        except RecordError:
            continue
        wanted = left(name, sheet)
        found = verify(knowledge, limit=None).solutions
        shown = {tuple(pencil.show(knowledge, world).split("\n", 1)[1].split()) for world in found}
        assert shown == wanted, sheet.text()
        assert len(found) == len(wanted)
        compared += 1
        solvable += bool(wanted)
        if solvable >= amount(3, 20) or compared >= amount(15, 100):
            break
    assert solvable, "no puzzle with a solution was compared"


SAID = {
    "e": lambda a, b: a % 2 == b % 2 == 0,
    "O": lambda a, b: a % 2 == b % 2 == 1,
    "4+": lambda a, b: a + b == 4,
    "3*": lambda a, b: a * b == 3,
    "4x": lambda a, b: a * b == 4,
    "0-": lambda a, b: a == b,
    "1-": lambda a, b: a - b in (1, -1),
    "2-": lambda a, b: a - b in (2, -2),
    "2/": lambda a, b: a == 2 * b or b == 2 * a,
    "3:": lambda a, b: a == 3 * b or b == 3 * a,
    "1÷": lambda a, b: a == b,
}


@pytest.mark.parametrize("word", SAID)
def test_a_mathrax_corner_speaks_of_both_its_diagonals(word):
    """Beside all numbers in the four cells around it."""
    for r, c in ((1, 1), (2, 3)):
        corners = "\n".join(
            " ".join(word if (i, j) == (r, c) else "-" for j in range(1, 4)) for i in range(1, 4)
        )
        knowledge = pencil.read("mathrax", "4 4\n" + "- - - -\n" * 4 + corners)
        around = list(product((r, r + 1), (c, c + 1)))
        assert {v.key for clue in knowledge.log for v in clue.content.scope} == set(around)
        for numbers in product(range(1, 5), repeat=4):
            cell = dict(zip(around, numbers, strict=True))
            holds = all(
                clue.content.holds([cell[v.key] for v in clue.content.scope]) for clue in knowledge.log
            )
            first, second, third, fourth = numbers
            assert holds == (SAID[word](first, fourth) and SAID[word](second, third))


def test_meadows_are_all_ways_to_cut_into_squares():
    rng = Random(4)
    whole = {(r, c) for r in range(1, 4) for c in range(1, 4)}

    def cut(free):
        if not free:
            yield []
            return
        r, c = min(free)
        for n in (1, 2, 3):
            box = {(r + i, c + j) for i in range(n) for j in range(n)}
            if box <= free:
                for rest in cut(free - box):
                    yield [box, *rest]

    cuts = list(cut(whole))
    solvable = 0
    for _ in range(40):
        circles = set(rng.sample(sorted(whole), rng.choice([1, 6, 6, 6, 9])))
        text = "\n".join(
            ["3 3", *(" ".join("o" if (r, c) in circles else "-" for c in (1, 2, 3)) for r in (1, 2, 3))]
        )
        fitting = [boxes for boxes in cuts if all(len(box & circles) == 1 for box in boxes)]
        try:
            found = verify(pencil.read("meadows", text), limit=None).solutions
        except RecordError:
            found = ()
        assert len(found) == len(fitting)
        solvable += bool(fitting)
    assert solvable > 5


def test_a_fillomino_is_not_called_unique_where_a_region_may_be_two(monkeypatch):
    from deduce_models.pencil.kinds import fillomino

    text = (
        "3 5\n1 - 1 - 1\n- - - - -\n1 - 1 - 1"  # nine cells: one region, or two and seven, or three and six
    )
    assert verify(pencil.read("fillomino", text)).status == "several"
    monkeypatch.setattr(fillomino, "LARGEST", 1)
    nine = verify(pencil.read("fillomino", text))
    assert nine.status == "gave up"
    assert "may be several of 2 or more" in nine.limit
    # Four cells cannot be two regions: two and two would touch.
    assert verify(pencil.read("fillomino", "2 3\n1 - 1\n- - -")).unique


def test_fillomino_counts_regions_beyond_its_largest_number(monkeypatch):
    from deduce_models.pencil.kinds import fillomino

    monkeypatch.setattr(fillomino, "LARGEST", 2)
    for clues in ({}, {(1, 1): 1}, {(1, 1): 2, (2, 3): 1}, {(1, 2): 1}):
        rows = [" ".join(str(clues.get((r, c), "-")) for c in (1, 2, 3)) for r in (1, 2)]
        sheet = pencil.parse("fillomino", "\n".join(["2 3", *rows]))
        near_of = {at: sheet.near(at) for at in sheet.cells}
        wanted = set()
        for filled in product(range(1, 7), repeat=6):
            grid = dict(zip(sheet.cells, filled, strict=True))
            if all(grid[at] == n for at, n in clues.items()) and all(
                len(fillomino.alike(at, grid, near_of)) == grid[at] for at in grid
            ):
                wanted.add(tuple(map(str, filled)))
        knowledge = pencil.family("fillomino").rules(sheet).knowledge()
        found = verify(knowledge, limit=None).solutions
        assert {tuple(pencil.show(knowledge, world).split("\n", 1)[1].split()) for world in found} == wanted
        assert len(found) == len(wanted)


def test_where_a_region_may_be_two_no_count_is_called_exact(monkeypatch):
    from deduce.ground.deadline import Deadline
    from deduce.puzzles import candidates
    from deduce.puzzles.solutions import solutions_of
    from deduce.puzzles.uniqueness import as_knowledge
    from deduce_models.pencil.kinds import fillomino

    monkeypatch.setattr(fillomino, "LARGEST", 1)
    nine = as_knowledge(pencil.read("fillomino", "3 5\n1 - 1 - 1\n- - - - -\n1 - 1 - 1"))
    for _ in range(2):  # anew, and from the solutions that were kept
        found = candidates(nine)
        assert not found.exact
        assert found.heading == "at least 1 solution"
        middle = nine.problem["cell[2,3]"]
        assert found.told(middle, 2) == "1+"
        assert found.struck[middle] == (1,)
    listed = solutions_of(nine, nine.scope, Deadline(None))
    assert not listed.exact
    assert "may be several" in listed.limit
    # One of two solutions of the model may itself be two.
    both = verify(pencil.read("fillomino", "3 5\n1 - 1 - -\n- - - - -\n1 - 1 - 1"), limit=None)
    assert both.status == "several"
    assert len(both.solutions) == 2
    assert not both.complete
    assert "may be several" in both.limit


def ways(family, text):
    """How many solutions there are."""
    try:
        return pencil.read(family, text).count()
    except Contradiction:
        return 0


SHIPS = [{(r, c + k): word for k, word in enumerate("wme")} for r in range(3) for c in range(2)]
SHIPS += [{(r, c): word for r, word in enumerate("nms")} for c in range(4)]
"""Every place of one ship of three cells in a field of 3 by 4, part by part."""


@pytest.mark.parametrize("at", [(0, 0), (1, 1), (2, 2)])
def test_a_part_of_a_ship_leaves_the_ships_that_have_it_there(at):
    for word in "nesmox":
        rows = [["-"] * 4 for _ in range(3)]
        rows[at[0]][at[1]] = word
        text = "3 4 0 0 1\n- - - -\n- - -\n" + "\n".join(map(" ".join, rows)) + "\n"
        assert ways("battleship", text) == sum(ship.get(at, "x") == word for ship in SHIPS), word


def test_a_cell_beside_the_loop_lies_inside_or_outside():
    ring = {word: ways("castlewall", f"3 3\n- - -\n- {word} -\n- - -\n") for word in ".ox"}
    assert ring == {".": 1, "o": 1, "x": 0}
    wide = {word: ways("castlewall", f"4 4\n- - - -\n- {word} - -\n- - - -\n- - - -\n") for word in ".ox"}
    assert wide["."] == wide["o"] + wide["x"]
    assert min(wide.values()) > 0


def test_a_piece_of_track_leaves_the_tracks_that_go_so_there():
    text = "3 4\n- - - -\n- - -\n- - - -\n- {} - -\new - - ew\n"
    known = pencil.read("tracks", text.format("-"))
    sides = {
        "n": "line[(1, 2),(2, 2)]", "s": "line[(2, 2),(3, 2)]", "w": "line[(2, 1),(2, 2)]", "e": "line[(2, 2),(2, 3)]"
    }  # fmt: skip
    drawn = {variable.name: variable for variable in known.problem.key}
    worlds = list(known.worlds)
    for word in ("ns", "ne", "nw", "se", "sw", "ew"):
        right = [w for w in worlds if all((w[drawn[v]] == "line") == (s in word) for s, v in sides.items())]
        assert ways("tracks", text.format(word)) == len(right)
    assert len(worlds) > 5


def test_the_loop_passes_a_grey_circle_without_a_number():
    """Of the loops of three by three cells, counted by hand by their form, those through the cell."""
    loops = [{(0, 0), (0, 1), (1, 0), (1, 1)}]  # a square, here in each of four places
    squares = [{(r + i, c + j) for r, c in loops[0]} for i in (0, 1) for j in (0, 1)]
    long = [
        {(r + i * k, c + j * k) for r in range(3 - i) for c in range(3 - j)}
        for i, j in ((1, 0), (0, 1))
        for k in (0, 1)
    ]
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    bent = [ring - {corner} | {(1, 1)} for corner in ((0, 0), (0, 2), (2, 0), (2, 2))]
    every = [*squares, *long, ring, *bent]
    for at in ((0, 0), (0, 1), (1, 1)):
        rows = [["g" if (r, c) == at else "-" for c in range(3)] for r in range(3)]
        text = "3 3\n" + "\n".join(map(" ".join, rows)) + "\n"
        assert ways("shingoki", text) == sum(at in loop for loop in every), at
    assert ways("shingoki", "3 3\n- - -\n- - -\n- - -\n") == len(every)


@pytest.mark.parametrize(
    "text", ["2 2\n? ?\n? ?\n", "2 3\n? - ?\n? ? ?\n", "3 3\n? ? -\n- - ?\n? - ?\n", "1 4\n? ? - ?\n"]
)
def test_every_bridge_is_told_between_islands_side_by_side_too(text):
    """Each solution's bridges are read back from its words: no two solutions are told alike."""
    knowledge = pencil.read("hashi", text)
    board, told = knowledge.problem, set()
    worlds = list(verify(knowledge, limit=None).solutions)
    for world in worlds:
        shown = pencil.show(knowledge, world)
        told.add(shown)
        words = [line.split() for line in shown.splitlines()[1:]]
        for (a, b), (v, water) in board.bridges.items():
            across = a[0] == b[0]
            if water:
                at = [words[r - 1][c - 1] for r, c in water]
                number = {"-": 0, **({"1": 1, "2": 2} if across else {"a": 1, "b": 2})}
                assert {number.get(word, 0) for word in at} == {world[v]}
            else:
                one, other = (words[r - 1][c - 1] for r, c in (a, b))
                assert one.count("e" if across else "s") == other.count("w" if across else "n") == world[v]
    assert len(told) == len(worlds) > 1
    picture = pencil.draw(board.sheet, pencil.show(knowledge, worlds[0]))
    drawn = sum(world_value > 0 for world_value in (worlds[0][v] for v, _ in board.bridges.values()))
    assert picture.count('stroke-width="2" fill="none"') >= drawn

"""Small parts of the shelf by themselves, each beside plain counting: forms, sentences, walks, what is kept of clues."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from types import SimpleNamespace

import pytest

from deduce import Knowledge, Problem
from deduce.ground.deadline import Deadline
from deduce.ground.errors import RecordError
from deduce.puzzles import verify
from deduce.puzzles.live import Live, live_solver
from deduce_models import pencil
from deduce_models.pencil.kinds import fillomino, kenken, renban
from deduce_models.pencil.making import from_solutions, full_grids, solution_first, true_clues, trying
from deduce_models.pencil.making.open_layouts import _any_pieces
from deduce_models.pencil.making.solution_first import Wanted, _Made, made_from
from deduce_models.pencil.making.true_clues import with_words
from deduce_models.pencil.making.trying import Tries
from deduce_models.pencil.making.variant_making import _Maker
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import DifferentSum
from deduce_models.pencil.rules.loops import Lines
from deduce_models.pencil.sheet.printed import Sheet
from deduce_models.pencil.techniques import forms
from deduce_models.pencil.techniques.forms import Form, _settled
from deduce_models.pencil.words import naming, telling
from deduce_models.pencil.words.breaking import broken


def test_pieces_at_random_leave_a_tenth_to_a_fifth_of_the_cells_black() -> None:
    """Every other cell lies in a piece of three."""
    rows, cols = 4, 4
    board = _any_pieces(pencil.family("heteromino").parse.blank("heteromino", rows, cols, {}))
    live, assumed = live_solver(board.knowledge())
    assert live.satisfiable(assumed, Deadline(None))
    world = live.found()[1]
    name = {at: world[v] for at, v in board.cell.items()}
    size = rows * cols
    black = [at for at in name if name[at] == "x"]
    assert size // 10 <= len(black) <= max(size // 10 + 3, size // 5)
    assert (size - len(black)) % 3 == 0


@pytest.mark.parametrize("sign", [*"+-*/", "+-*/"])
def test_a_cage_of_any_size_allows_what_its_sign_says(sign: str) -> None:
    """Beside every filling of the cage without a number twice in a line of it; any one of the four where none is told."""
    n = 3
    whole = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
    for size in range(2, 6):
        cage = whole[:size]
        fillings = [
            some
            for some in product(range(1, n + 1), repeat=size)
            if not any(
                some[i] == some[j] and (cage[i][0] == cage[j][0] or cage[i][1] == cage[j][1])
                for i, j in combinations(range(size), 2)
            )
        ]
        scope = list(Problem("cage").variables("cell", cage, range(1, n + 1)).values())
        for total in range(13):
            cage_of = kenken._cage(scope, n, cage, sign, total, "the cage")
            for some in fillings:
                top = max(some)
                meant = {
                    "+": sum(some) == total,
                    "-": top - (sum(some) - top) == total,
                    "*": prod(some) == total,
                    "/": top == total * (prod(some) // top),
                }
                assert cage_of.holds(list(some)) == any(meant[each] for each in sign)


@pytest.mark.parametrize(("size", "top"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2)])
def test_each_height_of_skyscrapers_stands_once_in_each_line_beside_the_parks(size: int, top: int) -> None:
    text = f"{size} {size} {top}\n" + "\n".join([" ".join("-" * size)] * (4 + size))
    found = pencil.read("skyscraper", text).count()
    rows = [
        row
        for row in product(range(top + 1), repeat=size)
        if all(row.count(h) == 1 for h in range(1, top + 1))
    ]

    def ways(above: tuple[tuple[int, ...], ...]) -> int:
        if len(above) == size:
            return 1
        return sum(
            ways((*above, row))
            for row in rows
            if not any(h and h == other[c] for other in above for c, h in enumerate(row))
        )

    assert found == ways(())


@pytest.mark.parametrize("number", range(1, 9))
def test_of_many_shapes_the_first_are_told_and_how_many_others_there_are(number: int) -> None:
    shapes = [(n, n) for n in range(number)]
    for brief, short in product((False, True), repeat=2):
        first = 1 if short else 3
        told = naming._either(shapes, brief, short)
        others = re.search(r"one of (\d+) others", told)
        if (brief or short) and number > 2 * first:
            assert others is not None
            assert int(others[1]) + first == number
        else:
            assert others is None


def test_two_areas_that_touch_are_equal_only_where_they_are_as_large() -> None:
    cells = [(r, c) for r in range(3) for c in range(3)]
    near = {(r, c): [x for x in cells if abs(x[0] - r) + abs(x[1] - c) == 1] for r, c in cells}
    for seed in range(60):
        rng = Random(seed)
        names = {at: rng.choice("abcd") for at in cells}
        areas = {name: {at for at in cells if names[at] == name} for name in "abcd"}
        equal = {
            frozenset((names[at], names[x]))
            for at in cells
            for x in near[at]
            if names[at] != names[x] and len(areas[names[at]]) == len(areas[names[x]])
        }
        found = full_grids._equal({at: areas[names[at]] for at in cells}, near)
        assert (found is None) == (not equal)
        if found is not None:
            assert frozenset(names[next(iter(area))] for area in found) in equal
            assert len(found[0]) == len(found[1])


@pytest.mark.parametrize("needed", [set(), {0}, {1, 6}, {0, 3, 5, 7}, set(range(8))])
def test_a_full_sheet_keeps_the_words_that_it_needs_and_no_others(
    needed: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it has one solution as long as these cells are filled."""
    sheet = pencil.parse("sudoku", "4 4\n1 2 3 4\n3 4 1 2\n- - - -\n- - - -\n")
    filled = [(r, c) for r in range(2) for c in range(4)]

    def left(of: Sheet) -> set[int]:
        words = [from_solutions.word_at(of, ("clues", r, c)) for r, c in filled]
        return {n for n, word in enumerate(words) if word != from_solutions.EMPTY}

    monkeypatch.setattr(from_solutions, "_thinned_at_once", lambda *_: None)
    monkeypatch.setattr(from_solutions, "reads_alike", lambda of, *_: needed <= left(of))
    for seed in range(4):
        thin = from_solutions._thinned(sheet, ("clues", 0), Random(seed), Deadline(None), ())
        assert left(thin) == needed


@pytest.mark.parametrize("lengths", [(2,), (3,), (4,), (2, 3), (3, 3), (2, 2, 2), (4, 3)])
def test_the_regions_of_a_strip_of_araf_are_those_of_plain_counting(lengths: tuple[int, ...]) -> None:
    """Two numbers in each region, which is larger than the one and smaller than the other."""
    size, rng = sum(lengths), Random(sum(lengths))
    clues: list[str] = []
    for length in lengths:
        numbers = [str(rng.randint(1, length - 1)), str(rng.randint(length + 1, length + 2))]
        part = numbers + ["-"] * (length - 2)
        rng.shuffle(part)
        clues += part

    def ways(start: int) -> int:
        if start == size:
            return 1
        found = 0
        for end in range(start + 1, size + 1):
            inside = sorted(int(clue) for clue in clues[start:end] if clue != "-")
            found += ways(end) if len(inside) == 2 and inside[0] < end - start < inside[1] else 0
        return found

    found = verify(pencil.read("araf", f"1 {size}\n{' '.join(clues)}\n"), limit=None)
    assert len(found.solutions) == ways(0) > 0


def test_a_region_of_a_fillomino_is_shown_by_its_size_however_large() -> None:
    """Numbers go as far as the largest asked about, which stands for all that are larger."""
    sheet = pencil.parse("fillomino", "2 13\n" + "\n".join(["- " * 13] * 2))
    board = fillomino.rules(sheet)
    top = max(board.cell[1, 1].domain)
    for size in range(1, 26):
        # A snake of so many cells along the rows, and the rest.
        path = [(1, c) for c in range(1, 14)] + [(2, c) for c in range(13, 0, -1)]
        parts = [path[:size], path[size:]]
        sizes = {at: len(part) for part in parts for at in part}
        if size == 13:  # two of one size that touch are none
            continue
        shown = fillomino.show(board, {board.cell[at]: min(top, sizes[at]) for at in sizes})
        rows = [list(map(int, row.split())) for row in shown.strip().splitlines()][-2:]
        assert [[sizes[r, c] for c in range(1, 14)] for r in (1, 2)] == rows


def rings(edges: list[tuple], most: int) -> list[frozenset]:
    """Every single loop among so many edges at most, by trying all sets of them."""
    found = []
    for size in range(4, most + 1):
        for some in combinations(edges, size):
            at: dict = {}
            for a, b in some:
                at.setdefault(a, []).append(b)
                at.setdefault(b, []).append(a)
            if any(len(each) != 2 for each in at.values()):
                continue
            start = next(iter(at))
            seen, last, here = {start}, start, at[start][0]
            while here != start:
                seen.add(here)
                last, here = here, next(x for x in at[here] if x != last)
            if len(seen) == len(at):
                found.append(frozenset(some))
    return found


def test_a_loop_is_called_broken_only_where_none_is_left_and_where_it_plainly_is() -> None:
    sheet = pencil.parse("masyu", "3 3\n- - -\n- - -\n- - -")
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    (content,) = [x.content for x in board.knowledge().statements if getattr(x.content, "line", False)]
    variable = dict(zip(content.keys, content.scope, strict=True))
    edges = {key[:2]: v for key, v in variable.items()}
    every = rings(list(edges), 8)
    rng, told = Random(4), set()
    for _ in range(100):
        on = {v for v in edges.values() if rng.random() < 0.15}
        off = {v for v in edges.values() if v not in on and rng.random() < 0.25}
        said = broken(content, on, off)
        drawn = {edge for edge, v in edges.items() if v in on}
        gone = {edge for edge, v in edges.items() if v in off}
        left = [ring for ring in every if drawn <= ring and not ring & gone]
        if said:
            assert not left, said
            told.add(said.partition(" ")[0] + said.rpartition(" ")[2])
        ends = [x for edge in drawn for x in edge]
        crowded = any(ends.count(x) > 2 for x in ends)
        dead = any(sum(x in edge for edge in edges if edge not in gone) < 2 for x in ends)
        assert said or not (crowded or dead)
    assert len(told) >= 3


def test_a_line_without_a_way_back_is_told() -> None:
    """Two squares joined by one side: a loop that goes over it cannot come home."""
    sheet = pencil.parse("masyu", "2 4\n- - - -\n- - - -")
    board = PuzzleBoard(sheet)
    Lines(board).one_loop()
    (content,) = [x.content for x in board.knowledge().statements if getattr(x.content, "line", False)]
    edges = {frozenset(key[:2]): v for key, v in zip(content.keys, content.scope, strict=True)}
    bridge, gone = (edges[frozenset({(row, 2), (row, 3)})] for row in (1, 2))
    assert broken(content, {bridge}, {gone}).endswith("would have no way back")
    assert broken(content, {bridge}, set()) == ""
    square = [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]
    ring = {edges[frozenset(edge)] for edge in square}
    assert broken(content, ring, set()) == ""
    assert "closed too early" in broken(content, {*ring, edges[frozenset({(1, 3), (1, 4)})]}, set())
    apart = {edges[frozenset({(1, 1), (2, 1)})], edges[frozenset({(1, 4), (2, 4)})]}
    assert broken(content, apart, set()) == ""
    assert broken(content, apart, {gone})


def test_forms_name_digits_in_the_order_in_which_they_appear_and_keep_what_is_said() -> None:
    form = Form(
        rules=(),
        known=((("cell", 4, 6), (False, (7, 5))), (("cell", 2, 2), (True, (3,)))),
        absent=(),
        shown=(("cell", 4, 4), (True, (5,))),
    )
    settled = _settled(form, True)
    assert settled.shown[1] == (True, ("a",))
    (one, (first, other)), (two, (third,)) = sorted(said for _, said in settled.known)
    assert (one, first, two) == (False, "a", True)
    assert {other, third} == {"b", "c"}


def test_long_conclusions_are_told_briefly_unless_the_step_is_told_shortly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(facts: list[object], *, short: bool = False, brief: bool = False) -> list[str]:
        return ["brief" if brief else "s" * length if short else "p" * length for _ in facts]

    monkeypatch.setattr(telling, "said", said)
    step = SimpleNamespace(conclusions=[None], placed={})
    for length in (1, 300, 301, 1000):
        assert telling._head(step) == ("brief" if length > 300 else "p" * length)
        assert telling._head(step, short=True) == "s" * length


# Made from a solution.


def test_other_words_are_taken_only_where_the_word_at_hand_does_not_tell_the_solutions_apart() -> None:
    def word(tells: bool) -> SimpleNamespace:
        return SimpleNamespace(true_of=lambda _: not tells)

    for own, others in (
        (word(True), [word(True)]),  # tells already: stays
        (word(True), []),
        (word(False), []),
        (word(False), [word(False)]),  # nothing better
    ):
        made = _Made.__new__(_Made)
        made.true, made.clue = {"a": [own, *others]}, {"a": own}
        made.second, made.rng = {}, Random(1)
        assert not made._other_words()
        assert made.clue["a"] is own
    made = _Made.__new__(_Made)
    own, better = word(False), word(True)
    made.true, made.clue = {"a": [own, better, word(False)]}, {"a": own}
    made.second, made.rng = {}, Random(1)
    assert made._other_words()
    assert made.clue["a"] is better


@pytest.mark.parametrize("steps", [1, 2])
def test_a_puzzle_that_cannot_be_made_is_none(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a solution is the only one, and still too hard, there is no second that a layout could tell it from."""
    made = SimpleNamespace(kept=None, solution={}, second={})
    monkeypatch.setattr(solution_first, "OnSheet", lambda *_: SimpleNamespace(mended=lambda _: made))
    sheet = pencil.parse("mosaic", "2 2\n- -\n- -")
    assert made_from(sheet, Wanted(groups=(), steps=steps), Random(1), Deadline(None)) is None


@pytest.mark.parametrize("most", [0, 4, 9])
def test_no_more_clues_are_kept_than_are_wanted(most: int) -> None:
    sheet = pencil.parse("mosaic", "3 3\n- - -\n- - -\n- - -")
    groups = tuple((("clues", r, c),) for r in range(3) for c in range(3))
    made = made_from(sheet, Wanted(groups=groups, most=most), Random(3), Deadline(None))
    if most == 9:
        assert made is not None
    assert made is None or 0 < len(made.clues) <= most


@pytest.mark.parametrize("seed", range(4))
def test_neighbours_may_hold_numbers_as_far_apart_as_their_border_is_long(seed: int) -> None:
    """In Renban-Madoguchi with two numbers given: what each cell may hold is told along the shortest way from them."""
    rng = Random(seed)
    sheet = pencil.blank("renban", 5, 4, rng)
    given = {("clues", r - 1, c - 1): str(rng.randint(4, 6)) for r, c in rng.sample(sheet.cells, 2)}
    sheet = with_words(sheet, given)
    cell, lengths = pencil.family("renban").rules(sheet).cell, renban._lengths(sheet)
    for pair in sheet.pairs:
        most = lengths.get(pair, len(sheet.areas[sheet.area_of[pair[0]]]) - 1)
        one, other = (cell[at].domain for at in pair)
        assert abs(min(one) - min(other)) <= most >= abs(max(one) - max(other)), pair


@pytest.mark.parametrize("king", [True, False])
def test_a_walk_goes_from_cell_to_neighbouring_cell(king: bool) -> None:
    maker = _Maker(("given",), 4, "", frozenset(), Random(1), Deadline(None))
    lengths = set()
    for length in (1, 1, 2, 3, 5, 9, 16) * 8:
        for rising in (False, True):
            cells = maker._walk(length, king=king, rising=rising)
            assert len(set(cells)) == len(cells)
            assert len(cells) == 1 if length == 1 else 2 <= len(cells) <= length
            lengths.add(len(cells))
            for (r, c), (s, d) in pairwise(cells):
                away = sorted((abs(r - s), abs(c - d)))
                assert away in ([0, 1], [1, 1]) if king else away == [0, 1]
            if rising and len(cells) > 2:
                numbers = [maker.solution[at] for at in cells]
                assert numbers == sorted(set(numbers))
    assert len(lengths) > 4


@pytest.mark.parametrize("number", [2, 5, 9])
def test_what_a_refusal_names_is_left_out_alone_and_else_halves_are_tried(number: int) -> None:
    places = {("clues", r, c): "1" for r in range(3) for c in range(3)}
    part = dict(list(places.items())[:number])
    for at in places:
        left = true_clues._without(part, f"no way: row {at[1] + 1}, column {at[2] + 1}")
        rest = {key: word for key, word in part.items() if key != at} if at in part else part
        together = {key: word for half in left for key, word in half.items()}
        assert together == rest
        assert len(left) == (1 if at in part and len(rest) < 5 else 2)
    assert [len(half) for half in true_clues._without(part, "no way")] == [
        number // 2,
        number - number // 2,
    ]


@pytest.mark.parametrize("total", range(2, 9))
def test_cells_that_differ_and_add_up_are_so_for_a_solver_too(total: int) -> None:
    """Also where two sets of numbers do, whose numbers may not be mixed."""
    for size in (2, 3):
        problem = Problem("cage")
        cage = list(problem.variables("x", range(size), range(1, 5)).values())
        problem.require(DifferentSum(cage, total))
        meant = [
            row for row in product(range(1, 5), repeat=size) if len(set(row)) == size and sum(row) == total
        ]
        live = Live(tuple(cage), [DifferentSum(cage, total)])
        found = []
        for row in product(range(1, 5), repeat=size):
            assumed = [
                x
                for v, value in zip(cage, row, strict=True)
                for x in live.within(v, 1 << v.position(value))
            ]
            if live.solver.satisfiable(assumed):
                found.append(row)
        assert found == meant


def test_what_the_greatest_leaves_of_the_others_is_told_where_there_is_anything() -> None:
    for numbers in product(range(5), repeat=3):
        if numbers[0] == max(numbers):
            left = numbers[0] - numbers[1] - numbers[2]
            assert true_clues._difference(numbers) == (left if left >= 0 else None)


def test_a_first_line_that_gives_another_size_than_the_grid_is_refused() -> None:
    for rows, cols in ((3, 4), (4, 3)):
        with pytest.raises(
            RecordError, match=f"gives {rows} rows and {cols} columns; the grid below it has 5 and 5"
        ):
            pencil.parse("sudoku", f"{rows} {cols}\n" + "- - - - -\n" * 5)


@pytest.mark.parametrize("number", [None, 0, 2, 5, 6, 9])
def test_numbers_beside_a_grid_that_have_no_room_are_refused(number: int | None) -> None:
    sheet = pencil.parse("battleship", pencil.family("battleship").example)
    line = [(r, 1) for r in range(1, 6)]
    cell = {at: Problem("line").variable("x", [0, 1]) for at in line}
    told: list[tuple[object, ...]] = []
    beside = SimpleNamespace(
        side=lambda layer: [number] if layer == "top" else [], col=lambda _: line, refuse=sheet.refuse
    )
    board = SimpleNamespace(sheet=beside, clue=lambda *said: told.append(said))
    if number is None or number <= 5:
        PuzzleBoard.line_counts(board, cell, 1, "ship cell")  # type: ignore[arg-type]
        assert len(told) == (number is not None)
    else:
        with pytest.raises(RecordError, match=f"battleship: column 1 has no room for {number} ship cells"):
            PuzzleBoard.line_counts(board, cell, 1, "ship cell")  # type: ignore[arg-type]


def test_what_lies_beside_the_cells_named_could_hold_such_a_variable() -> None:
    for y, x in ((2, 2), (2, 4), (4, 6)):
        beside = {("cell", y - 2, x), ("cell", y + 2, x), ("cell", y, x - 2), ("cell", y, x + 2)}
        for here in (set(), {("cell", y, x + 2)}):
            assert {*forms._outside([("cell", y, x)], [], dict.fromkeys(here), local=True)} == beside - here


def test_what_lies_beside_a_line_named_shares_a_point_with_it() -> None:
    for y, x in ((2, 3), (3, 2), (4, 5)):
        line = ("edge", y, x)
        points = forms._ends(*line)
        beside = {
            ("edge", p + dy, q + dx) for p, q in points for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1))
        }
        assert {*forms._outside([line], [], {line: None}, local=False)} == beside - {line}


def test_a_track_leaves_the_grid_where_its_pieces_say_and_nowhere_inside() -> None:
    """The example with a piece of its solution more has the same solution; one that leads out besides is refused."""
    text = pencil.family("tracks").example
    rows = text.strip().split("\n")

    def read(row: int, line: str) -> Knowledge:
        return pencil.read("tracks", "\n".join([*rows[: 2 + row], line, *rows[3 + row :]]) + "\n")

    assert verify(read(2, "- ne - -")).unique
    with pytest.raises(RecordError, match="leaves the grid in exactly two cells"):
        read(1, "- ns - -")


@pytest.mark.parametrize(("shared", "alike"), [(False, False), (True, True), (True, False)])
def test_a_sheet_that_states_what_was_judged_agrees_and_else_nothing_is_shared(
    shared: bool, alike: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = [SimpleNamespace(text="one")]
    tries = SimpleNamespace(
        shared=shared,
        _form="form",
        _rules=lambda _: SimpleNamespace(knowledge=lambda: SimpleNamespace(log=log)),
        _knowledge=lambda _: SimpleNamespace(log=log if alike else []),
    )
    monkeypatch.setattr(trying, "_form", lambda *_: "form")
    monkeypatch.setattr(trying, "said", lambda statement: statement.text)
    assert Tries.agrees(tries, None) is (not shared or alike)  # type: ignore[arg-type]
    assert tries.shared is (shared and alike)

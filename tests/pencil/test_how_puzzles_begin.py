"""Layouts of new puzzles are as their line of the table says; what cannot be made is refused; clues that go together."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from deduce.ground.errors import GaveUp, ProblemError
from deduce_models import pencil
from deduce_models.pencil.making import generation, layouts
from deduce_models.pencil.making.around import AROUND
from deduce_models.pencil.making.layouts import LAYOUTS, blank, room_for
from deduce_models.pencil.making.places import clues, places
from deduce_models.pencil.making.solution_first import _Made
from deduce_models.pencil.making.true_clues import TrueClue
from tests.pencil.family_oracles import one

SIZES = ((6, 6), (4, 7))
LAID = sorted(name for name in LAYOUTS if name not in AROUND)


def near(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


@pytest.mark.parametrize("name", [name for name in LAID if LAYOUTS[name].areas])
def test_areas_are_as_large_as_the_layout_says_and_hang_together(name):
    layout = LAYOUTS[name]
    for seed, (rows, cols) in enumerate(((4, 4),) if layout.areas == -1 else SIZES):
        found = blank(name, rows, cols, Random(seed)).areas.values()
        assert sum(map(len, found)) == rows * cols
        assert all(one(set(part)) for part in found)
        sizes = sorted(map(len, found))
        if layout.areas == -1:
            assert {*sizes} == {cols}
        elif layout.areas == -2:
            assert sizes == [2] * (rows * cols // 2)
        elif layout.areas == -3:
            for part in found:
                high, wide = (len({at[i] for at in part}) for i in (0, 1))
                assert high * wide == len(part)
                assert max(high, wide) <= 3
        else:
            assert sizes[0] >= layout.least
            assert sizes[-1] <= layout.areas or layout.least > 1
            assert len(found) > 1


@pytest.mark.parametrize("name", [name for name in LAID if LAYOUTS[name].word])
def test_as_many_signs_are_strewn_as_the_layout_says(name):
    layout = LAYOUTS[name]
    for seed, (rows, cols) in enumerate((*SIZES, (1, 2), (5, 5))):
        sheet = blank(name, rows, cols, Random(seed))
        cells = rows * cols
        number = max(1, round(layout.share * cells) if layout.share > 0 else -layout.share)
        assert set(sheet.clues.values()) <= {*layout.word}
        if layout.apart:
            assert 1 <= len(sheet.clues) <= number
            assert not any(near(a, b) for a in sheet.clues for b in sheet.clues)
        else:
            assert number <= len(sheet.clues) < number + layout.rest
            assert (cells - len(sheet.clues)) % layout.rest == 0
        chosen = [(0, 0), (rows - 1, cols - 1)]
        assert {*blank(name, rows, cols, Random(seed), chosen).clues} == {(r + 1, c + 1) for r, c in chosen}


@pytest.mark.parametrize("name", ["nurikabe", "tent"])
def test_a_sign_comes_beside_another_where_they_need_not_lie_apart(name):
    room = room_for(name)
    sheet = blank(name, 3, 3, Random(1), [(1, 1)])
    for r in range(3):
        for c in range(3):
            assert room(sheet, ("clues", r, c)) == (name == "tent" or not near((r, c), (1, 1)))


FLEETS = {4: "1 1", 5: "2 1", 6: "3 2 1", 8: "3 2 1", 9: "4 3 2 1", 12: "4 3 2 1"}


def test_what_follows_the_size_is_told_by_the_size():
    for least, fleet in FLEETS.items():
        for size in ((least, least + 2), (least + 2, least)):
            assert " ".join(blank("battleship", *size, Random(0)).extra) == fleet
    said = {"abcendview": "c", "snail": "3", "fuzuli": "2", "doppelblock": "4", "skyscraper": "6",
            "minesweeper": "7", "undead": "9 9 9"}  # fmt: skip
    for name, extra in said.items():
        sheet = blank(name, 6, 6, Random(0))
        assert (" ".join(sheet.extra), sheet.first) == (extra, f"6 6 {extra}")
        assert sheet.text().split("\n")[0] == f"6 6 {extra}"
        assert pencil.parse(name, sheet.text()).header == sheet.header
    assert [layouts._extra("stars", *size) for size in ((7, 9), (8, 8))] == ["1", "2"]
    for rows, cols in ((2, 2), (3, 4), (5, 5), (4, 7)):
        sheet = blank("undead", rows, cols, Random(0))
        ghosts, vampires, zombies = map(int, sheet.extra)
        assert ghosts + vampires + zombies == rows * cols - len(sheet.clues)
        assert ghosts == vampires <= zombies <= ghosts + 2


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (3, 3), (2, 5), (5, 1), (4, 4)])
def test_dominoes_leave_one_cell_alone_at_most(rows, cols):
    seen = set()
    for seed in range(4):
        drawn = layouts._dominoes(rows, cols, Random(seed))
        parts = {}
        for r, line in enumerate(drawn):
            for c, name in enumerate(line):
                parts.setdefault(name, set()).add((r, c))
        assert all(one(part) for part in parts.values())
        assert sorted(map(len, parts.values())) == [1] * (rows * cols % 2) + [2] * (rows * cols // 2)
        seen.add(str(drawn))
    assert len(seen) > 1 or 1 in (rows, cols)


def test_areas_of_one_size_need_a_grid_that_they_fill():
    with pytest.raises(GaveUp, match="no division of 2 by 3 cells into areas of 4"):
        layouts._even_areas(2, 3, 4, Random(0))
    drawn = {str(layouts._even_areas(3, 4, 4, Random(seed))) for seed in range(5)}
    assert len(drawn) > 2


REFUSED = {
    "rows is 0; it must be a whole number from 1": ("sudoku", 0, 4, {}),
    "cols is True; it must be": ("sudoku", 4, True, {}),
    "rows is '4'; it must be": ("sudoku", "4", 4, {}),
    r"clues is \(3, 2\); it must be at least and at most so many": ("mosaic", 4, 4, {"clues": (3, 2)}),
    r"clues is \(-1, 2\); it must be": ("mosaic", 4, 4, {"clues": (-1, 2)}),
    "a variantsudoku is made in a square, without": ("variantsudoku", 4, 5, {}),
    "a variantsudoku is made in a square, without sym": ("variantsudoku", 4, 4, {"symmetric": True}),
    "a variantsudoku is made in a square, without symmetry": ("variantsudoku", 4, 4, {"extra": ["all_different(cell)"]}),
    "a variantsudoku is made in a square, without symmetry or": ("variantsudoku", 4, 4, {"clues": (1, 2)}),
    "kinds of lines are for variantsudoku; mosaic has one": ("mosaic", 4, 4, {"kinds": ["cage"]}),
    "samuraisudoku is not generated; allowed: ": ("samuraisudoku", 21, 21, {}),
    "a kropki is told in full: it is made without symmetry": ("kropki", 4, 4, {"symmetric": True}),
    "how many clues a norinori has is settled": ("norinori", 4, 4, {"clues": (1, 2)}),
    "how many clues a nonogram has is settled": ("nonogram", 4, 4, {"clues": (1, 2)}),
    "how many clues a doubleback has is settled": ("doubleback", 4, 4, {"clues": (1, 2)}),
    "the theme of a mosaic is a picture of 2 lines of 3 signs": ("mosaic", 2, 3, {"theme": "o.?\no.?\no.?"}),
    "the theme of a mosaic is a picture of 2 lines": ("mosaic", 2, 3, {"theme": "o.?\no."}),
    "the theme of a mosaic is a picture": ("mosaic", 2, 3, {"theme": "o.?\nox?"}),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_made_is_refused_before_anything_is_tried(why):
    name, rows, cols, asked = REFUSED[why]
    with pytest.raises(ProblemError, match=f"^{why}"):
        pencil.generate(name, rows, cols, rng=1, time_limit=5.0, **asked)


@pytest.mark.parametrize("name", ["slitherlink", "skyscraper", "kakurasu", "creek", "magnetic", "snake"])
def test_every_place_goes_together_with_the_one_half_a_turn_away(name):
    sheet = blank(name, 4, 4, Random(0))
    groups = generation._turned(sheet)
    assert sorted(at for group in groups for at in group) == sorted(places(sheet))
    across = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    for group in groups:
        layer, i, j = group[0]
        lines = sheet.layers[layer]
        other = across.get(layer, layer)
        other = other if other in sheet.layers else layer
        turned = (other, len(lines) - 1 - i, len(lines[i]) - 1 - j)
        assert group == ([group[0]] if turned == group[0] else [group[0], turned])


def test_places_come_with_a_clue_as_theme_heads_and_signs_say():
    """A group a place; with symmetry both places of a group or neither."""
    picture = generation._picture("mosaic", "o.?\n??.", 2, 3)
    assert picture == {(0, 0): "o", (0, 1): ".", (0, 2): "?", (1, 0): "?", (1, 1): "?", (1, 2): "."}
    assert generation._picture("mosaic", " \n", 2, 3) is None
    mosaic = blank("mosaic", 2, 3, Random(0))
    open_ = [at for at in places(mosaic) if picture[at[1:]] != "."]
    assert [at for (at,) in filter(None, generation._groups(mosaic, picture, symmetric=False))] == open_
    both = {frozenset(group) for group in generation._groups(mosaic, picture, symmetric=True)}
    assert both == {frozenset({("clues", 0, 2), ("clues", 1, 0)})}
    assert [at for at in places(mosaic) if generation._in_any_case(mosaic, at, picture)] == [
        ("clues", 0, 0)
    ]
    heyawake = pencil.parse("heyawake", "2 2\n- -\n- -\n1 1\n2 2")
    assert [*filter(None, generation._groups(heyawake, None, symmetric=False))] == [
        [("clues", 0, 0)],
        [("clues", 1, 0)],
    ]
    assert len(generation._groups(heyawake, None, symmetric=True)) == 2
    strewn = blank("hashi", 1, 3, Random(0), [(0, 0), (0, 2)])
    assert [*filter(None, generation._groups(strewn, None, symmetric=False))] == [
        [("clues", 0, 0)],
        [("clues", 0, 2)],
    ]
    assert [at for at in places(strewn) if generation._in_any_case(strewn, at, None)] == [
        ("clues", 0, 0),
        ("clues", 0, 2),
    ]
    assert generation._groups(blank("norinori", 4, 4, Random(0)), None, symmetric=False) == []


def test_as_many_clues_are_counted_as_are_no_signs_of_the_layout():
    for name, text, number in (
        ("tent", "2 2\n1 -\n- -\nx -\n- x", 1),
        ("hashi", "1 3\n1 - 1", 2),
        ("mosaic", "2 2\n1 -\n- 4", 2),
    ):
        assert generation._number(pencil.parse(name, text)) == number
    spelt = generation._spelt(pencil.parse("masyu", "2 2\n1 2\n- w"))
    assert spelt.text() == "2 2\nw b\n- w"
    assert [word for _, word in clues(generation._spelt(pencil.parse("mosaic", "1 2\n1 2")))] == ["1", "2"]


@pytest.mark.parametrize("seed", range(12))
def test_clues_are_given_back_an_eighth_at_a_time_until_it_is_no_harder_than_wished(seed):
    rng = Random(seed)
    every = [[("clues", 0, i)] for i in range(20)]
    least, most = rng.randint(0, 22), rng.choice([None, rng.randint(5, 20)])
    kept = {at for (at,) in rng.sample(every, rng.randint(0, 5))}
    wanted = SimpleNamespace(harder=lambda sheet: len([*clues(sheet)]) < least, most=most)
    on = SimpleNamespace(sheet=pencil.parse("mosaic", "1 20\n" + "- " * 20))
    clue = {at: TrueClue(at, "1", ()) for (at,) in every}
    found = _Made._eased(SimpleNamespace(wanted=wanted, on=on, clue=clue), set(kept), every)
    spare = [at for (at,) in every if at not in kept]
    number = next((n for n in (0, *range(0, 30, max(1, len(spare) // 8))) if len(kept) + n >= least), 99)
    given = kept | {*spare[:number]}
    few = len(given) < least or (number > 0 and most is not None and len(given) > most)
    assert (found is None) if few else ({each.at for each in found} == given)

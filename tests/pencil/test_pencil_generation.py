"""Generated puzzles have one solution, no clue too many, and depend on the seed alone."""

from itertools import repeat
from random import Random

import pytest

from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making import mending
from deduce_models.pencil.making.clue_by_clue import clue_by_clue, tries_on, words_of
from deduce_models.pencil.making.from_solutions import _thinned_at_once
from deduce_models.pencil.making.layouts import LAYOUTS
from deduce_models.pencil.making.mending import mended_layout
from deduce_models.pencil.making.places import clues, with_word
from deduce_models.pencil.making.places import places as every_place
from deduce_models.pencil.making.reshaping import cells_of, changes, reshaped
from deduce_models.pencil.making.true_clues import ClueReader, with_words
from deduce_models.pencil.making.trying import Tries

MADE = ("sudoku", "slitherlink", "masyu", "kuromasu", "yinyang", "heyawake")


@pytest.mark.parametrize("name", MADE)
def test_a_generated_puzzle_is_unique_and_needs_every_clue(name):
    text = pencil.generate(name, 4, 4, rng=3)
    assert verify(pencil.read(name, text)).unique
    sheet = pencil.parse(name, text)
    for place, _ in clues(sheet):
        less = with_word(sheet, place, "-")
        assert not verify(pencil.read(name, less.text())).unique


def test_the_same_seed_gives_the_same_puzzle():
    made = {pencil.generate("yinyang", 4, 4, rng=seed) for seed in (1, 1, Random(1))}
    assert len(made) == 1


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_blank_sheet_is_read_from_its_own_text(name):
    sheet = pencil.blank(name, 4, 4, Random(name))
    assert pencil.parse(name, sheet.text()) == sheet


def test_a_family_that_is_not_generated_is_refused():
    with pytest.raises(ProblemError, match="not generated"):
        pencil.blank("kakuro", 4, 4, Random(1))


def places(name, text):
    """Where clues stand, by layer."""
    sheet = pencil.parse(name, text)
    return {
        (layer.name, i, j)
        for layer in pencil.family(name).parse.layers
        if layer.name != "areas"
        for i, line in enumerate(sheet.layers[layer.name])
        for j, word in enumerate(line)
        if word != "-"
    }


@pytest.mark.parametrize(
    ("name", "seed"), [("slitherlink", 1), ("sudoku", 2), ("masyu", 3), ("skyscraper", 4)]
)
def test_symmetric_puzzles_look_the_same_after_half_a_turn(name, seed):
    text = pencil.generate(name, 4, 4, rng=seed, symmetric=True)
    assert verify(pencil.read(name, text)).unique
    found = places(name, text)
    opposite = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    turned = {
        (opposite.get(layer, layer), 0 if layer in opposite else len_of(name, text, layer)[0] - 1 - i,
         len_of(name, text, layer)[1] - 1 - j)
        for layer, i, j in found
    }  # fmt: skip
    assert turned == found


def len_of(name, text, layer):
    lines = pencil.parse(name, text).layers[layer]
    return len(lines), len(lines[0])


def test_clues_may_be_left_in():
    rich = pencil.generate("slitherlink", 4, 4, rng=1, minimal=False)
    assert verify(pencil.read("slitherlink", rich)).unique
    assert len(places("slitherlink", rich)) > len(
        places("slitherlink", pencil.generate("slitherlink", 4, 4, rng=1))
    )


@pytest.mark.parametrize("name", ["kakurasu", "masyu", "jigsawsudoku", "cave", "shingoki"])
def test_one_solver_for_all_sheets_makes_the_puzzle_that_one_for_each_sheet_makes(name, monkeypatch):
    def made():
        rng = Random(11)
        sheet = pencil.blank(name, 4, 4, rng)
        groups = [[at] for at in every_place(sheet)]
        return clue_by_clue(sheet, groups, rng, Deadline(60))

    quick, again = made(), made()
    begin = Tries.__init__

    def apart(self, blank, extra):
        begin(self, blank, extra)
        self.shared = False

    monkeypatch.setattr(Tries, "__init__", apart)
    tries_on.cache_clear()
    assert made() == quick == again
    tries_on.cache_clear()


@pytest.mark.parametrize(
    ("name", "rows", "cols", "why"),
    [
        ("sudoku", 1, 5, "it must be a square"),
        ("jigsawsudoku", 2, 4, "it must be a square"),
        ("binairo", 3, 4, "it must be even"),
        ("abcendview", 2, 4, "do not fit"),
        ("masyu", 1, 5, "no solution"),
        ("kenken", 4, 5, "it must be a square"),  # whose layouts differ, and are all refused for the same
        ("killersudoku", 7, 7, "has no boxes"),
    ],
)
def test_a_size_in_which_there_is_no_puzzle_is_refused_at_once(name, rows, cols, why):
    with pytest.raises(ProblemError, match=f"no {name} of {rows} by {cols} cells: .*{why}"):
        pencil.generate(name, rows, cols, rng=1)


OFTEN = (
    "akari", "battleship", "doppelblock", "hashi", "kenken", "killersudoku", "koburin", "kurotto", "linesweeper",
    "magnetic", "mathrax", "minesweeper", "nurikabe", "nurimisaki", "patchwork", "pipelink", "shakashaka", "shikaku",
    "snake", "starbattle", "stitches", "str8t", "suguru", "tatamibari", "tent", "yajikazu",
)  # fmt: skip


@pytest.mark.parametrize("name", OFTEN)
def test_a_puzzle_made_solution_first_is_unique_and_comes_back_from_its_seed(name):
    side = 4 if name in ("killersudoku", "starbattle") else 5
    text = pencil.generate(name, side, side, rng=2)
    assert verify(pencil.read(name, text)).unique
    assert pencil.generate(name, *map(int, text.split()[:2]), rng=2) == text


@pytest.mark.parametrize("name", ["slitherlink", "kuromasu", "akari", "skyscraper"])
def test_the_clues_that_are_tried_are_those_true_of_the_solution(name):
    sheet = pencil.blank(name, 3, 3, Random(4))
    board = pencil.family(name).rules(sheet)
    world = verify(board.knowledge(), limit=2).solution
    named = {v.name: value for v, value in world.items()}
    told = ClueReader(sheet, board).true_of(named, every_place(sheet))
    assert told
    for at in every_place(sheet):
        for word in words_of(sheet, at[0]):
            try:
                changed = pencil.family(name).rules(with_word(sheet, at, word))
            except RecordError:
                continue
            if {v.name for v in changed.scope} != named.keys():
                continue
            true = all(
                s.content.holds([named[v.name] for v in s.content.scope])
                for s in changed.knowledge().statements
            )
            says = len(changed.knowledge().log) > len(board.knowledge().log)
            assert (true and says) == any(clue.word == word for clue in told.get(at, ())), (at, word)


@pytest.mark.parametrize(("name", "words"), [("hakyuu", ""), ("simpleloop", "x"), ("norinuri", "?")])
def test_a_layout_without_a_solution_is_mended_until_it_has_one(name, words):
    def solvable(sheet):
        try:
            return verify(pencil.family(name).rules(sheet).knowledge()).status in ("unique", "several")
        except RecordError:
            return False

    sheets = (pencil.blank(name, 7, 7, Random(seed)) for seed in range(20))
    sheet = next(sheet for sheet in sheets if not solvable(sheet))
    mended = mended_layout(sheet, words, Random(1), Deadline(60))
    assert mended is not None
    assert solvable(mended)
    if not words:
        assert {*mended.layers} == {*sheet.layers}
        assert mended.layers.get("clues") == sheet.layers.get("clues")


@pytest.mark.parametrize("most", [0, 1, 5, 14])
def test_no_more_changes_are_tried_than_allowed(most, monkeypatch):
    """A sheet that no change makes better: after as many as are allowed, a handful at a time, nothing is found."""
    sheet = pencil.blank("hakyuu", 3, 3, Random(1))
    tried = []

    def wrong(sheet, deadline, enough=0):
        tried.append(sheet)
        return [((1, 1), (1, 2))] * len(tried)

    monkeypatch.setattr(mending, "_wrong", wrong)
    monkeypatch.setattr(mending, "changes", lambda *asked: repeat({}))
    assert mended_layout(sheet, "", Random(0), Deadline(None), most) is None
    assert most <= len(tried) - 1 < most + 6
    assert (len(tried) - 1) % 6 == 0


@pytest.mark.parametrize("name", ["yajilin", "koburin", "str8t"])
def test_of_strewn_signs_as_many_stay_as_leave_a_solution_and_others_are_put_elsewhere(name):
    words = LAYOUTS[name].word
    sheets = (pencil.blank(name, 6, 6, Random(seed)) for seed in range(60))
    sheet = next(
        sheet for sheet in sheets if verify(pencil.family(name).rules(sheet).knowledge()).status == "none"
    )
    mended = mended_layout(
        sheet, words, Random(1), Deadline(60), most=0
    )  # no change of the other kind is tried
    assert mended is not None
    assert verify(pencil.family(name).rules(mended).knowledge()).solution
    before, after = dict(clues(sheet)), dict(clues(mended))
    assert set(after.values()) == set(words)
    assert len(before) / 2 <= len(after) <= len(before)
    assert before.keys() & after.keys()
    full = mended_layout(sheet, words, Random(1), Deadline(60), most=0, room=lambda _, __: False)
    assert full is None or dict(clues(full)).items() < before.items()


@pytest.mark.parametrize(("possible", "kept"), [(0, None), (1, None), (2, 2), (3, 3), (4, 4), (9, 4)])
def test_half_of_the_strewn_signs_are_enough(possible, kept, monkeypatch):
    """Where no more than so many signs leave a solution; of fewer than half of them another sheet is made."""
    text = "4 4\n" + "\n".join(["x - - -", "- x - -", "- - x -", "- - - x"])
    sheet = pencil.parse("simpleloop", text)
    monkeypatch.setattr(mending, "_solvable", lambda sheet, deadline: len(list(clues(sheet))) <= possible)
    mended = mended_layout(sheet, "x", Random(0), Deadline(None), most=0, room=lambda _, __: False)
    assert (None if mended is None else len(list(clues(mended)))) == kept
    assert mended is None or dict(clues(mended)).items() <= dict(clues(sheet)).items()


@pytest.mark.parametrize("name", ["kropki", "consecutivesudoku"])
def test_a_full_text_is_thinned_by_one_solver_at_once(name):
    """What is left is of the full text, tells one solution and can spare nothing."""
    full = pencil.parse(name, pencil.generate(name, 4, 4, rng=6, minimal=False))
    spare = [at for at, _ in clues(full) if at[0] == "clues"]
    less = _thinned_at_once(full, spare, Random(2), Deadline(None), ())
    assert less is not None
    left = dict(clues(less))
    assert left.items() < dict(clues(full)).items()
    assert verify(pencil.family(name).rules(less).knowledge()).unique
    for at in left.keys() & {*spare}:
        assert not verify(pencil.family(name).rules(with_word(less, at, "-")).knowledge()).unique


@pytest.mark.parametrize("name", ["chocona", "kakurasu", "shimaguni"])
def test_a_solution_that_its_clues_do_not_tell_is_mended(name):
    text = pencil.generate(name, 7, 7, rng=4)
    assert verify(pencil.read(name, text)).unique
    assert pencil.generate(name, 7, 7, rng=4) == text


@pytest.mark.parametrize("name", ["consecutivesudoku", "kropki", "tennergrid", "numbrix"])
def test_what_is_told_in_full_is_thinned_until_every_clue_is_needed(name):
    text = pencil.generate(name, 5, 5, rng=6)
    assert verify(pencil.read(name, text)).unique
    assert pencil.generate(name, 5, 5, rng=6) == text
    sheet = pencil.parse(name, text)
    # The sums below a Tenner Grid stay.
    given = [at for at, _ in clues(sheet) if at[0] == "clues" and (name != "tennergrid" or at[1] < 4)]
    full = pencil.generate(name, 5, 5, rng=6, minimal=False)
    assert len(given) < len([at for at, _ in clues(pencil.parse(name, full)) if at[0] == "clues"])
    for at in given:
        assert not verify(pencil.read(name, with_word(sheet, at, "-").text())).unique, at


def test_a_theme_says_where_clues_are():
    theme = "o..o\n.??.\n.??.\no..o"
    text = pencil.generate("slitherlink", 4, 4, rng=3, theme=theme)
    assert verify(pencil.read("slitherlink", text)).unique
    found = {at[1:] for at in places("slitherlink", text)}
    assert {(0, 0), (0, 3), (3, 0), (3, 3)} <= found
    assert not found & {(0, 1), (0, 2), (1, 0), (2, 0), (1, 3), (2, 3), (3, 1), (3, 2)}
    with pytest.raises(ProblemError, match="a picture of 4 lines of 4 signs"):
        pencil.generate("slitherlink", 4, 4, theme="o.o")


def test_the_number_of_clues_can_be_asked_for():
    for least, most in ((12, 16), (0, 7)):
        text = pencil.generate("kuromasu", 6, 6, rng=3, clues=(least, most))
        assert least <= len(places("kuromasu", text)) <= most
    # The pearls of a solution may be too few: another is taken. Fillominos are made clue by clue.
    for name, least, most in (("masyu", 9, 12), ("akari", 0, 2), ("fillomino", 6, 8)):
        sheet = pencil.parse(name, pencil.generate(name, 4, 4, rng=1, clues=(least, most)))
        assert least <= sum(word not in "x" for _, word in clues(sheet)) <= most, name


@pytest.mark.parametrize(
    ("name", "rows", "wished", "why"),
    [
        ("akari", 0, None, "rows is 0; it must be a whole number from 1"),
        ("akari", 4.0, None, "rows is 4.0"),
        ("akari", 4, (5, 2), "the lesser first"),
        ("akari", 4, (-1, 2), "the lesser first"),
        ("nonogram", 4, (1, 2), "how many clues a nonogram has is settled"),
        ("lits", 4, (1, 2), "how many clues a lits has is settled"),
    ],
)
def test_what_cannot_be_asked_of_a_generator_is_refused(name, rows, wished, why):
    with pytest.raises(ProblemError, match=why):
        pencil.generate(name, rows, 4, rng=1, clues=wished)


def test_a_reshaped_layout_keeps_one_solution_and_loses_the_other():
    rng = Random(8)
    changed = 0
    for _ in range(40):
        sheet = pencil.blank("starbattle", 5, 5, rng)
        found = verify(pencil.family("starbattle").rules(sheet).knowledge())
        if found.status != "several":
            continue
        mine, other = ({v.name: x for v, x in world.items()} for world in found.solutions[:2])
        where = [v.key for v, _, _ in found.difference]
        new = reshaped(sheet, mine, [other], where, "", rng)
        if new is None:
            continue
        left = verify(pencil.family("starbattle").rules(new).knowledge(), limit=None).solutions
        named = [{v.name: x for v, x in world.items()} for world in left]
        assert mine in named
        assert other not in named
        changed += 1
    assert changed


def test_where_lines_differ_the_cells_beside_them_are_reshaped_and_nothing_comes_back():
    rng = Random(5)
    blanks = (pencil.blank("countryroad", 4, 4, Random(seed)) for seed in range(60))
    changed = 0
    for sheet in blanks:
        found = verify(pencil.family("countryroad").rules(sheet).knowledge(), limit=6)
        if found.status != "several":
            continue
        mine, *others = ({v.name: x for v, x in world.items()} for world in found.solutions)
        where = [at for v, _, _ in found.difference for at in cells_of(sheet, v.key)]
        assert set(where) <= set(sheet.cells)
        gone = []
        for other in others:
            new = reshaped(sheet, mine, [other, *gone], where, "", rng)
            if new is not None:
                sheet = new
                gone.append(other)
        left = verify(pencil.family("countryroad").rules(sheet).knowledge(), limit=None).solutions
        named = [{v.name: x for v, x in world.items()} for world in left]
        assert mine in named
        assert not any(other in named for other in gone)
        changed += len(gone)
        if changed > 4:
            return
    raise AssertionError(changed)


def test_two_rectangles_that_are_one_are_divided_into_others():
    sheet = pencil.parse("heyawake", "2 3\n- - -\n- - -\n1 1 2\n1 1 2")
    found = {
        with_words(sheet, change).layers["areas"] for change in changes(sheet, [(1, 1)], "", Random(1))
    }
    assert (("1", "2", "2"), ("1", "2", "2")) in found
    assert (("1", "1", "1"), ("1", "1", "1")) in found
    assert (("1", "1", "1"), ("2", "2", "2")) in found


def test_a_nonogram_of_a_picture_of_ones_own():
    theme = "..o..\n.ooo.\nooooo\n.o.o.\n.o.o."
    text = pencil.generate("nonogram", 5, 5, rng=1, theme=theme)
    knowledge = pencil.read("nonogram", text)
    found = pencil.show(knowledge, verify(knowledge).solution).splitlines()[1:]
    assert [
        line.replace(" ", "").replace("x", "o").replace("-", ".") for line in found
    ] == theme.splitlines()
    with pytest.raises(ProblemError, match="leave another one, which differs in row 1, column 1"):
        pencil.generate("nonogram", 2, 2, theme="o.\n.o")
    assert verify(pencil.read("nonogram", pencil.generate("nonogram", 2, 2, theme="o?\n?o", rng=1))).unique


def test_every_family_that_is_generated_is_named_once():
    assert len(set(pencil.GENERATED)) == len(pencil.GENERATED) == 126


@pytest.mark.parametrize("name", sorted(set(pencil.families()) - {*pencil.GENERATED, "variantsudoku"}))
def test_a_family_that_is_not_generated_is_refused_at_once(name):
    with pytest.raises(ProblemError, match=f"{name} is not generated; allowed: abcendview"):
        pencil.generate(name, 4, 4, rng=1)

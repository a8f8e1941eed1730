"""Generated puzzles have one solution, no clue too many, and depend on the seed alone."""

from random import Random

import pytest

from deduce.errors import ProblemError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil import generation
from deduce_models.pencil.places import clues, with_word
from deduce_models.pencil.trying import Tries

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


@pytest.mark.parametrize("name", sorted(pencil.GENERATED))
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
    quick = pencil.generate(name, 4, 4, rng=11)
    again = pencil.generate(name, 4, 4, rng=11)
    begin = Tries.__init__

    def apart(self, blank, extra):
        begin(self, blank, extra)
        self.shared = False

    monkeypatch.setattr(Tries, "__init__", apart)
    generation._tries.cache_clear()
    assert pencil.generate(name, 4, 4, rng=11) == quick == again
    generation._tries.cache_clear()


@pytest.mark.parametrize(
    ("name", "rows", "cols", "why"),
    [
        ("sudoku", 1, 5, "it must be a square"),
        ("jigsawsudoku", 2, 4, "it must be a square"),
        ("binairo", 3, 4, "it must be even"),
        ("abcendview", 2, 4, "do not fit"),
        ("masyu", 1, 5, "no solution"),
    ],
)
def test_a_size_in_which_there_is_no_puzzle_is_refused_at_once(name, rows, cols, why):
    with pytest.raises(ProblemError, match=f"no {name} of {rows} by {cols} cells: .*{why}"):
        pencil.generate(name, rows, cols, rng=1)

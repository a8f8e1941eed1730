"""Generated puzzles have one solution, no clue too many, and depend on the seed alone."""

from random import Random

import pytest

from deduce.errors import ProblemError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil import generation

MADE = ("sudoku", "slitherlink", "masyu", "kuromasu", "yinyang", "heyawake")


@pytest.mark.parametrize("name", MADE)
def test_a_generated_puzzle_is_unique_and_needs_every_clue(name):
    text = pencil.generate(name, 4, 4, rng=3)
    assert verify(pencil.read(name, text)).unique
    sheet = pencil.parse(name, text)
    places = [place for place in generation._places(sheet) if generation._at(sheet, place) != "-"]
    for place in places:
        less = generation._with(sheet, place, "-")
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

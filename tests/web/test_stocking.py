"""The page's store of puzzles: what is in it is what its shelf says, and what the page offers is what is filled."""

import json
import re

import pytest

from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.uniqueness import verify
from deduce.web import stocking
from deduce.web.policy import STATIC

STORE = json.loads(stocking.STORE.read_text(encoding="utf-8"))


def test_puzzles_lie_where_they_belong():
    texts = [
        text
        for sizes in STORE.values()
        for kinds in sizes.values()
        for each in kinds.values()
        for text in each
    ]
    assert len(texts) == len({*texts}) > 200
    assert set(STORE) == set(stocking.FAMILIES)
    for sizes in STORE.values():
        for size, kinds in sizes.items():
            assert set(kinds) <= set(stocking.LEVELS)
            for text in (text for each in kinds.values() for text in each):
                rows = int(size.split("x")[0])
                assert text.split()[:2] == size.split("x")
                assert (text.count("\n")) % rows == 0  # else it could not be turned over


@pytest.mark.parametrize("family", stocking.FAMILIES)
def test_the_smallest_have_one_solution_and_their_level(family):
    kinds = min(STORE[family].items(), key=lambda each: int(each[0].split("x")[0]))[1]
    for level, (text, *_) in kinds.items():
        assert verify(shelf_of(family).read(family, text)).unique
        assert stocking.level_of(family, text) == level


def test_a_size_is_filled_level_by_level(monkeypatch):
    monkeypatch.setattr(stocking, "EACH", 1)
    monkeypatch.setattr(stocking, "ANY", 0.3)
    monkeypatch.setattr(stocking, "WISHED", 0.2)
    monkeypatch.setattr(stocking, "SECONDS", 0.5)
    kept = {"easy": ["3 3\nw - -\n- - -\n- - -"]}
    stocking.made("yinyang", 3, kept)
    assert len(kept["easy"]) == 1  # what is there is kept
    for level, texts in kept.items():
        assert len(texts) <= 1
        if level != "easy":
            assert stocking.level_of("yinyang", texts[0]) == level


def test_the_page_offers_what_is_filled():
    """Levels and sides are said once more in the page's own language."""
    drawn = (STATIC / "drawn.js").read_text(encoding="utf-8")
    (levels,) = re.findall(r"^const LEVELS = (.*);", drawn, re.MULTILINE)
    assert json.loads(levels) == {"any": "", **stocking.LEVELS}
    (sides,) = re.findall(r"^const SIDES = (.*);", drawn, re.MULTILINE)
    assert tuple(json.loads(sides)) == stocking.SIDES

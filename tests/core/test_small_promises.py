"""Small promises of several rooms, each found without a test by a planted fault."""

import os
import sys
from types import SimpleNamespace

import pytest
from hypothesis import find, settings

from deduce import Knowledge, Problem
from deduce.conformance.places import place_of
from deduce.conformance.testing import any_options
from deduce.games import Option
from deduce.ground import journal
from deduce.ground.journal import Journal
from deduce.rulebook.answers import SHOWN, _told
from deduce.show import svg

SURELY = settings(database=None, derandomize=True)


def test_options_without_a_list_of_values_stay_at_their_default():
    game = SimpleNamespace(
        options={
            "free": Option(1, None, "any number"),
            "listed": Option(1, (1, 2, 3), "one of three"),
            "kept": Option(1, (1, 2), "named otherwise"),
        }
    )
    for kept in ({}, {"kept": 7}, {"free": 5}):
        drawn = any_options(game, **kept)
        wanted = {"listed": 3, "kept": 2, **kept}
        assert find(drawn, lambda options, wanted=wanted: options == wanted, settings=SURELY) == wanted
        assert find(drawn, lambda options, wanted=wanted: len(options) == len(wanted), settings=SURELY) == {
            **dict.fromkeys(wanted, 1),
            **kept,
        }


def test_a_fault_is_placed_in_the_package_of_the_game_not_in_a_helper_elsewhere(tmp_path, monkeypatch):
    """The innermost line of the author's own code, though what it calls lies outside of any library too."""
    for folder, text in (
        ("helper_place", "def fail():\n    raise ValueError('no')\n"),
        (
            "game_place",
            "import helper_place\n\n\nclass Odd:\n    def play(self):\n        helper_place.fail()\n",
        ),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
    import game_place

    odd = game_place.Odd()
    with pytest.raises(ValueError, match="no") as caught:
        odd.play()
    assert place_of(odd, "rules", error=caught.value).endswith("game_place/__init__.py:6 (Odd.play)")
    for name in ("game_place", "helper_place"):
        sys.modules.pop(name)


def test_a_journal_is_made_safe_now_and_then_and_at_its_end(tmp_path, monkeypatch):
    now, synced = [100.0], []
    monkeypatch.setattr(journal.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(now[0]))
    with Journal(tmp_path / "journal.jsonl", "things") as kept:
        begun = len(synced)
        for number in range(5):
            kept.add({"number": number})
        assert len(synced) == begun
        now[0] += journal.SAVED + 1
        kept.add({"number": 5})
        kept.add({"number": 6})
        assert len(synced) == begun + 1
    assert len(synced) == begun + 2


@pytest.mark.parametrize("more", [0, 1, 3])
def test_chances_beyond_those_shown_are_counted(more):
    number = SHOWN + more
    weights = {f"v{place}": number - place for place in range(number)}
    whole = sum(weights.values())
    said = str(_told({value: weight / whole for value, weight in weights.items()}))
    assert said.count("%") == SHOWN
    assert said.startswith(f"v0 {number / whole:.0%}, v1 ")
    assert (f"and {more} more" in said) is bool(more)
    assert ("more" in said) is bool(more)


def test_columns_have_heads_where_any_is_named():
    assert ">what</text>" in "".join(svg.columns(["", "what"], [["a", "b"]], [1, 1]).shapes)
    assert (
        svg.columns(["", "what"], [["a", "b"]], [1, 1]).height
        > svg.columns(["", ""], [["a", "b"]], [1, 1]).height
    )


def test_a_weighed_fact_says_how_much_likelier_it_is():
    problem = Problem("weighed")
    x = problem.variables("x", range(1), ["a", "b"])[0]
    (statement,) = Knowledge(problem).weigh(x == "a", 2.5).log
    assert statement.content.sentence() == "x[0] is a: 2.5 times as likely"

"""A saying whose words a line has not is never compiled, and nothing reads otherwise for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.rulebook.sayings import Sayings, folded, needed
from deduce_models.enigma.records.words import HURRIED, SAYINGS

KINDS = {
    "NAME": ("Ann", "Bob", "Cid", "I", "me"),
    "ROOM": ("bombe", "library"),
    "PERSON": ("Machine", "Ghost"),
}
LINES = [
    line.strip()
    for file in [*Path("examples/enigma").glob("*.txt"), *Path("tests/games/hurried").glob("*.txt")]
    for line in file.read_text(encoding="utf-8").splitlines()
    if line.strip()
]


def patterns() -> st.SearchStrategy[str]:
    """Patterns as sayings have them: letters, classes, groups, ways beside each other, what may be missing."""
    atoms = st.sampled_from(
        ["a", "b", "A", "ab", " ", r"\b", r"\.", "[ab]", ".", r"\d", "(?=a)", "(?!b)", "^", "$"]
    )

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        ways = st.lists(inner, min_size=1, max_size=3).map("|".join)
        group = st.tuples(st.sampled_from(["(", "(?:"]), ways).map(lambda two: f"{two[0]}{two[1]})")
        times = st.sampled_from(["?", "*", "+", "{2}", "{0,1}", "+?"])
        single = st.sampled_from(["a", "b", r"\.", "[ab]"])
        often = st.tuples(st.one_of(group, single), times).map("".join)
        return st.lists(st.one_of(inner, group, often), min_size=1, max_size=4).map("".join)

    return st.recursive(atoms, grown, max_leaves=12)


@given(patterns(), st.text("abAB .1", max_size=8))
def test_what_matches_holds_what_is_needed(pattern: str, text: str) -> None:
    held = needed(pattern)
    if re.search(f"(?i){pattern}", text):
        assert held is None or any(each in folded(text) for each in held)


@pytest.mark.parametrize(
    ("pattern", "held"),
    [
        (r"\bnot (?:a )?(?:lie|lying)\b", {"not "}),
        (r"NAME(?: and NAME)* lets? it", {" let"}),
        (r"\b(?:looks?|peek(?:ed)?)\b", {"look", "peek"}),
        (r"(?:of )?[CD]\d", None),
        (r"(?<=x)NAMES? doubt{2}", {" doubt"}),
        (r"a|b?", None),
        (r"K\.K", {"k.k"}),
    ],
)
def test_the_most_telling_is_needed(pattern: str, held: set[str] | None) -> None:
    assert needed(pattern, ["NAME", "NAMES"]) == held


def test_lines_read_as_with_every_saying_compiled() -> None:
    sayings = Sayings((*HURRIED, *SAYINGS), KINDS)
    every = [(re.compile(sayings.spelt(said)), sayings._put(put)) for said, put in (*HURRIED, *SAYINGS)]
    assert len(LINES) > 100
    for line in [*LINES, *(line.upper() for line in LINES)]:
        text = line
        for said, meant in every:
            text = re.sub(" +", " ", said.sub(meant, text))
        assert sayings(line) == text
    fresh = Sayings((*HURRIED, *SAYINGS), KINDS)
    fresh("Ann looks at 3")
    assert 0 < len(fresh._patterns) < len(every) / 3

"""No sentence says "1 worlds", "1 cards" or "-0.00 bits": numbers go through `deduce.ground.wording`."""

import ast
import math
import re

import import_graph
import pytest

from deduce.ground.wording import figure, many

NOUNS = "worlds cards layouts codes lines moves solutions"
BARE = re.compile(rf" (?:more |other |different )?({'|'.join(NOUNS.split())})\b")

NEVER_ONE = {
    "worlds": {"max_worlds", "_TRIED", "worlds", "possible"},
    "cards": {"fits", "HAND", "kind", "deck", "dealt", "kinds", "wanted"},
    "codes": {"MOST_CODES"},
    "lines": {"LONGEST", "MOST_LINES", "rows", "at", "name", "lines"},
    "moves": {"_MOST_MOVES", "seat", "actor", "max_moves", "horizon", "moves", "history"},
    "solutions": {"MOST_LISTED", "row"},
}
"""Names in what stands before such a word where it is never one: limits, conditions above one, and seats that move."""


@import_graph.in_passing
def f_strings(module, text, tree):
    """The f-strings of a module that may say how many there are of something, or bits."""
    nodes = ast.walk(tree) if BARE.search(text) or " bits" in text else ()
    return [node for node in nodes if isinstance(node, ast.JoinedStr)]


def test_numbers_before_what_is_counted_are_worded():
    found = []
    for module, node in ((module, node) for module, nodes in f_strings().items() for node in nodes):
        for value, after in zip(node.values, node.values[1:], strict=False):
            if not (isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant)):
                continue
            said = BARE.match(after.value)
            names = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
            names |= {each.attr for each in ast.walk(value) if isinstance(each, ast.Attribute)}
            if said and not names & NEVER_ONE.get(said[1], set()):
                found.append(f"{module}:{node.lineno} {{{ast.unparse(value.value)}}}{after.value}")
    assert found == []


def test_bits_have_no_minus_of_a_nought():
    found = []
    for module, node in ((module, node) for module, nodes in f_strings().items() for node in nodes):
        for value, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                spec = ast.unparse(value.format_spec) if value.format_spec else ""
                if after.value.startswith(" bits") and re.search(r"\.[1-9]f", spec):
                    found.append(f"{module}:{node.lineno}")
    assert found == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (many(1, "world"), "1 world"),
        (many(0, "world"), "0 worlds"),
        (many(1024, "world"), "1,024 worlds"),
        (many("2", "plus"), "2 pluses"),
        (many(3, "family", "families"), "3 families"),
        (figure(-0.001, 2), "0.00"),
        (figure(-0.0, 1), "0.0"),
        (figure(-0.006, 2), "-0.01"),
        (figure(-0.001, 2, signed=True), "+0.00"),
        (figure(math.inf, 2, signed=True), "+inf"),
    ],
)
def test_how_numbers_are_said(said, wanted):
    assert said == wanted

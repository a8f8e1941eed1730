"""Connectives of puzzle files as in Python: what each form says, beside looking at every combination."""

from __future__ import annotations

from itertools import product

import pytest

from deduce.ground.errors import RecordError
from deduce.puzzles.files import loads

SAID = {
    "(a == 1) == (b == 2)": lambda a, b, c: (a == 1) == (b == 2),
    "(a == 1) != (b == 2)": lambda a, b, c: (a == 1) != (b == 2),
    "(a == 1) ^ (b == 2)": lambda a, b, c: (a == 1) != (b == 2),
    "(a == 1) >> (b == 2)": lambda a, b, c: a != 1 or b == 2,
    "(a == 1).implies(b == 2)": lambda a, b, c: a != 1 or b == 2,
    "all_different(a, b) == (c == 1)": lambda a, b, c: (a != b) == (c == 1),
    "(a == 1) == (b == 2) == (c == 3)": lambda a, b, c: (a == 1) == (b == 2) == (c == 3),
    "count(a == 1, b == 2, c == 3) >= 2": lambda a, b, c: (a == 1) + (b == 2) + (c == 3) >= 2,
    "count(a, b, 1) == count(b, c, 2)": lambda a, b, c: (a == 1) + (b == 1) == (b == 2) + (c == 2),
}


def _file(says):
    variables = "\n".join(f'{name} = "1..4"' for name in "abc")
    return loads(f"[variables]\n{variables}\n[[rule]]\nsays = '''{says}'''\n")


@pytest.mark.parametrize("says", SAID)
def test_it_says_what_python_says(says):
    meant = sum(SAID[says](*values) for values in product(range(1, 5), repeat=3))
    assert 0 < meant < 64
    assert _file(says).problem.compile().count() == meant


def test_a_number_in_quotes_is_told_from_the_text():
    with pytest.raises(RecordError, match="did you mean the number 1"):
        _file('a == "1"')

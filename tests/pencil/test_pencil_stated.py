"""What the example of every family states, rule by rule, and how often: a rule that is left out, or stated twice, shows.

The list is that of the code, read by eye beside each family's own sentence (`about`); it holds against change, and is no
second opinion. After a change that is meant: ``python tests/pencil/test_pencil_stated.py`` writes it anew.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from deduce_models import pencil

KEPT = Path(__file__).parents[1] / "data" / "pencil_stated.json"


def stated(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    return dict(sorted(Counter(f"{s.text}" for s in knowledge.statements).items()))


@pytest.mark.parametrize("name", pencil.families())
def test_the_example_states_what_it_stated(name):
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert stated(name) == kept[name], "if this is meant: python tests/pencil/test_pencil_stated.py"


def test_no_family_is_left_over():
    assert sorted(json.loads(KEPT.read_text(encoding="utf-8"))) == sorted(pencil.families())


if __name__ == "__main__":
    every = {name: stated(name) for name in sorted(pencil.families())}
    KEPT.write_text(json.dumps(every, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

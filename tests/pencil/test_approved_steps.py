"""How the example of every family is solved by hand, as it was approved: the first steps, and what all come to."""

from collections import Counter
from itertools import groupby

import pytest
from approved import assert_approved

from deduce.puzzles import steps
from deduce_models import pencil
from deduce_models.pencil.words.telling import tell

INITIALS = {
    letter: list(names) for letter, names in groupby(sorted(pencil.families()), lambda name: name[0])
}
FIRST = 6
"""So many steps of a puzzle are told."""


@pytest.mark.parametrize("initial", INITIALS)
def test_steps(initial):
    lines = []
    for name in INITIALS[initial]:
        walk = steps(pencil.read(name, pencil.family(name).example))
        kinds = Counter(step.technique for step in walk.steps)
        counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
        lines += ["", f"{name}: {walk.end}", f"  {len(walk.steps)} steps: {counted}"]
        lines += [f"  {'; '.join(tell(step))}" for step in walk.steps[:FIRST]]
    assert_approved(f"steps_{initial}", lines)

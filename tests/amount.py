"""How much a test does: a thin part every day, all of it at night (``pytest --hypothesis-profile=nightly``).

``DEDUCE_NIGHT=0.1`` makes a tenth of the night, of examples as of amounts, and never less than a day.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

DAY, NIGHT = 25, 5_000
"""Examples of a property."""
SHARE = float(os.environ.get("DEDUCE_NIGHT", "1"))


def at_night(thin, night):
    """How much of a whole night's amount this night does."""
    return max(thin, round(night * SHARE))


def is_night():
    """Whether the long profile is in use."""
    return settings.get_current_profile_name() == "nightly"


def amount(thin, night):
    """The one number by day, the other, which is not less, at night."""
    return at_night(thin, night) if is_night() else thin


def some(cases, each):
    """Of cases that are all of one kind by day every so-manieth, at night all."""
    return [*cases][:: 1 if is_night() else each]


def examples(thin):
    """For a property whose examples are dear: so many by day, at night as many as any other has."""
    return settings(max_examples=amount(thin, NIGHT))


def seeded(thin, night=2_000):
    """A property of chance asked of so many seeds, each a test of its own: together they may be slow, each is quick."""
    return pytest.mark.parametrize("seed", range(amount(thin, night)))

"""How much a test does: a thin part every day, all of it at night (``pytest --hypothesis-profile=nightly``).

``DEDUCE_NIGHT=0.1`` makes a tenth of the night, of examples as of amounts, and never less than a day.
"""

from __future__ import annotations

import os

from hypothesis import settings

DAY, NIGHT = 25, 5_000
"""Examples of a property."""
SHARE = float(os.environ.get("DEDUCE_NIGHT", "1"))


def at_night(thin, night):
    """How much of a whole night's amount this night does."""
    return max(thin, round(night * SHARE))


def amount(thin, night):
    """The one by day, the other at night."""
    return at_night(thin, night) if settings.get_current_profile_name() == "nightly" else thin


def some(cases, each):
    """Of cases that are all of one kind by day every so-manieth, at night all."""
    return [*cases][:: amount(each, 1)]


def examples(thin):
    """For a property whose examples are dear: so many by day, at night as many as any other has."""
    return settings(max_examples=amount(thin, NIGHT))

"""How much a test does: a thin part every day, all of it at night (``pytest --hypothesis-profile=nightly``)."""

from __future__ import annotations

from hypothesis import settings

NIGHTLY = settings.get_current_profile_name() == "nightly"


def amount(thin, night):
    """The one by day, the other at night."""
    return night if NIGHTLY else thin


def some(cases, each):
    """Of cases that are all of one kind by day every so-manieth, at night all."""
    return [*cases][:: amount(each, 1)]


def examples(thin):
    """For a property whose examples are dear: so many by day, at night as many as any other has."""
    return settings(max_examples=amount(thin, settings.default.max_examples))

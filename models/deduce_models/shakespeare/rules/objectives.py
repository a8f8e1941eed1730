"""The deck of objectives: who drew which, what is left, and in which order what went under."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.views import Dealing, Lying


def held(dealings: Sequence[Dealing], seat: int) -> tuple[int, ...]:
    """The objectives that `seat` has kept, in the order of keeping (-2: hidden from a view)."""
    return tuple(kept for owner, _, kept, _ in dealings if owner == seat and kept != -1)


def left(setup: Setup, dealings: Sequence[Dealing]) -> int:
    """How many objectives the deck has, when no draw is pending."""
    return len(setup.all_objectives) - len(dealings)


def laid_out(setup: Setup, dealings: Sequence[Dealing]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The objectives never drawn, sorted, and those that went under the deck, which follow them, in their order."""
    fresh = set(setup.all_objectives)
    queue: list[int] = []
    for _, drawn, _, under in dealings:
        for item in drawn:
            if item in fresh:
                fresh.discard(item)
            else:
                queue.remove(item)
        queue += under
    return tuple(sorted(fresh)), tuple(queue)


def next_objectives(setup: Setup, dealings: Sequence[Dealing]) -> tuple[int, ...]:
    """What the next card may be: all never drawn, or the one that went under first."""
    fresh, queue = laid_out(setup, dealings)
    return fresh or queue[:1]


def pending(state: Lying) -> tuple[int, ...]:
    """Of the objectives drawn last those whose place is still to be decided, sorted."""
    if not state.dealings:
        return ()
    _, drawn, kept, under = state.dealings[-1]
    return tuple(sorted(item for item in drawn if item != kept and item not in under))

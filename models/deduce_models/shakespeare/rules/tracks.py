"""Discs on the act tracks: moving them keeps the piles in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

Tracks = tuple[tuple[int, ...], ...]

NEUTRAL = 2
"""The number of the neutral disc in a solo game."""


def set_disc(
    setup: Setup, spaces: Tracks, ranking: Tracks, act: int, disc: int, space: int
) -> tuple[Tracks, Tracks]:
    """Spaces and ranking after `disc` has gone to `space` of `act`, on top of the pile there."""
    row = spaces[act]
    row = (*row[: disc - 1], space, *row[disc:])
    order = [other for other in ranking[act] if other != disc]
    place, yields = 0, setup.seats == 1 and not setup.options.neutral_ahead
    for other in order:
        if row[other - 1] < space or (row[other - 1] == space and yields and other == NEUTRAL):
            break
        place += 1
    order.insert(place, disc)
    return (
        (*spaces[:act], row, *spaces[act + 1 :]),
        (*ranking[:act], tuple(order), *ranking[act + 1 :]),
    )


def advanced(
    setup: Setup, spaces: Tracks, ranking: Tracks, act: int, disc: int, steps: int
) -> tuple[Tracks, Tracks]:
    """Spaces and ranking after `disc` has gone `steps` on, below 0 back; the end of the track absorbs the rest."""
    old = spaces[act][disc - 1]
    new = min(setup.acts[act].length, old + steps)
    if new == old and not setup.options.blocked_reorders:
        return spaces, ranking
    return set_disc(setup, spaces, ranking, act, disc, new)


def retreats(setup: Setup, spaces: Tracks, seat: int) -> list[int]:
    """The acts in which a grey quill can move the disc of `seat` back."""
    least = 2 if setup.options.grey_into_penalty else setup.parts.penalty_spaces + 2
    return [act for act in range(3) if spaces[act][seat - 1] >= least]

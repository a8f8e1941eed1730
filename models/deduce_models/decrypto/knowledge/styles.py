"""How people give clues, over evenings: what kind of Encryptor somebody has been, and what rivals expect therefore.

`deduce_models.decrypto.knowledge.trust` knows three kinds of Encryptor, weighed within a game by the codes that were
shown. What a finished game tells of a person is how likely each kind is after the codes that he gave clues for; over
games these are Dirichlet counts, which begin with those of people in general (`RIVALS`), worth `USUAL` games. A team
is expected to be what its people are on average: of a game nobody knows beforehand who will give clues how often.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any, Final

import numpy as np

from deduce.records.profiles import Counts, beta_interval
from deduce_models.decrypto.knowledge.trust import RIVALS, kind_chances
from deduce_models.decrypto.knowledge.understanding import Mind
from deduce_models.decrypto.rules.setup import Setup
from deduce_models.decrypto.rules.views import View

USUAL: Final = 1.0
"""So many games are what people in general are worth, beside those counted of one person; set by hand."""


@dataclass(frozen=True)
class Style(Counts):
    """Games in which somebody gave clues that were told of afterwards, by the kind of Encryptor these spoke for."""

    plain: float = 0.0
    planning: float = 0.0
    other: float = 0.0

    @property
    def games(self) -> float:
        """So many games were counted."""
        return float(sum(astuple(self)))

    @property
    def chances(self) -> tuple[float, ...]:
        """How likely each kind is in the next game."""
        total = USUAL + self.games
        return tuple(
            (USUAL * usual + own) / total for usual, own in zip(RIVALS.prior, astuple(self), strict=True)
        )

    @property
    def plans(self) -> tuple[float, float, float]:
        """How often it plans against the reading: the mean, and where about 90 % of the chance is."""
        usual = USUAL * RIVALS.prior[1]
        return beta_interval(usual + self.planning, USUAL - usual + self.plain + self.other)


def counted(view: View, mind: Mind) -> dict[int, Style]:
    """What the codes that a game has shown tell of everybody whose clues could be held against earlier ones, by seat.

    By what is public alone, whoever asks.
    """
    found: dict[int, np.ndarray[Any, Any]] = {}
    for team in range(view.setup.keywords // 4):
        for half, chances in kind_chances(view, team, mind, RIVALS):
            seat = view.setup.encryptor(half.round, team)
            weights = found.get(seat, np.array(RIVALS.prior)) * chances
            found[seat] = weights / weights.sum()
    return {seat: Style(*map(float, weights)) for seat, weights in sorted(found.items())}


def expected_of(people: Mapping[int, Style], setup: Setup) -> tuple[tuple[float, ...] | None, ...]:
    """For each team how likely each kind of Encryptor is before its first clue.

    None where nobody of it is known, and empty where nobody at all is.
    """
    found: list[tuple[float, ...] | None] = []
    for team in (0, 1):
        seats = setup.members(team)
        rows = [people.get(seat, Style()).chances for seat in seats]
        known = any(seat in people for seat in seats)
        found.append(tuple(map(float, np.mean(rows, axis=0))) if known else None)
    return tuple(found) if any(found) else ()

"""What the acts will bring a seat at the rehearsals ahead: exact for one of today, else by expected quills."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.advice.plan_state import POUND, Quills, Spaces, poisson, rate
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules.scoring import prize

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["Rehearsals"]


class Rehearsals:
    """The rehearsals ahead, as one seat expects them on one day.

    Args:
        state: A `State` or `View`.
        seat: The seat.
        weights: The numbers of the estimate.

    Attributes:
        days: Days until each of the rehearsals ahead (0: today).
        first: For each act and space the chance to be first in it at the end of the game; `full` to stand on its
            last prize.
    """

    def __init__(self, state: Any, seat: int, weights: Weights) -> None:
        setup: Setup = state.setup
        self.setup, self.weights = setup, weights
        parts = setup.parts
        self._left = parts.days - state.day
        self.days = tuple(day - state.day for day in parts.rehearsals if day >= state.day)
        self._origin = tuple(row[seat - 1] for row in state.spaces)
        self._rivals: list[tuple[tuple[int, bool], ...]] = []
        for act in range(3):
            order = state.ranking[act]
            self._rivals.append(
                tuple(
                    (state.spaces[act][disc - 1], order.index(disc) > order.index(seat))
                    for disc in order
                    if disc != seat
                )
            )
        self._acts: dict[Any, tuple[float, float]] = {}
        self._ends: dict[Any, tuple[tuple[int, int, int, int], ...]] = {}
        self._gain = [self._rehearsal(days) for days in self.days]
        self.first: list[tuple[float, ...]] = []
        self.full: list[tuple[float, ...]] = []
        for act in range(3):
            self._expect(act)

    def _rehearsal(self, days: int) -> list[list[tuple[float, float]]]:
        """For each act and space the expected prestige and pounds at a rehearsal `days` ahead."""
        setup = self.setup
        rows = []
        for act in range(3):
            length = setup.acts[act].length
            moved = [self._at(act, space, days, False) for space in range(length + 1)]
            chances = poisson(self.weights.quills[act] * days)
            row = [_expected(moved[space:], chances) for space in range(length + 1)]
            # A disc that stays on its space keeps its place in the pile.
            origin = self._origin[act]
            still = self._at(act, origin, days, True)
            prestige, pounds = row[origin]
            row[origin] = (prestige + chances[0] * (still[0] - moved[origin][0]), pounds)
            rows.append(row)
        return rows

    def _expect(self, act: int) -> None:
        """Chances to be first, and to stand on the last prize, at the end of the game, by the space now."""
        track = self.setup.acts[act]
        last = track.last_prize
        growth = self.weights.quills[act] * self._left
        self.first.append(
            tuple(
                self._places(act, min(track.length, int(space + growth)), self._left, True)[0]
                for space in range(track.length + 1)
            )
        )
        if not self._left:
            full = tuple(float(space >= last) for space in range(track.length + 1))
        else:
            full = tuple(
                min(1.0, max(0.0, (space + growth - last + 2) / 2)) for space in range(track.length + 1)
            )
        self.full.append(full)

    def _at(self, act: int, space: int, days: int, still: bool) -> tuple[float, float]:
        """Prestige and pounds of `space` of an act at a rehearsal `days` ahead."""
        setup = self.setup
        track, parts = setup.acts[act], setup.parts
        cumulative = setup.options.act_tiers_cumulative
        prestige = float(prize(track.prestige, space, cumulative))
        pounds = float(prize(track.pounds, space, cumulative))
        bad = space <= parts.penalty_spaces
        if track.ranks and (setup.options.prize_in_penalty or not bad):
            first, second = self._places(act, space, days, still)
            chances = (first, second)
            prestige += sum(worth * chance for worth, chance in zip(track.ranks, chances, strict=False))
        return prestige + parts.penalty * bad, pounds

    def _places(self, act: int, space: int, days: int, still: bool) -> tuple[float, float]:
        """Chances to be first and second in an act."""
        ahead = []
        setup = self.setup
        for other, behind in self._rivals[act]:
            if setup.solo:
                if len(self.days) == 2 and days > self.days[0]:
                    other = setup.parts.neutral[1]
                    behind = False
                mine = space > other or (space == other and still and behind and space == self._origin[act])
                ahead.append(1.0 if mine else 0.0)
            elif not days:
                mine = space > other or (space == other and behind and space == self._origin[act])
                ahead.append(1.0 if mine else 0.0)
            else:
                gap = space - other - self.weights.quills[act] * days
                ahead.append(1 / (1 + math.exp(-gap / (0.5 + 0.5 * math.sqrt(days)))))
        first = math.prod(ahead)
        second = sum(
            (1 - chance) * math.prod(ahead[:place] + ahead[place + 1 :])
            for place, chance in enumerate(ahead)
        )
        return first, second

    def acts(self, spaces: Spaces, now: Quills, later: Quills, extra: int = 0) -> tuple[float, float]:
        """Expected prestige and pounds of the acts at the rehearsals ahead, white quills used as is best.

        `now` are the quills that complete costumes still give at a rehearsal of today (white last), `later` at
        each of a later day; `extra` is a white quill (1) or a grey one (-1) of today's ambiance.
        """
        key = (spaces, now, later, extra)
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = max(
                (self._rehearsed(placed, now, later) for placed in self._moved(spaces, extra)), key=rate
            )
        return found

    def _moved(self, spaces: Spaces, extra: int) -> list[Spaces]:
        """The spaces after one white or grey quill."""
        if not extra:
            return [spaces]
        least = 1 if self.setup.options.grey_into_penalty else self.setup.parts.penalty_spaces + 1
        found = []
        for act in range(3):
            row = list(spaces)
            row[act] = min(self.setup.acts[act].length, row[act] + extra)
            if row[act] >= least or extra > 0:
                found.append((row[0], row[1], row[2]))
        return found or [spaces]

    def _rehearsed(self, spaces: Spaces, now: Quills, later: Quills) -> tuple[float, float]:
        if not self.days or self.days[0]:
            return self._later(spaces, later)
        best, result = -math.inf, (0.0, 0.0)
        for placed in dict.fromkeys(self._spread(spaces, now)):
            prestige = pounds = 0.0
            for act in range(3):
                gain = self._gain[0][act][placed[act]]
                prestige += gain[0]
                pounds += gain[1]
            if len(self.days) > 1:
                gain = self._later(placed, later)
                prestige += gain[0]
                pounds += gain[1]
            if prestige + POUND * pounds > best:
                best, result = prestige + POUND * pounds, (prestige, pounds)
        return result

    def _spread(self, spaces: Spaces, quills: Quills, times: int = 1) -> list[Spaces]:
        """The spaces after these quills, `times` times over, for every use of the white ones, always in one order.

        Where a disc has reached the end of its act, several uses leave the same spaces.
        """
        white = quills[3]
        one, two, three = (act.length for act in self.setup.acts)
        found = []
        for first in range(white + 1):
            for second in range(white - first + 1):
                third = white - first - second
                found.append(
                    (
                        min(one, spaces[0] + times * (quills[0] + first)),
                        min(two, spaces[1] + times * (quills[1] + second)),
                        min(three, spaces[2] + times * (quills[2] + third)),
                    )
                )
        return found

    def _later(self, spaces: Spaces, quills: Quills) -> tuple[float, float]:
        """What the rehearsals of later days bring, white quills used alike in all of them."""
        key = (spaces, quills)
        known = self._acts.get(key)
        if known is not None:
            return known
        tables = [rows for days, rows in zip(self.days, self._gain, strict=True) if days]
        gains = []
        rows = [self._spread(spaces, quills, number) for number in range(1, len(tables) + 1)]
        for ways in zip(*rows, strict=True):
            prestige = pounds = 0.0
            for placed, table in zip(ways, tables, strict=True):
                for act in range(3):
                    gain = table[act][placed[act]]
                    prestige += gain[0]
                    pounds += gain[1]
            gains.append((prestige, pounds))
        found = self._acts[key] = max(gains, key=rate, default=(0.0, 0.0))
        return found

    def leads(self, spaces: Spaces) -> tuple[float, float]:
        """How many first places and last prizes of acts are expected at the end of the game."""
        firsts = fulls = 0.0
        for act, space in enumerate(spaces):
            firsts += self.first[act][space]
            fulls += self.full[act][space]
        return firsts, fulls

    def evening(self, spaces: Spaces, quills: Quills, extra: int) -> tuple[Spaces, tuple[float, float]]:
        """Where the discs go this evening, and the prestige and pounds of a rehearsal of today.

        `quills` are those of complete costumes, `extra` a white (1) or grey (-1) one of the ambiance; white ones are
        used as is best for today and the rehearsals after it.
        """
        today = bool(self.days) and not self.days[0]
        best, placed_best, gained = -math.inf, spaces, (0.0, 0.0)
        for moved in self._moved(spaces, extra):
            for placed in dict.fromkeys(self._spread(moved, quills)) if today else (moved,):
                prestige = pounds = 0.0
                if today:
                    for act, space in enumerate(placed):
                        prestige += self._gain[0][act][space][0]
                        pounds += self._gain[0][act][space][1]
                value = rate((prestige, pounds)) + rate(self._later(placed, quills))
                if value > best:
                    best, placed_best, gained = value, placed, (prestige, pounds)
        return placed_best, gained

    def curtain(self, spaces: Spaces, now: Quills, extra: int) -> tuple[tuple[int, int, int, int], ...]:
        """(prestige, pounds, first places, acts at the last prize) for every use of the white quills."""
        key = (spaces, now, extra)
        found = self._ends.get(key)
        if found is None:
            ends = set()
            for moved in self._moved(spaces, extra):
                for placed in self._spread(moved, now):
                    prestige = pounds = first = full = 0.0
                    for act, space in enumerate(placed):
                        gain = self._gain[0][act][space]
                        prestige += gain[0]
                        pounds += gain[1]
                        first += self.first[act][space]
                        full += self.full[act][space]
                    ends.add((int(prestige), int(pounds), int(first), int(full)))
            found = tuple(
                end
                for end in ends
                if not any(end != other and all(map(int.__le__, end, other)) for other in ends)
            )
            self._ends[key] = found
        return found


def _expected(gains: Sequence[tuple[float, float]], chances: Sequence[float]) -> tuple[float, float]:
    """The mean of gains one, two, ... steps on, the end of the track absorbing the rest."""
    prestige = pounds = 0.0
    most = len(gains) - 1
    for more, chance in enumerate(chances):
        gain = gains[min(most, more)]
        prestige += chance * gain[0]
        pounds += chance * gain[1]
    return prestige, pounds

"""What the acts will bring a seat at the rehearsals ahead: exact for one of today, else by expected quills."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.advice.holdings import POUND, Quills, Spaces, poisson, rate
from deduce_models.shakespeare.advice.weights import Weights

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
        left: Days after this one.
        last: Whether there are none.
        rehearsals: Days until each of the rehearsals ahead (0: today).
    """

    def __init__(self, state: Any, seat: int, weights: Weights) -> None:
        setup: Setup = state.setup
        self.setup, self.seat, self.weights = setup, seat, weights
        parts = setup.parts
        self.left = parts.days - state.day
        self.last = self.left == 0
        self.rehearsals = tuple(day - state.day for day in parts.rehearsals if day >= state.day)
        self.origin = tuple(row[seat - 1] for row in state.spaces)
        self.rivals: list[tuple[tuple[int, bool], ...]] = []
        for act in range(3):
            order = state.ranking[act]
            self.rivals.append(
                tuple(
                    (state.spaces[act][disc - 1], order.index(disc) > order.index(seat))
                    for disc in order
                    if disc != seat
                )
            )
        self._acts: dict[Any, tuple[float, float]] = {}
        self._ends: dict[Any, tuple[tuple[int, int, int, int], ...]] = {}
        self._gain = [self._rehearsal(days) for days in self.rehearsals]
        self._first: list[tuple[float, ...]] = []
        self._full: list[tuple[float, ...]] = []
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
            origin = self.origin[act]
            still = self._at(act, origin, days, True)
            prestige, pounds = row[origin]
            row[origin] = (prestige + chances[0] * (still[0] - moved[origin][0]), pounds)
            rows.append(row)
        return rows

    def _expect(self, act: int) -> None:
        """Chances to be first, and to stand on the last prize, at the end of the game, by the space now."""
        track = self.setup.acts[act]
        last = max([space for space, _ in track.prestige + track.pounds], default=track.length)
        growth = self.weights.quills[act] * self.left
        self._first.append(
            tuple(
                self._places(act, min(track.length, int(space + growth)), self.left, True)[0]
                for space in range(track.length + 1)
            )
        )
        if self.last:
            full = tuple(float(space >= last) for space in range(track.length + 1))
        else:
            full = tuple(
                min(1.0, max(0.0, (space + growth - last + 2) / 2)) for space in range(track.length + 1)
            )
        self._full.append(full)

    def _at(self, act: int, space: int, days: int, still: bool) -> tuple[float, float]:
        """Prestige and pounds of `space` of an act at a rehearsal `days` ahead."""
        setup = self.setup
        track, parts = setup.acts[act], setup.parts
        cumulative = setup.options.act_tiers_cumulative
        prestige = float(_tier(track.prestige, space, cumulative))
        pounds = float(_tier(track.pounds, space, cumulative))
        bad = space <= parts.penalty_spaces
        if track.ranks and (setup.options.prize_in_penalty or not bad):
            first, second = self._places(act, space, days, still)
            chances = (first, second)
            prestige += sum(prize * chance for prize, chance in zip(track.ranks, chances, strict=False))
        return prestige + parts.penalty * bad, pounds

    def _places(self, act: int, space: int, days: int, still: bool) -> tuple[float, float]:
        """Chances to be first and second in an act."""
        ahead = []
        setup = self.setup
        for other, behind in self.rivals[act]:
            if setup.solo:
                if len(self.rehearsals) == 2 and days > self.rehearsals[0]:
                    other = setup.parts.neutral[1]
                    behind = False
                mine = space > other or (space == other and still and behind and space == self.origin[act])
                ahead.append(1.0 if mine else 0.0)
            elif not days:
                mine = space > other or (space == other and behind and space == self.origin[act])
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
        if not self.rehearsals or self.rehearsals[0]:
            return self._later(spaces, later)
        best, result = -math.inf, (0.0, 0.0)
        for placed in self._spread(spaces, now):
            prestige = pounds = 0.0
            for act in range(3):
                gain = self._gain[0][act][placed[act]]
                prestige += gain[0]
                pounds += gain[1]
            if len(self.rehearsals) > 1:
                gain = self._later(placed, later)
                prestige += gain[0]
                pounds += gain[1]
            if prestige + POUND * pounds > best:
                best, result = prestige + POUND * pounds, (prestige, pounds)
        return result

    def _spread(self, spaces: Spaces, quills: Quills, times: int = 1) -> list[Spaces]:
        """The spaces after these quills, `times` times over, for every use of the white ones."""
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
        return list(dict.fromkeys(found)) if times == 1 else found

    def _later(self, spaces: Spaces, quills: Quills) -> tuple[float, float]:
        """What the rehearsals of later days bring, white quills used alike in all of them."""
        key = (spaces, quills)
        known = self._acts.get(key)
        if known is not None:
            return known
        tables = [rows for days, rows in zip(self.rehearsals, self._gain, strict=True) if days]
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
                        first += self._first[act][space]
                        full += self._full[act][space]
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


def _tier(tiers: tuple[tuple[int, int], ...], space: int, cumulative: bool) -> int:
    reached = [prize for least, prize in tiers if space >= least]
    return (sum(reached) if cumulative else reached[-1]) if reached else 0

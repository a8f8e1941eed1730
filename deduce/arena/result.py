"""What a tournament says: standings, paired comparisons, the cross-play matrix, and their tables."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from deduce.arena.match import Match
from deduce.arena.ratings import Rating, ratings
from deduce.arena.statistics import Mean, Share, mean_of, share_of
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.shown import Plain, Shown, frame


@dataclass(frozen=True, slots=True)
class Standing(Plain):
    """One entrant's results.

    Attributes:
        name: The entrant.
        games: Matches it sat in.
        score: Its mean score. The values averaged are its means for each deal, so that matches of one
            deal, which are not independent, do not make the error look smaller than it is.
        wins: The share of its seats with the best score of their match (a tie is shared); None in a
            cooperative game, where all seats of every match score the same. The interval takes matches
            for independent.
        measures: What was measured, by name: a `Share` if only 0 and 1 occur, else a `Mean` over deals.
        milliseconds: Mean time for a decision.
    """

    name: str
    games: int
    score: Mean
    wins: Share | None
    measures: Mapping[str, Mean | Share]
    milliseconds: float


@dataclass(frozen=True)
class Result(Shown):
    """A tournament: its settings and its matches, in the order of the schedule.

    Everything else is computed from the matches when asked for.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    pairing: str
    deals: int
    rng: int
    entrants: tuple[str, ...]
    matches: tuple[Match, ...]

    @cached_property
    def cooperative(self) -> bool:
        """Whether all seats of every match scored the same."""
        return all(len(set(match.scores)) == 1 for match in self.matches)

    @cached_property
    def measured(self) -> tuple[str, ...]:
        """The names of what was measured."""
        return tuple(dict.fromkeys(name for match in self.matches for name in match.measures))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """One standing an entrant, the best mean score first."""
        found = [self._standing(name) for name in self.entrants]
        return tuple(sorted(found, key=lambda each: -each.score.value))

    def compare(self, one: str, other: str, *, measure: str | None = None) -> Mean:
        """How much better `one` does than `other`: the mean difference over the deals both played.

        Pairing by deal takes the luck of the deal out, so the error is smaller than that of two
        separate means. `measure` compares something measured in place of the score. Raises `ProblemError`
        for a name that is not in the tournament.
        """
        mine, theirs = (self._by_deal(name, measure) for name in (one, other))
        return mean_of(mine[deal] - theirs[deal] for deal in mine if deal in theirs)

    def cross(self, *, measure: str | None = None) -> dict[tuple[str, str], Mean]:
        """The cross-play matrix: how (row, column) does, one seat row's and all others column's.

        The value is the score of row's seat, or something measured; pairs that never met are missing.
        """
        self._check_measure(measure)
        met: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        for match in self.matches:
            lineup = match.fixture.lineup
            for seat, name in enumerate(lineup):
                others = {*lineup[:seat], *lineup[seat + 1 :]}
                if len(others) == 1:
                    value = match.scores[seat] if measure is None else match.measures[measure]
                    met[name, others.pop()][match.fixture.deal].append(value)
        return {pair: mean_of(map(_average, deals.values())) for pair, deals in met.items()}

    def ratings(self) -> dict[str, Rating]:
        """Plackett-Luce ratings. Raises `MissingExtra` without openskill."""
        return ratings(self.matches)

    def to_frame(self) -> Any:
        """The standings as a pandas data frame, an entrant a row. Raises `MissingExtra`."""
        return frame([each.to_dict() for each in self.standings])

    def table(self, *, ratings: bool = False) -> str:
        """The standings as text, the best first; with `ratings`, a column of them too.

        Raises `ProblemError` for ratings where nobody played against another.
        """
        if ratings and self.pairing == "self":
            raise ProblemError(
                "ratings say who beats whom, and pairing 'self' never lets two players meet:"
                " use 'round-robin' or 'cross', in a game where seats can score differently"
            )
        if ratings and self.cooperative:
            raise ProblemError("ratings say who beats whom, and all seats of every match scored the same")
        rated = self.ratings() if ratings else {}
        heads = ["player", "games", "score"]
        heads += [] if self.cooperative else ["wins [95%]"]
        heads += [*self.measured, *(["rating"] if ratings else []), "ms/move"]
        rows = []
        for each in self.standings:
            row = [each.name, str(each.games), str(each.score)]
            row += [str(each.wins)] if each.wins else []
            row += [str(each.measures[name]) for name in self.measured if name in each.measures]
            row += [str(rated[each.name])] if ratings else []
            rows.append([*row, f"{each.milliseconds:.2f}"])
        return _aligned([heads, *rows])

    def paired(self) -> str:
        """How far everybody is behind the first, deal by deal, as text; nothing for one entrant alone.

        Of a game that is not cooperative, played by each among itself, it says that this is no comparison of strength.
        """
        first, *others = (each.name for each in self.standings)
        if not others:
            return ""
        head = f"{first} is ahead by (the same deals compared):"
        if self.pairing == "self" and not self.cooperative:
            head = (
                "no two of them met, so this says nothing of who beats whom (pairing 'round-robin' or 'cross' does);\n"
                f"among its own kind {first} scores more by (the same deals compared):"
            )
        return "\n".join([head, *(f"  {other}: {self.compare(first, other)}" for other in others)])

    def cross_table(self, *, measure: str | None = None) -> str:
        """The cross-play matrix as text: rows are the one seat, columns all the others."""
        matrix = self.cross(measure=measure)
        rows = [["", *self.entrants]]
        for row in self.entrants:
            cells = (matrix.get((row, column)) for column in self.entrants)
            rows.append([row, *("-" if cell is None else str(cell) for cell in cells)])
        return _aligned(rows)

    def to_dict(self) -> dict[str, Any]:
        """Settings, standings, paired comparisons and the matrix as plain values for JSON."""
        pairs = [(a, b) for i, a in enumerate(self.entrants) for b in self.entrants[i + 1 :]]
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "pairing": self.pairing,
            "deals": self.deals,
            "rng": self.rng,
            "matches": len(self.matches),
            "cooperative": self.cooperative,
            "standings": [each.to_dict() for each in self.standings],
            "comparisons": [
                {"one": a, "other": b, "difference": self.compare(a, b).to_dict()} for a, b in pairs
            ],
            "cross": [
                {"row": a, "column": b, "score": value.to_dict()} for (a, b), value in self.cross().items()
            ],
        }

    def _seats(self, name: str) -> Iterable[tuple[Match, int]]:
        if name not in self.entrants:
            raise ProblemError(f"{name!r} is not in the tournament: {nearest(name, self.entrants)}")
        for match in self.matches:
            for seat, who in enumerate(match.fixture.lineup):
                if who == name:
                    yield match, seat

    def _check_measure(self, measure: str | None) -> None:
        if measure is not None and measure not in self.measured:
            raise ProblemError(f"{measure!r} was not measured: {nearest(measure, self.measured)}")

    def _by_deal(self, name: str, measure: str | None) -> dict[int, float]:
        """The entrant's mean for each deal."""
        self._check_measure(measure)
        deals: dict[int, list[float]] = defaultdict(list)
        for match, seat in self._seats(name):
            value = match.scores[seat] if measure is None else match.measures[measure]
            deals[match.fixture.deal].append(value)
        return {deal: _average(values) for deal, values in deals.items()}

    def _standing(self, name: str) -> Standing:
        seats = list(self._seats(name))
        wins = [_won(match.scores, seat) for match, seat in seats]
        decisions = sum(match.decisions[seat] for match, seat in seats)
        seconds = math.fsum(match.seconds[seat] for match, seat in seats)
        # A match counts once for what was measured of it, however many seats the entrant had in it.
        mine = list({match.fixture: match for match, _ in seats}.values())
        return Standing(
            name,
            len(mine),
            mean_of(self._by_deal(name, None).values()),
            None if self.cooperative else share_of(math.fsum(wins), len(wins)),
            {what: self._measure(name, mine, what) for what in self.measured},
            1000 * seconds / decisions if decisions else math.nan,
        )

    def _measure(self, name: str, matches: Sequence[Match], what: str) -> Mean | Share:
        values = [match.measures[what] for match in matches]
        if set(values) <= {0.0, 1.0}:
            return share_of(math.fsum(values), len(values))
        return mean_of(self._by_deal(name, what).values())


def _won(scores: Sequence[float], seat: int) -> float:
    best = max(scores)
    return 1 / scores.count(best) if scores[seat] == best else 0.0


def _average(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns of text: the first to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )

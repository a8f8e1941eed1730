"""Teams as parts of worlds: for each code of a team a weighted matrix of four columns by words, all different.

A clue weighs the keyword behind the digit it stands for, so the code decides which column it weighs. With the code
given, all evidence is about single columns; the at most 24 matrices together are the exact joint posterior. Sums over
different words are those of `belief` and `distinct`: nothing here grows with the sets of words, as a diagram would.

For whoever knows neither team's keywords, all eight cards come from one deck: a `JointPart` has both teams, for every
pair of their matrices that differ. Only one team's clues are read at a time, so these are again 24 at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.language.variables import Variable
from deduce.worlds.base import Floats
from deduce_models.decrypto.knowledge.belief import different_chances, distinct_sums
from deduce_models.decrypto.knowledge.distinct import DifferentWords, fillable, side_by_side, ways
from deduce_models.decrypto.rules.moves import Code

_SMALLEST: Final = 1e-300


@dataclass(frozen=True, eq=False)
class TeamPart:
    """One team: `places` has what each of its variables is, `codes` the codes it may have (one empty: none).

    Places are ``("code", 0)``, ``("digit", i)``, ``("keyword", column)`` and ``("meant", i)``, from 0. `matrix` has the
    weights of words by code and column, shape (codes, 4, words + 4) where the last four are the columns' words
    outside the list, and no words where the keywords are no variables. `cases` weighs the codes; `scale` is a log2.
    """

    places: Mapping[Variable, tuple[str, int]]
    codes: tuple[Code | tuple[()], ...]
    cases: Floats
    matrix: Floats
    scale: float = 0.0

    def values(self, variable: Variable, case: int) -> tuple[int, NDArray[np.int64]] | int:
        """A column and the value of every domain position there; or the one position that the code allows."""
        kind, at = self.places[variable]
        code = self.codes[case]
        if kind == "code":
            return case
        if kind == "digit":
            return code[at] - 1
        index = np.arange(len(variable.domain))
        if kind == "meant":
            return code[at] - 1, index
        index[self.matrix.shape[2] - 4 :] += at
        return at, index

    def weigh(self, variable: Variable, ratios: Floats) -> TeamPart:
        """Multiply by the ratio of the value, by domain position."""
        cases, matrix = self.cases.copy(), self.matrix.copy()
        for case in range(len(self.codes)):
            found = self.values(variable, case)
            if isinstance(found, int):
                cases[case] *= ratios[found]
            else:
                column, index = found
                given = np.zeros(matrix.shape[2])
                given[index] = ratios
                row = matrix[case, column] * given
                # What was possible stays possible, however unlikely.
                matrix[case, column] = np.where(
                    (matrix[case, column] > 0) & (given > 0), np.maximum(row, _SMALLEST), 0
                )
        tops = matrix.max(axis=2) if matrix.shape[2] else np.ones((len(cases), 4))
        safe = np.where(tops > 0, tops, 1.0)
        lost = (cases > 0) & (tops > 0).all(axis=1)
        with np.errstate(divide="ignore"):
            logs = np.where(lost, np.log2(np.where(lost, cases, 1.0)) + np.log2(safe).sum(axis=1), -np.inf)
        peak = float(logs.max())
        if peak == -np.inf:
            return replace(self, cases=np.zeros(len(cases)), matrix=matrix)
        made = np.where(lost, np.maximum(np.exp2(logs - peak), _SMALLEST), 0.0)
        return replace(self, cases=made, matrix=matrix / safe[:, :, None], scale=self.scale + peak)

    @cached_property
    def able(self) -> NDArray[np.bool_]:
        """Which codes are possible: by Hall's theorem, whether the columns can have four different words."""
        return (self.cases > 0) & (fillable(self.matrix > 0) if self.matrix.shape[2] else True)

    @cached_property
    def totals(self) -> Floats:
        """The weight of every code."""
        found = np.where(self.able, self.cases, 0.0)
        if self.matrix.shape[2] and self.able.any():
            found[self.able] *= np.maximum(distinct_sums(self.matrix[self.able]), _SMALLEST)
        return found

    @cached_property
    def chances(self) -> Floats:
        """The chance of every word in every column for each code, shape as `matrix`."""
        return different_chances(self.matrix) if self.matrix.shape[2] else self.matrix

    @property
    def possible(self) -> bool:
        """Whether anything is left."""
        return bool(self.able.any())

    def log2_weight(self) -> float:
        """Of everything together. Something must be left."""
        return float(np.log2(self.totals.sum())) + self.scale

    def count(self) -> int:
        """How many codes with keywords are possible."""
        if not self.matrix.shape[2]:
            return int(self.able.sum())
        return ways(self.matrix[self.able] > 0)

    def array(self, variable: Variable) -> Floats:
        """The chance of each value of a variable, by domain position. Something must be left."""
        return self.spread(variable, self.totals / self.totals.sum(), self.chances)

    def spread(self, variable: Variable, shares: Floats, chances: Floats) -> Floats:
        """The same from chances of the codes, and of the words as in `chances`."""
        found = np.zeros(len(variable.domain))
        for case in np.flatnonzero(shares).tolist():
            values = self.values(variable, case)
            if isinstance(values, int):
                found[values] += shares[case]
            else:
                found += shares[case] * chances[case, values[0], values[1]]
        return found

    def entropy(self) -> float:
        """In bits: the logarithm of the whole weight less the mean of that of a world. Something must be left."""
        whole = self.totals.sum()
        share = self.totals[self.able] / whole
        chances, matrix = self.chances[self.able], self.matrix[self.able]
        logs = np.log2(np.where(matrix > 0, matrix, 1.0))
        mean = np.log2(self.cases[self.able]) + (chances * logs).sum(axis=(1, 2))
        return float(np.log2(whole) - (share * mean).sum())

    def draw(self, random: np.random.Generator) -> dict[Variable, int]:
        """A world by weight, as domain positions."""
        case = int(random.choice(len(self.codes), p=self.totals / self.totals.sum()))
        matrix, words = self.matrix[case : case + 1].copy(), [0] * 4
        for column in range(4 if matrix.shape[2] else 0):
            here = different_chances(matrix)[0, column]
            words[column] = int(random.choice(len(here), p=here / here.sum()))
            matrix[0, column] = 0.0
            matrix[0, column, words[column]] = 1.0
        return self.world(case, words)

    def world(self, case: int, words: Sequence[int]) -> dict[Variable, int]:
        """The domain positions of all variables for a code and the words of the columns."""
        found = {}
        for variable in self.places:
            values = self.values(variable, case)
            found[variable] = (
                values if isinstance(values, int) else int(np.flatnonzero(values[1] == words[values[0]])[0])
            )
        return found

    def unweighted(self) -> TeamPart:
        """The same with all weights alike."""
        cases, matrix = (self.cases > 0).astype(float), (self.matrix > 0).astype(float)
        return replace(self, cases=cases, matrix=matrix, scale=0.0)

    def relabel(self, names: Mapping[Variable, Variable]) -> TeamPart:
        """The same with variables renamed."""
        return replace(self, places={names.get(v, v): place for v, place in self.places.items()})

    @property
    def nbytes(self) -> int:
        """Memory, in bytes."""
        return self.matrix.nbytes + self.cases.nbytes


@dataclass(frozen=True, eq=False)
class JointPart:
    """White and Black, all eight of whose keywords are hidden and different words."""

    teams: tuple[TeamPart, TeamPart]

    @cached_property
    def places(self) -> dict[Variable, tuple[str, int]]:
        """What each variable is, of either team."""
        return {**self.teams[0].places, **self.teams[1].places}

    def weigh(self, variable: Variable, ratios: Floats) -> JointPart:
        """Multiply by the ratio of the value, by domain position."""
        white, black = self.teams
        if variable in white.places:
            return JointPart((white.weigh(variable, ratios), black))
        return JointPart((white, black.weigh(variable, ratios)))

    @cached_property
    def _kinds(self) -> tuple[tuple[NDArray[np.int64], Floats], ...]:
        """For each team which of its different matrices each code has, and these matrices."""
        found = []
        for team in self.teams:
            # Matrices of codes that are out do not matter.
            keys = [
                matrix.tobytes() if case > 0 else b""
                for case, matrix in zip(team.cases, team.matrix, strict=True)
            ]
            first = {key: number for number, key in reversed(list(enumerate(keys)))}
            order = sorted(first, key=lambda key: (not key, first[key]))
            kind = np.array([order.index(key) for key in keys])
            found.append((kind, team.matrix[[first[key] for key in order]]))
        return tuple(found)

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int64], ...]:
        """Picks of one a pair of kinds one a pair of codes."""
        return np.ix_(self._kinds[0][0], self._kinds[1][0])

    @cached_property
    def _matrices(self) -> Floats:
        """The eight columns for every pair of kinds: (White's, Black's, 8, words + 8)."""
        return side_by_side(self._kinds[0][1], self._kinds[1][1])

    @cached_property
    def _able(self) -> NDArray[np.bool_]:
        """Which pairs of kinds are possible (Hall's theorem)."""
        shape = self._matrices.shape
        return fillable(self._matrices.reshape(-1, *shape[2:]) > 0).reshape(shape[:2])

    @cached_property
    def _words(self) -> DifferentWords:
        return DifferentWords(self._matrices.reshape(-1, *self._matrices.shape[2:]))

    @cached_property
    def able(self) -> NDArray[np.bool_]:
        """Which pairs of codes are possible: (White's, Black's)."""
        cases = np.outer(self.teams[0].cases > 0, self.teams[1].cases > 0)
        return cases & self._able[self._pairs]

    @cached_property
    def totals(self) -> Floats:
        """The weight of every pair of codes."""
        sums = np.maximum(self._words.sums.reshape(self._able.shape), _SMALLEST)
        cases = np.outer(self.teams[0].cases, self.teams[1].cases)
        return np.where(self.able, np.maximum(cases * sums[self._pairs], _SMALLEST), 0.0)

    @property
    def possible(self) -> bool:
        """Whether anything is left."""
        return bool(self.able.any())

    def log2_weight(self) -> float:
        """Of everything together. Something must be left."""
        return float(np.log2(self.totals.sum())) + sum(team.scale for team in self.teams)

    def count(self) -> int:
        """How many codes with keywords of both teams are possible."""
        white, black = (kind for kind, _ in self._kinds)
        # What is possible is often the same for all codes.
        codes: dict[bytes, int] = {}
        for one, other in np.argwhere(self._able):
            number = int(self.able[np.ix_(white == one, black == other)].sum())
            key = (self._matrices[one, other] > 0).tobytes()
            codes[key] = codes.get(key, 0) + number
        found = 0
        for key, number in codes.items():
            able = np.frombuffer(key, dtype=bool).reshape(1, *self._matrices.shape[2:])
            found += number * ways(able) if number else 0
        return found

    @cached_property
    def _shares(self) -> Floats:
        """The chance of every pair of kinds."""
        found = np.zeros(self._able.shape)
        np.add.at(found, self._pairs, self.totals / self.totals.sum())
        return found

    @cached_property
    def _told(self) -> list[tuple[Floats, Floats]]:
        """For each team the chances of its codes, and of words by code and column, shape as its matrix."""
        chances = self._words.chances.reshape(self._matrices.shape)
        whole, shares = self.totals / self.totals.sum(), self._shares
        count = self._matrices.shape[3] - 8
        own = [list(range(count + 4)), [*range(count), *range(count + 4, count + 8)]]
        found = []
        for at, pattern in enumerate(("ab,abcw->acw", "ab,abcw->bcw")):
            sums = np.maximum(shares.sum(axis=1 - at), _SMALLEST)
            words = np.einsum(pattern, shares, chances[:, :, 4 * at : 4 * at + 4][..., own[at]])
            words /= sums[:, None, None]
            found.append((whole.sum(axis=1 - at), words[self._kinds[at][0]]))
        return found

    def array(self, variable: Variable) -> Floats:
        """The chance of each value of a variable, by domain position. Something must be left."""
        at = 0 if variable in self.teams[0].places else 1
        return self.teams[at].spread(variable, *self._told[at])

    def entropy(self) -> float:
        """In bits, as that of a `TeamPart`."""
        whole = self.totals.sum()
        shares = self.totals / whole
        matrices = self._matrices
        logs = np.log2(np.where(matrices > 0, matrices, 1.0))
        words = (self._words.chances.reshape(matrices.shape) * logs).sum(axis=(2, 3))
        mean = float((self._shares * words).sum())
        for at, team in enumerate(self.teams):
            codes = np.log2(np.where(team.cases > 0, team.cases, 1.0))
            mean += float((shares.sum(axis=1 - at) * codes).sum())
        return float(np.log2(whole)) - mean

    def draw(self, random: np.random.Generator) -> dict[Variable, int]:
        """A world by weight, as domain positions."""
        place = int(random.choice(self.totals.size, p=(self.totals / self.totals.sum()).ravel()))
        white, black = divmod(place, self.totals.shape[1])
        kinds = self._kinds[0][0][white], self._kinds[1][0][black]
        words = self._words.draw(int(kinds[0] * self._able.shape[1] + kinds[1]), random)
        count = self._matrices.shape[3] - 8
        # Black's words outside the list stand behind White's.
        other = [word - 4 if word >= count else word for word in words[4:]]
        return {**self.teams[0].world(white, words[:4]), **self.teams[1].world(black, other)}

    def unweighted(self) -> JointPart:
        """The same with all weights alike."""
        return JointPart((self.teams[0].unweighted(), self.teams[1].unweighted()))

    def relabel(self, names: Mapping[Variable, Variable]) -> JointPart:
        """The same with variables renamed."""
        return JointPart((self.teams[0].relabel(names), self.teams[1].relabel(names)))

    @property
    def nbytes(self) -> int:
        """Memory, in bytes."""
        return sum(team.nbytes for team in self.teams)

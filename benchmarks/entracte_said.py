"""Every chance that Entracte's advice and sheet say, against what happened, at a table of best players.

``python -m benchmarks.entracte_said --games 100 --seats 2 3 4 --results rows.jsonl``: all seats play by `GAME.advise`, in
the cooperative game, with the convention, and in the competitive game. Kept is what the first row said:

proved in time, proved at last    everything proved by the longest row of the best result, or by the end
guessed in time, guessed at last  with the convention: all seats would guess right by then
stopping                          with the convention: all guesses right if the game stops now
declaring                         the best guesses are all right: one of the possible choices, drawn, is the true one
token                             another seat has a token beside the card that is played
guess                             a guess is right (with the convention: all of this seat's)
sheet                             a possible code is a rival's, by the sheet of seat 1 at four lengths of the row

A results file holds a line a game, and a run with the same file goes on where the last one ended. ``--fit`` prints for
the first four by how much better than rollouts the table plays (`later` in ``chance = 1 - (1 - share) ** later``).
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.calibration import Told, table
from benchmarks.rows import Rows
from deduce.games.base import Advice, settle
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.convention.decision import likeliest
from deduce_models.entracte.advice.informed import worlds_of
from deduce_models.entracte.advice.rollouts import target_length
from deduce_models.entracte.answers.report import sheet_of
from deduce_models.entracte.knowledge.belief import public_belief
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

FIRST = 5_000_000
MODES: dict[str, dict[str, Any]] = {
    "cooperative": {},
    "convention": {"convention": True},
    "competitive": {"mode": "competitive"},
}
SHEETS = (4, 6, 8, 10)
EDGES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
FITTED = ("proved in time", "proved at last", "guessed in time", "guessed at last")


class Said(NamedTuple):
    """What was said of which sort, the same before it was calibrated, and whether it happened."""

    sort: str
    value: float
    raw: float
    happened: bool


class Game:
    """One game at a table of best players, and what was said in it."""

    def __init__(self, mode: str, seats: int, deal: int) -> None:
        self.rng = random.Random(f"{mode}/{seats}/{deal}")
        self.state: State = settle(GAME.new(players=seats, seed=deal, **MODES[mode]), self.rng)
        self.convention = mode == "convention"
        self.said: list[Said] = []
        self.waiting: list[tuple[str, int, float, float]] = []
        self.sheets = set(SHEETS)

    def played(self) -> list[Said]:
        """Play to the end."""
        while isinstance(self.state.actor, int):
            view = self.state.view(self.state.actor)
            self._come_true(view.face)
            self._sheet(view.face)
            found = GAME.advise(view, rng=self.rng.getrandbits(32))
            self._heard(view.face, found)
            self.state = settle(self.state.play(found[0].move), self.rng)
        return self.said

    def _heard(self, view: EntracteView, found: Sequence[Advice[EntracteMove]]) -> None:
        first, kind = found[0], view.moves[0].kind
        if kind is Kind.GUESS:
            if not self.convention:
                self._keep("guess", first.value, self._holds(first.move))
            elif not view.guesses[view.seat - 1]:
                right = likeliest(view) == self._truth()
                self._keep("guess", first.value, right)
            return
        for item in found:
            if item.move.kind is Kind.DECLARE:
                self._keep("declaring", item.details["chance"], self._drawn(view))
        raw = first.details.get("proved", first.details.get("right"))
        if raw is not None and not view.setup.competitive:
            until = target_length(view)
            sort = "guessed" if self.convention else "proved"
            when = "in time" if until == view.setup.quick else "at last"
            value = first.details["chance"]
            self.waiting.append((f"{sort} {when}", until, value, raw))
        elif self.convention and first.move.kind is Kind.STOP and math.isfinite(first.value):
            self._keep("stopping", first.value, self._all_right())
        if first.move.kind is Kind.PLAY and "signals" in first.details:
            matched = view.setup.parts.pairs[view.row[-1]][first.move.item]
            for seat, chance in enumerate(first.details["signals"], 1):
                if seat != view.seat:
                    self._keep("token", chance, bool(self.state.codes[seat - 1] & matched))

    def _come_true(self, view: EntracteView) -> None:
        """What was said of a row of this length, or of an end before it, can be told."""
        over = view.moves[0].kind is Kind.GUESS
        due = [each for each in self.waiting if over or each[1] <= len(view.row)]
        if due:
            happened = self._all_right() if self.convention else self._proved()
            self.said += [Said(sort, value, raw, happened) for sort, _, value, raw in due]
            self.waiting = [each for each in self.waiting if each not in due]

    def _sheet(self, view: EntracteView) -> None:
        if len(view.row) not in self.sheets:
            return
        self.sheets.remove(len(view.row))
        told = evidence_of(self.state.view(1))
        sheet = sheet_of(told, knowledge_of(told))
        for seat, name in enumerate(told.names, 1):
            for code, chance in enumerate(sheet[name].values()):
                if seat > 1 and chance > 0:
                    self._keep("sheet", chance, bool(self.state.codes[seat - 1] >> code & 1))

    def _keep(self, sort: str, chance: float, happened: bool) -> None:
        self.said.append(Said(sort, chance, chance, happened))

    def _holds(self, move: EntracteMove) -> bool:
        return bool(self.state.face.codes[move.seat - 1] >> move.item & 1)

    def _drawn(self, view: EntracteView) -> bool:
        return tuple(worlds_of(evidence_of(view), self.rng)[0]) == tuple(self.state.face.codes)

    def _truth(self) -> tuple[int, ...]:
        return tuple(code.bit_length() - 1 for code in self.state.codes)

    def _all_right(self) -> bool:
        seats = range(1, self.state.seats + 1)
        return all(likeliest(self.state.view(seat).face) == self._truth() for seat in seats)

    def _proved(self) -> bool:
        return public_belief(self.state.view(0).face).everyone_sure


def gathered(path: Path | None, modes: Sequence[str], seats: Sequence[int], deals: range) -> list[Any]:
    """A row a game: mode, seats, deal, what was said; those of the file are not played again."""
    with Rows(path, "row", lambda row: tuple(row["row"][:3])) as kept:
        known = {tuple(row["row"][:3]) for row in kept.rows}
        for deal in deals:
            for mode in modes:
                for number in seats:
                    if (mode, number, deal) not in known:
                        kept.add({"row": [mode, number, deal, Game(mode, number, deal).played()]})
    rows = [row["row"] for row in kept.rows]
    return [row for row in rows if row[0] in modes and row[1] in seats and row[2] in deals]


def fitted(pairs: Sequence[tuple[float, bool]]) -> float:
    """The `later` that makes what happened likeliest."""

    def loss(later: float) -> float:
        chances = [min(1 - 1e-6, max(1e-6, 1 - (1 - raw) ** later)) for raw, _ in pairs]
        return -sum(
            math.log(p if happened else 1 - p) for p, (_, happened) in zip(chances, pairs, strict=True)
        )

    return min((k / 50 for k in range(10, 250)), key=loss)


def of_sort(rows: Iterable[Any], sort: str) -> list[tuple[Any, Said]]:
    """What was said of one sort, with the game."""
    return [(tuple(row[:3]), told) for row in rows for each in row[3] if (told := Said(*each)).sort == sort]


def main() -> None:
    """Print the tables, or the fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games of each number of seats and mode")
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4))
    parser.add_argument("--modes", nargs="+", default=list(MODES), choices=list(MODES))
    parser.add_argument("--results", type=Path, help="a file to keep games in, and to go on from")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    deals = range(given.first, given.first + given.games)
    rows = gathered(given.results, given.modes, given.seats, deals)
    # By the number of seats, then together.
    groups = [(str(number), [number]) for number in given.seats] + [("all", given.seats)]
    for mode in given.modes:
        for name, seats in groups:
            part = [row for row in rows if row[0] == mode and row[1] in seats]
            sorts = dict.fromkeys(each[0] for row in part for each in row[3])
            for sort in sorts:
                told = of_sort(part, sort)
                if not given.fit:
                    chances = [Told(game, each.value, each.happened) for game, each in told]
                    table(f"{mode}, {name} seats, {len(part)} games: {sort}", chances, EDGES)
                elif sort in FITTED:
                    later = fitted([(each.raw, each.happened) for _, each in told])
                    print(f"{mode}, {name} seats, {len(part)} games: {sort}: later {later}")


if __name__ == "__main__":
    main()

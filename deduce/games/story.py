"""The story of a finished game, as a value: who could have known what when, what told most, which lies, where it turned.

It is told by `deduce.games.retelling`, and shown by `deduce.show.story`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from deduce.ground.shown import Plain

SURELY = 3.0
"""So many standard errors a change must have to be called one: there are many lines to choose from."""


@dataclass(frozen=True, slots=True)
class Lie:
    """A move that said what was not so; `move` is its number (0-based), `caught` whether somebody found out."""

    move: int
    seat: int
    said: str
    truth: str
    caught: bool


@dataclass(frozen=True, slots=True)
class Moment(Plain):
    """One line of the record, and how things stood after it.

    `bits` has for each viewer of the story the entropy of what was still hidden from it (None where that was not worked
    out), `scores` the mean final score of each seat when the game is played on, and `errors` their standard errors; both
    are empty where this was not done. `decided` is false where only chance moved.
    """

    line: int
    said: str
    bits: tuple[float | None, ...]
    scores: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    decided: bool = True

    plainly = "line said bits scores errors"


@dataclass(frozen=True, slots=True)
class Found(Plain):
    """A fact, and for each viewer the line from which on it could have known it.

    0: from the beginning; None: not while it was so, which was from the line `since` to the line `until` (None: the end).
    """

    fact: str
    lines: tuple[int | None, ...]
    since: int = 0
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Telling(Plain):
    """How many bits a line told a seat."""

    line: int
    said: str
    seat: int
    bits: float


@dataclass(frozen=True, slots=True)
class Turn(Plain):
    """The line at which the mean score of a seat changed most, by games played on; `error` of the change."""

    line: int
    said: str
    seat: int
    before: float
    after: float
    error: float


@dataclass(frozen=True, slots=True)
class Story:
    """A finished game, told.

    Attributes:
        title: The game.
        names: The players, seat 1 first.
        viewers: The seats whose knowledge is told (0: a bystander); the writer alone for one seat's notes.
        scores: How it ended; None where the record does not tell.
        moments: The beginning (line 0), and every line.
        found: What could be known, by the order in which somebody could.
        lies: The lies, each with its line, best paid first where that is known.
        playouts: How many games were played on from each line, by players called `player`; 0 for none.
        opened: What belonged to some alone in an evening of everybody: its line, whose it was, and what it says.
        cut: What was not worked out, in words; empty where all was.
    """

    title: str
    names: tuple[str, ...]
    viewers: tuple[int, ...]
    scores: tuple[float, ...] | None
    moments: tuple[Moment, ...]
    found: tuple[Found, ...]
    lies: tuple[tuple[int, Lie], ...] = ()
    playouts: int = 0
    player: str = ""
    cut: str = ""
    opened: tuple[tuple[int, str, str], ...] = ()

    def name(self, seat: int) -> str:
        """A viewer by name."""
        return self.names[seat - 1] if seat else "a bystander"

    def telling(self, most: int = 5) -> list[Telling]:
        """The lines that told a player most, the most first, each once for the player it told most."""
        found: dict[int, Telling] = {}
        for before, now in pairwise(self.moments):
            for seat, had, left in zip(self.viewers, before.bits, now.bits, strict=True):
                if had is None or left is None or not seat or not now.decided:
                    continue
                best = found.get(now.line)
                if had - left > 1e-9 and (best is None or had - left > best.bits + 1e-9):
                    found[now.line] = Telling(now.line, now.said, seat, had - left)
        return sorted(found.values(), key=lambda each: (-round(each.bits, 9), each.line))[:most]

    def turn(self) -> Turn | None:
        """Where the game turned for who came out best; None where no single line moved it beyond chance."""
        if self.scores is None:
            return None
        best = max(range(len(self.scores)), key=self.scores.__getitem__)
        found: Turn | None = None
        for before, now in pairwise(self.moments):
            if not before.scores or not now.scores:
                continue
            change = now.scores[best] - before.scores[best]
            error = math.hypot(now.errors[best], before.errors[best])
            if change > SURELY * error and (found is None or change > found.after - found.before):
                found = Turn(now.line, now.said, best + 1, before.scores[best], now.scores[best], error)
        return found

    def paid(self, line: int, seat: int) -> tuple[float, float] | None:
        """By how much the mean score of a seat changed with a line, and the standard error; None where not known."""
        for before, now in pairwise(self.moments):
            if now.line == line and before.scores and now.scores:
                error = math.hypot(now.errors[seat - 1], before.errors[seat - 1])
                return now.scores[seat - 1] - before.scores[seat - 1], error
        return None

    def to_dict(self) -> dict[str, Any]:
        """The story as plain values for JSON."""
        turned = self.turn()
        return {
            "title": self.title,
            "players": list(self.names),
            "viewers": list(self.viewers),
            "scores": None if self.scores is None else list(self.scores),
            "moments": [each.to_dict() for each in self.moments],
            "found": [each.to_dict() for each in self.found],
            "telling": [each.to_dict() for each in self.telling()],
            "lies": [
                {
                    "line": line,
                    "seat": lie.seat,
                    "said": lie.said,
                    "truth": lie.truth,
                    "caught": lie.caught,
                    "paid": None if (paid := self.paid(line, lie.seat)) is None else list(paid),
                }
                for line, lie in self.lies
            ],
            "turn": turned and turned.to_dict(),
            "playouts": self.playouts,
            "player": self.player,
            "cut": self.cut,
            "opened": [{"line": line, "whose": who, "said": said} for line, who, said in self.opened],
        }

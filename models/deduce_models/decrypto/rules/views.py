"""What one seat may use: its keywords, its Encryptor's code, the clues that were read, and the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from deduce.games.base import Actor
from deduce.games.plain import as_dict, brief
from deduce.games.registry import picture_of
from deduce_models.decrypto.components.legality import MISSING, Violation, check_clue, fold
from deduce_models.decrypto.rules.endings import Outcome, Tokens
from deduce_models.decrypto.rules.moves import (
    GUESSES,
    ClueMoves,
    Code,
    DecryptoMove,
    Name,
    name_pool,
    write_code,
)
from deduce_models.decrypto.rules.setup import TEAMS, Half, Setup

__all__ = ["View", "barred_places", "clue_moves", "clue_violation", "names_left", "used_clues"]


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (seat 0: the bystander); equal views cannot be told apart.

    `keywords`, `codes` and `clues` are pairs (White's, Black's) with an empty place for what is hidden;
    `counts` says how many clues each team has written in this round, which everybody can see. `names` are
    the own team's in the tie-break (`named` counts both teams'), and all eight once the game is over;
    `dealt` counts the keyword cards on the table.
    """

    setup: Setup
    seat: int
    actor: Actor
    phase: str
    round: int
    turn: int
    keywords: tuple[tuple[str, ...], ...]
    codes: tuple[Code | None, Code | None]
    clues: tuple[tuple[str, ...], tuple[str, ...]]
    counts: tuple[int, int]
    written: Code | None
    past: tuple[Half, ...]
    tokens: Tokens
    names: tuple[str, ...]
    result: Outcome | None
    dealt: int
    named: int

    def __repr__(self) -> str:
        return brief("decrypto", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        return as_dict(self)

    def _repr_svg_(self) -> str:
        return picture_of("decrypto", self)

    @property
    def team(self) -> int | None:
        """The seat's team; None for the bystander."""
        return self.setup.team(self.seat)

    @property
    def own(self) -> tuple[str, ...]:
        """The own team's keywords; empty for the bystander and the lone Interceptor."""
        team = self.team
        return () if team is None else self.keywords[team]

    @property
    def moves(self) -> Sequence[DecryptoMove]:
        """The legal moves when this seat is to move; empty otherwise."""
        team = self.team
        if team is None or self.actor != self.seat:
            return ()
        if self.phase == "clue":
            given = self.clues[team]
            barred = barred_places(self.setup, self.own, self.past, given, team)
            return clue_moves(self.setup, self.own, self.past, given, team, barred)
        if self.phase in ("intercept", "answer"):
            return GUESSES
        return names_left(self.setup, self.own, self.names)

    def history(self, team: int) -> tuple[Half, ...]:
        """The finished halves of a team."""
        return tuple(half for half in self.past if half.team == team)

    def columns(self, team: int) -> tuple[tuple[str, ...], ...]:
        """The clues shown so far for each of a team's four slots, oldest first, as on the score sheet."""
        sheet: list[list[str]] = [[], [], [], []]
        for half in self.past:
            if half.team == team:
                for digit, clue in zip(half.code, half.clues, strict=True):
                    if clue != MISSING:
                        sheet[digit - 1].append(clue)
        return tuple(map(tuple, sheet))

    @property
    def open_moves(self) -> bool:
        """Whether moves outside `moves` may be legal: clues and names are any text the rules allow."""
        return self.phase in ("clue", "name")

    def __str__(self) -> str:
        """The score sheets and what is on the table, as the seat sees them."""
        caught, missed, caught_too, missed_too = self.tokens
        marks = f"interceptions {caught}-{caught_too}, misses {missed}-{missed_too} (White-Black)"
        lines = [f"round {self.round} ({self.phase}), seat {self.seat}; {marks}"]
        if self.dealt < self.setup.keywords:
            return lines[0]
        for team in range(self.setup.keywords // 4):
            lines += [TEAMS[team].title(), *_sheet_lines(self, team)]
            code, clues = self.codes[team], self.clues[team]
            if code is not None:
                lines.append(f"  code {write_code(code)}")
            if clues:
                lines.append(f"  clues {'; '.join(clues)}")
        if self.past:
            half = self.past[-1]
            lines.append(
                f"last: {TEAMS[half.team]} {write_code(half.code)}, answered {write_code(half.answer)}"
                + ("" if half.interception is None else f", intercepted as {write_code(half.interception)}")
            )
        if self.actor == self.seat:
            lines.append(self._task())
        return "\n".join(lines)

    def _task(self) -> str:
        """What this seat has to do now, in one line."""
        code = self.codes[self.turn]
        if self.phase == "clue" and code is not None:
            number = len(self.clues[self.turn])
            slot = code[number]
            return f"clue {number + 1} of 3, for {self.own[slot - 1]!r} in column {slot}: any text that is legal"
        if self.phase == "name":
            return f"name the rivals' keyword in column {len(self.names) + 1}: any word"
        whose = "your own team's" if self.phase == "answer" else "the rivals'"
        return f"{whose} code for the clues {'; '.join(self.clues[self.turn])}?"

    def pending(self) -> int | None:
        """The team whose clues have been read and not yet answered."""
        return self.turn if self.phase in ("intercept", "answer") else None


def _sheet_lines(view: View, team: int) -> list[str]:
    keywords = view.keywords[team] or ("(hidden)",) * 4
    return [
        f"  {slot}  {word}: {', '.join(clues) or '-'}"
        for slot, word, clues in zip(range(1, 5), keywords, view.columns(team), strict=True)
    ]


def used_clues(setup: Setup, past: Iterable[Half], now: Iterable[str], team: int) -> list[str]:
    """The clues that `team` may not give again; `now` are its clues of this round."""
    rule = setup.rules.repeated_clues
    if rule == "free":
        return []
    before = (clue for half in past if rule == "both" or half.team == team for clue in half.clues)
    return [clue for clue in (*now, *before) if clue != MISSING]


def barred_places(
    setup: Setup, keywords: Sequence[str], past: Iterable[Half], now: Iterable[str], team: int
) -> frozenset[int]:
    """Places in the vocabulary that a team with these keywords may not give now.

    `past` are the finished halves of both teams, `now` the team's clues of this round.
    """
    words = setup.words
    found: set[int] = set()
    for keyword in keywords:
        found |= words.barred(keyword)
    folded = map(fold, used_clues(setup, past, now, team))
    found.update(words.word_index[clue] for clue in folded if clue in words.word_index)
    return frozenset(found)


def clue_violation(
    setup: Setup, keywords: Sequence[str], past: Iterable[Half], now: Iterable[str], team: int, text: str
) -> Violation | None:
    """The rule that `text` breaks as the next clue of a team, or None; the other arguments as for `barred_places`."""
    rules = setup.rules
    used = used_clues(setup, past, now, team)
    return check_clue(text, keywords, used, late=rules.late_clues, lenient=rules.clue_check == "players")


def clue_moves(
    setup: Setup,
    keywords: Sequence[str],
    past: Sequence[Half],
    now: Sequence[str],
    team: int,
    barred: frozenset[int],
) -> ClueMoves:
    """The clues that a team may give now: words of the list are listed, other legal texts are among them unlisted."""
    legal = partial(_legal_clue, setup, keywords, past, now, team)
    return ClueMoves(setup.words, barred, setup.rules.late_clues, legal)


def _legal_clue(
    setup: Setup, keywords: Sequence[str], past: Sequence[Half], now: Sequence[str], team: int, text: str
) -> bool:
    return clue_violation(setup, keywords, past, now, team, text) is None


def names_left(setup: Setup, own: Sequence[str], named: Sequence[str]) -> Sequence[Name]:
    """The keywords of the list that a team can still name: not its own, not one it has named."""
    gone = {*own, *named}
    return [name for name in name_pool(setup.words) if name.word not in gone]

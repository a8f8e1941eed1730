"""The campaign log: missions won and lost, and achievements; nothing of the story.

Text form, one entry a line: ``won m1_parcel players 2 turns 7``, ``lost hard:3 players 4 turns 15``,
``achievement scout``. The names of achievements are the players' own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.shown import Plain
from deduce_models.initiative.rules.state import State


@dataclass(frozen=True, slots=True)
class MissionResult(Plain):
    """One mission that was played to its end."""

    mission: str
    won: bool
    players: int
    turns: int

    def __str__(self) -> str:
        word = "won" if self.won else "lost"
        return f"{word} {self.mission} players {self.players} turns {self.turns}"


@dataclass(frozen=True, slots=True)
class CampaignLog(Plain):
    """An immutable log; `record` and `achieve` give new ones."""

    outcomes: tuple[MissionResult, ...] = ()
    achievements: tuple[str, ...] = ()

    plainly = "outcomes achievements won lost"

    def record(self, state: State) -> CampaignLog:
        """The log with a finished mission added. Raises `ProblemError` while it is under way."""
        if not state.result:
            raise ProblemError("the mission is not over yet")
        outcome = MissionResult(state.setup.mission, state.result > 0, state.seats, state.turns)
        return replace(self, outcomes=(*self.outcomes, outcome))

    def achieve(self, name: str) -> CampaignLog:
        """The log with an achievement, which counts once. Raises `ProblemError` for a name with blanks."""
        if not name or name.split() != [name]:
            raise ProblemError(f"{name!r}: the name of an achievement is one word")
        if name in self.achievements:
            return self
        return replace(self, achievements=(*self.achievements, name))

    @property
    def won(self) -> tuple[str, ...]:
        """The missions won at least once, in the order of their first win."""
        return tuple(dict.fromkeys(outcome.mission for outcome in self.outcomes if outcome.won))

    @property
    def lost(self) -> tuple[str, ...]:
        """The missions played and never won."""
        return tuple(dict.fromkeys(o.mission for o in self.outcomes if o.mission not in self.won))

    def __str__(self) -> str:
        lines = [*map(str, self.outcomes), *(f"achievement {name}" for name in self.achievements)]
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def parse(cls, text: str) -> CampaignLog:
        """The log written in `text`. Raises `RecordError` with the line that cannot be read."""
        log = cls()
        for number, line in enumerate(text.split("\n"), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if words[0] == "achievement" and len(words) == 2:
                log = log.achieve(words[1])
                continue
            good = len(words) == 6 and words[0] in ("won", "lost")
            good = good and (words[2], words[4]) == ("players", "turns")
            if not good or not all(
                n.isascii() and n.isdigit() and len(n) <= 9 for n in (words[3], words[5])
            ):
                raise RecordError(
                    "expected 'won|lost MISSION players N turns N' or 'achievement NAME'", line=number
                )
            outcome = MissionResult(words[1], words[0] == "won", int(words[3]), int(words[5]))
            log = replace(log, outcomes=(*log.outcomes, outcome))
        return log

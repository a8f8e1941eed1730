"""Notes mode: the same rules run with a person's notes as the one who answers.

A line is read by running the rules on from where the notes stand: whatever the rules wait for next is looked for in the
words that are left. Where several readings are possible all are tried; a line is read only if exactly one of them
accounts for every word. Notes of one seat answer a blind run, a complete record a live one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import DeduceError
from deduce.rulebook.attempt import Attempt, Dead, NotesTable, Pending
from deduce.rulebook.heard import UNSHOWN
from deduce.rulebook.matching import Speech
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question
from deduce.rulebook.words import folded, replaced, tokens_of

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

__all__ = ["Reader", "speech_of"]

MOST = 400
"""So many readings of one line are tried."""


def speech_of(text: str, setting: Setting) -> Speech:
    """A line of notes in the words of the game, its players' names known."""
    seats = {folded(name): seat for seat, name in enumerate(setting.names, 1)}
    words = setting.once("kept words", lambda: frozenset(map(folded, setting.game.kept(setting))))
    return Speech(
        tuple(replaced(tokens_of(setting.game.respelled(text)), setting.game.words, seats)), seats, words
    )


class Reader:
    """Reads lines one after another; a line that is refused leaves it as it was.

    Args:
        setting: The game, with the names of its players.
        seat: The writer; 0 for a bystander, None for a complete record.
        origin: Where the rules stand before the first line; at their start by default.
        foretold: Values that other lines of the record tell, by the names of what is shown.
    """

    def __init__(
        self,
        setting: Setting,
        seat: int | None,
        origin: Stand | None = None,
        foretold: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.setting, self.seat, self.foretold = setting, seat, foretold
        self.origin = origin or Stand(setting, seat, setting.game.rules)
        self.answers: list[tuple[Any, str]] = []
        self.pending: Question | None = None
        self._live: tuple[Run, Attempt] | None = None
        self._start()

    def _start(self) -> None:
        self.run, self.pending, attempt = self._tried(Speech((), {}), "", (), None)
        self.answers, self.boundary = attempt.answers, attempt.boundary
        self._live = (self.run, attempt) if self.pending is None else None

    def back_to(self, answered: int) -> None:
        """Stand again where so many answers had been given: what a line that is refused began to say is forgotten."""
        self.answers = self.answers[:answered]
        self._start()

    @property
    def table(self) -> Table:
        """The table as the notes leave it."""
        return self.run.table

    def read(self, text: str, place: str, line: Any) -> None:
        """Read one line. Raises `RecordError` where it is not understood, or could be understood in two ways."""
        try:
            self._read(text, place, line)
        except DeduceError:
            self.back_to(len(self.answers))
            raise

    def _read(self, text: str, place: str, line: Any) -> None:
        speech = speech_of(text, self.setting)
        outcomes: list[tuple[Run, Question | None, Attempt]] = []
        scripts: list[tuple[int, ...]] = [()]
        best: tuple[int, str] = (-1, "")
        tried = 0
        while scripts and tried < MOST:
            script = scripts.pop()
            tried += 1
            live, self._live = self._live, None
            attempt = Attempt(self.answers, speech, place, script, self.foretold)
            try:
                run, pending, attempt = self._tried(speech, place, script, live, attempt)
            except Dead as dead:
                if attempt.far > best[0]:
                    best = (attempt.far, dead.wanted)
            else:
                if len(attempt.answers) > len(self.answers) or attempt.boundary != self.boundary:
                    outcomes.append((run, pending, attempt))
                elif best[0] < 0:
                    best = (0, "something that happened")
            for number in range(len(script), len(attempt.made)):
                done = tuple(script[:number]) + (0,) * (number - len(script))
                scripts += [(*done, other) for other in range(1, attempt.made[number])]
        if not outcomes:
            column = speech.tokens[min(best[0], len(speech.tokens) - 1)].column if speech.tokens else 0
            raise line.error(f"not understood: expected {best[1]}", column)
        shortest = min(len(attempt.answers) for _, _, attempt in outcomes)
        outcomes = [each for each in outcomes if len(each[2].answers) == shortest]
        said = {repr(attempt.answers[len(self.answers) :]) for _, _, attempt in outcomes}
        if len(said) > 1 or scripts:
            several = " / ".join(sorted(self._told(attempt) for _, _, attempt in outcomes))
            raise line.error(f"could be understood in {len(said)} ways: {several}", 1)
        self.run, self.pending, attempt = outcomes[0]
        self.answers, self.boundary = attempt.answers, attempt.boundary
        self._live = (self.run, attempt) if self.pending is None and len(outcomes) == 1 else None

    def _told(self, attempt: Attempt) -> str:
        new = attempt.answers[len(self.answers) :]
        game, names = self.setting.game, self.setting.names
        return ", ".join(
            answer if isinstance(answer, str) else game.sentence(answer, names) for answer, _ in new
        )

    def _tried(
        self,
        speech: Speech,
        place: str,
        script: Sequence[int],
        live: tuple[Run, Attempt] | None,
        attempt: Attempt | None = None,
    ) -> tuple[Run, Question | None, Attempt]:
        attempt = attempt or Attempt(self.answers, speech, place, script, self.foretold)
        if live is not None:
            run = live[0]
            attempt.past.clear()
            attempt.place = place
            run.table.reader = attempt  # type: ignore[attr-defined]
        else:
            run = self.origin.run(NotesTable(self.setting, self.seat, attempt))
            try:
                run.start()
            except Pending as pending:  # rules that tell something before anybody moves
                return run, pending.question, attempt
        return run, attempt.follow(run), attempt

    def understood(self, since: int = 0) -> list[str]:
        """What was read, in the game's words, from answer number `since` on."""
        game, names = self.setting.game, self.setting.names
        found = []
        for answer, _ in self.answers[since:]:
            if not isinstance(answer, str) and answer.value is UNSHOWN:
                continue  # nothing was told
            said = answer if isinstance(answer, str) else game.sentence(answer, names)
            if said:
                found.append(said)
        return found

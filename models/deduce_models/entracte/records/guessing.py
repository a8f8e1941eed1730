"""Guesses in the notes of one seat: told in any order, read in that of the rules as far as these come with them.

What others guess unseen is shown when everybody has guessed, and with it all codes. Until the notes tell all of that it
is said beside the events, as is a guess made before the rules ask for any.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import DeduceError
from deduce.records.record import Line
from deduce.rulebook.attempt import UNSEEN
from deduce_models.entracte.knowledge.evidence import Noted
from deduce_models.entracte.records.lines import is_logged

if TYPE_CHECKING:
    from deduce_models.entracte.records.reading import Replay

Guess = tuple[int, int, Line]
"""About whom, which code, in which line."""


class Guesses:
    """The guesses of the notes of a replay."""

    def __init__(self, replay: Replay) -> None:
        self.reader, self.setup = replay.reader, replay.setting.data
        self.codes, self.me, self.names = replay.opening.codes, replay.me or 0, replay.names
        self.foretold = dict(self.reader.foretold)
        self.told: list[tuple[Noted, Line]] = []
        self.answered: int | None = None

    @property
    def begun(self) -> bool:
        """Whether the rules ask for guesses, or did."""
        wait: Any = None if self.answered is not None else self.reader.ahead()[2]
        asked = getattr(wait, "name", "") or getattr(wait, "said", "")
        return self.answered is not None or asked.startswith("guess ")

    def read(self, said: Noted, line: Line, replay: Replay) -> None:
        """Read guesses, and those before them anew; those that the rules do not come to keep their place."""
        kept = [each for each in replay.remarks if each[1] not in self.told]
        left = self._left(said, line)
        events = [
            int(place.rpartition(" ")[2])
            for answer, place in self.reader.answers[self.answered or 0 :]
            if is_logged(answer)
        ]
        before = replay.logged - len(events)
        for each in left:
            later = (at for at, number in enumerate(events) if number > each[1].number)
            kept.append((before + next(later, len(events)), each))
        replay.remarks = sorted(kept, key=lambda each: (each[0], each[1][1].number))

    def _left(self, said: Noted, line: Line) -> list[tuple[Noted, Line]]:
        """All that still stand beside the events. Raises `DeduceError` where the rules refuse these."""
        if self.answered is None:
            self.answered = len(self.reader.answers)
        self.told.append((said, line))
        try:
            return self._placed(said.seat)
        except DeduceError:
            self.told.pop()
            self._placed(0)
            raise

    def _placed(self, new: int) -> list[tuple[Noted, Line]]:
        """Read what the rules come to, and give the rest. Raises `DeduceError` at a guess of the seat that is `new`."""
        made = {seat: self._made_by(seat) for seat in range(1, len(self.names) + 1)}
        every = (len(made) - 1) * self.setup.per_seat
        whole = {seat for seat, guesses in made.items() if len(guesses) == every}
        ends = len(whole) == len(made) and all(self.codes)
        self.reader.foretold = {**self.foretold, **(dict(self._shown(made)) if ends else {})}
        self.reader.back_to(self.answered or 0)
        read = set[int]()
        for seat, guesses in made.items():
            heard = seat == self.me or self.setup.option("guesses") == "in_turn"
            last = seat == len(made) and seat in whole  # then all is shown
            if (heard and not guesses) or (last and not ends):
                break
            try:
                self._read(seat, guesses if heard or ends else [], heard=heard)
            except DeduceError:
                if seat == new:
                    raise
                break
            read |= {seat} if heard or ends else set()
            if heard and seat not in whole:
                break
        return [each for each in self.told if each[0].seat not in read]

    def _made_by(self, seat: int) -> list[Guess]:
        """A seat's guesses in the order of the rules."""
        found = [(*guess, line) for said, line in self.told if said.seat == seat for guess in said.guesses]
        return sorted(found, key=lambda guess: guess[0])

    def _read(self, seat: int, guesses: list[Guess], *, heard: bool) -> None:
        """Go on with a seat's guesses. Raises `DeduceError` where the rules do not."""
        for other, code, line in guesses:
            what = f"guess {other} {self.setup.code_names[code]}" if heard else UNSEEN
            self.reader.told(f"{self.names[seat - 1]} {what}", f"line {line.number}", line)

    def _shown(self, made: dict[int, list[Guess]]) -> Iterator[tuple[str, Any]]:
        """What is shown in the end, by what the rules call it."""
        for name, mask in zip(self.names, self.codes, strict=True):
            yield f"code of {name}", self.setup.names_in(mask)
        for seat, guesses in made.items():
            for number, (other, code, _) in enumerate(guesses):
                place = number % self.setup.per_seat + 1
                about = f"{self.names[seat - 1]} about {self.names[other - 1]}"
                yield f"guess {place} of {about}", self.setup.code_names[code]

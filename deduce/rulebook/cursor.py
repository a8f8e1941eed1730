"""The words of one line of notes: which are accounted for, of whom they speak, and which of several readings is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from deduce.rulebook.asks import Choose
from deduce.rulebook.matching import Speech, skip
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question
from deduce.rulebook.words import MARKS, SELF, folded

OPEN = "?"
"""How a line ends, behind a comma, whose turn is not told to its end."""

ALL: Final = frozenset(("all", "everybody", "everyone", "both"))

Passed = Question | tuple[Choose, Sequence[str]]
"""What went without saying at the end of a line, and may be said: a question, or a choice with what could be chosen."""
Reading = tuple[Any, int, int]
"""A value, and the words that say it, from here to there; none where it goes without saying."""


class Dead(Exception):
    """This reading leads nowhere.

    Attributes:
        wanted: What the rules waited for.
        options: The moves that could be said here, where a seat chooses.
        rule: The rule that forbids what the line says, where one does.
        fault: How the rules broke: in a reading that cannot be they may come to where they never come.
    """

    def __init__(
        self, wanted: str, options: Sequence[str] = (), rule: str = "", fault: Exception | None = None
    ) -> None:
        self.wanted, self.options, self.rule, self.fault = wanted, options, rule, fault


class Cursor:
    """Where a reading of a line stands.

    Attributes:
        whole: The words as they were; of `speech` those that are accounted for are blotted out.
        script: Which of several readings is taken, one choice after another; `made` has how many there were each time.
        at: The word at which it stands.
        far: How far any reading came.
        subject: Of whom the line speaks, `named` whether by name.
        taken: How many things were said since the line of what was done in one go began.
        passed: What went without saying since something was said.
        explains: Whether it is asked why a reading leads nowhere.
        again: How often it says the number that one of several numbered things was known to be.
        said_over: Words that say such a value where it went unsaid, by their place: where they end, and the stretch.
        numbers: Where numbers stand that were taken for what was told.
    """

    def __init__(self, speech: Speech, script: Sequence[int]) -> None:
        self.open = [token.text for token in speech.tokens[-2:]] == [",", OPEN]
        speech = speech.of(speech.tokens[:-1]) if self.open else speech
        self.speech, self.whole, self.script = speech, speech, script
        self.made: list[int] = []
        self.at, self.far, self.taken = 0, 0, 0
        self.subject, self.named = 0, False
        self.passed: list[Passed] = []
        self.explains = True
        self.again = 0
        self.said_over: dict[int, tuple[int, int]] = {}
        self.numbers: set[int] = set()

    @property
    def ended(self) -> bool:
        """Whether every word has been accounted for."""
        return skip(self.speech, 0) >= len(self.speech.tokens)

    def _pick(
        self,
        found: Sequence[Reading],
        wanted: Callable[[], str] = str,
        options: Callable[[], Sequence[str]] = tuple,
        stretch: int = -1,
    ) -> Any:
        """One of several readings ``(value, start, end)``; its words are used up. Raises `Dead` where there is none.

        What is shown with no move between is one `stretch`: a row of values may leave out those that are known.
        """
        if not found:
            raise self._lost(wanted, options)
        number = self.script[len(self.made)] if len(self.made) < len(self.script) else 0
        self.made.append(len(found))
        value, start, end = found[number]
        over, there = self.said_over.get(skip(self.speech, start), (end, stretch))
        if start < end <= over and there != stretch:
            raise self._lost(wanted, options)  # it says again what was known, and nothing that came later
        self.speech = self.speech.without(start, end)
        self.taken += end > start
        if end > start:
            self.passed.clear()
        self.at = end if start <= skip(self.speech, self.at) else self.at
        self.far = max(self.far, self.at)
        return value

    def _lost(
        self, wanted: Callable[[], str], options: Callable[[], Sequence[str]] = tuple, rule: str = ""
    ) -> Dead:
        """That this reading leads nowhere from where it stands; why, is put into words where it is asked for."""
        self.far = max(self.far, skip(self.speech, self.at))
        return Dead(wanted(), options(), rule) if self.explains else Dead("")

    def _used(self, before: Speech) -> list[int]:
        """The places of the words that were accounted for since."""
        now = self.speech.tokens
        return [place for place, token in enumerate(before.tokens) if token is not now[place]]

    def _words_used(self, before: Speech) -> set[str]:
        return {before.tokens[place].folded for place in self._used(before)}

    def _names(self, table: Table) -> dict[str, str]:
        """What words for oneself mean."""
        if not table.seat:
            return {}
        me = folded(table.name(table.seat))
        return dict.fromkeys(SELF, me)

    def _seat(self, place: int, names: Mapping[str, str]) -> int | None:
        if place >= len(self.speech.tokens):
            return None
        word = self.speech.tokens[place].folded
        return self.speech.seats.get(names.get(word, word))

    def _listed(
        self, place: int, names: Mapping[str, str], ask: Choose | None = None
    ) -> tuple[list[int], int]:
        """The seats named in a row from here (``Ann and Cid``), and the place behind them.

        "All" are all who choose at once, or all but who acted last, whoever of them is asked in turn.
        """
        seats: list[int] = []
        word = self.speech.tokens[place].folded if place < len(self.speech.tokens) else ""
        if ask is not None and word in ALL:
            every = sorted(self.speech.seats.values(), key=lambda seat: seat != ask.seat)
            seats = [seat for seat in every if ask.group or seat != self.subject]
            right = ask.seat in seats and (word != "both" or len(seats) == 2)
            return (seats, place + 1) if right else ([], place)
        while (seat := self._seat(place, names)) is not None and seat not in seats:
            seats.append(seat)
            behind = place + 1
            place = skip(self.speech, behind)
            between = self.whole.tokens[behind:place]
            if self.speech.tokens[behind:place] != between:
                break  # what stood between them has been accounted for: the next name begins something else
            if any(token.folded == "that" for token in between):
                break  # "Ann says that Bob": no row of two
        return seats, behind if seats else place

    def _goes_on(self, place: int, names: Mapping[str, str]) -> bool:
        """Whether the name here goes on a row of which nothing was said yet (``Bob and Ann yes``): it is said of all."""
        whole, place = self.whole, skip(self.whole, place)
        before = place - 1
        while before >= 0 and whole.void[before]:
            if whole.tokens[before].text in MARKS - {","}:
                return False
            before -= 1
        waits = before >= 0 and self.speech.tokens[before] is whole.tokens[before]
        return waits and None not in (self._seat(before, names), self._seat(place, names))

"""Notes mode: the same rules run with a person's notes as the one who answers.

A line is read by running the rules on from where the notes stand: whatever the rules wait for next is looked for in the
words that are left. Where several readings are possible all are tried; a line is read only if exactly one of them
accounts for every word. Notes of one seat answer a blind run, a complete record a live one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, RecordError
from deduce.ground.wording import say
from deduce.rulebook.asks import Ask, Choose
from deduce.rulebook.attempt import Attempt, NotesTable, Pending
from deduce.rulebook.cards import never
from deduce.rulebook.cursor import Dead, Passed
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import UNNOTED, UNSHOWN
from deduce.rulebook.matching import Speech, in_words, skip
from deduce.rulebook.refusing import Apart, refusal
from deduce.rulebook.replies import repeats
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question, choices_of
from deduce.rulebook.words import DENYING, FILLERS, MARKS, is_asked, is_due, tokens_of, words_in

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

__all__ = ["Reader"]

MOST = 400
"""So many readings of one line are tried."""


class Nameless(RecordError):
    """A line that several could have said."""


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
        self.passed: Sequence[Passed] = ()
        self._stands = [self.origin]
        self._last: tuple[str, int] = ("", 0)
        self._live: tuple[Run, Attempt] | None = None
        self._run: Run | None = None
        self._start()

    def _start(self) -> None:
        self._run, self.pending, attempt = self._tried(None, self._attempt(Speech((), {}), "", ()))
        self.answers, self.boundary, self.passed = attempt.answers, attempt.boundary, ()
        self._live = (self._run, attempt) if self.pending is None else None

    def ahead(self) -> tuple[Table, Sequence[Passed], Question | Ask | None]:
        """Where the rules come to if all goes unsaid that may: the table, what was passed, what is asked there."""
        attempt = self._attempt(Speech((), {}), "", ())
        attempt.quiet = True
        run, pending, attempt = self._tried(None, attempt)
        return run.table, attempt.passed, pending or run.wait

    def back_to(self, answered: int) -> None:
        """Stand again where so many answers had been given: what a line that is refused began to say is forgotten."""
        self.answers = self.answers[:answered]
        while len(self._stands) > 1 and self._stands[-1].answered > answered:
            self._stands.pop()
        self._start()

    def handed_on(self) -> Reader:
        """Another reader that stands here and may go on with this one's run; this one makes its own anew when asked."""
        other = copy(self)
        other._stands = [*self._stands]
        if self._live is not None:
            self._live = self._run = None
        return other

    @property
    def run(self) -> Run:
        """The rules as the notes leave them."""
        if self._run is None:
            self._run = self._tried(None, self._attempt(Speech((), {}), "", ()))[0]
        return self._run

    @property
    def last(self) -> str:
        """The line that was read last."""
        return self._last[0]

    @property
    def table(self) -> Table:
        """The table as the notes leave it."""
        return self.run.table

    def told(self, text: str, place: str, line: Any) -> None:
        """Read what is said in the words of the rules already. Raises `RecordError` where they do not come to it."""
        answered = len(self.answers)
        try:
            self._read(text, place, line, in_words(text, self.setting))
        except DeduceError:
            self.back_to(answered)
            raise

    def told_late(self, text: str, place: str, line: Any, begin: int, end: int) -> None:
        """Read as `told`, in place of the answers from number `begin` to `end`; those behind are kept."""
        before = self.answers
        self.back_to(begin)
        try:
            self.told(text, place, line)
            self.answers = [*self.answers, *before[end:]]
        except DeduceError:
            self.answers = before
            raise
        finally:
            self.back_to(len(self.answers))

    def read(self, text: str, place: str, line: Any) -> None:
        """Read one line. Raises `RecordError` where it is not understood, or could be understood in two ways."""
        answered = len(self.answers)
        speech = wrong = None
        try:
            speech = self._speech(text, line)
        except RecordError as error:  # by the game's own words it is nothing; a hurried line may yet say it
            wrong = error
        if speech is not None and text.strip() and self._says_nothing(speech):
            signs = all(token.text in MARKS for token in tokens_of(text))
            raise line.error(say("these signs say nothing" if signs else "these words say nothing"), 1)
        try:
            if wrong is not None:
                raise wrong
            self._read(text, place, line)
        except DeduceError as error:
            self.back_to(answered)
            joined = not isinstance(error, Nameless) and self._joined(text, place, line)
            if not (joined or self._featured(text, place, line) or self._hurried(text, place, line)):
                tick()  # what there was no time to read is no fault of the line
                raise error from None
        else:
            if is_asked(text, speech.seats if speech else ()) and self.pending is None:
                self.back_to(answered)  # nothing was asked in the game
                raise line.error("a question is no note", 1)
            self._last = (text, answered)
        said = [getattr(each, "said", each) for each, _ in self.answers[answered:]]
        typed = tokens_of(text)  # of which a game may leave out words that say what is to come
        if speech is not None and any(is_due(each, speech.seats, said) for each in (speech.tokens, typed)):
            self.back_to(answered)
            raise line.error(say("this is still to be done: note what has happened"), 1)

    def _speech(self, text: str, line: Any) -> Speech:
        """A line's words. Of a line of names and fillers alone, those are words that are all of what can be chosen."""
        try:
            speech = in_words(self.setting.game.spelt(DENYING.sub(" not ", text), self), self.setting)
        except RecordError as error:
            raise line.error(error.message, error.column).like(error.example) from None
        wait = self.run.wait
        asked = Question("draw", wait.said, wait) if isinstance(wait, Draw) else self.pending
        if asked is not None:
            from deduce.rulebook.having import behind_having

            speech = behind_having(speech, asked, self.table)
        said = all(speech.says_nothing(token) or token.folded in speech.seats for token in speech.tokens)
        if said and isinstance(wait, Choose):
            options = map(words_in, choices_of(wait, self.table))
            bare = [word for words in options if all(word in FILLERS for word in words) for word in words]
            speech = speech._replace(kept=speech.kept.union(bare))
        return speech

    @staticmethod
    def _says_nothing(speech: Speech) -> bool:
        return skip(speech, 0) >= len(speech.tokens)

    def _joined(self, text: str, place: str, line: Any) -> bool:
        """Whether a line is the rest of the line before it, which it then is read with."""
        (before, answered), now = self._last, len(self.answers)
        if not self.setting.game.joins or not before:
            return False
        kept = self.answers
        self.back_to(answered)
        try:
            self._read(f"{before.removesuffix('?')}, {text}", place, line)
        except DeduceError:
            self.answers = kept
            self.back_to(now)
            return False
        self._last = (f"{before}, {text}", answered)
        return True

    def _featured(self, text: str, place: str, line: Any) -> bool:
        """Whether a line names things by their features, and is read with these in full."""
        game, wait = self.setting.game, self.run.wait
        features = game.features(self.setting)
        if not features or game.own_lines:
            return False
        from deduce.rulebook.featured import in_full

        plain = in_full(text, features, choices_of(wait, self.table) if isinstance(wait, Choose) else ())
        answered = len(self.answers)
        try:
            self._read(plain, place, line)
        except DeduceError:
            self.back_to(answered)
            return False
        self._last = (plain, answered)
        return True

    def _hurried(self, text: str, place: str, line: Any) -> bool:
        """Whether a line is one typed in a hurry, and read so. Raises `RecordError` where it has several meanings."""
        answered = len(self.answers)
        found: dict[str, str] = {}
        against: list[DeduceError] = []
        for alike in self.hurried(text):
            for plain in alike:
                try:
                    self._read(plain, place, line)
                    found.setdefault(repr((self.answers[answered:], self.pending)), plain)
                except DeduceError as error:
                    against.append(error)
                self.back_to(answered)
            if found:
                break
        if not found and len(against) == 1 and getattr(against[0], "forbidden", False):
            raise against[0]  # it was understood, and a rule or what is known forbids it
        if len(found) > 1:
            ways = " / ".join(sorted(found.values()))
            raise line.error(f"could be understood in {len(found)} ways: {ways}", 1)
        for plain in found.values():
            self._read(plain, place, line)
            self._last = (plain, answered)
        return bool(found)

    def hurried(self, text: str) -> Sequence[Sequence[str]]:
        """The plain lines that a line typed in a hurry may mean: by the game's own words, or by what can be chosen.

        None at all for a line of which a game of `own_lines` makes something: that the rules alone refuse.
        """
        game, wait, seat = self.setting.game, self.run.wait, self.seat
        if game.own_lines:
            with suppress(RecordError):
                with suppress(Apart):
                    game.spelt(text, self)
                return ()
        if found := game.hurried(text, self.setting, seat, self.table):
            return found
        if not isinstance(wait, Choose) or wait.menu.free is not None:
            return ()
        from deduce.rulebook.forms import derived

        options = choices_of(wait, self.table)
        names = self.setting.names
        made = derived(options, names, game.also, game.unspoken)
        return () if made is None else made.readings(text, names, names[seat - 1] if seat else "")

    def _read(self, text: str, place: str, line: Any, speech: Speech | None = None) -> None:
        speech = speech or self._speech(text, line)
        outcomes: list[tuple[Run, Question | None, Attempt]] = []
        scripts: list[tuple[int, ...]] = [()]
        best: tuple[tuple[int, bool], Dead, Attempt | None] = (
            (-1, False),
            Dead(say("something that happened")),
            None,
        )
        tried = 0
        while scripts and tried < MOST:
            script = scripts.pop()
            tried += 1
            live, self._live = self._live, None
            attempt = self._attempt(speech, place, script)
            try:
                run, pending, attempt = self._tried(live, attempt)
                if self.seat is not None and (rule := never(run.table, place)):
                    raise Dead(say("what can be true"), rule=rule)
            except Dead as dead:
                far = attempt.far, bool(dead.rule or dead.fault)
                if far > best[0]:
                    best = far, dead, attempt
            else:
                if len(attempt.answers) > len(self.answers) or attempt.boundary != self.boundary:
                    outcomes.append((run, pending, attempt))
            for number in range(len(script), len(attempt.made)):
                done = tuple(script[:number]) + (0,) * (number - len(script))
                scripts += [(*done, other) for other in range(1, attempt.made[number])]
        if not outcomes:
            if repeats(speech, self.table):
                return
            raise best[1].fault or refusal(best[2], best[1], text, line, self.setting)
        self._decide(outcomes, line, several=bool(scripts), named=speech.seat(0) is not None)

    def _decide(
        self,
        outcomes: Sequence[tuple[Run, Question | None, Attempt]],
        line: Any,
        *,
        several: bool,
        named: bool,
    ) -> None:
        """Take the one reading that is left. Raises `RecordError` where there are several."""
        names = self.setting.names
        speakers = sorted({attempt.spoke for _, _, attempt in outcomes} - {0})
        if self.setting.game.unspoken and len(speakers) > 1 and not named:
            outcomes = self._possible(outcomes)
            speakers = sorted({attempt.spoke for _, _, attempt in outcomes} - {0})
        if self.setting.game.unspoken and len(speakers) > 1 and not named:
            whose = " or ".join(f"{names[seat - 1]}'s" for seat in speakers)
            raise Nameless(f"whose line is this, {whose}? begin it with a name", line=line.number, column=1)
        best = min(self._cost(attempt) for _, _, attempt in outcomes)
        outcomes = [each for each in outcomes if self._cost(each[2]) == best]
        said = {repr(attempt.answers[len(self.answers) :]) for _, _, attempt in outcomes}
        if len(said) > 1:
            outcomes = self._possible(outcomes)
            said = {repr(attempt.answers[len(self.answers) :]) for _, _, attempt in outcomes}
        if len(said) > 1 or several:
            alternatives = " / ".join(sorted(self._told(attempt) for _, _, attempt in outcomes))
            raise line.error(f"could be understood in {len(said)} ways: {alternatives}", 1)
        self._run, self.pending, attempt = outcomes[0]
        self.answers, self.boundary, self.passed = attempt.answers, attempt.boundary, attempt.passed
        self._live = (self._run, attempt) if self.pending is None and len(outcomes) == 1 else None
        stand = getattr(self.run.table, "stand", self.origin)
        if self.seat is not None and stand.answered > self._stands[-1].answered and not self.table.zones:
            self._stands.append(stand)

    def _possible(
        self, outcomes: Sequence[tuple[Run, Question | None, Attempt]]
    ) -> Sequence[tuple[Run, Question | None, Attempt]]:
        """Those readings that can be true by what the writer knows; all, where none can."""
        if not self.seat:
            return outcomes
        from deduce.rulebook.knowing import knowledge_of

        return [each for each in outcomes if knowledge_of(each[0].table).is_consistent()] or outcomes

    @staticmethod
    def _cost(attempt: Attempt) -> tuple[int, int]:
        """Readings are best that leave out the fewest looks, and of these the shortest."""
        unnoted = sum(getattr(answer, "value", None) is UNNOTED for answer, _ in attempt.answers)
        return unnoted, len(attempt.answers)

    def _told(self, attempt: Attempt) -> str:
        new = attempt.answers[len(self.answers) :]
        game, names = self.setting.game, self.setting.names
        return ", ".join(
            answer if isinstance(answer, str) else game.sentence(answer, names) for answer, _ in new
        )

    def _attempt(self, speech: Speech, place: str, script: Sequence[int]) -> Attempt:
        begun = self._stands[-1].answered
        return Attempt(self.answers[begun:], speech, place, script, self.foretold, self.answers[:begun])

    def _tried(
        self, live: tuple[Run, Attempt] | None, attempt: Attempt
    ) -> tuple[Run, Question | None, Attempt]:
        if live is not None:
            run = live[0]
            attempt.table = run.table
            attempt.past.clear()
            attempt.place = attempt.now
            run.table.reader = attempt  # type: ignore[attr-defined]
        else:
            run = self._stands[-1].run(NotesTable(self.setting, self.seat, attempt))
            attempt.table = run.table
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
            if not isinstance(answer, str) and any(answer.value is sign for sign in (UNSHOWN, UNNOTED)):
                continue  # nothing was told
            said = answer if isinstance(answer, str) else game.sentence(answer, names)
            if said:
                found.append(said)
        return found

"""Notes mode: the same rules run with a person's notes as the one who answers.

A line is read by running the rules on from where the notes stand: whatever the rules wait for next is looked for in the
words that are left. Where several readings are possible all are tried; a line is read only if exactly one of them
accounts for every word. Notes of one seat answer a blind run, a complete record a live one.

A run cannot be copied, and to play it anew costs more than to read a line: a try that dies before it leads the rules on
leaves them to the next, and where a reader stood before a line it stands again without playing.

One file because every way to read a line goes on from one place and back to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, RecordError
from deduce.ground.wording import as_is, say
from deduce.rulebook.asks import Ask, Choose
from deduce.rulebook.attempt import Attempt, NotesTable, Pending
from deduce.rulebook.cards import never
from deduce.rulebook.cursor import Dead, Passed
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import UNNOTED, UNSHOWN
from deduce.rulebook.matching import Speech, in_words, skip
from deduce.rulebook.refusing import Apart, refusal
from deduce.rulebook.replies import LATELY, repeats
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand, Standing
from deduce.rulebook.table import Table
from deduce.rulebook.undone import is_asked, is_due, is_unsure
from deduce.rulebook.wanting import Question, choices_of
from deduce.rulebook.words import (
    DENYING,
    FILLERS,
    MARKS,
    UNSEEN,
    settled,
    tokens_of,
    words_in,
)

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

MOST = 400
"""So many readings of one line are tried."""
TOLD = frozenset(("show", "tell", "which", "reveal", "say"))
"""What was told, where all else was done."""


class Nameless(RecordError):
    """A line that several could have said."""


class Twice(RecordError):
    """A line that tells once more what everybody heard and a line of its own has told."""


class Unsaid(RecordError):
    """A line that is not read, before anybody has asked why: sentences cost more than tries, and most are thrown away."""


def _several(line: Any, meanings: Sequence[str], ways: Sequence[str], number: int = 0) -> RecordError:
    """The refusal of a line that has several meanings: what they are, and lines that say one of them each."""
    told = as_is(" / ".join(meanings))
    key = "could be understood in {number} ways: {ways}"
    error: RecordError = line.error(say(key, number=number or len(meanings), ways=told), 1)
    error.ways = tuple(dict.fromkeys(ways))
    return error


class Reader:
    """Reads lines one after another; a line that is refused leaves it as it was.

    It stands at `_at`, and stood at `_before` when the last line began.

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
        self._stands = [self.origin]
        self._last: tuple[str, int] = ("", 0)
        self._at = self._begun([])
        self._before = self._at

    def _begun(self, answers: Sequence[tuple[Any, str]]) -> Standing:
        """Where the rules come to by these answers alone."""
        return Standing(*self._tried(None, self._attempt(Speech((), {}), "", (), answers)))

    @property
    def answers(self) -> Sequence[tuple[Any, str]]:
        """All that was answered so far, with the place of each."""
        return self._at.answers

    @property
    def pending(self) -> Question | None:
        """What the last line left open."""
        return self._at.pending

    @property
    def boundary(self) -> tuple[int, int]:
        """How far the rules were when it ended: how many moves there had been, and how many answers."""
        return self._at.boundary

    @property
    def passed(self) -> Sequence[Passed]:
        """What went without saying at its end."""
        return self._at.passed

    def ahead(self) -> tuple[Table, Sequence[Passed], Question | Ask | None]:
        """Where the rules come to if all goes unsaid that may: the table, what was passed, what is asked there."""
        attempt = self._attempt(Speech((), {}), "", ())
        attempt.quiet = True
        run, pending, attempt = self._tried(None, attempt)
        return run.table, attempt.passed, pending or run.wait

    def back_to(self, answered: int) -> None:
        """Stand again where so many answers had been given: what a line that is refused began to say is forgotten."""
        while len(self._stands) > 1 and self._stands[-1].answered > answered:
            self._stands.pop()
        if len(self._before.answers) == answered:
            self._at = self._before
        elif len(self.answers) != answered:
            self._at = self._begun(self.answers[:answered])
        self._at.passed = ()

    def handed_on(self) -> Reader:
        """Another reader that stands here and may go on with this one's run; this one makes its own anew when asked."""
        other = copy(self)
        other._stands, other._before = [*self._stands], self._at
        self._at = self._before = copy(self._at)
        if self._at.free:
            self._at.run = None
        return other

    @property
    def run(self) -> Run:
        """The rules as the notes leave them."""
        at = self._at
        if at.run is None:
            at.run = self._begun(at.answers).run
            at.free = at.pending is None
        return at.run  # type: ignore[return-value]

    @property
    def last(self) -> str:
        """The line that was read last."""
        return self._last[0]

    @property
    def table(self) -> Table:
        """The table as the notes leave it."""
        return self.run.table

    def tell_again(self, numbers: Collection[int], text: str, line: Any) -> None:
        """A line of its own tells events of these numbers, which everybody heard. Raises `Twice` where one has."""
        if self._at.again.issuperset(numbers):
            error = line.error(say("{truth}: that is noted already", truth=as_is(text.strip())), 1)
            raise Twice(error.message, line=error.line, column=error.column, source=error.source)
        self._at.again |= frozenset(numbers)

    def told(self, text: str, place: str, line: Any) -> None:
        """Read what is said in the words of the rules already. Raises `RecordError` where they do not come to it."""
        answered = len(self.answers)
        try:
            self._read(text, place, line, in_words(text, self.setting), why=True)
        except DeduceError:
            self.back_to(answered)
            raise

    def told_late(self, text: str, place: str, line: Any, begin: int, end: int) -> None:
        """Read as `told`, in place of the answers from number `begin` to `end`; those behind are kept."""
        before = self.answers
        self.back_to(begin)
        try:
            self.told(text, place, line)
            before = [*self.answers, *before[end:]]
        finally:
            self._at = self._before = self._begun(before)

    def read(self, text: str, place: str, line: Any) -> None:
        """Read one line. Raises `RecordError` where it is not understood, or could be understood in two ways."""
        self._line(text, place, line, why=True)

    def reads(self, text: str, place: str, line: Any) -> bool:
        """Whether one line can be read, which then is; of one that cannot it is not worked out why."""
        try:
            self._line(text, place, line, why=False)
        except DeduceError:
            return False
        return True

    def _line(self, text: str, place: str, line: Any, *, why: bool) -> None:
        answered, typed = len(self.answers), tokens_of(text)
        speech = wrong = None
        try:
            speech = self._speech(text, line)
        except RecordError as error:  # by the game's own words it is nothing; a hurried line may yet say it
            wrong = error
        if speech is not None and text.strip() and self._says_nothing(speech):
            signs = all(token.text in MARKS for token in typed)
            raise line.error(say("these signs say nothing" if signs else "these words say nothing"), 1)
        try:
            if wrong is not None:
                raise wrong
            self._read(text, place, line, speech)
        except DeduceError as error:
            self.back_to(answered)
            if isinstance(error, Twice):
                raise
            joined = not isinstance(error, Nameless) and self._joined(text, place, line)
            if not (joined or self._featured(text, place, line) or self._hurried(text, place, line, why)):
                tick()  # what there was no time to read is no fault of the line
                raise (self._why(error, text, place, line) if why else error) from None
        else:
            names = speech.seats if speech else ()
            told = any(getattr(each, "kind", "") in TOLD for each, _ in self.answers[answered:])
            if (told or self.pending is None) and is_asked(settled(typed, names), names):
                self.back_to(answered)  # nothing was asked in the game, or this line has its answer
                raise line.error("a question is no note", 1)
            self._last = (text, answered)
        new = [each for each, _ in self.answers[answered:]]
        done = [
            UNSEEN if getattr(each, "kind", "") == "hidden" else getattr(each, "said", each)
            for each in new
            if getattr(each, "kind", "") not in TOLD
        ]
        if is_unsure(typed, done):
            self.back_to(answered)
            raise line.error("a question is no note", 1)
        # Of what was typed a game may leave out words that say what is to come.
        if speech is not None and any(
            is_due(each, speech.seats, done, lambda: self._told_at(place), speech.also)
            for each in (speech.tokens, typed)
        ):
            self.back_to(answered)
            raise line.error(say("this is still to be done: note what has happened"), 1)

    def _told_at(self, place: str) -> Sequence[str]:
        """What was told in a line, in the words of the rules."""
        there = [event for event in self.table.log if event.place == place and event.kind in TOLD]
        return [f"{event.said} {event.value}" for event in there]

    def _why(self, error: DeduceError, text: str, place: str, line: Any) -> DeduceError:
        """The refusal of a line that was tried in vain, in words."""
        if not isinstance(error, Unsaid):
            return error
        answered = len(self.answers)
        try:
            self._read(text, place, line, why=True)
        except DeduceError as said:
            error = said
        self.back_to(answered)
        return error

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
        said = all(
            void or token.folded in speech.seats
            for void, token in zip(speech.void, speech.tokens, strict=True)
        )
        if said and isinstance(wait, Choose):
            options = map(words_in, choices_of(wait, self.table))
            bare = [word for words in options if all(word in FILLERS for word in words) for word in words]
            speech = speech.keeping(bare)
        return speech

    @staticmethod
    def _says_nothing(speech: Speech) -> bool:
        return skip(speech, 0) >= len(speech.tokens)

    def _joined(self, text: str, place: str, line: Any) -> bool:
        """Whether a line is the rest of the line before it, which it then is read with."""
        before, answered = self._last
        if not self.setting.game.joins or not before:
            return False
        kept = self._at, self._before, [*self._stands]
        self.back_to(answered)
        try:
            self._read(f"{before.removesuffix('?')}, {text}", place, line)
        except DeduceError:
            self._at, self._before, self._stands = kept
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
        if plain == text:
            return False
        answered = len(self.answers)
        try:
            self._read(plain, place, line)
        except DeduceError:
            self.back_to(answered)
            return False
        self._last = (plain, answered)
        return True

    def _hurried(self, text: str, place: str, line: Any, why: bool) -> bool:
        """Whether a line is one typed in a hurry, and read so. Raises `RecordError` where it has several meanings."""
        answered = len(self.answers)
        found: dict[str, tuple[str, Standing, list[Stand]]] = {}
        against: list[tuple[DeduceError, str]] = []
        for alike in self.hurried(text):
            for plain in alike:
                try:
                    self._read(plain, place, line)
                    said = repr((self.answers[answered:], self.pending))
                    found.setdefault(said, (plain, self._at, [*self._stands]))
                except DeduceError as error:
                    against.append((error, plain))
                self.back_to(answered)
            if found:
                break
        if why and not found and len(against) == 1:
            refused = self._why(against[0][0], against[0][1], place, line)
            if getattr(refused, "forbidden", False):
                raise refused  # it was understood, and a rule or what is known forbids it
        if len(found) > 1:
            ways = sorted(plain for plain, *_ in found.values())
            raise _several(line, ways, ways)
        for plain, at, stands in found.values():
            self._before, self._at, self._stands = self._at, at, stands
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

    def _read(
        self, text: str, place: str, line: Any, speech: Speech | None = None, *, why: bool = False
    ) -> None:
        """Read a line by the rules alone. Raises `Unsaid` where they do not, unless it is asked `why`."""
        speech = speech or self._speech(text, line)
        outcomes: list[tuple[Run, Question | None, Attempt]] = []
        scripts: list[tuple[int, ...]] = [()]
        best: tuple[tuple[int, bool], Dead, Attempt | None] = (
            (-1, False),
            Dead(say("something that happened")),
            None,
        )
        begun = max(0, len(self.table.log) - LATELY)
        lately = [*enumerate(self.table.log[begun:], begun)]
        tried = 0
        while scripts and tried < MOST:
            script = scripts.pop()
            tried += 1
            at = self._at
            live, at.run = at.run if at.free else None, None
            attempt = self._attempt(speech, place, script)
            attempt.explains = why
            try:
                run, pending, attempt = self._tried(live, attempt)
                if self.seat is not None and (rule := never(run.table, place)):
                    raise Dead(say("what can be true"), rule=rule)
            except Dead as dead:
                if attempt.unmoved and not dead.fault:
                    at.run = attempt.run
                far = attempt.far, bool(dead.rule or dead.fault)
                if far > best[0]:
                    best = far, dead, attempt
            else:
                if len(attempt.answers) > len(self.answers) or attempt.boundary != at.boundary:
                    outcomes.append((run, pending, attempt))
            at.free = at.run is not None
            for number in range(len(script), len(attempt.made)):
                done = tuple(script[:number]) + (0,) * (number - len(script))
                scripts += [(*done, other) for other in range(1, attempt.made[number])]
        if not outcomes:
            if told := repeats(speech, lately, self.setting):
                self.tell_again(told, text, line)
                return
            if not why:
                raise Unsaid("")
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
        costs = [self._cost(attempt) for _, _, attempt in outcomes]
        outcomes = [each for each, cost in zip(outcomes, costs, strict=True) if cost == min(costs)]
        said = self._meanings(outcomes)
        if len(said) > 1:
            outcomes = self._possible(outcomes)
            said = self._meanings(outcomes)
        if len(said) > 1 or several:
            from deduce.rulebook.clauses import line_of  # needed by what has several meanings

            begun = len(self.table.log)
            ways = [line_of(run.table.log[begun:], self.setting, run.table) for run, _, _ in outcomes]
            raise _several(line, sorted(self._told(attempt) for _, _, attempt in outcomes), ways, len(said))
        run, pending, attempt = outcomes[0]
        self._before, self._at = self._at, Standing(run, pending, attempt, attempt.passed, self._at.again)
        self._at.free &= len(outcomes) == 1
        stand = getattr(run.table, "stand", self.origin)
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

    def _cost(self, attempt: Attempt) -> tuple[int, int, int]:
        """Readings are best that leave out the fewest looks, then that say least again, then the shortest."""
        new = attempt.answers[len(self.answers) :]
        left_out = sum(getattr(answer, "value", None) is UNNOTED for answer, _ in new)
        return left_out, attempt.again, len(new)

    def _meanings(self, outcomes: Sequence[tuple[Run, Question | None, Attempt]]) -> set[str]:
        """All that is said by these readings; of one alone it is not asked what."""
        if len(outcomes) == 1:
            return {""}
        return {repr(attempt.answers[len(self.answers) :]) for _, _, attempt in outcomes}

    def _told(self, attempt: Attempt) -> str:
        new = attempt.answers[len(self.answers) :]
        return ", ".join(
            answer if isinstance(answer, str) else self.setting.sentence(answer) for answer, _ in new
        )

    def _attempt(
        self,
        speech: Speech,
        place: str,
        script: Sequence[int],
        answers: Sequence[tuple[Any, str]] | None = None,
    ) -> Attempt:
        answers = self.answers if answers is None else answers
        begun = self._stands[-1].answered
        return Attempt(answers[begun:], speech, place, script, self.foretold, answers[:begun])

    def _tried(self, live: Run | None, attempt: Attempt) -> tuple[Run, Question | None, Attempt]:
        if live is not None:
            run = live
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
        found = []
        for answer, _ in self.answers[since:]:
            if not isinstance(answer, str) and any(answer.value is sign for sign in (UNSHOWN, UNNOTED)):
                continue  # nothing was told
            said = answer if isinstance(answer, str) else self.setting.sentence(answer)
            if said:
                found.append(said)
        return found

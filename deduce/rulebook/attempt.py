"""One try at a line of notes: the rules run on, and each thing that they wait for takes its words from the line.

Where words have several readings one is taken, as a script says; whoever tries (`deduce.rulebook.reading`) tries the
others too. Here is what is asked, in the order of the rules, and what goes without saying; which words answer it is found
by `moves_said` (what was done) and `replies` (what was told), both over one `cursor`.

One file because a try is one state, and all that is asked changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from deduce.ground.compat import override
from deduce.ground.wording import as_is, say
from deduce.rulebook.asks import Ask, Change, Choose, Deal, Roll, Sense
from deduce.rulebook.cards import sure_of
from deduce.rulebook.cursor import Dead, Reading
from deduce.rulebook.drawing import Draw
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import IMPLIED, UNNOTED, UNSHOWN, Entry, Event, Unsure
from deduce.rulebook.matching import Speech, meant_at, option_at, skip
from deduce.rulebook.menus import Menu
from deduce.rulebook.moves_said import HIDDEN, MovesSaid
from deduce.rulebook.replies import Alike
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question, choices_of, choosing, goes_unsaid
from deduce.rulebook.words import UNSEEN

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

__all__ = ["UNSEEN", "Attempt", "NotesTable", "Pending"]

ENDLESS: Final = 20_000
"""Rules in which so much happens in a row that the writer neither sees nor decides never come to anything to note."""
MOST_PASSED: Final = 50
"""So many choices in a row go without saying."""


class Pending(Exception):
    """The line ended before the rules were answered."""

    def __init__(self, question: Question) -> None:
        self.question = question


class NotesTable(Table):
    """A table that asks a reader: a blind one for what was heard, a live one whether what is told was said."""

    of_notes = True

    def __init__(self, setting: Setting, seat: int | None, reader: Attempt) -> None:
        super().__init__(setting, seat)
        self.reader = reader
        self.stand = Stand(setting, seat, setting.game.rules)

    @override
    def handed_on(self, history: Sequence[str | None], follow: Callable[[Any], Any]) -> None:
        self.reader.handed_on(self, history, follow)

    @override
    def heard(
        self,
        kind: str | None,
        said: str | None,
        about: Any = None,
        *,
        when: Any = None,
        unsaid: Any = None,
        name: str = "",
    ) -> Entry:
        return self.reader.heard(self, kind or "open draw", said or "", about, when, unsaid, name)

    @override
    def line_ends(self) -> None:
        self.reader.taken = 0

    @override
    def note(self, event: Event) -> None:
        event.place = self.reader.place
        super().note(event)
        if self.seat is None and event.kind in ("show", "tell", "which", "reveal", "say"):
            self.reader.mention(self, event)


class Attempt(MovesSaid):
    """One try at a line: what has been answered before, the words that are left, and which alternatives to take."""

    def __init__(
        self,
        past: Sequence[tuple[Any, str]],
        speech: Speech,
        place: str,
        script: Sequence[int],
        foretold: Mapping[str, Any] = MappingProxyType({}),
        before: Sequence[tuple[Any, str]] = (),
    ) -> None:
        super().__init__(speech, script)
        self.past, self.now, self.foretold = list(past), place, foretold
        self.place = past[0][1] if past else place
        self.table: Table | None = None
        self.denied: tuple[int, str] = (-1, "")
        self.answers = [*before, *past]
        self.spoke = 0
        self.boundary = (0, 0)
        self.quiet = False
        self.run: Run | None = None
        self._begun: tuple[int, ...] = ()

    @property
    def unmoved(self) -> bool:
        """Whether the run stands where its past left it, so that another try may begin there."""
        return self.run is not None and self._begun == self._far(self.run)

    def _far(self, run: Run) -> tuple[int, ...]:
        return len(self.answers), len(run.history), len(run.table.log)

    # Going on.

    def handed_on(
        self, table: NotesTable, history: Sequence[str | None], follow: Callable[[Any], Any]
    ) -> None:
        """The rules hand on: a run can begin here."""
        answered = len(self.answers) - len(self.past)
        table.stand = Stand.of(table, follow, history=history, answered=answered)

    def follow(self, run: Run) -> Question | None:
        """Run the rules as far as the line goes. Raises `Dead`; gives what it left open."""
        self.run, table = run, run.table
        begun, given = len(run.history), len(self.answers)
        try:
            while run.wait is not None:
                if not self.past and not self._begun and len(self.answers) == given:
                    self._begun = self._far(run)
                if not self.past and len(run.history) - begun > ENDLESS:
                    raise RulesError(
                        f"{ENDLESS} things in a row happen of which these notes say nothing", run.place
                    )
                if self.past:
                    self.boundary = (len(run.history), len(self.answers) - len(self.past))
                    self._again(run)
                    continue
                ask = run.wait
                self.boundary = (len(run.history), len(self.answers))
                silent = self.ended and not self._shares(ask)
                silent = silent and not self._by_itself(ask, table) and not self._left_out(ask, table)
                if silent and not (
                    self.quiet and goes_unsaid(ask, table) and len(self.passed) < MOST_PASSED
                ):
                    break
                self.place = self.now
                if table.seat is None:
                    run.play(self._text(ask, table))
                else:
                    run.hear()
        except Pending as pending:
            if self.shared.keys() - self.whoever:
                raise Dead(pending.question.wanted(table)) from None
            return pending.question
        except (RulesError, LookupError, ArithmeticError) as error:
            if not self.whole.tokens:  # no line is read, so there is no other reading
                raise
            if any(_unsure(answer) for answer, _ in self.answers[-1:]):
                raise Dead(say("who it was for certain: what comes next hangs on it")) from error
            raise Dead(say("something that happened"), fault=error) from error
        self.boundary = (len(run.history), len(self.answers))
        if self.shared.keys() - self.whoever:
            raise Dead(say("those who are named to choose"))
        if not self.ended:
            raise Dead(
                say("the end of the line" if run.wait is not None else "nothing more: the game is over")
            )
        return None

    def _again(self, run: Run) -> None:
        if run.table.seat is None:
            text, self.place = self.past[0]
            run.play(text)
            self.past.pop(0)
        else:
            run.hear()

    def _by_itself(self, ask: Ask, table: Table) -> bool:
        """Whether something happens without anybody's saying so: chance that the writer does not see."""
        if table.seat is None:
            return False
        if isinstance(ask, Deal):
            return True
        if isinstance(ask, Change) and isinstance(ask.actor, int):  # who has begun to lay cards lays them
            return not (table.hears(ask.mask) or self.open) and self.named and self.subject == ask.actor
        if isinstance(ask, (Roll, Sense, Change, Draw)) and not isinstance(ask.actor, int):
            return not table.hears(ask.mask) and not (isinstance(ask, Draw) and ask.noticed)
        return False

    # Answers of a blind run.

    def heard(
        self, table: NotesTable, kind: str, said: str, about: Any, when: Any, unsaid: Any, name: str
    ) -> Entry:
        """What the writer heard: from before, from the words of the line, or as what goes without saying."""
        if self.past:
            entry, self.place = self.past.pop(0)
            return entry  # type: ignore[no-any-return]
        self.place = self.now
        entry = self._entry(Question(kind, said, about, name), when, unsaid, table)
        self.answers.append((entry, self.now))
        return entry

    def _entry(self, question: Question, when: Any, unsaid: Any, table: NotesTable) -> Entry:
        """The answer to one thing that the rules ask: what was done, what everybody heard, or what was told."""
        kind, said, about = question.kind, question.said, question.about
        if kind == "hidden":
            self._unseen(UNSEEN, about.seat, table, f"{about.name.partition(' ')[0]} {HIDDEN}")
            return Entry(kind, about.seat, said)
        if kind == "change" and not table.hears(about.mask):
            self._unseen(about.name, 0, table)
            return Entry(kind, about.seat, about.name)
        if kind in ("choose", "change"):
            text = self._text(about, table)
            value = about.orders()[text] if kind == "change" else about.menu.find(text, None)[0]
            return Entry(kind, about.seat, text, value)
        if kind == "open draw":
            return self._open_draw(about, table)
        if kind == "say":
            speaker, used = self._seat(skip(self.speech, self.at), self._names(table)), self.taken
            self._announcement(said, about, when or 0, table)
            if speaker and self.taken > used:
                self.subject, self.named = speaker, True
            return Entry(kind, when or 0, said, about)
        return Entry(kind, 0, said, self._told(question, when, unsaid, table))

    def _told(self, question: Question, when: Any, unsaid: Any, table: NotesTable) -> Any:
        """What the writer was told: as other lines foretell it, as this line says it, or as silence means it.

        It is told where the fact `when` is true; silence means `unsaid`.
        """
        kind, about, known = question.kind, question.about, self._known(question, table)
        if kind in ("show", "reveal") and known is None and question.said in self.foretold:
            return self.foretold[question.said]
        if kind in ("draw", "reveal"):
            return self._cards(question, table)
        at_once = question.name == "together"
        if kind == "show" and at_once and (alike := self._revealed(about, table)) is not None:
            return alike
        masks = table._masks
        told = True if when is None or masks is None else masks.seen(when)
        if told is False:
            return UNSHOWN
        known = known if told else None
        silent: list[Any] = [] if told else [UNSHOWN]
        silent += self._silence(question, unsaid, table) if known is None else [known]
        if self.ended and not silent:
            raise Pending(question)
        found = [(value, self.at, self.at) for value in silent]
        if not self.ended:
            rows = self._rows(about, table) if kind == "show" and at_once else ()
            found = [*self._said(question, table), *rows, *found]
        if kind == "which" and at_once and masks is not None:
            found = [each for each in found if _agrees(each[0], about, masks)]
        if kind == "show" and known is not None and _chose(about, table):
            found = self._agreeing(found, question, known, table)
        used = self.taken
        value = self._value(question, found, known, table)
        if self.taken == used and known is None and unsaid is not None and unsaid is not IMPLIED:
            self.passed.append(replace(question, open=unsaid is UNNOTED))
        return value

    def _silence(self, question: Question, unsaid: Any, table: NotesTable) -> list[Any]:
        """What it may mean that the line does not answer: nothing, where it has to."""
        if unsaid is None:
            return []
        if question.kind == "which":
            return [tuple(unsaid)]
        if unsaid is IMPLIED:
            return [] if self.ended else [True, False]
        # What cards that the writer saw say goes without saying too.
        sure = None if unsaid is UNNOTED else sure_of(question.about, table)
        return [unsaid if sure is None else sure]

    def _value(self, question: Question, found: Sequence[Reading], known: Any, table: NotesTable) -> Any:
        """One of several readings of what was told, and what its words mean for those that follow."""
        before, used, shown = self.speech, self.taken, question.kind == "show"
        stretch = self.boundary[0] if shown else -1
        value = self._pick(found, partial(question.wanted, table), stretch=stretch)
        said = self.taken > used
        if shown and said:
            self.bare = None if question.name in self._words_used(before) else question.about
        if shown and said and type(known) is int:  # one of several numbered things
            self.again += any(map(str.isdigit, self._labels(question)[0]))
        elif shown and not said and known is not None:
            for _, end in meant_at(self.speech, self.at, question.about, (known,), self._names(table)):
                self.said_over[skip(self.speech, self.at)] = end, stretch
        if type(value) is int:
            number = str(value)
            self.numbers.update(at for at in self._used(before) if before.tokens[at].folded == number)
        if not isinstance(value, Alike):
            return value
        self.shared.update(value.others)
        return value.value

    def _announcement(self, said: str, value: Any, seat: int, table: Table) -> None:
        """Take what the line says of something that everybody heard; it may be silent."""
        self._pick([*self._announced(said, value, seat, self._names(table)), (None, self.at, self.at)])

    def _agreeing(
        self, found: Sequence[Reading], question: Question, truth: Any, table: Table
    ) -> list[Reading]:
        """The readings that agree with what is so; what is said otherwise accounts for no word and so is refused."""
        right = [
            each for each in found if (each[0].value if isinstance(each[0], Alike) else each[0]) == truth
        ]
        if any(end > begin for _, begin, end in found) and not any(end > begin for _, begin, end in right):
            game, names = table.setting.game, table.setting.names
            self.denied = skip(self.speech, self.at), game.event_sentence(question.event(truth), names)
        return right

    def _open_draw(self, ask: Draw, table: NotesTable) -> Entry:
        """A draw that the writer noticed, of which it saw the card only if that lay open; one not seen may be a ``?``."""
        drawn = self._drawings(ask, self._names(table), (*ask.deck.copies, HIDDEN))
        found = [(card, self.at, end) for card, end in drawn if card in ask.open or card == HIDDEN]
        found = [(None if card == HIDDEN else card, at, end) for card, at, end in found]
        found.append((None, self.at, self.at))
        if self.ended and ask.open:
            self.passed.append(Question("open draw", ask.said, ask))
        wanted = partial(Question("draw", ask.said, ask).wanted, table, (HIDDEN, *ask.open))
        card = self._pick(found, wanted)
        return Entry("unseen", 0, ask.said) if card is None else Entry("draw", 0, ask.said, card)

    def _cards(self, question: Question, table: NotesTable) -> Any:
        """The card that the writer saw drawn, or all cards of a zone that it sees."""
        about, names = question.about, self._names(table)
        found: list[Reading] = []
        if question.kind == "draw":
            found += [(card, self.at, end) for card, end in self._drawings(about, names)]
        else:
            known = about.snapshot().cards()
            if known is not None:  # what the writer knows goes without saying
                silent = tuple(sorted(known, key=list(about.copies).index))
                found.append((silent, self.at, self.at))
            found += [(cards, self.at, end) for cards, end in self._hands(question, names)]
        if self.ended and not any(begin == end for _, begin, end in found):
            raise Pending(question)
        return self._pick(found, partial(question.wanted, table))

    def _revealed(self, handle: Any, table: Table) -> Any:
        """The value of a choice made at once, where its seat was named in a row with others."""
        event = next((each for each in table.log if each.handle is handle), None)
        text = self.shared.pop(event.seat, None) if event is not None else None
        if text is None or event is None or not isinstance(event.about, Menu):
            return None
        if text not in event.about.all():
            raise Dead(choosing(table.name(event.seat), event.about.all()))
        return event.about.all()[text]

    def _unseen(self, words: str, seat: int, table: Table, short: str = "") -> None:
        """Take what the line says of something done unseen; mostly nothing, for it goes without saying.

        Of a choice that has a name `short` says it too, whoever is named: ``wager ?``.
        """
        at, names = skip(self.speech, self.at), self._names(table)
        begin = at
        if seat and self._seat(at, names) == seat:
            at += 1
        end = option_at(self.speech, at, words, names) if at > begin or not seat else None
        if end is None and short:
            end = option_at(self.speech, at, short, names)
        said = [] if end is None else [(None, begin, end)]
        self._pick([*said, (None, self.at, self.at)])

    # Moves, and what is told in a complete record: the rules know it, the line may say it too.

    def _text(self, ask: Ask, table: Table) -> str:
        """The move that the line says was made; of a live run it is kept as an answer."""
        shared = self.shared.pop(ask.actor, None) if self._shares(ask) else None
        used = self.taken
        if shared is None:
            found, wanted = self._moves(ask, table)
            before = self.speech
            options = partial(ask.menu.texts, table) if isinstance(ask, Choose) else tuple
            text: str = self._pick(found, wanted, options)
            if not self.spoke and self.taken > used and isinstance(ask.actor, int):
                self.spoke = ask.actor
            if self.taken == used and isinstance(ask, Choose):
                self.passed.append((ask, choices_of(ask, table)))
            self._share(ask, text, before, table)
        elif isinstance(ask, Choose) and shared in ask.menu.all():
            text = shared
        else:
            raise Dead(say("those who are named to choose alike"))
        if table.seat is None:
            self.answers.append((text, self.now))
        if isinstance(ask.actor, int) and (shared is not None or self.taken > used):
            self.subject, self.named = ask.actor, True
        return text

    def mention(self, table: Table, event: Event) -> None:
        """Take what the line says of something that the rules have told. Raises `Dead` where it says otherwise."""
        if self.past or (self.ended and event.name != "together") or event.value is UNSHOWN:
            return
        if event.kind == "say":
            self._announcement(event.said, event.value, event.seat, table)
            return
        question = Question(event.kind, event.said, event.about, event.name)
        if event.kind == "reveal":
            found = [(cards, self.at, end) for cards, end in self._hands(question, self._names(table))]
        else:
            found = self._said(question, table)
        right = self._agreeing([each for each in found if each[2] > each[1]], question, event.value, table)
        if event.kind == "which" and event.name == "together" and event.value:
            self._pick(right, partial(say, "who chose to {what}", what=as_is(event.said)))
            return
        self._pick([*right, (None, self.at, self.at)])


def _chose(variable: Any, table: Table) -> bool:
    """Whether a variable is what the writer has chosen itself."""
    return any(event.handle is variable and event.seat == table.seat for event in table.log)


def _unsure(answer: Any) -> bool:
    """Whether an answer names somebody of whom its writer was not sure."""
    told = getattr(answer, "value", None)
    return type(told) is tuple and any(type(each) is Unsure for each in told)


def _agrees(keys: Sequence[Any], facts: Mapping[Any, Any], masks: Any) -> bool:
    """Whether who chose what agrees with what the writer chose."""
    return all(masks.seen(fact) in (None, key in keys) for key, fact in facts.items())

"""One try at a line of notes: the rules run on, and each thing that they wait for takes its words from the line.

Where words have several readings one is taken, as a script says; whoever tries (`deduce.rulebook.reading`) tries the
others too.

One file because it is one machine: what is asked, which words answer it, and what goes without saying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove
from deduce.ground.wording import as_is, run, say
from deduce.language.facts import Fact
from deduce.rulebook.asks import Ask, Change, Choose, Deal, Roll, Sense
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import IMPLIED, UNNOTED, UNSHOWN, Entry, Event
from deduce.rulebook.matching import (
    Seen,
    Speech,
    amount_at,
    labelled,
    option_at,
    set_at,
    skip,
    value_at,
    verdict_at,
)
from deduce.rulebook.menus import Menu
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import (
    Question,
    asked,
    choices_of,
    choosing,
    goes_unsaid,
    key_text,
    listed,
    values_of,
)
from deduce.rulebook.words import FILLERS, SELF, Token, folded, same, words_in

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

__all__ = ["HIDDEN", "OPEN", "UNSEEN", "Attempt", "Dead", "NotesTable", "Passed", "Pending"]

OPEN = "?"
"""How a line ends, behind a comma, whose turn is not told to its end."""
HIDDEN = "?"
"""How notes write a card that the writer did not see."""
UNSEEN = "chooses unseen"
"""How notes say that somebody made a choice which the writer did not see, where the next line does not tell."""

CLAUSES: Final = frozenset((",", ";", "."))
"""Signs that part clauses."""
LONG: Final = 50
"""Lists of so many options are looked up by their first words."""
MOST_PASSED: Final = 50
"""So many choices in a row go without saying."""
ALL: Final = frozenset(("all", "everybody", "everyone", "both"))


Passed = Question | tuple[Choose, Sequence[str]]
"""What went without saying at the end of a line, and may be said: a question, or a choice with what could be chosen."""


class Pending(Exception):
    """The line ended before the rules were answered."""

    def __init__(self, question: Question) -> None:
        self.question = question


class Alike(NamedTuple):
    """What a seat chose, and what others who are named with it chose, by the option's text."""

    value: Any
    others: Mapping[int, str]


class Dead(Exception):
    """This reading leads nowhere.

    Attributes:
        wanted: What the rules waited for.
        options: The moves that could be said here, where a seat chooses.
        rule: The rule that forbids what the line says, where one does.
    """

    def __init__(self, wanted: str, options: Sequence[str] = (), rule: str = "") -> None:
        self.wanted, self.options, self.rule = wanted, options, rule


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
        if self.seat is None and event.kind in ("show", "tell", "which", "sense", "reveal", "say"):
            self.reader.mention(self, event)


class Attempt:
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
        self.open = [token.text for token in speech.tokens[-2:]] == [",", OPEN]
        speech = speech._replace(tokens=speech.tokens[:-1]) if self.open else speech
        self.past, self.speech, self.place, self.script = list(past), speech, place, script
        self.whole = speech
        self.bare: Any = None
        self.table: Table | None = None
        self.denied: tuple[int, str] = (-1, "")
        self.answers = [*before, *past]
        self.now = place
        self.spoke = 0
        self.made: list[int] = []
        self.at, self.subject, self.named = 0, 0, False
        self.far = 0
        self.shared: dict[Any, str] = {}
        self.whoever: set[Any] = set()
        self.foretold, self.taken = foretold, 0
        self.boundary = (0, 0)
        self.place = past[0][1] if past else place
        self.quiet = False
        self.passed: list[Passed] = []

    # Going on.

    def handed_on(
        self, table: NotesTable, history: Sequence[str | None], follow: Callable[[Any], Any]
    ) -> None:
        """The rules hand on: a run can begin here."""
        answered = len(self.answers) - len(self.past)
        table.stand = Stand.of(table, follow, history=history, answered=answered)

    def follow(self, run: Run) -> Question | None:
        """Run the rules as far as the line goes. Raises `Dead`; gives what it left open."""
        table = run.table
        try:
            while run.wait is not None:
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

    def _shares(self, ask: Ask) -> bool:
        """Whether a row of names, or "all", has said already what is chosen."""
        text = self.shared.get(ask.actor)
        if text is None or not isinstance(ask, Choose):
            return False
        return ask.actor not in self.whoever or text in ask.menu.all()

    def _left_out(self, ask: Ask, table: Table) -> bool:
        """Whether a line that told what was done in one go means that no more of it was."""
        if not isinstance(ask, Choose):
            return False
        if self.open:  # others decide before the writer does, and nobody has said what
            return table.seat in ask.among and not table.hears(ask.mask)
        return (ask.rest is not None and self.taken > 1) or (
            ask.alike is not None and ask.alike is self.bare
        )

    @property
    def ended(self) -> bool:
        """Whether every word has been accounted for."""
        return skip(self.speech, 0) >= len(self.speech.tokens)

    def _pick(self, found: Sequence[tuple[Any, int, int]], wanted: str, options: Sequence[str] = ()) -> Any:
        """One of several readings ``(value, start, end)``; its words are used up."""
        if not found:
            raise self._lost(wanted, options)
        number = self.script[len(self.made)] if len(self.made) < len(self.script) else 0
        self.made.append(len(found))
        value, start, end = found[number]
        tokens = list(self.speech.tokens)
        for place in range(start, end):
            tokens[place] = Token(",", ",", tokens[place].column)
        self.speech = self.speech._replace(tokens=tuple(tokens))
        self.taken += end > start
        if end > start:
            self.passed.clear()
        self.at = end if start <= skip(self.speech, self.at) else self.at
        self.far = max(self.far, self.at)
        return value

    def _lost(self, wanted: str, options: Sequence[str] = (), rule: str = "") -> Dead:
        """That this reading leads nowhere from where it stands."""
        self.far = max(self.far, skip(self.speech, self.at))
        return Dead(wanted, options, rule)

    # Answers of a blind run.

    def heard(
        self, table: NotesTable, kind: str, said: str, about: Any, when: Any, unsaid: Any, name: str
    ) -> Entry:
        """What the writer heard: from before, from the words of the line, or as what goes without saying."""
        if self.past:
            entry, self.place = self.past.pop(0)
            return entry  # type: ignore[no-any-return]
        self.place = self.now
        entry = self._entry(table, kind, said, about, when, unsaid, name)
        self.answers.append((entry, self.now))
        return entry

    def _entry(
        self, table: NotesTable, kind: str, said: str, about: Any, when: Any, unsaid: Any, name: str
    ) -> Entry:
        if kind == "hidden":
            self._unseen(UNSEEN, about.seat, table, f"{about.name.partition(' ')[0]} {HIDDEN}")
            return Entry("hidden", about.seat, said)
        if kind == "change" and not table.hears(about.mask):
            self._unseen(about.name, 0, table)
            return Entry("change", about.seat, about.name)
        if kind in ("choose", "change"):
            text = self._text(about, table)
            value = about.orders()[text] if kind == "change" else None
            return Entry(kind, about.seat, text, value if kind == "change" else self._chosen(about, text))
        if (
            kind in ("show", "reveal")
            and said in self.foretold
            and self._known(Question(kind, said, about), table) is None
        ):
            return Entry(kind, 0, said, self.foretold[said])
        if kind == "open draw":
            return self._open_draw(about, table)
        if kind == "say":
            speaker = self._seat(skip(self.speech, self.at), self._names(table))
            used = self.taken
            self._pick([*self._announced(said, about, when or 0), (None, self.at, self.at)], "")
            if speaker and self.taken > used:
                self.subject, self.named = speaker, True
            return Entry("say", when or 0, said, about)
        question = Question(kind, said, about, name)
        if kind in ("draw", "reveal"):
            return Entry(kind, 0, said, self._cards(question, table))
        if kind == "show" and name == "together" and (alike := self._revealed(about, table)) is not None:
            return Entry(kind, 0, said, alike)
        told = table._masks.seen(when) if when is not None and table._masks is not None else True
        if told is False:
            return Entry(kind, 0, said, UNSHOWN)
        silent: list[tuple[Any, int, int]] = [(UNSHOWN, self.at, self.at)] if told is None else []
        known = self._known(question, table) if told else None
        if known is not None:
            silent.append((known, self.at, self.at))  # what the writer knows goes without saying
        elif kind == "which" and unsaid is not None:
            silent.append((tuple(unsaid), self.at, self.at))
        elif unsaid is IMPLIED:
            silent += [] if self.ended else [(value, self.at, self.at) for value in (True, False)]
        elif unsaid is not None:
            silent.append((unsaid, self.at, self.at))
        if self.ended:
            if not silent:
                raise Pending(question)
            found = silent
        else:
            rows = list(self._rows(about, table)) if kind == "show" and name == "together" else []
            found = [*self._said(question, table), *rows, *silent]
        if kind == "which" and name == "together" and table._masks is not None:
            found = [each for each in found if _agrees(each[0], about, table._masks)]
        before, used = self.speech, self.taken
        if kind == "show" and known is not None and _chose(about, table):
            found = self._agreeing(found, question, known, table)
        picked = self._pick(found, question.wanted(table))
        if self.taken == used and known is None and unsaid is not None and unsaid is not IMPLIED:
            self.passed.append(replace(question, open=unsaid is UNNOTED))
        if kind == "show" and self.taken > used:
            taken = {a.folded for a, b in zip(before.tokens, self.speech.tokens, strict=True) if a is not b}
            self.bare = None if name in taken else about
        if isinstance(picked, Alike):
            self.shared.update(picked.others)
            picked = picked.value
        return Entry(kind, 0, said, picked)

    def _agreeing(
        self, found: Sequence[tuple[Any, int, int]], question: Question, known: Any, table: Table
    ) -> list[tuple[Any, int, int]]:
        """Those readings of what a choice is said to have been that agree with what its seat, the writer, chose."""
        right = [each for each in found if (each[0].value if type(each[0]) is Alike else each[0]) == known]
        if len(right) < len(found) and not any(end > begin for _, begin, end in right):
            game, names = table.setting.game, table.setting.names
            self.denied = skip(self.speech, self.at), game.event_sentence(question.event(known), names)
        return right

    def _announced(self, said: str, value: Any, subject: int) -> Iterator[tuple[None, int, int]]:
        """Where the line says what everybody hears, behind a name or alone: next, or in a clause of its own.

        What has no value is said of its subject, and behind nobody else's name.
        """
        text = said if value is None else f"{said} {value}"
        tokens = self.speech.tokens
        clauses = [k + 1 for k, token in enumerate(tokens) if token.text in CLAUSES]
        for at in dict.fromkeys(
            skip(self.speech, k) for k in (self.at, *(k for k in clauses if k > self.at))
        ):
            who = self._seat(at, {})
            behind = who and (value is not None or subject in (0, who))
            for begin in (at, at + 1) if behind else (at,):
                end = option_at(self.speech, begin, text, {})
                if end is not None:
                    yield None, at, end

    def _open_draw(self, ask: Draw, table: NotesTable) -> Entry:
        """A draw that the writer noticed, of which it saw the card only if that lay open; one not seen may be a ``?``."""
        drawn = self._drawings(ask, self._names(table), (*ask.deck.copies, HIDDEN))
        found = [(card, self.at, end) for card, end in drawn if card in ask.open or card == HIDDEN]
        found = [(None if card == HIDDEN else card, at, end) for card, at, end in found]
        found.append((None, self.at, self.at))
        if self.ended and ask.open:
            self.passed.append(Question("open draw", ask.said, ask))
        card = self._pick(found, Question("draw", ask.said, ask).wanted(table, (HIDDEN, *ask.open)))
        return Entry("unseen", 0, ask.said) if card is None else Entry("draw", 0, ask.said, card)

    def _cards(self, question: Question, table: NotesTable) -> Any:
        """The card that the writer saw drawn, or all cards of a zone that it sees."""
        about, names = question.about, self._names(table)
        found: list[tuple[Any, int, int]] = []
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
        return self._pick(found, question.wanted(table))

    def _drawings(
        self, ask: Draw, names: Mapping[str, str], cards: Iterable[Any] = ()
    ) -> Iterator[tuple[Any, int]]:
        """The cards that the line can say were drawn: ``draw 7 to hand of Ann``, ``Ann draws 7``, ``I draw 7``."""
        at = skip(self.speech, self.at)
        seat = self._seat(at, names)
        if seat is not None and ask.to is not None and ask.to.mask == 1 << seat:
            at += 1
        seen: Seen = {}
        for card in cards or ask.deck.copies:
            bare = self.speech.own or (self.taken and ask.form)
            texts = [ask.text(card), f"draw {card}"]
            texts += [f"{card} {ask.said}", str(card)] if bare else []
            ends = (option_at(self.speech, at, text, names, seen) for text in texts)
            end = next((each for each in ends if each is not None), None)
            if end is not None:
                yield card, end

    def _hands(self, question: Question, names: Mapping[str, str]) -> Iterator[tuple[tuple[Any, ...], int]]:
        """As many cards as lie in a zone, in a row, behind its name or some of it; in the order of the deck."""
        zone = question.about
        label = [word for word in words_in(question.said) if word not in FILLERS]
        at, used = labelled(self.speech, self.at, label, names)
        cards: list[Any] = []
        while len(cards) < len(zone):
            hits = list(value_at(self.speech, at, zone.copies, names))
            if not hits:
                return
            card, at = max(hits, key=lambda hit: hit[1])
            cards.append(card)
        place = skip(self.speech, at)
        if not cards and place < len(self.speech.tokens) and self.speech.tokens[place].folded == "nothing":
            at = place + 1
        if cards or used:
            yield tuple(sorted(cards, key=list(zone.copies).index)), at

    def _rows(self, handle: Any, table: Table) -> Iterator[tuple[Alike, int, int]]:
        """Where the line says what a seat chose at once with others, in the option's words: ``Dee and Eve no``."""
        event = next((each for each in table.log if each.handle is handle), None)
        if event is None or not isinstance(event.about, Menu):
            return
        names = self._names(table)
        for place in range(len(self.speech.tokens)):
            seats, behind = self._listed(place, names)
            if event.seat in seats:
                for text, value in event.about.all().items():
                    end = option_at(self.speech, behind, text, names)
                    if end is not None:
                        others = {seat: text for seat in seats if seat != event.seat}
                        yield Alike(value, others), place, end

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
        self._pick([*said, (None, self.at, self.at)], "")

    @staticmethod
    def _known(question: Question, table: NotesTable) -> Any:
        """The answer, where the writer has heard it before."""
        if table._masks is None:
            return None
        if question.kind == "show":
            mask = table._masks.possible.get(question.about, 0)
            return question.about.domain[mask.bit_length() - 1] if mask.bit_count() == 1 else None
        if question.kind == "which" and question.name == "together":
            return None  # who chose what is told, by whoever chose it too
        if question.kind == "which":
            seen = {key: table._masks.seen(fact) for key, fact in question.about.items()}
            return None if None in seen.values() else tuple(key for key, known in seen.items() if known)
        return table._masks.seen(question.about) if isinstance(question.about, Fact) else None

    @staticmethod
    def _chosen(ask: Choose, text: str) -> Any:
        return ask.menu.find(text, None)[0]

    def _said(self, question: Question, table: Table) -> list[tuple[Any, int, int]]:
        """Every reading of what the line says about a question, from where it stands."""
        speech, names = self.speech, self._names(table)
        found: list[tuple[Any, int, int]] = []
        for at in self._starts(question, table):
            if question.kind == "show":
                found += self._shown(question, at, names, table)
            elif question.kind == "tell":
                values = values_of(question.about)
                each: Iterable[tuple[Any, int]] = (
                    verdict_at(speech, at, question.said, names, self._before())
                    if values is None
                    else amount_at(speech, at, question.said, values, names)
                )
                found += [(value, at, end) for value, end in each]
                found += self._by_value(question, at, names)
            elif question.kind == "which":
                keys = {key: key_text(key, table) for key in question.about}
                found += [(value, at, end) for value, end in set_at(speech, at, question.said, keys, names)]
            else:
                values = tuple(_outcomes(question.about))
                found += [
                    (value, at, end) for value, end in amount_at(speech, at, question.said, values, names)
                ]
        if question.name == "together" and question.kind == "which":  # that it is about them must be said
            label = [word for word in words_in(question.said) if word not in FILLERS]
            said = {token.folded for token in speech.tokens}
            found = found if any(same(each, word) for each in said for word in label) else []
        elif question.name == "together":  # whose choice it is must be said
            seats = [word for word in words_in(question.said) if word in speech.seats]
            found = [
                each
                for each in found
                if any(token.folded in seats for token in speech.tokens[each[1] : each[2]])
            ]
        first: dict[Any, tuple[Any, int, int]] = {}
        for value, at, end in found:
            key = (_hashed(value), end)
            if key not in first or at < first[key][1]:
                first[key] = (value, at, end)
        return list(first.values())

    def _by_value(
        self, question: Question, at: int, names: Mapping[str, str]
    ) -> Iterator[tuple[bool, int, int]]:
        """Whether a quantity is what was asked, where the line says behind the question's name what it is."""
        fact = question.about
        if not question.name or not isinstance(fact, Fact) or len(fact.scope) != 1:
            return
        variable = fact.scope[0]
        for value, _, end in self._shown(Question("show", "", variable, question.name), at, names, None):
            true = bool(fact.true_in({variable: value}))
            yield true, at, end if true else at

    def _before(self) -> set[str]:
        """The words of the line that have been used up."""
        pairs = zip(self.whole.tokens, self.speech.tokens, strict=True)
        return {one.folded for one, other in pairs if one is not other}

    def _starts(self, question: Question, table: Table) -> list[int]:
        """Where a line may begin to speak of a question: where it stands, or of choices made at once at any name."""
        if question.name != "together" or question.kind != "show":
            return [self.at]
        tokens = self.speech.tokens
        behind = [place + 1 for place, token in enumerate(tokens) if token.text in (",", ";")]
        return [
            self.at,
            0,
            *behind,
            *(place for place, token in enumerate(tokens) if token.folded in self.speech.seats),
        ]

    def _shown(
        self, question: Question, at: int, names: Mapping[str, str], table: Table | None
    ) -> list[tuple[Any, int, int]]:
        label = [word for word in words_in(f"{question.name} {question.said}") if word not in FILLERS]
        values = question.about.domain
        end, used = labelled(self.speech, at, label, names)
        there = [token.folded for token in self.speech.tokens[at:end]]
        numbers = [word for word in label if word.isdigit()]
        if any(there.count(each) < numbers.count(each) for each in numbers):
            # Which of several it is must be said to the end where it is begun: a number is no filler.
            if isinstance(table, NotesTable) and self._known(question, table) is not None:
                values = tuple(value for value in values if type(value) is not int)
            if any(each in there for each in numbers):
                end, used = at, 0
        starts = {end} | ({at} if not used else set())
        return [
            (value, at, after)
            for start in starts
            for value, after in value_at(self.speech, start, values, names)
        ]

    def _names(self, table: Table) -> dict[str, str]:
        """What words for oneself mean."""
        if not table.seat:
            return {}
        me = folded(table.name(table.seat))
        return dict.fromkeys(SELF, me)

    # Moves.

    def _text(self, ask: Ask, table: Table) -> str:
        """The move that the line says was made; of a live run it is kept as an answer."""
        shared = self.shared.pop(ask.actor, None) if self._shares(ask) else None
        used = self.taken
        if shared is None:
            found, wanted = self._moves(ask, table)
            before = self.speech
            text: str = self._pick(found, wanted, ask.menu.texts(table) if isinstance(ask, Choose) else ())
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

    def _moves(self, ask: Ask, table: Table) -> tuple[list[tuple[str, int, int]], str]:
        """Every move that the line may mean here, and what was waited for."""
        if isinstance(ask, Choose):
            return self._options(ask, table)
        if isinstance(ask, Deal):
            found = self._shown(Question("show", ask.variable.name, ask.variable), self.at, {}, None)
            possible = set(ask.chances(table))
            found = [
                (f"{ask.variable.name} = {value}", at, end) for value, at, end in found if value in possible
            ]
            wanted = asked(ask.variable.name, possible)
        elif isinstance(ask, Draw):
            there = dict.fromkeys(ask.possible())
            drawn = [each for each in self._drawings(ask, self._names(table)) if each[0] in there]
            found = [(ask.text(card), self.at, end) for card, end in drawn]
            wanted = Question("draw", ask.said, ask).wanted(table, there)
            if not found and any(self._drawings(ask, self._names(table), (HIDDEN,))):
                wanted = say("a card; a complete record has no hidden cards ({wanted})", wanted=wanted)
        elif isinstance(ask, (Roll, Sense)):
            said = ask.name if isinstance(ask, Roll) else ask.said
            question = Question("roll", said, ask)
            found = [(f"{said} {value}", at, end) for value, at, end in self._said(question, table)]
            wanted = question.wanted(table)
        else:
            texts = ask.texts(table)
            found = list(self._spoken(texts, ask, table))
            wanted = say("an order, such as {example}", example=as_is(f"'{texts[0]}'"))
        return found, wanted

    def _share(self, ask: Ask, text: str, before: Speech, table: Table) -> None:
        """Several named in a row chose alike: the others' choice is said with the first one's."""
        if not isinstance(ask, Choose):
            return
        names = self._names(table)
        used = [
            place for place, token in enumerate(before.tokens) if token is not self.speech.tokens[place]
        ]
        if used:
            begin = skip(before, used[0])
            whole, self.speech = self.speech, before
            seats, behind = self._listed(begin, names, ask)
            if before.tokens[begin].folded in ALL and not ask.group:
                self.whoever |= set(seats)
            self.speech = whole
            if (
                len(seats) > 1
                and behind <= used[-1] + 1
                and option_at(before, behind, text, names) == used[-1] + 1
            ):
                self.shared.update({seat: text for seat in seats if seat != ask.actor})

    def _options(self, ask: Choose, table: Table) -> tuple[list[tuple[str, int, int]], str]:
        own = table.seat is None or table.seat == ask.actor
        texts = ask.menu.legal(table) if own else list(ask.menu.all())
        if self.ended and ask.alike is None and self._left_out(ask, table):
            rest = [(text, self.at, self.at) for text in texts if ask.menu.all()[text] == ask.rest]
            return rest[:1], say("no more")
        if ask.among:  # it is told as one set
            wanted = [ask.unsaid] if self.ended else ask.menu.all().values()
            return [(text, self.at, self.at) for text in texts if ask.menu.all()[text] in wanted], say(
                "the choices"
            )
        found = list(self._spoken(texts, ask, table))
        if self.taken and ask.rest is not None and ask.unsaid is None:
            found += self._shortened(texts, table)
        free = ask.menu.free
        if free is not None:
            found += self._free(ask, table)
        silent = ask.unsaid
        if ask.alike is not None and ask.alike is self.bare and table._masks is not None:
            silent = self._known(Question("show", "", ask.alike), table)  # type: ignore[arg-type]
        if own and not found:
            self._refuse_illegal(ask, table)
        if not found and silent is None:
            self._refuse_turn(ask, table)
            self._refuse_rule(ask, table)
        if silent is not None:
            found += [(text, self.at, self.at) for text in texts if ask.menu.all()[text] == silent][:1]
        names = table.setting.names
        return found, choosing(names[ask.seat - 1], texts)

    def _refuse_illegal(self, ask: Choose, table: Table) -> None:
        """Say why, where the line says what could be an option but is none now."""
        for text, _, _ in self._spoken(list(ask.menu.all()), ask, table):
            try:
                ask.menu.find(text, table)
            except IllegalMove as error:
                raise self._lost(say("a legal choice"), ask.menu.legal(table), error.said) from None

    def _refuse_turn(self, ask: Choose, table: Table) -> None:
        """Say so, where the line begins with somebody else's name."""
        other = self._seat(skip(self.speech, self.at), self._names(table))
        if other is not None and other != ask.actor and ask.unsaid is None and not ask.group:
            names = table.setting.names
            raise self._lost(
                say(
                    "{who} to choose ({values}), not {other}",
                    who=as_is(names[ask.seat - 1]),
                    values=listed(ask.menu.all()),
                    other=as_is(names[other - 1]),
                ),
                ask.menu.texts(table),
            )  # fmt: skip

    def _refuse_rule(self, ask: Choose, table: Table) -> None:
        """Say which rule forbids it, where the line says something that is no option now."""
        setting = table.setting
        every = setting.once("moves ever", lambda: tuple(setting.game.moves_ever(setting)))
        if not every or skip(self.speech, self.at) >= len(self.speech.tokens):
            return
        at, names = skip(self.speech, self.at), self._names(table)
        seen: Seen = {}
        some = set(_beginning(every, self.speech, at, names, ()))
        ends = ((option_at(self.speech, at, text, names, seen), text) for text in every if text in some)
        said = [(end, text) for end, text in ends if end is not None]
        said += [(end, text) for text, _, end in self._spoken(every, ask, table)]
        text = max(said, key=lambda each: each[0])[1] if said else ""
        if text and (rule := setting.game.forbids(text, table, ask)):
            raise self._lost("", ask.menu.texts(table), run(as_is(text), ": ", rule))

    def _spoken(self, texts: Sequence[str], ask: Ask, table: Table) -> Iterator[tuple[str, int, int]]:
        """The options that stand here, behind their actor's name or where it is clear who acts."""
        actor, choice = ask.actor, ask if isinstance(ask, Choose) else None
        apart = choice is not None and bool(choice.group)
        speech, names = self.speech, self._names(table)
        words = {names.get(token.folded, token.folded) for token in speech.tokens}
        starts: list[tuple[int, int]] = []
        for place in range(len(speech.tokens)) if apart else [skip(speech, self.at)]:
            seats, behind = self._listed(place, names, choice)
            if actor in seats and (len(seats) == 1 or seats[0] == actor or apart):
                starts.append((place, behind))
            if len(seats) > 1 and seats[0] == actor:  # the second may be part of what was chosen
                starts.append((place, place + 1))
        if not self.named or self.subject == actor or not isinstance(actor, int):
            starts.append((self.at, self.at))
        seen: Seen = {}
        for begin, at in starts:
            for text in _beginning(texts, speech, at, names, tuple(table.setting.game.unspoken)):
                first = words_in(text)
                if first and not _may_stand(first, words):
                    continue
                end = option_at(speech, at, text, names, seen)
                verb, _, rest = text.partition(" ")
                if end is None and rest and verb in table.setting.game.unspoken:
                    end = option_at(speech, at, rest, names, seen)
                if end is not None:
                    yield text, begin, end

    def _shortened(self, texts: Sequence[str], table: Table) -> Iterator[tuple[str, int, int]]:
        """The options that stand here without their first word, in a line that tells in one go what was done."""
        names, at = self._names(table), skip(self.speech, self.at)
        seen: Seen = {}
        for text in texts:
            _, _, rest = text.partition(" ")
            end = option_at(self.speech, at, rest, names, seen) if rest else None
            if end is not None:
                yield text, at, end

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
        return seats, behind if seats else place

    def _free(self, ask: Choose, table: Table) -> list[tuple[str, int, int]]:
        """Free words behind their verb, to the end of the line or the next semicolon."""
        free, speech, names = ask.menu.free, self.speech, self._names(table)
        at = skip(speech, self.at)
        if self._seat(at, names) == ask.actor:
            at += 1
        after = option_at(speech, at, free.verb, names) if free is not None else None
        if after is None or free is None:
            return []
        end = next(
            (k for k in range(after, len(speech.tokens)) if speech.tokens[k].text == ";"),
            len(speech.tokens),
        )
        said = free.spell(" ".join(token.text for token in speech.tokens[after:end]))
        return [] if not said or free.why_not(said, table) else [(f"{free.verb} {said}", self.at, end)]

    def _seat(self, place: int, names: Mapping[str, str]) -> int | None:
        if place >= len(self.speech.tokens):
            return None
        word = self.speech.tokens[place].folded
        return self.speech.seats.get(names.get(word, word))

    # Things told in a complete record: the rules know them, the line may say them too.

    def mention(self, table: Table, event: Event) -> None:
        """Take what the line says of something that the rules have told. Raises `Dead` where it says otherwise."""
        if self.past or (self.ended and event.name != "together") or event.value is UNSHOWN:
            return
        if event.kind == "say":
            self._pick(
                [*self._announced(event.said, event.value, event.seat), (None, self.at, self.at)], ""
            )
            return
        question = Question(
            "roll" if event.kind == "sense" else event.kind, event.said, event.about, event.name
        )
        if event.kind == "sense":
            return
        if event.kind == "reveal":
            found = [(cards, self.at, end) for cards, end in self._hands(question, self._names(table))]
        else:
            found = self._said(question, table)
        right = [each for each in found if each[0] == event.value and each[2] > each[1]]
        # Said or left out; what is said otherwise accounts for no word and so is refused.
        if not right and any(end > begin for _, begin, end in found):
            game, names = table.setting.game, table.setting.names
            self.denied = skip(self.speech, self.at), game.event_sentence(event, names)
        if event.kind == "which" and event.name == "together" and event.value:
            self._pick(right, say("who chose to {what}", what=as_is(event.said)))
            return
        self._pick([*right, (None, self.at, self.at)], "")


def _chose(variable: Any, table: Table) -> bool:
    """Whether a variable is what the writer has chosen itself."""
    return any(event.handle is variable and event.seat == table.seat for event in table.log)


def _agrees(keys: Sequence[Any], facts: Mapping[Any, Any], masks: Any) -> bool:
    """Whether who chose what agrees with what the writer chose."""
    return all(masks.seen(fact) in (None, key in keys) for key, fact in facts.items())


def _beginning(
    texts: Sequence[str], speech: Speech, at: int, names: Mapping[str, str], unspoken: tuple[str, ...]
) -> Iterable[str]:
    """Of a long list of options those whose first word may stand here, a quick look before a long one.

    Of an option that begins with an `unspoken` word the second may stand here, too.
    """
    if len(texts) < LONG or any(word.isdigit() for word in speech.also):
        return texts
    place = skip(speech, at)
    token = speech.tokens[place].folded if place < len(speech.tokens) else ""
    numbers, others = _by_first(tuple(texts), unspoken)
    found = list(numbers.get(token, ()))
    for first, group in others.items():
        if first in FILLERS or option_at(speech, at, first, names) is not None:
            found += group
    return dict.fromkeys(found)


@lru_cache(maxsize=64)
def _by_first(
    texts: tuple[str, ...], unspoken: tuple[str, ...]
) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]]]:
    """Options by their first word: those that begin with a number, which is never another word, and all others."""
    numbers: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for text in texts:
        words = words_in(text)
        for first in words[: 1 + (text.partition(" ")[0] in unspoken)] or ("",):
            (numbers if first.isdigit() else others).setdefault(first, []).append(text)
    return numbers, others


def _may_stand(wanted: Sequence[str], words: set[str]) -> bool:
    """Whether the numbers and names of an option are all among the words of a line: a quick look before a long one."""
    return all(word in words for word in wanted if word.isdigit())


def _outcomes(ask: Any) -> Iterable[Any]:
    if isinstance(ask, Sense):
        return dict.fromkeys(outcome for row in ask.chances.values() for outcome in row)
    return getattr(ask, "chances", ())


def _hashed(value: Any) -> Any:
    return value if getattr(value, "__hash__", None) else repr(value)

"""What a line of notes replies to what the rules tell: values, verdicts, sets, cards, wherever it may say them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.language.facts import Fact
from deduce.rulebook.asks import Sense
from deduce.rulebook.audience import ALL
from deduce.rulebook.cursor import Cursor
from deduce.rulebook.drawing import Draw
from deduce.rulebook.matching import (
    Speech,
    amount_at,
    another_at,
    labelled,
    meant_at,
    option_at,
    said_of,
    set_at,
    skip,
    value_at,
    verdict_at,
)
from deduce.rulebook.menus import Menu
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question, key_text, values_of
from deduce.rulebook.words import CLAUSES, FILLERS, MARKS, NO, YES, same, words_in

if TYPE_CHECKING:
    from deduce.rulebook.heard import Event
    from deduce.rulebook.setting import Setting

LATELY = 8
"""Of so many events a line may only say again what everybody heard."""


class Alike(NamedTuple):
    """What a seat chose, and what others who are named with it chose, by the option's text."""

    value: Any
    others: Mapping[int, str]


class Replies(Cursor):
    """A cursor that finds in the words what was told: each reading as ``(value, start, end)``."""

    def _said(self, question: Question, table: Table) -> list[tuple[Any, int, int]]:
        """Every reading of what the line says about a question, from where it stands."""
        speech, names = self.speech, self._names(table)
        found: list[tuple[Any, int, int]] = []
        at = self.at
        if self._cut(question, at):
            return []
        if question.kind == "show":
            found += self._shown(question, at, names, table)
        elif question.kind == "tell":
            values = values_of(question.about)
            each: Iterable[tuple[Any, int]] = (
                verdict_at(speech, at, question.said, names, self._words_used(self.whole))
                if values is None
                else amount_at(speech, at, question.said, values, names)
            )
            found += [(value, at, end) for value, end in each if not self._takes_back(at, end)]
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
            label = speech.label(question.said)
            said = {token.folded for token in speech.tokens}
            found = found if any(same(each, word) for each in said for word in label) else []
        elif question.name == "together":  # whose choice it is must be said
            seats = [word for word in words_in(question.said) if word in speech.seats]
            found = [
                each
                for each in found
                if any(token.folded in seats for token in speech.tokens[each[1] : each[2]])
                and not self._goes_on(each[1], names)
            ]
        first: dict[Any, tuple[Any, int, int]] = {}
        for value, at, end in found:
            key = (_hashed(value), end)
            if key not in first or at < first[key][1]:
                first[key] = (value, at, end)
        return list(first.values())

    def _cut(self, question: Question, at: int) -> bool:
        """Whether a number of its name stands just before and was taken for a value: ``lot 2 looks: good``."""
        place = skip(self.speech, at)
        tokens, label = self.whole.tokens, self.speech.label(question.said)
        if place - 1 not in self.numbers or place >= len(tokens):
            return False
        before = [tokens[place - 1].folded, tokens[place].folded]
        return any(label[k : k + 2] == before for k in range(len(label) - 1))

    def _takes_back(self, at: int, end: int) -> bool:
        """Whether all that stands here is a verdict behind one on what was named: ``Bob is evil: no, no``.

        It takes that back or says it again, and answers nothing else; ``no, yes`` alone are two answers.
        """
        tokens = self.whole.tokens
        words = [k for k, each in enumerate(tokens[:end]) if each.text not in MARKS]
        new = [tokens[k].folded for k in words if k >= at and tokens[k].folded not in FILLERS]
        before = next((k for k in reversed(words) if k < at), 0)
        if len(new) != 1 or new[0] not in YES | NO or tokens[before].folded not in YES | NO:
            return False
        return before > 0 and tokens[before - 1].text not in CLAUSES

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

    def _shown(
        self, question: Question, at: int, names: Mapping[str, str], table: Table | None
    ) -> list[tuple[Any, int, int]]:
        speech, values = self.speech, question.about.domain
        found = [(label, *labelled(speech, at, label, names)) for label in self._labels(question)]
        label, end, used = max(found, key=lambda each: each[2])
        there = [token.folded for token in speech.tokens[at:end]]
        numbers = [word for word in label if word.isdigit()]
        if numbers:
            # A number of which something is said ends the name of one of several, else it may be a value.
            begun = any(there.count(each) < numbers.count(each) for each in numbers)
            named = any(each in label and not each.isdigit() for each in there if each not in speech.seats)
            said = bool(there) and there[-1] in numbers and said_of(speech, end)
            if (begun and said) or another_at(speech, at, end, values, names, named=named and begun):
                return []  # "die 2 is 3", "2: 3", where the first is asked for
            if begun and table is not None and (known := self._known(question, table)) is not None:
                again = known if self._ends_a_row(at) else None
                values = tuple(value for value in values if type(value) is not int or value == again)
            here = set(there).intersection(numbers)
            if (begun and here) or (not (named or said) and not here.isdisjoint(map(str, values))):
                end, used = at, 0  # "1 and 3"
        starts = {end} | ({at} if not used else set())
        return [
            (value, at, after)
            for start in starts
            for value, after in meant_at(speech, start, question.about, values, names)
        ]

    def _ends_a_row(self, at: int) -> bool:
        """Whether no number stands behind the word that stands next: a row of them may leave out what is known."""
        place = skip(self.speech, skip(self.speech, at) + 1)
        return place >= len(self.speech.tokens) or not self.speech.tokens[place].folded.isdigit()

    def _labels(self, question: Question) -> list[list[str]]:
        """The words of what is shown; and with the seat in place of whose it is, as old records have it in such names."""
        label = self.speech.label(f"{question.name} {question.said}")
        key = getattr(question.about, "key", None)
        if type(key) is not tuple:
            return [label]
        seats = {name: str(seat) for name, seat in self.speech.seats.items() if seat in key}
        by_seat = [seats.get(word, word) for word in label]
        return [label, by_seat] if by_seat != label else [label]

    def _announced(
        self, said: str, value: Any, subject: int, names: Mapping[str, str]
    ) -> Iterator[tuple[None, int, int]]:
        """Where the line says what everybody hears, behind a name or alone: next, or in a clause of its own.

        What has no value is said of its subject, and behind nobody else's name.
        """
        text = said if value is None else f"{said} {value}"
        tokens = self.speech.tokens
        clauses = [k + 1 for k, token in enumerate(tokens) if token.text in CLAUSES]
        for at in dict.fromkeys(
            skip(self.speech, k) for k in (self.at, *(k for k in clauses if k > self.at))
        ):
            who = self._seat(at, names)
            behind = who and (value is not None or subject in (0, who))
            for begin in (at, at + 1) if behind else (at,):
                end = option_at(self.speech, begin, text, names)
                if end is not None:
                    yield None, at, end

    def _drawings(
        self, ask: Draw, names: Mapping[str, str], cards: Iterable[Any] = ()
    ) -> Iterator[tuple[Any, int]]:
        """The cards that the line can say were drawn: ``draw 7 to hand of Ann``, ``Ann draws 7``, ``I draw 7``."""
        at = skip(self.speech, self.at)
        seat = self._seat(at, names)
        if seat is not None and ask.to is not None and ask.to.mask == 1 << seat:
            at += 1
        bare = self.speech.own or (self.taken and ask.form)
        apart = " {} " in f" {ask.form or '{}'} "
        for card in cards or ask.deck.copies:
            if apart and not self.speech.holds(str(card), names):
                continue
            texts = [ask.text(card), f"draw {card}"]
            texts += [f"{card} {ask.said}", str(card)] if bare else []
            ends = (option_at(self.speech, at, text, names) for text in texts)
            end = next((each for each in ends if each is not None), None)
            if end is not None:
                yield card, end

    def _hands(self, question: Question, names: Mapping[str, str]) -> Iterator[tuple[tuple[Any, ...], int]]:
        """As many cards as lie in a zone, in a row, behind its name or some of it; in the order of the deck."""
        zone = question.about
        label = self.speech.label(question.said)
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
        if event is None:
            return
        # What the writer chose itself was told as what it is.
        own = not isinstance(event.about, Menu)
        options = {event.said: event.value} if own else event.about.all()
        names = self._names(table)
        shown = {id(each.about): each.value for each in table.log if each.kind == "show"}
        head = event.name.removesuffix(table.name(event.seat))  # by which choices made at once are called
        told = {
            each.seat: shown.get(id(each.handle))
            for each in table.log
            if each.kind == "choose" and each.name == f"{head}{table.name(each.seat)}"
        }
        for place in range(len(self.speech.tokens)):
            seats, behind = self._listed(place, names)
            if event.seat in seats and not (own and self._goes_on(place, names)):
                for text, value in options.items():
                    end = option_at(self.speech, behind, text, names)
                    # What others chose may have been told before, and is the same then.
                    if end is not None and all(told.get(seat) in (None, value) for seat in seats):
                        waiting = (seat for seat in seats if seat != event.seat and told.get(seat) is None)
                        yield Alike(value, dict.fromkeys(waiting, text)), place, end

    @staticmethod
    def _known(question: Question, table: Table) -> Any:
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


def _outcomes(ask: Any) -> Iterable[Any]:
    if isinstance(ask, Sense):
        return ask.every
    return getattr(ask, "chances", ())


def _hashed(value: Any) -> Any:
    return value if getattr(value, "__hash__", None) else repr(value)


def repeats(speech: Speech, lately: Iterable[tuple[int, Event]], setting: Setting) -> frozenset[int]:
    """Of these events, by number, those that a line says again of which everybody has heard; none if it says more.

    Where something stands is what was said of it last.
    """
    game, names = setting.game, setting.names
    all_heard = [pair for pair in lately if pair[1].mask == ALL and pair[1].kind in ("say", "which")]
    last = {event.said: number for number, event in all_heard if event.value is not None}
    heard = [
        (number, event.seat, game.event_sentence(event, names))
        for number, event in all_heard
        if event.kind == "which" or last.get(event.said, number) == number
    ]
    said: set[int] = set()
    at = skip(speech, 0)
    while at < len(speech.tokens):
        who = speech.seat(
            at
        )  # said of nobody else: a name before what has another subject is no repetition
        ends: list[tuple[int, int]] = []
        for number, seat, text in heard:
            begins = (at, at + 1) if who and seat in (0, who) else (at,)
            found = (option_at(speech, begin, text, {}) for begin in begins)
            ends += [(end, number) for end in found if end is not None]
        if not ends:
            return frozenset()
        at, number = max(ends)
        at = skip(speech, at)
        said.add(number)
    return frozenset(said)

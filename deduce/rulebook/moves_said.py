"""Which move a line of notes says was made, behind its actor's name or where it is clear who acts; why it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import as_is, run, say
from deduce.rulebook.asks import Ask, Choose, Deal, Roll, Sense
from deduce.rulebook.cursor import ALL
from deduce.rulebook.drawing import Draw
from deduce.rulebook.matching import Speech, option_at, skip
from deduce.rulebook.replies import Replies
from deduce.rulebook.table import Table
from deduce.rulebook.wanting import Question, asked, choosing, listed
from deduce.rulebook.words import FILLERS, words_in

HIDDEN = "?"
"""How notes write a card that the writer did not see."""

LONG: Final = 50
"""Lists of so many options are looked up by their first words."""


class MovesSaid(Replies):
    """A cursor that finds moves in the words.

    Attributes:
        shared: What seats that are named in a row chose alike, by the option's text; `whoever` of them may lack it.
        bare: The variable of which the line told a value and did not say so: who notes it chose that value.
    """

    def __init__(self, speech: Speech, script: Sequence[int]) -> None:
        super().__init__(speech, script)
        self.shared: dict[Any, str] = {}
        self.whoever: set[Any] = set()
        self.bare: Any = None

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

    def _share(self, ask: Ask, text: str, before: Speech, table: Table) -> None:
        """Several named in a row chose alike: the others' choice is said with the first one's."""
        if not isinstance(ask, Choose):
            return
        names = self._names(table)
        if used := self._used(before):
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

    def _moves(self, ask: Ask, table: Table) -> tuple[list[tuple[str, int, int]], Callable[[], str]]:
        """Every move that the line may mean here, and what was waited for."""
        wanted: Callable[[], str]
        if isinstance(ask, Choose):
            return self._options(ask, table)
        if isinstance(ask, Deal):
            found = self._shown(Question("show", ask.variable.name, ask.variable), self.at, {}, None)
            possible = ask.chances(table)
            found = [
                (f"{ask.variable.name} = {value}", at, end) for value, at, end in found if value in possible
            ]
            wanted = partial(asked, ask.variable.name, possible)
        elif isinstance(ask, Draw):
            there = dict.fromkeys(ask.possible())
            drawn = [each for each in self._drawings(ask, self._names(table)) if each[0] in there]
            found = [(ask.text(card), self.at, end) for card, end in drawn]
            wanted = partial(Question("draw", ask.said, ask).wanted, table, there)
            if not found and any(self._drawings(ask, self._names(table), (HIDDEN,))):
                told = wanted()
                wanted = partial(
                    say, "a card; a complete record has no hidden cards ({wanted})", wanted=told
                )
        elif isinstance(ask, (Roll, Sense)):
            said = ask.name if isinstance(ask, Roll) else ask.said
            question = Question("roll", said, ask)
            found = [(f"{said} {value}", at, end) for value, at, end in self._said(question, table)]
            wanted = partial(question.wanted, table)
        else:
            texts = ask.texts(table)
            found = list(self._spoken(texts, ask, table))
            wanted = partial(say, "an order, such as {example}", example=as_is(f"'{texts[0]}'"))
        return found, wanted

    def _options(self, ask: Choose, table: Table) -> tuple[list[tuple[str, int, int]], Callable[[], str]]:
        own = table.seat is None or table.seat == ask.actor
        texts = ask.menu.legal(table) if own else list(ask.menu.all())
        if self.ended and ask.alike is None and self._left_out(ask, table):
            rest = [(text, self.at, self.at) for text in texts if ask.menu.all()[text] == ask.rest]
            return rest[:1], partial(say, "no more")
        if ask.among:  # it is told as one set
            wanted = [ask.unsaid] if self.ended else ask.menu.all().values()
            silent = [(text, self.at, self.at) for text in texts if ask.menu.all()[text] in wanted]
            return silent, partial(say, "the choices")
        found = list(self._spoken(texts, ask, table))
        if self.taken and ask.rest is not None and ask.unsaid is None:
            found += self._shortened(texts, table)
        free = ask.menu.free
        if free is not None:
            found += self._free(ask, table)
        unsaid = ask.unsaid
        if ask.alike is not None and ask.alike is self.bare and table._masks is not None:
            unsaid = self._known(Question("show", "", ask.alike), table)
        if own and not found and (self.explains or unsaid is not None):
            self._refuse_illegal(ask, table)
        if not found and unsaid is None and self.explains:
            self._refuse_turn(ask, table)
            self._refuse_rule(ask, table)
        if unsaid is not None:
            found += [(text, self.at, self.at) for text in texts if ask.menu.all()[text] == unsaid][:1]
        return found, partial(choosing, table.setting.names[ask.seat - 1], texts)

    def _refuse_illegal(self, ask: Choose, table: Table) -> None:
        """Say why, where the line says what could be an option but is none now."""
        for text, _, _ in self._spoken(list(ask.menu.all()), ask, table):
            try:
                ask.menu.find(text, table)
            except IllegalMove as error:
                legal = partial(ask.menu.legal, table)
                raise self._lost(partial(say, "a legal choice"), legal, error.said) from None

    def _refuse_turn(self, ask: Choose, table: Table) -> None:
        """Say so, where the line begins with somebody else's name."""
        other = self._seat(skip(self.speech, self.at), self._names(table))
        if other is not None and other != ask.actor and ask.unsaid is None and not ask.group:
            names = table.setting.names
            told: str = say(
                "{who} to choose ({values}), not {other}",
                who=as_is(names[ask.seat - 1]),
                values=listed(ask.menu.all()),
                other=as_is(names[other - 1]),
            )
            opens = table.setting.game.opens
            begun = any(event.kind in ("choose", "roll") for event in table.log)
            if opens and not begun:
                told = run(told, "; ", say("who begins is told by '{key}:'", key=as_is(opens)))
            elif ask.seat == 1 and not begun:
                told = run(told, "; ", say("who begins is named first in 'players:'"))
            raise self._lost(lambda: told, partial(ask.menu.texts, table))

    def _refuse_rule(self, ask: Choose, table: Table) -> None:
        """Say which rule forbids it, where the line says something that is no option now."""
        setting = table.setting
        every = setting.once("moves ever", lambda: tuple(setting.game.moves_ever(setting)))
        if not every or skip(self.speech, self.at) >= len(self.speech.tokens):
            return
        at, names = skip(self.speech, self.at), self._names(table)
        some = set(_beginning(every, self.speech, at, names, ()))
        ends = ((option_at(self.speech, at, text, names), text) for text in every if text in some)
        said = [(end, text) for end, text in ends if end is not None]
        said += [(end, text) for text, _, end in self._spoken(every, ask, table)]
        text = max(said, key=lambda each: each[0])[1] if said else ""
        if text and (rule := setting.game.forbids(text, table, ask)):
            raise self._lost(str, partial(ask.menu.texts, table), run(as_is(text), ": ", rule))

    def _spoken(self, texts: Sequence[str], ask: Ask, table: Table) -> Iterator[tuple[str, int, int]]:
        """The options that stand here, behind their actor's name or where it is clear who acts."""
        actor, choice = ask.actor, ask if isinstance(ask, Choose) else None
        apart = choice is not None and bool(choice.group)
        speech, names = self.speech, self._names(table)
        words = {names.get(token.folded, token.folded) for token in speech.tokens}
        starts: list[tuple[int, int]] = []
        for place in range(len(speech.tokens)) if apart else [skip(speech, self.at)]:
            seats, behind = self._listed(place, names, choice)
            if apart and self._goes_on(place, names):
                continue
            if actor in seats and (seats[0] == actor or apart):
                starts.append((place, behind))
            if len(seats) > 1 and seats[0] == actor:  # the second may be part of what was chosen
                starts.append((place, place + 1))
        if not self.named or self.subject == actor or not isinstance(actor, int):
            starts.append((self.at, self.at))
        for begin, at in starts:
            for text in _beginning(texts, speech, at, names, tuple(table.setting.game.unspoken)):
                first = words_in(text)
                if first and not _may_stand(first, words):
                    continue
                end = option_at(speech, at, text, names)
                verb, _, rest = text.partition(" ")
                if end is None and rest and verb in table.setting.game.unspoken:
                    end = option_at(speech, at, rest, names)
                if end is not None:
                    yield text, begin, end

    def _shortened(self, texts: Sequence[str], table: Table) -> Iterator[tuple[str, int, int]]:
        """The options that stand here without their first word, in a line that tells in one go what was done."""
        names, at = self._names(table), skip(self.speech, self.at)
        for text in texts:
            _, _, rest = text.partition(" ")
            end = option_at(self.speech, at, rest, names) if rest else None
            if end is not None:
                yield text, at, end

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


def _beginning(
    texts: Sequence[str], speech: Speech, at: int, names: Mapping[str, str], unspoken: tuple[str, ...]
) -> Iterable[str]:
    """Of a long list of options those whose first word may stand here and whose last word stands somewhere.

    Of an option that begins with an `unspoken` word the second may stand here, too.
    """
    if len(texts) < LONG or any(word.isdigit() for word in speech.also):
        return texts
    place = skip(speech, at)
    token = speech.tokens[place].folded if place < len(speech.tokens) else ""
    numbers, others, ends = _by_words(tuple(texts), unspoken)
    found = dict.fromkeys(numbers.get(token, ()))
    for first, group in others.items():
        if first in FILLERS or option_at(speech, at, first, names) is not None:
            found.update(dict.fromkeys(group))
    return [text for text in found if not (last := ends[text]) or speech.where(last, names)]


@lru_cache(maxsize=64)
def _by_words(
    texts: tuple[str, ...], unspoken: tuple[str, ...]
) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]], Mapping[str, str]]:
    """Options by their first word: those that begin with a number, which is never another word, and all others.

    And of all the last word that is no filler.
    """
    numbers: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    ends: dict[str, str] = {}
    for text in texts:
        words = words_in(text)
        for first in words[: 1 + (text.partition(" ")[0] in unspoken)] or ("",):
            (numbers if first.isdigit() else others).setdefault(first, []).append(text)
        ends[text] = next((word for word in reversed(words) if word not in FILLERS), "")
    return numbers, others, ends


def _may_stand(wanted: Sequence[str], words: set[str]) -> bool:
    """Whether the numbers and names of an option are all among the words of a line: a quick look before a long one."""
    return all(word in words for word in wanted if word.isdigit())

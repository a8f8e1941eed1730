"""Plain lines, read by a table of deeds: who, what is done, and behind it things, people or a number.

Names and verbs may be called by their beginnings, things by their features in any order. What is read are values, which
the rules are told in their own words; a word that is none of these is refused where it stands, with a right line beside
it. What people say otherwise is left to hurried lines (`deduce.rulebook.hurried`), which are put into such ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, run, say
from deduce.records.features import Partial
from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses, end_of, expect_none, find, meant, number, words_of
from deduce.rulebook.deeds import COUNTS, TOLD, Answers, Deed, Done, Lexicon
from deduce.rulebook.refusing import Apart
from deduce.rulebook.wanting import due_in
from deduce.rulebook.words import folded, settled, tokens_of

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.reading import Reader

BEING = ("is", "has", "was")
HAVING = frozenset(("and", "has", "have", "holds", "is"))

Due = Callable[[], int]
"""Tells whose turn it is, which is asked only where a line names nobody; 0 for nobody's."""


def nobody() -> int:
    """It is nobody's turn, as far as is known."""
    return 0


_WORD = re.compile(r"\.\.\.|[;/\[\]]|(?:(?!\.\.\.)[^\s,;/\[\]()&])+")
_STOPS = ".!"
_MARKS = frozenset({"-", "->", ">", "\u2013", "\u2014", "+", "="})
_BEHIND = re.compile(r"(?:(?<!\S)(?:[-\u2013\u2014]|-+>)\s|\()((?:[^\W\d_]+\??[\s,&)]*)+)$")
"""Players behind a last dash or bracket."""


def plain_words(line: Line, start: int = 0) -> list[Word]:
    """The words of a line: commas, brackets, lone dashes and full stops are blanks, ``; / [ ]`` and dots words."""
    found = [
        word if word.text == "..." else Word(word.text.rstrip(_STOPS), word.column)
        for word in words_of(line, start, pattern=_WORD)
    ]
    return [word for word in found if word.text and word.text not in _MARKS]


class Deeds(Answers):
    """The reader of one table's plain lines.

    Args:
        deeds: What can be done; a thing without a verb is of the first.
        words: The words for what is told beside.
        names: The players.
        me: The seat of the writer; 0 for none.
    """

    def __init__(self, deeds: Sequence[Deed], words: Lexicon, names: Sequence[str], me: int) -> None:
        super().__init__(words, names, me)
        kinds = words.features.kinds
        self.first = deeds[0]
        self.deeds = {deed.name: deed for deed in deeds}
        self._verbs = {deed.says[0]: deed for deed in deeds}
        self._ends = {*words.told, *words.drawn, *TOLD, *words.own, "by", "from"} - {"?"}
        self._folded = frozenset(map(folded, names))
        self._values = {value.casefold() for value in self._spelt}
        self._kinds = {kind.casefold() for kind, _ in kinds}

    # What is asked.

    def read(self, line: Line, due: Due = nobody) -> Done:
        """What one plain line tells. Raises `RecordError` at the word that is none of the game's, with a right line."""
        signs = settled(tokens_of(line.text), self._folded)
        if taken := next((sign for sign in signs if sign.folded == "minus"), None):
            raise line.error(self.words.wanted, taken.column)
        line = replace(line, text=self.written(line.text))
        words = [*self._words(line)]
        if not words:
            raise line.error(say("expected a player's name and what the player does"), 1)
        deed, seat = self.first, 0
        try:
            own = bool(self.me) and self.seat(words[0]) == self.me and len(words) > 2
            if words[own].folded in self.words.drawn:
                return Done(self.words.drawn[1], self.me, drawn=self._things(words[own + 1 :], line))
            seat, rest = self._who(words, line)
            if not rest:
                wanted = say("what {who} does", who=as_is(self.names[(seat or due()) - 1]))
                told = run(say("expected {wanted}", wanted=wanted), ": ", as_is(", ".join(self._verbs)))
                raise line.error(told, end_of(line))
            deed, rest = self._deed(rest, line)
            return self._followed(deed, Done(deed.name, seat), rest, line, due)
        except RecordError as error:
            raise error.like(self.example(deed.name, seat or due() or 1)) from None

    def beside(self, done: Done) -> bool:
        """Whether no rule asks for what is done: so a line that only tells what was drawn."""
        deed = self.deeds.get(done.deed)
        return deed is None or deed.beside

    def beginning(self, line: Line) -> int:
        """The seat whose name a line begins with, whatever else is on it; 0 for none."""
        words = [*self._words(line)]
        called = meant(words[0], self.names) if words else []
        return called[0] + 1 if len(called) == 1 else 0

    def named(self, text: str) -> str:
        """A line with the player in full with whose name it begins."""
        text = self.written(text).partition("#")[0]
        first, _, rest = text.strip().partition(" ")
        called = meant(Word(first, 0), self.names)
        return f"{self.names[called[0]]}{':' * first.endswith(':')} {rest}" if len(called) == 1 else text

    def in_rules(self, done: Done, thing: str, drawn: Iterable[str]) -> str:
        """What is done, in the words of the rules, and in what they call the thing and those that were drawn."""
        what = f"{done.deed} {thing}" if self.deeds[done.deed].takes == "thing" else done.deed
        draws = [f"{self.words.drawn[1]} {each}" for each in drawn]
        return ", ".join([what, *filter(None, [done.told]), *draws])

    def example(self, name: str, seat: int) -> str:
        """A right line of a deed, in the names and values of this table."""
        deed = self.deeds[name]
        more = deed.example.replace("{other}", self.names[seat % len(self.names)])
        return f"{self.names[seat - 1]} {deed.says[0]} {more}".strip()

    def written(self, text: str) -> str:
        """A line in the words of `Lexicon.said`, with players in full who are shortened behind a last dash or bracket."""
        for pattern, put in self.words.said:
            text = re.sub(f"(?i){pattern}", put, text)
        body = text.partition("#")[0]
        hit = _BEHIND.search(body)
        if hit is None:
            return text
        row = []
        for each in re.findall(r"[^\W\d_]+|\W+", hit[1]):
            called = meant(Word(each, 0), self.names)
            if len(called) != 1 and each[0].isalpha() and each.casefold() not in self._ends | self._quiet:
                return text
            row.append(self.names[called[0]] if len(called) == 1 else each)
        return body[: hit.start(1)] + "".join(row)

    # Who, and what is done.

    def _words(self, line: Line) -> Iterator[Word]:
        """The words of a line; 'I' is the writer's name, and the name of a kind in two words ("type 8") is one."""
        words = plain_words(line)
        begun = [name.casefold() for name in self.names]
        passed = False
        for word, after in pairwise([*words, Word("", 0)]):
            mine = word.folded in {*SELF, "myself"} or (
                word.folded == "my" and after.folded in self.words.told
            )
            if passed:
                passed = False
            elif self.me and mine and not any(name.startswith(word.folded) for name in begun):
                yield Word(self.names[self.me - 1], word.column)
            elif word.folded.endswith("'s") and word.folded[:-2] in begun:
                yield Word(word.text.rstrip(":")[:-2], word.column)
            elif after.text and f"{word.folded}{after.folded}" in self._kinds:
                passed = True
                yield Word(f"{word.folded}{after.folded}", after.column)
            else:
                yield word

    def _who(self, words: list[Word], line: Line) -> tuple[int, list[Word]]:
        """The seat that a line begins with (0: none, where it begins with what is done), and the rest."""
        try:
            seat, rest = find(words[0], self.names, say("a player's name"), line) + 1, words[1:]
        except RecordError:
            if not self._done(words[0]) and not self._tells(words[0]):
                raise
            return 0, words
        return seat, rest[1:] if rest and rest[0].folded in BEING else rest

    def _done(self, word: Word) -> list[Deed]:
        """The deeds that a verb can mean, in any of its forms or by its beginning."""
        stem = word.folded.removesuffix("ed")
        forms = {word.folded, f"{stem}s", f"{stem}es"}
        exact = [deed for deed in self.deeds.values() if not forms.isdisjoint(deed.says)]
        begun = (deed for verb, deed in self._verbs.items() if word.folded and verb.startswith(word.folded))
        return exact or [*begun]

    def _deed(self, words: list[Word], line: Line) -> tuple[Deed, list[Word]]:
        """What is done, and what follows; a thing without a verb is of the first deed, a name of the one about names."""
        word, found = words[0], self._done(words[0])
        about = [deed for deed in self.deeds.values() if deed.takes == "named"]
        if self.seat(word) and about:
            return about[0], words
        letter = len(word.text) == 1 and word.folded in self._values and any(map(self._tells, words[1:2]))
        if letter or (not found and self._tells(word)):  # before a value a letter is one too, and no verb
            return self.first, words
        if len(found) != 1:
            verbs = [*self._verbs]
            found = [self._verbs[verbs[find(word, verbs, say("what the player does"), line)]]]
        return found[0], words if _loosely(found[0], word) else words[1:]

    def _tells(self, word: Word) -> bool:
        """Whether a thing may begin with this word: with a feature, or a list."""
        return word.text == "[" or self.words.features.tells(word)

    # What follows.

    def _followed(self, deed: Deed, done: Done, words: list[Word], line: Line, due: Due) -> Done:
        if deed.takes == "thing":
            return self._with_thing(deed, done, words, line, due)
        if deed.takes == "things":
            return done._replace(drawn=self._things(words, line) if words else ())
        if deed.takes == "named":
            return self._with_named(deed, done, words, line, due)
        if deed.draws:
            return self._with_draws(deed, done, words, line)
        if deed.takes == "number":
            words = [word for word in words if word.folded != "of"]
            if not words:
                raise line.error(deed.wanted, end_of(line))
            first = Word(COUNTS.get(words[0].folded, words[0].text), words[0].column)
            done, words = done._replace(number=number(first, line, 0, deed.most)), words[1:]
        expect_none([word for word in words if word.folded not in self._quiet | deed.quiet], line)
        return done

    def _with_thing(self, deed: Deed, done: Done, words: list[Word], line: Line, due: Due) -> Done:
        loose = bool(words) and _loosely(deed, words[0])
        words = words[loose:]
        at = self._end(words, line)
        thing, listed, whole = self._listed(words[:at], line)
        if len(thing) == 1 and thing[0].text == "?":
            thing = []
        elif not thing and listed is None:
            raise line.error(deed.wanted, end_of(line))
        told, drawn = self._parted(self._headed(words[at:], line), line)
        if len(drawn) > deed.draws:
            raise line.error(say("expected the one card that was drawn"), words[at].column)
        return done._replace(
            thing=self._loose(deed, thing, line) if loose else self.words.features.read(thing, line),
            listed=listed,
            whole=whole,
            told=self._told(told, line, done.seat or due()),
            drawn=drawn,
        )

    def _end(self, words: Sequence[Word], line: Line) -> int:
        """Where the words of a thing end, and those of answers, draws or players begin."""
        inside = False
        for place, (word, after) in enumerate(pairwise([*words, Word("", 0)])):
            inside = (inside or word.text == "[") and word.text != "]"
            if not inside and (
                self._is_named(words[:place], word, line) or self._ends_before(word, after, line)
            ):
                return place
        return len(words)

    def _ends_before(self, word: Word, after: Word, line: Line) -> bool:
        if word.text in (";", "/"):
            return True
        behind = line.text[: word.column - 1].rstrip().endswith((",", ";", ".", "/"))
        if behind and after.folded in self.words.told:  # ", a token"
            return not set(line.text[word.column : after.column - 1]) & set(",;.")
        return word.folded in self._ends and word.folded not in self._values

    def _listed(self, words: list[Word], line: Line) -> tuple[list[Word], int | None, bool]:
        """The words outside ``[ ]``, the mask of what is listed inside, and whether the list is whole."""
        marks = [index for index, word in enumerate(words) if word.text in "[]"]
        if not marks:
            return words, None, True
        if len(marks) != 2 or words[marks[0]].text != "[" or words[marks[1]].text != "]":
            raise line.error(self.words.called.lists, words[marks[0]].column)
        inside = words[marks[0] + 1 : marks[1]]
        whole = not (inside and inside[-1].text == "...")
        mask = self.words.called.read_list(inside if whole else inside[:-1], line)
        return words[: marks[0]] + words[marks[1] + 1 :], mask, whole

    def _loose(self, deed: Deed, words: list[Word], line: Line) -> Partial:
        """A thing behind a verb whose particle is a value too. Raises `RecordError` where it may say that or nothing."""
        _, particle, unclear = deed.loose
        said = bool(words) and words[0].folded == particle
        try:
            thing = self.words.features.read(words, line)
        except RecordError:
            if not said:
                raise
            return self.words.features.read(words[1:], line)
        if said and None in thing:
            raise line.error(unclear, words[0].column)
        return thing

    def _with_draws(self, deed: Deed, done: Done, words: list[Word], line: Line) -> Done:
        told, drawn = self._parted(words, line)
        expect_none([word for word in told if word.folded not in self._quiet | deed.quiet], line)
        if len(drawn) not in (0, deed.draws):
            head = next(word for word in words if word.folded in self.words.drawn)
            what = say(
                "the {number} cards drawn with / between" if deed.draws > 1 else "at most one card drawn",
                number=deed.draws,
            )
            raise line.error(say("expected {wanted}, not {got}", wanted=what, got=len(drawn)), head.column)
        return done._replace(drawn=drawn)

    def _with_named(self, deed: Deed, done: Done, words: list[Word], line: Line, due: Due) -> Done:
        found: list[tuple[int, int]] = []
        for clause in clauses(words, ";"):
            places = [k for k, word in enumerate(clause) if self.seat(word) or self._initial(word)]
            for begin, end in zip([0, *places[1:]], [*places[1:], len(clause)], strict=True):
                part = [word for word in clause[begin:end] if word.folded not in HAVING]
                if not part:
                    raise line.error(deed.wanted, end_of(line))
                other = find(part[0], self.names, deed.whose, line) + 1
                if other == (done.seat or due()):
                    raise line.error(deed.alone, part[0].column)
                had = self.words.called.read_some(part[1:], line, part[0].column, most=deed.most)
                if sum(about == other for about, _ in found) + len(had) > max(1, deed.most):
                    raise line.error(deed.wanted, part[0].column)
                found += [(other, each) for each in had]
        return done._replace(named=tuple(found))

    def _initial(self, word: Word) -> bool:
        """Whether a word is the first letter of one player's name, as a capital."""
        return len(word.text) == 1 and word.text.isupper() and len(meant(word, self.names)) == 1


def _loosely(deed: Deed, word: Word) -> bool:
    """Whether a verb is one behind which its particle may say nothing."""
    return word.folded.startswith(deed.loose[0])


# At a game's doors.


def spelt(text: str, reader: Reader, deeds: Deeds) -> str:
    """The plain lines of a text in the words of the rules where a reader stands (`Rulebook.in_rules`).

    Raises `RecordError`, and `Apart` where one tells what stands beside the rules.
    """
    rows = []
    for row in text.split("\n"):
        done = deeds.read(Line(0, row, ""), lambda: due_in(reader))
        if deeds.beside(done):
            raise Apart(say("this is no event of the rules"))
        done = done._replace(seat=done.seat or due_in(reader))
        who = deeds.names[done.seat - 1] if done.seat else ""
        rows.append(f"{who} {reader.setting.game.in_rules(done, reader, deeds)}")
    return ", ".join(rows).strip()


def read_beside(line: Line, replay: NotesReplay, deeds: Deeds) -> bool:
    """Whether all that a line tells stands beside the rules; then a game deals with it (`Rulebook.aside`).

    Raises `RecordError` where that refuses it, with no remark made.
    """
    reader, kept = replay.reader, [*replay.remarks]
    try:
        told = [
            deeds.read(replace(line, text=row), lambda: due_in(reader)) for row in line.text.split("\n")
        ]
        if not all(map(deeds.beside, told)):
            return False
    except RecordError:  # the rules may still read it as one typed in a hurry
        return False
    try:
        for done in told:
            replay.setting.game.aside(done._replace(seat=done.seat or due_in(reader)), line, replay)
    except RecordError:
        replay.remarks = kept
        raise
    return True


def ways(
    line: Line, deeds: Deeds, hurried: Callable[[str], Iterable[Sequence[str]]], due: Due = nobody
) -> list[list[Done]]:
    """What a line may tell, each one deed or several: as it stands, or by the plain lines that it is hurried for."""
    with suppress(RecordError):
        return [[deeds.read(line, due)]]
    for alike in hurried(line.text):
        found: dict[str, list[Done]] = {}
        for plain in alike:
            with suppress(RecordError):
                done = [deeds.read(replace(line, text=row), due) for row in plain.split("\n")]
                found.setdefault(repr(done), done)
        if found:
            return [*found.values()]
    return []

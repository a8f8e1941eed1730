"""What lines of notes can tell that somebody does, as a table: each deed with its verbs, and the words for what follows.

::

    Deed("play", ("plays", "puts"), "thing", draws=1)
    Deed("sure", ("sure", "knows"), "number", most=3, beside=True)

`deduce.rulebook.plain` reads lines by it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, say
from deduce.records.features import Called, Features, Partial
from deduce.records.record import Line
from deduce.records.words import Word, clauses, find
from deduce.rulebook.matching import EVERYBODY_WORDS, EXCEPT_WORDS
from deduce.rulebook.words import FILLERS, NOBODY_WORDS, NUMBERS, is_initial

NOBODY = frozenset((*NOBODY_WORDS, "no-one", "noone"))
COUNTS = {**NUMBERS, "both": "2"}
HIMSELF = frozenset(("himself", "herself"))
TOLD = frozenset((*NOBODY, *EVERYBODY_WORDS, *EXCEPT_WORDS, *COUNTS, "?"))
"""What may stand among those who answer, beside their names."""


@dataclass(frozen=True)
class Deed:
    """What a line can tell that somebody does.

    Attributes:
        name: Its word in the rules.
        says: Its verbs; the first is that of records.
        takes: What follows: ``thing``, one by its features (``?`` where it was not noted) or a list in [ ] of what it
            does, and behind it who answers; ``things`` with slashes between; ``number``; ``named``, players and what
            each is said to have.
        draws: How many things may be told to have been drawn behind it.
        most: The greatest number; of what is said to be had, how much each may have.
        beside: Whether no rule asks for it: it stands beside them (`Rulebook.aside`).
        quiet: More words that say nothing behind it.
        example: What stands behind the verb in a right line.
        wanted: What errors expect behind the verb, `whose` before what a player is said to have.
        alone: What is said of who names himself there.
        loose: How verbs begin behind which a word that is a value too may say nothing ("puts down"), that word, and what
            is said where it is not clear.
    """

    name: str
    says: tuple[str, ...]
    takes: str = ""
    draws: int = 0
    most: int = 0
    beside: bool = False
    quiet: Set[str] = frozenset()
    example: str = ""
    wanted: str = ""
    whose: str = ""
    alone: str = ""
    loose: tuple[tuple[str, ...], str, str] = ((), "", "")


@dataclass(frozen=True)
class Lexicon:
    """The words for what lines tell beside verbs.

    Attributes:
        features: Of the things.
        called: What players are said to have, and what is listed in [ ].
        told: Words beside the names of those who answer, the first as the rules say it.
        drawn: Words before things drawn, the first that of records, the second that of the rules.
        answers: What errors call those who answer; `wanted` what they expect there, `itself` what they say of who answers
            its own deed, where nobody can, and `heads` what they call the first words of `told` and `drawn`.
        own: Words for whoever does it; `quiet` those that say nothing, beside the fillers of all games.
        said: Patterns of what is said for something, with what stands in its place.
    """

    features: Features
    called: Called
    told: tuple[str, ...]
    drawn: tuple[str, ...]
    answers: str
    wanted: str
    heads: str
    itself: str = ""
    own: Set[str] = frozenset()
    quiet: Set[str] = frozenset()
    said: Sequence[tuple[str, str]] = ()


class Done(NamedTuple):
    """What one line tells: the deed and who did it (0: nobody is named), and what follows it.

    `listed` is the mask of what is listed in [ ] (None: nothing is), `whole` whether that is all; `told` are those who
    answered, in the words of the rules; `named` pairs of a seat and the number of what it is said to have.
    """

    deed: str
    seat: int = 0
    thing: Partial = ()
    listed: int | None = None
    whole: bool = True
    told: str = ""
    drawn: tuple[Partial, ...] = ()
    number: int = 0
    named: tuple[tuple[int, int], ...] = ()


class Answers:
    """Reads the words behind a thing.

    Args:
        words: The words for what is told.
        names: The players.
        me: The seat of the writer; 0 for none.
    """

    def __init__(self, words: Lexicon, names: Sequence[str], me: int) -> None:
        self.words, self.names, self.me = words, names, me
        self._quiet = FILLERS | words.own | words.quiet
        self._spelt = {value for _, values in words.features.kinds for value in values}

    def seat(self, word: Word) -> int:
        """The seat whose name a word is in full; 0 for none."""
        folded = word.folded.rstrip("?")
        return next((k for k, name in enumerate(self.names, 1) if name.casefold() == folded), 0)

    def _is_named(self, before: Sequence[Word], word: Word, line: Line) -> bool:
        """Whether a word is a player's name, and no value of the thing `before` it that may be called so, too.

        Who is called X is named by a capital; else a value is meant as long as the thing has none of its kind.
        """
        seat = self.seat(word)
        if not seat or not self.words.features.tells(word):
            return bool(seat)
        spelt = word.text.rstrip(":?")
        if spelt == self.names[seat - 1] and spelt not in self._spelt:
            return True
        try:
            self.words.features.read([*before, word], line)
        except RecordError:
            return True
        return False

    def _is_value(self, before: Word, word: Word, behind: Sequence[Word]) -> bool:
        """Whether what is told begins with a word that may be one of the thing: ``, on tokens Bob``, ``, d token Bob``.

        A letter with nobody behind it is a player (``fall, d token``), an "a" says nothing.
        """
        if before.text.strip(";") or word.folded == "a" or not self.words.features.tells(word):
            return False
        followed = bool(behind) and behind[0].folded in self.words.told and any(map(self.seat, behind))
        return word.folded in FILLERS or (len(word.text) == 1 and followed)

    def _headed(self, words: list[Word], line: Line) -> list[Word]:
        """The words behind a thing, the words for what is told in full where a clause begins with them."""
        told, drawn = self.words.told, self.words.drawn
        heads: list[Word] = []
        for place, word in enumerate(words):
            begins = place and words[place - 1].text == ";" and not self.seat(word)
            if begins and word.folded not in (*told, *drawn, *TOLD, *self._quiet):
                both = (told[0], drawn[0])
                words[place] = word = Word(both[find(word, both, self.words.heads, line)], word.column)
            if begins and word.folded in told:
                heads.append(word)
        if len(heads) > 1:
            raise line.error(_twice(told[0]), heads[1].column)
        return words

    def _parted(self, words: Sequence[Word], line: Line) -> tuple[list[Word], tuple[Partial, ...]]:
        """The words about answers, and the things drawn."""
        heads = self.words.drawn
        at = next((k for k, word in enumerate(words) if word.folded in heads), len(words))
        told, drawn = [*words[:at]], words[at + 1 :]
        if told and at < len(words) and self.me and self.seat(told[-1]) == self.me:
            told.pop()  # 'I draw'
        if again := next((word for word in drawn if word.folded in heads), None):
            raise line.error(_twice(heads[0]), again.column)
        if at < len(words) and not drawn:
            raise line.error(say("expected the card that was drawn"), words[at].column)
        end = next((k for k, word in enumerate(drawn) if word.text == ";"), len(drawn))
        return [*told, *drawn[end:]], self._things(drawn[:end], line) if drawn else ()

    def _things(self, words: Sequence[Word], line: Line) -> tuple[Partial, ...]:
        """Things with slashes between them."""
        return tuple(self.words.features.read(part, line) for part in clauses(words, "/"))

    def _told(self, words: Sequence[Word], line: Line, seat: int) -> str:
        """Who is said to answer, in the words of the rules; '' where nothing is said of it."""
        told, itself = self.words.told, self.words.itself
        found: list[str] = []
        count = ""
        for place, (before, word) in enumerate(pairwise([Word("", 0), *words]), 1):
            own = self.seat(word) == seat or (not before.text and word.folded in self.words.own)
            if seat and own and itself:
                raise line.error(say(itself, who=as_is(self.names[seat - 1])), word.column)
            if word.folded in HIMSELF and self.seat(before):
                continue
            if word.folded in COUNTS and not self.seat(word):
                count = count if word.folded == "one" and before.folded == "no" else COUNTS[word.folded]
            elif self.seat(word) or word.folded in TOLD:
                found += [word.text.rstrip(":")] * (word.text.rstrip(":") not in found)
            elif self._is_value(before, word, words[place:]):
                raise line.error(self.words.wanted, word.column)
            elif is_initial(word.text) or word.folded not in (
                *told, *(self._quiet - self.words.own), ";", "/",
            ):  # fmt: skip
                name = find(Word(word.text.rstrip("?"), word.column), self.names, self.words.answers, line)
                found.append(self.names[name] + "?" * word.text.endswith("?"))
        nobody_too = len(found) > 1 and any(each.casefold() in NOBODY for each in found)
        if nobody_too or (not (found or count) and any(word.text not in (";", "/") for word in words)):
            raise line.error(self.words.wanted, words[-1].column)
        if "?" in found and len(found) > 1:  # of the others it was not noted
            sure = [each for each in found if each != "?"]
            named = {each.rstrip("?") for each in sure}
            if not named <= {*self.names}:
                raise line.error(
                    say("expected names, nobody, or ? where it was not noted"), words[0].column
                )
            named |= {self.names[seat - 1]} if itself else set()
            found = [*sure, *(f"{name}?" for name in self.names if name not in named)]
        return " ".join(filter(None, [told[0], count, *found])) if found or count else ""


def _twice(head: str) -> str:
    return say(
        "{word} is given twice: put everything behind one {other}",
        word=as_is(f"'{head}'"), other=as_is(f"'; {head}'"),
    )  # fmt: skip

"""Slips of the pen: words of a record that its game does not know, though they are nearly words that it does.

What a game's words are, a few games played at random tell: the words of everything that could be chosen or happen.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from deduce.ground.errors import DeduceError
from deduce.ground.spelling import closest
from deduce.ground.wording import as_is, run, say
from deduce.rulebook.asks import Choose
from deduce.rulebook.run import Run
from deduce.rulebook.words import FILLERS, SELF, UNSETTLING, Token, folded, same, tokens_of, words_in

if TYPE_CHECKING:
    from deduce.ground.errors import RecordError
    from deduce.records.record import Line
    from deduce.rulebook.setting import Setting

SIGNS = "-+*"
"""Behind a word they say something, so the word alone is not what was meant."""
GAMES, MOVES = 5, 100
"""So many games of so many moves are played for their words."""
ALIKE = 0.6
"""How much of a word must be right for another to be meant (the ratio of `difflib`)."""


class Words(NamedTuple):
    """The words of a game, by how they are compared.

    Attributes:
        known: How each is written.
        texts: A text with each in it; `verbs` one that begins with it.
        free: Verbs behind which anything may be said.
    """

    known: dict[str, str]
    texts: dict[str, str]
    verbs: dict[str, str]
    free: set[str]


class Slip(NamedTuple):
    """A word that is not known but near to a known one.

    Attributes:
        word: As it is written, and in which column.
        meant: The known word.
        right: A right line that begins with it, or has it.
    """

    word: str
    column: int
    meant: str
    right: str

    @property
    def hint(self) -> str:
        """The question of a refusal."""
        return say("did you mean {meant}?", meant=as_is(repr(self.meant)))

    def refused(self, line: Line) -> RecordError:
        """The refusal of a line by its spelling alone."""
        strange = say("{word} is no word of this game", word=as_is(repr(self.word)))
        told = line.error(run(strange, "; ", self.hint), self.column)
        return told.like(self.right) if self.right else told


def slip_of(line: Line, setting: Setting) -> Slip | None:
    """The first word of a line that is misspelt, as far as the words of the game tell."""
    words = setting.once("words of the game", lambda: _words_of(setting))
    names = {folded(name): name for name in setting.names}
    book = setting.once("phrasebook", lambda: setting.game.phrasebook(setting))
    verb = True
    for word, begin in line.words:
        for token in _said(word):
            column = begin + token.column - 1
            if token.folded in names or token.folded in FILLERS:
                continue
            if token.folded in UNSETTLING or token.text[-1] in SIGNS:
                return None
            if token.folded in SELF or (book is not None and book.knows(token.folded)):
                verb = verb and token.folded in SELF
                continue
            there = words.verbs if verb else words.known
            meant = token.folded if any(same(token.folded, each) for each in words.known) else None
            if verb and meant is None and token.text[0].isupper() and (who := _near(token.folded, names)):
                return Slip(token.text, column, names[who], "")
            meant = meant or _near(token.folded, there) or _near(token.folded, words.known)
            if verb and meant in words.free and meant == token.folded:
                return None
            if meant is not None and meant != token.folded:
                right = (words.verbs.get(meant) or words.texts[meant]) if verb else ""
                return Slip(token.text, column, words.known[meant], right)
            verb = False
    return None


def stranger(line: Line, setting: Setting) -> str:
    """The name with which a line begins, behind which somebody acts, where nobody at the table has it; '' for none."""
    tokens = [token for word, _ in line.words[:2] for token in _said(word)]
    if len(tokens) < 2 or not tokens[0].text[0].isupper():
        return ""
    who, verb = tokens[0].folded, tokens[1].folded
    if who in SELF or who in FILLERS or any(who in words_in(name) for name in setting.names):
        return ""
    words = setting.once("words of the game", lambda: _words_of(setting))
    known = any(same(who, each) for each in words.known)
    return "" if known or not any(same(verb, each) for each in words.verbs) else tokens[0].text


def _near(word: str, known: dict[str, str]) -> str | None:
    """The known word that is meant: slips leave the first letter, and "rope" is not "open"."""
    return closest(word, [each for each in known if each[:1] == word[:1]], ALIKE)


def _words_of(setting: Setting) -> Words:
    """The words of a game, from a few of its games; what cannot be played has those of its guide alone."""
    game = setting.game
    found = Words({}, {}, {}, {folded(word) for word in game.asides})
    guide = [row for row in game.record_guide if row.split(" ")[0] in game.asides]
    met: set[str] = set()  # a hundred thousand texts are made of a few hundred words
    begun: set[str] = set()
    for text in chain(guide, game.asides, _texts(setting, found.free), game.moves_ever(setting)):
        words = text.split("   ")[0].split(" ")
        if words[0] not in begun:
            begun.add(words[0])
            for token in _said(words[0])[:1]:
                found.verbs.setdefault(token.folded, text)
        if not met.issuperset(words):
            _add(found, words[:1] if text in guide else words, text, met)
    for word in game.kept(setting):
        row = next((row for row in game.record_guide if row.split(" ")[0] == word), word)
        _add(found, [word], row, met)
    for own, several in game.words.items():
        for row in (own, *several):
            _add(found, row.split(), row, met)
    return found


def _add(found: Words, words: Iterable[str], text: str, met: set[str]) -> None:
    """Words that were not met before: the first text with each is kept."""
    for word in words:
        if word not in met:
            met.add(word)
            for token in _said(word):
                found.known.setdefault(token.folded, token.text)
                found.texts.setdefault(token.folded, text)


def _said(word: str) -> list[Token]:
    """What stands between blanks, without its signs: ``card[Ann]`` is two words."""
    return [token for token in tokens_of(word) if token.text[0].isalnum()]


def _texts(setting: Setting, free: set[str]) -> Iterator[str]:
    """Everything that can be chosen or happen in a few games; the verbs of free words are put into `free`."""
    rng = random.Random(0)
    told: set[str] = set()  # the same menu comes a thousand times, and tells nothing new
    for _ in range(GAMES):
        try:
            run = Run.live(setting)
            for _ in range(MOVES):
                ask, table = run.wait, run.table
                if ask is None:
                    break
                if isinstance(ask, Choose) and ask.menu.free is not None:
                    free.add(folded(ask.menu.free.verb))
                    yield ask.menu.free.verb
                texts = ask.menu.all() if isinstance(ask, Choose) else ask.texts(table)
                yield from [text for text in texts if text not in told]
                told.update(texts)
                seated = isinstance(ask.actor, int)
                run.play(rng.choice(ask.texts(table)) if seated else ask.drawn(table, rng))
        except (DeduceError, IndexError):  # a mission that can only be asked about, or free words alone
            return

"""What a stretch of a line can mean for one thing that the rules wait for: every reading, each with where it ends.

A reading uses words in a row from a place on; between them only fillers and signs may be skipped. Nothing here decides
between readings: `deduce.rulebook.reading` keeps those that account for the whole line.

One file because every kind of reading is a few lines on the same steps from word to word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deduce.language.variables import Variable
from deduce.rulebook.heard import Unsure
from deduce.rulebook.words import (
    CLAUSES,
    FILLERS,
    MARKS,
    NO,
    NOBODY_WORDS,
    SELF,
    UNSEEN,
    YES,
    Phrases,
    Token,
    folded,
    is_initial,
    replaced,
    settled,
    stems,
    tokens_of,
    words_in,
)

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

EVERYBODY_WORDS = ("everybody", "everyone", "all", "both")
EXCEPT_WORDS = ("but", "except")


class WordIndex:
    """Where words stand in a line, found by the word: each token is looked at once, not once for each word wanted.

    Attributes:
        tokens: The line.
        found: Where words stand that were looked for.
        mine: Where it says "I", "my" and the like; `initials` where a capital within it is somebody's, and no article.
    """

    __slots__ = ("_also", "_by_stem", "_by_word", "found", "initials", "mine", "tokens")

    def __init__(self, tokens: tuple[Token, ...], also: Mapping[str, frozenset[str]]) -> None:
        self.tokens, self._also = tokens, also
        self._by_word: dict[str, list[int]] = {}
        self._by_stem: dict[str, list[int]] = {}
        self.found: dict[str, tuple[int, ...]] = {}
        for place, token in enumerate(tokens):
            self._by_word.setdefault(token.folded, []).append(place)
            for stem in stems(token.folded):
                self._by_stem.setdefault(stem, []).append(place)
        self.mine = [place for place, token in enumerate(tokens) if token.folded in SELF]
        self.initials = [
            place for place, token in enumerate(tokens) if token.column > 1 and is_initial(token.text)
        ]

    def of(self, wanted: str) -> tuple[int, ...]:
        """Where a word stands, or what stands for it, in whatever form (`words.same`)."""
        each: set[int] = set()
        for word in (wanted, *self._also.get(wanted, ())):
            each.update(self._by_stem.get(word, ()))
            for stem in stems(word):
                each.update(self._by_word.get(stem, ()))
        found = self.found[wanted] = tuple(sorted(each))
        return found


class Speech:
    """A line: its tokens, seats by names, words that are no fillers here (names are none), and what stands for words.

    `own` is whether the line began by saying that what follows is its writer's. Words that are accounted for are
    blotted out (`without`); what stands where (`line`) is shared by all that was made so of one line.
    """

    __slots__ = ("_said", "_void", "also", "kept", "line", "own", "seats", "tokens")

    def __init__(
        self,
        tokens: tuple[Token, ...],
        seats: Mapping[str, int],
        kept: frozenset[str] = frozenset(),
        also: Mapping[str, frozenset[str]] = MappingProxyType({}),
        own: bool = False,
        line: WordIndex | None = None,
    ) -> None:
        self.tokens, self.seats, self.kept, self.also, self.own = tokens, seats, kept, also, own
        self.line = line or WordIndex(tokens, also)
        self._void: bytes | None = None
        self._said: frozenset[str] | None = None

    def of(self, tokens: tuple[Token, ...], *, own: bool = False) -> Speech:
        """Other words, of the same people."""
        return Speech(tokens, self.seats, self.kept, self.also, own or self.own)

    def keeping(self, words: Iterable[str]) -> Speech:
        """The line where these words are no fillers."""
        return Speech(self.tokens, self.seats, self.kept.union(words), self.also, self.own, self.line)

    def without(self, start: int, end: int) -> Speech:
        """The line with the words of some places blotted out."""
        if start == end:
            return self
        tokens = list(self.tokens)
        for place in range(start, end):
            tokens[place] = Token(",", ",", tokens[place].column)
        made = Speech(tuple(tokens), self.seats, self.kept, self.also, self.own, self.line)
        made._void = self.void[:start] + b"\1" * (end - start) + self.void[end:]
        return made

    @property
    def void(self) -> bytes:
        """For each place whether a sign or a filler stands there."""
        if self._void is None:
            self._void = bytes(map(self._says_nothing, self.tokens))
        return self._void

    def _says_nothing(self, token: Token) -> bool:
        if token.text in MARKS:
            return True
        named = token.folded in self.kept or (token.column > 1 and is_initial(token.text))
        return token.folded in FILLERS and not named

    def says(self, place: int, wanted: str, names: Mapping[str, str]) -> bool:
        """Whether a word stands at a place, or what stands for it; `names` are what words for oneself mean."""
        return place in self.where(wanted, names) and self.tokens[place] is self.line.tokens[place]

    def holds(self, text: str, names: Mapping[str, str]) -> bool:
        """Whether all words of a text that are no fillers stand somewhere: a quick look before a long one."""
        tokens, line = self.tokens, self.line.tokens
        return all(
            word in FILLERS or any(tokens[at] is line[at] for at in self.where(word, names))
            for word in words_in(text)
        )

    def where(self, wanted: str, names: Mapping[str, str]) -> Sequence[int]:
        """Where a word stood in the line, or what stands for it: in order, those too that are blotted out."""
        line = self.line
        found = line.found.get(wanted)
        if found is None:
            found = line.of(wanted)
        if names and line.mine:
            mine = {place for place in line.mine if names.get(line.tokens[place].folded) == wanted}
            return sorted(mine.union(found)) if mine else found
        return found

    def label(self, text: str) -> list[str]:
        """The words of what something is called that say something; a capital ("A lies there") where the line has it."""
        if self._said is None:
            tokens, line = self.tokens, self.line
            there = [tokens[at].folded for at in line.initials if tokens[at] is line.tokens[at]]
            self._said = self.kept.union(there)
        return [word for word in words_in(text) if word not in FILLERS or word in self._said]

    def seat(self, at: int) -> int | None:
        """The seat that the token at this place names."""
        return self.seats.get(self.tokens[at].folded) if at < len(self.tokens) else None


def in_words(text: str, setting: Setting) -> Speech:
    """A line in the words of a game, its players' names known."""
    game = setting.game
    seats = {folded(name): seat for seat, name in enumerate(setting.names, 1)}
    words = setting.once(
        "kept words", lambda: frozenset(seats) | frozenset(map(folded, game.kept(setting)))
    )
    also = setting.once("other words", lambda: {word: frozenset(said) for word, said in game.also.items()})
    # What the notes themselves say stays as it is.
    phrases = setting.once("phrases", lambda: Phrases({UNSEEN: (UNSEEN,), **game.words}))
    return Speech(tuple(replaced(settled(tokens_of(text), seats), phrases, seats)), seats, words, also)


def skip(speech: Speech, at: int) -> int:
    """The place of the next token that is no sign and no filler."""
    found = speech.void.find(0, at)
    return found if found >= 0 else max(at, len(speech.tokens))


def _next(speech: Speech, at: int, wanted: str, names: Mapping[str, str]) -> int | None:
    """The place behind `wanted`, fillers skipped before it; None where something else stands there."""
    places = speech.where(wanted, names)
    if not places:
        return None
    last, tokens, line = skip(speech, at), speech.tokens, speech.line.tokens
    return next((k + 1 for k in places if at <= k <= last and tokens[k] is line[k]), None)


def _in_a_row(speech: Speech, at: int, words: Sequence[str], names: Mapping[str, str]) -> int | None:
    """The place behind these words; None where something else stands between them."""
    for word in words:
        found = _next(speech, at, word, names)
        if found is None:
            return None
        at = found
    return at


def option_at(speech: Speech, at: int, text: str, names: Mapping[str, str]) -> int | None:
    """The place behind all words of `text`, in their order; None where they do not stand here."""
    for word in words_in(text):
        found = _next(speech, at, word, names)
        if found is not None:
            at = found
        elif word not in FILLERS or word in speech.kept:
            return None
    return at


def value_at(
    speech: Speech, at: int, values: Iterable[Any], names: Mapping[str, str]
) -> Iterator[tuple[Any, int]]:
    """Every value that stands here, as it is written."""
    for value in values:
        text = " ".join(map(str, value)) if type(value) is tuple else str(value)
        words = words_in(text) or (text,)
        end = _in_a_row(speech, at, words, names)
        if end is None or (type(value) is int and (value < 0) != _below_zero(speech, end - 1)):
            continue
        yield value, end


def meant_at(
    speech: Speech, at: int, variable: Variable, values: Iterable[Any], names: Mapping[str, str]
) -> Iterator[tuple[Any, int]]:
    """Every value of a variable that stands here, as it is written or by the word that is said for it."""
    listed = tuple(values)
    yield from value_at(speech, at, listed, names)
    words = {variable.words[value]: value for value in listed if value in variable.words}
    yield from ((words[word], end) for word, end in value_at(speech, at, words, names))


def _below_zero(speech: Speech, place: int) -> bool:
    """Whether a minus hangs on the number at this place."""
    before, number = speech.tokens[place - 1] if place else None, speech.tokens[place]
    return before is not None and before.text == "-" and before.column == number.column - 1


def labelled(speech: Speech, at: int, label: Sequence[str], names: Mapping[str, str]) -> tuple[int, int]:
    """How far words of a label reach from here, perhaps not all; and how many of them stood there.

    They stand in their order; the two words of a quantity's name in any (``card[Ann]``: "Ann's card").
    """
    left, used, end, seen = [each for each in label if speech.where(each, names)], 0, at, at
    while left:
        place = skip_marks(speech, seen)
        if place >= len(speech.tokens):
            return end, used
        hit = next((k for k, each in enumerate(left) if speech.says(place, each, names)), None)
        if hit is None:
            if speech.void[place]:
                seen = place + 1
                continue
            return end, used
        left = left[hit + 1 :] if len(label) > 2 else left[:hit] + left[hit + 1 :]
        used, end = used + 1, place + 1
        seen = end
    return end, used


JOINTS = frozenset(["is", "are", "was", "were", "be", "has", "have", "had", "=", ":", ">"])
"""What stands between a name and what is said of it."""


def said_of(speech: Speech, at: int) -> bool:
    """Whether something is said of the name that ends before a place, behind a joint (``is``, ``:``)."""
    tokens, joined = speech.tokens, False
    while at < len(tokens) and speech.void[at] and tokens[at].text not in CLAUSES:
        joined = joined or tokens[at].folded in JOINTS
        at += 1
    return joined and at < len(tokens) and tokens[at].text not in CLAUSES


def another_at(
    speech: Speech, at: int, end: int, values: Iterable[Any], names: Mapping[str, str], *, named: bool
) -> bool:
    """Whether another of several numbered things is named here, with words of the one asked for from `at` to `end`.

    It is where something is said of the number that stands next: ``die 2 is 3``, ``2: 3``; and where such a thing was
    `named`, but for its number, where a value follows: ``die 2 (3)``.
    """
    tokens, place = speech.tokens, end
    while place < len(tokens) and speech.void[place]:
        if tokens[place].text in CLAUSES and end > at:
            return False
        place += 1
    if place >= len(tokens) or not tokens[place].folded.isdigit():
        return False
    if said_of(speech, place + 1):
        return True
    parted = place + 1 < len(tokens) and tokens[place + 1].text in CLAUSES
    return named and not parted and any(value_at(speech, place + 1, values, names))


def skip_marks(speech: Speech, at: int) -> int:
    """The place of the next token that is no sign."""
    while at < len(speech.tokens) and speech.tokens[at].text in MARKS:
        at += 1
    return at


def verdict_at(
    speech: Speech, at: int, label: str, names: Mapping[str, str], before: Collection[str] = ()
) -> Iterator[tuple[bool, int]]:
    """Whether the line says yes or no to a sentence here: by its own words, one negation among them, or by a verdict.

    A sentence said whole is a yes, with one negation in it a no; words that the line has said `before` may be left out if
    others than names are left. With a verdict some of its words will do, or none, but of its names all beside one's
    own, or none: "Ann no" is no answer to "Ann sees that Dee is a spy". More than one negation is not read.
    """
    wanted = speech.label(label)
    needed = {k for k, word in enumerate(wanted) if word not in before}
    short = any(wanted[k] not in speech.seats for k in needed) and ":" not in label
    people, named = {k for k, word in enumerate(wanted) if word in speech.seats}, False
    others = {k for k in people if wanted[k] not in names.values()}
    place, last, used, turned, end = at, -1, 0, 0, at
    while place < len(speech.tokens):
        token = speech.tokens[place]
        hit = next((k for k in range(last + 1, len(wanted)) if speech.says(place, wanted[k], names)), None)
        if hit is not None:
            used, last, place = used + 1, hit, place + 1
            needed.discard(hit)
            named = named or hit in people
            end = place
        elif token.folded in YES or (
            token.folded in NO and _ends(speech, place + 1, wanted[last + 1 :], names)
        ):
            if not turned and (not named or needed.isdisjoint(others)):
                yield token.folded in YES, place + 1
            return
        elif token.folded in ("not", "no", "n't"):
            turned, place = turned + 1, place + 1
        elif speech.void[place]:
            place += 1
        else:
            break
    if turned <= 1 and (used == len(wanted) or (short and not needed and _clause_ends(speech, end))):
        yield not turned, end


def _clause_ends(speech: Speech, at: int) -> bool:
    """Whether a clause ends here, fillers skipped: a word in place of one that was left out says something else."""
    tokens = speech.tokens
    while at < len(tokens) and speech.void[at] and tokens[at].text not in CLAUSES:
        at += 1
    return at >= len(tokens) or tokens[at].text in CLAUSES


def _ends(speech: Speech, at: int, rest: Sequence[str], names: Mapping[str, str]) -> bool:
    """Whether a sign, or no word of the rest of a label follows: then "no" is a verdict and turns nothing round."""
    place = skip(speech, at)
    if place >= len(speech.tokens) or speech.line.tokens[at].text in CLAUSES:
        return True
    return not any(speech.says(place, each, names) for each in rest)


def amount_at(
    speech: Speech, at: int, label: str, values: Sequence[Any], names: Mapping[str, str]
) -> Iterator[tuple[Any, int]]:
    """A value with a label before it, behind it, or alone: ``fails 2``, ``2 fails``; ``no fails``, ``none`` for a 0."""
    wanted = speech.label(label)
    numbered = [k for k, word in enumerate(wanted) if word.isdigit()]
    said = [word for word in wanted if not word.isdigit() and speech.where(word, names)]
    # "fails: 1" of "fails in mission 1".
    if len(numbered) == 1 and said and wanted[numbered[0] - 1] not in said:
        wanted = [word for word in wanted if not word.isdigit()]
    end, used = labelled(speech, at, wanted, names)
    if numbered and another_at(speech, at, end, values, names, named=False):
        return
    for start in {at, end}:
        for value, after in value_at(speech, start, values, names):
            # A number may be a word of the label too: "1 fails" of "fails in mission 1".
            yield value, labelled(speech, after, wanted, names)[0] if start == at else after
        place = skip(speech, start)
        if 0 in values and place < len(speech.tokens) and speech.tokens[place].folded in NOBODY_WORDS:
            behind, more = labelled(speech, place + 1, wanted, names)
            parted = speech.line.tokens[place + 1 : place + 2]
            number = more > 1 and _value_next(speech, behind, values)
            if not used and more and (number or parted[0].text in MARKS):
                continue  # "no: black 2" and "no black 2" are no 0
            if used or more or speech.tokens[place].folded != "no":
                yield 0, place + 1 if used else behind


def _value_next(speech: Speech, at: int, values: Sequence[Any]) -> bool:
    """Whether a value stands here, with no sign before it."""
    return at < len(speech.tokens) and speech.tokens[at].folded in map(str, values)


def set_at(
    speech: Speech, at: int, label: str, keys: Mapping[Any, str], names: Mapping[str, str]
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """A told set: a label with keys, ``tokens Bob and Cid``, ``all tokens``, ``no tokens``, ``tokens: nobody``.

    Without a label, only keys that stand here in a row, or "nobody". A key with a question mark is not sure (`Unsure`);
    a label with a question mark alone leaves all open. How many there are may be said beside the label, and must be so.
    """
    tokens = speech.tokens
    if any(token.text.endswith("?") for token in tokens):
        speech = speech.of(tuple(map(_without_doubt, tokens)))
    wanted = speech.label(label.replace("{}", " "))
    texts = {word for text in keys.values() for word in words_in(text)}
    counted = not any(word.isdigit() for word in wanted)  # else a number is one of its words
    before = _number_at(speech, at, texts) if counted else None
    end, used = labelled(speech, at if before is None else skip(speech, at) + 1, wanted, names)
    if any(len(token.text) > 1 and token.text[-1] == "?" for token in tokens[at : end - 1]):
        return  # in the midst of its label: what is asked is not told
    if not used:
        before, end = None, at
    behind = _number_at(speech, end, texts) if used and counted else None
    count = behind if before is None else before
    if count is None:
        yield from _set_from(speech, tokens, end, used, label, keys, names)
        return
    if before is not None and behind is not None:
        return
    begin = end if behind is None else skip(speech, end) + 1
    for told, after in _set_from(speech, tokens, begin, used, label, keys, names):
        if sum(type(key) is not Unsure for key in told) <= count <= len(told):
            yield told, after
    if count == len(keys):
        yield tuple(keys), begin


def _number_at(speech: Speech, at: int, texts: Collection[str]) -> int | None:
    """How many there are said to be, where a number stands next that is no key itself."""
    place = skip(speech, at)
    word = speech.tokens[place].folded if place < len(speech.tokens) else ""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 and word not in texts else None


def _set_from(
    speech: Speech,
    tokens: Sequence[Token],
    end: int,
    used: int,
    label: str,
    keys: Mapping[Any, str],
    names: Mapping[str, str],
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """The keys behind a label that ends at `end`; `tokens` are those with their question marks."""
    wanted = speech.label(label.replace("{}", " "))
    place = skip(speech, end)
    if place < len(speech.tokens):
        token = speech.tokens[place]
        if token.text == "?" and used:
            yield tuple(map(Unsure, keys)), place + 1
            return
        if tokens[place].text.endswith("?") and token.folded in (*NOBODY_WORDS, *EVERYBODY_WORDS):
            return  # a doubt about everybody says nothing that can be written down
        if token.folded in NOBODY_WORDS:
            behind, more = labelled(speech, place + 1, wanted, names)
            if used or more or token.folded != "no":
                yield (), behind
            return
        if token.folded in EVERYBODY_WORDS and not (token.folded == "both" and len(keys) != 2):
            behind, more = labelled(speech, place + 1, wanted, names)
            if not (used or more or len(keys) > 1):
                return
            left = skip(speech, behind)
            if left < len(speech.tokens) and speech.tokens[left].folded in EXCEPT_WORDS:
                but, behind = _row_of_keys(speech, tokens, left + 1, keys, names)
                if but:
                    yield (
                        tuple(
                            but.get(key, key) for key in keys if type(but.get(key)) in (type(None), Unsure)
                        ),
                        behind,
                    )
                return
            yield tuple(keys), behind
            return
    found, place = _row_of_keys(speech, tokens, end, keys, names)
    if found:
        rest = speech.label(label.partition("{}")[2]) if used else wanted
        behind, _ = labelled(speech, place, rest, names)
        yield tuple(found[key] for key in keys if key in found), behind


def _row_of_keys(
    speech: Speech, tokens: Sequence[Token], place: int, keys: Mapping[Any, str], names: Mapping[str, str]
) -> tuple[dict[Any, Any], int]:
    """The keys that stand in a row from a place on, each as it is told, and the place behind them."""
    found: dict[Any, Any] = {}
    while True:
        hits = [
            (key, after)
            for key, text in keys.items()
            if key not in found and (after := _in_a_row(speech, place, words_in(text), names)) is not None
        ]
        if not hits:
            return found, place
        key, place = max(hits, key=lambda hit: hit[1])
        found[key] = Unsure(key) if tokens[place - 1].text.endswith("?") else key


def _without_doubt(token: Token) -> Token:
    """A word without the question mark at its end."""
    if token.text.endswith("?"):
        return Token(token.text, folded(token.text[:-1]), token.column)
    return token

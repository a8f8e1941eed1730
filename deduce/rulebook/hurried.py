"""Hurried lines: cut into known things, and understood only where every word is accounted for.

A game says which *things* there are (its rooms, cards, tokens, each with the words for it) and which *kinds* of clause
its notes are made of (the verbs that say it, what it takes). A line is cut into clauses in every way in which each word
has its part in one; a word that nothing explains, a hedge or a question refuses the line. What a row of clauses says in
the words of the rules is the game's own business (`Telling`), and the rules read that: a line is taken only where its
likeliest ways, whose clauses end where signs stand and are few, come to one meaning.

Small slips are forgiven in long words for things alone: never in names, verdicts or negations.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol, TypeVar

from deduce.rulebook.kinds import (
    ALL,
    ANY,
    BOTH,
    EXCEPT,
    HE,
    IT,
    NOBODY,
    SELF,
    Clause,
    Item,
    Kind,
    Option,
    clauses_of,
)
from deduce.rulebook.undone import has_happened, led_to
from deduce.rulebook.words import (
    BEING,
    FILLERS,
    Token,
    is_initial,
    is_number,
    left_open,
    of_manner,
    settled,
    stems,
    tokens_of,
)

_MORE = (
    "'s about actually again also am as been being both but card cards down from her here him his however in indeed into "
    "its just meanwhile next only onto our out over own plus please quite really so still their them there these too "
    "toward towards turn under up upon via w which who"
)
_SIGHS = "alas aha argh boo damn dammit duh gosh ha haha hah hm hmm hooray huh lol oh omg oops phew ugh wow yay yikes"
QUIET: Final = FILLERS | frozenset(_MORE.split()) | frozenset(_SIGHS.split())
"""Words that say nothing here. No hedge, no question, no negation and no "or" may ever stand among them."""
_LIGHT = "get gets got decide decides decided choose chooses chose manages managed"
_ASIDES = "this time, for now, at once, once again, once more, of course, in turn, as usual, by the way, in the end"
_WEAK = "about to, still to, up to, must have, may have, might have, could have, would have, should have"
_HEDGING = {tuple(each.split()): ("hedge", each) for each in _WEAK.split(", ")}
ASIDES: Final = {tuple(each.split()): ("fill", each) for each in _ASIDES.split(", ")} | _HEDGING
"""Rows of words that say nothing, and of such as together say that it was not so: no kind of clause takes these."""
LIGHT: Final = {(verb, "to"): ("fill", f"{verb} to") for verb in _LIGHT.split()}
"""Verbs that lead to another with "to", and say nothing themselves."""
_ALL = (
    "all, everybody, everyone, we, they, us, we all, they all, all us, all of us, all of them, everyone else, "
    "everybody else, the others, others, the rest, all three, all the others, all others"
)
CROWD: Final = {
    **dict.fromkeys(_ALL.split(", "), ALL),
    **dict.fromkeys(("nobody", "none", "noone", "none of us", "nobody else", "none of them"), NOBODY),
    **dict.fromkeys(("both", "both of them", "both of us", "both others", "the other 2"), BOTH),
    **dict.fromkeys(("he", "she"), HE),
    **dict.fromkeys(("it", "that", "this"), IT),
    **dict.fromkeys(("anybody", "anyone", "any of us"), ANY),
    **dict.fromkeys(("himself", "herself"), SELF),
}
WRITER: Final = frozenset(("i", "me", "i'm", "i’m", "im", "i'd", "i’d"))
DENIED: Final = frozenset(("not", "no", "n't", "never", "without", "nope", "nah"))
PARTING: Final = frozenset(",;:.!()[]/|=<>→–—-\"“”'‘’@")
JOINED: Final = re.compile(r"(?<!\d)\+|\+(?=\w)")
"""A plus that joins; behind a number alone ("2+") it says that there may be more."""
WITH: Final = re.compile(r"(?i)\bw/")
"""Short for "with"; its slash parts nothing."""
ENDING: Final = frozenset(".;!")
"""Signs over which no clause reaches."""
JOINING: Final = frozenset("&+")
SHORTEST: Final = 5
"""Slips are forgiven in words of so many letters."""
MOST_TRIED: Final = 30000
"""So many clauses are tried; a line that needs more is refused."""

State = TypeVar("State")


class Telling(Protocol[State]):
    """What a row of clauses says, told one after another."""

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterable[State]:
        """Ways to begin, given all players, the writer, the players that the line names, and what the game told."""

    def add(self, state: State, said: Clause, before: Sequence[Clause]) -> State | None:
        """What has been told with one clause more, as a value of its own; None where it does not fit."""

    def end(self, state: State) -> Iterable[Sequence[str] | None]:
        """The plain lines that have been told, the likeliest first, those together of which the line does not tell which.

        Nothing where what was told is no whole; a None where it contradicts itself: then no reading whose clauses reach
        over more signs takes its place.
        """


@dataclass
class Hurried:
    """The reader of one game's hurried lines.

    Attributes:
        kinds: The kinds of clause.
        things: For each tag its values with the words for each, beside the value's own.
        telling: Puts a row of clauses into a plain line.
        fillers: More words that say nothing in this game.
        never: Words that always say something in this game.
        forgiving: Whether one slip in a long word for a thing is forgiven.
        also: For single verbs of the kinds, what people say for them in several words.
        apart: Whether single letters are things here: then a capital is no article, and a small letter nothing but one.
        places: Tags of things that are called by a figure, which says nothing of how many.
    """

    kinds: Sequence[Kind]
    things: Mapping[str, Mapping[str, Sequence[str]]]
    telling: Telling[Any]
    fillers: frozenset[str] = frozenset()
    also: Mapping[str, Sequence[str]] = field(default_factory=dict)
    never: frozenset[str] = frozenset()
    forgiving: bool = True
    apart: bool = False
    places: frozenset[str] = frozenset()

    @cached_property
    def phrases(self) -> Mapping[tuple[str, ...], tuple[Option, ...]]:
        """What every known word or row of words may be."""
        found: dict[tuple[str, ...], list[Option]] = {}
        for tag, values in self.things.items():
            for value, said in values.items():
                for each in dict.fromkeys((value, *said)):
                    words = tuple(token.folded for token in tokens_of(each) if token.text not in PARTING)
                    if words and (tag, value) not in found.setdefault(words, []):
                        found[words].append((tag, value))
        for verb in sorted(self.verbs):
            found.setdefault((verb,), []).append(("verb", verb))
        for verb, said in self.also.items():
            for each in said:
                found.setdefault(tuple(token.folded for token in tokens_of(each)), []).append(
                    ("verb", verb)
                )
        for word in (QUIET | self.fillers) - self.never - {"only"}:
            found.setdefault((word,), []).append(("fill", word))
        for word in DENIED:
            found.setdefault((word,), []).append(("not", word))
        found.setdefault(("0",), []).append(("not", "0"))
        for word in EXCEPT:
            found.setdefault((word,), []).append(("but", word))
        found.setdefault(("only",), []).append(("only", "only"))
        for word, meant in CROWD.items():
            found.setdefault(tuple(word.split()), []).append(("who", meant))
        found.setdefault(("by",), []).append(("by", "by"))
        found.setdefault(("at", "all"), []).append(("fill", "at all"))
        for row, said in (LIGHT | ASIDES).items():
            found.setdefault(row, []).append(said)
        return {words: tuple(options) for words, options in found.items()}

    @cached_property
    def long_words(self) -> Mapping[str, tuple[Option, ...]]:
        """Single words for things that are long enough to forgive a slip in."""
        return {
            words[0]: tuple(option for option in options if option[0] in self.things)
            for words, options in self.phrases.items()
            if len(words) == 1
            and len(words[0]) >= SHORTEST
            and words[0].isalpha()
            and any(option[0] in self.things for option in options)
        }

    @cached_property
    def known(self) -> frozenset[str]:
        """All words that have a part in something."""
        return frozenset(word for words in self.phrases for word in words) | WRITER | CROWD.keys()

    def knows(self, word: str) -> bool:
        """Whether a folded word, or what it is a form of, is one of them."""
        return not self.known.isdisjoint(stems(word))

    @cached_property
    def verbs(self) -> frozenset[str]:
        """All verbs that say a clause."""
        return frozenset().union(*(kind.verbs for kind in self.kinds))

    @cached_property
    def _doing(self) -> frozenset[str]:
        """All verbs with which a clause is said, those too that say one with others ("opens with")."""
        several = (tokens_of(said) for each in self.also.values() for said in each)
        begun = {word for said in several if len(said) > 1 for word in stems(said[0].folded)}
        return self.verbs | (begun - QUIET - DENIED - WRITER)

    @cached_property
    def longest(self) -> Mapping[str, int]:
        """The most words in a row that are one thing, by the first of them."""
        found: dict[str, int] = {}
        for words in filter(None, self.phrases):
            found[words[0]] = max(len(words), found.get(words[0], 1))
        return found

    def readings(self, text: str, names: Sequence[str], me: str = "", told: Any = None) -> list[list[str]]:
        """All plain lines that a line may mean, those first whose clauses end where signs stand.

        None where a word of it stays unexplained. `told` is what the game knows of where the line stands.
        """
        items = self.items(text, names, me)
        if not items:
            return []
        found: dict[str, tuple[int, ...]] = {}
        named = {value for item in items for tag, value in item.options if tag == "who" and value[0] != "*"}
        starts = clauses_of(self.kinds, items)
        tried, against = 0, len(items)

        def on(begin: int, state: Any, crossed: int, before: tuple[Clause, ...]) -> None:
            nonlocal tried, against
            if begin == len(items):
                for rank, alike in enumerate(self.telling.end(state)):
                    if alike is None:
                        against = min(against, crossed)
                        continue
                    cost = crossed, len(before), sum(each.late for each in before), rank
                    for line in alike:
                        found[line] = min(cost, found.get(line, cost))
                return
            for end, fits in starts[begin].items():
                within = crossed + sum(item.parted for item in items[begin + 1 : end])
                for each in fits:
                    tried += 1
                    more = self.telling.add(state, each, before) if tried < MOST_TRIED else None
                    if more is not None:
                        on(end, more, within, (*before, each))

        for state in self.telling.begin(names, me, sorted(named), told):
            on(0, state, 0, ())
        if tried >= MOST_TRIED:
            return []
        costs = sorted(cost for cost in {*found.values()} if cost[0] <= against)
        return [[line for line in found if found[line] == cost] for cost in costs]

    def items(self, text: str, names: Sequence[str], me: str) -> list[Item]:
        """The words of a line that mean something, each with all that it may be; none where one means nothing known."""
        people = {f"{name.casefold()}s": name for name in names} | {name.casefold(): name for name in names}
        people |= dict.fromkeys(WRITER, me) if me else {}
        initials = _initials(names)
        tokens = _plainly(settled(tokens_of(JOINED.sub(" + ", WITH.sub("w ", text))), people), people)
        found: list[Item] = []
        if not has_happened(tokens, people, self.kinds, self._doing, QUIET):
            return []
        # "is to 4": what he is to do with it is not said.
        if any(map(self._is_thing, led_to(tokens))):
            return []
        at, parted, first = 0, True, True
        while at < len(tokens):
            token = tokens[at]
            behind = tokens[at + 1].column if at + 1 < len(tokens) else 0
            seen = token.text == "=" and behind == token.column + 1 and ("=",) in self.phrases
            if token.text in PARTING and not seen:
                parted, first, at = True, first or token.text in ENDING, at + 1
                continue
            own = token.folded == "i" and at > 1 and tokens[at - 1].text == ":"
            if token.text in JOINING or (own and tokens[at - 2].folded in people):  # "Cid: I doubt"
                at += 1
                continue
            options, size = self._options(tokens[at:], people, me)
            if size == 1 and left_open(tokens, at, people):
                figure, _ = self._options(tokens[at + 1 :], people, me)
                if not any(tag in self.places for tag, _ in figure):
                    return []
            if token.folded == "but" and self._goes_on(tokens[at + 1 :], people, me):
                parted, at = True, at + 1
                continue
            if not options and of_manner(token.folded):
                at += 1
                continue
            if is_initial(token.text) and not (first or self.apart):
                options = tuple(each for each in options if each[0] != "fill")
            if size == 1 and (name := initials.get(token.text.removesuffix("'s").removesuffix("’s"))):
                options = (*options, ("who", name))
            if self.apart and size == 1 and token.folded == "a":  # the article, or what is called A
                plain = [each for each in options if (each[0] == "fill") == (token.text == "a")]
                options = tuple(plain or options) if at or token.text == "a" else options
            if token.folded == "not" and at and tokens[at - 1].folded in ("do", "does", "did"):
                options = (*options, ("not", "n't"))  # "Bob did not" is an answer, and "not" is none
            if token.text.casefold() == "one" and not is_number(tokens, at):
                options = (*options, ("fill", "one"))  # "the middle one", or the number
            asks = token.text.endswith("?") and any(tag not in self.things for tag, _ in options)
            if not options or asks:
                return []
            at += size
            if any(tag != "fill" for tag, _ in options):
                ends = at >= len(tokens) or tokens[at].text in PARTING
                found.append(Item(options, parted, ends, first))
                parted = first = False
        return found

    def _is_thing(self, word: str) -> bool:
        """Whether a word may be a thing, and no verb."""
        tags = {tag for stem in stems(word) for tag, _ in self.phrases.get((stem,), ())}
        return not tags.isdisjoint(self.things) and "verb" not in tags

    def _goes_on(self, tokens: Sequence[Token], people: Mapping[str, str], me: str) -> bool:
        """Whether a verb or a negation is next, so that "but" begins a clause and leaves nobody out."""
        for token in tokens:
            if token.text in PARTING:
                return False
            options, _ = self._options([token], people, me)
            tags = {tag for tag, _ in options}
            if tags != {"fill"}:
                return bool(tags & {"verb", "not"}) and "who" not in tags
        return False

    def _options(
        self, tokens: Sequence[Token], people: Mapping[str, str], me: str
    ) -> tuple[tuple[Option, ...], int]:
        """What the words at the beginning may be, and how many of them are one thing."""
        first = tokens[0].folded
        if people.get(first):
            return (("who", people[first]),), 1
        if first in ("my", "mine", "myself") and me:
            return (("who", me), ("fill", first)), 1
        for size in range(min(self.longest.get(first, 1), len(tokens)), 1, -1):
            words = [token.folded for token in tokens[:size]]
            for last in (words[-1], *sorted(stems(words[-1]) - {words[-1]})):
                if (hit := self.phrases.get((*words[:-1], last))) is not None:
                    return hit, size
        options = [each for stem in sorted(stems(first)) for each in self.phrases.get((stem,), ())]
        if not options and self.forgiving and len(first) >= SHORTEST and first.isalpha():
            near = [word for word in self.long_words if _slip(first, word)]
            options = [*self.long_words[near[0]]] if len(near) == 1 else []
        return tuple(dict.fromkeys(options)), 1


def _plainly(tokens: list[Token], people: Collection[str]) -> list[Token]:
    """The tokens of a line; "it's Vera who checks" as "Vera who checks"."""
    words = [token.folded for token in tokens]
    left = set[int]()
    for at in [at for at, word in enumerate(words) if word == "it"]:
        named = at + 2 if words[at + 1 : at + 2] and words[at + 1] in BEING else at + 1
        if words[named + 1 : named + 2] == ["who"] and words[named] in people:
            left.update(range(at, named))
    return [token for place, token in enumerate(tokens) if place not in left] if left else tokens


def _initials(names: Sequence[str]) -> dict[str, str]:
    """Players by their first letter, as a capital, where no other begins so; "I" is whoever writes."""
    first = [name[:1].upper() for name in names]
    return {
        letter: name
        for letter, name in zip(first, names, strict=True)
        if first.count(letter) == 1 and letter != "I"
    }


def _slip(typed: str, word: str) -> bool:
    """Whether a word was typed with one letter too many, too few, another or in its neighbour's place."""
    if abs(len(typed) - len(word)) > 1 or typed[0] != word[0]:
        return False
    at = next(
        (k for k, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), min(len(typed), len(word))
    )
    a, b = typed[at:], word[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])

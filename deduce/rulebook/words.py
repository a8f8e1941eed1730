"""The words of a line of notes: tokens with their columns, what may be skipped, and what never is.

Only what the rules allow next is looked for, and every word must be part of it or stand on the short list of
`FILLERS`. A name, a number and a negation are never fillers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_FILLERS = (
    "a an the to of for at on and then is are was were be has have had that it this now does do did with"
)
FILLERS: Final = frozenset(_FILLERS.split())
"""Words that say nothing by themselves. Whoever adds one must be sure that it never turns a meaning round."""
MARKS: Final = frozenset(",;:()=.!->→[]/|")
"""Signs that only part words."""
CLAUSES: Final = frozenset(",;.")
"""Signs that part clauses."""
DASHES: Final = frozenset("-–—")
ROW: Final = frozenset(("and", "&", "+"))
"""What stands between names in a row."""
_NOT = "not no nope nah never nobody none nothing without neither nor n't hardly except but unless"
NOT: Final = frozenset(_NOT.split())
"""Words that turn a meaning round; none is ever skipped."""
SELF: Final = ("i", "me", "my", "mine", "myself")
"""What the writer of notes calls itself."""
YES: Final = frozenset(("yes", "true", "right", "correct", "y"))
NO: Final = frozenset(("no", "false", "wrong", "incorrect", "n"))
NOBODY_WORDS: Final = frozenset(("nobody", "none", "nothing", "no"))
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS: Final = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_UNSETTLING = "or either if maybe perhaps possibly about almost least most more less than"
UNSETTLING: Final = NOT | frozenset(_UNSETTLING.split())
"""Words that turn a meaning round or leave it open: none is a slip of the pen for another."""
_ENDINGS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", ""), ("ied", "y"), ("ing", ""), ("ing", "e"),
)  # fmt: skip

UNSEEN: Final = "chooses unseen"
"""How notes say that somebody made a choice which the writer did not see, where the next line does not tell."""
_TOKEN = re.compile(r"[^\W_][\w'’?*+-]*(?:\.\d+)?|[^\w\s]|_+")
DENYING: Final = re.compile(r"!=|[≠↛]|(?<!\w)!(?=\w|[-–—]*[>→])|/[-–—=]*[>=]")
"""Signs that say "not"; elsewhere they part words, as those that compare do where no number hangs on them."""
_COMPARING = re.compile(r"(?<![-=<>–—])[<>]=?\s*(?=\d)")
_APART = re.compile(r"(?i)^(could|is|are|was|were|do|does|did|has|have|had|would|should|must)(n['’]?t)$")

_HEDGES = (
    "allegedly apparently approximately arguably barely conceivably doubtfully falsely hardly hopefully incorrectly "
    "likely mistakenly nearly only partly possibly potentially practically presumably probably rarely reportedly roughly "
    "scarcely seemingly tentatively uncertainly virtually "
    "sparsely supposedly truly truthfully unlikely wrongly rightly correctly honestly hypothetically theoretically"
)
HEDGES: Final = frozenset(_HEDGES.split())
"""Words in -ly that say how sure somebody is, or that something was not so; all others tell of a manner alone."""

MINE: Final = {"i'm": "am", "i've": "have"}
"""What the writer of notes says of itself in one word."""
_MINE: Final = {"im": "is", "ive": "have"}
"""The same with the mark left out, where nobody is called so."""
BEING: Final = frozenset(["is", "are", "was", "were", "be", "am", "'s"])
DENIALS: Final = {"cannot": "can", "can't": "can", "cant": "can", "won't": "will", "wont": "will"}
"""Single words that deny, with their verbs."""


_TO_WHOM = "me us him her them you it"
TO_WHOM: Final = frozenset(_TO_WHOM.split())
_ABOUT = "tell told lie lied lying ask talk speak spoke sure certain right wrong"
VAGUE: Final = {
    "about": frozenset(_ABOUT.split()),
    "over": frozenset(("turn", "flip", "hand")),
    "under": frozenset[str](),
    "around": frozenset[str](),
}
"""Words that leave the figure behind them open, but behind these, with whom it is said or done to between."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign: as written, `folded` for comparing, and its 1-based column."""

    text: str
    folded: str
    column: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text; a negation that hangs on a verb stands by itself (``doesn't``: does, not), as do I and "am".

    So does one that is a sign (``!Tome``, ``!= Tome``, ``!-> x``); a sign that compares (``> 2``) is a word of its own.
    """
    found: list[Token] = []
    for hit in _TOKEN.finditer(text):
        word, column = hit.group(), hit.start() + 1
        if word == "=" and DENYING.match(text, max(0, hit.start() - 1)):
            continue
        denies = word[-1] in "tT"  # as all that hangs a negation on a verb ends
        if word in "!≠↛/" and DENYING.match(text, hit.start()):
            found.append(Token("not", "not", column))
        elif word in "<>" and (sign := _COMPARING.match(text, hit.start())):
            said = sign.group().strip() + text[sign.end()]
            found.append(Token(said, said, column))
        elif denies and (low := word.casefold().replace("’", "'")) in DENIALS:
            verb = DENIALS[low]
            found += [Token(verb, verb, column), Token("not", "not", column + len(verb))]
        elif denies and (apart := _APART.match(word)):
            found += [
                Token(apart[1], apart[1].casefold(), column),
                Token(apart[2], "not", column + len(apart[1])),
            ]
        elif (low := word.casefold().replace("’", "'")) in MINE:
            found += [Token(word[0], "i", column), Token(word[1:], MINE[low], column + 1)]
        elif word == "one" and found and found[-1].folded == "no":
            found[-1] = Token("no one", "nobody", found[-1].column)
        else:
            found.append(Token(word, folded(word), column))
    return found


def settled(tokens: Sequence[Token], names: Collection[str]) -> list[Token]:
    """Tokens, what their signs say of somebody of `names` (folded) or of an answer put into words.

    A question mark before these is a stop, as in ``4 Tome? Cid doubts``; elsewhere, behind a figure or a small word and
    before somebody of whom nothing follows (``rob? Bob``) it stays: what its writer was not sure of is not noted as if it
    were. A dash that parts nothing behind a name, or hangs on one where others have a plus, is a "minus":
    ``Cid +, Dee -``. "I am" says no more than "Ann is"; in "am I" it asks.
    """
    ends: list[Token | None] = [None]
    rows = [*zip([*ends, *tokens], tokens, [*tokens[1:], *ends], strict=False)]
    here = [token is not None and token.folded in names for token in (*ends, *tokens, *ends)]
    plus = any(token.text == "+" and (here[k] or here[k + 2]) for k, token in enumerate(tokens))
    found = []
    for k, (before, token, behind) in enumerate(rows):
        hangs = plus and behind is not None and here[k + 2] and behind.column == token.column + 1
        last = before is not None and here[k] and (behind is None or behind.text in CLAUSES)
        if token.text in DASHES and (hangs or last):
            found.append(Token("minus", "minus", token.column))
        elif token.folded == "am" and before is not None and before.folded == "i" and "am" not in names:
            found.append(Token(token.text, "is", token.column))
        elif token.folded in _MINE and not here[k + 1]:
            verb = _MINE[token.folded]
            found += [
                Token(token.text[0], "i", token.column),
                Token(token.text[1:], verb, token.column + 1),
            ]
        elif token.text.endswith("?") and not _counts(token) and _stops(token, tokens[k + 1 :], names):
            found.append(Token(token.text, folded(token.text[:-1]), token.column))
        else:
            found.append(token)
    return found


def _counts(token: Token) -> bool:
    """Whether nothing but a figure, in digits or as a word, stands before a question mark."""
    said = token.folded.rstrip("?")
    return not said or said in NUMBERS or any(sign.isdigit() for sign in said)


def _stops(token: Token, behind: Sequence[Token], names: Collection[str]) -> bool:
    """Whether a question mark is a stop, as what stands behind it is no part of the question."""
    if not behind:
        return False
    first = behind[0].folded
    if len(first) > 1 and first in YES | NO | NOT:  # "y" and "n" may be things
        return True
    people = [_is_somebody(each, names) for each in behind]
    if not people[0]:
        return first == "only"
    said = token.text[:-1].casefold()
    if said in FILLERS or (folded(said) == said and said in names and first in names):
        return False  # who stands before another name is one of a row, of whom it is not sure
    at = 0
    while at < len(behind) and (
        people[at] or behind[at].folded in ROW or (behind[at].text == "," and any(people[at + 1 : at + 2]))
    ):
        at += 1
    return at < len(behind) and behind[at].text not in CLAUSES


def _is_somebody(token: Token, names: Collection[str]) -> bool:
    """Whether a token names somebody, by an initial too, or the writer."""
    return (
        token.folded in names
        or token.folded in SELF
        or (is_initial(token.text) and any(name[0] == token.folded for name in names))
    )


@lru_cache(maxsize=1 << 15)  # more than the longest menus have options, or each reading begins anew
def words_in(text: str) -> tuple[str, ...]:
    """The folded words of a text of the rules, signs left out."""
    return tuple(token.folded for token in tokens_of(text) if token.text not in MARKS)


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """A word for comparing: without regard to case, a possessive's end or how a number is written."""
    low = word.casefold()
    for end in ("'s", "’s", "'", "’"):
        if low.endswith(end) and len(low) > len(end):
            low = low[: -len(end)]
            break
    return "nobody" if low == "no-one" else NUMBERS.get(low, low)


@lru_cache(maxsize=8192)
def stems(word: str) -> frozenset[str]:
    """What a word may be the inflected form of, itself included."""
    found = {word}
    if not word.isalpha() or len(word) < 4 or word in NOT:
        return frozenset(found)
    for end, instead in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= 2 and not (end == "s" and word.endswith("ss")):
            stem = word[: -len(end)] + instead
            found.add(stem)
            if end in ("ed", "ing") and len(stem) > 3 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)


def same(typed: str, wanted: str) -> bool:
    """Whether a folded word that was typed is the folded word wanted, or the same verb or noun in another form."""
    return typed == wanted or wanted in stems(typed) or typed in stems(wanted)


_MET: Final = 4096
"""So many words are remembered with the phrases that they begin."""


class Phrases:
    """A game's other words for things, each with its own: found by the word that begins a phrase, the longest first."""

    def __init__(self, words: Mapping[str, Iterable[str]]) -> None:
        pairs = [(words_in(said), tokens_of(own)) for own, several in words.items() for said in several]
        self._all = sorted([pair for pair in pairs if pair[0]], key=lambda pair: -len(pair[0]))
        self._met: dict[str, list[tuple[tuple[str, ...], list[Token]]]] = {}

    def beginning(self, word: str) -> list[tuple[tuple[str, ...], list[Token]]]:
        """The phrases whose first word is this one, in whatever form."""
        if word not in self._met:
            if len(self._met) > _MET:
                self._met.clear()
            self._met[word] = [pair for pair in self._all if same(word, pair[0][0])]
        return self._met[word]


def replaced(tokens: Sequence[Token], phrases: Phrases, kept: Iterable[str]) -> list[Token]:
    """The tokens with a game's other words for things put in its own; `kept` are names, which stay what they are."""
    names = frozenset(kept)
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        for phrase, own in phrases.beginning(tokens[at].folded):
            here = tokens[at : at + len(phrase)]
            if len(here) == len(phrase) and all(
                same(token.folded, word) and token.folded not in names
                for token, word in zip(here, phrase, strict=True)
            ):
                found += [Token(token.text, token.folded, here[0].column) for token in own]
                at += len(phrase)
                break
        else:
            found.append(tokens[at])
            at += 1
    return found


def is_initial(word: str) -> bool:
    """Whether a word is a single capital: within a line it is somebody's, and no article."""
    return len(word) == 1 and word.isupper()


def left_open(tokens: Sequence[Token], at: int, names: Collection[str]) -> bool:
    """Whether a vague word stands here before a figure: "about 3"; names are folded."""
    behind = VAGUE.get(tokens[at].folded)
    if behind is None or at + 1 == len(tokens) or not tokens[at + 1].folded.isdigit():
        return False
    said = [each.folded for each in tokens[:at]]
    while said and (said[-1] in names or said[-1] in TO_WHOM):
        said.pop()
    return not said or behind.isdisjoint(stems(said[-1]))


def is_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a "one" here can be nothing but the number: "it is one", "one card"."""
    before, behind = (tokens[k].folded if 0 <= k < len(tokens) else "" for k in (at - 1, at + 1))
    return before in BEING or behind in ("card", "cards")


def of_manner(word: str) -> bool:
    """Whether a word that nothing explains tells of a manner: "happily", and no hedge."""
    return word.endswith("ly") and len(word) > len("early") and word not in HEDGES

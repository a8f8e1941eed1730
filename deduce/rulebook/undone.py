"""What a line does not say to have happened: it asks, or it tells what is still to be done.

A line is noted for what happened alone. These look at its words, whatever game they are about; who is asked about, and
what verbs a game has, they are told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import dropwhile, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deduce.rulebook.words import (
    BEING,
    CLAUSES,
    FILLERS,
    NO,
    NOT,
    SELF,
    YES,
    Token,
    folded,
    same,
    stems,
    words_in,
)

if TYPE_CHECKING:
    from deduce.rulebook.kinds import Kind

_ASKING = "did does do is am was are were has have had can could should would will must may might"
ASKING: Final = frozenset(_ASKING.split())
"""A line that begins so asks."""
VERDICTS: Final = YES | NO | NOT | frozenset(("only", "yep", "yup"))
"""With these a question is answered."""
ANSWERED: Final = frozenset(("yes", "no", "nope", "nah", "yep", "yup"))
"""With these where no sign stands before them: "has Bob nothing" and "is that true" ask, and "y" may be a thing."""
JOINING: Final = frozenset(("and", "but", "then", "now", "well"))
WHICH: Final = frozenset(("who", "which", "whose"))
"""So does one that begins so, whatever follows."""
WHO: Final = frozenset(("i", "he", "she", "we", "you", "they"))
_ANYBODY = "anybody anyone somebody someone everybody everyone any"
ANYBODY: Final = frozenset(_ANYBODY.split())
ABOUT: Final = WHO | ANYBODY | {"it", "that", "this", "there", "nobody", "all", "both"}
"""Behind a word of `ASKING` they ask about somebody or something, as names do."""
DUE: Final = frozenset(("is", "are", "am", "be", "'s", "was", "were", "still", "yet", "next"))
"""Behind these or a name a "to" says what is still to be done."""
DONE: Final = frozenset(("has", "have"))
"""With "not" they say of a verb that it was not done so far."""
AHEAD: Final = frozenset(("will", "still", "yet", "next", "soon", "later"))
"""Beside these "has to" says what is still to be done, whatever it is."""
GIVING_WAY: Final = frozenset(("pass", "fold", "skip", "sit"))
"""Who "has to" do one of these did so, as tables tell it: there was nothing else to do."""
COMING: Final = frozenset(("going", "able", "about", "due", "ready"))
"""Behind "is" these say with "to" what is still to be."""
RIGHT: Final = YES - {"yes", "y"}
UNTRUE: Final = NO - {"no", "n"} | {"untrue"}
"""A line that begins with one of these, or "not" and one of those above, takes back what it says."""
TRYING: Final = frozenset(("try", "tried", "offer", "want", "wish"))
"""Verbs that with "to" say nothing without another: "tries to 4"."""

GOING: Final = frozenset(("go", "went", "come", "came", "get", "got", "has", "have", "had"))
"""Verbs that with "to" say no more than that it was done; of what one "has to" do `due` knows."""
OWNED: Final = frozenset(("a", "an", "the", "my", "his", "her", "its", "our", "your", "their"))
"""Two words behind these at the most stands a thing: who "pays his Decryption token to look" looks."""


def is_asked(tokens: Sequence[Token], names: Collection[str] = ()) -> bool:
    """Whether a clause of a line is a question, with or without its mark, that the line does not answer.

    It begins with a word that asks, and behind that stands who or what is asked about: somebody of `names` (folded), or
    "it"; where the line ends with a question mark, anything. An answer stands behind a colon, or is a verdict behind the
    clause or its question mark; whoever is named answers for "anybody" too.
    """
    parts = _clauses(tokens)
    for number, clause in enumerate(parts):
        said = [token.folded for token in clause]
        first = next((k for k, word in enumerate(said) if word not in JOINING), 0)
        if said[first] not in ASKING or said[first] in names:
            continue
        behind = [token for later in parts[number + 1 : number + 2] for token in later]
        at = first + 1 + (said[first + 1 : first + 2] == ["not"])
        whom = next(iter((clause[at:] or (len(clause) == 1 and behind)) or ()), None)
        if whom is not None and said[first] in DONE and whom.text.endswith(("'s", "’s")):
            continue  # "has Bob's card"
        open_end = clause[-1].text[-1] == "?" and not behind
        about = "" if whom is None else folded(whom.folded.rstrip("?"))
        if not open_end and about not in names and about not in ABOUT:
            continue
        signs = [k for k, token in enumerate(clause) if token.text[-1] in "?:"]
        if signs and not open_end and clause[signs[0]].text == ":":
            continue
        anybody = about in ANYBODY
        answers = VERDICTS.union(names, SELF) if anybody else VERDICTS
        if signs:
            answered = any(token.folded in answers for token in (clause[signs[0] + 1 :] + behind)[:1])
        else:
            within = answers if anybody else ANSWERED
            answered = clause[-1].folded in within or (len(behind) == 1 and behind[0].folded in answers)
        if open_end or not answered:
            return True
    return False


def is_unsure(tokens: Sequence[Token], done: Iterable[str]) -> bool:
    """Whether a question mark hangs on the verb of something done, as the rules say it: "ask? Ann"."""
    asked = [folded(token.text[:-1]) for token in tokens if token.text[-1] == "?" and token.text != "?"]
    return bool(asked) and any(
        same(word, verb) for each in done for verb in words_in(each)[:1] for word in asked if word.isalpha()
    )


def _clauses(tokens: Iterable[Token]) -> list[list[Token]]:
    """The clauses of a line, signs between them left out."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in CLAUSES:
            found.append([])
        else:
            found[-1].append(token)
    return [clause for clause in found if clause]


def due(
    tokens: Sequence[Token],
    names: Collection[str],
    told: AbstractSet[str] = frozenset(),
    *,
    undone: bool = True,
) -> set[str]:
    """The words for what somebody is said to be about to do, or (if `undone`) not to have done so far, if they are verbs.

    So ``Bob to pass``, ``Bob is to be hit``, ``Bob will pass``, ``Bob still has to pass``, ``Bob hasn't passed``; names
    are folded. Who "has to pass" or "had to bet" does so, as tables tell it; who "has to bet" has not bet yet. `told` are
    verbs that tell something by "has to", as of a code that one has to give.
    """
    said = ["", "", *(token.folded for token in tokens), ""]
    ahead = _ahead(tokens, GIVING_WAY | told)
    due_to = {*DUE, *SELF, *names, "going"}
    found: set[str] = set()
    for place, (before, beside) in enumerate(pairwise(said)):
        if (
            (beside == "to" and (before in due_to or ahead[place]))
            or (beside == "will" and beside not in names)
            or (undone and beside == "not" and before in DONE)
        ):
            found.update(_up_to_word(said[place + 2 :]))
    return found - {"", *names}


def _ahead(tokens: Sequence[Token], now: AbstractSet[str]) -> list[bool]:
    """For each token whether it stands behind a "has to" that speaks of what is to come: of no verb of `now`."""
    found: list[bool] = []
    clause: list[Token] = []
    for token in (*tokens, Token(".", ".", 0)):
        if token.text not in CLAUSES:
            clause.append(token)
            continue
        said = [each.folded for each in clause]
        to_come = not AHEAD.isdisjoint(said)
        found += [
            (to_come or now.isdisjoint(stems(said[k])))
            and k > 1
            and said[k - 1] == "to"
            and said[k - 2] in DONE
            for k in range(len(said))
        ]
        found.append(False)
        clause = []
    return found


def is_due(
    tokens: Sequence[Token],
    names: Collection[str],
    done: Iterable[str],
    facts: Callable[[], Iterable[str]],
    also: Mapping[str, Iterable[str]] = MappingProxyType({}),
) -> bool:
    """Whether a line says of something that it still is to be: a choice, as the rules say it, or one of the facts told.

    So it does of a choice that was not made so far, its verb said by what stands for it (`also`) or not at all, as in
    "is to 4"; of a fact that says that it is not so.
    """
    chosen = [words_in(each) for each in done]
    verbs = {word for each in chosen for verb in each[:1] for word in (verb, *also.get(verb, ()))}
    if any(same(word, verb) for word in due(tokens, names) for verb in verbs):
        return True
    things = {word for each in chosen for word in each[1:]} - {*names}
    if not things.isdisjoint(led_to(tokens)):
        return True
    ahead = {word for word in due(tokens, names, undone=False) if word.isalpha()}
    return bool(ahead) and any(
        same(word, each) for fact in facts() for each in words_in(fact) for word in ahead
    )


def led_to(tokens: Sequence[Token]) -> Iterator[str]:
    """The words behind "is to", "has to", "is going to", "is allowed to" and "tries to"."""
    words = [token.folded for token in tokens]
    for at, (before, verb, beside) in enumerate(zip(["", *words], words, words[1:], strict=False)):
        leads = verb in BEING or verb in DONE or not TRYING.isdisjoint(stems(verb))
        if beside == "to" and (leads or (before in BEING and (verb in COMING or verb.endswith("ed")))):
            yield from _up_to_word(words[at + 2 :])


def _up_to_word(words: Sequence[str]) -> Sequence[str]:
    """The small words with which a row begins, and the first that says something."""
    end = next((at for at, word in enumerate(words) if word not in FILLERS), len(words))
    return words[: end + 1]


def _denied(tokens: Sequence[Token]) -> bool:
    """Whether a line begins by saying of what follows that it is not true: "false: ...", "it is not true that ..."."""
    said = [*dropwhile((BEING | ABOUT).__contains__, (token.folded for token in tokens))]
    turned = said[:1] == ["not"]
    verdict, *behind = said[turned:] or [""]
    if verdict not in (RIGHT if turned else UNTRUE):
        return False
    return len(behind) > 1 and (behind[0] in (":", "that") or (turned and behind[0] in CLAUSES))


def has_happened(
    tokens: Sequence[Token],
    people: Collection[str],
    kinds: Sequence[Kind],
    verbs: frozenset[str],
    quiet: Container[str],
) -> bool:
    """Whether a line is no question, and nothing in it, said by these kinds of clause, is still to be done.

    `verbs` are all that say these; words that are `quiet` say nothing between a verb and the one that it leads to.
    """
    told = frozenset[str]().union(*(kind.beside_have for kind in kinds))
    words = [token.folded for token in tokens]
    led = (
        _only_leads(*three, next((word for word in words[at + 2 :] if word not in quiet), ""), verbs, kinds)
        for at, three in enumerate(zip(["", *words], words, words[1:], strict=False))
        if OWNED.isdisjoint(words[max(at - 2, 0) : at])
    )
    asked = not tokens or words[0] in WHICH or is_asked(tokens, people)
    return (
        not (asked or _denied(tokens))
        and not any(led)
        and all(verbs.isdisjoint(stems(word)) for word in due(tokens, people, told))
    )


def _only_leads(
    before: str, verb: str, beside: str, other: str, verbs: frozenset[str], kinds: Sequence[Kind]
) -> bool:
    """Whether a verb with "to" leads to another that was not done by that: tried to look, is asked to stop.

    Whoever goes to look does so, and so does who does what a kind of clause says by both.
    """
    passive = before in BEING
    if beside != "to" or verb in NOT or (not passive and not GOING.isdisjoint(stems(verb))):
        return False
    leads, led = verbs.intersection(stems(verb)), verbs.intersection(stems(other))
    if not led:
        return not TRYING.isdisjoint(leads)
    both = (saying for kind in kinds for saying in kind.sayings)
    said = not passive and any(leads & saying and led & saying for saying in both)
    return bool(leads) and not said

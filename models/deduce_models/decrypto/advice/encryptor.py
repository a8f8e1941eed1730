"""Choosing three clues: likely to be read by the own team, unlikely to be read by the rivals.

Every word of a vocabulary is scored at once. For each place of the code a short list is kept of the words
with the best balance on their own; all triples of the short lists are then weighed by

    how far it is understood - risk * P(rivals intercept) - secrecy * (how much further columns are given away)

where the rivals are taken to reason from the published sheet, with the same similarity. Of the triples that are returned
P(rivals intercept) comes from the mean over rivals who take that reading at its word, rivals who weigh how far it can be
trusted, and rivals who expect as much (`knowledge.trust`): a planner who thought of one kind alone would be the other's
easy prey. The first two are posteriors over all 24 codes; the first is the mean of what readers of different kinds
understand. That the own team decodes is another matter: who reads as the Encryptor supposes nearly always does
(`knowledge.calibration`).
The third is how much likelier rivals who see the code can then tell a column's keyword, on average over the columns
used; it is what keeps later rounds alive, and a clue that blurs a column gains nothing by it. Only words that are
about their keyword take part.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deduce.errors import ProblemError
from deduce_models.decrypto.components.legality import fold, forms, unwritable
from deduce_models.decrypto.knowledge.belief import PLACES, code_belief
from deduce_models.decrypto.knowledge.calibration import straightened
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.reading import Mind, clue_rows, own_rows, sheet
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.trust import SUPPOSED, Kinds, mixed, outsider, weighed_kinds
from deduce_models.decrypto.rules.moves import Code
from deduce_models.decrypto.rules.views import View, barred_places, used_clues

__all__ = ["RISK", "SECRECY", "ClueTable", "Triple", "clue_table", "legal_words", "rank_triples"]

RISK: Final = 1.5
"""How much an interception weighs against a decoded code, unless told otherwise."""

SECRECY: Final = 2.0
"""How much giving away a column weighs, unless told otherwise."""

_SHORT: Final = 32
_ABOUT: Final = 0.05
"""A word is about a keyword when it is among this share of the vocabulary that fits it best."""

UNDERSTOOD: Final = 0.35
"""And only when readers, hearing it alone, would on average find its keyword among the four with this chance."""

_NEAR: Final = 0.02
"""The same where word vectors have a say: they put some order into every word, not into the listed ones alone."""


@dataclass(frozen=True)
class Triple:
    """Three clues with what is expected of them.

    `decode` and `intercept` are the probabilities that the own team and the rivals find the code, as it happens among
    the strongest players; `leak` holds for each clue the probability that rivals can name its column's keyword
    afterwards, and `before` the same as it stands now; `value` is the balance they are ranked by. `readers` has for
    each reader by name the probability that he decodes, and `understood` is their mean, which the balance weighs:
    people read in many ways.
    """

    clues: tuple[str, str, str]
    decode: float
    intercept: float
    leak: tuple[float, float, float]
    before: tuple[float, float, float]
    value: float
    understood: float
    readers: tuple[tuple[str, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "clues": list(self.clues),
            "decode": self.decode,
            "intercept": self.intercept,
            "leak": list(self.leak),
            "leak_before": list(self.before),
            "value": self.value,
            "understood": self.understood,
            "readers": dict(self.readers),
        }


@dataclass(frozen=True)
class ClueTable:
    """A vocabulary as one Encryptor sees it; rows are its legal words.

    `own` and `rival` are log-likelihoods of each word under the own keywords and in the columns as rivals
    know them, both (V, 4); `leak` (V, 4) is the probability of the true keyword after the word has been
    shown in its column, `before` (4) what it is now.
    """

    words: tuple[str, ...]
    own: FloatArray
    rival: FloatArray
    leak: FloatArray
    before: FloatArray
    intercepted: bool
    last: bool


def clue_table(view: View, mind: Mind, *, vocabulary: Sequence[str] | None = None) -> ClueTable:
    """Score a vocabulary (the word list's by default) for the Encryptor of `view`.

    O(V n) for V words and n candidate keywords; see `legal_words` for which words take part. Raises
    `ProblemError` when the seat is not encrypting.
    """
    team = view.team
    if vocabulary is None and isinstance(mind.similarity, Reader):
        vocabulary = mind.similarity.pool(view.own)
    if team is not None and view.codes[team] is not None and not view.keywords[team]:
        raise ProblemError(f"clues need the keywords of seat {view.seat}'s team, which are not known here")
    if team is None or view.codes[team] is None:
        raise ProblemError(f"seat {view.seat} has no code to give clues for")
    legal = legal_words(view, vocabulary)
    own = own_rows(view, team, legal, mind)
    # What a bystander knows: the rivals' own cards are not ours to see.
    notes = sheet(view, team, mind, secret=False)
    rows, stray = clue_rows(legal, notes, mind.similarity)
    columns = notes.columns()
    rival = columns.fits(rows, stray=stray)
    index = view.setup.words.keyword_index
    before, leak = np.zeros(4), np.zeros((len(legal), 4))
    for slot, word in enumerate(view.keywords[team]):
        if word in index:
            before[slot] = columns.keywords[slot, index[word]]
            with np.errstate(invalid="ignore"):
                leak[:, slot] = before[slot] * np.exp(rows[:, index[word]] - rival[:, slot])
    rules = view.setup.rules
    return ClueTable(
        legal,
        own,
        rival,
        np.clip(np.nan_to_num(leak), 0.0, 1.0),
        before,
        view.round >= rules.interception_from,
        view.round >= view.setup.rounds,
    )


def legal_words(view: View, vocabulary: Sequence[str] | None = None) -> tuple[str, ...]:
    """The words that the seat's team may give now, of the word list or of another vocabulary.

    O(V). Of a foreign vocabulary those words are kept that hold no form of a keyword and have not been used.
    """
    team = view.team or 0
    words = view.setup.words
    if vocabulary is None:
        barred = barred_places(view.setup, view.keywords[team], view.past, view.clues[team], team)
        return tuple(word for place, word in enumerate(words.vocabulary) if place not in barred)
    tokens: frozenset[str] = frozenset().union(*(forms(word) for word in view.keywords[team]))
    used = {fold(clue) for clue in used_clues(view.setup, view.past, view.clues[team], team)}
    return tuple(
        word
        for word in vocabulary
        if (folded := fold(word)) not in used
        and folded not in tokens
        and tokens.isdisjoint(folded.split())
        and not unwritable(word)
    )


def _share(logs: FloatArray) -> FloatArray:
    """Log-share of each column for each word, columns compared alone."""
    top = logs.max(axis=1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    found: FloatArray = logs - top - np.log(np.exp(logs - top).sum(axis=1, keepdims=True))
    return found


def rank_triples(
    view: View,
    mind: Mind,
    *,
    risk: float = RISK,
    secrecy: float = SECRECY,
    vocabulary: Sequence[str] | None = None,
    short: int = _SHORT,
    limit: int = 10,
    differ: int = 1,
    table: ClueTable | None = None,
) -> list[Triple]:
    """The best triples of clues for the code that the Encryptor of `view` holds, best first.

    Args:
        view: The Encryptor's view; clues already written are kept.
        mind: How both teams are taken to read clues.
        risk: The dial: what an interception weighs against a decoded code (at least 0).
        secrecy: What giving a column further away weighs (at least 0); nothing in the last round.
        vocabulary: Words to choose from; the word list's when None.
        short: How many words are kept for each place; all their triples are weighed.
        limit: How many triples are returned, the probabilities of the rivals taken exactly.
        differ: In how many clues each differs at least from every better one (1 to 3): with 2, a list for
            people does not show one idea ten times.
        table: A `clue_table` of this very view, if there is one already.

    O(V n + short^3). Raises `ProblemError` for a seat that is not encrypting and for dials out of range.
    """
    if risk < 0 or secrecy < 0:
        raise ProblemError("risk and secrecy are at least 0")
    if differ not in (1, 2, 3):
        raise ProblemError(f"differ is 1, 2 or 3 clues, not {differ!r}")
    team = view.team
    scored = table or clue_table(view, mind, vocabulary=vocabulary)
    code = view.codes[team] if team is not None else None
    if team is None or code is None:
        raise ProblemError(f"seat {view.seat} has no code to give clues for")
    risk_now = risk if scored.intercepted else 0.0
    secrecy_now = 0.0 if scored.last else secrecy
    written = view.clues[team]
    rival_share = _share(scored.rival)
    # What readers of different kinds would find the word to be about, each clue by itself.
    shares = [
        np.exp(_share(own_rows(view, view.team or 0, scored.words, reader)))
        for reader in _readers(view, mind)
    ]
    own_share = np.log(np.mean(shares, axis=0))
    picks: list[NDArray[np.intp]] = []
    for position in range(len(written), 3):
        slot = code[position] - 1
        merit = (
            own_share[:, slot]
            - risk_now * np.exp(rival_share[:, slot])
            - secrecy_now * scored.leak[:, slot]
        )
        # A clue is about its keyword. Words that are not would serve here (the own team finds them by
        # elimination, the rivals' sheet is spoilt), but they break the game's first rule.
        share = _NEAR if isinstance(mind.similarity, Reader) else _ABOUT
        fits = scored.own[:, slot] > np.quantile(scored.own[:, slot], 1 - share)
        pool = np.flatnonzero(fits & (own_share[:, slot] >= math.log(UNDERSTOOD)))
        # Three places share no clue, so three words are the fewest that leave a choice.
        if len(pool) < 3:
            pool = np.argsort(-own_share[:, slot], kind="stable")[: max(3, int(fits.sum()))]
        picks.append(pool[np.argsort(-merit[pool], kind="stable")[:short]])
    own, rival, leak, names = _rows_of(view, mind, scored, written, picks, code)
    return _weigh(view, mind, code, own, rival, leak, names, scored, (risk_now, secrecy_now), limit, differ)


_Rows = list[FloatArray]


def _rows_of(
    view: View,
    mind: Mind,
    scored: ClueTable,
    written: tuple[str, ...],
    picks: list[NDArray[np.intp]],
    code: Code,
) -> tuple[_Rows, _Rows, _Rows, list[list[str]]]:
    """For each place of the code: the candidates' rows under both beliefs, their leaks and texts."""
    own: _Rows = []
    rival: _Rows = []
    leak: _Rows = []
    names: list[list[str]] = []
    team = view.team or 0
    if written:
        notes = sheet(view, team, mind, secret=False)
        rows, stray = clue_rows(written, notes, mind.similarity)
        fits = notes.columns().fits(rows, stray=stray)
        mine = own_rows(view, team, written, mind)
        for position, clue in enumerate(written):
            own.append(mine[position : position + 1])
            rival.append(fits[position : position + 1])
            slot = code[position] - 1
            at = view.setup.words.keyword_index.get(view.keywords[team][slot])
            gained = (
                0.0
                if at is None
                else scored.before[slot] * np.exp(rows[position, at] - fits[position, slot])
            )
            leak.append(np.array([min(float(gained), 1.0)]))
            names.append([clue])
    for position, places in zip(range(len(written), 3), picks, strict=True):
        own.append(scored.own[places])
        rival.append(scored.rival[places])
        leak.append(scored.leak[places, code[position] - 1])
        names.append([scored.words[place] for place in places])
    return own, rival, leak, names


def _chance(rows: _Rows, code: Code) -> FloatArray:
    """P(code) for every triple of rows, shape (len a, len b, len c).

    The 24 products are summed in two steps, first over the first two digits for each third one.
    """
    a, b, c = (_likelihoods(row) for row in rows)
    pairs = np.zeros((len(a), len(b), 4))
    for one, two, three in PLACES:
        pairs[:, :, three] += a[:, None, one] * b[None, :, two]
    totals = np.einsum("ijd,kd->ijk", pairs, c)
    one, two, three = (digit - 1 for digit in code)
    right = (a[:, None, one] * b[None, :, two])[:, :, None] * c[None, None, :, three]
    found: FloatArray = right / np.maximum(totals, 1e-300)
    return found


def _likelihoods(logs: FloatArray) -> FloatArray:
    top = logs.max(axis=1, keepdims=True)
    found: FloatArray = np.exp(logs - np.where(np.isfinite(top), top, 0.0))
    return found


def _places(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _readers(view: View, mind: Mind) -> list[Mind]:
    """The readers that an Encryptor has to satisfy: people of different kinds who know all his keywords."""
    similarity = mind.similarity
    if not isinstance(similarity, Reader):
        return [mind]
    return [
        replace(mind, similarity=each) for each in similarity.readers_for(view.keywords[view.team or 0])
    ]


def _minded(view: View, mind: Mind) -> list[tuple[Kinds, tuple[float, ...]]]:
    """Rivals who weigh how far the clues can be trusted: whom they expect, and how likely by the past."""
    public = outsider(view)
    return [(kinds, weighed_kinds(public, view.team or 0, mind, kinds)) for kinds in SUPPOSED]


def _weigh(
    view: View,
    mind: Mind,
    code: Code,
    own: _Rows,
    rival: _Rows,
    leak: _Rows,
    names: list[list[str]],
    scored: ClueTable,
    dials: tuple[float, float],
    limit: int,
    differ: int,
) -> list[Triple]:
    risk, secrecy = dials
    before = tuple(float(scored.before[digit - 1]) for digit in code)
    readers = _readers(view, mind)
    if len(readers) > 1:
        team = view.team or 0
        chances = [
            _chance([own_rows(view, team, some, reader) for some in names], code) for reader in readers
        ]
        values: FloatArray = np.mean(chances, axis=0)
    else:
        values = _chance(own, code)
    if risk:
        values -= risk * _chance(rival, code)
    if secrecy:
        a, b, c = (np.maximum(after - now, 0.0) for after, now in zip(leak, before, strict=True))
        values -= secrecy / 3 * (a[:, None, None] + b[None, :, None] + c[None, None, :])
    order = np.argsort(-values, axis=None, kind="stable")
    minded = _minded(view, mind) if scored.intercepted else []
    notes = sheet(view, view.team or 0, mind, secret=False)
    words = view.setup.words
    found: list[Triple] = []
    for flat in order:
        i, j, k = np.unravel_index(int(flat), values.shape)
        clues = (names[0][i], names[1][j], names[2][k])
        if len(set(clues)) < 3 or any(_places(clues, old.clues) < differ for old in found):
            continue
        rows, stray = clue_rows(clues, notes, mind.similarity)
        caught = 0.0
        if scored.intercepted:
            columns = notes.barring(clues, words).columns()
            reading = columns.codes(rows, stray=stray)
            beliefs = [reading, *(mixed(reading, weights, kinds) for kinds, weights in minded)]
            caught = sum(belief.probability(code) for belief in beliefs) / len(beliefs)
            caught = straightened("intercept", caught)
        lost = (float(leak[0][i]), float(leak[1][j]), float(leak[2][k]))
        by_reader = tuple(
            (
                reader.similarity.name,
                code_belief(own_rows(view, view.team or 0, clues, reader)).probability(code),
            )
            for reader in readers
        )
        read = sum(chance for _, chance in by_reader) / len(readers)
        gained = sum(max(after - now, 0.0) for after, now in zip(lost, before, strict=True))
        value = read - risk * caught - secrecy * gained / 3
        found.append(
            Triple(
                *(clues, straightened("decode", read), caught, lost),
                *((before[0], before[1], before[2]), value, read, by_reader),
            )
        )
        if len(found) == limit:
            break
    return sorted(found, key=lambda triple: -triple.value)

"""Choosing three clues: likely to be read by the own team, unlikely to be read by the rivals.

Every word of a vocabulary is scored at once. For each place of the code a short list is kept of the words
with the best balance on their own; all triples of the short lists are then weighed by

    how far it is understood - risk * P(rivals intercept) - secrecy * (how much further columns are given away)

where the rivals are taken to reason from the published sheet, with the same similarity. Of the triples that are returned
P(rivals intercept) comes from the mean over rivals who take that reading at its word, rivals who weigh how far it can be
trusted, and rivals who expect as much (`knowledge.trust`): a planner who thought of one kind
alone would be the other's easy prey. All are posteriors over all 24 codes; the first is the mean of what readers of
different kinds understand. That the own team decodes is another matter: who reads as the Encryptor supposes nearly
always does (`knowledge.calibration`).

For a table of strangers, people who had no part in choosing, the reader is one who takes every voice for what it is worth
to someone who shares none, and the rival one who knows no keywords and goes by how near clues are to earlier ones
(`knowledge.strangers`); both chances are set to how often that happens before they are weighed.

The third part is how much likelier rivals who see the code can then tell a column's keyword, on average over the columns
used; it is what keeps later rounds alive, and a clue that blurs a column gains nothing by it. Only words that are
about their keyword take part, and for strangers of these those for which two voices speak independently (the list, word
vectors, association norms), where there are enough: what one voice alone finds near, a team mate may not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.clue_table import ClueTable, clue_table
from deduce_models.decrypto.advice.triples import ABOUT, Triple, Weighing
from deduce_models.decrypto.knowledge.belief import PLACES
from deduce_models.decrypto.knowledge.calibration import straightened_all
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind, clue_rows, sheet
from deduce_models.decrypto.rules.moves import Code
from deduce_models.decrypto.rules.views import View, own_code

_SHORT: Final = 32
_FIRST: Final = 500
_ABOUT: Final = 0.05
"""A word is about a keyword when it is `ABOUT` it and among this share of the vocabulary that fits it best."""

_NEAR: Final = 0.02
"""The same where word vectors have a say: they put some order into every word, not into the listed ones alone."""


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
    _, code = own_code(view)
    scored = table or clue_table(view, mind, vocabulary=vocabulary)
    dials = (risk if scored.intercepted else 0.0, 0.0 if scored.last else secrecy)
    one, two, three = (float(scored.before[digit - 1]) for digit in code)
    weighing = Weighing(view, mind, code, (one, two, three), intercepted=scored.intercepted, dials=dials)
    picks = _sifted(weighing, scored, short)
    candidates = _candidates(view, mind, scored, picks, code)
    found: list[Triple] = []
    for i, j, k in _in_order(candidates, weighing):
        clues = (candidates.names[0][i], candidates.names[1][j], candidates.names[2][k])
        if len(set(clues)) < 3 or any(_places(clues, old.clues) < differ for old in found):
            continue
        leak = candidates.leak
        found.append(weighing.triple(clues, (float(leak[0][i]), float(leak[1][j]), float(leak[2][k]))))
        if len(found) == limit:
            break
    return sorted(found, key=lambda triple: -triple.value)


def _sifted(weighing: Weighing, scored: ClueTable, short: int) -> list[NDArray[np.intp]]:
    """For each place that is still open the rows of the words with the best balance on their own."""
    view, team = weighing.view, weighing.team
    rivals = weighing.stranger
    rival_share = np.exp(_share(scored.rival if rivals is None else rivals.rows(scored.words)))
    # What readers of different kinds would find the word to be about, each clue by itself.
    own_share = np.log(weighing.audience.shares(scored.words))
    picks: list[NDArray[np.intp]] = []
    for digit in weighing.code[len(view.clues[team]) :]:
        slot = digit - 1
        feared = weighing.risk * rival_share[:, slot]
        merit = own_share[:, slot] - feared - weighing.secrecy * scored.leak[:, slot]
        # A clue is about its keyword. Words that are not would serve here (the own team finds them by
        # elimination, the rivals' sheet is spoilt), but they break the game's first rule.
        share = _NEAR if isinstance(weighing.mind.similarity, Reader) else _ABOUT
        fits = scored.own[:, slot] > np.quantile(scored.own[:, slot], 1 - share)
        about = fits & (own_share[:, slot] >= math.log(ABOUT))
        pool = np.flatnonzero(about & weighing.audience.supported(scored.words, slot))
        # Three places share no clue, so three words are the fewest that leave a choice.
        if len(pool) < 3:
            pool = np.flatnonzero(about)
        if len(pool) < 3:
            pool = np.argsort(-own_share[:, slot], kind="stable")[: max(3, int(fits.sum()))]
        picks.append(pool[np.argsort(-merit[pool], kind="stable")[:short]])
    return picks


_Rows = list[FloatArray]


@dataclass(frozen=True)
class _Candidates:
    """For each place of the code: the candidates' rows as rivals read them, their leaks and texts."""

    rival: _Rows
    leak: _Rows
    names: list[list[str]]


def _candidates(
    view: View, mind: Mind, scored: ClueTable, picks: list[NDArray[np.intp]], code: Code
) -> _Candidates:
    team = view.team or 0
    written = view.clues[team]
    found = _Candidates([], [], [])
    if written:
        notes = sheet(view, team, mind, secret=False)
        rows, stray = clue_rows(written, notes, mind.similarity)
        fits = notes.columns().fits(rows, stray=stray)
        for position, clue in enumerate(written):
            slot = code[position] - 1
            at = view.setup.words.keyword_index.get(view.keywords[team][slot])
            gained = 0.0
            if at is not None:
                gained = scored.before[slot] * np.exp(rows[position, at] - fits[position, slot])
            found.rival.append(fits[position : position + 1])
            found.leak.append(np.array([min(float(gained), 1.0)]))
            found.names.append([clue])
    for position, places in zip(range(len(written), 3), picks, strict=True):
        found.rival.append(scored.rival[places])
        found.leak.append(scored.leak[places, code[position] - 1])
        found.names.append([scored.words[place] for place in places])
    return found


def _in_order(candidates: _Candidates, weighing: Weighing) -> Iterator[tuple[int, int, int]]:
    """The places of all triples of candidates, best first: rivals are taken as they read each column alone."""
    code = weighing.code
    heard = [weighing.audience.rows(some) for some in candidates.names]
    values: FloatArray = np.mean([_chance(list(rows), code) for rows in zip(*heard, strict=True)], axis=0)
    if weighing.mind.strangers:
        values = straightened_all(weighing.audience.about, values)
    if weighing.risk:
        if weighing.stranger is None:
            caught = _chance(candidates.rival, code)
        else:
            rows = [weighing.stranger.rows(some) for some in candidates.names]
            caught = straightened_all("overheard", _chance(rows, code))
        values -= weighing.risk * caught
    if weighing.secrecy:
        a, b, c = (
            np.maximum(after - now, 0.0)
            for after, now in zip(candidates.leak, weighing.before, strict=True)
        )
        values -= weighing.secrecy / 3 * (a[:, None, None] + b[None, :, None] + c[None, None, :])
    for flat in _falling(values.ravel()):
        i, j, k = np.unravel_index(flat, values.shape)
        yield int(i), int(j), int(k)


def _falling(values: FloatArray) -> Iterator[int]:
    """The places of `values` from the highest down, equal ones in order; sorted are first those mostly asked for."""
    least = np.partition(values, -_FIRST)[-_FIRST] if len(values) > _FIRST else -np.inf
    for some in (np.flatnonzero(values >= least), np.flatnonzero(values < least)):
        yield from some[np.argsort(-values[some], kind="stable")].tolist()


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

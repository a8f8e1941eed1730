"""From a view to beliefs: what decoders, interceptors and bystanders make of the clues they have read.

Everything here depends on the view and on a `Mind` (how its owner reads clues) alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce.ground.shown import Plain
from deduce_models.decrypto.components.legality import MISSING, check_clue, fold
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.belief import CodeBelief, ColumnBelief, code_belief
from deduce_models.decrypto.knowledge.reader import reader_for
from deduce_models.decrypto.knowledge.similarity import FloatArray, Judgements, Similarity
from deduce_models.decrypto.rules.moves import CODES, Code
from deduce_models.decrypto.rules.setup import TEAMS
from deduce_models.decrypto.rules.views import View

_ALL: Final = 0.999
"""As much of a word's clues as can be used up: what is left stays likely enough to divide by."""

FOREIGN: Final = 0.3
"""Prior that a rival keyword is outside the list, where a keyword of one's own already is."""


@dataclass(frozen=True)
class Mind:
    """How a player reads clues.

    Args:
        similarity: How likely clues are for words.
        judgements: What was said at the table about clues and columns (``"black 2"``) or keywords.
        unknown: Prior probability that a rival keyword is not in the word list; None lets it depend on
            whether the seat's own keywords are: 0 if they all are, else `FOREIGN`.
        strangers: Whether clues are for a table of people who read each in his own way, rather than for readers of one's
            own kind.
        styles: For each team how likely each kind of Encryptor is before its first clue (`trust`), where people of it are
            known from earlier evenings; empty where nobody is.
        refuted: Codes of which somebody said that they are not those of a round: (round, team, code).
    """

    similarity: Similarity
    judgements: Judgements | None = None
    unknown: float | None = None
    strangers: bool = False
    styles: tuple[tuple[float, ...] | None, ...] = ()
    refuted: frozenset[tuple[int, int, Code]] = frozenset()


@lru_cache(maxsize=64)
def mind_for(words: WordList, extra: str | None = None) -> Mind:
    """The default mind, which reads as `reader_for` has it; `extra` names a sentence encoder that reads too."""
    return Mind(reader_for(words, extra))


@lru_cache(maxsize=8192)
def _excluded(words: WordList, clue: str, *, lenient: bool = False) -> NDArray[np.bool_]:
    """Which keywords of the list a team that gave `clue` cannot have; `lenient` players pass forms of them."""
    if lenient:
        return np.array([check_clue(clue, (word,), lenient=True) is not None for word in words.keywords])
    place = words.word_index.get(clue)
    if place is not None:
        return np.array([place in words.barred(word) for word in words.keywords])
    broken = (check_clue(clue, (word,)) for word in words.keywords)
    return np.array(
        [found is not None and found.rule in ("keyword", "inflection", "spelling") for found in broken]
    )


@dataclass(frozen=True)
class ScoreSheet:
    """One team's score sheet, ready for questions about its columns.

    `slots`, `clues` and `rounds` run over the clues shown so far, and `likelihood` (clues, n) holds their
    log-likelihoods under every candidate, each among the clues that were still free in its round. `open`
    (n) says which candidates are possible at all; `spent` (n) is the probability that a clue drawn now
    would be one that has been used, and `stray_spent` the same for a word outside the list.
    """

    candidates: tuple[str, ...]
    slots: tuple[int, ...]
    clues: tuple[str, ...]
    rounds: tuple[int, ...]
    likelihood: FloatArray
    stray: FloatArray
    open: NDArray[np.bool_]
    spent: FloatArray
    stray_spent: float
    unknown: float

    def barring(self, clues: Sequence[str], words: WordList) -> ScoreSheet:
        """The same sheet once `clues` have been read: none of them is a keyword of this team."""
        possible = self.open.copy()
        for clue in clues:
            possible &= ~_excluded(words, fold(clue))
        return replace(self, open=possible)

    def read(self, clues: Sequence[str], words: WordList, similarity: Similarity) -> CodeBelief:
        """What whoever has the sheet makes of three clues given now."""
        rows, stray = clue_rows(clues, self, similarity)
        return self.barring(clues, words).columns().codes(rows, stray=stray)

    def columns(self, *, without: int | None = None, beside: FloatArray | None = None) -> ColumnBelief:
        """The belief about the four keywords, if wished without the clue number `without`.

        `beside` are the cases of another hidden team (see `ColumnBelief`); a sheet by itself knows nothing of it.
        """
        total = np.zeros((4, len(self.candidates)))
        stray = np.zeros(4)
        for number, slot in enumerate(self.slots):
            if number != without:
                total[slot] += self.likelihood[number]
                stray[slot] += self.stray[number]
        total[:, ~self.open] = -np.inf
        return ColumnBelief(self.candidates, total, unknown=self.unknown, stray=stray, beside=beside)


def sheet(view: View, team: int, mind: Mind, *, secret: bool = True) -> ScoreSheet:
    """The sheet of `team` as the seat of `view` (or, with `secret` False, any bystander) can use it.

    `secret` uses that the seat's own keywords are not on the other team's cards.
    """
    words, similarity = view.setup.words, mind.similarity
    candidates = words.keywords
    unknown = mind.unknown
    if unknown is None:
        unknown = 0.0 if all(word in words.keyword_index for word in view.own) else FOREIGN
    shown = [
        (half.round, digit - 1, clue)
        for half in view.past
        if half.team == team
        for digit, clue in zip(half.code, half.clues, strict=True)
        if clue != MISSING
    ]
    clues = [clue for _, _, clue in shown]
    scores = similarity.scores(clues, candidates)
    # A word outside the list is taken to attract clues as an average word of the list does.
    stray = _average(scores) if unknown else np.zeros(len(shown))
    once = view.setup.rules.repeated_clues != "free" and similarity.normalised
    rounds = tuple(number for number, _, _ in shown)
    likelihood, spent = _among_free(scores, rounds, once=once)
    strays, stray_spent = _among_free(stray[:, None], rounds, once=once and unknown > 0)
    possible = np.ones(len(candidates), dtype=bool)
    now = view.clues[team] if view.pending() == team else ()
    lenient = view.setup.rules.clue_check == "players"
    for clue in (*clues, *now):
        possible &= ~_excluded(words, fold(clue), lenient=lenient)
    if secret and view.team != team:
        for word in view.own:
            if word in words.keyword_index:
                possible[words.keyword_index[word]] = False
    return ScoreSheet(
        candidates,
        tuple(slot for _, slot, _ in shown),
        clues=tuple(clues),
        rounds=rounds,
        likelihood=likelihood,
        stray=strays[:, 0],
        open=possible,
        spent=spent,
        stray_spent=float(stray_spent[0]),
        unknown=unknown,
    )


def _among_free(scores: FloatArray, rounds: Sequence[int], *, once: bool) -> tuple[FloatArray, FloatArray]:
    """Log-likelihoods of clues (clues, n) among those still free in their round, and the share used up (n).

    The share is that of all clues shown; without `once` (clues may come again) nothing is used up.
    """
    found, spent = scores.copy(), np.zeros(scores.shape[1])
    if not once:
        return found, spent
    for number in sorted(set(rounds)):
        here = [at for at, other in enumerate(rounds) if other == number]
        found[here] -= np.log1p(-np.minimum(spent, _ALL))
        spent = spent + np.exp(scores[here]).sum(axis=0)
    return found, np.minimum(spent, _ALL)


def _average(scores: FloatArray) -> FloatArray:
    top = scores.max(axis=1)
    found: FloatArray = np.log(np.exp(scores - top[:, None]).mean(axis=1)) + top
    return found


def clue_rows(
    clues: Sequence[str], sheet: ScoreSheet, similarity: Similarity
) -> tuple[FloatArray, FloatArray]:
    """Log-likelihoods of clues given now: under every candidate (clues, n), and for an unlisted word.

    Missing clues say nothing: rows of zeros.
    """
    rows, stray = np.zeros((len(clues), len(sheet.candidates))), np.zeros(len(clues))
    given = [number for number, clue in enumerate(clues) if clue != MISSING]
    if not given:
        return rows, stray
    found = similarity.scores([clues[number] for number in given], sheet.candidates)
    # Without a chance of unlisted words nobody asks how likely their clues are.
    average = _average(found) if sheet.unknown else np.zeros(len(given))
    if similarity.normalised:
        found = found - np.log1p(-sheet.spent)
        average = average - math.log1p(-sheet.stray_spent)
    rows[given], stray[given] = found, average
    return rows, stray


def own_rows(view: View, team: int, clues: Sequence[str], mind: Mind) -> FloatArray:
    """Log-likelihoods of clues under a team's known keywords, shape (clues, 4).

    As for the columns, the clue is drawn among those not used before.
    """
    keywords = view.keywords[team]
    rows = mind.similarity.scores(clues, keywords) - used_up(view, team, mind)
    if mind.judgements is not None:
        rows = rows + judgement_rows(clues, keywords, team, mind)
    rows[[number for number, clue in enumerate(clues) if clue == MISSING]] = 0.0
    return rows


def used_up(view: View, team: int, mind: Mind) -> FloatArray:
    """For each keyword of a team the log-share of its clues that have not been used before, shape (4,)."""
    keywords = view.keywords[team]
    if mind.similarity.normalised and view.setup.rules.repeated_clues != "free":
        used = [clue for half in view.history(team) for clue in half.clues if clue != MISSING]
        if used:
            spent = np.exp(mind.similarity.scores(used, keywords)).sum(axis=0)
            left: FloatArray = np.log1p(-np.minimum(spent, _ALL))
            return left
    return np.zeros(len(keywords))


def judgement_rows(clues: Sequence[str], keywords: Sequence[str], team: int, mind: Mind) -> FloatArray:
    """The table's judgements of clues by keyword and by column together, shape (clues, 4)."""
    if mind.judgements is None:
        return np.zeros((len(clues), len(keywords)))
    return mind.judgements.scores(clues, keywords) + judged(clues, team, mind)


def judged(clues: Sequence[str], team: int, mind: Mind) -> FloatArray:
    """The table's judgements of clues by column, shape (clues, 4); 0 without any."""
    if mind.judgements is None:
        return np.zeros((len(clues), 4))
    return mind.judgements.scores(clues, [f"{TEAMS[team]} {slot}" for slot in range(1, 5)])


def coded(view: View) -> Sequence[int]:
    """The teams that have a code now; between two draws of a round, the one that drew first."""
    if view.phase not in ("draw", "clue", "intercept", "answer"):
        return ()
    done = {half.team for half in view.past if half.round == view.round}
    having = [team for team in view.setup.encrypting(view.round) if team not in done]
    return having[: having.index(view.turn)] if view.phase == "draw" else having


def hidden_teams(view: View) -> list[int]:
    """The teams whose keywords the seat does not know."""
    return [team for team in range(view.setup.keywords // 4) if not view.keywords[team]]


def allowed_codes(view: View, team: int, mind: Mind | None = None) -> tuple[Code, ...]:
    """The codes that can have been drawn: all 24, unless cards are used up or were said to be wrong.

    Raises `ProblemError` where none is left.
    """
    refuted = mind.refuted if mind is not None else ()
    gone = {code for number, about, code in refuted if (number, about) == (view.round, team)}
    if view.setup.rules.codes != "returned":
        gone |= {half.code for half in view.history(team)}
    if not gone:
        return CODES
    if not (left := tuple(code for code in CODES if code not in gone)):
        raise ProblemError(f"{TEAMS[team].title()} has no code left: all are used up or said to be wrong")
    return left


def other_columns(view: View, team: int, mind: Mind) -> FloatArray | None:
    """What a seat that knows neither team's keywords makes of those beside `team`'s: all eight are other words.

    None where the seat knows the other team's (or there is none). The clues of the other team that wait for their
    answer count, in the columns where they may stand: then one case for each of its codes, else one.
    """
    other = 1 - team
    if other not in hidden_teams(view) or team not in hidden_teams(view):
        return None
    notes = sheet(view, other, mind)
    columns, clues = notes.columns(), view.clues[other]
    if len(clues) < 3 or view.pending() != other:
        return columns.weights[None]
    rows, stray = clue_rows(clues, notes, mind.similarity)
    allowed = allowed_codes(view, other, mind)
    return columns.cases(rows, stray=stray, judged=judged(clues, other, mind), allowed=allowed)


def read_codes(view: View, team: int, mind: Mind, *, alone: bool = False) -> CodeBelief:
    """The posterior over a team's present code: exact under the mind's similarity.

    The Encryptor knows it; a seat that knows the team's keywords decodes; all others compare the clues with
    the team's sheet. Before the clues are read every card is equally likely. Under 1 ms with the built-in
    list. Who knows neither team's keywords reckons with both sheets, for no word is on two cards (15 ms); `alone`
    leaves the other team's sheet out of account. Raises `ProblemError` when the team has no code to find.
    """
    if view.codes[team] is not None:
        return CodeBelief(np.array([float(code == view.codes[team]) for code in CODES]))
    # Between two draws one team has its code; a half that was answered may be read again.
    having = coded(view) if view.phase == "draw" else view.setup.encrypting(view.round)
    if view.phase in ("deal", "over", "name") or team not in having:
        raise ProblemError(f"{TEAMS[team].title()} has no code to find now")
    allowed = allowed_codes(view, team, mind)
    clues = view.clues[team]
    if len(clues) < 3:
        return code_belief(np.zeros((3, 4)), allowed)
    if view.keywords[team]:
        return code_belief(own_rows(view, team, clues, mind), allowed)
    known = sheet(view, team, mind)
    rows, stray = clue_rows(clues, known, mind.similarity)
    columns = known.columns(beside=None if alone else other_columns(view, team, mind))
    return columns.codes(rows, stray=stray, judged=judged(clues, team, mind), allowed=allowed)


@dataclass(frozen=True, slots=True)
class Contribution(Plain):
    """What one clue did for the belief in `code`: its probability without the clue, and the bits gained."""

    clue: str
    column: int | None
    round: int
    without: float
    bits: float


def contributions(view: View, team: int, mind: Mind, code: Code) -> list[Contribution]:
    """How much each clue, past and present, speaks for `code`: the posterior is taken once without it.

    Past clues come first and carry the column they stood in; bits are log2 of the ratio of P(code) with the
    clue to P(code) without it, and negative where a clue speaks against the code.
    """
    full = read_codes(view, team, mind).probability(code)
    found = []
    clues = view.clues[team]
    if not view.keywords[team] and view.codes[team] is None:
        known = sheet(view, team, mind)
        rows, stray = clue_rows(clues, known, mind.similarity)
        extra, allowed = judged(clues, team, mind), allowed_codes(view, team, mind)
        beside = other_columns(view, team, mind)
        for number, clue in enumerate(known.clues):
            left = known.columns(without=number, beside=beside)
            without = left.codes(rows, stray=stray, judged=extra, allowed=allowed).probability(code)
            found.append(
                Contribution(
                    clue, known.slots[number] + 1, known.rounds[number], without, _bits(full, without)
                )
            )
    for number, clue in enumerate(clues):
        if clue != MISSING and len(clues) == 3:
            fewer = tuple(MISSING if at == number else text for at, text in enumerate(clues))
            without = read_codes(view.with_clues(team, fewer), team, mind).probability(code)
            found.append(Contribution(clue, None, view.round, without, _bits(full, without)))
    return found


def keyword_chances(view: View, team: int, mind: Mind) -> tuple[ScoreSheet, FloatArray]:
    """A team's sheet and the probability of every candidate in every column, shape (4, n + 1).

    Clues that wait for their answer count too, where they may stand, and the other sheet as in `read_codes`.
    """
    notes = sheet(view, team, mind)
    belief, clues = notes.columns(beside=other_columns(view, team, mind)), view.clues[team]
    if len(clues) < 3 or view.pending() != team:
        return notes, belief.keywords
    rows, stray = clue_rows(clues, notes, mind.similarity)
    return notes, belief.keywords_given(rows, read_codes(view, team, mind), stray=stray)


def _bits(full: float, without: float) -> float:
    tiny = 1e-300
    return math.log2(max(full, tiny) / max(without, tiny))

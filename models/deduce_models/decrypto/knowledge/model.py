"""The possible worlds of a seat: its `Knowledge` as a constraint model, and complete states drawn from it.

Variables of the model: the code of each team that has one (as a whole and digit by digit) and, where they
are hidden, the keywords of the columns. Clues are soft evidence: for a decoder one weight a clue on the
digit it stands for, which is exact; for an interceptor the same with the columns' predictions, and one
further weight on the whole code for "four columns are four different words". The keyword variables carry
their exact marginals, one weight a column; that they differ from each other is in those weights and not a
constraint of its own, which would have to remember sets of 171 words.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from deduce.constraints import AllDifferent
from deduce.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.relations import Relation
from deduce.variables import Variable
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import PLACES, CodeBelief
from deduce_models.decrypto.knowledge.reading import (
    Mind,
    Sheet,
    allowed_codes,
    clue_rows,
    judged,
    keyword_chances,
    own_rows,
    read_codes,
    sheet,
)
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.rules.moves import CODES, Code, write_code
from deduce_models.decrypto.rules.setup import TEAMS
from deduce_models.decrypto.rules.state import State
from deduce_models.decrypto.rules.views import View, barred_places

__all__ = ["ANOTHER", "knowledge", "resample", "truth"]

ANOTHER: Final = "(another word)"
"""The value of a keyword variable for a word outside the list."""

_LEAST: Final = 1e-12


def knowledge(view: View, mind: Mind) -> Knowledge:
    """What the seat of `view` knows about the present codes and the hidden keywords."""
    problem = Problem(f"decrypto, seat {view.seat}, round {view.round}")
    facts = []
    for team in _coded(view):
        facts.append((team, *_code_variables(problem, view, team)))
    hidden = [team for team in _hidden(view) if view.dealt >= 4 * team + 4]
    cards = {team: _keyword_variables(problem, view, team, mind) for team in hidden}
    known = Knowledge(problem)
    for team, whole, digits in facts:
        known = _learn_code(known, view, team, mind, whole, digits)
    for team, columns in cards.items():
        known = _learn_keywords(known, view, team, mind, columns)
    return known


def truth(state: State, known: Knowledge) -> dict[Variable, Any]:
    """The values of the model's variables in a complete state."""
    found: dict[Variable, Any] = {}
    for variable in known.problem.scope:
        name, _, key = variable.name.removesuffix("]").partition("[")
        team_name, _, what = name.partition(" ")
        team = TEAMS.index(team_name)
        code = state.codes[team]
        if what == "keyword":
            word = state.keywords[4 * team + int(key) - 1]
            found[variable] = word if word in state.table.words.keyword_index else ANOTHER
        elif code is not None:
            found[variable] = write_code(code) if what == "code" else code[int(key) - 1]
    return found


def _coded(view: View) -> Sequence[int]:
    if view.phase not in ("clue", "intercept", "answer"):
        return ()
    done = {half.team for half in view.past if half.round == view.round}
    return [team for team in view.table.encrypting(view.round) if team not in done]


def _hidden(view: View) -> list[int]:
    return [team for team in range(view.table.keywords // 4) if not view.keywords[team]]


def _code_variables(problem: Problem, view: View, team: int) -> tuple[Variable, Any]:
    name, allowed = TEAMS[team], allowed_codes(view, team)
    whole = problem.variable(f"{name} code", [write_code(code) for code in allowed])
    digits = problem.variables(f"{name} digit", range(1, 4), domain=range(1, 5))
    problem.require(AllDifferent(digits), "the three digits of a code are different")
    problem.require(
        Relation((whole, *digits.values()), [(write_code(code), *code) for code in allowed]),
        f"{name.title()}'s code is its three digits",
    )
    return whole, digits


def _learn_code(
    known: Knowledge, view: View, team: int, mind: Mind, whole: Variable, digits: Any
) -> Knowledge:
    name, clues = TEAMS[team].title(), view.clues[team]
    code = view.codes[team]
    if code is not None:
        return known.observe(whole == write_code(code), "the Encryptor holds the card", error=0.0)
    if len(clues) < 3:
        return known
    if view.keywords[team]:
        fit = own_rows(view, team, clues, mind)
        what = "fits {name}'s keywords"
    else:
        columns = sheet(view, team, mind)
        rows, stray = clue_rows(clues, columns, mind.similarity)
        fit = columns.columns().fits(rows, stray=stray) + judged(clues, team, mind)
        what = "fits the clues of {name}'s columns"
    for position, clue in enumerate(clues):
        if clue != MISSING:
            ratios = _ratios(fit[position])
            known = known.weigh(
                digits[position + 1],
                dict(zip(range(1, 5), ratios, strict=True)),
                f"{clue!r} {what.format(name=name)}",
            )
    if view.keywords[team]:
        return known
    allowed = allowed_codes(view, team)
    exact = read_codes(view, team, mind).probabilities
    plain = _plain(fit)
    rest: dict[Hashable, float] = {
        write_code(code): max(float(exact[n] / max(plain[n], _LEAST)), _LEAST)
        for n, code in enumerate(CODES)
        if code in allowed
    }
    return known.weigh(whole, rest, f"{name}'s four columns are four different words")


def _ratios(logs: FloatArray) -> list[float]:
    finite = np.where(np.isfinite(logs), logs, -745.0)
    return [max(float(value), _LEAST) for value in np.exp(finite - finite.max())]


def _plain(fit: FloatArray) -> FloatArray:
    """The codes' probabilities from the clues' weights alone, as `Knowledge` multiplies them."""
    rows = np.array([_ratios(row) for row in fit])
    product = rows[np.arange(3), PLACES].prod(axis=1)
    found: FloatArray = product / product.sum()
    return found


def _keyword_variables(problem: Problem, view: View, team: int, mind: Mind) -> Any:
    domain = list(view.table.words.keywords)
    if sheet(view, team, mind).unknown > 0:
        domain.append(ANOTHER)
    return problem.variables(f"{TEAMS[team]} keyword", range(1, 5), domain=domain)


def _learn_keywords(known: Knowledge, view: View, team: int, mind: Mind, columns: Any) -> Knowledge:
    notes, chances = keyword_chances(view, team, mind)
    # Two weights a column, so that a reason tells the sheet from what was read a moment ago.
    before = notes.columns().keywords
    clues = "; ".join(view.clues[team])
    name = TEAMS[team].title()
    for slot in range(1, 5):
        variable = columns[slot]
        possible = [word for word, ok in zip(notes.candidates, notes.open, strict=True) if ok]
        if len(possible) < len(notes.candidates):
            left = {*possible, ANOTHER} & set(variable.domain)
            known = known.observe(
                variable.is_in(left),
                f"{name} cannot have the words of its own clues, nor your cards",
                error=0.0,
            )
        sheet_says, all_say = np.maximum(before[slot - 1], _LEAST), np.maximum(chances[slot - 1], _LEAST)
        known = known.weigh(
            variable, _weights(variable, notes, sheet_says), f"the clues of {name}'s column {slot}"
        )
        if view.pending() == team and clues:
            known = known.weigh(
                variable,
                _weights(variable, notes, all_say / sheet_says),
                f"{name}'s clues just read ({clues}), for column {slot}",
            )
    return known


def _weights(variable: Variable, notes: Sheet, chances: FloatArray) -> dict[Hashable, float]:
    return {
        word: float(chance)
        for word, chance in zip((*notes.candidates, ANOTHER), chances, strict=True)
        if word in variable.domain
    }


def resample(view: View, mind: Mind, rng: random.Random) -> State:
    """A complete state with this very view.

    Hidden keywords and codes come from their joint posterior, unread clues from what the drawn Encryptor
    would say, an interception on paper and the rivals' names in the tie-break uniformly.
    """
    keywords, codes = _draw_hidden(view, mind, rng)
    clues: list[tuple[str, ...]] = list(view.clues)
    for team in (0, 1):
        if len(clues[team]) < view.counts[team]:
            code = codes[team]
            if code is None:
                raise ProblemError("the view counts clues of a team that has no code")
            clues[team] = _draw_clues(view, team, keywords, code, mind, rng)
    written = view.written
    if view.phase == "answer" and written is None and view.round >= view.table.rules.interception_from:
        written = CODES[int(rng.random() * len(CODES))]
    state = State(
        view.table,
        view.phase,
        view.round,
        view.turn,
        keywords,
        codes,
        (clues[0], clues[1]),
        written,
        view.past,
        view.tokens,
        _draw_names(view, keywords, rng),
        view.result,
    )
    return _with_barred(state)


def _with_barred(state: State) -> State:
    table = state.table
    if len(state.keywords) < table.keywords:
        return state
    places = [
        barred_places(table, state.keywords[4 * t : 4 * t + 4], state.past, state.clues[t], t)
        for t in (0, 1)
    ]
    return replace(state, barred=(places[0], places[1]))


def _draw_hidden(
    view: View, mind: Mind, rng: random.Random
) -> tuple[tuple[str, ...], tuple[Code | None, Code | None]]:
    """Keywords and codes; the two teams' cards differ, which rejection takes care of."""
    hidden = set(_hidden(view))
    coded = set(_coded(view))
    beliefs = {team: _Draws(view, team, mind, team in coded) for team in hidden}
    while True:
        words: list[str] = []
        codes: list[Code | None] = list(view.codes)
        for team in range(view.table.keywords // 4):
            if team in hidden:
                mine, code = beliefs[team].draw(rng, view.dealt - 4 * team)
                words += mine
                if team in coded:
                    codes[team] = code
            else:
                words += view.keywords[team]
                if team in coded and codes[team] is None:
                    codes[team] = _pick(read_codes(view, team, mind), rng)
        if len(set(words)) == len(words):
            return tuple(words), (codes[0], codes[1])


def _pick(belief: CodeBelief, rng: random.Random) -> Code:
    return rng.choices(CODES, weights=belief.probabilities.tolist())[0]


class _Draws:
    """Draws a hidden team's keywords, with its code where it has one."""

    def __init__(self, view: View, team: int, mind: Mind, coded: bool) -> None:
        notes = sheet(view, team, mind)
        self.candidates = notes.candidates
        columns = notes.columns()
        count = len(self.candidates)
        # Words outside the list cannot be invented: the list's own stand in for them.
        self.weights = columns.weights[:, :count] + 1e-9 * notes.open
        self.codes = read_codes(view, team, mind) if coded else None
        self.rows = np.ones((3, count))
        if coded and view.pending() == team and len(view.clues[team]) == 3:
            rows, _ = clue_rows(view.clues[team], notes, mind.similarity)
            self.rows = np.exp(rows - rows.max(axis=1, keepdims=True))

    def draw(self, rng: random.Random, dealt: int) -> tuple[list[str], Code | None]:
        code = None if self.codes is None else _pick(self.codes, rng)
        weights = self.weights.copy()
        for position, digit in enumerate(code or ()):
            weights[digit - 1] *= self.rows[position]
        lists = [row.tolist() for row in weights]
        while True:
            places = [rng.choices(range(len(row)), weights=row)[0] for row in lists]
            if len(set(places)) == 4:
                return [self.candidates[place] for place in places[: max(0, dealt)]], code


def _draw_clues(
    view: View, team: int, keywords: tuple[str, ...], code: Code, mind: Mind, rng: random.Random
) -> tuple[str, ...]:
    vocabulary = view.table.words.vocabulary
    mine = keywords[4 * team : 4 * team + 4]
    given: list[str] = []
    scores = mind.similarity.scores(vocabulary, mine)
    while len(given) < view.counts[team]:
        barred = barred_places(view.table, mine, view.past, given, team)
        column = scores[:, code[len(given)] - 1]
        weights = np.exp(column - column.max())
        weights[list(barred)] = 0.0
        given.append(rng.choices(vocabulary, weights=weights.tolist())[0])
    return tuple(given)


def _draw_names(view: View, keywords: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    if view.phase != "name":
        return view.names
    mine = tuple(view.names)
    if view.turn == 0:
        # White is naming: only White's own seats see how far it has come.
        return mine if view.team == 0 else _some_names(view, keywords[:4], view.named, rng)
    first = mine if view.team == 0 else _some_names(view, keywords[:4], 4, rng)
    rest = mine if view.team == 1 else _some_names(view, keywords[4:], view.named - 4, rng)
    return (*first, *rest)


def _some_names(view: View, own: Sequence[str], count: int, rng: random.Random) -> tuple[str, ...]:
    pool = [word for word in view.table.words.keywords if word not in own]
    return tuple(rng.sample(pool, count))

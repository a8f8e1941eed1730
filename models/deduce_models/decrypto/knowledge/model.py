"""The possible worlds of a seat: its `Knowledge` as a constraint model.

Variables of the model: the code of each team that has one (as a whole and digit by digit) and, where they
are hidden, the keywords of the columns. Clues are soft evidence: for a decoder one weight a clue on the
digit it stands for, which is exact; for an interceptor the same with the columns' predictions, and one
further weight on the whole code for "four columns are four different words". The keyword variables carry
their exact marginals, one weight a column; that they differ from each other is in those weights and not a
constraint of its own, which would have to remember sets of 171 words.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

import numpy as np

from deduce.constraints import AllDifferent
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.relations import Relation
from deduce.variables import Variable
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import PLACES
from deduce_models.decrypto.knowledge.reading import (
    Mind,
    Sheet,
    allowed_codes,
    clue_rows,
    coded,
    hidden_teams,
    judged,
    keyword_chances,
    own_rows,
    read_codes,
    sheet,
)
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.rules.moves import CODES, write_code
from deduce_models.decrypto.rules.setup import TEAMS
from deduce_models.decrypto.rules.state import State
from deduce_models.decrypto.rules.views import View

__all__ = ["ANOTHER", "knowledge", "truth"]

ANOTHER: Final = "(another word)"
"""The value of a keyword variable for a word outside the list."""

_LEAST: Final = 1e-12


def knowledge(view: View, mind: Mind) -> Knowledge:
    """What the seat of `view` knows about the present codes and the hidden keywords."""
    problem = Problem(f"decrypto, seat {view.seat}, round {view.round}")
    facts = []
    for team in coded(view):
        facts.append((team, *_code_variables(problem, view, team)))
    hidden = [team for team in hidden_teams(view) if view.dealt >= 4 * team + 4]
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

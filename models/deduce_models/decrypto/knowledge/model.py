"""The possible worlds of a seat: its `Knowledge`, exact for codes and keywords together.

Variables: the code of each team that has one (as a whole and digit by digit), where they are hidden the keywords of the
columns, and while a hidden team's clues wait for their answer the keyword that each of them stands for. The clues are
soft evidence, one weight a column and one a clue just read; that no word is on two cards is a rule. The worlds have a
form of their own (`worlds`), since a diagram would have to remember sets of 171 words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

import numpy as np

from deduce.ground.wording import as_is, say
from deduce.knowledge import Knowledge
from deduce.language.constraints import AllDifferent
from deduce.language.relations import Relation
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import another
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.teams import JointPart, TeamPart
from deduce_models.decrypto.knowledge.understanding import (
    Mind,
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
from deduce_models.decrypto.knowledge.worlds import CodeWorlds
from deduce_models.decrypto.rules.moves import Code, write_code
from deduce_models.decrypto.rules.setup import TEAMS, TITLES
from deduce_models.decrypto.rules.views import View

_LEAST: Final = 1e-300


def knowledge(view: View, mind: Mind) -> Knowledge:
    """What the seat of `view` knows about the present codes and the hidden keywords.

    For a bystander these are both teams', eight different words. Questions then take 5 to 40 ms, else 1 to 8.
    """
    problem = Problem(f"decrypto, seat {view.seat}, round {view.round}")
    facts = {team: _code_variables(problem, view, team, mind) for team in coded(view)}
    hidden = [team for team in hidden_teams(view) if view.dealt >= 4 * team + 4]
    cards = {team: _keyword_variables(problem, view, team, mind) for team in hidden}
    meant = {
        team: _meant_variables(problem, view, team, mind, facts[team][1], cards[team])
        for team in hidden
        if team in facts and view.pending() == team and len(view.clues[team]) == 3
    }
    teams = []
    for team in sorted({*facts, *cards}):
        places: dict[Variable, tuple[str, int]] = {}
        codes: tuple[Code | tuple[()], ...] = ((),)
        if team in facts:
            places[facts[team][0]] = ("code", 0)
            places |= {v: ("digit", at - 1) for at, v in facts[team][1].items()}
            codes = allowed_codes(view, team, mind)
        places |= {v: ("keyword", slot - 1) for slot, v in cards.get(team, {}).items()}
        places |= {v: ("meant", at - 1) for at, v in meant.get(team, {}).items()}
        teams.append(_part(view, places, codes, keywords=team in cards, other=_other(view, team, mind)))
    parts: list[TeamPart | JointPart] = [*teams]
    if len(cards) == 2:
        _require_one_deck(problem, cards)
        parts = [JointPart((teams[0], teams[1]))]
    known = Knowledge(problem, worlds=CodeWorlds(problem.scope, parts))
    clear = explained(view, mind)
    for team, columns in cards.items() if clear else ():
        known = _learn_keywords(known, view, team, mind, columns)
    for team, (whole, digits) in facts.items():
        if clear or team not in meant:
            known = _learn_code(known, view, team, mind, whole, digits, meant.get(team))
    return known


def _require_one_deck(problem: Problem, cards: dict[int, Any]) -> None:
    """No listed word is on cards of both teams; words outside the list are nobody's but their column's."""
    what = say("no word is on two keyword cards")
    columns = [variable for team in cards for variable in cards[team].values()]
    strange = {another(slot) for slot in range(1, 5)}
    if not any(strange & set(variable.domain) for variable in columns):
        problem.require(AllDifferent(columns), what)
        return
    for one in cards[0].values():
        for other in cards[1].values():
            problem.require((one != other) | one.is_in(strange & set(one.domain)), what)


def _other(view: View, team: int, mind: Mind) -> bool:
    """Whether keywords of `team` may be outside the list."""
    return not view.keywords[team] and sheet(view, team, mind).unknown > 0


def _part(
    view: View,
    places: dict[Variable, tuple[str, int]],
    codes: tuple[Code | tuple[()], ...],
    *,
    keywords: bool,
    other: bool,
) -> TeamPart:
    """All codes with all sets of four different keywords, alike."""
    count = len(view.setup.words.keywords)
    matrix = np.zeros((len(codes), 4, count + 4 if keywords else 0))
    if keywords:
        matrix[:, :, :count] = 1.0
        for column in range(4 if other else 0):
            matrix[:, column, count + column] = 1.0
    return TeamPart(places, codes, np.ones(len(codes)), matrix)


def truth(state: Any, knowledge: Knowledge) -> dict[Variable, Any]:
    """The values of the model's variables in a complete state."""
    found: dict[Variable, Any] = {}
    for variable in knowledge.problem.scope:
        name, _, key = variable.name.removesuffix("]").partition("[")
        team_name, _, what = name.partition(" ")
        team = TEAMS.index(team_name)
        code = state.codes[team]
        if what == "keyword" or (what == "meant" and code is not None):
            slot = int(key) if what == "keyword" or code is None else code[int(key) - 1]
            word = state.keywords[4 * team + slot - 1]
            found[variable] = word if word in state.setup.words.keyword_index else another(slot)
        elif code is not None:
            found[variable] = write_code(code) if what == "code" else code[int(key) - 1]
    return found


def exact_chances(view: View, mind: Mind, known: Knowledge) -> dict[Variable, dict[Any, float]]:
    """What `read_codes` and `keyword_chances` say about the codes and keywords of `known`; the same, to rounding."""
    variables = {variable.name: variable for variable in known.scope}
    found: dict[Variable, dict[Any, float]] = {}
    for team in coded(view):
        belief = read_codes(view, team, mind).ranked()
        found[variables[f"{TEAMS[team]} code"]] = {write_code(code): chance for code, chance in belief}
    for team in hidden_teams(view):
        if f"{TEAMS[team]} keyword[1]" in variables and explained(view, mind):
            notes, chances = keyword_chances(view, team, mind)
            for slot, row in enumerate(chances.tolist(), 1):
                names = (*notes.candidates, another(slot))
                found[variables[f"{TEAMS[team]} keyword[{slot}]"]] = dict(zip(names, row, strict=True))
    return found


def explained(view: View, mind: Mind) -> bool:
    """Whether different words are left for all hidden columns at all; where not, the clues say nothing."""
    notes = [sheet(view, team, mind) for team in hidden_teams(view)]
    if any(each.unknown > 0 for each in notes):
        return True
    # A team's columns may have the same words, so this is Hall's condition.
    together = np.logical_or.reduce([each.open for each in notes]) if notes else np.ones(0)
    return all(each.open.sum() >= 4 for each in notes) and bool(together.sum() >= 4 * len(notes))


def _code_variables(problem: Problem, view: View, team: int, mind: Mind) -> tuple[Variable, Any]:
    name, allowed = TEAMS[team], allowed_codes(view, team, mind)
    whole = problem.variable(f"{name} code", [write_code(code) for code in allowed])
    digits = problem.variables(f"{name} digit", range(1, 4), domain=range(1, 5))
    problem.require(AllDifferent(digits), say("the three digits of a code are different"))
    problem.require(
        Relation((whole, *digits.values()), [(write_code(code), *code) for code in allowed]),
        say("{team}'s code is its three digits", team=TITLES[team]),
    )
    return whole, digits


def _learn_code(
    known: Knowledge, view: View, team: int, mind: Mind, whole: Variable, digits: Any, meant: Any
) -> Knowledge:
    name, clues = TITLES[team], view.clues[team]
    code = view.codes[team]
    if code is not None:
        return known.observe(whole == write_code(code), say("the Encryptor holds the card"), error=0.0)
    if len(clues) < 3:
        return known
    if meant is None:
        fit = own_rows(view, team, clues, mind) if view.keywords[team] else judged(clues, team, mind)
        what = "{clue} fits {team}'s keywords"
    else:
        notes = sheet(view, team, mind)
        rows, stray = clue_rows(clues, notes, mind.similarity)
        for position, clue in enumerate(clues):
            if clue != MISSING:
                logs = np.concatenate([rows[position], np.full(4, stray[position])])
                known = known.weigh(
                    meant[position + 1],
                    _weights(meant[position + 1], (*notes.candidates, *map(another, range(1, 5))), logs),
                    say("{clue} fits the clues of {team}'s columns", clue=as_is(repr(clue)), team=name),
                )
        fit, what = judged(clues, team, mind), "{clue} is judged to fit {team}'s columns"
    for position, clue in enumerate(clues):
        if clue != MISSING and fit[position].any():
            known = known.weigh(
                digits[position + 1],
                _weights(digits[position + 1], range(1, 5), fit[position]),
                say(what, clue=as_is(repr(clue)), team=name),
            )
    return known


def _keyword_variables(problem: Problem, view: View, team: int, mind: Mind) -> Any:
    words = view.setup.words.keywords
    other = _other(view, team, mind)
    name = TEAMS[team]
    columns = {
        slot: problem.variable(f"{name} keyword[{slot}]", [*words, *([another(slot)] if other else [])])
        for slot in range(1, 5)
    }
    problem.require(
        AllDifferent(columns), say("{team}'s four keywords are different words", team=TITLES[team])
    )
    return columns


def _meant_variables(
    problem: Problem, view: View, team: int, mind: Mind, digits: Any, columns: Any
) -> dict[int, Variable]:
    others = [another(slot) for slot in range(1, 5)] if _other(view, team, mind) else []
    found: dict[int, Variable] = {}
    for at in range(1, 4):
        found[at] = problem.variable(f"{TEAMS[team]} meant[{at}]", [*view.setup.words.keywords, *others])
        for slot in range(1, 5):
            problem.require(
                (digits[at] == slot) >> (found[at] == columns[slot]),
                say(
                    "if clue {number} is for column {column}, it stands for that keyword",
                    number=at,
                    column=slot,
                ),
            )
    return found


def _learn_keywords(known: Knowledge, view: View, team: int, mind: Mind, columns: Any) -> Knowledge:
    notes = sheet(view, team, mind)
    name, count = TITLES[team], len(notes.candidates)
    possible = [word for word, ok in zip(notes.candidates, notes.open, strict=True) if ok]
    weights = notes.columns().weights
    for slot in range(1, 5):
        variable = columns[slot]
        if len(possible) < count:
            known = known.observe(
                variable.is_in({*possible, another(slot)} & set(variable.domain)),
                say("{team} cannot have the words of its own clues, nor your cards", team=name),
                error=0.0,
            )
        with np.errstate(divide="ignore"):
            logs = np.log(weights[slot - 1, [*range(count), count + slot - 1]])
        known = known.weigh(
            variable,
            _weights(variable, (*notes.candidates, another(slot)), logs),
            say("the clues of {team}'s column {column}", team=name, column=slot),
        )
    return known


def _weights(variable: Variable, values: Iterable[Hashable], logs: FloatArray) -> dict[Hashable, float]:
    ratios = np.maximum(np.exp(logs - logs.max()), _LEAST)
    return {v: float(ratio) for v, ratio in zip(values, ratios, strict=True) if v in variable.domain}

"""(b) Clue with six players: 21 cards, three in the envelope, I hold three; 0, 10 and 20 open suggestions.

An open suggestion is one that somebody else answered for somebody else: one of three cards is in the
answerer's hand, and those asked before him have none of them. "Answered at once" leaves the latter out:
fewer facts, more deals, and the hardest case here. The question: how many deals are possible,
and for each of the 18 cards I do not hold the probability of each of its six places (108 numbers), from
nothing: problem, rules, evidence, compiling and asking. No program can enumerate 3.4e10 deals. The exact SAT
counter ganak (pyganak) gets clauses without helper variables, so that models are deals, or with some that the deal
determines (hands counted card by card), and is asked for the number of deals and for those with one card in the envelope
(two counts, where we give 108 shares); CP-SAT is asked the easier question which of the 108 places are possible at
all, on one model with assumptions.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.harness import Row, alone, peak, timed
from deduce import AtLeast, Exactly, Knowledge, Problem

PEOPLE = ["Amber", "Blue", "Coral", "Dove", "Ebony", "Fawn"]
TOOLS = ["anvil", "bottle", "cord", "dagger", "easel", "flask"]
ROOMS = ["attic", "bath", "cellar", "den", "foyer", "garden", "hall", "kitchen", "lounge"]
CARDS = [*PEOPLE, *TOOLS, *ROOMS]
MINE = ["Amber", "easel", "foyer"]
UNKNOWN = [card for card in CARDS if card not in MINE]
ENVELOPE = 0
PLACES = range(6)  # the envelope and five other players
Suggestion = tuple[tuple[str, ...], list[int], int]


def suggestions() -> list[Suggestion]:
    """20 of them, in a fixed deal: the cards named, who could not answer, and who did."""
    rng = np.random.default_rng(20)
    groups = [[card for card in kind if card not in MINE] for kind in (PEOPLE, TOOLS, ROOMS)]
    envelope = [str(rng.choice(group)) for group in groups]
    rest = [str(card) for card in rng.permutation([card for card in UNKNOWN if card not in envelope])]
    hands = {player: rest[3 * player - 3 : 3 * player] for player in range(1, 6)}
    found: list[Suggestion] = []
    asker = 0
    while len(found) < 20:
        asker = asker % 5 + 1
        named = tuple(str(rng.choice(kind)) for kind in (PEOPLE, TOOLS, ROOMS))
        passed: list[int] = []
        for step in range(1, 5):
            player = (asker + step - 1) % 5 + 1
            if set(named) & set(hands[player]):
                if not set(named) & set(MINE):
                    found.append((named, passed, player))
                break
            passed.append(player)
    return found


SUGGESTIONS = suggestions()
LIMIT = 20


def heard(n: int) -> list[Suggestion]:
    """The first `n` suggestions; from 100 on the first ``n - 100``, as if all were answered at once."""
    return (
        SUGGESTIONS[:n] if n < 100 else [(named, [], player) for named, _, player in SUGGESTIONS[: n - 100]]
    )


def knowledge(n: int) -> tuple[Knowledge, dict[str, Any]]:
    problem = Problem("Clue")
    holder = problem.variables("holder", UNKNOWN, domain=PLACES)
    for kind in (PEOPLE, TOOLS, ROOMS):
        problem.require(Exactly(1, [holder[card] for card in kind if card in holder], ENVELOPE))
    for player in range(1, 6):
        problem.require(Exactly(3, holder, player))
    k = Knowledge(problem)
    for named, passed, player in heard(n):
        for other in passed:
            for card in named:
                if card in holder:
                    k = k.observe(holder[card] != other)
        k = k.observe(AtLeast(1, [holder[card] for card in named if card in holder], player))
    return k, dict(holder)


def ours(n: int) -> tuple[int, dict[str, dict[Any, float]]]:
    k, holder = knowledge(n)
    return k.count(), {card: k.marginals(variable) for card, variable in holder.items()}


def clauses(n: int) -> list[list[int]]:
    """The same in clauses over 18 * 6 variables, without helper variables."""
    literal = {(card, place): 6 * i + place + 1 for i, card in enumerate(UNKNOWN) for place in PLACES}
    found: list[list[int]] = []

    def exactly(count: int, literals: list[int]) -> None:
        found.extend([-x for x in chosen] for chosen in combinations(literals, count + 1))
        found.extend(list(chosen) for chosen in combinations(literals, len(literals) - count + 1))

    for card in UNKNOWN:
        exactly(1, [literal[card, place] for place in PLACES])
    for kind in (PEOPLE, TOOLS, ROOMS):
        exactly(1, [literal[card, ENVELOPE] for card in kind if card in UNKNOWN])
    for player in range(1, 6):
        exactly(3, [literal[card, player] for card in UNKNOWN])
    for named, passed, player in heard(n):
        cards = [card for card in named if card in UNKNOWN]
        found.extend([-literal[card, other]] for other in passed for card in cards)
        found.append([literal[card, player] for card in cards])
    return found


def counters(n: int) -> list[list[int]]:
    """The same in fewer clauses: hands are counted by helper variables that the deal determines; models stay deals.

    ``at least j of the first i`` is a variable for every i and j, said in both directions.
    """
    found: list[list[int]] = []
    top = 6 * len(UNKNOWN)
    for player in range(1, 6):
        hand = [6 * i + player + 1 for i in range(len(UNKNOWN))]
        # -1 stands for "at least 0", which is always true, and 0 for what cannot be.
        before = [-1, 0, 0, 0, 0]
        for literal in hand:
            here = [-1]
            for j in range(1, 5):
                top += 1
                here.append(top)
                found += _either_or(top, before[j], before[j - 1], literal)
            before = here
        found += [[before[3]], [-before[4]]]
    several = [c for c in clauses(n) if not _of_one_hand(c)]
    return several + found


def _either_or(name: int, longer: int, shorter: int, literal: int) -> list[list[int]]:
    """`name` says: `longer`, or `shorter` and the literal; -1 and 0 as in `counters`."""
    found = [[-name, *([longer] if longer else []), literal]]
    if shorter != -1:
        found.append([-name, *([longer] if longer else []), *([shorter] if shorter else [])])
        found += [[name, -shorter, -literal]] if shorter else []
    else:
        found.append([name, -literal])
    return found + ([[name, -longer]] if longer else [])


def _of_one_hand(clause: list[int]) -> bool:
    """Whether a clause counts the cards of one hand."""
    return len(clause) > 3 and len({(abs(x) - 1) % 6 for x in clause}) == 1 and (abs(clause[0]) - 1) % 6 > 0


def ganak(n: int) -> tuple[int, int]:
    """The number of deals, and of those with the first unknown card in the envelope."""
    return _ganak(clauses(n))


def ganak_helped(n: int) -> tuple[int, int]:
    """The same with helper variables."""
    return _ganak(counters(n))


def _ganak(stated: list[list[int]]) -> tuple[int, int]:
    pyganak: Any = importlib.import_module("pyganak")
    counts = []
    for extra in ([], [[1]]):
        counter = pyganak.Counter()
        counter.add_clauses([*stated, *extra])
        counts.append(counter.count())
    return counts[0], counts[1]


def cp_sat(n: int) -> dict[str, set[int]]:
    """Which places are possible at all, by one model and an assumption a place not yet seen in a world."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    at = {(card, place): model.new_bool_var("") for card in UNKNOWN for place in PLACES}
    for card in UNKNOWN:
        model.add_exactly_one(at[card, place] for place in PLACES)
    for kind in (PEOPLE, TOOLS, ROOMS):
        model.add_exactly_one(at[card, ENVELOPE] for card in kind if card in UNKNOWN)
    for player in range(1, 6):
        model.add(sum(at[card, player] for card in UNKNOWN) == 3)
    for named, passed, player in heard(n):
        cards = [card for card in named if card in UNKNOWN]
        for other in passed:
            model.add_bool_and([~at[card, other] for card in cards])
        model.add_bool_or([at[card, player] for card in cards])
    seen: set[tuple[str, int]] = set()
    for key, literal in at.items():
        if key in seen:
            continue
        model.clear_assumptions()
        model.add_assumption(literal)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            seen |= {other for other, here in at.items() if solver.boolean_value(here)}
    return {card: {place for place in PLACES if (card, place) in seen} for card in UNKNOWN}


def counted(
    n: int, mine: float, answer: tuple[int, dict[str, dict[Any, float]]], *, helped: bool = False
) -> Row:
    """The row of the SAT counter, its counts compared with ours."""
    case, work = f"{n} open suggestions", ganak_helped if helped else ganak
    who = "ganak, helper variables" if helped else "ganak, two counts only"
    if importlib.util.find_spec("pyganak") is None:
        return Row(case, who, float("nan"), None, None, "not installed (pip install pyganak), not compared")
    found = alone(work, n, limit=LIMIT)
    if found is None:
        return Row(case, who, LIMIT, LIMIT / mine, None, f"stopped after {LIMIT} s: it needs more")
    seconds, (total, share) = found
    assert total == answer[0]
    assert abs(share / total - answer[1][UNKNOWN[0]].get(ENVELOPE, 0.0)) < 1e-9
    return Row(case, who, seconds, seconds / mine, peak(work, n))


def rows() -> Iterator[Row]:
    for n in (0, 10, 20, 110, 120):
        mine, answer = timed(partial(ours, n))
        count, chances = answer
        seconds, places = timed(partial(cp_sat, n), repeat=1)
        assert places == {card: set(row) for card, row in chances.items()}
        case = f"{n} open suggestions" if n < 100 else f"{n - 100} open, answered at once"
        k, holder = knowledge(n)
        again, _ = timed(partial(answered, k, holder))
        yield Row(case, "deduce", mine, None, peak(ours, n), f"{count:,} deals; 108 probabilities")
        yield Row(case, "deduce, compiled already", again, None, None, "a fresh pass: the same numbers")
        yield replace(counted(n, mine, answer), case=case)
        yield replace(counted(n, mine, answer, helped=True), case=case)
        yield Row(case, "CP-SAT, possible places only", seconds, seconds / mine, peak(cp_sat, n))


def answered(k: Knowledge, holder: dict[str, Any]) -> Any:
    """Count and probabilities once more; what earlier questions left behind is not used."""
    worlds: Any = k.worlds
    fresh = worlds.weigh(next(iter(holder.values())), [1.0] * len(PLACES))
    return fresh.count(), fresh.arrays()

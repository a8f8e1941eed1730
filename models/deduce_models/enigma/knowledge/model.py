"""Enigma as a constraint problem: from evidence to `Knowledge`.

Variables: ``cell[1]`` to ``cell[9]`` over the rooms, all different, and ``dealt[...]`` over the characters, all
different: one for each seat's first Character and one for each card of the stack. Character cards are
exchanged openly, so a card keeps its variable and who holds it is bookkeeping, not inference; only cells
change. The Enigma Machine is a `Shuffle` of three cells; so is the Ghost's laying for everybody else, while
for the Ghost it is the one permutation. Every piece of evidence is a statement with a sentence and a place.

No evidence joins cells and characters, so the worlds are an `Assignment` of two groups, which shuffles do not change; a
fact about both (somebody's own) makes a diagram of them.

Nothing here trusts a claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.changes import Shuffle
from deduce.evidence import Statement
from deduce.knowledge import Knowledge
from deduce.language.constraints import AllDifferent
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.records.record import Line
from deduce.records.words import find, number, words_of
from deduce_models.enigma.knowledge.evidence import HardStep, slot_name
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.state import EnigmaState

__all__ = [
    "SLIPS",
    "fact_of",
    "knowledge_of",
    "people_of",
    "problem_of",
    "seat_names",
    "statements",
    "true_world",
]

SLIPS = {"cell": 0.01, "card": 0.01, "shuffle": 0.003, "lay": 0.003}
"""The chance that a note of each kind is wrong. Estimates of ours, used only to rank repairs."""


def seat_names(setup: Setup, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The names given, or ``seat 1`` and so on."""
    return tuple(names) or tuple(f"seat {seat}" for seat in range(1, setup.players + 1))


def problem_of(
    setup: Setup, names: Sequence[str] = (), *, cells: bool = True, people: bool = True
) -> Problem:
    """The deal alone: of the rooms, of the Characters, or of both."""
    problem = Problem("enigma")
    if cells:
        cell = problem.variables("cell", range(1, setup.cells + 1), domain=setup.parts.room_names)
        problem.require(AllDifferent(cell), "each room is in one place")
    if not people:
        return problem
    slots = [slot_name(setup, slot, seat_names(setup, names)) for slot in range(setup.slots)]
    dealt = problem.variables("dealt", slots, domain=setup.parts.character_names)
    problem.require(AllDifferent(dealt), "each Character exists once")
    return problem


def statements(
    problem: Problem,
    setup: Setup,
    evidence: Iterable[HardStep],
    names: Sequence[str] = (),
    places: Sequence[str] = (),
) -> list[Statement]:
    """The evidence as statements about `problem`; `places` says for each event where it was written."""
    called = seat_names(setup, names)
    found: list[Statement] = []
    for step in evidence:
        place = places[step.when] if 0 <= step.when < len(places) else ""
        slip = SLIPS[step.kind]
        if step.kind == "cell":
            rooms = {setup.parts.room_names[room] for room in bits(step.mask)}
            fact: Fact = problem["cell"][step.at + 1].is_in(rooms)
            found.append(Statement(fact, step.text, "observation", place, slip))
        elif step.kind == "card":
            people = {setup.parts.character_names[card] for card in bits(step.mask)}
            fact = problem["dealt"][slot_name(setup, step.at, called)].is_in(people)
            found.append(Statement(fact, step.text, "observation", place, slip))
        else:
            weights = {PERMUTATIONS[step.mask]: 1.0} if step.kind == "lay" else None
            change = Shuffle(*(problem["cell"][each + 1] for each in bits(step.at)), weights=weights)
            found.append(Statement(change, step.text, "change", place, slip))
    return found


def knowledge_of(
    setup: Setup, evidence: Iterable[HardStep], names: Sequence[str] = (), places: Sequence[str] = ()
) -> Knowledge:
    """What hard evidence leaves of cells and characters, as `Knowledge` that can explain itself."""
    problem = problem_of(setup, names)
    return Knowledge(problem).learn(*statements(problem, setup, evidence, names, places))


def people_of(
    setup: Setup, evidence: Iterable[HardStep], names: Sequence[str] = (), places: Sequence[str] = ()
) -> Knowledge:
    """What hard evidence leaves of the characters alone."""
    problem = problem_of(setup, names, cells=False)
    cards = [step for step in evidence if step.kind == "card"]
    return Knowledge(problem).learn(*statements(problem, setup, cards, names, places))


def fact_of(text: str, setup: Setup, held: Sequence[int], names: Sequence[str]) -> tuple[Problem, Fact]:
    """The fact a person means by ``6 Command``, ``cell 6 is not Code`` or ``Bob Ghost``, and its problem.

    A player's name means the Character that player holds now (`held`: the slots). Raises `RecordError` with
    the column of what could not be read.
    """
    line = Line(0, text.replace("!=", " not ").replace("=", " "), "the fact")
    words = [word for word in words_of(line) if word.folded not in ("cell", "is", "the", "at")]
    denied = any(word.folded == "not" for word in words)
    words = [word for word in words if word.folded != "not"]
    if len(words) != 2:
        raise line.error("expected a position and a room, such as '6 Command', or a player and a Character")
    who, what = words
    fact: Fact
    if who.text.isdecimal():
        at = number(who, line, 1, setup.cells, "a position")
        problem = problem_of(setup, names, people=False)
        room = setup.parts.room_names[find(what, setup.parts.room_names, "a room", line)]
        fact = problem["cell"][at] == room
    else:
        problem = problem_of(setup, names, cells=False)
        people = setup.parts.character_names
        slot = held[find(who, names, "a player's name", line)]
        fact = (
            problem["dealt"][slot_name(setup, slot, names)]
            == people[find(what, people, "a Character", line)]
        )
    return problem, ~fact if denied else fact


def true_world(state: EnigmaState, problem: Problem) -> dict[Variable, str]:
    """What the variables of `problem` are in `state`, as far as the cards are dealt."""
    parts, names = state.setup.parts, seat_names(state.setup)
    found = {problem["cell"][at]: parts.room_names[room] for at, room in enumerate(state.cells, 1)}
    if not any(variable.name.startswith("dealt") for variable in problem.scope):
        return found
    for slot, card in enumerate(state.cards):
        found[problem["dealt"][slot_name(state.setup, slot, names)]] = parts.character_names[card]
    return found

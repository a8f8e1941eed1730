"""From a view to `Knowledge`: which symbol is behind each glyph, who holds each card.

Variables: ``behind[glyph]`` (or ``window[w.k]`` for a window without glyph) with the alphabet as domain, ``outside``
(which words of the phrase are outside the lexicon), and ``holder[card]`` for every card the seat cannot see, with the
seats and ``deck``. Rules: open windows and hand sizes. Equality of windows needs no constraint, since windows with one
glyph share a variable. The worlds are the deciphering itself (`phrases`) beside the cards, so that every chance, of
single symbols or of several together, is the one of the exact posterior.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from deduce.ciphers.patterns import Pattern, pattern
from deduce.ground.errors import TooLarge
from deduce.ground.wording import many, say
from deduce.knowledge import Knowledge
from deduce.language.base import Constraint
from deduce.language.constraints import AllDifferent, Count
from deduce.language.facts import And, Fact, Or
from deduce.language.reified import holding
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.worlds.compile import compile_constraints
from deduce_models.initiative.knowledge.phrases import outside_names, phrase_alternatives, phrase_worlds
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.knowledge.unseen import DECK, pools, skipped
from deduce_models.initiative.rules.saying import is_kind
from deduce_models.initiative.rules.state import State, View

if TYPE_CHECKING:
    from deduce.worlds.base import Worlds
    from deduce_models.initiative.knowledge.skipping import Likely


def cell_names(shape: Pattern) -> list[str]:
    """A name for each class of cells: its glyph (with the place inside a group), or its window."""
    names = [""] * len(shape.known)
    for place, cells in shape.blanks.items():
        names[cells[0]] = f"window[{place}]"
    for glyph, cells in shape.glyphs.items():
        for offset, cell in enumerate(cells, 1):
            names[cell] = f"behind[{glyph}]" if len(cells) == 1 else f"behind[{glyph}.{offset}]"
    return names


def knowledge(view: View) -> Knowledge:
    """What the seat of `view` knows.

    Where the phrases are too many for a diagram (a large lexicon with hardly a window open, or many closed glyphs that
    must all differ) questions about chances raise `TooLarge`, and what is certain is still answered from the rules.
    """
    problem = Problem("initiative")
    found = read_windows(view)
    shape = found.pattern
    names = cell_names(shape)
    cells = [problem.variable(name, list(shape.alphabet)) for name in names]
    outside = problem.variable("outside", outside_names(found))
    for cell, code in enumerate(shape.known):
        if code >= 0:
            problem.require(cells[cell] == shape.alphabet[code], f"{names[cell]} is open")
    if view.setup.options.injective and len(shape.exclusive) > 1:
        exclusive = [cells[cell] for cell in sorted(shape.exclusive)]
        problem.require(AllDifferent(exclusive), "no symbol hides behind two glyphs")
    holders: list[Variable] = []
    sizes: list[Constraint] = []

    def hold(rule: Constraint, text: str) -> None:
        sizes.append(rule)
        problem.require(rule, text)

    codes = view.setup.deck.codes
    for pool in pools(view):
        places = [(seat, size) for seat, size in pool.places if size]
        if not places:
            continue
        domain = [_place(seat) for seat, _ in places]
        some = [problem.variable(f"holder[{codes[card]}]", domain) for card in pool.cards]
        for seat, size in places:
            text = f"{_place(seat)} has {size} of these {many(len(some), 'card')}"
            hold(Count(some, _place(seat), size, size), text)
        holders += some
    for seat, kind, low, high in view.told:
        if seat == view.seat:
            continue
        about = [
            holder
            for holder in holders
            if is_kind(view.setup.deck, view.setup.deck.ids[holder.name[7:-1]], kind)
        ]
        told = [holder for holder in about if _place(seat) in holder.domain]
        if told:
            among = Count(told, _place(seat), low, min(high, len(told)))
            number = f"{low}" if low == high else f"{low} to {high}"
            denied = f"seat {seat} said of its {kind} cards what those that left its hand deny"
            hold(among, denied if low > high else f"seat {seat} holds {number} {kind} cards, as it said")
    proved: list[tuple[Fact, float]] = []
    for each in skipped(view):
        hands = _hands(each, {holder.name[7:-1]: holder for holder in holders}, codes)
        said = "seat {seat} had to skip: nothing that it held then fitted a pile"
        hold(Or(*hands), say(said, seat=each.seat))
        proved += [(hand, ratio) for hand, ratio in hands.items() if ratio != 1.0]
    try:
        worlds = phrase_worlds(found, outside, cells)
    except TooLarge:
        if not view.setup.options.injective:
            return Knowledge(problem, max_bytes=0)
    else:
        if holders:
            dealt = compile_constraints(holders, sizes).to_diagram()
            worlds = worlds.beside(reduce(lambda made, part: made.weigh_fact(*part), proved, dealt))
        return Knowledge(problem, worlds=worlds)
    try:
        parts: Worlds = phrase_alternatives(found, outside, cells, holders, sizes)
        return Knowledge(problem, worlds=reduce(lambda made, part: made.weigh_fact(*part), proved, parts))
    except TooLarge:
        return Knowledge(problem, max_bytes=0)


def _hands(told: Likely, holders: Mapping[str, Variable], codes: Sequence[str]) -> dict[Fact, float]:
    """For each way in which a seat can hold cards of each kind the fact that it does so, and how likely it is."""
    place = _place(told.seat)
    able = {name: holder for name, holder in holders.items() if place in holder.domain}
    kinds = [[able[codes[card]] for card in kind if codes[card] in able] for kind in told.kinds]
    return {
        And(
            *[
                holding(Count(some, place, number, number))
                for some, number in zip(kinds, counts, strict=True)
                if some
            ]
        ): ratio
        for counts, ratio in told.ways.items()
    }


def exact_chances(view: View, knowledge: Knowledge) -> dict[Variable, dict[str, float]]:
    """What deciphering says about each closed symbol, for the variables of `knowledge`."""
    found = read_windows(view)
    variables = {variable.name: variable for variable in knowledge.scope}
    names = cell_names(found.pattern)
    chances: dict[Variable, dict[str, float]] = {}
    cells_of = {**found.pattern.glyphs, **found.pattern.blanks}
    for place, texts in {**found.letters, **found.windows}.items():
        if any("?" in text for text in texts):
            continue
        for offset, cell in enumerate(cells_of[place]):
            symbols = chances.setdefault(variables[names[cell]], {})
            for text, share in texts.items():
                symbols[text[offset]] = symbols.get(text[offset], 0.0) + share
    return chances


def _place(seat: int) -> str:
    return "deck" if seat == DECK else f"seat {seat}"


def truth(state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
    """The true values of the variables of `knowledge` in `state`."""
    shape = pattern(state.setup.front, state.secret)
    values: dict[str, str] = {
        name: state.setup.front.alphabet[code]
        for name, code in zip(cell_names(shape), shape.known, strict=True)
    }
    codes = state.setup.deck.codes
    for seat, hand in enumerate(state.hands, 1):
        values.update({f"holder[{codes[card]}]": f"seat {seat}" for card in hand})
    values.update({f"holder[{codes[card]}]": "deck" for card in state.deck})
    return {variable: values[variable.name] for variable in knowledge.scope if variable.name in values}

"""From a view to `Knowledge`: which symbol is behind each glyph, who holds each card.

Variables: ``behind[glyph]`` (or ``window[w.k]`` for a window without glyph) with the alphabet as domain, and
``holder[card]`` for every card the seat cannot see, with the seats and ``deck``. Rules: hand sizes. Equality
of windows needs no constraint, since windows with one glyph share a variable. The lexicon enters as
likelihood ratios on single symbols (the exact marginals of deciphering); how symbols depend on each other is
left to `decipher`, which keeps it exactly.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from deduce.constraints import AllDifferent, Count
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.variables import Variable
from deduce_models.initiative.knowledge.patterns import Pattern, pattern
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.knowledge.unseen import DECK, pools
from deduce_models.initiative.rules.state import State, View

__all__ = ["cell_names", "knowledge", "truth"]


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
    """What the seat of `view` knows, as a constraint model."""
    problem = Problem("initiative")
    front = view.setup.front
    shape = pattern(front, view.windows)
    names = cell_names(shape)
    cells = [problem.variable(name, list(front.alphabet)) for name in names]
    if view.setup.options.injective and len(shape.exclusive) > 1:
        exclusive = [cells[cell] for cell in sorted(shape.exclusive)]
        problem.require(AllDifferent(exclusive), "no symbol hides behind two glyphs")
    codes = view.setup.deck.codes
    for pool in pools(view):
        places = [(seat, size) for seat, size in pool.places if size]
        if not places:
            continue
        domain = [_place(seat) for seat, _ in places]
        holders = [problem.variable(f"holder[{codes[card]}]", domain) for card in pool.cards]
        for seat, size in places:
            text = f"{_place(seat)} has {size} of these {len(holders)} cards"
            problem.require(Count(holders, _place(seat), size, size), text)
    known = Knowledge(problem)
    for cell, code in enumerate(shape.known):
        if code >= 0:
            known = known.observe(cells[cell] == shape.alphabet[code], f"{names[cell]} is open")
    found = read_windows(view)
    cells_of = {**shape.glyphs, **shape.blanks}
    for name, texts in {**found.letters, **found.windows}.items():
        for offset, cell in enumerate(cells_of[name]):
            likely: dict[Hashable, float] = {}
            for text, share in texts.items():
                likely[text[offset]] = likely.get(text[offset], 0.0) + share
            likely = {symbol: share for symbol, share in likely.items() if symbol != "?" and share > 0}
            if likely:
                # A floor keeps every symbol possible: this is evidence about language, not proof.
                reason = f"how often words allow it at {names[cell]}"
                known = known.weigh(cells[cell], likely, reason, default=1e-12)
    return known


def _place(seat: int) -> str:
    return "deck" if seat == DECK else f"seat {seat}"


def truth(state: State, known: Knowledge) -> Mapping[Variable, Any]:
    """The true values of the variables of `known` in `state`."""
    shape = pattern(state.setup.front, state.secret)
    values: dict[str, str] = {
        name: state.setup.front.alphabet[code]
        for name, code in zip(cell_names(shape), shape.known, strict=True)
    }
    codes = state.setup.deck.codes
    for seat, hand in enumerate(state.hands, 1):
        values.update({f"holder[{codes[card]}]": f"seat {seat}" for card in hand})
    values.update({f"holder[{codes[card]}]": "deck" for card in state.deck})
    return {variable: values[variable.name] for variable in known.scope}

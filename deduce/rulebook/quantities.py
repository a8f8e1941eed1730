"""Hidden quantities as a sheet tells them: by their names and what is said for their values; cards by where they lie."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.rulebook.places import Held, Places


def sheet_of(known: Knowledge) -> dict[str, dict[str, float]]:
    """The chances of every value that is possible, by the names of variables.

    Of several cards that lie together (``hand of Ann has``) it is the chances that a card is among them at least once
    (``duke``), twice (``2 duke``), and so on, which do not add up to 1.
    """
    sheet: dict[str, dict[str, float]] = {}
    seen = places.seen if (places := places_of(known)) is not None else frozenset()
    for variable in getattr(known.problem, "shown", known.scope):
        chances = known.marginals(variable)
        row: dict[str, float] = {}
        for spelt, values in spelt_values(variable, known).items():
            if (chance := sum(chances.get(value, 0.0) for value in values)) > 0:
                row[spelt] = chance
        # Nobody need be told what lies before him.
        if places is None or variable not in places.lies or not row.keys() <= seen:
            sheet[variable.name] = row
    for name, hand in hands_of(known).items():
        row = sheet[f"{name} has"] = {}
        for kind in hand.copies:
            numbers = known.marginals(hand.number(kind))
            for least in range(1, max(numbers) + 1):
                row[several(least, kind)] = sum(
                    chance for number, chance in numbers.items() if number >= least
                )
    return sheet


def spelt_values(variable: Variable, known: Knowledge) -> Mapping[str, Sequence[Hashable]]:
    """The values of a variable by what is said for them; of a card the ways on which it came to where it lies now."""
    places = places_of(known)
    lies = places.lies.get(variable, {}) if places is not None else {}
    found: dict[str, list[Hashable]] = {}
    for value in lies or variable.domain:
        found.setdefault(lies[value] if value in lies else variable.spelt(value), []).append(value)
    return found


def places_of(known: Knowledge) -> Places | None:
    """Where cards may lie, in a game that has unseen ones."""
    found: Places | None = getattr(known.problem, "places", None)
    return found


def hands_of(known: Knowledge) -> Mapping[str, Held]:
    """Several cards that lie together, by where they lie."""
    places = places_of(known)
    return {} if places is None else places.hands


def several(number: int, kind: object) -> str:
    """So many cards of a kind, in words."""
    return f"{number} {kind}" if number > 1 else str(kind)

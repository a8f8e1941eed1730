"""Constraints of other packages by name in puzzle files: entry points of the group ``deduce.constraints``.

``different = "my_rules:Different"`` lets a file say ``different(wall, 2, 3)``: families, lists and members are handed
on as a tuple of variables, whatever else stands there as the value it is. What is loaded is what was installed; a file
only names it.
"""

from __future__ import annotations

from typing import Any

from deduce.ground.errors import DeduceError, ProblemError
from deduce.ground.plugins import entry_points
from deduce.language.base import Constraint

GROUP = "deduce.constraints"


def names() -> list[str]:
    """The names that installed packages bring, sorted."""
    return sorted({point.name for point in entry_points(GROUP)})


def brought(name: str, arguments: list[Any]) -> Constraint:
    """The constraint that an installed package makes of the arguments.

    Raises `ProblemError` where two packages bring the name, and for what it does not take or is no constraint.
    """
    found = [point for point in entry_points(GROUP) if point.name == name]
    if len({point.value for point in found}) != 1:
        raise ProblemError(
            f"several constraints are called {name!r}: {', '.join(point.value for point in found)}"
        )
    try:
        kind = found[0].load()
    except Exception as error:  # whatever another's module does
        raise ProblemError(f"{found[0].value}, called {name!r}, cannot be loaded: {error!r}") from error
    try:
        made = kind(*arguments)
    except DeduceError:
        raise
    except Exception as error:
        raise ProblemError(f"{name}({', '.join(map(_said, arguments))}) cannot be: {error}") from error
    if not isinstance(made, Constraint):
        raise ProblemError(f"{found[0].value}, called {name!r}, made {made!r} instead of a constraint")
    return made


def _said(argument: object) -> str:
    if isinstance(argument, tuple):
        return f"[{', '.join(str(variable) for variable in argument)}]"
    return str(argument)

"""Numbers and verbs in sentences: one world, two worlds; you look, Ann looks; no figure less than nothing by rounding."""

from __future__ import annotations

__all__ = ["does", "figure", "many"]


def many(number: int | str, thing: str, things: str = "") -> str:
    """``1 world``, ``1,024 worlds``, ``2 pluses``; `things` where the plural is another."""
    shown = f"{number:,}" if isinstance(number, int) else number
    if int(number) == 1:
        return f"{shown} {thing}"
    return f"{shown} {things or (f'{thing}es' if thing.endswith('s') else f'{thing}s')}"


def figure(number: float, digits: int, *, signed: bool = False) -> str:
    """A number to so many decimals, without the minus of a nought: ``0.00`` for -0.001, ``+0.00`` if `signed`."""
    return f"{round(number, digits) + 0.0:{'+' if signed else ''}.{digits}f}"


def does(who: str, what: str) -> str:
    """``You look at 5``, ``Ann looks at 5``: the verb with which `what` begins agrees with who does it."""
    verb, space, rest = what.partition(" ")
    ending = "" if who == "You" else "es" if verb.endswith(("s", "ch")) else "s"
    return f"{who} {verb}{ending}{space}{rest}"

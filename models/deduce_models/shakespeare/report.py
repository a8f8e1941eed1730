"""Answers for the command line: a position in words, what is hidden in it, the data and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deduce.games.base import Report
from deduce.games.datafile import read_toml
from deduce_models.shakespeare import phases
from deduce_models.shakespeare.components import COLOURS, DATA
from deduce_models.shakespeare.model import knowledge
from deduce_models.shakespeare.rules_scoring import final
from deduce_models.shakespeare.views import View

__all__ = ["describe", "solve"]


def solve(view: View, assumed: tuple[str, ...] = ()) -> Report:
    """The position, the last offer when it is certain, what is hidden, and the result if it ended now."""
    lines = [str(view), "", *assumed]
    certain = {} if assumed else _last_offer(view)
    for kind, counts in certain.items():
        shown = ", ".join(f"{count} {word}" for word, count in counts.items())
        lines.append(f"the {kind} on the last day will offer: {shown or 'nothing'}")
    known = knowledge(view)
    hidden = 0 if not known.scope else known.count()
    if hidden > 1:
        lines.append(f"hidden from seat {view.seat}: {hidden} possibilities, about {_about(view)}")
    lines.append("the result so far:" if view.phase != phases.OVER else "the result:")
    results = [_result(view, seat) for seat in view.setup.everybody]
    lines += [f"  {row['text']}" for row in results]
    data: dict[str, Any] = {
        "day": view.day,
        "phase": phases.NAMES[view.phase],
        "turn": view.turn,
        "last offer": certain,
        "possibilities": max(1, hidden),
        "results": [{key: value for key, value in row.items() if key != "text"} for row in results],
        "assumed": list(assumed),
    }
    return Report("\n".join(lines), data)


def _about(view: View) -> str:
    secrets = []
    if any(choice < 0 for choice in view.choices):
        secrets.append("wagers" if view.phase == phases.WAGER else "who stays awake")
    if any(dealing[0] != view.seat for dealing in view.dealings):
        secrets.append("objectives")
    return " and ".join(secrets)


def _last_offer(view: View) -> dict[str, dict[str, int]]:
    """The offers of the last day by kind, on the day before it: the bags will be emptied."""
    if view.day != view.setup.parts.days - 1:
        return {}
    bags = {"set": view.set_bag, "costumes": view.costume_bag}
    return {
        kind: {word: count for word, count in zip(COLOURS, bag, strict=True) if count}
        for kind, bag in bags.items()
        if sum(bag) <= view.setup.drawn
    }


def _result(view: View, seat: int) -> dict[str, Any]:
    board = view.boards[seat - 1]
    if view.phase == phases.OVER:
        text = f"seat {seat}: {board.prestige} prestige, {board.pounds} pounds"
        return {"seat": seat, "prestige": board.prestige, "pounds": board.pounds, "text": text}
    end = final(view, seat)
    text = (
        f"seat {seat}: {end.prestige} prestige, {end.pounds} pounds if the game ended now "
        f"({board.prestige} on the board, {sum(end.objectives)} for objectives known, {end.yellow} for yellow; "
        f"{end.paid} paid, {end.unpaid} not)"
    )
    return {
        "seat": seat,
        "prestige": end.prestige,
        "pounds": end.pounds,
        "unpaid": end.unpaid,
        "text": text,
    }


def describe(base: Report) -> Report:
    """`base` with every group of data and its provenance."""
    lines, groups = [base.text, "", "data (replaceable: data=FILE):"], {}
    for file in ("characters.toml", "tables.toml", "objectives.toml", "stage.toml"):
        for path, provenance, reason in _groups(read_toml(DATA / file).values):
            groups[f"{file}: {path}"] = {"provenance": provenance, "reason": reason}
            lines.append(f"  {file} {path} ({provenance}): {reason}")
    return Report("\n".join(lines), {**base.data, "groups": groups})


def _groups(values: Mapping[str, Any], path: str = "") -> list[tuple[str, str, str]]:
    found = []
    if "provenance" in values:
        found.append((path, values["provenance"], values.get("reason", "")))
    for key, value in values.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            found += _groups(value, here)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, Mapping):
                    found += _groups(item, f"{here} {item.get('name', '')}")
    return found

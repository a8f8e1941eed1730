"""The lines of notes as people write them: what the whole table does at once makes one line, and nobody is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.table import forced

if TYPE_CHECKING:
    from deduce.rulebook.heard import Event
    from deduce.rulebook.run import Run
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["lines_of"]

HIDDEN = "?"


def lines_of(run: Run) -> dict[int, str]:
    """The line of each event, '' for those that stand in the line of another."""
    table = run.table
    setup: Setup = table.data
    bags = {"set": list(setup.bag), "costume": list(setup.bag)}
    found: dict[int, str] = {}
    for form, numbered in groupby(enumerate(table.log), lambda pair: _form(pair[1])):
        numbers, events = zip(*numbered, strict=True)
        lines = [_said(event) for event in events]
        dealing = numbers[-1] + 1 == len(table.log) and table.open.phase in (phases.DRAFT_DEAL, phases.DEAL)
        if form == "display" and not dealing:
            lines = ["display " + " ".join(str(event.value) for event in events)]
        elif form.startswith("offer"):
            lines = list(_offer(setup, bags[form.split()[1]], form, events)) or lines
        elif form in ("wager", "awake"):
            shown = [event for event in events if event.kind == "show"]
            if shown:
                lines = [f"{form}s " + " ".join(str(event.value).split()[1] for event in shown)]
        elif form == "keeps":
            names = table.setting.names
            lines = [_shows(names, seat, events) for seat in table.seats if table.seat not in (None, seat)]
        found |= dict.fromkeys(numbers, "")
        found |= dict(zip(numbers, lines, strict=False))
    return found


def _shows(names: Sequence[str], seat: int, events: Sequence[Event]) -> str:
    """The line that tells what another seat has kept."""
    kept = [str(event.value) for event in events if event.said.endswith(f" {names[seat - 1]}")]
    return f"shows {seat} {' '.join(kept)}" if kept else ""


def _form(event: Event) -> str:
    """What makes one line: events of one form in a row."""
    said = event.said or event.name
    word, _, rest = said.partition(" ")
    if event.kind == "roll" and word in ("card", "offer"):
        return "display" if word == "card" else f"offer {rest.split()[0]}"
    if event.kind == "show" or (event.kind == "choose" and event.handle is not None):
        word = event.name.partition(" ")[0] if event.kind == "choose" else word
        if word in ("wager", "awake"):
            return word
        if event.kind == "show":
            return "keeps"
    return f"#{id(event)}"


def _said(event: Event) -> str:
    """The line of one event alone."""
    if event.kind == "choose":
        return event.said or f"{event.name.partition(' ')[0]} {HIDDEN}"
    if event.kind == "draw":
        return event.said.replace("{}", HIDDEN if event.value is None else str(event.value))
    return f"{event.said} {event.value}" if event.kind == "roll" else ""


def _offer(setup: Setup, bag: list[int], form: str, events: Sequence[Event]) -> Iterator[str]:
    """The line of a whole offer; nothing where not all of it has been drawn. The bag loses what is drawn."""
    need = min(setup.drawn, sum(bag))
    drawn = {event.said.split()[2]: event.value for event in events}
    counts = []
    for colour, word in enumerate(COLOURS):
        number = forced(bag, colour, need)
        if number is None and word not in drawn:
            return
        counts.append(drawn[word] if number is None else number)
        bag[colour] -= counts[-1]
        need -= counts[-1]
    yield f"{form} " + " ".join(
        f"{word} {count}" for word, count in zip(COLOURS, counts, strict=True) if count
    )

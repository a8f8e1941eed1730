"""What follows from what one seat heard: its knowledge, in the rules' own sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.changes import Shuffle
from deduce.evidence import DEFAULT_ERROR, Statement, Weight
from deduce.facts import Fact
from deduce.knowledge import Knowledge
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import UNSHOWN, Event
from deduce.rulebook.menus import Menu
from deduce.rulebook.setting import Placed
from deduce.rulebook.zones import Amount, Bag, Lazy

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

__all__ = ["begun", "contents", "knowledge_of", "statements"]


def knowledge_of(table: Table) -> Knowledge:
    """What the seat of a blind table knows: the rules stated so far, and what it heard, in the rules' own sentences."""
    return begun(table).learn(*statements(table))


def begun(table: Table) -> Knowledge:
    """What the rules stated so far say, before anything was heard."""
    setting = table.setting
    problem = setting.problem(table)
    worlds = setting.game.worlds(problem)
    if worlds is None and isinstance(problem, Placed):
        worlds = problem.places.worlds(problem)
    return Knowledge(problem, worlds=worlds).learn(*setting.prior(problem))


def statements(table: Table) -> Iterator[Statement]:
    """What a blind table heard, as statements."""
    names = table.setting.names
    for event in table.log:
        for content, kind in contents(event, table):
            said = table.setting.game.event_sentence(event, names)
            error = 0.0 if kind == "weight" else DEFAULT_ERROR
            yield Statement(content, said, kind, event.place, error)


def contents(event: Event, table: Table) -> Iterator[tuple[Any, Any]]:
    """The constraints, weights and changes that an event means for the seat of a blind table."""
    for content, kind in _meant(event, table):
        if not isinstance(content, Lazy):
            yield content, kind
            continue
        fact = table.lowered(content)
        if fact is False:
            raise RulesError(f"seat {table.seat} heard '{event.said}', which cannot be by the rules")
        if fact is not True:
            yield fact, kind


def _meant(event: Event, table: Table) -> Iterator[tuple[Any, Any]]:
    heard, about, value = table.hears(event.mask), event.about, event.value
    if event.kind in ("show", "tell"):
        if not heard:
            return
        if value is UNSHOWN:
            yield ~event.when, "observation"
            return
        fact = (about if value else ~about) if isinstance(about, (Fact, Lazy)) else about == value
        yield fact if event.when is None else event.when & fact, "observation"
    elif event.kind == "which" and heard:
        for key, fact in about.items():
            yield fact if key in value else ~fact, "observation"
    elif event.kind == "held" and heard:
        yield about, "observation"
    elif event.kind == "reveal" and heard:
        bag, copies = about
        for card, number in Bag(dict.fromkeys(copies, 0)).plus(Bag.of(value)).fixed.items():
            yield Amount(((1, bag, {card: 1}),)) == number, "observation"
    elif event.kind == "choose":
        yield from _chosen(event, heard)
    elif event.kind == "roll" and heard and event.handle is not None:
        yield event.handle == value, "observation"
    elif event.kind == "sense" and heard:
        variable, chances = about
        ratios = {each: row.get(value, 0.0) for each, row in chances.items()}
        yield variable.is_in([each for each, ratio in ratios.items() if ratio > 0]), "observation"
        yield Weight(variable, {each: ratio for each, ratio in ratios.items() if ratio > 0}), "weight"
    elif event.kind == "change":
        yield Shuffle(*about) if value is None else Shuffle(*about, weights={tuple(value): 1.0}), "change"


def _chosen(event: Event, heard: bool) -> Iterator[tuple[Any, Any]]:
    """What a choice means: seen, that it was legal (and what it was); unseen, that something legal was chosen."""
    if heard and event.said:
        if event.about is not None:
            yield event.about, "observation"
        if event.handle is not None:
            yield event.handle == event.value, "observation"
        if event.likely is not None:
            variable, fit = event.likely
            ratios = {each: ratio for each, ratio in fit(event.value).items() if ratio > 0}
            yield Weight(variable, ratios), "weight"
        return
    menu: Menu = event.about
    if event.handle is None:
        return
    parts = [(event.handle != value) | fact for value, fact in menu.bound.values()]
    if menu.cards is not None:
        parts += [(event.handle != card) | fact for card, fact in menu.cards.each()]
    nothing = menu.nothing_else() if menu.otherwise else None
    if menu.otherwise and nothing is not None:
        parts += [(event.handle != value) | nothing for value in menu.otherwise.values()]
    if parts:
        yield reduce(and_, parts), "observation"

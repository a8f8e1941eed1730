"""What follows from what one seat heard: its knowledge, in the rules' own sentences."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import reduce
from math import prod
from operator import and_, or_
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.evidence import Statement, Weight
from deduce.ground.errors import Called
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.facts import And, Fact, Or
from deduce.language.variables import Variable
from deduce.rulebook.audience import ALL
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import UNNOTED, UNSHOWN, Event, Unsure
from deduce.rulebook.menus import Menu
from deduce.rulebook.secrets import Secret
from deduce.rulebook.zones import Amount, Bag, Lazy

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

FEW, TABULATED = 4, 100_000
"""From so many conditions on, over at most so many combinations, what was legal is tabulated."""


def knowledge_of(table: Table, remarks: Sequence[tuple[int, Any]] = ()) -> Knowledge:
    """What the seat of a blind table knows: the rules stated so far, and what it heard, in the rules' own sentences.

    `remarks` are what notes say beside it; see `Rulebook.beside`.
    """
    return begun(table).learn(*statements(table, remarks))


def begun(table: Table) -> Knowledge:
    """What the rules stated so far say, before anything was heard."""
    setting = table.setting
    problem = setting.problem(table)
    worlds = setting.game.worlds(problem)
    if worlds is None and (places := getattr(problem, "places", None)) is not None:
        worlds = places.worlds(problem)
    return Knowledge(problem, worlds=worlds).learn(*setting.prior(table, problem))


def statements(table: Table, remarks: Sequence[tuple[int, Any]] = ()) -> Iterator[Statement]:
    """What a blind table heard, as statements, and between them what remarks mean."""
    waiting = list(table.setting.game.beside(remarks, table)) if remarks else []
    heard: set[Hashable] = set()
    for number, event in enumerate(table.log):
        while waiting and waiting[0][0] <= number:
            yield waiting.pop(0)[1]
        if event.kind == "change":
            heard.clear()
        yield from _together(event, table, heard)
    yield from (said for _, said in waiting)


def _together(event: Event, table: Table, heard: set[Hashable]) -> Iterator[Statement]:
    """What one event means; facts that are said in the same words are one statement: they are right or wrong together."""
    game, names = table.setting.game, table.setting.names
    unseen = event.kind == "choose" and not (event.said and table.hears(event.mask))
    same: dict[tuple[str, float], list[Fact]] = {}
    for content, kind, key in contents(event, table):
        said = game.reason(event, key, names)
        # Nobody noted what was chosen unseen: that it was legal the rules say, and it is no slip.
        error = 0.0 if unseen or kind == "weight" else game.slip(event, key)
        if not isinstance(content, Fact) or kind != "observation":
            yield Statement(content, said, kind, event.place, error)
            continue
        # That an unseen choice was possible has often been told before.
        if event.kind == "choose" and content.key() in heard:
            continue
        heard.add(content.key())
        same.setdefault((said, error), []).append(content)
    for (said, error), facts in same.items():
        yield Statement(
            facts[0] if len(facts) == 1 else And(*facts), said, "observation", event.place, error
        )


def contents(event: Event, table: Table) -> Iterator[tuple[Any, Any, Any]]:
    """The constraints, weights and changes that an event means for the seat of a blind table.

    Each with its kind and, of a told set, the key that it is about.
    """
    for content, kind, key in meant(event, table):
        if not isinstance(content, Lazy):
            yield content, kind, key
            continue
        fact = table.lowered(content)
        if fact is False:
            if not event.place:
                raise RulesError(f"seat {table.seat} heard '{event.said}', which cannot be by the rules")
            fact = Or()  # somebody noted it: the notes contradict each other
        if fact is not True:
            yield fact, kind, key


def meant(event: Event, table: Table) -> Iterator[tuple[Any, Any, Any]]:
    """The same, facts about zones as they were said."""
    if event.kind == "which" and table.hears(event.mask):
        for key, fact in event.about.items():
            if Unsure(key) not in event.value:
                yield fact if key in event.value else ~fact, "observation", key
        return
    for content, kind in _meant(event, table):
        yield content, kind, None


def _meant(event: Event, table: Table) -> Iterator[tuple[Any, Any]]:
    heard, about, value = table.hears(event.mask), event.about, event.value
    if type(about) is Secret:  # its game says what that means
        return
    if event.kind in ("show", "tell"):
        if not heard:
            return
        if value is UNNOTED:
            return
        if value is UNSHOWN:
            yield ~event.when, "observation"
            return
        fact = (about if value else ~about) if isinstance(about, (Fact, Lazy)) else about == value
        yield fact if event.when is None else event.when & fact, "observation"
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
        variable, chances, weighs = about
        ratios = {each: row.get(value, 0.0) for each, row in chances.items()}
        yield variable.is_in([each for each, ratio in ratios.items() if ratio > 0]), "observation"
        if weighs:
            yield Weight(variable, {each: ratio for each, ratio in ratios.items() if ratio > 0}), "weight"
    elif event.kind == "change":
        from deduce.changes import Shuffle

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
            with Called(f"likely=({variable}, ...)") as call:
                call.given = (event.value,)
                yield Weight(variable, dict(fit(event.value))), "weight"
        return
    menu: Menu = event.about
    bound = list(menu.bound.values())
    always = bool(menu.plain or menu.otherwise or menu.free)
    for cards in menu.cards:
        bound += cards.each()
        if cards.otherwise:
            always, none = True, cards.none()
            bound += [(value, none) for value in cards.otherwise.values()]
    nothing = menu.nothing_else() if menu.otherwise else None
    if event.handle is None:
        if event.mask != ALL and bound and not always:
            yield reduce(or_, [fact for _, fact in bound]), "observation"
        return
    if nothing is not None:
        bound += [(value, nothing) for value in menu.otherwise.values()]
    for condition in _gathered(event.handle, bound):
        yield condition, "observation"


def _gathered(handle: Variable, bound: Sequence[tuple[Any, Any]]) -> Iterator[Constraint]:
    """That a choice was legal, whichever it was; many conditions on the same few variables are one table.

    A diagram reads a table with a state a row at most, and a junction with two states a part.
    """
    groups: dict[frozenset[Variable], list[Fact]] = {}
    lazy = [(handle != value) | fact for value, fact in bound if isinstance(fact, Lazy)]
    if lazy:
        yield reduce(and_, lazy)
    for value, fact in bound:
        if isinstance(fact, Lazy):
            continue
        parts_of = fact.all_of()
        for part in (fact,) if parts_of is None else parts_of:
            groups.setdefault(frozenset(part.scope), []).append((handle != value) | part)
    for parts in groups.values():
        whole = And(*parts)
        sizes = [len(variable.domain) for variable in whole.scope]
        if len(parts) < FEW or prod(sizes) > TABULATED:
            yield reduce(and_, parts)
            continue
        columns = dict(zip(whole.scope, np.indices(sizes).reshape(len(sizes), prod(sizes)), strict=True))
        fitting = np.flatnonzero(whole.check(columns))
        from deduce.language.relations import Relation  # few rules say so much of one choice

        yield Relation.of_rows(whole.scope, np.stack(np.unravel_index(fitting, sizes), axis=1))

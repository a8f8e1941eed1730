"""Whole games that a seat cannot tell from the true one, drawn by what it knows."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import and_
from typing import Any, NamedTuple

from deduce.evidence import Statement
from deduce.ground.errors import DeduceError
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.rulebook.asks import Ask, Change, Deal
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Event
from deduce.rulebook.knowing import begun, knowledge_of, statements
from deduce.rulebook.places import Placed
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.rulebook.table import Table
from deduce.rulebook.views import View

KEPT = 256
"""So many games drawn for one view are kept."""


LATELY = 8
"""Of so many views at a time."""


def known_of(view: View) -> Knowledge:
    """What the seat of a view knows; where games have been drawn for it, that is worked out already."""
    if type(view) is not View:
        from deduce.games.given import seen_of

        seen_of(view)
    mind = _MINDS.get(view)
    if mind is not None and mind.places == view.places:
        return mind.known
    return knowledge_of(view.behind.table, view.remarks)


def truth_of(state: State, problem: Any) -> dict[Variable, Any]:
    """What the variables of a problem are in a state, those not decided yet left out."""
    table = state.run.table
    world: Mapping[Variable, Any] = table.world
    if isinstance(problem, Placed):
        world = problem.places.truth(
            world, {event.name: event.value for event in table.log if event.kind == "draw"}
        )
    return {variable: world[variable] for variable in problem.scope if variable in world}


class _Step(NamedTuple):
    """Something that was decided, and what was told then: whether the seat heard it, and the event."""

    ask: Ask | None
    told: Sequence[tuple[bool, Event]]


class _Mind(NamedTuple):
    """What a view comes to: the run, what it waited for, what its seat knows, and what it knew before each change.

    It is kept for a while, since a view is mostly resampled many times; so are games drawn for it, by their history.
    """

    run: Run
    steps: Sequence[_Step]
    known: Knowledge
    before: Sequence[tuple[Knowledge, Event]]
    drawn: dict[Hashable, State]
    places: tuple[str, ...]

    @property
    def certain(self) -> bool:
        """Whether a world says all that the seat did not see."""
        history = self.run.history
        return all(
            text is not None or isinstance(step.ask, Deal) or getattr(step.ask, "handle", None) is not None
            for step, text in zip(self.steps[1:], history, strict=True)
        )

    @property
    def settled(self) -> bool:
        """Whether hidden values stay where they are: then a run is the same in every world but for what it hides."""
        table = self.run.table
        return not (table.zoned or table.reordered or table.secrets) and self.run.wait is not None


_MINDS: dict[View, _Mind] = {}
"""What the last few views came to. Not kept by their setting, which views hold: they must lead to no whole game."""


def resampled(view: View, rng: random.Random) -> State:
    """A whole game that a seat cannot tell from the true one, drawn by its knowledge.

    Hidden values come from a world of the knowledge; where they have been laid anew since, each change is undone by
    its chances, the last one first. What else was not seen is drawn as it could have been.
    """
    from deduce.games.given import rng_of, seen_of  # a solve draws no game, and loads one module less

    seen_of(view)
    rng_of(rng)
    if (secrets := view.setting.game.world(view, rng)) is not None:
        return _with_secrets(view, secrets, rng)
    mind = _MINDS.get(view)
    if mind is None:
        while len(_MINDS) >= LATELY:
            _MINDS.pop(next(iter(_MINDS)), None)
        mind = _MINDS[view] = _mind(view)
    for _ in range(20):
        world, orders = _begun(mind, rng)
        try:
            return _filled(mind, world, rng) if mind.settled else _played(mind, world, orders, rng)
        except DeduceError as error:
            last: Exception = error
    raise RulesError(f"no whole game was found behind what seat {view.seat} heard: {last}") from last


def _with_secrets(view: View, secrets: Mapping[Any, Any], rng: random.Random) -> State:
    """The game behind a view with these secrets: what the seat was told of others stands beside them."""
    run, live = view.behind, Run.live(view.setting, begin=view.begin)
    whole = {**secrets, **{secret: value for secret, value in run.table.world.items() if value is not None}}
    shown = [event for event in run.table.log if event.kind == "show" and run.table.hears(event.mask)]
    whole |= {event.about: event.value for event in shown if type(event.about) is Variable}
    for said in run.history:
        live.fill(said, whole, rng)
    return State(live)


def _played(
    mind: _Mind, world: Mapping[Variable, Any], orders: list[Sequence[int]], rng: random.Random
) -> State:
    """The game in a world, played from its beginning. Raises `DeduceError` where it cannot be."""
    names = {getattr(variable, "name", variable): value for variable, value in world.items()}
    secrets = {name: names[name] for name in mind.run.table.secrets if name in names}
    live = Run.live(mind.run.setting, given=secrets, begin=mind.run.begin)
    for said in mind.run.history:
        if isinstance(live.wait, Change):
            said = _order_text(live.wait, orders.pop(0))
        live.fill(said, world, rng)
    return State(live)


def _filled(mind: _Mind, world: Mapping[Variable, Any], rng: random.Random) -> State:
    """The same where hidden values stay: what the seat heard is so in every world, and only the rest is worked out."""
    key = tuple(world.values()) if mind.certain else None
    if key in mind.drawn:
        return mind.drawn[key]
    run = mind.run
    table, ends = Table(run.setting), [0]
    whole = Run(run.setting, table)
    whole.begin = run.begin
    for step, said in zip(mind.steps, (None, *run.history), strict=True):
        ask = step.ask
        if ask is not None:
            text = said if said is not None else ask.fill(world, rng, table)
            if isinstance(ask, Deal) and ask.variable in world:
                table.dealt(ask, world[ask.variable])
            else:
                ask.play(table, text)
            whole.history.append(text)
            ends.append(len(table.deeds))
        table.log += [event if known else _told(event, table) for known, event in step.told]
    table.declared, table.rules, table.tape = run.table.declared, run.table.rules, run.table.tape
    table.choices, table.weights = run.table.choices, run.table.weights
    whole.values = run.values
    mark = run.mark
    if mark is not None:
        at = len(mark.history)
        far = mark.far._replace(deeds=ends[at])
        mark = mark._replace(history=tuple(whole.history[:at]), table=table, far=far)
    wait = run.waiting()
    if isinstance(wait, Deal):  # it knows its chances, which are those of one world
        wait = Deal(wait.variable, wait.weights, wait.group)
    state = State(Run.again(whole, mark, len(whole.history), table.far(), wait))
    if key is not None and len(mind.drawn) < KEPT:
        mind.drawn[key] = state
    return state


def _told(event: Event, table: Table) -> Event:
    """What others were told, in a world."""
    value = table.tells(event.kind, event.about, event.when)
    told = Event(
        event.mask,
        event.kind,
        0,
        event.said,
        value,
        event.about,
        when=event.when,
        unsaid=event.unsaid,
        name=event.name,
    )
    told.part = event.part
    return told


def _mind(view: View) -> _Mind:
    met: list[tuple[Ask | None, int, int]] = [(None, 0, 0)]
    run = view.run(lambda ask, table: met.append((ask, len(table.log), len(table.unheard))))
    table = run.table
    known, made = begun(table), list[Statement]()
    changes = iter([event for event in table.log if event.kind == "change"])
    before: list[tuple[Knowledge, Event]] = []
    for statement in statements(table, view.remarks):
        if statement.kind == "change":
            known, made = known.learn(*made), []
            before.append((known, next(changes)))
        made.append(statement)
    return _Mind(run, list(_steps(table, met)), known.learn(*made), before, {}, view.places)


def _steps(table: Table, met: Sequence[tuple[Ask | None, int, int]]) -> Iterator[_Step]:
    """What was waited for one after another, with all that was told then; first, for None, what was told before."""
    ends = [*met[1:], (None, len(table.log), len(table.unheard))]
    for (ask, begin, first), (_, end, last) in zip(met, ends, strict=True):
        own = ask is not None and not isinstance(ask, Deal)  # what is decided comes first
        told = [(True, event) for event in table.log[begin + own : end]]
        for inserted, (place, event) in enumerate(table.unheard[first:last]):
            told.insert(place - begin - own + inserted, (False, event))
        yield _Step(ask, told)


def _begun(mind: _Mind, rng: random.Random) -> tuple[Mapping[Variable, Any], list[Sequence[int]]]:
    """Values as they were dealt, and the order of every change since, from a world of now."""
    known, before = mind.known, mind.before
    problem = known.problem
    world: dict[Any, Any] = dict(known.sample(1, rng.getrandbits(32))[0])
    if isinstance(problem, Placed):
        world.update(problem.places.draws(world, rng))
    orders: list[Sequence[int]] = []
    for earlier, event in reversed(before):
        variables = event.about
        ways = (
            [tuple(event.value)] if event.value is not None else list(permutations(range(len(variables))))
        )
        olds = []
        for order in ways:
            old = dict(world)
            for variable, source in zip(variables, order, strict=True):
                old[variables[source]] = world[variable]
            olds.append(old)
        chances = (
            [1.0]
            if len(ways) == 1
            else [earlier.probability(reduce(and_, [v == x for v, x in old.items()])) for old in olds]
        )
        place = rng.choices(range(len(ways)), chances)[0]
        world = olds[place]
        orders.append(ways[place])
    return world, orders[::-1]


def _order_text(ask: Change, order: Sequence[int]) -> str:
    return next(text for text, each in ask.orders().items() if each == tuple(order))

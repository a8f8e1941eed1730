"""Do rules tell a seat more than they told it? The blind run is the test: the same rules, one seat's ears, no world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deduce.ground.errors import DeduceError
from deduce.language.expressions import Expression
from deduce.language.facts import Fact
from deduce.language.variables import Family, Variable
from deduce.rulebook.asks import Choose
from deduce.rulebook.faults import RulesError, Untold
from deduce.rulebook.run import Run, frozen
from deduce.rulebook.state import State
from deduce.rulebook.views import View


def audit(state: State, seat: int, kept: dict[int, Any] | None = None) -> None:
    """Compare a position with the blind run of one seat; those of earlier positions of the way are `kept` and led on.

    Raises `RulesError`, with the line of the rules, where they go another way, lay something else on the table, or
    offer the seat another choice: then they looked at what the seat was not told. And where the view holds anything
    that the seat would not have heard or seen there.
    """
    view = state.view(seat)
    live = state.run
    try:
        blind = _blind(view, {} if kept is None else kept)
    except RulesError:
        raise
    except DeduceError as error:
        raise RulesError(
            f"the rules looked at a hidden value, behind which seat {seat} stopped: {error}", live.place
        ) from error
    except Exception as error:
        raise RulesError(
            f"the rules looked at a hidden value: run with what seat {seat} was told they stop with "
            f"{type(error).__name__}: {error}",
            live.place,
        ) from error
    if (blind.wait is None) != (live.wait is None) or blind.scores != live.scores:
        raise RulesError(
            f"behind the eyes of seat {seat} the game ends otherwise: {blind.scores} for {live.scores}",
            live.place,
        )
    for key, value in vars(live.table.open).items():
        seen = vars(blind.table.open).get(key)
        if (hidden := _hidden_in(value)) is not None:
            raise RulesError(
                f"t.open.{key} shows {hidden}, which is hidden; what nobody looks at is t.keep.{key}",
                live.place,
            )
        if frozen(seen) != frozen(value):
            _hangs_together(state)
            raise RulesError(
                f"t.open.{key} is {value!r}, and with what seat {seat} was told it would be {seen!r}: the table shows "
                "what was not told",
                live.place,
            )
    _check_view(view, blind, live.place)
    if live.wait is None or blind.wait is None:
        return
    if type(live.wait) is not type(blind.wait) or live.wait.actor != blind.wait.actor:
        raise RulesError(
            f"behind the eyes of seat {seat} the rules wait for {blind.wait.actor!r}, not {live.wait.actor!r}",
            live.place,
        )
    if isinstance(live.wait, Choose) and isinstance(blind.wait, Choose):
        mine = list(blind.wait.menu.all())
        if list(live.wait.menu.all()) != mine:
            _hangs_together(state)
            raise RulesError(
                f"the options of seat {live.wait.seat} tell seat {seat} what it was not told: "
                f"{_first_apart(list(live.wait.menu.all()), mine)}",
                live.place,
            )
        try:
            legal = blind.wait.texts(blind.table) if seat == live.wait.seat else None
        except RulesError as error:
            raise error.standing(blind.place) from error
        if legal is not None and legal != list(live.wait.texts(live.table)):
            raise RulesError(f"what seat {seat} may choose hangs on what it was not told", live.place)


def _hidden_in(value: Any) -> str | None:
    """What is hidden among what lies on the table; None for nothing."""
    if isinstance(value, (Variable, Fact, Expression, Untold)):
        return repr(value) if isinstance(value, Untold) else str(value)
    if isinstance(value, (Mapping, Family)):
        return _hidden_in(tuple(value.values()))
    parts = value if isinstance(value, (list, tuple, set, frozenset)) else ()
    return next((found for each in parts if (found := _hidden_in(each)) is not None), None)


def _hangs_together(state: State) -> None:
    """Raise `RulesError` where the same moves, made again, lead to another table or other options."""
    live, again = (
        state.run,
        Run.live(state.setting, state.history, given=state.given, begin=state.run.begin),
    )
    tables = [{key: frozen(value) for key, value in vars(run.table.open).items()} for run in (live, again)]
    menus = [list(run.wait.menu.all()) if isinstance(run.wait, Choose) else [] for run in (live, again)]
    if tables[0] != tables[1] or menus[0] != menus[1]:
        apart = [f"another t.open.{key}" for key in tables[0] if tables[0][key] != tables[1].get(key)]
        raise RulesError(
            f"the same moves, made again, lead to {[*apart, 'other options'][0]}: rules hang on nothing but what is "
            "decided; chance is t.roll, and what they keep from turn to turn lies in t.open and t.keep",
            live.place,
        )


def _check_view(view: View, blind: Run, place: str) -> None:
    """Whether all that a view holds comes of what its seat heard, entry by entry and place by place."""
    seat = view.seat
    heard = [
        entry
        for event in blind.table.log
        if event.kind != "held" and (entry := event.entry(seat)) is not None
    ]
    if heard != list(view.entries):
        more = next((entry for entry in view.entries if entry not in heard), "an order of its own")
        raise RulesError(f"the view of seat {seat} holds {more}, which the rules do not tell it", place)
    seen = {key: frozen(value, seat) for key, value in vars(blind.table.open).items()}
    if seen != view.table:
        key = next(
            key for key in {**seen, **view.table} if seen.get(key, view) != view.table.get(key, view)
        )
        raise RulesError(
            f"the view of seat {seat} shows {view.table.get(key)!r} as {key}, and with what it was told it would be"
            f" {seen.get(key)!r}",
            place,
        )
    if blind.scores != view.scores:
        raise RulesError(
            f"the view of seat {seat} tells the scores {view.scores}, not {blind.scores}", place
        )


def _blind(view: View, kept: dict[int, Any]) -> Run:
    """The run behind the eyes of a view: the one kept of its seat, where all that it heard begins what the view heard."""
    run: Run | None
    run, told = kept.pop(view.seat, (None, []))
    before = len(told)
    if (
        run is None
        or run.setting is not view.setting
        or len(run.history) > view.at
        or (told != list(view.entries[:before]))
    ):
        told = list(view.entries)
        run = Run.blind(view.setting, view.seat, told, view.at, begin=view.begin)
    else:
        told.extend(view.entries[before:])
        run.hear_to(view.at)
    kept[view.seat] = run, told
    return run


def _first_apart(one: list[str], other: list[str]) -> str:
    apart = [text for text in one if text not in other] or [text for text in other if text not in one]
    return repr(apart[0]) if apart else "their order"

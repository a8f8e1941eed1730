"""A run of the rules: the generators under way, what they wait for, and how far it came.

Rules may hand on: where a generator returns a function, the run goes on with it, and begins a stretch there. What lives
from stretch to stretch lies in `t.open`, so a run can begin at a mark without being played from the start.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import GeneratorType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.errors import IllegalMove
from deduce.rulebook.asks import Ask
from deduce.rulebook.faults import RulesError, place_of, placed
from deduce.rulebook.heard import Entry
from deduce.rulebook.table import End, Table, checked_scores
from deduce.rulebook.zones import Zone

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.stand import Stand

__all__ = ["Mark", "Run", "forked", "frozen"]


ATOMS = frozenset({int, str, bool, float, type(None)})
"""Values of these types are shared by copies."""


class Mark(NamedTuple):
    """A place at which a run can begin: after `at` moves, with `follow` to go on."""

    history: tuple[str | None, ...]
    follow: Callable[[Table], Any]
    open: SimpleNamespace
    world: dict[Any, Any]
    table: Table
    counts: tuple[int, int, int, int, int]


class Run:
    """The rules under way.

    Attributes:
        table: The table of this run.
        wait: What they wait for; None when the game is over.
        history: The texts of all moves made; None where a blind run did not see which.
        scores: When over.
    """

    __slots__ = ("_stack", "history", "mark", "scores", "setting", "table", "wait")

    def __init__(self, setting: Setting, table: Table, mark: Mark | Stand | None = None) -> None:
        self.setting, self.table = setting, table
        self.wait: Ask | None = None
        self.scores: tuple[float, ...] | None = None
        self.history: list[str | None] = list(mark.history) if mark is not None else []
        self.mark: Any = mark
        self._stack: list[GeneratorType[Any, Any, Any]] = []

    def start(self) -> Run:
        """Run the rules to the first thing to decide."""
        self._begin(self.setting.game.rules if self.mark is None else self.mark.follow)
        self._go(None)
        return self

    @classmethod
    def live(
        cls,
        setting: Setting,
        history: Sequence[str] = (),
        mark: Mark | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> Run:
        """A run with a world of its own, after these moves; begun at a mark that lies on their way.

        `given` are secrets (see `Table.secret`) in place of those of the components, by name.
        """
        table = Table(setting)
        table.given = given or {}
        if mark is not None:
            table.resume(mark.table, mark.counts, mark.world, forked(mark.open))
        run = cls(setting, table, mark).start()
        for text in history[len(run.history) :]:
            run.play(text)
        return run

    @classmethod
    def blind(cls, setting: Setting, seat: int, entries: Iterable[Entry], moves: int) -> Run:
        """A run behind the eyes of one seat, which heard `entries` in `moves` moves.

        Raises `RulesError` where the rules branch on something that this seat was not told.
        """
        run = cls(setting, Table(setting, seat, entries)).start()
        while len(run.history) < moves:
            if run.wait is None:
                raise RulesError(
                    f"behind the eyes of seat {seat} the game is over after {len(run.history)} moves, not {moves}"
                )
            run.hear()
        return run

    def play(self, text: str) -> None:
        """Decide what is waited for. Raises `IllegalMove`, and then nothing has happened."""
        if self.wait is None:
            raise IllegalMove(f"{text[:80]} is not possible now: the game is over")
        value = self.wait.play(self.table, text)
        self.history.append(text)
        self._go(value)

    def hear(self) -> None:
        """Answer what is waited for by what the seat of a blind run heard."""
        text, value = self._waiting().hear(self.table)
        self.history.append(text)
        self._go(value)

    def fill(self, said: str | None, world: Mapping[Any, Any], rng: random.Random) -> None:
        """Decide what is waited for as it was (`said`), or as a world says where nobody saw it."""
        self.play(said if said is not None else self._waiting().fill(world, rng, self.table))

    def _waiting(self) -> Ask:
        if self.wait is None:
            raise IllegalMove("the game is over")
        return self.wait

    @property
    def place(self) -> str:
        """Where in the author's code the rules stand."""
        return place_of(self._stack)

    def _begin(self, rules: Callable[[Table], Any]) -> None:
        made = rules(self.table)
        if type(made) is not GeneratorType:
            raise RulesError(
                f"{getattr(rules, '__qualname__', rules)} yields nothing: rules are a generator"
            )
        self._stack.append(made)

    def _go(self, value: Any) -> None:
        """Run the rules to the next thing to decide."""
        stack = self._stack
        try:
            while True:
                try:
                    ask = stack[-1].send(value)
                except StopIteration as done:
                    value = done.value
                    stack.pop()
                    if stack:
                        continue
                    if callable(value):
                        self._hand_on(value)
                        value = None
                        continue
                    self._over(value)
                    return
                if isinstance(ask, Ask):
                    self.wait = ask
                    return
                value = None
                if type(ask) is GeneratorType:
                    stack.append(ask)
                elif ask is not None:
                    raise RulesError(f"rules yield {ask!r}, which is nothing to decide", self.place)
        except End as end:
            self._over(end.scores)
        except RulesError as error:
            if error.place:
                raise
            raise RulesError(str(error), self.place or placed(error)) from error
        except TypeError as error:
            at = placed(error)
            raise RulesError(str(error), at) from error

    def _over(self, scores: Any) -> None:
        place = f"{self.setting.game.name}.rules"
        self.scores = checked_scores(scores, self.table.seats, place)
        self.wait = None
        self._stack.clear()

    def _hand_on(self, follow: Callable[[Table], Any]) -> None:
        table = self.table
        if table.seat is None:
            far = (len(table.log), len(table.declared), len(table.handles), len(table.rules), table.choices)
            self.mark = Mark(tuple(self.history), follow, forked(table.open), dict(table.world), table, far)
        else:
            table.handed_on(self.history, follow)
        self._begin(follow)


def forked(value: Any, zones: dict[int, Zone] | None = None) -> Any:
    """A copy of what lies on a table: containers and zones are copied, everything else is shared."""
    zones = {} if zones is None else zones
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is list:
        return value[:] if ATOMS.issuperset(map(type, value)) else [forked(each, zones) for each in value]
    if kind is dict:
        if ATOMS.issuperset(map(type, value.values())):
            return value.copy()
        return {key: forked(each, zones) for key, each in value.items()}
    if kind is Zone:
        if id(value) not in zones:
            zones[id(value)] = value.copy()
        return zones[id(value)]
    if kind is set:
        return set(value)
    if kind is SimpleNamespace:
        return SimpleNamespace(**{key: forked(each, zones) for key, each in vars(value).items()})
    return value


def frozen(value: Any, seat: int = 0) -> Any:
    """What lies on a table as a frozen value: tuples and frozen sets, mappings as tuples of pairs.

    A zone is the number of its cards, or what lies there (in the order of the deck) where `seat` sees it.
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind in (list, tuple):
        return tuple([frozen(each, seat) for each in value])
    if kind is dict:
        return tuple([(key, frozen(each, seat)) for key, each in value.items()])
    if kind is set:
        return frozenset(value)
    if kind is Zone:
        seen = value.cards() if seat and value.mask >> seat & 1 else None
        return len(value) if seen is None else seen
    return value

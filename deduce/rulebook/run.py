"""A run of the rules: the generators under way, what they wait for, and how far it came.

Rules may hand on: where a generator returns a function, the run goes on with it, and begins a stretch there. What lives
from stretch to stretch lies in `t.open`, so a run can begin at a mark without being played from the start.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from math import isfinite
from types import GeneratorType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.ground.errors import IllegalMove, NotATruth, ProblemError, nearest
from deduce.language.variables import Family
from deduce.rulebook.account import Far
from deduce.rulebook.asks import DONE, Ask, Choose, Deal, Roll
from deduce.rulebook.drawing import Draw
from deduce.rulebook.faults import RulesError, Stopped, as_called, place_of, placed, returning
from deduce.rulebook.heard import Entry
from deduce.rulebook.table import SAID, End, Table
from deduce.rulebook.zones import Zone

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.stand import Stand

CHANGING = frozenset({list, dict, set})
"""Values of options that rules may change: each run gets its own."""


ATOMS = frozenset({int, str, bool, float, type(None)})
"""Values of these types are shared by copies."""


APART = 16
"""So many moves at least lie between the marks of a live run: a mark costs a copy of all that lies on the table."""


class Mark(NamedTuple):
    """A place at which a run can begin: after the moves of `history`, with `follow` to go on."""

    history: tuple[str | None, ...]
    values: tuple[Any, ...]
    follow: Callable[[Table], Any]
    lying: SimpleNamespace
    table: Table
    far: Far


class Run:
    """The rules under way.

    Attributes:
        table: The table of this run.
        wait: What they wait for; None when the game is over.
        history: The texts of all moves made; None where a blind run did not see which.
        values: What the rules got for each of them.
        scores: When over.
        begin: The rules that it began with, where these are not the game's: from a position typed in.
    """

    __slots__ = ("_stack", "begin", "history", "mark", "scores", "setting", "table", "values", "wait")

    def __init__(self, setting: Setting, table: Table, mark: Mark | Stand | None = None) -> None:
        self.setting, self.table = setting, table
        self.wait: Ask | None = None
        self.scores: tuple[float, ...] | None = None
        self.history: list[str | None] = list(mark.history) if mark is not None else []
        self.values: list[Any] = list(getattr(mark, "values", ()))
        self.mark: Any = mark
        self.begin: Callable[[Table], Any] | None = None
        self._stack: list[GeneratorType[Any, Any, Any]] = []

    def start(self, begin: Callable[[Table], Any] | None = None) -> Run:
        """Run the rules (or others, from a position typed in) to the first thing to decide."""
        self.begin = begin
        self._begin((begin or self.setting.game.rules) if self.mark is None else self.mark.follow)
        self._go(None)
        return self

    @classmethod
    def live(
        cls,
        setting: Setting,
        history: Sequence[str] = (),
        mark: Mark | None = None,
        given: Mapping[str, Any] | None = None,
        begin: Callable[[Table], Any] | None = None,
    ) -> Run:
        """A run with a world of its own, after these moves; begun at a mark that lies on their way.

        `given` are secrets (see `Table.secret`) in place of those of the components, by name; `begin` as in `start`.
        """
        table = Table(setting)
        table.given = given or {}
        if mark is not None:
            table.lay(forked(mark.lying))
            table.resume(mark.table, mark.far)
        run = cls(setting, table, mark).start(begin)
        for text in history[len(run.history) :]:
            run.play(text)
        return run

    @classmethod
    def again(cls, run: Run, mark: Mark | None, at: int, far: Far, wait: Ask) -> Run:
        """A run that stands where `run` stood after `at` moves, waiting for `wait`, begun at the last mark before.

        A generator cannot be copied: the author's lines run once more. What was decided and told is known, so menus,
        facts, chances and events are not made anew, but the one choice at which it stands, where zones are in play.

        Raises `RulesError` where the rules do not come to the same place.
        """
        other = run.table
        table = Table(run.setting)
        if mark is not None:
            table.lay(forked(mark.lying))
            table.choices, table.retold = mark.far.choices, mark.far.told
            table.declared = mark.table.declared[: mark.far.declared]
        begun = len(mark.history) if mark is not None else 0
        table.given = other.given
        table.tape, table.world, table.zoned = other.tape, dict(other.deeds[: far.deeds]), far.zoned
        table.left = at - begun + 1
        new = cls(run.setting, table, mark).start(run.begin)
        for text, value in zip(run.history[begun:at], run.values[begun:at], strict=True):
            if type(new.wait) is Draw:
                value = new.wait.play(table, str(text))
            table.left -= 1
            new.go(text, value)
        if new.wait is None or table.left != 1 or table.retold != far.told or table.choices != far.choices:
            raise RulesError(
                "the same moves lead elsewhere when they are made again: rules hang on them alone"
            )
        if new.wait is DONE or type(new.wait) is Deal:
            new.wait = wait
        table.left = 0
        table.resume(other, far)
        if isinstance(new.wait, (Choose, Roll)) and new.wait.handle is not None:
            table.expect(new.wait.handle)
        return new

    @classmethod
    def blind(
        cls,
        setting: Setting,
        seat: int,
        entries: Iterable[Entry],
        moves: int,
        met: Callable[[Ask, Table], None] | None = None,
        begin: Callable[[Table], Any] | None = None,
    ) -> Run:
        """A run behind the eyes of one seat, which heard `entries` in `moves` moves.

        `met` is called with each ask; `begin` as in `start`.

        Raises `RulesError` where the rules branch on something that this seat was not told.
        """
        run = cls(setting, Table(setting, seat, entries)).start(begin)
        run.hear_to(moves, met)
        return run

    def hear_to(self, moves: int, met: Callable[[Ask, Table], None] | None = None) -> None:
        """Lead a blind run on until so many moves are made. Raises `RulesError` as `blind` does."""
        while len(self.history) < moves:
            if self.wait is None:
                raise RulesError(
                    f"behind the eyes of seat {self.table.seat} the game is over after {len(self.history)} moves, not "
                    f"{moves}"
                )
            if met is not None:
                met(self.wait, self.table)
            self.hear()

    def play(self, text: str) -> None:
        """Decide what is waited for. Raises `IllegalMove`, and then nothing has happened."""
        wait = self.wait
        if wait is None:
            raise IllegalMove(f"{text[:80]} is not possible now: the game is over")
        try:
            value = wait.play(self.table, text)
        except IllegalMove as error:
            rule = self.setting.game.forbids(text, self.table, wait)
            if not rule:
                raise
            legal = wait.texts(self.table) if isinstance(wait.actor, int) else ()
            told = f"; {nearest(text, list(legal))}" if legal else ""
            raise IllegalMove(f"{text[:80]}: {rule}{told}") from error
        self.go(text, value)

    def hear(self) -> None:
        """Answer what is waited for by what the seat of a blind run heard."""
        self.go(*self.waiting().hear(self.table))

    def go(self, text: str | None, value: Any) -> None:
        """Something has been decided, and `value` is what the rules get for it."""
        self.history.append(text)
        self.values.append(value)
        self._go(value if type(value) not in CHANGING else forked(value))

    def fill(self, said: str | None, world: Mapping[Any, Any], rng: random.Random) -> None:
        """Decide what is waited for as it was (`said`), or as a world says where nobody saw it."""
        self.play(said if said is not None else self.waiting().fill(world, rng, self.table))

    def waiting(self) -> Ask:
        """What is waited for. Raises `IllegalMove` when the game is over."""
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
        """Run the rules to the next thing to decide, unless they are stopped from outside."""
        stack = self._stack
        ended: GeneratorType[Any, Any, Any] | None = None
        try:
            while True:
                try:
                    ask = stack[-1].send(value)
                except StopIteration as done:
                    popped = stack.pop()
                    # What an inner generator returned is often returned once more: then the inner one is to blame.
                    if ended is None or done.value is None or done.value is not value:
                        ended = popped
                    value = done.value
                    if stack:
                        continue
                    if callable(value):
                        self._hand_on(value)
                        value = None
                        continue
                    self._over(value, ended)
                    return
                value = None
                if owed := self.table.owed:
                    if owed[-1][0] is ask:
                        owed.pop()
                    else:
                        self.table.yielded(ask)
                if type(ask) is GeneratorType:
                    stack.append(ask)
                elif isinstance(ask, Ask):
                    self.wait = ask
                    return
                elif ask is not None:
                    raise RulesError(_no_ask(ask), self.place)
        except Stopped as stopped:
            raise stopped.error() from None
        except End as end:
            self._over(end.scores, end)
        except RulesError as error:
            if error.place:
                raise
            raise RulesError(str(error), self.place or placed(error)) from error
        except NotATruth as error:
            raise RulesError(
                f"{error.what} is hidden, so the rules may not ask whether it is so (if, and, or, not, in): told to "
                "EVERYBODY by tell() or show() it comes back as a value; who may choose what under it is said by t.when "
                "and t.option",
                placed(error),
            ) from error
        except AttributeError as error:
            raise self._unknown(error) or error from None
        except (TypeError, ProblemError) as error:
            at = placed(error)
            raise RulesError(as_called(error, self.table), at) from error

    def _unknown(self, error: AttributeError) -> RulesError | None:
        """What is wrong where rules ask the table for what it has not; None where it is somebody else who has it not."""
        table = self.table
        for asked, of in (
            (table, "t"),
            *((getattr(table, kind), f"t.{kind}") for kind in ("open", "keep", "options")),
        ):
            if error.obj is asked:
                allowed = sorted(SAID if of == "t" else vars(asked))
                near = nearest(error.name, allowed) if allowed else "nothing was laid there yet"
                return RulesError(f"{of} has no {error.name!r}: {near}", placed(error))
        return None

    def _over(self, scores: Any, by: GeneratorType[Any, Any, Any] | End) -> None:
        self.table.settled_up()
        try:
            self.scores = checked_scores(scores, self.table.seats)
        except RulesError as error:
            place = placed(by) if isinstance(by, End) else returning(by)
            raise RulesError(str(error), place) from None
        self.wait = None
        self._stack.clear()

    def _hand_on(self, follow: Callable[[Table], Any]) -> None:
        table, mark = self.table, self.mark
        table.settled_up()
        near = mark is not None and table.seat is None and len(self.history) - len(mark.history) < APART
        if (table.seat is None or not table.zoned) and not near:
            past = tuple(self.history), tuple(self.values)
            self.mark = Mark(*past, follow, forked(table.lying), table, table.far())
        if table.seat is not None:
            table.handed_on(self.history, follow)
        self._begin(follow)


def _no_ask(given: Any) -> str:
    """What is wrong with rules that yield something that is nothing to decide."""
    if isinstance(given, (list, tuple, dict)) and any(
        isinstance(each, (Ask, GeneratorType)) for each in given
    ):
        return (
            "rules yield several things at once; what seats choose at once is t.together({seat: options})"
        )
    return (
        f"rules yield {given!r}, which is nothing to decide; to be yielded is what t.choose, together, deal, draw, roll, "
        "sense, shuffle and rearrange give, or a generator of your own, while show, tell and all else is only called"
    )


SHARED = ATOMS | {tuple, frozenset, Family}
"""Values of these types lie on a table as they are; what they hold does not change."""


def forked(value: Any, zones: dict[int, Zone] | None = None) -> Any:
    """A copy of what lies on a table: containers and zones are copied, everything else is shared."""
    zones = {} if zones is None else zones
    kind = type(value)
    if kind in SHARED:
        return value
    if kind is list:
        return value[:] if SHARED.issuperset(map(type, value)) else [forked(each, zones) for each in value]
    if kind is dict:
        if SHARED.issuperset(map(type, value.values())):
            return value.copy()
        return {key: forked(each, zones) for key, each in value.items()}
    if kind is Zone:
        if id(value) not in zones:
            zones[id(value)] = value.copy()
        return zones[id(value)]
    if kind is set:
        return set(value)
    if kind is SimpleNamespace:
        lying = vars(value).items()
        return SimpleNamespace(
            **{key: each if type(each) in SHARED else forked(each, zones) for key, each in lying}
        )
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


def checked_scores(scores: Any, seats: range) -> tuple[float, ...]:
    """What rules returned, a list or numbers by seat, as a number a seat. Raises `RulesError`."""
    if isinstance(scores, Mapping) and scores.keys() == set(seats):
        scores = [scores[seat] for seat in seats]
    try:
        found = () if isinstance(scores, (Mapping, Set, str)) else tuple(map(float, scores))
        sound = bool(found) and all(map(isfinite, found))
    except (TypeError, ValueError, OverflowError, ProblemError):
        sound = False
    if not sound:
        raise RulesError(
            f"rules return {scores!r}; expected a number a seat: a list of {len(seats)}, or {{seat: number}}"
        )
    if len(found) != len(seats):
        raise RulesError(f"rules return {len(found)} scores for {len(seats)} seats")
    return found

"""States and views of a declared game: the history of decisions, and what one seat heard."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import CHANCE, Actor
from deduce.games.plain import as_dict, brief, plain
from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Entry, Event, Move
from deduce.rulebook.pools import Listed, Pool
from deduce.rulebook.run import Run, frozen

if TYPE_CHECKING:
    from deduce.rulebook.asks import Ask
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table

__all__ = ["State", "View"]


def moves_of(run: Run) -> Sequence[Any]:
    """What is legal in a run that waits for a seat; of thousands of moves none is made before it is asked for."""
    wait = run.wait
    if wait is None:
        return ()
    make = run.setting.move
    try:
        return wait.moves(run.table, make)
    except RulesError as error:
        raise error.standing(run.place) from error


OPEN: Final = ("choose", "roll")
"""Kinds of events that are decisions of a seat or of chance."""
UNHEARD: Final = ("tell", "show", "which")
"""Kinds of events that rules go on from alike, whoever was told."""


def _claimed(event: Event) -> tuple[Fact, bool] | None:
    """The fact that was told, or which of its two values a variable has, and whether it is so; None for anything else."""
    about = event.about
    if event.when is not None:
        return None
    if event.kind == "tell" and isinstance(about, Fact):
        return about, event.value
    if event.kind == "show" and isinstance(about, Variable) and len(about.domain) == 2:
        return about == about.domain[0], event.value == about.domain[0]
    return None


def _heard(event: Event | Entry) -> str:
    return event.said if event.kind == "choose" else f"{event.said} {event.value}"


class _Faced:
    """What views and states share: a face for the game's own code, and a picture."""

    __slots__ = ("_face",)

    setting: Setting
    _face: Any

    @property
    def face(self) -> Any:
        """What the game's own code reads of it: see `Rulebook.face`. Its attributes are this one's too."""
        if self._face is None:
            self._face = self.setting.game.face(self)  # type: ignore[arg-type]
        return self._face

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or (face := self.face) is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(face, name)

    @override
    def __str__(self) -> str:
        return self.setting.game.in_words(self)  # type: ignore[arg-type]

    def _repr_svg_(self) -> str:
        return picture_of(self.setting.game.name, self)


class View(_Faced):
    """All that one seat may use: what it heard, in order, as plain values.

    Attributes:
        setting: The game, its players, options and data.
        seat: The seat that looks (0: a bystander).
        actor: Who moves now.
        entries: What it heard.
        moves: Its legal moves where it is to move.
        table: What lies on the table (`t.open`), as frozen values, with the cards of zones that the seat sees.
        at: How many moves have been made, chance's included.
        scores: When over.
        open_moves: Whether more is legal for it than is listed (free text).
        begin: The rules, where notes begin with a position typed in.
        places: The lines of a record in which what was heard is told, where they are known.
        remarks: What notes say beside the events of the rules, each with how many events there had been.
    """

    __slots__ = (
        "_behind",
        "_moves",
        "actor",
        "at",
        "begin",
        "entries",
        "open_moves",
        "places",
        "remarks",
        "scores",
        "seat",
        "setting",
        "table",
    )

    def __init__(
        self,
        setting: Setting,
        seat: int,
        actor: Actor,
        entries: tuple[Entry, ...],
        moves: Sequence[Any] | None,
        table: Mapping[str, Any],
        at: int,
        scores: tuple[float, ...] | None,
        open_moves: bool = False,
        begin: Callable[[Table], Any] | None = None,
        remarks: tuple[tuple[int, Any], ...] = (),
    ) -> None:
        self.setting, self.seat, self.actor, self.entries = setting, seat, actor, entries
        self._moves, self.begin, self.remarks = moves, begin, remarks
        self.table, self.at, self.scores, self.open_moves = table, at, scores, open_moves
        self.places: tuple[str, ...] = ()
        self._face: Any = None
        self._behind: tuple[tuple[str, ...], Run] | None = None

    @property
    def latest(self) -> str:
        """The last choice or roll that this seat saw, in words; empty before there was one."""
        return next((_heard(each) for each in reversed(self.entries) if each.kind in OPEN), "")

    @property
    def moves(self) -> Sequence[Any]:
        """Its legal moves where it is to move."""
        if self._moves is None:
            run = self.behind
            self._moves = moves_of(run) if run.wait is not None else ()
        return self._moves

    @property
    def behind(self) -> Run:
        """The run behind this seat's eyes, made once: to be read only. Who goes on with one asks `run` for his own."""
        if self._behind is None or self._behind[0] is not self.places:
            self._behind = self.places, self.run()
        return self._behind[1]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.setting.seats)

    def run(self, met: Callable[[Ask, Table], None] | None = None) -> Run:
        """The rules behind this seat's eyes, as far as it saw them come; `met` is called with what they wait for.

        Raises `RulesError` where they cheat.
        """
        run = Run.blind(self.setting, self.seat, self.entries, self.at, met, self.begin)
        if len(self.places) == len(run.table.log):
            for event, place in zip(run.table.log, self.places, strict=True):
                event.place = place
        return run

    def look(self, run: Run) -> None:
        """Take what lies on the table and what is legal from a run behind this seat's eyes."""
        self.table = {key: frozen(value, self.seat) for key, value in vars(run.table.open).items()}
        mine = bool(run.wait is not None and self.seat and run.wait.actor == self.seat)
        self._moves = moves_of(run) if mine else ()
        self.open_moves = mine and getattr(getattr(run.wait, "menu", None), "free", None) is not None

    @property
    def happened(self) -> str:
        """What the seat heard last, in a sentence: the game's own (a field of its face), or that of the rules."""
        told: str | None = getattr(self.face, "happened", None)
        if told is None and self.entries:
            return self.setting.game.sentence(self.entries[-1], self.setting.names)
        return told or ""

    def to_dict(self) -> dict[str, Any]:
        """The view as plain values for JSON."""
        if self.face is not None:
            return as_dict(self.face)
        return {
            "seat": self.seat,
            "seats": self.seats,
            "actor": plain(self.actor),
            "at": self.at,
            "heard": [[each.kind, each.seat, each.said, plain(each.value)] for each in self.entries],
            "table": plain(self.table),
        }

    def _key(self) -> tuple[Any, ...]:
        typed = (self.begin, self.remarks)
        return (self.seat, self.at, self.actor, self.entries, self.moves, typed)

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.setting == other.setting and self._key() == other._key()

    @override
    def __hash__(self) -> int:
        return hash((self.seat, self.at, self.actor, self.entries))

    def __reduce__(self) -> tuple[Any, ...]:
        listed = None if isinstance(self._moves, (Pool, Listed)) else self._moves
        typed = (self.begin, self.remarks)
        parts = (self.entries, listed, dict(self.table), self.at, self.scores, self.open_moves, *typed)
        return type(self), (self.setting, self.seat, self.actor, *parts)

    @override
    def __repr__(self) -> str:
        return brief(self.setting.game.name, self)


class State(_Faced):
    """A complete position: the decisions that led to it. States share a live run as long as nobody branches off.

    Attributes:
        actor: The seat to move, `CHANCE`, or None when the game is over.
        scores: One number a seat when over.
    """

    __slots__ = ("_far", "_mark", "_moves", "_run", "_wait", "actor", "at", "scores", "setting")

    def __init__(self, run: Run) -> None:
        wait = run.wait
        self.setting, self._run, self._mark, self._wait = run.setting, run, run.mark, wait
        self.at, self._far = len(run.history), run.table.far()
        self._moves: Sequence[Any] | None = None
        self._face: Any = None
        self.actor: Actor = None if wait is None else wait.actor
        self.scores = run.scores

    @classmethod
    def of(cls, setting: Setting, history: Sequence[str], given: Mapping[str, Any] | None = None) -> State:
        """The state after these moves, with these secrets. Raises `IllegalMove`."""
        return cls(Run.live(setting, history, given=given))

    @property
    def run(self) -> Run:
        """The run, standing at this position: the shared one, or where it went on, one played up to here."""
        run = self._run
        if len(run.history) != self.at:
            run = self._run = self._branched(run)
        return run

    def _branched(self, run: Run) -> Run:
        """A run of its own, where the shared one has gone on."""
        begun = self._mark.far.laid if self._mark is not None else 0
        # Cards that choices stand for, which were laid anew since, are not what they were on the way.
        if self._wait is None or (self._far.zoned and self._far.laid != begun):
            return Run.live(self.setting, self.history, self._mark, self.given)
        return Run.again(run, self._mark, self.at, self._far, self._wait)

    @property
    def given(self) -> Mapping[str, Any]:
        """The secrets that are not those of the components, by name."""
        return self._run.table.given

    @property
    def history(self) -> tuple[str, ...]:
        """The texts of all moves so far."""
        return tuple(self._run.history[: self.at])  # type: ignore[arg-type]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.setting.seats)

    @property
    def place(self) -> str:
        """Where in the author's code the rules stand, as ``file:line``."""
        return self.run.place

    @property
    def latest(self) -> str:
        """The last choice or roll that whoever moves saw, as `View.latest` says it."""
        mask = 1 << self.actor if isinstance(self.actor, int) else 0
        log = self.run.table.log
        return next((_heard(each) for each in reversed(log) if each.mask & mask and each.kind in OPEN), "")

    @property
    def claim(self) -> tuple[Fact, bool] | None:
        """What the last decision put to the test: the fact told first after it to who decided, and whether it is so.

        None where nothing was told, or something else came first. Rules branch on what everybody was told alone, so it
        is the same fact wherever that seat cannot tell positions apart.
        """
        log = self.run.table.log
        place = next((at for at in range(len(log) - 1, -1, -1) if log[at].kind == "choose"), len(log))
        for event in log[place + 1 :]:
            if event.mask >> log[place].seat & 1:
                return _claimed(event)
            if event.kind not in UNHEARD:
                return None
        return None

    @property
    def table(self) -> Mapping[str, Any]:
        """What lies on the table, as frozen values."""
        return {key: frozen(value) for key, value in vars(self.run.table.open).items()}

    def moves(self) -> Sequence[Any]:
        """The legal moves of the seat to move."""
        found = self._moves
        if found is None:
            run = self._run
            if len(run.history) != self.at:
                run = self.run
            wait = run.wait
            seated = wait is not None and wait.actor is not CHANCE
            found = self._moves = wait.moves(run.table, self.setting.move) if seated else ()  # type: ignore[union-attr]
            if not found and seated and not self._free:
                raise RulesError(f"seat {self.actor} has nothing to choose from", run.place)
        return found

    @property
    def _free(self) -> bool:
        return getattr(getattr(self.run.wait, "menu", None), "free", None) is not None

    def outcomes(self) -> list[tuple[Any, float]]:
        """At chance: every move with its probability."""
        run, made = self.run, self.setting.move
        return (
            [(made(text), chance) for text, chance in run.wait.outcomes(run.table)]
            if run.wait is not None
            else []
        )

    def draw(self, rng: random.Random) -> Any:
        """At chance: a move drawn by its probability."""
        run = self._run
        if len(run.history) != self.at:
            run = self.run
        wait = run.wait
        if wait is None or wait.actor is not CHANCE:
            task = "the game is over" if wait is None else wait.task or "a seat decides"
            raise IllegalMove(f"chance does not move now: {task}")
        return self.setting.move(wait.drawn(run.table, rng))

    def play(self, move: object) -> State:
        """The state after `move`. Raises `IllegalMove`."""
        run = self._run
        if len(run.history) != self.at:
            run = self.run
        run.play(move.text if type(move) is Move else str(move))
        return type(self)(run)

    def view(self, seat: int) -> View:
        """What `seat` may use (0: what everybody sees). Raises `ProblemError` for a seat that does not play."""
        if not 0 <= seat <= len(self.setting.seats):
            raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {len(self.setting.seats)}")
        run = self.run
        log = run.table.log
        entries = [entry for event in log if (entry := event.entry(seat)) is not None]
        actor = self.actor
        mine = bool(seat) and seat == actor
        moves = self.moves() if mine else ()
        table = {key: frozen(value, seat) for key, value in vars(run.table.open).items()}
        return View(
            self.setting,
            seat,
            actor=actor,
            entries=tuple(entries),
            moves=moves,
            table=table,
            at=self.at,
            scores=run.scores,
            open_moves=mine and self._free,
        )

    @override
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.at == other.at
            and self.setting == other.setting
            and self.history == other.history
            and self.given == other.given
        )

    @override
    def __hash__(self) -> int:
        return hash((self.at, self.history[-3:]))

    def __reduce__(self) -> tuple[Any, ...]:
        return State.of, (self.setting, self.history, dict(self.given))

    @override
    def __repr__(self) -> str:
        return brief(self.setting.game.name, self)

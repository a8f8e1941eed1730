"""States of a declared game: the history of decisions that led to a position."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import CHANCE, Actor
from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.language.facts import Fact
from deduce.language.variables import Variable, is_whole
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Event, Move
from deduce.rulebook.run import Run, frozen
from deduce.rulebook.views import OPEN, Faced, View, said_of

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table

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


class State(Faced):
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
    def of(
        cls,
        setting: Setting,
        history: Sequence[str],
        given: Mapping[str, Any] | None = None,
        begin: Callable[[Table], Any] | None = None,
    ) -> State:
        """The state after these moves, with these secrets, from where `begin` begins. Raises `IllegalMove`."""
        return cls(Run.live(setting, history, given=given, begin=begin))

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
            return Run.live(self.setting, self.history, self._mark, self.given, run.begin)
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
        return next((said_of(each) for each in reversed(log) if each.mask & mask and each.kind in OPEN), "")

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
        try:
            text = wait.drawn(run.table, rng)
        except AttributeError:
            from deduce.games.given import rng_of

            rng_of(rng)
            raise
        return self.setting.move(text)

    def play(self, move: object) -> State:
        """The state after `move`. Raises `IllegalMove`."""
        run = self._run
        if len(run.history) != self.at:
            run = self.run
        run.play(move.text if type(move) is Move else str(move))
        return type(self)(run)

    def view(self, seat: int) -> View:
        """What `seat` may use (0: what everybody sees). Raises `ProblemError` for a seat that does not play."""
        if not is_whole(seat) or not 0 <= seat <= len(self.setting.seats):
            raise ProblemError(f"seat {seat!r}: allowed are 0 (a bystander) to {len(self.setting.seats)}")
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
            begin=run.begin,
        )

    @override
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.at == other.at
            and self.setting == other.setting
            and (self._run is other._run or self._run.history[: self.at] == other._run.history[: self.at])
            and (self.given, self._run.begin) == (other.given, other._run.begin)
        )

    @override
    def __hash__(self) -> int:
        at = self.at
        return hash((at, tuple(self._run.history[max(0, at - 3) : at])))

    def __reduce__(self) -> tuple[Any, ...]:
        return State.of, (self.setting, self.history, dict(self.given), self._run.begin)

    @override
    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief(self.setting.game.name, self)

"""Views of a declared game: what one seat heard, as plain values, and the run behind its eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import Actor
from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Entry, Event
from deduce.rulebook.pools import Listed, Pool
from deduce.rulebook.run import Run, frozen

if TYPE_CHECKING:
    from deduce.rulebook.asks import Ask
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table


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


def said_of(event: Event | Entry) -> str:
    """An event as logs show it: what was chosen, or what was told with its value."""
    return event.said if event.kind == "choose" else f"{event.said} {event.value}"


class Faced:
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

    @property
    def seen_face(self) -> Any:
        """The same of a view alone. Raises `ProblemError` for a whole position, which holds what every seat hides."""
        raise ProblemError(
            "what a seat may see is wanted, a view, and this is the whole position: give state.view(seat)"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or (face := self.face) is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(face, name)

    @override
    def __str__(self) -> str:
        return self.setting.game.in_words(self)  # type: ignore[arg-type]

    def _repr_svg_(self) -> str:
        return picture_of(self.setting.game.name, self)


class View(Faced):
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
        "_behind", "_moves", "actor", "at", "begin", "entries", "open_moves", "places", "remarks", "scores",
        "seat", "setting", "table",
    )  # fmt: skip

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
        return next((said_of(each) for each in reversed(self.entries) if each.kind in OPEN), "")

    @property
    def moves(self) -> Sequence[Any]:
        """Its legal moves where it is to move."""
        if self._moves is None:
            run = self.behind
            self._moves = moves_of(run) if run.wait is not None else ()
        return self._moves

    @property
    @override
    def seen_face(self) -> Any:
        return self.face

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
            return self.setting.sentence(self.entries[-1])
        return told or ""

    def to_dict(self) -> dict[str, Any]:
        """The view as plain values for JSON."""
        from deduce.games.plain import plain

        if self.face is not None:
            return plain(self.face)  # type: ignore[no-any-return]
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
        from deduce.games.plain import brief

        return brief(self.setting.game.name, self)

"""The contract that every game keeps: seats, states, views, moves, and what a game offers.

A game is a tree of small frozen values. `State.play` returns a new state, so undoing is keeping the
old one. Chance is a player: dealing and drawing are moves, made at states whose `actor` is `CHANCE`,
and therefore every game replays from its moves alone. Simultaneous choices are made one after
another and stay out of every other seat's view until all have chosen.

Seats are numbered from 1 clockwise; seat 0 (`PUBLIC`) is a bystander who sees only what is public.

One file because it is one contract, which authors of games read from top to bottom.
"""

from __future__ import annotations

import math
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeVar, runtime_checkable

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.lazy import Later
from deduce.ground.report import Report
from deduce.ground.shown import Told
from deduce.ground.wording import figure, in_percent, many, run, say, seated, typed

if TYPE_CHECKING:
    from deduce.games.story import Lie
    from deduce.knowledge import Knowledge
    from deduce.language.chance import chance_from as chance_from
    from deduce.language.chance import seeded as seeded
    from deduce.language.variables import Variable
    from deduce.records.datafile import Note
    from deduce.records.form import Form, Upcoming
    from deduce.records.record import Record
    from deduce.show.places import Board
else:  # games are listed without the language
    chance_from, seeded = (
        Later("deduce.language.chance:chance_from"),
        Later("deduce.language.chance:seeded"),
    )

__all__ = [
    "CHANCE",
    "PUBLIC",
    "RANKED",
    "Actor",
    "Advice",
    "Answers",
    "Bounds",
    "Chance",
    "Game",
    "Move",
    "Option",
    "Player",
    "State",
    "View",
    "imported_players",
    "ranked_actions",
    "settle",
]


_SOMEBODY = ("Ann", "Bob", "Cid", "Dee")
"""Who plays in examples."""
_NAMED = re.compile(rf"\b(?:{'|'.join(_SOMEBODY)})\b")


class Chance(Enum):
    """The type of `CHANCE`, the actor that deals, shuffles and draws."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Chance.CHANCE
"""The actor while chance decides."""
PUBLIC: Final = 0
"""The seat of a bystander, who sees what everybody sees."""

Actor = int | Chance | None
"""A seat (from 1), `CHANCE`, or None when the game is over."""


@runtime_checkable
class Move(Protocol):
    """A small frozen value; `str(move)` is its text form, read back by `Game.parse`."""

    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...


M = TypeVar("M", bound=Move)
S = TypeVar("S", bound="State[Any, Any]")
V = TypeVar("V", bound="View[Any]")
V_co = TypeVar("V_co", bound="View[Any]", covariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)


class View(Protocol[M_co]):
    """All that one seat may use, and nothing else; equal views mean indistinguishable positions.

    A view is a frozen, hashable value. It never refers to the state it came from. It may have two more
    properties, both for people at a terminal: `happened`, a sentence on what was done last as this seat saw it, and
    `open_moves`, true when `moves` lists only some of the legal moves; and a method `to_dict()`, its plain values for
    JSON (without one, `deduce.games.plain.plain` takes its fields).
    """

    @property
    def seat(self) -> int:
        """The seat that looks (0: a bystander)."""

    @property
    def actor(self) -> Actor:
        """Who moves now, as every seat can see."""

    @property
    def moves(self) -> Sequence[M_co]:
        """The legal moves when this seat is to move; empty otherwise."""


class State(Protocol[M, V_co]):
    """A complete position, hidden parts included. Frozen; equal states are equal values."""

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the game is over."""

    @property
    def scores(self) -> tuple[float, ...] | None:
        """One number a seat (seat 1 first; higher is better) when over; None before."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    def moves(self) -> Sequence[M]:
        """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""

    def outcomes(self) -> Sequence[tuple[M, float]]:
        """At `CHANCE`: every possible move with its probability (they sum to 1). Else empty."""

    def draw(self, rng: random.Random) -> M:
        """At `CHANCE`: one move drawn by its probability, without listing the others."""

    def play(self, move: M) -> Self:
        """The state after `move`. Raises `IllegalMove` naming the rule that forbids it."""

    def view(self, seat: int) -> V_co:
        """What `seat` may use (0: what everybody sees)."""


class Player(Protocol):
    """Chooses moves from views alone. Stateless between games: memory belongs to the view."""

    @property
    def name(self) -> str:
        """As printed in tables of results."""

    def choose(self, view: Any, rng: random.Random) -> Any:
        """One of `view.moves`."""


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option: its default, what is allowed, and where the default comes from.

    With `of_seat` the values are seats, of which a game has as many as players. With `open` the game may know further
    values, such as names in a data file, and refuses those it does not know.
    """

    default: Any
    allowed: tuple[Any, ...] | None
    doc: str
    provenance: str = "rulebook"
    of_seat: bool = False
    open: bool = False

    def check(self, name: str, value: Any) -> Any:
        """Return `value` if it is allowed, else raise `ProblemError` saying what is."""
        if self.allowed is not None and not self.open and value not in self.allowed:
            raise ProblemError(f"option {name}={value!r}: {nearest(value, self.allowed)}")
        return value


def options_of(path: Path) -> dict[str, Option]:
    """The options of a game as its data file lists them, a table each; without ``allowed`` any value will do.

    Raises `ProblemError` naming the key that is wrong.
    """
    from deduce.records.datafile import read_toml

    table, found = read_toml(path), {}
    for name in table.values:
        part = table.table(name).only("default", "allowed", "of_seat", "open", "doc", "provenance")
        allowed = tuple(part.get("allowed", list)) if "allowed" in part.values else None
        said = part.get("doc", str), part.get("provenance", str)
        of_seat, open_ = (part.get(key, bool, False) for key in ("of_seat", "open"))
        found[name] = Option(part.values["default"], allowed, *said, of_seat=of_seat, open=open_)
    return found


UNITS: Final = {
    "points": "{value} points",
    "bits": "{value} bits",
    "win": "{value} to win",
    "right": "{value} to be right",
    "prestige": "{value} prestige",
    "compared": "{value}, to compare moves alone",
}
"""What values of advice are, and how they are told: scores of the game, bits, chances to win or to be right, the prestige
at the end, or figures that say which move is better and nothing else."""
CHANCES: Final = frozenset(("win", "right"))
NO_ERROR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Advice(Told, Generic[M_co]):
    """One ranked move: its value, the standard error of the value, and one sentence of reason.

    `kind` is ``"exact"`` (then `error` is 0), ``"sampled"`` or ``"heuristic"``; `details` holds the
    figures behind the sentence, for programs. `unit` says what the value and its error are, by a key of `UNITS`: as it
    stands the game's scores.
    """

    move: M_co
    value: float
    reason: str
    error: float = 0.0
    kind: str = "exact"
    details: Mapping[str, Any] = field(default_factory=dict)
    unit: str = "points"

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ProblemError(f"advice has no unit {self.unit!r}: {nearest(self.unit, UNITS)}")

    def figure(self) -> str:
        """The value with its error and its unit, for people; one beyond all bounds is "end".

        Where all samples were alike there is no error to tell, but how many they were.
        """
        if not math.isfinite(self.value):
            return say("end")
        if self.unit in CHANCES:
            error = f" +- {100 * self.error:.1f}%"
            value = in_percent(self.value, sampled=self.kind == "sampled")
        else:
            error, value = f" +- {self.error:.2f}", figure(self.value, 2)
        # What rounding leaves of an error that is none is not worth a number.
        known = NO_ERROR < self.error < math.inf
        told = say(UNITS[self.unit], value=value + error * known)
        return told if known or self.kind != "sampled" else run(told, ", ", self._alike())

    def _alike(self) -> str:
        """Of samples that are all alike, how many they are: what others would be is not known."""
        number = self.details.get("samples", self.details.get("worlds"))
        if number == 1 or self.error > NO_ERROR:
            return say("by one sample")
        return (
            say("all samples alike") if number is None else say("all {number:sample} alike", number=number)
        )

    def to_dict(self) -> dict[str, Any]:
        """The advice as plain values for JSON; a value beyond all bounds and an error that is not known become None."""
        told = {
            "move": str(self.move),
            "value": self.value,
            "error": self.error,
            "unit": self.unit,
            "kind": self.kind,
            "reason": self.reason,
            **dict(self.details),
        }
        unknown = [
            name for name, each in told.items() if isinstance(each, float) and not math.isfinite(each)
        ]
        return told | dict.fromkeys(unknown)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answers(Generic[T]):
    """How a game answers questions about its records, each a function over the record once it is read.

    `read` understands a record, checking it against the rules, and raises `RecordError` at line and column; the
    others take what it gives, cut off behind what is asked about (`until`), and the other arguments of the methods of
    `Game` that bear their names. `draw` gives the picture of a record, for a game whose records hold more or less
    than its views do; without it the view is drawn. `weigh` judges clues of one's own, in a game where clues are
    given. `form(names, me, options)` says what can be tapped in place of typing, `upcoming(replay)` what comes next,
    and `write(states, moves, options, seat)` is the way back from a game to the text of its record. `changed(before,
    after)` tells two answers of `solve` apart, both without a contradiction, for a game whose sheet is a table;
    without it the lines of the sheet are compared. `boards` gives the boards with their chances; without it those of
    the view are shown without.
    """

    read: Callable[[Record], T]
    solve: Callable[..., Report]
    why: Callable[..., Report]
    advise: Callable[..., Report]
    draw: Callable[..., str] | None = None
    weigh: Callable[..., Report] | None = None
    form: Callable[[Sequence[str], str, Mapping[str, Any]], Form] | None = None
    upcoming: Callable[[T], Upcoming] | None = None
    write: Callable[[Sequence[Any], Sequence[Any], Mapping[str, Any], int | None], str] | None = None
    changed: Callable[[Report, Report], Sequence[str]] | None = None
    boards: Callable[..., Sequence[Board]] | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """No game has more moves than `moves` (chance moves included); every score is from `low` to `high`."""

    moves: int = 10_000
    low: float = -1000.0
    high: float = 1000.0


RANKED: Final = 256
"""How many actions a game has that does not list its moves."""


def ranked_actions(count: int) -> tuple[str, ...]:
    """Actions that stand for places in the list of legal moves: ``move 1``, ``move 2``, ..."""
    return tuple(f"move {place}" for place in range(1, count + 1))


def imported_players(
    names: Iterable[str], table: Callable[[], Mapping[str, Callable[[], Player]]]
) -> dict[str, Callable[[], Player]]:
    """Makers of the players called `names`, for `Game.players`.

    `table` gives the makers themselves, and may import what they need: it is called when a player is made.
    """
    return {name: partial(_make, name, table) for name in names}


def _make(name: str, table: Callable[[], Mapping[str, Callable[[], Player]]]) -> Player:
    return table()[name]()


class Game(ABC, Generic[S, V, M]):
    """A game as a plug-in: entry point group ``deduce.games``, one instance a game.

    Class attributes to set: `name` (lower case, as typed), `title`, `seats` (allowed numbers of
    players), `options`, `players` (named opponents for `deduce play` and `deduce arena`), `best` (the strongest of
    them: `advise` is its decision), and if there is more to tell of a finished game than its scores, `measures`
    (numbers by name, from the last state).
    """

    name: str
    title: str
    seats: range
    options: Mapping[str, Option]
    players: Mapping[str, Callable[[], Player]]
    best: str
    storyteller: str = "random"
    """The player that plays a finished game on from its lines, where its story asks how it stood: a quick one."""
    measures: Mapping[str, Callable[[Any], float]] = {}
    ends: Bounds = Bounds()
    """What `bounds` says for any number of players."""
    record_guide: Sequence[str] = ()
    """How a record of this game goes on after players and options: lines for `deduce new`, each a comment there."""

    def guide(self, names: Sequence[str], options: Mapping[str, Any], me: str) -> Sequence[str]:
        """How a record of these players goes on, kept by `me` (empty: by a referee).

        As it stands: `record_guide`, these players in place of Ann, Bob, Cid and Dee; rows about one more are left out.
        """
        called = dict(zip(_SOMEBODY, names, strict=False))
        rows = [row for row in self.record_guide if called.keys() >= {*_NAMED.findall(row)}]
        return [_NAMED.sub(lambda found: called[found[0]], row) for row in rows]

    @abstractmethod
    def new(
        self,
        *,
        players: int,
        seed: int | None = None,
        data: str | Path | None = None,
        **options: Any,
    ) -> S:
        """Start a new game.

        Without `seed` the state is at its first chance move; with it, the set-up's chance moves are drawn
        from `random.Random(seed)` until somebody has to decide.

        Raises `ProblemError` for a number of players, seed, option or data file that is not allowed.
        """

    def parse(self, text: str, state: S | V) -> M:
        """The move whose text form is `text`; `RecordError` (with column) says what was expected.

        As it stands here: the one legal move that is meant, its words perhaps shortened. A game whose moves are
        open, or written in a grammar of its own, reads them itself.
        """
        from deduce.records.moves import read_move

        position: Any = state
        legal: Sequence[M] = position.moves() if callable(position.moves) else position.moves
        if position.actor is CHANCE and hasattr(position, "outcomes"):
            legal = [move for move, _ in position.outcomes()]
        return read_move(text, legal)

    @abstractmethod
    def knowledge(self, view: V) -> Knowledge:
        """What the seat of `view` knows, as the game's constraint model.

        It is what the seat saw and, in the view of a record, what its notes say beside the events. How people are known
        to play (`habits`), and other keys of a header that say how clues or people are to be read, are left out: they
        are for `solve`, `why` and `advise_record`.
        """

    @abstractmethod
    def resample(self, view: V, rng: random.Random) -> S:
        """A complete state with this very view, drawn from the seat's possible worlds."""

    @abstractmethod
    def advise(self, view: V, *, rng: int = 0, time_limit: float | None = None) -> Sequence[Advice[M]]:
        """The legal moves of `view`, best first, each with value, error and reason."""

    def watched(self) -> AbstractContextManager[None]:
        """A block in which a machine plays: what of this game comes to no end in it is stopped with an error.

        As it stands nothing is; rules of a `Rulebook` are that work for 20 s without anything to decide.
        """
        return nullcontext()

    def actions(self, players: int, **options: Any) -> Sequence[str]:
        """Every move that a seat can ever make, as text, in a fixed order; chance moves are left out.

        A game whose moves are open, or too many to list, keeps this default: `ranked_actions`, which stand for the
        first `RANKED` moves that a view lists.
        """
        return ranked_actions(RANKED)

    def bounds(self, players: int) -> Bounds:
        """How long a game can last and what it can score; wide for a game that does not say (`ends`)."""
        return self.ends

    def show(self, view: V) -> str:
        """The position as a person at a terminal wants it, with what the game says follows from it."""
        return str(view)

    def boards(self, view: V, known: Knowledge | None = None) -> Sequence[Board]:
        """The boards on the table, each as places that can be said: for the picture, and for taps on the page.

        `known` is what follows from the view, where chances are to be shown; None where people play. A game without
        places has none.
        """
        return ()

    def picture(self, view: V, *, names: Sequence[str] = ()) -> str:
        """The position as a complete SVG document, with what the game says follows from it.

        A pure function of the view. `names` are the players', seat 1 first, where seats should not be numbers. A game
        that draws nothing of its own shows its boards and its text.
        """
        from deduce.show.svg import document, lines

        boards = [board.drawn(names=names) for board in self.boards(view)]
        return document(self.title, [*boards, lines(self.show(view))])

    def truth(self, state: S, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The true world: what the variables of `knowledge` (made by this game) are in `state`.

        `check_game` uses it to show that knowledge never excludes the truth. Variables about what
        `state` has not decided yet are left out. Raises `ProblemError` in a game that does not say.
        """
        raise ProblemError(f"{self.title} does not say which world is true: it overrides no Game.truth")

    def decided_by(self, view: V) -> Iterable[str]:
        """What a view's seat chose itself, by the names of its knowledge's variables; none in most games."""
        return ()

    def audit(self, state: S, seat: int, kept: dict[int, Any] | None = None) -> None:
        """Look for what `seat` can tell at a position beyond its view; `check_game` asks at every position.

        `kept` is the game's to fill: with what helps to audit later positions of the same play-out, by seat.

        Raises `ProblemError` naming it. A game that cannot look behind its own rules says nothing.
        """

    def exact_chances(self, view: V, knowledge: Knowledge) -> Mapping[Variable, Mapping[Any, float]]:
        """What the game's own beliefs, if they claim to be exact, say about variables of `knowledge`.

        `knowledge` was made from the same view. `check_game` holds the two against each other; a game whose
        only belief is its knowledge says nothing.
        """
        return {}

    def lies_told(self, states: Sequence[S], moves: Sequence[M]) -> Sequence[Lie]:
        """The moves of a whole game that said what was not so, for its story afterwards; none in most games."""
        return ()

    def habits_shown(self, states: Sequence[S], moves: Sequence[M]) -> Mapping[int, Mapping[str, Any]]:
        """What a whole finished game tells of how each seat plays: counts, and tables of counts; none in most games."""
        return {}

    def habits_told(self, replay: Any) -> Mapping[int, Mapping[str, Any]]:
        """What a record tells of how each seat plays: of a whole finished game. Raises `ProblemError` for another."""
        states, moves = replay.played
        if states[-1].actor is not None:
            raise ProblemError("this game is not over, so not all is known of how it was played")
        return self.habits_shown(states, moves)

    # What the command line asks of a game; a game without records keeps these defaults.

    def answers(self) -> Answers[Any]:
        """How questions about records are answered, imported when first asked for.

        Raises `ProblemError` in a game without records.
        """
        raise ProblemError(f"{self.title} has no records")

    def form(self, names: Sequence[str], *, me: str = "", options: Mapping[str, Any] | None = None) -> Form:
        """What can be tapped in place of typing lines of a record with this header.

        Args:
            names: The players, seat 1 first.
            me: The writer's name; empty for a complete record and a bystander's.
            options: Options that are not at their default.

        Raises `ProblemError` for what no header can say. A game without a form of its own has lines typed.
        """
        make = self._of_records("form")
        if make is None:
            from deduce.records.form import Form

            return Form(tuple(names), me, ())
        self.checked_players(len(names))
        made: Form = make(names, me, self.checked_options(options or {}))
        return made

    def marked(self, line: str, names: Sequence[str]) -> str | None:
        """A line of notes that was refused, as one that stands for a turn nobody could read; None where there is none."""
        return None

    def beginnings(self) -> Sequence[str]:
        """Words with which lines of notes begin, beside players' names."""
        return ()

    def upcoming(self, replay: Any) -> Upcoming:
        """What a record, as `Answers.read` gives it, waits for: a hint for whoever writes on."""
        from deduce.records.form import Upcoming

        ask = self._of_records("upcoming")
        return Upcoming() if ask is None else ask(replay)

    def written(
        self,
        states: Sequence[S],
        moves: Sequence[M],
        options: Mapping[str, Any],
        *,
        seat: int | None = None,
    ) -> str:
        """A game as the text of its record, from its positions and the moves between them (chance included).

        With `seat` only what that seat saw. `options` are those not at their default. Where a record says enough the
        last position will do: `states` may then begin anywhere. Raises `ProblemError` for a game that writes no records,
        and where no record can say what happened, such as in the middle of a deal.
        """
        write = self._of_records("write")
        if write is None:
            raise ProblemError(f"{self.title} writes no records of its own")
        text: str = write(states, moves, options, seat)
        return text

    def _of_records(self, name: str) -> Callable[..., Any] | None:
        """That field of `answers()`; None in a game without records."""
        if type(self).answers is Game.answers:
            return None
        part: Callable[..., Any] | None = getattr(self.answers(), name)
        return part

    def notes(self) -> Sequence[Note]:
        """Where the shipped data come from, for `describe`."""
        return ()

    def exported(self) -> str:
        """All data of the box as the text of a data file, for ``deduce games NAME --export``.

        Raises `ProblemError` in a game that has no such file.
        """
        raise ProblemError(f"{self.name} has no data file of its box to be edited")

    def hides(self, view: V, move: M) -> bool:
        """Whether the others do not see which move it is that is made at a position (`view` is any seat's).

        As it stands: always; a game whose moves are made in the open says so.
        """
        return True

    def happened(self, before: V, after: V, actor: int, move: M) -> Sequence[str]:
        """What the move of `actor` (0: chance) was to the seat that looks, a sentence each.

        `before` and `after` are that seat's views. Nothing may be told that they do not tell, but the move itself where
        it is made in the open (`hides`).
        """
        said = getattr(after, "happened", "")
        if said:
            return (said,)
        if not actor or actor == after.seat:
            return ()
        who = seated(actor)
        hidden = self.hides(before, move)
        return (say("{who} has moved.", who=who) if hidden else run(who, ": ", typed(move), "."),)

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """The answer to ``deduce solve RECORD``: what `seat` knows after `until`, and what was not noted."""
        answers, replay = self._asked(record, until)
        report = answers.solve(replay, seat=seat)
        missing = [] if replay.me is None or seat == 0 else list(replay.missing)
        if not missing:
            return report
        rows = [report.text, "", *not_noted(missing)]
        return Report("\n".join(rows), {**report.data, "missing": missing}, report.status)

    def why(
        self, record: Record, fact: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """The answer to ``deduce why RECORD FACT``, which may end as a question does; `until` as in `solve`."""
        answers, replay = self._asked(record, until)
        return answers.why(replay, fact.rstrip(" ?"), seat=seat)

    def _asked(self, record: Record, until: str | None) -> tuple[Answers[Any], Any]:
        """How records are answered about, and this one as it stood after `until`."""
        answers = self.answers()
        return answers, answers.read(record).upto(until)

    def advise_record(
        self,
        record: Record,
        *,
        seat: int | None = None,
        until: str | None = None,
        rng: int = 0,
        time_limit: float | None = None,
    ) -> Report:
        """The answer to ``deduce advise RECORD``: what `seat` should do after `until`."""
        answers, replay = self._asked(record, until)
        return answers.advise(replay, seat=seat, rng=seeded(rng), time_limit=time_limit)

    def picture_record(self, record: Record, *, seat: int | None = None, until: str | None = None) -> str:
        """What `seat` knows after `until` as a complete SVG document: ``--svg FILE`` of ``deduce solve``."""
        answers, replay = self._asked(record, until)
        if answers.draw is not None:
            return answers.draw(replay, seat=seat)
        return self.picture(replay.view(seat), names=replay.names)

    def boards_record(
        self, record: Record, *, seat: int | None = None, until: str | None = None
    ) -> Sequence[Board]:
        """The boards on the table as `seat` knows them after `until`; see `boards`."""
        answers, replay = self._asked(record, until)
        if answers.boards is not None:
            return answers.boards(replay, seat=seat)
        return self.boards(replay.view(seat))

    def weigh_record(
        self, record: Record, clues: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """The answer to ``deduce advise RECORD --clues``: what becomes of the `clues` that `seat` thinks of giving.

        Raises `ProblemError` in a game without clues to give.
        """
        answers, replay = self._asked(record, until)
        if answers.weigh is None:
            raise ProblemError(f"{self.title} has no clues of one's own to weigh")
        return answers.weigh(replay, clues, seat=seat)

    def ordered(self, view: V) -> Sequence[M]:
        """The moves of `view` in the order in which a person is shown them; all of `view.moves`, each once."""
        moves: Sequence[M] = view.moves
        return moves

    def describe(self) -> Report:
        """The answer to ``deduce games NAME``: options and data with their provenance."""
        least, most = self.seats.start, self.seats.stop - 1
        seats = many(most, "player") if least == most else f"{least}-{most} players"
        lines = [
            f"{self.title} ({self.name}), {seats}",
            "",
        ]
        lines += [
            f"  {key} = {option.default!r}  ({option.provenance}) {option.doc}"
            for key, option in self.options.items()
        ]
        notes = self.notes()
        lines += ["", "Data (replaceable: data=FILE):", *(f"  {note}" for note in notes)] if notes else []
        data: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "players": list(self.seats),
            "options": {
                k: {"default": o.default, "doc": o.doc, "provenance": o.provenance}
                for k, o in self.options.items()
            },
        }
        if notes:
            data["data"] = [note.to_dict() for note in notes]
        return Report("\n".join(lines), data)

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options: those given, checked, over the defaults. Raises `ProblemError`."""
        for key in given:
            if key not in self.options:
                raise ProblemError(f"{self.name} has no option {key!r}: {nearest(key, self.options)}")
        return {
            key: option.check(key, given.get(key, option.default)) for key, option in self.options.items()
        }

    def checked_players(self, players: int) -> int:
        """`players` when this game allows that number; else `ProblemError`."""
        from deduce.language.variables import is_whole  # games are listed without the language

        if not is_whole(players) or players not in self.seats:
            least, most = self.seats.start, self.seats.stop - 1
            allowed = many(most, "player") if least == most else f"{least} to {most} players"
            raise ProblemError(f"{self.title} is for {allowed}, not {players!r}")
        return players


def not_noted(missing: Sequence[str]) -> Sequence[str]:
    """What the writer saw and did not note, under its heading; nothing where nothing is missing."""
    return ["Not noted, and so not reckoned with:", *(f"  {each}" for each in missing)] if missing else []


def kind_of(move: Any) -> str:
    """The kind of a move: the first word of its text."""
    return str(move).partition(" ")[0]


def settle(state: S, rng: random.Random) -> S:
    """Play chance moves, drawn by their probabilities, until a seat has to decide or the game ends."""
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    return state

"""The story of a game afterwards: who could have known what when, what told most, which lies were told, where it turned.

It is read from a finished record of any game, line by line. What somebody could have known is what the game's own
knowledge proves from that seat's view then; nothing is guessed. How a game stood is the mean of games played on from the
true position by simple players (`Game.storyteller`), with its standard error: a figure for comparing lines, not what
these very people would have made of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deduce.games.base import CHANCE, PUBLIC
from deduce.games.story import Found, Moment, Story
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, GaveUp, ProblemError, TooLarge
from deduce.ground.wording import say
from deduce.records.record import read_record

if TYPE_CHECKING:
    from deduce.games.base import Game
    from deduce.records.record import Record
    from deduce.records.replay import Replay
    from deduce.records.shared import Shared

__all__ = ["story_of", "story_of_all"]

LONGEST = 2000
"""A game played on is broken off after so many moves, and counts for nothing."""
MOVES = 10_000
"""So many moves are made to play a whole story on; where they do not suffice, fewer games are played on."""
FEWEST = 4
"""With fewer games nothing is said."""


def story_of(
    game: Game[Any, Any, Any],
    record: Record,
    *,
    playouts: int = 20,
    rng: int = 0,
    time_limit: float | None = None,
) -> Story:
    """The story of a record of `game`.

    Args:
        game: The game of the record.
        record: A complete record, or one seat's notes: then only what the writer could have known is told.
        playouts: How many games are played on from each line of a complete record at the most; 0 for none.
        rng: Seed of these.
        time_limit: Seconds after which what is left stays untold, and is said to be.

    Raises `RecordError` for a record that cannot be read, `ProblemError` for one without a line, and for a game that is
    not over.
    """
    replay: Replay[Any] = game.answers().read(record)
    if not record.events:
        raise ProblemError(say("this record has no lines, so there is no story to tell"))
    states, moves = replay.played if replay.me is None else ((), ())
    if replay.me is None and states[-1].actor is not None:
        raise ProblemError(say("this game is not over; its story is told when it is"))
    clock = Deadline(time_limit)
    viewers = (*range(1, len(replay.names) + 1), PUBLIC) if replay.me is None else (replay.me,)
    teller = _Teller(game, viewers, clock)
    onward = _Onward(game, playouts if replay.me is None else 0, len(record.events), rng, clock)
    moments, made = [], 0
    for line, said, part in _parts(replay, record):
        teller.look(line, part.view)
        decided, scores = True, ((), ())  # type: bool, tuple[tuple[float, ...], tuple[float, ...]]
        if replay.me is None:
            with suppress(DeduceError):
                positions, done = part.played
                decided = not made < len(done) or any(
                    each.actor is not CHANCE for each in positions[made:-1]
                )
                made = len(done)
                onward.made.append((line, made))
                scores = onward.scores(positions[-1], line)
        moments.append(Moment(line, said, teller.bits, *scores, decided))
    found = teller.found(states[-1] if states else None)
    cut = f"the time limit ({time_limit:g} s) was reached: the rest stays untold" if clock.passed else ""
    if replay.me is None and playouts and not onward.playouts:
        cut = cut or "games of this length are not played on: how it stood stays untold"
    told = Story(
        game.title,
        tuple(replay.names),
        viewers,
        tuple(states[-1].scores) if states else None,
        tuple(moments),
        tuple(found),
        playouts=onward.playouts if any(each.scores for each in moments) else 0,
        player=game.storyteller,
        cut=cut,
    )
    lies = [(onward.line_of(lie.move), lie) for lie in (game.lies_told(states, moves) if moves else ())]
    lies.sort(key=lambda each: -(told.paid(each[0], each[1].seat) or (0.0, 0.0))[0])
    return replace(told, lies=tuple(lies))


def story_of_all(game: Game[Any, Any, Any], shared: Shared, *, time_limit: float | None = None) -> Story:
    """The story of an evening of everybody (`records.shared`): all that was hidden is opened.

    Each player is told of from what all read and that player's own lines, a bystander from what all read alone.

    Raises `RecordError` where one of these records cannot be read, `ProblemError` for one without a line.
    """
    clock = Deadline(time_limit)
    who = dict(enumerate((*shared.names, None), 1))
    viewers = (*range(1, len(shared.names) + 1), PUBLIC)
    records = {
        seat: read_record("\n".join(shared.lines(name)), source=shared.source)
        for seat, name in zip(viewers, who.values(), strict=True)
    }
    replays = {seat: game.answers().read(record) for seat, record in records.items()}
    public = {line.number: line.body for line in records[PUBLIC].events}
    if not public:
        raise ProblemError("this record has no lines that all read, so there is no story to tell")
    teller, moments = _Teller(game, viewers, clock), []
    alone = {line: f"{name}, alone: {said}" for line, name, said in shared.opened()}
    first = min(line.number for record in records.values() for line in record.events)
    events = {line.number for record in records.values() for line in record.events}
    for number in sorted({max(0, first - 1), *events}):

        def view(seat: int, upto: int = number) -> Any:
            return replays[seat].upto(f"line {upto}").view(seat)

        teller.look(number if number in events else 0, view)
        said = public.get(number) or alone.get(number, "")
        # What comes by chance to one alone is nothing that anybody told.
        moments.append(
            Moment(number if number in events else 0, said, teller.bits, decided=number in public)
        )
    cut = f"the time limit ({time_limit:g} s) was reached: the rest stays untold" if clock.passed else ""
    return Story(
        game.title,
        shared.names,
        viewers,
        None,
        tuple(moments),
        tuple(teller.found(None)),
        opened=tuple(shared.opened()),
        cut=cut,
    )


def _parts(replay: Replay[Any], record: Record) -> Iterator[tuple[int, str, Replay[Any]]]:
    """The record as far as each of its lines: first what its header tells, as line 0."""
    first = record.events[0].number
    with suppress(DeduceError):
        if first > 1:
            yield 0, "", replay.upto(f"line {first - 1}")
    for line in record.events:
        with suppress(DeduceError):
            yield line.number, line.body, replay.upto(f"line {line.number}")


class _Teller:
    """What each viewer could have known after each line."""

    def __init__(self, game: Game[Any, Any, Any], viewers: Sequence[int], clock: Deadline) -> None:
        self.game, self.viewers, self.clock = game, viewers, clock
        self.bits: tuple[float | None, ...] = (None,) * len(viewers)
        self.certain: list[list[tuple[int, Mapping[str, Hashable]]]] = [[] for _ in viewers]
        self.last: list[Any] = [None] * len(viewers)
        self.born: dict[str, int] = {}
        """The line with which a quantity came into the game, where a single viewer tells it."""
        self.asked = False

    def look(self, line: int, view: Callable[[int], Any]) -> None:
        """Go on with a line and what each may see after it; what cannot be worked out stays as it was."""
        bits: list[float | None] = []
        for number, seat in enumerate(self.viewers):
            had = self.bits[number]
            if self.clock.passed:
                bits.append(None)
                continue
            try:
                known = self.game.knowledge(view(seat))
                key = tuple((each.text, each.place) for each in known.log), len(known.scope)
                if key == self.last[number]:
                    bits.append(had)
                    continue
                shown = {variable.name for variable in getattr(known.problem, "shown", known.scope)}
                certain = {
                    each.name: value for each, value in known.certain().items() if each.name in shown
                }
                self.certain[number].append((line, certain))
                for variable in known.scope if len(self.viewers) == 1 else ():
                    self.born.setdefault(variable.name, line if self.asked else 0)
                self.last[number], self.asked = key, True
                bits.append(abs(known.entropy()))
            except (TooLarge, GaveUp):
                bits.append(None)
            except DeduceError:
                bits.append(had)
        self.bits = tuple(bits)

    def found(self, last: Any) -> list[Found]:
        """What was so at the end and could be known by somebody, with the line from which on each viewer could."""
        truth: dict[str, Hashable] = {}
        if last is not None and self.asked:
            with suppress(DeduceError):
                told = self.game.truth(last, self.game.knowledge(last.view(PUBLIC)))
                truth = {variable.name: value for variable, value in told.items()}
        ends = [dict(each[-1][1]) if each else {} for each in self.certain]
        for end in ends:
            for name, value in end.items():
                truth.setdefault(name, value)
        rows = []
        for name, value in truth.items():
            lines = tuple(self._since(number, name, value) for number in range(len(self.viewers)))
            open_to_all = len(set(lines)) == 1
            if open_to_all and (len(lines) > 2 or lines[0] in (0, None)):
                continue  # done before all eyes, or nobody's to know
            if lines[0] and self.born.get(name) == lines[0]:
                continue  # done before the writer's eyes
            rows.append(Found(f"{name} = {value}", lines))
        return sorted(
            rows, key=lambda row: min((each for each in row.lines if each is not None), default=0)
        )

    def _since(self, number: int, name: str, value: Hashable) -> int | None:
        """The line from which on a viewer was certain of it, to the end."""
        since: int | None = None
        for line, certain in reversed(self.certain[number]):
            if certain.get(name, _NONE) != value:
                break
            since = line
        return since


_NONE = object()


class _Onward:
    """How a game stood after its lines, by games played on."""

    def __init__(
        self, game: Game[Any, Any, Any], playouts: int, lines: int, rng: int, clock: Deadline
    ) -> None:
        self.playouts, self.lines, self.rng, self.clock = playouts, lines, rng, clock
        quick = game.storyteller != "random"
        self.player = game.players[game.storyteller]() if quick else None
        self.made: list[tuple[int, int]] = []
        """So many moves had been made by the end of each line."""

    def line_of(self, move: int) -> int:
        """The line in which a move (0-based) was made."""
        return next((line for line, made in self.made if made > move), 0)

    def scores(self, state: Any, line: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The mean score of each seat when the game is played on, and the standard errors; empty where it is not."""
        if state.actor is None:
            return tuple(state.scores), (0.0,) * len(state.scores)
        ends: list[Sequence[float]] = []
        rng, moves = random.Random(f"{self.rng}/{line}"), 0
        while len(ends) < self.playouts:
            if self.clock.passed:
                return (), ()
            end, length = self._end(state, rng)
            moves += length
            if end is None:
                return (), ()
            ends.append(end)
            if len(self.made) == 1:  # the first tells how long games are
                fair = 2 * MOVES * len(ends) // max(1, moves * self.lines)
                self.playouts = min(self.playouts, fair) if fair >= FEWEST else 0
        return _means(ends) if len(ends) >= FEWEST else ((), ())

    def _end(self, state: Any, rng: random.Random) -> tuple[Sequence[float] | None, int]:
        """The scores of one game played on, and how many moves that took."""
        for length in range(LONGEST):
            actor = state.actor
            if actor is None:
                return state.scores, length
            if actor is CHANCE:
                move = state.draw(rng)
            elif self.player is None:
                move = rng.choice(state.moves())
            else:
                move = self.player.choose(state.view(actor), rng)
            state = state.play(move)
        return None, LONGEST


def _means(ends: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The mean of each seat and its standard error; of games that all ended alike one more is reckoned that did not."""
    number = len(ends)
    span = max(map(max, ends)) - min(map(min, ends))
    means = tuple(sum(each) / number for each in zip(*ends, strict=True))
    errors = tuple(
        math.sqrt(max(sum((score - mean) ** 2 for score in each), span**2 / 2) / (number - 1) / number)
        for each, mean in zip(zip(*ends, strict=True), means, strict=True)
    )
    return means, errors

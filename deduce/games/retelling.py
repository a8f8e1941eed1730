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
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.games.base import CHANCE, PUBLIC, Game
from deduce.games.story import Found, Moment, Story
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, DeduceError, GaveUp, ProblemError, TooLarge
from deduce.ground.wording import say
from deduce.records.record import Record, read_record

if TYPE_CHECKING:
    from deduce.records.replay import Replay
    from deduce.records.shared import Shared

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
        position = None
        if replay.me is None:
            with suppress(DeduceError):
                position = part.played[0][-1]
        teller.look(line, part.view, position)
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
    found = teller.found()
    cut = teller.untold(time_limit)
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
    cut = teller.untold(time_limit)
    return Story(
        game.title,
        shared.names,
        viewers,
        None,
        tuple(moments),
        tuple(teller.found()),
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


class _Look(NamedTuple):
    """How things stood after a line: for each viewer what is certain and what there is to know, and how it truly was."""

    line: int
    certain: tuple[Mapping[str, Hashable], ...]
    names: tuple[frozenset[str], ...]
    truth: Mapping[str, Hashable]


class _Teller:
    """What each viewer could have known after each line."""

    def __init__(self, game: Game[Any, Any, Any], viewers: Sequence[int], clock: Deadline) -> None:
        self.game, self.viewers, self.clock = game, viewers, clock
        self.bits: tuple[float | None, ...] = (None,) * len(viewers)
        self.looks: list[_Look] = []
        self.last: list[Any] = [None] * len(viewers)
        self.moved: list[set[str]] = [set() for _ in viewers]
        """What stood somewhere, for viewers whom more is asked of than where things stand."""
        self.torn = 0
        """The line from which on notes of some viewer contradict each other; 0 if none do."""
        self.own: set[str] = set()
        """What a single viewer chose itself."""
        self.born: dict[str, int] = {}
        """The line with which a quantity came into the game, where a single viewer tells it."""

    def look(self, line: int, view: Callable[[int], Any], position: Any = None) -> None:
        """Go on with a line and what each may see after it; what cannot be worked out stays as it was.

        Args:
            line: Its number; 0 for the beginning.
            view: What a seat may see then.
            position: The true position, where the record tells it.
        """
        bits: list[float | None] = []
        before = self.looks[-1] if self.looks else None
        certain = list(before.certain) if before else [{} for _ in self.viewers]
        names = list(before.names) if before else [frozenset() for _ in self.viewers]
        truth: Mapping[str, Hashable] = {}
        for number, seat in enumerate(self.viewers):
            had = self.bits[number]
            if self.clock.passed:
                bits.append(None)
                continue
            try:
                seen = view(seat)
                known = self.game.knowledge(seen)
                if position is not None and seat == PUBLIC:
                    truth = self._truth(position, known)
                key = tuple((each.text, each.place) for each in known.log), len(known.scope)
                if key == self.last[number]:
                    bits.append(had)
                    continue
                shown = {variable.name for variable in getattr(known.problem, "shown", known.scope)}
                # Where nothing stands on the table any more, how it came about is no fact of the game.
                if len(shown) < len(known.scope):
                    self.moved[number] |= shown
                elif self.moved[number]:
                    shown &= self.moved[number]
                certain[number] = {
                    each.name: each.words.get(value, value)
                    for each, value in known.certain().items()
                    if each.name in shown
                }
                names[number] = frozenset(shown)
                if len(self.viewers) == 1:
                    self.own.update(self.game.decided_by(seen))
                    for name in names[number]:
                        self.born.setdefault(name, line if self.looks else 0)
                self.last[number] = key
                bits.append(abs(known.entropy()))
            except (TooLarge, GaveUp):
                bits.append(None)
            except Contradiction:
                self.torn = self.torn or line
                bits.append(had)
            except DeduceError:
                bits.append(had)
        self.bits = tuple(bits)
        if any(each is not None for each in self.last):
            self.looks.append(_Look(line, tuple(certain), tuple(names), truth))

    def _truth(self, position: Any, known: Any) -> Mapping[str, Hashable]:
        try:
            told = self.game.truth(position, known)
        except (DeduceError, NotImplementedError):
            return {}
        return {variable.name: variable.words.get(value, value) for variable, value in told.items()}

    def untold(self, time_limit: float | None) -> str:
        """What was not worked out, and why; empty where all was."""
        if self.torn:
            return say(
                "From line {line} on these notes contradict each other: some note is wrong, and so may be what is told "
                "here.",
                line=self.torn,
            )
        if self.clock.passed:
            return f"the time limit ({time_limit:g} s) was reached: the rest stays untold"
        return ""

    def found(self) -> list[Found]:
        """What could be known by some and not by others, or not yet, with the line from which on each viewer could.

        What moves (a card in a hand) was so for a while: that is told where somebody else than who held it could know.
        """
        rows = [row for name in self._names() for row in self._of(name)]
        return sorted(
            rows, key=lambda row: min((each for each in row.lines if each is not None), default=0)
        )

    def _names(self) -> list[str]:
        told = (name for look in self.looks for each in (*look.certain, look.truth) for name in each)
        return list(dict.fromkeys(told))

    def _of(self, name: str) -> Iterator[Found]:
        """The facts about one quantity, one after the other."""
        last = self.looks[-1]
        for value, looks in groupby(self.looks, lambda look: self._value(look, name)):
            if value is _NONE:
                continue
            spell = list(looks)
            ended = spell[-1] is not last
            own = [self._holds(spell[0], number, name) for number in range(len(self.viewers))]
            lines = tuple(
                spell[0].line if own[number] else _since(spell, number, name, value)
                for number in range(len(self.viewers))
            )
            if len(set(lines)) == 1 and (len(lines) > 2 or lines[0] in (0, None)):
                continue  # done before all eyes, or nobody's to know
            if name in self.own or (lines[0] and self.born.get(name) == lines[0]):
                continue  # done by the writer, or before the writer's eyes
            if len(lines) == 1 and ended:
                continue
            if (ended or any(own)) and all(own[k] or each is None for k, each in enumerate(lines)):
                continue  # only who held it knew of it
            yield Found(f"{name} = {value}", lines, spell[0].line, spell[-1].line if ended else None)

    def _value(self, look: _Look, name: str) -> Hashable:
        """What it was then, as the position or somebody's proof tells."""
        for told in (look.truth, *look.certain):
            if name in told:
                return told[name]
        return _NONE

    def _holds(self, look: _Look, number: int, name: str) -> bool:
        """Whether a viewer has it before the eyes: then it is no question in this one's knowledge."""
        public = next((look.names[k] for k, seat in enumerate(self.viewers) if seat == PUBLIC), frozenset())
        return name in public and name not in look.names[number]


def _since(spell: Sequence[_Look], number: int, name: str, value: Hashable) -> int | None:
    """The line from which on a viewer was certain of it, as long as it was so."""
    since: int | None = None
    for look in reversed(spell):
        if look.certain[number].get(name, _NONE) != value:
            break
        since = look.line
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

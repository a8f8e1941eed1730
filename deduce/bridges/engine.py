"""A text protocol for engines, as UCI is to chess: positions go in, best moves come out, a line each.

Any program can be an opponent or ask, in any language: it starts ``deduce engine GAME`` and talks over standard
streams. Every command is one line; every answer ends with a line whose first word is the command's own, or with
``error SENTENCE``, after which the engine goes on as before.

==============================================  =====================================================================
command                                         answer
==============================================  =====================================================================
``hello``                                       ``id``, ``seats``, ``option`` and ``player`` lines, then ``hello ok``
``new PLAYERS [KEY=VALUE ...]``                 ``new ok``: the position before the first chance move
``deal SEED``                                   ``deal ok``: chance moves drawn from that seed until a seat has to decide
``play MOVE``                                   ``play ok``; chance moves are played like others
``record`` ... ``.``                            a record, then a single dot; ``record ok SEAT`` (the writer's)
``actor``                                       ``actor SEAT``, ``actor chance`` or ``actor over SCORE ...``
``moves``                                       ``move TEXT`` lines, then ``moves COUNT``
``view SEAT``                                   ``view JSON``: all that the seat may use
``go [SEED [SECONDS]]``                         ``info VALUE ERROR KIND TEXT`` lines, best first, then ``go TEXT``
``choose PLAYER [SEED]``                        ``choose TEXT``: what a named player would do
``quit``                                        nothing; the engine ends
==============================================  =====================================================================

After ``record`` the position is what its writer knows: ``actor``, ``moves``, ``view`` and ``go`` answer from that seat's
view alone, and nothing can be played.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from deduce import __version__
from deduce.games.base import CHANCE, Game, chance_from, settle
from deduce.games.given import move_of, who_moves
from deduce.games.plain import plain
from deduce.ground.errors import DeduceError, ProblemError
from deduce.players.named import player
from deduce.records.header import option_typed
from deduce.records.record import read_record
from deduce.records.words import whole_number

__all__ = ["LONGEST", "Engine"]

LONGEST = 100_000
"""A longer line, or a record of more lines, is refused."""


class Engine:
    """One conversation: `answer` gives the lines that answer a line, `serve` runs over two streams."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self.state: Any = None
        self.seen: Any = None
        self._record: list[str] | None = None
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "hello": self._hello,
            "new": self._new,
            "deal": self._deal,
            "play": self._play,
            "record": self._begin_record,
            "actor": self._actor,
            "moves": self._moves,
            "view": self._view,
            "go": self._go,
            "choose": self._choose,
        }

    def serve(self, lines: Iterable[str], tell: Callable[[str], object]) -> None:
        """Answer line by line until ``quit`` or the end of the input."""
        for line in lines:
            if line.strip() == "quit" and self._record is None:
                return
            for answer in self.answer(line.rstrip("\r\n")):
                tell(answer)

    def answer(self, line: str) -> list[str]:
        """The lines that answer `line`; mistakes are answered with ``error`` and change nothing."""
        try:
            if len(line) > LONGEST:
                raise ProblemError(f"a line has at most {LONGEST} characters")
            if self._record is not None:
                return self._record_line(line)
            command, _, rest = line.strip().partition(" ")
            if not command:
                return []
            if command not in self._commands:
                raise ProblemError(
                    f"unknown command {command[:40]!r}; known are {', '.join(self._commands)}, quit"
                )
            return list(self._commands[command](rest.strip()))
        except DeduceError as error:
            return ["error " + " ".join(str(error).split())]

    def _hello(self, _: str) -> Iterator[str]:
        game = self.game
        yield f"id deduce {__version__}"
        yield f"id game {game.name} {game.title}"
        yield f"seats {game.seats.start} {game.seats.stop - 1}"
        for key, option in game.options.items():
            yield f"option {key} {option.default}"
        for name in game.players:
            yield f"player {name}"
        yield "hello ok"

    def _new(self, rest: str) -> Iterator[str]:
        words = rest.split()
        count = whole_number(words[0]) if words else None
        if count is None:
            raise ProblemError("expected 'new PLAYERS [KEY=VALUE ...]', such as 'new 3'")
        options = dict(option_typed(word, self.game) for word in words[1:])
        self.state, self.seen = self.game.new(players=count, **options), None
        yield "new ok"

    def _deal(self, rest: str) -> Iterator[str]:
        self.state = settle(self._position(), chance_from(_number(rest, "deal SEED")))
        yield "deal ok"

    def _play(self, rest: str) -> Iterator[str]:
        state = self._position()
        self.state = state.play(self.game.parse(rest, state))
        yield "play ok"

    def _begin_record(self, _: str) -> Iterator[str]:
        self._record = []
        return iter(())

    def _record_line(self, line: str) -> list[str]:
        lines = self._record or []
        if line.strip() != ".":
            if len(lines) < LONGEST:
                lines.append(line)
            self._record = lines
            return []
        self._record = None
        if len(lines) >= LONGEST:
            raise ProblemError(f"a record has at most {LONGEST} lines")
        replay = self.game.answers().read(read_record("\n".join(lines) + "\n", source="record"))
        seat = replay.me
        if not seat:
            raise ProblemError("the record must be one seat's: 'me:' or 'seat:' says whose")
        self.state, self.seen = None, replay.view(seat)
        return [f"record ok {seat}"]

    def _position(self) -> Any:
        if self.state is None:
            raise ProblemError("there is no game to play in: begin with 'new PLAYERS'")
        return self.state

    def _mover(self) -> Any:
        """The view of the seat to move."""
        if self.seen is not None:
            return self.seen
        actor = self._position().actor
        if not isinstance(actor, int):
            raise ProblemError(
                "chance is to move: 'deal SEED', or 'play' a chance move"
                if actor is CHANCE
                else "the game is over"
            )
        return self.state.view(actor)

    def _actor(self, _: str) -> Iterator[str]:
        where = self.seen if self.seen is not None else self._position()
        if where.actor is CHANCE:
            yield "actor chance"
        elif where.actor is None:
            yield " ".join(["actor over", *(f"{score:g}" for score in where.scores or ())])
        else:
            yield f"actor {where.actor}"

    def _moves(self, _: str) -> Iterator[str]:
        if self.seen is None and self._position().actor is CHANCE:
            moves = [move for move, _ in self.state.outcomes()]
        else:
            moves = list(self._mover().moves)
        yield from (f"move {move}" for move in moves)
        yield f"moves {len(moves)}"

    def _view(self, rest: str) -> Iterator[str]:
        seat = _number(rest, "view SEAT")
        if self.seen is not None:
            if seat != self.seen.seat:
                raise ProblemError(f"the record is seat {self.seen.seat}'s")
            view = self.seen
        else:
            view = self._position().view(seat)
        yield "view " + json.dumps(plain(view), ensure_ascii=False)

    def _go(self, rest: str) -> Iterator[str]:
        seed, _, seconds = rest.partition(" ")
        try:
            limit = float(seconds) if seconds else None
        except ValueError:
            raise ProblemError(f"expected seconds, not {seconds[:20]!r}") from None
        ranked = self.game.advise(
            self._mover(), rng=_number(seed, "go [SEED [SECONDS]]") if seed else 0, time_limit=limit
        )
        if not ranked:
            raise ProblemError("nothing is to be decided by this seat now")
        for each in ranked:
            yield f"info {each.value:.6g} {each.error:.3g} {each.kind} {each.move}"
        yield f"go {ranked[0].move}"

    def _choose(self, rest: str) -> Iterator[str]:
        name, _, seed = rest.partition(" ")
        chosen = player(self.game, name)
        rng = chance_from(_number(seed, "choose PLAYER [SEED]") if seed else 0)
        view = self._mover()
        yield f"choose {move_of(chosen, view, rng, who_moves(name, view.seat, self.game))}"


def _number(text: str, form: str) -> int:
    number = whole_number(text.strip())
    if number is None:
        raise ProblemError(f"expected '{form}', not {text[:40]!r}")
    return number

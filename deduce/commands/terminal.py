"""Playing a game in the terminal: one person against players, by the numbers or texts of moves."""

from __future__ import annotations

import builtins
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deduce.commands.meant import COMMANDS, WITH_WORDS, read_answer
from deduce.commands.tabletalk import by_seats, called, changed, cited
from deduce.games.base import CHANCE, PUBLIC, Game, Player, chance_from, kind_of
from deduce.games.given import move_of, who_moves
from deduce.games.revealing import revealed
from deduce.games.speaking import speech_of, told
from deduce.ground.errors import DeduceError, ProblemError, RecordError
from deduce.ground.phrases import Speech
from deduce.ground.reading import write_text
from deduce.ground.wording import IN_ENGLISH, as_is, listing, many, passage, person, run, say, typed

__all__ = ["COMMANDS", "WITH_WORDS", "PlayedEvening", "play_in_terminal", "read_answer"]

SHOWN = 20
"""So many moves are listed without being asked."""

RANKING = 2.0
"""So many seconds may go into the order of guesses."""

ADVISED = 5
"""So many moves are advised."""

_SEAT = re.compile(r"\b(?:seat |P)([1-9])\b", re.IGNORECASE)


FEW = 4
"""So many moves are listed on one line."""


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """How the evening ended: the last state, the moves (chance included), and whether it is over."""

    state: Any
    moves: tuple[Any, ...]
    finished: bool

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values for JSON."""
        return {
            "finished": self.finished,
            "scores": list(self.state.scores) if self.finished else None,
            "moves": [str(move) for move in self.moves],
        }


def play_in_terminal(
    game: Game[Any, Any, Any],
    seats: Mapping[int, Player],
    human_seat: int | None,
    rng: int = 0,
    *,
    input: Callable[[str], str] = builtins.input,  # noqa: A002 - a stand-in for the built-in of that name
    output: Callable[[str], Any] = print,
    options: Mapping[str, Any] | None = None,
    played: tuple[Sequence[Any], Sequence[Any]] | None = None,
    names: Sequence[str] = (),
    language: str = "en",
) -> PlayedEvening:
    """Play one game to its end, or until the person at `human_seat` quits.

    Args:
        game: The game.
        seats: The player of every other seat; seats are numbered from 1.
        human_seat: The seat that types; None to watch.
        rng: Seed of the deal and of everybody's chance.
        input: Asks for a line, given a prompt; its end (EOFError) and an interrupt both quit.
        output: Takes each text to show.
        options: Passed to `Game.new`.
        played: The positions of a game to go on with, the last one at least, and the moves between them.
        names: What the seats are called, in what is shown and in what is typed; numbers by default.
        language: In which everything is shown; typed are the commands, and moves as they are shown or in English.

    Raises `ProblemError` when the seats do not fit the game. Nothing typed raises an error.
    """
    taken = sorted([*seats, *([] if human_seat is None else [human_seat])])
    if taken != list(range(1, len(taken) + 1)):
        raise ProblemError(f"every seat from 1 on needs one player; taken are {taken}")
    if names and len(names) != len(taken):
        raise ProblemError(f"{many(len(names), 'name')} for {many(len(taken), 'seat')}: {' '.join(names)}")
    ask, show = called(names, input, output) if names else (input, output)
    speech = speech_of(game, language, names)
    table = _Table(
        game, dict(seats), human=human_seat, seed=rng, ask=ask, show=show, options=dict(options or {}), speech=speech
    )  # fmt: skip
    if played is None:
        return table.play([game.new(players=len(taken), **table.options)], [])
    states = list(played[0])
    if states[-1].seats != len(taken):
        raise ProblemError(f"the game to go on with is for {states[-1].seats} players, not {len(taken)}")
    return table.play(states, list(played[1]))


class _Table:
    """One evening: the states so far, so that taking back is dropping some."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        seats: dict[int, Player],
        human: int | None,
        seed: int,
        ask: Callable[[str], str],
        show: Callable[[str], Any],
        options: dict[str, Any],
        speech: Speech,
    ) -> None:
        self.game, self.seats, self.human, self.seed = game, seats, human, seed
        self.ask, self.present, self.speech = ask, show, speech
        self.warned = False
        self.options = options
        self.states: list[Any] = []
        self.moves: list[Any] = []
        self.listed: Sequence[Any] = ()
        self.advised: Sequence[Any] = ()
        self._lines: list[str] = []
        self._told: set[str] = set()
        self._menu: list[str] = []

    def show(self, text: str) -> None:
        """Show a text in the language; with the first that stays English in part, that there are such."""
        self.present(self.speech(text))
        if not self.warned and self.speech.language != "en" and (self.speech.english or self.speech.kept):
            self.warned = True
            self.present(IN_ENGLISH)

    def play(self, states: list[Any], moves: list[Any]) -> PlayedEvening:
        self.states, self.moves = states, moves
        if self.human is not None:
            self.show(
                say(
                    "{game}: you are {seat}. 'help' lists what can be typed.",
                    game=as_is(self.game.title),
                    seat=person(self.human),
                )
            )
        # The set-up is drawn as Game.new draws it from this seed, but as moves, so all can be replayed.
        deal = chance_from(self.seed)
        while self.states[-1].actor is CHANCE:
            self._make(self.states[-1].draw(deal), told=False)
        while (state := self.states[-1]).actor is not None:
            # Chance by the number of moves made: after taking back and replaying, nothing has changed.
            rng = random.Random(f"table/{self.seed}/{len(self.moves)}")
            actor = state.actor
            if actor is CHANCE:
                self._make(state.draw(rng))
            elif actor == self.human:
                if not self._decide():
                    return PlayedEvening(self.states[-1], tuple(self.moves), False)
            else:
                mover = self.seats[actor]
                who = who_moves(getattr(mover, "name", mover), actor, self.game)
                self._make(move_of(mover, state.view(actor), rng, who))
                if self.human is None and self.states[-1].actor is not None:
                    self._view()
        self._view()
        self._reveal()
        scores = [run(person(seat), f": {score:g}") for seat, score in enumerate(state.scores, 1)]
        self.show(say("The game is over. {scores}", scores=listing(scores, ",")))
        return PlayedEvening(state, tuple(self.moves), True)

    def _reveal(self) -> None:
        """What the others saw and the person did not, now that the game is over."""
        if self.human is not None:
            for text in revealed(self.game, self.states[-1], self.human):
                self.show(text)

    def _make(self, move: Any, *, told: bool = True) -> None:
        """Play a move and tell what it was, as far as the person sees it: views alone say what may be told."""
        before, seen = self.states[-1], PUBLIC if self.human is None else self.human
        self.states.append(before.play(move))
        self.moves.append(move)
        if told:
            actor = before.actor if isinstance(before.actor, int) else 0
            if actor == self.human:
                self._told.add(f"P{actor}: {move}")
            for text in self.game.happened(before.view(seen), self._seen(), actor, move):
                self.show(text)
                self._told.add(self.speech(text))

    def _seen(self) -> Any:
        return self.states[-1].view(PUBLIC if self.human is None else self.human)

    def _view(self, *, whole: bool = False) -> None:
        """The position, or of it the lines that are not those of the last time, under the lines they belong to."""
        lines = self.speech(self.game.show(self._seen())).splitlines()
        shown = lines if whole or not self._lines else changed(self._lines, lines)
        shown = [line for line in shown if whole or line not in self._told]
        self._lines = lines
        self._told.clear()
        if shown:
            self.show(as_is("\n".join(shown)))

    def _decide(self) -> bool:
        """Ask until a move is made or taken back (True), or the person leaves (False)."""
        view = self.states[-1].view(self.human)
        self._view()
        self.listed, self.advised = self._in_order(view), ()
        self._list(SHOWN)
        while True:
            try:
                prompt = f"{self.speech(person(self.human or 0))}> "
                command, move = read_answer(
                    self.ask(prompt), view, self.game, self.listed, self.advised, self._called
                )
                if command == "move":
                    self._make(move)
                    return True
                if command == "undo" and self._undo():
                    return True
                if command == "quit":
                    return False
                self._answer(command, move, view)
            except DeduceError as error:
                self.show(error.beside() if isinstance(error, RecordError) else error.said)
            except (EOFError, KeyboardInterrupt):
                return False

    def _in_order(self, view: Any) -> Sequence[Any]:
        """The moves as a person is shown them; of many guesses those first that advice has first."""
        listed = self.game.ordered(view)
        if len(listed) <= SHOWN or any(kind_of(move) != "guess" for move in listed):
            return listed
        try:
            ranked = [each.move for each in self.game.advise(view, time_limit=RANKING)]
        except DeduceError:
            return listed
        told = set(ranked)
        return [*ranked, *(move for move in listed if move not in told)]

    def _answer(self, command: str, words: str | None, view: Any) -> None:
        if command == "help":
            self.show(say("Type a move or its number, or one of these (':' in front makes sure):"))
            rows = [
                *COMMANDS.items(),
                *((f"{name} {what}", does) for name, (what, does) in WITH_WORDS.items()),
            ]
            self.show(passage(run(as_is(f"  {name:11}"), meaning) for name, meaning in rows))
        elif command == "moves":
            self._menu = []
            self._list(len(self.listed))
        elif command == "view":
            self._view(whole=True)
        elif command in ("sheet", "why"):
            self._known(command, words or "")
        elif command == "save":
            self._save(Path(words or ""))
        elif command == "advise":
            ranked = list(self.game.advise(view))[:ADVISED]
            self.advised = [each.move for each in ranked]
            for number, each in enumerate(ranked, 1):
                move = as_is(f"  a{number}  {self._called(each.move)}  (")
                self.show(run(move, each.figure(), ", ", say(each.kind), "): ", each.reason))

    def _known(self, command: str, fact: str) -> None:
        """The answer of ``deduce solve`` or ``deduce why`` to the record of what the person has seen."""
        from deduce.records.record import read_record

        record = read_record(self.game.written(self.states, self.moves, self.options, seat=self.human))
        # The record has names for what is told as seat 2, and numbers of lines for what happened.
        seats, names = self.states[-1].seats, record.get("players").split()
        if len(names) != seats:  # how many they are
            names = [f"P{seat}" for seat in range(1, seats + 1)]
        fact = _SEAT.sub(lambda said: names[int(said[1]) - 1] if int(said[1]) <= seats else said[0], fact)
        try:
            report = self.game.why(record, fact) if command == "why" else self.game.solve(record)
        except DeduceError as error:
            error.told(lambda text: as_is(by_seats(self.speech(text), names, self.speech)))
            raise
        spoken = told(report, self.speech)
        self.show(as_is(by_seats(cited(spoken.text, record.lines, self.speech), names, self.speech)))

    def _save(self, file: Path) -> None:
        text = self.game.written(self.states, self.moves, self.options)
        try:
            write_text(file, text)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProblemError(
                say("{file} cannot be written: {reason}", file=as_is(file), reason=as_is(reason))
            ) from error
        self.show(
            say(
                "{file}: the whole game, what is hidden too; {command} goes on",
                file=as_is(file),
                command=as_is(f"'deduce play {self.game.name} --from {file}'"),
            )
        )

    def _undo(self) -> bool:
        """Back to the person's last decision before this one; False when there is none."""
        for number in range(len(self.moves) - 1, -1, -1):
            if self.states[number].actor == self.human:
                del self.states[number + 1 :], self.moves[number:]
                self._lines, self._menu = [], []
                return True
        self.show(say("There is nothing to take back."))
        return False

    def _list(self, limit: int) -> None:
        moves = self.listed
        texts = [self._called(move) for move in moves[:limit]]
        if texts == self._menu and len(texts) > FEW:
            self.show(say("  the same {number:move} as before: 'moves' lists them", number=len(moves)))
            return
        self._menu = texts
        if len(texts) <= FEW and sum(map(len, texts)) < 80:
            row = "    ".join(f"{number} {text}" for number, text in enumerate(texts, 1))
            self.show(as_is(f"  {row}"))
            return
        lines: list[str] = [as_is(f"  {number:3}  {text}") for number, text in enumerate(texts, 1)]
        if len(moves) > limit:
            lines.append(say("  ... {number:move} in all: 'moves' lists them", number=len(moves)))
        self.show(passage(lines))

    def _called(self, move: Any) -> str:
        """A move as it is shown, and may be typed: in the language if all its words are called something there."""
        return self.speech.whole(typed(move)) or str(move)

"""Enigma: Beyond Code as a plug-in: everything the library asks of a game, each part in a module of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.errors import RecordError
from deduce.games.base import CHANCE, Advice, Game, Option, Player, Report, settle
from deduce.games.record import Line, Record
from deduce.games.words import find, quote, words_of
from deduce_models.enigma.moves import EnigmaMove
from deduce_models.enigma.rules import EnigmaState, first_state
from deduce_models.enigma.setup import OPTIONS, setup
from deduce_models.enigma.views import EnigmaView

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.variables import Variable

__all__ = ["GAME", "Enigma"]

PLAYER_NAMES = ("random", "careful", "belief", "bluff")


def _maker(name: str) -> Callable[[], Player]:
    def make() -> Player:
        from deduce_models.enigma.players import PLAYERS

        return PLAYERS[name]()

    return make


class Enigma(Game[EnigmaState, EnigmaView, EnigmaMove]):
    """Enigma: Beyond Code for 2 to 5 players. The solo mode's rules were not available and are not here."""

    name = "enigma"
    title = "Enigma: Beyond Code"
    seats = range(2, 6)
    options: Mapping[str, Option] = OPTIONS
    players: Mapping[str, Callable[[], Player]] = {name: _maker(name) for name in PLAYER_NAMES}

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> EnigmaState:
        """Start a game; see `Game.new`."""
        self.checked_players(players)
        made = setup(None if data is None else str(data), players, self.checked_options(options))
        state = first_state(made)
        return state if seed is None else settle(state, random.Random(seed))

    def parse(self, text: str, state: EnigmaState | EnigmaView) -> EnigmaMove:
        """The legal move called `text`, such as ``peek 3`` or ``claim Bombe``; words may be shortened.

        Raises `RecordError` with the column of the first word that no legal move has there.
        """
        line = Line(0, text, "")
        if isinstance(state, EnigmaState) and state.actor is CHANCE:
            legal: Sequence[EnigmaMove] = [move for move, _ in state.outcomes()]
        elif isinstance(state, EnigmaState):
            legal = state.moves()
        else:
            legal = state.moves
        if not legal:
            raise RecordError("no move can be made here now")
        left = [(move, move.text.split()) for move in legal]
        words = words_of(line)
        for number, word in enumerate(words):
            allowed = sorted({parts[number] for _, parts in left if len(parts) > number})
            if not allowed:
                raise line.error(f"nothing more was expected, not {quote(word.text)}", word.column)
            meant = allowed[find(word, allowed, "one of the legal moves", line)]
            left = [(move, parts) for move, parts in left if len(parts) > number and parts[number] == meant]
        whole = [move for move, parts in left if len(parts) == len(words)]
        if len(whole) != 1:
            following = sorted({parts[len(words)] for _, parts in left if len(parts) > len(words)})
            raise line.error(f"expected one more word: {', '.join(following[:9])}", len(text) + 1)
        return whole[0]

    def knowledge(self, view: EnigmaView) -> Knowledge:
        """What the seat of `view` knows, from hard evidence only; see `model`."""
        from deduce_models.enigma.model import knowledge_of
        from deduce_models.enigma.resample import evidence_of

        return knowledge_of(view.setup, evidence_of(view))

    def truth(self, state: EnigmaState, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """What lies where now, and which Character was dealt where."""
        from deduce_models.enigma.model import true_world

        return true_world(state, knowledge.problem)

    def resample(self, view: EnigmaView, rng: random.Random) -> EnigmaState:
        """A complete position with this view; see `resample`."""
        from deduce_models.enigma.resample import resample

        return resample(view, rng)

    def advise(
        self, view: EnigmaView, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[EnigmaMove]]:
        """The legal moves, best first; see `advice`. Takes milliseconds, far below any time limit."""
        from deduce_models.enigma.advice import advise

        return advise(view, rng=rng)

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """The mansion as a seat knows it after an event of a record."""
        from deduce_models.enigma import report
        from deduce_models.enigma.notation import parse

        return report.solve(parse(record), seat=seat, until=until)

    def why(
        self, record: Record, fact: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """The smallest explanation of a fact about a record."""
        from deduce_models.enigma import report
        from deduce_models.enigma.notation import parse

        return report.why(parse(record), fact, seat=seat, until=until)

    def counsel(
        self,
        record: Record,
        *,
        seat: int | None = None,
        until: str | None = None,
        rng: int = 0,
        time_limit: float | None = None,
    ) -> Report:
        """What to do, for the seat that a record has come to."""
        from deduce_models.enigma.counsel import counsel
        from deduce_models.enigma.notation import parse

        return counsel(parse(record), seat=seat, until=until, rng=rng)

    def describe(self) -> Report:
        """Options and data, each with its provenance."""
        from deduce_models.enigma.components import shipped

        base = super().describe()
        notes = shipped().notes
        rows = [base.text, "", "Data (replaceable: data=FILE):"]
        rows += [f"  {note.datum}  ({note.provenance}) {note.reason}" for note in notes]
        rows += ["", "The solo mode's rules were not available; it is not part of this model."]
        found = [
            {"datum": note.datum, "provenance": note.provenance, "reason": note.reason} for note in notes
        ]
        return Report("\n".join(rows), {**base.data, "data": found})


GAME = Enigma()

"""Enigma: Beyond Code as a plug-in: everything the library asks of a game, each part in a module of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.games.base import (
    Advice,
    Answers,
    Bounds,
    Game,
    Option,
    Player,
    imported_players,
    settle,
)
from deduce.ground.compat import override
from deduce.ground.lazy import Later
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce_models.enigma.rules.moves import EnigmaMove
from deduce_models.enigma.rules.overview import EnigmaState, first_state
from deduce_models.enigma.rules.setup import OPTIONS, setup
from deduce_models.enigma.rules.views import EnigmaView

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.records.datafile import Note
    from deduce_models.enigma.records.replay import Replay

__all__ = ["GAME", "Enigma"]

PLAYER_NAMES = ("random", "careful", "belief", "bluff")


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce_models.enigma.players.named import PLAYERS

    return PLAYERS


class Enigma(Game[EnigmaState, EnigmaView, EnigmaMove]):
    """Enigma: Beyond Code for 2 to 5 players. The solo mode's rules were not available and are not here."""

    name = "enigma"
    title = "Enigma: Beyond Code"
    seats = range(2, 6)
    record_guide = (
        "character: Wanderer           your Character, if these are your notes",
        "",
        "Ann peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D",
        "Bob peeks 9, claims Bombe",
        "Cid peeks 5, claims Radio, doubt Ann lie =Tome",
    )
    options: Mapping[str, Option] = OPTIONS
    best = "belief"
    players: Mapping[str, Callable[[], Player]] = imported_players(PLAYER_NAMES, _players)

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> EnigmaState:
        """Start a game; see `Game.new`."""
        self.checked_players(players)
        made = setup(None if data is None else str(data), players, self.checked_options(options))
        state = first_state(made)
        return state if seed is None else settle(state, random.Random(seed))

    def actions(self, players: int, **options: Any) -> Sequence[str]:
        """Every move of the set-up's tables that a seat makes, chance's left out."""
        # What `shuffle 2 3` shuffles with depends on the naming under way, so a text may stand for several moves.
        moves = self.new(players=players, **options).setup.seats_moves()
        return list(dict.fromkeys(map(str, moves)))

    def bounds(self, players: int) -> Bounds:
        """Won or not."""
        return Bounds(5000, 0.0, 1.0)

    def knowledge(self, view: EnigmaView) -> Knowledge:
        """What the seat of `view` knows, from hard evidence only; see `model`."""
        from deduce_models.enigma.knowledge.evidence import evidence_of
        from deduce_models.enigma.knowledge.model import knowledge_of

        return knowledge_of(view.setup, evidence_of(view))

    def truth(self, state: EnigmaState, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """What lies where now, and which Character was dealt where."""
        from deduce_models.enigma.knowledge.model import true_world

        return true_world(state, knowledge.problem)

    def resample(self, view: EnigmaView, rng: random.Random) -> EnigmaState:
        """A complete position with this view; see `resample`."""
        from deduce_models.enigma.knowledge.resample import resample

        return resample(view, rng)

    def advise(
        self, view: EnigmaView, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[EnigmaMove]]:
        """The legal moves, best first, as the player `belief` weighs them; see `advice`."""
        from deduce_models.enigma.advice.advice import advise

        return Rows(advise(view, rng=rng, time_limit=time_limit))

    def picture(self, view: EnigmaView, *, names: Sequence[str] = ()) -> str:
        """The mansion with its chances and who has looked at what, tokens and Characters."""
        from deduce_models.enigma.answers.picture import picture

        return picture(view, names)

    @override
    def happened(
        self, before: EnigmaView, after: EnigmaView, actor: int, move: EnigmaMove
    ) -> Sequence[str]:
        from deduce_models.enigma.rules.events import What
        from deduce_models.enigma.rules.telling import sentence

        told, time = [], before.time
        for event in after.log[len(before.log) :]:
            told.append(sentence(event, after.setup, after.seat, time=time))
            time = event.what if event.kind is What.TIME else time
        return [text for text in told if text]

    def answers(self) -> Answers[Replay]:
        """The mansion as a seat knows it after an event of a record, reasons, and what to do."""
        return Answers(
            Later("deduce_models.enigma.records.grammar:parse"),
            Later("deduce_models.enigma.answers.report:solve"),
            Later("deduce_models.enigma.answers.report:why"),
            Later("deduce_models.enigma.answers.advice:advise"),
            form=Later("deduce_models.enigma.records.form:form"),
            upcoming=Later("deduce_models.enigma.records.form:upcoming"),
            write=Later("deduce_models.enigma.records.writing:written"),
        )

    def notes(self) -> Sequence[Note]:
        """The provenance of rooms and Characters."""
        from deduce_models.enigma.components.parts import shipped

        return shipped().notes

    def describe(self) -> Report:
        """Options and data, each with its provenance, and what is missing."""
        base = super().describe()
        missing = "The solo mode's rules were not available; it is not part of this model."
        return Report(f"{base.text}\n\n{missing}", base.data)


GAME = Enigma()

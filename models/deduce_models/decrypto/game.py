"""Decrypto as a plug-in: nothing but wiring; what answers is imported when it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deduce.compat import override
from deduce.games.base import Advice, Answers, Bounds, Game, Option, Player, imported_players, settle
from deduce.lazy import Later
from deduce.report import Report
from deduce.shown import Rows
from deduce_models.decrypto.components.options import OPTIONS, Rules

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.variables import Variable
    from deduce_models.decrypto.records.reading import Replay
    from deduce_models.decrypto.rules.moves import DecryptoMove
    from deduce_models.decrypto.rules.state import State
    from deduce_models.decrypto.rules.views import View

__all__ = ["GAME", "Decrypto"]


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce.players.simple import RandomPlayer
    from deduce_models.decrypto.players.named import Aware, Naive

    return {"random": RandomPlayer, "naive": Naive, "aware": Aware}


class Decrypto(Game["State", "View", "DecryptoMove"]):
    """Two teams (or two against one) who must be understood by their own side only."""

    name = "decrypto"
    title = "Decrypto"
    seats = range(3, 9)
    record_guide = (
        "white keywords bridge; honey; robot; piano      your own team's, if these are your notes",
        "",
        "round 1",
        "white clues lion; lightning; melt",
        "white code 4-2-1",
        "white guesses 4-2-1",
        "black guesses 4-3-2",
        "",
        "or half a round a line: W 4-2-1 lion; lightning; melt = 4-2-1 / 1-4-3",
    )
    options: Mapping[str, Option] = OPTIONS
    players: Mapping[str, Callable[[], Player]] = imported_players(("random", "naive", "aware"), _players)
    best = "aware"

    @override
    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        """Start a game; `data` is an association or plain word list in place of the built-in one."""
        from deduce_models.decrypto.components.wordlist import words_to_play
        from deduce_models.decrypto.rules.setup import Setup
        from deduce_models.decrypto.rules.state import start

        rules = Rules(**self.checked_options(options))
        state = start(Setup(self.checked_players(players), rules, words_to_play(data)))
        return state if seed is None else settle(state, random.Random(seed))

    @override
    def bounds(self, players: int) -> Bounds:
        """Won, drawn or lost."""
        return Bounds(5000, 0.0, 1.0)

    @override
    def parse(self, text: str, state: State | View) -> DecryptoMove:
        from deduce_models.decrypto.records.moves import parse_move

        return parse_move(text, state)

    @override
    def knowledge(self, view: View) -> Knowledge:
        from deduce_models.decrypto.knowledge.model import knowledge
        from deduce_models.decrypto.knowledge.reading import mind_for

        return knowledge(view, mind_for(view.setup.words))

    @override
    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        from deduce_models.decrypto.knowledge.model import truth

        return truth(state, knowledge)

    @override
    def exact_chances(self, view: View, knowledge: Knowledge) -> Mapping[Variable, Mapping[Any, float]]:
        from deduce_models.decrypto.knowledge.model import exact_chances
        from deduce_models.decrypto.knowledge.reading import mind_for

        return exact_chances(view, mind_for(view.setup.words), knowledge)

    @override
    def resample(self, view: View, rng: random.Random) -> State:
        from deduce_models.decrypto.knowledge.reading import mind_for
        from deduce_models.decrypto.knowledge.resample import resample

        return resample(view, mind_for(view.setup.words), rng)

    @override
    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[DecryptoMove]]:
        """Codes, clues or names, best first; nothing here is random or long enough to need a limit."""
        from deduce_models.decrypto.advice.advice import advise
        from deduce_models.decrypto.knowledge.reading import mind_for

        return Rows(advise(view, mind_for(view.setup.words)))

    @override
    def picture(self, view: View, *, names: Sequence[str] = ()) -> str:
        from deduce_models.decrypto.answers.picture import picture

        return picture(view, names)

    @override
    def happened(self, before: View, after: View, actor: int, move: DecryptoMove) -> Sequence[str]:
        from deduce_models.decrypto.rules.telling import told

        return told(before, after, actor)

    @override
    def answers(self) -> Answers[Replay]:
        return Answers(
            Later("deduce_models.decrypto.records.reading:read"),
            Later("deduce_models.decrypto.answers.report:solve"),
            Later("deduce_models.decrypto.answers.report:why"),
            Later("deduce_models.decrypto.answers.report:advise"),
            weigh=Later("deduce_models.decrypto.answers.own_clues:weigh"),
            form=Later("deduce_models.decrypto.records.form:form"),
            upcoming=Later("deduce_models.decrypto.records.form:upcoming"),
            write=Later("deduce_models.decrypto.records.writing:written"),
        )

    @override
    def ordered(self, view: View) -> Sequence[DecryptoMove]:
        """At a clue the advised words stand first, then what fits its keyword: the pool has thousands."""
        if view.phase != "clue" or view.actor != view.seat:
            return view.moves
        from deduce_models.decrypto.advice.advice import ordered_clues
        from deduce_models.decrypto.knowledge.reading import mind_for

        return ordered_clues(view, mind_for(view.setup.words))

    @override
    def describe(self) -> Report:
        from deduce_models.decrypto.answers.report import describe

        return describe(super().describe())


GAME: Final = Decrypto()
"""The game; the entry point loads this."""

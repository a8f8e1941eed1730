"""Decrypto as a plug-in: nothing but wiring; what answers is imported when it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from deduce.games.base import Advice, Answers, Bounds, Game, Option, Player, imported_players, seeded
from deduce.ground.compat import override
from deduce.ground.deadline import checked_limit
from deduce.ground.errors import RecordError
from deduce.ground.lazy import Later, held
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce.ground.wording import as_is, say
from deduce.rulebook import Rulebook
from deduce_models.decrypto.components.options import OPTIONS

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.rulebook import State, View
    from deduce_models.decrypto.components.wordlist import WordList
    from deduce_models.decrypto.knowledge.understanding import Mind
    from deduce_models.decrypto.rules.moves import DecryptoMove
    from deduce_models.decrypto.rules.setup import Setup


class Decrypto(Rulebook):
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
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "naive", "aware"), Later("deduce_models.decrypto.players.named:PLAYERS").load
    )
    best = "aware"
    headings = held("deduce_models.decrypto.records.words:HEADINGS")
    sheets = held("deduce_models.decrypto.records.words:SHEETS")
    texts = held("deduce_models.decrypto.records.texts:TEXTS")
    elsewhere: ClassVar[Mapping[str, str]] = {
        "language": "it is that of the list of words ('words: FILE', one word a line)",
        "keywords": "they are noted below the header: white keywords snow; storm; cat; king",
    }
    ends = Bounds(5000, 0.0, 1.0)
    solve = Game.solve

    rules = Later("deduce_models.decrypto.rulebook:rules")
    move = held("deduce_models.decrypto.rules.moves:move_of")
    face = Later("deduce_models.decrypto.rules.views:face")
    truth = Later("deduce_models.decrypto.knowledge.model:truth", of="face")
    picture = Later("deduce_models.decrypto.answers.picture:picture", of="face")
    boards = Later("deduce_models.decrypto.answers.boards:screens", of="face")
    happened = Later("deduce_models.decrypto.rules.telling:told", of="face")
    read_data = Later("deduce_models.decrypto.components.wordlist:read_words")
    habits_told = Later("deduce_models.decrypto.answers.people:counts_of")

    @override
    def load(self, path: Any) -> WordList:
        """The list of words: an association or plain word list, or the built-in one."""
        from deduce_models.decrypto.components.wordlist import words_to_play

        return words_to_play(path) if path is None or isinstance(path, (str, Path)) else path

    @override
    def source(self, data: Any) -> Any:
        return self.load(data)

    @override
    def in_words(self, view: State | View) -> str:
        return repr(view) if view.face.seat is None else str(view.face)

    @override
    def parse(self, text: str, state: State | View) -> DecryptoMove:
        """``clue sea``, ``guess 4-2-1`` and so on; the first word may be left out where it is plain."""
        try:
            move: DecryptoMove = super().parse(text, state)
        except RecordError as error:
            verb = "code" if state.phase == "draw" else "guess"
            key = "expected '{verb} 4-2-1': {why}"
            raise RecordError(say(key, verb=as_is(verb), why=error.message), column=1) from error
        return move

    @override
    def knowledge(self, view: View) -> Knowledge:
        """As for any game. A record's judgements and codes called wrong count, its `vectors` and `reader` do not."""
        from deduce_models.decrypto.knowledge.model import knowledge

        return knowledge(view.seen_face, _mind(view))

    @override
    def exact_chances(self, view: View, knowledge: Knowledge) -> Mapping[Variable, Mapping[Any, float]]:
        from deduce_models.decrypto.knowledge.model import exact_chances

        return exact_chances(view.face, _mind(view), knowledge)

    @override
    def world(self, view: View, rng: random.Random) -> Mapping[Any, Any]:
        from deduce_models.decrypto.knowledge.resample import drawn_world

        return drawn_world(view, _mind(view), rng)

    @override
    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[DecryptoMove]]:
        """Codes, clues or names, best first; nothing here is random or long enough to need a limit."""
        from deduce_models.decrypto.advice.advice import advise

        seeded(rng)
        checked_limit(time_limit)
        return Rows(advise(view.seen_face, _mind(view)))

    @override
    def answers(self) -> Answers[Any]:
        return replace(
            super().answers(),
            solve=Later("deduce_models.decrypto.answers.report:solve"),
            why=Later("deduce_models.decrypto.answers.why:why"),
            advise=Later("deduce_models.decrypto.answers.report:advise"),
            weigh=Later("deduce_models.decrypto.answers.own_clues:weigh"),
        )

    @override
    def ordered(self, view: View) -> Sequence[DecryptoMove]:
        """At a clue the advised words stand first, then what fits its keyword: the pool has thousands."""
        if view.phase != "clue" or view.actor != view.seat:
            return view.moves
        from deduce_models.decrypto.advice.advice import ordered_clues

        return ordered_clues(view.face, _mind(view))

    @override
    def describe(self) -> Report:
        from deduce_models.decrypto.answers.report import describe

        return describe(super().describe())


GAME: Final = Decrypto()
"""The game; the entry point loads this."""


def _mind(view: View) -> Mind:
    """How the owner of a view reads clues: as usual, and heeding what a record says beside the events."""
    from deduce_models.decrypto.knowledge.understanding import mind_for
    from deduce_models.decrypto.records.judging import heeding

    return heeding(mind_for(view.setup.words), view.remarks)


def start(setup: Setup) -> State:
    """The position before the first keyword is dealt, with rules that need not be among the options."""
    from dataclasses import asdict

    from deduce.rulebook.run import Run
    from deduce.rulebook.state import State

    return State(Run.live(GAME.setting(setup.players, asdict(setup.rules), setup.words)))

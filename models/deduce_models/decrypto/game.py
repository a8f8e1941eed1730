"""Decrypto as a plug-in: what the registry loads and the command line asks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from deduce.errors import ProblemError, RecordError
from deduce.games.base import Advice, Bounds, Game, Option, Player, settle
from deduce.knowledge import Knowledge
from deduce.players.simple import RandomPlayer
from deduce.records.record import Record
from deduce.report import Report
from deduce.variables import Variable
from deduce_models.decrypto.advice.advice import advise
from deduce_models.decrypto.answers import report as reports
from deduce_models.decrypto.components.legality import MISSING, fold
from deduce_models.decrypto.components.options import OPTIONS, Rules
from deduce_models.decrypto.components.wordlist import WordList, built_in, read_words
from deduce_models.decrypto.knowledge import model as worlds
from deduce_models.decrypto.knowledge.reading import mind_for
from deduce_models.decrypto.players.named import Aware, Naive
from deduce_models.decrypto.rules.moves import Clue, Deal, DecryptoMove, Draw, Guess, Name, read_code
from deduce_models.decrypto.rules.setup import Table
from deduce_models.decrypto.rules.state import State, start
from deduce_models.decrypto.rules.views import View

__all__ = ["GAME", "Decrypto"]


_FEWEST: Final = 150
"""Words a list must have: twelve rounds use up 72, and forms of one's keywords are barred as well."""


def _words(data: str | Path | None) -> WordList:
    if data is None:
        return built_in()
    words = read_words(Path(data))
    if len(words.vocabulary) < _FEWEST:
        raise ProblemError(
            f"{words.name}: {len(words.vocabulary)} words; to play, a list needs {_FEWEST} keywords and clues"
        )
    return words


_WORDS: Final[dict[str, tuple[str, type[Deal] | type[Clue] | type[Name]]]] = {
    "deal": ("keyword", Deal),
    "clue": ("clue", Clue),
    "name": ("name", Name),
}
_CODES: Final[dict[str, tuple[str, type[Draw] | type[Guess]]]] = {
    "draw": ("code", Draw),
    "intercept": ("guess", Guess),
    "answer": ("guess", Guess),
}


class Decrypto(Game[State, View, DecryptoMove]):
    """Two teams (or two against one) who must be understood by their own side only."""

    name = "decrypto"
    title = "Decrypto"
    seats = range(3, 9)
    options: Mapping[str, Option] = OPTIONS
    players: Mapping[str, Callable[[], Player]] = {
        "random": RandomPlayer,
        "naive": Naive,
        "aware": Aware,
    }

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        """Start a game; `data` is an association or plain word list in place of the built-in one."""
        rules = Rules(**self.checked_options(options))
        state = start(Table(self.checked_players(players), rules, _words(data)))
        return state if seed is None else settle(state, random.Random(seed))

    def bounds(self, players: int) -> Bounds:
        """Won, drawn or lost."""
        return Bounds(5000, 0.0, 1.0)

    def parse(self, text: str, state: State | View) -> DecryptoMove:
        """``clue sea``, ``guess 4-2-1`` and so on; the first word may be left out where it is plain.

        Raises `RecordError` (with column) saying what is expected now.
        """
        given = " ".join(text.split())
        head, _, rest = given.partition(" ")
        phase = state.phase
        if phase in _WORDS:
            verb, kind = _WORDS[phase]
            word = rest if head.casefold() == verb and rest else given
            if not word:
                raise RecordError(f"expected '{verb} WORD'", column=1)
            # Clues are kept as they were said, except that a listed word has one spelling.
            plain = fold(word)
            known = kind is not Clue or plain in state.table.words.word_index or plain == MISSING
            return kind(plain if known else word)
        if phase in _CODES:
            verb, move = _CODES[phase]
            body = rest if head.casefold() == verb else given
            try:
                return move(read_code(body))
            except RecordError as error:
                raise RecordError(f"expected '{verb} 4-2-1': {error.message}", column=1) from error
        raise RecordError("the game is over: no move is expected", column=1)

    def knowledge(self, view: View) -> Knowledge:
        """The present codes and the hidden keywords, with the clues as soft evidence."""
        return worlds.knowledge(view, mind_for(view.table.words))

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The codes and keywords of `state`."""
        return worlds.truth(state, knowledge)

    def resample(self, view: View, rng: random.Random) -> State:
        """A complete state with this view, drawn from the posterior."""
        return worlds.resample(view, mind_for(view.table.words), rng)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[DecryptoMove]]:
        """Codes, clues or names, best first; nothing here is random or long enough to need a limit."""
        return advise(view, mind_for(view.table.words))

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """What the seat's team, or a bystander, can make of the clues so far."""
        return reports.solve(record, built_in(), seat=seat, until=until)

    def why(
        self, record: Record, fact: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """What speaks for ``white code = 4-2-1``, ``white digit 2 = 1`` or ``black keyword 2 = piano``."""
        return reports.why(record, fact, built_in(), seat=seat, until=until)

    def advise_record(
        self,
        record: Record,
        *,
        seat: int | None = None,
        until: str | None = None,
        rng: int = 0,
        time_limit: float | None = None,
    ) -> Report:
        """Codes for those who guess, clues for who holds a card, words for the tie-break."""
        return reports.counsel(record, built_in(), seat=seat, until=until)

    def describe(self) -> Report:
        """Options, components and the word list, each with its provenance."""
        return reports.describe(super().describe())


GAME: Final = Decrypto()
"""The game; the entry point loads this."""

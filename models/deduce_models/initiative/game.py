"""The Initiative as a plug-in of `deduce`: new games, views, knowledge, advice, records."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.errors import Contradiction, ProblemError, nearest
from deduce.games.base import Advice, Game, Option, Player, settle
from deduce.players.simple import RandomPlayer
from deduce.records.datafile import notes_in, read_toml
from deduce.records.excerpt import seat_asked
from deduce.records.record import Record
from deduce.report import Report
from deduce_models.initiative.advice import advice
from deduce_models.initiative.components.mission import UNKNOWN, Mission, mission_names, named_mission
from deduce_models.initiative.components.parts import DATA, default_deck
from deduce_models.initiative.knowledge import model
from deduce_models.initiative.knowledge.insight import read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden
from deduce_models.initiative.missions.generator import LEVELS, generate
from deduce_models.initiative.players.named import GreedyPlayer, Planner
from deduce_models.initiative.records import reading as notation
from deduce_models.initiative.rules.abilities import Ability, default_abilities
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.setup import Options, prepare
from deduce_models.initiative.rules.state import State, View, start

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.variables import Variable

__all__ = ["GAME", "Initiative"]


def _options() -> dict[str, Option]:
    table = read_toml(DATA / "options.toml")
    found = {
        "mission": Option(
            "m1_parcel",
            None,
            "a shipped mission, a .toml file, or a level (easy, medium, hard) with :number",
            "reconstructed",
        ),
        "characters": Option(
            "scout,driver,handler,fixer",
            None,
            "special actions by seat, from the data file",
            "reconstructed",
        ),
        "lexicon": Option(
            "builtin",
            None,
            "words for deciphering: builtin, wordfreq, none, or a .txt file",
            "reconstructed",
        ),
    }
    for name in table.values:
        part = table.table(name)
        found[name] = Option(
            part.values["default"],
            tuple(part.get("allowed", list)),
            part.get("doc", str),
            part.get("provenance", str),
        )
    return found


class Initiative(Game[State, View, Move]):
    """The core game of The Initiative ("The Key"): 1 to 4 players decipher a mission against the clock.

    `new` takes as `data` the path of a deck file in place of the shipped one. A level as `mission`
    (``"hard"``) picks the mission with the number of the seed, ``"hard:17"`` one for all seeds.
    """

    name = "initiative"
    title = "The Initiative"
    seats = range(1, 5)
    options: Mapping[str, Option] = _options()
    players: Mapping[str, Callable[[], Player]] = {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "planner": Planner,
    }

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        """A new mission; see `Game.new`. Raises `ProblemError`."""
        self.checked_players(players)
        given = self.checked_options(options)
        mission = self.mission(str(given["mission"]), seed or 0)
        deck = default_deck(Path(data) if data is not None else None)
        if len(deck.numbers) <= self.seats.stop * deck.hand:
            raise ProblemError(f"the deck has {len(deck.numbers)} numbered cards, too few for full hands")
        rules = Options(**{field.name: given[field.name] for field in fields(Options)})
        if rules.injective:
            _check_injective(mission)
        state = start(
            prepare(mission, players, deck, self._characters(given["characters"], players), rules),
            mission.secret,
        )
        return state if seed is None else settle(state, random.Random(seed))

    @staticmethod
    def mission(name: str, seed: int = 0) -> Mission:
        """The mission that the option `mission` names. Raises `ProblemError`."""
        level, colon, number = name.partition(":")
        if level in LEVELS and (not colon or (number.isascii() and number.isdigit() and len(number) <= 9)):
            return generate(level, int(number) if colon else seed)
        try:
            return named_mission(name)
        except ProblemError as error:
            if name.endswith(".toml"):
                raise
            allowed = [*mission_names(), *(f"{level}:NUMBER" for level in LEVELS)]
            raise ProblemError(
                f"option mission={name!r}: {nearest(name, allowed)}, or a .toml file"
            ) from error

    @staticmethod
    def _characters(names: str, players: int) -> tuple[Ability, ...]:
        known = default_abilities()
        chosen = [name.strip() for name in str(names).split(",")]
        for name in chosen:
            if name not in known:
                raise ProblemError(
                    f"option characters: there is no character {name!r}; {nearest(name, known)}"
                )
        if len(set(chosen)) < len(chosen) or len(chosen) < players:
            raise ProblemError(
                f"option characters={names!r}: expected at least {players} different characters"
            )
        return tuple(known[name] for name in chosen[:players])

    def parse(self, text: str, state: State | View) -> Move:
        """The legal move written `text`. Raises `RecordError` with the column."""
        return notation.parse_move(text, state)

    def knowledge(self, view: View) -> Knowledge:
        """The constraint model of what the seat knows; see `model.knowledge`."""
        return model.knowledge(view)

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The true values of the variables of `knowledge`."""
        return model.truth(state, knowledge)

    def resample(self, view: View, rng: random.Random) -> State:
        """A position with this view: cards by their chances, the phrase from the posterior."""
        hands, deck = deal_hidden(view, rng)
        phrase = read_windows(view).phrases(1, np.random.default_rng(rng.getrandbits(63)))[0].split()
        secret = []
        for word, texts in zip(view.setup.front.words, phrase, strict=True):
            row, place = [], 0
            for window in word:
                row.append(texts[place : place + window.size])
                place += window.size
            secret.append(tuple(row))
        return view.restore(tuple(secret), hands, deck)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Move]]:
        """The moves worth considering, best first, each with its chance to win and a reason."""
        return advice.advise(view, rng=rng, time_limit=time_limit)

    # The command line.

    def _view(self, record: Record, seat: int | None, until: str | None) -> View:
        table = notation.read(self, record, until=until)
        state = table.last
        actor = state.actor if isinstance(state.actor, int) else state.turn
        return state.view(
            seat_asked(seat, seats=state.seats, writer=table.seat, otherwise=actor, public=False)
        )

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """What the open windows of a record say about the answer."""
        try:
            view = self._view(record, seat, until)
        except Contradiction as error:
            return _conflict(error)
        found = read_windows(view)
        return Report("\n".join([str(view), "", *advice.summary(view, found)]), found.to_dict())

    def why(
        self, record: Record, fact: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """Why a glyph hides a symbol: ``L=E`` is explained from open windows and the lexicon."""
        try:
            view = self._view(record, seat, until)
        except Contradiction as error:
            return _conflict(error)
        glyph, equals, text = (part.strip() for part in fact.partition("="))
        text = text.upper()
        glyphs = view.setup.front.glyphs
        if not equals or glyph not in glyphs:
            raise ProblemError(f"{fact!r}: expected GLYPH=TEXT; {nearest(glyph, glyphs)}")
        found = read_windows(view)
        if glyph not in found.letters:
            shown = next(
                text
                for word, texts in zip(view.setup.front.words, view.windows, strict=True)
                for window, text in zip(word, texts, strict=True)
                if window.glyph == glyph
            )
            lines = [f"{glyph} is {shown}: its windows are open"]
            share = float(shown == text)
        else:
            share = found.letters[glyph].get(text, 0.0)
            lines = [f"{glyph} hides {text} with probability {share:.4f}"]
            lines += [reason for reason in found.reasons if reason.startswith(f"{glyph} is ")]
            best = ", ".join(f"{t} {p:.3f}" for t, p in list(found.letters[glyph].items())[:6])
            lines.append(f"all texts behind {glyph}: {best}")
        return Report("\n".join(lines), {"fact": fact, "probability": share, "reasons": lines})

    def advise_record(
        self,
        record: Record,
        *,
        seat: int | None = None,
        until: str | None = None,
        rng: int = 0,
        time_limit: float | None = None,
    ) -> Report:
        """The best moves of a record's last position, the plan of the turn, and who should do what."""
        try:
            view = self._view(record, seat, until)
        except Contradiction as error:
            return _conflict(error)
        given = list(self.advise(view, rng=rng, time_limit=time_limit))
        lines = [str(view), ""]
        if not given:
            lines.append("nothing is to be decided by this seat now")
        lines += [f"{k}. {each.move}: {each.reason}" for k, each in enumerate(given, 1)]
        plan = advice.turn_plan(view, rng=rng) if given else []
        if plan:
            lines.append("a likely course of the turn: " + ", ".join(map(str, plan)))
        jobs = [] if view.result else advice.duties(view, plan)
        lines += ["next turns:", *(f"  {duty.text}" for duty in jobs)] if jobs else []
        data = {
            "advice": [each.to_dict() for each in given],
            "plan": [str(move) for move in plan],
            "duties": [duty.to_dict() for duty in jobs],
        }
        return Report("\n".join(lines), data)

    def describe(self) -> Report:
        """Options and data with their provenance, and the shipped missions."""
        base = super().describe()
        lines = [base.text, "", "missions:"]
        missions = {}
        for name in sorted(mission_names(), key=lambda name: named_mission(name).level):
            mission = named_mission(name)
            missions[name] = {
                "title": mission.front.title,
                "level": mission.level,
                "language": mission.front.language,
            }
            lines.append(
                f"  {name}: {mission.front.title} (level {mission.level}, {mission.front.language})"
            )
        groups = {}
        lines += ["", "data:"]
        for file in ("deck.toml", "tokens.toml", "abilities.toml"):
            for note in notes_in(read_toml(DATA / file).values):
                groups[f"{file}: {note.datum}"] = {"provenance": note.provenance, "reason": note.reason}
                lines.append(f"  {file} {note.datum} ({note.provenance}): {note.reason}")
        return Report("\n".join(lines), {**base.data, "missions": missions, "groups": groups})


def _conflict(error: Contradiction) -> Report:
    """The report on notes that cannot all be true, with the status of a contradiction."""
    return Report(str(error), {"consistent": False, "conflict": error.conflict.to_dict()}, 1)


def _check_injective(mission: Mission) -> None:
    """That no symbol is behind two glyphs. Raises `ProblemError`, which does not tell the symbol."""
    front = mission.front
    behind = {
        window.glyph: text
        for word, texts in zip(front.words, mission.secret, strict=True)
        for window, text in zip(word, texts, strict=True)
        if window.glyph and window.size == 1
    }
    shown = [text for text in behind.values() if text != UNKNOWN]
    if len(behind) > len(front.alphabet):
        raise ProblemError(
            f"option injective=True: {len(behind)} glyphs hide one symbol each, "
            f"but the alphabet has {len(front.alphabet)}"
        )
    if len(set(shown)) < len(shown):
        raise ProblemError(
            f"option injective=True: the mission {mission.name} hides one symbol behind two glyphs"
        )


GAME = Initiative()
"""The plug-in."""

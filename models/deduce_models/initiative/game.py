"""The Initiative as a plug-in of `deduce`: its rules are in `rulebook`; what answers is imported when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from deduce.games.base import (
    Answers,
    Bounds,
    Game,
    Option,
    Player,
    chance_from,
    imported_players,
    options_of,
    seeded,
    settle,
)
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.ground.lazy import Later, held
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce.ground.wording import as_is, run, say, typed
from deduce.rulebook import Rulebook
from deduce_models.initiative.components.parts import DATA, default_deck

if TYPE_CHECKING:
    from deduce.rulebook import State, View
    from deduce.rulebook.heard import Entry, Event
    from deduce.rulebook.setting import Setting
    from deduce_models.initiative.components.mission import Mission
    from deduce_models.initiative.records.reading import Replay
    from deduce_models.initiative.rules.frame import Frame
    from deduce_models.initiative.rules.moves import Move


class Initiative(Rulebook):
    """The core game of The Initiative ("The Key"): 1 to 4 players decipher a mission against the clock.

    `new` takes as `data` the path of a deck file in place of the shipped one. A level as `mission`
    (``"hard"``) picks the mission with the number of the seed, ``"hard:17"`` one for all seeds.
    """

    name = "initiative"
    title = "The Initiative"
    seats = range(1, 5)
    record_guide = (
        "deal 1 y2                    a card dealt to seat 1; deal 2 ? where it was not seen",
        "play g12 Run",
        "play b6 Intel B2: L Q-       one line an action: the room, the tokens it showed (Q was removed)",
        "draw y5 ?                    a refill; open L E: what a window showed",
        "position                     in place of all that was played: hand, pile, stack, figure, ... lines follow",
        "says 2 three high            what seat 2 told of its hand: low 1-4, middle 5-8, high 9-12",
        "answer TEXT",
    )
    options: Mapping[str, Option] = options_of(DATA / "options.toml")
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "greedy", "planner"), Later("deduce_models.initiative.players.named:PLAYERS").load
    )
    best = "planner"
    opens = "begins"
    ends = Bounds(5000, 0.0, 1.0)
    solve = Game.solve
    lays_anew = False

    @override
    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        from deduce.rulebook.run import Run
        from deduce.rulebook.state import State
        from deduce_models.initiative.missions.generator import LEVELS

        self.checked_players(players)
        seed = None if seed is None else seeded(seed)
        given = self.checked_options(options)
        level, colon, _ = str(given["mission"]).partition(":")
        if not colon and level in LEVELS:
            given["mission"] = f"{level}:{seed or 0}"
        setting = self.setting(players, given, str(data) if data is not None else None)
        setup = setting.data.setup
        if seed is not None and not setup.mapped:
            raise ProblemError(
                f"the mission {setup.mission} is a card without a map: it can be asked about; to be played it needs "
                "'board', 'entrance' and 'stacks'"
            )
        state = State(Run.live(setting))
        return state if seed is None else settle(state, chance_from(seed))

    @override
    def prepare(self, setting: Setting) -> Frame:
        """The mission, its deck and its characters, as the options name them. Raises `ProblemError`."""
        from deduce_models.initiative.rules.abilities import chosen_abilities
        from deduce_models.initiative.rules.frame import Frame
        from deduce_models.initiative.rules.setup import Options, check_injective, prepare

        given, players = setting.chosen, len(setting.seats)
        mission = self.mission(str(given["mission"]))
        deck = default_deck(Path(setting.path) if setting.path is not None else None)
        if len(deck.numbers) <= self.seats.stop * deck.hand:
            raise ProblemError(f"the deck has {len(deck.numbers)} numbered cards, too few for full hands")
        rules = Options(**{field.name: given[field.name] for field in fields(Options)})
        if mission.reason == "generated" and rules.lexicon == "builtin":
            # Its phrase hardly cares how common a word of the small list is, and everybody knows where it comes from.
            rules = replace(rules, lexicon="evened")
        elif rules.lexicon != "builtin":
            from deduce.vocabulary.lexicons import check_lexicon

            check_lexicon(rules.lexicon, mission.front.language)
        if rules.begins > players:
            raise ProblemError(f"option begins={rules.begins}: only {players} play")
        if rules.injective:
            check_injective(mission)
        abilities = chosen_abilities(str(given["characters"]), players)
        return Frame(prepare(mission, players, deck, abilities, rules), mission.secret)

    rules = Later("deduce_models.initiative.rulebook:rules")
    move = held("deduce_models.initiative.rules.faces:move_of")
    said = held("deduce_models.initiative.records.lines:SAYINGS")
    phrasebook = Later("deduce_models.initiative.records.hurried:reader", of="data")
    face = Later("deduce_models.initiative.rules.faces:face")
    happened = Later("deduce_models.initiative.rules.telling:told")
    knowledge = Later("deduce_models.initiative.knowledge.model:knowledge", of="seen_face")
    truth = Later("deduce_models.initiative.knowledge.model:truth", of="face")
    exact_chances = Later("deduce_models.initiative.knowledge.model:exact_chances", of="seen_face")
    resample = Later("deduce_models.initiative.knowledge.resample:resample")
    advise = Later("deduce_models.initiative.advice.advice:advise", of="seen_face", gives=Rows)
    picture = Later("deduce_models.initiative.answers.picture:picture", of="face")
    boards = Later("deduce_models.initiative.answers.boards:boards", of="face")
    foretell = Later("deduce_models.initiative.records.lines:foretold")
    remark = Later("deduce_models.initiative.records.lines:remark")
    refused = Later("deduce_models.initiative.records.lines:refused")
    lines_of = Later("deduce_models.initiative.records.lines:lines_of")

    @staticmethod
    def mission(name: str, seed: int = 0) -> Mission:
        """The mission that the option `mission` names. Raises `ProblemError`."""
        from deduce_models.initiative.components.mission import mission_names, named_mission

        shipped = mission_names()
        if name.endswith(".toml") or name in shipped:
            return named_mission(name)
        from deduce_models.initiative.missions.generator import LEVELS, generate

        level, colon, number = name.partition(":")
        if level in LEVELS and (not colon or (number.isascii() and number.isdigit() and len(number) <= 9)):
            return generate(level, int(number) if colon else seed)
        allowed = [*shipped, *(f"{level}:NUMBER" for level in LEVELS)]
        raise ProblemError(f"option mission={name!r}: {nearest(name, allowed)}, or a .toml file")

    @override
    def parse(self, text: str, state: State | View) -> Move:
        move: Move = super().parse(text, state)
        if move.verb == "answer":
            from deduce_models.initiative.rules.guessing import slip

            if wrong := slip(state.setup, state.windows, move.words):
                raise RecordError(wrong, column=1 + text.index(text.split()[0]))
        return move

    @override
    def hides(self, view: View, move: Move) -> bool:
        """Everything is played in the open."""
        return False

    @override
    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        if entry.kind == "choose" and entry.said.startswith("answer "):
            return run(as_is(names[entry.seat - 1]), ": ", typed(self.move(entry.said)))
        if entry.kind == "show":
            family, _, key = entry.said.rstrip("]").partition("[")
            place, _, number = key.partition(".")
            where = "behind {place}" if family == "behind" else "in word {place}"
            return say(
                "{symbol} {where} is {text}",
                symbol=say("symbol {number}", number=number) if number else say("the symbol"),
                where=say(where, place=place),
                text=as_is(entry.value),
            )
        return super().sentence(entry, names)

    # Notes.

    alone = True
    words: ClassVar[Mapping[str, Sequence[str]]] = {"behind": ("open",)}
    texts = held("deduce_models.initiative.records.texts:TEXTS")
    sheets = (("glyphs", ("letters",), "{outer}={inner}"),)
    asides = ("open", "phrase", "says", "position")
    elsewhere: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("language", "alphabet", "glyphs", "phrase", "answer", "board", "tokens", "stacks"),
        "it belongs in the mission's own file, which the header names ('mission: FILE.toml')",
    )
    paths: ClassVar[Mapping[str, str]] = {"mission": ".toml", "lexicon": ".txt"}

    @override
    def files(self, options: Mapping[str, Any], path: Any) -> Sequence[str | Path]:
        from deduce_models.initiative.components.mission import board_of

        found = super().files(options, path)
        return [*found, *(file for each in found if (file := board_of(each)) is not None)]

    @override
    def kept(self, setting: Setting) -> Iterable[str]:
        frame: Frame = setting.data
        return (*frame.setup.kinds, *frame.setup.rooms)

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        from deduce_models.initiative.records.lines import reworded

        return reworded(super().reworded(text, setting, seat))

    @override
    def noted(self, event: Event, names: Sequence[str]) -> str:
        if event.kind == "show":
            return event.said.replace("behind[", "open ").rstrip("]") + f" {event.value}"
        return super().noted(event, names)

    @override
    def answers(self) -> Answers[Replay]:
        report = "deduce_models.initiative.answers.report:"
        ours = {name: Later(report + name) for name in ("solve", "why", "advise")}
        ours["read"] = Later("deduce_models.initiative.records.reading:read")
        return replace(super().answers(), **ours, draw=None, changed=None)

    @override
    def describe(self) -> Report:
        from deduce_models.initiative.answers.report import describe

        return describe(super().describe())


GAME = Initiative()
"""The plug-in."""

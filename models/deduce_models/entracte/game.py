"""Entracte as a plug-in: everything the library asks of a game, each part kept in a module of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from deduce.games.base import Advice, Answers, Bounds, Game, Option, Player, chance_from, imported_players
from deduce.ground.compat import override
from deduce.ground.deadline import checked_limit
from deduce.ground.errors import GaveUp, IllegalMove
from deduce.ground.lazy import Later, held
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce.ground.wording import person
from deduce.rulebook import Rulebook
from deduce_models.entracte.components.parts import OPTIONS
from deduce_models.entracte.rules.setup import PLAIN, EntracteMove, Setup, setup
from deduce_models.entracte.rules.sources import DataFile

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.records.datafile import Note
    from deduce.records.features import Features
    from deduce.rulebook import State, View
    from deduce.rulebook.setting import Setting
    from deduce.show.layers import Layer
    from deduce.show.places import Board

TRIES = 5_000
"""So often hidden cards are drawn for one view."""


class Entracte(Rulebook):
    """Entracte, cooperative and competitive, for 2 to 4 players."""

    name = "entracte"
    title = "Entracte"
    seats = range(2, 5)
    record_guide = (
        "code: light alternate        your code, if these are your notes",
        "hand: up spring Mon old on female c y ; ...   your cards",
        "start: right spring Sat young on female d z   the first card of the row",
        "",
        "Ann plays up spring Sat young off female c y ; tokens Bob ; draws left fall Wed young on female c z",
        "Bob passes",
        "Ann exchanges ; draws CARD / CARD / CARD",
        "Every card is DIRECTION SEASON DAY AGE LIGHT SEX TYPE8 TYPE7; no tokens means that nobody put one.",
    )
    options: Mapping[str, Option] = OPTIONS

    players: Mapping[str, Callable[[], Player]] = imported_players(
        (
            "random", "legal", "greedy", "exchange", "search", "rule-card", "convention", "convention-search",
            "advised",
        ),
        Later("deduce_models.entracte.players.named:PLAYERS").load,
    )  # fmt: skip
    best = "advised"
    texts = held("deduce_models.entracte.records.texts:TEXTS")
    signs = held("deduce_models.entracte.components.faces:SIGNS")
    sheets: ClassVar[Sequence[tuple[Any, ...]]] = (("codes", ("sheet",), "{outer} {inner}", "outer"),)
    in_turns: ClassVar[bool] = True
    dealt: ClassVar[Mapping[str, str]] = {"code": "code of", "start": "", "hand": "hand of"}
    ends = Bounds(1000, 0.0, 24.0)  # a point for each code named rightly
    solve = Game.solve

    rules = Later("deduce_models.entracte.rulebook:rules")
    settings_of = Later("deduce_models.entracte.records.opening:settings_of")
    foretell = Later("deduce_models.entracte.records.opening:foretell")
    remark = Later("deduce_models.entracte.records.lines:remark")
    deeds = Later("deduce_models.entracte.records.words:deeds")
    in_rules = Later("deduce_models.entracte.records.lines:in_rules")
    aside = Later("deduce_models.entracte.records.lines:aside")
    hurried = Later("deduce_models.entracte.records.hurried:readings")
    refused = Later("deduce_models.entracte.records.lines:refused")
    missing = Later("deduce_models.entracte.records.lines:missing")
    header = Later("deduce_models.entracte.records.writing:header")
    lines_beside = Later("deduce_models.entracte.records.taps:lines_beside")
    lines_of = Later("deduce_models.entracte.records.writing:lines_of")
    reads_back = Later("deduce_models.entracte.records.writing:reads_back")
    face = Later("deduce_models.entracte.rules.views:face")
    knowledge = Later("deduce_models.entracte.knowledge.model:knowledge")
    truth = Later("deduce_models.entracte.knowledge.model:truth")
    exact_chances = Later("deduce_models.entracte.knowledge.belief:exact_chances")
    world = Later("deduce_models.entracte.knowledge.resample:drawn_world")
    show = Later("deduce_models.entracte.answers.drawing:view_text", of="face")
    picture = Later("deduce_models.entracte.answers.picture:picture", of="face")
    happened = Later("deduce_models.entracte.rules.telling:told", of="face")

    @override
    def prepare(self, setting: Setting) -> Setup:
        """Components, codes and moves under the options."""
        return setup(setting.path, len(setting.seats), setting.chosen)

    @override
    def source(self, data: Any) -> Any:
        return DataFile.of(data) if isinstance(data, (str, Path)) else data

    heads: ClassVar[Sequence[str]] = ("code", "codes", "start", "hand", "hands", "habits")
    own_lines: ClassVar[bool] = True
    reserved: ClassVar[Sequence[str]] = ("nobody", "none")

    @override
    def marked(self, line: str, names: Sequence[str]) -> str | None:
        """``Bob ?``: somebody did something; the line itself stays as a comment."""
        first = line.partition(" ")[0].rstrip(":,").casefold()
        who = next((name for name in names if name.casefold() == first), None)
        return None if who is None else f"{who} ?  # {line}"

    @override
    def features(self, setting: Setting) -> Sequence[Features]:
        return () if setting.data.noted else (setting.data.parts.features,)

    @override
    def layers(self, setting: Setting) -> Sequence[Layer]:
        from deduce_models.entracte.components.faces import faces

        return faces(setting.data.parts)

    @override
    def kept(self, setting: Setting) -> Iterable[str]:
        return [value for kind in setting.data.parts.types for value in kind.values]

    begins: ClassVar[Sequence[str]] = ("play", "pass", "exchange", "stop", "agree", "refuse", "declare")
    between: ClassVar[str] = " ; "
    again: ClassVar[Mapping[str, str]] = {"draw": " / "}
    spoken: ClassVar[Mapping[str, str]] = {
        "play": "plays", "pass": "passes", "exchange": "exchanges", "stop": "stops", "agree": "agrees",
        "refuse": "refuses", "declare": "declares", "draw": "draws",
    }  # fmt: skip

    @override
    def mover(self, setting: Setting) -> Callable[[str], EntracteMove]:
        return setting.data.move  # type: ignore[no-any-return]

    @override
    def actions(self, players: int, **options: Any) -> Sequence[str]:
        """Playing each card of the deck, the plain moves, and every guess."""
        made = self.new(players=players, **options).setup
        guesses = [move for row in made.guesses[1:] for move in row]
        return [str(move) for move in (*made.plays, *PLAIN.values(), *guesses)]

    @override
    def setting(
        self, players: int, options: Mapping[str, Any], path: Any = None, names: tuple[str, ...] = ()
    ) -> Setting:
        from deduce_models.entracte.knowledge.evidence import NAMES

        return super().setting(players, options, path, names or NAMES[:players])

    @override
    def resample(self, view: View, rng: random.Random) -> State:
        for _ in range(TRIES):
            with suppress(IllegalMove):  # hidden cards that did not fit together are drawn again
                return super().resample(view, rng)
        raise GaveUp(f"no complete position with this view was found in {TRIES} tries")

    @override
    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[EntracteMove]]:
        from deduce_models.entracte.advice.advice import advise

        checked_limit(time_limit)
        names = [*map(person, range(1, view.seats + 1))]
        return Rows(advise(view.seen_face, chance_from(rng), time_limit=time_limit, names=names))

    @override
    def boards(self, view: View, known: Knowledge | None = None) -> Sequence[Board]:
        from deduce_models.entracte.answers.boards import hand, row
        from deduce_models.entracte.knowledge.evidence import evidence_of

        told = evidence_of(view)
        return (row(told), hand(told)) if told.now.hand else (row(told),)

    @override
    def answers(self) -> Answers[Any]:
        return Answers(
            Later("deduce_models.entracte.records.reading:parse"),
            Later("deduce_models.entracte.answers.report:solve"),
            Later("deduce_models.entracte.answers.report:why"),
            Later("deduce_models.entracte.answers.advice:advise_replay"),
            draw=Later("deduce_models.entracte.answers.picture:draw"),
            boards=Later("deduce_models.entracte.answers.boards:boards"),
            form=partial(Later("deduce.rulebook.fields:form"), self),
            upcoming=Later("deduce_models.entracte.records.taps:upcoming"),
            write=partial(Later("deduce.rulebook.writing:written"), self),
            changed=Later("deduce_models.entracte.answers.changed:changed"),
        )

    @override
    def habits_told(self, replay: Any) -> Mapping[int, Mapping[str, Any]]:
        """Tokens forgotten and false, of notes that show everybody's code (``codes:``) as those of a referee do."""
        from deduce_models.entracte.knowledge.slips import counted

        return {seat: each.to_dict() for seat, each in counted(replay.evidence).items()}

    @override
    def notes(self) -> Sequence[Note]:
        """The provenance of types, codes and deck."""
        from deduce_models.entracte.components.parts import shipped

        return shipped().notes

    @override
    def describe(self) -> Report:
        """Options and data, each with its provenance, and the codes."""
        from deduce_models.entracte.components.parts import shipped

        base = super().describe()
        codes = [code.name for code in shipped().codes]
        return Report(f"{base.text}\n\nCodes: {', '.join(codes)}", {**base.data, "codes": codes})


GAME = Entracte()

"""Entracte as a plug-in: everything the library asks of a game, each part kept in a module of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.games.base import (
    CHANCE,
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
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.records.moves import parse_move
from deduce_models.entracte.rules.setup import OPTIONS, PLAIN, EntracteMove, setup
from deduce_models.entracte.rules.state import EntracteState, first_state
from deduce_models.entracte.rules.views import EntracteView

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.records.datafile import Note
    from deduce_models.entracte.knowledge.evidence import Evidence
    from deduce_models.entracte.records.replay import Replay

__all__ = ["GAME", "Entracte"]

PLAYER_NAMES = (
    "random",
    "legal",
    "greedy",
    "exchange",
    "search",
    "rule-card",
    "convention",
    "convention-search",
    "advised",
)


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce_models.entracte.players.named import PLAYERS

    return PLAYERS


class Entracte(Game[EntracteState, EntracteView, EntracteMove]):
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

    players: Mapping[str, Callable[[], Player]] = imported_players(PLAYER_NAMES, _players)
    best = "advised"

    @override
    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> EntracteState:
        self.checked_players(players)
        made = setup(None if data is None else str(data), players, self.checked_options(options))
        state = first_state(made)
        return state if seed is None else settle(state, random.Random(seed))

    @override
    def actions(self, players: int, **options: Any) -> Sequence[str]:
        """Playing each card of the deck, the plain moves, and every guess."""
        made = self.new(players=players, **options).setup
        guesses = [move for row in made.guesses[1:] for move in row]
        return [str(move) for move in (*made.plays, *PLAIN.values(), *guesses)]

    @override
    def bounds(self, players: int) -> Bounds:
        """One point for each code named rightly at the most."""
        return Bounds(1000, 0.0, 24.0)

    @override
    def parse(self, text: str, state: EntracteState | EntracteView) -> EntracteMove:
        """The move called `text`, such as ``play up fall Mon ...`` or ``guess 2 season reverse``.

        Values may be shortened, and of a card in one's hand only as many named as tell it from the others.
        Raises `RecordError` with the column of what was not understood.
        """
        return parse_move(text, state)

    @override
    def knowledge(self, view: EntracteView | Evidence) -> Knowledge:
        """What the seat of `view`, or of a record's evidence, knows, from hard evidence only; see `model`."""
        from deduce_models.entracte.knowledge.evidence import evidence_of
        from deduce_models.entracte.knowledge.model import knowledge_of

        return knowledge_of(evidence_of(view))

    @override
    def truth(self, state: EntracteState, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """Who holds what, as far as the codes are dealt; where hands are counted also where each card is."""
        from deduce_models.entracte.knowledge.evidence import NAMES
        from deduce_models.entracte.knowledge.hands import where_cards_are
        from deduce_models.entracte.knowledge.model import NOBODY

        made = state.setup
        if not made.competitive:
            codes = {
                knowledge.problem["code"][NAMES[seat]]: made.parts.codes[mask.bit_length() - 1].name
                for seat, mask in enumerate(state.codes)
                if mask
            }
            # Knowledge tells of the cards when all draws of a turn are made; in the midst of them only codes are there.
            return codes if state.actor is CHANCE else codes | where_cards_are(state, knowledge.problem)
        if any(mask.bit_count() < made.per_seat for mask in state.codes):
            return {}
        holders = {code: NAMES[seat] for seat, mask in enumerate(state.codes) for code in bits(mask)}
        holder = knowledge.problem["holder"]
        return {
            holder[code.name]: holders.get(index, NOBODY) for index, code in enumerate(made.parts.codes)
        }

    @override
    def exact_chances(
        self, view: EntracteView, knowledge: Knowledge
    ) -> Mapping[Variable, Mapping[Any, float]]:
        from deduce_models.entracte.knowledge.belief import belief_of
        from deduce_models.entracte.knowledge.evidence import NAMES, evidence_of
        from deduce_models.entracte.knowledge.passes import told_by_hands

        told = evidence_of(view)
        if view.setup.competitive or told_by_hands(told):
            return {}
        belief, codes = belief_of(view), view.setup.parts.codes
        return {
            knowledge.problem["code"][NAMES[seat - 1]]: {
                code.name: belief.chance(seat, index) for index, code in enumerate(codes)
            }
            for seat in range(1, view.seats + 1)
        }

    @override
    def resample(self, view: EntracteView, rng: random.Random) -> EntracteState:
        from deduce_models.entracte.knowledge.resample import resample

        return resample(view, rng)

    @override
    def advise(
        self, view: EntracteView, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[EntracteMove]]:
        from deduce_models.entracte.advice.advice import advise

        names = [f"seat {seat}" for seat in range(1, view.seats + 1)]
        return Rows(advise(view, random.Random(rng), time_limit=time_limit, names=names))

    @override
    def show(self, view: EntracteView) -> str:
        from deduce_models.entracte.answers.drawing import view_text

        return view_text(view)

    @override
    def picture(self, view: EntracteView, *, names: Sequence[str] = ()) -> str:
        from deduce_models.entracte.answers.picture import picture

        return picture(view, names)

    @override
    def happened(
        self, before: EntracteView, after: EntracteView, actor: int, move: EntracteMove
    ) -> Sequence[str]:
        from deduce_models.entracte.rules.telling import told

        return told(before, after)

    @override
    def answers(self) -> Answers[Replay]:
        return Answers(
            Later("deduce_models.entracte.records.grammar:parse"),
            Later("deduce_models.entracte.answers.report:solve"),
            Later("deduce_models.entracte.answers.report:why"),
            Later("deduce_models.entracte.answers.advice:advise_replay"),
            draw=Later("deduce_models.entracte.answers.picture:draw"),
            form=Later("deduce_models.entracte.records.form:form"),
            upcoming=Later("deduce_models.entracte.records.form:upcoming"),
            write=Later("deduce_models.entracte.records.writing:written"),
            changed=Later("deduce_models.entracte.answers.changed:changed"),
        )

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

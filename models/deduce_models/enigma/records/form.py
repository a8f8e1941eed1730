"""What can be tapped: a look and a naming with its effect, doubts, missions, the end of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce_models.enigma.components.parts import Components
from deduce_models.enigma.records.replay import Replay
from deduce_models.enigma.rules.phases import ACCUSING, AFTER, CALLING, MISSION, START
from deduce_models.enigma.rules.setup import setup
from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["form", "upcoming"]


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players, writer and options (all of them, checked)."""
    made = setup(None, len(names), dict(options))
    parts, cells = made.parts, tuple(str(at + 1) for at in range(made.cells))
    players, people = tuple(names), tuple(parts.character_names)
    given = tuple(name for name, icon in zip(parts.room_names, made.icons, strict=True) if icon >= 0)
    said = _Said(tuple(parts.room_names), people, cells, players, given, claimed=True)
    naming, again = _doubts(parts, players) + _effects(said), _effects(said._replace(claimed=False))
    events = []
    if me:
        events.append(Event("character", "character:", (Field("character", people),), header=True))
    saw = Field("saw", parts.room_names, before=" =", optional=True, who="me")
    events += [
        Event("peeks", "peeks", (
            Field("cell", cells), saw,
            Field("claims", parts.room_names, before=", claims ", optional=True, like="saw"), *naming
        ), actor=True),
        Event("names", "names", (Field("cell", cells), *again), actor=True),
        Event("points", "points", (
            Field("cell", cells), Field("claims", parts.room_names, before=", claims ", optional=True), *naming
        ), actor=True),
        Event("spends", "spends", actor=True, passes=False),
        Event("mission", "mission", (Field("character", people),), actor=True, passes=False),
        Event("reveals", "reveals", (
            Field("cell", cells), Field("saw", parts.room_names, before=" =")
        ), actor=True, passes=False),
        Event("accuses", "accuses", (
            Field("player", players), Field("character", people), Field("outcome", ("right", "wrong"))
        ), actor=True, passes=False),
        Event("calls", "calls", (
            Field("cell", cells), Field("named", parts.room_names), Field("saw", parts.room_names, before=" =")
        ), actor=True, passes=False),
        Event("shows", "shows", (Field("character", people),), actor=True, passes=False),
        Event("fails", "fails", actor=True),
        Event("wins", "wins", actor=True),
        Event("ends", "ends", actor=True),
        Event("timeout", "timeout", (Field("player", players, optional=True),)),
    ]  # fmt: skip
    sheets = (
        Sheet("mansion", ("cells",), "{outer} {inner}"),
        Sheet("characters", ("characters",), "{outer} {inner}"),
    )
    return Form(tuple(names), me, tuple(events), sheets=sheets, turns=True, texts=_TEXTS)


def _doubts(parts: Components, players: tuple[str, ...]) -> tuple[Field, ...]:
    """Who doubted a claim and what the check showed; or that the doubts are still to come."""
    rooms = parts.room_names
    return (
        Field("pending", ("?",), before=", ", optional=True, when={"claims": rooms}, unless={"doubt": players}),
        Field(
            "doubt", players, "many", ", doubt ", optional=True, apart=True, together="verdict",
            when={"claims": rooms}, unless={"pending": ("?",)},
        ),
        Field("verdict", ("true", "lie"), when={"doubt": players}),
        Field("checked", rooms, before=" =", optional=True, when={"verdict": ("lie",)}),
    )  # fmt: skip


class _Said(NamedTuple):
    """What may be tapped for the effect of a room, which is shown where that room is claimed (`claimed`), else always.

    `given` are the rooms whose icon is known.
    """

    rooms: tuple[str, ...]
    people: tuple[str, ...]
    cells: tuple[str, ...]
    players: tuple[str, ...]
    given: tuple[str, ...]
    claimed: bool

    def after(self, *names: str) -> dict[str, tuple[str, ...]]:
        """When the effect of these rooms is shown."""
        return {"claims": tuple(room for room in names if room in self.rooms)} if self.claimed else {}

    @property
    def no(self) -> dict[str, tuple[str, ...]]:
        """When there is none: behind a lie that was found out, and while doubts are still to come."""
        return {"verdict": ("lie",), "pending": ("?",)} if self.claimed else {}


def _effects(said: _Said) -> tuple[Field, ...]:
    """The effects of rooms."""
    return (
        *_looks(said),
        Field(
            "opens", said.cells, before=", opens ", optional=True, when=said.after("Radio", "Tome"),
            unless=said.no,
        ),
        Field("opened", said.rooms, before=" =", when={"opens": said.cells}),
        *_teamwork(said),
        *_phantom(said),
        Field(
            "cancelled", said.players, before=", cancelled ", optional=True, when=said.after("Machine"),
            unless=said.no,
        ),
        Field(
            "shuffles", said.cells, "many", ", shuffles ", count=2, optional=True, when=said.after("Machine"),
            unless=said.no,
        ),
    )  # fmt: skip


def _looks(said: _Said) -> tuple[Field, ...]:
    """A look at a card and what it gains: what a card gives whose writer has seen it needs no saying."""
    cells = said.cells
    return (
        Field(
            "looks", cells, before=", looks ", optional=True, when=said.after("Library", "Code", "Command"),
            unless=said.no,
        ),
        Field("looks saw", said.rooms, before=" =", optional=True, who="me", when={"looks": cells}),
        Field(
            "gains", ("C", "D", "nothing"), before=" gains ", optional=True, when={"looks": cells},
            unless={"looks saw": said.given},
        ),
    )  # fmt: skip


def _teamwork(said: _Said) -> tuple[Field, ...]:
    """Another's Character seen, or turned over."""
    players = said.players
    return (
        Field(
            "views", players, before=", views ", optional=True, apart=True, when=said.after("Teamwork"),
            unless={**said.no, "flips": players},
        ),
        Field("viewed", said.people, before=" =", optional=True, who="me", when={"views": players}),
        Field(
            "flips", players, before=", flips ", optional=True, apart=True, when=said.after("Teamwork"),
            unless={**said.no, "views": players},
        ),
    )  # fmt: skip


def _phantom(said: _Said) -> tuple[Field, ...]:
    """A Character exchanged, kept, with two players renewed; and what the Ghost does in place of it."""
    rooms, people, cells, players, kept = said.rooms, said.people, said.cells, said.players, ("keeps",)
    two, when = len(players) == 2, said.after("Phantom")

    def unless(*others: str) -> dict[str, tuple[str, ...]]:
        words = {"swaps": players, "renews": people, "kept": kept, "ghost": cells}
        return {**said.no, **{name: words[name] for name in others if two or name != "renews"}}

    renewed = (
        Field("renews", people, before=", renews ", optional=True, when=when, unless=unless("swaps", "kept", "ghost")),
        Field("new", people, before=" =", optional=True, who="me", when={"renews": people}),
    )  # fmt: skip
    return (
        Field(
            "swaps", players, before=", swaps ", optional=True, apart=True, when=when,
            unless=unless("kept", "renews", "ghost"),
        ),
        Field("got", people, before=" =", optional=True, when={"swaps": players}),
        Field("kept", kept, before=", ", optional=True, when=when, unless=unless("swaps", "renews", "ghost")),
        *(renewed if two else ()),
        Field(
            "ghost", cells, "many", ", ghost ", count=3, optional=True, when=when,
            unless=unless("swaps", "kept", "renews"),
        ),
        Field("ghost saw", rooms, "many", " =", " =", 3, optional=True, who="me", when={"ghost": cells}),
        Field("laid", ("lays",), before=", ", who="others", when={"ghost": cells}),
        Field("lays", cells, "many", ", lays ", count=3, optional=True, who="me", when={"ghost": cells}),
        Field("draws", people, before=", draws ", optional=True, who="me", when={"ghost": cells}),
    )  # fmt: skip


def upcoming(replay: Replay) -> Upcoming:
    """Whose turn it is; once a naming is done, the next player's."""
    state = replay.moments[-1].state if replay.moments else replay.first
    if state.actor is None or not state.turn:
        return Upcoming()
    seat = state.turn
    if state.phase == AFTER:
        order = [*range(seat, len(replay.names)), *range(seat)]
        seat = next((each + 1 for each in order if not state.out >> each + 1 & 1), seat)
    return Upcoming(replay.names[seat - 1], _events(state))


def _events(state: EnigmaState) -> tuple[str, ...]:
    """Kinds of lines that can come next; where a line is not at its end, those of the next player."""
    if state.phase in (MISSION, CALLING, ACCUSING):
        return ("reveals", "calls", "accuses", "fails", "wins")
    if state.phase not in (START, AFTER):
        return ("peeks", "names")
    verbs = {str(move).split()[0] for move in state.moves()}
    spends = ("spends",) if "spend" in verbs else ()
    names = ("names",) if state.up else ()
    points = ("points",) if "point" in verbs else ()
    ends = ("ends",) if state.phase == AFTER else ()
    return ("peeks", *names, *points, *spends, "mission", *ends)


_TEXTS = {
    "en": {
        "character": "character", "peeks": "peeks", "names": "names again", "points": "points", "spends": "spends D",
        "mission": "mission", "reveals": "reveals", "accuses": "accuses", "fails": "fails", "wins": "wins",
        "ends": "ends the turn", "timeout": "time is out", "cell": "card at", "saw": "what was seen",
        "claims": "claims", "doubt": "doubted by", "verdict": "it was", "checked": "the check saw",
        "looks": "looks at", "looks saw": "saw there", "gains": "gains", "opens": "opens", "opened": "there lies",
        "views": "views", "viewed": "who is", "flips": "flips", "swaps": "swaps with", "got": "got",
        "kept": "exchanges nothing", "keeps": "keeps", "renews": "lays open", "new": "draws",
        "ghost": "the Ghost takes up", "ghost saw": "saw there, in this order", "lays": "lays, by where they came from",
        "draws": "the new character", "calls": "calls", "named": "calls it", "shows": "shows by mistake",
        "cancelled": "cancelled by", "shuffles": "shuffles with", "pending": "doubts to come",
        "mansion": "mansion", "characters": "characters", "player": "player", "outcome": "which was",
    },
    "ru": {
        "character": "персонаж", "peeks": "смотрит", "names": "называет ещё раз", "points": "указывает",
        "spends": "тратит D", "mission": "миссия", "reveals": "открывает", "accuses": "обвиняет", "fails": "провал",
        "wins": "победа", "ends": "конец хода", "timeout": "время вышло", "cell": "карта на месте",
        "saw": "что увидел", "claims": "называет", "doubt": "сомневаются", "verdict": "оказалось",
        "checked": "при проверке", "looks": "смотрит на", "looks saw": "там", "gains": "получает",
        "opens": "открывает", "opened": "там лежит", "views": "видит персонажа", "viewed": "это",
        "flips": "переворачивает у", "swaps": "меняется с", "got": "получил",
        "kept": "не меняет", "keeps": "оставляет", "renews": "открывает", "new": "берёт", "ghost": "Призрак берёт",
        "ghost saw": "увидел там, по порядку", "lays": "кладёт, по прежним местам", "draws": "новый персонаж",
        "calls": "объявляет", "named": "называет", "shows": "показал по ошибке",
        "cancelled": "отменил",
        "shuffles": "мешает с", "pending": "сомнения впереди", "mansion": "особняк", "characters": "персонажи",
        "player": "игрок", "outcome": "это было", "true": "правда", "lie": "ложь",
    },
}  # fmt: skip

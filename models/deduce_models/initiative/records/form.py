"""What can be tapped: the writer's own moves as they are legal, and of others whatever a move can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.games.base import CHANCE
from deduce.ground.errors import DeduceError
from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.records.openings import HIDDEN
from deduce_models.initiative.records.reading import VERBS, Replay

if TYPE_CHECKING:
    from deduce_models.initiative.game import Initiative

__all__ = ["form", "upcoming"]

_PLAIN = tuple(verb for verb, words in VERBS.items() if words == 0)


def form(game: Initiative, names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players, writer and options (all of them, checked)."""
    state = game.new(players=len(names), **options)
    setup = state.setup
    cards = tuple(setup.deck.codes)
    seats = tuple(str(seat) for seat in range(1, len(names) + 1))
    hidden = (HIDDEN,) if me else ()
    card = Field("card", (*cards, *hidden))
    events = [
        Event("deal", "deal", (Field("seat", seats), card)),
        Event("play", "play", (Field("card", cards), Field("action", tuple(ACTIONS)))),
        Event("special", "special", (Field("card", cards), Field("second card", cards))),
        Event("card", "card", (card,)),
        Event("token", "token", (Field("token", tuple(setup.kinds)),)),
        Event("move", "move", (Field("room", tuple(setup.rooms)),)),
        Event("room", "room", (Field("room", tuple(setup.rooms)),)),
        Event(
            "take",
            "take",
            (Field("token", tuple(setup.kinds)), Field("room", tuple(setup.rooms), optional=True)),
        ),
        Event("figure", "figure", (Field("seat", seats),)),
        Event("gas", "gas", (Field("seat", seats), card)),
        Event("camera", "camera", (Field("card", cards),)),
        Event("clear", "clear", (Field("action", tuple(ACTIONS)),)),
        *(Event(verb, verb) for verb in _PLAIN),
        Event("answer", "answer", (Field("words", (), "text"),)),
    ]
    if me:
        glyphs = tuple(setup.front.glyphs)
        events.insert(
            1,
            Event(
                "open", "open", (Field("glyph", glyphs), Field("text", tuple(setup.front.alphabet), "text"))
            ),
        )
        events.append(Event("phrase", "phrase", (Field("words", (), "text"),)))
    sheets = (Sheet("glyphs", ("letters",), "{outer}={inner}"),)
    return Form(tuple(names), me, tuple(events), sheets=sheets, texts=_TEXTS)


def upcoming(replay: Replay) -> Upcoming:
    """The lines that can come next: all of them where the writer knows the cards, else what kinds there are."""
    try:
        state = replay.last
    except DeduceError:
        return Upcoming()
    if state.actor is None:
        return Upcoming()
    chance = state.actor is CHANCE
    moves = [str(move) for move, _ in state.outcomes()] if chance else list(map(str, state.moves()))
    verbs = tuple(dict.fromkeys(text.split()[0] for text in moves))
    actor = "" if chance else replay.names[state.turn - 1]
    known = replay.me is None or (not chance and replay.names[replay.me - 1] == actor)
    # Of what the writer does not see, only moves without cards are sure to be possible.
    sure = (
        moves
        if known
        else [text for text in moves if text.split()[0] in ("move", "turn", "clear", *_PLAIN)]
    )
    also = ("open",) if replay.me else ()
    return Upcoming(actor, (*verbs, *also), tuple(sure))


_TEXTS = {
    "en": {
        "deal": "dealt", "play": "plays", "special": "special action", "card": "draws", "token": "token shows",
        "open": "window opens", "move": "moves to", "gas": "gas takes", "camera": "camera takes", "clear": "clears",
        "turn": "turns a token", "done": "done", "draw": "draws again", "glyphs": "glyphs", "answer": "answers",
        "phrase": "the answer was", "agree": "agrees", "object": "objects", "stop": "stops", "skip": "skips",
        "collect": "collects", "leave": "leaves", "keep": "keeps",
        "remove": "removes", "more": "one more", "take": "takes", "figure": "whose figure",
        "seat": "seat", "action": "action",
        "glyph": "glyph", "text": "shows", "words": "words", "room": "room", "second card": "second card",
    },
    "ru": {
        "deal": "сдано", "play": "играет", "special": "особое действие", "card": "карта", "token": "на жетоне",
        "open": "окно открылось", "move": "идёт в", "gas": "газ забирает", "camera": "камера забирает",
        "clear": "убирает стопку", "turn": "переворачивает жетон", "done": "готово", "draw": "ещё карту",
        "glyphs": "знаки", "answer": "отвечает", "phrase": "ответ был", "agree": "согласен", "object": "против",
        "stop": "стоп", "skip": "пропускает", "collect": "собирает", "leave": "не берёт", "keep": "оставляет",
        "remove": "убирает", "more": "ещё", "take": "берёт", "figure": "чья фигура",
        "seat": "место", "action": "действие", "glyph": "знак", "text": "показал", "words": "слова",
        "room": "комната", "second card": "вторая карта",
    },
}  # fmt: skip

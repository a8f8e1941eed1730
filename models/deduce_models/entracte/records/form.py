"""What can be tapped: cards value by value or from the deck, tokens by name, codes for a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce_models.entracte.components.faces import SIGNS, faces
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.records.reading import Replay
from deduce_models.entracte.rules.setup import HAND, setup

__all__ = ["form", "upcoming"]

_PAIRED = 2, 2, 2, 2
"""How many characteristics share a field: eight characteristics are four taps."""


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players, writer and options (all of them, checked)."""
    made = setup(None, len(names), dict(options))
    parts, competitive = made.parts, options["mode"] == "competitive"
    codes = tuple(code.name for code in parts.codes)
    others = tuple(names)
    events = [
        *_header(parts, codes, competitive, bool(me)),
        Event("plays", "plays", (
            *_card(parts, "played", " "),
            Field("tokens", others, "many", " ; tokens ", optional=True, apart=not competitive),
            *_card(parts, "drawn", " ; draws ", optional=True, who="me"),
        ), actor=True),
        Event("passes", "passes", actor=True),
        Event("exchanges", "exchanges", tuple(
            each for number in range(1, HAND + 1)
            for each in _card(parts, f"drawn {number}", " ; draws " if number == 1 else " / ", optional=True, who="me")
        ), actor=True, passes=False),
        Event("sure", "sure", (Field("how many", tuple(map(str, range((len(names) - 1) * made.per_seat + 1)))),),
              actor=True, passes=False),
        Event("stops", "stops", actor=True, passes=False),
        Event("agrees", "agrees", actor=True, passes=False),
        Event("refuses", "refuses", actor=True, passes=False),
        Event("guesses", "guesses", _guesses(names, codes, made.per_seat), actor=True),
    ]  # fmt: skip
    if competitive:
        events += [Event("declares", "declares", actor=True), Event("piles", "piles", actor=True)]
    table = tuple(tuple(_values(parts, card)) for card in parts.cards)
    return Form(
        tuple(names), me, tuple(events), {"deck": table},
        (Sheet("codes", ("sheet",), "{outer} {inner}", "outer"),), turns=True, texts=_TEXTS,
        signs=SIGNS, layers=faces(parts),
    )  # fmt: skip


def _guesses(names: Sequence[str], codes: tuple[str, ...], per_seat: int) -> tuple[Field, ...]:
    """Whose code and which, as often as there are others' codes; who stops earlier leaves the rest open."""
    fields: list[Field] = []
    for number in range(1, (len(names) - 1) * per_seat + 1):
        first = number == 1
        whose, code = ("whose", "code") if first else (f"whose {number}", f"code {number}")
        before = " " if first else " ; "
        fields += [
            Field(whose, tuple(names), before=before, optional=not first, apart=True),
            Field(code, codes, when={} if first else {whose: tuple(names)}),
        ]
    return tuple(fields)


def _header(parts: Components, codes: tuple[str, ...], competitive: bool, mine: bool) -> list[Event]:
    start = Event("start", "start:", _card(parts, "played", " "), header=True)
    if not mine:
        return [start]
    count = 2 if competitive else 1
    hand = tuple(
        each
        for number in range(1, HAND + 1)
        for each in _card(parts, f"drawn {number}", " " if number == 1 else " ; ")
    )
    return [
        Event("code", "code:", (Field("code", codes, "many", " ", " ; ", count),), header=True),
        start,
        Event("cards", "hand:", hand, header=True),
    ]


def _card(
    parts: Components, part: str, before: str, *, optional: bool = False, who: Any = ""
) -> tuple[Field, ...]:
    """The fields of a card: the values of the characteristics, two of them in one where they are few."""
    fields: list[Field] = []
    at = 0
    for paired in _shares(len(parts.types)):
        kinds = parts.types[at : at + paired]
        words = tuple(" ".join(values) for values in product(*(kind.values for kind in kinds)))
        called = " ".join(kind.name for kind in kinds)
        fields.append(
            Field(
                f"{part}: {called}", words, before=before if not fields else " ", optional=optional,
                table="deck", part=part, who=who,
            )
        )  # fmt: skip
        at += paired
    return tuple(fields)


def _shares(types: int) -> tuple[int, ...]:
    """How many characteristics each field has."""
    return _PAIRED if types == sum(_PAIRED) else (1,) * types


def _values(parts: Components, card: Sequence[int | None]) -> list[str]:
    """A card without gaps as the values of the fields."""
    values = [
        kind.values[value] for kind, value in zip(parts.types, card, strict=True) if value is not None
    ]
    found, at = [], 0
    for paired in _shares(len(parts.types)):
        found.append(" ".join(values[at : at + paired]))
        at += paired
    return found


def upcoming(replay: Replay) -> Upcoming:
    """Who acts next, and the cards of the writer where it is the writer's turn."""
    evidence = replay.evidence
    seat = evidence.now.due
    hand = evidence.now.hand if seat == evidence.me else ()
    rows = tuple(tuple(_values(evidence.setup.parts, card)) for card in hand if None not in card)
    return Upcoming(replay.names[seat - 1], _events(evidence), rows={"played": rows} if rows else {})


def _events(evidence: Evidence) -> tuple[str, ...]:
    """Kinds of lines that can come next; of the rules only what decides which chips are seen first."""
    setup, entries = evidence.setup, evidence.entries
    competitive = setup.option("mode") == "competitive"
    plays = sum(entry.kind in ("play", "unseen") for entry in entries)
    agreeing = 0
    for entry in reversed(entries):
        agreeing += entry.kind == "agree"
        if entry.kind != "agree":
            break
    last = entries[-1].kind if entries else ""
    if last == "guess" or agreeing == len(evidence.names) - 1 or plays + 1 >= setup.limit:
        return ("guesses", "plays", "passes") if competitive else ("guesses",)
    if last == "stop" or agreeing:
        return ("agrees", "refuses")
    exchange = () if evidence.now.exchanged >> evidence.now.due & 1 else ("exchanges",)
    return ("plays", "passes", *exchange, *(("declares", "piles") if competitive else ("stops",)))


_TEXTS = {
    "en": {
        "code": "my code", "start": "first card", "cards": "my cards", "plays": "plays a card", "passes": "passes",
        "exchanges": "exchanges", "sure": "is sure of", "stops": "wants to stop", "agrees": "agrees",
        "refuses": "refuses", "guesses": "guesses", "declares": "declares", "piles": "takes for the pile",
        "tokens": "tokens from", "codes": "codes", "whose": "whose code", "how many": "how many codes",
        "played": "card", "drawn": "new card", "row": "the row",
    },
    "de": {
        "play": "spielt", "pass": "passt", "exchange": "tauscht", "stop": "schlägt das Ende vor", "agree": "stimmt zu",
        "refuse": "lehnt ab", "guess": "rät", "declare": "erklärt sich", "draw": "zieht",
        "code": "mein Code", "start": "erste Karte", "cards": "meine Karten", "plays": "spielt eine Karte",
        "passes": "passt", "exchanges": "tauscht aus", "sure": "ist sich sicher bei", "stops": "schlägt das Ende vor",
        "agrees": "ist dafür", "refuses": "ist dagegen", "guesses": "rät", "declares": "erklärt sich",
        "piles": "nimmt auf den Stapel",
        "tokens": "Marker von", "codes": "Codes", "whose": "wessen Code", "how many": "wie viele Codes",
        "played": "Karte", "drawn": "neue Karte", "row": "die Reihe", "season": "Jahreszeit", "day": "Tag",
        "age": "Alter", "light": "Licht", "sex": "Geschlecht", "type7": "Typ 7", "type8": "Typ 8", "up": "hoch",
        "right": "rechts", "down": "runter", "left": "links", "winter": "Winter",
        "spring": "Frühling", "summer": "Sommer", "fall": "Herbst",
        "hand": "Hand", "forward": "vorwärts", "reverse": "rückwärts", "repeat": "gleich", "alternate": "wechselnd",
        "both": "beide", "on": "an", "off": "aus", "male": "männlich", "female": "weiblich",
        "Mon": "Mo", "Tue": "Di", "Wed": "Mi", "Thu": "Do", "Fri": "Fr", "Sat": "Sa", "Sun": "So",
        "young": "jung", "adult": "erwachsen", "old": "alt",
    },
    "ru": {
        "play": "играет", "pass": "пасует", "exchange": "меняет карты", "stop": "предлагает закончить",
        "agree": "согласен", "refuse": "против", "guess": "угадывает", "declare": "объявляет", "draw": "берёт",
        "code": "мой код", "start": "первая карта", "cards": "мои карты", "plays": "играет карту", "passes": "пасует",
        "exchanges": "меняет карты", "sure": "уверен в", "stops": "предлагает закончить", "agrees": "согласен",
        "refuses": "против", "guesses": "угадывает", "declares": "объявляет", "piles": "берёт в стопку",
        "tokens": "жетоны от", "codes": "коды", "whose": "чей код", "how many": "сколько кодов",
        "played": "карта", "drawn": "новая карта", "row": "ряд",
        "up": "вверх", "right": "вправо", "down": "вниз", "left": "влево", "winter": "зима", "spring": "весна",
        "summer": "лето", "fall": "осень", "season": "время года", "day": "день", "age": "возраст", "light": "свет",
        "sex": "пол", "type7": "тип 7", "type8": "тип 8",
        "hand": "рука", "forward": "вперёд", "reverse": "назад", "repeat": "повтор", "alternate": "чередование",
        "both": "оба", "on": "горит", "off": "погашен", "male": "мужской", "female": "женский",
        "Mon": "Пн", "Tue": "Вт", "Wed": "Ср", "Thu": "Чт", "Fri": "Пт", "Sat": "Сб", "Sun": "Вс",
        "young": "молодой", "adult": "взрослый", "old": "старый",
    },
}  # fmt: skip

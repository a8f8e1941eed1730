"""What the words of the game are called on the page, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "deal": "dealt", "play": "plays", "special": "special action", "card": "draws", "token": "token shows",
        "open": "window opens", "move": "moves to", "gas": "gas takes", "camera": "camera takes", "clear": "clears",
        "turn": "turns a token", "done": "done", "draw": "draws again", "glyphs": "glyphs", "answer": "answers",
        "agree": "agrees", "object": "objects", "stop": "stops", "skip": "skips", "collect": "collects",
        "leave": "leaves", "keep": "keeps", "remove": "removes", "more": "one more", "take": "takes",
        "figure": "whose figure", "pile": "action", "other": "second card", "words": "words", "room": "room",
        "console": "console", "map": "map", "piles": "piles", "hand": "hand",
    },
    "de": {
        "deal": "gegeben", "play": "spielt", "special": "Sonderaktion", "card": "zieht", "token": "Plättchen zeigt",
        "open": "Fenster öffnet sich", "move": "geht nach", "gas": "Gas nimmt", "camera": "Kamera nimmt",
        "clear": "räumt ab", "turn": "deckt ein Plättchen auf", "done": "fertig", "draw": "zieht noch eine",
        "glyphs": "Zeichen", "answer": "antwortet", "agree": "stimmt zu", "object": "ist dagegen", "stop": "hört auf",
        "skip": "setzt aus", "collect": "sammelt ein", "leave": "lässt liegen", "keep": "behält", "remove": "entfernt",
        "more": "noch eines", "take": "nimmt", "figure": "wessen Figur", "pile": "Aktion", "other": "zweite Karte",
        "words": "Worte", "room": "Raum", "console": "Konsole", "map": "Plan", "piles": "Stapel", "hand": "Hand",
        "Intel": "Erkunden", "Run": "Laufen", "Gather": "Sammeln", "Regroup": "Ordnen",
    },
    "ru": {
        "deal": "сдано", "play": "играет", "special": "особое действие", "card": "карта", "token": "на жетоне",
        "open": "окно открылось", "move": "идёт в", "gas": "газ забирает", "camera": "камера забирает",
        "clear": "убирает стопку", "turn": "переворачивает жетон", "done": "готово", "draw": "ещё карту",
        "glyphs": "знаки", "answer": "отвечает", "agree": "согласен", "object": "против", "stop": "стоп",
        "skip": "пропускает", "collect": "собирает", "leave": "не берёт", "keep": "оставляет", "remove": "убирает",
        "more": "ещё", "take": "берёт", "figure": "чья фигура", "pile": "действие", "other": "вторая карта",
        "words": "слова", "room": "комната", "console": "пульт", "map": "план", "piles": "стопки", "hand": "рука",
        "Intel": "Разведка", "Run": "Бег", "Gather": "Сбор", "Regroup": "Перестройка",
    },
}  # fmt: skip

"""What the words of the game are called on the page: in German and Russian, in English where it is another word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deduce.rulebook.labels import worded

TEXTS: Final[Mapping[str, Mapping[str, str]]] = worded({
    "deal": ("dealt", "gegeben", "сдано"), "play": ("plays", "spielt", "играет"),
    "special": ("special action", "Sonderaktion", "особое действие"), "card": ("draws", "zieht", "карта"),
    "token": ("token shows", "Plättchen zeigt", "на жетоне"),
    "open": ("window opens", "Fenster öffnet sich", "окно открылось"), "move": ("moves to", "geht nach", "идёт в"),
    "gas": ("gas takes", "Gas nimmt", "газ забирает"), "camera": ("camera takes", "Kamera nimmt", "камера забирает"),
    "clear": ("clears", "räumt ab", "убирает стопку"),
    "turn": ("turns a token", "deckt ein Plättchen auf", "переворачивает жетон"), "done": ("fertig", "готово"),
    "draw": ("draws again", "zieht noch eine", "ещё карту"), "glyphs": ("Zeichen", "знаки"),
    "answer": ("answers", "antwortet", "отвечает"), "agree": ("agrees", "stimmt zu", "согласен"),
    "object": ("objects", "ist dagegen", "против"), "stop": ("stops", "hört auf", "стоп"),
    "skip": ("skips", "setzt aus", "пропускает"), "collect": ("collects", "sammelt ein", "собирает"),
    "leave": ("leaves", "lässt liegen", "не берёт"), "keep": ("keeps", "behält", "оставляет"),
    "remove": ("removes", "entfernt", "убирает"), "more": ("one more", "noch eines", "ещё"),
    "take": ("takes", "nimmt", "берёт"), "figure": ("whose figure", "wessen Figur", "чья фигура"),
    "pile": ("action", "Aktion", "действие"), "other": ("second card", "zweite Karte", "вторая карта"),
    "words": ("Worte", "слова"), "room": ("Raum", "комната"), "console": ("Konsole", "пульт"),
    "map": ("Plan", "план"), "piles": ("Stapel", "стопки"), "hand": ("Hand", "рука"),
    **{room: (room, room) for room in ("Hall", "Study", "Tower", "Vault", "Cellar", "Garden")},  # as on the map
    "scout": ("Späher", "разведчик"), "driver": ("Fahrer", "водитель"), "handler": ("Führungsoffizier", "куратор"),
    "fixer": ("Problemlöser", "посредник"),
    "Intel": ("Erkunden", "Разведка"), "Run": ("Laufen", "Бег"), "Gather": ("Sammeln", "Сбор"),
    "Regroup": ("Ordnen", "Перестройка"),
})  # fmt: skip

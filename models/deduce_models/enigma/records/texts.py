"""What the words of the game are called on the page, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "character": "character", "peek": "peeks at", "point": "points at", "name": "names again", "spend": "spends D",
        "rest": "looks at nothing", "mission": "mission", "claim": "claims", "doubt": "doubted by", "sees": "it shows",
        "?": "doubts to come",
        "lie": "lie", "look": "looks at", "gains": "gains", "open": "opens", "view": "views", "flip": "flips",
        "swap": "swaps with", "keep": "exchanges nothing", "renew": "takes a new Character",
        "ghost": "the Ghost takes up", "lay": "lays, by where they came from", "cancel": "cancels", "allow": "lets it be",
        "shuffle": "shuffles with",
        "reveal": "reveals", "call": "calls", "accuse": "accuses", "accused": "which was", "end": "ends the turn",
        "timeout": "time is out", "number": "card at", "mansion": "mansion", "characters": "characters",
        "stack": "stack",
    },
    "de": {
        "character": "Charakter", "peek": "sieht an", "point": "zeigt auf", "name": "nennt noch einmal",
        "spend": "gibt D aus", "rest": "sieht nichts an", "mission": "Mission", "claim": "behauptet",
        "doubt": "bezweifelt von", "sees": "es zeigt sich",
        "?": "Zweifel stehen noch aus", "true": "wahr", "lie": "gelogen", "look": "sieht an",
        "gains": "bekommt", "open": "deckt auf", "view": "sieht den Charakter von", "flip": "dreht Chaos um bei",
        "swap": "tauscht mit", "keep": "tauscht nicht", "renew": "nimmt einen neuen Charakter",
        "ghost": "der Geist nimmt auf", "lay": "legt, nach früherem Platz", "cancel": "hält es auf",
        "allow": "lässt es zu", "shuffle": "mischt mit", "reveal": "deckt auf", "call": "sagt an",
        "accuse": "beschuldigt", "accused": "und das war", "right": "richtig", "wrong": "falsch",
        "end": "beendet den Zug",
        "timeout": "die Zeit ist um", "number": "Karte auf", "mansion": "Herrenhaus", "characters": "Charaktere",
        "stack": "Stapel", "cell": "Platz",
        "Tome": "Foliant", "Library": "Bibliothek", "Teamwork": "Teamarbeit", "Command": "Kommando",
        "Machine": "Maschine", "Radio": "Funkgerät", "Bombe": "Bombe", "Phantom": "Phantom", "Code": "Code",
        "Decrypter": "Entschlüssler", "Messiah": "Messias", "Medium": "Medium", "Archivist": "Archivar",
        "Wanderer": "Wanderer", "Ghost": "Geist", "Saboteur": "Saboteur", "trust": "glaubt",
    },
    "ru": {
        "character": "персонаж", "peek": "смотрит", "point": "указывает", "name": "называет ещё раз",
        "spend": "тратит D", "rest": "ничего не смотрит", "mission": "миссия", "claim": "называет",
        "doubt": "сомневаются", "sees": "оказалось",
        "?": "сомнения впереди", "true": "правда", "lie": "ложь", "look": "смотрит на",
        "gains": "получает", "open": "открывает", "view": "видит персонажа", "flip": "переворачивает у",
        "swap": "меняется с", "keep": "не меняет", "renew": "берёт нового персонажа", "ghost": "Призрак берёт",
        "lay": "кладёт, по прежним местам", "cancel": "отменяет", "allow": "не мешает", "shuffle": "мешает с",
        "reveal": "открывает", "call": "объявляет", "accuse": "обвиняет", "accused": "это было", "right": "верно",
        "wrong": "неверно", "end": "конец хода", "timeout": "время вышло", "number": "карта на месте",
        "mansion": "особняк", "characters": "персонажи", "stack": "стопка", "cell": "место",
        "Tome": "Фолиант", "Library": "Библиотека", "Teamwork": "Команда", "Command": "Штаб", "Machine": "Машина",
        "Radio": "Радио", "Bombe": "Бомба", "Phantom": "Фантом", "Code": "Код", "Decrypter": "Дешифровщик",
        "Messiah": "Мессия", "Medium": "Медиум", "Archivist": "Архивариус", "Wanderer": "Странник",
        "Ghost": "Призрак", "Saboteur": "Диверсант", "trust": "верит",
    },
}  # fmt: skip

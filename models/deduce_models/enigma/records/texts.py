"""What the words of the game are called on the page: in German and Russian, in English where it is another word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deduce.rulebook.labels import worded

TEXTS: Final[Mapping[str, Mapping[str, str]]] = worded({
    "character": ("Charakter", "персонаж"), "peek": ("peeks at", "sieht an", "смотрит"),
    "point": ("points at", "zeigt auf", "указывает"),
    "name": ("names again", "nennt noch einmal", "называет ещё раз"), "spend": ("spends D", "gibt D aus", "тратит D"),
    "rest": ("looks at nothing", "sieht nichts an", "ничего не смотрит"), "mission": ("Mission", "миссия"),
    "claim": ("claims", "behauptet", "называет"), "doubt": ("doubted by", "bezweifelt von", "сомневаются"),
    "sees": ("it shows", "es zeigt sich", "оказалось"),
    "?": ("doubts to come", "Zweifel stehen noch aus", "сомнения впереди"), "lie": ("gelogen", "ложь"),
    "look": ("looks at", "sieht an", "смотрит на"), "gains": ("bekommt", "получает"),
    "open": ("opens", "deckt auf", "открывает"), "view": ("views", "sieht den Charakter von", "видит персонажа"),
    "flip": ("flips", "dreht Chaos um bei", "переворачивает у"), "swap": ("swaps with", "tauscht mit", "меняется с"),
    "keep": ("exchanges nothing", "tauscht nicht", "не меняет"),
    "renew": ("takes a new Character", "nimmt einen neuen Charakter", "берёт нового персонажа"),
    "ghost": ("the Ghost takes up", "der Geist nimmt auf", "Призрак берёт"),
    "lay": ("lays, by where they came from", "legt, nach früherem Platz", "кладёт, по прежним местам"),
    "cancel": ("cancels", "hält es auf", "отменяет"), "allow": ("lets it be", "lässt es zu", "не мешает"),
    "shuffle": ("shuffles with", "mischt mit", "мешает с"), "reveal": ("reveals", "deckt auf", "открывает"),
    "call": ("calls", "sagt an", "объявляет"), "accuse": ("accuses", "beschuldigt", "обвиняет"),
    "accused": ("which was", "und das war", "это было"), "end": ("ends the turn", "beendet den Zug", "конец хода"),
    "timeout": ("time is out", "die Zeit ist um", "время вышло"),
    "number": ("card at", "Karte auf", "карта на месте"), "mansion": ("Herrenhaus", "особняк"),
    "characters": ("Charaktere", "персонажи"), "stack": ("Stapel", "стопка"), "true": ("wahr", "правда"),
    "right": ("richtig", "верно"), "wrong": ("falsch", "неверно"), "cell": ("Platz", "место"),
    "Tome": ("Foliant", "Фолиант"), "Library": ("Bibliothek", "Библиотека"), "Teamwork": ("Teamarbeit", "Команда"),
    "Command": ("Kommando", "Штаб"), "Machine": ("Maschine", "Машина"), "Radio": ("Funkgerät", "Радио"),
    "Bombe": ("Bombe", "Бомба"), "Phantom": ("Phantom", "Фантом"), "Code": ("Code", "Код"),
    "Decrypter": ("Entschlüssler", "Дешифровщик"), "Messiah": ("Messias", "Мессия"), "Medium": ("Medium", "Медиум"),
    "Archivist": ("Archivar", "Архивариус"), "Wanderer": ("Wanderer", "Странник"), "Ghost": ("Geist", "Призрак"),
    "Saboteur": ("Saboteur", "Диверсант"), "trust": ("glaubt", "верит"),
    "dealt": ("ausgeteilt", "роздано"),
})  # fmt: skip

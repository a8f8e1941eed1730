"""What the words of the game are called on the page: in German and Russian, in English where it is another word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deduce.rulebook.labels import worded

TEXTS: Final[Mapping[str, Mapping[str, str]]] = worded({
    "my code": ("my code", "mein Code", "мой код"), "code": ("Code", "код"),
    "start": ("first card", "erste Karte", "первая карта"), "my hand": ("my cards", "meine Karten", "мои карты"),
    "plays": ("plays a card", "spielt eine Karte", "играет карту"), "passes": ("passt", "пасует"),
    "exchanges": ("tauscht aus", "меняет карты"), "sure": ("is sure of", "ist sich sicher bei", "уверен в"),
    "stops": ("wants to stop", "schlägt das Ende vor", "предлагает закончить"), "agrees": ("ist dafür", "согласен"),
    "refuses": ("ist dagegen", "против"), "guesses": ("rät", "угадывает"), "declares": ("erklärt sich", "объявляет"),
    "piles": ("takes for the pile", "nimmt auf den Stapel", "берёт в стопку"),
    "tokens": ("tokens from", "Marker von", "жетоны от"), "codes": ("Codes", "коды"),
    "whose": ("whose code", "wessen Code", "чей код"),
    "how many": ("how many codes", "wie viele Codes", "сколько кодов"), "card": ("Karte", "карта"),
    "drawn": ("new card", "neue Karte", "новая карта"), "row": ("the row", "die Reihe", "ряд"),
    "play": ("spielt", "играет"), "pass": ("passt", "пасует"), "exchange": ("tauscht", "меняет карты"),
    "stop": ("schlägt das Ende vor", "предлагает закончить"), "agree": ("stimmt zu", "согласен"),
    "refuse": ("lehnt ab", "против"), "guess": ("rät", "угадывает"), "declare": ("erklärt sich", "объявляет"),
    "draw": ("zieht", "берёт"), "season": ("Jahreszeit", "время года"), "day": ("Tag", "день"),
    "age": ("Alter", "возраст"), "light": ("Licht", "свет"), "sex": ("Geschlecht", "пол"),
    "type7": ("Typ 7", "тип 7"), "type8": ("Typ 8", "тип 8"), "up": ("hoch", "вверх"), "right": ("rechts", "вправо"),
    "down": ("runter", "вниз"), "left": ("links", "влево"), "winter": ("Winter", "зима"),
    "spring": ("Frühling", "весна"), "summer": ("Sommer", "лето"), "fall": ("Herbst", "осень"),
    "hand": ("Hand", "рука"), "forward": ("vorwärts", "вперёд"), "reverse": ("rückwärts", "назад"),
    "repeat": ("gleich", "повтор"), "alternate": ("wechselnd", "чередование"), "both": ("beide", "оба"),
    "on": ("an", "горит"), "off": ("aus", "погашен"), "male": ("männlich", "мужской"),
    "female": ("weiblich", "женский"), "Mon": ("Mo", "Пн"), "Tue": ("Di", "Вт"), "Wed": ("Mi", "Ср"),
    "Thu": ("Do", "Чт"), "Fri": ("Fr", "Пт"), "Sat": ("Sa", "Сб"), "Sun": ("So", "Вс"), "young": ("jung", "молодой"),
    "adult": ("erwachsen", "взрослый"), "old": ("alt", "старый"),
})  # fmt: skip

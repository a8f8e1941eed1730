"""What the words of the game are called on the page: in German and Russian, in English where it is another word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deduce.rulebook.labels import worded

TEXTS: Final[Mapping[str, Mapping[str, str]]] = worded({
    "order": ("order of play", "Reihenfolge", "порядок хода"),
    "offer set": ("set on offer", "Kulissen im Angebot", "декорации"),
    "offer costume": ("costumes on offer", "Kostüme im Angebot", "костюмы"), "display": ("Auslage", "витрина"),
    "wagers": ("wagers shown", "Einsätze offen", "ставки открыты"),
    "awakes": ("who stays awake", "wer wach bleibt", "кто не отдыхает"),
    "objective": ("draws an objective", "zieht ein Ziel", "берёт цель"), "keep": ("keeps", "behält", "оставляет"),
    "under": ("puts under", "legt nach unten", "кладёт вниз"), "wager": ("a wager", "ein Einsatz", "ставка"),
    "awake": ("wach", "не отдыхает"), "shows": ("shows objectives", "zeigt Ziele", "показывает цели"),
    "recruit": ("recruits", "wirbt an", "нанимает"), "activate": ("activates", "setzt ein", "включает"),
    "set": ("set piece", "Kulisse", "деталь"), "costume": ("Kostüm", "костюм"), "done": ("fertig", "готово"),
    "pass": ("passes", "passt", "пас"), "quill": ("Feder", "перо"), "back": ("zurück", "назад"),
    "draft": ("drafts", "wählt", "выбирает"), "pieces": ("Teile", "детали"), "characters": ("Figuren", "персонажи"),
    "seats": ("Plätze", "места"), "objectives": ("Ziele", "цели"), "seat": ("Platz", "место"),
    "stage": ("my stage", "meine Bühne", "моя сцена"),
    "set on offer": ("set pieces on offer", "Kulissen zur Wahl", "детали на выбор"),
    "pounds": ("Pfund", "фунты"),
    "costume on offer": ("costumes on offer", "Kostüme zur Wahl", "костюмы на выбор"),
    "troupe": ("my troupe", "meine Truppe", "моя труппа"), "acts": ("Akte", "акты"), "author": ("Autor", "автор"),
    "falstaff": ("Falstaff", "Фальстаф"), "handyman": ("Handwerker", "мастер"), "queen": ("Königin", "королева"),
    "mistress": ("Meisterin", "мастерица"), "dresser": ("Garderobier", "костюмер"),
    "assistant": ("Assistent", "помощник"), "jeweler": ("Juwelier", "ювелир"),
    "lady-macbeth": ("Lady Macbeth", "леди Макбет"), "hamlet": ("Hamlet", "Гамлет"), "viola": ("Viola", "Виола"),
    "juliet": ("Julia", "Джульетта"), "romeo": ("Romeo", "Ромео"), "puck": ("Puck", "Пак"), "iago": ("Jago", "Яго"),
    "othello": ("Othello", "Отелло"), "desdemona": ("Desdemona", "Дездемона"),
    "richard-iii": ("Richard III.", "Ричард III"), "king-lear": ("König Lear", "король Лир"),
    "titania": ("Titania", "Титания"), "prospero": ("Prospero", "Просперо"), "ophelia": ("Ophelia", "Офелия"),
    "extra": ("extra", "ещё"), "resting": ("ruht", "отдыхает"), "black": ("Schwarz", "чёрный"),
    "pink": ("Rosa", "розовый"), "pay": ("Lohn", "плата"), "rivals": ("Gegner", "соперники"),
    "prestige": ("Prestige", "престиж"), "tokens": ("Marken", "жетоны"), "costumes": ("Kostüme", "костюмы"),
    "days ahead {change}": ("kommende Tage {change}", "будущие дни {change}"), "purple": ("Lila", "лиловый"),
    "blue": ("Blau", "синий"), "green": ("Grün", "зелёный"), "yellow": ("Gelb", "жёлтый"),
    "leading-actors": ("Hauptrollen", "главные роли"), "wardrobe": ("Garderobe", "гардероб"),
    "bright-lights": ("helle Lichter", "яркий свет"), "solid-walls": ("feste Mauern", "крепкие стены"),
    "company-of-actors": ("Schauspieltruppe", "труппа актёров"), "gold-thread": ("Goldfaden", "золотая нить"),
    "guild-of-crafts": ("Gilde der Gewerke", "гильдия ремёсел"), "full-purse": ("volle Börse", "полный кошелёк"),
    "curtain-calls": ("Vorhänge", "выходы на поклон"), "good-master": ("guter Prinzipal", "добрый хозяин"),
    "{who}.{copy}": ("{who} {copy}", "{who} {copy}"), "{who}-{which}": ("{who} {which}", "{who} {which}"),
})  # fmt: skip

"""What the words of the game are called on the page, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "order": "order of play", "offer set": "set on offer", "offer costume": "costumes on offer",
        "display": "display", "wagers": "wagers shown", "awakes": "who stays awake", "objective": "draws an objective",
        "keep": "keeps", "under": "puts under", "wager": "a wager", "awake": "awake", "shows": "shows objectives",
        "recruit": "recruits", "activate": "activates", "set": "set piece", "costume": "costume", "done": "done",
        "pass": "passes", "quill": "quill", "back": "back", "draft": "drafts", "pieces": "pieces",
        "characters": "characters", "seats": "seats", "objectives": "objectives", "seat": "seat",
        "stage": "my stage", "set on offer": "set pieces on offer", "costume on offer": "costumes on offer",
        "troupe": "my troupe", "acts": "acts",
    },
    "de": {
        "order": "Reihenfolge", "offer set": "Kulissen im Angebot", "offer costume": "Kostüme im Angebot",
        "display": "Auslage", "wagers": "Einsätze offen", "awakes": "wer wach bleibt", "objective": "zieht ein Ziel",
        "keep": "behält", "under": "legt nach unten", "wager": "ein Einsatz", "awake": "wach", "shows": "zeigt Ziele",
        "recruit": "wirbt an", "activate": "setzt ein", "set": "Kulisse", "costume": "Kostüm", "done": "fertig",
        "pass": "passt", "quill": "Feder", "back": "zurück", "draft": "wählt", "pieces": "Teile",
        "characters": "Figuren", "seats": "Plätze", "objectives": "Ziele", "seat": "Platz", "stage": "meine Bühne",
        "set on offer": "Kulissen zur Wahl", "costume on offer": "Kostüme zur Wahl", "troupe": "meine Truppe",
        "acts": "Akte",
        "author": "Autor", "falstaff": "Falstaff", "handyman": "Handwerker", "queen": "Königin",
        "mistress": "Meisterin", "dresser": "Garderobier", "assistant": "Assistent", "jeweler": "Juwelier",
        "lady-macbeth": "Lady Macbeth", "hamlet": "Hamlet", "viola": "Viola", "juliet": "Julia", "romeo": "Romeo",
        "puck": "Puck", "iago": "Jago", "othello": "Othello", "desdemona": "Desdemona",
        "richard-iii": "Richard III.", "king-lear": "König Lear", "titania": "Titania", "prospero": "Prospero",
        "ophelia": "Ophelia", "extra": "extra", "resting": "ruht", "black": "Schwarz", "pink": "Rosa",
        "pay": "Lohn", "rivals": "Gegner", "prestige": "Prestige", "tokens": "Marken", "costumes": "Kostüme",
        "days ahead {change}": "kommende Tage {change}",
        "purple": "Lila", "blue": "Blau", "green": "Grün", "yellow": "Gelb", "{who}.{copy}": "{who} {copy}",
        "{who}-{which}": "{who} {which}",
    },
    "ru": {
        "order": "порядок хода", "offer set": "декорации", "offer costume": "костюмы", "display": "витрина",
        "wagers": "ставки открыты", "awakes": "кто не отдыхает", "objective": "берёт цель", "keep": "оставляет",
        "under": "кладёт вниз", "wager": "ставка", "awake": "не отдыхает", "shows": "показывает цели",
        "recruit": "нанимает", "activate": "включает", "set": "деталь", "costume": "костюм", "done": "готово",
        "pass": "пас", "quill": "перо", "back": "назад", "draft": "выбирает", "pieces": "детали",
        "characters": "персонажи", "seats": "места", "objectives": "цели", "seat": "место",
        "stage": "моя сцена", "set on offer": "детали на выбор", "costume on offer": "костюмы на выбор",
        "troupe": "моя труппа", "acts": "акты",
        "author": "автор", "falstaff": "Фальстаф", "handyman": "мастер", "queen": "королева",
        "mistress": "мастерица", "dresser": "костюмер", "assistant": "помощник", "jeweler": "ювелир",
        "lady-macbeth": "леди Макбет", "hamlet": "Гамлет", "viola": "Виола", "juliet": "Джульетта",
        "romeo": "Ромео", "puck": "Пак", "iago": "Яго", "othello": "Отелло", "desdemona": "Дездемона",
        "richard-iii": "Ричард III", "king-lear": "король Лир", "titania": "Титания", "prospero": "Просперо",
        "ophelia": "Офелия", "extra": "ещё", "resting": "отдыхает", "black": "чёрный", "pink": "розовый",
        "pay": "плата", "rivals": "соперники", "prestige": "престиж", "tokens": "жетоны", "costumes": "костюмы",
        "days ahead {change}": "будущие дни {change}",
        "purple": "лиловый", "blue": "синий", "green": "зелёный", "yellow": "жёлтый",
        "{who}.{copy}": "{who} {copy}", "{who}-{which}": "{who} {which}",
    },
}  # fmt: skip

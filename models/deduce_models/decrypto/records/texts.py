"""What the words of the game are called on the page: in German and Russian, in English where it is another word."""

from __future__ import annotations

from typing import Final

from deduce.rulebook.labels import worded

_TEAMS: Final = {"white": ("White", "Weiß", "Белые"), "black": ("Black", "Schwarz", "Чёрные")}
_LINES: Final = {
    "clues": ("clues", "Hinweise", "подсказки"), "intercepts": ("intercepts", "Abfangen", "перехват"),
    "guesses": ("guesses", "Antwort", "ответ"), "code": ("code", "Code", "код"),
    "keywords": ("keywords", "Wörter", "слова"),
    "names": ("names the rivals' words", "nennt die Wörter der anderen", "называют слова соперников"),
}  # fmt: skip
TEXTS: Final = worded({
    **_TEAMS, **_LINES,
    **{f"{line} {team}": tuple(map("{}: {}".format, who, what))
       for line, what in _LINES.items() for team, who in _TEAMS.items()},
    "round": ("Runde", "раунд"), "judge": ("judge a clue", "einen Hinweis beurteilen", "оценить подсказку"),
    "team": ("Team", "команда"), "words": ("Wörter", "слова"), "clue": ("Hinweis", "подсказка"),
    "column": ("Spalte", "столбец"), "strength": ("how well it fits", "wie gut er passt", "насколько подходит"),
})  # fmt: skip

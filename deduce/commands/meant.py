"""What a person at the terminal means by a typed line: a command, or a move, perhaps as notes may say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deduce.games.base import Game
from deduce.games.typed import typed_move
from deduce.ground.errors import DeduceError, ProblemError
from deduce.ground.wording import as_is, say
from deduce.rulebook.words import FILLERS, folded, same, words_in

COMMANDS: Mapping[str, str] = {
    "help": say("this list; ? is the same"),
    "moves": say("all legal moves with their numbers"),
    "view": say("the position as you see it"),
    "advise": say("the best moves, with reasons; a1 then plays the first, a2 the second"),
    "sheet": say("all that you know, as 'deduce solve' prints it"),
    "undo": say("take back to your last decision"),
    "quit": say("leave the game"),
}
"""What can be typed besides a move; with a colon in front when a move has the same text."""

WITH_WORDS: Mapping[str, tuple[str, str]] = {
    "why": ("FACT", say("the fewest things seen that force a fact")),
    "save": ("FILE", say("write the game as a record; 'deduce play GAME --from FILE' goes on with it")),
}
"""Commands with something behind them: what, and what the command does."""

LEAVING = ("q", "exit", "bye")
"""Other words for `quit`, where no move is called so."""

_ADVISED = re.compile(r"[aA]\s?([0-9]{1,3})")


def read_answer(
    text: str,
    view: Any,
    game: Game[Any, Any, Any],
    listed: Sequence[Any] | None = None,
    advised: Sequence[Any] = (),
    shown: Callable[[Any], str] = str,
) -> tuple[str, Any]:
    """What a typed line means: ``("move", move)``, ``(command, None)`` or ``("why", its words)``.

    A move's own text comes first, then commands (a leading colon makes sure), then the number of a move in
    the list (`listed`, by default the view's) or, behind an ``a``, among the moves `advised`, then what one move alone
    is `shown` as, then whatever else the game can parse; a view with a true
    ``open_moves`` lists only some of its legal moves, and leaves the judgement to `State.play`. Raises
    `DeduceError` saying what was expected; no input raises anything else, as long as the game's parser
    keeps its contract.
    """
    answer = " ".join(text.split())
    moves = list(view.moves if listed is None else listed)
    for move in moves:
        if str(move).casefold() == answer.casefold():
            return "move", move
    command = answer.removeprefix(":").casefold()
    if command == "?":
        return "help", None
    if command in COMMANDS or command in LEAVING:
        return "quit" if command in LEAVING else command, None
    word, _, rest = answer.removeprefix(":").partition(" ")
    if word.casefold() in WITH_WORDS:
        if not rest:
            what = WITH_WORDS[word.casefold()][0]
            raise ProblemError(
                say("{word}: expected {what} behind it", word=as_is(word.casefold()), what=as_is(what))
            )
        return word.casefold(), rest
    if not answer:
        raise ProblemError(say("type a move or its number; 'help' lists what else there is"))
    # isdecimal() alone would accept digits of other scripts, which is harmless; int() reads them.
    if answer.isdecimal() and len(answer) < 10:
        if 1 <= int(answer) <= len(moves):
            return "move", moves[int(answer) - 1]
        raise ProblemError(say("the moves are numbered from 1 to {number}", number=len(moves)))
    number = _ADVISED.fullmatch(answer)
    if advised and number:
        if 1 <= int(number[1]) <= len(advised):
            return "move", advised[int(number[1]) - 1]
        raise ProblemError(say("the advised moves are a1 to a{number}", number=len(advised)))
    alike = [move for move in moves if shown(move).casefold() == answer.casefold()]
    if len(alike) == 1:
        return "move", alike[0]
    try:
        made = typed_move(answer, view, game)
        if number is None or any(
            str(made) == str(move) for move in moves
        ):  # else free text, such as a clue
            return "move", made
    except DeduceError:
        if number is None:
            if (move := meant(answer, view, moves, game)) is not None:
                return "move", move
            first, _, others = answer.partition(" ")
            if first.casefold() not in ("i", "me") or not others:
                raise
            what = as_is(repr(others))
            raise ProblemError(
                say("{what} is none of the moves now; 'moves' lists them", what=what)
            ) from None
    raise ProblemError(say("{what} plays an advised move: ask for 'advise' first", what=as_is(answer)))


def meant(answer: str, view: Any, moves: Sequence[Any], game: Any) -> Any:
    """The one move that words mean as notes may say it: its verb in another form or left out, small words between.

    Whoever plays may be named, and the game's own sayings are heard; the words may stand in any order where that leaves
    one move alone.
    """
    from deduce.rulebook.by_words import by_words

    also: Mapping[str, Sequence[str]] = getattr(game, "also", {})
    setting = getattr(view, "setting", None)
    names = list(setting.names) if setting is not None else [""]
    quiet = FILLERS.difference(map(folded, names))  # whoever has such a name is named by it
    own = names.pop(view.seat - 1) if setting is not None else names.pop()
    texts = [answer]
    if setting is not None and hasattr(game, "reworded"):
        texts.append(game.reworded(answer, setting, view.seat))

    def means(word: str, wanted: str) -> bool:
        return any(same(word, each) for each in (wanted, *also.get(wanted, ())))

    for text in texts:
        said = [word for word in words_in(text) if word not in quiet and word not in ("i", *words_in(own))]
        found = []
        for move in moves:
            words = [word for word in words_in(str(move)) if word not in quiet]
            for wanted in (words, words[1:]):
                if said and len(said) == len(wanted) and all(map(means, said, wanted)):
                    found.append(move)
                    break
        if len(found) == 1:
            return found[0]
    every = {str(move): move for move in moves}
    for text in texts:
        if len(hits := by_words(text, every, own, names, also)) == 1:
            return every[hits[0]]
    return _in_forms(answer, every, own, view, game)


def _in_forms(answer: str, every: Mapping[str, Any], own: str, view: Any, game: Any) -> Any:
    """The one move that words mean by the game's forms of hurried lines (`Rulebook.phrasebook`); None for none."""
    setting = getattr(view, "setting", None)
    if setting is None or not hasattr(game, "phrasebook"):
        return None
    book = setting.once("phrasebook", lambda: game.phrasebook(setting))
    for alike in () if book is None else book.readings(answer, setting.names, own):
        hits = {line.removeprefix(f"{own} ") for line in alike} & every.keys()
        if hits:
            return every[hits.pop()] if len(hits) == 1 else None
    return None

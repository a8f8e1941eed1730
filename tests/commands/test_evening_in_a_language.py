"""Evenings of `deduce play` in German and Russian: nothing stays English, and moves may be typed as they are shown."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest
from amount import some

import deduce
from deduce.commands import terminal
from deduce.commands.terminal import play_in_terminal, read_answer
from deduce.games.base import CHANCE
from deduce.games.registry import names
from deduce.games.speaking import speech_of
from deduce.ground.phrases import LANGUAGES, Speech
from deduce.ground.wording import IN_ENGLISH, typed
from deduce.players.named import player

ASKED = ["help", "view", "advise", "sheet", "moves", "undo", "why", "nothing", "1000000", "a99", "a1 x"]
"""What is asked during an evening, and typed wrongly."""
AS_TYPED = re.compile(
    r"'[^']*'|\"[^\"]*\"|(?:можно|Дальше): .*|^  [a-z].{10}|^The parcel: .*|подсказк[аи] .*"
)
"""Of what is shown what stands for something to be typed: quotations, words that are allowed, lines to come, commands;
and words of nobody's game, those of clues and of a mission's question."""
ENGLISH = {"the", "is", "are", "of", "and", "to", "you", "seat", "has", "was", "not", "in", "at", "chooses"}


class Both(Speech):
    """A language, and beside it another in which everything is said too."""

    def __init__(self, one: Speech, other: Speech) -> None:
        super().__init__(one.language, one.texts, called=one.called, people=one.people)
        self.other = other

    def __call__(self, text: str) -> str:
        self.other(text)
        return super().__call__(text)


def start(name, seed):
    game = deduce.game(name)
    return game, 4 if name == "decrypto" else game.seats.start, random.Random(seed)


@pytest.mark.parametrize("name", some(names(), 2))
def test_an_evening_is_told_whole_in_both_languages(name, monkeypatch):
    game, number, rng = start(name, 1)
    speech = Both(speech_of(game, "ru"), speech_of(game, "de"))
    monkeypatch.setattr(terminal, "speech_of", lambda *_: speech)
    shown, waiting, made = [], list(ASKED), []

    def ask(prompt):
        if len(made) > 1 and waiting:
            return waiting.pop(0)
        made.append(prompt)
        if len(made) > 40:
            raise EOFError
        return rng.choice("12")

    others = {seat: player(game, "random") for seat in range(2, number + 1)}
    ended = play_in_terminal(game, others, 1, 1, input=ask, output=shown.append, language="ru")
    assert ended.finished or len(made) > 40
    for each in (speech, speech.other):
        assert (each.english, list(each.missing), list(each.kept)) == (0, [], []), each.language
    assert IN_ENGLISH not in shown
    for line in "\n".join(shown).replace(game.title, "").splitlines():
        assert not ENGLISH & set(re.findall(r"[A-Za-z]+", AS_TYPED.sub("", line))), line


def called(speech, move):
    return speech.whole(typed(move)) or str(move)


@pytest.mark.parametrize("name", names())
def test_a_move_is_typed_as_it_is_shown(name):
    game, number, rng = start(name, 2)
    speeches = [speech_of(game, language) for language in LANGUAGES]
    state = game.new(players=number, seed=2)
    for turn in range(60):
        if state.actor is None:
            break
        if state.actor is not CHANCE and turn % 3 == 0:
            view = state.view(state.actor)
            moves = list(view.moves)
            for move in rng.sample(moves, 1 if len(moves) > 100 else min(len(moves), 3)):
                for speech in speeches:
                    shown = partial(called, speech)
                    meant = read_answer(shown(move).upper(), view, game, moves, shown=shown)
                    assert meant == ("move", move)
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))


def test_where_a_word_of_a_game_has_no_text_the_evening_says_once_that_it_is_english(monkeypatch):
    game = deduce.game("kuhn")
    monkeypatch.setattr(type(game), "texts", {})
    shown, lines = [], iter("111")
    others = {2: player(game, "random")}
    play_in_terminal(
        game, others, 1, 0, input=lambda _: next(lines, "quit"), output=shown.append, language="de"
    )
    assert shown.count(IN_ENGLISH) == 1
    assert any(re.search(r"\b1 (bet|pass)\b", each) for each in shown)

"""What is told of a game under way: by whom, of what, and in each language."""

import random
from types import SimpleNamespace

import pytest

import deduce
from deduce.games import settle
from deduce.games.speaking import speech_of
from deduce.ground.wording import typed
from deduce.rulebook.heard import Entry
from deduce_models.initiative.rules.telling import told

GAME = deduce.game("initiative")


def view(seat, entries=(), **table):
    setting = SimpleNamespace(game=GAME, names=("Ann", "Bob", "Cid"))
    table = {"turn": 2, "doing": "", "asked": "", **table}
    return SimpleNamespace(seat=seat, entries=tuple(entries), table=table, setting=setting)


def choice(seat, *words):
    return Entry("choose", seat, " ".join(map(str, words)), words)


HEARD = {
    "Seat 2 collects L in Hall.": (choice(2, "take", "Hall", "L"), {"doing": "special"}),
    "Seat 2 collects L.": (choice(2, "take", "L"), {"doing": "Gather"}),
    "Seat 2 moves to Hall.": (choice(2, "move", "Hall"), {"doing": "Run"}),
    "Seat 2 leads it to Hall.": (choice(2, "move", "Hall"), {"doing": "special"}),
    "Seat 3 proposes the answer OLD OAK.": (choice(3, "answer", "OLD", "OAK"), {}),
    "Seat 3 objects.": (choice(3, "object"), {}),
    "Seat 2 stops there.": (choice(2, "done"), {"asked": "run", "threat": True}),
    "Seat 2 draws no more.": (choice(2, "done"), {"asked": "refill"}),
    "The token is L.": (Entry("roll", 0, "token", "L"), {}),
    "the symbol behind L is H.": (Entry("show", 0, "behind[L]", "H"), {}),
    "Seat 2 draws a card.": (Entry("unseen", 0, "card {}"), {}),
    "Seat 2 draws t1.": (Entry("draw", 0, "card {}", "t1"), {}),
    "You lose b3 to the gas.": (Entry("draw", 0, "gas 1 {}", "b3"), {}),
    "Seat 3 loses b3 to the gas.": (Entry("draw", 0, "gas 3 {}", "b3"), {}),
    "You draw b4.": (Entry("draw", 0, "deal 1 {}", "b4"), {}),
    "A camera throws b5 away.": (Entry("draw", 0, "camera {}", "b5"), {}),
}  # fmt: skip


@pytest.mark.parametrize("said", HEARD)
def test_what_one_entry_tells(said):
    entry, table = HEARD[said]
    assert list(map(str, told(view(1, **table), view(1, [entry], **table), 2, None))) == [said]


def test_ones_own_choice_alone_is_not_told_and_with_what_came_of_it_it_is():
    own = choice(1, "room", "Hall")
    assert told(view(1), view(1, [own]), 1, None) == []
    both = told(view(1), view(1, [own, Entry("roll", 0, "token", "L")]), 1, None)
    assert list(map(str, both)) == ["You choose Hall.", "The token is L."]


@pytest.mark.parametrize(("language", "answer"), [("de", "antwortet"), ("ru", "отвечает")])
def test_the_words_of_an_answer_are_those_of_the_mission(language, answer):
    assert speech_of(GAME, language)(typed(GAME.move("answer run camera"))) == f"{answer} run camera"


@pytest.mark.parametrize("language", ["de", "ru"])
def test_all_that_random_play_tells_is_told_in_the_language(language):
    speech, met = speech_of(GAME, language), set()
    for seed in range(3):
        rng = random.Random(seed)
        state = settle(GAME.new(players=2 + seed % 2, seed=seed), rng)
        for _ in range(60):
            if state.actor is None:
                break
            move, actor = rng.choice(list(state.moves())), state.actor
            after = settle(state.play(move), rng)
            met.update(GAME.happened(state.view(1), after.view(1), actor, move))
            state = after
    assert len(met) > 20
    assert not [
        said for said in met if str(speech(said)) == str(said) or not str(speech(said)).endswith(".")
    ]

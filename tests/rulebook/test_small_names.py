"""Players who are called like small words: Will, An, On. A name is no filler wherever lines, facts and moves are read."""

from __future__ import annotations

import random
import re

import pytest
from amount import amount
from test_notes import NAMES, named

import deduce
from deduce.games import CHANCE, random_history
from deduce.records.record import read_record
from deduce.rulebook.by_words import by_words
from deduce.rulebook.undone import is_asked
from deduce.rulebook.words import FILLERS, tokens_of

SMALL = sorted(word.title() for word in FILLERS - {"are", "be", "had", "has", "have", "is", "was", "were"})
"""All but the verbs that forms of notes are made of: of who is called so a line may be refused."""

WILL = """\
game: entracte
players: Will May Al
me: May
code: season forward
start: up winter Thu adult on female b w

{}
May: right fall Fri young on male b y ; tokens Al
Al: down fall Fri old off female c z ; tokens Will May
"""


@pytest.mark.parametrize("name", ["love_letter", "coup", "clue", "resistance"])
def test_who_is_called_like_a_small_word_is_heard_like_anybody(name):
    game, rng = deduce.game(name), random.Random(name)
    players = min(max(game.seats), len(NAMES))
    for seed in range(amount(1, 20)):
        moves = random_history(game, players, seed).moves
        state = named(game, players, moves[: len(moves) // 2])
        while state.actor is CHANCE:
            state = state.play(state.draw(rng))
        text = game.written([state], [], {}, seat=2)
        heard = game.answers().read(read_record(text)).view(2).entries
        for word in ("Will", "An", *rng.sample(SMALL, amount(2, len(SMALL)))):
            who = rng.choice(NAMES[:players])
            other = game.answers().read(read_record(re.sub(rf"\b{who}\b", word, text))).view(2).entries
            told = [re.sub(rf"\b{who}\b", word, entry.said) for entry in heard]
            assert [entry.said for entry in other] == told, (who, word)


@pytest.mark.parametrize(
    "line", ["Will passes", "Will ?", "will left winter Thu old off male b w, tokens Al?"]
)
def test_a_token_of_who_is_called_will_is_a_token_though_another_name_follows(line):
    noted = deduce.game("entracte").answers().read(read_record(WILL.format(line))).evidence
    assert noted.entries[-1].tokens == 0b110


CARDS = """\
game: entracte
players: Ann {name} Dee
me: Ann
code: day repeat
start: left fall Sat old on male c y

Ann plays up summer Sun adult on male b x
{name} plays down summer Wed old off female a y ; tokens Ann
Dee plays left winter Sun young off male d w ; tokens {name} Ann
"""


@pytest.mark.parametrize("name", ["X", "A", "W", "Summer", "Sun", "On"])
def test_who_is_called_like_a_value_of_a_card_puts_no_token_where_the_card_has_it(name):
    read = deduce.game("entracte").answers().read
    told, other = (read(read_record(CARDS.format(name=each))).evidence.entries for each in (name, "Bob"))
    assert [(each.card, each.tokens) for each in told] == [(each.card, each.tokens) for each in other]


def test_who_is_called_like_a_value_is_named_by_a_capital_or_where_the_card_has_it_already():
    read = deduce.game("entracte").answers().read
    text = (
        "game: entracte\nplayers: Ann X Dee\nme: Ann\ncode: day repeat\nstart: left fall Sat old on\n\n{}\n"
    )
    told = {
        line: read(read_record(text.format(line))).evidence.entries[0].tokens
        for line in ("Ann up winter X", "Ann up winter x", "Ann up winter y x", "Ann up winter, token x")
    }
    assert [*told.values()] == [0b100, 0, 0b100, 0b100]


def test_a_line_that_begins_with_a_name_is_no_question():
    assert is_asked(tokens_of("Will Al pass?"))
    assert is_asked(tokens_of("Has Al passed?"), {"al"})
    assert not is_asked(tokens_of("Will passes, tokens Al?"), {"will", "al"})


WAYS = ["steal An", "steal Will", "give it to An", "income", "bid 3 of 5", "ask glasses"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("I steal the An", ["steal An"]), ("May steals an!", ["steal An"]), ("may steal Will", ["steal Will"]),
        ("give An", ["give it to An"]), ("to an give", []), ("question glasses", ["ask glasses"]),
        ("then 3 of 5 bid", ["bid 3 of 5"]), ("bid about 3 of 5", []), ("3 bid", []), ("steal", []),
        ("Will steal an", []), ("An will steal", []), ("an income", []), ("did income", []), ("income?", []),
        ("steal an steal", []), ("steal An perhaps", []), ("not income", []), ("May May income", []), ("", []), ("I", []),
    ],
)  # fmt: skip
def test_a_move_is_meant_by_its_words_in_any_order_and_by_nothing_more(typed, meant):
    assert by_words(typed, WAYS, "May", ["An", "Will"], {"ask": ["question"]}) == meant


@pytest.mark.parametrize(
    ("me", "other", "meant"), [("Did", "May", ["income"]), ("Will", "Did", []), ("Will", "May", [])]
)
def test_whose_name_is_a_word_that_asks_asks_nothing(me, other, meant):
    assert by_words("Did income", ["income"], me, [other], {}) == meant


def test_a_fact_about_who_is_called_like_a_small_word_is_understood_and_no_fact_of_nobody():
    lines = "game: coup\nplayers: May Will\nme: May\n\nI draw duke\nI draw duke\n"
    answers = deduce.game("coup").answers()
    replay = answers.read(read_record(lines))
    assert answers.why(replay, "Will has duke").data["probability"] == pytest.approx(2 / 13)
    with pytest.raises(deduce.RecordError, match="not understood"):
        answers.why(replay, "has duke")


def test_what_a_small_name_drew_is_not_the_writers():
    text = "game: coup\nplayers: May Will\nme: May\n\n{} duke\n"
    read = deduce.game("coup").answers().read
    assert read(read_record(text.format("I draw"))).said
    with pytest.raises(deduce.RecordError, match="not understood"):
        read(read_record(text.format("Will draws")))


@pytest.mark.parametrize("told", ["- A", "(A)", "- A, W", "; tokens A Alma", ", A signals", ", token A"])
def test_a_capital_that_may_be_one_of_two_players_is_asked_about_and_no_article(told):
    read = deduce.game("entracte").answers().read
    text = (
        "game: entracte\nplayers: Will Al Alma\nme: Will\n\nWill plays up winter Sun adult on male b x {}\n"
    )
    with pytest.raises(deduce.RecordError):
        read(read_record(text.format(told)))
    for sure in (", a token by Alma", ". A token by Alma"):
        assert read(read_record(text.format(sure))).evidence.entries[-1].tokens == 0b1000


def test_a_capital_in_a_line_of_any_game_is_no_article():
    read = deduce.game("enigma").answers().read
    text = "game: enigma\nplayers: Will Al Alma\nme: Will\n\nWill 3 =Code, claims Radio, {}, lie\n"
    assert read(read_record(text.format("Al doubts")))
    for unclear in ("A and Al doubt", "A doubts"):
        with pytest.raises(deduce.RecordError):
            read(read_record(text.format(unclear)))

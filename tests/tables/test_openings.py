"""How people write the first line of an evening, what they were dealt, in eighteen declared games.

A first line that is refused costs the whole evening: nothing after it is reckoned with. So these are held as they were
written, before anybody looked at what the reader takes; the second of each pair of lists was never mended on. What is
said of somebody else, or denied, must never become the writer's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deduce.games import read_record
from deduce.games.registry import game as registered
from deduce.ground.errors import RecordError
from deduce.rulebook.notes import read

TWO, THREE, FOUR, FIVE = "Ann Bob", "Ann Bob Cid", "Ann Bob Cid Dee", "Ann Bob Cid Dee Eve"
HAND = "Ann is dealt wrench ballroom billiard kitchen library"
ROW = "orange orange yellow red"
PEGS = f"Ann {ROW}, {ROW}: in place: 0, {ROW}: elsewhere: 3"
PRIZE = "prize: 1\nAnn 1, bid 1 of Ann is 1, bid 1 of Bob is 3, bid 1 of Cid is 1"

OPENINGS: dict[str, tuple[str, str, list[str], list[str]]] = {
    "avalon": (
        f"players: {FIVE}\nme: Ann\n\n",
        "role[Ann] is servant",
        ["I am servant", "I'm servant", "my role: servant", "role servant", "I am a servant", "servant"],
        ["I am the servant", "I got servant", "my card is servant", "drew servant", "Ann has servant"],
    ),
    "resistance": (
        f"players: {FIVE}\nme: Ann\n\n",
        "role[Ann] is spy",
        ["I am a spy", "I'm spy", "my role: spy", "spy", "Ann: spy", "Ann is a spy"],
        ["I'm the spy", "got the spy card", "I was dealt spy", "my role is spy", "role: spy"],
    ),
    "clue": (
        f"players: {FOUR}\nme: Ann\n\n",
        HAND,
        [
            "I have wrench, ballroom, billiard, kitchen, library",
            "my cards: wrench, ballroom, billiard, kitchen, library",
            "hand: wrench ballroom billiard kitchen library",
            "dealt wrench ballroom billiard kitchen library",
            "I hold wrench, ballroom, billiard, kitchen and library",
            "Ann has wrench, ballroom, billiard room, kitchen and library",
            "my hand is wrench, ballroom, billiard, kitchen, library",
            "I was dealt the wrench, the ballroom, the billiard room, the kitchen and the library",
            "I got wrench ballroom billiard kitchen library",
        ],
        [
            "I've got the wrench, ballroom, billiard, kitchen, library",
            "cards: kitchen, library, ballroom, billiard, wrench",
            "Ann: wrench, ballroom, billiard, kitchen, library",
            "I start with wrench, ballroom, billiard, kitchen, library",
            "own cards: wrench ballroom billiard kitchen library",
        ],
    ),
    "coup": (
        f"players: {THREE}\nme: Bob\n\n",
        "draw captain to hand of Bob\ndraw contessa to hand of Bob",
        [
            "I have captain and contessa",
            "my cards: captain, contessa",
            "hand: captain contessa",
            "dealt captain, contessa",
            "I hold captain and contessa",
            "I drew captain and contessa",
            "Bob has captain, contessa",
            "I got captain, contessa",
        ],
        [
            "I start with captain and contessa",
            "I am dealt captain and contessa",
            "captain, contessa",
            "my hand: captain + contessa",
            "Bob draws captain, draws contessa",
        ],
    ),
    "guess_who": (
        f"players: {TWO}\nme: Ann\n\n",
        "person[Ann] is Finn",
        [
            "my person is Finn",
            "I am Finn",
            "my person: Finn",
            "I have Finn",
            "Finn",
            "mine is Finn",
            "my card: Finn",
        ],
        ["I drew Finn", "my character is Finn", "Ann is Finn", "I'm Finn", "I play Finn"],
    ),
    "kuhn": (
        f"players: {TWO}\nme: Ann\n\n",
        "card[Ann] is 1",
        [
            "I have 1",
            "my card: 1",
            "card 1",
            "dealt 1",
            "I hold the 1",
            "my card is 1",
            "I got 1",
            "Ann has 1",
            "hand: 1",
        ],
        ["I was dealt a 1", "my hand: 1", "I'm holding 1", "hand is 1", "1"],
    ),
    "leduc": (
        f"players: {TWO}\nme: Bob\n\n",
        "card[Bob] is queen of spades",
        [
            "I have queen of spades",
            "my card: queen of spades",
            "dealt queen of spades",
            "hand: queen of spades",
        ],
        [
            "I am dealt the queen of spades",
            "I got the queen of spades",
            "Bob: queen of spades",
            "I've got the queen of spades",
            "mine: queen of spades",
        ],
    ),
    "liars_dice": (
        f"players: {THREE}\nme: Ann\ndice: 2\n\n",
        "die 1[1,1] is 5\ndie 1[1,2] is 4",
        ["I rolled 5 4", "my dice: 5 4", "dice: 5 4", "I have 5 and 4", "5 4", "I roll 5, 4"],
        ["I've rolled 5 and 4", "my roll: 5 4", "rolled: 5, 4", "dice are 5 and 4", "Ann 5 4"],
    ),
    "love_letter": (
        f"players: {FOUR}\nme: Ann\n\n",
        "draw priest to hand of Ann",
        [
            "I have priest",
            "my card: priest",
            "dealt priest",
            "I hold the priest",
            "hand: priest",
            "I start with priest",
            "I drew priest",
            "my hand is priest",
        ],
        [
            "I was dealt the priest",
            "I begin with the priest",
            "I've got the priest",
            "Ann draws priest",
            "my first card is the priest",
        ],
    ),
    "one_night_werewolf": (
        f"players: {FOUR}\nme: Ann\nroles: minion\n\n",
        "role[Ann] is seer",
        [
            "I am seer",
            "I'm the seer",
            "my card: seer",
            "my role is seer",
            "seer",
            "I have seer",
            "role: seer",
        ],
        ["I was dealt seer", "I am the seer", "my role: seer", "Ann: seer", "I got the seer"],
    ),
    "wild_place": (
        f"players: {THREE}\nme: Ann\n\n",
        "rule of[Ann] is on forest or sand",
        [
            "my rule: on forest or sand",
            "my rule is on forest or sand",
            "I have on forest or sand",
            "mine: on forest or sand",
        ],
        [
            "my rule says on forest or sand",
            "I got: on forest or sand",
            "Ann's rule: on forest or sand",
            "my card: on forest or sand",
            "I have the rule on forest or sand",
        ],
    ),
    "hanabi": (
        f"players: {TWO}\nme: Ann\ncolours: 3\nhand: 2\n\n",
        "card[3] is red 1\ncard[4] is green 2",
        [
            "Bob has red 1, green 2",
            "Bob: red 1, green 2",
            "Bob holds red 1 and green 2",
            "Bob's cards: red 1 green 2",
            "red 1, green 2",
        ],
        [
            "Bob holds red 1, green 2",
            "Bob: red 1 and green 2",
            "Bob has got red 1 and green 2",
            "Bob's hand: red 1, green 2",
            "I see red 1, green 2 with Bob",
        ],
    ),
    "minesweeper": (
        "players: Ann\nme: Ann\n\n",
        "Ann dig d3, ground[d3] is clear, bombs around d3: 2",
        ["dig d3: 2", "d3 2", "d3 = 2", "I dig d3, 2", "d3: 2 bombs", "dug d3, two around"],
        ["d3 is a 2", "I opened d3: 2", "d3 -> 2", "dig d3, 2 bombs around", "open d3 2"],
    ),
    "mastermind": (
        "players: Ann\nme: Ann\n\n",
        PEGS,
        [
            f"{ROW}: 0 in place, 3 elsewhere",
            f"{ROW} 0 3",
            "orange, orange, yellow, red: 0 black, 3 white",
            f"I guess {ROW}: 0 in place 3 elsewhere",
        ],
        [
            f"I try {ROW}: 0 in place, 3 elsewhere",
            f"{ROW}, none in place, three elsewhere",
            f"{ROW} -> 0/3",
            f"guess {ROW}, 0 right place, 3 wrong place",
            f"{ROW}: 0 black 3 white",
        ],
    ),
    "bulls_and_cows": (
        f"players: {TWO}\nme: Ann\n\nAnn 0\nAnn 2\nAnn 3\nAnn 5\n",
        "Ann 3504, Ann's 3504: bulls: 1, Ann's 3504: cows: 0",
        [
            "3504: 1 bull, 0 cows",
            "I guess 3504: 1 bull 0 cows",
            "3504 1 0",
            "Ann 3504 bulls 1 cows 0",
            "3504: 1b 0c",
        ],
        [
            "try 3504, 1 bull, no cows",
            "3504 - 1 bull, 0 cows",
            "3504 bulls: 1, cows: 0",
            "I say 3504: 1 bull and no cow",
            "3504 -> 1 0",
        ],
    ),
    "goofspiel": (
        f"players: {THREE}\nme: Ann\ncards: 5\n\n",
        PRIZE,
        [
            "prize 1\nI bid 1, Bob 3, Cid 1",
            "prize: 1\nbids: Ann 1, Bob 3, Cid 1",
            "1 is up\nAnn 1, Bob 3, Cid 1",
        ],
        [
            "prize 1\nAnn bids 1, Bob bids 3, Cid bids 1",
            "prize: 1\nI 1, Bob 3, Cid 1",
            "prize 1\nall: Ann 1, Bob 3, Cid 1",
        ],
    ),
    "verifiers": (
        f"players: {TWO}\nme: Ann\n\ncards: first last evens twins\n",
        "Ann set 424\nAnn ask twins, twins passes 424: yes",
        ["I set 424, ask twins: yes", "Ann 424 twins yes", "424: twins yes", "I try 424, twins: passes"],
        ["Ann sets 424\nasks twins: yes", "I set 424\nI ask twins, yes", "424\ntwins: yes"],
    ),
    "skull": (
        f"players: {THREE}\nme: Ann\n\n",
        "Ann skull",
        ["I lay the skull", "I play skull", "skull", "I put down my skull"],
        ["I lay a skull", "Ann puts down the skull", "me: skull"],
    ),
}
"""Header, the line in the game's own words, wordings the reader was mended on, wordings it was not."""

REFUSED: dict[str, list[str]] = {
    "clue": [
        "Bob has wrench, ballroom, billiard, kitchen, library",
        "I don't have wrench, ballroom, billiard, kitchen, library",
        "not mine: wrench ballroom billiard kitchen library",
        "Bob's cards: wrench, ballroom, billiard, kitchen, library",
        "my hand is not wrench, ballroom, billiard, kitchen, library",
        "Bob: wrench ballroom billiard kitchen library",
    ],
    "coup": ["Ann has captain and contessa", "I have no captain, contessa", "Ann: captain contessa"],
    "kuhn": ["Bob has 1", "Bob's card: 1", "I do not have 1", "Bob was dealt 1", "not 1"],
    "love_letter": ["Bob has priest", "Bob's card: priest", "I don't hold the priest", "Bob draws priest"],
    "one_night_werewolf": [
        "Bob is seer",
        "I am not the seer",
        "Bob: seer",
        "I am no seer",
        "Bob's card: seer",
    ],
    "resistance": ["I am not a spy", "Bob is a spy", "Bob's role: spy", "no spy", "I'm no spy"],
    "hanabi": [
        "Ann has red 1, green 2",
        "I have red 1, green 2",
        "my cards: red 1, green 2",
        "Bob has no red 1, green 2",
    ],
    "guess_who": ["Bob's person: Finn", "Bob is Finn", "I am not Finn"],
    "wild_place": ["Bob's rule: on forest or sand", "my rule is not on forest or sand"],
    "minesweeper": ["d3 is not 2", "d3 no bombs", "d3: not 2", "d3 bomb 2"],
    "bulls_and_cows": ["3504: not 1 bull, 0 cows", "3504: no 1 bull 0 cows"],
    "skull": ["Bob lays the skull", "I lay no skull", "I don't lay the skull"],
    "liars_dice": ["Bob rolled 5 4", "I didn't roll 5 4", "not 5 4", "Bob's dice: 5 4"],
}
"""Said of somebody else, or denied: none may be read as the writer's."""


def heard(name: str, text: str) -> Any:
    """What a record says, as answers of the rules; None where a line is refused or not read."""
    try:
        replay = read(registered(name), read_record(f"game: {name}\n{OPENINGS[name][0]}{text}\n"))
    except RecordError:
        return None
    return None if replay.unread else [answer for answer, _ in replay.reader.answers]


def fates(name: str, wordings: list[str]) -> Counter[str]:
    """How many wordings are understood as the line of the game's own words, refused, or taken for something else."""
    meant = heard(name, OPENINGS[name][1])
    found: Counter[str] = Counter()
    for text in wordings:
        got = heard(name, text)
        found["refused" if got is None else "understood" if got == meant else f"other: {text}"] += 1
    return found


@pytest.mark.parametrize("name", OPENINGS)
def test_first_lines_are_understood(name: str) -> None:
    assert set(fates(name, OPENINGS[name][2])) == {"understood"}


def test_first_lines_that_nobody_mended_on_are_mostly_understood_and_never_taken_for_something_else() -> (
    None
):
    found = sum((fates(name, each[3]) for name, each in OPENINGS.items()), Counter[str]())
    assert found.keys() <= {"understood", "refused"}
    assert found["understood"] >= 75
    assert found["refused"] <= 9


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_somebody_elses_or_denied_does_not_become_the_writers(name: str) -> None:
    assert [text for text in REFUSED[name] if heard(name, text) is not None] == []

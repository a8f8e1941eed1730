"""Hanabi beside the public learning environment (as OpenSpiel has it), and what a seat knows against brute force."""

from __future__ import annotations

import random

import pytest
from rulebook.oracle import alike

from deduce.games import CHANCE, random_history
from deduce.ground.errors import ProblemError
from deduce.records import read_record
from deduce_models.tables.hanabi import COLOURS, PLACES
from deduce_models.tables.hanabi import GAME as HANABI

pyspiel = pytest.importorskip("pyspiel")
GAMES = 30
"""So many here; `python tests/tables/test_hanabi.py 1000` plays more."""
LETTER = {colour[0].upper(): colour for colour in COLOURS}


def ours(text, actor, players):
    """A move of the learning environment in our words."""
    words = text.strip("()").split()
    if words[0] == "Deal":
        return f"{LETTER[words[1][0]]} {words[1][1]}"
    if words[0] in ("Play", "Discard"):
        return f"{words[0].lower()} {PLACES[int(words[1])]}"
    other = (actor + int(words[2][1:])) % players + 1
    return f"hint P{other} {LETTER[words[4]] if words[3] == 'color' else words[4]}"


def chosen(state, moves, rng):
    """A move at random, but mostly one that goes well, so that games last to the end of the deck."""
    hand, rows = dict(state.table["hand"])[state.actor], dict(state.table["rows"])
    world = {v.key: value for v, value in state.run.table.world.items()}
    fit = [
        PLACES[i] for i, n in enumerate(hand) if rows[world[n].split()[0]] + 1 == int(world[n].split()[1])
    ]
    good = [m for m in moves if m.startswith("play") and m.split()[1] in fit]
    mild = [m for m in moves if not m.startswith("play")]
    return rng.choice(
        good if good and rng.random() < 0.8 else mild if mild and rng.random() < 0.95 else moves
    )


def together(seed):
    """One game in both; gives how it ended and how many moves it took."""
    rng = random.Random(seed)
    players, colours, ranks = 2 + seed % 4, rng.choice((3, 4, 5, 5)), 5
    hints, lives = rng.choice((1, 3, 8, 8)), rng.choice((1, 2, 3))
    theirs = pyspiel.load_game(
        f"hanabi(players={players},colors={colours},ranks={ranks},hand_size={5 if players < 4 else 4},"
        f"max_information_tokens={hints},max_life_tokens={lives})"
    ).new_initial_state()
    state, made = HANABI.new(players=players, colours=colours, hints=hints, lives=lives), 0
    while not theirs.is_terminal():
        actor = theirs.current_player()
        if theirs.is_chance_node():
            outcomes = dict(theirs.chance_outcomes())
            said = {ours(theirs.action_to_string(a), actor, players): a for a in outcomes}
            mine = {move.text.split(" = ")[1]: (move, chance) for move, chance in state.outcomes()}
            assert state.actor is CHANCE
            assert {kind: outcomes[a] for kind, a in said.items()} == pytest.approx(
                {kind: chance for kind, (_, chance) in mine.items()}
            )
            kind = rng.choices(list(said), [outcomes[a] for a in said.values()])[0]
            theirs.apply_action(said[kind])
            state = state.play(mine[kind][0])
        else:
            assert state.actor == actor + 1
            said = {ours(theirs.action_to_string(a), actor, players): a for a in theirs.legal_actions()}
            moves = [move.text for move in state.moves()]
            assert sorted(moves) == sorted(said)
            text = chosen(state, moves, rng)
            theirs.apply_action(said[text])
            state, made = state.play(text), made + 1
    assert state.actor is None
    assert list(state.scores) == theirs.returns()
    table = state.table
    return made, "lost" if not table["lives"] else "deck" if not table["deck"] else "all"


def test_moves_chances_and_scores_are_those_of_the_learning_environment():
    ends = [end for _, end in map(together, range(GAMES))]
    assert {"lost", "deck"} <= set(ends)


@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_knows_is_what_brute_force_finds(seed):
    """Of the cards that have been drawn: single chances, and those of every two cards of the seat's hand."""
    options = {"colours": 2, "ranks": 3, "hand": 2, "hints": 3}
    moves = random_history(HANABI, 2, seed, options=options).moves
    moves = moves[: 5 + 2 * seed]
    state = HANABI.new(players=2, **options)
    for move in moves:
        state = state.play(move)
    hands, drawn = dict(state.table["hand"]), 14 - state.table["deck"]
    for seat in (1, 2):
        known = HANABI.knowledge(state.view(seat))
        found = alike(HANABI, list(moves), seat, 2, **options)
        total = sum(chance for _, chance in found)
        worlds = [
            ({v.key: kind for v, kind in each.run.table.world.items()}, chance) for each, chance in found
        ]
        card = dict(enumerate(known.scope, 1))
        for n in range(1, drawn + 1):
            for kind, said in known.marginals(card[n]).items():
                real = sum(chance for world, chance in worlds if world.get(n) == kind) / total
                assert said == pytest.approx(real)
        one, other = hands[seat][:2]
        for world, _ in worlds[::29]:
            kinds = world[one], world[other]
            real = sum(chance for each, chance in worlds if (each[one], each[other]) == kinds) / total
            said = known.probability((card[one] == kinds[0]) & (card[other] == kinds[1]))
            assert said == pytest.approx(real)


def test_a_deck_that_is_too_small_is_refused():
    with pytest.raises(ProblemError, match="5 hands of 5 cards: there are 14"):
        HANABI.new(players=5, colours=2, ranks=3, hand=5)


def test_the_rest_of_the_deck_shares_a_line():
    head = "game: hanabi\nplayers: Ann Bob\nme: Ann\ncolours: 2\nhand: 2\n\n"
    report = HANABI.solve(
        read_record(head + "card 3 is red 1, card 4 is yellow 2\nI hint Bob 1, 1 of Bob first\n")
    )
    rows = [line.split("  ")[0] for line in report.text.splitlines() if line.startswith("card[")]
    assert rows == ["card[1]", "card[2]", "card[3]", "card[4]", "card[5] ... card[20]"]
    assert len(report.data["sheet"]) == 5
    assert report.data["alike"] == {"card[5]": "card[20]"}


if __name__ == "__main__":
    import sys
    from collections import Counter

    played = [together(seed) for seed in range(int(sys.argv[1]))]
    print(
        len(played), "games,", sum(made for made, _ in played), "moves,", Counter(end for _, end in played)
    )

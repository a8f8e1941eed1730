"""Clue, Wild Place, Love Letter and Coup with few cards: what every seat knows is what brute force finds."""

from __future__ import annotations

import random
from itertools import product

import pytest
from rulebook.oracle import worlds

from deduce.games import CHANCE, Option, random_history
from deduce_models.tables import clue, coup, love_letter, minesweeper, wild_place


def held_against_brute_force(game, players, seed, most, even=False, **options):
    """In one part of one random game, at most so many moves long after the deal; gives how many worlds there were."""
    moves = list(random_history(game, players, seed, options=options).moves)
    state, dealt = game.new(players=players, **options), 0
    while state.actor is CHANCE:
        state, dealt = state.play(moves[dealt]), dealt + 1
    moves = moves[: random.Random(seed).randint(dealt + 1, dealt + most)]
    state = game.new(players=players, **options)
    for move in moves:
        state = state.play(move)
    looked = 0
    for seat in range(1, players + 1):
        known = game.knowledge(state.view(seat))
        found = worlds(game, moves, seat, players, even, **options)
        assert {tuple(world[v] for v in known.scope) for world in known.worlds} == set(found)
        total = sum(found.values())
        for index, variable in enumerate(known.scope):
            said = known.marginals(variable)
            for value in variable.domain:
                chance = sum(p for world, p in found.items() if world[index] == value) / total
                assert said.get(value, 0.0) == pytest.approx(chance, abs=1e-9), (seat, variable, value)
        looked += len(found)
    return looked


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (3, 5)])
def test_clue(monkeypatch, players, seed):
    kinds = {"suspect": ("green", "plum"), "weapon": ("knife", "rope"), "room": ("hall", "study", "dining")}
    triples = list(product(*kinds.values()))
    monkeypatch.setattr(clue, "KINDS", kinds)
    monkeypatch.setattr(clue, "CARDS", [card for names in kinds.values() for card in names])
    choices = {
        f"{verb} {' '.join(each)}": (verb, each) for verb in ("suggest", "accuse") for each in triples
    }
    monkeypatch.setattr(clue, "CHOICES", choices)
    assert held_against_brute_force(clue.Clue(), players, seed, 5, even=True) > players


@pytest.mark.parametrize("seed", [1, 2])
def test_wild_place(monkeypatch, seed):
    class Tiny(wild_place.WildPlace):
        options = {"map": Option("tiny", ("tiny",), "a map of four places")}  # noqa: RUF012

    monkeypatch.setitem(wild_place.MAPS, "tiny", "f L/s h*")
    assert len(wild_place.deals("tiny", 3)) > 90
    assert held_against_brute_force(Tiny(), 3, seed, 4) > 3


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 4), (2, 7), (3, 1)])
def test_love_letter(monkeypatch, players, seed):
    copies = {"guard": 2, "priest": 1, "baron": 1, "prince": 1, "king": 1, "countess": 1, "princess": 1}
    monkeypatch.setattr(love_letter, "COPIES", copies)
    monkeypatch.setattr(
        love_letter, "RANK", {card: rank for card, rank in love_letter.RANK.items() if card in copies}
    )
    assert held_against_brute_force(love_letter.LoveLetter(), players, seed, 6, open_cards=0) > players


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_coup(monkeypatch, seed):
    monkeypatch.setattr(
        coup, "ROLES", {"duke": 2, "assassin": 1, "captain": 1, "ambassador": 1, "contessa": 1}
    )
    assert held_against_brute_force(coup.Coup(), 2, seed, 14, turns=20) > 2


def test_a_field_of_one_mine_can_be_played():
    state = minesweeper.GAME.new(players=1, width=2, height=2, mines=1, seed=1)
    assert state.view(1).setting.options.mines == 1

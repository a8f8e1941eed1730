"""One Night Werewolf: who wins, what happens to the cards, and what a seat knows against brute force."""

from __future__ import annotations

import pytest
from rulebook.oracle import worlds

from deduce.games import CHANCE, random_history
from deduce_models.tables import one_night_werewolf
from deduce_models.tables.one_night_werewolf import GAME, OneNightWerewolf


def evening(deal, nights, votes, **options):
    """A game of as many seats as there are nights, with these cards (the last three in the centre), played to its end."""
    state = GAME.new(players=len(nights), claims=0, **options)
    for card in deal:
        state = state.play(next(m for m, _ in state.outcomes() if m.text.endswith(f"= {card}")))
    for move in (*nights, *[f"vote P{seat}" for seat in votes]):
        assert state.actor is not CHANCE
        state = state.play(move)
    assert state.actor is None
    return list(state.scores)


WOLF = ["werewolf", "seer", "robber", "troublemaker", "werewolf", "villager"]
THREE = ["peek nowhere", "look nowhere", "rob nobody"]


@pytest.mark.parametrize(
    ("nights", "votes", "scores"),
    [
        (THREE, (2, 1, 1), [0, 1, 1]),  # the werewolf dies
        (THREE, (2, 1, 2), [1, 0, 0]),  # the seer dies
        (THREE, (2, 3, 1), [1, 0, 0]),  # one vote each: nobody dies
        ([*THREE[:2], "rob P1"], (2, 1, 1), [0, 0, 1]),  # the robber is the werewolf now, and lives
        ([*THREE[:2], "rob P1"], (3, 3, 1), [1, 1, 0]),
    ],
)
def test_who_wins(nights, votes, scores):
    assert evening(WOLF, nights, votes) == scores


def test_a_village_without_werewolves_should_kill_nobody():
    deal = ["troublemaker", "seer", "robber", "villager", "werewolf", "werewolf"]
    nights = ["swap nobody", "look left middle", "rob nobody"]
    assert evening(deal, nights, (2, 3, 1)) == [1, 1, 1]
    assert evening(deal, nights, (2, 3, 2)) == [0, 0, 0]


def test_cards_are_swapped_in_the_order_of_the_night():
    # The robber takes the werewolf, the troublemaker then gives it to the seer, whoever chose first at the table.
    deal = ["troublemaker", "seer", "robber", "werewolf", "villager", "werewolf", "villager"]
    nights = ["swap P2 P3", "look nowhere", "rob P4", "peek nowhere"]
    assert evening(deal, nights, (2, 1, 2, 2)) == [1, 0, 1, 1]
    assert evening(deal, nights, (3, 1, 2, 3)) == [0, 1, 0, 0]


def test_a_drunk_takes_a_card_of_the_centre_and_a_tanner_wants_to_die():
    deal = ["drunk", "seer", "robber", "werewolf", "werewolf", "troublemaker", "villager"]
    nights = ["drink left", "look nowhere", "rob nobody", "peek nowhere"]
    assert evening(deal, nights, (2, 1, 1, 1), roles="drunk") == [0, 1, 1, 0]
    deal[0], nights[0] = "tanner", "sleep"
    assert evening(deal, nights, (2, 1, 1, 1), roles="tanner") == [1, 0, 0, 0]
    assert evening(deal, nights, (2, 4, 4, 1), roles="tanner") == [0, 1, 1, 0]


def test_a_hunter_takes_one_along():
    deal = ["hunter", "seer", "robber", "werewolf", "werewolf", "troublemaker", "villager"]
    nights = ["sleep", "look nowhere", "rob nobody", "peek nowhere"]
    assert evening(deal, nights, (4, 1, 1, 1), roles="hunter") == [1, 1, 1, 0]
    assert evening(deal, nights, (2, 1, 1, 1), roles="hunter") == [0, 0, 0, 1]


@pytest.mark.parametrize(("base", "seed"), [(one_night_werewolf.BASE, 1), (one_night_werewolf.BASE[1:], 2)])
def test_what_a_seat_knows_is_what_brute_force_finds(monkeypatch, base, seed):
    """With two cards in the centre; what was possible at night weighs evenly, so unseen choices are no evidence."""
    monkeypatch.setattr(one_night_werewolf, "CENTRE", ("left", "right"))
    monkeypatch.setattr(one_night_werewolf, "BASE", base)
    game = OneNightWerewolf()
    moves = list(random_history(game, 3, seed, options={"roles": "drunk"}).moves)[:8]
    for seat in (1, 2, 3):
        found = worlds(game, moves, seat, 3, even=True, roles="drunk")
        state = game.new(players=3, roles="drunk")
        for move in moves:
            state = state.play(move)
        known, total = game.knowledge(state.view(seat)), sum(found.values())
        assert {tuple(world[v] for v in known.scope) for world in known.worlds} == set(found)
        for index, variable in enumerate(known.scope):
            for value, said in known.marginals(variable).items():
                assert said == pytest.approx(
                    sum(p for world, p in found.items() if world[index] == value) / total
                )

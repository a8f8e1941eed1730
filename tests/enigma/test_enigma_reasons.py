"""The reasons beside Enigma's advice: each tells the figure it rests on, of the place and the person meant."""

from __future__ import annotations

import math
import random

import pytest
from test_enigma_move_values import after_a_look, decided
from test_enigma_play_pieces import PEOPLE, ROOMS, beginning

from deduce.ground.errors import ProblemError
from deduce_models.enigma.advice.advice import _REASONS, _of_unknown_character, advise
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits


def reason(now: Decision, kind: Kind, at: int = -1, what: int = -1) -> tuple[str, dict[str, object]]:
    said, details = _REASONS[kind](now, EnigmaMove(kind, at, what, kind.name.lower()))
    return str(said), details


def test_a_look_names_its_place_and_an_open_card_its_effect() -> None:
    now = decided(after_a_look()._replace(cells=(7, *(-1,) * 8), up=1))
    for kind in (Kind.PEEK, Kind.POINT, Kind.LOOK):
        assert reason(now, kind, 3)[0] == "0.0 bits to be learned at 4"
        assert reason(now, kind, 8)[0].endswith(" at 9")
    assert reason(now, Kind.NAME, 0) == ("the effect of Phantom cannot be doubted", {})


def test_a_claim_says_whether_it_is_true_and_what_it_is_worth_doubted_and_not() -> None:
    view = after_a_look()._replace(at=3, turn=1)
    now = decided(view)
    now.__dict__["met"] = []
    now.doubted = lambda move: 0.25  # type: ignore[method-assign]
    now.claim_parts = lambda move: (0.5, 0.125)  # type: ignore[method-assign]
    for room in range(9):
        said, details = reason(now, Kind.CLAIM, what=room)
        assert details == {"caught": 0.25, "truth": room == 3, "if_trusted": 0.5, "if_doubted": 0.125}
        assert said.startswith("the truth; worth 0.500" if room == 3 else "a lie; worth 0.500")
        assert said.endswith(": 0.125")
        assert "25%" in said
        assert ("silence the doubter" in said) == (room == 3)


def test_a_doubt_says_what_it_costs_and_trust_what_it_lets_pass() -> None:
    now = decided(after_a_look())
    now.lie_chance = lambda: 0.4  # type: ignore[method-assign]
    doubt, trust = reason(now, Kind.DOUBT), reason(now, Kind.TRUST)
    assert doubt[1] == trust[1] == {"lie": 0.4}
    assert doubt[0].startswith("a lie with a chance of 40%: if so")
    assert trust[0].startswith("a lie with a chance of 40%; it takes effect")


@pytest.mark.parametrize("mine", ["Wanderer", "Medium"])
def test_cards_and_people_are_told_with_their_chances(mine: str) -> None:
    view = after_a_look(mine)
    now = decided(view)
    rooms = bits(now.now.person.rooms)
    for at in range(9):
        of_mine = float(sum(now.worlds.cells[at, room] for room in rooms))
        said, details = reason(now, Kind.OPEN, at)
        assert details == {"mine": pytest.approx(of_mine)}
        assert said == f"one of my mission's rooms with a chance of {of_mine:.0%}"
        said, details = reason(now, Kind.REVEAL, at)
        assert details == {"chance": pytest.approx(of_mine)}
        for room in (0, 3):
            chance = float(now.worlds.cells[at, room])
            assert reason(now, Kind.CALL, at, room) == (
                f"right with a chance of {chance:.0%}",
                {"chance": chance},
            )
    # What lies open is needed no more.
    shown = decided(view._replace(cells=tuple(rooms[0] if at == 8 else -1 for at in range(9)), up=256))
    left = [room for room in rooms if room != rooms[0]]
    assert reason(shown, Kind.REVEAL, 3)[1] == {
        "chance": pytest.approx(float(sum(shown.worlds.cells[3, room] for room in left)))
    }
    for seat in (2, 3):
        slot = view.held[seat - 1]
        now.worlds.people[slot] = [
            0.1,
            0.1,
            0.1,
            0.4 if seat == 2 else 0.1,
            0.1,
            0.1,
            0.1 if seat == 2 else 0.4,
        ]
        role, best = (PEOPLE[3], 0.4) if seat == 2 else (PEOPLE[6], 0.4)
        for kind in (Kind.VIEW, Kind.FLIP, Kind.SWAP):
            said, details = reason(now, kind, seat)
            assert details == {"chance": best}
            assert role in said
            assert "40%" in said
        assert reason(now, Kind.ACCUSE, seat, 0) == ("right with a chance of 10%", {"chance": 0.1})


def test_what_is_laid_anew_is_told_in_bits_and_a_mission_card_by_card() -> None:
    now = decided(after_a_look()._replace(at=8))
    three = math.log2(8)
    for kind, at, expected in (
        (Kind.SHUFFLE, 0b110, 3 * three),
        (Kind.SHUFFLE, 0b1010, 2 * three),
        (Kind.GHOST, 0b1011, 2 * three),
    ):
        said, details = reason(now, kind, at)
        assert details == {"bits": pytest.approx(expected)}
        assert f"{expected:.1f} bits" in said
        assert ("a Character that can win" in said) == (kind is Kind.GHOST)
    said, details = reason(now, Kind.MISSION)
    assert details == {"success": now.plan.chance, "success_hard": now.plan.proven}
    assert "Tome at 4" in said
    for at, room in now.plan.steps:
        assert f"{ROOMS[room]} at {at + 1}" in said


# Advice as a whole.


@pytest.mark.parametrize("limit", [0, 0.05, None])
def test_advice_is_about_every_move_best_first_in_any_time(limit: float | None) -> None:
    view = beginning("Decrypter", 2)
    view = view._replace(moves=view.moves[:3])
    found = advise(view, rng=3, time_limit=limit)
    assert {each.move for each in found} == set(view.moves)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert all(each.reason for each in found)
    assert advise(view._replace(moves=())) == []
    for wrong in (-0.1, float("nan")):
        with pytest.raises(ProblemError, match=r"a time limit .* is a number of seconds of at least 0"):
            advise(view, time_limit=wrong)


def test_who_does_not_know_its_character_weighs_all_that_it_may_be() -> None:
    view = beginning("Decrypter", 2)
    view = view._replace(cards=(-1,) * 7, moves=view.moves[:2])
    found = _of_unknown_character(view, random.Random(1), EXPECTED, 0.1)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    apart = [Decision(view, EXPECTED, random.Random(1), effort=0.1, card=card).base for card in range(7)]
    for each in found:
        assert min(apart) < each.value < 1
    assert {each.move for each in advise(view, time_limit=0)} == set(view.moves)

"""The classics' published answers."""

from __future__ import annotations

from itertools import product

import pytest

from deduce import ProblemError
from deduce.puzzles import redundant, steps, verify
from deduce_models.classics import einstein, knights, mines, zebra


def test_the_japanese_owns_the_zebra_and_the_norwegian_drinks_water():
    verdict = verify(zebra.puzzle())
    assert verdict.unique
    assert zebra.resident(verdict.solution, "zebra") == "Japanese"
    assert zebra.resident(verdict.solution, "water") == "Norwegian"
    assert verdict.check()


def test_no_clue_of_the_zebra_is_superfluous():
    found = redundant(zebra.puzzle())
    assert found.implied == found.spare == ()
    assert [len(chosen) for chosen in found.smallest] == [14]


def test_the_zebra_step_by_step():
    found = steps(zebra.puzzle(), fewest=True)
    assert found.solved
    assert found.proved
    assert all(step.reason.check() for step in found.steps)


def _kinds(verdict):
    return {v.name: value for v, value in verdict.solution.items()}


def test_smullyans_three_inhabitants():
    # Smullyan 1978, no. 31: A says "all of us are knaves", B says "exactly one of us is a knight".
    def one_knight(who):
        a, b, c = (who[x] == knights.KNIGHT for x in "ABC")
        return (a & ~b & ~c) | (~a & b & ~c) | (~a & ~b & c)

    k = knights.puzzle(
        "ABC",
        {
            "A": lambda who: (who["A"] == "knave") & (who["B"] == "knave") & (who["C"] == "knave"),
            "B": one_knight,
        },
    )
    found = verify(k)
    assert found.unique
    assert _kinds(found) == {"who[A]": "knave", "who[B]": "knight", "who[C]": "knave"}


def test_at_least_one_of_us_is_a_knave():
    # Smullyan 1978, no. 28: A says "at least one of us is a knave".
    k = knights.puzzle("AB", {"A": lambda who: (who["A"] == "knave") | (who["B"] == "knave")})
    assert _kinds(verify(k)) == {"who[A]": "knight", "who[B]": "knave"}


BOARD = """
1???
2???
1???
12??
"""


@pytest.mark.parametrize("mines_in_all", [None, 3, 4])
def test_mines_against_every_placement(mines_in_all):
    k = mines.board(BOARD, mines_in_all)
    rows = BOARD.split()
    covered = [(r, c) for r in range(4) for c in range(4) if rows[r][c] == "?"]
    placements = []
    for bits in product((0, 1), repeat=len(covered)):
        mine = {at for at, bit in zip(covered, bits, strict=True) if bit}
        if mines_in_all is not None and len(mine) != mines_in_all:
            continue
        if all(
            sum((r + i, c + j) in mine for i in (-1, 0, 1) for j in (-1, 0, 1)) == int(rows[r][c])
            for r in range(4)
            for c in range(4)
            if rows[r][c] != "?"
        ):
            placements.append(mine)
    assert k.count() == len(placements)
    for (r, c), chance in zip(covered, mines.chances(k).values(), strict=True):
        assert chance == pytest.approx(sum((r, c) in mine for mine in placements) / len(placements))
    certain = {f"r{r + 1}c{c + 1}" for r, c in covered if not any((r, c) in mine for mine in placements)}
    assert set(mines.safe(k)) == certain


def test_boards_that_cannot_be_read():
    with pytest.raises(ProblemError, match="equal length"):
        mines.board("1?\n?")
    with pytest.raises(ProblemError, match="'x'"):
        mines.board("1x")
    with pytest.raises(ProblemError, match="covered"):
        mines.board("11")
    with pytest.raises(ProblemError, match="says 2, but only 1"):
        mines.board("2?")
    assert verify(mines.board("*1?")).unique


def test_the_einstein_pool_has_true_and_false_clues_of_every_kind():
    family = einstein.family(3)
    assert len(family.problem.scope) == 9
    assert {"next", "left", "share", "different"} <= {w for s in family.pool for w in s.text.split()}


def test_an_unknown_thing_has_no_resident():
    with pytest.raises(ProblemError, match="no 'unicorn' in the houses"):
        zebra.resident(verify(zebra.puzzle()).solution, "unicorn")


@pytest.mark.parametrize("n", [-1, 3, 0, 1.5, True, "1"])
def test_mines_are_as_many_as_there_is_room_for(n):
    with pytest.raises(ProblemError, match="mines is a whole number from 1 to 2, the covered squares"):
        mines.board("*1?", n)
    assert mines.chances(mines.board("*1?", 1)) == {"r1c1": 1.0, "r1c3": 0.0}

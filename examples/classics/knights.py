"""Knights and knaves: Smullyan's three inhabitants, and why B is a knight."""

from deduce.puzzles import steps, verify
from deduce_models.classics import knights
from deduce_models.classics.knights import KNAVE, KNIGHT

PEOPLE = "ABC"


def all_knaves(who):
    return (who["A"] == KNAVE) & (who["B"] == KNAVE) & (who["C"] == KNAVE)


def one_knight(who):
    a, b, c = (who[person] == KNIGHT for person in PEOPLE)
    return (a & ~b & ~c) | (~a & b & ~c) | (~a & ~b & c)


island = knights.puzzle(PEOPLE, {"A": all_knaves, "B": one_knight})
print('A says "all of us are knaves", B says "exactly one of us is a knight".\n')
print(verify(island), "\n")
print(steps(island), "\n")
print(island.why(island.problem["who"]["B"] == KNIGHT))

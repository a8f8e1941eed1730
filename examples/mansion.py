"""A mansion of nine rooms: what four pieces of evidence prove, how likely the rest is, and why.

Run it: python examples/mansion.py
"""

from deduce import AllDifferent, Knowledge, Problem, Shuffle

ROOMS = ["Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine"]

problem = Problem("mansion")
cell = problem.variables("cell", range(1, 10), domain=ROOMS)
problem.require(AllDifferent(cell), "each room is in one place")

k = Knowledge(problem)
k = k.observe(cell[4] == "Teamwork", "Ann checked cell 4")
k = k.observe(cell[2].is_in({"Phantom", "Machine"}), "cell 2 gave a Decryption token")
k = k.observe(cell[5].is_in({"Phantom", "Machine"}), "cell 5 gave one too")
k = k.weigh(cell[3], {"Bombe": 3.0}, "Bob named cell 3 the Bombe and nobody doubted it")


def draw(k: Knowledge) -> None:
    print(f"{k.count():,} layouts are possible ({k.entropy():.1f} bits)")
    for row in (1, 4, 7):
        cells = []
        for n in range(row, row + 3):
            value, chance = max(k.marginals(cell[n]).items(), key=lambda item: item[1])
            cells.append(f"{value if chance == 1 else f'{value} {chance:.0%}':<14}")
        print("   " + "".join(cells))
    print()


draw(k)
print(k.why(cell[9] != "Phantom"))
print()
print("What moved the Bombe to cell 3:")
for entry in k.ledger(cell[3] == "Bombe"):
    print("  ", entry)
print()

print("Now cells 5, 6 and 9 are shuffled, and cell 9 is seen to be the Phantom.")
k = k.change(Shuffle(cell[5], cell[6], cell[9]), "cells 5, 6 and 9 were shuffled")
k = k.observe(cell[9] == "Phantom", "Ann looked at cell 9")
draw(k)
print(k.why(cell[2] == "Machine"))

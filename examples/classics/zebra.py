"""The zebra puzzle: proved unique, solved step by step, and no clue of it superfluous."""

from deduce.puzzles import difficulty, redundant, steps, verify
from deduce_models.classics import zebra

puzzle = zebra.puzzle()
verdict = verify(puzzle)
print(f"The puzzle is {verdict.status}.")
print(f"The {zebra.resident(verdict.solution, 'water')} drinks water,")
print(f"the {zebra.resident(verdict.solution, 'zebra')} owns the zebra.\n")

where = {variable.name[6:-1]: place for variable, place in verdict.solution.items()}
for group, things in zebra.GROUPS.items():
    row = sorted(things, key=lambda thing: where[thing])
    print(f"{group:>8}  " + "".join(f"{thing:<15}" for thing in row))

found = redundant(puzzle)
print(f"\n{len(found.smallest[0])} of {len(found.clues)} clues are needed.")
print("How hard it is: " + str(difficulty(puzzle)))
print("\nThe first ten steps, and the hardest:\n")
walk = steps(puzzle)
for step in [*walk.steps[:10], max(walk.steps, key=lambda step: (step.level, step.size))]:
    print(step)

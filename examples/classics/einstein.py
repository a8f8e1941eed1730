"""Puzzles made to order: one easy, one harder, each proved unique and graded from 1 to 10."""

from deduce.puzzles import generate, hint
from deduce_models.classics import einstein

for wish in (2, 3):
    (made,) = generate(einstein.family(4), difficulty=wish, rng=2)
    print(f"Four houses in a row, grade {wish}:")
    print(made, "\n")
    print("A hint: " + str(hint(made.puzzle)))
    where = made.verdict.solution
    for place in range(1, 5):
        names = [v.name[6:-1] for v, house in where.items() if house == place]
        print(f"  house {place}: {', '.join(names)}")
    print()

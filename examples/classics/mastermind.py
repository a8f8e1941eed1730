"""Mastermind: a game step by step, and the strategies with published totals.

Run it: python examples/classics/mastermind.py
"""

from time import process_time

from deduce_models.classics import mastermind

SECRET = (3, 6, 3, 2)

print("Finding 3632 by Knuth's rule (fewest codes left at worst):")
position, answer = mastermind.table(), None
while answer != (4, 0):
    guess = position.best("worst case")
    ranked = position.rank("worst case", limit=1)[0]
    answer = position.game.answer(guess, SECRET)
    position = position.observe(guess, answer)
    black, white = answer
    print(
        f"  {ranked.question}: at worst {ranked.worst:.0f} left, {ranked.bits:.2f} bits expected;"
        f" answer {black} black {white} white, {position.count()} left"
    )

print("\nWhole strategies, over all 1,296 codes:")
for objective in ("worst case", "entropy", "expected size", "most parts", "optimal"):
    start = process_time()
    tree = mastermind.strategy(objective)
    print(
        f"  {objective:13} {tree.total} guesses, {tree.mean:.3f} on average, {tree.worst} at worst"
        f"  ({tree.label}, {process_time() - start:.2f} s)"
    )

print("\nThe best strategy for two pegs and three colours:")
print(mastermind.strategy("optimal", 2, 3))

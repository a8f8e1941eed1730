"""Bulls and Cows: what to guess next, and how many guesses it takes.

Run it: python examples/classics/bulls.py
"""

from deduce_models.classics import bulls

position = bulls.table()
print(f"{position.count():,} secrets of four different digits.")
for guess, answer in [((0, 1, 2, 3), (0, 2)), ((1, 4, 0, 5), (1, 1)), ((1, 3, 4, 6), (0, 2))]:
    position = position.observe(guess, answer)
    digits = "".join(map(str, guess))
    print(f"  {digits}: {answer[0]} bulls, {answer[1]} cows; {position.count()} left")
print("\nBest next guesses by entropy:")
for ranked in position.rank("entropy", limit=4):
    print(f"  {ranked}")

print("\nFour places, six digits, to the end:")
for objective in ("worst case", "entropy", "expected size", "most parts"):
    print(f"  {bulls.strategy(objective, 4, 6).summary()}")
print("Three places, six digits, proved:")
print(f"  {bulls.strategy('optimal', 3, 6).summary()}")

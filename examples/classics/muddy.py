"""Muddy children: the rounds for four children of whom three are muddy, and how it grows."""

from time import perf_counter

from deduce_models.classics import muddy

MUDDY = (1, 2, 4)
print(f"Four children; {', '.join(map(str, MUDDY))} are muddy. Father: at least one of you is muddy.")
for step in muddy.play(4, MUDDY):
    who = ", ".join(map(str, step.knows)) or "nobody"
    print(f"  round {step.number}: who knows? {who:12} worlds left: {step.worlds}")

print("\nAll children muddy: the round in which they know, and the time the whole talk takes to compute")
for n in (2, 4, 6, 8, 10):
    start = perf_counter()
    rounds = muddy.play(n, range(1, n + 1))
    print(
        f"  {n:2} children, {2**n:5} worlds: round {rounds[-1].number:2}, {1000 * (perf_counter() - start):5.1f} ms"
    )

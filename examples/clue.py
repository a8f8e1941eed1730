"""Six players, twenty-one cards: billions of deals, counted and weighed exactly after every suggestion.

Run it: python examples/clue.py
"""

from deduce import AtLeast, Exactly, Knowledge, Problem

SUSPECTS = ["Amber", "Blue", "Coral", "Dove", "Ebony", "Fawn"]
TOOLS = ["anvil", "bottle", "cord", "dagger", "easel", "flask"]
ROOMS = ["attic", "bath", "cellar", "den", "foyer", "garden", "hall", "kitchen", "lounge"]
PLAYERS = ["me", "Ann", "Bob", "Cid", "Dee", "Eve"]

problem = Problem("clue")
holder = problem.variables("who has", SUSPECTS + TOOLS + ROOMS, domain=["envelope", *PLAYERS])
for kind, cards in [("suspect", SUSPECTS), ("tool", TOOLS), ("room", ROOMS)]:
    problem.require(Exactly(1, [holder[c] for c in cards], "envelope"), f"one {kind} is in the envelope")
for player in PLAYERS:
    problem.require(Exactly(3, holder, player), f"{player} was dealt three cards")

k = Knowledge(problem)
for card in ["Amber", "anvil", "attic"]:
    k = k.observe(holder[card] == "me", f"I hold {card}")
for card in [c for c in holder if c not in ("Amber", "anvil", "attic")]:
    k = k.observe(holder[card] != "me", f"I do not hold {card}")
print(f"{k.count():,} deals agree with my hand")

suggestions = [
    (("Blue", "cord", "bath"), ["Ann"], "Bob"),
    (("Coral", "dagger", "den"), ["Bob", "Cid"], "Dee"),
    (("Blue", "easel", "hall"), ["Bob"], "Cid"),
    (("Dove", "cord", "bath"), ["Cid", "Dee", "Eve"], "Ann"),
]
for cards, passed, shower in suggestions:
    for player in passed:
        for card in cards:
            k = k.observe(holder[card] != player, f"{player} could not show {card}")
    k = k.observe(
        AtLeast(1, [holder[c] for c in cards], shower), f"{shower} showed one of {', '.join(cards)}"
    )
    print(f"{k.count():>16,} after {shower} showed one of {', '.join(cards)}")

print("\nIn the envelope, most likely:")
for cards in (SUSPECTS, TOOLS, ROOMS):
    chances = {card: k.probability(holder[card] == "envelope") for card in cards}
    best = sorted(chances, key=chances.__getitem__, reverse=True)[:3]
    print("   " + "   ".join(f"{card} {chances[card]:.1%}" for card in best))
print()
print(k.why(holder["Blue"] != "Bob"))

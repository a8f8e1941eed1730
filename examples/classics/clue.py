"""Clue with three players: what suggestions tell, and what to suggest next.

Run it: python examples/classics/clue.py
"""

from deduce_models.classics import clue

PLAYERS = ["me", "Ann", "Bob"]
HAND = ["Amber", "Blue", "anvil", "attic", "bath", "cellar"]

k = clue.table(PLAYERS, "me", HAND)
print(f"{k.count():,} deals agree with my hand.")


def advise():
    envelope, chance = next(iter(clue.envelope(k).items()))
    print(f"  likeliest envelope: {', '.join(map(str, envelope))} ({chance:.1%})")
    for ranked in clue.best(k, limit=2):
        print(f"  suggest {ranked}")


advise()
for by, cards, shower, card in [
    ("me", ("Coral", "cord", "attic"), "Bob", "cord"),
    ("Ann", ("Dove", "dart", "den"), "Bob", None),
    ("Bob", ("Coral", "easel", "den"), "Ann", None),
    ("me", ("Dove", "anvil", "attic"), None, None),
]:
    k = clue.suggested(k, by, cards, shower, card)
    shown = f"{shower} shows {card or 'a card'}" if shower else "nobody can show one"
    print(f"\n{by} suggests {', '.join(cards)}; {shown}: {k.count():,} deals left.")
    advise()

print()
print(k.why(k.problem["case"]["suspect"] == "Dove"))

"""Russian cards: what Anne may say so that Bill learns her hand and Eve nothing."""

from collections import Counter

from deduce.agents import KnowsValue
from deduce_models.classics import russian_cards as rc

start, holder = rc.deal()
world = {holder[card]: "Anne" if card < 3 else "Bill" if card < 6 else "Eve" for card in range(7)}
print(f"{start.count()} deals. Anne has 0 1 2, Bill 3 4 5, Eve 6. Anne may say:\n")


def consider(text, fact, by="Anne"):
    after = start.announce(fact, by=by)
    bill = after.holds(KnowsValue("Bill", holder), at=world)
    eve = after.holds(rc.ignorant(holder), at=world)
    safe = after.holds(rc.tells_bill(holder), at=world)
    print(f'  "{text}"')
    print(
        f"    Bill learns the deal: {'yes' if bill else 'no':4} Eve learns nothing: {'yes' if eve else 'no':4}"
        f" commonly known: {'yes' if safe else 'no'}"
    )


five = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6)]
consider("I have 012 or 034 or 056 or 135 or 246", rc.one_of(holder, "Anne", five))
consider("I do not have the 6", holder[6] != "Anne")
consider(
    "I have 012, or I have none of 0, 1, 2",
    rc.one_of(holder, "Anne", [(0, 1, 2), (3, 4, 5), (3, 4, 6), (3, 5, 6), (4, 5, 6)]),
)
either = rc.holds(holder, "Anne", (0, 1, 2)) | rc.holds(holder, "Bill", (0, 1, 2))
consider("I have 012 or Bill has", either)
print("\nThe last, if it is said by somebody who sees all cards and not by Anne:")
consider("Anne has 012 or Bill has", either, by=None)

found = list(rc.safe_announcements((0, 1, 2)))
sizes = Counter(map(len, found))
print(f"\nSafe announcements for the hand 012: {len(found)}", end=" ")
print("(" + ", ".join(f"{sizes[n]} of {n} hands" for n in sorted(sizes)) + "), such as")
for hands in found[:3]:
    print("  " + " ".join("".join(map(str, hand)) for hand in hands))

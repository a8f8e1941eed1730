"""What does Bea know that Anna knows? Three players, five cards, two of them face down on the table."""

from deduce import AllDifferent, Problem, Swap
from deduce.agents import CommonKnowledge, Knows, KnowsValue, Situation

PLAYERS = ["Anna", "Bea", "Carl"]

problem = Problem("five cards")
card = problem.variables("card", PLAYERS, [1, 2, 3, 4, 5])
problem.require(AllDifferent(card), "no card is there twice")
deal = {card["Anna"]: 3, card["Bea"]: 5, card["Carl"]: 2}

ASKED = [
    ("Carl's card is the 2", card["Carl"] == 2),
    ("Anna beats Carl", card["Anna"] > card["Carl"]),
    ("Anna does not have the 5", card["Anna"] != 5),
    ("Anna does not have the 1", card["Anna"] != 1),
    ("Bea knows Carl's card", KnowsValue("Bea", card["Carl"])),
    ("Bea has the 5", card["Bea"] == 5),
]


def report(title: str, minds: Situation, world: dict[object, int]) -> None:
    """A line for each thing asked: true or not, who knows it, and who knows that."""
    print(f"{title}  ({minds.count()} worlds)")
    print(f"  {'':26} true  Anna knows  Bea knows  Bea knows that Anna knows  common knowledge")
    for text, fact in ASKED:
        levels = [
            fact,
            Knows("Anna", fact),
            Knows("Bea", fact),
            Knows("Bea", Knows("Anna", fact)),
            CommonKnowledge(PLAYERS, fact),
        ]
        yes = ["yes" if minds.holds(level, at=world) else "-" for level in levels]
        print(f"  {text:26} {yes[0]:5} {yes[1]:11} {yes[2]:10} {yes[3]:26} {yes[4]}")
    print()


minds = Situation(problem, {player: card[player] for player in PLAYERS})
report("Everybody has looked at the own card.", minds, deal)

minds = minds.look("Bea", card["Carl"])
report("Bea peeks at Carl's card; the others see that she does.", minds, deal)

best = (card["Anna"] > card["Bea"]) & (card["Anna"] > card["Carl"])
minds = minds.announce(~Knows("Anna", best) & ~Knows("Anna", ~best), by="Anna")
report('Anna: "I may have the highest card of us three, or I may not."', minds, deal)

thinks = minds.knowledge("Bea", seen={card["Bea"]: 5, card["Carl"]: 2})
print(f"To Bea, Anna's card is one of {sorted(thinks.possible(card['Anna']))}.")

minds = minds.change(Swap(card["Anna"], card["Carl"]), seen_by={"Carl": card["Carl"]})
thinks = minds.knowledge("Bea", seen={card["Bea"]: 5, card["Carl"]: 2})
print("Anna and Carl exchange cards; Carl looks at what he got.")
print(f"Bea, who saw Carl's card before, now knows Anna's: {sorted(thinks.possible(card['Anna']))}.")
swapped = {card["Anna"]: 2, card["Bea"]: 5, card["Carl"]: 3}
knows = minds.holds(Knows("Carl", Knows("Bea", card["Anna"])), at=swapped)
print(f"Does Carl know that she does? {'Yes' if knows else 'No'}.")

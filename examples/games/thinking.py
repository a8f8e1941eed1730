"""What the default opponent thinks: a vault with two dials, questions that tell little and much, and one try.

A game declared in a dozen lines has opponents at once. `survey` makes every move in the same sampled worlds: how often it
ends the game, what it scores then, how many bits its answer tells. `Thinker` weighs that, and looks ahead. For this
game the tree is small, so OpenSpiel finds best play too (extra `openspiel`). Run it: python examples/games/thinking.py
"""

import random

from deduce.players import Thinker, survey
from deduce.rulebook import EVERYBODY, Rulebook


class Vault(Rulebook):
    """Two dials from 1 to 4; two questions at most, then one try."""

    name, title, seats = "vault", "The vault", range(1, 2)

    def rules(self, t):
        dial = t.variables("dial", (1, 2), range(1, 5))
        yield t.deal(dial)
        facts = {
            "first above 2": dial[1] > 2,
            "second above 2": dial[2] > 2,
            "both are 4": (dial[1] == 4) & (dial[2] == 4),
        }
        tries = {f"open {a}{b}": (a, b) for a in range(1, 5) for b in range(1, 5)}
        for question in range(3):
            asks = {f"ask {text}": text for text in facts} if question < 2 else {}
            said = yield t.choose(1, {**asks, **tries})
            if isinstance(said, tuple):
                break
            t.tell(EVERYBODY, facts[said], said)
        opened = t.tell(EVERYBODY, (dial[1] == said[0]) & (dial[2] == said[1]), "it opens")
        return (float(opened),)


GAME = Vault()
view = GAME.new(players=1, seed=1).view(1)
for each in survey(GAME, view, random.Random(1), worlds=64).prospects[:4]:
    ends = f"ends the game in {each.ends:.0%} of worlds, scoring {each.ending:.2f}"
    print(f"{each.move!s:20} tells {each.bits:.2f} bits, {ends}")

state, rng = GAME.new(players=1, seed=1), random.Random(1)
while state.actor is not None:
    best = Thinker(GAME, worlds=32, descents=60).weigh(state.view(1), rng)[0]
    print(f"{best.move!s:20} {best.reason()}")
    state = state.play(best.move)
print(f"it scores {state.scores[0]:g}")

try:
    from deduce.bridges.equilibrium import solve
except ImportError:
    print("without OpenSpiel no best play is worked out")
else:
    found = solve(GAME, nash_conv=0.001)
    print(f"best play opens it with a chance of {found.values[0]:.3f}, found on {found.nodes:,} positions")

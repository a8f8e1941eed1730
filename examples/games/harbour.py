"""Harbour: a game of our own, written once as its rulebook reads. The tutorial `docs/your-own-game.md` makes it.

Every ship hides its cargo. On a turn a captain peeks into another ship alone, has the harbour master count a cargo
for all to hear, or names what a ship carries: who is right wins, who is wrong is out.
"""

from deduce.games import check_game
from deduce.rulebook import EVERYBODY, Rulebook

CARGOES = ("tea", "salt", "silk")


class Harbour(Rulebook):
    name, title, seats = "harbour", "Harbour", range(2, 6)
    words = {"peek": ["look into", "inspect"], "count": ["how many carry"]}

    def rules(self, t):
        cargo = t.variables("cargo", t.seats, CARGOES)
        yield t.deal(cargo)
        for seat in t.seats:
            t.show(seat, cargo[seat])
        t.open.out = []
        for turn in range(6 * len(t.seats)):
            me = turn % len(t.seats) + 1
            if me in t.open.out:
                continue
            others = [seat for seat in t.seats if seat != me]
            verb, what = yield t.choose(
                me,
                {
                    **{f"peek {t.name(ship)}": ("peek", ship) for ship in others},
                    **{f"count {kind}": ("count", kind) for kind in CARGOES},
                    **{f"name {t.name(s)} {kind}": ("name", (s, kind)) for s in others for kind in CARGOES},
                },
            )
            if verb == "peek":
                t.show(me, cargo[what])
            elif verb == "count":
                t.tell(EVERYBODY, sum(cargo[s] == what for s in t.seats), f"ships with {what}")
            elif t.tell(EVERYBODY, cargo[what[0]] == what[1], f"{t.name(what[0])} carries {what[1]}"):
                return [float(seat == me) for seat in t.seats]
            else:
                t.open.out.append(me)
                if len(t.open.out) == len(t.seats):
                    break
        return [0.0] * len(t.seats)


GAME = Harbour()

if __name__ == "__main__":
    print(check_game(GAME, players=(2, 5), playouts=1))

"""The value of the best activation, written a second time from the rules: shares no code with the optimiser.

Only the fields of `Activation`, `Worth` and `Stage` are read. Legality, effects and worth are worked out here in
points (not thousandths) as each piece is put down, so a mistake in `Activation.value`, in the listing of actions
or in the model shows as a difference. Stage and costumes share nothing but the budget, so each is tried alone
for every sum of values, and the two are added.
"""

from itertools import combinations_with_replacement

BLACK, PINK, PURPLE, BLUE, GREEN, YELLOW = range(1, 7)
PRICE = {BLACK: 1, PINK: 2, PURPLE: 3, BLUE: 4, GREEN: 5, YELLOW: 3}
UNREACHED = float("-inf")


class TooLarge(Exception):
    """More ways to place than the caller wants to try."""


class Stagehand:
    """Tries every way to place set elements; `best[spent]` is the most that `spent` can gain."""

    def __init__(self, activation, worth, limit):
        self.a, self.w, self.limit, self.tried = activation, worth, limit, 0
        self.cells = activation.stage.cells
        self.above = [
            [q for q, up in enumerate(self.cells) if p in up.supports] for p in range(len(self.cells))
        ]
        self.pieces = list(activation.pieces)
        self.offer = [0, *activation.set_offer]
        self.money = 0 if activation.kind == "jeweler" else activation.budget
        self.best = [UNREACHED] * (self.money + 1)
        self.best[0] = 0.0
        self.one = UNREACHED  # the jeweler's single piece
        purple = activation.set_offer[PURPLE - 1]
        most = 1 + max(activation.set_offer)
        self.track = {
            BLUE: [worth.ambiance[min(5, activation.ambiance + 2 * n)] for n in range(most)],
            GREEN: [worth.tokens * min(activation.supply, n) for n in range(most)],
            PURPLE: [
                worth.purple_left * (purple - n)
                + sum(worth.rivals[max(0, r - n)] for r in activation.rivals)
                for n in range(most)
            ],
        }

    def allowed(self, place):
        across = self.pieces[self.cells[place].mirror]
        if self.a.kind == "jeweler":
            return [YELLOW] if self.offer[YELLOW] else []
        if across in (0, YELLOW):
            return [c for c in range(BLACK, YELLOW) if self.offer[c]]
        return [across] if self.offer[across] else []

    def stands(self, place):
        below = self.pieces if self.a.stack else self.a.pieces
        return all(below[under] for under in self.cells[place].supports)

    def ready(self, place):
        cell = self.cells[place]
        return cell.candle and not self.pieces[place] and all(self.pieces[u] for u in cell.supports)

    def put(self, place, colour):
        """Puts a piece and returns what it gains, in points."""
        cell, w = self.cells[place], self.w
        touched = [place, *self.above[place]]
        gain = -w.candle_ready * sum(self.ready(p) for p in touched)
        if cell.mirror != place:
            across = self.pieces[cell.mirror]
            gain += w.debt[colour] if not across else -w.debt[across]
        self.pieces[place] = colour
        self.offer[colour] -= 1
        gain += w.candle_ready * sum(self.ready(p) for p in touched)
        gain += w.piece + w.prestige * bool(cell.candle)
        gain += w.pounds * (colour == PINK) + w.yellow * (colour == YELLOW)
        if colour in self.track:
            number = self.a.set_offer[colour - 1] - self.offer[colour]
            gain += self.track[colour][number] - self.track[colour][number - 1]
        return gain

    def lift(self, place, colour):
        self.pieces[place] = 0
        self.offer[colour] += 1

    def search(self, first=0, spent=0, gained=0.0):
        for place in range(first, len(self.cells)):
            if self.pieces[place] or not self.stands(place):
                continue
            for colour in self.allowed(place):
                price = 0 if colour == YELLOW else PRICE[colour]
                if spent + price > self.money:
                    continue
                self.tried += 1
                if self.limit is not None and self.tried > self.limit:
                    raise TooLarge
                value = gained + self.put(place, colour)
                if colour == YELLOW:
                    self.one = max(self.one, value)
                else:
                    self.best[spent + price] = max(self.best[spent + price], value)
                    self.search(place + 1, spent + price, value)
                self.lift(place, colour)


def dressed(activation, worth, wearer, costume):
    """What a costume is worth with what its sum pays, in points."""
    total = sum(PRICE[c] for c in costume)
    value = worth.yellow * costume.count(YELLOW)
    if len(costume) == 3:
        if wearer < len(worth.complete):
            value += worth.complete[wearer]
        pounds, prestige = activation.sums[total]
        return value + worth.pounds * pounds + worth.prestige * prestige
    row = worth.partial[len(costume)]
    return value + row[min(total, len(row) - 1)]


def best_dress(activation, worth, money):
    """best[spent] over all ways to dress, by (elements left, spent) one wearer after another; and the jeweler's."""
    offer = tuple(activation.costume_offer)
    table = {(offer, 0): 0.0}
    for wearer, before in enumerate(activation.costumes):
        plain = dressed(activation, worth, wearer, list(before)) if len(before) < 3 else 0.0
        additions = [
            taken
            for number in range(3 - len(before) + 1)
            for taken in combinations_with_replacement(range(BLACK, YELLOW), number)
            if sum(PRICE[c] for c in taken) <= money
        ]
        after = dict(table)
        for (left, spent), value in table.items():
            for taken in additions:
                price = spent + sum(PRICE[c] for c in taken)
                rest = tuple(left[c - 1] - taken.count(c) for c in range(BLACK, YELLOW + 1))
                if not taken or price > money or min(rest) < 0:
                    continue
                gain = dressed(activation, worth, wearer, [*before, *taken]) - plain
                after[rest, price] = max(after.get((rest, price), UNREACHED), value + gain)
        table = after
    best = [UNREACHED] * (money + 1)
    for (_, spent), value in table.items():
        best[spent] = max(best[spent], value)
    one = UNREACHED
    if offer[YELLOW - 1]:
        for wearer, before in enumerate(activation.costumes):
            if len(before) < 3:
                now = dressed(activation, worth, wearer, [*before, YELLOW])
                one = max(one, now - dressed(activation, worth, wearer, list(before)))
    return best, one


def best_gain(activation, worth, *, limit=None):
    """(points over doing nothing, ways tried on the stage). Raises `TooLarge` beyond `limit` of them."""
    stage = Stagehand(activation, worth, limit)
    if activation.kind != "mistress":
        stage.search()
    money = stage.money
    dress, jewel = [0.0, *[UNREACHED] * money], UNREACHED
    if activation.kind != "dresser":
        dress, jewel = best_dress(activation, worth, money)
    if activation.kind == "jeweler":
        return max(0.0, stage.one, jewel), stage.tried
    pairs = [x + y for i, x in enumerate(stage.best) for y in dress[: money - i + 1]]
    return max(pairs), stage.tried

"""The chances of what is dealt, one after another, by counting all deals: by piles, by diagrams, and by knowledge."""

from itertools import product

import pytest

from deduce import AllDifferent, Exactly
from deduce.rulebook import Rulebook, RulesError

NAMES, VALUES = ("a", "b", "c"), (1, 2, 3)
WEIGHTS = {1: 1.0, 2: 3.0, 3: 0.5}
RULES = {
    "nothing": (lambda card: [], lambda a, b, c: True),
    "different": (lambda card: [AllDifferent(card)], lambda a, b, c: len({a, b, c}) == 3),
    "two are 2": (lambda card: [Exactly(2, card, 2)], lambda a, b, c: [a, b, c].count(2) == 2),
    "one is 1 and one 3": (
        lambda card: [Exactly(1, card, 1), Exactly(1, card, 3)],
        lambda a, b, c: sorted((a, b, c)) == [1, 2, 3],
    ),
    "sum": (lambda card: [card["a"] + card["b"] + card["c"] == 6], lambda a, b, c: a + b + c == 6),
    "rising": (lambda card: [card["a"] < card["b"]], lambda a, b, c: a < b),
    "both": (
        lambda card: [AllDifferent([card["a"], card["b"]]), card["b"] + card["c"] >= 5],
        lambda a, b, c: a != b and b + c >= 5,
    ),
}


def dealt(rules, weights=None, order=NAMES):
    class Deals(Rulebook):
        name, title, seats = "deals", "Deals", range(1, 2)

        def rules(self, t):
            card = t.variables("card", NAMES, VALUES)
            for rule in rules(card):
                t.require(rule, "it is so")
            yield t.deal([card[name] for name in order], weights)
            yield t.choose(1, ["end"])
            return [0]

    return Deals().new(players=1)


def walked(state, made=()):
    """All deals, each with the chance of every step, by walking through them."""
    if len(made) == len(NAMES):
        yield tuple(value for value, _ in made)
        return
    outcomes = state.outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    for move, chance in outcomes:
        value = int(str(move).rpartition(" ")[2])
        CHANCES[tuple(each for each, _ in made), value] = chance
        yield from walked(state.play(move), (*made, (value, chance)))


CHANCES = {}


@pytest.mark.parametrize("way", ["as it is", "by knowledge", "weighed", "weighed, by knowledge"])
@pytest.mark.parametrize("said", RULES)
def test_what_is_dealt_comes_as_often_as_of_all_deals(monkeypatch, said, way):
    if "knowledge" in way:  # where a diagram would be too large
        monkeypatch.setattr("deduce.rulebook.dealing.BYTES", 1)
    weights = WEIGHTS if "weighed" in way else None
    rules, true = RULES[said]
    order = NAMES if "weighed" in way else ("c", "a", "b")
    CHANCES.clear()
    met = sorted(walked(dealt(rules, weights, order)))
    places = [NAMES.index(name) for name in order]
    ways = {}
    for row in product(VALUES, repeat=3):
        if true(*row):
            share = 1.0
            for value in row if weights else ():
                share *= WEIGHTS[value]
            ways[tuple(row[place] for place in places)] = share
    assert met == sorted(ways)
    for (made, value), chance in CHANCES.items():
        before = sum(share for row, share in ways.items() if row[: len(made)] == made)
        after = sum(share for row, share in ways.items() if row[: len(made) + 1] == (*made, value))
        assert chance == pytest.approx(after / before)


def test_a_value_of_no_weight_does_not_come_and_what_cannot_be_dealt_is_refused():
    only = dealt(RULES["nothing"][0], {2: 1.0})
    assert [(str(move), chance) for move, chance in only.outcomes()] == [("card[a] = 2", 1.0)]
    with pytest.raises(RulesError, match="nothing is left to deal"):
        dealt(RULES["different"][0], {2: 1.0, 3: 1.0, 1: 0.0}).play("card[a] = 2").play(
            "card[b] = 3"
        ).outcomes()

"""What an author of rules is refused, with the line of the rules: every mistake once, beside the same without it."""

import re

import pytest

from deduce.games import CHANCE
from deduce.ground.errors import IllegalMove
from deduce.rulebook import EVERYBODY, NOBODY, Rulebook, RulesError


def played(rules):
    """A game of these rules for two, as far as chance goes."""

    class Made(Rulebook):
        name, title, seats = "made", "Made", range(2, 3)

        def rules(self, t):
            return rules(t)

    return Made().new(players=2, seed=1)


def zones(t):
    deck = t.deck("deck", {"ash": 2, "elm": 1})
    return deck, t.zone("hand", 1)


def cond(t):
    x = t.variable("x", (1, 2))
    return x, t.deal(x)


def two_free(t):
    yield t.choose(1, [t.free("say", lambda text: None), t.free("cry", lambda text: None)])


def two_free_in_a_row(t):
    yield t.choose(1, (t.free("say", lambda text: None), t.free("cry", lambda text: None)))


def no_options(t):
    yield t.choose(1, 5)


def no_fact(t):
    yield t.choose(1, [t.when(3, {"go": 1})])


def no_constraint(t):
    t.require(3, "three")
    yield t.choose(1, [1])


def dealt_twice(t):
    x, deal = cond(t)
    yield deal
    yield t.deal(x)


def no_chance(t):
    yield t.roll("die", {1: 0, 2: 0})


def chance_below(t):
    yield t.roll("die", {1: -1, 2: 2})


def nothing_to_roll(t):
    yield t.roll("die", [])


def no_number_to_roll(t):
    yield t.roll("die", {1: float("inf"), 2: 1})


def letters_to_roll(t):
    yield t.roll("die", "abc")


def rolled_by_one_text(t):
    yield t.roll("die", {1: 0.5, "1": 0.5})


def sensed_by_no_table(t):
    x, deal = cond(t)
    yield deal
    yield t.sense(1, x, 3, "smell")


def together_of_no_table(t):
    yield t.together([1])


def a_bystanders_name(t):
    yield t.choose(1, [t.name(0)])


def zone_of_a_name(t):
    zones(t)
    t.zone("more", of="deck")
    yield t.choose(1, ["go"])


def no_place_for_the_card(t):
    deck, hand = zones(t)
    yield t.draw(deck, to=hand, text="deal")


def two_places_for_the_card(t):
    deck, hand = zones(t)
    yield t.draw(deck, to=hand, text="deal {} {}")


def nothing_to_draw(t):
    _, hand = zones(t)
    yield t.draw(hand)


def of_which_deck(t):
    t.deck("one", [1])
    t.deck("two", [2])
    yield t.choose(1, {"a": t.zone("hand", 1)})


def a_zone_without_a_deck(t):
    yield t.choose(1, {"a": t.zone("hand", 1)})


def zone_behind(t):
    deck, hand = zones(t)
    yield t.draw(deck, to=hand)
    yield t.choose(1, t.option("give {who} {card}", who=("a", "b"), card=hand))


def two_zones(t):
    deck, hand = zones(t)
    yield t.draw(deck, to=hand)
    yield t.choose(1, t.option("give {one} {other}", one=hand, other=deck))


def otherwise_without_a_zone(t):
    yield t.choose(1, t.option("give {who}", who=("a", "b"), otherwise=("wait",)))


def truth_of_a_zone(t):
    deck, _ = zones(t)
    yield t.choose(1, [1] if deck.any("ash") else [2])


def amount_as_truth(t):
    deck, _ = zones(t)
    yield t.choose(1, [1] if deck.count("ash") else [2])


def amount_and_text(t):
    deck, _ = zones(t)
    yield t.choose(1, [deck.count("ash") + "1"])


def fact_and_number(t):
    deck, _ = zones(t)
    yield t.choose(1, [deck.any("ash") & 3])


def strange_card(t):
    deck, _ = zones(t)
    yield t.choose(1, [deck.any("oak")])


def strange_card_of_several(t):
    deck, _ = zones(t)
    yield t.choose(1, [deck.any(("ash", "oak"))])


def looked_into(t):
    deck, _ = zones(t)
    yield t.choose(1, ["ash" in deck])


def gone_through(t):
    deck, _ = zones(t)
    yield t.choose(1, [*deck])


def same_name(t):
    zones(t)
    yield t.choose(1, [t.zone("hand", 1)])


def nothing_yielded(t):
    return [0, 0]


def told_a_number(t):
    t.tell(EVERYBODY, 3, "three")
    yield t.choose(1, [1])


def cards_below(t):
    deck, hand = zones(t)
    t.put(hand, t.take(deck, "ash"), under=True)
    yield t.choose(1, [t.take(hand, "ash")])


def not_there(t):
    _, hand = zones(t)
    yield t.choose(1, [t.take(hand, "ash")])


def two_to_bury(t):
    deck, hand = zones(t)
    for _ in range(2):
        t.put(hand, t.take(deck, "ash"))
    yield t.choose(1, [t.bury(hand, deck)])


def none_to_bury(t):
    deck, hand = zones(t)
    yield t.choose(1, [t.bury(hand, deck)])


def alike_in_secret(t):
    yield t.choose(1, {"a": 1, "b": 1}, seen_by=1)


def not_hashed_in_secret(t):
    yield t.choose(1, {"a": [1], "b": [2]}, seen_by=1)


def free_in_secret(t):
    yield t.choose(1, t.free("say", lambda text: None), seen_by=1)


def free_beside_in_secret(t):
    yield t.choose(1, ["pass", t.free("say", lambda text: None)], seen_by=1)


def sensed_below(t):
    x, deal = cond(t)
    yield deal
    yield t.sense(1, x, {1: {"a": 1.5, "b": -0.5}, 2: {"a": 1}}, "smell")


def sensed_short(t):
    x, deal = cond(t)
    yield deal
    yield t.sense(1, x, {1: {"a": 0.5}, 2: {"a": 1}}, "smell")


def sensed_of_no_value(t):
    x, deal = cond(t)
    yield deal
    yield t.sense(1, x, {2: {"a": 1}}, "smell")


def told_without_words(t):
    x, deal = cond(t)
    yield deal
    t.tell(1, x)


REFUSED = [
    (told_without_words, ": t.tell() missing 1 required positional argument: 'sentence'"),
    (two_free, "one kind of free text a choice"),
    (two_free_in_a_row, "one kind of free text a choice"),
    (no_options, "options are values, {text: value} or what t.option and t.when make, not 5"),
    (no_fact, "the condition of 'go' is 3, no fact"),
    (no_constraint, "require: expected a constraint, not 3"),
    (dealt_twice, "x is dealt twice"),
    (no_chance, "roll 'die': outcomes need chances above 0"),
    (chance_below, "roll 'die': outcomes need chances above 0"),
    (nothing_to_roll, "roll 'die': outcomes need chances above 0"),
    (no_number_to_roll, "roll 'die': outcomes need chances above 0"),
    (letters_to_roll, "roll 'die': outcomes are values or {value: weight}, not 'abc'"),
    (rolled_by_one_text, "roll 'die': two outcomes are called '1'"),
    (sensed_by_no_table, "sense 'smell': where x is 1 its outcomes need chances that sum to 1, not None"),
    (together_of_no_table, "together: expected {seat: options}, not [1]"),
    (a_bystanders_name, "0 is no seat: 1 to 2"),
    (zone_of_a_name, "zone 'more': of is the deck itself, not 'deck'"),
    (no_place_for_the_card, "draw: the text 'deal' has one place for the card, {}"),
    (two_places_for_the_card, "draw: the text 'deal {} {}' has one place for the card, {}"),
    (nothing_to_draw, "there is nothing to draw in hand"),
    (of_which_deck, "zone 'hand': say of which deck its cards are, of=deck"),
    (a_zone_without_a_deck, "zone 'hand': say of which deck its cards are, of=deck"),
    (zone_behind, "'give {who} {card}': the slots over one zone stand first, and there is one zone"),
    (two_zones, "'give {one} {other}': the slots over one zone stand first, and there is one zone"),
    (otherwise_without_a_zone, "'give {who}': otherwise= goes with a slot over a zone"),
    (
        truth_of_a_zone,
        "a fact about a zone is not true or false by itself: tell() it, or make it a condition",
    ),
    (amount_as_truth, "an amount of cards is not a number by itself: tell() it, or compare it"),
    (amount_and_text, "an amount of cards goes with whole numbers and other amounts, not '1'"),
    (fact_and_number, "expected a fact beside a fact about a zone, not 3"),
    (strange_card, "'oak' is no card of deck"),
    (strange_card_of_several, "'oak' is no card of deck"),
    (looked_into, "what lies in deck is hidden; deck.any(cards) is a fact about it"),
    (gone_through, "what lies in deck is hidden; options over it are made by t.option"),
    (same_name, "there is already a zone 'hand'; names are unique in a game"),
    (nothing_yielded, "Made.rules yields nothing: rules are a generator"),
    (told_a_number, "expected a fact, a variable or an expression, not 3"),
    (cards_below, "cards lie under hand; shuffle it before something is taken out"),
    (not_there, "'ash' is not in hand, so it cannot be taken from there"),
    (two_to_bury, "2 cards of hand to bury; expected one"),
    (none_to_bury, "0 cards of hand to bury; expected one"),
    (alike_in_secret, "each another: 'a' and 'b' are both 1"),
    (not_hashed_in_secret, "each another: [1] cannot be hashed"),
    (free_in_secret, "free text that not everybody sees is kept account of by a `secret`, or lies `aside`"),
    (free_beside_in_secret, "free text that not everybody sees is kept account of by a `secret`"),
    (
        sensed_below,
        "sense 'smell': where x is 1 its outcomes need chances that sum to 1, not {'a': 1.5, 'b': -0.5}",
    ),
    (sensed_short, "sense 'smell': where x is 1 its outcomes need chances that sum to 1, not {'a': 0.5}"),
    (sensed_of_no_value, "sense 'smell': where x is 1 its outcomes need chances that sum to 1, not None"),
]


@pytest.mark.parametrize(("rules", "told"), REFUSED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_mistake_in_rules_is_refused_where_it_stands(rules, told):
    with pytest.raises(RulesError) as refused:
        played(rules)
    message = str(refused.value)
    assert told in message
    if rules is not nothing_yielded:  # no line of which was run
        begun = rules.__code__.co_firstlineno
        lines = [*map(int, re.findall(r"test_refusals_of_rules\.py:(\d+)", message))]
        assert [begun < line <= begun + 5 for line in lines] == [True]


def right(t):
    """What is nearest to the mistakes, and none."""
    deck, hand = zones(t)
    x, deal = cond(t)
    y = t.variable("y", (1, 2))
    t.require(y == 1, "y is 1")
    yield deal
    yield t.deal(y)
    yield t.sense(1, x, {1: {"a": 1, "b": 0}, 2: {"a": 0.25, "b": 0.75}}, "smell")
    yield t.roll("die", {1: 0, 2: 1})
    yield t.draw(deck, to=hand, text="deal {}")
    other = t.zone("row", of=deck)
    t.bury(hand, deck)
    t.shuffle_in(deck)
    t.put(hand, t.take(deck, "ash"))
    yield t.choose(
        1,
        [
            t.free("say", lambda text: None if text == "so" else "no"),
            t.option(
                "give {card} {who}",
                card=hand,
                who=("a", "b"),
                when=lambda card, who: hand.any("ash") & (x >= 1),
            ),
            t.when(x <= 2, {"go": 3}),
            t.option("lay {card}", card=hand, otherwise=("wait",)),
        ],
        seen_by=EVERYBODY,
    )
    yield t.choose(1, {"a": 1, "b": 2}, seen_by=1)
    t.tell(EVERYBODY, deck.count(("ash", "elm")) + 1 - deck.count("elm") >= 2, "so many")
    assert not len(other)
    return [0, 0]


def test_beside_the_mistakes_rules_are_played():
    state = played(right)
    assert [*map(str, state.moves())] == ["give ash a", "give ash b", "lay ash", "go"]
    with pytest.raises(IllegalMove):
        state.play("wait")
    assert state.play("say so").play("b").scores == (0, 0)
    assert state.play("give ash b").play("a").scores == (0, 0)


def chances(t):
    deck, hand = zones(t)
    x = t.variable("x", (1, 2, 3))
    t.require(x != 2, "x is not 2")
    yield t.deal(x)
    yield t.roll("die", {1: 1, 2: 3})
    yield t.sense(1, x, {1: {"a": 1}, 2: {"b": 1}, 3: {"a": 0.25, "b": 0.75, "c": 0}}, "smell")
    yield t.draw(deck, to=hand)
    return [0, 0]


class Chances(Rulebook):
    """All that chance does."""

    name, title, seats = "chances", "Chances", range(2, 3)

    def rules(self, t):
        """One of each."""
        return chances(t)


def test_what_chance_cannot_do_is_refused_with_what_it_can():
    state = Chances().new(players=2)
    for wrong, told, right_one, outcomes in (
        (
            "x = 2",
            "x = 2: cannot be dealt; now x is, such as 'x = 1'",
            "x = 3",
            {"x = 1": 0.5, "x = 3": 0.5},
        ),
        ("die 3", "die 3: cannot come up; 'die 1' could", "die 2", {"die 1": 0.25, "die 2": 0.75}),
        (
            "smell c",
            "smell c: cannot come up; 'smell a' could",
            "smell b",
            {"smell a": 0.25, "smell b": 0.75},
        ),
        (
            "draw oak to hand",
            "draw oak to hand: cannot be drawn now; such as 'draw ash to hand'",
            "draw elm to hand",
            {"draw ash to hand": 2 / 3, "draw elm to hand": 1 / 3},
        ),
    ):
        assert state.actor is CHANCE
        assert {str(move): chance for move, chance in state.outcomes()} == pytest.approx(outcomes)
        with pytest.raises(IllegalMove) as refused:
            state.play(wrong)
        assert str(refused.value) == told
        state = state.play(right_one)
    assert state.scores == (0, 0)


def test_nobody_sees_what_is_drawn_for_nobody():
    def rules(t):
        deck, _ = zones(t)
        yield t.draw(deck, to=t.zone("aside", NOBODY))
        return [0, 0]

    assert [entry for seat in (0, 1, 2) for entry in played(rules).view(seat).entries] == []

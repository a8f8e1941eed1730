"""What a decision put to the test: the first that was told after it, and whether it is so."""

import pytest

from deduce.rulebook import EVERYBODY, Rulebook


class Red(Rulebook):
    """A card of two colours is shown, asked about, or neither, after something else was said or not."""

    name, title, seats = "red", "Red", range(2, 3)

    def rules(self, t):
        card, other = t.variable("card", ("red", "black")), t.variable("other", (1, 2, 3))
        yield t.deal(card)
        yield t.deal(other)
        act = yield t.choose(1, ["look", "ask", "wait", "look at three", "ask two"])
        if act == "look":
            t.show(EVERYBODY, card)
        elif act == "ask":
            t.tell(EVERYBODY, card == "black", "it is black")
        elif act == "look at three":
            t.show(EVERYBODY, other)
        elif act == "ask two":
            t.tell(2, card == "black", "it is black")
            t.tell(EVERYBODY, other == 2, "it is two")
        yield t.choose(2, ["finish"])
        return 0.0, 0.0


@pytest.mark.parametrize("colour", ["red", "black"])
@pytest.mark.parametrize("number", [2, 3])
def test_a_claim_is_the_first_that_its_maker_is_told_and_whether_it_is_so(colour, number):
    state = Red().new(players=2).play(f"card = {colour}").play(f"other = {number}")
    red, two = colour == "red", number == 2
    card, other = (state.run.table.declared[place] for place in (0, 1))
    for act, claim in {
        "look": (card == "red", red),
        "ask": (card == "black", not red),
        "wait": None,
        "look at three": None,
        "ask two": (other == 2, two),
    }.items():
        found = state.play(act).claim
        assert (found is None) == (claim is None)
        if claim is not None:
            assert (found[0].key(), found[1]) == (claim[0].key(), claim[1])
    assert state.play("look").play("finish").claim is None

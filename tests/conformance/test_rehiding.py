"""Two games that sound alike to a seat look alike to it: hidden things hidden anew by the second writing of the rules."""

import pytest
from amount import amount
from rehiding import TABLES, check_hidden, start

SEEDS = {"decrypto": 4, "enigma": 6, "entracte": 3, "initiative": 1, "shakespeare": 1}
FIRST = {"shakespeare": 11}
"""In half of its games nothing can be hidden anew; in this one some can."""

HIDDEN = {
    "decrypto": lambda state: state.keywords,
    "enigma": lambda state: state.cells,
    "entracte": lambda state: state.hands,
    "initiative": lambda state: state.secret,
    "shakespeare": lambda state: state.dealings,
}


@pytest.mark.parametrize("name", TABLES)
def test_views_hold_what_a_seat_has_heard_and_no_more(name):
    assert (
        sum(
            check_hidden(name, seed)["different"]
            for seed in range(FIRST.get(name, 0), FIRST.get(name, 0) + amount(1, 10) * SEEDS[name])
        )
        > 0
    )


class Leaky:
    """A view with something in it that nobody has shown to the seat."""

    def __init__(self, view, hidden):
        self.view, self.hidden, self.moves = view, hidden, view.moves

    def __eq__(self, other):
        return (self.view, self.hidden) == (other.view, other.hidden)

    def __hash__(self):
        return hash(self.view)


@pytest.mark.parametrize("name", TABLES)
def test_a_view_that_holds_more_is_found(name, monkeypatch):
    kind = type(start(name, 0)[0])
    honest = kind.view
    monkeypatch.setattr(kind, "view", lambda state, seat: Leaky(honest(state, seat), HIDDEN[name](state)))

    def some():
        return [check_hidden(name, seed) for seed in range(FIRST.get(name, 0), 20)]

    with pytest.raises(AssertionError, match="sees what it has not heard of"):
        some()

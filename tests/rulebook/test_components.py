"""Secrets that stand in the components, cards that lie open once they are drawn, options over several cards of a hand."""

import pickle
import random
from types import SimpleNamespace

import pytest
from amount import amount

from deduce.conformance.check import check_game
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce.rulebook import EVERYBODY, Rulebook, RulesError
from deduce.rulebook.pools import Free
from deduce.rulebook.secrets import Secret

CODE = {"left": "B", "right": "A"}


class Safe(Rulebook):
    """Cards rise on two piles; two of a hand open a door of the safe; alarms lie open and end it."""

    name, title, seats = "safe", "Safe", range(2, 4)

    def prepare(self, setting):
        """So many cards a player."""
        return 3 * len(setting.seats)

    def rules(self, t):
        """Draw or play in turn."""
        o = t.open
        o.deck = t.deck("deck", [*range(1, t.data + 1), "alarm", "siren"])
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        o.piles, o.alarms, o.doors = {"low": [0], "high": [3]}, [], {}
        door = t.secret("door", CODE, list("ABC"))
        for turn in range(4 * len(t.seats)):
            me = turn % len(t.seats) + 1
            menu = [
                t.option(
                    "play {card} {pile}",
                    card=o.hand[me],
                    pile=tuple(o.piles),
                    when=lambda card, pile: isinstance(card, int) and card > o.piles[pile][-1],
                    sentence=lambda card, pile: f"{pile} shows {o.piles[pile][-1]}, not below {card}",
                    tag="play",
                ),
                t.option("pay {one} {other}", one=o.hand[me], other=o.hand[me], tag="pay"),
                t.free("guess", lambda said: "" if len(said) == 1 else "one letter", tag="guess"),
                {"draw": ("draw",)} if len(o.deck) else {},
            ]
            verb, *said = yield t.choose(me, menu, otherwise={"pass": ("pass",)})
            if verb == "play":
                o.piles[said[1]].append(t.take(o.hand[me], said[0]))
            elif verb == "pay":
                for card in said:
                    t.take(o.hand[me], card)
                place = "left" if turn % 2 else "right"
                o.doors[place] = t.show(EVERYBODY, door[place])
            elif verb == "guess":
                t.tell(EVERYBODY, door["left"] == said[0], f"left is {said[0]}")
            elif verb == "draw":
                alarm = yield t.draw(
                    o.deck, to=o.hand[me], text=f"seat {me} takes {{}}", open=("alarm", "siren")
                )
                if alarm:
                    o.alarms.append(alarm)
                    if len(o.alarms) > 1:
                        t.end([0] * len(t.seats))
        return [len(o.doors)] * len(t.seats)


SAFE = Safe()


def after(*texts):
    state = SAFE.new(players=2)
    for text in texts:
        state = state.play(SAFE.parse(text, state))
    return state


def test_the_whole_contract_holds():
    check_game(
        SAFE,
        players=(2, 3),
        playouts=amount(2, 20),
        parts=("replay", "rules", "text", "chance", "views", "agreement"),
    )


def test_options_over_a_hand_are_its_cards_in_order_with_further_slots():
    state = after("draw", "seat 1 takes 4", "draw", "seat 2 takes 3", "draw", "seat 1 takes 2")
    state = state.play(SAFE.parse("draw", state)).play(
        SAFE.parse("seat 2 takes 5", after(*[str(m) for m in [*state.history, "draw"]]))
    )
    assert [str(move) for move in state.moves()] == [
        "play 2 low", "play 4 low", "play 4 high", "pay 2 4", "draw",
    ]  # fmt: skip
    with pytest.raises(IllegalMove, match="high shows 3, not below 2"):
        state.play(SAFE.parse("play 4 high", state)._replace(text="play 2 high"))
    with pytest.raises(IllegalMove, match="3 is not there"):
        state.play(SAFE.parse("play 4 high", state)._replace(text="play 3 low"))


def test_a_card_that_lies_open_is_seen_by_all_and_comes_into_no_hand():
    state = after("draw", "seat 1 takes alarm", "draw", "seat 2 takes 5")
    assert [(entry.kind, entry.value) for entry in state.view(1).entries if entry.kind in ("draw", "unseen")] == [
        ("draw", "alarm"), ("unseen", None),
    ]  # fmt: skip
    assert dict(state.view(1).table["hand"]) == {1: (), 2: 1}
    assert dict(state.view(2).table["hand"]) == {1: 0, 2: (5,)}
    assert dict(state.view(0).table["hand"]) == {1: 0, 2: 1}
    for seat in (0, 1, 2):
        SAFE.audit(state, seat)
    over = after("draw", "seat 1 takes alarm", "draw", "seat 2 takes siren")
    assert over.scores == (0, 0)


def test_a_secret_is_what_the_components_say_and_nobody_is_told():
    state = after("draw", "seat 1 takes 4", "draw", "seat 2 takes 3", "draw", "seat 1 takes 2", "draw")
    state = state.play(state.draw(random.Random(1)))
    known = SAFE.knowledge(state.view(2))
    doors = {variable.name: variable for variable in known.scope if variable.name.startswith("door")}
    assert known.marginals(doors["door[left]"]) == pytest.approx({"A": 1 / 3, "B": 1 / 3, "C": 1 / 3})
    shown = state.play(SAFE.parse("pay 2 4", state))
    assert dict(shown.view(2).table["doors"]) == {"right": "A"}
    assert SAFE.knowledge(shown.view(2)).holds(doors["door[right]"] == "A")


def test_another_secret_is_another_state_and_is_kept():
    state = after("draw", "seat 1 takes 4", "draw", "seat 2 takes 3", "draw", "seat 1 takes 2", "draw")
    view = state.view(1)
    met = set()
    for seed in range(30):
        other = SAFE.resample(view, random.Random(seed))
        assert other.view(1) == view
        again = pickle.loads(pickle.dumps(other))
        assert again == other
        met.add(other.given["door[left]"])
        while other.actor is CHANCE:
            other = other.play(other.draw(random.Random(seed)))
    assert met == {"A", "B", "C"}
    assert state != SAFE.resample(
        view,
        random.Random(
            next(s for s in range(9) if SAFE.resample(view, random.Random(s)).given["door[left]"] != "B")
        ),
    )


def test_a_draw_is_written_with_one_place_for_its_card():
    class Wrong(Rulebook):
        name, title, seats = "wrong", "Wrong", range(1, 3)

        def rules(self, t):
            yield t.draw(t.deck("deck", "ab"), text="nothing")

    with pytest.raises(RulesError, match="one place for the card"):
        Wrong().new(players=1, seed=1)


def test_places_of_free_text_are_looked_up_anew_where_they_hang_on_what_a_table_knows():
    asked, word = [], Secret("word")

    def refuse(text, *known):
        asked.append(text)
        return "no" if text in (known[0] if known else "b") else None

    tables = [SimpleNamespace(seat=None, world={word: value}) for value in ("a", "c")]
    shared = Free("say", refuse, "abc")
    assert [[*shared.legal(table)] for table in tables] == [["say a", "say c"]] * 2
    assert asked == [*"abc"]
    hanging = Free("say", refuse, "abc", given=[[word]])
    assert [[*hanging.legal(table)] for table in tables] == [["say b", "say c"], ["say a", "say b"]]
    assert asked == [*"abc"] * 3

"""The engine of declared games: the contract whole, and knowledge against brute force over whole histories."""

from __future__ import annotations

import pickle
import random

import pytest
from amount import amount
from games import ALL, Above, Bids, Clue, Cups, Missions
from oracle import worlds

from deduce.games import CHANCE, check_game, random_history
from deduce.ground.errors import IllegalMove
from deduce.rulebook import EVERYBODY, Rulebook, RulesError
from deduce.rulebook.game import _names_used


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_contract_is_kept(game):
    check_game(game, playouts=1, players=max(game.seats) if game.name != "smallclue" else 3, rng=7)


@pytest.mark.parametrize(
    ("game", "players"), [(Above(), 3), (Clue(), 2), (Cups(), 2), (Missions(), 4), (Bids(), 2)]
)
def test_knowledge_is_what_brute_force_finds(game, players):
    rng = random.Random(5)
    looked = 0
    for seed in range(amount(2, 20)):
        moves = random_history(game, players, seed).moves
        state, dealt = game.new(players=players), 0
        while state.actor is CHANCE:
            state, dealt = state.play(moves[dealt]), dealt + 1
        part = list(moves[: rng.randint(dealt, len(moves))])
        for seat in range(players + 1):
            found = worlds(game, part, seat, players)
            if any(None in world for world in found):
                continue  # something is not dealt yet
            state = game.new(players=players)
            for move in part:
                state = state.play(move)
            known = game.knowledge(state.view(seat))
            got = {tuple(world[v] for v in known.scope) for world in known.worlds}
            assert got == set(found)
            looked += 1
            total = sum(found.values())
            for index, variable in enumerate(known.scope):
                said = known.marginals(variable)
                for value in variable.domain:
                    chance = sum(p for world, p in found.items() if world[index] == value) / total
                    if game.name != "cups" and game.name != "missions":
                        assert said.get(value, 0.0) == pytest.approx(chance)
    assert looked > 3


def test_states_and_views_survive_pickling():
    state = Above().new(players=3, seed=4)
    state = state.play(state.moves()[0])
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state.view(2))) == state.view(2)


def test_a_branch_leaves_the_other_as_it_was():
    state = Bids().new(players=2, seed=1)
    first = state.play(state.moves()[0])
    later = first.play(first.moves()[1])
    again = state.play(state.moves()[2])
    assert first.moves() != ()
    assert later != again
    assert first.view(1) == state.play(state.moves()[0]).view(1)
    assert later.history[:-1] == first.history


def test_an_illegal_move_changes_nothing():
    state = Above().new(players=2, seed=1)
    with pytest.raises(IllegalMove, match="not among the choices"):
        state.play("ask P2 99")
    assert state.play(state.moves()[0]).at == state.at + 1


def rules_of(body):
    class Bad(Rulebook):
        name, title, seats = "bad", "Bad", range(2, 3)

        def rules(self, t):
            card = t.variables("card", t.seats, (1, 2, 3))
            return (yield body(t, card))

    return Bad()


def test_a_hidden_value_cannot_be_looked_at():
    def body(t, card):
        yield t.deal(card)
        if t.show(1, card[1]) == 3:
            yield t.choose(1, ["a", "b"])
        return 0, 0

    with pytest.raises(
        RulesError, match=r"test_rulebook_engine.py:\d+: card\[P1\] was not told to everybody"
    ):
        rules_of(body).new(players=2, seed=1)


def test_a_menu_that_tells_too_much_is_found_behind_the_eyes_of_its_seat():
    def body(t, card):
        yield t.deal(card)
        t.show(1, card[1])
        yield t.choose(1, {"a": (card[2] == 3, 1), "b": 2})
        return 0, 0

    state = rules_of(body).new(players=2, seed=1)
    run = state.view(1).run()
    with pytest.raises(RulesError, match="decides what seat 1 may choose"):
        run.wait.texts(run.table)
    line = body.__code__.co_firstlineno + 3
    with pytest.raises(
        RulesError, match=rf"test_rulebook_engine.py:{line}: whether 'card\[P2\] is 3' decides"
    ):
        rules_of(body).audit(state, 1)
    view = state.view(1)
    view._moves = None  # as one that comes from elsewhere: its moves are made when they are asked for
    with pytest.raises(RulesError, match=rf"test_rulebook_engine.py:{line}: "):
        print(view.moves)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda t, card: (yield t.choose(1, {"": 1})), "an option without a text"),
        (lambda t, card: (yield t.choose(1, [])), "a choice without options"),
        (lambda t, card: (yield t.choose(1, [1, "1"])), "two options are called '1'"),
        (lambda t, card: (yield t.choose(9, [1])), "9 is no seat"),
        (lambda t, card: t.show(EVERYBODY, card[1]) and (yield None), "told before it is dealt"),
        (lambda t, card: (yield 17), "yield 17, which is nothing to decide"),
        (
            lambda t, card: (yield t.choose(1, {"a": (card[1] == 9, 1), "b": 2})),
            "9 is not in the domain of",
        ),
    ],
)
def test_bad_rules_are_refused_with_their_line(body, said):
    with pytest.raises(RulesError, match=r"test_rulebook_engine.py:\d+") as error:
        rules_of(body).new(players=2, seed=1)
    assert said in str(error.value)


def test_scores_of_the_wrong_length_are_refused():
    def body(t, card):
        yield t.deal(card)
        return (1,)

    line = body.__code__.co_firstlineno + 2
    with pytest.raises(
        RulesError, match=rf"test_rulebook_engine.py:{line}: rules return 1 scores for 2 seats"
    ):
        rules_of(body).new(players=2, seed=1)


def test_where_rules_may_have_returned_and_where_they_ended():
    def body(t, card):
        yield t.deal(card)
        if len(t.seats) == 7:
            return (1, 2)
        return "ab"

    first = body.__code__.co_firstlineno
    with pytest.raises(RulesError, match=rf"py:{first + 3} or {first + 4}: rules return 'ab'"):
        rules_of(body).new(players=2, seed=1)

    def ended(t, card):
        yield t.deal(card)
        t.end((1, 2, 3))

    line = ended.__code__.co_firstlineno + 2
    with pytest.raises(RulesError, match=rf"py:{line}: rules return 3 scores"):
        rules_of(ended).new(players=2, seed=1)


WORDS = [("red", "blue"), ("one", "two", "three")]


class Asking(Rulebook):
    """Choices made anew each time, and one whose list the rules change."""

    name, title, seats = "asking", "Asking", range(1, 2)

    def rules(self, t):
        pair = []
        for turn in range(12):
            words = WORDS[turn % 2]
            yield t.choose(1, tuple(f"{word}{turn % 3}" for word in words))
            pair[:] = [words]
            yield t.choose(1, [pair])
            yield t.choose(1, [t.once(("words", words), lambda words=words: dict.fromkeys(words))])
        return [0]


def test_choices_that_are_kept_are_those_that_were_asked():
    """What was asked with the same list before is no answer to what is asked now."""
    game = Asking()
    for seed in range(20):
        rng, state, asked = random.Random(seed), game.new(players=1), 0
        while state.actor is not None:
            turn, kind = divmod(asked, 3)
            words = WORDS[turn % 2]
            wanted = [{f"{word}{turn % 3}" for word in words}, {str([words])}, set(words)][kind]
            assert set(map(str, state.moves())) == wanted
            state, asked = state.play(rng.choice(state.moves())), asked + 1


def test_options_made_once_stand_one_after_the_other_and_twice_is_an_error():
    class Joining(Rulebook):
        name, title, seats = "joining", "Joining", range(1, 2)

        def rules(self, t):
            none, few, more = (
                t.once(words, lambda words=words: dict.fromkeys(words))
                for words in ((), ("b", "a"), ("c", "b"))
            )
            yield t.choose(1, [few, none])
            yield t.choose(1, [none, none] if self.empty else [more, few])
            return [0]

    for empty, said in ((True, "a choice without options"), (False, "two options are called 'b'")):
        game = Joining()
        game.empty = empty
        state = game.new(players=1)
        assert [*map(str, state.moves())] == ["b", "a"]
        with pytest.raises(RulesError, match=said):
            state.play("a")


def test_unseen_options_of_one_value_are_named():
    class Moves(Rulebook):
        name, title, seats = "moves", "Moves", range(2, 3)

        def rules(self, t):
            at = t.variable("at", (1, 2))
            yield t.deal(at)
            t.show(1, at)
            yield t.choose(1, {"from 1 to 3": (at == 1, 3), "from 2 to 3": (at == 2, 3)}, seen_by=1)

    state = Moves().new(players=2)
    with pytest.raises(RulesError, match="each another: 'from 1 to 3' and 'from 2 to 3' are both 3"):
        state.play(state.outcomes()[0][0])


def _asks_the_other(table):
    return _asks_the_one(table) or table.first


def _asks_the_one(table):
    return _asks_the_other(table) or table.second


def test_functions_that_call_each_other_are_looked_at_once():
    """Else what a game asks for would never be known."""

    class Circular:
        def play(self, table):
            return _asks_the_one(table)

    assert {"first", "second"} <= _names_used(Circular)


@pytest.mark.parametrize("thing", range(3))
def test_options_that_were_made_once_keep_their_conditions_beside_others(thing):
    class Once(Rulebook):
        name, title, seats = "once", "Once", range(1, 2)

        def rules(self, t):
            card = t.variable("card", range(3))
            yield t.deal(card)
            plain = t.once("plain", lambda: {"go": 1, "stay": 2})
            mixed = t.once("mixed", lambda: {"look": 0, "win": (card == 2, 3)})
            more = t.once("more", lambda: {"draw": 0, "lose": (card == 1, 4)})
            for options in ([plain], [mixed], [plain, mixed], [mixed, plain], [mixed, more]):
                yield t.choose(1, options)
            return [0]

    state = Once().new(players=1).play(f"card = {thing}")
    go, look = {"go", "stay"}, {"look", *(["win"] if thing == 2 else [])}
    for legal in (go, look, go | look, go | look, look | {"draw", *(["lose"] if thing == 1 else [])}):
        assert {str(move) for move in state.moves()} == legal
        state = state.play(min(legal))


def test_what_a_choice_tells_is_known_once_and_what_is_told_as_often_as_it_was():
    class Again(Rulebook):
        name, title, seats = "again", "Again", range(2, 3)

        def rules(self, t):
            card = t.variable("card", range(4))
            yield t.deal(card)
            for number in range(3):
                yield t.choose(1, {"odd": (card.is_in({1, 3}), 0), "three": (card == 3, 1)})
                t.tell(EVERYBODY, card > 0, f"above nought, {number}")
                t.tell(EVERYBODY, card > 0, f"not nought, {number}")
            return [0, 0]

    played = Again()
    state = played.new(players=2).play("card = 3").play("odd").play("three").play("odd")
    said = [str(each.text) for each in played.knowledge(state.view(2)).log]
    assert [text for text in said if text.startswith("P1")] == ["P1: odd", "P1: three"]
    assert [text for text in said if "nought" in text] == [
        f"{what} nought, {number}: yes" for number in range(3) for what in ("above", "not")
    ]

"""check_game accepts sound games, and catches each kind of broken promise."""

import math
import random
from dataclasses import dataclass, fields, replace

import pytest
from toy_games import Show, Whose, WhoseState, WhoseView, Word, parse_word

import deduce
from deduce import Knowledge, Problem
from deduce.conformance import perft, probes
from deduce.conformance.testing import conformance
from deduce.games import (
    CHANCE,
    PARTS,
    Advice,
    ConformanceError,
    check_game,
    check_history,
    playouts,
    random_history,
    replay,
)
from deduce.ground.errors import IllegalMove, ProblemError

test_whose_under_hypothesis = conformance(Whose())
test_show_under_hypothesis = conformance(Show(), players=3)


def test_sound_games_pass_and_the_summary_says_what_was_checked():
    done = check_game(Whose(), playouts=4, decisions=None)
    assert done.parts == PARTS
    assert done.players == (2, 3)
    assert done.playouts == 8
    assert 0 < done.minds < done.positions
    assert done.to_dict()["longest"] == done.longest == 9
    assert "hold in 8 play-outs" in str(done)
    assert check_game(Show(), players=2, playouts=3).players == (2,)
    dealt = check_game(Whose(), players=2, parts=["chance"])
    # Of positions at which a part has nothing to ask nothing is counted: two cards are dealt.
    assert (dealt.playouts, dealt.asked) == (10, {"chance": {"deal 0": 20}})


def test_weighted_knowledge_agrees_with_states_drawn_by_the_same_weights():
    game = twisted(knowledge=lean, resample=leaning)
    assert check_game(game, parts=["agreement"], playouts=6, decisions=None).minds > 0


def faulty(**changes):
    """`Whose`, with methods of its state replaced."""
    kind = dataclass(frozen=True, slots=True)(type("WhoseState", (WhoseState,), changes))
    return type("FaultyWhose", (Whose,), {"state_class": kind})()


def twisted(**changes):
    """`Whose`, with methods of the game replaced."""
    return type("TwistedWhose", (Whose,), changes)()


def leak(self, seat):
    return replace(WhoseState.view(self, seat), extra=self.cards[-1:])


def accepts_anything(self, move):
    if isinstance(self.actor, int) and move not in self.moves():
        return type(self)(
            self.seats, self.rounds, self.cards, (*self.log, (self.actor, Word("pass"), False))
        )
    return WhoseState.play(self, move)


def refuses_what_it_offers(self, move):
    if len(self.log) == 1 and move.verb == "guess":
        raise IllegalMove("not today")
    return WhoseState.play(self, move)


def key_error(self, move):
    if self.actor is not CHANCE and move not in self.moves():
        raise KeyError(move)
    return WhoseState.play(self, move)


def own_dice(self, rng):
    return Word("deal", len(self.cards) + 1, random.choice(self.left()))


def peeking_advice(self, view, *, rng=0, time_limit=None):
    ranked = Whose.advise(self, view)
    return [replace(ranked[0], reason=f"they hold {view.unseen}"), *ranked[1:]]


def excludes_truth(self, view):
    """Takes it for granted that nobody else holds the highest card."""
    known = Whose.knowledge(self, view)
    card = known.problem["card"]
    for seat in range(1, view.players + 1):
        if seat != view.seat:
            known = known.observe(card[seat] != view.players + 1, "surely not")
    return known


def excludes_truth_jointly(self, view):
    """Every card alone stays possible, but not that the others' cards go up."""
    known = Whose.knowledge(self, view)
    card = known.problem["card"]
    others = [card[seat] for seat in range(1, view.players + 1) if seat != view.seat]
    return known.observe(others[0] > others[1], "surely they go down") if len(others) == 2 else known


def stuck(self, view, rng):
    return self.state_class(view.players, view.rounds, min(self.worlds(view)), view.log)


def counts_evidence_twice(self, view):
    """A lean towards low cards that `resample` has too, but here it is weighed once more."""
    known = lean(self, view)
    for seat, card in known.problem["card"].items():
        known = known.weigh(card, {value: 1.0 + value for value in card.domain}, f"seat {seat}, again")
    return known


def lean(self, view):
    """Knowledge that weighs each seat's card by its number."""
    known = Whose.knowledge(self, view)
    for seat, card in known.problem["card"].items():
        known = known.weigh(
            card, {value: 1.0 + value for value in card.domain}, f"seat {seat} likes high cards"
        )
    return known


def leaning(self, view, rng):
    """States drawn as `lean` weighs them."""
    worlds = self.worlds(view)
    weights = [math.prod(1.0 + card for card in cards) for cards in worlds]
    return self.state_class(view.players, view.rounds, rng.choices(worlds, weights)[0], view.log)


def forgets_a_rule(self, view):
    """Two seats may hold the same card."""
    problem = Problem("whose")
    card = problem.variables("card", range(1, view.players + 1), domain=range(view.players + 2))
    known = Knowledge(problem)
    if view.seat:
        known = known.observe(card[view.seat] == view.card, "my own card")
    for seat, word, hit in view.log:
        if word.verb == "guess":
            named = card[word.seat] == word.card
            known = known.observe(named if hit else ~named, f"seat {seat} named a card")
            known = known.observe(card[seat] != word.card, "nobody names a card in hand")
    return known


def biased(self, view, rng):
    """Every world can be drawn, the last one far too often."""
    worlds = self.worlds(view)
    cards = max(worlds) if rng.random() < 0.5 else rng.choice(worlds)
    return self.state_class(view.players, view.rounds, cards, view.log)


def forgets_what_was_said(self, view, rng):
    """Every deal that leaves its own card can be drawn, whatever was guessed since."""
    worlds = self.worlds(replace(view, log=()))
    return self.state_class(view.players, view.rounds, rng.choice(worlds), view.log)


def first_card_is_high(self, view, knowledge):
    card = knowledge.problem["card"][1]
    return {card: {max(card.domain): 1.0}}


FAULTS = [
    (faulty(view=leak), "resample", "can tell a resampled state from the true one"),
    (twisted(knowledge=excludes_truth), "knowledge", "excludes the true world"),
    (faulty(play=accepts_anything), "rules", "is accepted"),
    (
        faulty(play=refuses_what_it_offers),
        "rules|resample",
        "is offered, and playing it raises IllegalMove: not today",
    ),
    (faulty(moves=lambda self: ()), "rules", "is to move and has no move"),
    (faulty(play=key_error), "rules", "raises KeyError"),
    (twisted(new=lambda self, **k: Whose.new(self, **{**k, "players": 2})), "rules", "seats is 2"),
    (faulty(scores=property(lambda self: (1.0,))), "rules", "scores"),
    (faulty(scores=property(lambda self: None)), "rules", "not a tuple"),
    (
        faulty(outcomes=lambda self: [(m, p / 2) for m, p in WhoseState.outcomes(self)]),
        "chance",
        "sum to 0.5",
    ),
    (
        faulty(outcomes=lambda self: WhoseState.outcomes(self)[1:]),
        "rules|chance",
        "sum to|does not list|accepted",
    ),
    (
        faulty(draw=lambda self, rng: Word("deal", len(self.cards) + 1, self.left()[0])),
        "chance",
        "but its probability is",
    ),
    (
        faulty(view=lambda self, seat: replace(WhoseState.view(self, seat), seat=1)),
        "views",
        "its seat is 1",
    ),
    (
        faulty(view=lambda self, seat: replace(WhoseState.view(self, seat), moves=())),
        "text|views",
        "lists the moves",
    ),
    (
        faulty(view=lambda self, seat: replace(WhoseState.view(self, seat), unseen=self)),
        "views",
        "it can look",
    ),
    (twisted(parse=lambda self, text, state: Word("pass")), "text", "is parsed from the state as"),
    (twisted(parse=lambda self, text, state: parse_word(text) if text else text[0]), "text", "IndexError"),
    (
        twisted(new=lambda self, **k: Whose.new(self, **{**k, "seed": None})),
        "replay",
        "stops at a chance move",
    ),
    (twisted(resample=forgets_what_was_said), "knowledge", "excludes a world drawn by resample"),
    (twisted(resample=stuck), "knowledge|agreement", r"all have card\[|disagree about"),
    (twisted(advise=lambda self, view, **k: Whose.advise(self, view)[::-1]), "advice", "not ranked"),
    (twisted(advise=lambda self, view, **k: []), "advice", "no advice"),
    (
        twisted(advise=lambda self, view, **k: [Advice(Word("guess", 9, 9), 1.0, "why not")]),
        "advice",
        "not legal",
    ),
]


@pytest.mark.parametrize(("game", "part", "reason"), FAULTS, ids=[reason[:30] for _, _, reason in FAULTS])
def test_a_broken_promise_is_caught(game, part, reason):
    with pytest.raises(ConformanceError, match=reason) as caught:
        check_game(game, playouts=6, decisions=None)
    error = caught.value
    assert error.part in part.split("|")
    if error.part != "rules" or error.history.moves:
        # The complaint repeats from its own history alone.
        with pytest.raises(ConformanceError, match=reason):
            check_history(error.history, parts=[error.part], last_only=True)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (twisted(knowledge=counts_evidence_twice, resample=leaning), "disagree about"),
        (twisted(knowledge=forgets_a_rule), "disagree about"),
        (twisted(resample=biased), "disagree about"),
        (twisted(exact_chances=first_card_is_high), "by the belief the game calls exact"),
    ],
    ids=["double-counted evidence", "a missing rule", "a biased resample", "a wrong belief"],
)
def test_two_truths_are_caught(game, reason):
    with pytest.raises(ConformanceError, match=reason) as caught:
        check_game(game, parts=["agreement"], playouts=6, decisions=None)
    with pytest.raises(ConformanceError, match=reason):
        check_history(caught.value.history, parts=["agreement"], last_only=True)


def test_moves_that_tell_what_is_hidden_are_caught_though_views_compare_equal():
    class Blind(WhoseView):
        """Equal to every view of the same seat and log, whatever its moves."""

        __slots__ = ()

        def __eq__(self, other):
            return (self.seat, self.card, self.log) == (other.seat, other.card, other.log)

        def __hash__(self):
            return hash((self.seat, self.card, self.log))

    class Telling(WhoseState):
        __slots__ = ()

        def moves(self):
            if not isinstance(self.actor, int):
                return ()
            return tuple(move for move in WhoseState.moves(self) if move.card != self.cards[move.seat - 1])

        def view(self, seat):
            told = WhoseState.view(self, seat)
            return Blind(*(getattr(told, field.name) for field in fields(WhoseView)))

    game = type("TellingWhose", (Whose,), {"state_class": Telling})()
    with pytest.raises(ConformanceError, match="has other moves in a resampled state"):
        check_game(game, parts=["resample"], playouts=6, decisions=None)


def test_what_a_game_keeps_of_other_draws_of_options_is_not_searched_again_and_again(monkeypatch):
    searched = []
    inside = probes._inside
    monkeypatch.setattr(probes, "_inside", lambda item: searched.append(item) or inside(item))
    game, numbers = type(deduce.game("entracte"))(), []
    for first in (1, 2, 3, 1, 2, 3):
        searched.clear()
        check_game(game, players=3, options={"first": first}, playouts=4, parts=["views"], thin=True)
        numbers.append(len(searched))
    assert max(numbers) < 2 * numbers[0]


def test_thin_play_outs_look_at_one_position_and_one_mind_each_and_still_find_what_is_broken():
    done = check_game(Whose(), players=3, playouts=40, decisions=0, thin=True)
    assert (done.playouts, done.positions, done.minds) == (40, 40, 0)
    done = check_game(Whose(), players=3, playouts=40, decisions=1, thin=True)
    assert 40 <= done.positions <= 80
    assert done.minds == 40
    for game, part, reason in FAULTS:
        with pytest.raises(ConformanceError, match=reason) as caught:
            check_game(game, playouts=60, decisions=1, thin=True)
        assert caught.value.part in part.split("|")


def test_minds_are_asked_in_the_middle_of_a_deal_where_that_is_wanted():
    """`Whose` has no model of half a deal; Entracte has."""
    parts = ["resample", "knowledge", "advice"]
    assert check_game(Whose(), parts=parts, playouts=3, decisions=None).minds > 0
    with pytest.raises(ConformanceError, match="another number of seats or actor"):
        check_game(Whose(), parts=parts, playouts=3, decisions=None, at_chance=True)
    done = check_game(
        deduce.game("entracte"), players=3, parts=parts, decisions=8, at_chance=True, thin=True, playouts=2
    )
    assert done.minds == 16


def test_chance_of_its_own_is_caught():
    # Unseeded on purpose: 60 play-outs leave no realistic chance that every draw agrees.
    with pytest.raises(ConformanceError, match="chance of its own"):
        check_game(faulty(draw=own_dice), parts=["chance"], playouts=30)
    own = twisted(resample=lambda self, view, rng: Whose.resample(self, view, random.Random()))
    with pytest.raises(ConformanceError, match=r"twice with equal generators|more than the view"):
        check_game(own, parts=["resample"], playouts=30)


def test_advice_that_sees_through_an_uncompared_field_is_caught():
    class Seer(WhoseState):
        __slots__ = ()

        def view(self, seat):
            return replace(WhoseState.view(self, seat), unseen=self.cards)

    game = type("SeerWhose", (Whose,), {"state_class": Seer, "advise": peeking_advice})()
    with pytest.raises(ConformanceError, match="depends on more than the view"):
        check_game(game, parts=["advice"], playouts=6, decisions=None)


@pytest.mark.parametrize("resamples", [True, False])
def test_advice_that_is_another_one_each_time_is_caught(resamples):
    dice, plain = random.Random(5), Whose()

    def dicing(self, view):
        return [replace(each, value=0.0, reason=f"{dice.random()}") for each in plain.advise(view)]

    def none(self, view, rng):
        raise ProblemError("whose does not resample")

    own = twisted(advise=dicing, **({} if resamples else {"resample": none}))
    with pytest.raises(ConformanceError, match="asking twice for advice"):
        check_game(own, parts=["advice"], playouts=6, decisions=None)


def test_an_endless_game_is_caught():
    class Endless(WhoseState):
        __slots__ = ()

        @property
        def actor(self):
            return len(self.log) % self.seats + 1 if len(self.cards) == self.seats else CHANCE

    game = type("EndlessWhose", (Whose,), {"state_class": Endless})()
    with pytest.raises(ConformanceError, match="no end after 200 moves"):
        check_game(game, max_moves=200)


def test_the_history_shown_is_the_shortest_found_and_replays_from_its_text():
    class Late(WhoseState):
        """Forgets the rules once two seats have spoken."""

        __slots__ = ()

        def play(self, move):
            if len(self.log) >= 2 and move not in self.moves():
                return self
            return WhoseState.play(self, move)

    game = type("LateWhose", (Whose,), {"state_class": Late})()
    with pytest.raises(ConformanceError) as caught:
        check_game(game, players=2, playouts=3)
    history = caught.value.history
    assert len(history.moves) == 4
    assert str(history.moves[0]) in str(caught.value)
    told = history.to_dict()
    assert replay(game, told["moves"], players=2) == history.states()[-1]


def test_a_truth_excluded_only_as_a_whole_is_caught():
    game = twisted(knowledge=excludes_truth_jointly)
    said = set()
    for rng in range(8):
        with pytest.raises(ConformanceError, match="excludes") as caught:
            check_game(game, players=3, playouts=10, rng=rng, parts=["knowledge"], decisions=None)
        said.add("taken together" in caught.value.reason)
    assert True in said


def test_parts_can_be_left_out_and_are_spelt_right():
    class Bare(Whose):
        def knowledge(self, view):
            raise ProblemError("not written yet")

        def advise(self, view, **options):
            raise ProblemError("not written yet")

    done = check_game(
        Bare(), parts=[p for p in PARTS if p not in ("knowledge", "agreement", "advice")], playouts=2
    )
    assert "advice" not in done.parts
    with pytest.raises(ConformanceError, match="not written yet"):
        check_game(Bare(), parts=["advice"], playouts=2)
    with pytest.raises(ProblemError, match="did you mean 'resample'"):
        check_game(Bare(), parts=["resampel"])
    with pytest.raises(ProblemError, match="playouts must be at least 1"):
        check_game(Bare(), playouts=0)
    with pytest.raises(ProblemError, match="names no number"):
        check_game(Bare(), players=[])
    with pytest.raises(ProblemError, match="did you mean 'rounds'"):
        check_game(Bare(), options={"round": 1})
    with pytest.raises(ProblemError, match="2 to 3 players"):
        check_game(Bare(), players=4)


def test_the_bystander_can_be_left_out():
    def no_bystander(self, view):
        if view.seat == 0:
            raise ProblemError("a bystander knows nothing here")
        return Whose.knowledge(self, view)

    game = twisted(knowledge=no_bystander)
    with pytest.raises(ConformanceError, match="a bystander knows nothing here"):
        check_game(game, parts=["knowledge"], playouts=1)
    assert check_game(game, parts=["knowledge"], playouts=1, public=False).minds > 0


def test_a_truth_that_says_nothing_is_not_taken_for_soundness():
    with pytest.raises(ConformanceError, match=r"says nothing about any variable(?s:(?!to repeat).)*$"):
        check_game(twisted(truth=lambda self, state, knowledge: {}), playouts=2)


def test_a_game_that_says_no_truth_is_told_how():
    game = twisted(truth=lambda self, state, known: super(Whose, self).truth(state, known))
    with pytest.raises(ConformanceError, match=r"overrides no Game\.truth"):
        check_game(game, playouts=1)


def test_perft_counts_sequences():
    game = Show()
    assert playouts(game, 4, players=2, seed=None) == (1, 3, 9, 27, 81)
    assert perft(game.new(players=2), 5) == 0
    with pytest.raises(ProblemError, match="at least 0"):
        perft(game.new(players=2), -1)


def test_perft_of_a_fixed_deal_agrees_with_listing():
    game = Whose()
    assert playouts(game, 2, players=2, seed=None) == (1, 4, 12)

    def listed(state, depth):
        if depth == 0:
            return [state]
        return [leaf for move in state.moves() for leaf in listed(state.play(move), depth - 1)]

    state = game.new(players=2, seed=3)
    assert playouts(game, 3, players=2, seed=3) == tuple(len(listed(state, depth)) for depth in range(4))


def test_random_histories_follow_their_seed():
    one = random_history(Whose(), 3, 5)
    assert one.moves == random_history(Whose(), 3, 5).moves
    assert one.moves != random_history(Whose(), 3, 6).moves

"""What a forced skip proves of a hand: ways counted beside all of them, chances beside those that the rules tell."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import deduce
from deduce.games.base import CHANCE
from deduce.records.record import read_record
from deduce.rulebook.knowing import knowledge_of
from deduce.rulebook.places import Held
from deduce_models.initiative.knowledge.model import knowledge
from deduce_models.initiative.knowledge.skipping import likely
from deduce_models.initiative.knowledge.unseen import deal_hidden, holds, skipped
from deduce_models.initiative.rules.skips import Drawn, Left, Nothing, Skips

GAME = deduce.game("initiative")
SEEDS = [0, 1, 19, 63, 99]
"""Games with skips that tell something, in which what follows from the rules is quickly derived."""


def told_at_random(rng: random.Random) -> tuple[Skips, list[int], list[int], list[int]]:
    """A hand as it could have gone from a skip on, the cards that are unseen in the end, and the hand."""
    new, old = [*range(rng.randint(3, 6))], [*range(10, 10 + rng.randint(0, 2))]
    number = rng.randint(1, 2)
    hand = rng.sample([*new, *old], number)
    begun = sum(card in new for card in hand)
    deck, seen, events = [card for card in new if card not in hand], set[int](), list[Any]()

    def skip() -> None:
        fits = [card for card in (*new, *old) if card not in hand and rng.random() < 0.5]
        events.append(Nothing(frozenset(fits)))

    skip()
    for _ in range(rng.randint(0, 6)):
        if deck and len(hand) < 4 and rng.random() < 0.6:
            hand.append(deck.pop(rng.randrange(len(deck))))
            events.append(Drawn(True))
        elif len(hand) > 1:
            card = hand.pop(rng.randrange(len(hand)))
            seen.add(card)
            events.append(Left(card, card in new))
        elif rng.random() < 0.7:
            skip()
    told = Skips(1, begun, number - begun, tuple(events))
    return told, [c for c in new if c not in seen], [c for c in old if c not in seen], hand


def every_way(told: Skips, new: list[int], old: list[int]) -> Counter[frozenset[int]]:
    """The hands at the end, each with the number of orders in which the cards can have come."""
    later = [event for event in told.events if isinstance(event, Left)]
    cards = {
        True: {*new, *(event.card for event in later if event.new)},
        False: {*old, *(event.card for event in later if not event.new)},
    }
    found: Counter[frozenset[int]] = Counter()

    def go(hand: frozenset[int], used: frozenset[int], events: tuple[Any, ...]) -> None:
        if not events:
            found[hand] += 1
            return
        event, *rest = events
        if isinstance(event, Drawn):
            for card in cards[event.new] - used:
                go(hand | {card}, used | {card}, tuple(rest))
        elif isinstance(event, Left):
            if event.card in hand:
                go(hand - {event.card}, used, tuple(rest))
        elif not hand & event.fits:
            go(hand, used, tuple(rest))

    begin = (*[Drawn(True)] * told.new, *[Drawn(False)] * told.old)
    go(frozenset(), frozenset(), (*begin, *told.events))
    # A card that is seen to leave has left: what is held at the end is none of these.
    unseen = {*new, *old}
    return Counter({hand: ways for hand, ways in found.items() if hand <= unseen})


@pytest.mark.parametrize("seed", range(300))
def test_hands_are_as_likely_as_there_are_ways_to_them(seed: int) -> None:
    told, new, old, hand = told_at_random(random.Random(seed))
    ways = every_way(told, new, old)
    assert frozenset(hand) in ways
    fresh = sum(card in new for card in hand)
    found = likely(told, tuple(new), tuple(old), (fresh, len(hand) - fresh))
    every = [each for each in ways if sum(card in new for card in each) == fresh]
    most = max(ways[each] for each in every)
    if found is None:  # all hands of so many new and old cards, and all alike
        assert {ways[each] for each in every} == {most}
        return
    for each in every:
        assert found.of(sorted(each)) == pytest.approx(ways[each] / most)
    assert sum(found.ways.values()) > 0
    assert all(found.of(sorted(each)) == 0 for each in ways if each not in every)


def test_the_ways_asked_are_of_every_kind() -> None:
    """Hands of two at a skip, cards of before the turning over, hands that are likelier and hands that are impossible."""
    kinds: Counter[str] = Counter()
    for seed in range(300):
        told, new, old, hand = told_at_random(random.Random(seed))
        fresh = sum(card in new for card in hand)
        found = likely(told, tuple(new), tuple(old), (fresh, len(hand) - fresh))
        kinds["two held"] += told.new + told.old == 2
        kinds["old held"] += fresh < len(hand)
        kinds["nothing told"] += found is None
        if found is not None:
            kinds["between"] += any(0 < ratio < 1 for ratio in found.ways.values())
    assert min(kinds.values()) >= 20, kinds
    assert len(kinds) == 4


def positions(seed: int, most: int) -> list[Any]:
    """Positions under threat of a game at random in which hands are kept small, behind skips that tell something."""
    rng, found = random.Random(seed), list[Any]()
    players = rng.choice([2, 3, 4])
    flip, last_two = rng.choice(["at once", "when needed"]), rng.random() < 0.5
    state = GAME.new(players=players, mission="m2_vault", special_last_two=last_two, flip=flip)
    for _ in range(700):
        if state.actor is None or len(found) == most:
            break
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        kinds: dict[str, list[Any]] = {}
        for move in state.moves():
            if not str(move).startswith(("answer", "object")):
                kinds.setdefault(str(move).split()[0], []).append(move)
        if "draw" in kinds:
            kind = "draw" if rng.random() < 0.4 else "done"
        else:
            kind = "play" if "play" in kinds and rng.random() < 0.5 else rng.choice([*kinds])
        state = state.play(rng.choice(kinds[kind]))
        if state.actor not in (None, CHANCE) and state.face.threat and rng.random() < 0.3:
            view = state.view(rng.randint(1, players))
            if skipped(view.face):
                found.append((state, view))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_chances_behind_skips_are_those_of_the_rules(seed: int) -> None:
    """Beside what is derived from the rules alone, and beside counting kinds of cards."""
    for state, view in positions(seed, 2):
        known, derived = GAME.knowledge(view), knowledge_of(view.behind.table)
        held = {v.name[7:-1]: known.marginals(v) for v in known.scope if v.name.startswith("holder")}
        zones = view.behind.table.open.hands
        for seat in (seat for seat in zones if seat != view.seat and len(zones[seat])):
            hand = Held(zones[seat], derived.problem.places)
            for code, chances in held.items():
                chance = chances.get(f"seat {seat}", 0.0)
                assert chance == pytest.approx(derived.probability(hand.number(code) >= 1), abs=1e-9)
                card = view.face.setup.deck.ids[code]
                assert chance == pytest.approx(holds(view.face, seat, card.__eq__), abs=1e-9)
                assert chance or card not in state.face.hands[seat - 1]


@pytest.mark.parametrize("seed", [0, 19])
def test_found_by_a_campaign_who_skips_with_one_card_holds_none_that_fits(seed: int) -> None:
    """A card that a pile would have taken was said to be held by a quarter, and no game drawn behind the view had it."""
    ((_, view),) = positions(seed, 1)
    known, rng, proved = GAME.knowledge(view), random.Random(seed), 0
    held = {v.name[7:-1]: known.marginals(v) for v in known.scope if v.name.startswith("holder")}
    codes = view.face.setup.deck.codes
    free = knowledge(view.face._replace(skips=()))
    for told in skipped(view.face):
        place = f"seat {told.seat}"
        possible = {
            v.name[7:-1] for v in free.scope if v.name.startswith("holder") and place in free.possible(v)
        }
        never = {code for code in possible if not held[code].get(place)}
        proved += len(never)
        for _ in range(20):
            assert not never & {codes[card] for card in deal_hidden(view.face, rng)[0][told.seat - 1]}
            assert not never & {codes[card] for card in GAME.resample(view, rng).face.hands[told.seat - 1]}
    assert proved


PILES = ("Intel g7 b12", "Run y4 y10", "Gather b4 g12", "Regroup g6 b11")


def of_position(*lines: str) -> tuple[Any, dict[str, float]]:
    """What skips prove behind a position typed in, as seat 1 has noted it, and by card how likely seat 2 holds it."""
    head = ["game: initiative", "mission: m1_parcel", "players: 2", "seat: 1", "", "position"]
    text = "\n".join([*head, *(f"pile {pile}" for pile in PILES), "turn 2", *lines, ""])
    view = GAME.answers().read(read_record(text)).view()
    known = GAME.knowledge(view)
    held = {v.name[7:-1]: known.marginals(v).get("seat 2", 0.0) for v in known.scope if v.name[0] == "h"}
    return view, held


def test_a_skip_behind_a_position_typed_in_proves_as_much() -> None:
    """Under threat, with cards that were drawn and thrown away before it: of their draws the notes hold none."""
    view, held = of_position(
        "threat", "hand g4", "discard g1 g2 g3 g5", "cards 2 1", "fresh 2 1", "P2 skip"
    )  # fmt: skip
    (told,) = skipped(view.face)
    # The lowest top is the 10 on Run; b11, b12 and g12 lie on piles.
    assert {code for code, chance in held.items() if not chance and code[0] != "t"} == {"g11", "y11", "y12"}
    assert sum(held.values()) == pytest.approx(1.0)
    assert told.seat == 2


def test_a_card_drawn_before_the_deck_was_turned_over_is_none_of_the_new_ones() -> None:
    """All cards but two are seen: who skips holds b3, and so draws y12, the last; what is drawn then comes from all."""
    gone = {"g4", "y5", "b3", "y12"}.union(*(pile.split()[1:] for pile in PILES))
    discard = {f"{colour}{number}" for colour in "gyb" for number in range(1, 13)} - gone
    view, held = of_position(
        "hand g4 y5", f"discard {' '.join(sorted(discard))}", "cards 2 1", "P2 skip", "P2 draw", "P2 done"
    )  # fmt: skip
    assert view.face.threat
    assert {code: held.pop(code) for code in ("b3", "y12")} == pytest.approx({"b3": 1.0, "y12": 1.0})
    assert {code for code, chance in held.items() if chance} == {*discard}
    assert sum(held.values()) == pytest.approx(1.0)

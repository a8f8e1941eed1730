"""Decks of single cards, told of by where each card is: against brute force, the other model, and one written by hand."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest
from test_zones import compare
from zone_games import Long, Stage

from deduce.games import CHANCE, random_history
from deduce.ground.errors import IllegalMove
from deduce.rulebook import EVERYBODY, Rulebook, RulesError
from deduce.rulebook.whereabouts import Whereabouts

Evening = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "hands" / "passes.py"))["Evening"]


def played(game, players, seed, share=0.5):
    """A position of a random game, somewhere after its middle, and the moves that lead there."""
    moves = random_history(game, players, seed).moves
    part = moves[: random.Random(seed).randint(int(len(moves) * share), len(moves))]
    state = game.new(players=players)
    for move in part:
        state = state.play(move)
    return state, list(part)


def decks(known):
    """Those decks of a knowledge that are told of by their cards."""
    return known.problem.places._decks


@pytest.mark.parametrize("seed", SEEDS := (6, 12, 35))
def test_knowledge_is_what_brute_force_finds(seed):
    assert compare(Stage(), 2, seed, most=100, seats=(1, 2)) == 2


def test_the_seeds_above_see_all_kinds():
    kinds = Counter()
    for seed in SEEDS:
        state, part = played(Stage(), 2, seed)
        texts = [move.text for move in part]
        kinds.update({"pass", "exchange", "steal", "burn"} & set(texts))
        for deck in (each for seat in range(3) for each in decks(Stage().knowledge(state.view(seat)))):
            kinds["laid back, of no account"] += any(True for _ in deck.division.laid)
            kinds["one hand then another"] += any(" then " in value for value in deck._labels.values())
    wanted = {"pass", "exchange", "steal", "burn", "laid back, of no account", "one hand then another"}
    assert wanted <= {kind for kind, number in kinds.items() if number}


@pytest.mark.parametrize("seed", range(6))
def test_codes_and_hands_are_those_of_the_other_model(seed, monkeypatch):
    game = Long()
    state, _ = played(game, 2 + seed % 2, seed)
    view = state.view(seed % 3)
    known = game.knowledge(view)
    assert decks(known)
    run = view.run()
    asked = [zone.any(card) for zone in run.table.zones.values() for card in (3, 7)]
    said = [run.table.lowered(fact) for fact in asked]
    chances = [float(fact) if isinstance(fact, bool) else known.probability(fact) for fact in said]
    codes = {v.name: known.marginals(v) for v in known.scope if v.name.startswith("code")}

    monkeypatch.setattr(Whereabouts, "of", classmethod(lambda cls, table, mentions: []))
    view = state.view(seed % 3)  # a view keeps the run behind its seat's eyes, with the decks found on it
    run = view.run()
    other = game.knowledge(view)
    assert not decks(other)
    others = [run.table.lowered(zone.any(card)) for zone in run.table.zones.values() for card in (3, 7)]
    for chance, fact in zip(chances, others, strict=True):
        # Facts are about the variables of one table: those of this one are the knowledge's own, by name.
        there = float(fact) if isinstance(fact, bool) else other.probability(fact)
        assert chance == pytest.approx(there, abs=1e-9)
    for v in other.scope:
        if v.name in codes:
            assert codes[v.name] == pytest.approx(other.marginals(v), abs=1e-9)


class Whole(Rulebook):
    """Three cards a hand, a code of 24 each, 36 cards: the evening of `examples/hands/passes.py`, declared."""

    name, title, seats = "whole", "Whole", range(3, 4)
    CARDS: ClassVar = [(a, b, c, d) for a in range(3) for b in range(3) for c in range(2) for d in range(2)]
    CODES: ClassVar = [(kind, step, half) for kind in range(4) for step in range(3) for half in (0, 1)]

    @staticmethod
    def fits(code, last, card):
        """Whether a card may not be laid on another under a code."""
        kind, step, half = code
        return (card[kind] - last[kind]) % 3 == step and sum(card) % 2 == half

    def rules(self, t):
        codes, deck = t.deck("codes", self.CODES), t.deck("deck", self.CARDS)
        code = {seat: t.zone(f"code of {t.name(seat)}", seat, of=codes) for seat in t.seats}
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat, of=deck) for seat in t.seats}
        for seat in t.seats:
            yield t.draw(codes, to=code[seat])
            for _ in range(3):
                yield t.draw(deck, to=hand[seat])
        row = [(yield t.draw(deck, seen_by=EVERYBODY))]
        for turn in range(12):
            me, last = turn % 3 + 1, row[-1]

            def bars(card, me=me, last=last):
                return code[me].any([each for each in self.CODES if self.fits(each, last, card)])

            move = yield t.choose(
                me, t.option("play {card}", card=hand[me], unless=bars), otherwise=["pass"]
            )
            if move != "pass":
                t.take(hand[me], move)
                row.append(move)
                yield t.draw(deck, to=hand[me])
        return 0.0, 0.0, 0.0


def by_hand(moves):
    """The same evening, as the example's own model has it."""
    evening, names, last, turn = None, ["P1", "P2", "P3"], None, 0
    cards = {str(card): card for card in Whole.CARDS}
    barred = []
    for move in moves:
        if evening is None:
            if " from deck" in move:
                last = cards[move[len("draw ") : -len(" from deck")]]
                evening = Evening([card for card in Whole.CARDS if card != last], names, Whole.CODES)
                for name in names:
                    evening.draw(name, 3)
        elif move.startswith("draw"):
            evening.draw(names[(turn - 1) % 3])
        else:
            name = names[turn % 3]
            turn += 1
            if move == "pass":
                evening.passed(name, lambda code, card, last=last: Whole.fits(code, last, card))
            else:
                card = cards[move[len("play ") :]]
                barred.append((name, last, card))
                evening.play(name, card)
                last = card
    known = evening.knowledge()
    code = known.problem["code"]
    for name, before, card in barred:
        fits = [each for each in Whole.CODES if not Whole.fits(each, before, card)]
        known = known.observe(code[name].is_in(fits))
    return known


def test_an_evening_is_that_of_the_example():
    game, passes = Whole(), 0
    for seed in (11, 58):
        state = game.new(players=3, seed=seed)
        rng = random.Random(seed)
        while state.actor is not None:
            draw = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
            state = state.play(draw)
        passes += state.history.count("pass")
        known, other = game.knowledge(state.view(0)), by_hand(state.history)
        for seat in (1, 2, 3):
            mine = known.marginals(known.problem[f"code of P{seat}, card 1"])
            assert mine == pytest.approx(other.marginals(other.problem["code"][f"P{seat}"]), abs=1e-9)
    assert passes == 6


def test_a_pass_is_legal_where_no_card_is_whatever_else_may_be_done():
    game = Stage()
    for seed in range(30):
        state, _ = played(game, 2, seed)
        texts = [move.text for move in state.moves()]
        if "wait" not in texts:
            continue
        assert ("pass" in texts) != any(text.startswith("play") for text in texts)
        if "pass" not in texts:
            with pytest.raises(IllegalMove, match="only where no card can be chosen"):
                state.play("pass")


def test_otherwise_goes_with_a_zone():
    class Bad(Rulebook):
        name, title, seats = "bad", "Bad", range(2, 3)

        def rules(self, t):
            yield t.choose(1, t.option("take {n}", n=[1, 2], otherwise=["none"]))
            return 0.0, 0.0

    with pytest.raises(RulesError, match="goes with a slot over a zone"):
        Bad().new(players=2, seed=1)

"""The constraint model: golden numbers, brute force on full and reduced decks, slips and explanations."""

from __future__ import annotations

import functools
import itertools
import operator
import random
from collections.abc import Iterator

import pytest
from amount import examples
from entracte_notes import text_of
from entracte_tools import brute_worlds, evening, fact_of, noted, random_state, setting, table
from hands_oracle import chances
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import Contradiction, ProblemError, RecordError
from deduce.rulebook import State
from deduce_models.entracte.components.codes import CharType, bits
from deduce_models.entracte.components.parts import Components, balanced_deck
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import NOBODY, codes_left, counted_hands, knowledge_of
from deduce_models.entracte.rules.setup import EntracteMove, Kind

SMALL = (
    CharType("hat", "ordered", ("red", "green", "blue"), loops=True),
    CharType("shoe", "ordered", ("one", "two", "three"), loops=False),
    CharType("mask", "binary", ("yes", "no")),
)
SMALL_PARTS = Components(SMALL, balanced_deck(SMALL, size=16))
HEAD = (
    "game: entracte\nplayers: P Q R S\nme: P\ncode: season reverse\n"
    "start: fall Wed off male young\n\nP plays spring Tue on male adult "
)
LIST = "[day reverse, light alternate, both male, age forward]"


def names(told, knowledge, seat: str) -> set[object]:
    return knowledge.possible(knowledge.problem["code"][seat])


def test_golden_rulebook_example_19_candidates_each() -> None:
    told = evening("rulebook.txt").upto("turn 1").evidence
    k = knowledge_of(told)
    for seat in "QRS":
        assert len(names(told, k, seat)) == 19
    assert names(told, k, "P") == {"season reverse"}
    assert k.count() == 19 * 18 * 17


@given(st.sets(st.integers(0, 23).filter(lambda code: code != 4), min_size=2, max_size=8))
def test_golden_next_turn_only_r_signals(matched: set[int]) -> None:
    # Q and S lose the codes M matched by Q's pair, R keeps only M, minus the four already out. P puts no
    # token, so M is without P's own season reverse (index 4).
    first = noted(HEAD + LIST)
    codes = [code.name for code in first.setup.parts.codes]
    out = {"day reverse", "light alternate", "both male", "age forward", "season reverse"}
    m = {codes[index] for index in matched}
    told = noted(f"{HEAD}{LIST}\nQ plays [{', '.join(sorted(m))}] ; tokens R")
    k = knowledge_of(told)
    if not m - out:
        assert not k.is_consistent()
        return
    everything = set(codes) - out
    assert names(told, k, "Q") == names(told, k, "S") == everything - m
    assert names(told, k, "R") == everything & m


def as_worlds(view, knowledge) -> set[tuple[int, ...]]:
    """The worlds of `knowledge` as code masks by seat, enumerated through the library."""
    parts, competitive = view.setup.parts, view.setup.competitive
    index = {code.name: i for i, code in enumerate(parts.codes)}
    seats = ("Ann", "Bob", "Cid", "Dee")[: view.seats]
    found = set()
    for world in codes_left(knowledge):
        masks = [0] * view.seats
        for variable, value in world.items():
            key = variable.name.partition("[")[2][:-1]
            holder, code = (value, index[key]) if competitive else (key, index[value])
            if holder != NOBODY:
                masks[seats.index(holder)] |= 1 << code
        found.add(tuple(masks))
    return found


def brute_with_passes(state: State, seat: int) -> set[tuple[int, ...]]:
    """Brute force over codes, each judged by every hand its seat can have held, by the rules alone."""
    view = state.view(seat)
    left = {who: codes_of_hands(state, seat, who) for who in range(1, view.seats + 1) if who != seat}
    return {
        world for world in brute_worlds(view) if all(world[who - 1] & codes for who, codes in left.items())
    }


def codes_of_hands(state: State, seat: int, who: int) -> int:
    """The codes with which `who` had to pass when it did: every hand is followed card by card.

    A card that `seat` sees in the row or in its own hand is in no other hand.
    """
    deck = range(len(state.setup.parts.cards))
    hands, row = {frozenset[int](): state.setup.parts.all_codes}, []
    for number, (actor, move) in enumerate(state.log):
        if move.kind is Kind.PLAY or (move.kind is Kind.DRAW and actor == 0):
            row.append(move.item)
        after: dict[frozenset[int], int] = {}
        out = {*row, *(held(state, seat, number + 1) if seat else ())}
        for hand, codes in hands.items():
            for changed in followed(hand, actor == who, move, deck):
                if not changed & out:
                    after[changed] = after.get(changed, 0) | codes
        if actor == who and move.kind is Kind.PASS:
            for hand in after:
                for card in hand:
                    after[hand] &= state.setup.restrict[row[-1]][card]
        hands = {hand: codes for hand, codes in after.items() if codes}
    return functools.reduce(operator.or_, hands.values(), 0)


def followed(hand: frozenset[int], mine: bool, move: EntracteMove, deck: range) -> Iterator[frozenset[int]]:
    """The hands that one log entry can make of a hand; the three draws of an exchange come after it."""
    if not mine or move.kind not in (Kind.DRAW, Kind.PLAY, Kind.EXCHANGE):
        yield hand
    elif move.kind is Kind.EXCHANGE:
        yield frozenset()
    elif move.kind is Kind.DRAW:
        yield from (hand | {card} for card in deck if card not in hand)
    elif move.item in hand:
        yield hand - {move.item}


def held(state: State, seat: int, number: int) -> list[int]:
    hand: list[int] = []
    for who, move in state.log[:number]:
        if who == seat and move.kind is Kind.DRAW:
            hand.append(move.item)
        elif who == seat and move.kind is Kind.PLAY:
            hand.remove(move.item)
        elif who == seat and move.kind is Kind.EXCHANGE:
            hand = []
    return hand


@examples(12)
@given(
    st.sampled_from([("cooperative", 2), ("cooperative", 3), ("cooperative", 4), ("competitive", 2)]),
    st.integers(0, 2**32),
    st.integers(1, 24),
)
def test_worlds_equal_brute_force_on_a_reduced_deck(shape: tuple[str, int], seed: int, steps: int) -> None:
    mode, players = shape
    state = random_state(table(players, SMALL_PARTS, mode=mode), random.Random(seed), steps=steps)
    for seat in range(players + 1):
        view = state.view(seat)
        k = knowledge_of(evidence_of(view))
        expected = brute_with_passes(state, seat) if mode == "cooperative" else set(brute_worlds(view))
        assert as_worlds(view, k) == expected
        assert state.codes in expected
        assert codes_left(k).count() == len(expected)


@given(st.sampled_from(["cooperative", "competitive"]), st.integers(0, 2**32), st.integers(4, 12))
def test_worlds_equal_brute_force_on_the_full_deck(mode: str, seed: int, steps: int) -> None:
    players = 3 if mode == "cooperative" else 2
    state = random_state(table(players, mode=mode), random.Random(seed), steps=steps)
    view = state.view(1)
    k = knowledge_of(evidence_of(view))
    found, expected = as_worlds(view, k), set(brute_worlds(view))
    assert state.codes in found
    if any(move.kind is Kind.PASS for _, move in state.log):
        assert found <= expected
    else:
        assert found == expected
        name = view.setup.parts.codes[next(bits(state.codes[1]).__iter__())].name
        fact = fact_of(f"Bob {name}", evidence_of(view), k)
        truth = sum(bool(world[1] & state.codes[1] & -state.codes[1]) for world in expected)
        assert k.probability(fact) == pytest.approx(truth / len(expected))


def test_notes_typed_by_hand_know_as_much_as_the_view_they_were_made_from() -> None:
    for seed, mode in itertools.product(range(4), ("cooperative", "competitive")):
        state = random_state(table(3, mode=mode), random.Random(seed), steps=20)
        view = state.view(2)
        typed = noted(text_of(evidence_of(view)))
        assert as_worlds(view, knowledge_of(typed)) == as_worlds(view, knowledge_of(evidence_of(view)))


def test_the_evening_is_solved_and_the_forgotten_token_found_first() -> None:
    k = knowledge_of(evening("evening.txt").evidence)
    assert k.count() == 1
    told = evening("forgotten_token.txt").evidence
    wrong = knowledge_of(told)
    with pytest.raises(Contradiction):
        wrong.count()
    conflict = wrong.conflict()
    assert conflict is not None
    assert conflict.smallest
    assert conflict.check()
    first = wrong.repairs()[0]
    assert [s.place for s in first.remove] == ["line 17"]
    assert "Dee put no token under Cid's card" in first.remove[0].text


def test_reasons_cite_lines_and_check() -> None:
    told = evening("evening.txt").evidence
    k = knowledge_of(told)
    fact = fact_of("Dee type8 forward", told, k)
    reason = k.why(fact)
    assert reason is not None
    assert reason.smallest
    assert reason.check()
    assert all(s.place.startswith("line ") for s in reason.because if s.kind == "observation")
    assert k.why_not(fact_of("Dee both male", told, k)) is not None
    assert k.why(fact_of("dee is not both male", told, k)) is not None


def test_competitive_tokens_are_shared_by_two_codes() -> None:
    text = (
        "game: entracte\nmode: competitive\nplayers: Ann Bob\nme: Ann\ncode: day forward ; both on\n\n"
        "Ann plays [day reverse, both male, age forward] ; tokens Bob\n"
        "Bob plays [day reverse, both off] ; tokens none\n"
    )
    told = noted(text)
    k = knowledge_of(told)
    # Bob holds two of 22 codes, at least one of both male / age forward, neither day reverse nor both off.
    assert k.count() == 1 + 2 * (22 - 4)
    assert k.holds(fact_of("Bob day reverse", told, k)) is False
    ann = noted(text + "Ann plays [day forward, both male] ; tokens Bob\n")
    assert not knowledge_of(ann).is_consistent()  # Ann holds day forward and put no token


def test_partial_cards_give_no_evidence_about_what_was_not_noted() -> None:
    told = noted(HEAD.replace("P plays spring Tue on male adult ", "P plays spring Tue ; tokens Q"))
    k = knowledge_of(told)
    assert "day reverse" not in names(told, k, "R")
    assert "both male" in names(told, k, "R")
    assert "both male" in names(told, k, "Q")
    assert "season forward" not in names(told, k, "Q")
    assert "season forward" in names(told, k, "R")


def test_tokens_not_noted_give_no_evidence() -> None:
    told = noted(HEAD + LIST + "; tokens Q?")
    k = knowledge_of(told)
    assert len(names(told, k, "Q")) == 23
    assert len(names(told, k, "R")) == 19


def test_a_pass_rules_out_what_cannot_be_blocked() -> None:
    # After an old face nothing is age forward, since ages do not loop.
    text = "game: entracte\nplayers: Ann Bob\nme: Ann\ncode: both on\nstart: old\n\nAnn ?\nBob passes\n"
    told = noted(text)
    assert knowledge_of(told).count() == 23
    told = noted(text.replace("Ann ?", "Ann plays old [age repeat ...] ; tokens ?"))
    k = knowledge_of(told)
    assert "age forward" not in names(told, k, "Bob")
    assert "age reverse" in names(told, k, "Bob")


def test_the_card_played_after_a_pass_was_blocked_before() -> None:
    text = (
        "game: entracte\nplayers: Ann Bob\nme: Ann\ncode: both on\nstart: up winter Mon young off male a w\n\n"
        "Ann plays right spring Sun adult off female b x ; tokens ?\nBob passes\n"
        "Ann plays left fall Sat old off male d z ; tokens ?\nBob plays down summer Wed adult on female c w\n"
    )
    told = noted(text)
    k = knowledge_of(told)
    blocked = {
        "hand forward",
        "season forward",
        "age repeat",
        "light alternate",
        "both female",
        "type7 forward",
    }
    assert names(told, k, "Bob") <= blocked | {"type8 reverse", "type8 forward"}
    swapped = noted(text.replace("Bob plays", "Bob exchanges\nBob plays"))
    assert len(names(swapped, knowledge_of(swapped), "Bob")) > 8


@pytest.mark.parametrize(
    ("passing", "left", "text"),
    [
        (
            "Ann",
            {"light alternate"},
            "players: Ann Bob\nstart: up summer Mon old off male b z\n\nAnn exchanges\n"
            "Ann plays left winter Thu adult off male a x\n"
            "Bob plays right summer Wed young on female d w ; tokens Ann\n"
            "Ann plays up winter Sun adult on male b x\n"
            "Bob plays left winter Tue young off male c w ; tokens Ann\n"
            "Ann plays up summer Fri adult off male a y\nBob plays down summer Fri young off female a w\n"
            "Ann passes\nBob plays right spring Thu young off male d x\nAnn passes\n",
        ),
        (
            "Cid",
            {"both male"},
            "players: Ann Bob Cid\nstart: up fall Fri adult off female a x\n\n"
            "Ann plays right spring Sat young on female d z\nBob plays down fall Thu young on male b x\n"
            "Cid exchanges\nCid passes\nAnn plays up winter Sat adult on female b x\n"
            "Bob plays right summer Mon adult on male b w\nCid passes\n"
            "Ann plays left fall Wed old off female a z\n"
            "Bob plays down fall Sun young on female b w ; tokens Ann\n",
        ),
    ],
)
def test_passes_with_the_same_hand_are_taken_together(passing: str, left: set[str], text: str) -> None:
    # Found by random play-outs: resampling knew what knowledge, which judged each pass alone, did not.
    told = noted("game: entracte\n" + text)
    known = knowledge_of(told)
    assert names(told, known, passing) == left
    said = f"{passing} passed, so every card in that hand was blocked"
    passes = [statement for statement in known.log if statement.text == said]
    assert len(passes) == 2
    for each in passes:
        assert names(told, known.without(each), passing) > left


def test_what_is_counted_once_is_quoted_from_the_lines_of_each_record() -> None:
    text = (
        "game: entracte\nplayers: Ann Bob\nstart: up summer Mon old off male b z\n\n{}"
        "Ann plays left winter Thu adult off male a x\nBob passes\n"
    )
    for before, line in (("", 6), ("# a word before\n\n", 8)):
        known = knowledge_of(noted(text.format(before)))
        assert [each.place for each in known.log if "passed" in each.text] == [f"line {line}"]


TINY_PARTS = Components(SMALL, balanced_deck(SMALL, size=16)[:12])


@pytest.mark.parametrize(
    ("players", "parts", "seeds", "steps", "least"),
    [(2, SMALL_PARTS, 40, 14, 8), (3, TINY_PARTS, 14, 7, 4)],
)
def test_chances_after_passes_equal_counting_all_hands(players, parts, seeds, steps, least) -> None:
    looked = 0
    for seed in range(seeds):
        rng = random.Random(seed)
        state = random_state(table(players, parts), rng, steps=rng.randint(3, steps))
        for seat in range(1, players + 1):
            told = evidence_of(state.view(seat))
            if counted_hands(told) is None:
                continue
            known = knowledge_of(told)
            index = {code.name: 1 << i for i, code in enumerate(parts.codes)}
            order = [known.problem["code"][name] for name in told.names]
            said = {
                tuple(index[str(value)] for value in row): chance
                for row, chance in rows_of(codes_left(known), order)
            }
            expected = chances(state, seat)
            assert said.keys() == expected.keys()
            for world, chance in expected.items():
                assert said[world] == pytest.approx(chance, abs=1e-9)
            looked += 1
    assert looked >= least


def test_positions_after_passes_are_drawn_by_counting_hands() -> None:
    looked = 0
    for seed in range(300):
        rng = random.Random(seed)
        state = random_state(table(2, SMALL_PARTS), rng, steps=rng.randint(3, 14))
        view = state.view(1)
        counted = counted_hands(evidence_of(view))
        expected = chances(state, 1) if counted is not None else {}
        if counted is None or len(expected) < 2:
            continue
        drawn = [GAME.resample(view, rng) for _ in range(150)]
        assert all(each.view(1) == view for each in drawn)
        assert all(counted[1].is_possible_world(GAME.truth(each, counted[1])) for each in drawn[:20])
        for world, chance in expected.items():
            share = sum(each.codes == world for each in drawn) / len(drawn)
            assert abs(share - chance) < 4 * (chance * (1 - chance) / len(drawn)) ** 0.5 + 1e-9
        looked += 1
        if looked == 2:
            return
    raise AssertionError("too few positions after a pass")


def rows_of(worlds, order):
    """The worlds with their chances, values in this order of variables."""
    total = 0.0
    found = []
    for world in worlds:
        fact = functools.reduce(operator.and_, [variable == world[variable] for variable in order])
        found.append(([world[variable] for variable in order], worlds.probability(fact)))
        total += found[-1][1]
    assert total == pytest.approx(1)
    return found


def test_being_sure_tells_about_the_own_code() -> None:
    # After this turn Q and R share their candidates. With two left for both, each knows the other's.
    base = "game: entracte\nplayers: P Q R\n\nP plays [season reverse, day reverse] ; tokens Q R\n"
    told = noted(base + "Q sure 1\n")
    k = knowledge_of(told)
    assert names(told, k, "Q") == {"season reverse", "day reverse"}
    with_all = noted(base + "Q sure 2\n")
    assert not knowledge_of(with_all).is_consistent()
    third = "Q plays [day reverse] ; tokens R\n"
    assert knowledge_of(noted(base + third)).certain().__len__() == 2


def test_facts_as_people_type_them() -> None:
    told = evening("evening.txt").evidence
    k = knowledge_of(told)
    for text in ("Bob both on", "bob is both on", "bo = both on", "Bob holds on both"):
        assert k.holds(fact_of(text, told, k)) is True
    for text in ("Bob not both on", "Bob != both on", "bob isn't both on", "Bob is not both on"):
        assert k.holds(fact_of(text, told, k)) is False
    with pytest.raises(RecordError, match="column 1: expected a player's name, not 'Eve'"):
        fact_of("Eve both on", told, k)
    with pytest.raises(RecordError, match="did you mean 'season'"):
        fact_of("Bob seson reverse", told, k)
    with pytest.raises(RecordError, match="expected a player and a code"):
        fact_of(" ", told, k)


def test_until() -> None:
    told = evening("evening.txt")
    limits = (None, "10", "line 12", "turn 1", "turn 0", "turn 99")
    assert [len(told.upto(until).evidence.entries) for until in limits] == [13, 1, 3, 2, 0, 13]
    with pytest.raises(ProblemError, match="expected a line number"):
        told.upto("noon")


def test_both_rule_card_forbids_more() -> None:
    text = HEAD.replace("players:", "both_rule: card\nplayers:").replace(
        "me: P\ncode: season reverse\n", ""
    )
    strict = noted(text)
    k = knowledge_of(strict)
    assert "both on" not in names(strict, k, "P")
    plain = noted(text.replace("both_rule: card\n", ""))
    assert "both on" in names(plain, knowledge_of(plain), "P")


def test_setting_is_shared() -> None:
    assert setting(4) is setting(4)

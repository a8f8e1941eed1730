"""Pieces of The Initiative by themselves: a room drawn, cards left in hands as typed, where a roll-out ends."""

from __future__ import annotations

import random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from initiative_tools import dealt, do, play_out, with_hands

from deduce.games.base import CHANCE
from deduce.ground.errors import RecordError
from deduce.show import svg
from deduce_models.initiative import GAME
from deduce_models.initiative.advice import rollouts
from deduce_models.initiative.advice.policy import RolloutPolicy
from deduce_models.initiative.advice.rollouts import CERTAIN, roll_out
from deduce_models.initiative.answers import report
from deduce_models.initiative.answers.picture import _room
from deduce_models.initiative.components.parts import GATHER
from deduce_models.initiative.knowledge.model import knowledge, truth
from deduce_models.initiative.knowledge.posterior import OFFERED
from deduce_models.initiative.records.position import _old
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.faces import followed

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["A1", "The longest room of all the rooms"])
@pytest.mark.parametrize("hidden", [0, 1, 6, 9])
@pytest.mark.parametrize("faceup", [(), (0, 1), (0, 1) * 8])
def test_all_of_a_room_is_drawn_within_it(name: str, hidden: int, faceup: tuple[int, ...]) -> None:
    setup = SimpleNamespace(entrance=0, rooms=[name], kinds=["camera", "Q"])
    view = SimpleNamespace(setup=setup, room=0, hidden=[hidden], faceup=[faceup])
    for x, y, wide in ((0.0, 0.0, 100.0), (40.0, 130.0, 150.0)):
        root = ElementTree.fromstring(
            f'<svg xmlns="{SVG[1:-1]}">{"".join(_room(view, 0, x, y, wide))}</svg>'
        )
        room, *tokens = root.iter(f"{SVG}rect")
        assert [float(room.attrib[key]) for key in ("x", "y", "width", "height")] == [x, y, wide, 72]
        assert len(tokens) == min(hidden, 6)
        for token in tokens:
            left, top = float(token.attrib["x"]), float(token.attrib["y"])
            assert x <= left
            assert left + float(token.attrib["width"]) <= x + wide
            assert y <= top
            assert top + float(token.attrib["height"]) <= y + 72
        words = list(root.iter(f"{SVG}text"))
        assert len(words) == 1 + bool(hidden) + bool(faceup)
        for word in words:
            left, base, size = (float(word.attrib[key]) for key in ("x", "y", "font-size"))
            shown = word.text or ""
            assert x < left
            assert left + svg.text_width(shown, size, bold="font-weight" in word.attrib) <= x + wide
            assert y + size <= base + 2
            assert base <= y + 72
        assert "".join(words[0].itertext()).endswith(f"{name} (entrance)")


def test_cards_that_are_old_are_other_ones_for_each_seat() -> None:
    """What is left of the deck goes to the hands that nobody told, from the high end; fresh ones are not old."""
    rng = random.Random(5)
    for _ in range(60):
        count = rng.randint(8, 14)
        codes = [f"c{number}" for number in range(count)]
        frame = SimpleNamespace(
            setup=SimpleNamespace(deck=SimpleNamespace(codes=codes, numbers=range(count))),
            place={code: at for at, code in enumerate(codes)},
        )
        hand = rng.sample(codes, rng.randint(0, 3))
        seen = [*hand, *rng.sample([code for code in codes if code not in hand], 2)]
        sizes = {1: len(hand) or rng.randint(0, 3), 2: rng.randint(0, 3), 3: rng.randint(0, 2)}
        fresh = {seat: rng.randint(0, size) for seat, size in sizes.items()}
        unseen = [code for code in codes if code not in seen]
        told = sizes if not hand else {2: sizes[2], 3: sizes[3]}
        line = SimpleNamespace(error=ValueError)
        if sum(told.values()) > len(unseen):
            with pytest.raises(ValueError, match="are left for seat"):
                _old(frame, hand, 1, sizes, fresh, seen, line)
            continue
        old = _old(frame, hand, 1, sizes, fresh, seen, line)
        assert len(set(old)) == len(old) == sum(sizes[seat] - fresh[seat] for seat in sizes)
        assert [code for code in old if code in hand] == (
            sorted(hand, key=codes.index)[fresh[1] :] if hand else []
        )
        others = [code for code in old if code not in hand]
        assert not set(others) & set(seen)
        # Nothing above the lowest of them is left over, but what is fresh.
        used = sum(told.values())
        assert set(others) <= set(unseen[len(unseen) - used :] if used else [])


class Played:
    """A game of given positions one after another: which windows are open, and how it ends."""

    def __init__(self, opened: list[int], cause: str = "", at: int = 0) -> None:
        self.masks, self.cause_at_end, self.at = opened, cause, at
        self.opened, self.turn, self.hands = opened[at], 1, [()]
        self.phase = phases.MAIN
        self.result = "over" if at == len(opened) - 1 else ""
        self.cause = cause if self.result else ""

    def follow(self, move: object) -> Played:
        return Played(self.masks, self.cause_at_end, self.at + 1)


def test_a_roll_out_ends_where_the_team_would_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each set of open windows is judged once, as it comes; from `CERTAIN` on the team answers."""
    weights: list[list[float]] = []
    policy = SimpleNamespace(choose=lambda state, hand, left: weights.append(list(left)))
    monkeypatch.setattr(rollouts, "RolloutPolicy", lambda **_: policy)
    for chances, cause, expected in (
        ([0.1, 0.3, CERTAIN, 1.0], "", (CERTAIN, CERTAIN)),
        ([0.1, 0.3, 0.4], "", (0.4, 0.4)),
        ([0.1, 0.3, 0.4], "time ran out", (0.0, 0.4)),
        ([0.0, OFFERED / 2], "", (0.0, OFFERED / 2)),
        ([0.0, OFFERED], "", (OFFERED, OFFERED)),
    ):
        masks = [(1 << opened) - 1 for opened in range(len(chances))]
        asked: list[int] = []
        weights.clear()

        def value(mask: int, chances: list[float] = chances, asked: list[int] = asked) -> float:
            asked.append(mask)
            return chances[mask.bit_length()]

        # Every position comes twice: what is open is asked about once more at the beginning alone.
        path = [mask for mask in masks for _ in (1, 2)]
        guide = SimpleNamespace(value=value)
        end = Played([*path, masks[-1]], cause)
        found = roll_out(end, (1.0, 2.0, 3.0, 4.0), guide, random.Random(1))
        assert found == expected
        reached = next((at for at, chance in enumerate(chances) if chance >= CERTAIN), len(masks) - 1)
        assert asked == [0, *masks[: reached + 1]]
        for left in weights:
            assert left in [
                [0.0 if mask >> kind & 1 else kind + 1.0 for kind in range(4)] for mask in masks
            ]
        assert weights[0] == [1.0, 2.0, 3.0, 4.0]


# What rules and records promise.


@pytest.mark.parametrize("seed", [1, 2])
def test_chance_lists_all_that_can_come_and_decisions_nothing(seed: int) -> None:
    met = set()
    for state in play_out(dealt(2, mission="hard:7", seed=seed), seed, limit=80):
        by_chance = state.actor is CHANCE
        met.add(by_chance)
        listed = state.outcomes()
        assert sum(chance for _, chance in listed) == pytest.approx(int(by_chance))
        assert isinstance(listed, list)
    assert met == {True, False}


def test_gas_takes_a_card_of_everybody_in_the_room_one_after_another() -> None:
    """The seat that turned it up, the third and the fourth are there; the second stands elsewhere."""
    hands = ("g1 g2 g3 g4", "y1 y2 y3 y4", "b1 b2 b3 b4", "y9 y10 y11 y12")
    begun = with_hands(dealt(4, mission="hard:0"), *hands)
    here = begun.figures[0]
    hidden = tuple(3 if room == here else stack for room, stack in enumerate(begun.hidden))
    state = begun._replace(hidden=hidden, figures=(here, begun.setup.neighbours[here][0], here, here))
    state = do(state, "play g1 Gather", "turn", "token gas")
    asked = []
    while state.phase == phases.GAS:
        assert len({str(move).split()[1] for move, _ in state.outcomes()}) == 1
        move = state.outcomes()[0][0]
        asked.append(move.words[0])
        state = state.play(move)
    assert asked == ["1", "3", "4"]
    assert [len(hand) for hand in state.hands] == [2, 4, 3, 3]
    assert len(state.discard) == len(begun.discard) + 3


@pytest.mark.parametrize("what", [("play", "g1", "Run"), ("special", "g1", "g6"), ("special", "g6", "g1")])
def test_every_card_that_leaves_a_hand_leaves_what_was_said_of_it(what: tuple[str, ...]) -> None:
    """Of two low cards at least and one middle one, as it was said, those are left that were not laid down."""
    deck = dealt(2).setup.deck
    said = [(0, (1, "low", 2, 3)), (0, (1, "middle", 1, 1)), (0, (2, "low", 2, 3))]
    event = SimpleNamespace(kind="choose", seat=1, value=what)
    gone = int("g6" in what)
    assert followed(deck, (event,), said, (2, 4)) == (
        (1, "low", 1, 2),
        (1, "middle", 1 - gone, 1 - gone),
        (2, "low", 2, 3),
    )


@pytest.mark.parametrize("before", ["", " ", "    "])
def test_a_wrong_answer_is_placed_at_its_first_word(before: str) -> None:
    state = GAME.new(players=2)
    while state.actor is CHANCE:
        state = state.play(state.outcomes()[0][0])
    with pytest.raises(RecordError) as refused:
        GAME.parse(f"{before}answer UNDER SHE TABLES", state)
    assert refused.value.column == len(before) + 1


@pytest.mark.parametrize("seat", [1, 2])
def test_the_truth_is_who_holds_each_unseen_card_and_what_is_behind_each_glyph(seat: int) -> None:
    state, rng = GAME.new(players=2, seed=3), random.Random(5)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    known, whole = knowledge(state.view(seat).face), state.face
    true = truth(whole, known)
    codes = whole.setup.deck.codes
    places = {codes[card]: f"seat {who}" for who, hand in enumerate(whole.hands, 1) for card in hand}
    places |= {codes[card]: "deck" for card in whole.deck}
    names = {variable.name: value for variable, value in true.items()}
    holders = {name[7:-1]: value for name, value in names.items() if name.startswith("holder")}
    assert holders == {card: where for card, where in places.items() if where != f"seat {seat}"}
    assert {variable.name for variable in known.scope} - set(names) == {"outside"}
    assert all(
        known.probability(variable == value) > 0
        for variable, value in true.items()
        if "holder" not in variable.name
    )


@pytest.mark.parametrize(("chance", "offered"), [(OFFERED, True), (OFFERED * 0.99, False), (0.6, True)])
def test_an_answer_is_offered_from_the_chance_on_that_is_named(
    chance: float, offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one exactly as likely it would be false to say that none is."""
    found = SimpleNamespace(answers=[SimpleNamespace(text="UNDER", probability=chance)], worth={})
    monkeypatch.setattr(report, "read_windows", lambda view: found)
    told = report._card_advised(dealt(1).view(1)).text
    assert ("answer UNDER: right with probability" in told) == offered
    assert ("no answer yet: none has 5%" in told) == (not offered)


@pytest.mark.parametrize("acts", [0, 1])
@pytest.mark.parametrize("held", ["g5", "g5 g6"])
@pytest.mark.parametrize("pile", ["", "y4", "y6", "y12"])
@pytest.mark.parametrize("blocked", [0, 1])
def test_a_run_is_soon_of_use_where_a_gather_can_follow_it(
    acts: int, held: str, pile: str, blocked: int
) -> None:
    """On the same turn: one card runs, and another is left that may be laid on Gather."""
    position = with_hands(dealt(2), held, "b1 b2 b3 b4", Gather=pile)
    position = position._replace(
        acts=acts, blocks=(*position.blocks[:GATHER], blocked, *position.blocks[GATHER + 1 :])
    )
    policy, weights = RolloutPolicy(), [1.0] * len(position.unseen)
    (_, _), (run, _), (gather, _), _ = policy._values(position, position.hands[0], weights, reasons=False)
    rooms = policy.rooms(position, weights)
    here = position.setup.distance[position.figures[0]]
    best = max(worth for room, worth in enumerate(rooms) if here[room] <= phases.STEPS)
    fits = [card for card in held.split() if int(card[1:]) > int(pile[1:] or 0)] and not blocked
    soon = acts == 0 and len(held.split()) == 2 and bool(fits)
    price = policy.prices.soon if soon else policy.prices.later
    assert policy.prices.soon != policy.prices.later
    assert run + gather == pytest.approx(price * best)

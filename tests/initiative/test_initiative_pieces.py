"""Pieces of The Initiative by themselves: a room drawn, cards left in hands as typed, where a roll-out ends."""

from __future__ import annotations

import random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from deduce.show import svg
from deduce_models.initiative.advice import rollouts
from deduce_models.initiative.advice.rollouts import CERTAIN, roll_out
from deduce_models.initiative.answers.picture import _room
from deduce_models.initiative.knowledge.posterior import OFFERED
from deduce_models.initiative.records.position import _old
from deduce_models.initiative.rules import phases

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

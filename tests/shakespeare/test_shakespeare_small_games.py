"""The bound's models and searches on games of one day, against every line of play: quick, one small game a test."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import pytest
from played import Recorder
from reduced import optimum, options, reduced

from deduce_models.shakespeare.bound import casting, result
from deduce_models.shakespeare.bound.coarse import CoarseBoards
from deduce_models.shakespeare.bound.draws import Script, play_script, playing, replayed, solo_script
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.people import EVERY_COLOUR
from deduce_models.shakespeare.bound.played import Course
from deduce_models.shakespeare.bound.realised import _Follower
from deduce_models.shakespeare.bound.result import Bound
from deduce_models.shakespeare.bound.search import improved, realised
from deduce_models.shakespeare.bound.solo_board import Boards
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.rules import moves, phases
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.setup import setup as set_up
from deduce_models.shakespeare.rules.state import start

PLAIN = [(seed, False) for seed in (5, 20, 31, 35)]
CRAFTS = [(seed, True) for seed in (36, 46, 2, 5)]


@lru_cache
def small(seed: int, crafts: bool) -> tuple[Setup, Script, float]:
    """A game of one day and one cylinder, its draws, and the best that any line of play comes to."""
    frame = reduced(random.Random(seed), days=1, cylinders=1, crafts=crafts)
    script = solo_script(seed, frame)
    return frame, script, optimum(start(frame), script)


@pytest.mark.parametrize(("seed", "crafts"), PLAIN + CRAFTS)
def test_the_model_comes_to_what_the_best_line_of_play_does(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    model = GameModel(frame, script)
    found = model.solve(time_limit=20)
    assert found.value == found.bound == best
    prestige, game = realised(model, found.values)
    assert prestige == replayed(frame, script, [move for _, move in game]) == best


@pytest.mark.parametrize(("seed", "crafts"), PLAIN[:2] + CRAFTS)
def test_the_coarse_model_is_never_below_it(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    assert GameModel(frame, script, coarse=True).solve(time_limit=20).value >= best


@pytest.mark.parametrize(("seed", "crafts"), PLAIN[:2] + CRAFTS[:2])
def test_a_search_tells_of_every_better_game_and_ends_with_the_best(seed: int, crafts: bool) -> None:
    frame, script, best = small(seed, crafts)
    player = Recorder()
    end = play_script(player, frame, script, seed=seed)
    assert end.scores is not None
    assert end.scores == list(playing(Recorder(), frame, script, seed=seed))[-1].scores
    told: list[int] = []
    found, game = improved(
        GameModel(frame, script), player.decisions, time_limit=20, steps=3, upper=best, progress=told.append
    )
    assert found == best == replayed(frame, script, [move for _, move in game])
    assert [*sorted(set(told))] == told
    assert told[-1:] == ([found] if found > end.scores[0] else [])


@pytest.mark.parametrize(
    ("best", "lower", "said"),
    [
        (None, None, "at most 40 prestige (bound only; 2.5 s)"),
        (38, None, "at most 40 prestige (bound only, best solution of the model 38; 2.5 s)"),
        (None, 36, "36 to 40 prestige (bound only; 2.5 s)"),
        (38, 36, "36 to 40 prestige (bound only, best solution of the model 38; 2.5 s)"),
    ],
)
def test_a_bound_is_told_with_what_is_reached(best: int | None, lower: int | None, said: str) -> None:
    assert str(Bound(40, "bound only", best, 2.5, lower)) == said


def test_a_white_quill_goes_to_the_act_that_is_furthest_behind() -> None:
    """Coloured quills of those who still act today count as made; an act at its end takes none."""
    rng = random.Random(4)
    moves = [SimpleNamespace(item=act) for act in range(3)]
    for _ in range(200):
        quills = [tuple(rng.randint(0, 2) for _ in range(4)) for _ in range(3)]
        follower = SimpleNamespace(
            setup=SimpleNamespace(
                acts=[SimpleNamespace(length=6)] * 3,
                people=[SimpleNamespace(activation=SimpleNamespace(quills=each)) for each in quills],
            ),
            _slots=lambda state: {0: 0, 1: 1, 2: 2},
        )
        spaces, wanted = (
            [(rng.randint(1, 6),) for _ in range(3)],
            {act: rng.randint(1, 6) for act in range(3)},
        )
        waiting = frozenset(slot for slot in range(3) if rng.random() < 0.5)
        state = SimpleNamespace(spaces=spaces, moves=lambda: moves)
        chosen = _Follower._quill(follower, state, wanted, waiting).item
        behind = [
            wanted[act] - spaces[act][0] - sum(quills[slot][act] for slot in waiting) for act in range(3)
        ]
        open_ = [act for act in range(3) if spaces[act][0] < 6] or [0, 1, 2]
        assert chosen in open_
        assert behind[chosen] == max(behind[act] for act in open_)


STAGE_SIZES = ("I", "A", "B")


def stage_accepted(stage: Any, pieces: tuple[int, ...]) -> bool:
    """Whether the rules of `Boards` for the set hold, all pieces put up on one day."""
    held: list[bool] = []
    counts = Counter(colour for colour in pieces if colour)
    boards = Boards.__new__(Boards)
    boards.setup = SimpleNamespace(stage=stage)
    boards.parts = SimpleNamespace(days=1)
    boards.days = (1,)
    boards.beginning = SimpleNamespace(board=SimpleNamespace(stage=(0,) * len(stage.cells)))
    boards.model = SimpleNamespace(add=lambda rule: held.append(bool(rule)))
    boards.company = SimpleNamespace(
        taken=lambda kind, day, colour: float(counts[colour]), until=lambda day: (1,)
    )
    at = {cell.name: place for place, cell in enumerate(stage.cells)}

    def boolean(name: str) -> int:
        place, _, colour = name.rsplit(" ", 2)
        return int(pieces[at[place]] == int(colour))

    boards.ledger = SimpleNamespace(boolean=boolean, points=[])
    boards.placed = {}
    boards._stage()
    return all(held)


@pytest.mark.parametrize("name", STAGE_SIZES)
def test_the_set_of_the_model_is_any_that_can_stand_or_its_mirror_image(name: str) -> None:
    """Beside the stage itself: what lies below is there, and a pair has one colour or a yellow piece."""
    stage = components(name).stage
    cells, rng, met = stage.cells, random.Random(7), Counter[bool]()
    for case in range(40):
        colours = rng.sample(EVERY_COLOUR, rng.choice((1, 2, 6)))
        pieces = [0] * len(cells)
        for place in rng.sample(range(len(cells)), rng.randint(1, len(cells))):
            if all(pieces[under] for under in cells[place].supports) or rng.random() < 0.03:
                pieces[place] = rng.choice(colours)
        mirrored = tuple(pieces[cell.mirror] for cell in cells)
        stands = not stage.consistent(bytes(pieces))
        met[stands] += 1
        assert any(stage_accepted(stage, each) for each in (tuple(pieces), mirrored)) == stands, case
    assert min(met[True], met[False]) > 3


@pytest.mark.parametrize("seed", range(4))
def test_what_is_worn_in_a_stretch_was_taken_in_it_by_those_who_had_come(seed: int) -> None:
    """Each piece worn is some piece taken on a day on which its wearer was there: all pairings, one by one."""
    rng, met = random.Random(seed), Counter[bool]()
    ends = (2, 4)
    for _ in range(60):
        firsts = [rng.randint(0, 4) for _ in range(3)]
        taken = Counter[int](rng.choice((1, 2, 3, 4)) for _ in range(rng.randint(0, 4)))
        worn = Counter[tuple[int, int]]()
        for day in taken.elements():  # about as many as were taken, by wearers not always there
            end = next(end for end in ends if day <= end)
            able = [number for number, first in enumerate(firsts) if first <= end]
            if able:
                worn[rng.choice(able), end] += rng.choice((1, 1, 1, 1, 0))
        fits = True
        for begin, end in ((1, 2), (3, 4)):
            days = [day for day in taken.elements() if begin <= day <= end]
            wearers = [firsts[number] for number, at in worn.elements() if at == end]
            fits &= len(days) == len(wearers) and any(
                all(first <= day for first, day in zip(wearers, order, strict=True))
                for order in itertools.permutations(days)
            )
        held: list[bool] = []
        boards = CoarseBoards.__new__(CoarseBoards)
        boards.company = SimpleNamespace(
            slots=[SimpleNamespace(first=first) for first in firsts],
            taken=lambda kind, day, colour, taken=taken: taken[day] * (colour == EVERY_COLOUR[0]),
        )
        boards.days, boards.powers, boards.parts = (1, 2, 3, 4), {2: [], 4: []}, SimpleNamespace(days=4)
        boards.worn = {
            (number, end, EVERY_COLOUR[0]): worn[number, end]
            for number, first in enumerate(firsts)
            for end in ends
            if end >= first
        }
        boards.model = SimpleNamespace(add=lambda rule, held=held: held.append(bool(rule)))
        boards._worn_of_taken()
        assert all(held) == fits
        met[fits] += 1
    assert min(met[True], met[False]) > 5


@pytest.mark.parametrize(("linear", "whole"), [(41.5, 40.0), (40.0, 41.5), (40.0, 40.0)])
def test_the_bound_of_a_cast_is_the_lower_of_two(linear: float, whole: float, monkeypatch: Any) -> None:
    """Both bound the game from above; it is said which one it is."""
    monkeypatch.setattr(casting, "GameModel", lambda *_, **__: SimpleNamespace(model=None, casting=()))
    monkeypatch.setattr(casting, "linear_bound", lambda _: linear)
    monkeypatch.setattr(casting, "_told", lambda *_: ([], []))
    found = SimpleNamespace(bound=whole, values=(), ended=True)
    monkeypatch.setattr(casting, "branched", lambda *_, **__: found)
    model: Any = SimpleNamespace(setup=None, script=None, start=None, beginning=SimpleNamespace(passed=0))
    cast = casting.best_cast(model, time_limit=1.0)
    assert cast.bound == min(linear, whole)
    assert cast.linear == (linear <= whole)


@pytest.mark.parametrize("value", [None, 0, 41])
def test_a_game_put_into_the_model_is_what_a_proof_begins_with(value: int | None, monkeypatch: Any) -> None:
    """Its decisions stand as they were made; none that comes to nothing in time."""
    made = [SimpleNamespace(variable="x", value=1), SimpleNamespace(variable="y", value=0)]
    monkeypatch.setattr(result, "played_values", lambda model, played: made)
    asked: list[Any] = []

    def solve(**how: Any) -> Any:
        asked.append(how["fixed"])
        return SimpleNamespace(value=value)

    model: Any = SimpleNamespace(solve=solve)
    found: Any = result._as_played(model, ())
    assert asked == [[("x", 1), ("y", 0)]]
    assert (found is None) == (value is None)
    assert found is None or found.value == value


@pytest.mark.parametrize("seed", [1, 2])
def test_of_a_days_wish_people_and_elements_are_counted(seed: int) -> None:
    """What is done in an order of a day: everybody activated and everything taken, and no word that a work is done."""
    frame = set_up(1, options())
    script, player = solo_script(seed, frame), Recorder()
    states = [each for each in playing(player, frame, script, seed=seed) if each.actor == 1]
    wish = Course.played(frame, player.decisions)
    wish.spaces = wish.rehearsed = Counter()  # quills are nobody's wish here
    follower, taken = _Follower(frame, wish), 0
    for number, state in enumerate(states):
        if state.phase != phases.ACTION or states[number - 1].phase == phases.ACTION:
            continue
        people = {slot: person for person, slot in follower._slots(state).items()}
        wished = [slot for slot in sorted(people) if (slot, state.day) in follower.wish.active]
        done, made = follower._tried(state, script, wished, people)
        assert done == sum(move.kind in (moves.ACTIVATE, moves.SET, moves.COSTUME) for move in made)
        taken += sum(move.kind in (moves.SET, moves.COSTUME) for move in made)
    assert taken

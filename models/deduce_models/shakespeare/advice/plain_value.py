"""The learned value of an evening in plain Python: the twin of what ``deduce/kernels/source/stageday.c`` computes.

Both read the rows of `flat` and count in thousandths of prestige, number for number the same; this one needs no compiler.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deduce_models.shakespeare.advice import features as f
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.components.elements import PURPLE, YELLOW
from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES, SLOTS
from deduce_models.shakespeare.rules.setup import (
    ACTOR,
    ASSISTANT,
    EXTRA,
    JEWELER,
    QUEEN,
)

SCALE = 1000
"""Numbers of a value in one prestige."""


class Seat(NamedTuple):
    """What changes during a day; `worn` are codes of costumes (`flat.worn_code`), `moved` a mask of the acts."""

    prestige: int
    pounds: int
    ambiance: int
    tokens: int
    cylinders: int
    recruited: int
    drawn: int
    moved: int
    used: int
    resting: int
    spaces: tuple[int, ...]
    set_offer: tuple[int, ...]
    costume_offer: tuple[int, ...]
    troupe: tuple[int, ...]
    worn: tuple[int, ...]
    stage: bytes


class Counts(NamedTuple):
    """What objectives count, and the fees of the recruited, the lowest first."""

    complete: int
    candles: int
    rows: int
    actors: int
    crafts: int
    yellow: int
    fees: tuple[int, ...]

    def counted(self, metric: int, firsts: int, lasts: int, pounds: int, unpaid: int) -> int:
        """What the objective with this metric (by its number in `METRICS`) counts."""
        return (
            firsts, self.complete, self.candles, self.rows, self.actors, self.crafts, self.yellow, pounds, lasts, unpaid,
        )[metric]  # fmt: skip


class PlainValue:
    """The value of one seat's evenings: the arguments are those of the compiled functions (see `flat` and `learned`)."""

    def __init__(
        self, frame: Sequence[int], at: array[int], weights: Sequence[int], wake: Sequence[int]
    ) -> None:
        self.frame, self.at, self.weights, self.wake = frame, at, weights, wake
        self.left, self.rehearsal = at[flat.LEFT], at[flat.REHEARSAL]
        cells = frame[flat.FRAME_CELL : flat.FRAME_CELL + 5 * frame[0]]
        self.cells = [tuple(cells[place : place + 5]) for place in range(0, len(cells), 5)]
        people = frame[flat.FRAME_PERSON :]
        self.people = [people[place : place + 20] for place in range(0, len(people), 20)]
        self.mirrored = frame[flat.FRAME_MIRRORED]
        self.whole = frame[flat.FRAME_WHOLE]
        goals = frame[flat.FRAME_GOAL : flat.FRAME_GOAL + 16 * frame[flat.FRAME_GOALS]]
        self.goals = [goals[place : place + 16] for place in range(0, len(goals), 16)]
        self.start = Seat(
            prestige=at[flat.PRESTIGE],
            pounds=at[flat.MONEY],
            ambiance=at[flat.AMBIANCE],
            tokens=at[flat.TOKENS],
            cylinders=at[flat.CYLINDERS],
            recruited=at[flat.RECRUITED],
            drawn=0,
            moved=at[flat.MOVED],
            used=at[flat.USED],
            resting=at[flat.RESTING],
            spaces=tuple(at[flat.SPACES : flat.SPACES + 3]),
            set_offer=tuple(at[flat.SET_OFFER : flat.SET_OFFER + 6]),
            costume_offer=tuple(at[flat.COSTUME_OFFER : flat.COSTUME_OFFER + 6]),
            troupe=tuple(at[flat.TROUPE : flat.TROUPE + at[flat.TROUPE_SIZE]]),
            worn=tuple(at[flat.WORN : flat.WORN + at[flat.TROUPE_SIZE]]),
            stage=bytes(at[flat.STAGE : flat.STAGE + frame[0]].tolist()),
        )

    # The value.

    def worth(self, seat: Seat, told: list[int] | None = None) -> int:
        """What the seat is worth if the day ends so; its features are added to `told`."""
        at, frame = self.at, self.frame
        top, counts = self._head(seat, told)
        prestige, pounds, grey = seat.prestige, seat.pounds, 0
        if at[flat.SETTLED]:
            quills = list(at[flat.PENDING : flat.PENDING + 4])
            prestige += at[flat.PENDING_PRESTIGE]
            pounds += at[flat.PENDING_MONEY]
        else:
            mood = flat.FRAME_MOOD + 4 * max(0, seat.ambiance - seat.set_offer[PURPLE - 1])
            bonus = at[flat.SOLO] and frame[flat.FRAME_BONUS] >> seat.used.bit_count() & 1
            prestige += frame[mood] + bonus
            pounds += frame[mood + 1]
            quills = [0, 0, 0, frame[mood + 2]]
            grey = 0 if frame[mood + 2] else frame[mood + 3]
            if self.rehearsal:
                for person, worn in zip(seat.troupe, seat.worn, strict=True):
                    if worn & 3 == SLOTS:
                        power = self.people[person][13:]
                        quills = [old + new for old, new in zip(quills, power, strict=False)]
                        pounds += power[5]
                        prestige += power[6]
        ends = {
            end: self._tail(seat, counts, *end, prestige, pounds, None)
            for end in self._evenings(seat, quills, grey)
        }
        best = max(ends, key=ends.__getitem__)
        if told is not None:
            self._tail(seat, counts, *best, prestige, pounds, told)
        return top + ends[best]

    def _evenings(
        self, seat: Seat, quills: Sequence[int], grey: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Where the discs can stand after the evening, and which of them were moved today."""
        able = [act for act in range(3) if seat.spaces[act] >= self.frame[flat.FRAME_GREY]] if grey else []
        for back in able or [-1]:
            begun, moved = list(seat.spaces), seat.moved
            if back >= 0:
                begun[back] -= 1
                moved |= 1 << back
            begun, moved = self._forward(begun, quills[:3], moved)
            for use in uses(quills[3], self.whole):
                spaces, touched = self._forward(begun, use, moved)
                yield tuple(spaces), touched

    def _forward(self, spaces: Sequence[int], steps: Sequence[int], moved: int) -> tuple[list[int], int]:
        length = self.at[flat.LENGTH : flat.LENGTH + 3]
        after = [min(end, space + step) for end, space, step in zip(length, spaces, steps, strict=True)]
        for act in range(3):
            moved |= (after[act] != spaces[act]) << act
        return after, moved

    def _tail(
        self,
        seat: Seat,
        counts: Counts,
        spaces: Sequence[int],
        moved: int,
        prestige: int,
        pounds: int,
        told: list[int] | None,
    ) -> int:
        """The part that goes by the discs and the money."""
        at, firsts, lasts = self.at, 0, 0
        add = _Adder(self.weights, told)
        for act, space in enumerate(spaces):
            row = flat.TRACK * act + space
            later = not at[flat.LATER + row]
            if self.rehearsal:
                rank = at[flat.NOW + row] if moved >> act & 1 else at[flat.STILL + act]
                prestige += at[flat.TRACK_PRESTIGE + row] + (
                    at[flat.PRIZES + 4 * act + rank] if rank < 4 else 0
                )
                pounds += at[flat.TRACK_MONEY + row]
                later = later if self.left else not rank
            firsts += later
            lasts += space >= at[flat.LAST + act]
            for step in range(2, min(space, 10) + 1 if self.left else 0):
                add(f.ACT + 9 * act + step - 2, 1)
        if not self.left:
            return self._final(seat, counts, prestige, pounds, firsts, lasts)
        over = pounds - sum(counts.fees)
        add(f.SHORT, max(0, -over))
        add(f.SHORT_BY_6, max(0, -over - 6))
        add(f.OVER, max(0, over))
        add(f.OVER_BY_6, max(0, over - 6))
        add(f.BASE, prestige)
        draws, hopes = seat.drawn + at[flat.PROMISED], {}
        for item, goal in enumerate(self.goals):
            held = at[flat.HELD] >> item & 1
            if not held and not draws:
                continue
            count = min(8, counts.counted(goal[0], firsts, lasts, max(0, over), int(over < 0)))
            own = f.GOAL + 3 * goal[0]
            told_of = (1, count, goal[1 + count])
            hopes[item] = sum(self.weights[own + place] * each for place, each in enumerate(told_of))
            if held:
                for place, each in enumerate(told_of):
                    add(own + place, each)
        if draws:
            add(f.DRAW, draws)
            return add.value + self._drawn(hopes, draws)
        return add.value

    def _final(
        self, seat: Seat, counts: Counts, prestige: int, pounds: int, firsts: int, lasts: int
    ) -> int:
        """What the game comes to, with as many of the troupe paid as is best."""
        at, fees = self.at, counts.fees
        paid, money = 0, pounds
        while paid < len(fees) and fees[paid] <= money:
            money -= fees[paid]
            paid += 1
        best, gained = -math.inf, dict.fromkeys(range(len(self.goals)), -math.inf)
        while True:
            unpaid = len(fees) - paid
            points = [
                goal[1 + min(12, max(0, counts.counted(goal[0], firsts, lasts, money, unpaid)))]
                for goal in self.goals
            ]
            whole = prestige + counts.yellow + self.frame[flat.FRAME_UNPAID] * unpaid
            whole += sum(each for item, each in enumerate(points) if at[flat.HELD] >> item & 1)
            whole = SCALE * whole + max(0, min(99, money))
            best = max(best, whole)
            for item, each in enumerate(points):
                gained[item] = max(gained[item], whole + SCALE * each)
            if not paid or self.frame[flat.FRAME_FORCED]:
                break
            paid -= 1
            money += fees[paid]
        draws = seat.drawn + at[flat.PROMISED]
        if draws:
            best += self._drawn({item: int(each - best) for item, each in gained.items()}, draws)
        return int(best)

    def _drawn(self, worth: dict[int, int], draws: int) -> int:
        """The expected sum of the best of each of the next draws."""
        at = self.at
        fresh = sorted((worth[item] for item in worth if at[flat.FRESH] >> item & 1), reverse=True)
        under = [worth[item] for item in at[flat.UNDER_LIST : flat.UNDER_LIST + at[flat.UNDER]]]
        rest, total = len(fresh), 0
        for _ in range(draws):
            unseen = min(DRAWN_OBJECTIVES, rest)
            known, under = under[: DRAWN_OBJECTIVES - unseen], under[DRAWN_OBJECTIVES - unseen :]
            least = max(0, max(known, default=0))
            rest -= unseen
            if not unseen:
                total += least
                continue
            ways = [math.comb(len(fresh) - place - 1, unseen - 1) for place in range(len(fresh))]
            total += sum(way * max(each, least) for way, each in zip(ways, fresh, strict=True)) // sum(ways)
        return total

    def _head(self, seat: Seat, told: list[int] | None) -> tuple[int, Counts]:
        """The parts that go by the stage, the costumes and the troupe, and what objectives count."""
        left, add, stage = self.left, _Adder(self.weights, told), seat.stage
        under: list[set[int]] = []
        pieces = candles = spots = 0
        whole = [True] * self.frame[flat.FRAME_ROWS]
        for place, (one, two, mirror, candle, row) in enumerate(self.cells):
            colour = stage[place]
            if colour:
                under.append(set())
                pieces += 1
                candles += candle
                if left and not stage[mirror]:
                    add(f.MIRROR + colour - 1, 1)
                continue
            whole[row] = False
            missing = {place}.union(*(under[each] for each in (one, two) if each >= 0))
            under.append(missing)
            spots += len(missing) == 1
            if left and candle:
                add(f.MISSING + min(8, len(missing)) - 1, 1)
        if left:
            add(f.CONSTANT, 1)
            add(f.PIECES, pieces)
            add(f.CANDLES, candles)
            add(f.SPOTS, spots)
            add(f.ROWS, sum(whole))
            add(f.TOKENS, seat.tokens)
            add(f.TOKENS_MORE, max(0, seat.tokens - 1))
        counts = self._counts(seat, stage.count(YELLOW), candles, sum(whole))
        if left:
            self._troupe(seat, counts, add)
        return add.value, counts

    def _counts(self, seat: Seat, yellow: int, candles: int, rows: int) -> Counts:
        recruited = [person for number in seat.troupe if not (person := self.people[number])[5]]
        return Counts(
            sum(worn & 3 == SLOTS for worn in seat.worn),
            candles,
            rows,
            sum(person[4] & 3 == 1 for person in recruited),
            sum(person[4] & 3 == 2 for person in recruited),
            yellow + sum(worn >> 6 for worn in seat.worn),
            tuple(sorted(person[2] for person in recruited if person[2])),
        )

    def _troupe(self, seat: Seat, counts: Counts, add: _Adder) -> None:
        """What the costumes and characters promise: who was activated rests tomorrow, but the one that is best awake."""
        used = [place for place in range(len(seat.troupe)) if seat.used >> place & 1]
        awake = max(used, key=lambda place: self.wake[seat.troupe[place]], default=-1)
        helpers = crafts = fresh = busy = 0
        for place, (number, worn) in enumerate(zip(seat.troupe, seat.worn, strict=True)):
            person, have, total = self.people[number], worn & 3, worn >> 2 & 15
            role = person[0]
            if person[3]:
                add(
                    (f.NO_ELEMENT, f.ONE_ELEMENT + total - 1, f.TWO_ELEMENTS + total - 2, f.COMPLETE)[have],
                    1,
                )
                power = (*person[13:17], person[18], person[19])
                for each, times in enumerate(power):
                    add(f.POWER + 6 * (3 - have) + each, times)
            if role in (ASSISTANT, EXTRA):
                helpers += role == ASSISTANT
                continue
            naps = len(used) > 1 and place in used and place != awake
            base = f.ASLEEP if naps else f.AWAKE
            fresh, busy = fresh + (not naps), busy + naps
            for each, times in activation(person):
                add(base + each, times)
            crafts += role not in (ACTOR, JEWELER, QUEEN)
        add(f.YELLOW, counts.yellow)
        add(f.HELPERS, helpers)
        add(f.HELPED, helpers * crafts)
        for each in range(min(8, fresh)):
            add(f.FRESH + each, 1)
        add(f.RESTING, busy)


class _Adder:
    """A sum of weighted features, told one by one where that is asked for."""

    def __init__(self, weights: Sequence[int], told: list[int] | None) -> None:
        self.value, self._weights, self._told = 0, weights, told

    def __call__(self, feature: int, times: int) -> None:
        if times:
            self.value += self._weights[feature] * times
            if self._told is not None:
                self._told[feature] += times


def activation(person: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The features of who may be activated tomorrow, counted from `features.AWAKE`, and how often each counts."""
    role = person[0]
    if role == ACTOR:
        yield from enumerate(person[6:11])
    elif role in (JEWELER, QUEEN):
        yield (8 if role == JEWELER else 9), 1
    elif role not in (ASSISTANT, EXTRA):
        yield 4 + role, person[1]
        yield 10, 1


def uses(white: int, whole: int = 0) -> Iterator[tuple[int, int, int]]:
    """The ways to spend white quills in three acts; all of them in one act where they go as a `whole`."""
    for one in range(white + 1):
        for two in range(white - one + 1):
            if not whole or white in (one, two, white - one - two):
                yield one, two, white - one - two

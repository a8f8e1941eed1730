"""The board of a solo game in a CP-SAT model: the set, the costumes and the ambiance of each day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from deduce_models.shakespeare.bound.ledger import Expression
from deduce_models.shakespeare.bound.people import EVERY_COLOUR, Company, Slot
from deduce_models.shakespeare.components.elements import JOKER, PURPLE, VALUES
from deduce_models.shakespeare.components.parts import SLOTS, Gain


class Boards:
    """Where the elements go, and what they bring.

    Attributes:
        placed: Whether a piece is put on a space: (space, day, colour).
        worn: Elements put on a costume: (slot, day, colour).
        complete: Whether a costume is complete at the end of a day: (slot, day).
        powers: For each day of a rehearsal which powers are used.
        level: For each day a Boolean a space of the ambiance track.
    """

    def __init__(self, company: Company) -> None:
        self.company, self.ledger = company, company.ledger
        self.setup, self.parts, self.script = company.setup, company.parts, company.script
        self.beginning = company.beginning
        self.model, self.days = company.model, company.days
        self.placed: dict[tuple[int, int, int], Expression] = {}
        self._stage()
        self.worn: dict[tuple[int, int, int], Expression] = {}
        self.complete: dict[tuple[int, int], Expression] = {}
        self.powers: dict[int, list[tuple[Expression, Gain]]] = {
            day: [] for day in self.parts.rehearsals if day in self.days
        }
        self._costumes()
        self.level: dict[int, list[Expression]] = {}
        self._ambiance()

    # The set.

    def _stage(self) -> None:
        stage, model = self.setup.stage, self.model
        free = [place for place, colour in enumerate(self.beginning.board.stage) if not colour]
        for day in self.days:
            for colour in EVERY_COLOUR:
                taken = self.company.taken("set", day, colour)
                if isinstance(taken, int):
                    continue
                for place in free:
                    self.placed[place, day, colour] = self.ledger.boolean(
                        f"{stage.cells[place].name} {day} {colour}"
                    )
                model.add(sum(self.placed[place, day, colour] for place in free) == taken)
        for place, cell in enumerate(stage.cells):
            model.add(self.filled(place, self.parts.days) <= 1)
            for under in cell.supports:
                for day in self.days:
                    model.add(self.filled(place, day) <= self.filled(under, day))
            if place < cell.mirror:
                for colour in range(1, JOKER):
                    others = sum(self.coloured(cell.mirror, c) for c in range(1, JOKER) if c != colour)
                    model.add(self.coloured(place, colour) + others <= 1)
            if cell.candle:
                covered = int(self.beginning.board.stage[place] > 0)
                self.ledger.points.append(self.filled(place, self.parts.days) - covered)
        if any(self.beginning.board.stage):
            return
        # A stage and its mirror image are the same: of the first pair the left one is not filled later.
        left = next((place for place, cell in enumerate(stage.cells) if cell.mirror > place), None)
        if left is not None:
            right = stage.cells[left].mirror
            model.add(
                sum(self.filled(left, day) for day in self.days)
                >= sum(self.filled(right, day) for day in self.days)
            )

    def filled(self, place: int, day: int) -> Expression:
        """Whether a space is filled at the end of `day`."""
        return int(self.beginning.board.stage[place] > 0) + sum(
            self.placed.get((place, at, colour), 0)
            for at in self.company.until(day)
            for colour in EVERY_COLOUR
        )

    def coloured(self, place: int, colour: int) -> Expression:
        """Whether a space has this colour at the end."""
        there = int(self.beginning.board.stage[place] == colour)
        return there + sum(self.placed.get((place, day, colour), 0) for day in self.days)

    # Costumes.

    def _costumes(self) -> None:
        model = self.model
        for number, slot in enumerate(self.company.slots):
            wears = sum(candidate.chosen for candidate in slot.kind("actor")) + slot.extra
            if isinstance(wears, int) and not wears:
                continue
            full = len(self.beginning.worn(number)) == SLOTS
            for day in self._wearing(slot.first) if not full else ():
                for colour in EVERY_COLOUR:
                    if self._offered(day, colour):
                        self.worn[number, day, colour] = self.ledger.integer(0, SLOTS)
            model.add(self.pieces(number, self.parts.days) <= SLOTS * wears)
            for day in sorted({*self.powers, self.parts.days}):
                done = self.complete[number, day] = (
                    1 if full else self.ledger.boolean(f"complete {number} {day}")
                )
                model.add(SLOTS * done <= self.pieces(number, day))
            if not full:
                self._costume_gain(number)
            self._powers(number, slot)
        self._worn_of_taken()

    def _wearing(self, first: int) -> Sequence[int]:
        """The days by which what is worn is told apart, for a wearer who came on day `first`."""
        return self.company.until(self.parts.days, first)

    def _offered(self, day: int, colour: int) -> bool:
        """Whether something of a colour can be put on a costume on such a day."""
        return not isinstance(self.company.taken("costume", day, colour), int)

    def _worn_of_taken(self) -> None:
        """Everything that is taken for costumes is worn at once."""
        for day in self.days:
            for colour in EVERY_COLOUR:
                taken = self.company.taken("costume", day, colour)
                if not isinstance(taken, int):
                    put = (
                        self.worn.get((number, day, colour), 0) for number in range(len(self.company.slots))
                    )
                    self.model.add(sum(put) == taken)

    def _powers(self, number: int, slot: Slot) -> None:
        """Which power a complete costume has at each rehearsal."""
        for day, powers in self.powers.items():
            done = self.complete[number, day]
            owners = [(candidate.chosen, candidate.character.power) for candidate in slot.kind("actor")]
            if not isinstance(slot.extra, int) or slot.extra:
                owners.append((slot.extra, self.parts.extra))
            shown = [(self.ledger.both(chosen, done), power) for chosen, power in owners]
            self.model.add(sum(use for use, _ in shown) <= done)
            powers += shown

    def pieces(self, number: int, day: int) -> Expression:
        """How many elements the costume of a slot has at the end of `day`."""
        there = len(self.beginning.worn(number))
        return there + sum(n for (who, at, _), n in self.worn.items() if who == number and at <= day)

    def _elements(self, number: int) -> list[tuple[int, Expression]]:
        """The elements of a costume: (colour, how many)."""
        there: list[tuple[int, Expression]] = [(colour, 1) for colour in self.beginning.worn(number)]
        return there + [(colour, n) for (who, _, colour), n in self.worn.items() if who == number]

    def _costume_gain(self, number: int) -> None:
        """Pounds and prestige by the sum of a complete costume, one Boolean a stretch of equal gains."""
        low, high = SLOTS * min(VALUES[1:]), SLOTS * max(VALUES)
        total = sum(VALUES[colour] * n for colour, n in self._elements(number))
        reached: dict[int, Expression] = {}
        least: Expression = 0
        most: Expression = high
        for (pounds, prestige), sums in groupby(range(low, high + 1), key=self.parts.costumes.__getitem__):
            if not pounds and not prestige:
                continue
            stretch = [*sums]
            first, last = stretch[0], stretch[-1]
            inside = reached[first] = self.ledger.boolean(f"costume {number} from {first}")
            least += first * inside
            most -= (high - last) * inside
            self.ledger.pounds.append(pounds * inside)
            self.ledger.points.append(prestige * inside)
        # At most one stretch: one inequality for all of them is the tightest.
        self.model.add(total >= least)
        self.model.add(total <= most)
        self.model.add(sum(reached.values()) <= self.complete[number, self.parts.days])
        self._dear_elements(number, reached)

    def _dear_elements(self, number: int, reached: dict[int, Expression]) -> None:
        """Implied, for the linear relaxation: a high sum needs so many elements of at least a value."""
        worn = [(VALUES[colour], n) for colour, n in self._elements(number)]
        dearest = max(VALUES)
        for value in range(min(VALUES[1:]) + 1, dearest + 1):
            needs = [(_least_dear(total, value, dearest), inside) for total, inside in reached.items()]
            if any(count for count, _ in needs):
                dear = sum(n for worth, n in worn if worth >= value)
                self.model.add(dear >= sum(count * inside for count, inside in needs))

    # Ambiance.

    def _ambiance(self) -> None:
        parts, model, top = self.parts, self.model, len(self.parts.ambiance) - 1
        for day in self.days:
            gained = self.company.gains(attrgetter("ambiance"), day) + self.company.gained("ambiance", day)
            # What costumes bring at a rehearsal is kept for the next day.
            gained += sum(power.ambiance * use for use, power in self.powers.get(day - 1, ()))
            begun = self.beginning.board.ambiance if day == self.beginning.day else parts.start_ambiance
            raised, level = self.ledger.integer(0, top), self.ledger.integer(0, top)
            left = self.script.sets[day - 1][PURPLE - 1] - self.company.taken("set", day, PURPLE)
            if isinstance(gained, int):
                model.add(raised == min(top, begun + gained))
            else:
                model.add_min_equality(raised, [top, begun + gained])
            model.add_max_equality(level, [0, raised - left])
            here = self.level[day] = [
                self.ledger.boolean(f"ambiance {day} {space}") for space in range(top + 1)
            ]
            model.add_exactly_one(here)
            model.add(level == sum(space * at for space, at in enumerate(here)))
            # Implied, and linear: what the relaxation would else not see.
            model.add(raised <= begun + gained)
            # On space 0 the track absorbs what is left over, which is at most this.
            absorbed = max(0, self.script.sets[day - 1][PURPLE - 1] - begun)
            model.add(level <= raised - left + absorbed * here[0])
            model.add(raised >= begun)
            self.ledger.pounds.append(
                sum(gain.pounds * at for gain, at in zip(parts.ambiance, here, strict=True))
            )
            self.ledger.points.append(
                sum(gain.prestige * at for gain, at in zip(parts.ambiance, here, strict=True))
            )


def _least_dear(total: int, value: int, dearest: int) -> int:
    """Of three elements with this sum how many at least have `value` or more, when none is above `dearest`."""
    return next(n for n in range(SLOTS + 1) if n * dearest + (SLOTS - n) * (value - 1) >= total)

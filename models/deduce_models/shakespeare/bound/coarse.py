"""The bound's model made small: days and crafts and colours taken together where the bound hardly needs them apart.

Every solution of the model is one of the coarse model, so its bound holds as well; half the variables and sparse rows
let a solver branch several times as fast. Taken together are

* all crafts of a day: what is taken of a colour, against the sum of what they can spend;
* the colours of pieces on the set: a space is filled or not, and pairs of mirrored spaces need pairs of pieces;
* the days up to a rehearsal: what a costume gets of a colour until then, as far as its wearer has come by that day.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from deduce_models.shakespeare.bound.ledger import Expression
from deduce_models.shakespeare.bound.people import EVERY_COLOUR, WORKERS, Company, Slot
from deduce_models.shakespeare.bound.solo_board import Boards
from deduce_models.shakespeare.components.elements import PRICES, YELLOW
from deduce_models.shakespeare.components.parts import CRAFTS, TOKEN_VALUE

TOGETHER = -1
"""In keys of `Company.takes` and `Company.tokens`: all slots."""


class CoarseCompany(Company):
    """People as in the model, their crafts a day at a time."""

    def _crafts(self) -> None:
        for day in self.days:
            self._day(day)
            self.model.add(
                sum(count for (_, at), count in self.tokens.items() if at <= day) <= self._tokens(day)
            )

    def _day(self, day: int) -> None:
        """What all crafts of a day take together."""
        jewelers = sum(slot.active(day, "jeweler") for slot in self.slots)
        jewels: Expression = 0
        for kind, offers in (("set", self.script.sets), ("costume", self.script.costumes)):
            working = any(not isinstance(slot.active(day, *WORKERS[kind]), int) for slot in self.slots)
            for colour in EVERY_COLOUR:
                there, allowed = offers[day - 1][colour - 1], working
                if colour == YELLOW:
                    allowed = not isinstance(jewelers, int)
                if there and allowed:
                    take = self.takes[kind, TOGETHER, day, colour] = self.ledger.integer(0, there)
                    jewels += take if colour == YELLOW else 0
        if not isinstance(jewels, int):
            self.model.add(jewels <= jewelers)
        at_work = sum(slot.active(day, *CRAFTS) for slot in self.slots)
        if isinstance(at_work, int):
            return
        tokens = self.tokens[TOGETHER, day] = self.ledger.integer(0, self.parts.cylinders)
        self.model.add(tokens <= at_work)
        helped = sum(self._helped(slot, day) for slot in self.slots)
        for kinds in (("set",), ("costume",), ("set", "costume")):
            self._budget(day, kinds, helped, tokens)

    def _helped(self, slot: Slot, day: int) -> Expression:
        """What assistants add to the craft of a slot."""
        craft = slot.active(day, *CRAFTS)
        helpers = [other for other in self.slots if other.first <= day and other.kind("assistant")]
        if isinstance(craft, int) or not helpers:
            return 0
        helped = self.ledger.integer(0, len(helpers))
        self.model.add(helped <= sum(each.chosen for other in helpers for each in other.kind("assistant")))
        self.model.add(helped <= len(helpers) * craft)
        return helped

    def _budget(self, day: int, kinds: Sequence[str], helped: Expression, tokens: Expression) -> None:
        """What is taken of these kinds against what their crafts can spend, by price and by number.

        By number: of elements that cost at least p a craft of value v takes v // p at most, one more for each
        assistant, and (3 + p - 1) // p more with a token.
        """
        roles = {role for kind in kinds for role in WORKERS[kind]}
        crafts = [
            (each.character.value, each.active[day])
            for slot in self.slots
            for each in slot.kind(*roles)
            if day in each.active
        ]
        taken = [
            (PRICES[colour], self.taken(kind, day, colour))
            for kind in kinds
            for colour in EVERY_COLOUR
            if colour != YELLOW
        ]
        some = [(price, take) for price, take in taken if not isinstance(take, int)]
        if not some:
            return
        spent = sum(price * take for price, take in some)
        self.model.add(spent <= sum(v * active for v, active in crafts) + helped + TOKEN_VALUE * tokens)
        for least in sorted({price for price, _ in some} - {1}):
            dear = sum(take for price, take in some if price >= least)
            more = -(-TOKEN_VALUE // least)
            self.model.add(
                dear <= sum((v // least) * active for v, active in crafts) + helped + more * tokens
            )


class CoarseBoards(Boards):
    """The set without its colours, costumes until each rehearsal; the ambiance as in the model.

    `worn` has the last day before (or of) a rehearsal in place of the day; `placed` is empty.
    """

    def _stage(self) -> None:
        stage, model, begun = self.setup.stage, self.model, self.beginning.board.stage
        self.full: dict[tuple[int, int], Expression] = {}
        for place, cell in enumerate(stage.cells):
            for day in self.days:
                here = self.full[place, day] = (
                    1 if begun[place] else self.ledger.boolean(f"{cell.name} {day}")
                )
                if not begun[place] and day > self.days[0]:
                    model.add(self.full[place, day - 1] <= here)
        for place, cell in enumerate(stage.cells):
            for day in self.days if not begun[place] else ():
                for under in cell.supports:
                    model.add(self.full[place, day] <= self.full[under, day])
            if cell.candle and not begun[place]:
                self.ledger.points.append(self.full[place, self.parts.days])
        places = range(len(stage.cells))
        before: Expression = sum(colour > 0 for colour in begun)
        for day in self.days:
            now = sum(self.full[place, day] for place in places)
            taken = sum(self.company.taken("set", day, colour) for colour in EVERY_COLOUR)
            model.add(now - before == taken)
            before = now
        self._pairs()

    def _pairs(self) -> None:
        """A full pair has two pieces of one colour, or a yellow one."""
        last, begun, model = self.parts.days, self.beginning.board.stage, self.model
        cells = self.setup.stage.cells
        pairs = [(place, cell.mirror) for place, cell in enumerate(cells) if place < cell.mirror]
        both = sum(self.full[a, last] + self.full[b, last] for a, b in pairs)
        matched: Expression = 0
        for colour in EVERY_COLOUR:
            count = begun.count(colour) + sum(self.company.taken("set", day, colour) for day in self.days)
            if isinstance(count, int):
                matched += count if colour == YELLOW else count // 2
            elif colour == YELLOW:
                matched += count
            else:
                two = self.ledger.integer(0, len(pairs))
                model.add(2 * two <= count)
                matched += two
        # A pair with one piece counts one, a full one two.
        model.add(both - len(pairs) <= matched)

    def filled(self, place: int, day: int) -> Expression:
        """Whether a space is filled at the end of `day`."""
        return self.full[place, day]

    def _wearing(self, first: int) -> list[int]:
        return [end for end in self._ends() if end >= first]

    def _ends(self) -> list[int]:
        return sorted({*self.powers, self.parts.days})

    def _offered(self, day: int, colour: int) -> bool:
        begun = max((end for end in self._ends() if end < day), default=0)
        days = self.company.until(day, begun + 1)
        return any(not isinstance(self.company.taken("costume", at, colour), int) for at in days)

    def _worn_of_taken(self) -> None:
        """What is worn by the end of a stretch of days was taken in it, by those who had come."""
        slots = self.company.slots
        edges = pairwise((self.days[0] - 1, *self._ends()))
        for before, end in edges:
            for colour in EVERY_COLOUR:
                for day in range(before + 1, end + 1):
                    late = range(day, end + 1)
                    taken = sum(self.company.taken("costume", at, colour) for at in late)
                    put = [
                        n
                        for (number, at, which), n in self.worn.items()
                        if (at, which) == (end, colour)
                        and (day == before + 1 or slots[number].first >= day)
                    ]
                    if day == before + 1:
                        self.model.add(sum(put) == taken)
                    elif put:
                        self.model.add(sum(put) <= taken)

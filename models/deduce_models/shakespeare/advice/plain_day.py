"""The search of a day in plain Python: the twin of what ``deduce/kernels/source/stageday.c`` does.

Both keep the same plans in the same order; this one is some hundred times slower and needs no compiler.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.plain_value import PlainValue, Seat, uses
from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, VALUES, YELLOW
from deduce_models.shakespeare.components.parts import SLOTS, TOKEN_VALUE
from deduce_models.shakespeare.rules.effects import less
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, POUNDS, TOKEN
from deduce_models.shakespeare.rules.setup import (
    ACTOR,
    ASSISTANT,
    DRESSER,
    EXTRA,
    JEWELER,
    MISTRESS,
    QUEEN,
)

PROMISE = 400
"""What a token that can still be used ranks for on the last day."""

COLOURS = range(1, 7)


class Node(NamedTuple):
    """A seat that a sequence of moves leads to, and its value."""

    value: int
    seat: Seat
    moves: tuple[int, ...]
    budget: int = 0


class PlainDay(PlainValue):
    """A day of one seat: its value and the search of it."""

    def plans(self, beam: int, works: int, width: int, keep: int) -> list[tuple[int, list[int], list[int]]]:
        """The best plans of the rest of the day: value, moves, features of the evening."""
        at, start = self.at, self._node(self.start, ())
        if at[flat.TASK] == 1:
            nodes = self._works(start, at[flat.TRADE], at[flat.AMOUNT], works, width, at[flat.BEFORE])
        elif at[flat.TASK] == 2:
            nodes = list(self._taking(start, at[flat.AMOUNT], at[flat.TRADE], at[flat.FETCH], works, width))
        else:
            nodes = [start]
        if not start.seat.recruited and at[flat.SHOWN]:
            nodes = [grown for node in nodes for grown in self._recruits(node)]
        nodes, ends = self._best(nodes, beam), list[Node]()
        while nodes:
            ends += [node._replace(value=node.value - self._promise(node.seat)) for node in nodes]
            nodes = self._best(
                [grown for node in nodes for grown in self._activations(node, works, width)], beam
            )
        found = []
        for node in self._best(ends, keep):
            told = [0] * features.SIZE
            self.worth(node.seat, told)
            found.append((node.value, list(node.moves), told))
        return found

    def _node(self, seat: Seat, moves: tuple[int, ...], budget: int = 0) -> Node:
        return Node(self.worth(seat) + self._promise(seat), seat, moves, budget)

    def _promise(self, seat: Seat) -> int:
        """What tokens may still do on the last day: it ranks what is kept, and is no part of a value."""
        return 0 if self.left else PROMISE * min(seat.tokens, seat.cylinders)

    def _best(self, nodes: list[Node], limit: int) -> list[Node]:
        """The best, best first, each seat (and its mirror image) once."""
        found: dict[Seat, Node] = {}
        for node in sorted(nodes, key=lambda node: -node.value):
            stage = node.seat.stage
            if self.mirrored:
                stage = min(stage, bytes(stage[cell[2]] for cell in self.cells))
            found.setdefault(node.seat._replace(stage=stage), node)
            if len(found) == limit:
                break
        return list(found.values())

    def _works(
        self, start: Node, role: int, budget: int, works: int, width: int, before: int = -1
    ) -> list[Node]:
        """The works of a craft, piece by piece; `before` are the spaces that were filled when it began, as a mask."""
        level, found = [start._replace(budget=budget)], list[Node]()
        if not self.frame[flat.FRAME_APART]:
            before = 0
        elif before < 0:
            before = sum(1 << place for place, colour in enumerate(start.seat.stage) if colour)
        while level:
            grown: list[Node] = []
            for node in level:
                taken = role == JEWELER and len(node.moves) > len(start.moves)
                found.append(node if taken else node._replace(moves=(*node.moves, _code(5))))
                if not taken:
                    grown += self._pieces(node, role, before)
            level = self._best(grown, width)
        return self._best(found, works)

    def _pieces(self, node: Node, role: int, before: int) -> Iterator[Node]:
        seat = node.seat
        for colour in COLOURS:
            rest = node.budget - PRICES[colour]
            if (colour == YELLOW) != (role == JEWELER) or (role != JEWELER and rest < 0):
                continue
            if role != MISTRESS and seat.set_offer[colour - 1]:
                for place in range(len(self.cells)):
                    if self._open(seat.stage, place, colour, before):
                        after = self._placed(seat, colour, place)
                        yield self._node(after, (*node.moves, _code(2, colour, place)), rest)
            if role != DRESSER and seat.costume_offer[colour - 1]:
                for place, worn in enumerate(seat.worn):
                    if self.people[seat.troupe[place]][3] and worn & 3 < SLOTS:
                        after = self._dressed(seat, colour, place)
                        yield self._node(after, (*node.moves, _code(3, colour, place)), rest)

    def _open(self, stage: bytes, place: int, colour: int, before: int) -> bool:
        one, two, mirror, _, _ = self.cells[place]
        if stage[place] or (one >= 0 and not stage[one]) or (two >= 0 and not stage[two]):
            return False
        if self.frame[flat.FRAME_APART] and any(
            under >= 0 and not before >> under & 1 for under in (one, two)
        ):
            return False
        return stage[mirror] in (0, colour, YELLOW) or colour == YELLOW

    def _placed(self, seat: Seat, colour: int, place: int) -> Seat:
        pounds, steps, tokens, _ = EFFECTS[colour]
        return seat._replace(
            set_offer=less(seat.set_offer, colour),
            stage=seat.stage[:place] + bytes((colour,)) + seat.stage[place + 1 :],
            prestige=seat.prestige + self.cells[place][3],
            pounds=seat.pounds + pounds,
            ambiance=min(self.frame[flat.FRAME_MOODS] - 1, seat.ambiance + steps),
            tokens=seat.tokens + min(tokens, max(0, self.at[flat.SUPPLY] - seat.tokens)),
        )

    def _dressed(self, seat: Seat, colour: int, place: int) -> Seat:
        worn = seat.worn[place] + 1 + (VALUES[colour] << 2) + ((colour == YELLOW) << 6)
        sums = flat.FRAME_SUMS + 2 * (worn >> 2 & 15)
        pounds, prestige = self.frame[sums : sums + 2] if worn & 3 == SLOTS else (0, 0)
        return seat._replace(
            costume_offer=less(seat.costume_offer, colour),
            worn=(*seat.worn[:place], worn, *seat.worn[place + 1 :]),
            pounds=seat.pounds + pounds,
            prestige=seat.prestige + prestige,
        )

    def _quills(self, node: Node, white: int, works: int) -> list[Node]:
        """The uses of white quills."""
        found = []
        for use in uses(white, self.whole):
            spaces, moved = self._forward(node.seat.spaces, use, node.seat.moved)
            codes = [
                _code(4, act)
                for act in range(3)
                for _ in range(min(use[act], 1) if self.whole else use[act])
            ]
            after = node.seat._replace(spaces=tuple(spaces), moved=moved)
            found.append(self._node(after, (*node.moves, *codes)))
        return self._best(found, works)

    def _taking(
        self, node: Node, white: int, trade: int, budget: int, works: int, width: int
    ) -> Iterator[Node]:
        """The uses of an actor's white quills, and what it then takes, if it has a trade (-1: none)."""
        for used in self._quills(node, white, works):
            if trade < 0:
                yield used
            else:
                yield from self._works(used, trade, budget, works, width)

    def _activations(self, node: Node, works: int, width: int) -> Iterator[Node]:
        """Every activation of the troupe, each with its best works."""
        seat = node.seat
        helpers = sum(self.people[person][0] == ASSISTANT for person in seat.troupe)
        for place, number in enumerate(seat.troupe if seat.cylinders else ()):
            person = self.people[number]
            role = person[0]
            if (seat.used | seat.resting) >> place & 1 or role in (ASSISTANT, EXTRA):
                continue
            begun = seat._replace(used=seat.used | 1 << place, cylinders=seat.cylinders - 1)

            def step(after: Seat, way: int, place: int = place) -> Node:
                return self._node(after, (*node.moves, _code(1, place, way)))

            if role == QUEEN:
                yield step(begun._replace(pounds=begun.pounds + self.frame[flat.FRAME_QUEEN]), POUNDS)
                if seat.drawn < self.at[flat.DRAWS]:
                    yield step(begun._replace(drawn=seat.drawn + 1), OBJECTIVES)
            elif role == ACTOR:
                acted, trade = step(self._acted(begun, person), PLAIN), (person[4] >> 2) - 1
                yield from self._taking(acted, person[9], trade, person[1], works, width)
            else:
                budget = 0 if role == JEWELER else person[1] + helpers
                yield from self._works(step(begun, PLAIN), role, budget, works, width)
                if role != JEWELER and seat.tokens:
                    spent = begun._replace(tokens=seat.tokens - 1)
                    yield from self._works(step(spent, TOKEN), role, budget + TOKEN_VALUE, works, width)

    def _acted(self, seat: Seat, person: Sequence[int]) -> Seat:
        spaces, moved = self._forward(seat.spaces, person[6:9], seat.moved)
        return seat._replace(
            spaces=tuple(spaces),
            moved=moved,
            ambiance=min(self.frame[flat.FRAME_MOODS] - 1, seat.ambiance + person[10]),
            pounds=seat.pounds + person[11],
            prestige=seat.prestige + person[12],
        )

    def _recruits(self, node: Node) -> Iterator[Node]:
        for card in range(self.at[flat.SHOWN]):
            for extra in (0, 1):
                person = self.at[flat.CARDS + 2 * card + extra]
                if person >= 0 and len(node.seat.troupe) < flat.MEMBERS:
                    after = node.seat._replace(
                        troupe=(*node.seat.troupe, person), worn=(*node.seat.worn, 0), recruited=1
                    )
                    yield self._node(after, (*node.moves, _code(0, card, extra)))


def _code(kind: int, item: int = 0, place: int = 0) -> int:
    return kind << 12 | item << 6 | place

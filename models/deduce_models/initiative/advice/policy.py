"""The rollout policy: one decision at a time, from what a seat can see, fast enough for thousands of roll-outs.

A move is worth the glyphs it is expected to bring, weighted (`weights`, one number a token kind), less a price
for the values it skips on its pile: the piles only rise. The prices were set by playing, not by theory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter, mul

from deduce.ground.wording import say
from deduce_models.initiative.components.parts import ACTIONS, GATHER, INTEL, REGROUP, RUN
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.abilities import Escort, Reach, Reset, Scan
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import State, View


@dataclass(frozen=True, slots=True)
class Prices:
    """What things are worth, in expected useful glyphs; set by playing: ``python -m benchmarks.climb initiative.prices``.

    Attributes:
        skip: What skipping one value costs on Intel, Run, Gather, Regroup.
        relief: What clearing one value is worth on Intel, Run, Gather.
        soon: What a glyph is worth that this turn can still collect after running.
        later: What a glyph is worth that takes a further turn.
        rest: What the third and fourth token of a room are worth, as a share of the first two.
        card: What a card is worth that is not played, before the flip.
        last: The same under threat, where drawing is dangerous.
        pair: What two cards are worth that are not discarded for a special action.
        look: What seeing a token is worth, as a share of collecting it.
        claim: How much of what another figure in its room would gather next counts as gone.
        far: What one passage costs.
    """

    skip: tuple[float, float, float, float] = (0.015, 0.035, 0.05, 0.04)
    relief: tuple[float, float, float] = (0.01, 0.05, 0.07)
    soon: float = 0.9
    later: float = 0.78
    rest: float = 0.45
    card: float = 0.14
    last: float = 0.14
    pair: float = 0.23
    look: float = 0.28
    claim: float = 1.0
    far: float = 0.02


PRICES = Prices()


def telling_weights(view: View) -> tuple[float, ...]:
    """What each glyph tells: its expected bits against the mean of the closed glyphs, at most 2; 0 for other tokens.

    Plain weights where nothing is left to be told.
    """
    worth = read_windows(view).worth
    total = sum(worth.values())
    if total <= 0:
        return plain_weights(view)
    found = [0.0] * len(view.setup.kinds)
    for glyph, bits in worth.items():
        found[view.setup.ids[glyph]] = min(2.0, bits * len(worth) / total)
    return tuple(found)


def plain_weights(position: State | View) -> tuple[float, ...]:
    """1 for every glyph on the card whose windows are closed, 0 for all other tokens."""
    opened = position.opened
    return tuple(
        1.0 if wanted and not opened >> kind & 1 else 0.0
        for kind, wanted in enumerate(position.setup.on_card)
    )


@dataclass(frozen=True, slots=True)
class RatedAction:
    """A possible action with its worth and what it is for."""

    value: float
    move: Move
    why: str


@dataclass(frozen=True, slots=True)
class RolloutPolicy:
    """Sensible decisions at once; `risk` is the largest chance of losing at once that a draw may carry."""

    risk: float = 0.1
    prices: Prices = PRICES

    def choose(self, position: State | View, hand: Sequence[int], weights: Sequence[float]) -> Move:
        """The move of the seat to move, never an answer."""
        phase = position.phase
        if phase == phases.MAIN:
            # The first of the best, as in `actions`, whose sentences nobody reads here.
            found = list(self._possible(position, hand, weights, reasons=False))
            if not found:
                return phases.SKIP
            _, verb, words, _ = max(found, key=itemgetter(0))
            return Move(verb, words)
        if phase == phases.RUNNING:
            return self._step(position, weights, position.turn, phases.STEPS - position.spent)
        if phase == phases.GATHERING:
            return self._gather(position, weights)
        if phase == phases.REFILL:
            return self._refill(position)
        if phase == phases.INTEL_ROOM:
            return self._look(position, weights)
        if phase == phases.REGROUPING:
            return Move("clear", (ACTIONS[self._relieved(position)],))
        if phase == phases.SPECIAL:
            return self._special(position, weights)
        if phase == phases.COLLECT:
            return phases.TAKEN
        return phases.REMOVE if phase == phases.KEEP else phases.MORE_MOVE

    def actions(
        self, position: State | View, hand: Sequence[int], weights: Sequence[float]
    ) -> list[RatedAction]:
        """The actions worth thinking about, best first: for each pile the two lowest cards that fit.

        A position without possible action has one choice, the forced skip.
        """
        found = [
            RatedAction(value, Move(verb, words), why)
            for value, verb, words, why in self._possible(position, hand, weights)
        ]
        found.sort(key=lambda choice: -choice.value)
        return found or [RatedAction(0.0, phases.SKIP, say("no card fits any pile"))]

    def _possible(
        self,
        position: State | View,
        hand: Sequence[int],
        weights: Sequence[float],
        *,
        reasons: bool = True,
    ) -> Iterator[tuple[float, str, tuple[str, ...], str]]:
        """The actions as their worth, the words of the move, and what it is for; in no order."""
        setup, prices = position.setup, self.prices
        values, codes = setup.deck.values, setup.deck.codes
        worth = self._values(position, hand, weights, reasons)
        card_price = prices.last if position.threat else prices.card
        for pile, name in enumerate(ACTIONS):
            cards = position.piles[pile]
            top = values[cards[-1]] if cards else 0
            if position.blocks[pile]:
                continue
            fitting = [card for card in hand if values[card] > top]
            for rank, card in enumerate(fitting[:2]):
                if rank and values[card] == values[fitting[0]]:
                    continue
                price = prices.skip[pile] * (values[card] - top - 1) + card_price
                yield worth[pile][0] - price, "play", (codes[card], name), worth[pile][1]
        if len(hand) > 2 or (len(hand) == 2 and setup.options.special_last_two):
            a, b = sorted(hand[-2:])
            value, why = self._value_of_special(position, weights, worth)
            yield value - prices.pair, "special", (codes[a], codes[b]), why
        if position.acts:
            yield 0.0, phases.STOP.verb, phases.STOP.words, "nothing useful is left to do this turn"

    # What rooms are worth.

    def rooms(self, position: State | View, weights: Sequence[float]) -> list[float]:
        """For each room how many wanted glyphs (weighted) one Gather there is expected to bring."""
        return self._values_of_rooms(position, weights, self._value_of_hidden(position, weights))

    def _value_of_hidden(self, position: State | View, weights: Sequence[float]) -> float:
        total = sum(position.unseen)
        return sum(map(mul, weights, position.unseen)) / total if total else 0.0

    def _values_of_rooms(
        self, position: State | View, weights: Sequence[float], hidden: float, mover: int = 0
    ) -> list[float]:
        """For each room what one Gather of `mover` there brings: its best two tokens, and a share of the next two.

        What other figures in the room will gather themselves counts as gone, as far as `claim` says.
        """
        rest, claim = self.prices.rest, self.prices.claim
        mover = mover or position.turn
        claimed = [0] * len(position.hidden)
        for seat, place in enumerate(position.figures, 1):
            if seat != mover:
                claimed[place] += 2
        found = []
        for faceup, stack, gone in zip(position.faceup, position.hidden, claimed, strict=True):
            gains = [weights[kind] for kind in set(faceup)] if faceup else []
            gains = [gain for gain in gains if gain > hidden]
            gains.sort(reverse=True)
            gains += [hidden] * min(stack, 8)
            gains += [0.0] * 10
            value = gains[0] + gains[1] + rest * (gains[2] + gains[3])
            if gone:
                left = gains[gone] + gains[gone + 1] + rest * (gains[gone + 2] + gains[gone + 3])
                value += claim * (left - value)
            found.append(value)
        return found

    def _values(
        self, position: State | View, hand: Sequence[int], weights: Sequence[float], reasons: bool = True
    ) -> list[tuple[float, str]]:
        setup, here, prices = position.setup, position.figures[position.turn - 1], self.prices
        values = setup.deck.values
        hidden = self._value_of_hidden(position, weights)
        rooms = self._values_of_rooms(position, weights, hidden)
        reach = setup.distance[here]
        target, best = here, -1.0
        for room, worth in enumerate(rooms):
            if reach[room] <= phases.STEPS and (
                worth > best or (worth == best and reach[room] < reach[target])
            ):
                target, best = room, worth
        gather = rooms[here]
        cards = position.piles[GATHER]
        top = values[cards[-1]] if cards else 0
        fitting = 0 if position.blocks[GATHER] else sum(1 for card in hand if values[card] > top)
        soon = position.acts == 0 and fitting > 0 and len(hand) > 1
        run = (prices.soon if soon else prices.later) * rooms[target] - gather
        look = prices.look * hidden * 2 if any(position.hidden) else -0.2
        relieved = self._relieved(position)
        relief = self._relief(position, relieved)
        if not reasons:
            return [(look, ""), (run, ""), (gather, ""), (relief, "")]
        return [
            (look, say("two tokens more would be known")),
            (
                run,
                say(
                    "{place} promises {number} glyphs a Gather",
                    place=setup.rooms[target],
                    number=f"{rooms[target]:.2f}",
                ),
            ),
            (gather, say("{number} useful glyphs are expected here", number=f"{gather:.2f}")),
            (relief, say("{pile} can start again from low cards", pile=ACTIONS[relieved])),
        ]

    def _relief(self, position: State | View, pile: int) -> float:
        cards = position.piles[pile]
        values = position.setup.deck.values
        top = values[cards[-1]] if cards else 0
        return self.prices.relief[pile] * top + (0.3 if position.blocks[pile] and pile != INTEL else 0.0)

    def _relieved(self, position: State | View) -> int:
        return max((INTEL, RUN, GATHER), key=lambda pile: self._relief(position, pile))

    def _value_of_special(
        self, position: State | View, weights: Sequence[float], worth: list[tuple[float, str]]
    ) -> tuple[float, str]:
        setup = position.setup
        ability = setup.abilities[position.turn - 1]
        if isinstance(ability, Reset):
            return worth[REGROUP][0], worth[REGROUP][1]
        if isinstance(ability, Escort):
            return 0.8 * worth[RUN][0], worth[RUN][1]
        if isinstance(ability, Reach):
            best = max((w for w, *_ in self._reachable(position, weights)), default=0.0)
            return best, say("a glyph lies in reach")
        if isinstance(ability, Scan):
            here = position.figures[position.turn - 1]
            near = sum(1 for room in (here, *setup.neighbours[here]) if position.hidden[room])
            worth_each = 0.2 * self._value_of_hidden(position, weights)
            return worth_each * near, say("{number:token} near would be known", number=near)
        return 0.0, say("a special action")

    def _reachable(self, position: State | View, weights: Sequence[float]) -> list[tuple[float, int, int]]:
        here = position.figures[position.turn - 1]
        return [
            (weights[kind], kind, room)
            for room in (here, *position.setup.neighbours[here])
            for kind in position.faceup[room]
            if weights[kind]
        ]

    # The small decisions inside an action.

    def _step(self, position: State | View, weights: Sequence[float], seat: int, steps: int) -> Move:
        setup, here = position.setup, position.figures[seat - 1]
        rooms = self._values_of_rooms(position, weights, self._value_of_hidden(position, weights), seat)
        reach = setup.distance[here]
        target = max(
            (room for room in range(len(rooms)) if reach[room] <= steps),
            key=lambda room: (rooms[room] - self.prices.far * reach[room], -room),
        )
        if target == here:
            return phases.DONE
        nearer = (room for room in setup.neighbours[here] if setup.distance[room][target] < reach[target])
        return Move("move", (setup.rooms[next(nearer)],))

    def _gather(self, position: State | View, weights: Sequence[float]) -> Move:
        setup, here = position.setup, position.figures[position.turn - 1]
        open_ = position.setup.options.gather_mix or not position.used
        faceup = [kind for kind in position.faceup[here] if weights[kind]]
        if faceup and (open_ or position.used[0] == 1):
            return Move("take", (setup.kinds[max(faceup, key=lambda kind: weights[kind])],))
        hidden = position.hidden[here] and self._value_of_hidden(position, weights) > 0
        return phases.TURN if hidden and (open_ or position.used[0] == 0) else phases.DONE

    def _refill(self, position: State | View) -> Move:
        symbols = position.setup.deck.symbols
        shown = sum(symbols[card] for card in position.discard)
        gone = set(position.discard)
        deadly = sum(
            1
            for card in position.setup.deck.times
            if card not in gone and shown + symbols[card] >= position.setup.deck.loss
        )
        return phases.DRAW if deadly <= self.risk * position.left else phases.DONE

    def _look(self, position: State | View, weights: Sequence[float]) -> Move:
        setup = position.setup
        rooms = [room for room, stack in enumerate(position.hidden) if stack]
        if not rooms:
            return phases.DONE
        # Where a figure is near, what is seen is soon collected; tall stacks give both tokens.
        best = min(
            rooms,
            key=lambda room: (
                min(setup.distance[figure][room] for figure in position.figures)
                - min(position.hidden[room], 2),
                room,
            ),
        )
        return Move("room", (setup.rooms[best],))

    def _special(self, position: State | View, weights: Sequence[float]) -> Move:
        setup = position.setup
        ability = setup.abilities[position.turn - 1]
        if isinstance(ability, Reset):
            return Move("clear", (ACTIONS[self._relieved(position)],))
        if isinstance(ability, Escort):
            if not position.used:
                return Move("figure", (str(position.turn),))
            return self._step(position, weights, position.used[0], ability.steps + 1 - len(position.used))
        if isinstance(ability, Reach):
            found = self._reachable(position, weights)
            if not found:
                return phases.DONE
            _, kind, room = max(found)
            return Move("take", (setup.kinds[kind], setup.rooms[room]))
        if isinstance(ability, Scan):
            here = position.figures[position.turn - 1]
            for room in (here, *setup.neighbours[here]):
                if position.hidden[room] and room not in position.used:
                    return Move("room", (setup.rooms[room],))
        return phases.DONE

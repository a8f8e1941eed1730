"""A solution of the bound's model played as a game: what it does day by day, in an order that the rules allow.

The model forgets the order within a day, so a solution is a wish. `follow` plays it with the rules engine as far as it
can be played: each day it looks for an order of the activations, and for places of the pieces, that does most of what
the solution does, and then goes on from what it got. What the game is worth is what the engine says at its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from deduce.games.base import CHANCE
from deduce_models.shakespeare.bound.draws import Script, scripted
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.played import Course, Decisions
from deduce_models.shakespeare.components.parts import CRAFTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, POUNDS, RECRUIT, SET, TOKEN, Move
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View

ORDERS = 400
"""The most orders of a day's activations that are tried."""


def realised(model: GameModel, values: Sequence[int]) -> tuple[int, Decisions]:
    """The final prestige of the game that follows a solution of the model, from where that begins, and its decisions."""
    return follow(model.setup, model.script, Course.solved(model, values), model.start)


def follow(setup: Setup, script: Script, wish: Course, state: State) -> tuple[int, Decisions]:
    """The final prestige of the game that follows a wish on these draws, from `state` on, and its decisions."""
    follower = _Follower(setup, wish)
    decisions: list[tuple[View, Move]] = []
    ready: list[Move] = []
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        if not ready:
            ready = follower.next(state, script)
        move = ready.pop(0)
        decisions.append((state.view(1), move))
        state = state.play(move)
    return state.boards[0].prestige, decisions


class _Follower:
    """Decides like a wish as far as the rules let it."""

    def __init__(self, setup: Setup, wish: Course) -> None:
        self.setup, self.wish = setup, wish

    def next(self, state: State, script: Script) -> list[Move]:
        """The next moves: of an action phase all that are left until the player passes, else one."""
        if state.phase == phases.ACTION:
            return list(self._day(state, script))
        return [self._single(state, frozenset())]

    # One move.

    def _single(self, state: State, waiting: frozenset[int]) -> Move:
        """The move of a phase with one decision; `waiting` are the slots still to be activated today."""
        moves, phase, day = state.moves(), state.phase, state.day
        if phase == phases.DRAFT:
            return self._recruit(moves, self.setup.printed)
        if phase in (phases.QUILL, phases.AMBIANCE_QUILL):
            return self._quill(state, {a: self.wish.spaces[a, day] for a in range(3)}, waiting)
        if phase == phases.REHEARSAL_QUILL:
            return self._quill(state, {a: self.wish.rehearsed[a, day] for a in range(3)}, waiting)
        if phase == phases.AMBIANCE_BACK:
            return max(
                moves, key=lambda move: state.spaces[move.item][0] - self.wish.spaces[move.item, day]
            )
        if phase == phases.KEEP:
            return next((move for move in moves if move.item in self.wish.kept), moves[0])
        if phase == phases.REST:
            slots = self._slots(state)
            awake = (move for move in moves if (slots.get(move.item), day + 1) in self.wish.active)
            return next(awake, moves[0])
        return moves[0]

    def _quill(self, state: State, wanted: Mapping[int, int], waiting: frozenset[int]) -> Move:
        """The act that is furthest behind, coloured quills still to come today counted as made."""
        acts, slots = self.setup.acts, self._slots(state)
        coming = [0, 0, 0]
        for person, slot in slots.items():
            if slot in waiting:
                quills = self.setup.people[person].activation.quills
                coming = [have + quills[act] for act, have in enumerate(coming)]
        moves = state.moves()
        return max(
            moves,
            key=lambda move: (
                state.spaces[move.item][0] < acts[move.item].length,
                wanted[move.item] - state.spaces[move.item][0] - coming[move.item],
            ),
        )

    def _recruit(self, moves: Sequence[Move], slot: int) -> Move:
        """The card of a slot, or any when nobody was wished for."""
        inside = self.wish.chosen.get(slot)
        extra = slot in self.wish.chosen and inside is None
        deck = self.setup.parts.deck
        fitting = (
            move for move in moves if bool(move.place) == extra and (extra or deck[move.item] == inside)
        )
        return next(fitting, moves[0])

    def _slots(self, state: State) -> dict[int, int]:
        """The slot of each person of the troupe: printed persons first, then one a day as they came."""
        return {person: place for place, person in enumerate(state.boards[0].troupe)}

    # A day.

    def _day(self, state: State, script: Script) -> Iterator[Move]:
        """The best order found for today: recruiting first, then those that are no craft, then the crafts."""
        recruits = [move for move in state.moves() if move.kind == RECRUIT]
        if recruits:
            move = self._recruit(recruits, len(state.boards[0].troupe))
            yield move
            state = state.play(move)
        people = state.boards[0].troupe
        wished = [slot for slot in range(len(people)) if (slot, state.day) in self.wish.active]
        crafts = [slot for slot in wished if self.setup.people[people[slot]].kind in (*CRAFTS, "jeweler")]
        others = [slot for slot in wished if slot not in crafts]
        day, takes = state.day, self.wish.takes.items()
        whole = len(wished) + sum(n for (_, slot, at, _), n in takes if at == day and slot in wished)
        best: tuple[int, list[Move]] = (-1, [])
        for count, order in enumerate(permutations(crafts)):
            found = self._tried(state, script, [*others, *order], people)
            if found[0] > best[0]:
                best = found
            if count >= ORDERS or best[0] == whole:
                break
        yield from best[1]

    def _tried(
        self, state: State, script: Script, order: Sequence[int], people: Sequence[int]
    ) -> tuple[int, list[Move]]:
        """How much of the day's wish is done in this order, and the moves to the end of the phase."""
        day, done, made = state.day, 0, []
        pieces = {(place, c) for place, at, c in self.wish.placed if at == day}
        worn = Counter({(slot, c): n for (slot, at, c), n in self.wish.worn.items() if at == day})
        waiting = list(order)
        for slot in order:
            waiting.remove(slot)
            move = self._activation(state, slot, people[slot])
            if move is None:
                continue
            done += 1
            takes = self.wish.takes.items()
            todo = Counter({(kind, c): n for (kind, who, at, c), n in takes if (who, at) == (slot, day)})
            while True:
                made.append(move)
                state = state.play(move)
                while state.phase == phases.OBJECTIVE:
                    state = state.play(scripted(state, script))
                if state.phase == phases.CRAFT:
                    move = self._element(state, todo, pieces, worn)
                    done += move is not self.setup.moves.done
                elif state.phase in (phases.QUILL, phases.KEEP, phases.UNDER):
                    move = self._single(state, frozenset(waiting))
                else:
                    break
        if state.phase == phases.ACTION and state.actor == 1:
            made.append(self.setup.moves.passing)
        return done, made

    def _activation(self, state: State, slot: int, person: int) -> Move | None:
        """The activation of a person as wished for, without its token if there is none; None if it cannot act."""
        moves = self.setup.moves.activations[person]
        legal = set(state.moves())
        ways: tuple[int, ...] = (PLAIN,)
        if self.setup.people[person].kind == "queen":
            ways = (POUNDS,) if (slot, state.day) in self.wish.pounds else (OBJECTIVES, POUNDS)
        elif self.wish.tokens[slot, state.day]:
            ways = (TOKEN, PLAIN)
        return next((moves[way] for way in ways if moves[way] in legal), None)

    def _element(
        self,
        state: State,
        todo: Counter[tuple[str, int]],
        pieces: set[tuple[int, int]],
        worn: Counter[tuple[int, int]],
    ) -> Move:
        """One more element as wished for, or that the work is done.

        Of several pieces one that most others stand on goes first, so that none has to wait.
        """
        slots = self._slots(state)
        found: list[tuple[int, Move]] = []
        for move in state.moves():
            if move is self.setup.moves.done:
                continue
            kind = "set" if move.kind == SET else "costume"
            if todo[kind, move.item] <= 0:
                continue
            if kind == "costume" and worn[slots[move.place], move.item] > 0:
                found.append((0, move))
            elif kind == "set" and (move.place, move.item) in pieces:
                above = sum(move.place in self.setup.stage.cells[place].supports for place, _ in pieces)
                found.append((above, move))
        if not found:
            return self.setup.moves.done
        _, move = max(found, key=lambda each: each[0])
        if move.kind == SET:
            todo["set", move.item] -= 1
        else:
            todo["costume", move.item] -= 1
            worn[slots[move.place], move.item] -= 1
        return move

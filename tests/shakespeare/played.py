"""A played solo game put into the model of the bound: what the player did is fixed, the rest is left to the solver."""

from itertools import pairwise

from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare import phases
from deduce_models.shakespeare.bound_model import GameModel
from deduce_models.shakespeare.moves import ACTIVATE, COSTUME, DRAFT, KEEP, POUNDS, RECRUIT, SET


class Recorder(RandomPlayer):
    """Random, but it seldom passes and seldom stops a craft: more is built than by a random player.

    `decisions` are the views and the moves chosen.
    """

    def __init__(self):
        super().__init__()
        self.decisions = []

    def choose(self, view, rng):
        moves = [move for move in view.moves if move.text not in ("pass", "done")]
        move = rng.choice(moves if moves and rng.random() < 0.9 else list(view.moves))
        self.decisions.append((view, move))
        return move


def fixed(setup, script, decisions):
    """The model with the decisions of a game fixed, up to quills and rest; and the objectives kept."""
    model = GameModel(setup, script)
    add, printed = model.model.add, setup.printed
    chosen, active, takes, placed, worn, pounds = {}, set(), {}, {}, {}, {}
    kept = []
    slot_of = {person: person for person in range(printed)}
    for view, move in decisions:
        day = view.day
        if move.kind in (DRAFT, RECRUIT):
            slot = printed + day
            chosen[slot] = None if move.place else setup.parts.deck[move.item]
            slot_of[setup.person(move.item, move.place)] = slot
        elif move.kind == ACTIVATE:
            active.add((slot_of[move.item], day))
            if setup.people[move.item].kind == "queen":
                pounds[day] = move.place == POUNDS
        elif move.kind in (SET, COSTUME):
            kind = "set" if move.kind == SET else "costume"
            key = kind, slot_of[view.worker], day, move.item
            takes[key] = takes.get(key, 0) + 1
            if move.kind == SET:
                placed[move.place, day, move.item] = 1
            else:
                where = slot_of[move.place], day, move.item
                worn[where] = worn.get(where, 0) + 1
        elif move.kind == KEEP:
            kept.append(move.item)
    for number, slot in enumerate(model.slots):
        if slot.recruited and number in chosen:
            for candidate in slot.candidates:
                add(candidate.chosen == int(candidate.character == chosen[number]))
        for day in model.days[slot.first - 1 :]:
            used = slot.active(day)
            add(used == int((number, day) in active)) if not isinstance(used, int) else None
    for table, done in ((model.takes, takes), (model.worn, worn)):
        assert done.keys() <= table.keys()
        for key, variable in table.items():
            add(variable == done.get(key, 0))
    # The model fills the left one of the first pair first.
    assert placed.keys() <= model.placed.keys()
    pieces = _mirrored(setup, placed)
    for key, variable in model.placed.items():
        add(variable == pieces.get(key, 0))
    for (_, day, _), (_, paid) in zip(model.activations("queen"), model.queen, strict=True):
        if day in pounds:
            add(paid == int(pounds[day]))
    return model, kept


def _mirrored(setup, placed):
    cells = setup.stage.cells
    left = next(place for place, cell in enumerate(cells) if cell.mirror > place)
    days = {place: day for place, day, _ in placed}
    if days.get(left, 99) <= days.get(cells[left].mirror, 99):
        return placed
    return {(cells[place].mirror, day, colour): 1 for place, day, colour in placed}


def discs_fixed(model, states):
    """The same with the spaces of the player's discs at the end of each day."""
    add = model.model.add
    rehearsed = {}
    for before, after in pairwise(states):
        day, over = before.day, after.phase in (phases.DEAL, phases.OVER)
        if day and over:
            rehearsed[day] = [row[0] for row in after.spaces]
    for day, spaces in rehearsed.items():
        if day not in model.parts.rehearsals:
            for act, space in enumerate(spaces):
                add(model.space[act, day] == space)
    last = [rehearsed[day] for day in model.parts.rehearsals]
    for known, spaces in ((model.arrival, last[0]), (model.final, last[-1])):
        for variable, space in zip(known, spaces, strict=True):
            add(variable == space)

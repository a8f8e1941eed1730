"""A played solo game put into the model of the bound: what the player did is fixed, the rest is left to the solver."""

from itertools import pairwise

from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare.bound.casting import coarsely
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.played import Course, played_values
from deduce_models.shakespeare.rules import phases


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


def fixed(setup, script, decisions, state=None):
    """The model with the decisions of a game (from `state` on) fixed, up to quills and rest."""
    model = GameModel(setup, script, state)
    played = Course.played(setup, decisions, model.beginning)
    for table, done in (
        (model.company.takes, played.takes),
        (model.boards.worn, played.worn),
        (model.boards.placed, played.placed),
    ):
        assert done.keys() <= table.keys()
    for decided in played_values(model, decisions):
        model.model.add(decided.variable == decided.value)
    return model


def coarsely_fixed(setup, script, decisions, state=None):
    """The coarse model with all that it knows of a game fixed: its cast, what is taken, placed and worn."""
    model, coarse = GameModel(setup, script, state), GameModel(setup, script, state, coarse=True)
    fixed = coarsely(model, coarse, decisions)
    for variable, value in fixed:
        coarse.model.add(variable == value)
    # All that the coarse model takes, places and puts on is told.
    told = {variable.index for variable, _ in fixed}
    every = (*coarse.company.takes.values(), *coarse.boards.worn.values(), *coarse.boards.full.values())
    assert all(isinstance(each, int) or each.index in told for each in every)
    return coarse


def discs_fixed(model, states):
    """Fix also the spaces of the player's discs at the end of each day."""
    add = model.model.add
    rehearsed = {}
    for before, after in pairwise(states):
        day, over = before.day, after.phase in (phases.DEAL, phases.OVER)
        if day in model.days and over:
            rehearsed[day] = [row[0] for row in after.spaces]
    for day, spaces in rehearsed.items():
        if day not in model.parts.rehearsals:
            for act, space in enumerate(spaces):
                add(model.space[act, day] == space)
    last = [rehearsed[day] for day in model.parts.rehearsals if day in model.days]
    arrived = model.final if model.arrival is None else model.arrival
    for known, spaces in ((arrived[0], last[0]), (model.final[0], last[-1])):
        for variable, space in zip(known, spaces, strict=True):
            add(variable == space)

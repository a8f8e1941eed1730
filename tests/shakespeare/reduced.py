"""Solo games of a day or two with small random tables, and their optimum by trying every line of play."""

from dataclasses import replace

from deduce.games.base import CHANCE
from deduce_models.shakespeare.bound.draws import scripted
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.components.parts import Character, Gain
from deduce_models.shakespeare.rules.moves import DRAFT, RECRUIT
from deduce_models.shakespeare.rules.setup import OPTIONS, Setup, setup

OPTION_SETS = (
    {},
    {"neutral_ahead": False},
    {"act_tiers_cumulative": True},
    {"grey_into_penalty": False},
    {"pass_before_recruiting": True, "draft_extras": False},
)


def options(**chosen):
    return {name: option.default for name, option in OPTIONS.items()} | chosen


def _gain(rng):
    quills = [rng.choice((0, 0, 1)) for _ in range(4)]
    return Gain(tuple(quills), rng.choice((0, 0, 1)), rng.choice((0, 0, 2)), rng.choice((0, 0, 1)))


def _actor(rng, name):
    return Character(name, "actor", rng.choice((0, 1, 3)), activation=_gain(rng), power=_gain(rng))


def reduced(rng, *, days, cylinders, crafts):
    """A small game in which all that a full game has can matter within a day."""
    parts = components()
    people = [_actor(rng, "A"), _actor(rng, "B"), Character("Q", "queen", rng.choice((0, 1)))]
    works = [
        Character("J", "jeweler", 1),
        Character("D", "dresser", 1, value=rng.choice((1, 2))),
        Character("M", "mistress", 1, value=rng.choice((3, 4))),
        Character("H", "handyman", 1, value=2),
        Character("S", "assistant", 1),
    ]
    known = people + (works if crafts else works[:1])
    start = tuple(rng.sample(known, 2))
    kinds = rng.sample(known, 2)
    rising = sorted(rng.sample(range(2, 5), 2))
    first, second, third = parts.acts
    acts = (
        replace(first, length=4, pounds=((rising[0], 1), (rising[1], 3))),
        replace(second, length=rng.choice((3, 5))),
        replace(third, length=4, prestige=((rising[0], 1), (rising[1], 3))),
    )
    objectives = tuple(
        replace(item, thresholds=tuple(range(1, 1 + len(item.thresholds)))) for item in parts.objectives
    )
    cells = tuple(replace(cell, candle=cell.row == 1) for cell in parts.stage.cells)
    table = tuple((rng.choice((0, 1, 2)), rng.choice((0, 1, 2))) for _ in parts.costumes)
    small = replace(
        parts,
        deck=tuple(rng.choice(kinds) for _ in range(4 * (days + 1))),
        start=start,
        stage=replace(parts.stage, cells=cells),
        objectives=objectives,
        costumes=table,
        acts=acts,
        penalty_spaces=rng.choice((1, 2)),
        cylinders=cylinders,
        days=days,
        rehearsals=(days,) if rng.random() < 0.5 else tuple(range(1, days + 1)),
        neutral=(rng.choice((1, 2)), rng.choice((2, 3))),
        start_ambiance=rng.choice((1, 2, 3)),
        bonus=(1,) if cylinders > 1 else (),
    )
    chosen = rng.choice(OPTION_SETS)
    return Setup(small, 1, setup(1, options(**chosen)).options)


def optimum(state, script, known=None):
    """The best final prestige from `state` when the draws follow `script`."""
    known = {} if known is None else known
    while state.actor is CHANCE:
        state = state.play(scripted(state, script))
    if state.actor is None:
        return state.scores[0]
    if state not in known:
        deck, seen, best = state.setup.parts.deck, set(), None
        for move in state.moves():
            if move.kind in (DRAFT, RECRUIT):
                # Copies of one character, and all Extras, are the same choice.
                key = None if move.place else deck[move.item]
                if key in seen:
                    continue
                seen.add(key)
            value = optimum(state.play(move), script, known)
            best = value if best is None else max(best, value)
        known[state] = best
    return known[state]

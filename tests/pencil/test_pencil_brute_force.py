"""Tiny random puzzles of many families: the solver lists exactly the worlds that a plain search finds."""

from collections.abc import Iterator
from random import Random

import pytest
from amount import amount

from deduce.backends.sat import SatSolver
from deduce.ground.errors import RecordError
from deduce.language.constraints import Constraint
from deduce_models import pencil
from deduce_models.pencil.making import generation
from deduce_models.pencil.making.clue_by_clue import words_of
from deduce_models.pencil.making.layouts import LAYOUTS
from deduce_models.pencil.making.places import places, with_word

MOST_WORLDS, MOST_STEPS = 3_000, amount(20_000, 60_000)
SIZES = {"binairo": (2, 4), "futoshiki": (3, 3), "fuzuli": (3, 3),
         "sudoku": (4, 4), "jigsawsudoku": (3, 3), "skyscraper": (3, 3), "abcendview": (3, 3),
         "evenoddsudoku": (4, 4),
         "doppelblock": (3, 3), "foseruzu": (2, 2), "hashi": (3, 3), "kenken": (3, 3), "killersudoku": (4, 4),
         "lits": (2, 4), "mathrax": (3, 3), "patchwork": (3, 3), "pipelink": (2, 2), "str8t": (3, 3),
         "yajilin": (3, 3), "koburin": (3, 3), "masyu": (3, 3), "slitherlink": (2, 2),
         "eulero": (2, 2), "factors": (2, 2), "minarism": (2, 2), "tetrominous": (2, 2), "snail": (3, 3),
         "tslither": (1, 2), "vslither": (1, 2), "fillmat": (1, 4)}  # fmt: skip


class TooMany(Exception):
    pass


def searched(knowledge) -> set[tuple]:
    """All worlds by trying value after value; a statement is asked when its last variable is set."""
    scope = list(knowledge.scope)
    place = {v: i for i, v in enumerate(scope)}
    due: list[list[tuple[Constraint, tuple[int, ...]]]] = [[] for _ in scope]
    for statement in knowledge.statements:
        content = statement.content
        if content.scope:
            at = tuple(place[v] for v in content.scope)
            due[max(at)].append((content, at))
        elif not content.holds(()):
            return set()
    found: set[tuple] = set()
    steps = 0

    def search(world: list) -> None:
        nonlocal steps
        if len(world) == len(scope):
            found.add(tuple(world))
            return
        for value in scope[len(world)].domain:
            steps += 1
            if steps > MOST_STEPS:
                raise TooMany
            world.append(value)
            if all(c.holds([world[i] for i in at]) for c, at in due[len(world) - 1]):
                search(world)
            world.pop()

    search([])
    if len(found) > MOST_WORLDS:
        raise TooMany
    return found


def listed(knowledge) -> set[tuple]:
    """All worlds as the SAT solver gives them, one ruled out after another."""
    found = set()
    with SatSolver() as solver:
        for variable in knowledge.scope:
            solver.literals(variable)
        for statement in knowledge.statements:
            solver.add(statement.content)
        while solver.satisfiable():
            world = solver.world(knowledge.scope)
            found.add(tuple(world[v] for v in knowledge.scope))
            solver.clause([-solver.literal(v, v.position(x)) for v, x in world.items()])
    return found


def tiny(name: str, rng: Random) -> Iterator[object]:
    """Random sheets with a few clues, refused ones left out."""
    rows, cols = SIZES.get(name, (2, 3))
    for _ in range(200):
        sheet = generation.blank(name, rows, cols, rng)
        every = list(places(sheet))
        for place in rng.sample(every, min(len(every), rng.randint(0, 4))):
            sheet = with_word(sheet, place, rng.choice(words_of(sheet, place[0]) or ["-"]))
        try:
            yield pencil.family(name).rules(sheet).knowledge()
        except RecordError:
            continue


SLOW = frozenset({"hashi", "pipelink", "lits", "pentominous"})
"""Families whose rules a plain search takes minutes for even on the smallest grids."""


@pytest.mark.parametrize("name", sorted({*LAYOUTS} - SLOW))
def test_the_solver_and_a_plain_search_find_the_same_worlds(name):
    rng = Random(f"brute force {name}")
    compared = 0
    for knowledge in tiny(name, rng):
        try:
            wanted = searched(knowledge)
        except TooMany:
            continue
        assert listed(knowledge) == wanted
        compared += 1
        if compared == 4:
            return
    assert compared, "nothing was compared"

"""How hard a mission is, by play: the share of its glyphs that an answer needs, and how often the planner wins it."""

from __future__ import annotations

from dataclasses import dataclass

from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE, chance_from
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Plain
from deduce.vocabulary.lexicons import choose
from deduce_models.initiative.components.mission import Mission
from deduce_models.initiative.missions.generator import needed
from deduce_models.initiative.players.named import Planner
from deduce_models.initiative.rules.setup import prepare
from deduce_models.initiative.rules.state import State, start

EASY, HARD = 0.85, 0.5
"""A mission won at least as often as the first is easy, one won less often than the second is hard."""


@dataclass(frozen=True, slots=True)
class MissionGrade(Plain):
    """How hard a mission is.

    Attributes:
        glyphs: The glyphs that have to be opened at least, found greedily, and how many the card has.
        won: The planner's wins and its games.
        low: The lower end of the 95 % Wilson interval of the share won.
        high: Its upper end.
        label: ``easy``, ``medium`` or ``hard`` by the share won.
    """

    glyphs: tuple[int, int]
    won: tuple[int, int]
    low: float
    high: float
    label: str


def grade(
    mission: Mission, *, lexicon: str = "builtin", players: int = 2, games: int = 24, seed: int = 0
) -> MissionGrade:
    """Play `mission` `games` times by planners (some seconds a game) and count.

    The mission has a map and its phrase; `lexicon` are the words that the team knows, as in the option of that name,
    `seed` the first of the seeds.

    Raises `ProblemError` for numbers of games or players that cannot be.
    """
    from deduce_models.initiative import GAME

    if games < 1 or players not in GAME.seats:
        raise ProblemError(f"games={games!r} is at least 1, players={players!r} is 1 to 4")
    plain = GAME.new(players=players, lexicon=lexicon).setup
    setup = prepare(mission, players, plain.deck, plain.abilities, plain.options)
    wins = sum(_played(start(setup, mission.secret), seed + number) for number in range(games))
    share = share_of(wins, games)
    label = "easy" if share.value >= EASY else "hard" if share.value < HARD else "medium"
    front = mission.front
    least = needed(mission, choose(lexicon, front.language, front.alphabet))
    return MissionGrade((least, len(front.glyphs)), (wins, games), share.low, share.high, label)


def _played(state: State, seed: int) -> bool:
    chance, rng, team = chance_from(seed), chance_from(seed), Planner()
    while state.actor is not None:
        actor = state.actor
        state = state.follow(
            state.draw(chance) if actor is CHANCE else team.choose(state.view(int(actor)), rng)
        )
    return state.result > 0

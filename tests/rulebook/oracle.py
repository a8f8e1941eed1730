"""Brute force for any game: every history that a seat could not tell from the true one, by playing them all."""

from __future__ import annotations

from typing import Any

from deduce.games import CHANCE

_played: dict[Any, dict[tuple[Any, ...], Any]] = {}
"""The states met lately, by their moves: what one seat holds for possible others do as well."""


def alike(
    game: Any, moves: list[Any], seat: int, players: int, even: bool = False, **options: Any
) -> list[tuple[Any, float]]:
    """States that look to `seat` like the one after `moves`, at every step, with the chance of their deals.

    Every choice that was possible weighs the same; with `even` all that were possible where the seat did not see which
    was made weigh 1 together.
    """
    state = game.new(players=players, **options)
    what = (game, players, str(options), tuple(moves))
    if what not in _played:
        _played.clear()
    known = _played.setdefault(what, {})
    level: list[tuple[Any, float, tuple[Any, ...]]] = [(state, 1.0, ())]
    for move in moves:
        before, heard = state, len(state.view(seat).entries)
        state = state.play(move)
        seen = state.view(seat)
        unseen = even and any(entry.kind == "hidden" for entry in seen.entries[heard:])
        found = []
        for each, chance, path in level:
            if each.actor is CHANCE:
                ways = list(each.outcomes())
            elif each.actor != before.actor:
                continue
            else:
                legal = each.moves()
                ways = [(option, 1 / len(legal) if unseen else 1.0) for option in legal]
            for option, share in ways:
                way = (*path, option)
                if way not in known:
                    known[way] = each.play(option)
                after = known[way]
                if after.view(seat) == seen:
                    found.append((after, chance * share, way))
        level = found
    return [(each, chance) for each, chance, _ in level]


def worlds(
    game: Any, moves: list[Any], seat: int, players: int, even: bool = False, **options: Any
) -> dict[tuple[Any, ...], float]:
    """What could be, as values by the order of the knowledge's variables, with chances (choices weigh nothing)."""
    state = game.new(players=players, **options)
    for move in moves:
        state = state.play(move)
    known = game.knowledge(state.view(seat))  # of equal views: the same wherever this seat could be
    found: dict[tuple[Any, ...], float] = {}
    for each, chance in alike(game, moves, seat, players, even, **options):
        truth = game.truth(each, known)
        names = {variable.name: value for variable, value in truth.items()}
        world = tuple(names.get(variable.name) for variable in known.scope)
        found[world] = found.get(world, 0.0) + chance
    return found

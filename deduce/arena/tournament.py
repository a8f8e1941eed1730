"""Tournaments: many matches over many deals, in one process or spread by joblib, and resumable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deduce.arena.match import Fixture, Match, play_match
from deduce.arena.result import Result
from deduce.arena.schedule import schedule
from deduce.arena.store import Store
from deduce.games import registry
from deduce.games.base import Game, Player, seeded
from deduce.games.given import game_of, mapping_of
from deduce.ground.errors import ProblemError
from deduce.ground.progress import Progress
from deduce.ground.spreading import begun, checked_jobs, workers
from deduce.players.named import player, players_of

BATCHES = 32
"""Work is cut into about so many batches a worker: few enough to be cheap, enough to share evenly."""

LONGEST = 20
"""No batch has more matches: they are shown and kept only when their batch comes back."""


@dataclass(frozen=True)
class _Work:
    """All that a worker needs besides the fixtures. The game travels by name if it is installed."""

    game: Game[Any, Any, Any] | str
    entrants: Mapping[str, Player]
    options: Mapping[str, Any]
    measures: Mapping[str, Callable[[Any], float]] = field(default_factory=dict)

    def play(self, fixtures: Sequence[Fixture]) -> list[Match]:
        game = registry.game(self.game) if isinstance(self.game, str) else self.game
        return [
            play_match(
                game,
                [self.entrants[name] for name in fixture.lineup],
                deal=fixture.deal,
                options=self.options,
                names=fixture.lineup,
                measures=self.measures,
            )
            for fixture in fixtures
        ]


def run_tournament(
    game: Game[Any, Any, Any] | str,
    entrants: Mapping[str, Player] | Iterable[str | Player],
    *,
    players: int | None = None,
    deals: int = 100,
    rng: int = 0,
    pairing: str = "round-robin",
    options: Mapping[str, Any] | None = None,
    measures: Mapping[str, Callable[[Any], float]] | None = None,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
    path: str | Path | None = None,
    progress: bool | None = None,
) -> Result:
    """Play a tournament; the same settings give the same result in any order, on any number of workers.

    Args:
        game: The game, or its name.
        entrants: Players by name; or players and names of `deduce.players.players_of` the game.
        players: Seats at the table; the fewest that the game allows when None.
        deals: How many deals; every line-up plays every deal (paired deals).
        rng: The first deal's seed, a whole number from 0; the others follow it.
        pairing: One of `deduce.arena.PAIRINGS`: ``"self"``, ``"round-robin"`` or ``"cross"``.
        options: Passed to `Game.new`.
        measures: Numbers to take from each match's last state, by name: ``measures(state)``.
        jobs: Worker processes, by joblib (extra ``arena``); -1 for one a processor.
        parallel: Arguments of ``joblib.parallel_config`` to use in place of worker processes on this
            machine, such as ``{"backend": "dask"}`` with a client at hand.
        path: A JSON-lines file: matches in it are not played again, new ones are added as they end.
        progress: Whether to show progress on standard error; None: if it is a terminal.

    Raises:
        ProblemError: Names, numbers or options that do not fit; an entrant that is no player; a player's illegal move.
        MissingExtra: Several jobs without joblib.
        RecordError: `path` is a file of another kind.
    """
    game = game_of(game)
    rng = seeded(rng)
    checked_jobs(jobs)
    field_of = _entrants(game, entrants)
    seats = game.checked_players(game.seats.start if players is None else players)
    chosen = _options(game, mapping_of("options", options))
    fixtures = schedule(tuple(field_of), seats, pairing=pairing, deals=deals, rng=rng)
    work = _Work(_reference(game), field_of, chosen, mapping_of("measures", measures))
    with Store(path, _settings(work, _called(game), seats)) if path else nullcontext() as store:
        done = _finished(work, fixtures, store, jobs=jobs, parallel=parallel, progress=progress)
    matches = tuple(done[fixture] for fixture in fixtures)
    return Result(
        game.name,
        seats,
        options=chosen,
        pairing=pairing,
        deals=deals,
        rng=rng,
        entrants=tuple(field_of),
        matches=matches,
    )


def _finished(
    work: _Work,
    fixtures: Sequence[Fixture],
    store: Store | None,
    *,
    jobs: int,
    parallel: Mapping[str, Any] | None,
    progress: bool | None,
) -> dict[Fixture, Match]:
    """Every match: those the store has, and those it has not, played now and written as they end."""
    done: dict[Fixture, Match] = store.matches if store else {}
    left = [fixture for fixture in fixtures if fixture not in done]
    shown = Progress(len(fixtures), done=len(fixtures) - len(left), show=progress)
    try:
        for match in _played(work, left, jobs, parallel):
            done[match.fixture] = match
            if store:
                store.add(match)
            shown.step()
    finally:
        shown.close()
    return done


def _options(game: Game[Any, Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the game, checked; a data file, which is none of them, is checked by `Game.new`."""
    data = {key: value for key, value in given.items() if key == "data"}
    return game.checked_options({key: given[key] for key in given if key not in data}) | data


def _settings(work: _Work, game: str, seats: int) -> dict[str, Any]:
    """What a store must have been made with, so that its matches belong to this tournament."""
    return {
        "game": game,
        "players": seats,
        "options": work.options,
        "measures": sorted(work.measures),
        "entrants": {name: _described(entrant) for name, entrant in work.entrants.items()},
    }


def _called(game: Game[Any, Any, Any]) -> str:
    """The game's name, and what it was made with where its class takes values: with others it is another game."""
    return f"{game.name}: {game!r}" if getattr(game, "made_with", ()) else game.name


def _described(entrant: Player) -> str:
    """The entrant with its settings: its own `repr`, or where it has none its class and plain public attributes."""
    kind = type(entrant)
    if kind.__repr__ is not object.__repr__ or not hasattr(entrant, "__dict__"):
        return repr(entrant)
    plain = (bool, int, float, str, tuple, type(None))
    settings = {k: v for k, v in vars(entrant).items() if isinstance(v, plain) and not k.startswith("_")}
    shown = ", ".join(f"{name}={value!r}" for name, value in sorted(settings.items()))
    return f"{kind.__module__}.{kind.__qualname__}({shown})"


def _entrants(
    game: Game[Any, Any, Any], given: Mapping[str, Player] | Iterable[str | Player]
) -> dict[str, Player]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ProblemError(f"entrants are a list of players and names, or a mapping, not {given!r}")
    if isinstance(given, Mapping):
        found = dict(given)
    else:
        found = {}
        for each in given:
            entrant = player(game, each) if isinstance(each, str) else each
            name: Any = each if isinstance(each, str) else getattr(each, "name", None)
            if name in found:
                raise ProblemError(
                    f"two entrants are called {name!r}: name it once, or give a mapping with other names"
                )
            found[name] = entrant
    for name, entrant in found.items():
        if (
            not isinstance(name, str)
            or isinstance(entrant, type)
            or not callable(getattr(entrant, "choose", None))
        ):
            raise ProblemError(
                f"{entrant!r} is no player: a player has a name and a method choose(view, rng) (an object, not its class)"
            )
    if not found:
        raise ProblemError(f"a tournament needs entrants; {game.name} offers {', '.join(players_of(game))}")
    return found


def _reference(game: Game[Any, Any, Any]) -> Game[Any, Any, Any] | str:
    if game.name in registry.names() and registry.game(game.name) is game:
        return game.name
    return game


def _played(
    work: _Work, fixtures: Sequence[Fixture], jobs: int, parallel: Mapping[str, Any] | None
) -> Iterator[Match]:
    """The matches, as they end."""
    if jobs == 1 and parallel is None:
        for fixture in fixtures:
            yield from work.play([fixture])
        return
    with workers(jobs, parallel) as joblib:
        runner = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        share = len(fixtures) // (BATCHES * max(1, joblib.effective_n_jobs(runner.n_jobs)))
        size = min(LONGEST, max(1, share))
        batches = [fixtures[start : start + size] for start in range(0, len(fixtures), size)]
        for matches in begun(lambda: runner(joblib.delayed(work.play)(batch) for batch in batches)):
            yield from matches

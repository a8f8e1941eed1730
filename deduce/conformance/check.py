"""`check_game`: does a game keep the contract of `deduce.games.base`? For authors, and for pytest.

Random play-outs are walked through, and every position is asked what the contract promises. A broken
promise is a `ConformanceError` with the shortest history found that shows it. The same checks run under
Hypothesis through `deduce.conformance.testing`.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from deduce.conformance import minds, noting, probes, wandering
from deduce.conformance.agreement import agreement
from deduce.conformance.lasting import replayed
from deduce.conformance.places import place_of
from deduce.conformance.probes import Examined, Fault
from deduce.conformance.summary import Conformance, asked_of
from deduce.conformance.wandering import Misplayed, Wandered, looked_at, wander
from deduce.games.base import CHANCE, Game, Player, kind_of
from deduce.games.given import game_of, whole_of
from deduce.games.history import ConformanceError, History
from deduce.ground.errors import ProblemError, nearest

__all__ = ["PARTS", "Conformance", "ConformanceError", "check_game", "check_history"]

EVERYWHERE: Final[Mapping[str, Callable[[Examined], bool | None]]] = {
    "rules": probes.rules,
    "text": probes.text,
    "chance": probes.chance,
    "views": probes.views,
}
AT_DECISIONS: Final[Mapping[str, Callable[[Examined], bool | None]]] = {
    "resample": minds.resample,
    "knowledge": minds.knowledge,
    "agreement": agreement,
    "records": noting.records,
    "advice": minds.advice,
}
OF_THE_ACTOR: Final = frozenset({"rules", "text", "chance"})
"""What these parts ask is asked of the position; who is to move there is counted as asked."""

PARTS: Final[tuple[str, ...]] = ("replay", *EVERYWHERE, *AT_DECISIONS)
"""The parts of the contract, by name; `check_game` checks all of them unless told otherwise."""

SELDOM: Final = {"agreement": 0.02, "advice": 0.1}
"""Of parts that cost most, how often they are asked in thin play-outs beside the others about minds."""

SHORTER: Final = 30
"""How many more play-outs are tried for a shorter history once something is wrong."""

REMEMBERED: Final = 200_000
"""How many objects that hold no state are remembered, alive, from one play-out to the next."""

PATIENCE: Final = 5.0
"""For how many seconds."""


def check_game(
    game: Game[Any, Any, Any],
    *,
    players: int | Iterable[int] | None = None,
    playouts: int = 10,
    rng: int = 0,
    options: Mapping[str, Any] | None = None,
    parts: Collection[str] = PARTS,
    decisions: float | None = 3,
    public: bool = True,
    at_chance: bool = False,
    thin: bool = False,
    max_moves: int = 10_000,
    policy: Player | None = None,
) -> Conformance:
    """Check that `game` keeps its contract in random play-outs.

    Play-outs draw the kind of a move first (the first word of its text), each leaves out some kinds, and every second
    one is the deepest of several: see `deduce.conformance.wandering`.

    Args:
        game: The game.
        players: Numbers of players to check; all that the game allows when None.
        playouts: Play-outs for each number of players.
        rng: Seed of the first play-out; play-out number i uses ``rng + i``.
        options: Passed to `Game.new`, ``data`` included.
        parts: Which of `PARTS` to check: leave out what a game does not offer yet. ``replay``: new
            games and moves give equal states again; ``rules``: actors, moves, scores, refusals;
            ``text``: moves through `Game.parse`; ``chance``: outcomes and draws; ``views``: who sees
            what; ``resample``, ``knowledge`` (needs `Game.truth`) and ``advice``: nothing leaks, the
            truth is never excluded, advice is ranked; ``agreement``: knowledge, resampled states and
            beliefs that the game calls exact say the same chances; ``records``: what the game writes of a
            play-out, notes of a seat or all of it, it reads back, and it tells what the seat sees and knows (of
            long play-outs few are written).
        decisions: At how many positions of each play-out the last five parts are checked (they cost
            far more than the others), drawn at random among those where a seat moves or the game is
            over; None for all of them. A fraction, in thin play-outs: in what share of them each of these parts is
            asked, at the position looked at; ``advice`` in a tenth of that, ``agreement`` in a fiftieth.
        public: Whether the bystander (seat 0) is asked too what it knows and imagines.
        at_chance: Whether minds are asked where chance is to move too, in the middle of a deal or a shuffle, for which
            many games have no model.
        thin: Look at one position of each play-out, and at `decisions`; the kind of a move is drawn first, then one of
            that kind, and the position before or after it. There one seat alone is asked what it sees, knows and
            imagines, and one state is drawn for it; few moves are written, read and tried. Five to forty times as many
            play-outs in the same time: for campaigns. ``replay`` still holds every move of each play-out against a
            second playing, of which only the position looked at is asked again. What the game itself holds is not
            searched for states.
        max_moves: A play-out longer than this counts as endless. (Rules of a `Rulebook` that work for 20 s without
            anything to decide do, too.)
        policy: Decides for every seat in the play-outs, in place of chance.

    Raises:
        ConformanceError: A promise is broken; its message shows the moves that lead there, and the file and line of the
            author's code where the error was raised, or of the method that answers for it.
        ProblemError: `parts`, `players` or `options` name something that does not exist, there is
            nothing to check, or `policy` fails.
    """
    game = game_of(game)
    whole_of("check_game: playouts", playouts, 1)
    if decisions is not None and not (decisions >= 0 and (thin or decisions == int(decisions))):
        raise ProblemError(
            f"check_game: decisions must be a whole number, or a share where thin, not {decisions}"
        )
    plan = _Plan(_checked(parts), decisions, public, thin=thin, at_chance=at_chance, policy=policy)
    numbers = _numbers(game, players)
    game.checked_options({key: value for key, value in (options or {}).items() if key != "data"})
    longest = 0
    depths: list[int] = []
    tally: Counter[Any] = Counter()
    # A game keeps what it made for other options and numbers of players: in short looks that is not searched.
    known = {id(game): game} if thin else {}
    cleared: dict[int, Any] = dict(known)
    for number in numbers:
        before = deque[tuple[int, Any]](maxlen=wandering.DEEPEST_THIN[0] - 1)
        for seed in range(rng, rng + playouts):
            if len(cleared) > REMEMBERED:
                cleared = dict(known)
            try:
                with wandering.circles_wait() if thin else nullcontext():
                    made = _play_out(game, number, seed, options, max_moves, plan, before)
                    _examine(made.history, plan, tally, cleared, whole=True)
                    history, depth, taste = replace(made.history, _states=()), made.depth, made.taste
                    del made  # its positions go before circles are looked for
            except ConformanceError as error:
                raise _shortest(error, options, plan) from error.__cause__
            longest = max(longest, len(history.moves))
            depths.append(depth)
            before.append((depth, taste))
    # Where nothing is hidden, as in a game for one, there is no variable to tell the truth about; before a card is
    # dealt there is no truth.
    silent = tally["variables"] and not tally["truths"] and not at_chance
    if "knowledge" in plan.parts and silent:
        said = f"Game.truth says nothing about any variable at {tally['minds']} positions"
        place = place_of(game, "knowledge", where="truth")
        raise ConformanceError("knowledge", said, history, place=place, repeats=False)
    return Conformance(
        game.name,
        plan.parts,
        players=numbers,
        playouts=len(depths),
        positions=tally["positions"],
        minds=tally["minds"],
        longest=longest,
        depth=(min(depths), sorted(depths)[len(depths) // 2], max(depths)),
        asked=asked_of(tally),
    )


def check_history(
    history: History,
    *,
    parts: Collection[str] = PARTS,
    decisions: int | None = None,
    public: bool = True,
    last_only: bool = False,
) -> int:
    """Check every position of one history, and return at how many of them minds were checked.

    With `last_only` just the position at its end is checked, which is what a test that shrinks its
    histories wants. The other arguments are those of `check_game`. Raises `ConformanceError`.
    """
    tally: Counter[str] = Counter()
    _examine(history, _Plan(_checked(parts), decisions, public, last_only), tally)
    return tally["minds"]


def checked_at_its_end(parts: Collection[str], *, public: bool) -> Callable[[History], None]:
    """Checks the ends of histories of a game, as `check_history` does; what does not hang on the history is made once."""
    plan = _Plan(_checked(parts), None, public, last_only=True)
    wandered: dict[str, History] = {}
    return lambda history: _examine(history, plan, Counter(), wandered=wandered)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to check, and where; see `check_game`."""

    parts: tuple[str, ...]
    decisions: float | None
    public: bool
    last_only: bool = False
    thin: bool = False
    at_chance: bool = False
    policy: Player | None = None


def _examine(
    history: History,
    plan: _Plan,
    tally: Counter[Any],
    cleared: dict[int, Any] | None = None,
    *,
    whole: bool = False,
    wandered: dict[str, History] | None = None,
) -> None:
    """Ask what `plan` says; `whole`: the history is the play-out of its seed, of which `wandered` keeps others."""
    states = _guarded("rules", history, history.states)
    one = (
        looked_at(_generator(history, "position"), history.moves)
        if plan.thin and not plan.last_only
        else None
    )
    if "replay" in plan.parts:
        _guarded("replay", history, lambda: replayed(history, states, one), states[0])
    pool = _guarded(
        "rules", history, lambda: _pool(history, whole, plan.thin, {} if wandered is None else wandered)
    )
    numbers: Iterable[int] = range(len(states) - 1, len(states)) if plan.last_only else range(len(states))
    chosen = _decisions(history, states, numbers, plan, one)
    everybody = range(0 if plan.public else 1, history.players + 1)
    thinking = set[int]().union(*chosen.values())
    tally["minds"] += len(thinking)
    cleared = {} if cleared is None else cleared
    if one is not None:
        numbers = sorted(thinking | {one})
    audited: dict[int, Any] = {}
    for number in numbers:
        tally["positions"] += 1
        seen, known = dict[int, Any](), dict[int, Any]()
        asked = everybody
        if plan.thin:
            seat = _generator(history, f"seat {number}").choice(everybody)
            asked = range(seat, seat + 1)
        beside = {kind_of(move) for move in history.moves[max(0, number - 1) : number + 1]}
        for part in plan.parts:
            probe = EVERYWHERE.get(part) or (AT_DECISIONS[part] if number in chosen.get(part, ()) else None)
            if probe is not None:
                rng = _generator(history, f"{part} {number}")
                at = Examined(
                    history.game,
                    states[number],
                    players=history.players,
                    minds=asked,
                    pool=pool,
                    rng=rng,
                    tally=tally,
                    cleared=cleared,
                    seen=seen,
                    known=known,
                    audited=audited,
                    before=states[:number],
                    moves=history.moves[:number],
                    options=history.options,
                    thin=plan.thin,
                )
                # A part that has nothing to ask at this position says so.
                if _guarded(part, history.to(number), partial(probe, at), states[number]) is not False:
                    actor = states[number].actor
                    heard = (actor if type(actor) is int else 0,) if part in OF_THE_ACTOR else asked
                    tally.update((part, kind, seat) for kind in beside for seat in heard)


def _generator(history: History, use: str) -> random.Random:
    """Each use has chance of its own, so a complaint repeats when its position is checked alone."""
    return random.Random(f"{use}/{history.seed}/{history.players}")


def _guarded(part: str, history: History, work: Callable[[], Any], state: Any = None) -> Any:
    """The result of `work`; whatever goes wrong in it becomes a `ConformanceError` that says where."""
    try:
        with history.game.watched():  # for a stop that comes when the rules do not catch it
            return work()
    except (ConformanceError, Misplayed):
        raise
    except Fault as fault:
        place = place_of(history.game, part, state=state, where=fault.where, error=fault.__cause__)
        raise ConformanceError(part, str(fault), history, place=place) from fault.__cause__
    except Exception as error:
        place = place_of(history.game, part, state=state, error=error)
        raise ConformanceError(part, f"{type(error).__name__}: {error}", history, place=place) from error


def _play_out(
    game: Game[Any, Any, Any],
    players: int,
    seed: int,
    options: Mapping[str, Any] | None,
    max_moves: int,
    plan: _Plan,
    before: Sequence[tuple[int, Any]],
) -> Wandered:
    start = History(game, players, (), dict(options or {}), seed)
    how: dict[str, Any] = {"options": options, "max_moves": max_moves, "before": before}
    try:
        found: Wandered = _guarded(
            "rules", start, lambda: wander(game, players, seed, policy=plan.policy, thin=plan.thin, **how)
        )
    except ConformanceError as error:
        if error.place:
            raise
        state = None
        with suppress(Exception):
            state = error.history.states()[-1]
        place = place_of(game, "rules", state=state, where="moves", error=error.__cause__)
        raise ConformanceError(
            error.part, error.reason, error.history, place=place, repeats=error.repeats
        ) from error.__cause__
    return found


def _pool(history: History, whole: bool, thin: bool, wandered: dict[str, History]) -> list[Any]:
    """Moves of a whole play-out with this seed, to try at positions where they are illegal; it may be the `whole` one."""
    rng = _generator(history, "pool")
    if not whole:
        begun = f"{history.players} {history.seed} {history.options}"
        if begun not in wandered:
            game, seed = history.game, history.seed or 0
            wandered[begun] = wander(game, history.players, seed, options=history.options).history
        history = wandered[begun]
    states = history.states()
    moves: dict[Any, None] = dict.fromkeys(history.moves)
    for state in rng.sample(states, 0 if thin else min(24, len(states))):
        legal = list(state.moves())
        moves.update(dict.fromkeys(rng.sample(legal, min(8, len(legal)))))
    return rng.sample(list(moves), len(moves))


def _decisions(
    history: History, states: Sequence[Any], numbers: Iterable[int], plan: _Plan, one: int | None
) -> dict[str, set[int]]:
    """At which positions each part about minds is asked."""
    parts = [part for part in plan.parts if part in AT_DECISIONS]
    # In the middle of a deal nobody has to think, and most games have no model of half a deal.
    able = [number for number in numbers if plan.at_chance or states[number].actor is not CHANCE]
    rng = _generator(history, "decisions")
    wanted = plan.decisions
    if one is not None and wanted is not None and 0 < wanted < 1:
        place = {one if one in able else rng.choice(able)} if able else set()
        return {part: place for part in parts if rng.random() < wanted * SELDOM.get(part, 1)}
    chosen = able if wanted is None or wanted >= len(able) else rng.sample(able, int(wanted))
    return {part: set(chosen) for part in parts}


def _shortest(error: ConformanceError, options: Mapping[str, Any] | None, plan: _Plan) -> ConformanceError:
    """The same complaint after fewer moves, if a few more play-outs show one."""
    stop = time.monotonic() + PATIENCE
    everywhere = plan.decisions is None or plan.decisions >= 1
    plan = replace(plan, parts=(error.part,), decisions=plan.decisions if everywhere else 1)
    first = error.history
    for seed in range(first.seed or 0, (first.seed or 0) + SHORTER):
        length = len(error.history.moves)
        if error.part == "ends" or length == 0 or time.monotonic() > stop:
            break
        try:
            how: dict[str, Any] = {"options": options, "policy": plan.policy}
            history = _guarded(
                "rules", first, partial(wander, first.game, first.players, seed, **how)
            ).history
            _examine(history.to(length - 1), plan, Counter())
        except ConformanceError as found:
            if found.part == error.part and len(found.history.moves) < length:
                found.__cause__ = found.__cause__ or error.__cause__
                error = found
        # Whatever else is wrong with the game, the complaint at hand is the one to report.
        except Exception:
            continue
    return error


def _checked(parts: Collection[str]) -> tuple[str, ...]:
    for part in parts:
        if part not in PARTS:
            raise ProblemError(f"check_game has no part {part!r}: {nearest(part, PARTS)}")
    return tuple(part for part in PARTS if part in parts)


def _numbers(game: Game[Any, Any, Any], players: int | Iterable[int] | None) -> tuple[int, ...]:
    if players is None:
        return tuple(game.seats)
    numbers = (players,) if isinstance(players, int) else tuple(players)
    if not numbers:
        raise ProblemError("check_game: players names no number of players")
    for number in numbers:
        game.checked_players(number)
    return numbers
